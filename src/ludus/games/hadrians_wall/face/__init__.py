"""What players see of Hadrian's Wall, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.models import About, Card, Dashboard, Preview, Symbol
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Part, Sentence, Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art
from ludus.games.hadrians_wall.face import (
    about,
    dashboard,
    describe,
    log,
    panels,
    preview,
    prompts,
    text,
    verdict,
    why,
)
from ludus.games.hadrians_wall.face.about_area import about_area, fields_of
from ludus.games.hadrians_wall.face.choices import choices_of
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.every_card import every_card
from ludus.games.hadrians_wall.face.names import Names
from ludus.games.hadrians_wall.face.scenes import ScenePainter
from ludus.games.hadrians_wall.face.symbols import symbols_of
from ludus.games.hadrians_wall.face.things import things
from ludus.games.hadrians_wall.ids import PATH
from ludus.games.hadrians_wall.view import View


class HadriansWallFace(BaseFace[View]):
    """Pictures, choices and texts for one set of content."""

    def __init__(self, words: Words, board: Board, art: Art) -> None:
        super().__init__(words)
        self._board = board
        self._painter = ScenePainter(words, board, art)
        self._symbols = symbols_of(art.symbols)
        self._things = things(board, words)
        self._fields = fields_of(art, words)

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return self._symbols

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        return self._painter.scenes(self._context(view, names), decision, choices, lately)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._names(names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return choices_of(self._context(view, names), decision)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._context(view, names), decision, place)

    def dashboard(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        return dashboard.dashboard(self._context(view, names), decision, choices)

    def printed(self, view: View, names: Sequence[str]) -> Mapping[str, Card]:
        return dict(every_card(self._context(view, names)))

    def preview(
        self, view: View, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return preview.preview(self._context(view, names), decision.seat, choice, self._things)

    def about(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        context, field = self._context(view, names), self._fields.get(place)
        if field is not None:
            return about_area(context, decision, field, self._things)
        return about.about(context, decision, place, self._things)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._names(names), event, view.viewer)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return panels.panels(self._context(view, names))

    def subject(self, view: View, key: str, about: int) -> Part:
        names = self._names(())
        if about < 0:
            return ""
        return names.card(about - PATH) if key == "path" else names.track(about)

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return verdict.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return describe.describe(self._context(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return text.text(self._context(view, names))

    def _names(self, players: Sequence[str]) -> Names:
        return Names(self.words, self._board, players)

    def _context(self, view: View, players: Sequence[str]) -> Context:
        return Context(view, self._names(players))
