"""Units and control: who holds what, what units may still do, and what food allows.

Nothing else changes `owner`, `held`, `size`, `infantry`, `cavalry` or `acted`.
"""

from __future__ import annotations

from typing import Final

from ludus.games.conqueror.board import icons
from ludus.games.conqueror.ids import (
    ACTED_ROW,
    ACTED_STATUSES,
    EXTRA,
    INDEPENDENT,
    INFANTRY,
    MARCHED,
    NOBODY,
    NONE,
    READY,
    SPENT,
    VICTOR,
    VICTOR_EXTRA,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.costs import quota
from ludus.games.conqueror.mechanics.strength import bonus_at, strength_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import State

LEAST_FIRST: Final = (SPENT, MARCHED, VICTOR, EXTRA, READY, VICTOR_EXTRA)
"""Statuses by what they still allow, so that the least useful unit of a kind is given up first."""


# Control [control.1-9] ---------------------------------------------------------------------------


def take(state: State, seat: int, place: int) -> None:
    """Control of a territory passes to a seat."""
    before = state.owner[place]
    if before == seat:
        return
    bit = 1 << place
    if before >= 0:
        state.held[before] &= ~bit
        state.noted[before] &= ~bit
        state.unsettled |= 1 << before
    state.owner[place] = seat
    state.held[seat] |= bit


def forsake(t: Tables, state: State, place: int) -> None:
    """A territory without units is given up, unless it is its owner's home."""
    if state.infantry[place] or state.cavalry[place]:
        return
    seat = state.owner[place]
    if seat >= 0:
        if home_of(t, state, seat) == place:
            return
        bit = 1 << place
        state.held[seat] &= ~bit
        state.noted[seat] &= ~bit
        state.unsettled |= 1 << seat
    state.owner[place] = NOBODY


def home_of(t: Tables, state: State, seat: int) -> int:
    """The home territory of a seat's faction."""
    return t.boards[state.map].home[state.faction[seat]]


def holds_home(t: Tables, state: State, seat: int) -> bool:
    home = home_of(t, state, seat)
    return home != NONE and state.owner[home] == seat


def forts_of(t: Tables, state: State, seat: int) -> int:
    """How many forts of any kind a seat holds."""
    return (state.held[seat] & t.boards[state.map].fort_mask).bit_count()


def food_of(t: Tables, state: State, seat: int) -> int:
    return icons(state.held[seat], t.boards[state.map].food_masks)


def quota_of(t: Tables, state: State, seat: int) -> int:
    """How many units a seat may have now [food.1-5]."""
    return quota(t.quota, t.boards[state.map], t.laws[state.card + 1], state.held[seat])


def room_of(t: Tables, state: State, seat: int) -> int:
    """How many more units food allows a seat."""
    allowed = quota(t.quota, t.boards[state.map], t.laws[state.card + 1], state.held[seat])
    return allowed - state.size[seat]


# Units -------------------------------------------------------------------------------------------


def add(state: State, seat: int, place: int, kind: int, count: int, status: int = READY) -> None:
    """Put units into a territory that the seat controls."""
    if kind == INFANTRY:
        state.infantry[place] += count
    else:
        state.cavalry[place] += count
    state.size[seat] += count
    if status != READY:
        _mark(state, place, kind, status, count)


def remove(t: Tables, state: State, place: int, kind: int, count: int, status: int = READY) -> None:
    """Take units off the board; a territory left empty is given up."""
    lift(state, place, kind, count, status)
    forsake(t, state, place)


def lift(state: State, place: int, kind: int, count: int, status: int = READY) -> None:
    """Take units out of a territory and leave the question of control to the caller."""
    if kind == INFANTRY:
        state.infantry[place] -= count
    else:
        state.cavalry[place] -= count
    seat = state.owner[place]
    if seat >= 0:
        state.size[seat] -= count
        if state.size[seat] == 0:
            state.unsettled |= 1 << seat
    if status != READY:
        _mark(state, place, kind, status, -count)


def shift(
    t: Tables, state: State, start: int, end: int, kind: int, count: int, before: int, after: int
) -> None:
    """Units go from one territory to another that is free or already of the same owner."""
    seat = state.owner[start]
    lift(state, start, kind, count, before)
    take(state, seat, end)
    add(state, seat, end, kind, count, after)
    forsake(t, state, start)


def change(state: State, place: int, kind: int, count: int, before: int, after: int) -> None:
    """Units stay where they are but may do something else from now on."""
    if before != READY:
        _mark(state, place, kind, before, -count)
    if after != READY:
        _mark(state, place, kind, after, count)


def drop(t: Tables, state: State, place: int, kind: int) -> None:
    """Give up one unit of a kind: of those that stand there the one that can do least."""
    for status in LEAST_FIRST:
        if count(state, place, kind, status):
            remove(t, state, place, kind, 1, status)
            return


def count(state: State, place: int, kind: int, status: int) -> int:
    """How many units of a kind and status stand in a territory."""
    row = place * ACTED_ROW + kind * ACTED_STATUSES
    if status != READY:
        return state.acted[row + status - 1]
    total = state.infantry[place] if kind == INFANTRY else state.cavalry[place]
    if state.stirred >> place & 1:
        acted = state.acted
        total -= acted[row] + acted[row + 1] + acted[row + 2] + acted[row + 3] + acted[row + 4]
    return total


def movers(state: State, place: int, kind: int) -> int:
    """How many units of a kind may still move out of a territory."""
    total = state.infantry[place] if kind == INFANTRY else state.cavalry[place]
    if state.stirred >> place & 1:
        row = place * ACTED_ROW + kind * ACTED_STATUSES
        total -= state.acted[row + VICTOR - 1] + state.acted[row + SPENT - 1]
    return total


def fighters(state: State, place: int, kind: int) -> int:
    """How many units of a kind may still attack out of a territory."""
    total = state.infantry[place] if kind == INFANTRY else state.cavalry[place]
    if state.stirred >> place & 1:
        row = place * ACTED_ROW + kind * ACTED_STATUSES
        total -= state.acted[row + MARCHED - 1] + state.acted[row + SPENT - 1]
    return total


def strength(state: State, place: int) -> int:
    """The strength of all units in a territory."""
    return strength_of(state.infantry[place], state.cavalry[place])


def stand_up(state: State) -> None:
    """All spent units get up at the end of a turn [move.8]."""
    if state.stirred:
        state.acted = [0] * len(state.acted)
        state.stirred = 0


def settle_place(state: State, place: int) -> None:
    """All units of one territory become ready: they have a new owner [bribe.18]."""
    if state.stirred >> place & 1:
        row = place * ACTED_ROW
        for index in range(row, row + ACTED_ROW):
            state.acted[index] = 0
        state.stirred &= ~(1 << place)


def _mark(state: State, place: int, kind: int, status: int, count: int) -> None:
    state.acted[place * ACTED_ROW + kind * ACTED_STATUSES + status - 1] += count
    state.stirred |= 1 << place


# Defence [battle.7-8, home.3-4, great_fort.5-6] --------------------------------------------------


def defence_bonus(t: Tables, state: State, place: int, defender: int) -> int:
    """What a territory adds to the strength of its defender."""
    board = t.boards[state.map]
    own_home = defender >= 0 and board.home_of[place] == state.faction[defender]
    return bonus_at(board, t.laws[state.card + 1], place, own_home)


def guard(t: Tables, state: State, place: int) -> int:
    """What an attacker must exceed to beat the independents of a territory [independent.3]."""
    return strength(state, place) + defence_bonus(t, state, place, INDEPENDENT)


def spared(t: Tables, state: State, place: int) -> bool:
    """Whether a truce protects a player there: in the home of its own faction, unless it leads."""
    seat = state.owner[place]
    if home_of(t, state, seat) != place:
        return False
    return forts_of(t, state, seat) < WIN_FORTS
