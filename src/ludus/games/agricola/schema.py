"""The shape of the content files."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ludus.core.content import Name, Source

SideName = Literal["roman", "caledonian"]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Price = Annotated[int, msgspec.Meta(ge=1, le=20)]
Start = Literal["base", "britannia", "brigantes", "recruit", "chosen", "drawn"]


class Struct(msgspec.Struct, forbid_unknown_fields=True):
    """Strict: a misspelt key is an error.

    `source` says where an item comes from as a whole, `sources` where single values of it do.
    """


class GridText(Struct):
    first_row: Count
    first_column: Count
    last_row: Count
    last_column: Count
    miles_per_hex: Count
    rows: list[str]
    source: Source


class TerrainText(Struct):
    open: str
    wilderness: str
    sea: str
    hibernia: str
    source: Source


class CenterText(Struct):
    name: Name
    hex: str
    counter: bool
    source: Source
    sources: dict[str, Source] = {}


class PlaceText(Struct):
    name: Name
    hex: str
    source: Source
    sources: dict[str, Source] = {}


class AreaText(Struct):
    name: Name
    hex: str
    southern: bool
    source: Source
    sources: dict[str, Source] = {}


class RoadText(Struct):
    name: Name
    britannia: bool
    hexes: list[str]
    source: Source


class RouteText(Struct):
    hexes: list[str]
    source: Source


class MapFile(Struct):
    """`map.toml`: hexes, named places and roads."""

    grid: GridText
    terrain: TerrainText
    center: list[CenterText]
    fortress: list[PlaceText]
    site: list[PlaceText]
    area: list[AreaText]
    thule: PlaceText
    road: list[RoadText]
    route: RouteText


class UnitText(Struct):
    side: SideName
    name: Name
    type: str
    strength: Count
    move: int
    back: Count
    elite: bool
    start: Start
    source: Source
    sources: dict[str, Source] = {}
    legion: str = ""


class CounterText(Struct):
    type: str
    count: Count
    source: Source
    sources: dict[str, Source] = {}


class OppidumText(Struct):
    strength: Count
    source: Source


class MarkerText(Struct):
    name: Name
    count: Count
    source: Source
    sources: dict[str, Source] = {}


class UnitsFile(Struct):
    """`units.toml`: all counters but the stratagems."""

    unit: list[UnitText]
    counter: list[CounterText]
    oppidum: OppidumText
    marker: list[MarkerText]


class StratagemText(Struct):
    key: str
    side: SideName
    name: Name
    goes: Literal["returned", "removed", "removed on success"]
    source: Source
    sources: dict[str, Source] = {}


class StratagemsFile(Struct):
    set_aside: Count
    stratagem: list[StratagemText]


class TurnsText(Struct):
    years: Annotated[list[Count], msgspec.Meta(min_length=1)]
    last: Count
    winters: list[Count]
    source: Source


class PointsText(Struct):
    most: Price
    march: Count
    concentrate: Count
    advantage: Count
    rally: Count
    stratagem: Count
    source: Source


class StartText(Struct):
    """Action Points before the first turn."""

    roman: Count
    caledonian: Count
    source: Source


def none_at_first() -> StartText:
    return StartText(0, 0, "reconstruction")


class RecruitText(Struct):
    leader: Count
    legionary: Count
    fleet: Count
    praesidium: Count
    other: Count
    guard: Count
    tribe: Count
    source: Source


class VictoryText(Struct):
    fortresses: Count
    roman_center: Count
    site: Count
    calgacus: Count
    elite: Count
    fortress: Count
    agricola: Count
    leader: Count
    caledonian_center: Count
    legionary: Count
    source: Source


class LevelText(Struct):
    key: str
    winner: SideName
    source: Source
    from_: int | None = msgspec.field(default=None, name="from")


class EventText(Struct):
    roll: int
    key: str
    name: Name
    source: Source


class TablesFile(Struct):
    """`tables.toml`: the charts."""

    turns: TurnsText
    points: PointsText
    recruit: RecruitText
    victory: VictoryText
    level: list[LevelText]
    event: list[EventText]
    start: StartText = msgspec.field(default_factory=none_at_first)
