"""The map of northern Britain as tables of numbers, and the counters.

Hexes are numbered row by row; after them comes Britannia, then the boxes. A set of units is a bit
mask over one side's units, so that a stack fits one small number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ludus.games.agricola.ids import (
    AUXILIARY,
    CALEDONIAN,
    CHARIOTS,
    EXPLORATORES,
    GAESATAE,
    IMPEDIMENTA,
    LEADERS,
    LEGATE,
    LEGIONARY,
    LONGEST_MOVE,
    NONE,
    OPEN,
    OPPIDUM_UNIT,
    PRAESIDIUM,
    SEA,
    SUPREME,
    WILDERNESS,
)

FAR: Final = 255
"""More steps than any voyage takes."""

ODD_ROW: Final = ((-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (0, 1))
EVEN_ROW: Final = ((-1, 1), (-1, 0), (0, -1), (1, 0), (1, 1), (0, 1))


BYTE: Final = 8
_OF_BYTE: Final = [
    [[BYTE * at + bit for bit in range(BYTE) if value >> bit & 1] for value in range(1 << BYTE)]
    for at in range(16)
]
"""The units of each byte of a mask, by the byte's place and value."""


def units(mask: int) -> list[int]:
    """The units of a mask, lowest first."""
    found: list[int] = []
    at = 0
    while mask:
        value = mask & 255
        if value:
            found += _OF_BYTE[at][value]
        mask >>= BYTE
        at += 1
    return found


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter of one side; `number` is its bit."""

    number: int
    side: int
    name: str
    type: int
    strength: int
    move: int
    """0 for static units, -1 for two dice at sea."""
    back: int
    """Strength of the Disrupted side, 0 if there is none."""
    elite: bool
    legion: str
    start: str


class Muster:
    """The units of one side with their values as lists and masks."""

    def __init__(self, side: int, row: Sequence[Unit]) -> None:
        self.side: Final = side
        self.units: Final = tuple(row)
        self.count: Final = len(row)
        self.all: Final = (1 << len(row)) - 1
        self.type: Final = [unit.type for unit in row]
        self.strength: Final = [unit.strength for unit in row]
        self.back: Final = [unit.back for unit in row]
        self.move: Final = [unit.move for unit in row]
        self.elite: Final = self.mask(lambda unit: unit.elite)
        self.leaders: Final = self.mask(lambda unit: unit.type in LEADERS)
        self.static: Final = self.mask(lambda unit: unit.move == 0)
        self.fleets: Final = self.mask(lambda unit: unit.move < 0)
        self.land: Final = self.all & ~self.static & ~self.fleets
        self.mobile: Final = self.all & ~self.static & ~self.leaders
        self.two_step: Final = self.mask(lambda unit: unit.back > 0)
        self.supreme: Final = self.mask(lambda unit: unit.type == SUPREME)
        self.legates: Final = self.mask(lambda unit: unit.type == LEGATE)
        self.legionaries: Final = self.mask(lambda unit: unit.type == LEGIONARY)
        self.auxiliaries: Final = self.mask(lambda unit: unit.type == AUXILIARY)
        self.scouts: Final = self.mask(lambda unit: unit.type == EXPLORATORES)
        self.trains: Final = self.mask(lambda unit: unit.type == IMPEDIMENTA)
        self.praesidia: Final = self.mask(lambda unit: unit.type == PRAESIDIUM)
        self.oppida: Final = self.mask(lambda unit: unit.type == OPPIDUM_UNIT)
        self.furious: Final = self.mask(lambda unit: unit.type in (GAESATAE, CHARIOTS))
        # Rome is fed without a check wherever it stands: leaders, Praesidia and Exploratores.
        self.fed: Final = self.leaders | self.static | self.scouts
        self.legion_mates: Final = [self._mates(unit) for unit in row]
        twins: dict[tuple[object, ...], int] = {}
        self.twin: Final = [
            twins.setdefault((u.type, u.strength, u.move, u.back, u.elite, u.legion), len(twins))
            for u in row
        ]
        """Units with the same number here are alike but for their names."""
        self.twins: Final = [
            sum(1 << other for other, kind in enumerate(self.twin) if kind == mine)
            for mine in self.twin
        ]
        """Per unit, all that are like it, itself among them."""
        self.by_move: Final = [self._going(least) for least in range(LONGEST_MOVE + 2)]
        """Land units that may go at least so many hexes."""

    def mask(self, test: Callable[[Unit], bool]) -> int:
        """The units that pass a test."""
        return sum(1 << unit.number for unit in self.units if test(unit))

    def _going(self, least: int) -> int:
        return sum(1 << unit.number for unit in self.units if unit.move >= max(least, 1))

    def _mates(self, unit: Unit) -> int:
        """Legionary infantry of a Legate's own legion."""
        if unit.type != LEGATE:
            return 0
        return sum(
            1 << other.number
            for other in self.units
            if other.type == LEGIONARY and other.legion == unit.legion
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """What the map file says, by hex ids."""

    ids: tuple[str, ...]
    terrain: tuple[int, ...]
    centers: tuple[tuple[str, str, bool], ...]
    """Name, hex, and whether a counter is dealt to it."""
    fortresses: tuple[tuple[str, str], ...]
    sites: tuple[tuple[str, str], ...]
    thule: str
    roads: tuple[tuple[str, ...], ...]
    gates: tuple[str, ...]
    """Road hexes on the south edge that lead into Britannia."""
    route: tuple[str, ...]
    south_row: int


class Board:
    """The map. Places are hexes, then Britannia, then the boxes where units lie off the map."""

    def __init__(self, grid: Grid) -> None:
        self.grid: Final = grid
        self.ids: Final = grid.ids
        self.index: Final = {name: number for number, name in enumerate(grid.ids)}
        self.hexes: Final = len(grid.ids)
        self.terrain: Final = list(grid.terrain)
        self.britannia: Final = self.hexes
        self.recruit: Final = self.hexes + 1
        """The Recruit box of a unit's own side."""
        self.fallen: Final = self.hexes + 2
        """The Elite Units Eliminated box; eliminated Supreme Leaders lie there for good."""
        self.limbo: Final = self.hexes + 3
        """Drawn or chosen, and about to be placed."""
        self.absent: Final = self.hexes + 4
        """Where an Oppidum is that does not stand on its center."""
        self.places: Final = self.hexes + 5
        around = [self._around(name) for name in grid.ids]
        self.around: Final = around
        land = [terrain in (OPEN, WILDERNESS) for terrain in grid.terrain]
        water = [terrain == SEA for terrain in grid.terrain]
        self.is_land: Final = [*land, True, *[False] * 4]
        self.is_sea: Final = [*water, *[False] * 5]
        self.wild: Final = [*(terrain == WILDERNESS for terrain in grid.terrain), *[False] * 5]
        self.coastal: Final = [
            *(land[h] and any(water[n] for n in around[h]) for h in range(self.hexes)),
            *[False] * 5,
        ]
        south = [
            h
            for h in range(self.hexes)
            if int(grid.ids[h][:2]) == grid.south_row and (land[h] or water[h])
        ]
        self.south: Final = south
        self.land_links: Final = self._land_links(land, south)
        self.sea_links: Final = self._sea_links(water, south)
        self.waters: Final = [place for place in range(self.places) if self.sea_links[place]]
        """Places where ships can be."""
        self.center_hex: Final = [self.index[hex_id] for _, hex_id, _ in grid.centers]
        self.center_names: Final = tuple(name for name, _, _ in grid.centers)
        self.dealt: Final = [number for number, (_, _, dealt) in enumerate(grid.centers) if dealt]
        """The centers that get a counter at set-up."""
        self.dealt_hexes: Final = sorted(self.center_hex[center] for center in self.dealt)
        home = [hex_id for _, hex_id, counter in grid.centers if not counter][:1]
        self.brigantes: Final = self.index[home[0]] if home else NONE
        self.center_at: Final = self._where(self.center_hex)
        self.fortress_hex: Final = [self.index[hex_id] for _, hex_id in grid.fortresses]
        self.fortress_names: Final = tuple(name for name, _ in grid.fortresses)
        self.is_fortress: Final = [place in self.fortress_hex for place in range(self.places)]
        self.site_hex: Final = [self.index[hex_id] for _, hex_id in grid.sites]
        self.site_names: Final = tuple(name for name, _ in grid.sites)
        self.is_site: Final = [place in self.site_hex for place in range(self.places)]
        self.thule: Final = self.index[grid.thule]
        self.route: Final = [self.index[hex_id] for hex_id in grid.route]
        self.route_at: Final = self._where(self.route)
        """Per place, how far along the route of the new road it is, or NONE."""
        self.roads: Final = [[self.index[hex_id] for hex_id in road] for road in grid.roads]
        self.road_links: Final = self._road_links(grid)
        self.road_centers: Final = [
            center
            for center, place in enumerate(self.center_hex)
            if self.road_links[place] or self.route_at[place] != NONE
        ]
        """Centers that a road leads to, or may lead to."""

    def _where(self, hexes: Sequence[int]) -> list[int]:
        """Per place, its number in a list of hexes, or NONE."""
        found = [NONE] * self.places
        for number, place in enumerate(hexes):
            found[place] = number
        return found

    def _around(self, name: str) -> list[int]:
        row, column = int(name[:2]), int(name[2:])
        steps = ODD_ROW if row % 2 else EVEN_ROW
        names = [f"{row + down:02}{column + west:02}" for down, west in steps]
        return sorted(self.index[other] for other in names if other in self.index)

    def _land_links(self, land: Sequence[bool], south: Sequence[int]) -> list[list[int]]:
        links = [
            [n for n in self.around[h] if land[n]] if land[h] else [] for h in range(self.hexes)
        ]
        edge = [h for h in south if land[h]]
        for h in edge:
            links[h].append(self.britannia)
        return [*links, edge, [], [], [], []]

    def _sea_links(self, water: Sequence[bool], south: Sequence[int]) -> list[list[int]]:
        """Ships go from coast to coast only where both touch the same sea hex."""
        links: list[list[int]] = [[] for _ in range(self.places)]
        for h in range(self.hexes):
            if water[h]:
                links[h] = [n for n in self.around[h] if water[n] or self.coastal[n]]
            elif self.coastal[h]:
                open_water = {n for n in self.around[h] if water[n]}
                links[h] = [
                    n
                    for n in self.around[h]
                    if water[n] or (self.coastal[n] and open_water & set(self.around[n]))
                ]
        for h in south:
            if water[h] or self.coastal[h]:
                links[h].append(self.britannia)
                links[self.britannia].append(h)
        return links

    def _road_links(self, grid: Grid) -> list[list[int]]:
        links: list[list[int]] = [[] for _ in range(self.places)]
        for road in grid.roads:
            for a, b in pairwise(road):
                links[self.index[a]].append(self.index[b])
                links[self.index[b]].append(self.index[a])
        for gate in grid.gates:
            links[self.index[gate]].append(self.britannia)
            links[self.britannia].append(self.index[gate])
        return [sorted(set(row)) for row in links]


# Ways across the map -----------------------------------------------------------------------------


def spread(
    board: Board, start: int, most: int, side: int, wary: bool, barred: Sequence[int]
) -> list[list[int]]:
    """The places that are one, two and more steps away across country, up to `most`.

    Places that are barred can be entered and not passed, and for wary Romans wilderness neither.
    """
    found: list[list[int]] = []
    links = board.land_links
    wild = board.wild
    seen = [False] * board.places
    seen[start] = True
    seen[board.britannia] |= side == CALEDONIAN
    edge = [start]
    while most > 0 and edge:
        most -= 1
        ring: list[int] = []
        following: list[int] = []
        for place in edge:
            for other in links[place]:
                if not seen[other]:
                    seen[other] = True
                    ring.append(other)
                    if not barred[other] and not (wary and wild[other]):
                        following.append(other)
        found.append(ring)
        edge = following
    return found


class Walk:
    """How far a side gets from one place across country if nobody is in its way.

    Lists go by the number of steps that can be taken.
    """

    def __init__(
        self, board: Board, start: int, side: int, wary: bool, barred: Sequence[int]
    ) -> None:
        self.rings: Final = spread(board, start, LONGEST_MOVE, side, wary, barred)
        self.ends: Final[list[list[int]]] = [[]]
        """The places where it can end, in order."""
        self.passed: Final[list[list[int]]] = [[], []]
        """The places that it may lead through."""
        self.centers: Final[list[list[int]]] = [[], []]
        """The centers among these."""
        for steps in range(1, LONGEST_MOVE + 1):
            self.ends.append(sorted(place for ring in self.rings[:steps] for place in ring))
            passed = [
                place
                for place in self.ends[steps]
                if place != board.britannia and not (wary and board.wild[place])
            ]
            self.passed.append(passed)
            at = board.center_at
            self.centers.append([at[place] for place in passed if at[place] != NONE])


def voyages(board: Board, start: int, barred: Sequence[int] = ()) -> bytes:
    """Per place, how many steps it is away by sea, and `FAR` where no ship gets.

    Enemies ashore do not stop ships; Britannia does, and so do places that are barred.
    """
    steps = bytearray([FAR] * board.places)
    steps[start] = 0
    edge = [start]
    taken = 0
    while edge:
        taken += 1
        following: list[int] = []
        for place in edge:
            for other in board.sea_links[place]:
                if steps[other] == FAR:
                    steps[other] = taken
                    if other != board.britannia and other not in barred:
                        following.append(other)
        edge = following
    return bytes(steps)
