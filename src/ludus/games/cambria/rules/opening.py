"""The roll for the start and the first warriors [setup.9-12, opening.1-7]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.cambria.ids import (
    FACES,
    NONE,
    OPENING,
    OPENING_DIE,
    OPENING_PLACE,
    PAIRS,
    START,
    START_DICE,
)
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.rules.turn import begin_turn
from ludus.games.cambria.rules.warriors import bring, free_roads
from ludus.games.cambria.state import Frame, State, reuse


def act_start(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.phase = START_DICE


def act_start_dice(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    a, b = PAIRS[action.arg]
    state.rolls[frame.seat] = a + b
    if emit is not None:
        emit(Event("start_roll", {"seat": frame.seat, "a": a, "b": b}))
    waiting = [seat for seat, roll in enumerate(state.rolls) if roll == 0]
    if waiting:
        reuse(frame, START, waiting[0])
        return
    lowest = min(roll for roll in state.rolls if roll != NONE)
    tied = [seat for seat, roll in enumerate(state.rolls) if roll == lowest]
    if len(tied) > 1:
        state.rolls = [0 if seat in tied else NONE for seat in range(state.seats)]
        reuse(frame, START, tied[0])
        if emit is not None:
            emit(Event("start_tie", {"seats": tuple(tied)}))
        return
    state.start = tied[0]
    if emit is not None:
        emit(Event("start", {"seat": state.start}))
    reuse(frame, OPENING, state.start)


def act_opening(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.phase = OPENING_DIE


def act_die(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    face = FACES[action.arg]
    if emit is not None:
        emit(Event("opening_die", {"seat": frame.seat, "face": face}))
    # An eagle reaches no fort and is rolled again; so is a number whose roads are all taken.
    if free_roads(tables, state, face):
        frame.die = face
        frame.phase = OPENING_PLACE


def decide_place(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [tables.place[road] for road in free_roads(tables, state, frame.die)]
    return (Decision(frame.seat, "opening_place", options),)


def act_place(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    bring(tables, state, frame.seat, frame.seat, action.arg, emit)
    following = (frame.seat + 1) % state.seats
    if following == state.start:
        begin_turn(state, frame, following, emit)
    else:
        reuse(frame, OPENING, following)
