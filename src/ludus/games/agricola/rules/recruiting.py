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
from ludus.games.agricola.rules.machine import Machine
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


def rallying_grounds(m: Machine, state: State) -> list[int]:
    """Hexes where Caledonians Unite! can be played: a leader at a revealed Oppidum or Monolith, or
    at a Historical Site."""
    at = state.at[CALEDONIAN]
    found: set[int] = set()
    for unit in units(m.tribes.leaders):
        place = at[unit]
        if place >= m.board.hexes or place in found:
            continue
        center = m.board.center_at[place]
        shown = center != NONE and state.center_up >> center & 1
        if m.board.is_site[place] or (shown and state.center[center] in (OPPIDUM, MONOLITHS)):
            found.add(place)
    return sorted(found)


def monoliths_for(m: Machine, state: State, side: int) -> list[int]:
    """Revealed Monoliths with a leader of the side."""
    return [
        center
        for center, kind in enumerate(state.center)
        if kind == MONOLITHS
        and state.center_up >> center & 1
        and state.here[side][m.board.center_hex[center]] & m.musters[side].leaders
    ]


def decide_ap_menu(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    if state.hand[side] and state.points[side]:
        options += [m.monolith[center] for center in monoliths_for(m, state, side)]
    if side == CALEDONIAN and holds(state, side, UNITE):
        options += [m.place[place] for place in rallying_grounds(m, state)]
    if side == ROMAN and holds(state, side, IMPERIUM):
        options.append(m.play[IMPERIUM])
    options += menu_actions(m, state, side)
    options.append(m.next)
    return with_offer(m, state, Decision(seat_of(state, side), "after_points", options))


def act_ap_menu(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    if act_standing(m, state, side, action, emit):
        return
    if action.verb == "play":
        play_marker(m, state, side, IMPERIUM, emit)
    elif action.verb == "place":
        leaders = state.here[CALEDONIAN][action.arg] & m.tribes.leaders
        remember(state, ROMAN, leaders & -leaders)
        if emit is not None:
            leader = (leaders & -leaders).bit_length() - 1
            emit(Event("leader_shown", {"unit": leader, "place": action.arg}))
        play_marker(m, state, side, UNITE, emit, place=action.arg)
    else:
        # Asking a Monolith comes at the end of the phase.
        state.stack.pop()
        if action.verb == "monolith":
            if emit is not None:
                emit(Event("monolith", {"side": side, "center": action.arg}))
            pay(m, state, side, 1, emit)
            roll(state, side, FOR_MONOLITH)


def rolled_monolith(m: Machine, state: State, frame: Frame, emit: Emit | None) -> None:
    """Odd: return a held marker and select another; Druids may have been the last one."""
    die = (frame.rolled or [0])[0]
    if emit is not None:
        emit(Event("monolith_roll", {"side": frame.side, "die": die}))
    if die % 2 and state.hand[frame.side]:
        state.stack.append(Frame(GIVE, frame.side, step=1))


# The Recruiting phase ----------------------------------------------------------------------------


def decide_recruit_menu(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    side = frame.side
    options: list[Action] = []
    points = state.points[side]
    if side == ROMAN:
        options += _roman_offers(m, state, frame)
    elif points and not frame.flags & LEVIED and box_of(m, state, CALEDONIAN):
        options += m.levy[1 : points + 1]
    if points and not frame.flags & PICKED:
        most = min(points, state.bin[side].bit_count())
        options += m.stratagems[1 : most + 1]
    if side == CALEDONIAN and holds(state, side, NOVAE_GENTES) and new_homes(m, state):
        options.append(m.play[NOVAE_GENTES])
    options += menu_actions(m, state, side)
    options.append(m.next)
    return with_offer(m, state, Decision(seat_of(state, side), "recruit", options))


def _roman_offers(m: Machine, state: State, frame: Frame) -> list[Action]:
    points = state.points[ROMAN]
    costs = m.guard_cost if state.special else m.cost
    box = box_of(m, state, ROMAN)
    camps = box & m.rome.praesidia
    options: list[Action] = []
    if not frame.flags & CAMPED:
        options += [
            m.recruit[unit] for unit in recruits(m, state, box & ~camps) if costs[unit] <= points
        ]
    camp = (camps & -camps).bit_length() - 1
    if camps and costs[camp] <= points and praesidium_sites(m, state):
        options.append(m.recruit[camp])
    if not frame.flags & BOUGHT:
        options += [m.dismantle[place] for place in sorted(praesidium_hexes(m, state))]
    return options


def act_recruit_menu(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    if act_standing(m, state, side, action, emit):
        return
    verb = action.verb
    if verb == "recruit":
        _recruit(m, state, frame, action.arg, emit)
    elif verb == "dismantle":
        _dismantle(m, state, action.arg, emit)
    elif verb == "levy":
        frame.flags |= LEVIED
        count = min(action.arg, box_of(m, state, CALEDONIAN).bit_count())
        if emit is not None:
            emit(Event("levy", {"side": side, "count": count}))
        pay(m, state, side, count * m.tables.recruit.tribe, emit)
        state.stack.append(Frame(PLACE, CALEDONIAN, step=BY_TABLE))
        draw_units(state, CALEDONIAN, count, m.board.limbo)
    elif verb == "stratagems":
        frame.flags |= PICKED | BOUGHT
        pay(m, state, side, action.arg * m.tables.points.stratagem, emit)
        draw_markers(state, side, action.arg)
    elif verb == "play":
        play_marker(m, state, side, NOVAE_GENTES, emit)
    else:
        state.stack.pop()


def _recruit(m: Machine, state: State, frame: Frame, unit: int, emit: Emit | None) -> None:
    """Pay for a unit; where it goes is the next question."""
    frame.flags |= BOUGHT
    if m.rome.praesidia >> unit & 1:
        frame.flags |= CAMPED
    costs = m.guard_cost if state.special else m.cost
    pay(m, state, ROMAN, costs[unit], emit)
    state.stack.append(Frame(PLACE, ROMAN, step=BY_TABLE))
    leave_box(m, state, unit, m.board.limbo, emit)


def _dismantle(m: Machine, state: State, place: int, emit: Emit | None) -> None:
    """Remove a Praesidium without a refund; a siege that it kept up ends with it [11.7, 32]."""
    camp = state.here[ROMAN][place] & m.rome.praesidia
    unit = camp.bit_length() - 1
    if emit is not None:
        emit(Event("dismantled", {"side": ROMAN, "place": place}))
    put(m, state, ROMAN, unit, m.board.recruit)
    if place in state.sieges:
        state.sieges.remove(place)
        if standing(state, ROMAN, place):
            state.stack.append(Frame(BREAK_SIEGE, ROMAN, place=place))


# Stratagem picks ---------------------------------------------------------------------------------


def step_pick(m: Machine, state: State, frame: Frame, emit: Emit | None) -> bool:
    if frame.value and state.bin[frame.side]:
        return True
    state.stack.pop()
    return False


def decide_pick(m: Machine, state: State, frame: Frame) -> Sequence[Decision]:
    options = [m.marker[kind] for kind in units(state.bin[frame.side])]
    return (Decision(CHANCE, "pick", options),)


def act_pick(
    m: Machine, state: State, frame: Frame, side: int, action: Action, emit: Emit | None
) -> None:
    frame.value -= 1
    take_marker(state, frame.side, action.arg, emit)


# Novae Gentes ------------------------------------------------------------------------------------


def new_homes(m: Machine, state: State) -> list[int]:
    """Centers without a counter and without Romans, while the Available box holds something."""
    if not any(state.spare):
        return []
    return [
        center
        for center, kind in enumerate(state.center)
        if kind == NONE and not standing(state, ROMAN, m.board.center_hex[center])
    ]
