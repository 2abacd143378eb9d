"""Everything that people see of Conqueror, made from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.games.conqueror.content import Contents
from ludus.games.conqueror.face import log, prompts, report, why
from ludus.games.conqueror.face.choices import Adviser
from ludus.games.conqueror.face.paint import Painter
from ludus.games.conqueror.face.voice import Voice
from ludus.games.conqueror.view import View


class ConquerorFace(BaseFace[View]):
    """The face of both maps."""

    def __init__(self, words: Words, contents: Contents, painter: Painter) -> None:
        super().__init__(words)
        self._contents = contents
        self._boards = {board.key: board for board in contents.boards}
        self._painter = painter

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        drawn = self._painter.paint(view, self._voice(view, names), choices, lately)
        return (Scene("map", self.words.text("name.scene"), drawn),)

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
        return report.describe(view, self._voice(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return report.text(view, self._voice(view, names))

    def _voice(self, view: View, names: Sequence[str]) -> Voice:
        return Voice(self.words, self._contents, self._boards[view.map], names, view.viewer)

    def _adviser(self, view: View, names: Sequence[str]) -> Adviser:
        return Adviser(view, self._voice(view, names))
