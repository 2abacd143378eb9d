"""Everything that people see of Hadrian's Wall, made from views alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import BaseFace, Choice, Line, Panel, Picture, Prompt, Scene
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.svg import by_place, el, picture
from ludus.core.text import Sentence, Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art
from ludus.games.hadrians_wall.face import log, prompts, report, why
from ludus.games.hadrians_wall.face.cards import ROW, Cards, Drawn
from ludus.games.hadrians_wall.face.choices import Adviser
from ludus.games.hadrians_wall.face.look import CSS, NAME, TONES, definitions
from ludus.games.hadrians_wall.face.marks import marks_of, trace_places
from ludus.games.hadrians_wall.face.scouting import scouting
from ludus.games.hadrians_wall.face.screens import SMALL, Screens
from ludus.games.hadrians_wall.face.shapes import named
from ludus.games.hadrians_wall.face.sheets import painters, reading_of
from ludus.games.hadrians_wall.face.strip import STRIP, Strip
from ludus.games.hadrians_wall.face.table import Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.ids import ASK, ASK_PLACE, COHORT_KEYS, ITEM_KEYS, LAY
from ludus.games.hadrians_wall.view import View

SHEETS = ("left", "right")
TITLES = {"left": "wall", "right": "town"}
TWO_ROWS = 2
"""So many others stand one below the other; more stand two by two and take all the room."""
NOTHING = Picture(('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">', "", "</svg>"))

FRONT: Mapping[str, tuple[str, ...]] = {
    "path": ("cards", "attack", "left"),
    "place": ("map", "right"),
    "defence": ("attack", "left"),
    "end": ("end", "left"),
}
"""Which pictures a question brings to the front, best first, of those that there are."""


class HadriansWallFace(BaseFace[View]):
    """The face of both sheets and all that lies beside them."""

    def __init__(self, words: Words, board: Board, art: Art) -> None:
        super().__init__(words)
        self._board = board
        self._painters = painters(art, board, words)
        self._strips = {key: Strip(board, words, key) for key in SHEETS}
        self._symbols = {
            key: el("defs", *definitions(art.symbols, icons, key), id=f"defs-{key}")
            for key, icons in self._icons().items()
        }

    def scenes(
        self,
        view: View,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
        lately: Sequence[Event] = (),
    ) -> Sequence[Scene]:
        """The viewer's two sheets, the cards, what goes on just now, and the others' sheets."""
        table = Table(self._board, view)
        voice = Voice(self.words, self._board, names, view.viewer)
        seat = view.viewer if 0 <= view.viewer < view.seats else 0
        own = decision if decision is not None and decision.seat == view.viewer else None
        offered = by_place(() if own is None else choices)
        cards, screens = Cards(table, voice, offered), Screens(table, voice, offered)
        fresh = self._fresh(seat, lately)
        drawn: dict[str, Drawn | None] = {}
        sheet = table.sheets[seat]
        reading = reading_of(self._board, sheet)
        for key, painter in self._painters.items():
            x, y, width, height = painter.view_box
            row = cards.paths_row if key == "left" else cards.reach_row
            parts = [
                *painter.sheet(reading, offered, fresh),
                *self._strips[key].parts(sheet, view.year, view.difficulty),
                *(named(part, key) for part in row(seat, height + 10)),
            ]
            drawn[key] = parts, (x, y - STRIP, width, height + STRIP + ROW)
        drawn["cards"] = cards.scene(seat)
        laying = own is not None and sheet[ASK] == ASK_PLACE
        drawn["map"] = scouting(table, voice, offered, seat) if laying else None
        drawn["attack"] = screens.attack() if self._shows_attack(table) else None
        if view.seats > 1:
            drawn["players"] = self._others(table, screens, seat)
        drawn["end"] = screens.end() if view.question is None else None
        front = self._front(table, own)
        return [self._scene(key, picture, front) for key, picture in drawn.items()]

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
        return report.verdict(self.words, outcome, names)

    def describe(self, view: View, names: Sequence[str]) -> str:
        return report.describe(Table(self._board, view), self._voice(view, names))

    def text(self, view: View, names: Sequence[str]) -> str:
        return report.text(Table(self._board, view), self._voice(view, names))

    # Pictures ------------------------------------------------------------------------------------

    def _icons(self) -> dict[str, set[str]]:
        """The icons that each picture can come to need."""
        picts = {f"pict-{cohort}" for cohort in COHORT_KEYS}
        items = set(ITEM_KEYS)
        counters = items | {"infrastructure", "favour", "disdain"}
        cards = items | picts | {"fate", "gladiator"}
        return {
            "left": self._painters["left"].icons | counters | {"check", "lock", "path"},
            "right": self._painters["right"].icons | counters | cards | {"good", "hash", "renown"},
            "cards": cards,
            "map": items | {"turn", "mirror"},
            "attack": picts | {"cohort"},
            "players": set(),
            "end": {"laurel"},
        }

    def _shows_attack(self, table: Table) -> bool:
        """While it goes on, and after it until the cards of the next Year are laid."""
        question = table.view.question
        if question is None or not table.view.attack:
            return False
        return table.under_attack or question.phase == LAY

    def _front(self, table: Table, own: Decision | None) -> tuple[str, ...]:
        if table.view.question is None:
            return FRONT["end"]
        if table.under_attack:
            return FRONT["defence"]
        return FRONT.get(own.prompt, ()) if own else ()

    def _others(self, table: Table, screens: Screens, seat: int) -> Drawn:
        """Every other player's sheets."""
        parts: list[str] = []
        others = [other for other in range(table.view.seats) if other != seat]
        across = 1 if len(others) <= TWO_ROWS else 2
        width, height = 2 * SMALL[0] + 80, SMALL[1] + 140
        for index, other in enumerate(others):
            x, y = index % across * width, index // across * height
            parts.append(screens.caption(other, x, y))
            marks = marks_of(self._board, table.sheets[other])
            for column, painter in enumerate(self._painters.values()):
                left = x + column * (SMALL[0] + 20)
                parts.append(painter.small(marks, other, left, y + 110))
        rows = (len(others) + across - 1) // across
        return parts, (-20, -10, across * width, rows * height)

    def _scene(self, key: str, drawn: Drawn | None, front: Sequence[str]) -> Scene:
        title = self.words.text(f"name.{TITLES.get(key, key)}")
        if drawn is None:
            return Scene(key, title, NOTHING, away=True)
        parts, view_box = drawn
        svg = picture(
            self._symbols[key],
            # Pieces of sheets are kept, and so named already.
            *(parts if key in SHEETS else (named(part, key) for part in parts)),
            name=NAME,
            title=title,
            view_box=view_box,
            tones=TONES,
            css=CSS,
        )
        rank = len(front) - front.index(key) if key in front else 0
        return Scene(key, title, svg, rank, alone=key == "players" and view_box[2] > view_box[3])

    def _fresh(self, seat: int, lately: Sequence[Event]) -> set[str]:
        """The boxes that the viewer's latest action marked."""
        for event in reversed(lately):
            trace = event.facts.get("trace")
            if event.facts.get("seat") == seat and isinstance(trace, tuple):
                return set(trace_places(self._board, list(trace)))
        return set()

    def _voice(self, view: View, names: Sequence[str]) -> Voice:
        return Voice(self.words, self._board, names, view.viewer)

    def _adviser(self, view: View, names: Sequence[str]) -> Adviser:
        return Adviser(Table(self._board, view), self._voice(view, names))
