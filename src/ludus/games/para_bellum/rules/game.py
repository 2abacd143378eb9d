"""The rules of Para Bellum: who chooses what, and what follows from it.

The phases and their functions are in `phases.py`. Names in brackets are clauses in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.para_bellum.catalog import Catalog
from ludus.games.para_bellum.ids import TEAM_SEATS
from ludus.games.para_bellum.rules.checks import broken
from ludus.games.para_bellum.rules.phases import PHASES
from ludus.games.para_bellum.rules.scoring import outcome_of
from ludus.games.para_bellum.rules.setup import new_state
from ludus.games.para_bellum.rules.tables import Tables
from ludus.games.para_bellum.state import State


class ParaBellumRules:
    """The rules on one set of cards. Holds tables only; a game in progress is a State."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog: Final = catalog
        self.tables: Final = Tables(catalog)
        self.actions: Final[ActionSpace] = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        state = new_state(self.tables, seats, options)
        PHASES.settle(self.tables, state)
        return state

    def decisions(self, state: State) -> Sequence[Decision]:
        # Looked up here rather than by `PHASES.decisions`: it saves a call for every position.
        if not state.stack:
            return ()
        frame = state.stack[-1]
        return PHASES.decides[frame.phase](self.tables, state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        PHASES.acts[frame.phase](self.tables, state, frame, seat, action, emit)
        PHASES.settle(self.tables, state, emit)

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
