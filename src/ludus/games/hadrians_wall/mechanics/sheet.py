"""A new sheet, and what can be counted on one."""

from __future__ import annotations

from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    COHORTS,
    DIPLOMAT,
    FAVOUR,
    GRANARY_LARGE,
    GRANARY_MEDIUM,
    MARKET,
    MARKET_BOXES,
    MEDIATION,
    NONE,
    PATH,
    PRODUCTION,
    PROSPECT,
    THROUGH,
    WIDTH,
    YEARS,
    Sheet,
)


def empty_sheet(board: Board) -> Sheet:
    """Two empty sheets and an empty board [setup.11-12]."""
    sheet = [0] * WIDTH
    sheet[PRODUCTION] = board.printed_production
    for year in range(YEARS):
        sheet[PATH + year] = NONE
        sheet[PROSPECT + year] = NONE
    sheet[THROUGH] = NONE
    return sheet


def open_column(built: int) -> int:
    """The last column that a Granary opens: 0 Small, 1 Medium, 2 Large."""
    if not built & 1 << GRANARY_MEDIUM:
        return 0
    return 2 if built & 1 << GRANARY_LARGE else 1


def first_free(sheet: Sheet, start: int, count: int) -> int:
    """The first of `count` boxes that holds no number; `count` if all do."""
    for box in range(count):
        if not sheet[start + box]:
            return box
    return count


def diplomat_count(sheet: Sheet) -> int:
    """How many Diplomats have been acquired."""
    count = 0
    for cohort in range(COHORTS):
        if sheet[DIPLOMAT + cohort]:
            count += 1
    return count


def favours_left(sheet: Sheet) -> int:
    """All Favours that have not been used, of Temples and Diplomats."""
    return sheet[FAVOUR] + sum(sheet[MEDIATION : MEDIATION + COHORTS])


def different_goods(sheet: Sheet) -> int:
    """How many kinds of goods the Market holds."""
    return len(set(sheet[MARKET : MARKET + MARKET_BOXES]) - {0})
