"""Which boxes of the drawing a sheet has marked, and which box an action would mark."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.core.actions import Action
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    BATHS,
    BATHS_BOXES,
    BATTLES,
    BUILDINGS,
    BUILT,
    CELLS,
    CIPPI,
    CITIZENS,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    COLUMNS,
    COURT,
    COURT_BOXES,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    FORT,
    FORUM,
    FORUM_BOXES,
    GLADIATOR_KEYS,
    GUARD,
    MAP,
    MARKET,
    MARKET_BOXES,
    MEDIATION,
    MINING,
    REMOVED,
    RENOWN,
    SCOUTS,
    SIZE_KEYS,
    SPAR_PARTNERS,
    STRENGTH,
    TEMPLE,
    THEATRE,
    THEATRE_BOXES,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
    TRAINING,
    TRAINING_BOXES,
    WALL,
    WOUNDS,
    YEARS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.points import paths_points, penalty, total
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count, first_free

TRACK_VERBS = {"mining": MINING, "guard": GUARD, "cippi": CIPPI, "wall": WALL, "fort": FORT}
"""The tracks beside the Fort, and the Fort, by the verb that fills their next box."""
NUMBERED = (
    ("training", TRAINING, TRAINING_BOXES),
    ("forum", FORUM, FORUM_BOXES),
    ("theatre", THEATRE, THEATRE_BOXES),
    ("baths", BATHS, BATHS_BOXES),
    ("market", MARKET, MARKET_BOXES),
)


@dataclass(slots=True)
class Marks:
    """What is marked: `filled` by box id with the number written there (0: just filled)."""

    filled: dict[str, int] = field(default_factory=dict)
    circled: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)


def building_id(building: int) -> str:
    """The element of a building's own box."""
    return BUILDINGS[building].replace("_", "-")


def track_id(place: int, box: int, board: Board) -> str:
    """The element of a box of a track."""
    if COHORT <= place < COHORT + COHORTS:
        return f"cohort-{COHORT_KEYS[place - COHORT]}-{box}"
    if place == TEMPLE:
        start = 0
        for name, end in zip(SIZE_KEYS, board.temple_ends, strict=True):
            if box <= end:
                return f"temple-{name}-{box - start}"
            start = end
    return f"{TRACK_KEYS[place - RENOWN]}-{box}"


def cell_id(cell: int) -> str:
    return f"scout-r{cell // COLUMNS + 1}c{cell % COLUMNS + 1}"


def marks_of(board: Board, sheet: Sheet) -> Marks:
    """Everything that is marked on both sheets."""
    marks = Marks()
    filled = marks.filled
    for place in range(RENOWN, TEMPLE + 1):
        for box in range(1, sheet[place] + 1):
            filled[track_id(place, box, board)] = 0
    for building in range(len(BUILDINGS)):
        if sheet[BUILT] >> building & 1:
            filled[building_id(building)] = 0
            filled[f"{building_id(building)}-reward"] = 0
    for name, start, count in NUMBERED:
        for box in range(count):
            if sheet[start + box]:
                filled[f"{name}-{box + 1}"] = sheet[start + box]
                filled[f"{name}-{box + 1}-extra"] = 0
    _score(board, sheet, marks)
    _people(board, sheet, marks)
    _map(board, sheet, marks)
    return marks


def _score(board: Board, sheet: Sheet, marks: Marks) -> None:
    """Rulings, Disdain and the counted points."""
    filled = marks.filled
    for column, name in enumerate(COHORT_KEYS):
        for box in range(COURT_BOXES):
            if sheet[COURT + COURT_BOXES * column + box]:
                filled[f"courthouse-{name}-{box + 1}"] = sheet[COURT + COURT_BOXES * column + box]
    for box in range(1, sheet[DISDAIN] + 1):
        if box <= sheet[REMOVED]:
            filled[f"disdain-{box}"] = 0
        else:
            marks.circled.add(f"disdain-{box}")
    for place in ATTRIBUTES:
        filled[f"score-{TRACK_KEYS[place - RENOWN]}"] = sheet[place]
    filled["score-paths"] = paths_points(board, sheet)
    filled["score-disdain"] = -penalty(board, sheet)
    filled["score-total"] = total(board, sheet)


def _people(board: Board, sheet: Sheet, marks: Marks) -> None:
    """Gladiators, Favours and Diplomats."""
    for fighter, name in enumerate(GLADIATOR_KEYS):
        for box in range(1, sheet[STRENGTH + fighter] + 1):
            if box <= sheet[WOUNDS + fighter]:
                marks.filled[f"ludus-{name}-{box}"] = 0
            else:
                marks.circled.add(f"ludus-{name}-{box}")
        for box in range(YEARS):
            year = sheet[BATTLES + YEARS * fighter + box]
            if year:
                marks.filled[f"ludus-{name}-battle-{box + 1}"] = year
    full = [end for end in board.temple_ends if sheet[TEMPLE] >= end]
    for index in range(len(full)):
        favour = f"temple-{SIZE_KEYS[index]}-favour"
        marks.circled.add(favour)
        if index < len(full) - sheet[FAVOUR]:
            marks.spent.add(favour)
    for cohort, name in enumerate(COHORT_KEYS):
        row = sheet[DIPLOMAT + cohort]
        if row:
            marks.filled[f"diplomat-{row}"] = 0
            marks.circled.add(f"diplomat-{row}-{name}")
            for favour_box in range(1, board.diplomat_favours + 1):
                place = f"diplomat-{row}-favour-{favour_box}"
                marks.circled.add(place)
                if favour_box > sheet[MEDIATION + cohort]:
                    marks.spent.add(place)


def _map(board: Board, sheet: Sheet, marks: Marks) -> None:
    for box in range(1, sheet[SCOUTS] + 1):
        marks.filled[f"scout-{box}"] = 0
    for cell in range(CELLS):
        if sheet[MAP] >> cell & 1:
            marks.filled[cell_id(cell)] = 0
    for row, mask in enumerate(board.row_mask):
        if sheet[MAP] & mask == mask:
            marks.filled[f"scout-row{row + 1}"] = 0


def places_of(board: Board, sheet: Sheet, action: Action) -> tuple[str, ...]:
    """The boxes on the sheets where an action can be chosen."""
    verb, arg = action.verb, action.arg
    if verb in TRACK_VERBS:
        track = TRACK_VERBS[verb]
        return (track_id(track, sheet[track] + 1, board),)
    if verb == "citizen":
        return (track_id(CITIZENS[arg], sheet[CITIZENS[arg]] + 1, board),)
    if verb == "cohort":
        return (track_id(COHORT + arg, sheet[COHORT + arg] + 1, board),)
    if verb == "attribute":
        box = min(sheet[ATTRIBUTES[arg]] + 1, board.size[ATTRIBUTES[arg]])
        return (track_id(ATTRIBUTES[arg], box, board),)
    if verb == "build":
        return (building_id(arg),)
    if verb == "train":
        return (f"training-{first_free(sheet, TRAINING, TRAINING_BOXES) + 1}",)
    if verb == "forum":
        return (f"forum-{first_free(sheet, FORUM, FORUM_BOXES) + 1}",)
    return _right_places(board, sheet, verb, arg)


def _right_places(board: Board, sheet: Sheet, verb: str, arg: int) -> tuple[str, ...]:
    plain = {"good": "market", "perform": "theatre", "bribe": "baths"}
    if verb in plain:
        return (f"{plain[verb]}-{arg + 1}",)
    if verb == "spar":
        gladiator = arg // SPAR_PARTNERS
        return (f"ludus-{GLADIATOR_KEYS[gladiator]}-{sheet[STRENGTH + gladiator] + 1}",)
    if verb == "battle":
        box = first_free(sheet, BATTLES + YEARS * arg, YEARS) + 1
        return (f"ludus-{GLADIATOR_KEYS[arg]}-battle-{box}",)
    if verb == "temple":
        return (track_id(TEMPLE, sheet[TEMPLE] + 1, board),)
    if verb == "ruling":
        box = first_free(sheet, COURT + COURT_BOXES * arg, COURT_BOXES) + 1
        return (f"courthouse-{COHORT_KEYS[arg]}-{box}",)
    if verb == "diplomat":
        return (f"diplomat-{diplomat_count(sheet) + 1}-{COHORT_KEYS[arg]}",)
    if verb == "pattern":
        return (f"scout-{sheet[SCOUTS] + 1}",)
    return ()


def trace_places(board: Board, trace: list[int]) -> tuple[str, ...]:
    """The boxes that a chain of gains marks, in order."""
    found: list[str] = []
    for entry in trace:
        place, box = divmod(entry, TRACE_STEP)
        if RENOWN <= place <= TEMPLE and box not in (0, TRACE_WASTED):
            found.append(track_id(place, box, board))
    return tuple(found)
