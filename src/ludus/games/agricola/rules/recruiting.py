"""The Recruiting phase, and where units that enter play are set down [11.0, 23.1]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AS_ALLY,
    AT_SET_UP,
    BREAK_SIEGE,
    BY_TABLE,
    CALEDONIAN,
    DEPLOY,
    FLEET,
    LEADER,
    LEGATE,
    LEGIONARY,
    NONE,
    NOVAE_GENTES,
    PLACE,
    PRAEFECTUS,
    PRAESIDIUM,
    ROMAN,
)
from ludus.games.agricola.mechanics import first_of
from ludus.games.agricola.rules.action_points import pay
from ludus.games.agricola.rules.chance import draw_markers, draw_units
from ludus.games.agricola.rules.forces import (
    alike,
    ashore_at,
    box_of,
    in_play,
    on_map,
    places_of,
    put,
    standing,
)
from ludus.games.agricola.rules.hidden import emit_placed, only_side, seat_of, side_of
from ludus.games.agricola.rules.interrupts import act_standing, menu_actions, with_offer
from ludus.games.agricola.rules.markers import holds, play_marker
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

# What a Recruiting phase has seen, in the flags of its frame.
BOUGHT: Final = 1
CAMPED: Final = 2
"""A Praesidium was bought: no other units any more."""
LEVIED: Final = 4
PICKED: Final = 8


SET_UP_LIMIT: Final = 3


# The Recruiting phase ----------------------------------------------------------------------------


def decide_recruit_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    points = state.points[side]
    if side == ROMAN:
        options += _roman_offers(t, state, frame)
    elif points and not frame.flags & LEVIED and box_of(t, state, CALEDONIAN):
        options += t.levy[1 : points + 1]
    if not frame.flags & PICKED:
        most = min(points, state.bin[side].bit_count())
        options += t.stratagems[1 : most + 1]
    if side == CALEDONIAN and holds(state, side, NOVAE_GENTES) and new_homes(t, state):
        options.append(t.play[NOVAE_GENTES])
    # Where there is nothing to do, going on stays the only way.
    options += menu_actions(t, state, side, switches=bool(options))
    options.append(t.next)
    return with_offer(t, state, Decision(seat_of(state, side), "recruit", options))


def _roman_offers(t: Tables, state: State, frame: Frame) -> list[Action]:
    points = state.points[ROMAN]
    costs = t.guard_cost if state.special else t.cost
    box = box_of(t, state, ROMAN)
    camps = box & t.rome.praesidia
    options: list[Action] = []
    if not frame.flags & CAMPED:
        options += [
            t.recruit[unit] for unit in recruits(t, state, box & ~camps) if costs[unit] <= points
        ]
    camp = (camps & -camps).bit_length() - 1
    if camps and costs[camp] <= points and has_praesidium_site(t, state):
        options.append(t.recruit[camp])
    if not frame.flags & BOUGHT:
        options += [t.dismantle[place] for place in sorted(praesidium_hexes(t, state))]
    return options


def act_recruit_menu(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = side_of(state, seat)
    if act_standing(t, state, side, action, emit):
        return
    verb = action.verb
    if verb == "recruit":
        _recruit(t, state, frame, action.arg, emit)
    elif verb == "dismantle":
        _dismantle(t, state, action.arg, emit)
    elif verb == "levy":
        frame.flags |= LEVIED
        count = min(action.arg, box_of(t, state, CALEDONIAN).bit_count())
        if emit is not None:
            emit(Event("levy", {"side": side, "count": count}))
        pay(t, state, side, count * t.charts.recruit.tribe, emit)
        state.stack.append(Frame(PLACE, CALEDONIAN, step=BY_TABLE))
        draw_units(state, CALEDONIAN, count, t.board.limbo)
    elif verb == "stratagems":
        frame.flags |= PICKED | BOUGHT
        pay(t, state, side, action.arg * t.charts.points.stratagem, emit)
        draw_markers(state, side, action.arg)
    elif verb == "play":
        play_marker(t, state, side, NOVAE_GENTES, emit)
    else:
        state.stack.pop()


def _recruit(t: Tables, state: State, frame: Frame, unit: int, emit: Emit | None) -> None:
    """Pay for a unit; where it goes is the next question."""
    frame.flags |= BOUGHT
    if t.rome.praesidia >> unit & 1:
        frame.flags |= CAMPED
    costs = t.guard_cost if state.special else t.cost
    pay(t, state, ROMAN, costs[unit], emit)
    state.stack.append(Frame(PLACE, ROMAN, step=BY_TABLE))
    leave_box(t, state, unit, t.board.limbo, emit)


def _dismantle(t: Tables, state: State, place: int, emit: Emit | None) -> None:
    """Remove a Praesidium without a refund; a siege that it kept up ends with it [11.7, 32]."""
    camp = state.here[ROMAN][place] & t.rome.praesidia
    unit = camp.bit_length() - 1
    if emit is not None:
        emit(Event("dismantled", {"side": ROMAN, "place": place}))
    put(t, state, ROMAN, unit, t.board.recruit)
    if place in state.sieges:
        state.sieges.remove(place)
        if standing(state, ROMAN, place):
            state.stack.append(Frame(BREAK_SIEGE, ROMAN, place=place))


def recruits(t: Tables, state: State, box: int) -> list[int]:
    """Units to choose from in the Roman box: one of each that are alike, the fallen apart."""
    fallen = box & state.fallen
    found = alike(t, state, ROMAN, box & ~fallen)
    if fallen:
        found += alike(t, state, ROMAN, fallen)
        found.sort()
    return found


def leave_box(t: Tables, state: State, unit: int, place: int, emit: Emit | None) -> None:
    """A Roman unit enters play. Both players could see whether it was among the fallen."""
    was_fallen = bool(state.fallen >> unit & 1)
    state.fallen &= ~(1 << unit)
    put(t, state, ROMAN, unit, place)
    if emit is not None:
        open_now = was_fallen or bool(t.rome.praesidia >> unit & 1)
        facts = {"side": ROMAN, "unit": unit}
        emit(Event("recruited_unit", facts, EVERYONE if open_now else only_side(state, ROMAN)))
        emit(Event("recruited", {"side": ROMAN, "place": place}))


# Novae Gentes ------------------------------------------------------------------------------------


def new_homes(t: Tables, state: State) -> list[int]:
    """Centers without a counter and without Romans, while the Available box holds something."""
    if not any(state.spare):
        return []
    return [
        center
        for center, kind in enumerate(state.center)
        if kind == NONE and not standing(state, ROMAN, t.board.center_hex[center])
    ]


# Units that enter play ---------------------------------------------------------------------------


def setting_up(state: State) -> int:
    """The side that is setting up its units, or NONE; the other one sees them afterwards."""
    if not state.stack:
        return NONE
    top = state.stack[-1]
    if top.phase == DEPLOY or (top.phase == PLACE and top.step == AT_SET_UP):
        return top.side
    return NONE


def takeable(t: Tables, frame: Frame, pool: int) -> list[Action]:
    """Units of a pool that can be taken in hand, to be set down before the others."""
    return [t.unit[unit] for unit in units(pool & ~frame.mask)]


def take(state: State, frame: Frame, unit: int, emit: Emit | None) -> None:
    """Take a unit in hand; which one, only its own side knows."""
    frame.mask |= 1 << unit
    if emit is not None:
        emit(Event("in_hand", {"side": frame.side}))
        facts = {"side": frame.side, "unit": unit}
        emit(Event("chosen", facts, only_side(state, frame.side)))


def taken(frame: Frame, pool: int) -> int:
    """The units in hand, or else the lowest of the pool."""
    return frame.mask & pool or pool & -pool


def current_unit(t: Tables, state: State, frame: Frame) -> int:
    """The unit to place next: the one in hand, else leaders first, as others may join them."""
    limbo = state.here[frame.side][t.board.limbo]
    return first_of(limbo, frame.mask & limbo or t.musters[frame.side].leaders)


def step_place(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.here[frame.side][t.board.limbo]:
        return True
    state.stack.pop()
    return False


def decide_place(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    unit = current_unit(t, state, frame)
    places = deployments(t, state, frame.side, unit, frame.step)
    options: list[Action] = []
    if not frame.mask:
        options += takeable(t, frame, state.here[frame.side][t.board.limbo] & ~(1 << unit))
    options += [t.place[place] for place in places]
    return (Decision(seat_of(state, frame.side), "place", options),)


def act_place(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    if action.verb == "unit":
        take(state, frame, action.arg, emit)
        return
    unit = current_unit(t, state, frame)
    frame.mask = 0
    put(t, state, side, unit, action.arg)
    emit_placed(t, state, side, unit, emit, quietly=frame.step == AT_SET_UP)


def deployments(t: Tables, state: State, side: int, unit: int, rule: int) -> list[int]:
    """Where a unit may be placed, in order."""
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
    legionaries = on_map(t, state, ROMAN) & t.rome.legionaries
    return [place for place in places_of(state, ROMAN, legionaries) if _is_site(t, state, place)]


def has_praesidium_site(t: Tables, state: State) -> bool:
    """Whether there is any of them. It is asked in every menu, so it stops at the first."""
    legionaries = on_map(t, state, ROMAN) & t.rome.legionaries
    while legionaries:
        place = state.at[ROMAN][(legionaries & -legionaries).bit_length() - 1]
        if _is_site(t, state, place):
            return True
        legionaries &= ~state.here[ROMAN][place]
    return False


def _is_site(t: Tables, state: State, place: int) -> bool:
    return (
        not state.here[ROMAN][place] & t.rome.praesidia
        and not standing(state, CALEDONIAN, place)
        and bool(ashore_at(t, state, place) & t.rome.legionaries)
    )


def ally_places(t: Tables, state: State) -> list[int]:
    """Roman Allies: with a leader on land, a Praesidium, a held fortress, or Britannia."""
    found = set(occupied_fortresses(t, state)) | set(praesidium_hexes(t, state))
    for place in places_of(state, ROMAN, on_map(t, state, ROMAN) & t.rome.leaders):
        if t.board.is_land[place]:
            found.add(place)
    found.add(t.board.britannia)
    return sorted(found)
