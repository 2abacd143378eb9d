"""Choices in battle: retreat, declarations, hits, the Reserve, and markers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import Decision
from ludus.games.agricola.bot.lookups import Lookups, Stack
from ludus.games.agricola.bot.march_plans import MarchPlanner
from ludus.games.agricola.bot.odds import chance
from ludus.games.agricola.bot.stacks import stack_of
from ludus.games.agricola.ids import (
    ATTRITION,
    CALEDONIAN,
    FIRE,
    FOR_ADVANTAGE,
    LEGIONARY,
    NONE,
    ROLL,
    ROMAN,
)
from ludus.games.agricola.rules.battle import tie_winner
from ludus.games.agricola.rules.supply import STARVES
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Battle, Frame, State

LOST_CAUSE: Final = 0.3
DEAR_CAUSE: Final = 0.45
"""Below these odds a side retreats if it can; the second with a Supreme Leader."""
OPEN_CAUSE: Final = (0.15, 0.85)
"""Between these odds an advantage is worth paying for."""
CHASED: Final = 0.15
SURE_CAUSE: Final = 0.6
LEGION_DEATH: Final = 0.8


def battle_odds(t: Tables, lookups: Lookups, state: State, b: Battle, side: int) -> float:
    """The chance of a side to win the battle under way."""
    stacks: list[Stack] = [
        stack_of(t, lookups, state, number, b.place, b.force[number])
        for number in (ROMAN, CALEDONIAN)
    ]
    powers = [float(stack.strength * stack.steps) for stack in stacks]
    fort = t.board.is_fortress[b.place] or bool(b.force[ROMAN] & t.rome.praesidia)
    if b.attacker == CALEDONIAN and fort:
        powers[ROMAN] *= 2.0
    if b.attacker == ROMAN and b.force[CALEDONIAN] & t.tribes.oppida and not b.stormed:
        powers[CALEDONIAN] *= 2.0
    return chance(powers[side], powers[1 - side], stacks[0].steps + stacks[1].steps)


def stand(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Fight on, or retreat to the safest place."""
    b = state.battle
    if b is None:
        return decision.options
    side = frame.side
    odds = battle_odds(t, lookups, state, b, side)
    if side == ROMAN:
        odds = MarchPlanner(t, lookups, state, ROMAN).flinching(odds)
    dear = b.force[side] & t.musters[side].supreme
    least = DEAR_CAUSE if dear else LOST_CAUSE
    if side == ROMAN and b.major and not b.force[ROMAN] & t.rome.fleets:
        # The enemy gains points by the retreat and can follow at once.
        least = CHASED
    if odds >= least:
        return [t.fight]
    ways = [action for action in decision.options if action.verb == "retreat"]
    if not ways:
        return [_first(decision, "withdraw", t.fight)]
    return [max(ways, key=lambda action: _shelter(t, lookups, state, side, b, action.arg))]


def embark(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """All units go aboard, the most valuable first."""
    worths = lookups.whole[ROMAN]
    boarding = [action for action in decision.options if action.verb == "board"]
    if not boarding:
        return [t.done]
    return [max(boarding, key=lambda action: worths[action.arg])]


def sail_off(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """To a coast where no enemy can follow, otherwise out to sea."""
    return [max(decision.options, key=lambda action: _moorage(t, lookups, action.arg))]


def _moorage(t: Tables, lookups: Lookups, place: int) -> int:
    """How safe fleets are in a place."""
    if place in lookups.isles or place == t.board.britannia:
        return 2
    return 1 if t.board.is_sea[place] else 0


def _shelter(t: Tables, lookups: Lookups, state: State, side: int, b: Battle, place: int) -> float:
    """How safe a place is to retreat to."""
    board = t.board
    if place >= board.hexes:
        return 3.0
    mask = b.force[side] & ~t.musters[side].static | state.here[side][place]
    stack = stack_of(t, lookups, state, side, place, mask)
    total = 0.0
    if state.here[side][place]:
        total += 1.0
    if side == ROMAN:
        if state.here[ROMAN][place] & t.rome.praesidia or board.is_fortress[place]:
            total += 1.5
    elif board.center_at[place] != NONE:
        total += 1.5
    apart = lookups.apart[place]
    for spot in apart:
        foe = state.here[1 - side][spot]
        if foe:
            other = stack_of(t, lookups, state, 1 - side, spot, foe)
            power = float(other.strength * other.steps)
            own = float(stack.strength * stack.steps)
            total -= chance(power, own, other.steps + stack.steps)
    return total


def declare(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """A point or a speech for the advantage where it may turn the battle."""
    b = state.battle
    if b is None:
        return decision.options
    odds = battle_odds(t, lookups, state, b, frame.side)
    low, high = OPEN_CAUSE
    if not low < odds < high and not _at_bay(t, b, frame.side, odds):
        return [t.declare[0]]
    big = b.major or b.force[frame.side].bit_count() >= 6
    best = t.declare[0]
    for action in decision.options:
        if action.verb != "declare":
            continue
        speech = action.arg & 2
        point = action.arg & 1
        if (not speech or big) and (not point or big) and action.arg > best.arg:
            best = action
    return [best]


def _at_bay(t: Tables, b: Battle, side: int, odds: float) -> bool:
    """Whether it is worth a point to keep a beaten enemy from getting away."""
    foe = b.force[1 - side] & ~t.musters[1 - side].static
    large = b.major or bool(foe & t.musters[1 - side].supreme)
    return side == ROMAN and odds >= SURE_CAUSE and large


def hits(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """The unit whose loss costs least takes the hit."""
    side = frame.side
    best = decision.options[0]
    least = 99.0
    for action in decision.options:
        cost = hit_cost(t, lookups, state, side, action.arg)
        if cost < least:
            best, least = action, cost
    return [best]


def hit_cost(t: Tables, lookups: Lookups, state: State, side: int, unit: int) -> float:
    muster = t.musters[side]
    bit = 1 << unit
    if muster.two_step & bit and not state.disrupted[side] & bit:
        return lookups.whole[side][unit] - lookups.worn[side][unit]
    cost = lookups.worn[side][unit] if muster.two_step & bit else lookups.whole[side][unit]
    if muster.static & bit:
        return 1.0
    if side == ROMAN and muster.trains & bit:
        cost += 0.5
    if muster.type[unit] == LEGIONARY:
        cost += LEGION_DEATH
    return cost


def reserve(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Where the tribes are likely to fire first, keep the strongest back, to roll twice later."""
    b = state.battle
    if b is None or not (b.ambush or tie_winner(t, b.place) == CALEDONIAN):
        return [t.done]
    best = t.done
    top = 0.0
    for action in decision.options:
        if action.verb == "reserve":
            bit = 1 << action.arg
            worn = state.disrupted[ROMAN] & bit
            strength = t.rome.back[action.arg] if worn else t.rome.strength[action.arg]
            worth = strength + (0.5 if t.rome.leaders & bit else 0.0)
            if worth > top:
                best, top = action, worth
    return [best]


def move_up(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    return [_first(decision, "all", decision.options[0])]


def play_it(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Play the marker that the question is about, if it is held."""
    return [_first(decision, "play", t.decline)]


def _first(decision: Decision, verb: str, else_: Action) -> Action:
    """The first option of a verb, if there is one."""
    for action in decision.options:
        if action.verb == verb:
            return action
    return else_


def fury(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    b = state.battle
    if b is not None and (b.force[CALEDONIAN] & t.tribes.furious).bit_count() < 2:
        return [t.decline]
    return play_it(t, lookups, state, frame, decision)


def tribute(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    if frame.side == ROMAN:
        return [_first(decision, "tribute", t.decline)]
    return [shown_leader(lookups, decision) or t.decline]


def shown_leader(lookups: Lookups, decision: Decision) -> Action | None:
    """The leader to show, if there is one to choose: the least valuable."""
    leaders = [action for action in decision.options if action.verb == "show"]
    worths = lookups.whole[CALEDONIAN]
    return min(leaders, key=lambda action: worths[action.arg]) if leaders else None


def druids(
    t: Tables, lookups: Lookups, state: State, frame: Frame, decision: Decision
) -> Sequence[Action]:
    """Reroll a lost advantage, a failed supply roll, or the strongest unit's miss."""
    below = state.stack[-2]
    if below.phase == ATTRITION:
        for number, die in enumerate(below.rolled or []):
            if die <= STARVES and t.reroll[number] in decision.options:
                return [t.reroll[number]]
    elif below.phase == FIRE:
        b = state.battle
        if b is not None:
            best = NONE
            top = 2
            for number, (unit, die) in enumerate(zip(b.rollers, b.rolled, strict=False)):
                strength = t.tribes.strength[unit]
                if die > strength and strength > top and t.reroll[number] in decision.options:
                    best, top = number, strength
            if best != NONE:
                return [t.reroll[best]]
    elif below.phase == ROLL and below.step == FOR_ADVANTAGE:
        return play_it(t, lookups, state, frame, decision)
    return [t.decline]
