"""The Action Point phase after the roll, and the Recruiting phase [10.0, 11.0, 23.1, 24.3.7]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Emit, Event
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    BREAK_SIEGE,
    BY_TABLE,
    CALEDONIAN,
    FOR_MONOLITH,
    GIVE,
    IMPERIUM,
    MONOLITHS,
    NONE,
    NOVAE_GENTES,
    OPPIDUM,
    PLACE,
    ROMAN,
    UNITE,
)
from ludus.games.agricola.rules.chances import draw_markers, draw_units, roll
from ludus.games.agricola.rules.events import leave_box, recruits, take_marker
from ludus.games.agricola.rules.markers import holds
from ludus.games.agricola.rules.memory import remember
from ludus.games.agricola.rules.placing import (
    box_of,
    praesidium_hexes,
    praesidium_sites,
)
from ludus.games.agricola.rules.playing import play_marker
from ludus.games.agricola.rules.points import pay
from ludus.games.agricola.rules.sides import seat_of
from ludus.games.agricola.rules.standing_in import act_standing, menu_actions, with_offer
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.troops import put, standing
from ludus.games.agricola.state import (
    Frame,
    State,
)

# What a Recruiting phase has seen, in the flags of its frame.
BOUGHT: Final = 1
CAMPED: Final = 2
"""A Praesidium was bought: no other units any more."""
LEVIED: Final = 4
PICKED: Final = 8


# The Action Point phase --------------------------------------------------------------------------


def rallying_grounds(t: Tables, state: State) -> list[int]:
    """Hexes where Caledonians Unite! can be played: a leader at a revealed Oppidum or Monolith, or
    at a Historical Site."""
    at = state.at[CALEDONIAN]
    found: set[int] = set()
    for unit in units(t.tribes.leaders):
        place = at[unit]
        if place >= t.board.hexes or place in found:
            continue
        center = t.board.center_at[place]
        shown = center != NONE and state.center_up >> center & 1
        if t.board.is_site[place] or (shown and state.center[center] in (OPPIDUM, MONOLITHS)):
            found.add(place)
    return sorted(found)


def monoliths_for(t: Tables, state: State, side: int) -> list[int]:
    """Revealed Monoliths with a leader of the side."""
    return [
        center
        for center, kind in enumerate(state.center)
        if kind == MONOLITHS
        and state.center_up >> center & 1
        and state.here[side][t.board.center_hex[center]] & t.musters[side].leaders
    ]


def decide_ap_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    if state.hand[side] and state.points[side]:
        options += [t.monolith[center] for center in monoliths_for(t, state, side)]
    if side == CALEDONIAN and holds(state, side, UNITE):
        options += [t.place[place] for place in rallying_grounds(t, state)]
    if side == ROMAN and holds(state, side, IMPERIUM):
        options.append(t.play[IMPERIUM])
    options += menu_actions(t, state, side)
    options.append(t.next)
    return with_offer(t, state, Decision(seat_of(state, side), "after_points", options))


def act_ap_menu(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    if act_standing(t, state, side, action, emit):
        return
    if action.verb == "play":
        play_marker(t, state, side, IMPERIUM, emit)
    elif action.verb == "place":
        leaders = state.here[CALEDONIAN][action.arg] & t.tribes.leaders
        remember(state, ROMAN, leaders & -leaders)
        if emit is not None:
            leader = (leaders & -leaders).bit_length() - 1
            emit(Event("leader_shown", {"unit": leader, "place": action.arg}))
        play_marker(t, state, side, UNITE, emit, place=action.arg)
    else:
        # Asking a Monolith comes at the end of the phase.
        state.stack.pop()
        if action.verb == "monolith":
            if emit is not None:
                emit(Event("monolith", {"side": side, "center": action.arg}))
            pay(t, state, side, 1, emit)
            roll(state, side, FOR_MONOLITH)


def rolled_monolith(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Odd: return a held marker and select another; Druids may have been the last one."""
    die = (frame.rolled or [0])[0]
    if emit is not None:
        emit(Event("monolith_roll", {"side": frame.side, "die": die}))
    if die % 2 and state.hand[frame.side]:
        state.stack.append(Frame(GIVE, frame.side, step=1))


# The Recruiting phase ----------------------------------------------------------------------------


def decide_recruit_menu(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    points = state.points[side]
    if side == ROMAN:
        options += _roman_offers(t, state, frame)
    elif points and not frame.flags & LEVIED and box_of(t, state, CALEDONIAN):
        options += t.levy[1 : points + 1]
    if points and not frame.flags & PICKED:
        most = min(points, state.bin[side].bit_count())
        options += t.stratagems[1 : most + 1]
    if side == CALEDONIAN and holds(state, side, NOVAE_GENTES) and new_homes(t, state):
        options.append(t.play[NOVAE_GENTES])
    options += menu_actions(t, state, side)
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
    if camps and costs[camp] <= points and praesidium_sites(t, state):
        options.append(t.recruit[camp])
    if not frame.flags & BOUGHT:
        options += [t.dismantle[place] for place in sorted(praesidium_hexes(t, state))]
    return options


def act_recruit_menu(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
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


# Stratagem picks ---------------------------------------------------------------------------------


def step_pick(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.value and state.bin[frame.side]:
        return True
    state.stack.pop()
    return False


def decide_pick(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = [t.marker[kind] for kind in units(state.bin[frame.side])]
    return (Decision(CHANCE, "pick", options),)


def act_pick(
    t: Tables, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    frame.value -= 1
    take_marker(state, frame.side, action.arg, emit)


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
