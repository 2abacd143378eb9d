"""The armies of a position, summed up stack by stack."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.bot.lookups import Lookups, Stack
from ludus.games.agricola.ids import AMBUSH, CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

MOST_KEPT: Final = 20_000
GARRISON: Final = 3
"""Strength that stays behind where an army holds a center."""

LEGION: Final = 0.16
WORN_LEGION: Final = 0.4
OTHER: Final = 0.09
WORN_OTHER: Final = 0.16
TRIBE: Final = 0.05
"""What a turn without supply costs a unit: a third of a step. A lost legionary is a point."""


class Armies:
    """Both sides' stacks on the map and in Britannia, by place."""

    __slots__ = ("romans", "tribes")

    def __init__(self, romans: dict[int, Stack], tribes: dict[int, Stack]) -> None:
        self.romans = romans
        self.tribes = tribes

    def with_stack(self, side: int, place: int, new: Stack | None) -> Armies:
        """The armies with one stack changed, gone (None) or added."""
        row = self.romans.copy() if side == ROMAN else self.tribes.copy()
        if new is not None:
            row[place] = new
        elif place in row:
            del row[place]
        return Armies(row, self.tribes) if side == ROMAN else Armies(self.romans, row)


def stack_of(t: Tables, lookups: Lookups, state: State, side: int, place: int, mask: int) -> Stack:
    """The stack of these units, from the cache if possible. Do not change it."""
    key = (mask, state.disrupted[side] & mask, place * 2 + side)
    found = lookups.stacks.get(key)
    if found is None:
        if len(lookups.stacks) >= MOST_KEPT:
            lookups.stacks.clear()
        found = lookups.stacks[key] = new_stack(t, lookups, state, side, place, mask)
    return found


def new_stack(t: Tables, lookups: Lookups, state: State, side: int, place: int, mask: int) -> Stack:
    found = Stack(place, mask)
    muster = t.musters[side]
    disrupted = state.disrupted[side]
    land = muster.land
    two_step = muster.two_step
    eats = ~muster.fed if side == ROMAN else ~(muster.leaders | muster.static)
    whole = lookups.whole[side]
    worn = lookups.worn[side]
    front = muster.strength
    back = muster.back
    rest = mask
    strength = 0
    mobile = 0
    steps = 0
    worth = 0.0
    heads = 0.0
    leaders = muster.leaders
    while rest:
        low = rest & -rest
        rest ^= low
        unit = low.bit_length() - 1
        if disrupted & low:
            value = back[unit]
            price = worn[unit]
            steps += 1
        else:
            value = front[unit]
            price = whole[unit]
            steps += 2 if two_step & low else 1
        worth += price
        if leaders & low:
            heads += price
        strength += value
        if land & low:
            mobile += value
    found.strength = strength
    found.mobile = mobile
    found.steps = steps
    found.worth = worth
    found.heads = heads
    found.camp = bool(mask & muster.static)
    found.hungry = (mask & eats).bit_count()
    if side == ROMAN:
        legions = mask & muster.legionaries & eats
        others = mask & eats & ~legions
        found.want = WORN_LEGION * (legions & disrupted).bit_count()
        found.want += LEGION * (legions & ~disrupted).bit_count()
        found.want += WORN_OTHER * (others & disrupted).bit_count()
        found.want += OTHER * (others & ~disrupted).bit_count()
    else:
        found.want = TRIBE * found.hungry
    if mobile:
        force = mobile
        if not found.camp and t.board.center_at[place] != NONE:
            force -= GARRISON
        if force > 0:
            found.spare = float(force * force * steps) / strength
    return found


def armies_of(t: Tables, lookups: Lookups, state: State) -> Armies:
    rows: list[dict[int, Stack]] = []
    last = t.board.britannia
    for side in (ROMAN, CALEDONIAN):
        here = state.here[side]
        row: dict[int, Stack] = {}
        for place in sorted(set(state.at[side])):
            if place <= last:
                row[place] = stack_of(t, lookups, state, side, place, here[place])
        rows.append(row)
    return Armies(rows[0], rows[1])


def ambush_at(t: Tables, state: State, place: int) -> bool:
    """Whether an Ambush lies face down in the hex."""
    center = t.board.center_at[place]
    if center == NONE or state.center_up >> center & 1:
        return False
    return state.center[center] == AMBUSH


def share(stack: Stack, left: float) -> Stack:
    """What is left of a stack after losses, by its share."""
    found = Stack(stack.place, stack.mask)
    found.strength = int(stack.strength * left)
    found.mobile = int(stack.mobile * left)
    found.spare = stack.spare * left * left
    found.steps = max(1, int(stack.steps * left))
    found.worth = stack.heads + (stack.worth - stack.heads) * left
    found.heads = stack.heads
    found.camp = stack.camp
    found.hungry = stack.hungry
    found.want = stack.want
    return found
