"""Boxes whose printed condition is not met yet: they are drawn paler."""

from __future__ import annotations

from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.marks import building_id
from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    BATHS_HALL,
    BUILDINGS,
    BUILT,
    COHORT_KEYS,
    COURTHOUSE,
    DO_BRIBE,
    DO_BUILD,
    DO_GOOD,
    DO_PERFORM,
    FORT,
    GLADIATOR_KEYS,
    LUDUS_HALL,
    MARKET_HALL,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    SIZE_KEYS,
    THEATRE_HALL,
    VERBS,
    Sheet,
)


def closed_boxes(board: Board, sheet: Sheet) -> set[str]:
    """All boxes that cannot be filled yet, whatever the player pays."""
    closed: set[str] = set()
    built = sheet[BUILT]
    for building in range(len(BUILDINGS)):
        place, need = board.needs[DO_BUILD + building]
        if sheet[place] < need:
            closed |= {building_id(building), f"{building_id(building)}-reward"}
    for name, links in (("wall", board.wall_link), ("cippi", board.cippi_link)):
        for box, link in enumerate(links[:-1], 1):
            if link > sheet[FORT]:
                closed.add(f"{name}-{box}")
    for name, first, verb, hall in (
        ("market", DO_GOOD, "good", MARKET_HALL),
        ("theatre", DO_PERFORM, "perform", THEATRE_HALL),
        ("baths", DO_BRIBE, "bribe", BATHS_HALL),
    ):
        for box in range(VERBS[verb]):
            place, need = board.needs[first + box]
            if sheet[place] < need or not built >> hall & 1:
                closed |= {f"{name}-{box + 1}", f"{name}-{box + 1}-extra"}
    return closed | _ludus(board, sheet) | _temples(board, sheet) | _offices(board, sheet)


def _ludus(board: Board, sheet: Sheet) -> set[str]:
    stands = sheet[BUILT] >> LUDUS_HALL & 1
    return {
        f"ludus-{name}-{box}"
        for name in GLADIATOR_KEYS
        for box, need in enumerate(board.spar_needs[:-1], 1)
        if not stands or sheet[PERFORMERS] < need
    }


def _temples(board: Board, sheet: Sheet) -> set[str]:
    closed: set[str] = set()
    start = 0
    for name, end in zip(SIZE_KEYS, board.temple_ends, strict=True):
        for box in range(start, end):
            stands = sheet[BUILT] >> board.temple_of[box] & 1
            if not stands or sheet[PRIESTS] < board.temple_needs[box]:
                closed.add(f"temple-{name}-{box - start + 1}")
        if f"temple-{name}-{end - start}" in closed:
            closed.add(f"temple-{name}-favour")
        start = end
    return closed


def _offices(board: Board, sheet: Sheet) -> set[str]:
    closed: set[str] = set()
    stands = sheet[BUILT] >> COURTHOUSE & 1
    for name, needs in zip(COHORT_KEYS, board.ruling_needs, strict=True):
        for box, need in enumerate(needs[:-1], 1):
            if not stands or sheet[APPARITORES] < need:
                closed.add(f"courthouse-{name}-{box}")
    for row, need in enumerate(board.diplomat_needs[:-1], 1):
        if sheet[PATRICIANS] < need:
            closed |= {f"diplomat-{row}", f"diplomat-{row}-favour-1", f"diplomat-{row}-favour-2"}
            closed |= {f"diplomat-{row}-{name}" for name in COHORT_KEYS}
    for box, need in enumerate(board.scout_needs[:-1], 1):
        if sheet[PATRICIANS] < need:
            closed.add(f"scout-{box}")
    return closed
