"""Which units the loser of a battle can give up [casualty.1-7]."""

from __future__ import annotations

from ludus.games.conqueror.mechanics.strength import strength_of


def fitting(infantry: int, cavalry: int, margin: int) -> list[tuple[int, int]]:
    """The sets of units worth the margin, or the least above it; all units if they are not.

    A set is so many infantry and so many cavalry.
    """
    if strength_of(infantry, cavalry) <= margin:
        return [(infantry, cavalry)]
    for worth in (margin, margin + 1):
        found = [
            (worth - 2 * horses, horses)
            for horses in range(cavalry + 1)
            if 0 <= worth - 2 * horses <= infantry
        ]
        if found:
            return found
    raise AssertionError("an army above the margin has a set that fits")
