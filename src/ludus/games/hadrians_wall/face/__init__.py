"""Everything that people see of Hadrian's Wall, made from views alone."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Choice, Line, Panel, Prompt, Scene
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.svg import at, el, picture
from ludus.core.text import Sentence, Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art
from ludus.games.hadrians_wall.face import log, prompts, report, why
from ludus.games.hadrians_wall.face.choices import Adviser
from ludus.games.hadrians_wall.face.look import CSS, DEFS, NAME, TONES
from ludus.games.hadrians_wall.face.marks import trace_places
from ludus.games.hadrians_wall.face.screens import STRIP, Screens
from ludus.games.hadrians_wall.face.sheets import SheetPainter
from ludus.games.hadrians_wall.face.table import Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.phases import ATTACK, DEFENCE
from ludus.games.hadrians_wall.sheet import ASK, ASK_PLACE
from ludus.games.hadrians_wall.view import View

FIRST = {
    "path": "cards",
    "source": "cards",
    "place": "map",
    "defence": "attack",
}
"""Which picture a question brings to the front."""


class HadriansWallFace:
    """The face of both sheets and all that lies beside them."""

    def __init__(self, words: Words, board: Board, art: Art) -> None:
        self._words = words
        self._board = board
        self._painter = SheetPainter(art, board, words)

    @property
    def words(self) -> Words:
        return self._words

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        """The viewer's two sheets, the cards, others' sheets, and what goes on just now."""
        table = Table(self._board, view)
        voice = Voice(self._words, self._board, names, view.viewer)
        seat = view.viewer if 0 <= view.viewer < view.seats else 0
        own = decision if decision is not None and decision.seat == view.viewer else None
        choices = () if own is None else self.choices(view, own, names)
        screens = Screens(table, voice, choices)
        fresh = self._fresh(seat, lately)
        scenes = [
            self._sheet_scene(key, table, screens, seat, choices, fresh)
            for key in ("left", "right")
        ]
        scenes.append(self._screen("cards", screens.cards(seat)))
        question = view.question
        if own is not None and table.sheets[seat][ASK] == ASK_PLACE:
            scenes.append(self._screen("map", screens.map(seat)))
        if question is not None and question.phase in (ATTACK, DEFENCE):
            scenes.append(self._screen("attack", screens.attack()))
        if view.seats > 1:
            scenes.append(self._others(table, screens, seat))
        if question is None:
            scenes.append(self._screen("end", screens.end()))
        front = "end" if question is None else FIRST.get(own.prompt, "") if own else ""
        return sorted(scenes, key=lambda scene: scene.key != front)

    def prompt(self, view: View, decision: Decision, names: Sequence[str]) -> Prompt:
        return prompts.prompt(view, self._voice(view, names), decision)

    def choices(self, view: View, decision: Decision, names: Sequence[str]) -> Sequence[Choice]:
        adviser = self._adviser(view, names)
        return [adviser.choice(decision.seat, option) for option in decision.options]

    def why_not(
        self, view: View, decision: Decision | None, place: str, names: Sequence[str]
    ) -> Sentence | None:
        return why.why_not(self._adviser(view, names), decision, place)

    def tell(self, view: View, event: Event, names: Sequence[str]) -> Line | None:
        return log.tell(self._voice(view, names), event)

    def panels(self, view: View, names: Sequence[str]) -> Sequence[Panel]:
        return report.panels(Table(self._board, view), self._voice(view, names))

    def verdict(self, outcome: Outcome, names: Sequence[str]) -> Sentence:
        return report.verdict(self._words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return report.describe(Table(self._board, view), self._voice(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return report.text(Table(self._board, view), self._voice(view, names))

    # Pictures ------------------------------------------------------------------------------------

    def _sheet_scene(
        self,
        key: str,
        table: Table,
        screens: Screens,
        seat: int,
        choices: Sequence[Choice],
        fresh: set[str],
    ) -> Scene:
        x, y, width, height = self._painter.view_box(key)
        strip = screens.strip(seat, key)
        parts = self._painter.sheet(key, table.sheets[seat], choices, fresh)
        return self._scene(key, [strip, *parts], (x, y - STRIP, width, height + STRIP))

    def _others(self, table: Table, screens: Screens, seat: int) -> Scene:
        """Every other player's sheets, small."""
        parts: list[str] = []
        others = [other for other in range(table.view.seats) if other != seat]
        for index, other in enumerate(others):
            x, y = index % 2 * 900, index // 2 * 600
            parts.append(screens.caption(other, x, y))
            for column, key in enumerate(("left", "right")):
                small = self._painter.small(key, table.sheets[other])
                parts.append(el("g", small, transform=at(x + column * 440, y + 70, 0.39)))
        rows = (len(others) + 1) // 2
        width = 1780 if len(others) > 1 else 900
        return self._scene("players", parts, (-10, -10, width, rows * 600))

    def _screen(self, key: str, drawn: tuple[str, tuple[float, float, float, float]]) -> Scene:
        body, view_box = drawn
        return self._scene(key, [body], view_box)

    def _scene(
        self, key: str, parts: Sequence[str], view_box: tuple[float, float, float, float]
    ) -> Scene:
        names = {"left": "wall", "right": "town"}
        title = self._words.text(f"name.{names.get(key, key)}")
        svg = picture(
            self._painter.symbols(parts),
            DEFS,
            *parts,
            name=NAME,
            title=title,
            view_box=view_box,
            tones=TONES,
            css=CSS,
        )
        return Scene(key, title, svg)

    def _fresh(self, seat: int, lately: Sequence[Event]) -> set[str]:
        """The boxes that the viewer's latest action marked."""
        for event in reversed(lately):
            trace = event.facts.get("trace")
            if event.facts.get("seat") == seat and isinstance(trace, tuple):
                return set(trace_places(self._board, list(trace)))
        return set()

    def _voice(self, view: View, names: Sequence[str]) -> Voice:
        return Voice(self._words, self._board, names, view.viewer)

    def _adviser(self, view: View, names: Sequence[str]) -> Adviser:
        return Adviser(Table(self._board, view), self._voice(view, names))
