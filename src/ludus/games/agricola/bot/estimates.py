"""Enemy stacks that a side has not seen: how strong they may be, and where.

Both players can count the Caledonian units on the map and see which places are occupied. If every
center is held by one unit, all the others are together; and a stack in a place without value is
more likely the main army than a single unit.
"""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.bot.lookups import Lookups, Stack
from ludus.games.agricola.bot.stacks import new_stack
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

ABROAD: Final = 4.0
"""How much likelier a stack is the main army if it holds nothing where it is."""
REMOTE: Final = 90.0
"""Tenths of a hex from the front to where an army may gather unseen."""
LEAST_HOST: Final = 2


class UnseenHost:
    """The unseen main army: its strength, and how likely it is in each place."""

    __slots__ = ("share", "stack")

    def __init__(self, stack: Stack, share: dict[int, float]) -> None:
        self.stack = stack
        self.share = share


def veiled(t: Tables, state: State, row: dict[int, Stack]) -> dict[int, int]:
    """By place, the Caledonian units that the Romans have not seen."""
    known = state.known[ROMAN] | t.tribes.static
    found: dict[int, int] = {}
    for place, stack in row.items():
        hidden = stack.mask & ~known
        if hidden:
            found[place] = hidden
    return found


def estimated(
    t: Tables, lookups: Lookups, state: State, row: dict[int, Stack]
) -> tuple[dict[int, Stack], UnseenHost | None]:
    """The tribes as the Romans know them: one unit per unseen stack, and the main army."""
    hidden = veiled(t, state, row)
    if not hidden:
        return row, None
    more = sum(mask.bit_count() for mask in hidden.values()) - len(hidden)
    found = dict(row)
    for place, mask in hidden.items():
        seen = row[place].mask & ~mask
        found[place] = _with_bands(t, lookups, state, place, seen, 1, row[place].camp)
    if more < LEAST_HOST:
        return found, None
    weights = {place: _weight(t, lookups, place) for place in hidden}
    total = sum(weights.values())
    share = {place: weight / total for place, weight in weights.items()}
    unseen = 0
    for mask in hidden.values():
        unseen |= mask
    stack = _with_bands(t, lookups, state, NONE, 0, more + 1, False)
    stack.mask = unseen & t.tribes.supreme
    return found, UnseenHost(stack, share)


def _weight(t: Tables, lookups: Lookups, place: int) -> float:
    """An army gathers far from the Roman fortresses, and holds nothing when it marches."""
    center = t.board.center_at[place]
    if center == NONE:
        return ABROAD
    far = lookups.cost[CALEDONIAN][center][t.board.fortress_hex[0]] / REMOTE
    return 0.3 + far * far


def _with_bands(
    t: Tables, lookups: Lookups, state: State, place: int, seen: int, bands: int, camp: bool
) -> Stack:
    found = Stack(place, seen)
    if seen:
        known = new_stack(t, lookups, state, CALEDONIAN, place, seen)
        found.strength, found.mobile, found.steps = known.strength, known.mobile, known.steps
        found.worth, found.heads = known.worth, known.heads
    strength = round(lookups.band_strength * bands)
    found.strength += strength
    found.mobile += strength
    found.steps += round(lookups.band_steps * bands)
    found.worth += lookups.band_worth * bands
    found.hungry = bands
    found.camp = camp
    found.spare = float(found.mobile * found.steps)
    return found


def averaged(
    t: Tables, lookups: Lookups, state: State, viewer: int, row: dict[int, Stack]
) -> dict[int, Stack]:
    """Enemy stacks as a side knows them: those it has not seen get their average strength.

    Else every world drawn anew would have other stacks to fear, and no plan would last.
    """
    side = 1 - viewer
    muster = t.musters[side]
    board = t.board
    veiled: dict[int, int] = {}
    for place, stack in row.items():
        known = state.known[viewer] | muster.static
        if viewer == CALEDONIAN and place < board.hexes and board.center_at[place] != NONE:
            known = muster.all
        hidden = stack.mask & ~known
        if hidden:
            veiled[place] = hidden
    if len(veiled) < 2:
        return row
    unseen = [new_stack(t, lookups, state, side, place, mask) for place, mask in veiled.items()]
    share_of = 1.0 / len(unseen)
    strength = share_of * sum(stack.strength for stack in unseen)
    steps = share_of * sum(stack.steps for stack in unseen)
    worth = share_of * sum(stack.worth for stack in unseen)
    heads = share_of * sum(stack.heads for stack in unseen)
    found = dict(row)
    for place, mask in veiled.items():
        old = row[place]
        seen = new_stack(t, lookups, state, side, place, old.mask & ~mask)
        new = Stack(place, old.mask & ~mask)
        new.strength = seen.strength + round(strength)
        new.mobile = seen.mobile + round(strength)
        new.steps = seen.steps + max(1, round(steps))
        new.worth = seen.worth + worth
        new.heads = seen.heads + heads
        new.camp = old.camp
        new.hungry = old.hungry
        new.spare = float(new.mobile * new.steps)
        found[place] = new
    return found
