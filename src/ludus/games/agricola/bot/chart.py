"""How far every hex lies from the places that matter, and what a counter is worth."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Final

from ludus.games.agricola.board import (
    CALEDONIAN,
    LEADER,
    LEGATE,
    LEGIONARY,
    PRAEFECTUS,
    ROMAN,
    SUPREME,
    Muster,
)
from ludus.games.agricola.rules.base import Machine

STEP: Final = 10
"""The cost of a hex of open land; a march of three hexes is 30."""
WILD_COST: Final = 30
"""Romans stop in the wilds."""
ROAD_COST: Final = 2
FAR: Final = 999
FADE: Final = 75.0
"""How fast a chance fades with distance."""

LEADER_WORTH: Final = {SUPREME: 5.0, LEADER: 1.2, LEGATE: 1.0, PRAEFECTUS: 0.8}
STEP_WORTH: Final = 0.11
STRENGTH_WORTH: Final = 0.05
ELITE_WORTH: Final = 0.15
LEGION_WORTH: Final = 0.25


class Chart:
    """Distances by land in tenths of a hex, per side; and the worth of every unit."""

    def __init__(self, m: Machine) -> None:
        board = m.board
        targets = [*board.center_hex, *board.fortress_hex]
        self.centers: Final = len(board.center_hex)
        self.cost: Final = [
            [distances(m, side, place) for place in targets] for side in (ROMAN, CALEDONIAN)
        ]
        """Per side and target (centers, then fortresses), what it costs to get there."""
        self.near: Final = [[_faded(row) for row in rows] for rows in self.cost]
        """The same as a share of what is to be had there."""
        self.whole: Final = [unit_worth(muster, muster.strength, 2) for muster in m.musters]
        """Per side and unit, what it is worth in Victory Points while it is in Good Order."""
        self.worn: Final = [unit_worth(muster, muster.back, 1) for muster in m.musters]


def unit_worth(muster: Muster, strength: list[int], steps: int) -> list[float]:
    found: list[float] = []
    for unit in muster.units:
        count = steps if unit.back else 1
        worth = strength[unit.number] * STRENGTH_WORTH * count + count * STEP_WORTH
        worth += LEADER_WORTH.get(unit.type, 0.0)
        if unit.elite:
            worth += ELITE_WORTH
        if unit.type == LEGIONARY:
            worth += LEGION_WORTH
        found.append(worth)
    return found


def _faded(costs: list[int]) -> list[float]:
    return [0.0 if cost >= FAR else math.exp(-cost / FADE) for cost in costs]


def distances(m: Machine, side: int, target: int) -> list[int]:
    """What it costs a side to march from each place to one hex."""
    board = m.board
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
