"""Rolling off: the die settles who of several is first, and ties roll again."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Emit, Event
from ludus.games.conqueror.ids import FACES, NONE
from ludus.games.conqueror.state import Frame, State


def begin(state: State, phase: int, seats: Sequence[int], emit: Emit | None) -> None:
    """Ask these seats, two or more, to roll one after the other."""
    state.rolls = [0 if seat in seats else NONE for seat in range(state.seats)]
    state.stack.append(Frame(phase, seats[0]))
    if emit is not None:
        emit(Event("roll_off", {"seats": tuple(seats)}))


def roll(state: State, frame: Frame, face: int, emit: Emit | None) -> int:
    """Note a roll; the seat that has won, or NONE while it goes on."""
    state.rolls[frame.seat] = FACES[face]
    if emit is not None:
        emit(Event("off_roll", {"seat": frame.seat, "face": FACES[face]}))
    waiting = [seat for seat in range(state.seats) if state.rolls[seat] == 0]
    if waiting:
        frame.seat = waiting[0]
        return NONE
    best = max(state.rolls)
    first = [seat for seat in range(state.seats) if state.rolls[seat] == best]
    if len(first) > 1:
        state.rolls = [0 if seat in first else NONE for seat in range(state.seats)]
        frame.seat = first[0]
        if emit is not None:
            emit(Event("roll_off", {"seats": tuple(first)}))
        return NONE
    state.rolls = [NONE] * state.seats
    return first[0]
