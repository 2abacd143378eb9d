"""A game of Cambria in progress, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NONE: Final = -1
STANDARD: Final = -1
"""The legion's place in the sea."""

# Who has a fort token or the victory point token under it, besides a player's number.
ON_BOARD: Final = -1
GONE: Final = -2
NO_TOKEN: Final = -3

# Why the game ended.
RUNNING: Final = 0
BY_FORTS: Final = 1
BY_PASSES: Final = 2

# Phases.
START: Final = 0
OPENING: Final = 1
OPENING_DIE: Final = 2
OPENING_PLACE: Final = 3
DUMMY: Final = 4
DUMMY_DIE: Final = 5
DUMMY_PLACE: Final = 6
TURN: Final = 7
DICE: Final = 8
ACT: Final = 9
LAND: Final = 10
BOARD: Final = 11
LIFT: Final = 12
DONE: Final = 13


@dataclass(slots=True)
class Frame:
    """A question that waits for its answer; the topmost one is asked."""

    phase: int
    seat: int
    """Who is asked."""
    player: int = NONE
    """Whose warrior is placed: the seat's own or the dummy's."""
    die: int = 0
    """The one die of the opening or of the dummy."""
    target: int = NONE
    """Where a lifted warrior goes, or the boat that is used: a slot."""


@dataclass(slots=True)
class State:
    """A slot is a road's number, or the number of roads plus a boat's number."""

    side: int
    boat_doubles: bool
    seats: int
    players: int
    """The seats, and the dummy as one more at a table of two."""
    held: list[int]
    """Per player, the roads with their warriors, as a mask."""
    supply: list[int]
    aboard: list[int]
    """Per boat, whose warrior is on it."""
    legion: int
    captor: list[int]
    """Per site, who took the fort token."""
    second: list[int]
    """Per site, who took the victory point token."""
    touched: int
    """The roads that changed since forts were last checked, as a mask; only theirs can fall."""
    rolls: list[int]
    """Per seat, the roll for the start: NONE if out of it, 0 if still to come."""
    start: int
    latest: list[int]
    """Per seat, the number of its latest turn."""
    turn: int
    passes: int
    """How many turns in a row were passed."""
    die_a: int
    die_b: int
    ended: int
    stack: list[Frame]

    def copy(self) -> State:
        return State(
            self.side,
            self.boat_doubles,
            self.seats,
            self.players,
            self.held[:],
            self.supply[:],
            self.aboard[:],
            self.legion,
            self.captor[:],
            self.second[:],
            self.touched,
            self.rolls[:],
            self.start,
            self.latest[:],
            self.turn,
            self.passes,
            self.die_a,
            self.die_b,
            self.ended,
            [Frame(f.phase, f.seat, f.player, f.die, f.target) for f in self.stack],
        )
