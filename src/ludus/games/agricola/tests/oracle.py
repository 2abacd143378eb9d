"""A second reading of the rulebook: supply, rally, hits and reach, worked out from a position.

Nothing here comes from the rules or their tables. The content files are read as they are, hexes are
pairs of row and column, and units are rows of the file: what the rules do with masks and tables is
done again with sets and names. Both agree in every position, or one of them is wrong.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from ludus.games.agricola.state import Battle, State

CONTENT = Path(__file__).parents[1] / "content"
ROME, TRIBES = 0, 1
LEADING = {"supreme", "leader", "legate", "praefectus"}
AFLOAT = {"fleet", "praefectus"}
BRITANNIA = (99, 0)
"""Where no hex is."""

Hex = tuple[int, int]
Unit = dict[str, object]


class Oracle:
    """The map and the counters, and what the rulebook says about a position on them."""

    def __init__(self, south: int = 0) -> None:
        """With so many of the southern areas as centers [map.7]."""
        text = tomllib.loads((CONTENT / "map.toml").read_text(encoding="utf-8"))
        self.grid = text["grid"]
        self.first: Hex = (self.grid["first_row"], self.grid["first_column"])
        self.width: int = len(self.grid["rows"][0])
        kinds = text["terrain"]
        signs = {kinds[kind]: kind for kind in ("open", "wilderness", "sea", "hibernia")}
        self.terrain: dict[Hex, str] = {}
        for down, line in enumerate(self.grid["rows"]):
            for west, sign in enumerate(reversed(line)):
                self.terrain[self.first[0] + down, self.first[1] + west] = signs[sign]
        areas = [each for each in text["area"] if each["southern"]]
        self.centers = [_hex(each["hex"]) for each in (*text["center"], *areas[:south])]
        self.forts = {_hex(each["hex"]) for each in text["fortress"]}
        self.sites = {_hex(each["hex"]) for each in text["site"]}
        self.route = [_hex(each) for each in text["route"]["hexes"]]
        self.roads: set[frozenset[Hex]] = set()
        for road in text["road"]:
            hexes = [_hex(each) for each in road["hexes"]]
            self.roads |= {frozenset(pair) for pair in itertools.pairwise(hexes)}
            if road["britannia"]:
                self.roads.add(frozenset((hexes[0], BRITANNIA)))
        rows = tomllib.loads((CONTENT / "units.toml").read_text(encoding="utf-8"))
        self.units: list[list[Unit]] = [[], []]
        for unit in rows["unit"]:
            self.units[ROME if unit["side"] == "roman" else TRIBES].append(unit)
        town = {"type": "oppidum", "move": 0, "strength": rows["oppidum"]["strength"], "back": 0}
        self.towns = len(self.units[TRIBES])
        """The number of the first Oppidum: there is one for each center."""
        self.units[TRIBES] += [dict(town) for _ in self.centers]

    # The map -------------------------------------------------------------------------------------

    def spot(self, place: int) -> Hex | None:
        """The hex of a place by its number, row by row; None for a box."""
        if place > len(self.terrain):
            return None
        if place == len(self.terrain):
            return BRITANNIA
        down, west = divmod(place, self.width)
        return self.first[0] + down, self.first[1] + west

    def number(self, spot: Hex) -> int:
        if spot == BRITANNIA:
            return len(self.terrain)
        return (spot[0] - self.first[0]) * self.width + spot[1] - self.first[1]

    @cached_property
    def beside(self) -> dict[Hex, set[Hex]]:
        """Neighbours by their middles: even rows lie half a hex farther west."""

        def middle(spot: Hex) -> tuple[int, int]:
            row, column = spot
            return row, 2 * column + (row % 2 == 0)

        found: dict[Hex, set[Hex]] = {spot: set() for spot in self.terrain}
        for row, column in self.terrain:
            here = middle((row, column))
            for down in (-1, 0, 1):
                for west in (-1, 0, 1):
                    other = (row + down, column + west)
                    if other in self.terrain:
                        apart = abs(middle(other)[1] - here[1])
                        if apart == (1 if down else 2):
                            found[row, column].add(other)
        return found

    def land(self, spot: Hex) -> bool:
        return spot == BRITANNIA or self.terrain[spot] in ("open", "wilderness")

    def coast(self, spot: Hex) -> bool:
        return self.land(spot) and any(self.terrain[near] == "sea" for near in self.beside[spot])

    def edge(self, spot: Hex) -> bool:
        return spot[0] == int(self.grid["last_row"])

    @cached_property
    def by_land(self) -> dict[Hex, set[Hex]]:
        ways = {
            spot: {near for near in near_it if self.land(near)}
            for spot, near_it in self.beside.items()
            if self.land(spot)
        }
        ways[BRITANNIA] = {spot for spot in ways if self.edge(spot)}
        for spot in ways[BRITANNIA]:
            ways[spot].add(BRITANNIA)
        return ways

    @cached_property
    def by_sea(self) -> dict[Hex, set[Hex]]:
        """From coast to coast only past a sea hex that both touch."""
        wet = {spot for spot, kind in self.terrain.items() if kind == "sea"}
        ports = {spot for spot in self.terrain if self.land(spot) and self.coast(spot)}
        ways: dict[Hex, set[Hex]] = {spot: set() for spot in wet | ports}
        for spot, links in ways.items():
            for near in self.beside[spot] & (wet | ports):
                shared = self.beside[spot] & self.beside[near] & wet
                if spot in wet or near in wet or shared:
                    links.add(near)
        ways[BRITANNIA] = {spot for spot in ways if self.edge(spot)}
        for spot in ways[BRITANNIA]:
            ways[spot].add(BRITANNIA)
        return ways

    # Who is where --------------------------------------------------------------------------------

    def kind(self, side: int, unit: int) -> str:
        return str(self.units[side][unit]["type"])

    def at(self, state: State, side: int) -> dict[int, Hex]:
        """The hex of each unit on the map or in Britannia."""
        found: dict[int, Hex] = {}
        for unit, place in enumerate(state.at[side]):
            spot = self.spot(place)
            if spot is not None:
                found[unit] = spot
        return found

    def shown(self, state: State, spot: Hex) -> str:
        """What lies on a center: its type, `down` for a hidden counter, or nothing."""
        if spot not in self.centers:
            return ""
        center = self.centers.index(spot)
        names = ("ambush", "oppidum", "mines", "wastes", "monoliths")
        if state.center[center] < 0:
            return ""
        return names[state.center[center]] if state.center_up >> center & 1 else "down"

    # Supply [18.1, 26.7, 32] ---------------------------------------------------------------------

    def fed_hex(self, state: State, spot: Hex) -> bool:
        """Whether any Roman on land there is in supply."""
        here = self.at(state, ROME)
        kinds = {self.kind(ROME, unit) for unit, place in here.items() if place == spot}
        if spot == BRITANNIA or spot in self.forts or self.spot(state.supplied) == spot:
            return True
        if kinds & {"praesidium", "impedimenta", *AFLOAT}:
            return True
        near = {unit: place for unit, place in here.items() if place in self.beside[spot]}
        if any(place in self.forts for place in near.values()):
            return True
        return any(
            self.kind(ROME, unit) == "impedimenta" and self.land(place)
            for unit, place in near.items()
        )

    def hungry(self, state: State, side: int) -> set[int]:
        """The units that have to roll."""
        found: set[int] = set()
        besieged = {self.spot(place) for place in state.sieges}
        for unit, spot in self.at(state, side).items():
            kind = self.kind(side, unit)
            if spot == BRITANNIA or kind in ("praesidium", "oppidum"):
                continue
            if side == TRIBES:
                fed = kind in LEADING or spot in self.centers or spot in self.sites
                if spot in besieged or not fed:
                    found.add(unit)
            elif not self.land(spot):
                if kind in AFLOAT and self.spot(state.supplied) != spot:
                    found.add(unit)
            elif kind not in LEADING | {"exploratores"} and not self.fed_hex(state, spot):
                found.add(unit)
        return found

    def rallying(self, state: State, side: int, only_hexes: bool) -> dict[Hex, set[int]]:
        """Per hex, the disrupted units that a point restores [19.2, 19.3]."""
        found: dict[Hex, set[int]] = {}
        besieged = {self.spot(place) for place in state.sieges}
        for unit, spot in self.at(state, side).items():
            if not state.disrupted[side] >> unit & 1 or (side == TRIBES and spot in besieged):
                continue
            kind = self.kind(side, unit)
            always = kind in LEADING or kind in ("praesidium", "oppidum", "exploratores")
            if side == TRIBES:
                fed = spot in self.centers or spot in self.sites
            elif self.land(spot):
                fed = self.fed_hex(state, spot)
            else:
                fed = self.spot(state.supplied) == spot
                always = kind in LEADING - AFLOAT
            if fed or (always and not only_hexes):
                found.setdefault(spot, set()).add(unit)
        return found

    # Hits [16.0, 25.2] ---------------------------------------------------------------------------

    def need(self, state: State, b: Battle, side: int, unit: int) -> int:
        """What a unit must roll at most."""
        about = self.units[side][unit]
        worn = state.disrupted[side] >> unit & 1
        value = int(str(about["back" if worn else "strength"]))
        kind = self.kind(side, unit)
        raging = side == TRIBES and b.fury and kind in ("gaesatae", "chariots")
        storming = side == ROME and b.assault and kind == "legionary"
        return value + int(raging or storming)

    def hits(
        self, state: State, b: Battle, side: int, units: Iterable[int], dice: Iterable[int]
    ) -> int:
        """What the fire of a side comes to; half of it, rounded up, against a fort's defenders."""
        rolls = zip(units, dice, strict=True)
        count = sum(1 for unit, die in rolls if die <= self.need(state, b, side, unit))
        foe = 1 - side
        fort = {"praesidium"} if foe == ROME else {"oppidum"}
        there = {
            self.kind(foe, unit) for unit in range(len(self.units[foe])) if b.force[foe] >> unit & 1
        }
        held = bool(there & fort) or (foe == ROME and self.spot(b.place) in self.forts)
        if b.attacker == foe or not held or (foe == TRIBES and b.stormed):
            return count
        return count - count // 2

    # Reach [13, 26.2, 27.1] ----------------------------------------------------------------------

    def stops(self, state: State, side: int, spot: Hex) -> bool:
        """Whether a force that enters must stay, terrain aside."""
        if spot == BRITANNIA or spot in self.at(state, 1 - side).values():
            return True
        return side == ROME and self.shown(state, spot) not in ("", "monoliths")

    def goals(self, state: State, side: int, force: Iterable[int], start: Hex) -> set[int]:
        """Where a land force can go in one March that keeps together."""
        kinds = {self.kind(side, unit) for unit in force}
        least = min(int(str(self.units[side][unit]["move"])) for unit in force)
        light = side == TRIBES or kinds == {"auxiliary"}
        found: set[Hex] = set()
        edge = {start}
        for _ in range(least):
            reached = {near for spot in edge for near in self.by_land[spot]}
            if side == TRIBES:
                reached.discard(BRITANNIA)
            reached -= found | {start}
            found |= reached
            edge = {
                spot
                for spot in reached
                if not self.stops(state, side, spot)
                and (light or self.terrain[spot] != "wilderness")
            }
        if side == ROME:
            found |= self.rides(state, start)
        return {self.number(spot) for spot in found}

    def rides(self, state: State, start: Hex) -> set[Hex]:
        """Anywhere along roads, the built part of the new one among them."""
        built = self.route[: state.road + 1]
        roads = self.roads | {frozenset(pair) for pair in itertools.pairwise(built)}
        found: set[Hex] = set()
        edge = [start]
        while edge:
            spot = edge.pop()
            for road in roads:
                if spot in road:
                    (other,) = road - {spot}
                    if other not in found:
                        found.add(other)
                        if not self.stops(state, ROME, other):
                            edge.append(other)
        return found - {start}

    def courses(self, state: State, start: Hex, most: int) -> set[int]:
        """Where ships can get: past enemies, but not past Britannia."""
        found: set[Hex] = set()
        edge = {start}
        for _ in range(most):
            reached = {near for spot in edge for near in self.by_sea[spot]} - found - {start}
            found |= reached
            edge = reached - {BRITANNIA}
            if state.ships_stop:
                edge = {spot for spot in edge if self.shown(state, spot) != "down"}
        return {self.number(spot) for spot in found}


def _hex(text: str) -> Hex:
    return int(text[:2]), int(text[2:])
