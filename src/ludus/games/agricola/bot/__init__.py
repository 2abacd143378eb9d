"""How good a position of Agricola is for a seat: what greedy play and search steer by.

Worth is counted in Victory Points for the Romans: what stands on the map now, what a Praesidium
will hold through the winter, how near each side's armies are to what they want, whether they are
fed, what Action Points and units are good for, and a battle under way by its odds.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.games.agricola.board import CALEDONIAN, ROMAN, Board, units
from ludus.games.agricola.rules import AgricolaRules
from ludus.games.agricola.rules.base import Machine, strength_of
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.rules.victory import difference
from ludus.games.agricola.state import Battle, State

EVEN: Final = 10.5
"""The difference of Victory Points between a Roman and a Caledonian victory."""
SCALE: Final = 6.0
FAR: Final = 60

POINT: Final = 0.22
"""An Action Point, up to what is useful at once."""
MARKER: Final = 0.3
STRENGTH: Final = 0.16
"""A point of strength in play."""
HUNGRY: Final = 0.12
"""A point of strength that is out of supply: a third of it starves each turn."""
CAMP: Final = 1.1
"""A Praesidium on a center keeps it through the winter."""
REACH: Final = 2.4
"""A center or fortress within an army's grasp, against having it."""
COLUMN: Final = 9
"""Strength that makes a stack an army."""
BATTLE: Final = 5.0
GARRISON: Final = 0.5
"""A fortress that somebody holds."""


class Chart:
    """How far every hex lies from the places that matter."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.center = [self._distances(place) for place in board.center_hex]
        self.fortress = [self._distances(place) for place in board.fortress_hex]

    def _distances(self, start: int) -> list[int]:
        found = [FAR] * self.board.places
        found[start] = 0
        edge = [start]
        while edge:
            following: list[int] = []
            for place in edge:
                for other in self.board.land_links[place]:
                    if found[other] == FAR and other != self.board.britannia:
                        found[other] = found[place] + 1
                        following.append(other)
            edge = following
        # From Britannia one enters anywhere along the edge.
        edge_of = self.board.land_links[self.board.britannia]
        found[self.board.britannia] = min(found[place] for place in edge_of) + 1
        return found


class Evaluation:
    """Judges a position for greedy play and search."""

    def __init__(self, rules: AgricolaRules) -> None:
        self.machine: Machine = rules.machine
        self.chart = Chart(rules.machine.board)

    def __call__(self, state: State, seat: Seat) -> float:
        lead = self.worth(state) - EVEN
        if seat ^ state.flip != ROMAN:
            lead = -lead
        return 1.0 / (1.0 + math.exp(-lead / SCALE))

    def worth(self, state: State) -> float:
        """Victory Points for the Romans, with what is on its way."""
        m = self.machine
        total = float(difference(m, state))
        armies = [self._armies(state, side) for side in (ROMAN, CALEDONIAN)]
        for side, sign in ((ROMAN, 1.0), (CALEDONIAN, -1.0)):
            total += sign * POINT * min(state.points[side], 6)
            total += sign * MARKER * state.hand[side].bit_count()
            total += sign * STRENGTH * sum(armies[side].values())
            hungry = unsupplied(m, state, side)
            total -= sign * HUNGRY * sum(strength_of(m, state, side, u) for u in units(hungry))
        total += self._centers(state, armies)
        total += self._fortresses(state, armies)
        if state.battle is not None and state.battle.winner < 0:
            total += BATTLE * self._odds(state, state.battle)
        return total

    def _armies(self, state: State, side: int) -> dict[int, int]:
        """Strength by place."""
        m = self.machine
        muster = m.musters[side]
        found: dict[int, int] = {}
        for unit in units(muster.all & ~muster.static):
            place = state.at[side][unit]
            if place <= m.board.britannia:
                found[place] = found.get(place, 0) + strength_of(m, state, side, unit)
        return found

    def _centers(self, state: State, armies: list[dict[int, int]]) -> float:
        """Camps that hold centers, and columns on their way to others."""
        m = self.machine
        total = 0.0
        winters = [turn for turn in m.tables.turns.winters if turn >= state.turn]
        for number, place in enumerate(m.board.center_hex):
            here = state.here[ROMAN][place]
            if here:
                if here & m.rome.praesidia and winters:
                    total += CAMP
                continue
            near = self.chart.center[number]
            nearest = min(
                (near[spot] for spot, force in armies[ROMAN].items() if force >= COLUMN),
                default=FAR,
            )
            total += REACH / (2.0 + nearest)
        return total

    def _fortresses(self, state: State, armies: list[dict[int, int]]) -> float:
        """Fortresses that stand open to the tribes."""
        m = self.machine
        total = 0.0
        for number, place in enumerate(m.board.fortress_hex):
            if state.here[CALEDONIAN][place]:
                continue
            held = armies[ROMAN].get(place, 0)
            if held:
                total += GARRISON
            near = self.chart.fortress[number]
            danger = 0.0
            for spot, force in armies[CALEDONIAN].items():
                if force > held * 1.3:
                    danger = max(danger, 3.0 * REACH / (2.0 + near[spot]))
            total -= danger
        return total

    def _odds(self, state: State, battle: Battle) -> float:
        """How a battle will go, from -1 to 1 for the Romans: steps and strength on both sides."""
        m = self.machine
        power = [1.0, 1.0]
        for side in (ROMAN, CALEDONIAN):
            force = battle.force[side]
            whole = force & m.musters[side].two_step & ~state.disrupted[side]
            steps = force.bit_count() + whole.bit_count()
            strength = sum(strength_of(m, state, side, unit) for unit in units(force))
            power[side] += math.sqrt(steps * strength)
        return math.tanh(1.6 * math.log(power[ROMAN] / power[CALEDONIAN]))
