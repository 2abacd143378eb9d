"""Warriors and the legion on the roads [supply, doubles.10-12, eagle.5-7, legion.4-7].

A slot is a road's number, or the number of roads plus a boat's number.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.cambria.ids import BOATS, LIFT, NONE, STANDARD
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.state import Frame, State


def taken_roads(state: State) -> int:
    """The roads with a piece on them, as a mask."""
    taken = 0 if state.legion == STANDARD else 1 << state.legion
    for roads in state.held:
        taken |= roads
    return taken


def free_roads(tables: Tables, state: State, number: int) -> list[int]:
    """The free roads that reach a site of a number."""
    taken = taken_roads(state)
    roads = tables.boards[state.side].roads_of[number]
    return [road for road in roads if not taken >> road & 1]


def bring(
    tables: Tables, state: State, seat: Seat, player: int, slot: int, emit: Emit | None
) -> None:
    """Put a warrior on a slot: from supply, or with none there by asking which to lift."""
    if state.supply[player]:
        move(tables, state, player, NONE, slot, emit)
    else:
        state.stack.append(Frame(LIFT, seat, player, 0, slot))


def decide_lift(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    roads = tables.boards[state.side].roads
    held = state.held[frame.player]
    options = [action for bit, action in tables.lifts[state.side] if held & bit]
    options += [
        tables.lift[roads + boat] for boat in range(BOATS) if state.aboard[boat] == frame.player
    ]
    prompt = "lift" if frame.player == frame.seat else "dummy_lift"
    return (Decision(frame.seat, prompt, options),)


def act_lift(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    move(tables, state, frame.player, action.arg, frame.target, emit)


def move(
    tables: Tables, state: State, player: int, source: int, slot: int, emit: Emit | None
) -> None:
    """Take a warrior from supply (NONE) or a slot, and put it on a slot."""
    roads = tables.boards[state.side].roads
    if source == NONE:
        state.supply[player] -= 1
    elif source < roads:
        state.held[player] &= ~(1 << source)
    else:
        state.aboard[source - roads] = NONE
    if slot < roads:
        bit = 1 << slot
        clear(state, slot, bit, emit)
        state.held[player] |= bit
    else:
        state.aboard[slot - roads] = player
    if emit is not None:
        emit(Event("place", {"player": player, "slot": slot, "source": source}))


def clear(state: State, road: int, bit: int, emit: Emit | None) -> None:
    """Send the piece on a road home, to make room for another."""
    state.touched |= bit
    if state.legion == road:
        state.legion = STANDARD
        if emit is not None:
            emit(Event("legion_home", {"road": road}))
    for player in range(state.players):
        if state.held[player] & bit:
            state.held[player] &= ~bit
            state.supply[player] += 1
            if emit is not None:
                emit(Event("displaced", {"player": player, "road": road}))


def move_legion(state: State, seat: Seat, road: int, emit: Emit | None) -> None:
    source = state.legion
    clear(state, road, 1 << road, emit)
    state.legion = road
    if emit is not None:
        emit(Event("legion", {"seat": seat, "road": road, "source": source}))
