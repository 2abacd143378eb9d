"""Retreats and fortified positions [16.3, 16.4, 25]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.tests.scene import Scene, place, tables

T = tables()
OFF = {"battle_lines": "off"}
BANDS = "Warband 1, Warband 2, Warband 3, Warband 4"


def attacked(
    spot: str,
    romans: str,
    start: str,
    tribes: str = "Warband 1, Warband 2",
    others: dict[str, str] | None = None,
    centers: dict[str, str] | None = None,
) -> Scene:
    """Tribes have marched on Romans; the dice for the advantage come next."""
    scene = Scene(
        "caledonian",
        romans={spot: romans},
        tribes={start: tribes, **(others or {})},
        centers=centers,
        ap=(0, 1),
        options=OFF,
    )
    return scene.do(f"march {start}", f"go {spot}")


def assailed(
    spot: str, tribes: str, start: str, romans: str = "II Ad A, IX H A", **more: dict[str, str]
) -> Scene:
    """Romans have marched on tribes; the dice for the advantage come next."""
    scene = Scene(
        romans={start: romans, **more.get("others", {})},
        tribes={spot: tribes} if tribes else {},
        centers=more.get("centers"),
        ap=(1, 0),
        options=OFF,
    )
    return scene.do(f"march {start}", f"go {spot}")


@pytest.mark.clause("agricola.16.3.1", "agricola.16.3.3")
def test_all_go_one_hex_and_the_battle_is_over() -> None:
    scene = attacked("3732", "II Ad A, IX H A, Karus, Ala I", "3734")
    scene.do("dice 1 6", "fight", "dice 6 6", "dice 6 6 6 6", "dice 6 1")
    scene.do("retreat 3731")
    assert scene.at("II Ad A", "IX H A", "Karus", "Ala I") == ("3731",) * 4
    assert scene.state.battle is None and scene.prompt == "march_phase"
    assert scene.last("battle_over", "winner") == CALEDONIAN


@pytest.mark.clause("agricola.16.3.2", "agricola.16.31.3", "agricola.16.31.4", "agricola.16.31.1")
def test_with_the_sea_and_enemies_all_round_there_is_no_retreat() -> None:
    scene = assailed("3734", "Warband 1", "3731", "II Ad A", others={"3833": "Ala I"})
    scene.do("dice 1 6")
    assert scene.offers("retreat 3733") and scene.choices("retreat") == {"3733"}
    shut = assailed(
        "3734", "Warband 1", "3731", "II Ad A", others={"3833": "Ala I", "3733": "Exploratores"}
    )
    shut.do("dice 1 6")
    assert shut.prompt == "dice" and shut.battle.advantage == CALEDONIAN


@pytest.mark.clause("agricola.16.3.4")
def test_romans_on_the_south_edge_retreat_into_britannia() -> None:
    scene = attacked("3826", "II Ad A", "3726").do("dice 6 1")
    assert scene.offers("retreat B")
    assert scene.do("retreat B").at("II Ad A") == "B"


@pytest.mark.clause("agricola.16.3.5")
def test_tribes_do_not_leave_the_map() -> None:
    scene = assailed("3826", "Warband 1", "3726").do("dice 1 6")
    assert scene.asked == "caledonian"
    assert scene.choices("retreat") == {"3727", "3825", "3827"} | {"3726"}


@pytest.mark.clause("agricola.16.3.6")
def test_wilderness_is_no_bar_to_a_retreat() -> None:
    scene = attacked("3732", "II Ad A", "3734").do("dice 6 1", "retreat 3832")
    assert T.board.wild[place("3832")] and scene.at("II Ad A") == "3832"


@pytest.mark.clause("agricola.16.3.7", "agricola.24.3.18")
def test_mines_stay_behind() -> None:
    scene = assailed("2529", "Warband 1", "2530", centers={"Venicones": "+mines"})
    scene.do("dice 1 6", "retreat 2428")
    assert scene.at("Warband 1") == "2428" and scene.ap == (2, 0)
    assert scene.counter("Venicones") == ""
    lost = assailed("2529", BANDS, "2530", "II Ad A", centers={"Venicones": "mines"})
    lost.do("dice 6 1", "retreat 2530")
    assert lost.ap == (0, 0) and lost.counter("Venicones") == "+mines"
    stone = assailed("2529", "Warband 1", "2530", centers={"Venicones": "+monoliths"})
    stone.do("dice 1 6", "retreat 2428")
    assert stone.counter("Venicones") == "+monoliths"


@pytest.mark.clause("agricola.16.31.2")
@pytest.mark.parametrize(
    ("kind", "allowed"),
    [
        ("ambush", False),
        ("wastes", False),
        ("oppidum", False),
        ("+mines", True),
        ("+oppidum", False),
    ],
)
def test_romans_do_not_retreat_into_a_hidden_center(kind: str, allowed: bool) -> None:
    scene = attacked("2530", "II Ad A", "2430", centers={"Venicones": kind}).do("dice 6 1")
    assert scene.offers("retreat 2529") == allowed and scene.offers("retreat 2429")


@pytest.mark.clause("agricola.16.4.2", "agricola.24.3.16", "agricola.tec.oppidum.1")
def test_nobody_leaves_an_oppidum_and_it_fights() -> None:
    scene = Scene(romans={"2530": "Ala I, Ala II"}, centers={"Venicones": "+oppidum"}, ap=(1, 0))
    scene.do("march 2530")
    assert not scene.offers("step 2529")
    scene.do("go 2529", "done", "dice 1 6")
    assert scene.force("caledonian") == {"Venicones"} and scene.prompt == "dice"
    scene.do("dice 3")
    assert scene.last("fire", "factors") == (3,) and scene.last("fire", "hits") == 1


@pytest.mark.clause("agricola.16.4.3", "agricola.25.2.3", "agricola.25.2.4")
def test_once_the_oppidum_is_lost_the_others_may_go() -> None:
    legions = "II Ad A, II Ad B, II Ad C, IX H A"
    scene = assailed("2529", BANDS, "2530", legions, centers={"Venicones": "+oppidum"})
    scene.do("dice 6 1", "fight", "dice 1 6 6 6", "hit Venicones")
    assert scene.last("fire", "hits") == 1 and scene.counter("Venicones") == ""
    scene.do("dice 6 6 6 6", "dice 1 6")
    assert scene.prompt == "stand" and scene.offers("retreat 2428")
    scene.do("fight", "dice 6 6 6 6", "dice 1 1 1 1")
    assert scene.last("fire", "scored") == 4 and scene.last("fire", "hits") == 4


def test_the_same_for_a_camp() -> None:
    scene = attacked("3732", "Praesidium 1, II Ad A, IX H A", "3734", BANDS)
    scene.do("dice 6 1")
    assert scene.prompt == "dice"
    scene.do("dice 6 6 6", "dice 1 6 6 6", "hit Praesidium 1", "dice 6 1")
    assert scene.prompt == "stand" and scene.offers("retreat 3731")


@pytest.mark.clause("agricola.16.4.4", "agricola.25.1.4")
def test_besiegers_do_not_leave_their_camp_nor_are_they_halved() -> None:
    scene = Scene(
        romans={"2529": "Praesidium 1, II Ad A, II Ad B, IX H A"},
        tribes={"2529": BANDS},
        centers={"Venicones": "+oppidum"},
        sieges="2529",
        ap=(1, 0),
        options={**OFF, "siege": "on"},
    )
    scene.do("assault 2529", "dice 6 1")
    assert scene.prompt == "dice" and scene.battle.advantage == ROMAN
    scene.do("dice 6 6 6 6", "dice 1 1 1 1 6")
    assert scene.last("fire", "scored") == 4 and scene.last("fire", "hits") == 4


# Fortified positions -----------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.25.0.1", "agricola.25.1.2", "agricola.25.2.2", "agricola.tec.oppidum.2"
)
@pytest.mark.parametrize(("scored", "hits"), [(3, 2), (6, 3), (4, 2), (5, 3)])
def test_an_oppidum_halves_hits(scored: int, hits: int) -> None:
    legions = "II Ad A, II Ad B, II Ad C, IX H A, IX H B, IX H C"
    bands = BANDS + ", Warband 5"
    scene = assailed("2529", bands, "2530", legions, centers={"Venicones": "+oppidum"})
    scene.do("dice 6 1", "fight").dice(*[1] * scored + [6] * (6 - scored))
    assert scene.last("fire", "scored") == scored and scene.last("fire", "hits") == hits


@pytest.mark.clause("agricola.25.0.1", "agricola.tec.fortress.3", "agricola.25.2.5")
def test_a_fortress_halves_hits_round_after_round() -> None:
    scene = attacked("3525", "II Ad A, IX H A, XX VV A", "3425", BANDS)
    for names in (("II Ad A", "IX H A"), ("II Ad A", "IX H A")):
        scene.do("dice 1 6", "fight", "dice 1 1 1 6", *(f"hit {name}" for name in names))
        assert scene.last("fire", "scored") == 3 and scene.last("fire", "hits") == 2
        scene.do("dice 6 6 6" if scene.at("II Ad A") == "3525" else "dice 6")
    scene.do("dice 6 1")
    assert scene.battle.advantage == ROMAN and scene.prompt == "dice"


@pytest.mark.clause("agricola.25.1.3")
def test_a_camp_in_a_fortress_halves_once() -> None:
    bands = ", ".join(f"Warband {number}" for number in range(1, 9))
    romans = "Praesidium 1, II Ad A, IX H A, XX VV A"
    scene = attacked("3525", romans, "3425", bands).do("dice 1 6", "fight", "dice 1 1 1 1 1 1 1 1")
    assert scene.last("fire", "scored") == 8 and scene.last("fire", "hits") == 4


@pytest.mark.clause("agricola.25.2.6")
def test_a_camp_protects_itself() -> None:
    scene = attacked("3732", "Praesidium 1", "3734").do("dice 1 6", "fight", "dice 1 1")
    assert scene.last("fire", "scored") == 2 and scene.last("fire", "hits") == 1
    assert scene.at("Praesidium 1") == "recruit"


@pytest.mark.clause("agricola.25.2.7")
def test_forts_help_their_own_side_only() -> None:
    legions = "II Ad A, II Ad B, II Ad C, IX H A"
    scene = assailed("3525", BANDS, "3425", legions).do("dice 6 1", "fight", "dice 1 1 1 1")
    assert scene.last("fire", "hits") == 4
    # Romans in the hex of a surrendered Oppidum have nothing of it.
    hall = attacked("2529", legions, "2428", BANDS).do("dice 1 6", "fight", "dice 1 1 1 1")
    assert hall.last("fire", "hits") == 4


def test_only_defenders_in_a_fortress_are_held_there() -> None:
    scene = assailed("3525", "Warband 1", "3425").do("dice 6 1")
    assert scene.prompt == "stand" and scene.offers("retreat 3425")
    assert scene.battle.attacker == ROMAN
