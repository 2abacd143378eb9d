"""Everything printed on the sheets, by its element: what it is, what fills it, what it gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ludus.core.actions import Action
from ludus.core.text import Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.marks import building_id, cell_id, track_id
from ludus.games.hadrians_wall.face.names import ACTION_SPACE, Names, icon_of
from ludus.games.hadrians_wall.ids import (
    BATHS_BOXES,
    BUILDINGS,
    CELLS,
    CIPPI,
    CITIZENS,
    COHORT,
    COHORT_KEYS,
    COHORTS,
    COURT_BOXES,
    COURT_COLUMNS,
    DO_BATTLE,
    DO_BRIBE,
    DO_BUILD,
    DO_CIPPI,
    DO_CITIZEN,
    DO_DIPLOMAT,
    DO_FORT,
    DO_FORUM,
    DO_GOOD,
    DO_GUARD,
    DO_MINING,
    DO_PATTERN,
    DO_PERFORM,
    DO_RULING,
    DO_SPAR,
    DO_TEMPLE,
    DO_TRAIN,
    DO_WALL,
    FAVOUR,
    FORT,
    FORUM_BOXES,
    GLADIATOR_KEYS,
    GUARD,
    MARKET_BOXES,
    MINING,
    NONE,
    RENOWN,
    ROWS,
    SIZE_KEYS,
    SPAR_PARTNERS,
    TEMPLE,
    THEATRE_BOXES,
    TRACK_KEYS,
    TRAINING_BOXES,
    WALL,
    YEARS,
)

FILLED_BY: Final = {
    MINING: DO_MINING,
    GUARD: DO_GUARD,
    CIPPI: DO_CIPPI,
    WALL: DO_WALL,
    FORT: DO_FORT,
    TEMPLE: DO_TEMPLE,
    **{place: DO_CITIZEN + index for index, place in enumerate(CITIZENS)},
}
"""The action that fills the next box of a track."""
LANDMARKS: Final = ("archway", "monolith", "column", "statue")


@dataclass(frozen=True, slots=True)
class Thing:
    """A box. `area` is the key of its words and clauses."""

    area: str
    icon: str
    title: str
    action: Action | None = None
    gives: tuple[int, ...] = ()
    track: int = NONE
    """The track, or the building, that it is a box of; `box` counts from 1 in a track."""
    box: int = 0


def things(board: Board, words: Words) -> dict[str, Thing]:
    """All boxes of both sheets."""
    names = Names(words, board, ())
    found = dict(_tracks(board, names))
    found.update(_buildings(board, words))
    found.update(_yearly(board, words))
    found.update(_offices(board, words))
    found.update(_map(board, words))
    return found


def _action(number: int) -> Action:
    return ACTION_SPACE.numbered(number)


def _tracks(board: Board, names: Names) -> Iterator[tuple[str, Thing]]:
    for place in range(RENOWN, TEMPLE + 1):
        number = FILLED_BY.get(place)
        action = None if number is None else _action(number)
        area = "cohort" if COHORT <= place < COHORT + COHORTS else TRACK_KEYS[place - RENOWN]
        for box in range(1, board.size[place] + 1):
            title = names.words.text("trace.box", track=names.track(place), box=box)
            gives = board.gives[place][box]
            thing = Thing(area, icon_of(place), title, action, gives, place, box)
            yield track_id(place, box, board), thing


def _buildings(board: Board, words: Words) -> Iterator[tuple[str, Thing]]:
    for building, key in enumerate(BUILDINGS):
        kind = key.partition("_")[0]
        area = "landmark" if kind in LANDMARKS else f"build.{kind}"
        thing = Thing(
            area,
            kind,
            words.text(f"building.{key}"),
            _action(DO_BUILD + building),
            board.building_gives[building],
            building,
        )
        yield building_id(building), thing
        yield f"{building_id(building)}-reward", thing


def _yearly(board: Board, words: Words) -> Iterator[tuple[str, Thing]]:
    """Boxes that take a Year or a good."""
    title = words.text

    for box in range(TRAINING_BOXES):
        thing = Thing("training", "sword", title("thing.training"), _action(DO_TRAIN), (GUARD,))
        yield from _with_extra(f"training-{box + 1}", thing)
    for box in range(FORUM_BOXES):
        thing = Thing("forum", "forum", title("thing.forum"), _action(DO_FORUM))
        yield from _with_extra(f"forum-{box + 1}", thing)
    for name, icon, count, first, gives in (
        ("theatre", "theatre", THEATRE_BOXES, DO_PERFORM, board.play_gives),
        ("baths", "baths", BATHS_BOXES, DO_BRIBE, [()] * BATHS_BOXES),
        ("market", "market", MARKET_BOXES, DO_GOOD, board.good_gives),
    ):
        for box in range(count):
            named = title(f"thing.{name}", box=box + 1)
            thing = Thing(name, icon, named, _action(first + box), gives[box])
            yield from _with_extra(f"{name}-{box + 1}", thing)
    for column in range(COURT_COLUMNS):
        action = _action(DO_RULING + column)
        won = board.ruling_gives[column]
        thing = Thing("court", "courthouse", title("thing.court"), action, won)
        for box in range(COURT_BOXES):
            yield f"courthouse-{COHORT_KEYS[column]}-{box + 1}", thing


def _with_extra(place: str, thing: Thing) -> Iterator[tuple[str, Thing]]:
    yield place, thing
    yield f"{place}-extra", thing


def _offices(board: Board, words: Words) -> Iterator[tuple[str, Thing]]:
    """Gladiators, Favours, Diplomats, Disdain, and the score."""
    for fighter, key in enumerate(GLADIATOR_KEYS):
        icon = "gladiator-b" if fighter else "gladiator"
        name = words.text(f"gladiator.{key}")
        spar = Thing(
            "spar",
            icon,
            words.text("thing.spar", gladiator=name),
            _action(DO_SPAR + SPAR_PARTNERS * fighter),
        )
        for box in range(1, len(board.spar_needs)):
            yield f"ludus-{key}-{box}", spar
        title = words.text("thing.battle", gladiator=name)
        battle = Thing("battle", icon, title, _action(DO_BATTLE + fighter))
        for box in range(1, YEARS + 1):
            yield f"ludus-{key}-battle-{box}", battle
    for size in SIZE_KEYS:
        title = words.text("thing.favour")
        yield f"temple-{size}-favour", Thing("favour", "favour", title, gives=(FAVOUR,))
    for row in range(1, COHORTS + 1):
        title = words.text("thing.diplomat", row=row)
        for cohort, key in enumerate(COHORT_KEYS):
            action = _action(DO_DIPLOMAT + cohort)
            office = Thing("diplomat", "diplomats", title, action, board.diplomat_gives)
            yield f"diplomat-{row}-{key}", office
            yield f"diplomat-{row}", office
        for favour in range(1, board.diplomat_favours + 1):
            thing = Thing("favour", "favour", words.text("thing.favour"), gives=(FAVOUR,))
            yield f"diplomat-{row}-favour-{favour}", thing
    for box in range(1, board.disdain_boxes + 1):
        yield f"disdain-{box}", Thing("disdain", "disdain", words.text("part.disdain"))
    for key in ("renown", "piety", "valour", "discipline", "paths", "disdain", "total"):
        yield f"score-{key}", Thing("score", "laurel", words.text(f"part.{key}"))


def _map(board: Board, words: Words) -> Iterator[tuple[str, Thing]]:
    for box in range(1, len(board.scout_needs)):
        thing = Thing("scout", "scout", words.text("thing.scout", box=box), _action(DO_PATTERN))
        yield f"scout-{box}", thing
    for cell in range(CELLS):
        gives = board.cell_gives[cell]
        found = Thing("map", "scout", words.text("thing.map"), gives=() if gives < 0 else (gives,))
        yield cell_id(cell), found
        yield f"lay-cell-{cell}", found
    for number in range(len(board.places)):
        yield f"lay-{number}", Thing("map", "scout", words.text("thing.map"))
    for row in range(1, ROWS + 1):
        title = words.text("thing.row", row=row)
        yield f"scout-row{row}", Thing("map", "scout", title, gives=board.row_gives)
