"""The rules of Agricola: who chooses what, and what follows from it.

Each phase has up to three functions: one lists the choices, one carries a choice out, one goes on
by itself. Numbers in brackets are clauses in `clauses.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.errors import RulesBug
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import BID
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.rules.hidden import side_of
from ludus.games.agricola.rules.interrupts import act_standing
from ludus.games.agricola.rules.phases import ACTS, CALM, DECIDES, STANDING, STEPS
from ludus.games.agricola.rules.scoring import outcome_of, sudden_death
from ludus.games.agricola.rules.setup import new_state
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

MOST_STEPS: Final = 1000


class AgricolaRules:
    """The rules on one map. Holds tables only; a game in progress is a State."""

    def __init__(self, contents: Contents) -> None:
        self.contents: Final = contents
        self.tables: Final = Tables(contents)
        self.actions: Final[ActionSpace] = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        state = new_state(self.tables, options)
        settle(self.tables, state, None)
        return state

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        return DECIDES[frame.phase](self.tables, state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        side = side_of(state, seat) if seat >= 0 else frame.side
        if seat >= 0 and side != frame.side and frame.phase in STANDING:
            act_standing(self.tables, state, side, action, emit)
        else:
            ACTS[frame.phase](self.tables, state, frame, side, action, emit)
        settle(self.tables, state, emit)

    def outcome(self, state: State) -> Outcome | None:
        return outcome_of(self.tables, state)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return ((0,), (1,))

    def parallel(self, state: State) -> bool:
        """Sealed bids are made side by side."""
        return bool(state.stack) and state.stack[-1].phase == BID

    def check(self, state: State) -> Iterable[str]:
        return broken(self.tables, state)


def settle(t: Tables, state: State, emit: Emit | None) -> None:
    """Run on to the next choice; sudden death is looked for between actions [5.1]."""
    stack = state.stack
    for _ in range(MOST_STEPS):
        if not stack:
            return
        frame = stack[-1]
        calm = state.moved and CALM[frame.phase] and state.battle is None and state.turn
        if calm and sudden_death(t, state, emit):
            return
        step = STEPS[frame.phase]
        if step is None or step(t, state, frame, emit):
            return
    raise RulesBug(f"no choice after {MOST_STEPS} steps in phase {stack[-1].phase}")
