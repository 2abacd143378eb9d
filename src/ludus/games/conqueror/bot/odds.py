"""A bot's chances: to win a battle, and to take a fort some day."""

from __future__ import annotations

from typing import Final

from ludus.games.conqueror.mechanics.odds import ROLLED, counted

MARGINS: Final = 24
"""Leads beyond this count as this large."""


def win_table(mine: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """The attacker's chance to win by its lead, from -MARGINS on, with these dice to come."""
    every = len(mine) * len(theirs)
    return tuple(counted(lead, mine, theirs)[0] / every for lead in range(-MARGINS, MARGINS + 1))


WIN: Final = win_table(ROLLED, ROLLED)
WIN_WITH_ONE: Final = win_table((0,), ROLLED)
"""The attacker's die is part of the lead already."""
WIN_FOR_SURE: Final = win_table((0,), (0,))


def chance(lead: int, table: tuple[float, ...] = WIN) -> float:
    """The attacker's chance to win a battle with this lead before the dice to come."""
    if lead > MARGINS:
        lead = MARGINS
    elif lead < -MARGINS:
        lead = -MARGINS
    return table[lead + MARGINS]


def _reach_odds(power: int, guard: int, held_by_player: bool) -> float:
    """How likely an army is to take a fort with this guard, now or later.

    Independents have no luck: a stronger army beats them, and a weaker one must grow first.
    """
    if power > guard + 3 or (power > guard and not held_by_player):
        return 1.0
    if not held_by_player:
        return 0.6 * power / (guard + 1)
    odds = chance(power - guard)
    return odds if odds >= 0.1 else 0.1 * power / (guard + 1)


STRONG: Final = 40
"""Armies and guards beyond this strength count as this strong."""
REACH_PLAYER: Final = [
    [_reach_odds(power, guard, True) for power in range(STRONG + 1)] for guard in range(STRONG + 1)
]
REACH_INDEPENDENT: Final = [
    [_reach_odds(power, guard, False) for power in range(STRONG + 1)] for guard in range(STRONG + 1)
]
REACH_FREE: Final = [1.0] * (STRONG + 1)
