"""Supply, attrition and rally [18, 19, 26.7, tec]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.scene import Scene, owner_of, tables

T = tables()


def hungry(scene: Scene, side: int) -> set[str]:
    """Who must roll."""
    return {T.musters[side].units[unit].name for unit in units(unsupplied(T, scene.state, side))}


@pytest.mark.clause("agricola.18.0.2")
def test_only_the_unsupplied_roll() -> None:
    romans = {"3528": "II Ad A", "3525": "II Ad B"}
    scene = Scene(phase="attrition", romans=romans)
    assert len(scene.script.decision(-1).options) == 6
    scene.do("dice 1")
    assert scene.worn("II Ad A") and not scene.worn("II Ad B")
    fed = Scene(phase="attrition", romans={"3525": "II Ad B"}, ap=(1, 0))
    assert fed.prompt == "rally" and not fed.told("supply_check")


@pytest.mark.clause("agricola.18.1.9")
def test_enemies_cut_no_supply() -> None:
    ring = ["3325", "3326", "3424", "3426", "3526"]
    tribes = {name: f"Warband {number}" for number, name in enumerate(ring, 1)}
    scene = Scene(romans={"3425": "Aux V", "3525": "Aux VI"}, tribes=tribes)
    assert hungry(scene, ROMAN) == set()


@pytest.mark.clause("agricola.tec.fortress.4")
@pytest.mark.parametrize("held", [True, False])
def test_a_garrisoned_fortress_feeds_its_neighbours(held: bool) -> None:
    romans = {"3425": "Aux V", **({"3525": "Aux VI"} if held else {})}
    assert hungry(Scene(romans=romans), ROMAN) == (set() if held else {"Aux V"})


@pytest.mark.clause("agricola.18.1.10")
def test_at_sea_neither_fortress_nor_train_helps() -> None:
    # No fortress of this map lies on the coast: a train ashore next to the fleet stands for it.
    scene = Scene(
        romans={"3631": "Classis I, Imped I", "3730": "Aux V", "3731": "Imped II"},
        aboard={"Classis I": "Imped I"},
    )
    assert hungry(scene, ROMAN) == {"Classis I"}
    alone = Scene(
        romans={"3631": "Classis I, Imped I", "3732": "Aux V"}, aboard={"Classis I": "Imped I"}
    )
    assert hungry(alone, ROMAN) == {"Classis I", "Aux V"}


@pytest.mark.clause("agricola.18.1.11", "agricola.26.7.1")
def test_fleets_on_a_coast_feed_all_around_them() -> None:
    scene = Scene(
        romans={"2328": "Classis I, II Ad A, Aux V", "2427": "Classis II"},
        aboard={"Classis I": "Aux V"},
    )
    assert hungry(scene, ROMAN) == {"Classis II"}


@pytest.mark.clause("agricola.18.1.12")
def test_a_fleet_shares_no_coast_with_enemies_when_supply_is_checked() -> None:
    scene = Scene(romans={"3631": "Classis I"}, tribes={"3731": "Tribesmen 1"}, ap=(1, 0))
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731", "dice 6 1", "fight", "dice 1", "next")
    assert scene.at("Tribesmen 1") == "recruit" and scene.state.active == CALEDONIAN


@pytest.mark.clause("agricola.18.1.14", "agricola.tec.oppidum.3")
def test_oppida_and_those_with_them_are_fed() -> None:
    scene = Scene("caledonian", tribes={"2529": "Warband 1"}, centers={"Venicones": "oppidum"})
    assert hungry(scene, CALEDONIAN) == set()
    field = Scene("caledonian", tribes={"2530": "Warband 1"}, centers={"Venicones": "oppidum"})
    assert hungry(field, CALEDONIAN) == {"Warband 1"}


@pytest.mark.clause("agricola.18.1.16")
def test_a_site_feeds_who_has_just_taken_it() -> None:
    scene = Scene(
        "caledonian",
        romans={"2127": "Aux V"},
        tribes={"2227": "Warband 1, Warband 2"},
        worn="Aux V",
        ap=(0, 1),
    )
    scene.do("march 2227", "go 2127", "dice 1 6", "fight", "dice 1 6")
    assert scene.at("Warband 1") == "2127" and hungry(scene, CALEDONIAN) == set()


@pytest.mark.clause("agricola.18.2.3")
@pytest.mark.parametrize(("face", "lost"), [(1, True), (2, True), (3, False), (6, False)])
def test_hunger_ends_a_disrupted_unit(face: int, lost: bool) -> None:
    scene = Scene(phase="attrition", romans={"3528": "II Ad A"}, worn="II Ad A")
    scene.do(f"dice {face}")
    assert (scene.at("II Ad A") == "recruit") == lost


@pytest.mark.clause("agricola.19.0.1")
def test_hunger_and_blows_disrupt_alike() -> None:
    starved = Scene(phase="attrition", romans={"3528": "II Ad A"}).do("dice 2")
    fought = Scene(romans={"3734": "II Ad A"}, tribes={"3732": "Warband 1"}, ap=(1, 0))
    fought.do("march 3734", "go 3732", "dice 1 6", "fight", "dice 1")
    for scene in (starved, fought):
        assert scene.worn("II Ad A") and scene.state.disrupted[ROMAN] == 1 << owner_of("II Ad A")[1]


@pytest.mark.clause("agricola.19.4.1")
def test_one_point_rallies_britannia() -> None:
    names = "II Ad A, II Ad B, IX H A, Aux V, Ala I, Karus"
    scene = Scene(phase="rally", romans={"B": names}, worn=names, ap=(1, 0)).do("rally B")
    assert scene.state.disrupted[ROMAN] == 0 and scene.ap == (0, 0)


@pytest.mark.clause("agricola.23.2.3", "agricola.tec.praesidium.3")
def test_a_camp_feeds_its_own_hex_only() -> None:
    scene = Scene(romans={"2429": "Praesidium 1, Aux V", "2428": "Aux VI"})
    assert hungry(scene, ROMAN) == {"Aux VI"}


@pytest.mark.clause("agricola.27.2.3")
def test_britannia_feeds_all() -> None:
    scene = Scene(romans={"B": "II Ad A, Aux V, Classis I"})
    assert hungry(scene, ROMAN) == set()


# At sea ------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.26.7.2")
@pytest.mark.parametrize("fleet", ["Classis I", "Praefectus Classiarii"])
def test_one_roll_for_a_fleet_and_all_aboard(fleet: str) -> None:
    scene = Scene(
        phase="attrition",
        romans={"3631": f"{fleet}, Agricola, Aux V"},
        aboard={fleet: "Agricola, Aux V"},
        ap=(1, 0),
    )
    assert len(scene.script.decision(-1).options) == 6
    scene.do("dice 1")
    assert scene.worn(fleet, "Agricola", "Aux V") == (True, True, True)


@pytest.mark.clause("agricola.26.7.3")
def test_only_those_aboard_the_unlucky_fleet_suffer() -> None:
    first, second = "Aux V, Aux VI, Aux VII", "II Ad A, II Ad B, II Ad C"
    scene = Scene(
        phase="attrition",
        romans={"3631": f"Classis I, Classis II, {first}, {second}"},
        aboard={"Classis I": first, "Classis II": second},
    )
    scene.do("dice 3 2")
    assert scene.worn(*first.split(", ")) == (False,) * 3
    assert scene.worn(*second.split(", ")) == (True,) * 3
    assert not scene.worn("Classis I") and scene.worn("Classis II")


@pytest.mark.clause("agricola.26.7.4")
@pytest.mark.parametrize("room", [True, False])
def test_who_loses_his_ship_needs_another(room: bool) -> None:
    others = "" if room else ", Aux VI, Aux VII, Aux VIII"
    scene = Scene(
        phase="attrition",
        romans={"3631": f"Classis I, Classis II, Aux V{others}"},
        aboard={"Classis I": "Aux V", "Classis II": others.strip(", ")},
        worn="Classis I",
    )
    scene.do("dice 1 6")
    assert scene.at("Classis I") == "recruit"
    if room:
        assert scene.at("Aux V") == "3631" and scene.worn("Aux V")
        assert scene.state.aboard[owner_of("Aux V")[1]] == owner_of("Classis II")[1]
    else:
        assert scene.at("Aux V") == "recruit"
