"""Where beaten defenders go [retreat.1-13, heroes.28].

The step returns True while it waits for an answer; see `battle.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import Decision, Emit, Event
from ludus.games.conqueror.cards import LOST, RETREAT_ANYWHERE
from ludus.games.conqueror.ids import ATTACK, CAVALRY, DEFENCE, INFANTRY, NOBODY, RETREAT
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.strength import ability, proceed
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State


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
    army.lift(state, fight.target, INFANTRY, infantry)
    army.lift(state, fight.target, CAVALRY, cavalry)
    army.take(state, fight.defender, place)
    army.add(state, fight.defender, place, INFANTRY, infantry)
    army.add(state, fight.defender, place, CAVALRY, cavalry)
    if emit is not None:
        facts = {
            "seat": fight.defender,
            "start": fight.target,
            "place": place,
            "infantry": infantry,
            "cavalry": cavalry,
        }
        emit(Event("retreat", facts))
