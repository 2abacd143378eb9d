"""Everything that people see of Para Bellum, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.actions import Action
from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.models import About, Card, Dashboard, Gesture, Preview, Symbol, Wish
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.face import (
    describe,
    gestures,
    log,
    panels,
    prompts,
    scenes,
    text,
    verdict,
    why,
)
from ludus.games.para_bellum.face.about import about_of
from ludus.games.para_bellum.face.art import Art
from ludus.games.para_bellum.face.choices import choices_of
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.face.dashboard import dashboard_of
from ludus.games.para_bellum.face.every_card import every_card
from ludus.games.para_bellum.face.names import Names
from ludus.games.para_bellum.face.preview import preview_of
from ludus.games.para_bellum.face.symbols import symbols_of
from ludus.games.para_bellum.view import View


class ParaBellumFace(BaseFace[View]):
    """The face of the game on one set of cards."""

    def __init__(self, words: Words, catalog: Catalog, art: Art) -> None:
        super().__init__(words)
        self._catalog = catalog
        self._palettes = scenes.Palettes(art)
        self._symbols = symbols_of(art)

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        """The viewer's army, and a smaller picture of each other one."""
        context = self._context(view, names, decision)
        return scenes.scenes(self._palettes, context, choices, lately)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._names(names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return choices_of(self._context(view, names, decision), decision)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._context(view, names, decision), decision, place)

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return self._symbols

    def dashboard(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        return dashboard_of(self._context(view, names, decision), decision)

    def printed(self, view: View, names: Sequence[str]) -> Mapping[str, Card]:
        return dict(every_card(self._context(view, names)))

    def preview(
        self, view: View, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return preview_of(self._context(view, names, decision), decision, choice)

    def about(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return about_of(self._context(view, names, decision), decision, place)

    def gestures(
        self, view: View, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        return gestures.gestures_of(self._context(view, names, decision), decision)

    def follow(
        self,
        view: View,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        return gestures.follow(self._context(view, names, decision), decision, wish, done)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(view, self._names(names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return panels.panels(self._context(view, names))

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return verdict.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return describe.describe(self._context(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return text.text(self._context(view, names))

    def _names(self, names: Sequence[str]) -> Names:
        return Names(self.words, self._catalog, names)

    def _context(
        self, view: View, names: Sequence[str], decision: Decision | None = None
    ) -> Context:
        return Context(view, self._names(names), decision)
