"""Two battle lines [30] and looting [31]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, OPPIDUM, ROMAN
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.tests.scene import Scene, mask_of, place, tables

T = tables()
OFF = {"battle_lines": "off"}
SEVEN = "II Ad A, IX H A, XX VV A, II Aug A, Aux V, Aux VI, Aux VII"
BANDS = "Warband 1, Warband 2, Warband 3"


def drawn_up(romans: str, *reserve: str, tribes: str = BANDS, worn: str = "") -> Scene:
    """A Roman attack; the named units stand in Reserve, and the advantage is rolled next."""
    scene = Scene(romans={"3734": romans}, tribes={"3732": tribes}, worn=worn, ap=(1, 0))
    scene.do("march 3734", "go 3732", *(f"reserve {name}" for name in reserve))
    return scene.do("done") if scene.prompt == "reserve" else scene


@pytest.mark.clause("agricola.30.0.1")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_only_the_romans_draw_up_lines(side: str) -> None:
    start, spot = ("3734", "3732") if side == "roman" else ("3732", "3734")
    scene = Scene(side, romans={start: SEVEN}, tribes={spot: BANDS}, ap=(1, 1))
    scene.do("march 3734", "go 3732")
    assert scene.prompt == "reserve" and scene.asked == "roman"
    scene.do("done")
    assert scene.prompt != "reserve"


@pytest.mark.clause("agricola.30.1.1", "agricola.30.1.2")
@pytest.mark.parametrize(("names", "most"), [(5, 2), (3, 1), (7, 3), (2, 1)])
def test_half_at_most_go_in_reserve(names: int, most: int) -> None:
    force = SEVEN.split(", ")[:names]
    scene = Scene(romans={"3734": ", ".join(force)}, tribes={"3732": BANDS}, ap=(1, 0))
    scene.do("march 3734", "go 3732")
    for name in force[:most]:
        assert scene.prompt == "reserve"
        scene.do(f"reserve {name}")
    assert scene.prompt == "dice" and scene.battle.reserve.bit_count() == most


@pytest.mark.clause("agricola.30.1.1")
def test_one_unit_has_no_reserve_and_a_camp_stays_in_front() -> None:
    alone = Scene(romans={"3734": "II Ad A"}, tribes={"3732": BANDS}, ap=(1, 0))
    assert alone.do("march 3734", "go 3732").prompt == "dice"
    camp = Scene("caledonian", romans={"3732": "Praesidium 1, II Ad A"}, tribes={"3734": BANDS})
    camp.do("march 3734", "go 3732")
    assert camp.choices("reserve") == {"II Ad A"}


@pytest.mark.clause("agricola.30.2.1", "agricola.30.2.5", "agricola.30.2.6")
def test_only_the_front_rolls_and_the_reserve_waits_for_enemy_fire() -> None:
    scene = drawn_up(SEVEN, "Aux V", "Aux VI", "Aux VII").do("dice 6 1", "fight")
    assert scene.prompt == "dice"
    scene.do("dice 6 6 6 6")
    assert scene.last("fire", "side") == ROMAN and len(scene.battle.rollers) == 3
    scene.do("dice 6 6 6", "dice 6 1", "fight")
    assert scene.prompt == "move_up" and scene.battle.round == 2
    assert scene.choices("up") == {"Aux V"} and not scene.offers("reserve")


@pytest.mark.clause("agricola.30.2.2", "agricola.30.2.8")
def test_only_the_front_is_hit_and_the_reserve_fills_it() -> None:
    five = BANDS + ", Warband 4, Warband 5"
    scene = drawn_up("II Ad A, Aux V, Aux VI", "Aux V", tribes=five, worn="II Ad A, Aux VI")
    scene.do("dice 1 6", "fight", "dice 1 1 1 1 1")
    assert scene.at("II Ad A", "Aux VI") == ("recruit", "recruit")
    assert scene.at("Aux V") == "3732" and not scene.worn("Aux V")
    assert scene.told("front_filled") and scene.battle.reserve == 0
    scene.do("dice 6")
    assert scene.last("fire", "units") == (25,)


@pytest.mark.clause("agricola.30.2.3")
def test_elites_in_reserve_count() -> None:
    scene = drawn_up("II Ad A, Aux I Batav", "Aux I Batav")
    assert scene.battle.reserve == mask_of("Aux I Batav")
    assert modifiers(T, scene.battle) == [1, 0]


@pytest.mark.clause("agricola.30.2.4", "agricola.30.2.7")
def test_who_moves_up_rolls_twice_once() -> None:
    five = "II Ad A, IX H A, XX VV A, Aux V, Aux II Tung"
    scene = drawn_up(five, "Aux V", "Aux II Tung").do("dice 1 6", "fight", "dice 6 6 6")
    assert scene.prompt == "move_up" and scene.battle.round == 1
    scene.do("all B", "dice 6 6 6 6 6 6 6")
    units = scene.last("fire", "units")
    assert isinstance(units, tuple) and len(units) == 7
    assert [units.count(number) for number in (6, 9, 12, 22, 25)] == [1, 1, 1, 2, 2]
    scene.do("dice 6 1", "fight", "dice 6 6 6 6 6")
    units = scene.last("fire", "units")
    assert isinstance(units, tuple) and len(units) == 5


@pytest.mark.clause("agricola.30.2.4")
def test_some_may_move_up_and_some_stay() -> None:
    five = "II Ad A, IX H A, XX VV A, Aux V, Aux II Tung"
    scene = drawn_up(five, "Aux V", "Aux II Tung").do("dice 1 6", "fight", "dice 6 6 6")
    scene.do("up Aux V", "done", "dice 6 6 6 6 6")
    assert scene.battle.reserve == mask_of("Aux II Tung")


@pytest.mark.clause("agricola.30.2.9")
def test_a_reserve_behind_a_lost_front_cannot_be_hit() -> None:
    scene = drawn_up("II Ad A, Aux V", "Aux V", worn="II Ad A")
    scene.do("dice 6 1", "fight", "dice 6", "dice 1 1 1")
    assert scene.at("II Ad A") == "recruit" and scene.battle.round == 2
    scene.do("dice 1 6", "fight", "dice 1 1 1")
    assert scene.at("Aux V") == "3732" and not scene.worn("Aux V")
    scene.do("dice 6")
    assert scene.battle.round == 3 and scene.last("fire", "units") == (25,)


@pytest.mark.clause("agricola.30.2.10")
def test_front_and_reserve_retreat_together() -> None:
    scene = drawn_up("II Ad A, IX H A, Aux V", "Aux V")
    scene.do("dice 1 6", "fight", "dice 6 6 6", "done", "dice 6 6", "dice 6 1", "retreat 3731")
    assert scene.at("II Ad A", "IX H A", "Aux V") == ("3731",) * 3


# Loot --------------------------------------------------------------------------------------------


def sacked(
    spot: str, romans: str, pillaged: str = "", looting: str = "on", start: str = "3425"
) -> Scene:
    """Tribes fall on worn Romans and wipe them out with their first fire."""
    names = romans.split(", ")
    scene = Scene(
        "caledonian",
        romans={spot: romans},
        tribes={start: ", ".join(f"Warband {number}" for number in range(1, 7))},
        worn=", ".join(name for name in names if "Praesidium" not in name),
        pillaged=pillaged,
        ap=(0, 1),
        options={**OFF, "looting": looting},
    )
    return scene.do(f"march {start}", f"go {spot}", "dice 1 6", "fight", "dice 1 1 1 1 1 1")


@pytest.mark.clause("agricola.31.0.2", "agricola.31.0.5")
def test_a_sacked_fortress_pays_two() -> None:
    scene = sacked("3525", "Aux V, Aux VI")
    assert scene.ap == (0, 2) and scene.state.pillaged == [place("3525")]
    assert sacked("3525", "Aux V", looting="off").ap == (0, 0)


@pytest.mark.clause("agricola.31.0.1")
def test_a_burnt_camp_pays_one() -> None:
    scene = sacked("3732", "Praesidium 1", start="3734")
    assert scene.ap == (0, 1) and scene.state.pillaged == [place("3732")]
    assert sacked("3732", "Aux V", start="3734").ap == (0, 0)


@pytest.mark.clause("agricola.31.0.1", "agricola.31.0.2")
def test_who_holds_his_own_walls_loots_nothing() -> None:
    camp = Scene(
        "caledonian",
        romans={"3732": "Praesidium 1, II Ad A"},
        tribes={"3734": "Warband 1"},
        ap=(0, 1),
        options=OFF,
    )
    camp.do("march 3734", "go 3732", "dice 1 6", "retreat 3733")
    assert camp.last("battle_over", "winner") == ROMAN
    assert camp.ap == (0, 0) and not camp.state.pillaged
    held = Scene(romans={"3425": "II Ad A"}, tribes={"3525": "Warband 1"}, ap=(1, 0), options=OFF)
    held.do("march 3425", "go 3525", "dice 6 1")
    spot = min(held.choices("retreat"))
    held.do(f"retreat {spot}")
    assert held.last("battle_over", "winner") == CALEDONIAN
    assert held.ap == (0, 0) and not held.state.pillaged


@pytest.mark.clause("agricola.31.0.3")
def test_an_empty_fortress_pays_nothing() -> None:
    scene = Scene("caledonian", tribes={"3425": "Warband 1"}, ap=(0, 1))
    scene.do("march 3425", "go 3525")
    assert scene.at("Warband 1") == "3525" and scene.ap == (0, 0) and not scene.state.pillaged


@pytest.mark.clause("agricola.31.0.4")
def test_fortress_and_camp_pay_three() -> None:
    assert sacked("3525", "Praesidium 1, Aux V").ap == (0, 3)


@pytest.mark.clause("agricola.31.0.6")
def test_a_pillaged_hex_pays_no_more() -> None:
    scene = sacked("3525", "Praesidium 1, Aux V", pillaged="3525")
    assert scene.ap == (0, 0) and scene.state.pillaged == [place("3525")]


@pytest.mark.clause("agricola.31.0.9", "agricola.stratagem.roman.tribute.4")
def test_what_is_given_up_is_not_looted() -> None:
    scene = Scene(
        romans={"2530": "Karus"}, centers={"Venicones": "oppidum"}, hands=("tribute", ""), ap=(1, 0)
    )
    scene.do("march 2530", "go 2529", "tribute 2529", "dice 3")
    assert (
        scene.counter("Venicones") == ""
        and scene.state.spare[OPPIDUM] == T.contents.counters[OPPIDUM]
    )
    assert scene.ap == (0, 0) and not scene.state.pillaged
    camp = Scene(phase="recruit", romans={"2529": "Praesidium 1"}, ap=(1, 1)).do("dismantle 2529")
    assert camp.ap == (1, 1) and not camp.state.pillaged


def test_romans_loot_an_oppidum_they_took() -> None:
    scene = Scene(
        romans={"2530": "II Ad A, IX H A"}, centers={"Venicones": "oppidum"}, ap=(1, 0), options=OFF
    )
    scene.do("march 2530", "go 2529", "dice 6 1", "fight", "dice 1 1")
    assert scene.ap == (1, 0) and scene.state.pillaged == [place("2529")]
    assert scene.last("loot", "side") == ROMAN
