"""The rules of Hadrian's Wall as the rest of Ludus calls them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision, Emit, Outcome, Seat
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.rules.checks import broken
from ludus.games.hadrians_wall.rules.phases import PHASES
from ludus.games.hadrians_wall.rules.scoring import outcome_of
from ludus.games.hadrians_wall.rules.setup import new_state
from ludus.games.hadrians_wall.rules.tables import Tables
from ludus.games.hadrians_wall.state import State


class HadriansWallRules:
    """The rules on one set of content. Holds tables only; a game in progress is a State."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.tables: Final = Tables(board)
        self.actions: Final[ActionSpace] = self.tables.actions

    def setup(self, seats: int, options: Mapping[str, str]) -> State:
        return new_state(self.tables, seats, options)

    def decisions(self, state: State) -> Sequence[Decision]:
        return PHASES.decisions(self.tables, state)

    def apply(self, state: State, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        PHASES.apply(self.tables, state, seat, action, emit)

    def outcome(self, state: State) -> Outcome | None:
        if state.stack:
            return None
        return outcome_of(self.board, state)

    def copy(self, state: State) -> State:
        return state.copy()

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return tuple((seat,) for seat in range(state.seats))

    def parallel(self, state: State) -> bool:
        """Everything that players choose here, they choose side by side [flow.3]."""
        return True

    def check(self, state: State) -> Iterable[str]:
        return broken(self.board, state)
