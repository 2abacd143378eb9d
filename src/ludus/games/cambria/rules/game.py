"""The rules as the rest of Ludus sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.cambria.board import Board
from ludus.games.cambria.rules.checks import broken
from ludus.games.cambria.rules.phases import PHASES
from ludus.games.cambria.rules.scoring import outcome_of
from ludus.games.cambria.rules.setup import new_state
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.state import State


class CambriaRules:
    """The rules on both sides of the board. Holds tables only; a game in progress is a State."""

    def __init__(self, boards: Mapping[str, Board]) -> None:
        self.tables: Final = Tables(boards)
        self.boards: Final = self.tables.boards
        self.actions: Final = self.tables.actions
        self._fixed: Final = self.tables.fixed
        self._acts: Final = PHASES.acts
        self._steps: Final = PHASES.steps

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        return new_state(self.tables, seats, options)

    # Moves of this game take less than a microsecond, so it looks into the phase table itself.

    def decisions(self, state: State) -> Sequence[Decision]:
        if not state.stack:
            return ()
        frame = state.stack[-1]
        phase = frame.phase
        fixed = self._fixed[phase]
        if fixed is not None:
            return fixed[frame.seat]
        return PHASES.decides[phase](self.tables, state, frame)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        frame = state.stack[-1]
        self._acts[frame.phase](self.tables, state, frame, seat, action, emit)
        # An answer never ends the game by itself, so there is a frame.
        top = state.stack[-1]
        step = self._steps[top.phase]
        if step is not None:
            # The one step there is, the end of a turn, leads to a question or to the end.
            step(self.tables, state, top, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(state, self.boards[state.side])

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        return False

    def check(self, state: State) -> Iterable[str]:
        return broken(state)
