"""Action Points, and what can be done in their phase after the roll [10.0, 24.3.7]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    FOR_MONOLITH,
    GIVE,
    IMPERIUM,
    MONOLITHS,
    NONE,
    OPPIDUM,
    ROMAN,
    UNITE,
)
from ludus.games.agricola.rules.chance import roll
from ludus.games.agricola.rules.forces import alike
from ludus.games.agricola.rules.hidden import remember, seat_of, side_of
from ludus.games.agricola.rules.interrupts import act_standing, menu_actions, with_offer
from ludus.games.agricola.rules.markers import holds, play_marker
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State


def add_points(t: Tables, state: State, side: int, count: int, emit: Emit | None) -> None:
    """Change an index; never above nine nor below zero [10.2]."""
    before = state.points[side]
    after = min(t.most, max(0, before + count))
    state.points[side] = after
    if emit is not None and count:
        emit(Event("points", {"side": side, "by": after - before, "now": after}))


def pay(t: Tables, state: State, side: int, count: int, emit: Emit | None) -> None:
    if count:
        add_points(t, state, side, -count, emit)


def rolled_points(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """One die; or half of it and one, for a more even flow [10.1, 33.1]."""
    die = frame.dice[0]
    gain = (die + 1) // 2 + 1 if state.balanced else die
    if emit is not None:
        emit(Event("points_rolled", {"side": frame.side, "die": die, "gain": gain}))
    add_points(t, state, frame.side, gain, emit)


# The Action Point phase after the roll -----------------------------------------------------------


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


def callers(t: Tables, state: State) -> list[int]:
    """The leaders whom Caledonians Unite! can show, one of each in a hex that are alike."""
    here = state.here[CALEDONIAN]
    found: list[int] = []
    for place in rallying_grounds(t, state):
        found += alike(t, state, CALEDONIAN, here[place] & t.tribes.leaders)
    found.sort()
    return found


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
        options += [t.show[unit] for unit in callers(t, state)]
    if side == ROMAN and holds(state, side, IMPERIUM):
        options.append(t.play[IMPERIUM])
    options += menu_actions(t, state, side)
    options.append(t.next)
    return with_offer(t, state, Decision(seat_of(state, side), "after_points", options))


def act_ap_menu(
    t: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    side = side_of(state, seat)
    if act_standing(t, state, side, action, emit):
        return
    if action.verb == "play":
        play_marker(t, state, side, IMPERIUM, emit)
    elif action.verb == "show":
        place = state.at[CALEDONIAN][action.arg]
        remember(state, ROMAN, 1 << action.arg)
        if emit is not None:
            emit(Event("leader_shown", {"unit": action.arg, "place": place}))
        play_marker(t, state, side, UNITE, emit, place=place)
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
    die = frame.dice[0]
    if emit is not None:
        emit(Event("monolith_roll", {"side": frame.side, "die": die}))
    if die % 2 and state.hand[frame.side]:
        state.stack.append(Frame(GIVE, frame.side, step=1))
