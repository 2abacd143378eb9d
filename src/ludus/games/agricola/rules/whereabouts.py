"""Who is in play, and where they are: sets of units and places without a look at every counter."""

from __future__ import annotations

from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def in_play(t: Tables, state: State, side: int) -> int:
    """The units of a side on the map or in Britannia."""
    board = t.board
    here = state.here[side]
    off = here[board.recruit] | here[board.fallen] | here[board.limbo] | here[board.absent]
    return t.musters[side].all & ~off


def on_map(t: Tables, state: State, side: int) -> int:
    """The units of a side in the hexes of the map."""
    return in_play(t, state, side) & ~state.here[side][t.board.britannia]


def places_of(state: State, side: int, mask: int) -> list[int]:
    """The places where these units are, in order."""
    at = state.at[side]
    here = state.here[side]
    found: list[int] = []
    while mask:
        place = at[(mask & -mask).bit_length() - 1]
        found.append(place)
        mask &= ~here[place]
    found.sort()
    return found
