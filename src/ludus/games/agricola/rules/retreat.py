"""Retreats: where a force may go, by land or with its fleets [16.3, 26.5]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    CAPACITY,
    EMBARK,
    NONE,
    RETREAT_LAND,
    RETREAT_SEA,
    ROMAN,
    TREACHERY,
)
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.forces import (
    alike,
    ashore_at,
    next_ship,
    other_ships,
    put,
    standing,
    vacated,
)
from ludus.games.agricola.rules.hidden import follow_known, seat_of
from ludus.games.agricola.rules.markers import may_be_asked
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State


def land_places(t: Tables, state: State, side: int, place: int) -> list[int]:
    """Neighbouring land that the side may retreat to."""
    found: list[int] = []
    for other in t.board.land_links[place]:
        if other == t.board.britannia:
            if side == ROMAN:
                found.append(other)
        elif not standing(state, 1 - side, other) and _open_to(t, state, side, other):
            found.append(other)
    return found


def _open_to(t: Tables, state: State, side: int, place: int) -> bool:
    """Romans do not retreat into a face-down center, whatever its counter is [16.31.2]."""
    return side == CALEDONIAN or not face_down(t, state, place)


def flee_places(t: Tables, state: State, place: int) -> list[int]:
    return sorted(land_places(t, state, CALEDONIAN, place))


def sea_places(t: Tables, state: State, place: int) -> list[int]:
    """Neighbouring sea, coasts without enemies, and Britannia from the south edge."""
    return [
        other
        for other in t.board.sea_links[place]
        if other == t.board.britannia
        or (not standing(state, CALEDONIAN, other) and _open_to(t, state, ROMAN, other))
    ]


def held_fast(t: Tables, b: Battle, side: int) -> bool:
    """A side does not leave its own fort while it stands; nor Roman defenders a fortress [16.4]."""
    if side == CALEDONIAN:
        return bool(b.force[CALEDONIAN] & t.tribes.oppida)
    if b.force[ROMAN] & t.rome.praesidia:
        return True
    return b.attacker != ROMAN and t.board.is_fortress[b.place]


def may_retreat(t: Tables, state: State, b: Battle, side: int) -> bool:
    if held_fast(t, b, side):
        return False
    by_land = bool(land_places(t, state, side, b.place))
    if side == CALEDONIAN:
        return by_land
    return romans_may_leave(t, state, b.place)


def may_open_a_way(t: Tables, state: State, b: Battle) -> bool:
    """Whether Roman Treachery might clear a way to retreat: a face-down center is beside the hex.

    This goes by what both players see, so that being asked tells nothing [16.31.2].
    """
    if held_fast(t, b, ROMAN) or not may_be_asked(state, ROMAN, TREACHERY):
        return False
    beside = t.board.land_links[b.place]
    if b.force[ROMAN] & t.rome.fleets:
        beside = beside + t.board.sea_links[b.place]
    return any(
        face_down(t, state, other) and vacated(t, state, CALEDONIAN, other) for other in beside
    )


def romans_may_leave(t: Tables, state: State, place: int) -> bool:
    """All Romans of a hex can leave it: fleets by sea, the rest by land or aboard."""
    here = state.here[ROMAN][place]
    fleets = here & t.rome.fleets
    land = here & t.rome.land
    if not land or land_places(t, state, ROMAN, place):
        return True
    return land.bit_count() <= CAPACITY * fleets.bit_count()


def retreat_options(t: Tables, state: State, side: int, place: int) -> list[Action]:
    """Straight to a hex; where fleets and land units are together, step by step."""
    if side == ROMAN:
        here = state.here[ROMAN][place]
        if here & t.rome.fleets:
            if here & t.rome.land:
                return [t.withdraw]
            return [t.retreat[other] for other in sorted(sea_places(t, state, place))]
    return [t.retreat[other] for other in sorted(land_places(t, state, side, place))]


def leave_by(
    t: Tables, state: State, side: int, place: int, action: Action, emit: Emit | None
) -> bool:
    """Carry out a retreat; True once everybody has left, False if more must be chosen."""
    if action.verb == "withdraw":
        # Who embarks is chosen in the open, so all begin ashore.
        for unit in units(state.here[ROMAN][place]):
            state.aboard[unit] = NONE
        state.stack.append(Frame(EMBARK, ROMAN, place=place))
        return False
    b = state.battle
    mask = state.here[side][place] & ~t.musters[side].static
    if b is not None:
        mask &= b.force[side]
    _go(t, state, side, mask, place, action.arg, emit)
    return True


def _go(
    t: Tables, state: State, side: int, mask: int, start: int, end: int, emit: Emit | None
) -> None:
    before = state.known[1 - side]
    for unit in units(mask):
        put(t, state, side, unit, end)
        if side == ROMAN and end == t.board.britannia:
            state.aboard[unit] = NONE
    follow_known(t, state, side, mask, start, end, before)
    if emit is not None:
        empty = vacated(t, state, side, start)
        emit(Event("retreat", {"side": side, "place": start, "to": end, "vacated": empty}))


# Fleets and land units together ------------------------------------------------------------------


def decide_embark(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Take land units aboard; who stays ashore must have a way by land."""
    ashore = ashore_at(t, state, frame.place)
    fleets = state.here[ROMAN][frame.place] & t.rome.fleets
    options: list[Action] = []
    if next_ship(t, state, fleets) != NONE:
        options = [t.board_ship[unit] for unit in alike(t, state, ROMAN, ashore)]
        options += [t.ship[fleet] for fleet in other_ships(t, state, fleets)]
    if land_places(t, state, ROMAN, frame.place):
        options.append(t.done)
    return (Decision(seat_of(state, ROMAN), "embark", options),)


def act_embark(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "ship":
        state.loading = action.arg
        if emit is not None:
            emit(Event("ship_named", {"unit": action.arg}))
        return
    if action.verb == "board":
        fleets = state.here[ROMAN][frame.place] & t.rome.fleets
        state.aboard[action.arg] = next_ship(t, state, fleets)
        if emit is not None:
            emit(Event("embarks", {"unit": action.arg}))
        if ashore_at(t, state, frame.place):
            return
    state.loading = NONE
    state.stack.pop()
    if ashore_at(t, state, frame.place):
        state.stack.append(Frame(RETREAT_LAND, ROMAN, place=frame.place))
    else:
        state.stack.append(Frame(RETREAT_SEA, ROMAN, place=frame.place))


def decide_retreat_land(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.retreat[other] for other in sorted(land_places(t, state, ROMAN, frame.place))]
    return (Decision(seat_of(state, ROMAN), "retreat_land", options),)


def act_retreat_land(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    mask = ashore_at(t, state, frame.place)
    _go(t, state, ROMAN, mask, frame.place, action.arg, emit)
    state.stack.append(Frame(RETREAT_SEA, ROMAN, place=frame.place))


def sail_off(t: Tables, state: State, frame: Frame, place: int, emit: Emit | None) -> None:
    """The fleets leave with all who are aboard."""
    mask = state.here[ROMAN][frame.place] & ~t.rome.static
    _go(t, state, ROMAN, mask, frame.place, place, emit)
