"""The dummy of a table of two [two.1-23]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.cambria.ids import DUMMY_DIE, DUMMY_PLACE, FACES
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.rules.warriors import bring, free_roads, taken_roads
from ludus.games.cambria.state import Frame, State


def act_dummy(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.phase = DUMMY_DIE


def act_die(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.die = FACES[action.arg]
    frame.phase = DUMMY_PLACE
    if emit is not None:
        emit(Event("dummy_die", {"seat": frame.seat, "face": frame.die}))
    if not dummy_roads(tables, state, frame.die):
        state.stack.pop()


def decide_place(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [tables.place[road] for road in dummy_roads(tables, state, frame.die)]
    if state.dummy_may_stay and not state.supply[frame.player]:
        options.append(tables.keep)
    return (Decision(frame.seat, "dummy_place", options),)


def act_place(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "place":
        bring(tables, state, frame.seat, frame.player, action.arg, emit)
    elif emit is not None:
        emit(Event("keep", {"seat": frame.seat}))


def dummy_roads(tables: Tables, state: State, die: int) -> list[int]:
    """Free roads of the number; any free road where there is none, as on an eagle."""
    roads = free_roads(tables, state, die)
    if roads:
        return roads
    taken = taken_roads(state)
    return [road for road in range(tables.boards[state.side].roads) if not taken >> road & 1]
