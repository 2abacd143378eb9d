"""All pictures of a position: sheets, cards, what is happening now, and the other players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.core.face import Choice, Picture, Scene
from ludus.core.protocol import Decision, Event
from ludus.core.svg import by_place, el, picture
from ludus.core.text import Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art
from ludus.games.hadrians_wall.face.cards import ROW, Cards, Drawn
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.look import CSS, NAME, TONES, definitions
from ludus.games.hadrians_wall.face.marks import marks_of, trace_places
from ludus.games.hadrians_wall.face.scouting import scouting
from ludus.games.hadrians_wall.face.screens import SMALL, Screens
from ludus.games.hadrians_wall.face.shapes import named
from ludus.games.hadrians_wall.face.sheets import painters, reading_of
from ludus.games.hadrians_wall.face.strip import STRIP, Strip
from ludus.games.hadrians_wall.ids import ASK, ASK_PLACE, COHORT_KEYS, ITEM_KEYS, LAY

SHEETS = ("left", "right")
TITLES = {"left": "wall", "right": "town"}
TWO_ROWS = 2
"""Up to this many other players are drawn in one column, more in two."""
NOTHING = Picture(('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">', "", "</svg>"))

FRONT: Mapping[str, tuple[str, ...]] = {
    "path": ("cards", "attack", "left"),
    "place": ("map", "right"),
    "defence": ("attack", "left"),
    "end": ("end", "left"),
}
"""Which pictures come to the front for a question, best first."""


class ScenePainter:
    """Draws all pictures; what is printed on the sheets is drawn in advance."""

    def __init__(self, words: Words, board: Board, art: Art) -> None:
        self._words = words
        self._painters = painters(art, board, words)
        self._strips = {key: Strip(board, words, key) for key in SHEETS}
        self._symbols = {
            key: el("defs", *definitions(art.symbols, icons, key), id=f"defs-{key}")
            for key, icons in self._icons().items()
        }

    def scenes(
        self,
        context: Context,
        decision: Decision | None,
        choices: Sequence[Choice],
        lately: Sequence[Event],
    ) -> list[Scene]:
        """The viewer's two sheets, the cards, what is happening now, and the other sheets."""
        view = context.view
        seat = view.viewer if 0 <= view.viewer < view.seats else 0
        own = decision if decision is not None and decision.seat == view.viewer else None
        offered = by_place(() if own is None else choices)
        cards, screens = Cards(context, offered), Screens(context, offered)
        fresh = _fresh(context.board, seat, lately)
        drawn: dict[str, Drawn | None] = {}
        sheet = context.sheets[seat]
        reading = reading_of(context.board, sheet)
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
        drawn["map"] = scouting(context, offered, seat) if laying else None
        drawn["attack"] = screens.attack() if _shows_attack(context) else None
        if view.seats > 1:
            drawn["players"] = self._others(context, screens, seat)
        drawn["end"] = screens.end() if view.question is None else None
        front = _front(context, own)
        return [self._scene(key, picture, front) for key, picture in drawn.items()]

    def _icons(self) -> dict[str, set[str]]:
        """The icons that each picture may use."""
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

    def _others(self, context: Context, screens: Screens, seat: int) -> Drawn:
        """Every other player's sheets."""
        parts: list[str] = []
        others = [other for other in range(context.view.seats) if other != seat]
        across = 1 if len(others) <= TWO_ROWS else 2
        width, height = 2 * SMALL[0] + 80, SMALL[1] + 140
        for index, other in enumerate(others):
            x, y = index % across * width, index // across * height
            parts.append(screens.caption(other, x, y))
            marks = marks_of(context.board, context.sheets[other])
            for column, painter in enumerate(self._painters.values()):
                left = x + column * (SMALL[0] + 20)
                parts.append(painter.small(marks, other, left, y + 110))
        rows = (len(others) + across - 1) // across
        return parts, (-20, -10, across * width, rows * height)

    def _scene(self, key: str, drawn: Drawn | None, front: Sequence[str]) -> Scene:
        title = self._words.text(f"name.{TITLES.get(key, key)}")
        if drawn is None:
            return Scene(key, title, NOTHING, away=True)
        parts, view_box = drawn
        svg = picture(
            self._symbols[key],
            # The icons in the parts of sheets have been renamed already.
            *(parts if key in SHEETS else (named(part, key) for part in parts)),
            name=NAME,
            title=title,
            view_box=view_box,
            tones=TONES,
            css=CSS,
        )
        rank = len(front) - front.index(key) if key in front else 0
        return Scene(key, title, svg, rank, alone=key == "players" and view_box[2] > view_box[3])


def _shows_attack(context: Context) -> bool:
    """Whether the attack is shown: during it, and until the next Year's cards are laid."""
    question = context.view.question
    if question is None or not context.view.attack:
        return False
    return context.under_attack or question.phase == LAY


def _front(context: Context, own: Decision | None) -> tuple[str, ...]:
    if context.view.question is None:
        return FRONT["end"]
    if context.under_attack:
        return FRONT["defence"]
    return FRONT.get(own.prompt, ()) if own else ()


def _fresh(board: Board, seat: int, lately: Sequence[Event]) -> set[str]:
    """The boxes that the viewer's latest action marked."""
    for event in reversed(lately):
        trace = event.facts.get("trace")
        if event.facts.get("seat") == seat and isinstance(trace, tuple):
            return set(trace_places(board, list(trace)))
    return set()
