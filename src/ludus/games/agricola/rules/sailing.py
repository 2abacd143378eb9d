"""Naval Marches: forming a naval force, its dice, its course, and fleets left on the way [26.0]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units, voyages
from ludus.games.agricola.ids import (
    BY_CIRCUMNAVIGATION,
    BY_OFFICIUM,
    BY_SUPREME,
    CALEDONIAN,
    FOR_SAILING,
    FOR_THULE,
    LAND,
    NONE,
    ROMAN,
    SAIL,
)
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.arrival import arrive
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.chance import roll
from ludus.games.agricola.rules.forces import (
    alike,
    ashore_at,
    be_sure,
    carried,
    next_ship,
    other_ships,
    put_all,
    standing,
    vacated,
)
from ludus.games.agricola.rules.hidden import only_side, seat_of, who_sees
from ludus.games.agricola.rules.interrupts import act_standing, can_betray
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

NAVAL_DICE = 2
LONG_DICE = 4


def _led(t: Tables, state: State, frame: Frame, fleets: int) -> bool:
    """Whether somebody is with these fleets whom a free voyage goes with."""
    if frame.flags == BY_SUPREME:
        leaders = t.rome.supreme
    elif frame.flags == BY_OFFICIUM:
        leaders = t.rome.leaders
    else:
        return True
    return bool((fleets | carried(t, state, fleets)) & leaders)


def _leavable(t: Tables, state: State, frame: Frame) -> list[Action]:
    if not frame.mask & frame.mask - 1:
        return []
    return [
        t.leave[fleet]
        for fleet in units(frame.mask)
        if _led(t, state, frame, frame.mask & ~(1 << fleet))
    ]


def decide_form(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Take units aboard, the leader of a free voyage first, leave fleets, then put to sea.

    Units board the fleet that was named last, and where none was, the one with most room.
    """
    options = _leavable(t, state, frame)
    led = _led(t, state, frame, frame.mask)
    if next_ship(t, state, frame.mask) != NONE:
        ashore = ashore_at(t, state, frame.place)
        if not led:
            ashore &= t.rome.leaders
        ashore |= _changing(t, state, frame)
        boarding = [t.board_ship[unit] for unit in alike(t, state, ROMAN, ashore)]
        options += boarding
        if boarding:
            options += [t.ship[fleet] for fleet in other_ships(t, state, frame.mask)]
    if led or not options:
        options.append(t.cast)
    return (Decision(seat_of(state, ROMAN), "form", options),)


def _changing(t: Tables, state: State, frame: Frame) -> int:
    """The Supreme Leader, where his free voyage has put him aboard another fleet than the one that
    was named [26.6.10]."""
    ship = state.loading
    if frame.flags != BY_SUPREME or ship == NONE or next_ship(t, state, frame.mask) != ship:
        return 0
    return carried(t, state, frame.mask & ~(1 << ship)) & t.rome.supreme


def act_form(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    if action.verb == "leave":
        frame.mask &= ~(1 << action.arg)
        if frame.place == t.board.britannia:
            for unit in units(carried(t, state, 1 << action.arg)):
                state.aboard[unit] = NONE
        if emit is not None:
            emit(Event("left", {"side": side, "unit": action.arg}, only_side(state, side)))
    elif action.verb == "board":
        state.aboard[action.arg] = next_ship(t, state, frame.mask)
        if emit is not None:
            emit(Event("boards", {"unit": action.arg}, only_side(state, side)))
    elif action.verb == "ship":
        state.loading = action.arg
        if emit is not None:
            emit(Event("ship_named", {"unit": action.arg}, only_side(state, side)))
    else:
        state.loading = NONE
        state.stack[-1] = Frame(SAIL, ROMAN, place=frame.place, flags=frame.flags, mask=frame.mask)
        if emit is not None:
            emit(Event("cast_off", {"place": frame.place}))
        dice = LONG_DICE if frame.flags == BY_CIRCUMNAVIGATION else NAVAL_DICE
        roll(state, ROMAN, FOR_SAILING, dice)


def rolled_sailing(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """The sum is the most hexes the naval force may go."""
    dice = frame.dice
    state.stack[-1].value = sum(dice)
    if emit is not None:
        emit(Event("sailing", {"dice": tuple(dice), "total": sum(dice)}))


def courses(t: Tables, state: State, frame: Frame) -> list[int]:
    """Everywhere the fleets can get with what is left of the roll, in order."""
    ways = t.voyages[frame.place]
    if ways is None:
        ways = t.voyages[frame.place] = voyages(t.board, frame.place)
    if state.ships_stop:
        shut = [place for place in t.board.center_hex if face_down(t, state, place)]
        ways = voyages(t.board, frame.place, shut)
    most = frame.value - frame.used
    return [place for place in t.board.waters if 0 < ways[place] <= most]


def _quiet_water(t: Tables, state: State, place: int) -> bool:
    """Where a fleet may be left, or pause: no enemies, no face-down center."""
    if place == t.board.britannia:
        return False
    return not standing(state, CALEDONIAN, place) and not face_down(t, state, place)


def decide_sail(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options: list[Action] = []
    if frame.used and _quiet_water(t, state, frame.place):
        options += _leavable(t, state, frame)
    options += [t.go[place] for place in courses(t, state, frame)]
    if frame.value - frame.used > 1 and frame.mask & frame.mask - 1:
        # A pause is good for leaving a fleet on the way, and for nothing else.
        options += [
            t.step[place]
            for place in sorted(t.board.sea_links[frame.place])
            if _quiet_water(t, state, place)
        ]
    options += can_betray(t, state, ROMAN)
    options.append(t.halt)
    return (Decision(seat_of(state, ROMAN), "sail", options),)


def act_sail(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    if act_standing(t, state, side, action, emit):
        return
    verb = action.verb
    if verb == "leave":
        frame.mask &= ~(1 << action.arg)
        if emit is not None:
            emit(Event("left", {"side": side, "unit": action.arg}, only_side(state, side)))
            emit(Event("fleet_left", {"side": side, "place": frame.place}))
        if t.board.coastal[frame.place]:
            # Asked whether anybody is aboard or not, so that the pause does not tell.
            state.stack.append(Frame(LAND, ROMAN, place=frame.place, mask=1 << action.arg))
    elif verb == "step":
        _cross(t, state, frame, action.arg, emit)
        frame.used += 1
        frame.place = action.arg
    else:
        state.stack.pop()
        end = frame.place
        if verb == "go":
            end = action.arg
            _cross(t, state, frame, end, emit)
        arrive(t, state, ROMAN, end, frame.mask, emit, by_sea=True)
        if frame.flags == BY_CIRCUMNAVIGATION and end == t.board.thule:
            roll(state, ROMAN, FOR_THULE)


def _cross(t: Tables, state: State, frame: Frame, end: int, emit: Emit | None) -> None:
    mask = frame.mask | carried(t, state, frame.mask)
    before = state.known[CALEDONIAN]
    put_all(t, state, ROMAN, mask, end)
    if who_sees(t, state, ROMAN, frame.place, end) >> seat_of(state, CALEDONIAN) & 1:
        be_sure(state, CALEDONIAN, before | mask)
    if emit is not None:
        empty = vacated(t, state, ROMAN, frame.place)
        emit(Event("sailed", {"side": ROMAN, "place": frame.place, "to": end, "vacated": empty}))
        facts: dict[str, Fact] = {
            "side": ROMAN,
            "units": tuple(units(mask)),
            "worn": tuple(units(mask & state.disrupted[ROMAN])),
            "place": frame.place,
            "to": end,
        }
        emit(Event("moved_units", facts, who_sees(t, state, ROMAN, frame.place, end)))


def rolled_thule(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    die = frame.dice[0]
    if emit is not None:
        emit(Event("thule", {"die": die}))
    add_points(t, state, ROMAN, die, emit)
