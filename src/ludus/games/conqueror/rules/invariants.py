"""What must hold in every position, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.conqueror.board import CAVALRY, INFANTRY
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import INDEPENDENT, NOBODY, STATUSES, TRIM, TURN, State


def broken(t: Tables, state: State) -> Iterator[str]:
    """Broken invariants, in words."""
    yield from _board(t, state)
    yield from _players(t, state)
    if bool(state.stack) == bool(state.ended):
        yield "the game is over and goes on"


def _board(t: Tables, state: State) -> Iterator[str]:
    board = t.boards[state.map]
    for place in range(board.places):
        name = board.names[place]
        owner = state.owner[place]
        units = state.infantry[place] + state.cavalry[place]
        if state.infantry[place] < 0 or state.cavalry[place] < 0:
            yield f"{name} has fewer than no units"
        if owner == NOBODY and units:
            yield f"{name} has units of nobody"
        if owner == INDEPENDENT and not units:
            yield f"{name} is independent without units"
        for seat in range(state.seats):
            if bool(state.held[seat] >> place & 1) != (owner == seat):
                yield f"{name}: owner {owner} and what seat {seat} holds differ"
        empty = owner >= 0 and not units and army.home_of(t, state, owner) != place
        if empty and state.battle is None:
            yield f"{name} is held by seat {owner} without units"
        for kind in (INFANTRY, CAVALRY):
            counts = [army.count(state, place, kind, status) for status in range(STATUSES)]
            if min(counts) < 0:
                yield f"{name}: units by status are {counts}"


def _players(t: Tables, state: State) -> Iterator[str]:
    for seat in range(state.seats):
        units = sum(
            state.infantry[place] + state.cavalry[place]
            for place in range(t.boards[state.map].places)
            if state.owner[place] == seat
        )
        if units != state.size[seat]:
            yield f"seat {seat} has {units} units, noted are {state.size[seat]}"
        if state.purse[seat] < 0:
            yield f"seat {seat} has a purse of {state.purse[seat]}"
        if state.hand[seat] & state.burnt[seat]:
            yield f"seat {seat} holds a burnt hero"
        if state.noted[seat] & ~state.held[seat]:
            yield f"seat {seat} has noted forts that it does not hold"
        if not state.alive >> seat & 1 and (units or state.held[seat] or state.purse[seat]):
            yield f"seat {seat} is out of the game and owns something"
        calm = bool(state.stack) and state.stack[-1].phase == TURN
        if calm and army.room_of(t, state, seat) < 0:
            yield f"seat {seat} has more units than food allows"
    if state.stack and state.stack[-1].phase == TRIM:
        seat = state.stack[-1].seat
        if army.room_of(t, state, seat) >= 0:
            yield f"seat {seat} is asked to give up units it can feed"
