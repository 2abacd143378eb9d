"""What a pile of counters shows: who lies on top, how strong it is, and how fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.games.agricola.board import Muster
from ludus.games.agricola.ids import FLEET, LEADER, LEGATE, PRAEFECTUS, PRAESIDIUM, SUPREME
from ludus.games.agricola.mechanics import strength

FIRST: Final = (SUPREME, LEADER, LEGATE, PRAEFECTUS)
LAST: Final = (PRAESIDIUM, FLEET)


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
