"""Supply, attrition and rally [18.0, 19.0, 26.7]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat
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
from ludus.games.agricola.mechanics import recovering, unsupplied_romans, unsupplied_tribes
from ludus.games.agricola.rules.action_points import pay
from ludus.games.agricola.rules.forces import fleet_with_room, on_map, passengers, places_of
from ludus.games.agricola.rules.hidden import only_side, seat_of, side_of, who_sees
from ludus.games.agricola.rules.interrupts import act_standing, menu_actions, with_offer
from ludus.games.agricola.rules.losses import eliminate, lose_step
from ludus.games.agricola.rules.markers import (
    holds,
    let_pass,
    may_be_asked,
    play_marker,
    stop_asking,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

STARVES: Final = 2
"""A roll up to this costs a step."""
ATTRITION_DICE: Final = 2
"""In the step of a DRUIDS_WINDOW frame: the dice are those of an attrition check."""


# Who is in supply --------------------------------------------------------------------------------


def unsupplied(t: Tables, state: State, side: int) -> int:
    """Units that must roll; at sea the fleets alone, for everybody aboard."""
    board = t.board
    here = state.here[side]
    mask = 0
    for place in places_of(state, side, on_map(t, state, side) & ~t.musters[side].static):
        if side == ROMAN:
            mask |= unsupplied_romans(board, t.rome, here, place, state.supplied)
        else:
            mask |= unsupplied_tribes(board, t.tribes, here, place, state.sieges)
    return mask


# Attrition ---------------------------------------------------------------------------------------


def begin_attrition(t: Tables, state: State, side: int, emit: Emit | None) -> None:
    """Dice are rolled openly, so both players learn that some unit is out of supply."""
    mask = unsupplied(t, state, side)
    if mask:
        if emit is not None:
            emit(Event("supply_check", {"side": side}))
        state.stack.append(Frame(ATTRITION, side, mask=mask, rolled=[]))


def decide_attrition(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    left = frame.mask.bit_count() - len(frame.dice)
    return t.dice[max(1, min(left, DICE))]


def act_attrition(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    rolled = frame.dice
    faces = t.faces[action.verb][action.arg]
    frame.rolled = rolled + faces
    if emit is not None:
        facts: dict[str, Fact] = {"side": frame.side, "dice": tuple(faces)}
        emit(Event("attrition_dice", facts, only_side(state, frame.side)))


def step_attrition(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """One die per unit; after the last one, Druids may have one rolled again [18.2]."""
    rolled = frame.dice
    if len(rolled) < frame.mask.bit_count():
        return True
    side = frame.side
    if emit is not None and not frame.flags:
        emit(Event("supply_rolled", {"side": side}))
    if side == CALEDONIAN and not frame.flags and may_be_asked(state, CALEDONIAN, DRUIDS):
        frame.flags = 1
        state.stack.append(Frame(DRUIDS_WINDOW, CALEDONIAN, step=ATTRITION_DICE))
        return False
    state.stack.pop()
    hungry = list(units(frame.mask))
    if emit is not None:
        facts: dict[str, Fact] = {"side": side, "units": tuple(hungry), "dice": tuple(rolled)}
        emit(Event("attrition", facts, only_side(state, side)))
    for unit, die in zip(hungry, rolled, strict=False):
        if die <= STARVES and state.at[side][unit] < t.board.hexes:
            _starve(t, state, side, unit, emit)
    return False


def _starve(t: Tables, state: State, side: int, unit: int, emit: Emit | None) -> None:
    place = state.at[side][unit]
    if t.board.is_sea[place]:
        _founder(t, state, unit, emit)
    else:
        lose_step(t, state, side, unit, emit, hidden=True)


def _founder(t: Tables, state: State, fleet: int, emit: Emit | None) -> None:
    """A fleet at sea and all units aboard lose a step; if the fleet is lost, they need another."""
    place = state.at[ROMAN][fleet]
    for unit in units(passengers(t, state, fleet)):
        lose_step(t, state, ROMAN, unit, emit, hidden=True)
    swimming = passengers(t, state, fleet)
    lose_step(t, state, ROMAN, fleet, emit, hidden=True)
    if state.at[ROMAN][fleet] == place:
        return
    for unit in units(swimming):
        room = fleet_with_room(t, state, state.here[ROMAN][place] & t.rome.fleets)
        if room == NONE:
            eliminate(t, state, ROMAN, unit, emit)
        else:
            state.aboard[unit] = room


# The Supply phase menu: Officium -----------------------------------------------------------------


def decide_supply_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Officium keeps one force in supply for this check and the rally after it."""
    options: list[Action] = []
    if holds(state, ROMAN, OFFICIUM):
        options = [t.place[place] for place in roman_stacks(t, state)]
    declines = (t.decline, t.quiet[OFFICIUM])
    options += declines
    seat = seat_of(state, ROMAN)
    return (Decision(seat, "supply", options, declines=declines, optional=False),)


def roman_stacks(t: Tables, state: State) -> list[int]:
    """Hexes with Roman units besides Praesidia."""
    return places_of(state, ROMAN, on_map(t, state, ROMAN) & ~t.rome.static)


def act_supply_menu(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if action.verb == "place":
        play_marker(t, state, ROMAN, OFFICIUM, emit, place=action.arg, value=1)
    elif action.verb == "quiet":
        stop_asking(state, ROMAN, OFFICIUM, emit)
    else:
        let_pass(state, ROMAN, OFFICIUM, emit)


# Rally -------------------------------------------------------------------------------------------


def rallying(t: Tables, state: State, side: int, place: int) -> int:
    """Disrupted units of a hex that can recover there [19.3]."""
    return recovering(
        t.board,
        t.musters[side],
        state.here[side],
        place,
        state.disrupted[side],
        state.supplied,
        state.sieges,
        state.hex_rally,
    )


def decide_rally_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    if state.points[side] >= t.charts.points.rally:
        places = places_of(state, side, state.disrupted[side])
        options = [t.rally[place] for place in places if rallying(t, state, side, place)]
    options += menu_actions(t, state, side)
    options.append(t.next)
    return with_offer(t, state, Decision(seat_of(state, side), "rally", options))


def act_rally_menu(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """One point per hex; Britannia counts as one [19.2, 19.4]."""
    side = side_of(state, seat)
    if act_standing(t, state, side, action, emit):
        return
    if action.verb == "next":
        state.stack.pop()
        return
    mask = rallying(t, state, side, action.arg)
    state.disrupted[side] &= ~mask
    if emit is not None:
        facts: dict[str, Fact] = {"side": side, "place": action.arg, "units": tuple(units(mask))}
        emit(Event("rallied", facts, who_sees(t, state, side, action.arg)))
    pay(t, state, side, t.charts.points.rally, emit)
