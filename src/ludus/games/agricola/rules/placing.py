"""Units that enter play: drawn at random or chosen, then set down where the charts allow [11.1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Emit, Event
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AS_ALLY,
    AT_SET_UP,
    BY_TABLE,
    CALEDONIAN,
    DEPLOY,
    FLEET,
    LEADER,
    LEGATE,
    LEGIONARY,
    NONE,
    PLACE,
    PRAEFECTUS,
    PRAESIDIUM,
    ROMAN,
)
from ludus.games.agricola.rules.aboard import ashore_at
from ludus.games.agricola.rules.sides import seat_of, watching
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.transfers import tell_placed
from ludus.games.agricola.rules.troops import put, standing
from ludus.games.agricola.rules.whereabouts import in_play, on_map, places_of
from ludus.games.agricola.state import (
    Frame,
    State,
)

SET_UP_LIMIT: Final = 3


# Drawing ---------------------------------------------------------------------------------------


def box_of(t: Tables, state: State, side: int) -> int:
    """The units in a side's Recruit box."""
    return state.here[side][t.board.recruit]


def step_draw(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A box that holds fewer gives all it has [11.1.5]."""
    if frame.value and box_of(t, state, frame.side):
        return True
    state.stack.pop()
    return False


def decide_draw(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.pick[unit] for unit in units(box_of(t, state, frame.side))]
    return (Decision(CHANCE, "draw", options),)


def act_draw(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """The owner sees what was drawn, the others only that something was."""
    frame.value -= 1
    put(t, state, frame.side, action.arg, frame.place)
    if emit is not None:
        facts = {"side": frame.side, "place": frame.place}
        emit(Event("drawn", facts))
        audience = watching(t, state, frame.side, frame.place)
        emit(Event("drawn_unit", {**facts, "unit": action.arg}, audience))


# Setting down ----------------------------------------------------------------------------------


def setting_up(state: State) -> int:
    """The side that is setting up its units, or NONE; the other one sees them when all stand."""
    if not state.stack:
        return NONE
    top = state.stack[-1]
    if top.phase == DEPLOY or (top.phase == PLACE and top.step == AT_SET_UP):
        return top.side
    return NONE


def current_unit(t: Tables, state: State, side: int) -> int:
    """The unit to set down next: leaders first, as others may then join them."""
    limbo = state.here[side][t.board.limbo]
    leaders = limbo & t.musters[side].leaders
    mask = leaders or limbo
    return (mask & -mask).bit_length() - 1


def step_place(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.here[frame.side][t.board.limbo]:
        return True
    state.stack.pop()
    return False


def decide_place(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    unit = current_unit(t, state, frame.side)
    places = deployments(t, state, frame.side, unit, frame.step)
    options = [t.place[place] for place in places]
    return (Decision(seat_of(state, frame.side), "place", options),)


def act_place(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    unit = current_unit(t, state, side)
    put(t, state, side, unit, action.arg)
    tell_placed(t, state, side, unit, emit, quietly=frame.step == AT_SET_UP)


def deployments(t: Tables, state: State, side: int, unit: int, rule: int) -> list[int]:
    """Where a unit may be set down, in order."""
    if side == ROMAN:
        if rule == AS_ALLY:
            return ally_places(t, state)
        return roman_places(t, state, unit)
    if rule == AT_SET_UP:
        here = state.here[CALEDONIAN]
        crowded = [
            place
            for place in places_of(state, CALEDONIAN, on_map(t, state, CALEDONIAN))
            if (here[place] & ~t.tribes.static).bit_count() >= SET_UP_LIMIT
        ]
        return [place for place in t.board.dealt_hexes if place not in crowded]
    free = {place for place in t.board.center_hex if not standing(state, ROMAN, place)}
    if rule == BY_TABLE:
        tribes = t.tribes
        company = tribes.all if tribes.leaders >> unit & 1 else tribes.leaders
        free.update(places_of(state, CALEDONIAN, on_map(t, state, CALEDONIAN) & company))
    return sorted(free)


def occupied_fortresses(t: Tables, state: State) -> list[int]:
    return [place for place in t.board.fortress_hex if standing(state, ROMAN, place)]


def praesidium_hexes(t: Tables, state: State) -> list[int]:
    at = state.at[ROMAN]
    return [at[unit] for unit in units(on_map(t, state, ROMAN) & t.rome.praesidia)]


def roman_places(t: Tables, state: State, unit: int) -> list[int]:
    """The Roman recruit chart [recruit.roman]."""
    kind = t.rome.type[unit]
    britannia = t.board.britannia
    if kind == PRAESIDIUM:
        return praesidium_sites(t, state)
    found: set[int]
    if kind in (LEADER, LEGATE):
        land = t.board.is_land
        everywhere = places_of(state, ROMAN, in_play(t, state, ROMAN))
        found = {place for place in everywhere if land[place]}
    elif kind == LEGIONARY:
        found = set(occupied_fortresses(t, state))
    elif kind in (FLEET, PRAEFECTUS):
        coastal = t.board.coastal
        found = {place for place in praesidium_hexes(t, state) if coastal[place]}
    else:
        found = set(occupied_fortresses(t, state)) | set(praesidium_hexes(t, state))
    found.add(britannia)
    return sorted(found)


def praesidium_sites(t: Tables, state: State) -> list[int]:
    """Land hexes with a legionary ashore, no Praesidium and no Caledonian unit [23.1]."""
    legionaries = t.rome.legionaries
    here = state.here[ROMAN]
    return [
        place
        for place in places_of(state, ROMAN, on_map(t, state, ROMAN) & legionaries)
        if not here[place] & t.rome.praesidia
        and not standing(state, CALEDONIAN, place)
        and ashore_at(t, state, place) & legionaries
    ]


def ally_places(t: Tables, state: State) -> list[int]:
    """Roman Allies: with a leader on land, a Praesidium, a held fortress, or Britannia."""
    found = set(occupied_fortresses(t, state)) | set(praesidium_hexes(t, state))
    for place in places_of(state, ROMAN, on_map(t, state, ROMAN) & t.rome.leaders):
        if t.board.is_land[place]:
            found.add(place)
    found.add(t.board.britannia)
    return sorted(found)
