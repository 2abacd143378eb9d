"""Loads `drawing.toml`: the outlines of both maps. The rules never see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

from ludus.core.content import Pack, Source, demand
from ludus.games.conqueror.board import BRIDGE, Board, Territory
from ludus.games.conqueror.ids import FORT, GREAT_FORT, NO_FORT, NONE

Point: TypeAlias = tuple[int, int]
Line: TypeAlias = Annotated[list[Point], msgspec.Meta(min_length=2)]
Ring: TypeAlias = Annotated[list[Point], msgspec.Meta(min_length=3)]
IconName = Literal["home", "great_fort", "fort", "food", "currency"]
ICON_STEP = 26
"""Between icons that the file has no place for."""


class Struct(msgspec.Struct, forbid_unknown_fields=True):
    """Strict: a misspelt key is an error."""


class Icon(Struct):
    icon: IconName
    at: Point


class Region(Struct):
    """A territory: its outline, and where name, units and icons go."""

    id: str
    label: Point
    stack: Point
    radius: float
    icon: list[Icon]
    outline: Ring
    hole: list[Ring] = []


class Bridge(Struct):
    a: str
    b: str
    ends: tuple[Point, Point]


class Lettering(Struct):
    text: str
    at: Point
    size: int
    angle: float


class Ground(Struct):
    """Ground that nobody can enter."""

    kind: Literal["land", "desert", "mountains", "sea"]
    outline: Ring
    hole: list[Ring] = []


class Border(Struct):
    kind: Literal["land", "sea"]
    inner: bool
    line: Line


class MapDrawing(Struct):
    key: str
    source: Source
    danube: Line
    bridge: list[Bridge]
    label: list[Lettering]
    coast: list[Line]
    islet: list[Ring]
    territory: list[Region]
    ground: list[Ground]
    border: list[Border]


class Drawings(Struct):
    map: list[MapDrawing]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One map ready to be drawn: regions in the order of the board."""

    drawing: MapDrawing
    regions: tuple[Region, ...]


def load_sheets(pack: Pack, boards: Sequence[Board]) -> dict[str, Sheet]:
    """The drawings of both maps, checked against the boards that they are of."""
    path = pack.path("drawing.toml")
    maps = {drawing.key: drawing for drawing in pack.read("drawing.toml", Drawings).map}
    keys = [board.key for board in boards]
    demand(sorted(maps) == sorted(keys), path, f"the maps must be {keys}")
    return {board.key: _sheet(maps[board.key], board, path) for board in boards}


def _sheet(drawing: MapDrawing, board: Board, path: Path) -> Sheet:
    here = f"map {drawing.key}"
    hint = "a pack that changes territories or bridges needs a drawing.toml of its own"
    regions = {region.id: region for region in drawing.territory}
    demand(
        sorted(region.id for region in drawing.territory) == sorted(board.names),
        path,
        f"{here}: its territories are not those of maps.toml; {hint}",
    )
    drawn = {frozenset((bridge.a, bridge.b)) for bridge in drawing.bridge}
    right = {
        frozenset((board.names[a], board.names[b])) for a, b, kinds in board.links if kinds & BRIDGE
    }
    demand(drawn == right, path, f"{here}: its bridges are not those of maps.toml; {hint}")
    for territory in board.territories:
        region = regions.get(territory.name)
        if region is not None:
            _show_icons(region, _icons(territory))
    return Sheet(drawing, tuple(regions[name] for name in board.names))


def _show_icons(region: Region, icons: Sequence[IconName]) -> None:
    """Print the icons that the rules know: where they are drawn, else in a row below the name."""
    if sorted(icon.icon for icon in region.icon) == sorted(icons):
        return
    x, y = region.label
    left = x - ICON_STEP * (len(icons) - 1) // 2
    region.icon = [
        Icon(name, (left + ICON_STEP * number, y + ICON_STEP)) for number, name in enumerate(icons)
    ]


def _icons(territory: Territory) -> list[IconName]:
    """The icons of a territory; a home stands for its great fort."""
    forts: dict[int, list[IconName]] = {NO_FORT: [], FORT: ["fort"], GREAT_FORT: ["great_fort"]}
    fort: list[IconName] = ["home"] if territory.home != NONE else forts[territory.fort]
    food: list[IconName] = ["food"] * territory.food
    currency: list[IconName] = ["currency"] * territory.currency
    return [*fort, *food, *currency]
