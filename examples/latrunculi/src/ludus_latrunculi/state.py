"""A game in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass

from ludus_latrunculi.ids import NONE


@dataclass(slots=True)
class Frame:
    """The question that is asked now."""

    phase: int
    seat: int
    square: int = NONE
    """Where the soldier stands that is to move."""


@dataclass(slots=True)
class State:
    """`squares` says whose soldier stands on each square; `bound` lists squares in order."""

    squares: list[int]
    bound: list[int]
    supply: list[int]
    """Soldiers that each seat has yet to place."""
    quiet: int
    """Turns in a row without a capture."""
    ended: str
    """Why the game is over; empty while it goes on."""
    loser: int
    stack: list[Frame]

    def copy(self) -> State:
        lists = (self.squares[:], self.bound[:], self.supply[:])
        stack = [Frame(frame.phase, frame.seat, frame.square) for frame in self.stack]
        return State(*lists, self.quiet, self.ended, self.loser, stack)
