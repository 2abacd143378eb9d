"""The March phase: by land, to the Supreme Leader, or building a road [12.0, 22.1, 29]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    BUILD,
    BY_OFFICIUM,
    BY_SCOUTS,
    BY_SUPREME,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    CONCENTRATE,
    FORM,
    FREE_USED,
    LONGEST_MOVE,
    MARCH,
    MARCHED,
    NONE,
    OFFICIUM,
    PAID,
    PAYMENT,
    ROMAN,
    SCOUTED,
    TRIBUTE_ASKED,
    WILD,
)
from ludus.games.agricola.rules.action_points import pay
from ludus.games.agricola.rules.arrival import arrive, ask_tribute, sally
from ludus.games.agricola.rules.battle import open_battle
from ludus.games.agricola.rules.centers import face_down
from ludus.games.agricola.rules.forces import (
    alike,
    ashore_at,
    fleet_with_room,
    in_play,
    places_of,
    put_all,
    standing,
    vacated,
)
from ludus.games.agricola.rules.hidden import follow_known, only_side, seat_of, side_of, who_sees
from ludus.games.agricola.rules.interrupts import act_standing, can_betray, menu_actions, with_offer
from ludus.games.agricola.rules.markers import holds, play_marker
from ludus.games.agricola.rules.movement import (
    able,
    reach,
    rides,
    rings,
    steps,
    stops,
    take_step,
    walk_from,
)
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def movable(t: Tables, state: State, side: int, place: int) -> int:
    """Land units of a place that may march from it; the besieged may not leave."""
    if side == CALEDONIAN:
        if place in state.sieges:
            return 0
        return state.here[CALEDONIAN][place] & t.tribes.land
    if place == t.board.britannia:
        return state.here[ROMAN][place] & t.rome.land
    return ashore_at(t, state, place)


def stacks(t: Tables, state: State, side: int) -> list[int]:
    """Places where a side has mobile units, in order."""
    return places_of(state, side, in_play(t, state, side) & ~t.musters[side].static)


def supreme_place(t: Tables, state: State, side: int) -> int:
    """Where the Supreme Leader is, or NONE if he is dead or not in play."""
    unit = t.musters[side].supreme.bit_length() - 1
    place = state.at[side][unit]
    return place if place <= t.board.britannia else NONE


def decide_march_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    points = state.points[side]
    places = stacks(t, state, side)
    options: list[Action] = []
    if points:
        options += [t.march[place] for place in places if movable(t, state, side, place)]
    options += _free_marches(t, state, frame)
    if points and side == ROMAN:
        fleets = t.rome.fleets
        here = state.here[ROMAN]
        options += [t.sail[place] for place in places if here[place] & fleets]
    options += _free_voyage(t, state, frame)
    if points:
        options += _other_orders(t, state, side)
    if side == ROMAN:
        if holds(state, ROMAN, CIRCUMNAVIGATION) and _ships(t, state):
            options.append(t.play[CIRCUMNAVIGATION])
        if holds(state, ROMAN, OFFICIUM) and officium_anywhere(t, state):
            options.append(t.play[OFFICIUM])
    options += menu_actions(t, state, side)
    options.append(t.next)
    return with_offer(t, state, Decision(seat_of(state, side), "march_phase", options))


def _ships(t: Tables, state: State) -> bool:
    return bool(in_play(t, state, ROMAN) & t.rome.fleets)


def _free_marches(t: Tables, state: State, frame: Frame) -> list[Action]:
    """The Supreme Leader's, and with section 28 that of the Exploratores."""
    side = frame.side
    options: list[Action] = []
    muster = t.musters[side]
    if not frame.flags & FREE_USED:
        place = supreme_place(t, state, side)
        if place != NONE and movable(t, state, side, place) & muster.supreme:
            options.append(t.free)
    if state.special and side == ROMAN and not frame.flags & SCOUTED:
        place = state.at[ROMAN][muster.scouts.bit_length() - 1]
        if place <= t.board.britannia and movable(t, state, side, place) & muster.scouts:
            options.append(t.scout)
    return options


def _free_voyage(t: Tables, state: State, frame: Frame) -> list[Action]:
    """A free March may go by sea if a fleet is with the leader [12.5.5]."""
    if frame.side != ROMAN or frame.flags & FREE_USED:
        return []
    place = supreme_place(t, state, ROMAN)
    if place == NONE or not state.here[ROMAN][place] & t.rome.fleets:
        return []
    leader = t.rome.supreme.bit_length() - 1
    room = fleet_with_room(t, state, state.here[ROMAN][place] & t.rome.fleets)
    return [t.free_sail] if state.aboard[leader] != NONE or room != NONE else []


def _other_orders(t: Tables, state: State, side: int) -> list[Action]:
    options: list[Action] = []
    if _can_concentrate(t, state, side):
        options.append(t.concentrate)
    if side == ROMAN and state.roads and can_build(t, state):
        options.append(t.build)
    attacks = t.assault if side == ROMAN else t.sortie
    # A Praesidium or Oppidum alone does not attack.
    options += [attacks[place] for place in state.sieges if not vacated(t, state, side, place)]
    return options


def _can_concentrate(t: Tables, state: State, side: int) -> bool:
    """The Supreme Leader is on land, and some unit elsewhere can reach him."""
    place = supreme_place(t, state, side)
    if place == NONE or place in state.sieges:
        return False
    muster = t.musters[side]
    if not movable(t, state, side, place) & muster.supreme:
        return False
    if not in_play(t, state, side) & muster.land & ~state.here[side][place]:
        return False
    return anyone_comes(t, state, side, place)


def act_march_menu(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = side_of(state, seat)
    if act_standing(t, state, side, action, emit):
        return
    verb = action.verb
    if verb == "next":
        _end_phase(t, state, frame, emit)
        return
    if verb == "play":
        play_marker(t, state, side, action.arg, emit)
        return
    frame.flags |= MARCHED
    if verb == "march":
        pay(t, state, side, t.charts.points.march, emit)
        begin_march(t, state, side, action.arg, PAID, emit)
    elif verb == "free":
        frame.flags |= FREE_USED
        begin_march(t, state, side, supreme_place(t, state, side), BY_SUPREME, emit)
    elif verb == "scout":
        frame.flags |= SCOUTED
        place = state.at[ROMAN][t.rome.scouts.bit_length() - 1]
        begin_march(t, state, side, place, BY_SCOUTS, emit)
    elif verb == "sail":
        pay(t, state, side, t.charts.points.march, emit)
        begin_voyage(t, state, action.arg, PAID, emit)
    elif verb == "free_sail":
        frame.flags |= FREE_USED
        begin_voyage(t, state, supreme_place(t, state, ROMAN), BY_SUPREME, emit)
    elif verb == "concentrate":
        pay(t, state, side, t.charts.points.concentrate, emit)
        _begin_concentrate(t, state, side, emit)
    elif verb == "build":
        pay(t, state, side, t.charts.points.march, emit)
        _begin_build(t, state, emit)
    elif verb == "sortie":
        pay(t, state, side, t.charts.points.march, emit)
        sally(state, action.arg)
    else:
        pay(t, state, side, t.charts.points.march, emit)
        open_battle(t, state, action.arg, side, emit, siege=True)


def _end_phase(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """At the end the Caledonians may still collect Tribute, unless they were asked about it since
    the last battle [stratagem.caledonian.tribute.1]."""
    state.stack.pop()
    if emit is not None:
        emit(Event("marches_over", {"side": frame.side}))
    if frame.side == CALEDONIAN and not frame.flags & TRIBUTE_ASKED:
        ask_tribute(t, state, CALEDONIAN, NONE)


# A March by land ---------------------------------------------------------------------------------


def begin_march(
    t: Tables, state: State, side: int, place: int, payment: int, emit: Emit | None
) -> None:
    """All units in the place take part until they are left behind."""
    mask = movable(t, state, side, place)
    if payment == BY_SCOUTS:
        mask = t.rome.scouts
    state.stack.append(Frame(MARCH, side, place=place, flags=payment, mask=mask))
    if emit is not None:
        emit(Event("march", {"side": side, "place": place, "payment": payment}))


def needed(t: Tables, side: int, frame: Frame) -> int:
    """Units of which a free March must keep one."""
    payment = frame.flags & PAYMENT
    if payment == BY_SUPREME:
        return t.musters[side].supreme
    if payment == BY_OFFICIUM:
        return t.rome.leaders
    return 0


def decide_march(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Leave a unit, go all the way to a place, take a step, or halt."""
    side = frame.side
    must = needed(t, side, frame)
    options: list[Action] = []
    if frame.mask & frame.mask - 1:
        kept = frame.mask & must
        leave = t.leave
        options += [
            leave[unit]
            for unit in alike(t, state, side, frame.mask)
            if not must or kept & ~(1 << unit)
        ]
    go = t.go
    options += [go[place] for place in reach(t, state, side, frame)]
    for place, mask in steps(t, state, side, frame):
        if must and not mask & must:
            continue
        if mask != frame.mask or (
            not stops(t, state, side, place) and _goes_on(t, state, side, frame, place, mask)
        ):
            options.append(t.step[place])
    options += can_betray(t, state, side)
    options.append(t.halt)
    return (Decision(seat_of(state, side), "march", options),)


def _goes_on(t: Tables, state: State, side: int, frame: Frame, place: int, mask: int) -> bool:
    """Whether anybody could go on after a step that nothing stops; if not, going there is all."""
    muster = t.musters[side]
    walkers = mask & muster.by_move[min(frame.used + 2, len(muster.by_move) - 1)]
    if side == ROMAN and (frame.flags & WILD or t.board.wild[place]):
        walkers &= muster.auxiliaries
    # There is always the way back; without walkers only a road goes on.
    if walkers or side == CALEDONIAN:
        return bool(walkers)
    trial = Frame(MARCH, side, place=frame.place, used=frame.used, flags=frame.flags, mask=mask)
    take_step(t, state, trial, place)
    return bool(steps(t, state, side, trial))


def act_march(
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
    elif verb == "step":
        mask = able(t, state, side, frame, action.arg)
        start = frame.place
        take_step(t, state, frame, action.arg)
        frame.mask = mask
        _move(t, state, side, mask, start, action.arg, emit)
        if stops(t, state, side, action.arg) or not steps(t, state, side, frame):
            state.stack.pop()
            arrive(t, state, side, action.arg, frame.mask, emit)
    elif verb == "go":
        state.stack.pop()
        _move(t, state, side, frame.mask, frame.place, action.arg, emit)
        arrive(t, state, side, action.arg, frame.mask, emit)
    else:
        state.stack.pop()
        arrive(t, state, side, frame.place, frame.mask, emit)


def _move(
    t: Tables, state: State, side: int, mask: int, start: int, end: int, emit: Emit | None
) -> None:
    before = state.known[1 - side]
    put_all(t, state, side, mask, end)
    follow_known(t, state, side, mask, start, end, before)
    if emit is not None:
        empty = vacated(t, state, side, start)
        emit(Event("moved", {"side": side, "place": start, "to": end, "vacated": empty}))
        facts: dict[str, Fact] = {
            "side": side,
            "units": tuple(units(mask)),
            "worn": tuple(units(mask & state.disrupted[side])),
            "place": start,
            "to": end,
        }
        emit(Event("moved_units", facts, who_sees(t, state, side, start, end)))


# Concentrate on the Supreme Leader [22.1] --------------------------------------------------------


def _begin_concentrate(t: Tables, state: State, side: int, emit: Emit | None) -> None:
    place = supreme_place(t, state, side)
    state.stack.append(Frame(CONCENTRATE, side, place=place))
    if emit is not None:
        emit(Event("concentrate", {"side": side, "place": place}))


def coming(t: Tables, state: State, side: int, target: int, chosen: int = 0) -> list[int]:
    """Units that can reach the leader within their own allowance or by road, meeting no enemy.

    Of those that are alike the first that is not chosen yet stands for all.
    """
    away = in_play(t, state, side) & ~(state.here[side][target] | chosen)
    if side == ROMAN:
        light = t.rome.auxiliaries
        mask = _within_reach(t, state, side, target, away & light, False)
        mask |= _within_reach(t, state, side, target, away & ~light, True)
        mask |= _riders(t, state, target, away)
    else:
        mask = _within_reach(t, state, side, target, away & t.tribes.land, False)
    found: list[int] = []
    for place in places_of(state, side, mask):
        found += alike(t, state, side, mask & state.here[side][place])
    found.sort()
    return found


def anyone_comes(t: Tables, state: State, side: int, target: int) -> bool:
    """Whether `coming` finds somebody. It is asked in every menu, so it stops at the first."""
    away = in_play(t, state, side) & ~state.here[side][target]
    if side != ROMAN:
        return _anyone_within(t, state, side, target, away & t.tribes.land, False)
    light = t.rome.auxiliaries
    return (
        _anyone_within(t, state, side, target, away & ~light, True)
        or _anyone_within(t, state, side, target, away & light, False)
        or _riders(t, state, target, away) != 0
    )


def _anyone_within(t: Tables, state: State, side: int, target: int, pool: int, wary: bool) -> bool:
    """Whether `_within_reach` finds somebody, without a look at the enemy where that settles it."""
    if not pool:
        return False
    by_move = t.musters[side].by_move
    here = state.here[side]
    for number, ring in enumerate(walk_from(t, side, target, wary).rings):
        able_to = pool & by_move[number + 1]
        if not able_to:
            return False
        for place in ring:
            if here[place] & able_to and movable(t, state, side, place) & able_to:
                # Nobody stands in the way of a neighbour.
                return number == 0 or _within_reach(t, state, side, target, pool, wary) != 0
    return False


def _riders(t: Tables, state: State, target: int, pool: int) -> int:
    """Units of a pool that can ride to the target."""
    mask = 0
    here = state.here[ROMAN]
    for place in rides(t, state, target):
        if here[place] & pool:
            mask |= movable(t, state, ROMAN, place) & pool
    return mask


def _within_reach(t: Tables, state: State, side: int, target: int, pool: int, wary: bool) -> int:
    """Units of a pool whose allowance takes them across country to the target."""
    by_move = t.musters[side].by_move
    here = state.here[side]
    most = LONGEST_MOVE
    while most and not pool & by_move[most]:
        most -= 1
    mask = 0
    for number, ring in enumerate(rings(t, state, side, target, most, wary)):
        able_to = pool & by_move[number + 1]
        for place in ring:
            if here[place] & able_to:
                mask |= movable(t, state, side, place) & able_to
    return mask


def decide_concentrate(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    found = coming(t, state, frame.side, frame.place, frame.mask)
    options = [t.come[unit] for unit in found]
    if len(options) > 1:
        options.append(t.every[frame.place])
    options.append(t.done)
    return (Decision(seat_of(state, frame.side), "concentrate", options),)


def act_concentrate(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    """Choose the units; they move all at once, so that the enemy cannot count them."""
    side = frame.side
    if action.verb == "come":
        frame.mask |= 1 << action.arg
        if emit is not None:
            emit(Event("chosen", {"side": side, "unit": action.arg}, only_side(state, side)))
        return
    state.stack.pop()
    mask = frame.mask
    if action.verb == "all":
        while found := coming(t, state, side, frame.place, mask):
            for unit in found:
                mask |= 1 << unit
    for start in sorted({state.at[side][unit] for unit in units(mask)}):
        _move(t, state, side, mask & state.here[side][start], start, frame.place, emit)
    if emit is not None:
        emit(Event("march_over", {"side": side}))
    if side == CALEDONIAN:
        ask_tribute(t, state, CALEDONIAN, frame.place)


# Road construction [29.0] ------------------------------------------------------------------------


def can_build(t: Tables, state: State) -> bool:
    """A legionary stands at the end of the road, and nothing bars the next hex."""
    route = t.board.route
    if state.road + 1 >= len(route):
        return False
    here, ahead = route[state.road], route[state.road + 1]
    if not ashore_at(t, state, here) & t.rome.legionaries:
        return False
    return not standing(state, CALEDONIAN, ahead) and not face_down(t, state, ahead)


def _begin_build(t: Tables, state: State, emit: Emit | None) -> None:
    place = t.board.route[state.road]
    mask = ashore_at(t, state, place)
    state.stack.append(Frame(BUILD, ROMAN, place=place, mask=mask))
    if emit is not None:
        emit(Event("building", {"side": ROMAN, "place": place}))


def decide_build(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Leave units behind, or set out; a legionary must come along."""
    options: list[Action] = [
        t.leave[unit]
        for unit in alike(t, state, ROMAN, frame.mask)
        if frame.mask & t.rome.legionaries & ~(1 << unit)
    ]
    options.append(t.done)
    return (Decision(seat_of(state, ROMAN), "build", options),)


def act_build(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = frame.side
    if action.verb == "leave":
        frame.mask &= ~(1 << action.arg)
        if emit is not None:
            emit(Event("left", {"side": side, "unit": action.arg}, only_side(state, side)))
        return
    state.stack.pop()
    state.road += 1
    end = t.board.route[state.road]
    _move(t, state, ROMAN, frame.mask, frame.place, end, emit)
    if emit is not None:
        emit(Event("road_built", {"place": end, "count": state.road}))


# By sea and by Officium --------------------------------------------------------------------------


def begin_voyage(t: Tables, state: State, place: int, payment: int, emit: Emit | None) -> None:
    """All fleets of the place take part, with the units aboard, until they are left.

    On a free voyage the Supreme Leader embarks at once; he may still change ships.
    """
    fleets = state.here[ROMAN][place] & t.rome.fleets
    leader = t.rome.supreme.bit_length() - 1
    if payment == BY_SUPREME and state.aboard[leader] == NONE:
        state.aboard[leader] = fleet_with_room(t, state, fleets)
    state.stack.append(Frame(FORM, ROMAN, place=place, flags=payment, mask=fleets))
    if emit is not None:
        emit(Event("voyage", {"side": ROMAN, "place": place, "payment": payment}))


def officium_places(t: Tables, state: State) -> list[int]:
    """Places with a Roman leader who can march by land."""
    leaders = t.rome.leaders & t.rome.land
    return [
        place
        for place in places_of(state, ROMAN, in_play(t, state, ROMAN) & leaders)
        if movable(t, state, ROMAN, place) & t.rome.leaders
    ]


def officium_ports(t: Tables, state: State) -> list[int]:
    """Places with fleets whose voyage a leader could lead: aboard, ready to embark, or as the
    Praefectus [stratagem.roman.officium.2]."""
    found: list[int] = []
    for place in places_of(state, ROMAN, in_play(t, state, ROMAN) & t.rome.fleets):
        here = state.here[ROMAN][place]
        fleets = here & t.rome.fleets
        leaders = here & t.rome.leaders
        embarked = any(state.aboard[unit] != NONE for unit in units(leaders))
        room = leaders and fleet_with_room(t, state, fleets) != NONE
        if fleets & t.rome.leaders or embarked or room:
            found.append(place)
    return found


def officium_anywhere(t: Tables, state: State) -> bool:
    return bool(officium_places(t, state)) or bool(officium_ports(t, state))
