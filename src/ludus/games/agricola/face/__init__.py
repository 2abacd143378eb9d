"""Everything that people see of Agricola, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.actions import Action
from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.models import About, Card, Dashboard, Gesture, Preview, Symbol, Target, Wish
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Part, Sentence, Words
from ludus.games.agricola.content import Contents
from ludus.games.agricola.drawing import Sheet
from ludus.games.agricola.face import (
    describe,
    gestures,
    log,
    panels,
    prompts,
    text,
    verdict,
    why,
)
from ludus.games.agricola.face.about import about_of
from ludus.games.agricola.face.choices import choices_of
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.dashboard import dashboard_of
from ludus.games.agricola.face.every_card import every_card
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.face.preview import preview_of
from ludus.games.agricola.face.scenes import MapPainter
from ludus.games.agricola.face.symbols import SYMBOLS
from ludus.games.agricola.scenario import with_south
from ludus.games.agricola.view import View


class AgricolaFace(BaseFace[View]):
    """The face of the game on one map."""

    def __init__(self, words: Words, contents: Contents, short: Contents, sheet: Sheet) -> None:
        super().__init__(words)
        self._sheet = sheet
        self._contents = {(False, 0): contents, (True, 0): short}
        self._painters = {
            (False, 0): MapPainter(sheet, words),
            (True, 0): MapPainter(sheet.part(short.board), words),
        }

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        painter = self._painters.get((view.short, view.south))
        if painter is None:
            board = self._box(view).board
            painter = MapPainter(Sheet(self._sheet.drawing, board), self.words)
            self._painters[view.short, view.south] = painter
        return (painter.paint(view, self._names(view, names), choices, lately),)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(self._context(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return choices_of(self._context(view, names), decision)

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
        return dashboard_of(self._context(view, names), decision, choices)

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
        return gestures.gestures(self._context(view, names), decision)

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

    def tell_gesture(
        self, view: View, events: Sequence[Event], names: Sequence[str]
    ) -> Line | None:
        return log.tell_gesture(self._names(view, names), events)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._context(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._names(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return panels.panels(view, self._names(view, names))

    def subject(self, view: View, key: str, about: int) -> Part:
        return self._names(view, ()).place(about) if about >= 0 else ""

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return verdict.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return describe.describe(view, self._names(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return text.text(view, self._names(view, names))

    def _context(self, view: View, players: Sequence[str]) -> Context:
        return Context(view, self._names(view, players))

    def _names(self, view: View, players: Sequence[str]) -> Names:
        return Names(self.words, self._box(view), players, view)

    def _box(self, view: View) -> Contents:
        """What the table is played with; centers in the south are added when first needed."""
        key = (view.short, view.south)
        found = self._contents.get(key)
        if found is None:
            found = self._contents[key] = with_south(self._contents[False, 0], view.south)
        return found
