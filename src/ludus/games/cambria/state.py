"""The position in a game of Cambria, as plain data. No rules here."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.core.machine import BaseFrame, BaseState
from ludus.games.cambria.ids import NONE


@dataclass(slots=True)
class Frame(BaseFrame):
    """An open question; the topmost one is asked."""

    phase: int
    seat: int
    """Who is asked."""
    player: int = NONE
    """Whose warrior is placed: the seat's own or the dummy's."""
    die: int = 0
    """The one die of the opening or of the dummy."""
    target: int = NONE
    """Where a lifted warrior goes, or the boat that is used: a slot."""


def reuse(frame: Frame, phase: int, seat: int) -> None:
    """Reuse a finished frame for the next seat's question."""
    frame.phase = phase
    frame.seat = seat
    frame.player = seat
    frame.die = 0
    frame.target = NONE


@dataclass(slots=True)
class State(BaseState):
    """A slot is a road's number, or the number of roads plus a boat's number."""

    side: int
    boat_doubles: bool
    eagle_doubles: bool
    may_decline: bool
    dummy_may_stay: bool
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
            self.eagle_doubles,
            self.may_decline,
            self.dummy_may_stay,
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
