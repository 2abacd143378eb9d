"""What the rules look things up in; nothing of a game in progress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import CHANCE, Decision
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import BOATS, FACES, MAX_SEATS, PAIR_ODDS, PAIRS

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
        self.places: Final = [_by_dice(board, space["place"]) for board in self.boards]
        self.replaces: Final = [_by_dice(board, space["replace"]) for board in self.boards]
        self.lifts: Final = [_with_bits(range(board.roads), self.lift) for board in self.boards]
        # Decisions that depend on nothing but the seat are built once.
        roll = space.the("roll")
        self.two_dice: Final = (Decision(CHANCE, "dice", space["dice"], PAIR_ODDS),)
        self.one_die: Final = (Decision(CHANCE, "die", space["die"]),)
        self.opening: Final = _for_each_seat("opening", [roll])
        self.dummy: Final = _for_each_seat("dummy", [roll])
        self.turn: Final = _for_each_seat("turn", [roll, space.the("pass")])


def _for_each_seat(prompt: str, options: Sequence[Action]) -> list[Sequence[Decision]]:
    return [(Decision(seat, prompt, options),) for seat in range(MAX_SEATS)]


def _with_bits(roads: Iterable[int], actions: Sequence[Action]) -> Choices:
    return tuple((1 << road, actions[road]) for road in roads)


def _by_dice(board: Board, actions: Sequence[Action]) -> list[list[Choices]]:
    """The actions on the roads that one number or the other reaches."""
    return [[_with_bits(roads, actions) for roads in row] for row in board.either]
