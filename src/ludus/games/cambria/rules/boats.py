"""Boats: boarding one, and landing from it in place of a die [boat, subst]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.cambria.ids import BOATS, DONE, NONE, NUMBERS
from ludus.games.cambria.mechanics import boat_makes_doubles
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.rules.warriors import bring, move, taken_roads
from ludus.games.cambria.state import Frame, State


def sailings(tables: Tables, state: State, seat: Seat, taken: int) -> list[Action]:
    """The boats that a seat may use now."""
    aboard = state.aboard
    return [
        tables.sail[boat]
        for boat in range(BOATS)
        if aboard[boat] == seat and can_land(tables, state, seat, boat, taken)
    ]


def can_land(tables: Tables, state: State, seat: Seat, boat: int, taken: int) -> bool:
    """Whether `landings` has anything, seen at once by masks."""
    number = NUMBERS[boat]
    reach = tables.boards[state.side].reach[number][number]
    if reach & ~taken:
        return True
    return doubles_with(state, number) and bool(reach & taken & ~state.held[seat])


def doubles_with(state: State, number: int) -> bool:
    return boat_makes_doubles(
        number, state.die_a, state.die_b, state.boat_doubles, state.eagle_doubles
    )


def landings(tables: Tables, state: State, seat: Seat, boat: int) -> list[Action]:
    """Where the warrior on a boat may go: free roads of its number, and with doubles others."""
    number = NUMBERS[boat]
    taken = taken_roads(state)
    places = tables.places[state.side][number][number]
    options = [action for bit, action in places if not taken & bit]
    if doubles_with(state, number):
        foreign = taken & ~state.held[seat]
        replaces = tables.replaces[state.side][number][number]
        options += [action for bit, action in replaces if foreign & bit]
    return options


def decide_land(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(frame.seat, "land", landings(tables, state, frame.seat, frame.target)),)


def act_land(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    roads = tables.boards[state.side].roads
    frame.phase = DONE
    move(tables, state, frame.seat, roads + frame.target, action.arg, emit)


def decide_board(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [tables.board[boat] for boat in range(BOATS) if state.aboard[boat] == NONE]
    options.append(tables.stay)
    return (Decision(frame.seat, "board", options),)


def act_board(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    frame.phase = DONE
    if action.verb == "board":
        slot = tables.boards[state.side].roads + action.arg
        bring(tables, state, frame.seat, frame.seat, slot, emit)
    elif emit is not None:
        emit(Event("stay", {"seat": frame.seat}))
