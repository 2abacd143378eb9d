"""A player's turn: planning until the first action, then moves and attacks [planning, action]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.machine import Act
from ludus.core.protocol import EVERYONE, Decision, Emit, Event
from ludus.games.conqueror.ids import (
    ACTED_ROW,
    ACTED_STATUSES,
    CAVALRY,
    CLOCK_OFF,
    EXTRA,
    INDEPENDENT,
    INFANTRY,
    MARCHED,
    NOBODY,
    READY,
    SPENT,
    VICTOR,
    VICTOR_EXTRA,
    WHICH,
)
from ludus.games.conqueror.rules import army, attack, bribery, losses, planning, rounds
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Frame, State

MOVING: Final = (READY, MARCHED, VICTOR_EXTRA, EXTRA)
"""Statuses of units that may move."""


def step_turn(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """After a change of control food and elimination come first; then the player goes on."""
    if not state.unsettled:
        return True
    if not losses.settle(t, state, emit) and not state.alive >> frame.seat & 1:
        rounds.next_turn(t, state, emit)
    return False


def decide_turn(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """Everything the player in turn may do, in the order of the action space."""
    seat = frame.seat
    infantry_moves: list[Action] = []
    cavalry_moves: list[Action] = []
    marches: list[Action] = []
    attacks: list[Action] = []
    law = t.laws[state.card + 1]
    weight_infantry, weight_cavalry = law.attack_weight
    truce = law.truce
    roads = t.roads[state.card + 1][state.map]
    owner = state.owner
    stirred = state.stirred
    acted = state.acted
    held = state.held[seat]
    while held:
        low = held & -held
        held ^= low
        place = low.bit_length() - 1
        infantry = state.infantry[place]
        cavalry = state.cavalry[place]
        if not infantry and not cavalry:
            continue
        if stirred & low:
            # As `army.fighters` and `army.movers` have it, written out where it counts.
            row = place * ACTED_ROW - 1
            infantry -= acted[row + SPENT]
            cavalry -= acted[row + ACTED_STATUSES + SPENT]
            force = weight_infantry * (infantry - acted[row + MARCHED])
            force += weight_cavalry * (cavalry - acted[row + ACTED_STATUSES + MARCHED])
            infantry -= acted[row + VICTOR]
            cavalry -= acted[row + ACTED_STATUSES + VICTOR]
        else:
            force = weight_infantry * infantry + weight_cavalry * cavalry
        many = infantry + cavalry > 1
        for target, by_infantry, by_cavalry, by_all, by_force in roads[place]:
            holder = owner[target]
            if holder == seat or holder == NOBODY:  # noqa: SIM109 - quicker than a tuple
                if infantry:
                    infantry_moves.append(by_infantry)
                if cavalry:
                    cavalry_moves.append(by_cavalry)
                if many:
                    marches.append(by_all)
            elif force and (
                (holder >= 0 and not truce) or may_attack(t, state, target, holder, force)
            ):
                attacks.append(by_force)
    if state.acting:
        options = infantry_moves
    else:
        options = planning.options(t, state, seat)
        options += infantry_moves
    options += cavalry_moves
    options += marches
    options += attacks
    options.append(t.end)
    mine = Decision(seat, "act" if state.acting else "plan", options)
    if state.clock == CLOCK_OFF:
        return (mine,)
    return [mine, *bribery.beside(t, state, seat)]


def may_attack(t: Tables, state: State, target: int, holder: int, force: int) -> bool:
    """Independents only by a superior force, and no home that a truce protects."""
    if holder == INDEPENDENT:
        return force > army.guard(t, state, target)
    return not t.laws[state.card + 1].truce or not army.spared(t, state, target)


def act_turn(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    TURN_ACTS[action.verb](t, state, frame, seat, action, emit)


# Moves [move.1-10] -------------------------------------------------------------------------------


def act_move(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """One unit moves; where units of a kind can do different things, say which of them it is."""
    kind = INFANTRY if action.verb == "move_infantry" else CAVALRY
    start = t.boards[state.map].links[action.arg][0]
    bribery.restart(state)
    if not state.stirred >> start & 1:
        move(t, state, action.arg, kind, READY, 1, emit)
        return
    statuses = [status for status in MOVING if army.count(state, start, kind, status)]
    if len(statuses) > 1:
        state.stack.append(Frame(WHICH, seat, kind, action.arg))
        if emit is not None:
            facts = {"seat": seat, "link": action.arg, "kind": kind}
            emit(Event("intends", facts, bars=EVERYONE))
    else:
        move(t, state, action.arg, kind, statuses[0], 1, emit)


def decide_which(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    start = t.boards[state.map].links[frame.which][0]
    actions = t.actions["which"]
    options = [
        actions[status]
        for status in sorted(MOVING)
        if army.count(state, start, frame.count, status)
    ]
    return (Decision(frame.seat, "which", options),)


def act_which(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    state.stack.pop()
    move(t, state, frame.which, frame.count, action.arg, 1, emit)


def act_march(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """All units of a territory that may move go together: the same as one after the other."""
    start = t.boards[state.map].links[action.arg][0]
    bribery.restart(state)
    for kind in (INFANTRY, CAVALRY):
        for status in MOVING:
            count = army.count(state, start, kind, status)
            if count:
                move(t, state, action.arg, kind, status, count, emit)


def move(
    t: Tables, state: State, link: int, kind: int, status: int, count: int, emit: Emit | None
) -> None:
    start, end, _ = t.boards[state.map].links[link]
    marching = status == READY and t.laws[state.card + 1].extra_moves > 0
    after = MARCHED if marching else SPENT
    if status == VICTOR_EXTRA and state.second_move:
        # This was one of two actions. Where the first must be an attack from the conquered
        # territory, a move away gives it up.
        after = EXTRA
    army.shift(t, state, start, end, kind, count, status, after)
    if emit is not None:
        facts = {
            "seat": state.owner[end],
            "link": link,
            "kind": kind,
            "count": count,
            "status": status,
        }
        emit(Event("move", facts, bars=EVERYONE))


def act_end(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    rounds.end_turn(t, state, seat, emit)


TURN_ACTS: Final[dict[str, Act[Tables, State, Frame]]] = {
    "collect": planning.act_collect,
    "recruit_infantry": planning.act_recruit,
    "recruit_cavalry": planning.act_recruit,
    "hire": planning.act_hire,
    "buy": planning.act_buy,
    "move_infantry": act_move,
    "move_cavalry": act_move,
    "march": act_march,
    "attack": attack.act_attack,
    "end": act_end,
    **bribery.BESIDE_ACTS,
}
