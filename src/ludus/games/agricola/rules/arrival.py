"""The end of a March's movement: counters turned up, Tribute, siege, battle, Mines [24.2.8]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    AMBUSH,
    ARRIVE,
    BESIEGE,
    CALEDONIAN,
    FLEE,
    FOR_AMBUSH,
    LAND,
    MINES,
    NONE,
    OPPIDUM,
    ROMAN,
    TRIBUTE,
    TRIBUTE_WINDOW,
)
from ludus.games.agricola.rules.action_points import add_points, pay
from ludus.games.agricola.rules.battle import disrupted_facts, open_battle
from ludus.games.agricola.rules.centers import face_down, oppidum_at, remove_counter, turn_up
from ludus.games.agricola.rules.chance import draw_units, roll
from ludus.games.agricola.rules.forces import alike, ashore_at, carried, put, put_all, standing
from ludus.games.agricola.rules.hidden import follow_known, remember, seat_of
from ludus.games.agricola.rules.markers import (
    holds,
    let_pass,
    may_be_asked,
    note_tribute,
    play_marker,
    stop_asking,
    window,
)
from ludus.games.agricola.rules.retreat import flee_places
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State

MINES_PAY: Final = 2

# Steps of an arrival.
REVEAL: Final = 0
LANDING: Final = 1
ASK_TRIBUTE: Final = 2
ASK_SIEGE: Final = 3
FIGHT: Final = 4
OVER: Final = 5

# What has happened on the way, in the flags of its frame.
AMBUSHED: Final = 1
BY_SEA: Final = 2
MET: Final = 4
"""Both sides have seen whom they meet."""


def arrive(
    t: Tables,
    state: State,
    side: int,
    place: int,
    force: int,
    emit: Emit | None,
    by_sea: bool = False,
) -> None:
    """A March's movement has ended in a place; what follows runs in the order of 24.2.8.

    By sea, `force` is the fleets that came.
    """
    flags = BY_SEA if by_sea else 0
    garrison = 0
    if side == CALEDONIAN and place in state.sieges:
        garrison = state.here[CALEDONIAN][place] & ~force
    fleets = force if by_sea else 0
    state.stack.append(Frame(ARRIVE, side, place=place, flags=flags, value=garrison, mask=fleets))
    if emit is not None:
        emit(Event("march_over", {"side": side}))


def sally(state: State, place: int) -> None:
    """The besieged attack: a March of no hexes, whose movement is over at once [32.0.9]."""
    state.stack.append(Frame(ARRIVE, CALEDONIAN, place=place, step=ASK_TRIBUTE))


def step_arrive(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Go through the steps until one of them has something to ask or to roll."""
    stack = state.stack
    while stack and stack[-1] is frame:
        _next_step(t, state, frame, emit)
    return False


def _next_step(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    step = frame.step
    frame.step += 1
    if step == REVEAL:
        _reveal(t, state, frame, emit)
    elif step == LANDING:
        _landing(t, state, frame, emit)
    elif step == ASK_TRIBUTE:
        if tribute_asked(t, state, frame.side, frame.place):
            _meet(t, state, frame, emit)
            ask_tribute(t, state, frame.side, frame.place)
    elif step == ASK_SIEGE:
        if _siege_asked(t, state, frame):
            _meet(t, state, frame, emit)
            state.stack.append(Frame(BESIEGE, ROMAN, place=frame.place))
    elif step == FIGHT:
        _fight(t, state, frame, emit)
    else:
        state.stack.pop()
        cash_mines(t, state, emit)


def _reveal(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Romans turn up the counter of a center they enter; an Ambush brings units at once."""
    place = frame.place
    if frame.side != ROMAN or not face_down(t, state, place):
        return
    kind = turn_up(t, state, t.board.center_at[place], emit)
    if kind == AMBUSH:
        frame.flags |= AMBUSHED
        _meet(t, state, frame, emit)
        roll(state, CALEDONIAN, FOR_AMBUSH, place=place)


def _meet(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Before anything is asked or rolled in a hex with enemies, each side sees the other [20.0.2].

    A battle shows it in any case.
    """
    place = frame.place
    if frame.flags & MET or place >= t.board.hexes or place in state.sieges:
        return
    frame.flags |= MET
    romans = state.here[ROMAN][place]
    tribes = state.here[CALEDONIAN][place]
    if not romans or not tribes:
        return
    remember(state, ROMAN, tribes & ~t.tribes.static)
    remember(state, CALEDONIAN, romans & ~t.rome.static)
    if emit is not None:
        facts: dict[str, Fact] = {
            "place": place,
            "romans": tuple(units(romans)),
            "tribes": tuple(units(tribes)),
            **disrupted_facts(state, romans, tribes),
        }
        emit(Event("met", facts, bars=EVERYONE))


def rolled_ambush(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    die = frame.dice[0]
    if emit is not None:
        emit(Event("ambush", {"place": frame.place, "die": die}))
    draw_units(state, CALEDONIAN, die, frame.place)


def _landing(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """In a hex with enemies all units go ashore; elsewhere the Romans choose who does.

    A fleet that did not sail with the others puts nobody ashore [26.6.3].
    """
    place = frame.place
    if not frame.flags & BY_SEA:
        return
    if place == t.board.britannia or standing(state, CALEDONIAN, place):
        go_ashore(t, state, frame.mask)
    elif t.board.coastal[place]:
        # Asked whether anybody is aboard or not, so that the pause does not tell.
        state.stack.append(Frame(LAND, ROMAN, place=place, mask=frame.mask))


def go_ashore(t: Tables, state: State, fleets: int) -> None:
    for unit in units(carried(t, state, fleets)):
        state.aboard[unit] = NONE


def _fight(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Units of both sides in the hex fight, unless Romans joined a siege [32.0.4]."""
    place = frame.place
    if place >= t.board.hexes:
        return
    if not standing(state, ROMAN, place) or not standing(state, CALEDONIAN, place):
        return
    if frame.side == ROMAN and place in state.sieges:
        return
    ambush = bool(frame.flags & AMBUSHED)
    open_battle(t, state, place, frame.side, emit, ambush=ambush, garrison=frame.value)


def cash_mines(t: Tables, state: State, emit: Emit | None) -> None:
    """Revealed Mines that Romans alone hold pay once, and are gone [24.3.14]."""
    for center, kind in enumerate(state.center):
        if kind != MINES or not state.center_up >> center & 1:
            continue
        place = t.board.center_hex[center]
        if standing(state, ROMAN, place) and not standing(state, CALEDONIAN, place):
            remove_counter(t, state, center)
            if emit is not None:
                emit(Event("mines", {"center": center}))
            add_points(t, state, ROMAN, MINES_PAY, emit)


# Landing -----------------------------------------------------------------------------------------


def decide_land(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    mask = carried(t, state, frame.mask)
    options: list[Action] = [t.land[unit] for unit in units(mask)]
    if mask & mask - 1:
        options.append(t.ashore)
    options.append(t.done)
    return (Decision(seat_of(state, ROMAN), "land", options),)


def act_land(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    mask = carried(t, state, frame.mask)
    if action.verb == "land":
        state.aboard[action.arg] = NONE
        if emit is not None:
            emit(Event("landed", {"unit": action.arg}, 1 << seat_of(state, ROMAN)))
        if mask & mask - 1:
            return
    elif action.verb == "ashore":
        go_ashore(t, state, frame.mask)
    state.stack.pop()
    if emit is not None:
        emit(Event("landing_over", {"place": frame.place}))


# Tribute -----------------------------------------------------------------------------------------


def tribute_asked(t: Tables, state: State, side: int, place: int) -> bool:
    """Whether a side is asked about Tribute, by what everybody can see."""
    if not may_be_asked(state, side, TRIBUTE):
        return False
    if side == ROMAN:
        return place < t.board.hexes and oppidum_at(t, state, place)
    tribes = state.here[CALEDONIAN]
    for center, kind in enumerate(state.center):
        if kind == NONE:
            continue
        hidden = not state.center_up >> center & 1
        if (hidden or kind == OPPIDUM) and tribes[t.board.center_hex[center]] & t.tribes.land:
            return True
    return False


def ask_tribute(t: Tables, state: State, side: int, place: int) -> None:
    """Ask a side about Tribute, if it is to be asked."""
    if tribute_asked(t, state, side, place):
        state.stack.append(Frame(TRIBUTE_WINDOW, side, place=place, value=TRIBUTE))


def collectors(t: Tables, state: State) -> list[int]:
    """The Caledonian leaders at an Oppidum, one of each that are alike; they say whom they show."""
    found: list[int] = []
    for center, kind in enumerate(state.center):
        if kind == OPPIDUM:
            here = state.here[CALEDONIAN][t.board.center_hex[center]]
            found += alike(t, state, CALEDONIAN, here & t.tribes.leaders)
    found.sort()
    return found


def decide_tribute(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options: list[Action] = []
    place = frame.place
    if not holds(state, frame.side, TRIBUTE):
        pass
    elif frame.side == CALEDONIAN:
        options = [t.show[unit] for unit in collectors(t, state)]
    elif state.here[ROMAN][place] & t.rome.leaders:
        options = [t.tribute[place]]
    return window(t, state, frame.side, "tribute", TRIBUTE, options)


def act_tribute(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    state.stack.pop()
    if action.verb == "quiet":
        stop_asking(state, side, TRIBUTE, emit)
        return
    if side == CALEDONIAN:
        note_tribute(state, settled=True)
    if action.verb == "tribute":
        play_marker(t, state, side, TRIBUTE, emit, place=action.arg)
    elif action.verb == "show":
        place = state.at[CALEDONIAN][action.arg]
        play_marker(t, state, side, TRIBUTE, emit, place=place, secret=1 << action.arg)
    else:
        let_pass(state, side, TRIBUTE, emit)


def rolled_roman_tribute(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Odd: the Oppidum surrenders, and the others there must retreat if they can."""
    die = frame.dice[0]
    place = frame.place
    if emit is not None:
        emit(Event("tribute_roll", {"side": ROMAN, "die": die, "place": place}))
    if die % 2 == 0:
        return
    remove_counter(t, state, t.board.center_at[place])
    state.spare[OPPIDUM] += 1
    if place in state.sieges:
        # There is nothing left to besiege: who cannot leave must fight.
        state.sieges.remove(place)
        if emit is not None:
            emit(Event("siege_over", {"place": place}))
    if standing(state, CALEDONIAN, place) and flee_places(t, state, place):
        state.stack.append(Frame(FLEE, CALEDONIAN, place=place))


def decide_flee(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.retreat[place] for place in flee_places(t, state, frame.place)]
    return (Decision(seat_of(state, CALEDONIAN), "flee", options),)


def act_flee(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    mask = state.here[CALEDONIAN][frame.place]
    before = state.known[ROMAN] | mask
    put_all(t, state, CALEDONIAN, mask, action.arg)
    follow_known(t, state, CALEDONIAN, mask, frame.place, action.arg, before)
    if emit is not None:
        facts = {"side": CALEDONIAN, "place": frame.place, "to": action.arg, "vacated": 1}
        emit(Event("retreat", facts))


# Siege [32.0] ------------------------------------------------------------------------------------


def _siege_asked(t: Tables, state: State, frame: Frame) -> bool:
    """A force with a legionary at an Oppidum may settle down instead of attacking."""
    place = frame.place
    if not state.siege_rules or frame.side != ROMAN or place >= t.board.hexes:
        return False
    if place in state.sieges or not oppidum_at(t, state, place) or frame.flags & AMBUSHED:
        return False
    if not state.points[ROMAN] or not state.here[ROMAN][t.board.recruit] & t.rome.praesidia:
        return False
    return bool(ashore_at(t, state, place) & t.rome.legionaries)


def decide_besiege(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(seat_of(state, ROMAN), "besiege", (t.besiege, t.attack)),)


def act_besiege(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    if emit is not None:
        emit(Event("siege_choice", {"place": frame.place, "siege": int(action.verb == "besiege")}))
    if action.verb != "besiege":
        return
    pay(t, state, ROMAN, t.charts.recruit.praesidium, emit)
    camps = state.here[ROMAN][t.board.recruit] & t.rome.praesidia
    put(t, state, ROMAN, (camps & -camps).bit_length() - 1, frame.place)
    state.sieges.append(frame.place)
    state.sieges.sort()
