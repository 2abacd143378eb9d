"""What is marked on the sheets is what was filled, box by box."""

from __future__ import annotations

import random

import pytest

from ludus.games.hadrians_wall.face.marks import Marks, cell_id, marks_of
from ludus.games.hadrians_wall.ids import (
    BATTLES,
    BUILDINGS,
    BUILT,
    COHORT,
    COHORT_KEYS,
    COURT,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    GLADIATOR_KEYS,
    MAP,
    MEDIATION,
    REMOVED,
    RENOWN,
    SCOUTS,
    SIZE_KEYS,
    STRENGTH,
    TEMPLE,
    TRACK_KEYS,
    WOUNDS,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.tests.scenes import fresh_sheet, the_board

BOARD = the_board()
RULINGS = 3


def marked(sheet: Sheet) -> Marks:
    return marks_of(BOARD, sheet)


def only(marks: Marks, start: str) -> dict[str, int]:
    return {name: number for name, number in marks.filled.items() if name.startswith(start)}


@pytest.mark.parametrize("seed", range(5))
def test_tracks_and_cohorts_are_filled_from_the_first_box(seed: int) -> None:
    lot = random.Random(seed)
    sheet = fresh_sheet()
    for place in range(RENOWN, TEMPLE + 1):
        sheet[place] = lot.randrange(BOARD.size[place] + 1)
    marks = marked(sheet)
    for number, key in enumerate(TRACK_KEYS):
        place = RENOWN + number
        if COHORT <= place < COHORT + len(COHORT_KEYS) or place == TEMPLE:
            continue
        found = {name for name in marks.filled if name.rpartition("-")[0] == key}
        assert found == {f"{key}-{box}" for box in range(1, sheet[place] + 1)}, key
    for number, key in enumerate(COHORT_KEYS):
        boxes = range(1, sheet[COHORT + number] + 1)
        assert set(only(marks, f"cohort-{key}-")) == {f"cohort-{key}-{box}" for box in boxes}
    temples = [name for name in only(marks, "temple-") if name[-1].isdigit()]
    assert len(temples) == sheet[TEMPLE]


def test_a_building_is_marked_with_its_reward() -> None:
    for number, key in enumerate(BUILDINGS):
        sheet = fresh_sheet()
        sheet[BUILT] = 1 << number
        name = key.replace("_", "-")
        before = marked(fresh_sheet()).filled.keys()
        assert marked(sheet).filled.keys() - before == {name, f"{name}-reward"}


def test_disdain_is_circled_until_it_is_removed() -> None:
    sheet = fresh_sheet()
    sheet[DISDAIN], sheet[REMOVED] = 5, 2
    marks = marked(sheet)
    assert set(only(marks, "disdain-")) == {"disdain-1", "disdain-2"}
    assert {name for name in marks.circled if "disdain" in name} == {
        "disdain-3",
        "disdain-4",
        "disdain-5",
    }


def test_gladiators_are_circled_and_their_wounds_filled() -> None:
    for fighter, key in enumerate(GLADIATOR_KEYS):
        sheet = fresh_sheet()
        sheet[STRENGTH + fighter], sheet[WOUNDS + fighter] = 4, 1
        sheet[BATTLES + YEARS * fighter + 2] = 3
        marks = marked(sheet)
        assert only(marks, "ludus-") == {f"ludus-{key}-1": 0, f"ludus-{key}-battle-3": 3}
        assert marks.circled == {f"ludus-{key}-{box}" for box in (2, 3, 4)}


def test_rulings_have_the_year_written_into_them() -> None:
    for column, key in enumerate(COHORT_KEYS):
        sheet = fresh_sheet()
        sheet[COURT + RULINGS * column + 1] = 4
        assert only(marked(sheet), "courthouse-") == {f"courthouse-{key}-2": 4}


@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_full_temple_has_a_favour_until_it_is_spent(left: int) -> None:
    sheet = fresh_sheet()
    sheet[TEMPLE] = BOARD.temple_ends[1]
    sheet[FAVOUR] = left
    marks = marked(sheet)
    favours = [f"temple-{size}-favour" for size in SIZE_KEYS[:2]]
    assert {name for name in marks.circled if "favour" in name} == set(favours)
    assert marks.spent == set(favours[: 2 - left])
    sheet[TEMPLE] -= 1
    sheet[FAVOUR] = 0
    assert marked(sheet).circled == {favours[0]} == marked(sheet).spent


def test_a_diplomat_has_favours_of_its_own() -> None:
    for cohort, key in enumerate(COHORT_KEYS):
        sheet = fresh_sheet()
        sheet[DIPLOMAT + cohort], sheet[MEDIATION + cohort] = 2, 1
        marks = marked(sheet)
        assert only(marks, "diplomat-") == {"diplomat-2": 0}
        every = {f"diplomat-2-favour-{n}" for n in range(1, BOARD.diplomat_favours + 1)}
        assert marks.circled == {f"diplomat-2-{key}", *every}
        assert marks.spent == every - {"diplomat-2-favour-1"}


def test_scouts_and_rows_of_the_map() -> None:
    sheet = fresh_sheet()
    row = BOARD.row_mask[1]
    sheet[SCOUTS], sheet[MAP] = 2, row
    cells = {cell_id(cell) for cell in range(row.bit_length()) if row >> cell & 1}
    assert set(only(marked(sheet), "scout-")) == {"scout-1", "scout-2", "scout-row2", *cells}
    sheet[MAP] = row & (row - 1)
    assert "scout-row2" not in marked(sheet).filled
