"""The end of a battle: the victors move in, and are rewarded.

Steps return True while they wait for an answer; see `battle.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.conqueror.cards import CONVERT, EXTRA_ACTION, GAIN_CURRENCY, STEAL_CURRENCY, WON
from ludus.games.conqueror.ids import (
    ADVANCE,
    ATTACK,
    EXTRA,
    GROUP_STATUS,
    GROUPS,
    GROUPS_EACH,
    INDEPENDENT,
    NONE,
    READY,
    SPENT,
    VICTOR,
    VICTOR_EXTRA,
)
from ludus.games.conqueror.rules import army, bribery
from ludus.games.conqueror.rules.strength import ability, amount, proceed, seat_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State

AFTER_WIN: Final = {READY: VICTOR, VICTOR: SPENT, VICTOR_EXTRA: EXTRA, EXTRA: SPENT}
"""What a victorious unit that moved in may do next [outcome.1-5, heroes.26]."""
AFTER_GIFT: Final = {VICTOR: VICTOR_EXTRA, SPENT: EXTRA, EXTRA: EXTRA}
"""The same with a hero's gift of one more action."""


# Advance [attack.7-11, heroes.22-23] -------------------------------------------------------------


def advance(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    if fight.winner != ATTACK:
        # A draw or a defeat: the surviving attackers stay where they are, spent.
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
    if gift:
        return AFTER_GIFT[after]
    # By the other reading of outcome.2 the second action may be a move, as that of a gift.
    return EXTRA if after == VICTOR and state.second_move else after


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
    """The battle is over; the player in turn goes on, and the quiet time starts again."""
    state.battle = None
    state.stack.pop()
    bribery.restart(state)
    return True
