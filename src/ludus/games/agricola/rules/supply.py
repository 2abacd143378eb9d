"""Supply, attrition and rally [18.0, 19.0, 26.7]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    ATTRITION,
    CALEDONIAN,
    DICE,
    DRUIDS,
    DRUIDS_WINDOW,
    NONE,
    OFFICIUM,
    ROMAN,
)
from ludus.games.agricola.rules.aboard import fleet_with_room, passengers
from ludus.games.agricola.rules.losses import eliminate, lose_step
from ludus.games.agricola.rules.machine import Machine
from ludus.games.agricola.rules.markers import holds, hush, passes, possible
from ludus.games.agricola.rules.playing import play_marker
from ludus.games.agricola.rules.points import pay
from ludus.games.agricola.rules.provisions import (
    hungry_romans,
    hungry_tribes,
    roman_hex_supplied,
)
from ludus.games.agricola.rules.sides import own, seat_of, watching
from ludus.games.agricola.rules.standing_in import act_standing, menu_actions, with_offer
from ludus.games.agricola.rules.whereabouts import on_map, places_of
from ludus.games.agricola.state import (
    Frame,
    State,
)

STARVES: Final = 2
"""A roll up to this costs a step."""
ATTRITION_DICE: Final = 2
"""In a Druids window: which dice lie below it."""


# Who is in supply --------------------------------------------------------------------------------


def unsupplied(m: Machine, state: State, side: int) -> int:
    """Units that must roll; at sea the fleets alone, for everybody aboard."""
    board = m.board
    here = state.here[side]
    mask = 0
    for place in places_of(state, side, on_map(m, state, side) & ~m.musters[side].static):
        if side == ROMAN:
            mask |= hungry_romans(board, m.rome, here, place, state.supplied)
        else:
            mask |= hungry_tribes(board, m.tribes, here, place, state.sieges)
    return mask


# Attrition ---------------------------------------------------------------------------------------


def begin_attrition(m: Machine, state: State, side: int, emit: Emit | None) -> None:
    """Dice are rolled openly, so that everybody hears that somebody is out of supply."""
    mask = unsupplied(m, state, side)
    if mask:
        if emit is not None:
            emit(Event("supply_check", {"side": side}))
        state.stack.append(Frame(ATTRITION, side, mask=mask, rolled=[]))


def decide_attrition(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    left = frame.mask.bit_count() - len(frame.rolled or [])
    return m.dice[max(1, min(left, DICE))]


def act_attrition(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    rolled = frame.rolled or []
    faces = m.faces[action.verb][action.arg]
    frame.rolled = rolled + faces
    if emit is not None:
        facts: dict[str, Fact] = {"side": frame.side, "dice": tuple(faces)}
        emit(Event("attrition_dice", facts, own(state, frame.side)))


def step_attrition(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    """One die per unit; when all lie, the Druids may have one rolled again [18.2]."""
    rolled = frame.rolled or []
    if len(rolled) < frame.mask.bit_count():
        return True
    side = frame.side
    if emit is not None and not frame.flags:
        emit(Event("supply_rolled", {"side": side}))
    if side == CALEDONIAN and not frame.flags and possible(state, CALEDONIAN, DRUIDS):
        frame.flags = 1
        state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN, step=ATTRITION_DICE))
        return False
    state.stack.pop()
    hungry = list(units(frame.mask))
    if emit is not None:
        facts: dict[str, Fact] = {"side": side, "units": tuple(hungry), "dice": tuple(rolled)}
        emit(Event("attrition", facts, own(state, side)))
    for unit, die in zip(hungry, rolled, strict=False):
        if die <= STARVES and state.at[side][unit] < m.board.hexes:
            _starve(m, state, side, unit, emit)
    return False


def _starve(m: Machine, state: State, side: int, unit: int, emit: Emit | None) -> None:
    place = state.at[side][unit]
    if side == ROMAN and m.board.is_sea[place]:
        _founder(m, state, unit, emit)
    else:
        lose_step(m, state, side, unit, emit, hidden=True)


def _founder(m: Machine, state: State, fleet: int, emit: Emit | None) -> None:
    """A fleet at sea and everybody aboard lose a step; who loses the fleet needs another one."""
    place = state.at[ROMAN][fleet]
    for unit in units(passengers(state, m, fleet)):
        lose_step(m, state, ROMAN, unit, emit, hidden=True)
    swimming = passengers(state, m, fleet)
    lose_step(m, state, ROMAN, fleet, emit, hidden=True)
    if state.at[ROMAN][fleet] == place:
        return
    for unit in units(swimming):
        room = fleet_with_room(m, state, state.here[ROMAN][place] & m.rome.fleets)
        if room == NONE:
            eliminate(m, state, ROMAN, unit, emit)
        else:
            state.aboard[unit] = room


# The Supply phase menu: Officium -----------------------------------------------------------------


def decide_supply_menu(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    """Officium keeps one force in supply for this check and the rally after it."""
    options: list[Action] = []
    if holds(state, ROMAN, OFFICIUM):
        options = [m.place[place] for place in roman_stacks(m, state)]
    options += [m.decline, m.quiet[OFFICIUM]]
    return (Decision(seat_of(state, ROMAN), "supply", options),)


def roman_stacks(m: Machine, state: State) -> list[int]:
    """Hexes with Roman units besides Praesidia."""
    return places_of(state, ROMAN, on_map(m, state, ROMAN) & ~m.rome.static)


def act_supply_menu(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "place":
        play_marker(m, state, ROMAN, OFFICIUM, emit, place=action.arg, value=1)
    elif action.verb == "quiet":
        hush(state, ROMAN, OFFICIUM, emit)
    else:
        passes(state, ROMAN, OFFICIUM, emit)


# Rally -------------------------------------------------------------------------------------------


def rallying(m: Machine, state: State, side: int, place: int) -> int:
    """Disrupted units of a hex that are themselves in supply [19.3]."""
    disrupted = state.here[side][place] & state.disrupted[side]
    if not disrupted:
        return 0
    if side == CALEDONIAN:
        if place in state.sieges:
            return 0
        if m.board.center_at[place] != NONE or m.board.is_site[place]:
            return disrupted
        return disrupted & m.tribes.leaders
    if place < m.board.hexes and m.board.is_sea[place]:
        return disrupted if place == state.supplied else disrupted & _at_sea_fed(m)
    if roman_hex_supplied(m.board, m.rome, state.here[ROMAN], place, state.supplied):
        return disrupted
    return disrupted & m.rome.fed


def _at_sea_fed(m: Machine) -> int:
    """At sea a fleet must check; leaders aboard are always in supply [18.1.3]."""
    return m.rome.leaders & ~m.rome.fleets


def decide_rally_menu(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    if state.points[side] >= m.tables.points.rally:
        places = places_of(state, side, state.disrupted[side])
        options = [m.rally[place] for place in places if rallying(m, state, side, place)]
    options += menu_actions(m, state, side)
    options.append(m.next)
    return with_offer(m, state, Decision(seat_of(state, side), "rally", options))


def act_rally_menu(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    """One point per hex; Britannia counts as one [19.2, 19.4]."""
    if act_standing(m, state, side, action, emit):
        return
    if action.verb == "next":
        state.stack.pop()
        return
    mask = rallying(m, state, side, action.arg)
    state.disrupted[side] &= ~mask
    if emit is not None:
        facts: dict[str, Fact] = {"side": side, "place": action.arg, "units": tuple(units(mask))}
        emit(Event("rallied", facts, watching(m, state, side, action.arg)))
    pay(m, state, side, m.tables.points.rally, emit)
