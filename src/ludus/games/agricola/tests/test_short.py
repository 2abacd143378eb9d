"""The short scenario: three turns on a part of the map [short]."""

from __future__ import annotations

import re
from functools import cache

import pytest

from ludus.core.chance import SeededRng
from ludus.core.table import Table
from ludus.games.agricola.ids import (
    BY_FORTRESSES,
    BY_TURNS,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    HIBERNIA,
    NONE,
    RALLY_MENU,
    ROMAN,
)
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.rules.scoring import level_of, sudden_death
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.tests.scene import the_box
from ludus.games.agricola.view import Agricola, View

SEATS = ("Aulus", "Bruna")


def short_tables() -> Tables:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.tables_for(True)


T = short_tables()
BOARD = T.board


def dealt(seed: int = 1) -> Table[State, View]:
    table = Table(the_box(), SEATS, {"scenario": "short"})
    table.settle(SeededRng(seed))
    return table


@cache
def played(seed: int) -> tuple[Table[State, View], frozenset[int]]:
    """A random game to its end, and every place where a unit has been."""
    table = Table(the_box(), SEATS, {"scenario": "short"})
    rng = SeededRng(seed)
    seen: set[int] = set()
    while not table.over:
        decision = table.decisions()[0]
        table.play(decision.seat, decision.options[rng.below(len(decision.options))].text)
        seen.update(*table.state.at)
    return table, frozenset(seen)


@pytest.mark.clause("agricola.short.1", "agricola.short.2")
@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_three_turns_on_its_rows(seed: int) -> None:
    table, seen = played(seed)
    turns = [e.number("turn") for story in table.story for e in story if e.kind == "turn"]
    winters = [e.number("winter") for story in table.story for e in story if e.kind == "turn"]
    assert turns == [1, 2, 3][: len(turns)] and not any(winters)
    if table.state.ended == BY_TURNS:
        assert len(turns) == 3
    rows = {int(BOARD.ids[place][:2]) for place in seen if place < BOARD.hexes}
    assert rows and rows <= set(range(21, 32))


@pytest.mark.clause("agricola.short.2", "agricola.short.3")
def test_the_part_of_the_map_that_is_played_on() -> None:
    full = the_box().rules
    assert isinstance(full, Agricola)
    whole = full.tables.board
    for place, name in enumerate(BOARD.ids):
        inside = 21 <= int(name[:2]) <= 31
        assert BOARD.terrain[place] == (whole.terrain[place] if inside else HIBERNIA)
        around = {*BOARD.land_links[place], *BOARD.sea_links[place], *BOARD.road_links[place]}
        assert inside or not around
        if name[:2] == "31" and (BOARD.is_land[place] or BOARD.is_sea[place]):
            assert BOARD.britannia in around
    gates = [BOARD.ids[place] for place in BOARD.road_links[BOARD.britannia]]
    assert sorted(gates) == ["3127", "3129"]


@pytest.mark.clause("agricola.short.4", "agricola.short.5", "agricola.short.6")
def test_the_set_up() -> None:
    table = dealt()
    state = table.state
    assert len(BOARD.center_hex) == 7 and len(BOARD.fortress_hex) == 3
    assert all(kind != NONE for kind in state.center) and not state.center_up
    assert state.here[CALEDONIAN][BOARD.limbo].bit_count() == 11
    assert state.here[CALEDONIAN][BOARD.limbo] & T.tribes.supreme
    while table.decision(1) is not None:
        table.play(1, table.decisions()[0].options[0].text)
    assert state.here[ROMAN][BOARD.limbo].bit_count() == 10
    assert state.here[ROMAN][BOARD.britannia].bit_count() == 1
    assert all(state.at[ROMAN][unit] == BOARD.recruit for unit in range(42, 52))
    assert state.gone[ROMAN] == 1 << CIRCUMNAVIGATION
    assert not state.bin[ROMAN] >> CIRCUMNAVIGATION & 1 and state.bin[ROMAN].bit_count() == 6


@pytest.mark.clause("agricola.short.7")
def test_two_fortresses_win_at_once() -> None:
    state = dealt().state
    state.turn, state.stack = 1, [Frame(RALLY_MENU, CALEDONIAN)]
    for count, place in enumerate(BOARD.fortress_hex[:2], 1):
        put(T, state, CALEDONIAN, count, place)
        state.moved = True
        sudden_death(T, state, None)
        assert (state.ended == BY_FORTRESSES) == (count == 2)


@pytest.mark.clause("agricola.short.7")
def test_seven_centers_win_at_once() -> None:
    state = dealt().state
    state.turn, state.stack = 1, [Frame(RALLY_MENU, ROMAN)]
    for unit, place in enumerate(BOARD.center_hex):
        assert not state.ended
        put(T, state, ROMAN, unit, place)
        state.moved = True
        sudden_death(T, state, None)
    assert state.ended and state.winner == ROMAN


@pytest.mark.clause("agricola.short.8")
@pytest.mark.parametrize(
    ("figure", "key"),
    [
        (5, "decisive"),
        (4, "marginal"),
        (0, "marginal"),
        (-1, "provincial"),
        (-7, "provincial"),
        (-8, "imperial"),
    ],
)
def test_levels_of_victory(figure: int, key: str) -> None:
    assert T.charts.level[level_of(T, figure)].key == key


def test_actions_are_those_of_the_full_game() -> None:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    assert T.actions is rules.actions and T.tribes.count < rules.tables.tribes.count
    assert [unit.name for unit in T.rome.units] == [u.name for u in rules.tables.rome.units]
    assert BOARD.ids == rules.tables.board.ids


def test_the_map_opens_on_the_army() -> None:
    table = dealt()
    while table.decision(1) is not None:
        table.play(1, table.decisions()[0].options[-1].text)
    table.play(0, f"all:{BOARD.fortress_hex[0]}")
    shown = the_box().face.scenes(table.view(0), None, (), SEATS)[0]
    assert shown.focus is not None
    x, y, width, height = shown.focus
    numbers = re.findall(r'viewBox="([^"]+)"', shown.svg)[0].split()
    west, north, wide, high = map(float, numbers)
    # From the corner of what is drawn, the middle of the part that opens is Trimontium.
    sheet_y = (27 - 11) * 60
    assert abs(north + y + height / 2 - sheet_y) < 2
    assert 0 <= x <= wide - width and 0 <= y <= high - height and west == 0
