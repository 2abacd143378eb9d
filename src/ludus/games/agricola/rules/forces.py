"""Where units are, who is aboard, how strong they are, and which of them are alike."""

from __future__ import annotations

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CAPACITY, NONE, ROMAN
from ludus.games.agricola.mechanics import one_of_each, strength
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import SPAN, State, sighting


def put(t: Tables, state: State, side: int, unit: int, place: int) -> None:
    """Put a unit in a place.

    An enemy who knew the units of the old place no longer knows which one left; if the enemy saw
    it, the caller restores that (see `follow_known` in hidden.py).
    """
    bit = 1 << unit
    here = state.here[side]
    old = state.at[side][unit]
    here[old] &= ~bit
    here[place] |= bit
    state.at[side][unit] = place
    state.moved = True
    if not t.musters[side].static & bit:
        lose_track(state, side, bit | here[old], old)
        if not here[old] & ~t.musters[side].static:
            clear_sightings(state, side, old)


def put_all(t: Tables, state: State, side: int, mask: int, place: int) -> None:
    """Put units in a place; those from the same place move together."""
    here = state.here[side]
    at = state.at[side]
    mobile = ~t.musters[side].static
    while mask:
        old = at[(mask & -mask).bit_length() - 1]
        group = here[old] & mask
        here[old] &= ~group
        here[place] |= group
        for unit in units(group):
            at[unit] = place
        if group & mobile:
            lose_track(state, side, group | here[old], old)
            if not here[old] & mobile:
                clear_sightings(state, side, old)
        mask &= ~group
    state.moved = True


def lose_track(state: State, side: int, mask: int, place: int) -> None:
    """The enemy is no longer sure of these units of a side, which it last saw in this place."""
    lost = state.known[1 - side] & mask
    if lost:
        state.known[1 - side] &= ~lost
        sighted = state.sighted[1 - side]
        for unit in units(lost):
            sighted[unit] = sighting(state.turn, place)


def be_sure(state: State, side: int, mask: int) -> None:
    """A side is sure where these enemy units are, so where it saw them before counts no more.

    Else a unit that was lost sight of for a moment, because another left its place, would differ
    from one that was not, and give away who left.
    """
    state.known[side] = mask
    sighted = state.sighted[side]
    if sighted.count(NONE) != len(sighted):
        for unit in units(mask):
            sighted[unit] = NONE


def clear_sightings(state: State, side: int, place: int) -> None:
    """All units of a side have left a place: what the enemy saw there is so no more."""
    sighted = state.sighted[1 - side]
    if sighted.count(NONE) == len(sighted):
        return
    for unit, seen in enumerate(sighted):
        if seen != NONE and seen % SPAN == place:
            sighted[unit] = NONE


def vacated(t: Tables, state: State, side: int, place: int) -> int:
    """1 if the place has no mobile unit of the side any more, which both players can see."""
    return 0 if state.here[side][place] & ~t.musters[side].static else 1


def strength_of(t: Tables, state: State, side: int, unit: int) -> int:
    """The strength printed on the face of the counter that is up."""
    return strength(t.musters[side], unit, state.disrupted[side])


def total_strength(t: Tables, state: State, side: int, mask: int) -> int:
    return sum(strength_of(t, state, side, unit) for unit in units(mask))


def standing(state: State, side: int, place: int) -> bool:
    """Whether the side has a unit there; only an Oppidum among center counters is one."""
    return state.here[side][place] != 0


def alike(t: Tables, state: State, side: int, mask: int) -> list[int]:
    """The units of a mask, but only the first of those that are alike."""
    aboard: list[int] | None = None
    if side == ROMAN and state.aboard.count(NONE) < len(state.aboard):
        # Aboard another ship is not alike.
        aboard = state.aboard
    return one_of_each(t.musters[side], mask, state.disrupted[side], aboard)


# Who is in play, and where -----------------------------------------------------------------------


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


def box_of(t: Tables, state: State, side: int) -> int:
    """The units in a side's Recruit box."""
    return state.here[side][t.board.recruit]


# Aboard and ashore [26.0] ------------------------------------------------------------------------


def ashore_at(t: Tables, state: State, place: int) -> int:
    """Roman land units in a place that are not aboard a fleet."""
    if t.board.is_sea[place]:
        return 0
    here = state.here[ROMAN][place]
    mask = here & t.rome.land
    if here & t.rome.fleets:
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


def carried(t: Tables, state: State, fleets: int) -> int:
    """The units aboard these fleets."""
    mask = 0
    for fleet in units(fleets):
        mask |= passengers(t, state, fleet)
    return mask


def fleets_with_room(t: Tables, state: State, fleets: int) -> list[int]:
    return [fleet for fleet in units(fleets) if passengers(t, state, fleet).bit_count() < CAPACITY]


def other_ships(t: Tables, state: State, fleets: int) -> list[int]:
    """The fleets that may be named to be boarded next: there must be a choice."""
    roomy = fleets_with_room(t, state, fleets)
    return [fleet for fleet in roomy if fleet != state.loading] if len(roomy) > 1 else []


def next_ship(t: Tables, state: State, fleets: int) -> int:
    """The fleet that the next unit boards: the one that was named, else the one with most room."""
    named = state.loading
    if named != NONE and fleets >> named & 1 and fleets_with_room(t, state, 1 << named):
        return named
    return fleet_with_room(t, state, fleets)


def fleet_with_room(t: Tables, state: State, fleets: int) -> int:
    """The fleet among these with the most room, or NONE."""
    best = NONE
    most = 0
    for fleet in units(fleets):
        room = CAPACITY - passengers(t, state, fleet).bit_count()
        if room > most:
            best, most = fleet, room
    return best
