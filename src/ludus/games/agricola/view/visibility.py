"""Who sees which units of a side, where stacks stand, and who is known to be aboard [20.0]."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    EMBARK,
    NONE,
    RETREAT_LAND,
    RETREAT_SEA,
    ROMAN,
)
from ludus.games.agricola.rules.interrupts import STANDING, may_step_in, offer_stands
from ludus.games.agricola.rules.recruiting import setting_up
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

BY_SEA: Final = (EMBARK, RETREAT_LAND, RETREAT_SEA)


def offer_rests(t: Tables, state: State, side: int) -> bool:
    """Whether a side's standing offer is suspended until the end of an enemy action."""
    if side == NONE or not state.stack or offer_stands(state):
        return False
    return any(f.phase in STANDING for f in state.stack) and may_step_in(t, state, side)


def stacks_of(t: Tables, state: State, side: int) -> tuple[int, ...]:
    """Places with mobile units of a side, which both players can see."""
    mobile = ~t.musters[side].static
    here = state.here[side]
    last = t.board.britannia
    return tuple(
        sorted(place for place in set(state.at[side]) if place <= last and here[place] & mobile)
    )


def standing_for(t: Tables, state: State, viewer: int, side: int) -> tuple[int, ...]:
    """The stacks of a side that a viewer sees: while it sets up, those that have their place."""
    if viewer == side or setting_up(state) != side:
        return stacks_of(t, state, side)
    fixed = [unit.number for unit in t.musters[side].units if unit.start == "britannia"]
    return tuple(sorted({state.at[side][unit] for unit in fixed}))


def unplaced(t: Tables, state: State, viewer: int, side: int, named: int) -> int:
    """Units to be placed that the viewer cannot name.

    During set-up this is all that the side began with: a falling number would reveal how many
    units stand together.
    """
    if viewer != side and setting_up(state) == side:
        placed = sum(1 for unit in t.musters[side].units if unit.start == "base")
        return placed or t.contents.drawn + 1
    return (state.here[side][t.board.limbo] & ~named).bit_count()


def embarking(t: Tables, state: State) -> tuple[int, ...]:
    """Who is aboard which fleet, as the enemy sees it: only who embarks in a retreat."""
    place = next((f.place for f in state.stack if f.phase in BY_SEA), NONE)
    if place == NONE:
        return (NONE,) * t.rome.count
    at = state.at[ROMAN]
    return tuple(fleet if at[unit] == place else NONE for unit, fleet in enumerate(state.aboard))


def in_sight(t: Tables, state: State, viewer: int, side: int, place: int) -> bool:
    """Whether a viewer may examine all units of a side in a place."""
    if viewer == side:
        return True
    if place >= t.board.hexes:
        return False
    if state.here[ROMAN][place] and state.here[CALEDONIAN][place]:
        return True
    if state.battle is not None and state.battle.place == place:
        return True
    if viewer == NONE:
        return False
    if viewer == CALEDONIAN and t.board.center_at[place] != NONE:
        return True
    return state.peek[viewer] == place


def shown_units(t: Tables, state: State, viewer: int, side: int) -> int:
    """Units of a side whose place the viewer can see."""
    muster = t.musters[side]
    if viewer == side:
        return muster.all
    here = state.here[side]
    shown = here[t.board.fallen] | muster.praesidia
    if side == ROMAN:
        shown |= state.fallen
    for place in stacks_of(t, state, side):
        if in_sight(t, state, viewer, side, place):
            shown |= here[place]
    for unit in units(muster.oppida):
        center = unit - t.first_oppidum
        if state.center_up >> center & 1 or state.center[center] == NONE:
            shown |= 1 << unit
    return shown
