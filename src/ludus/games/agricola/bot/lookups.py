"""Distances to the places that matter, the value of units, and a cache of stacks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Final

from ludus.games.agricola.board import Muster
from ludus.games.agricola.ids import (
    AMBUSH,
    CALEDONIAN,
    LEADER,
    LEGATE,
    LEGIONARY,
    OPPIDUM,
    PRAEFECTUS,
    ROMAN,
    SUPREME,
)
from ludus.games.agricola.rules.tables import Tables

STEP: Final = 10
"""The cost of a hex of open land; a march of three hexes is 30."""
WILD_COST: Final = 30
"""Romans stop in wilderness."""
ROAD_COST: Final = 2
FAR: Final = 999
NO_WINTER: Final = 99
"""Turns to the next winter if there is none left."""
NEAR: Final = 3
"""Hexes that an enemy covers in one March."""
FORAY: Final = 6
"""Hexes that an enemy covers in two Marches."""
FADE: Final = 75.0
"""How fast a chance fades with distance."""

ALERT: Final = 28.0
"""How fast a danger to a fortress fades with distance."""
LEADER_WORTH: Final = {SUPREME: 4.0, LEADER: 0.9, LEGATE: 0.8, PRAEFECTUS: 0.6}
STEP_WORTH: Final = 0.07
STRENGTH_WORTH: Final = 0.03
ELITE_WORTH: Final = 0.12
LEGION_WORTH: Final = 0.2
AMBUSHERS: Final = 3.5
"""Units that an Ambush brings, by a die."""
LEVY: Final = 2.7
"""Units that the tribes recruit in a turn."""
STATIC_WORTH: Final = 0.04
"""A Praesidium is worth what it holds."""


class Stack:
    """The units of one side in one place."""

    __slots__ = (
        "camp",
        "heads",
        "hungry",
        "mask",
        "mobile",
        "place",
        "spare",
        "steps",
        "strength",
        "want",
        "worth",
    )

    def __init__(self, place: int, mask: int) -> None:
        self.place = place
        self.mask = mask
        self.strength = 0
        self.mobile = 0
        """Strength of the land units that can march."""
        self.spare = 0.0
        """Fighting power that can go elsewhere: strength times steps, less a garrison."""
        self.steps = 0
        self.worth = 0.0
        self.heads = 0.0
        """What the leaders among them are worth; they are the last to be hit."""
        self.camp = False
        """Behind a Praesidium or in an Oppidum."""
        self.hungry = 0
        """Units that need a source of supply."""
        self.want = 0.0
        """What a turn without supply costs them."""


class Lookups:
    """Distances by land in tenths of a hex, per side; the worth of every unit, and what is to be
    expected of the tribes and counters in the box."""

    def __init__(self, t: Tables, counters: Sequence[int]) -> None:
        """`counters` is how many counters of the centers there are of each type."""
        board = t.board
        targets = [*board.center_hex, *board.fortress_hex]
        self.centers: Final = len(board.center_hex)
        self.cost: Final = [
            [distances(t, side, place) for place in targets] for side in (ROMAN, CALEDONIAN)
        ]
        """Per side and target (centers, then fortresses), what it costs to get there."""
        self.near: Final = [[_faded(row, FADE) for row in rows] for rows in self.cost]
        """The same as a share of the gain there."""
        self.alarm: Final = [_faded(row, ALERT) for row in self.cost[CALEDONIAN]]
        """How much an enemy army in each place endangers each target."""
        self.sea: Final = [voyages(t, place) for place in board.center_hex]
        """Per center, how many hexes it is by sea from each place."""
        self.apart: Final = [hexes_apart(t, place, NEAR) for place in range(board.hexes)]
        """Hexes by land between two places, up to NEAR."""
        self.foray: Final = [hexes_apart(t, place, FORAY) for place in range(board.hexes)]
        """The same, up to two marches."""
        self.isles: Final = isles(t)
        """Coasts that can only be reached by sea."""
        self.courses: Final[dict[int, list[int]]] = {}
        """By place, the distances by sea; filled on demand."""
        self.stacks: Final[dict[tuple[int, int, int], Stack]] = {}
        """Cached stacks, by their units, those disrupted, place and side."""
        self.whole: Final = [unit_worth(muster, muster.strength, 2) for muster in t.musters]
        """Per side and unit, what it is worth in Victory Points while it is in Good Order."""
        self.worn: Final = [unit_worth(muster, muster.back, 1) for muster in t.musters]
        dealt = float(sum(counters))
        self.ambushes: Final = counters[AMBUSH] / dealt
        self.oppida: Final = counters[OPPIDUM] / dealt
        """Shares of the center counters."""
        tribes = t.musters[CALEDONIAN]
        bands = [unit for unit in tribes.units if unit.move and unit.type != SUPREME]
        count = float(len(bands))
        self.band_strength: Final = sum(unit.strength for unit in bands) / count
        self.band_steps: Final = sum(2 if unit.back else 1 for unit in bands) / count
        self.band_worth: Final = sum(self.whole[CALEDONIAN][unit.number] for unit in bands) / count
        """An average Caledonian unit."""
        self.ambush_strength: Final = round(AMBUSHERS * self.band_strength)
        self.ambush_steps: Final = round(AMBUSHERS * self.band_steps)
        """What an Ambush that is still face down brings on average."""
        self.levy_strength: Final = LEVY * self.band_strength
        self.levy_steps: Final = LEVY * self.band_steps
        """What an enemy army may grow by before it attacks."""

    def course(self, t: Tables, goal: int) -> list[int]:
        """How many hexes it is by sea from each place to one on the coast."""
        found = self.courses.get(goal)
        if found is None:
            found = self.courses[goal] = voyages(t, goal)
        return found


def unit_worth(muster: Muster, strength: list[int], steps: int) -> list[float]:
    found: list[float] = []
    for unit in muster.units:
        if unit.move == 0:
            found.append(STATIC_WORTH)
            continue
        count = steps if unit.back else 1
        worth = strength[unit.number] * STRENGTH_WORTH * count + count * STEP_WORTH
        worth += LEADER_WORTH.get(unit.type, 0.0)
        if unit.elite:
            worth += ELITE_WORTH
        if unit.type == LEGIONARY:
            worth += LEGION_WORTH
        found.append(worth)
    return found


def _faded(costs: list[int], scale: float) -> list[float]:
    return [0.0 if cost >= FAR else math.exp(-cost / scale) for cost in costs]


def isles(t: Tables) -> list[int]:
    """Land on the coast that cannot be reached by land from the first fortress."""
    board = t.board
    found = {board.fortress_hex[0]}
    edge = [board.fortress_hex[0]]
    for place in edge:
        for other in board.land_links[place]:
            if other not in found:
                found.add(other)
                edge.append(other)
    coasts = [place for place in range(board.hexes) if board.coastal[place]]
    return [place for place in coasts if place not in found and board.sea_links[place]]


def hexes_apart(t: Tables, start: int, most: int) -> dict[int, int]:
    """The places within reach, and how many hexes away they are."""
    found = {start: 0}
    edge = [start]
    for steps in range(1, most + 1):
        following: list[int] = []
        for place in edge:
            for other in t.board.land_links[place]:
                if other not in found and other != t.board.britannia:
                    found[other] = steps
                    following.append(other)
        edge = following
    return found


def voyages(t: Tables, target: int) -> list[int]:
    """How far it is by sea from each place to one hex; ships do not pass through Britannia."""
    board = t.board
    found = [FAR] * board.places
    if not board.sea_links[target]:
        return found
    found[target] = 0
    edge = [target]
    for place in edge:
        if place == board.britannia:
            continue
        for other in board.sea_links[place]:
            if found[other] == FAR:
                found[other] = found[place] + 1
                edge.append(other)
    return found


def distances(t: Tables, side: int, target: int) -> list[int]:
    """What it costs a side to march from each place to one hex."""
    board = t.board
    found = [FAR] * board.places
    found[target] = 0
    heap = [(0, target)]
    while heap:
        cost, place = heappop(heap)
        if cost > found[place] or place == board.britannia:
            continue
        for other in board.land_links[place]:
            if other == board.britannia and side == CALEDONIAN:
                continue
            step = STEP
            if side == ROMAN:
                if other in board.road_links[place]:
                    step = ROAD_COST
                elif board.wild[place]:
                    step = WILD_COST
            if cost + step < found[other]:
                found[other] = cost + step
                heappush(heap, (cost + step, other))
    return found
