"""The odds of a battle: one die on each side [battle.14-16]."""

from __future__ import annotations

from typing import Final

from ludus.games.conqueror.ids import FACE_ODDS, FACES

ROLLED: Final = tuple(
    face for face, odds in zip(FACES, FACE_ODDS, strict=True) for _ in range(odds)
)
"""The six sides of the die."""


def counted(
    lead: int, mine: tuple[int, ...] = ROLLED, theirs: tuple[int, ...] = ROLLED
) -> tuple[int, int, int]:
    """Of all pairs of rolls to come, those the attacker wins, draws and loses with this lead."""
    won = 0
    drawn = 0
    for a in mine:
        for b in theirs:
            if lead + a > b:
                won += 1
            elif lead + a == b:
                drawn += 1
    return won, drawn, len(mine) * len(theirs) - won - drawn


def percents(lead: int) -> tuple[int, int, int]:
    """Per cent won, drawn and lost for the attacker, heroes and rerolls aside."""
    won, drawn, lost = counted(lead)
    every = won + drawn + lost
    win = round(100 * won / every)
    draw = round(100 * drawn / every)
    return win, draw, 100 - win - draw
