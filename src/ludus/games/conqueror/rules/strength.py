"""What a side of a battle counts: units, defence bonus, hero and die [battle.4-9]."""

from __future__ import annotations

from ludus.games.conqueror.board import BRIDGE
from ludus.games.conqueror.cards import (
    AT_SEA,
    BONUS,
    NULLIFY,
    OVER_BRIDGE,
    REDUCE_DEFENCE,
    UNIT_BONUS,
    Ability,
)
from ludus.games.conqueror.ids import ATTACK, FIGHT, INFANTRY, NONE
from ludus.games.conqueror.mechanics.strength import (
    attack_strength,
    attackers,
    place_bits,
    strength_of,
)
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.rules.tables import Tables
from ludus.games.conqueror.state import Battle, Frame, State


def seat_of(fight: Battle, side: int) -> int:
    return fight.attacker if side == ATTACK else fight.defender


def proceed(fight: Battle, frame: Frame) -> None:
    """An answer completes its step; the battle goes on with the next one."""
    fight.step += 1
    frame.phase = FIGHT


def fighters(state: State, fight: Battle, side: int) -> tuple[int, int]:
    """Infantry and cavalry that fight on a side; all that stand in the target defend it."""
    if side == ATTACK:
        return attackers(fight.joined)
    return state.infantry[fight.target], state.cavalry[fight.target]


def places_of(t: Tables, state: State, fight: Battle) -> int:
    """Where the battle is, in the bits of an ability."""
    board = t.boards[state.map]
    bits = place_bits(board, fight.target)
    if (board.sea_mask >> fight.origin | board.sea_mask >> fight.target) & 1:
        bits |= AT_SEA
    if board.links[fight.link][2] & BRIDGE:
        bits |= OVER_BRIDGE
    return bits


def ability(
    t: Tables, state: State, fight: Battle, side: int, op: int, result: int = 0
) -> Ability | None:
    """The ability of a side's hero that counts now, if it has one of this primitive."""
    hero = fight.hero[side]
    if hero == NONE:
        return None
    for found in t.heroes[hero].abilities:
        if found.op != op or not found.sides >> side & 1:
            continue
        if found.results and not found.results & result:
            continue
        if found.places and not found.places & places_of(t, state, fight):
            continue
        if not found.unblockable and op != NULLIFY and silenced(t, state, fight, side):
            continue
        return found
    return None


def silenced(t: Tables, state: State, fight: Battle, side: int) -> bool:
    """Whether the enemy's hero switches off this side's abilities [heroes.24]."""
    return ability(t, state, fight, 1 - side, NULLIFY) is not None


def amount(t: Tables, state: State, fight: Battle, side: int, op: int, result: int = 0) -> int:
    """The number on an ability that counts now, 0 for none."""
    found = ability(t, state, fight, side, op, result)
    return found.n if found is not None else 0


def parts(t: Tables, state: State, fight: Battle, side: int) -> tuple[int, int, int, int]:
    """Units, defence bonus, hero and die; their sum is the side's strength."""
    infantry, cavalry = fighters(state, fight, side)
    bonus = 0
    if side == ATTACK:
        units = attack_strength(infantry, cavalry, t.laws[state.card + 1])
    else:
        units = strength_of(infantry, cavalry)
        bonus = army.defence_bonus(t, state, fight.target, fight.defender)
        bonus = max(0, bonus - amount(t, state, fight, ATTACK, REDUCE_DEFENCE))
    return units, bonus, hero_part(t, state, fight, side), fight.die[side]


def hero_part(t: Tables, state: State, fight: Battle, side: int) -> int:
    """A hero's strength, and what its abilities add to it before the dice."""
    hero = fight.hero[side]
    if hero == NONE:
        return 0
    total = t.heroes[hero].strength + amount(t, state, fight, side, BONUS)
    per_unit = ability(t, state, fight, side, UNIT_BONUS)
    if per_unit is not None:
        infantry, cavalry = fighters(state, fight, side)
        units = infantry if per_unit.unit == INFANTRY else cavalry
        total += min(units * per_unit.n, per_unit.cap)
    return total
