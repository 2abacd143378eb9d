"""A position as one side knows it: its own armies, and of the enemy's what it may count on.

Enemy units that a side has seen stand where they are. The others on the map are shared out evenly
over the stacks whose units it may not examine, each as strong as the average of them.
"""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.bot.lookups import Lookups, Stack
from ludus.games.agricola.bot.stacks import Armies, new_stack, stack_of
from ludus.games.agricola.ids import CALEDONIAN, NONE, WASTES
from ludus.games.agricola.rules.recruiting import setting_up
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State
from ludus.games.agricola.view.visibility import in_sight, shown_units, standing_for, unplaced

FEWEST: Final = 0.5
"""Where a stack stands unseen there is hardly less than a unit."""


class Known:
    """What a side knows of the enemy's units."""

    __slots__ = ("box", "found", "limbo", "shown", "stacks", "unseen", "veiled")

    def __init__(self, t: Tables, state: State, side: int) -> None:
        other = 1 - side
        muster = t.musters[other]
        self.shown: Final[int] = shown_units(t, state, side, other)
        """Enemy units in sight, as a mask."""
        self.found: Final[int] = self.shown | state.known[side]
        """Those whose place is known."""
        self.stacks: Final[tuple[int, ...]] = standing_for(t, state, side, other)
        """Places where enemies stand,"""
        self.veiled: Final[list[int]] = [
            place for place in self.stacks if not in_sight(t, state, side, other, place)
        ]
        """and those among them that the side may not examine."""
        hidden = muster.all & ~self.found
        self.box: Final[int] = (state.here[other][t.board.recruit] & hidden).bit_count()
        self.limbo: Final[int] = unplaced(t, state, side, other, self.found)
        mobile = hidden & ~muster.static
        self.unseen: Final[int] = max(0, mobile.bit_count() - self.box - self.limbo)
        """How many units stand in the veiled places that cannot be named."""


def known_armies(t: Tables, lookups: Lookups, state: State, side: int, known: Known) -> Armies:
    """Both sides' stacks as a side knows them; the state is one of `as_known`."""
    rows: list[dict[int, Stack]] = [{}, {}]
    last = t.board.britannia
    here = state.here[side]
    for place in sorted(set(state.at[side])):
        if place <= last:
            rows[side][place] = stack_of(t, lookups, state, side, place, here[place])
    other = 1 - side
    theirs = state.here[other]
    places = set(known.stacks)
    rest = known.found
    at = state.at[other]
    while rest:
        low = rest & -rest
        rest ^= low
        place = at[low.bit_length() - 1]
        if place <= last:
            places.add(place)
    band = _average(t, lookups, other, known)
    for place in sorted(places):
        seen = theirs[place] & known.found
        if place not in known.veiled:
            rows[other][place] = stack_of(t, lookups, state, other, place, seen)
        else:
            rows[other][place] = _veiled(t, lookups, state, other, place, seen, band)
    return Armies(rows[0], rows[1])


def _average(t: Tables, lookups: Lookups, other: int, known: Known) -> Stack:
    """What stands unseen in each veiled place, on average."""
    muster = t.musters[other]
    found = Stack(NONE, 0)
    hidden = muster.all & ~known.found & ~muster.static
    count = hidden.bit_count()
    if not count or not known.veiled:
        return found
    strength = 0
    steps = 0
    worth = 0.0
    rest = hidden
    while rest:
        low = rest & -rest
        rest ^= low
        unit = low.bit_length() - 1
        strength += muster.strength[unit]
        steps += 2 if muster.two_step & low else 1
        worth += lookups.whole[other][unit]
    each = max(FEWEST, known.unseen / len(known.veiled)) / count
    found.strength = round(strength * each)
    found.mobile = found.strength
    found.steps = max(1, round(steps * each))
    found.worth = worth * each
    found.hungry = max(1, round(count * each))
    return found


def _veiled(
    t: Tables, lookups: Lookups, state: State, other: int, place: int, seen: int, band: Stack
) -> Stack:
    """What is known to stand in a place, and what may stand with it."""
    known = new_stack(t, lookups, state, other, place, seen)
    known.strength += band.strength
    known.mobile += band.mobile
    known.steps += band.steps
    known.worth += band.worth
    known.hungry += band.hungry
    known.spare = float(known.mobile * known.steps)
    return known


def as_known(state: State, side: int, known: Known) -> State:
    """The position without what is hidden of counters, and of units that are out of sight."""
    found = state.copy()
    found.disrupted[1 - side] &= known.shown
    if side != CALEDONIAN:
        for center, kind in enumerate(found.center):
            if kind != NONE and not found.center_up >> center & 1:
                # A plain one: Romans fear an Ambush in one place no more than in another.
                found.center[center] = WASTES
    return found


def nothing_known(state: State) -> bool:
    """While a side sets up, nothing can be counted on yet."""
    return not state.turn or setting_up(state) != NONE
