"""Declaring an attack, the units that join it, and independents [attack, independent]."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event
from ludus.games.conqueror.ids import (
    ATTACK,
    CAVALRY,
    FIGHT,
    GROUP_STATUS,
    GROUPS,
    GROUPS_EACH,
    INDEPENDENT,
    INFANTRY,
    JOIN,
    NONE,
)
from ludus.games.conqueror.mechanics.strength import attackers
from ludus.games.conqueror.rules import army, battle, bribery
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State


def act_attack(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """A declared attack is final; which units of the territory make it is asked next."""
    origin, target, _ = t.boards[state.map].links[action.arg]
    bribery.restart(state)
    state.battle = Battle(
        attacker=seat,
        defender=state.owner[target],
        link=action.arg,
        origin=origin,
        target=target,
        joined=[0] * GROUPS,
        hero=[NONE, NONE],
        shown=False,
        die=[0, 0],
        step=0,
        winner=NONE,
        margin=0,
        infantry_killed=[0, 0],
        cavalry_killed=[0, 0],
        counted=[],
    )
    state.stack.append(Frame(JOIN, seat))
    if emit is not None:
        facts = {
            "seat": seat,
            "rival": state.owner[target],
            "origin": origin,
            "target": target,
        }
        emit(Event("attack", facts, bars=EVERYONE))
    available = groups_of(state, origin)
    if sum(available) == 1:
        state.battle.joined = available
        begin(t, state, emit)


def groups_of(state: State, place: int) -> list[int]:
    """The units of a territory that may attack, by group."""
    row = [army.count(state, place, INFANTRY, status) for status in GROUP_STATUS]
    row += [army.count(state, place, CAVALRY, status) for status in GROUP_STATUS]
    return row


def decide_join(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """All at once, or group by group in the order of the groups until the attacker says fight."""
    fight = state.battle
    assert fight is not None
    available = groups_of(state, fight.origin)
    weights = t.laws[state.card + 1].attack_weight
    need = 0
    if fight.defender == INDEPENDENT:
        need = army.guard(t, state, fight.target)
    joined = 0
    for group in range(GROUPS):
        joined += fight.joined[group] * weights[group // GROUPS_EACH]
    options: list[Action] = []
    reserve = 0
    waiting = 0
    # From the last group back: a group may be chosen only while enough strength is left after it.
    for group in range(GROUPS - 1, frame.count - 1, -1):
        left = available[group] - fight.joined[group]
        waiting += left
        reserve += left * weights[group // GROUPS_EACH]
        if left and joined + reserve > need:
            options.append(t.join[group])
    if waiting > 1:
        options.append(t.join_all)
    options.reverse()
    if joined > need:
        options.append(t.fight)
    return (Decision(frame.seat, "join", options),)


def act_join(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    if action.verb == "join_all":
        available = groups_of(state, fight.origin)
        for group in range(frame.count, GROUPS):
            fight.joined[group] = available[group]
    elif action.verb == "join":
        fight.joined[action.arg] += 1
        if emit is not None:
            emit(Event("join", {"seat": seat, "group": action.arg}))
        frame.count = action.arg
        if fight.joined != groups_of(state, fight.origin):
            return
    begin(t, state, emit)


def begin(t: Tables, state: State, emit: Emit | None) -> None:
    """All attackers have joined: beat independents at once, or start a battle with a player."""
    fight = state.battle
    assert fight is not None
    frame = state.stack[-1]
    if emit is not None:
        infantry, cavalry = attackers(fight.joined)
        facts = {"seat": fight.attacker, "infantry": infantry, "cavalry": cavalry}
        emit(Event("joined", facts))
    if fight.defender == INDEPENDENT:
        clear_independents(t, state, fight, emit)
        fight.step = battle.ADVANCE_STEP
    frame.phase = FIGHT


def clear_independents(t: Tables, state: State, fight: Battle, emit: Emit | None) -> None:
    """The whole army leaves the game for good; no dice, no heroes, no pay [independent.4-11]."""
    place = fight.target
    fight.winner = ATTACK
    army.lift(state, place, INFANTRY, state.infantry[place])
    army.lift(state, place, CAVALRY, state.cavalry[place])
    army.forsake(t, state, place)
    if emit is not None:
        emit(Event("independents", {"seat": fight.attacker, "place": place}))
