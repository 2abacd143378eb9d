"""Points, recruiting, supply, rally and winter [8, 10, 11, 18, 19]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, FOR_POINTS, OPPIDUM, ROLL, ROMAN, WINTER
from ludus.games.agricola.rules.action_points import add_points
from ludus.games.agricola.rules.losses import eliminate
from ludus.games.agricola.rules.scoring import caledonian_points, level_of, roman_points
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.rules.winter import end_winter
from ludus.games.agricola.state import Frame, State
from ludus.games.agricola.tests.scene import (
    Scene,
    begin,
    die,
    place,
    position,
    tables,
    to,
    triple,
    unit,
    where,
    who,
    worn,
)

T = tables()


def hungry(state: State, side: int) -> set[str]:
    return {T.musters[side].units[u].name for u in units(unsupplied(T, state, side))}


@pytest.mark.clause("agricola.10.2.1", "agricola.7.2.4")
def test_the_index_stays_between_zero_and_nine() -> None:
    state = position(points=(8, 2))
    add_points(T, state, ROMAN, 6, None)
    add_points(T, state, ROMAN, -2, None)
    add_points(T, state, CALEDONIAN, -5, None)
    assert state.points == [7, 0]


@pytest.mark.clause("agricola.10.1.1", "agricola.10.1.2", "agricola.33.1.1", "agricola.33.1.2")
@pytest.mark.parametrize("balanced", [False, True])
def test_the_roll_for_points(balanced: bool) -> None:
    gains = []
    for face in range(1, 7):
        state = position(points=(2, 0))
        state.balanced = balanced
        state.stack.append(Frame(ROLL, ROMAN, step=FOR_POINTS, value=1))
        gains.append(begin(state, die(face)).state.points[ROMAN] - 2)
    assert gains == ([2, 2, 3, 3, 4, 4] if balanced else [1, 2, 3, 4, 5, 6])


@pytest.mark.clause(
    "agricola.11.1.1", "agricola.11.1.8", "agricola.recruit.roman.11", "agricola.23.2.1"
)
def test_a_roman_recruit_is_chosen_paid_and_placed() -> None:
    romans = {"3525": ["II Ad A"], "3327": ["Praesidium 1"]}
    script = begin(position(phase="recruit", romans=romans, points=(2, 0)))
    script.play(who("recruit", ROMAN, "Ala I"))
    assert script.state.points[ROMAN] == 1
    assert script.offered() == sorted(
        [to("place", name) for name in ("3525", "3327", "B")], key=lambda t: int(t[6:])
    )
    script.play(to("place", "3327"))
    assert where(script, ROMAN, "Ala I") == "3327"


@pytest.mark.clause("agricola.recruit.roman.5", "agricola.recruit.roman.1", "agricola.22.1.12")
def test_legionaries_come_to_held_fortresses_or_britannia() -> None:
    romans = {"3525": ["Aux V"], "3327": ["Praesidium 1"]}
    script = begin(position(phase="recruit", romans=romans, points=(2, 0)))
    assert who("recruit", ROMAN, "Agricola") not in script.offered()
    script.play(who("recruit", ROMAN, "Evocati I"))
    assert set(script.offered()) == {to("place", "3525"), to("place", "B")}


@pytest.mark.clause("agricola.23.1.1", "agricola.23.1.2", "agricola.23.1.3", "agricola.11.7.1")
def test_praesidia_come_last_and_need_a_legionary() -> None:
    romans = {"3425": ["II Ad A"], "3624": ["Aux V"], "3327": ["Praesidium 1", "II Ad B"]}
    script = begin(position(phase="recruit", romans=romans, points=(5, 0)))
    assert to("dismantle", "3327") in script.offered()
    script.play(who("recruit", ROMAN, "Praesidium 2"))
    assert script.offered() == [to("place", "3425")]
    script.play(to("place", "3425"))
    assert who("recruit", ROMAN, "Ala I") not in script.offered()
    assert not script.offered(verb="dismantle")


@pytest.mark.clause("agricola.11.7.2", "agricola.11.7.3", "agricola.23.2.5")
def test_dismantling_refunds_nothing() -> None:
    script = begin(position(phase="recruit", romans={"3327": ["Praesidium 1"]}, points=(2, 0)))
    script.play(to("dismantle", "3327"))
    assert script.state.points[ROMAN] == 2
    assert where(script, ROMAN, "Praesidium 1") == "recruit"


@pytest.mark.clause(
    "agricola.11.1.3", "agricola.11.1.4", "agricola.recruit.caledonian.4", "agricola.4.0.8"
)
def test_the_tribes_declare_then_draw_then_place() -> None:
    state = position(CALEDONIAN, "recruit", tribes={"2231": ["Calgacus"]}, points=(0, 3))
    script = begin(state)
    script.play("levy:2").chance(who("pick", CALEDONIAN, "Warband 1"))
    script.chance(who("pick", CALEDONIAN, "Princeps I"))
    assert script.state.points[CALEDONIAN] == 1
    script.play(to("place", "2231"), to("place", "2632"))
    assert where(script, CALEDONIAN, "Princeps I") == "2231"
    assert where(script, CALEDONIAN, "Warband 1") == "2632"
    assert not script.offered(verb="levy")


@pytest.mark.clause(
    "agricola.18.1.3",
    "agricola.18.1.4",
    "agricola.18.1.5",
    "agricola.18.1.6",
    "agricola.18.1.7",
    "agricola.18.1.8",
    "agricola.18.1.1",
    "agricola.18.1.2",
    "agricola.18.0.1",
)
def test_who_feeds_the_romans() -> None:
    romans = {
        "3528": ["Exploratores", "Legatus II Adiutrix", "II Ad A"],
        "3327": ["Praesidium 1", "II Ad B"],
        "3326": ["II Ad C"],
        "3733": ["Imped I", "Aux II Tung"],
        "3734": ["Aux III"],
        "B": ["IX H A"],
        "3826": ["IX H B"],
        "3525": ["Aux V"],
        "3524": ["Aux VI"],
    }
    state = position(romans=romans)
    assert hungry(state, ROMAN) == {"II Ad A", "II Ad C", "IX H B"}


@pytest.mark.clause(
    "agricola.18.1.13",
    "agricola.18.1.15",
    "agricola.18.1.17",
    "agricola.tec.center.3",
    "agricola.tec.site.2",
)
def test_who_feeds_the_tribes() -> None:
    tribes = {
        "2328": ["Calgacus", "Warband 1"],
        "2127": ["Warband 2"],
        "2231": ["Warband 3"],
        "2731": ["Warband 4"],
    }
    state = position(CALEDONIAN, tribes=tribes)
    assert hungry(state, CALEDONIAN) == {"Warband 1", "Warband 4"}


@pytest.mark.clause(
    "agricola.18.2.1", "agricola.18.2.2", "agricola.18.2.4", "agricola.18.2.5", "agricola.7.2.9"
)
def test_attrition_dice() -> None:
    tribes = {"2328": ["Atecotti I", "Atecotti II", "Tribesmen 1"]}
    script = begin(position(CALEDONIAN, tribes=tribes, points=(0, 0)))
    script.play("next").chance(triple(2, 3, 1))
    assert worn(script, CALEDONIAN, "Atecotti I") and not worn(script, CALEDONIAN, "Atecotti II")
    assert where(script, CALEDONIAN, "Tribesmen 1") == "recruit"


@pytest.mark.clause("agricola.19.2.1", "agricola.19.3.1", "agricola.19.3.2", "agricola.ap.rally.1")
def test_rally_in_supply_only() -> None:
    romans = {"3528": ["Legatus II Adiutrix", "II Ad A"], "3525": ["II Ad B", "II Ad C"]}
    state = position(phase="rally", romans=romans, points=(2, 0))
    state.disrupted[ROMAN] = sum(1 << unit(ROMAN, n) for n in (*romans["3528"], *romans["3525"]))
    script = begin(state)
    script.play(to("rally", "3525"), to("rally", "3528"))
    assert not worn(script, ROMAN, "II Ad B") and not worn(script, ROMAN, "II Ad C")
    assert worn(script, ROMAN, "II Ad A")
    assert not worn(script, ROMAN, "Legatus II Adiutrix")
    assert script.state.points[ROMAN] == 0


@pytest.mark.clause("agricola.8.1.1", "agricola.8.1.2", "agricola.8.2.1", "agricola.8.1.11")
def test_roman_winter_quarters() -> None:
    romans = {"2429": ["II Ad A", "Aux V"], "3327": ["Praesidium 1"], "3525": ["IX H A"]}
    state = position(romans=romans, points=(3, 0))
    state.stack.append(Frame(WINTER, ROMAN))
    script = begin(state)
    forts = ("2731", "3129", "3127", "3525", "3830", "3327", "B")
    assert set(script.offered(verb="place")) == {to("place", name) for name in forts}
    script.play(f"all:{place('3327')}")
    assert where(script, ROMAN, "II Ad A") == where(script, ROMAN, "Aux V") == "3327"
    assert where(script, ROMAN, "IX H A") == "3525"
    assert script.state.points[ROMAN] == 3


@pytest.mark.clause("agricola.8.1.7", "agricola.8.1.8")
def test_caledonian_winter_quarters() -> None:
    tribes = {"2731": ["Warband 1"], "2328": ["Warband 2"]}
    state = position(romans={"2632": ["Praesidium 1"]}, tribes=tribes)
    state.stack.append(Frame(WINTER, CALEDONIAN))
    script = begin(state)
    assert to("place", "2632") not in script.offered()
    script.play(to("place", "2231"))
    assert where(script, CALEDONIAN, "Warband 1") == "2731"
    assert where(script, CALEDONIAN, "Warband 2") == "2231"


@pytest.mark.clause("agricola.8.4.1", "agricola.8.5.1", "agricola.8.5.2", "agricola.31.0.7")
def test_the_end_of_winter() -> None:
    state = position(romans={"3525": ["Karus", "Agricola"]}, points=(6, 3))
    state.pillaged = [place("3525")]
    eliminate(T, state, ROMAN, unit(ROMAN, "Karus"), None)
    eliminate(T, state, ROMAN, unit(ROMAN, "Agricola"), None)
    end_winter(T, state, None)
    assert state.points == [0, 0] and not state.pillaged
    assert state.at[ROMAN][unit(ROMAN, "Karus")] == T.board.recruit
    assert state.at[ROMAN][unit(ROMAN, "Agricola")] == T.board.fallen


@pytest.mark.clause("agricola.11.2.1", "agricola.11.2.3", "agricola.11.2.4", "agricola.11.2.2")
def test_where_the_eliminated_go() -> None:
    tribes = {"2231": ["Warband 1", "Atecotti I", "Calgacus"]}
    state = position(tribes=tribes, centers={"Caledonii": "+oppidum"})
    for name in tribes["2231"]:
        eliminate(T, state, CALEDONIAN, unit(CALEDONIAN, name), None)
    eliminate(T, state, CALEDONIAN, T.first_oppidum + 3, None)
    at = state.at[CALEDONIAN]
    assert at[unit(CALEDONIAN, "Warband 1")] == T.board.recruit
    assert at[unit(CALEDONIAN, "Atecotti I")] == T.board.fallen
    assert at[unit(CALEDONIAN, "Calgacus")] == T.board.fallen
    assert state.spare[OPPIDUM] == T.contents.counters[OPPIDUM] and state.center[3] < 0


@pytest.mark.clause(
    "agricola.5.2.2", "agricola.5.2.3", "agricola.5.2.4", "agricola.5.2.6", "agricola.5.2.9"
)
def test_victory_points() -> None:
    state = position(
        romans={"3327": ["II Ad A"], "2429": ["Praesidium 1"], "2127": ["II Ad B"]},
        tribes={"2731": ["Warband 1"], "2231": ["Warband 2"]},
        centers={"Lugi": "mines", "Damnonii": "oppidum"},
    )
    roman, tribal = roman_points(T, state), caledonian_points(T, state)
    assert roman == {"roman_centers": 1, "sites": 1, "calgacus": 5, "elites": 0}
    assert tribal["fortresses"] == 3 and tribal["tribal_centers"] == 4


@pytest.mark.clause(
    "agricola.5.2.13", "agricola.5.2.14", "agricola.5.2.15", "agricola.5.2.16", "agricola.5.2.12"
)
def test_levels() -> None:
    keys = [T.charts.level[level_of(T, figure)].key for figure in (21, 20, 11, 10, 0, -1)]
    assert keys == ["decisive", "marginal", "marginal", "provincial", "provincial", "imperial"]


@pytest.mark.clause("agricola.19.3.1", "agricola.19.3.2")
@pytest.mark.parametrize("ruling", ["units", "hex"])
def test_who_recovers_out_of_supply_is_a_ruling(ruling: str) -> None:
    """The leader and the scouts in the wilds, and all of a stack in supply."""
    options = {"rally_supply": ruling}
    romans = {"2130": "Karus, II Ad A", "2029": "Exploratores", "3525": "II Ad B"}
    scene = Scene(phase="rally", romans=romans, worn="Karus, II Ad A, II Ad B", options=options)
    assert scene.choices("rally") == ({"3525"} if ruling == "hex" else {"3525", "2130"})
    assert not scene.do("rally 3525").worn("II Ad B")
    if ruling == "units":
        assert scene.do("rally 2130").worn("Karus", "II Ad A") == (False, True)
    tribes = {"3732": "Princeps I, Atecotti I", "2127": "Atecotti II", "2231": "Atecotti III"}
    worn = "Princeps I, Atecotti I, Atecotti II, Atecotti III"
    wild = Scene("caledonian", "rally", tribes=tribes, worn=worn, options=options)
    fed = {"2127", "2231"}
    assert wild.choices("rally") == (fed if ruling == "hex" else fed | {"3732"})
    if ruling == "units":
        assert wild.do("rally 3732").worn("Princeps I", "Atecotti I") == (False, True)
