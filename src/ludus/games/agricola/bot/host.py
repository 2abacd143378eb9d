"""The war host that the Romans have not seen: how large it may be, and where it may stand.

How many of the tribes are on the map everybody can count, and in which places there is somebody.
Who holds his centers with one band each has all the others together; and who stands where there is
nothing to hold is rather the host than a single band.
"""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.bot.chart import Chart, Stack
from ludus.games.agricola.bot.scene import new_stack
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import State

BAND_STRENGTH: Final = 3.0
BAND_STEPS: Final = 1.8
BAND_WORTH: Final = 0.35
"""One of the tribes, on the average."""
ABROAD: Final = 4.0
"""How much likelier a stack is the host that holds nothing where it stands."""
REMOTE: Final = 90.0
"""Tenths of a hex from the front to where a host may gather unseen."""
LEAST_HOST: Final = 2


class Host:
    """What a war host holds that nobody has seen, and how likely each place is to be its place."""

    __slots__ = ("share", "stack")

    def __init__(self, stack: Stack, share: dict[int, float]) -> None:
        self.stack = stack
        self.share = share


def veiled(t: Tables, state: State, row: dict[int, Stack]) -> dict[int, int]:
    """By place, those of the tribes whom the Romans have not seen."""
    known = state.known[ROMAN] | t.tribes.static
    found: dict[int, int] = {}
    for place, stack in row.items():
        hidden = stack.mask & ~known
        if hidden:
            found[place] = hidden
    return found


def sighted(
    t: Tables, chart: Chart, state: State, row: dict[int, Stack]
) -> tuple[dict[int, Stack], Host | None]:
    """The tribes as the Romans see them: one band where they have seen nobody, and the host."""
    hidden = veiled(t, state, row)
    if not hidden:
        return row, None
    more = sum(mask.bit_count() for mask in hidden.values()) - len(hidden)
    found = dict(row)
    for place, mask in hidden.items():
        seen = row[place].mask & ~mask
        found[place] = _with_bands(t, chart, state, place, seen, 1, row[place].camp)
    if more < LEAST_HOST:
        return found, None
    weights = {place: _weight(t, chart, place) for place in hidden}
    total = sum(weights.values())
    share = {place: weight / total for place, weight in weights.items()}
    unseen = 0
    for mask in hidden.values():
        unseen |= mask
    stack = _with_bands(t, chart, state, NONE, 0, more + 1, False)
    stack.mask = unseen & t.tribes.supreme
    return found, Host(stack, share)


def _weight(t: Tables, chart: Chart, place: int) -> float:
    """A host gathers far from the Roman fortresses, and holds nothing when it marches."""
    center = t.board.center_at[place]
    if center == NONE:
        return ABROAD
    far = chart.cost[CALEDONIAN][center][t.board.fortress_hex[0]] / REMOTE
    return 0.3 + far * far


def _with_bands(
    t: Tables, chart: Chart, state: State, place: int, seen: int, bands: int, camp: bool
) -> Stack:
    found = Stack(place, seen)
    if seen:
        known = new_stack(t, chart, state, CALEDONIAN, place, seen)
        found.strength, found.mobile, found.steps = known.strength, known.mobile, known.steps
        found.worth, found.heads = known.worth, known.heads
    strength = round(BAND_STRENGTH * bands)
    found.strength += strength
    found.mobile += strength
    found.steps += round(BAND_STEPS * bands)
    found.worth += BAND_WORTH * bands
    found.hungry = bands
    found.camp = camp
    found.spare = float(found.mobile * found.steps)
    return found
