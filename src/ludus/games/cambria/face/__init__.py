"""Everything that people see of Cambria, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.kept import Kept
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.games.cambria.board import Board
from ludus.games.cambria.face import letters, log, prompts, report, why
from ludus.games.cambria.face.choices import Adviser
from ludus.games.cambria.face.draw import Painter
from ludus.games.cambria.face.voice import Lore, Voice
from ludus.games.cambria.view import View

VOICES = 2000


class CambriaFace(BaseFace[View]):
    """The face of both sides of the board."""

    def __init__(self, words: Words, boards: Mapping[str, Board], painter: Painter) -> None:
        super().__init__(words)
        self._boards = boards
        self._painter = painter
        self._voices: Kept[Voice] = Kept(VOICES)
        self._lore: Kept[Lore] = Kept(VOICES)
        """By table; all its voices share it."""

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        drawn = self._painter.paint(view, self._voice(view, names), choices, lately)
        return (Scene("board", self.words.text("name.scene"), drawn),)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._voice(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        adviser = self._adviser(view, names)
        return [adviser.choice(decision, option) for option in decision.options]

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._adviser(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._voice(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return report.panels(view, self._voice(view, names))

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return report.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return report.describe(view, self._adviser(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return letters.board_text(view, self._voice(view, names))

    def _voice(self, view: View, names: Sequence[str]) -> Voice:
        """The voice of a table, the same for as long as it is drawn: what it says is kept by it."""
        table = (view.side, tuple(names))
        key = (table, view.viewer)
        voice = self._voices.get(key)
        if voice is None:
            lore = self._lore.get(table) or self._lore.put(table, Lore())
            voice = self._voices.put(
                key, Voice(self.words, self._boards[view.side], table[1], view.viewer, lore)
            )
        return voice

    def _adviser(self, view: View, names: Sequence[str]) -> Adviser:
        return Adviser(view, self._voice(view, names))
