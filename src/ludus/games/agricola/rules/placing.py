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
from ludus.games.agricola.rules.machine import Machine
from ludus.games.agricola.rules.sides import seat_of, watching
from ludus.games.agricola.rules.transfers import tell_placed
from ludus.games.agricola.rules.troops import put, standing
from ludus.games.agricola.rules.whereabouts import in_play, on_map, places_of
from ludus.games.agricola.state import (
    Frame,
    State,
)

SET_UP_LIMIT: Final = 3


# Drawing ---------------------------------------------------------------------------------------


def box_of(m: Machine, state: State, side: int) -> int:
    """The units in a side's Recruit box."""
    return state.here[side][m.board.recruit]


def step_draw(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    """A box that holds fewer gives all it has [11.1.5]."""
    if frame.value and box_of(m, state, frame.side):
        return True
    state.stack.pop()
    return False


def decide_draw(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    options = [m.pick[unit] for unit in units(box_of(m, state, frame.side))]
    return (Decision(CHANCE, "draw", options),)


def act_draw(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """The owner sees what was drawn, the others only that something was."""
    frame.value -= 1
    put(m, state, frame.side, action.arg, frame.place)
    if emit is not None:
        facts = {"side": frame.side, "place": frame.place}
        emit(Event("drawn", facts))
        audience = watching(m, state, frame.side, frame.place)
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


def current_unit(m: Machine, state: State, side: int) -> int:
    """The unit to set down next: leaders first, as others may then join them."""
    limbo = state.here[side][m.board.limbo]
    leaders = limbo & m.musters[side].leaders
    mask = leaders or limbo
    return (mask & -mask).bit_length() - 1


def step_place(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.here[frame.side][m.board.limbo]:
        return True
    state.stack.pop()
    return False


def decide_place(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    unit = current_unit(m, state, frame.side)
    places = deployments(m, state, frame.side, unit, frame.step)
    options = [m.place[place] for place in places]
    return (Decision(seat_of(state, frame.side), "place", options),)


def act_place(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    unit = current_unit(m, state, side)
    put(m, state, side, unit, action.arg)
    tell_placed(m, state, side, unit, emit, quietly=frame.step == AT_SET_UP)


def deployments(m: Machine, state: State, side: int, unit: int, rule: int) -> list[int]:
    """Where a unit may be set down, in order."""
    if side == ROMAN:
        if rule == AS_ALLY:
            return ally_places(m, state)
        return roman_places(m, state, unit)
    if rule == AT_SET_UP:
        here = state.here[CALEDONIAN]
        crowded = [
            place
            for place in places_of(state, CALEDONIAN, on_map(m, state, CALEDONIAN))
            if (here[place] & ~m.tribes.static).bit_count() >= SET_UP_LIMIT
        ]
        return [place for place in m.board.dealt_hexes if place not in crowded]
    free = {place for place in m.board.center_hex if not standing(state, ROMAN, place)}
    if rule == BY_TABLE:
        tribes = m.tribes
        company = tribes.all if tribes.leaders >> unit & 1 else tribes.leaders
        free.update(places_of(state, CALEDONIAN, on_map(m, state, CALEDONIAN) & company))
    return sorted(free)


def occupied_fortresses(m: Machine, state: State) -> list[int]:
    return [place for place in m.board.fortress_hex if standing(state, ROMAN, place)]


def praesidium_hexes(m: Machine, state: State) -> list[int]:
    at = state.at[ROMAN]
    return [at[unit] for unit in units(on_map(m, state, ROMAN) & m.rome.praesidia)]


def roman_places(m: Machine, state: State, unit: int) -> list[int]:
    """The Roman recruit chart [recruit.roman]."""
    kind = m.rome.type[unit]
    britannia = m.board.britannia
    if kind == PRAESIDIUM:
        return praesidium_sites(m, state)
    found: set[int]
    if kind in (LEADER, LEGATE):
        land = m.board.is_land
        everywhere = places_of(state, ROMAN, in_play(m, state, ROMAN))
        found = {place for place in everywhere if land[place]}
    elif kind == LEGIONARY:
        found = set(occupied_fortresses(m, state))
    elif kind in (FLEET, PRAEFECTUS):
        coastal = m.board.coastal
        found = {place for place in praesidium_hexes(m, state) if coastal[place]}
    else:
        found = set(occupied_fortresses(m, state)) | set(praesidium_hexes(m, state))
    found.add(britannia)
    return sorted(found)


def praesidium_sites(m: Machine, state: State) -> list[int]:
    """Land hexes with a legionary ashore, no Praesidium and no Caledonian unit [23.1]."""
    legionaries = m.rome.legionaries
    here = state.here[ROMAN]
    return [
        place
        for place in places_of(state, ROMAN, on_map(m, state, ROMAN) & legionaries)
        if not here[place] & m.rome.praesidia
        and not standing(state, CALEDONIAN, place)
        and ashore_at(state, m, place) & legionaries
    ]


def ally_places(m: Machine, state: State) -> list[int]:
    """Roman Allies: with a leader on land, a Praesidium, a held fortress, or Britannia."""
    found = set(occupied_fortresses(m, state)) | set(praesidium_hexes(m, state))
    for place in places_of(state, ROMAN, on_map(m, state, ROMAN) & m.rome.leaders):
        if m.board.is_land[place]:
            found.add(place)
    found.add(m.board.britannia)
    return sorted(found)
