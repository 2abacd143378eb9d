"""Puts the figures of `sheets.toml` into the drawing: what a box gives, costs and needs.

The drawing says where things stand; what stands there is what the rules read. Where the drawing of
a box has other icons than the sheet, they are laid out anew in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.content import Pack, demand
from ludus.games.hadrians_wall.content import Building, Cost, Sheets, Track
from ludus.games.hadrians_wall.drawing import (
    Area,
    Art,
    DrawnBox,
    DrawnSheet,
    Icon,
    load_art,
    load_drawing,
)
from ludus.games.hadrians_wall.ids import COHORT_KEYS, ITEM_KEYS, SIZE_KEYS

HALLS: Final = ("granary", "hotel", "workshop", "road", "precinct")
"""Buildings of several sizes that share an area."""
CITIZENS: Final = ("traders", "performers", "priests", "apparitores", "patricians")
CELLS: Final = {"r": ["resource"], "s": ["servant"], ".": []}
LARGEST: Final = 28.0
"""The side of an icon that is laid out anew."""

Paid: TypeAlias = tuple[str, int]


def load_printed(pack: Pack) -> Art:
    """Both sheets of a pack, drawn with the figures that the rules read."""
    drawn = load_drawing(pack)
    Printer(drawn, pack.read("sheets.toml", Sheets), pack.path("drawing.toml")).run()
    return load_art(pack, drawn)


class Printer:
    def __init__(self, drawn: Sequence[DrawnSheet], sheets: Sheets, path: Path) -> None:
        self.sheets = sheets
        self.path = path
        self.areas = {area.key: area for sheet in drawn for area in sheet.area}
        self.boxes = {box.id: box for area in self.areas.values() for box in area.boxes}

    def run(self) -> None:
        for track in self.sheets.track:
            self._track(track)
        for building in self.sheets.building:
            self._building(building)
        self._needs_and_costs()
        self._town()
        self._offices()
        self._scouts()

    # Boxes ---------------------------------------------------------------------------------------

    def _box(self, name: str, icons: Sequence[str], must: bool = True) -> None:
        """A box with its icons; those that are drawn right stay where they are."""
        box = self.boxes.get(name)
        if box is None:
            demand(not must and not icons, self.path, f"no box {name} to show {list(icons)} in")
            return
        shown = [icon.name for icon in box.icons if not icon.name.startswith("=")]
        if shown != list(icons):
            box.icons = _row(box, icons)

    def _track(self, track: Track) -> None:
        names = [f"cohort-{key}" for key in COHORT_KEYS] if track.copies > 1 else [track.key]
        for name in names:
            for number, gives in enumerate(track.gives, 1):
                below = ["infrastructure"] if number in track.infrastructure else []
                self._box(f"{name}-{number}", [*gives.split(), *below])
        area = self.areas.get(track.key)
        if area is None:
            return
        if track.pay and sorted(item for item, _ in paid(area)) != sorted(track.pay):
            _pay(area, [(item, 1) for item in track.pay])
        if track.infrastructure:
            self._hang(area, track.infrastructure)
        if track.key in ("wall", "cippi"):
            self._chain(track)

    def _hang(self, area: Area, numbers: Sequence[int]) -> None:
        """The numbers of Infrastructure hang below their boxes."""
        fits = len(area.flags) == len(numbers)
        wanted = f"{len(area.flags)} numbers of infrastructure are drawn, not {len(numbers)}"
        demand(fits, self.path, f"area {area.key}: {wanted}")
        for flag, number in zip(area.flags, numbers, strict=False):
            x, _, width, _ = self.boxes[f"fort-{number}"].at
            if not x < flag.x + flag.w / 2 < x + width:
                flag.x = x + (width - flag.w) / 2

    def _chain(self, track: Track) -> None:
        """The lines from the Fort to what it opens."""
        lines = [
            line
            for area in self.areas.values()
            for line in area.lines
            if line.kind == f"chain-{track.key}"
        ]
        if sorted(line.after for line in lines) == sorted(f"fort-{n}" for n in track.fort):
            return
        for line, number in zip(lines, track.fort, strict=False):
            x, _, width, _ = self.boxes[f"fort-{number}"].at
            line.after = f"fort-{number}"
            line.points[0] = line.points[2] = x + width / 2

    def _building(self, building: Building) -> None:
        name = building.key.replace("_", "-")
        reward = f"{name}-reward"
        self._box(reward if reward in self.boxes else name, building.gives.split())

    # Areas ---------------------------------------------------------------------------------------

    def _needs_and_costs(self) -> None:
        """What each building asks for; then what is paid in it."""
        sheets = self.sheets
        after: dict[str, list[Paid]] = {
            "market": _listed(sheets.market.cost),
            "theatre": _listed(sheets.theatre.cost),
            "ludus": [(item, 1) for item in sheets.ludus.pay],
            "baths": [("resource", count) for count in sheets.baths.cost],
            "courthouse": [
                pair for ruling in sheets.ruling for pair in _exchanged(ruling.cost, ruling.gives)
            ],
        }
        for key in dict.fromkeys(home(building) for building in sheets.building):
            area = self.areas.get(key)
            demand(area is not None, self.path, f"no area {key} is drawn")
            if area is None:
                continue
            here = [building for building in sheets.building if home(building) == key]
            for flag, building in zip(area.flags, here, strict=False):
                flag.of, flag.n = building.of, building.needs
            costs = [pair for building in here for pair in _listed(building.cost)]
            _pay_ends(area, costs, after.get(key, []))
        for key, cost in (
            ("training", sheets.training.cost),
            ("diplomat", sheets.diplomats.cost),
            ("scout", sheets.scouts.cost),
        ):
            _pay_ends(self.areas[key], _listed(cost), [])
        self._keys()

    def _keys(self) -> None:
        """A key stands where a citizen opens a building or a Diplomat."""
        opening = {(building.of, building.needs) for building in self.sheets.building}
        opening |= {("patricians", need) for need in self.sheets.diplomats.patricians}
        for track in CITIZENS:
            for flag in self.areas[track].flags:
                opens = (track, flag.n) in opening
                if opens != (flag.role == "key"):
                    flag.role = "key" if opens else ""

    def _uses(self, area: str, of: str, numbers: Sequence[int]) -> None:
        flags = [flag for flag in self.areas[area].flags if flag.of == of and flag.role != "key"]
        for flag, number in zip(flags, numbers, strict=False):
            flag.n = number

    def _town(self) -> None:
        sheets = self.sheets
        self._uses("market", "traders", sheets.market.traders)
        for number, gives in enumerate(sheets.market.gives, 1):
            self._box(f"market-{number}-extra", gives.split(), must=False)
        steps = [decor for decor in self.areas["market"].decor if decor.kind == "step"]
        for step, count in zip(steps, sheets.market.new_good, strict=False):
            step.count = count
        self._uses("theatre", "performers", sheets.theatre.performers)
        for number, gives in enumerate(sheets.theatre.gives, 1):
            self._box(f"theatre-{number}", gives.split())
        self._uses("ludus", "performers", sheets.ludus.performers)
        for name, payoff in (("died", sheets.ludus.died), ("survived", sheets.ludus.won)):
            drawn = [each for each in self.areas["ludus"].decor if each.name == name]
            for each, gives in zip(drawn, payoff, strict=False):
                each.gives = gives.split()
        temples = sheets.temples
        priests = iter(temples.priests)
        for size, count in zip(SIZE_KEYS, temples.boxes, strict=False):
            rows = count // len(temples.row)
            self._uses(f"temple-{size}", "priests", [next(priests, 0) for _ in range(rows)])
            for number in range(count):
                gives = temples.row[number % len(temples.row)]
                self._box(f"temple-{size}-{number + 1}", gives.split())
            self._box(f"temple-{size}-favour", [temples.last])

    def _offices(self) -> None:
        sheets = self.sheets
        self._uses("baths", "apparitores", sheets.baths.apparitores)
        needed = [need for ruling in sheets.ruling for need in ruling.apparitores]
        self._uses("courthouse", "apparitores", needed)
        diplomats = sheets.diplomats
        for flag, need in zip(self.areas["diplomat"].flags, diplomats.patricians, strict=False):
            flag.n = need
        for number in range(1, len(diplomats.patricians) + 1):
            self._box(f"diplomat-{number}", diplomats.gives.split())

    def _scouts(self) -> None:
        scouts = self.sheets.scouts
        self._uses("scout", "patricians", scouts.patricians)
        for row, line in enumerate(scouts.map, 1):
            self._box(f"scout-row{row}", [scouts.full_row])
            for column, cell in enumerate(line, 1):
                self._box(f"scout-r{row}c{column}", CELLS[cell])


def home(building: Building) -> str:
    """The area of a building."""
    kind = building.key.rpartition("_")[0]
    return kind if kind in HALLS else building.key.replace("_", "-")


def _row(box: DrawnBox, icons: Sequence[str]) -> list[Icon]:
    """Icons side by side in the middle of a box."""
    x, y, width, height = box.at
    if not icons:
        return []
    size = round(min(LARGEST, (width - 4) / len(icons), height - 8), 1)
    left = x + (width - size * len(icons)) / 2
    top = round(y + (height - size) / 2, 1)
    return [
        Icon(name, round(left + size * index, 1), top, size) for index, name in enumerate(icons)
    ]


def _listed(cost: Cost) -> list[Paid]:
    return list(cost.items())


def _exchanged(cost: Cost, gives: str) -> list[Paid]:
    names = gives.split()
    return [*cost.items(), *((item, names.count(item)) for item in dict.fromkeys(names))]


def paid(area: Area) -> list[Paid]:
    """The items printed in an area in order, each with the number before it."""
    return [(area.icons[at].name, count) for at, _, count in _entries(area)]


def _entries(area: Area) -> list[tuple[int, int, int]]:
    """Of each item the place among the icons, that of its number or -1, and the number."""
    found: list[tuple[int, int, int]] = []
    count, number = 1, -1
    for at, icon in enumerate(area.icons):
        if icon.name.startswith("=") and icon.name[1:].isdigit():
            count, number = int(icon.name[1:]), at
        else:
            if icon.name in ITEM_KEYS:
                found.append((at, number, count))
            count, number = 1, -1
    return found


def _pay_ends(area: Area, first: Sequence[Paid], last: Sequence[Paid]) -> None:
    """The first and the last costs of an area; what stands between them is no cost."""
    drawn = paid(area)
    fits = len(drawn) >= len(first) + len(last)
    middle = drawn[len(first) : len(drawn) - len(last)] if fits else []
    _pay(area, [*first, *middle, *last])


def _pay(area: Area, wanted: Sequence[Paid]) -> None:
    """Show these items in order, in the places that are drawn or in a row from the first."""
    entries = _entries(area)
    if paid(area) == list(wanted):
        return
    if len(entries) != len(wanted):
        _pay_anew(area, wanted)
        return
    put: dict[int, list[Icon]] = {}
    gone: set[int] = set()
    for (at, number, count), (item, right) in zip(entries, wanted, strict=True):
        icon = area.icons[at]
        icon.name = item
        if right == count:
            continue
        if number >= 0:
            gone.add(number)
        if right > 1:
            before = area.icons[number] if number >= 0 else None
            x = before.x if before is not None else icon.x - 2
            put[at] = [Icon(f"={right}", x, icon.y + icon.size / 2, 16)]
    area.icons = [
        piece
        for at, icon in enumerate(area.icons)
        for piece in (*put.get(at, ()), *(() if at in gone else (icon,)))
    ]


def _pay_anew(area: Area, wanted: Sequence[Paid]) -> None:
    entries = _entries(area)
    old = {at for at, _, _ in entries} | {number for _, number, _ in entries if number >= 0}
    kept = [icon for at, icon in enumerate(area.icons) if at not in old]
    if entries:
        first = area.icons[entries[0][0]]
        x, y, size = first.x, first.y, first.size
    else:
        x, y, size = area.frame[0] + 6, area.frame[1] + 28, 24.0
    laid: list[Icon] = []
    for item, count in wanted:
        if count > 1:
            laid.append(Icon(f"={count}", x + 6, y + size / 2, 16))
            x += 13
        laid.append(Icon(item, x, y, size))
        x += size
    area.icons = [*laid, *kept]
