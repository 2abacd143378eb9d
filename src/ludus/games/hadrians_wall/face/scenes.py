"""All pictures of a position: the viewer's sheets, the map to scout on, and the other sheets."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, TypeAlias

import msgspec

from ludus.core.face import Choice, Picture, Scene
from ludus.core.models import Section
from ludus.core.protocol import Decision, Event
from ludus.core.svg import by_place, el, picture
from ludus.core.text import Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Art, Rect
from ludus.games.hadrians_wall.face.camera import Camera
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.look import CSS, NAME, TONES, definitions
from ludus.games.hadrians_wall.face.marks import trace_places
from ludus.games.hadrians_wall.face.scouting import scouting
from ludus.games.hadrians_wall.face.shapes import named
from ludus.games.hadrians_wall.face.sheets import painters, reading_of
from ludus.games.hadrians_wall.ids import ASK, ASK_PLACE, ITEM_KEYS

SHEETS: Final = ("left", "right")
TITLES: Final = {"left": "wall", "right": "town"}
RIVAL: Final = "seat"
"""The picture of a player's sheets, for the others, is `seat-N`."""
GAP: Final = 20
"""Between the two sheets of another player."""
NOTHING: Final = Picture(
    ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">', "", "</svg>")
)
FRONT: Final[Mapping[str, tuple[str, ...]]] = {
    "place": ("map", "right"),
    "source": ("right", "left"),
}
"""Which pictures come to the front for a question, best first."""
Offered: TypeAlias = Mapping[str, Sequence[Choice]]


class ScenePainter:
    """Draws all pictures; what is printed on the sheets is drawn in advance."""

    def __init__(self, words: Words, board: Board, art: Art) -> None:
        self._words = words
        self._painters = painters(art, board, words)
        self._cameras = {"left": Camera(art.left, words), "right": Camera(art.right, words)}
        self._places = {
            key: {box.id for area in sheet.area for box in area.boxes}
            for key, sheet in (("left", art.left), ("right", art.right))
        }
        icons = {key: painter.icons for key, painter in self._painters.items()}
        icons["left"] |= {"check", "lock"}
        icons["right"] |= {"good", "hash", "renown"}
        icons["map"] = {*ITEM_KEYS, "turn", "mirror"}
        self._symbols = {
            key: el("defs", *definitions(art.symbols, names, key), id=f"defs-{key}")
            for key, names in icons.items()
        }

        self._beside: list[float] = []
        """Where each sheet of another player begins, from the left."""
        sections: list[Section] = []
        x = 0.0
        for key, painter in self._painters.items():
            _, _, width, height = painter.view_box
            self._beside.append(x)
            for part in self._cameras[key].sections((), edge=False):
                left, top, wide, high = part.box
                sections.append(msgspec.structs.replace(part, box=(left + x, top, wide, high)))
            x += width + GAP
        # All play at once: a move of one player leaves the sheets of the others as they were.
        self._sheet = lru_cache(512)(self._draw_sheet)
        self._rival_sheets = lru_cache(512)(self._draw_rival)
        self._reading = lru_cache(512)(partial(reading_of, board))
        self._sections = tuple(sections)
        """The parts of another player's sheets."""
        self._both: Rect = (0, 0, x - GAP, height)

    def scenes(
        self,
        context: Context,
        decision: Decision | None,
        choices: Sequence[Choice],
        lately: Sequence[Event],
    ) -> list[Scene]:
        """The viewer's two sheets, the map while a pattern is laid, and the other sheets."""
        view = context.view
        seat = view.viewer if 0 <= view.viewer < view.seats else 0
        own = decision if decision is not None and decision.seat == view.viewer else None
        offered = by_place(() if own is None else choices)
        front = self._front(own, offered)
        found = self._own(context, seat, offered, _fresh(context.board, seat, lately), front)
        laying = own is not None and context.sheets[seat][ASK] == ASK_PLACE
        found.append(
            self._map(context, offered, seat, front)
            if laying
            else _away("map", self._words.text("name.map"))
        )
        if view.seats > 1:
            found += [
                _away(f"{RIVAL}-{other}", context.names.of_players[other])
                if other == seat
                else self._rival(context, other)
                for other in range(view.seats)
            ]
        return found

    def _own(
        self, context: Context, seat: int, offered: Offered, fresh: set[str], front: Sequence[str]
    ) -> list[Scene]:
        sheet = tuple(context.sheets[seat])
        glowing = tuple((place, tuple(choices)) for place, choices in offered.items())
        found: list[Scene] = []
        for key in SHEETS:
            title = self._words.text(f"name.{TITLES[key]}")
            camera = self._cameras[key]
            found.append(
                Scene(
                    key,
                    title,
                    self._sheet(key, title, sheet, glowing, frozenset(fresh)),
                    _rank(key, front),
                    sections=camera.sections(offered),
                    focus=camera.focus(offered),
                )
            )
        return found

    def _draw_sheet(
        self,
        key: str,
        title: str,
        sheet: tuple[int, ...],
        offered: tuple[tuple[str, tuple[Choice, ...]], ...],
        fresh: frozenset[str],
    ) -> Picture:
        painter = self._painters[key]
        parts = painter.sheet(self._reading(sheet), dict(offered), fresh)
        return self._picture(title, [self._symbols[key], *parts], painter.view_box)

    def _draw_rival(self, title: str, sheet: tuple[int, ...], seat: int) -> Picture:
        marks = self._reading(sheet).marks
        parts = [
            painter.small(marks, seat, x, 0)
            for painter, x in zip(self._painters.values(), self._beside, strict=True)
        ]
        return self._picture(title, parts, self._both)

    def _map(self, context: Context, offered: Offered, seat: int, front: Sequence[str]) -> Scene:
        """The map, large; the icons in its parts are renamed for this picture."""
        parts, view_box = scouting(context, offered, seat)
        shown = [self._symbols["map"], *(named(part, "map") for part in parts)]
        title = self._words.text("name.map")
        return Scene("map", title, self._picture(title, shown, view_box), _rank("map", front))

    def _rival(self, context: Context, seat: int) -> Scene:
        """Another player's sheets side by side, over what is printed on the viewer's own."""
        title = context.names.of_players[seat]
        drawn = self._rival_sheets(title, tuple(context.sheets[seat]), seat)
        return Scene(f"{RIVAL}-{seat}", title, drawn, sections=self._sections, owner=seat)

    def _picture(self, title: str, parts: Sequence[str], view_box: Rect) -> Picture:
        return picture(*parts, name=NAME, title=title, view_box=view_box, tones=TONES, css=CSS)

    def _front(self, own: Decision | None, offered: Collection[str]) -> tuple[str, ...]:
        """The sheet where something can be chosen; the Wall if that is on both or neither."""
        if own is None:
            return SHEETS
        asked = FRONT.get(own.prompt)
        if asked is not None:
            return asked
        left, right = (not self._places[key].isdisjoint(offered) for key in SHEETS)
        return ("right", "left") if right and not left else SHEETS


def _away(key: str, title: str) -> Scene:
    """A picture that is not shown now; it keeps its place among the others."""
    return Scene(key, title, NOTHING, away=True)


def _rank(key: str, front: Sequence[str]) -> int:
    return len(front) - front.index(key) if key in front else 0


def _fresh(board: Board, seat: int, lately: Sequence[Event]) -> set[str]:
    """The boxes that the viewer's latest action marked."""
    for event in reversed(lately):
        trace = event.facts.get("trace")
        if event.facts.get("seat") == seat and isinstance(trace, tuple):
            return set(trace_places(board, list(trace)))
    return set()
