"""What must hold in every position, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.games.conqueror.ids import ACTED_ROW, INDEPENDENT, NOBODY, TRIM, TURN
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State


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
        infantry = state.infantry[place]
        cavalry = state.cavalry[place]
        units = infantry + cavalry
        if infantry < 0 or cavalry < 0:
            yield f"{name} has fewer than no units"
        if owner == NOBODY and units:
            yield f"{name} has units of nobody"
        if owner == INDEPENDENT and not units:
            yield f"{name} is independent without units"
        empty = owner >= 0 and not units and army.home_of(t, state, owner) != place
        if empty and state.battle is None:
            yield f"{name} is held by seat {owner} without units"
        row = place * ACTED_ROW
        if state.stirred >> place & 1:
            half = row + ACTED_ROW // 2
            yield from _statuses(name, infantry, state.acted[row:half])
            yield from _statuses(name, cavalry, state.acted[half : row + ACTED_ROW])
        elif any(state.acted[row : row + ACTED_ROW]):
            yield f"{name} has units that have acted and is not among the stirred"


def _statuses(name: str, total: int, acted: list[int]) -> Iterator[str]:
    if min(acted) < 0 or sum(acted) > total:
        yield f"{name}: of {total} units {acted} have acted, by status"


def _players(t: Tables, state: State) -> Iterator[str]:
    for seat in range(state.seats):
        held, units = _owned(state, seat)
        if held != state.held[seat]:
            yield f"owners of territories and what seat {seat} holds differ"
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


def _owned(state: State, seat: int) -> tuple[int, int]:
    """What a seat holds and how many units it has there, as the territories say it."""
    held = 0
    units = 0
    for place, owner in enumerate(state.owner):
        if owner == seat:
            held |= 1 << place
            units += state.infantry[place] + state.cavalry[place]
    return held, units
