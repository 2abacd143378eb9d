"""What can be drawn in advance: the printed board, and every piece where it can lie.

Most of a picture never changes, or is one of a few. It is drawn once per side of the board, so that
a position is put together from ready parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ludus.core.svg import MARKS, at, el, esc, num, picture, piece, text
from ludus.core.text import roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.drawing import FortSpot, Sheet, SideDrawing
from ludus.games.cambria.face import land, shapes
from ludus.games.cambria.face.look import NAME, TONES
from ludus.games.cambria.face.names import BoardNames
from ludus.games.cambria.ids import NUMBERS

AT_SEA: Final = 80
"""Room for half a boat and the sea beside it."""
PIECE: Final = 1.65
"""Warriors on the board, against the size of a seat mark."""
INNER: Final = 33.5
OUTER: Final = 47.0
RIM: Final = 49.0
"""Radii of the ring round a fort, and of what it lies on."""
GAP: Final = 5.0
"""Degrees between two segments of a ring, at the outer edge."""


class Spot:
    """A place in the picture: its id, where it lies and how far its outline reaches."""

    __slots__ = ("head", "hit", "id", "outlines", "reach", "transform")

    def __init__(self, place: str, transform: str, reach: float) -> None:
        self.id = place
        self.transform = transform
        self.reach = reach
        self.hit = el("circle", class_="hit", r=reach)
        """What catches a click beside the drawing."""
        self.outlines = {
            kind: el("circle", class_=f"trace {kind}".strip(), r=reach - 5) for kind in ("", "from")
        }
        """Where the last move put something, and where it took it from."""
        stop = ' tabindex="0"' if place.startswith("fort") else ""
        self.head = f'<g id="{place}" transform="{transform}"{stop} role="img" aria-label="'
        """The start of the group that is drawn there, up to its label. Forts can be focused, for
        what they say is worth asking for at any time."""


class SlotArt:
    """A road or a boat, with whatever can stand there."""

    __slots__ = (
        "_legion",
        "_marks",
        "body",
        "empty",
        "ghosts",
        "glow",
        "id",
        "owned",
        "spot",
        "standing",
        "titled",
    )

    def __init__(self, spot: Spot, body: str, glow: str, name: str, piece_at: str) -> None:
        self.spot = spot
        self.id = spot.id
        self.body = body
        self.glow = glow
        """Drawn over the body where it can be chosen."""
        self._marks = tuple(
            piece(shapes.MARK, seat, id=f"{spot.id}-piece", transform=piece_at)
            for seat in range(len(MARKS))
        )
        self._legion = el("use", href="#c-legion", id="legion", class_="piece")
        self.ghosts = (
            *(
                el("use", href=f"#{shapes.MARK}{seat}", class_=f"ghost s{seat}", transform=piece_at)
                for seat in range(len(MARKS))
            ),
            el("use", href="#c-legion", class_="ghost legion"),
        )
        """What may come here, by mark; the legion is last."""
        self.titled = f"{spot.head}{esc(name)}"
        """The start of the group, up to the end of its label."""
        self.owned = f"{self.titled}: "
        """The same where something stands there, which the label says next."""
        self.empty = f'{self.titled}">{body}</g>'
        self.standing = tuple(f'">{body}{drawn}' for drawn in (*self._marks, self._legion))
        """The rest of the group by what stands there, up to its end; the legion is last."""

    def piece(self, mark: int) -> str:
        """What stands there, drawn: a warrior by its seat mark, or the legion."""
        return self._legion if mark < 0 else self._marks[mark]


class RingArt:
    """The ring round a fort: a segment per road, in the order of the roads."""

    __slots__ = ("defs", "held", "roads", "standing")

    def __init__(self, site: int, roads: Sequence[int], bearings: Sequence[float]) -> None:
        size = len(roads)
        order = sorted(range(size), key=lambda index: bearings[index])
        # Segments are equal, so they cannot all point along their roads: turned to miss least.
        turn = _mean([bearings[road] - place * 360 / size for place, road in enumerate(order)])
        middles = {road: turn + place * 360 / size for place, road in enumerate(order)}
        self.roads = tuple(roads)
        names = [f"c-r{site}-{index}" for index in range(size)]
        self.defs = "".join(
            el("path", id=name, d=_segment(middles[index], 360 / size))
            for index, name in enumerate(names)
        ) + el(
            "g",
            el(
                "circle",
                r=RIM,
                fill="var(--land-3)",
                stroke="var(--lit,var(--road-edge))",
                stroke_width="var(--lit-width,1.8px)",
            ),
            el(
                "g",
                *(el("use", href=f"#{name}") for name in names),
                fill="var(--free)",
                stroke="var(--road-edge)",
                stroke_opacity=".55",
                stroke_dasharray="3.5 2.5",
            ),
            id=f"c-r{site}",
        )
        self.standing = f'<use href="#c-r{site}"/>'
        self.held = [
            tuple(
                f'<use href="#{name}" class="{colour}"/>'
                f'<use href="#{small}" x="{num(x)}" y="{num(y)}"/>'
                for colour, small in (
                    *((f"s{seat}", f"c-k{seat}") for seat in range(len(MARKS))),
                    ("sl", "c-ke"),
                )
            )
            for name, (x, y) in zip(names, (_polar(middles[i]) for i in range(size)), strict=True)
        ]
        """By road and the mark of the warrior on it, its segment; the legion is last."""


def _mean(angles: Sequence[float]) -> float:
    """The middle of directions, in degrees."""
    x = sum(math.cos(math.radians(angle)) for angle in angles)
    y = sum(math.sin(math.radians(angle)) for angle in angles)
    return math.degrees(math.atan2(y, x))


def _polar(angle: float, radius: float = (INNER + OUTER) / 2) -> tuple[float, float]:
    return radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle))


def _segment(middle: float, width: float) -> str:
    """Path data of a part of the ring."""
    half = (width - GAP) / 2
    inner_half = half - GAP / 2 * (OUTER / INNER - 1)
    corners = (
        _polar(middle - half, OUTER),
        _polar(middle + half, OUTER),
        _polar(middle + inner_half, INNER),
        _polar(middle - inner_half, INNER),
    )
    a, b, c, d = (f"{num(x)} {num(y)}" for x, y in corners)
    return f"M{a}A{OUTER} {OUTER} 0 0 1 {b}L{c}A{INNER} {INNER} 0 0 0 {d}z"


class FortArt:
    """A fort with its ring and victory point token, and what lies there once it has fallen."""

    __slots__ = ("gone", "ring", "spot", "taken", "token")

    def __init__(self, drawn: FortSpot, board: Board, site: int, bearings: Sequence[float]) -> None:
        self.spot = Spot(f"fort-{site}", at(drawn.x, drawn.y), RIM)
        self.ring = RingArt(site, board.roads_at[site], bearings)
        value = board.numeral[site]
        token = el("use", href=f"#c-f{value}", id=f"fort-{site}-piece", class_="piece")
        if board.victory[site]:
            coin = el(
                "use", href=f"#c-c{board.victory[site]}", id=f"token-{site}-piece", class_="piece"
            )
            token += el("g", coin, id=f"token-{site}", transform=at(*drawn.badge))
        self.token = token
        """The fort token, and the victory point token if it has one."""
        self.taken = tuple(
            f'<use href="#c-o{seat}" class="s{seat}"/>'
            + text(roman(value), class_="n", y=shapes.NUMERAL_AT[seat])
            for seat in range(len(MARKS))
        )
        self.gone = '<use href="#c-site"/>' + text(roman(value), class_="n gone", y=9)
        """Of a fort that nobody claimed."""


def with_boats(side: SideDrawing) -> tuple[float, float, float, float]:
    """All forts and roads with the boats and the standard, where these lie at sea."""
    _, top, _, height = side.focus
    right = side.focus[0] + side.focus[2]
    left = min(side.standard.x, *(boat.x for boat in side.boat)) - AT_SEA
    return left, top, right - left, height


class Art:
    """Everything of one side of the board that can be drawn in advance."""

    def __init__(self, sheet: Sheet, places: BoardNames, css: str) -> None:
        words, board, side = places.words, places.board, sheet.side
        self.places = places
        self.focus: tuple[float, float, float, float] = side.focus
        self.reach = with_boats(side)
        self.title = words.text("name.scene")
        self.frame = picture(
            name=NAME, title=self.title, view_box=side.view_box, tones=TONES, css=css
        )
        """An empty picture: what stands round all others."""
        self.forts = tuple(
            FortArt(spot, board, site, _bearings(sheet, board, site))
            for site, spot in enumerate(sheet.forts)
        )
        rings = "".join(fort.ring.defs for fort in self.forts)
        self.printed = el("defs", *land.defs(sheet), *shapes.ALL, rings) + el(
            "g",
            land.printed(sheet, board),
            id="map",
            class_=f"side-{side.key}",
            aria_hidden="true",
        )
        self.roads = tuple(
            SlotArt(
                Spot(f"road-{road}", at(*spot.slot), 28),
                el("use", href="#c-s", transform=f"rotate({spot.angle % 90})"),
                el("use", href="#c-g", class_="ring", transform=f"rotate({spot.angle % 90})"),
                places.slots[road].text,
                at(0, 0, PIECE),
            )
            for road, spot in enumerate(sheet.roads)
        )
        self.boats = tuple(self._boat(sheet, places, boat) for boat in range(len(NUMBERS)))
        self.standard = Spot("standard", at(side.standard.x, side.standard.y), 56)
        self.standard_body = shapes.STANDARD + text("SPQR", class_="spqr", y=-18)
        self.standard_title = esc(words.text("name.standard"))
        self.legion = el("use", href="#c-legion", id="legion", class_="piece", transform=at(0, 12))

    def _boat(self, sheet: Sheet, places: BoardNames, boat: int) -> SlotArt:
        spot = sheet.boats[boat]
        body = el("use", href="#c-boat") + text(roman(NUMBERS[boat]), class_="n boat-n", y=3)
        glow = el("use", href="#c-gb", class_="ring")
        name = places.slots[places.board.roads + boat].text
        return SlotArt(
            Spot(f"boat-{boat}", at(spot.x, spot.y), 41), body, glow, name, at(24, 20, PIECE)
        )


def _bearings(sheet: Sheet, board: Board, site: int) -> list[float]:
    """The directions, in degrees, in which a fort's roads leave it."""
    fort = sheet.forts[site]
    slots = [sheet.roads[road].slot for road in board.roads_at[site]]
    return [math.degrees(math.atan2(y - fort.y, x - fort.x)) for x, y in slots]
