"""Loads the content pack and refuses one that breaks what the rulebook demands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from ludus.core.content import Pack, advise, demand
from ludus.games.agricola.board import Board, Grid, Muster, Unit
from ludus.games.agricola.ids import (
    CALEDONIAN,
    COUNTER_NAMES,
    HIBERNIA,
    LEADERS,
    LEGATE,
    LONGEST_MOVE,
    OPEN,
    OPPIDUM_UNIT,
    ROMAN,
    SEA,
    SUPREME,
    TYPE_NAMES,
    UNITS_DRAWN,
    WILDERNESS,
)
from ludus.games.agricola.schema import (
    AreaText,
    CenterText,
    CounterText,
    LevelText,
    MapFile,
    MarkerText,
    PlaceText,
    SideName,
    StratagemsFile,
    StratagemText,
    TablesFile,
    UnitsFile,
    UnitText,
)

RULES_FILES: Final = ("map.toml", "units.toml", "stratagems.toml", "tables.toml")
SIDES: Final[dict[SideName, int]] = {"roman": ROMAN, "caledonian": CALEDONIAN}
PIECES: Final = 130
DEALT: Final = 12
TRIMONTIUM_ROW: Final = 27
CITED: Final = {"Trimontium": "2731", "Taexali": "2226", "Creones": "2334"}
ROUTE_ENDS: Final = ("Trimontium", "Victoria")
STARTS: Final = {"base": 24, "britannia": 3, "brigantes": 1}
SAMPLES: Final = {
    "Legatus II Adiutrix": (1, 3),
    "Agricola": (3, 5),
    "Exploratores": (1, 5),
    "Gaesatae I": (4, 3),
    "Aux II Tung": (3, 3),
    "Classis I": (2, -1),
    "Ala I": (2, 5),
    "Imped I": (1, 2),
    "Chariots I": (4, 4),
}
"""Strength and movement of the nine counters that the rulebook prints."""

MOST_UNITS: Final = 100
"""On each side."""
STRATAGEMS: Final = {
    "roman": (
        *("circumnavigation", "imperium", "officium", "siege_attack"),
        *("speech", "treachery", "tribute"),
    ),
    "caledonian": (
        *("unite", "fury", "druids", "novae_gentes"),
        *("speech", "treachery", "tribute"),
    ),
}
"""The rules know each by its place."""
EVENTS: Final = (
    *("omens", "emperor", "revolt", "germany", "unrest", "weather", "tribes", "raids"),
    *("celtic_allies", "roman_allies", "solitude"),
)


class Contents:
    """The opened box: map, counters and charts."""

    def __init__(self, board: Board, musters: tuple[Muster, Muster], tables: TablesFile) -> None:
        self.board: Final = board
        self.musters: Final = musters
        self.tables: Final = tables
        self.counters: list[int] = []
        """Tribal Center counters by type."""
        self.stratagems: list[list[StratagemText]] = [[], []]
        """By side and kind; those that the pack leaves out are `absent`."""
        self.absent: list[int] = [0, 0]
        self.printed: list[tuple[int, int]] = []
        """Side and kind of each marker, in the order of the file."""
        self.areas: list[tuple[str, int]] = []
        self.southern: list[tuple[str, str]] = []
        """Name and hex of the areas that a table may take for centers."""
        self.pieces: int = 0
        self.markers: dict[str, int] = {}
        self.drawn: int = UNITS_DRAWN
        """Caledonian units picked at random to begin with, besides Calgacus."""
        self.full: bool = True
        """False for the short scenario."""


def load_contents(pack: Pack) -> Contents:
    """Map, counters and charts of a pack, checked."""
    map_path = pack.path("map.toml")
    text = pack.read("map.toml", MapFile)
    check_map(text, map_path)
    check_sources([*text.center, *text.fortress, *text.site, *text.area, text.thule], map_path)
    board = Board(_grid(text))
    check_links(board, text, map_path)
    counters = pack.read("units.toml", UnitsFile)
    stratagems = pack.read("stratagems.toml", StratagemsFile)
    check_units(counters, pack.path("units.toml"))
    check_sources([*counters.unit, *counters.counter, *counters.marker], pack.path("units.toml"))
    check_sources(stratagems.stratagem, pack.path("stratagems.toml"))
    check_stratagems(stratagems, pack.path("stratagems.toml"))
    tables = pack.read("tables.toml", TablesFile)
    check_tables(tables, pack.path("tables.toml"))
    dealt = sum(1 for center in text.center if center.counter)
    spare = sum(row.count for row in counters.counter)
    more = f"counter: {spare} in all, there must be more than the {dealt} centers that get one"
    demand(spare > dealt, pack.path("units.toml"), more)
    contents = Contents(board, _musters(counters, board), tables)
    contents.counters = [_count(counters, name) for name in COUNTER_NAMES]
    _stratagems(contents, stratagems)
    contents.areas = [(area.name, board.index[area.hex]) for area in text.area]
    contents.southern = [(area.name, area.hex) for area in text.area if area.southern]
    contents.markers = {marker.name: marker.count for marker in counters.marker}
    contents.pieces = (
        len(counters.unit)
        + sum(contents.counters)
        + len(stratagems.stratagem)
        + len(SIDES) * stratagems.set_aside
        + sum(contents.markers.values())
    )
    advise(
        contents.pieces == PIECES,
        pack.path("units.toml"),
        f"unit: there are {contents.pieces} pieces, the rulebook has {PIECES}",
    )
    return contents


def _count(counters: UnitsFile, name: str) -> int:
    return sum(row.count for row in counters.counter if row.type == name)


def _grid(text: MapFile) -> Grid:
    letters = {
        text.terrain.open: OPEN,
        text.terrain.wilderness: WILDERNESS,
        text.terrain.sea: SEA,
        text.terrain.hibernia: HIBERNIA,
    }
    ids: list[str] = []
    terrain: list[int] = []
    for row, line in enumerate(text.grid.rows, text.grid.first_row):
        for offset, letter in enumerate(reversed(line)):
            ids.append(f"{row:02}{text.grid.first_column + offset:02}")
            terrain.append(letters[letter])
    centers = [(center.name, center.hex, center.counter) for center in text.center]
    return Grid(
        ids=tuple(ids),
        terrain=tuple(terrain),
        centers=tuple(centers),
        fortresses=tuple((place.name, place.hex) for place in text.fortress),
        sites=tuple((place.name, place.hex) for place in text.site),
        thule=text.thule.hex,
        roads=tuple(tuple(road.hexes) for road in text.road),
        gates=tuple(road.hexes[0] for road in text.road if road.britannia),
        route=tuple(text.route.hexes),
        south_row=text.grid.last_row,
    )


def _musters(counters: UnitsFile, board: Board) -> tuple[Muster, Muster]:
    """The units by side. Each center has an Oppidum of its own, which stands there or nowhere."""
    rows: list[list[Unit]] = [[], []]
    for text in counters.unit:
        row = rows[SIDES[text.side]]
        row.append(
            Unit(
                number=len(row),
                side=SIDES[text.side],
                name=text.name,
                type=TYPE_NAMES.index(text.type),
                strength=text.strength,
                move=text.move,
                back=text.back,
                elite=text.elite,
                legion=text.legion,
                start=text.start,
            )
        )
    tribes = rows[CALEDONIAN]
    for name in board.center_names:
        tribes.append(
            Unit(
                number=len(tribes),
                side=CALEDONIAN,
                name=name,
                type=OPPIDUM_UNIT,
                strength=counters.oppidum.strength,
                move=0,
                back=0,
                elite=False,
                legion="",
                start="",
            )
        )
    return Muster(ROMAN, rows[ROMAN]), Muster(CALEDONIAN, tribes)


Marked: TypeAlias = (
    CenterText | PlaceText | AreaText | UnitText | CounterText | MarkerText | StratagemText
)


def check_sources(items: Sequence[Marked], path: Path) -> None:
    """`sources` names keys of its item, those that come from elsewhere than the item itself."""
    for item in items:
        keys = set(item.__struct_fields__) - {"source", "sources"}
        what = f"sources of {msgspec.to_builtins(item)}"
        wrong = sorted(set(item.sources) - keys)
        demand(not wrong, path, f"{what}: no {', '.join(wrong)}")
        same = sorted(key for key, source in item.sources.items() if source == item.source)
        demand(not same, path, f"{what}: {', '.join(same)} as the item itself")


# What the rulebook demands -----------------------------------------------------------------------


def check_map(text: MapFile, path: Path) -> None:
    """The grid, and where the named places lie on it."""
    grid = text.grid
    rows = grid.last_row - grid.first_row + 1
    columns = grid.last_column - grid.first_column + 1
    fits = 0 < grid.first_row <= grid.last_row < 100
    fits = fits and 0 < grid.first_column <= grid.last_column < 100
    demand(
        fits, path, "grid: rows and columns have numbers from 1 to 99, the first before the last"
    )
    demand(len(grid.rows) == rows, path, f"grid.rows: {len(grid.rows)} rows, there must be {rows}")
    letters = {text.terrain.open, text.terrain.wilderness, text.terrain.sea, text.terrain.hibernia}
    demand(len(letters) == len((OPEN, WILDERNESS, SEA, HIBERNIA)), path, "terrain: letters repeat")
    known: dict[str, str] = {}
    for row, line in enumerate(grid.rows, grid.first_row):
        at = ("grid", "rows", row - grid.first_row)
        demand(len(line) == columns, path, f"row {row}: {len(line)} hexes, not {columns}", at)
        for offset, letter in enumerate(reversed(line)):
            demand(letter in letters, path, f"row {row}: no terrain {letter!r}", at)
            known[f"{row:02}{grid.first_column + offset:02}"] = letter
    land = (text.terrain.open, text.terrain.wilderness)
    named = {center.name: center.hex for center in text.center}
    named |= {place.name: place.hex for place in (*text.fortress, *text.site)}
    named |= {area.name: area.hex for area in text.area}
    for name, hex_id in named.items():
        demand(known.get(hex_id, "") in land, path, f"{name}: no land hex {hex_id}")
    demand(known.get(text.thule.hex) == text.terrain.sea, path, "thule: must be a sea hex")
    for name, hex_id in CITED.items():
        advise(named.get(name) == hex_id, path, f"{name}: in the rulebook at {hex_id}")
    check_centers(text, path)
    route = text.route.hexes
    places = set(named.values())
    ends = len(route) > 1 and route[0] in places and route[-1] in places
    demand(ends, path, "route: it must go from one named place to another")
    for hex_id in route:
        demand(known.get(hex_id, "") in land, path, f"route: no land hex {hex_id}")
    for number, road in enumerate(text.road):
        here = ("road", number, "hexes")
        long = len(road.hexes) > 1
        demand(long, path, f"road {road.name}: it must have at least two hexes", here)
        for step, hex_id in enumerate(road.hexes):
            there = known.get(hex_id, "") in land
            demand(there, path, f"road {road.name}: no land hex {hex_id!r}", (*here, step))
    usual = tuple(named.get(name, "") for name in ROUTE_ENDS)
    advise((route[0], route[-1]) == usual, path, f"route: in the rulebook from {ROUTE_ENDS}")


def check_centers(text: MapFile, path: Path) -> None:
    """Centers with a counter, twelve in the rulebook; one without, where Rome begins."""
    dealt = [center for center in text.center if center.counter]
    demand(len(dealt) > 0, path, "center: none has a counter")
    advise(len(dealt) == DEALT, path, f"center: {len(dealt)} have a counter, the map has {DEALT}")
    for center in dealt:
        north = int(center.hex[:2]) <= TRIMONTIUM_ROW
        advise(north, path, f"center {center.name}: it lies south of Trimontium")
    without = [center.name for center in text.center if not center.counter]
    one = len(without) == 1
    demand(one, path, f"center: one has no counter, where Rome begins, not {without}")
    for kind, names in (
        ("center", [center.name for center in text.center]),
        ("fortress", [fort.name for fort in text.fortress]),
        ("site", [site.name for site in text.site]),
        ("area", [area.name for area in text.area]),
        ("road", [road.name for road in text.road]),
    ):
        for name, count in Counter(names).items():
            demand(count == 1, path, f"{kind} {name}: {count} share this name")
    taken: dict[str, str] = {}
    places = [(center.name, center.hex) for center in text.center]
    places += [(fort.name, fort.hex) for fort in text.fortress]
    for name, hex_id in places:
        other = taken.setdefault(hex_id, name)
        demand(other == name, path, f"{name}: it shares its hex with {other}")
    forts = len(text.fortress)
    demand(forts > 2, path, f"fortress: {forts}, there must be at least three")


def check_links(board: Board, text: MapFile, path: Path) -> None:
    """Roads run from hex to neighbouring hex; every coast can be reached by sea."""
    for hexes in (*(road.hexes for road in text.road), text.route.hexes):
        for a, b in pairwise(hexes):
            near = a in board.index and b in board.index
            near = near and board.index[b] in board.around[board.index[a]]
            demand(near, path, f"road: {a} and {b} are not neighbours")
    for gate in [road for road in text.road if road.britannia]:
        at_edge = board.index[gate.hexes[0]] in board.south
        demand(at_edge, path, f"road {gate.name}: does not begin on the south edge")
    for name, place in zip(board.fortress_names, board.fortress_hex, strict=True):
        demand(bool(board.road_links[place]), path, f"fortress {name} lies on no road")
    reached = {board.britannia}
    edge = [board.britannia]
    while edge:
        for other in board.sea_links[edge.pop()]:
            if other not in reached:
                reached.add(other)
                edge.append(other)
    for place in range(board.hexes):
        if board.coastal[place]:
            demand(place in reached, path, f"hex {board.ids[place]} cannot be reached by sea")


def check_units(counters: UnitsFile, path: Path) -> None:
    """Start lists, legions, leaders and printed values."""
    for (side, name), count in Counter((unit.side, unit.name) for unit in counters.unit).items():
        demand(count == 1, path, f"unit {name}: {count} units of {side} share this name")
    for unit in counters.unit:
        known = unit.type in TYPE_NAMES[:-1]
        demand(known, path, f"unit {unit.name}: no type {unit.type!r}")
        if not known:
            continue
        demand(unit.strength > 0, path, f"unit {unit.name}: strength must be above 0")
        moves = -1 <= unit.move <= LONGEST_MOVE
        demand(moves, path, f"unit {unit.name}: move must be -1 to {LONGEST_MOVE}")
        leader = TYPE_NAMES.index(unit.type) in LEADERS
        demand(unit.elite or not leader, path, f"unit {unit.name}: leaders are elite")
        if unit.name in SAMPLES:
            right = (unit.strength, unit.move) == SAMPLES[unit.name]
            advise(right, path, f"unit {unit.name}: in the rulebook {SAMPLES[unit.name]}")
    starts = Counter(str(unit.start) for unit in counters.unit if unit.side == "roman")
    for start, count in STARTS.items():
        demand(starts[start] > 0, path, f"unit: no Roman unit starts in {start}")
        usual = f"unit: {starts[start]} Roman units start in {start}, in the rulebook {count}"
        advise(starts[start] == count, path, usual)
    for side in SIDES:
        count = sum(1 for unit in counters.unit if unit.side == side)
        demand(count <= MOST_UNITS, path, f"unit: {count} of {side}, at most {MOST_UNITS}")
    for side in SIDES:
        supreme = [u for u in counters.unit if u.side == side and u.type == TYPE_NAMES[SUPREME]]
        one = f"unit: {side} has {len(supreme)} supreme leaders, there must be one"
        demand(len(supreme) == 1, path, one)
    legates = [unit for unit in counters.unit if unit.type == TYPE_NAMES[LEGATE]]
    advise(len(legates) == 3, path, f"unit: there are {len(legates)} legates, in the box 3")
    for legate in legates:
        mates = [u for u in counters.unit if u.legion == legate.legion and u.start == "base"]
        demand(
            len(mates) > 1, path, f"unit {legate.name}: no legion {legate.legion!r} starts with it"
        )
        advise(len(mates) == 4, path, f"unit {legate.name}: a legate and three units start")
    types = Counter({row.type: row.count for row in counters.counter})
    demand(set(types) == set(COUNTER_NAMES), path, f"counter: the types are {COUNTER_NAMES}")
    least = min(types.values(), default=0)
    demand(least >= 0, path, "counter: a count below 0")


def check_stratagems(text: StratagemsFile, path: Path) -> None:
    for side in SIDES:
        keys = [marker.key for marker in text.stratagem if marker.side == side]
        known = ", ".join(STRATAGEMS[side])
        for key in sorted(set(keys) - set(STRATAGEMS[side])):
            demand(False, path, f"stratagem {key}: {side} has no such marker; there are {known}")
        for key, times in Counter(keys).items():
            demand(times == 1, path, f"stratagem {key}: {side} has it {times} times, one of each")
        demand(bool(keys), path, f"stratagem: {side} has none")
        missing = sorted(set(STRATAGEMS[side]) - set(keys))
        advise(not missing, path, f"stratagem: {side} has no {', '.join(missing)}; the box has")
    for marker in text.stratagem:
        here = f"stratagem {marker.key}"
        succeeds = marker.key in ("imperium", "unite") or marker.goes != "removed on success"
        demand(succeeds, path, f"{here}: it rolls for no success, so that it cannot go by it")
        back = marker.key != "treachery" or marker.goes == "returned"
        demand(back, path, f"{here}: goes must be 'returned': it may be answered by the other")
    demand(text.set_aside == 1, path, "set_aside must be 1")


def _stratagems(contents: Contents, text: StratagemsFile) -> None:
    """The markers by side and kind, also those that the pack leaves out."""
    for name, side in SIDES.items():
        found = {marker.key: marker for marker in text.stratagem if marker.side == name}
        for kind, key in enumerate(STRATAGEMS[name]):
            contents.absent[side] |= (key not in found) << kind
            spare = StratagemText(key, name, key, "returned", "rulebook")
            contents.stratagems[side].append(found.get(key, spare))
    known = [marker for marker in text.stratagem if marker.key in STRATAGEMS[marker.side]]
    contents.printed = [(SIDES[m.side], STRATAGEMS[m.side].index(m.key)) for m in known]


def check_tables(text: TablesFile, path: Path) -> None:
    rolls = [event.roll for event in text.event]
    demand(rolls == list(range(2, 13)), path, "event: one row per roll from 2 to 12, in order")
    for event in text.event:
        known = event.key in EVENTS
        demand(known, path, f"event {event.key}: no such event; there are {', '.join(EVENTS)}")
    check_levels(text.level, path)
    turns = text.turns
    right = len(turns.years) * 3 + len(turns.winters)
    demand(turns.last == right, path, f"turns.last must be {right}, not {turns.last}")
    between = list(range(4, right, 4))
    demand(turns.winters == between, path, f"turns.winters must be {between}")


def check_levels(levels: Sequence[LevelText], path: Path) -> None:
    floors = [level.from_ for level in levels[:-1]]
    falling = all(floor is not None for floor in floors)
    falling = falling and sorted(floors, key=lambda floor: -(floor or 0)) == floors
    demand(falling, path, "level: every level but the last has a lower limit, falling")
    demand(levels[-1].from_ is None, path, "level: the last level has no lower limit")
