"""The rules of Conqueror behind the protocol of all games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.conqueror.content import Contents
from ludus.games.conqueror.ids import BID, CLOCK_OFF, INSIDE, TURN
from ludus.games.conqueror.rules import bribery, setup
from ludus.games.conqueror.rules.checks import broken
from ludus.games.conqueror.rules.phases import PHASES
from ludus.games.conqueror.rules.scoring import outcome_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State


class ConquerorRules:
    """The rules on both maps. Holds tables only; a game in progress is a State."""

    def __init__(self, contents: Contents) -> None:
        self.tables: Final = Tables(contents)
        self.actions: Final[ActionSpace] = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        return setup.new_state(self.tables, seats, options)

    def decisions(self, state: State) -> Sequence[Decision]:
        stack = state.stack
        if not stack:
            return ()
        # Looked up here rather than by `PHASES.decisions`: it saves a call for every position.
        frame = stack[-1]
        found = PHASES.decides[frame.phase](self.tables, state, frame)
        if len(stack) > 1 and state.clock != CLOCK_OFF:
            seat = found[0].seat
            if bribery.inside(state, seat):
                return [*found, *bribery.beside(self.tables, state, seat)]
        return found

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if state.clock != CLOCK_OFF:
            stack = state.stack
            turn = stack[0]
            if seat == turn.seat and turn.phase == TURN:
                # Others are asked again; an answer inside an action is acting too.
                state.declined = 0
                if len(stack) > 1 and state.acting and bribery.inside(state, seat):
                    bribery.restart(state)
            elif stack[-1].phase in INSIDE and action.verb in bribery.BESIDE_ACTS:
                bribery.BESIDE_ACTS[action.verb](self.tables, state, turn, seat, action, emit)
                PHASES.settle(self.tables, state, emit)
                return
        PHASES.apply(self.tables, state, seat, action, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(state, self.tables.boards[state.map])

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        """Sealed bids are made side by side."""
        return bool(state.stack) and state.stack[-1].phase == BID

    def check(self, state: State) -> Iterable[str]:
        return broken(self.tables, state)
