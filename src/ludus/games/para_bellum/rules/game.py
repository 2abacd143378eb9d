"""The rules of Para Bellum: who chooses what, and what follows from it.

Each phase has up to three functions: one lists the choices, one carries a choice out, one goes on
by itself. Names in brackets are clauses in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.ids import TEAM_SEATS
from ludus.games.para_bellum.rules.checks import broken
from ludus.games.para_bellum.rules.objectives import check_goals
from ludus.games.para_bellum.rules.phases import ACTS, DECIDES, STEPS
from ludus.games.para_bellum.rules.scoring import outcome_of
from ludus.games.para_bellum.rules.setup import new_state
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import State

MOST_STEPS: Final = 1000


class ParaBellumRules:
    """The rules on one set of cards. Holds tables only; a game in progress is a State."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog: Final = catalog
        self.tables: Final = Tables(catalog)
        self.actions: Final[ActionSpace] = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        state = new_state(self.tables, seats, options)
        settle(self.tables, state, None)
        return state

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        return DECIDES[frame.phase](self.tables, state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        ACTS[frame.phase](self.tables, state, frame, action, emit)
        settle(self.tables, state, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        if state.seats == TEAM_SEATS:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        return False

    def check(self, state: State) -> Iterable[str]:
        return broken(self.tables, state)


def settle(t: Tables, state: State, emit: Emit | None) -> None:
    """Run on to the next choice; objectives are looked at between all steps [obj.5]."""
    stack = state.stack
    for _ in range(MOST_STEPS):
        if state.dirty:
            check_goals(t, state, False, emit)
        if not stack:
            return
        frame = stack[-1]
        step = STEPS[frame.phase]
        if step is None or step(t, state, frame, emit):
            return
    raise RulesBug(f"no choice after {MOST_STEPS} steps in phase {stack[-1].phase}")
