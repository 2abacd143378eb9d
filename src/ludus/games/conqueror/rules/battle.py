"""A battle between players, step by step from the heroes to the dice [battle].

The steps are a fixed sequence [casualty.8]. A step either does its work and lets the next one
follow, or turns the frame into a question and waits; the answer goes on with the sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Decision, Emit, Event, Fact
from ludus.games.conqueror.cards import DRAW_WINS, ROLL_AGAIN
from ludus.games.conqueror.ids import (
    ATTACK,
    COUNTED,
    DEFENCE,
    DIE,
    FACES,
    HERO,
    NONE,
    PARTS,
    REROLL,
)
from ludus.games.conqueror.rules import advance, casualties, retreat
from ludus.games.conqueror.rules.strength import ability, fighters, parts, proceed, seat_of
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State

Step: TypeAlias = Callable[[Tables, State, Battle, Frame, "Emit | None"], bool]


def step_fight(t: Tables, state: State, frame: Frame, emit: Emit | None) -> bool:
    """Take steps until one has to wait for an answer, or the battle is over."""
    fight = state.battle
    assert fight is not None
    while not STEPS[fight.step](t, state, fight, frame, emit):
        fight.step += 1
    return False


# Heroes [battle.10-13, heroes.7-11] --------------------------------------------------------------


def _ask_hero(t: Tables, state: State, fight: Battle, frame: Frame, side: int) -> bool:
    seat = seat_of(fight, side)
    if not t.laws[state.card + 1].heroes_play or not state.hand[seat]:
        return False
    frame.phase = HERO
    frame.seat = seat
    frame.which = side
    return True


def _attack_hero(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    return _ask_hero(t, state, fight, frame, ATTACK)


def _defence_hero(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    return _ask_hero(t, state, fight, frame, DEFENCE)


def decide_hero(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    first = state.faction[frame.seat] * t.heroes_each
    play = t.actions["play"]
    hand = state.hand[frame.seat]
    options = [t.actions.the("no_hero")]
    options += [play[first + n] for n in range(t.heroes_each) if hand >> n & 1]
    prompt = "attack_hero" if frame.which == ATTACK else "defence_hero"
    return (Decision(frame.seat, prompt, options),)


def act_hero(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    """Everybody learns whether a hero is played; which one stays hidden until the dice roll."""
    fight = state.battle
    assert fight is not None
    yes = action.verb == "play"
    if yes:
        fight.hero[frame.which] = action.arg
    if emit is not None:
        emit(Event("hero_said", {"seat": seat, "yes": int(yes)}, bars=EVERYONE))
    proceed(fight, frame)


# Dice [battle.14-16, heroes.27] ------------------------------------------------------------------


def _roll(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    frame.phase = DIE
    frame.which = ATTACK if fight.step == ATTACK_ROLL_STEP else DEFENCE
    frame.seat = seat_of(fight, frame.which)
    return True


def decide_die(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    return t.die


def act_die(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    if not fight.shown:
        burn_heroes(t, state, fight, emit)
    fight.die[frame.which] = FACES[action.arg]
    if emit is not None:
        emit(Event("die", {"seat": frame.seat, "face": FACES[action.arg]}))
    proceed(fight, frame)


def burn_heroes(t: Tables, state: State, fight: Battle, emit: Emit | None) -> None:
    """The heroes are shown; each is used up whatever comes of it [heroes.8-10]."""
    fight.shown = True
    for side in (ATTACK, DEFENCE):
        hero = fight.hero[side]
        if hero != NONE:
            seat = seat_of(fight, side)
            bit = 1 << hero % t.heroes_each
            state.hand[seat] &= ~bit
            state.burnt[seat] |= bit
            if emit is not None:
                emit(Event("hero_shown", {"seat": seat, "hero": hero}))


def _ask_reroll(t: Tables, state: State, fight: Battle, frame: Frame, side: int) -> bool:
    if ability(t, state, fight, side, ROLL_AGAIN) is None:
        return False
    frame.phase = REROLL
    frame.seat = seat_of(fight, side)
    frame.which = side
    return True


def _attack_reroll(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    return _ask_reroll(t, state, fight, frame, ATTACK)


def _defence_reroll(
    t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None
) -> bool:
    return _ask_reroll(t, state, fight, frame, DEFENCE)


def decide_reroll(t: Tables, state: State, frame: Frame) -> Sequence[Decision]:
    options = (t.actions.the("keep"), t.actions.the("reroll"))
    return (Decision(frame.seat, "reroll", options),)


def act_reroll(
    t: Tables, state: State, frame: Frame, seat: int, action: Action, emit: Emit | None
) -> None:
    fight = state.battle
    assert fight is not None
    side = frame.which
    again = ability(t, state, fight, side, ROLL_AGAIN)
    assert again is not None
    if emit is not None:
        emit(Event("reroll", {"seat": seat, "yes": int(action.verb == "reroll")}))
    if action.verb == "keep":
        proceed(fight, frame)
        return
    # The die is rolled within this step; the answer then goes on with the row.
    frame.phase = DIE
    frame.which = 1 - side if again.enemy else side
    frame.seat = seat_of(fight, frame.which)


# The result [battle.2-3] -------------------------------------------------------------------------


def _count(t: Tables, state: State, fight: Battle, side: int) -> int:
    """A side's strength; what it is made of stays with the battle when units fall."""
    units, bonus, hero, die = parts(t, state, fight, side)
    infantry, cavalry = fighters(state, fight, side)
    fight.counted += (units, bonus, hero, die, infantry, cavalry)
    return units + bonus + hero + die


def _compare(t: Tables, state: State, fight: Battle, frame: Frame, emit: Emit | None) -> bool:
    mine = _count(t, state, fight, ATTACK)
    theirs = _count(t, state, fight, DEFENCE)
    fight.margin = abs(mine - theirs)
    if mine != theirs:
        fight.winner = ATTACK if mine > theirs else DEFENCE
    elif ability(t, state, fight, ATTACK, DRAW_WINS) is not None:
        fight.winner = ATTACK
    elif ability(t, state, fight, DEFENCE, DRAW_WINS) is not None:
        fight.winner = DEFENCE
    if emit is not None:
        winner = seat_of(fight, fight.winner) if fight.winner != NONE else NONE
        facts: dict[str, Fact] = {
            "attacker": fight.attacker,
            "defender": fight.defender,
            "attack": tuple(fight.counted[:PARTS]),
            "defence": tuple(fight.counted[COUNTED : COUNTED + PARTS]),
            "attackers": tuple(fight.counted[PARTS:COUNTED]),
            "defenders": tuple(fight.counted[COUNTED + PARTS :]),
            "heroes": tuple(fight.hero),
            "winner": winner,
            "margin": fight.margin,
            "place": fight.target,
            "origin": fight.origin,
        }
        emit(Event("battle", facts))
    if fight.winner != NONE:
        winner = seat_of(fight, fight.winner)
        state.wins[winner * state.seats + seat_of(fight, 1 - fight.winner)] += 1
    return False


STEPS: Final[tuple[Step, ...]] = (
    _attack_hero,
    _defence_hero,
    _roll,
    _roll,
    _attack_reroll,
    _defence_reroll,
    _compare,
    casualties.casualties,
    casualties.attack_kills,
    casualties.defence_kills,
    casualties.attack_self_loss,
    casualties.defence_self_loss,
    retreat.retreat,
    advance.advance,
    advance.rewards,
    advance.finish,
)
ATTACK_ROLL_STEP: Final = 2
ADVANCE_STEP: Final = 13
