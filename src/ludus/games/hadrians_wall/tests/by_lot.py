"""Sheets drawn by lot, for tests of what players see: marks everywhere, in every combination.

Few games come by such sheets, and none must: what is shown of a sheet depends on it alone.
"""

from __future__ import annotations

import random

from ludus.games.hadrians_wall.ids import (
    ACTIVE,
    BATHS,
    BATHS_BOXES,
    BATTLES,
    BUILDINGS,
    BUILT,
    CELLS,
    COHORTS,
    COURT,
    COURT_BOXES,
    COURT_COLUMNS,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    FORUM,
    FORUM_BOXES,
    GLADIATORS,
    GOODS,
    MAP,
    MARKET,
    MARKET_BOXES,
    MEDIATION,
    PATH,
    PATHS,
    PROSPECT,
    REMOVED,
    RENOWN,
    RESTING,
    SCOUTS,
    STOCK,
    STRENGTH,
    TEMPLE,
    THEATRE,
    THEATRE_BOXES,
    TRAINING,
    TRAINING_BOXES,
    USED_UP,
    WOUNDS,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.rules.actions import refresh
from ludus.games.hadrians_wall.rules.checks import resting, used_up
from ludus.games.hadrians_wall.tests.scenes import Scene, fresh_sheet, the_board

USED = (
    (TRAINING, TRAINING_BOXES, YEARS),
    (FORUM, FORUM_BOXES, YEARS),
    (THEATRE, THEATRE_BOXES, YEARS),
    (BATHS, BATHS_BOXES, YEARS),
    (COURT, COURT_COLUMNS * COURT_BOXES, YEARS),
    (BATTLES, GLADIATORS * YEARS, YEARS),
    (MARKET, MARKET_BOXES, GOODS),
)
"""Boxes that hold a number, and how high it is at most."""
MEASURES = ("empty", "some", "some", "many", "full")


def sheet_by_lot(lot: random.Random, year: int) -> Sheet:
    """A sheet with marks of all kinds, more or less full."""
    board, sheet = the_board(), fresh_sheet()
    measure = lot.choice(MEASURES)

    def upto(most: int, least: int = 0) -> int:
        if measure in ("empty", "full"):
            return least if measure == "empty" else most
        few, some = sorted(lot.randint(least, most) for _ in range(2))
        return some if measure == "many" else few

    for place in range(STOCK):
        sheet[place] = lot.randrange(4)
    for place in range(RENOWN, TEMPLE + 1):
        sheet[place] = upto(board.size[place], sheet[place])
    sheet[FAVOUR] = lot.randint(0, sum(end <= sheet[TEMPLE] for end in board.temple_ends))
    rows = list(range(1, COHORTS + 1))
    for cohort in lot.sample(range(COHORTS), upto(COHORTS)):
        sheet[DIPLOMAT + cohort] = rows.pop(0)
        sheet[MEDIATION + cohort] = lot.randint(0, board.diplomat_favours)
    sheet[BUILT] = sum(1 << building for building in range(len(BUILDINGS)) if upto(1))
    for fighter in range(GLADIATORS):
        sheet[STRENGTH + fighter] = upto(len(board.spar_needs) - 1)
        sheet[WOUNDS + fighter] = lot.randint(0, sheet[STRENGTH + fighter])
    sheet[SCOUTS] = upto(len(board.scout_needs) - 1)
    sheet[MAP] = sum(1 << cell for cell in range(CELLS) if upto(1))
    sheet[DISDAIN] = upto(board.disdain_boxes)
    sheet[REMOVED] = lot.randint(0, sheet[DISDAIN])
    for start, count, most in USED:
        for box in range(count):
            sheet[start + box] = upto(1) * lot.randint(1, most)
    cards = lot.sample(range(len(PATHS)), 2 * year)
    for each in range(year):
        sheet[PATH + each], sheet[PROSPECT + each] = cards[2 * each], cards[2 * each + 1]
    return sheet


def scene_by_lot(seed: int | str, seats: int = 1, year: int = 4) -> Scene:
    """A table in the middle of a Year's actions; all its sheets are drawn by lot."""
    lot = random.Random(seed)
    scene = Scene(seats=seats, year=year)
    state, board = scene.state, scene.board
    for seat in range(seats):
        sheet = sheet_by_lot(lot, year)
        sheet[ACTIVE] = 1
        sheet[USED_UP] = used_up(board, sheet)
        sheet[RESTING] = resting(board, sheet, year)
        state.sheets[seat] = sheet
    for seat in range(seats):
        refresh(board, state, seat)
    return scene
