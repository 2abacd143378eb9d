"""Everything that people see of Para Bellum, made from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Prompt, Scene
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.text import Sentence, Words
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.face import log, prompts, report, why
from ludus.games.para_bellum.face.choices import Adviser
from ludus.games.para_bellum.face.draw import Painter
from ludus.games.para_bellum.face.voice import Voice
from ludus.games.para_bellum.view import View


class ParaBellumFace(BaseFace[View]):
    """The face of the game on one set of cards."""

    def __init__(self, words: Words, catalog: Catalog, painter: Painter) -> None:
        super().__init__(words)
        self._catalog = catalog
        self._painter = painter

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        """The army and hand of the viewer, and the middle of the table with the others."""
        adviser = self._adviser(view, names, decision)
        return (
            Scene(
                "army", self.words.text("name.army"), self._painter.army(adviser, choices, lately)
            ),
            Scene(
                "table",
                self.words.text("name.scene"),
                self._painter.table(adviser, choices, lately),
            ),
        )

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._voice(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        return self._adviser(view, names, decision).choices(decision)

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._adviser(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._voice(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return report.panels(view, self._adviser(view, names))

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return report.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return report.describe(view, self._adviser(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return report.text(view, self._adviser(view, names))

    def _voice(self, view: View, names: Sequence[str]) -> Voice:
        return Voice(self.words, self._catalog, names, view.viewer)

    def _adviser(
        self, view: View, names: Sequence[str], decision: Decision | None = None
    ) -> Adviser:
        return Adviser(view, self._voice(view, names), decision)
