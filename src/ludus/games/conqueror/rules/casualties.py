"""Units that die in a battle: the loser's casualties, extra kills and own losses by heroes.

Steps return True while they wait for an answer; see `battle.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.conqueror.cards import EXTRA_KILL, LOST, NO_CASUALTIES, PROTECT, SELF_LOSS, WON
from ludus.games.conqueror.ids import (
    ATTACK,
    CASUALTY,
    CAVALRY,
    DEFENCE,
    GROUP_STATUS,
    GROUPS,
    GROUPS_EACH,
    INFANTRY,
    KILL,
    NONE,
)
from ludus.games.conqueror.mechanics.casualties import fitting
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.strength import ability, amount, fighters, proceed, seat_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State


def result_for(fight: Battle, side: int) -> int:
    """How a battle that was not drawn ended for a side."""
    return WON if fight.winner == side else LOST


# Losing units ------------------------------------------------------------------------------------


def victims(state: State, fight: Battle, side: int) -> list[int]:
    """The living units of a side by group; defenders are all in the ready groups."""
    if side == ATTACK:
        return fight.joined
    row = [0] * GROUPS
    row[INFANTRY * GROUPS_EACH] = state.infantry[fight.target]
    row[CAVALRY * GROUPS_EACH] = state.cavalry[fight.target]
    return row


def strike(t: Tables, state: State, fight: Battle, side: int, group: int, count: int) -> None:
    """Units of a group die."""
    kind = group // GROUPS_EACH
    if kind == INFANTRY:
        fight.infantry_killed[side] += count
    else:
        fight.cavalry_killed[side] += count
    if side == ATTACK:
        fight.joined[group] -= count
        army.remove(t, state, fight.origin, kind, count, GROUP_STATUS[group % GROUPS_EACH])
    else:
        # Whether the target is given up shows when the retreat is over.
        army.lift(state, fight.target, kind, count)


def strike_kinds(
    t: Tables,
    state: State,
    fight: Battle,
    side: int,
    infantry: int,
    cavalry: int,
    emit: Emit | None,
) -> None:
    """Units of each kind die, from whichever groups have them."""
    left = [infantry, cavalry]
    for group in range(GROUPS):
        count = min(left[group // GROUPS_EACH], victims(state, fight, side)[group])
        if count:
            strike(t, state, fight, side, group, count)
            left[group // GROUPS_EACH] -= count
    if emit is not None:
        facts = {"seat": seat_of(fight, side), "infantry": infantry, "cavalry": cavalry}
        emit(Event("casualties", facts))


# Casualties [casualty.1-7] -----------------------------------------------------------------------


def casualties(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    if fight.winner == NONE:
        return False
    side = 1 - fight.winner
    if ability(t, state, fight, side, NO_CASUALTIES, LOST) is not None:
        return False
    margin = fight.margin - amount(t, state, fight, side, PROTECT, LOST)
    infantry, cavalry = fighters(state, fight, side)
    if margin <= 0 or infantry + cavalry == 0:
        return False
    sets = fitting(infantry, cavalry, margin)
    if len(sets) == 1:
        strike_kinds(t, state, fight, side, sets[0][0], sets[0][1], emit)
        return False
    frame.phase = CASUALTY
    frame.seat = seat_of(fight, side)
    frame.which = side
    frame.count = margin
    return True


def decide_casualty(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    fight = state.battle
    assert fight is not None
    infantry, cavalry = fighters(state, fight, frame.which)
    lose = t.actions["lose"]
    options = [lose[horses] for _, horses in fitting(infantry, cavalry, frame.count)]
    return (Decision(frame.seat, "casualty", options),)


def act_casualty(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    infantry, cavalry = fighters(state, fight, frame.which)
    for foot, horses in fitting(infantry, cavalry, frame.count):
        if horses == action.arg:
            strike_kinds(t, state, fight, frame.which, foot, horses, emit)
    proceed(fight, frame)


# Extra kills and own losses by heroes [heroes.17-25] ---------------------------------------------


def attack_kills(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    return _kills(t, state, fight, frame, ATTACK, emit)


def defence_kills(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    return _kills(t, state, fight, frame, DEFENCE, emit)


def _kills(
    t: Tables, state: State, fight: Battle, frame: Frame, side: int, emit: Emit | None
) -> bool:
    """The hero's player picks enemy units that fought; nothing dies in a draw."""
    if fight.winner == NONE:
        return False
    kill = ability(t, state, fight, side, EXTRA_KILL, result_for(fight, side))
    if kill is None:
        return False
    enemy = 1 - side
    shield = ability(t, state, fight, enemy, NO_CASUALTIES, result_for(fight, enemy))
    if shield is not None and not kill.unblockable:
        return False
    return _pick(t, state, fight, frame, side, enemy, kill.n, emit)


def attack_self_loss(
    t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None
) -> bool:
    return _self_loss(t, state, fight, frame, ATTACK, emit)


def defence_self_loss(
    t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None
) -> bool:
    return _self_loss(t, state, fight, frame, DEFENCE, emit)


def _self_loss(
    t: Tables, state: State, fight: Battle, frame: Frame, side: int, emit: Emit | None
) -> bool:
    if fight.winner == NONE:
        return False
    count = amount(t, state, fight, side, SELF_LOSS, result_for(fight, side))
    return _pick(t, state, fight, frame, side, side, count, emit)


def _pick(
    t: Tables,
    state: State,
    fight: Battle,
    frame: Frame,
    chooser: int,
    side: int,
    count: int,
    emit: Emit | None,
) -> bool:
    """Ask for `count` units of a side; where there is no choice they die without asking."""
    for left in range(count, 0, -1):
        groups = [group for group in range(GROUPS) if victims(state, fight, side)[group]]
        if not groups:
            return False
        if len(groups) > 1:
            frame.phase = KILL
            frame.seat = seat_of(fight, chooser)
            frame.which = side
            frame.count = left
            return True
        _kill(t, state, fight, side, groups[0], emit)
    return False


def _kill(t: Tables, state: State, fight: Battle, side: int, group: int, emit: Emit | None) -> None:
    strike(t, state, fight, side, group, 1)
    if emit is not None:
        facts = {"seat": seat_of(fight, side), "group": group, "place": fight.target}
        emit(Event("kill", facts))


def decide_kill(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    fight = state.battle
    assert fight is not None
    living = victims(state, fight, frame.which)
    kill = t.actions["kill"]
    options = [kill[group] for group in range(GROUPS) if living[group]]
    own = frame.seat == seat_of(fight, frame.which)
    return (Decision(frame.seat, "self_loss" if own else "kill", options),)


def act_kill(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    side = frame.which
    chooser = ATTACK if frame.seat == fight.attacker else DEFENCE
    _kill(t, state, fight, side, action.arg, emit)
    if not _pick(t, state, fight, frame, chooser, side, frame.count - 1, emit):
        proceed(fight, frame)
