"""Everything that people see of Conqueror, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.actions import Action
from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.models import About, Card, Dashboard, Gesture, Preview, Symbol, Target, Wish
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Part, Sentence, Words
from ludus.games.conqueror.content import Contents
from ludus.games.conqueror.drawing import Sheet
from ludus.games.conqueror.face import describe, gestures, log, panels, prompts, text, verdict, why
from ludus.games.conqueror.face.about import about_of
from ludus.games.conqueror.face.choices import choices_of
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.dashboard import dashboard_of
from ludus.games.conqueror.face.every_card import every_card
from ludus.games.conqueror.face.map_scene import LEAST, MapPainter
from ludus.games.conqueror.face.names import Names
from ludus.games.conqueror.face.preview import preview_of
from ludus.games.conqueror.face.symbols import SYMBOLS
from ludus.games.conqueror.view import View


class ConquerorFace(BaseFace[View]):
    """The face of both maps."""

    def __init__(self, words: Words, contents: Contents, sheets: Mapping[str, Sheet]) -> None:
        super().__init__(words)
        self._contents = contents
        self._boards = {board.key: board for board in contents.boards}
        self._painter = MapPainter(sheets, contents.boards)

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        context = self._context(view, names)
        drawn = self._painter.paint(context, choices, lately)
        focus = self._painter.focus(context, decision)
        title = self.words.text("name.scene")
        return (Scene("map", title, drawn, focus=focus, wide=True, least=LEAST),)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._names(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return choices_of(self._context(view, names), decision)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._context(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._names(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return panels.panels(self._context(view, names))

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return SYMBOLS

    def dashboard(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        return dashboard_of(self._context(view, names), decision)

    def printed(self, view: View, names: Sequence[str]) -> Mapping[str, Card]:
        return dict(every_card(self._context(view, names)))

    def preview(
        self, view: View, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return preview_of(self._context(view, names), decision, choice)

    def about(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return about_of(self._context(view, names), decision, place)

    def gestures(
        self, view: View, decision: Decision, choices: Sequence[Choice], names: Sequence[str]
    ) -> Sequence[Gesture]:
        return gestures.gestures_of(self._context(view, names), decision)

    def aims(
        self, view: View, decision: Decision, wish: Wish, names: Sequence[str]
    ) -> Sequence[Target]:
        return gestures.aims(self._context(view, names), decision, wish)

    def follow(
        self,
        view: View,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        return gestures.follow(self._context(view, names), decision, wish, done)

    def subject(self, view: View, key: str, about: int) -> Part:
        return self._names(view, ()).place(about) if about >= 0 else ""

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return verdict.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return describe.describe(view, self._names(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return text.text(view, self._names(view, names))

    def _names(self, view: View, players: Sequence[str]) -> Names:
        return Names(self.words, self._contents, self._boards[view.map], players, view.viewer)

    def _context(self, view: View, names: Sequence[str]) -> Context:
        return Context(view, self._names(view, names))
