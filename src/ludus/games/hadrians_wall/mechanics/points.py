"""Points of a sheet: attributes, Paths and Disdain; and the ranks of solo play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    BUILT,
    CITIZENS,
    COHORT,
    COHORTS,
    DISDAIN,
    GUARD,
    MAP,
    MARKET,
    MARKET_BOXES,
    NONE,
    PATH,
    PRODUCTION,
    REMOVED,
    STRENGTH,
    TEMPLE,
    WALL,
    YEARS,
    Sheet,
)

Count: TypeAlias = Callable[[Board, Sheet], int]


def landmarks(board: Board, sheet: Sheet) -> int:
    return (sheet[BUILT] & board.building_landmark).bit_count()


def final_disdain(board: Board, sheet: Sheet) -> int:
    """Circled boxes that are not filled [disdain.3]."""
    return sheet[DISDAIN] - sheet[REMOVED]


def wall_sections(board: Board, sheet: Sheet) -> int:
    return sum(1 for end in board.columns[WALL] if sheet[WALL] >= end)


def large_buildings(board: Board, sheet: Sheet) -> int:
    return (sheet[BUILT] & board.building_large).bit_count()


def full_cohorts(board: Board, sheet: Sheet) -> int:
    return sum(1 for cohort in range(COHORTS) if sheet[COHORT + cohort] == board.size[COHORT])


def production(board: Board, sheet: Sheet) -> int:
    return sheet[PRODUCTION]


def goods(board: Board, sheet: Sheet) -> int:
    return sum(1 for box in range(MARKET_BOXES) if sheet[MARKET + box])


def citizen_tracks(board: Board, sheet: Sheet) -> int:
    return sum(1 for track in CITIZENS if sheet[track] == board.size[track])


def full_temples(board: Board, sheet: Sheet) -> int:
    return sum(1 for end in board.temple_ends if sheet[TEMPLE] >= end)


def map_columns(board: Board, sheet: Sheet) -> int:
    return sum(1 for mask in board.column_mask if sheet[MAP] & mask == mask)


def strength(board: Board, sheet: Sheet) -> int:
    """Circled and filled boxes of both gladiators, dead or alive [path.18]."""
    return sheet[STRENGTH] + sheet[STRENGTH + 1]


def guard_sections(board: Board, sheet: Sheet) -> int:
    return sum(1 for end in board.columns[GUARD] if sheet[GUARD] >= end)


COUNTS: Final[dict[str, Count]] = {
    "landmarks": landmarks,
    "disdain": final_disdain,
    "wall_sections": wall_sections,
    "large_buildings": large_buildings,
    "cohorts": full_cohorts,
    "production": production,
    "goods": goods,
    "citizen_tracks": citizen_tracks,
    "temples": full_temples,
    "map_columns": map_columns,
    "strength": strength,
    "guard_sections": guard_sections,
}
"""What Paths count, by the key on the card."""


def path_count(board: Board, sheet: Sheet, card: int) -> int:
    """The progress towards the goal of a Path."""
    return COUNTS[board.card_counts[card]](board, sheet)


def path_points(board: Board, sheet: Sheet, card: int) -> int:
    """The best tier reached, 0 to 3 [path.1-2]. Falling tiers are upper bounds [path.5]."""
    count = path_count(board, sheet, card)
    tiers = board.card_tiers[card]
    if tiers[0] <= tiers[2]:
        return sum(1 for tier in tiers if count >= tier)
    return sum(1 for tier in tiers if count <= tier)


def paths_points(board: Board, sheet: Sheet) -> int:
    """Points of all Paths kept so far."""
    total = 0
    for year in range(YEARS):
        card = sheet[PATH + year]
        if card != NONE:
            total += path_points(board, sheet, card)
    return total


def penalty(board: Board, sheet: Sheet) -> int:
    """Points lost for Disdain left over [score.4-5]."""
    left = final_disdain(board, sheet)
    return board.penalty[min(left, len(board.penalty) - 1)]


def attribute_points(sheet: Sheet) -> int:
    return sum(sheet[place] for place in ATTRIBUTES)


def total(board: Board, sheet: Sheet) -> int:
    """All points of a sheet [score.1]."""
    return attribute_points(sheet) + paths_points(board, sheet) - penalty(board, sheet)


def solo_rank(board: Board, points: int) -> str:
    """The rank of a solo player [solo.3-8]; a negative score is the lowest rank."""
    found = board.rank_keys[0]
    for key, least in zip(board.rank_keys, board.rank_points, strict=True):
        if points >= least:
            found = key
    return found
