"""The rules of Agricola: who chooses what, and what follows from it.

`phases.py` has the table of phases. Numbers in brackets are clauses in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import BID
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.rules.phases import PHASES
from ludus.games.agricola.rules.scoring import outcome_of
from ludus.games.agricola.rules.setup import new_state
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.scenario import with_south
from ludus.games.agricola.state import State


class AgricolaRules:
    """The rules on one map. Holds tables only; a game in progress is a State."""

    def __init__(self, contents: Contents, short: Contents) -> None:
        self.contents: Final = contents
        self.tables: Final = Tables(contents)
        self.actions: Final[ActionSpace] = self.tables.actions
        self._short: Final = Tables(short, self.actions)
        self._southern: Final[dict[int, Tables]] = {}

    def tables_for(self, short: bool, south: int = 0) -> Tables:
        """The tables of the full game, with centers in the south or not, or of the short scenario.

        Those with centers in the south are made when they are first needed.
        """
        if not short and not south:
            return self.tables
        if short:
            return self._short
        found = self._southern.get(south)
        if found is None:
            found = Tables(with_south(self.contents, south), self.actions, south)
            self._southern[south] = found
        return found

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        counts = {"none": 0, "otadini": 1, "all": len(self.contents.southern)}
        south = counts[options["southern_centers"]]
        t = self.tables_for(options["scenario"] == "short", south)
        state = new_state(t, options)
        PHASES.settle(t, state)
        return state

    def decisions(self, state: State) -> Sequence[Decision]:
        stack = state.stack
        if not stack:
            return ()
        # Looked up here rather than by `PHASES.decisions`: it saves a call for every position.
        frame = stack[-1]
        return PHASES.decides[frame.phase](self.tables_for(state.short, state.south), state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        PHASES.apply(self.tables_for(state.short, state.south), state, seat, action, emit)

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(self.tables_for(state.short, state.south), state)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def parallel(self, state: State) -> bool:
        """Sealed bids are made side by side."""
        return bool(state.stack) and state.stack[-1].phase == BID

    def check(self, state: State) -> Iterable[str]:
        return broken(self.tables_for(state.short, state.south), state)
