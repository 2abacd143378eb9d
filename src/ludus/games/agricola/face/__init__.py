"""Everything that people see of Agricola, made from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.games.agricola.content import Contents
from ludus.games.agricola.face import log, prompts, report, why
from ludus.games.agricola.face.choices import Adviser
from ludus.games.agricola.face.paint import Painter
from ludus.games.agricola.face.voice import Voice
from ludus.games.agricola.view import View


class AgricolaFace(BaseFace[View]):
    """The face of the game."""

    def __init__(self, words: Words, contents: Contents, painter: Painter) -> None:
        super().__init__(words)
        self._contents = contents
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
        adviser = Adviser(view, self._voice(view, names))
        return [adviser.choice(decision, option) for option in decision.options]

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(Adviser(view, self._voice(view, names)), decision, place)

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
        return Voice(self.words, self._contents, names, view)
