"""Voyages: who goes aboard, where the fleets go, and what is gained by it.

Ships avoid wilderness and supply the units aboard. One voyage takes an army from a center on the
coast to the next one, where by land it would take two or three Marches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola.board import units
from ludus.games.agricola.bot.lookups import FAR, NO_WINTER, Lookups, Stack
from ludus.games.agricola.bot.march_plans import MarchPlanner, garrison
from ludus.games.agricola.bot.stacks import stack_of
from ludus.games.agricola.ids import CALEDONIAN, CAPACITY, NONE, ROMAN
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

REACHED: Final = (36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1)
"""Of 36 rolls of two dice, how many total this or more."""
RUN: Final = 7
"""Hexes that fleets sail in one voyage on average."""
HIGH_SEAS: Final = 2
"""Fleets are out of supply at sea: reaching a coast is worth so many hexes."""
SEA_ARMY: Final = 18
FEWEST: Final = 3
"""Fewer than these are not worth a voyage."""


class Voyage:
    """A voyage: who goes from where to which center, and what it gains."""

    __slots__ = ("crew", "gain", "goal", "start")

    def __init__(self, start: int, crew: int, goal: int, gain: float) -> None:
        self.start = start
        self.crew = crew
        self.goal = goal
        self.gain = gain


class VoyagePlanner(MarchPlanner):
    """Draws up the voyages of the Romans in one position."""

    def voyage(self, start: int, left: int = NONE) -> Voyage | None:
        """The best voyage of the fleets in a place; `left` hexes, if the dice have been rolled."""
        state = self.state
        here = state.here[ROMAN][start]
        crew = self.crew(start)
        if crew.bit_count() < FEWEST:
            return None
        mask = here & self.t.rome.fleets | crew
        force = stack_of(self.t, self.lookups, state, ROMAN, start, mask)
        rest_mask = here & ~mask
        rest = stack_of(self.t, self.lookups, state, ROMAN, start, rest_mask) if rest_mask else None
        if self.wary and not self._worthwhile(force, rest):
            return None
        base = self._left_behind(start, rest) - self._standing(start, here)
        best: Voyage | None = None
        for goal in self._goals():
            far = self.lookups.course(self.t, goal)[start]
            if not 0 < far < FAR:
                continue
            worth = self._gain(force, goal, mask)
            if worth <= 0.0:
                continue
            gain = base + worth * _share(far, left, self.marches)
            if best is None or gain > best.gain:
                best = Voyage(start, crew, goal, gain)
        for goal in self.lookups.isles if self.wary else ():
            far = self.lookups.course(self.t, goal)[start]
            reached = float(far <= left) if left != NONE else _reached(far)
            gain = base * reached
            if gain > 0.0 and (best is None or gain > best.gain):
                best = Voyage(start, crew, goal, gain)
        return best

    def _worthwhile(self, force: Stack, rest: Stack | None) -> bool:
        """Against a dangerous enemy only an army sails, and Agricola leaves no stronger one."""
        if force.strength < SEA_ARMY:
            return False
        led = force.mask & self.t.rome.supreme
        return not led or rest is None or rest.mobile <= force.strength

    def _goals(self) -> list[int]:
        """Centers on the coast, and enemies there that are worth a battle."""
        board = self.t.board
        found = [goal for goal in board.center_hex if goal in self.prizes and board.coastal[goal]]
        if self.wary:
            found += [
                place for place in self.foes if board.coastal[place] and place not in self.prizes
            ]
        return found

    def crew(self, start: int) -> int:
        """Units that sail: those aboard, then the strongest that are not needed."""
        t = self.t
        state = self.state
        land = state.here[ROMAN][start] & t.rome.land
        aboard = sum(1 << unit for unit in units(land) if state.aboard[unit] != NONE)
        room = CAPACITY * (state.here[ROMAN][start] & t.rome.fleets).bit_count()
        stay = 0
        if self.holding:
            soon = 1 < self.before_winter < NO_WINTER
            stay = garrison(t, state, start, land & ~aboard, soon, aboard)
        free = land & ~aboard & ~stay & ~t.rome.scouts & ~t.rome.trains
        found = aboard
        worths = self.lookups.whole[ROMAN]
        for unit in sorted(units(free), key=lambda unit: -worths[unit]):
            if found.bit_count() < room:
                found |= 1 << unit
        return found


def _reached(far: int) -> float:
    """How often two dice are enough for a voyage."""
    return REACHED[far] / 36.0 if far < len(REACHED) else 0.0


def _share(far: int, left: int, marches: int) -> float:
    """Share of a prize that a voyage brings: all if it gets there, else its part of the way."""
    if left != NONE:
        return 1.0 if far <= left else 0.5 * left / far
    voyages = 1 + -(-far // RUN)
    return max(_reached(far), 0.0 if voyages > marches else 1.0 / voyages)


def form(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """Take the crew aboard, then put to sea."""
    crew = VoyagePlanner(t, lookups, state, ROMAN).crew(frame.place)
    twins = t.rome.twin
    worn = state.disrupted[ROMAN]
    ashore = [unit for unit in units(crew) if state.aboard[unit] == NONE]
    wanted = {(twins[unit], worn >> unit & 1) for unit in ashore}
    for action in decision.options:
        if action.verb == "board" and (twins[action.arg], worn >> action.arg & 1) in wanted:
            return [action]
    return [t.cast if t.cast in decision.options else decision.options[0]]


def sail(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> list[Action]:
    """To the center that the voyage is for, or as near to it as the dice allow."""
    voyage_planner = VoyagePlanner(t, lookups, state, ROMAN)
    voyage = voyage_planner.voyage(frame.place, frame.value - frame.used)
    if voyage is None:
        return [t.halt]
    if t.go[voyage.goal] in decision.options:
        return [t.go[voyage.goal]]
    row = lookups.course(t, voyage.goal)
    best = t.halt
    least = row[frame.place]
    for action in decision.options:
        if action.verb == "go" and _quiet(t, state, action.arg):
            cost = row[action.arg] + (HIGH_SEAS if t.board.is_sea[action.arg] else 0)
            if cost < least:
                best, least = action, cost
    return [best]


def _quiet(t: Tables, state: State, place: int) -> bool:
    if place >= t.board.hexes or state.here[CALEDONIAN][place]:
        return False
    return not face_down(t, state, place)


def land(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """All go ashore in a center; elsewhere they stay aboard."""
    if t.board.center_at[frame.place] == NONE:
        return [t.done]
    for action in decision.options:
        if action.verb in ("ashore", "land"):
            if t.ashore in decision.options:
                return [t.ashore]
            return [action]
    return [t.done]
