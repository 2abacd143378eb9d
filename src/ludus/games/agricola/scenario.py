"""Other contents for the same rules: the short scenario, and centers in the south.

Places, units and actions have the numbers that they have in the full game, so records, pictures and
bots need not tell them apart. The short scenario is ours: a part of the map, fewer units and three
turns; hexes beyond the part that is played on are neither land nor sea. Centers in the south are a
reading of the set-up rule [map.7].
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import Pack, Source, demand
from ludus.games.agricola.board import Board, Grid, Muster, Unit
from ludus.games.agricola.content import Contents, check_levels
from ludus.games.agricola.ids import CALEDONIAN, HIBERNIA, ROMAN
from ludus.games.agricola.schema import LevelText, StartText, Struct, TurnsText, none_at_first

FILE: Final = "short.toml"


class PartText(Struct):
    first_row: int
    last_row: int
    gates: list[str]
    source: Source


class SuddenText(Struct):
    fortresses: int
    source: Source


class ForcesText(Struct):
    base: list[str]
    britannia: list[str]
    drawn: int
    source: Source


class ShortFile(Struct):
    """`short.toml`."""

    map: PartText
    turns: TurnsText
    victory: SuddenText
    level: list[LevelText]
    forces: ForcesText
    start: StartText = msgspec.field(default_factory=none_at_first)


def load_short(pack: Pack, full: Contents) -> Contents:
    """The content of the short scenario, cut from that of the full game."""
    path = pack.path(FILE)
    text = pack.read(FILE, ShortFile)
    check_levels(text.level, path)
    board = Board(part_of(full.board.grid, text.map))
    _check_part(full.board, board, text, path)
    for name in (*text.forces.base, *text.forces.britannia):
        known = any(unit.name == name for unit in full.musters[ROMAN].units)
        demand(known, path, f"forces: there is no Roman unit {name!r}")
    oppida = len(board.center_hex)
    rome, tribes = full.musters
    romans = [replace(unit, start=_start(unit, text.forces)) for unit in rome.units]
    # The Oppida come last, in the order of their centers.
    kept = tribes.units[: tribes.count - len(full.board.center_hex) + oppida]
    charts = msgspec.structs.replace(
        full.tables,
        turns=text.turns,
        level=text.level,
        start=text.start,
        victory=msgspec.structs.replace(full.tables.victory, fortresses=text.victory.fortresses),
    )
    short = Contents(board, (Muster(ROMAN, romans), Muster(CALEDONIAN, kept)), charts)
    short.counters = full.counters
    short.stratagems = full.stratagems
    short.absent = full.absent
    short.printed = full.printed
    short.areas = [(name, place) for name, place in full.areas if board.is_land[place]]
    short.markers = full.markers
    short.pieces = full.pieces
    short.drawn = text.forces.drawn
    short.full = False
    return short


def with_south(full: Contents, count: int) -> Contents:
    """The full game with the first so many of the southern areas as centers without a counter."""
    more = [(name, hex_id, False) for name, hex_id in full.southern[:count]]
    board = Board(replace(full.board.grid, centers=(*full.board.grid.centers, *more)))
    rome, tribes = full.musters
    last = tribes.units[-1]
    oppida = [
        replace(last, number=tribes.count + number, name=name)
        for number, (name, _, _) in enumerate(more)
    ]
    wider = Contents(board, (rome, Muster(CALEDONIAN, [*tribes.units, *oppida])), full.tables)
    wider.counters = full.counters
    wider.stratagems = full.stratagems
    wider.absent = full.absent
    wider.printed = full.printed
    wider.areas = full.areas
    wider.southern = full.southern
    wider.markers = full.markers
    wider.pieces = full.pieces
    return wider


def part_of(grid: Grid, part: PartText) -> Grid:
    """The rows of a map that are played on; the others keep their numbers and cannot be entered."""
    rows = range(part.first_row, part.last_row + 1)

    def kept(name: str) -> bool:
        return int(name[:2]) in rows

    roads = [tuple(filter(kept, road)) for road in grid.roads]
    return Grid(
        ids=grid.ids,
        terrain=tuple(
            terrain if kept(name) else HIBERNIA
            for name, terrain in zip(grid.ids, grid.terrain, strict=True)
        ),
        centers=tuple(center for center in grid.centers if kept(center[1])),
        fortresses=tuple(place for place in grid.fortresses if kept(place[1])),
        sites=tuple(place for place in grid.sites if kept(place[1])),
        thule=grid.thule,
        roads=tuple(road for road in roads if len(road) > 1),
        gates=tuple(part.gates),
        route=grid.route,
        south_row=part.last_row,
    )


def _start(unit: Unit, forces: ForcesText) -> str:
    if unit.name in forces.base:
        return "base"
    return "britannia" if unit.name in forces.britannia else "recruit"


def _check_part(full: Board, board: Board, text: ShortFile, path: Path) -> None:
    """Centers must keep their numbers, and what is named must be on the part of the map."""
    first = full.center_hex[: len(board.center_hex)]
    demand(board.center_hex == first, path, "map: its centers must be the first ones of map.toml")
    demand(all(board.is_land[p] for p in board.route), path, "map: the road to build leaves it")
    for gate in text.map.gates:
        there = board.index.get(gate) in board.south
        demand(there, path, f"map.gates: {gate} is not in its last row")
    most = len(board.fortress_hex)
    demand(0 < text.victory.fortresses <= most, path, f"victory.fortresses: 1 to {most}")
    turns = text.turns
    right = all(1 < winter < turns.last for winter in turns.winters)
    demand(right and turns.last > 0, path, "turns: winters lie between the first turn and the last")
    demand(len(turns.years) == len(turns.winters) + 1, path, "turns.years: one more than winters")
