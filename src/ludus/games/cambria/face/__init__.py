"""Everything that people see of Cambria, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Piece, Prompt, Scene
from ludus.core.models import About, Dashboard, Preview, Symbol
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Part, Sentence, Words
from ludus.games.cambria.board import Board
from ludus.games.cambria.drawing import Sheet
from ludus.games.cambria.face import describe, log, look, panels, prompts, text, verdict, why
from ludus.games.cambria.face.about import about_of
from ludus.games.cambria.face.art import Art
from ludus.games.cambria.face.choices import choices_of
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.dashboard import dashboard_of
from ludus.games.cambria.face.names import BoardNames, Names
from ludus.games.cambria.face.preview import preview_of
from ludus.games.cambria.face.scenes import scene_of
from ludus.games.cambria.face.symbols import SYMBOLS
from ludus.games.cambria.view import View


class CambriaFace(BaseFace[View]):
    """The face of both sides of the board. It holds only what is made from content, once."""

    def __init__(
        self, words: Words, boards: Mapping[str, Board], sheets: Mapping[str, Sheet]
    ) -> None:
        super().__init__(words)
        self._places = {key: BoardNames(words, board) for key, board in boards.items()}
        css = look.CSS + look.near(sheets.values())
        self._art = {key: Art(sheets[key], places, css) for key, places in self._places.items()}

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        return (scene_of(self._art[view.side], self._context(view, names), choices, lately),)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._names(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return choices_of(self._context(view, names), decision)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._context(view, names), decision, place)

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
        return dashboard_of(self._context(view, names), choices)

    def preview(
        self, view: View, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return preview_of(self._context(view, names), decision, choice)

    def about(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return about_of(self._context(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._names(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return panels.panels(self._context(view, names))

    def subject(self, view: View, key: str, about: int) -> Part:
        return self._places[view.side].sites[about] if about >= 0 else ""

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return verdict.verdict(self.words, outcome, names)

    def pieces(self, view: View, seat: int) -> Mapping[str, Sequence[Piece]]:
        return panels.pieces(self._context(view, ()), seat)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return describe.describe(self._context(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return text.text(self._context(view, names))

    def _names(self, view: View, names: Sequence[str]) -> Names:
        return Names(self._places[view.side], names, view.viewer)

    def _context(self, view: View, names: Sequence[str]) -> Context:
        return Context(view, self._names(view, names))
