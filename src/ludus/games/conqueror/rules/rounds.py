"""Rounds, chronicle cards, whose turn it is, and winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Emit, Event
from ludus.games.conqueror.ids import (
    BY_FORTS,
    BY_ROUNDS,
    CHRONICLE,
    CLOCK_OFF,
    NONE,
    PLANNING_TIME,
    ROUND,
    TURN,
    WIN_FORTS,
)
from ludus.games.conqueror.rules import army, losses, missions, planning, threats
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

# Steps of a ROUND frame.
OPEN: Final = 0
BIDDING: Final = 1
READY_TO_PLAY: Final = 2


# Turns [turn.1-4, setup.11] ----------------------------------------------------------------------


def begin_turn(t: Tables, state: State, place: int, emit: Emit | None) -> None:
    """The turn of the player at this place of the order; a countdown that holds out wins now."""
    seat = state.order[place]
    state.turn = place
    if state.noted[seat].bit_count() >= WIN_FORTS:
        losses.finish(t, state, BY_FORTS, emit)
        return
    state.noted[seat] = 0
    state.acting = False
    state.collected = False
    state.drafted = 0
    state.drained = 0
    state.bought = 0
    state.bribed = False
    if state.time_limit:
        state.clock = PLANNING_TIME
        state.timer += 1
    state.stack = [Frame(TURN, seat)]
    if emit is not None:
        emit(Event("turn", {"seat": seat, "round": state.round}))
    if state.auto_income:
        planning.collect(t, state, seat, emit)


def end_turn(t: Tables, state: State, seat: int, emit: Emit | None) -> None:
    """Units stand up, forts are noted, the mission is looked at; then the next player."""
    army.stand_up(state)
    state.clock = CLOCK_OFF
    forts = state.held[seat] & t.boards[state.map].fort_mask
    state.noted[seat] = forts if forts.bit_count() >= WIN_FORTS else 0
    if emit is not None:
        emit(Event("end", {"seat": seat}))
        if state.noted[seat]:
            held = tuple(place for place in range(len(state.owner)) if forts >> place & 1)
            emit(Event("countdown", {"seat": seat, "forts": len(held), "held": held}))
    if not missions.try_mission(t, state, seat, emit):
        next_turn(t, state, emit)


def next_turn(t: Tables, state: State, emit: Emit | None) -> None:
    for place in range(state.turn + 1, state.seats):
        if state.alive >> state.order[place] & 1:
            begin_turn(t, state, place, emit)
            return
    if state.round_limit and state.round >= state.round_limit:
        losses.finish(t, state, BY_ROUNDS, emit)
        return
    state.round += 1
    state.turn = 0
    # The old card ends with its round; units beyond the normal quota must go.
    state.card = NONE
    state.unsettled = state.alive
    state.stack = [Frame(ROUND, NONE, OPEN)]
    if emit is not None:
        emit(Event("round", {"round": state.round}))


# Rounds [chronicles.1-5, victory.9] --------------------------------------------------------------


def step_round(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Food and elimination first; then draw the card, hold the bidding, or start the first turn."""
    if state.unsettled and losses.settle(t, state, emit):
        return False
    if frame.count == OPEN:
        if state.deck == 0:
            state.deck = (1 << len(t.cards)) - 1
            if emit is not None:
                emit(Event("reshuffle", {}))
        frame.count = BIDDING
        state.stack.append(Frame(CHRONICLE))
    elif frame.count == BIDDING:
        frame.count = READY_TO_PLAY
        if t.cards[state.card].threat is not None:
            threats.open_bidding(t, state, emit)
    else:
        first = 0
        while not state.alive >> state.order[first] & 1:
            first += 1
        begin_turn(t, state, first, emit)
    return False


def decide_chronicle(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    actions = t.actions["card"]
    options = [actions[card] for card in range(len(t.cards)) if state.deck >> card & 1]
    return (Decision(CHANCE, "card", options),)


def act_chronicle(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    state.card = action.arg
    state.deck &= ~(1 << action.arg)
    if emit is not None:
        emit(Event("chronicle", {"card": action.arg}))


# The next mission, or the first of all -----------------------------------------------------------


def act_mission(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """A mission was drawn: the game goes on, and begins once everybody has one."""
    owner = frame.seat
    missions.draw(t, state, owner, action.arg, emit)
    if state.round:
        next_turn(t, state, emit)
        return
    following = state.order.index(owner) + 1
    if following < state.seats:
        frame.seat = state.order[following]
    else:
        state.round = 1
        state.rolls = [NONE] * state.seats
        if emit is not None:
            emit(Event("round", {"round": 1}))
        begin_turn(t, state, 0, emit)
