"""Attack cards against the cohorts of one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    COHORT,
    COHORTS,
    DISDAIN,
    IGNORED,
    THROUGH,
    VALOUR,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.effects import Trace, gain


def arrows_of(board: Board, cards: Sequence[int]) -> list[int]:
    """How many arrows of the attack cards point at each cohort."""
    arrows = [0] * COHORTS
    for card in cards:
        for cohort in board.fate_arrows[card]:
            arrows[cohort] += 1
    return arrows


def breaches(sheet: Sheet, arrows: Sequence[int]) -> int:
    """How many attacks get through, not counting those that Favours ignore [attack.8-14]."""
    through = 0
    for cohort in range(COHORTS):
        beyond = arrows[cohort] - sheet[IGNORED + cohort] - sheet[COHORT + cohort]
        if beyond > 0:
            through += beyond
    return through


def settle(
    board: Board, sheet: Sheet, arrows: Sequence[int], flag: int, trace: Trace | None
) -> tuple[int, int]:
    """Disdain for what gets through, up to the flag; Valour for the rest of it [attack.8-22].

    Returns how many got through, and how much Disdain that gave.
    """
    through = breaches(sheet, arrows)
    disdain = min(through, flag)
    sheet[THROUGH] = through
    sheet[DISDAIN] += disdain
    for _ in range(flag - disdain):
        gain(board, sheet, VALOUR, trace)
    return through, disdain
