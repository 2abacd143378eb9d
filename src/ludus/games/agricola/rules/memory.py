"""What a side has seen of the other and still knows for certain [20.0].

A player remembers who was in a battle or in a hex that he was shown. That holds for as long as none
of them can have left unseen; a stack that goes as a whole takes the memory with it.
"""

from __future__ import annotations

from ludus.games.agricola.board import units
from ludus.games.agricola.rules.sides import seat_of, watching
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.troops import vacated
from ludus.games.agricola.state import State


def remember(state: State, side: int, mask: int) -> None:
    """A side is shown enemy units; it knows where they are until one might have left."""
    state.known[side] |= mask


def follow(
    t: Tables, state: State, side: int, mask: int, start: int, end: int, before: int
) -> None:
    """Units have gone from one place to another. The enemy still knows what it knew `before` if it
    saw who went, and of those who went if nobody stayed behind."""
    enemy = 1 - side
    if watching(t, state, side, start, end) >> seat_of(state, enemy) & 1:
        state.known[enemy] = before | mask
    elif vacated(t, state, side, start):
        state.known[enemy] |= before & mask


def forget(t: Tables, state: State, side: int, mask: int) -> None:
    """Units of a side may go from the map unseen: the enemy is sure of none of them any more.

    This comes before they go, and for all who might; if only those were forgotten who went, or
    whose fellows went, the forgetting would tell.
    """
    enemy = 1 - side
    seat = seat_of(state, enemy)
    for unit in units(state.known[enemy] & mask):
        place = state.at[side][unit]
        if place <= t.board.britannia and not watching(t, state, side, place) >> seat & 1:
            state.known[enemy] &= ~(1 << unit)
