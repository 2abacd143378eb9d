"""Which counters lie in a pile, and what it shows: who is on top, how strong it is, how fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.games.agricola.board import Muster, units
from ludus.games.agricola.ids import (
    FLEET,
    HIDDEN,
    LEADER,
    LEGATE,
    NONE,
    PRAEFECTUS,
    PRAESIDIUM,
    SUPREME,
)
from ludus.games.agricola.mechanics import strength
from ludus.games.agricola.view import View, place_seen, turn_seen

FIRST: Final = (SUPREME, LEADER, LEGATE, PRAEFECTUS)
LAST: Final = (PRAESIDIUM, FLEET)


def piles(view: View, side: int, last: int) -> dict[int, list[int]]:
    """The units of a side that the viewer can name, by place, up to a last place."""
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(view.at[side]):
        if 0 <= place <= last:
            found.setdefault(place, []).append(unit)
    return found


def seen_earlier(view: View, place: int) -> dict[int, list[int]]:
    """Enemy units that the viewer saw in a place and that may have left, by turn, latest first."""
    found: dict[int, list[int]] = {}
    if view.side == NONE or place not in view.veiled[1 - view.side]:
        return found
    at = view.at[1 - view.side]
    for unit, seen in enumerate(view.sighted):
        if seen != NONE and at[unit] == HIDDEN and place_seen(seen) == place:
            found.setdefault(turn_seen(seen), []).append(unit)
    return dict(sorted(found.items(), reverse=True))


def places_of(view: View, side: int, mask: int) -> set[int]:
    """Where the units of a mask are, as far as the viewer knows."""
    return {view.at[side][unit] for unit in units(mask) if view.at[side][unit] >= 0}


def foremost(muster: Muster, pile: Sequence[int]) -> int:
    """The unit that lies on top: a leader, else the strongest; forts and ships last."""

    def rank(unit: int) -> tuple[int, int, int]:
        kind = muster.type[unit]
        first = FIRST.index(kind) if kind in FIRST else len(FIRST)
        return (first, int(kind in LAST), -muster.strength[unit])

    return min(pile, key=rank)


def in_order(muster: Muster, pile: Sequence[int]) -> list[int]:
    """A pile as it is laid out: leaders, then by type."""
    return sorted(pile, key=lambda unit: (muster.type[unit], unit))


def summed(muster: Muster, disrupted: int, pile: Sequence[int]) -> tuple[str, str]:
    """The whole strength of a pile, and how far all of it can go."""
    total = sum(strength(muster, unit, disrupted) for unit in pile)
    return str(total), pace(muster, pile)


def pace(muster: Muster, pile: Sequence[int]) -> str:
    """The least movement of those that walk; a wave for ships alone, a dash if none moves."""
    walking = [muster.move[unit] for unit in pile if muster.move[unit] > 0]
    if walking:
        return str(min(walking))
    return "~" if any(muster.move[unit] < 0 for unit in pile) else "-"
