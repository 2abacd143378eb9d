"""The sequence of play: turns, winters, and the phases of a player's turn [7.0]."""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import Emit, Event
from ludus.games.agricola.ids import (
    AP_MENU,
    CALEDONIAN,
    FOR_EVENT,
    FOR_POINTS,
    MARCH_MENU,
    NONE,
    OFFICIUM,
    PLAYER_TURN,
    RALLY_MENU,
    RECRUIT_MENU,
    ROMAN,
    SUPPLY_MENU,
    WINTER,
)
from ludus.games.agricola.rules.chance import roll
from ludus.games.agricola.rules.markers import may_be_asked
from ludus.games.agricola.rules.scoring import finish, sudden_death
from ludus.games.agricola.rules.supply import begin_attrition
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.winter import end_winter
from ludus.games.agricola.state import Frame, State

# Steps of a turn.
BEGIN: Final = 0
EVENTS: Final = 1
ROMAN_TURN: Final = 2
CALEDONIAN_TURN: Final = 3
END: Final = 4
ROMAN_WINTER: Final = 5
CALEDONIAN_WINTER: Final = 6
WINTER_END: Final = 7

# Steps of a player's turn; the phases among them are announced.
POINTS: Final = 0
AFTER_POINTS: Final = 1
RECRUITING: Final = 2
MARCHING: Final = 3
SUPPLY: Final = 4
ATTRITION_CHECK: Final = 5
RALLY: Final = 6
TURN_OVER: Final = 7
ANNOUNCED: Final = 1 << POINTS | 1 << RECRUITING | 1 << MARCHING | 1 << SUPPLY | 1 << RALLY


ALWAYS_ASKED: Final = {RECRUITING: RECRUIT_MENU, MARCHING: MARCH_MENU}
"""The menus of phases that are never empty."""


def step_game(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.moved and sudden_death(t, state, emit):
        return False
    step = frame.step
    frame.step += 1
    if step == BEGIN:
        _begin(t, state, frame, emit)
    elif step == EVENTS:
        roll(state, NONE, FOR_EVENT, 2)
    elif step == ROMAN_TURN:
        state.stack.append(Frame(PLAYER_TURN, ROMAN))
    elif step == CALEDONIAN_TURN:
        state.stack.append(Frame(PLAYER_TURN, CALEDONIAN))
    elif step == END:
        state.active = NONE
        if state.turn == t.charts.turns.last:
            finish(t, state, emit)
        else:
            state.turn += 1
            frame.step = BEGIN
    elif step == ROMAN_WINTER:
        state.stack.append(Frame(WINTER, ROMAN))
    elif step == CALEDONIAN_WINTER:
        state.stack.append(Frame(WINTER, CALEDONIAN))
    else:
        end_winter(t, state, emit)
        frame.step = END
    return False


def _begin(t: Tables, state: State, frame: Frame, emit: Emit | None) -> None:
    """Winter turns are their own; the first turn has no event."""
    winter = state.turn in t.charts.turns.winters
    state.event = NONE
    state.active = NONE
    if winter:
        frame.step = ROMAN_WINTER
    elif state.turn == 1:
        frame.step = ROMAN_TURN
    if emit is not None:
        emit(Event("turn", {"turn": state.turn, "winter": int(winter)}))


def step_player_turn(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    if state.moved and sudden_death(t, state, emit):
        return False
    side = frame.side
    step = frame.step
    frame.step += 1
    if ANNOUNCED >> step & 1:
        _emit_phase(state, side, step, emit)
    if step == POINTS:
        roll(state, side, FOR_POINTS)
    elif step == AFTER_POINTS:
        # Everything that can be done here needs a held marker, and their number is public.
        if state.hand[side]:
            state.stack.append(Frame(AP_MENU, side))
    elif step in ALWAYS_ASKED:
        state.stack.append(Frame(ALWAYS_ASKED[step], side))
    elif step == SUPPLY:
        if side == ROMAN and may_be_asked(state, ROMAN, OFFICIUM):
            state.stack.append(Frame(SUPPLY_MENU, side))
    elif step == ATTRITION_CHECK:
        begin_attrition(t, state, side, emit)
    elif step == RALLY:
        if state.points[side]:
            state.stack.append(Frame(RALLY_MENU, side))
    else:
        _turn_over(state, side, emit)
    return False


def _emit_phase(state: State, side: int, phase: int, emit: Emit | None) -> None:
    state.active = side
    state.declined = False
    if emit is not None:
        emit(Event("phase", {"side": side, "phase": phase}))


def _turn_over(state: State, side: int, emit: Emit | None) -> None:
    state.supplied = NONE
    state.peek = [NONE, NONE]
    state.stack.pop()
    if emit is not None:
        emit(Event("turn_over", {"side": side}))
