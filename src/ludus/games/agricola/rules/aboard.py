"""Who is aboard a fleet, and who is ashore [26.0]."""

from __future__ import annotations

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CAPACITY,
    NONE,
    ROMAN,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State


def ashore_at(t: Tables, state: State, place: int) -> int:
    """Roman land units in a place that are not aboard a fleet."""
    mask = state.here[ROMAN][place] & t.rome.land
    if t.board.is_sea[place]:
        return 0
    if t.board.coastal[place]:
        for unit in units(mask):
            if state.aboard[unit] != NONE:
                mask &= ~(1 << unit)
    return mask


def passengers(t: Tables, state: State, fleet: int) -> int:
    """The units aboard a fleet."""
    mask = 0
    for unit in units(state.here[ROMAN][state.at[ROMAN][fleet]] & t.rome.land):
        if state.aboard[unit] == fleet:
            mask |= 1 << unit
    return mask


def fleet_with_room(t: Tables, state: State, fleets: int) -> int:
    """The fleet among these with the most room, or NONE."""
    best = NONE
    most = 0
    for fleet in units(fleets):
        room = CAPACITY - passengers(t, state, fleet).bit_count()
        if room > most:
            best, most = fleet, room
    return best
