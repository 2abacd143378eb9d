"""Centers in the south, a ruling of the table [map.7]."""

from __future__ import annotations

import pytest

from ludus.core.table import Table
from ludus.games.agricola.ids import BY_CENTERS, CALEDONIAN, DEAL, MARCH_MENU, NONE, ROMAN
from ludus.games.agricola.rules.battle import tie_winner
from ludus.games.agricola.rules.forces import put
from ludus.games.agricola.rules.scoring import caledonian_points, roman_points, sudden_death
from ludus.games.agricola.rules.setup import new_state
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.rules.tables import Tables
from ludus.games.agricola.rules.winter import quarters
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.tests.scene import place, the_box, unit
from ludus.games.agricola.view import Agricola, View

SOUTH = {"none": 0, "otadini": 1, "all": 3}
AREAS = {"2826": "Otadini", "2930": "Selgovae", "3033": "Novantae"}


def tables_of(choice: str) -> Tables:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    return rules.tables_for(False, SOUTH[choice])


def empty(choice: str) -> tuple[Tables, State]:
    """A map without units in the second turn."""
    t = tables_of(choice)
    state = new_state(t, the_box().options(2, {"southern_centers": choice}))
    state.turn = 2
    return t, state


@pytest.mark.clause("agricola.map.7", "agricola.map.3", "agricola.6.0.4")
@pytest.mark.parametrize("choice", SOUTH)
def test_southern_centers_get_no_counter(choice: str) -> None:
    t = tables_of(choice)
    assert len(t.board.center_hex) == 13 + SOUTH[choice]
    added = [t.board.ids[spot] for spot in t.board.center_hex[13:]]
    assert added == list(AREAS)[: SOUTH[choice]]
    assert [t.board.center_names[13 + n] for n in range(len(added))] == [AREAS[a] for a in added]
    assert len(t.board.dealt) == 12 and not set(t.board.dealt_hexes) & {place(a) for a in AREAS}
    table: Table[State, View] = Table(the_box(), ["Anna", "Ben"], {"southern_centers": choice})
    assert table.state.south == SOUTH[choice] and table.state.stack[-1].phase == DEAL
    assert len(table.view(0).center) == len(t.board.center_hex)


@pytest.mark.clause("agricola.map.7", "agricola.18.1.15", "agricola.5.2.9", "agricola.tec.center.2")
@pytest.mark.parametrize("choice", SOUTH)
@pytest.mark.parametrize("spot", AREAS)
def test_a_southern_center_is_like_any_other(choice: str, spot: str) -> None:
    t, state = empty(choice)
    is_center = list(AREAS).index(spot) < SOUTH[choice]
    band = unit(CALEDONIAN, "Warband 1")
    put(t, state, CALEDONIAN, band, place(spot))
    assert unsupplied(t, state, CALEDONIAN) == (0 if is_center else 1 << band)
    assert caledonian_points(t, state)["tribal_centers"] == (2 if is_center else 0)
    assert (place(spot) in quarters(t, state, CALEDONIAN, False)) == is_center
    if not t.board.wild[place(spot)]:
        assert tie_winner(t, place(spot)) == (CALEDONIAN if is_center else ROMAN)
    put(t, state, ROMAN, unit(ROMAN, "Ala I"), place(spot))
    assert roman_points(t, state)["roman_centers"] == (1 if is_center else 0)


@pytest.mark.clause("agricola.map.7", "agricola.5.1.2")
@pytest.mark.parametrize("choice", SOUTH)
def test_all_centers_are_all_that_the_table_has(choice: str) -> None:
    t, state = empty(choice)
    state.active = ROMAN
    romans = [u.number for u in t.rome.units if not t.rome.fleets >> u.number & 1]
    for number, spot in enumerate(t.board.center_hex):
        assert state.ended == 0
        put(t, state, ROMAN, romans[number], spot)
        state.stack = [Frame(MARCH_MENU, ROMAN)]
        sudden_death(t, state, None)
    assert state.ended == BY_CENTERS and state.winner == ROMAN


@pytest.mark.clause("agricola.map.7", "agricola.short.4")
def test_the_short_scenario_has_its_own_centers() -> None:
    options = {"southern_centers": "all", "scenario": "short"}
    table: Table[State, View] = Table(the_box(), ["Anna", "Ben"], options)
    assert table.state.south == 0 and len(table.state.center) == 7
    assert set(table.state.center) == {NONE}
