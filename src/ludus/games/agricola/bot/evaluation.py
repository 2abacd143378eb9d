"""How good a position of Agricola is for a seat.

A position is judged by its armies (position.py). During a March the best end counts, during a
battle the odds.
"""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.core.terms import NOTHING, UNNAMED, Term
from ludus.games.agricola.bot.known import Known, as_known, known_armies, nothing_known
from ludus.games.agricola.bot.lookups import Lookups
from ludus.games.agricola.bot.odds import EDGE
from ludus.games.agricola.bot.position import POINT, PositionJudge
from ludus.games.agricola.bot.stacks import Armies, armies_of, stack_of
from ludus.games.agricola.bot.terms import terms_of
from ludus.games.agricola.content import SIDES
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    MARCH,
    MARCH_MENU,
    MARCHED,
    PAID,
    PAYMENT,
    RECRUIT_MENU,
    ROMAN,
)
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.rules.game import AgricolaRules
from ludus.games.agricola.rules.marching import movable
from ludus.games.agricola.rules.movement import reach
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State

SCALE: Final = 7.0
TO_COME: Final = 1.8
DELAY: Final = 0.06
MOST_ENDS: Final = 2
"""How many ends of a March are looked at, the most promising ones."""


class Evaluation:
    """Judges a position for greedy play and search."""

    def __init__(self, rules: AgricolaRules) -> None:
        self._rules: Final = rules
        self._full: Final = Lookups(rules.tables_for(False), rules.contents.counters)
        self._others: Final[dict[int, Lookups]] = {}
        """By the number of southern centers, and -1 for the short scenario."""

    def tables(self, state: State) -> Tables:
        return self._rules.tables_for(state.short, state.south)

    def lookups(self, state: State) -> Lookups:
        """Those of the map that is played on; all but the usual ones are made when needed."""
        if not state.short and not state.south:
            return self._full
        key = -1 if state.short else state.south
        found = self._others.get(key)
        if found is None:
            found = self._others[key] = Lookups(self.tables(state), self._rules.contents.counters)
        return found

    def __call__(self, state: State, seat: Seat) -> float:
        lead = self.worth(state) - even(self.tables(state))
        if seat ^ state.flip != ROMAN:
            lead = -lead
        return 1.0 / (1.0 + math.exp(-lead / SCALE))

    def worth(self, state: State) -> float:
        """Victory Points for the Romans, with those that can be expected."""
        t = self.tables(state)
        lookups = self.lookups(state)
        judge = PositionJudge(t, lookups, state)
        armies = armies_of(t, lookups, state)
        b = state.battle
        if b is not None and b.winner < 0:
            return judge.battle(armies, b.place, b.attacker, _edge(t, b))
        if state.stack and state.stack[-1].phase == MARCH:
            return self._march(state, state.stack[-1], judge, armies)
        return judge.worth(armies) + self._to_come(state)

    def known(self, state: State, side: int, known: Known) -> float:
        """What a side can expect to be ahead by, from what it knows; a March counts as it stands.

        While somebody sets up there is nothing to go by.
        """
        if nothing_known(state):
            return 0.0
        t = self.tables(state)
        lookups = self.lookups(state)
        seen = as_known(state, side, known)
        judge = PositionJudge(t, lookups, seen)
        armies = known_armies(t, lookups, seen, side, known)
        b = state.battle
        if b is not None and b.winner < 0:
            total = judge.battle(armies, b.place, b.attacker, _edge(t, b))
        else:
            total = judge.worth(armies) + self._to_come(state)
        lead = total - even(t)
        return lead if side == ROMAN else -lead

    def terms(self, state: State, seat: Seat) -> list[Term]:
        """What a side has and can hope for by name: the worth is the Romans' less the tribes'.

        A March or a battle under way counts as the armies stand.
        """
        side = seat ^ state.flip
        t = self.tables(state)
        lookups = self.lookups(state)
        judge = PositionJudge(t, lookups, state)
        found = terms_of(judge, armies_of(t, lookups, state), side)
        to_come = self._to_come(state)
        found.append(Term(UNNAMED, NOTHING, max(0.0, to_come if side == ROMAN else -to_come)))
        return found

    def _to_come(self, state: State) -> float:
        """What the Marches of this turn will bring a side that is still recruiting.

        Without it, going on to the Marches would seem better than any recruit, as one looks just
        far enough ahead to see the first of them.
        """
        for frame in reversed(state.stack):
            early = frame.phase in (AP_MENU, RECRUIT_MENU)
            if early or (frame.phase == MARCH_MENU and not frame.flags & MARCHED):
                return TO_COME if frame.side == ROMAN else -TO_COME
        return 0.0

    def _march(self, state: State, frame: Frame, judge: PositionJudge, armies: Armies) -> float:
        """The best end of a March that is under way, for the side that marches.

        A March that has only been begun is worth the position without it: else every March would
        seem to be as good as the best one that may follow it.
        """
        t = self.tables(state)
        lookups = self.lookups(state)
        side = frame.side
        start = frame.place
        best = judge.worth(armies)
        sign = 1.0 if side == ROMAN else -1.0
        if not frame.used and frame.mask == movable(t, state, side, start):
            paid = frame.flags & PAYMENT == PAID
            return best + sign * POINT[side] if paid else best
        rest = state.here[side][start] & ~frame.mask
        left = stack_of(t, lookups, state, side, start, rest) if rest else None
        base = armies.with_stack(side, start, left)
        force = stack_of(t, lookups, state, side, start, frame.mask)
        guesses = [
            (judge.guess(base, side, force, end), end)
            for end in reach(t, state, side, frame)
            if end < t.board.hexes
        ]
        guesses.sort(reverse=True)
        for _, end in guesses[:MOST_ENDS]:
            mask = frame.mask | state.here[side][end]
            moved = base.with_stack(side, end, stack_of(t, lookups, state, side, end, mask))
            worth = judge.battle(moved, end, side)
            if sign * worth > sign * best:
                best = worth
        # There must be a reason to leave units behind or to go step by step.
        return best - sign * DELAY


def _edge(t: Tables, b: Battle) -> float:
    """What favours the Romans in a battle besides numbers."""
    plus = modifiers(t, b)
    return (plus[ROMAN] - plus[CALEDONIAN]) * math.log(EDGE) - 0.02 * b.reserve.bit_count()


def even(t: Tables) -> float:
    """The difference of Victory Points between a Roman and a Caledonian victory."""
    least = min(level.from_ or 0 for level in t.charts.level if SIDES[level.winner] == ROMAN)
    return least - 0.5
