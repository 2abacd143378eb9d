"""Units given up to hunger and threats, and players who leave the game.

`settle` runs whenever no battle or bidding is under way: first food, then elimination, in the
order of the steps after a battle [casualty.8].
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event, Fact
from ludus.games.conqueror.ids import BY_SURVIVAL, CAVALRY, INFANTRY, LOSE, NONE, TRIM
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.scoring import outcome_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State


def settle(t: Tables, state: State, emit: Emit | None) -> bool:
    """Compare food and look for eliminated players. True if somebody has to choose units first."""
    start = state.turn
    seats = state.seats
    order = state.order
    pending = state.unsettled & state.alive
    for step in range(seats):
        seat = order[(start + step) % seats]
        if pending >> seat & 1 and army.room_of(t, state, seat) < 0:
            if emit is not None:
                quota = army.quota_of(t, state, seat)
                emit(Event("hunger", {"seat": seat, "units": state.size[seat], "quota": quota}))
            state.stack.append(Frame(TRIM, seat))
            return True
    state.unsettled = 0
    if 0 not in state.size:
        return False
    for step in range(seats):
        seat = order[(start + step) % seats]
        if not pending >> seat & 1 or state.size[seat]:
            continue
        if not army.holds_home(t, state, seat):
            eliminate(state, seat, emit)
            if state.alive.bit_count() == 1:
                finish(t, state, BY_SURVIVAL, emit)
                return True
    return False


def eliminate(state: State, seat: int, emit: Emit | None) -> None:
    """Out of the game: coins, heroes and mission leave with the player [control.12-13]."""
    state.alive &= ~(1 << seat)
    state.purse[seat] = 0
    state.hand[seat] = 0
    state.mission[seat] = NONE
    if emit is not None:
        emit(Event("eliminated", {"seat": seat}))


def finish(t: Tables, state: State, reason: int, emit: Emit | None) -> None:
    state.ended = reason
    state.stack = []
    if emit is not None:
        outcome = outcome_of(state, t.boards[state.map])
        facts: dict[str, Fact] = {"reason": reason, "winners": outcome.winners}
        for name, part in (("forts", "forts"), ("food", "food"), ("coins", "currency")):
            facts[name] = tuple(parts[part] for parts in outcome.parts)
        emit(Event("game_end", facts))


# Giving up units [food.8-12, threat.22] ----------------------------------------------------------


def decide_drop(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = droppable(t, state, frame.seat)
    return (Decision(frame.seat, "trim" if frame.phase == TRIM else "lose", options),)


def droppable(t: Tables, state: State, seat: int) -> list[Action]:
    """One action per territory and kind of unit that a seat has."""
    infantry: list[Action] = []
    cavalry: list[Action] = []
    held = state.held[seat]
    while held:
        low = held & -held
        held ^= low
        place = low.bit_length() - 1
        if state.infantry[place]:
            infantry.append(t.drop_infantry[place])
        if state.cavalry[place]:
            cavalry.append(t.drop_cavalry[place])
    return infantry + cavalry


def act_drop(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    kind = INFANTRY if action.verb == "drop_infantry" else CAVALRY
    give_up(t, state, frame.seat, action.arg, kind, emit)
    if frame.phase == LOSE:
        frame.count -= 1
        if frame.count == 0:
            state.stack.pop()
    elif army.room_of(t, state, frame.seat) >= 0:
        state.stack.pop()


def give_up(t: Tables, state: State, seat: int, place: int, kind: int, emit: Emit | None) -> None:
    army.drop(t, state, place, kind)
    if emit is not None:
        emit(Event("unit_lost", {"seat": seat, "place": place, "kind": kind}))


def demand_units(t: Tables, state: State, seat: int, count: int, emit: Emit | None) -> None:
    """A threat takes units of the owner's choice, or all if there are no more than that."""
    if state.size[seat] > count:
        state.stack.append(Frame(LOSE, seat, count))
        return
    for place in range(t.boards[state.map].places):
        if state.owner[place] != seat:
            continue
        for kind, number in ((INFANTRY, state.infantry[place]), (CAVALRY, state.cavalry[place])):
            for _ in range(number):
                give_up(t, state, seat, place, kind, emit)
