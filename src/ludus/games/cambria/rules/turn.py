"""A turn: roll or pass, what the dice allow, and what falls at its end [turn.1-10, capture, end].

The frame of the turn changes its phase as the turn goes on; in DONE it becomes the next turn's.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Seat
from ludus.games.cambria.ids import (
    ACT,
    BOARD,
    BY_FORTS,
    BY_PASSES,
    DICE,
    DONE,
    DUMMY,
    EAGLE,
    LAND,
    LAST_FORTS,
    NONE,
    ON_BOARD,
    PAIRS,
    TURN,
)
from ludus.games.cambria.rules.boats import sailings
from ludus.games.cambria.rules.scoring import capture, final_claims
from ludus.games.cambria.rules.tables import Tables
from ludus.games.cambria.rules.warriors import bring, move_legion, taken_roads
from ludus.games.cambria.state import Frame, State, reuse


def begin_turn(state: State, frame: Frame, seat: Seat, emit: Emit | None) -> None:
    state.turn += 1
    state.latest[seat] = state.turn
    state.die_a = 0
    state.die_b = 0
    if emit is not None:
        emit(Event("turn", {"seat": seat, "number": state.turn}))
    reuse(frame, TURN, seat)
    if state.players > state.seats:
        state.stack.append(Frame(DUMMY, seat, state.seats))


def act_turn(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    if action.verb == "roll":
        # Where a roll may be declined, that counts as a pass: whatever else follows ends the count.
        if not state.may_decline:
            state.passes = 0
        frame.phase = DICE
        return
    state.passes += 1
    frame.phase = DONE
    if emit is not None:
        emit(Event("pass", {"seat": frame.seat}))


def act_dice(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    state.die_a, state.die_b = PAIRS[action.arg]
    if emit is not None:
        emit(Event("dice", {"seat": frame.seat, "a": state.die_a, "b": state.die_b}))
    frame.phase = ACT
    reach = tables.boards[state.side].reach[state.die_a][state.die_b]
    # A free road in reach is the usual case and quick to see; only else ask for the options.
    if not reach & ~taken_roads(state) and not act_options(tables, state, frame):
        frame.phase = DONE
        state.passes = 0
        if emit is not None:
            emit(Event("nothing", {"seat": frame.seat}))


def decide_act(tables: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return (Decision(frame.seat, "act", act_options(tables, state, frame)),)


def act_options(tables: Tables, state: State, frame: Frame) -> list[Action]:
    """What the dice allow [place, doubles, eagle, legion, subst]. PAIRS puts an eagle first."""
    board = tables.boards[state.side]
    a = state.die_a
    b = state.die_b
    standing = state.legion
    legion = tables.legion
    if b == EAGLE:
        return [legion[road] for road in range(board.roads) if road != standing]
    taken = taken_roads(state)
    options = [action for bit, action in tables.places[state.side][a][b] if not taken & bit]
    if a == b:
        foreign = taken & ~state.held[frame.seat]
        options += [action for bit, action in tables.replaces[state.side][a][b] if foreign & bit]
    elif a == EAGLE:
        options += [legion[road] for road in board.roads_of[b] if road != standing]
    if frame.seat in state.aboard:
        sails = sailings(tables, state, frame.seat, taken)
        # A boat need not be used, so with nothing else to do the turn may be ended [subst.8].
        if sails and not options and not state.may_decline:
            sails.append(tables.end)
        options += sails
    if options and state.may_decline:
        options.append(tables.end)
    return options


def act_act(
    tables: Tables, state: State, frame: Frame, seat: Seat, action: Action, emit: Emit | None
) -> None:
    verb = action.verb
    if state.may_decline:
        state.passes = state.passes + 1 if verb == "end" else 0
    if verb == "legion":
        move_legion(state, frame.seat, action.arg, emit)
        frame.phase = BOARD if NONE in state.aboard else DONE
    elif verb == "sail":
        frame.phase = LAND
        frame.target = action.arg
    elif verb == "end":
        frame.phase = DONE
        if emit is not None:
            emit(Event("end", {"seat": frame.seat}))
    else:
        frame.phase = DONE
        bring(tables, state, frame.seat, frame.seat, action.arg, emit)


def step_done(tables: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Forts fall; then the next seat has to choose, or the game ends [end.1-5]."""
    board = tables.boards[state.side]
    if state.touched:
        capture(state, board, emit)
    if state.captor.count(ON_BOARD) <= LAST_FORTS:
        reason = BY_FORTS
    elif state.passes >= 2 * state.seats:
        reason = BY_PASSES
    else:
        begin_turn(state, frame, (frame.seat + 1) % state.seats, emit)
        return True
    state.ended = reason
    state.stack = []
    if emit is not None:
        emit(Event("game_end", {"reason": reason}))
    final_claims(state, board, emit)
    return False
