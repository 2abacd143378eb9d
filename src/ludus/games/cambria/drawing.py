"""Loads `drawing.toml`: where things lie on both sides of the board. The rules never see it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from ludus.core.content import Pack, Source, advise, demand
from ludus.core.text import roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import NUMBERS

Point: TypeAlias = tuple[float, float]


class Water(msgspec.Struct, forbid_unknown_fields=True):
    """A river or a lake."""

    name: str
    points: list[Point]


class FortSpot(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    x: int
    y: int
    badge: Point
    """Where the victory point token lies, from the middle of the fort."""
    label: Point
    anchor: Literal["start", "middle", "end"]


class RoadSpot(msgspec.Struct, forbid_unknown_fields=True):
    a: str
    b: str
    slot: tuple[int, int]
    angle: int
    control: Point | None = None
    """The bend of a road that is not straight."""


class BoatSpot(msgspec.Struct, forbid_unknown_fields=True):
    numeral: str
    x: int
    y: int
    near: tuple[int, int]
    """Where it lies on an upright screen, which shows less of the sea."""


class StandardSpot(msgspec.Struct, forbid_unknown_fields=True):
    x: int
    y: int
    near: tuple[int, int]


class Spot(msgspec.Struct, forbid_unknown_fields=True):
    x: int
    y: int
    size: int


class Lettering(msgspec.Struct, forbid_unknown_fields=True):
    text: str
    x: int
    y: int
    size: int
    rotate: int = 0
    kind: Literal["land", "sea"] = "land"


class SideDrawing(msgspec.Struct, forbid_unknown_fields=True):
    """One side as it stands in the file."""

    key: str
    source: Source
    view_box: tuple[int, int, int, int]
    focus: tuple[int, int, int, int]
    """What every screen has to show: all forts and roads. What lies round it fills the screen."""
    land: list[list[Point]]
    river: list[Water]
    lake: list[Water]
    hills: list[tuple[int, int, int]]
    trees: list[tuple[int, int]]
    waves: list[tuple[int, int]]
    fort: list[FortSpot]
    road: list[RoadSpot]
    boat: list[BoatSpot]
    standard: StandardSpot
    sea_name: Lettering
    compass: Spot
    region: list[Lettering]


class Drawings(msgspec.Struct, forbid_unknown_fields=True):
    side: list[SideDrawing]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side ready to be drawn: forts, roads and boats in the order of the board."""

    side: SideDrawing
    forts: tuple[FortSpot, ...]
    roads: tuple[RoadSpot, ...]
    boats: tuple[BoatSpot, ...]


def load_sheets(pack: Pack, boards: Mapping[str, Board]) -> dict[str, Sheet]:
    """The drawings of both sides, checked against the boards that they are of."""
    path = pack.path("drawing.toml")
    sides = {side.key: side for side in pack.read("drawing.toml", Drawings).side}
    demand(set(sides) == set(boards), path, f"the sides must be {sorted(boards)}")
    return {key: _sheet(sides[key], board, path) for key, board in boards.items()}


def _sheet(side: SideDrawing, board: Board, path: Path) -> Sheet:
    here = f"side {side.key}"
    forts = {spot.id: spot for spot in side.fort}
    roads = {frozenset((spot.a, spot.b)): spot for spot in side.road}
    boats = {spot.numeral: spot for spot in side.boat}
    hint = "a pack that changes forts or roads needs a drawing.toml of its own"
    demand(
        sorted(spot.id for spot in side.fort) == sorted(board.site_id),
        path,
        f"{here}: its forts are not those of maps.toml; {hint}",
    )
    pairs = [frozenset(board.site_id[site] for site in ends) for ends in board.ends]
    demand(
        len(side.road) == len(roads) and set(roads) <= set(pairs),
        path,
        f"{here}: its roads are not those of maps.toml; {hint}",
    )
    check_places(side, path)
    numerals = [roman(number) for number in NUMBERS]
    demand(
        sorted(spot.numeral for spot in side.boat) == sorted(numerals),
        path,
        f"{here}: the boats must be {', '.join(numerals)} once each",
    )
    return Sheet(
        side,
        tuple(forts[site] for site in board.site_id),
        tuple(
            _along(roads[pair], board, road) if pair in roads else _straight(forts, board, road)
            for road, pair in enumerate(pairs)
        ),
        tuple(boats[numeral] for numeral in numerals),
    )


def check_places(side: SideDrawing, path: Path) -> None:
    """Forts lie where every screen shows them, and on land."""
    left, top, width, height = side.focus
    for spot in side.fort:
        here = f"side {side.key}, fort {spot.id}"
        shown = left <= spot.x <= left + width and top <= spot.y <= top + height
        demand(shown, path, f"{here}: {spot.x}, {spot.y} is beyond the focus, {side.focus}")
        inland = any(_inside(spot, coast) for coast in side.land)
        advise(inland or not shown, path, f"{here}: in the sea")


def _inside(spot: FortSpot, outline: Sequence[Point]) -> bool:
    """Whether a line from the spot to the west crosses the outline an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in pairwise((*outline, *outline[:1])):
        if (ay > spot.y) != (by > spot.y):
            odd ^= spot.x > ax + (spot.y - ay) * (bx - ax) / (by - ay)
    return odd


def _straight(forts: Mapping[str, FortSpot], board: Board, road: int) -> RoadSpot:
    """A road that the file does not bend: straight, with its slot in the middle."""
    a, b = (forts[board.site_id[site]] for site in board.ends[road])
    slot = (round((a.x + b.x) / 2), round((a.y + b.y) / 2))
    angle = round(math.degrees(math.atan2(b.y - a.y, b.x - a.x)))
    # Between a quarter turn to the left and one to the right, as the others are drawn.
    angle = angle - 180 if angle > 90 else angle + 180 if angle <= -90 else angle
    return RoadSpot(a.id, b.id, slot, angle)


def _along(spot: RoadSpot, board: Board, road: int) -> RoadSpot:
    """The road from the end that the board names first."""
    a, b = (board.site_id[site] for site in board.ends[road])
    return RoadSpot(a, b, spot.slot, spot.angle, spot.control)
