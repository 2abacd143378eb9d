"""What the rules look things up in; nothing of a game in progress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, Decision
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import (
    BOATS,
    DICE,
    DUMMY,
    DUMMY_DIE,
    FACES,
    MAX_SEATS,
    OPENING,
    OPENING_DIE,
    PAIR_ODDS,
    PAIRS,
    PHASE_COUNT,
    START,
    START_DICE,
    TURN,
)
from ludus.games.cambria.state import Frame, State

Choices: TypeAlias = tuple[tuple[int, Action], ...]
"""Roads as bits, each with what can be done there."""


class Tables:
    """Both sides of the board, the actions, and what can be worked out from them in advance."""

    def __init__(self, boards: Mapping[str, Board]) -> None:
        self.boards: Final = tuple(boards.values())
        roads = max(board.roads for board in self.boards)
        self.actions: Final = ActionSpace(
            {
                "roll": 0,
                "pass": 0,
                "place": roads,
                "replace": roads,
                "legion": roads,
                "sail": BOATS,
                "board": BOATS,
                "stay": 0,
                "end": 0,
                "keep": 0,
                "lift": roads + BOATS,
                "dice": len(PAIRS),
                "die": len(FACES),
            }
        )
        space = self.actions
        self.place: Final = space["place"]
        self.legion: Final = space["legion"]
        self.sail: Final = space["sail"]
        self.board: Final = space["board"]
        self.lift: Final = space["lift"]
        self.end: Final = space.the("end")
        self.stay: Final = space.the("stay")
        self.keep: Final = space.the("keep")
        self.places: Final = [_by_dice(board, space["place"]) for board in self.boards]
        self.replaces: Final = [_by_dice(board, space["replace"]) for board in self.boards]
        self.lifts: Final = [_with_bits(range(board.roads), self.lift) for board in self.boards]
        # Decisions that depend on nothing but the seat are built once.
        roll = space.the("roll")
        two_dice = [(Decision(CHANCE, "dice", space["dice"], PAIR_ODDS),)] * MAX_SEATS
        one_die = [(Decision(CHANCE, "die", space["die"]),)] * MAX_SEATS
        fixed: dict[int, Sequence[Sequence[Decision]]] = {
            START: _for_each_seat("start", [roll]),
            START_DICE: two_dice,
            OPENING: _for_each_seat("opening", [roll]),
            OPENING_DIE: one_die,
            DUMMY: _for_each_seat("dummy", [roll]),
            DUMMY_DIE: one_die,
            TURN: _for_each_seat("turn", [roll, space.the("pass")]),
            DICE: two_dice,
        }
        self.fixed: Final = [fixed.get(phase) for phase in range(PHASE_COUNT)]
        """By phase and seat, for phases whose decision is always the same."""


def decide_fixed(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """The decision of a phase that always asks the same."""
    fixed = tables.fixed[frame.phase]
    assert fixed is not None
    return fixed[frame.seat]


def _for_each_seat(prompt: str, options: Sequence[Action]) -> list[Sequence[Decision]]:
    return [(Decision(seat, prompt, options),) for seat in range(MAX_SEATS)]


def _with_bits(roads: Iterable[int], actions: Sequence[Action]) -> Choices:
    return tuple((1 << road, actions[road]) for road in roads)


def _by_dice(board: Board, actions: Sequence[Action]) -> list[list[Choices]]:
    """The actions on the roads that one number or the other reaches."""
    return [[_with_bits(roads, actions) for roads in row] for row in board.either]
