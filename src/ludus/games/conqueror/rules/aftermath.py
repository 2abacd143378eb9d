"""After the dice: casualties, extra kills, retreat, advance and rewards, in this order.

Steps return True while they wait for an answer; see `battle.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.conqueror.cards import (
    CONVERT,
    EXTRA_ACTION,
    EXTRA_KILL,
    GAIN_CURRENCY,
    LOST,
    NO_CASUALTIES,
    PROTECT,
    RETREAT_ANYWHERE,
    SELF_LOSS,
    STEAL_CURRENCY,
    WON,
)
from ludus.games.conqueror.ids import (
    ADVANCE,
    ATTACK,
    CASUALTY,
    CAVALRY,
    DEFENCE,
    EXTRA,
    GROUP_STATUS,
    GROUPS,
    GROUPS_EACH,
    INDEPENDENT,
    INFANTRY,
    KILL,
    NOBODY,
    NONE,
    READY,
    RETREAT,
    SPENT,
    VICTOR,
    VICTOR_EXTRA,
)
from ludus.games.conqueror.rules import army, bribery
from ludus.games.conqueror.rules.strength import ability, amount, fighters, proceed, seat_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State

AFTER_WIN: Final = {READY: VICTOR, VICTOR: SPENT, VICTOR_EXTRA: EXTRA, EXTRA: SPENT}
"""What a victorious unit that moved in may do next [outcome.1-5, heroes.26]."""
AFTER_GIFT: Final = {VICTOR: VICTOR_EXTRA, SPENT: EXTRA, EXTRA: EXTRA}
"""The same with a hero's gift of one more action."""


def result_for(fight: Battle, side: int) -> int:
    if fight.winner == NONE:
        return 0
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
    """So many units of each kind die, whatever group they belong to."""
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


def fitting(infantry: int, cavalry: int, margin: int) -> list[tuple[int, int]]:
    """The sets of units worth the margin, or the least above it; all units if they are not."""
    if infantry + 2 * cavalry <= margin:
        return [(infantry, cavalry)]
    for worth in (margin, margin + 1):
        found = [
            (worth - 2 * horses, horses)
            for horses in range(cavalry + 1)
            if 0 <= worth - 2 * horses <= infantry
        ]
        if found:
            return found
    raise AssertionError("an army above the margin has a set that fits")


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
    kill = ability(t, state, fight, side, EXTRA_KILL, result_for(fight, side))
    if kill is None or fight.winner == NONE:
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
    count = amount(t, state, fight, side, SELF_LOSS, result_for(fight, side))
    if count == 0 or fight.winner == NONE:
        return False
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
    """Ask for `count` units of a side; without a real choice they die unasked."""
    for _ in range(count):
        groups = [group for group in range(GROUPS) if victims(state, fight, side)[group]]
        if not groups:
            return False
        if len(groups) > 1:
            frame.phase = KILL
            frame.seat = seat_of(fight, chooser)
            frame.which = side
            frame.count = count
            return True
        _kill(t, state, fight, side, groups[0], emit)
        count -= 1
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


# Retreat [retreat.1-13, heroes.28] ---------------------------------------------------------------


def retreat(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    if fight.winner != ATTACK:
        return False
    place = fight.target
    if state.infantry[place] + state.cavalry[place] == 0:
        return False
    ways = shelters(t, state, fight)
    if len(ways) > 1:
        frame.phase = RETREAT
        frame.seat = fight.defender
        return True
    if ways:
        withdraw(t, state, fight, ways[0], True, True, emit)
        return False
    if emit is not None:
        facts = {
            "seat": fight.defender,
            "infantry": state.infantry[place],
            "cavalry": state.cavalry[place],
            "place": place,
        }
        emit(Event("no_retreat", facts))
    army.lift(state, place, INFANTRY, state.infantry[place])
    army.lift(state, place, CAVALRY, state.cavalry[place])
    return False


def shelters(t: Tables, state: State, fight: Battle) -> list[int]:
    """Where the beaten defenders may go; never from land to sea, nor where the attack came from."""
    seat = fight.defender
    board = t.boards[state.map]
    places = 0
    for place, _ in t.laws[state.card + 1].ways[state.map][fight.target]:
        if state.owner[place] == seat or state.owner[place] == NOBODY:
            places |= 1 << place
    if ability(t, state, fight, DEFENCE, RETREAT_ANYWHERE, LOST) is not None:
        places |= state.held[seat] & ~(1 << fight.target)
    places &= ~(1 << fight.origin)
    if not board.sea_mask >> fight.target & 1:
        places &= ~board.sea_mask
    return [place for place in range(board.places) if places >> place & 1]


def decide_retreat(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    """All to one place, or unit by unit where there are several."""
    fight = state.battle
    assert fight is not None
    ways = shelters(t, state, fight)
    options = [t.actions["retreat"][place] for place in ways]
    infantry = state.infantry[fight.target]
    cavalry = state.cavalry[fight.target]
    if infantry + cavalry > 1:
        if infantry:
            options += [t.actions["retreat_infantry"][place] for place in ways]
        if cavalry:
            options += [t.actions["retreat_cavalry"][place] for place in ways]
    return (Decision(frame.seat, "retreat", options),)


def act_retreat(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    if action.verb == "retreat":
        withdraw(t, state, fight, action.arg, True, True, emit)
    else:
        foot = action.verb == "retreat_infantry"
        withdraw(t, state, fight, action.arg, foot, False, emit)
    if state.infantry[fight.target] + state.cavalry[fight.target] == 0:
        proceed(fight, frame)


def withdraw(
    t: Tables,
    state: State,
    fight: Battle,
    place: int,
    foot: bool,
    everyone: bool,
    emit: Emit | None,
) -> None:
    """Units go to a shelter: everyone, or one of a kind."""
    infantry = state.infantry[fight.target] if everyone else int(foot)
    cavalry = state.cavalry[fight.target] if everyone else int(not foot)
    seat = fight.defender
    army.lift(state, fight.target, INFANTRY, infantry)
    army.lift(state, fight.target, CAVALRY, cavalry)
    army.take(state, seat, place)
    army.add(state, seat, place, INFANTRY, infantry)
    army.add(state, seat, place, CAVALRY, cavalry)
    if emit is not None:
        facts = {
            "seat": seat,
            "start": fight.target,
            "place": place,
            "infantry": infantry,
            "cavalry": cavalry,
        }
        emit(Event("retreat", facts))


# Advance [attack.7-11, heroes.22-23] -------------------------------------------------------------


def advance(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    if fight.winner != ATTACK:
        # A draw or a defeat: whoever lives of the attackers stays, spent.
        for group in range(GROUPS):
            if fight.joined[group]:
                status = GROUP_STATUS[group % GROUPS_EACH]
                army.change(
                    state, fight.origin, group // GROUPS_EACH, fight.joined[group], status, SPENT
                )
        # A hero may have taken the last of the victorious defenders.
        army.forsake(t, state, fight.target)
        return False
    count = sum(fight.joined)
    if count == 0:
        # Nobody is left to move in: the place is given up, a home stays with its owner.
        army.forsake(t, state, fight.target)
        return False
    if count > 1:
        frame.phase = ADVANCE
        frame.seat = fight.attacker
        return True
    move_in(t, state, fight, emit)
    return False


def decide_advance(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    fight = state.battle
    assert fight is not None
    stay = t.actions["stay"]
    options = [t.actions.the("advance")]
    options += [stay[group] for group in range(GROUPS) if fight.joined[group]]
    return (Decision(frame.seat, "advance", options),)


def act_advance(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    if action.verb == "stay":
        group = action.arg
        fight.joined[group] -= 1
        status = GROUP_STATUS[group % GROUPS_EACH]
        army.change(state, fight.origin, group // GROUPS_EACH, 1, status, SPENT)
        if emit is not None:
            facts = {"seat": seat, "place": fight.origin, "group": group}
            emit(Event("left_behind", facts))
    move_in(t, state, fight, emit)
    proceed(fight, frame)


def move_in(t: Tables, state: State, fight: Battle, emit: Emit | None) -> None:
    seat = fight.attacker
    gift = ability(t, state, fight, ATTACK, EXTRA_ACTION, WON) is not None
    army.take(state, seat, fight.target)
    for group in range(GROUPS):
        count = fight.joined[group]
        if count:
            status = GROUP_STATUS[group % GROUPS_EACH]
            after = status_after(t, state, fight, status, gift)
            army.shift(
                t, state, fight.origin, fight.target, group // GROUPS_EACH, count, status, after
            )
    if emit is not None:
        facts = {"seat": seat, "place": fight.target, "origin": fight.origin}
        emit(Event("conquest", facts))


def status_after(t: Tables, state: State, fight: Battle, status: int, gift: bool) -> int:
    after = AFTER_WIN[status]
    # Independents bring no second attack, and a card may take it away.
    if after == VICTOR and (
        fight.defender == INDEPENDENT or not t.laws[state.card + 1].second_attack
    ):
        after = SPENT
    return AFTER_GIFT[after] if gift else after


# Rewards [outcome.6, heroes.29] ------------------------------------------------------------------


def rewards(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    if fight.winner == NONE or fight.defender == INDEPENDENT:
        return False
    side = fight.winner
    seat = seat_of(fight, side)
    loser = seat_of(fight, 1 - side)
    coins = amount(t, state, fight, side, GAIN_CURRENCY, WON)
    if side == ATTACK:
        coins += t.laws[state.card + 1].victory_pay
    stolen = min(amount(t, state, fight, side, STEAL_CURRENCY, WON), state.purse[loser])
    state.purse[seat] += coins + stolen
    state.purse[loser] -= stolen
    if emit is not None:
        if coins:
            emit(Event("reward", {"seat": seat, "coins": coins}))
        if stolen:
            emit(Event("stolen", {"seat": seat, "rival": loser, "coins": stolen}))
    convert(t, state, fight, side, emit)
    return False


def convert(t: Tables, state: State, fight: Battle, side: int, emit: Emit | None) -> None:
    """New units of a kind where such an enemy died, if the winner stands there and has food."""
    gift = ability(t, state, fight, side, CONVERT, WON)
    if gift is None or not fight.infantry_killed[1 - side]:
        return
    seat = seat_of(fight, side)
    place = fight.target
    stands = state.owner[place] == seat and state.infantry[place] + state.cavalry[place] > 0
    count = min(gift.n, army.room_of(t, state, seat))
    if not stands or count <= 0:
        return
    army.add(state, seat, place, gift.unit, count, SPENT if side == ATTACK else READY)
    if emit is not None:
        facts = {"seat": seat, "place": place, "kind": gift.unit, "count": count}
        emit(Event("converted", facts))


def finish(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    """The battle is over; the player in turn goes on, and the quiet starts anew."""
    state.battle = None
    state.stack.pop()
    if fight.defender >= 0:
        state.unsettled |= 1 << fight.attacker | 1 << fight.defender
    bribery.restart(state)
    return True
