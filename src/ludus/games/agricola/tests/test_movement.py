"""More of movement: forces, roads, building, Concentrate [12-14, 22.1, 29]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.battle import tie_winner
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.scene import Scene, place, tables

T = tables()
OFF = {"battle_lines": "off"}


@pytest.mark.clause("agricola.12.4.1")
def test_all_units_of_a_hex_fight_together() -> None:
    romans = {"3732": "II Ad A", "3731": "Aux V"}
    scene = Scene(romans=romans, tribes={"3734": "Warband 1"}, ap=(1, 1))
    scene.do("march 3731", "go 3732", "next", "dice 6 6", "dice 1", "next")
    scene.do("march 3734", "go 3732")
    assert scene.battle.attacker == CALEDONIAN
    assert scene.force("roman") == {"II Ad A", "Aux V"}


@pytest.mark.clause("agricola.26.2.1", "agricola.12.1.3")
def test_a_fleet_that_stays_in_port() -> None:
    scene = Scene(romans={"3731": "Classis I, Classis II"}, ap=(1, 0))
    scene.do("sail 3731", "leave Classis II")
    assert not scene.offers("leave Classis I")
    scene.do("cast", "dice 1 1", "go 3631")
    assert scene.at("Classis I", "Classis II") == ("3631", "3731")


@pytest.mark.clause("agricola.12.5.5")
def test_a_free_march_by_sea() -> None:
    romans = {"3733": "Agricola, Classis I, II Ad A"}
    scene = Scene(romans=romans, ap=(0, 0))
    assert scene.offers("free_sail") and not scene.offers("sail")
    scene.do("free_sail", "board II Ad A", "cast", "dice 1 2", "go 3631")
    assert not scene.offers("free_sail") and not scene.offers("free")
    scene.do("next")
    assert scene.at("Agricola", "Classis I", "II Ad A") == ("3631", "3631", "3631")
    assert scene.ap == (0, 0)
    alone = Scene(romans={"3733": "Agricola", "3732": "Classis I"}, ap=(0, 0))
    assert not alone.offers("free_sail")


@pytest.mark.clause("agricola.13.1.4")
def test_nobody_is_picked_up_on_the_way() -> None:
    scene = Scene(romans={"3734": "Ala I", "3733": "Ala II"}).do("march 3734", "step 3733")
    assert not scene.offers("leave")
    scene.do("go 3731")
    assert scene.at("Ala I", "Ala II") == ("3731", "3733")


@pytest.mark.clause("agricola.13.2.3", "agricola.tec.sea.1", "agricola.16.31.3")
def test_land_units_stay_out_of_the_sea() -> None:
    scene = Scene("caledonian", tribes={"3734": "Warband 1"}).do("march 3734")
    reach = scene.choices("go") | scene.choices("step")
    assert reach and not any(T.board.is_sea[place(name)] for name in reach)


@pytest.mark.clause("agricola.13.2.5")
def test_between_marches_no_hex_holds_both_sides() -> None:
    scene = Scene(romans={"3734": "II Ad A"}, tribes={"3732": "Tribesmen 1"}, ap=(1, 0))
    scene.do("march 3734", "go 3732", "dice 6 1", "fight", "dice 1")
    assert scene.prompt == "march_phase"
    here = [row[: T.board.hexes] for row in scene.state.here]
    assert not any(a and b for a, b in zip(*here, strict=True))
    scene.state.here[CALEDONIAN][place("3732")] |= 1
    scene.state.at[CALEDONIAN][0] = place("3732")
    scene.state.here[CALEDONIAN][T.board.fallen] &= ~1
    assert any("both sides stand" in line for line in scene.m_check(scene.state))


@pytest.mark.clause("agricola.13.3.5", "agricola.13.3.11")
def test_a_road_march_keeps_to_the_road() -> None:
    scene = Scene(romans={"3824": "II Ad A"}).do("march 3824")
    reach = scene.choices("go")
    # Two road hexes and one beside the road are within three; farther ones only by road.
    assert {"3624", "3425", "2731"} <= reach and "3623" in reach
    assert "3424" not in reach and "3326" in reach
    scene.do("step 3725", "step 3624", "step 3525", "step 3425")
    assert scene.choices("go") >= {"3326", "2731"}
    assert not scene.choices("go") & {"3424", "3426", "3325"}
    off = Scene(romans={"3824": "II Ad A"}).do("march 3824", "step 3725", "step 3726")
    assert off.choices("go") and "3525" not in off.choices("go")


@pytest.mark.clause("agricola.13.3.6")
@pytest.mark.parametrize("kind", ["oppidum", "mines", "+oppidum", ""])
def test_what_lies_on_the_road_stops_a_column(kind: str) -> None:
    centers = {"Brigantes": kind} if kind else {}
    # The other road is barred, or the column would go round.
    tribes = {"3129": "Warband 13"} if kind else {"3129": "Warband 13", "3327": "Warband 1"}
    scene = Scene(romans={"3525": "II Ad A"}, tribes=tribes, centers=centers, options=OFF)
    scene.do("march 3525")
    assert scene.offers("go 3327") and not scene.offers("go 3227")
    scene.do("go 3327")
    assert scene.counter("Brigantes") in ("+oppidum", "")
    if kind == "mines":
        assert scene.ap == (6, 5)


@pytest.mark.clause("agricola.13.3.9")
def test_a_road_does_not_tame_the_wilds() -> None:
    assert T.board.wild[place("3227")] and place("3227") in T.board.roads[0]
    assert tie_winner(T, place("3227")) == CALEDONIAN
    ride = Scene(romans={"3327": "Imped I"}).do("march 3327")
    walk = Scene(romans={"3328": "Imped I"}).do("march 3328")
    assert ride.offers("go 3127") and walk.offers("go 3227") and not walk.offers("go 3127")


@pytest.mark.clause("agricola.13.3.10", "agricola.tec.route.1")
@pytest.mark.parametrize(("built", "farthest"), [(0, "2731"), (1, "2630"), (2, "2531")])
def test_the_route_is_a_road_where_it_is_built(built: int, farthest: str) -> None:
    scene = Scene(romans={"3525": "Imped I"}, road=built).do("march 3525")
    route = [T.board.ids[number] for number in T.board.route]
    assert [name for name in route if scene.offers(f"go {name}")][-1] == farthest
    beyond = Scene(romans={"2429": "Imped I"}, road=built).do("march 2429")
    assert not beyond.offers("go 3525")
    assert Scene(romans={"2429": "Imped I"}, road=4).do("march 2429").offers("go 3525")


@pytest.mark.clause("agricola.14.0.1", "agricola.14.0.2")
def test_stacks_have_no_limit_and_do_not_hinder() -> None:
    names = [f"Warband {number}" for number in range(1, 13)] + ["Tribesmen 1", "Tribesmen 2"]
    tribes = {"3733": ", ".join(names), "3734": "Gaesatae I, Chariots I, Atecotti I"}
    scene = Scene("caledonian", tribes=tribes).do("march 3734")
    assert scene.offers("go 3731")
    scene.do("go 3733")
    assert scene.state.here[CALEDONIAN][place("3733")].bit_count() == 17


@pytest.mark.clause("agricola.14.0.3")
def test_numbers_do_not_matter_for_supply() -> None:
    legions = [f"{legion} {x}" for legion in ("II Ad", "IX H", "XX VV") for x in "ABC"]
    scene = Scene(romans={"2328": ", ".join([*legions, "Aux V", "Aux VI", "Imped I"])})
    assert unsupplied(T, scene.state, ROMAN) == 0


@pytest.mark.clause("agricola.14.2.1")
def test_there_are_no_zones_of_control() -> None:
    scene = Scene(romans={"3734": "II Ad A"}, tribes={"3832": "Warband 1"}).do("march 3734")
    assert scene.offers("go 3731")


@pytest.mark.clause("agricola.tec.center.1", "agricola.tec.fortress.1", "agricola.24.2.3")
@pytest.mark.parametrize(
    ("kind", "passes"), [("", True), ("+monoliths", True), ("+mines", False), ("+oppidum", False)]
)
def test_what_stops_romans_in_a_center(kind: str, passes: bool) -> None:
    centers = {"Venicones": kind} if kind else {}
    scene = Scene(romans={"2530": "Ala I"}, centers=centers).do("march 2530")
    assert scene.offers("go 2529") and scene.offers("step 2529") == passes


def test_a_fortress_on_the_way_stops_nobody() -> None:
    scene = Scene(romans={"2831": "Ala I"}).do("march 2831")
    assert scene.offers("step 2731") and scene.offers("go 2630")


@pytest.mark.clause("agricola.tec.fortress.5", "agricola.24.2.9")
def test_tribes_pass_fortresses_and_hidden_centers() -> None:
    scene = Scene("caledonian", tribes={"2831": "Warband 1"}).do("march 2831", "step 2731")
    assert scene.offers("go 2630")
    center = Scene("caledonian", tribes={"2530": "Warband 1"}, centers={"Venicones": "ambush"})
    center.do("march 2530", "step 2529", "go 2428")
    assert center.at("Warband 1") == "2428" and center.counter("Venicones") == "ambush"


@pytest.mark.clause("agricola.tec.praesidium.1")
def test_a_lone_camp_stops_the_tribes() -> None:
    romans = {"3732": "Praesidium 1"}
    scene = Scene("caledonian", romans=romans, tribes={"3734": "Warband 1"}).do("march 3734")
    assert not scene.offers("step 3732") and not scene.offers("go 3731")
    scene.do("go 3732")
    assert scene.force("roman") == {"Praesidium 1"}


@pytest.mark.clause("agricola.27.1.5", "agricola.27.2.1")
def test_britannia_stops_everybody_and_is_one_hex() -> None:
    scene = Scene(romans={"3525": "Ala I"}).do("march 3525")
    assert scene.offers("go B") and not scene.offers("step B")
    scene.do("step 3624", "step 3725", "step 3824", "go B")
    assert scene.prompt == "march_phase" and scene.at("Ala I") == "B"
    names = "II Ad A, IX H A, XX VV A, Aux II Tung, Ala I, Karus, Imped I"
    force = Scene(romans={"B": names}).do("march B", "leave II Ad A", "leave Karus", "go 3826")
    assert force.at("II Ad A", "Karus", "Ala I", "Imped I") == ("B", "B", "3826", "3826")


# Concentrate -------------------------------------------------------------------------------------

SPREAD = {"3731": "Agricola", "3733": "II Ad A", "3734": "II Ad B", "3429": "II Ad C"}


@pytest.mark.clause("agricola.22.1.2")
def test_concentrating_needs_the_supreme_leader() -> None:
    scene = Scene(romans={"3731": "Karus", "3733": "II Ad A"})
    assert not scene.offers("concentrate")
    assert Scene(romans=SPREAD).offers("concentrate")


@pytest.mark.clause("agricola.22.1.3", "agricola.22.1.4", "agricola.22.1.5")
def test_who_can_reach_the_leader_comes_all_the_way_or_not_at_all() -> None:
    scene = Scene(romans=SPREAD, ap=(1, 0)).do("concentrate")
    assert scene.choices("come") == {"II Ad A", "II Ad B"}
    scene.do("come II Ad A", "done")
    assert scene.at("II Ad A", "II Ad B", "II Ad C") == ("3731", "3734", "3429")
    assert scene.at("Agricola") == "3731"


@pytest.mark.clause("agricola.22.1.6")
def test_one_point_brings_them_all() -> None:
    scene = Scene(romans={**SPREAD, "3830": "Aux V", "3730": "Aux VI"}, ap=(1, 0))
    scene.do("concentrate", "all 3731")
    near = ("II Ad A", "II Ad B", "Aux V", "Aux VI")
    assert scene.at(*near) == ("3731",) * 4 and scene.ap == (0, 0)
    assert not Scene(romans=SPREAD, ap=(0, 0)).offers("concentrate")


@pytest.mark.clause("agricola.22.1.7")
def test_concentrating_into_and_out_of_britannia() -> None:
    scene = Scene(romans={"B": "Agricola", "3826": "Aux V"}).do("concentrate", "come Aux V", "done")
    assert scene.at("Aux V") == "B"
    out = Scene(romans={"3826": "Agricola", "B": "Aux V"}).do("concentrate", "come Aux V", "done")
    assert out.at("Aux V") == "3826"


@pytest.mark.clause("agricola.22.1.8")
def test_concentrating_obeys_roads_stops_and_enemies() -> None:
    romans = {"2731": "Agricola", "3525": "Imped I", "2732": "Classis I", "2532": "Aux V"}
    romans["2529"] = romans.pop("2732")
    scene = Scene(romans=romans).do("concentrate")
    assert scene.choices("come") == {"Imped I", "Aux V"}
    barred = Scene(romans=romans, tribes={"3227": "Warband 1", "3129": "Warband 2"})
    assert barred.do("concentrate").choices("come") == {"Aux V"}
    wild = Scene(romans={"3528": "Agricola", "3530": "II Ad A", "3428": "II Ad B"})
    assert wild.do("concentrate").choices("come") == {"II Ad A", "II Ad B"}
    through = {"2428": "Agricola", "2629": "Imped I"}
    assert Scene(romans=through).do("concentrate").choices("come") == {"Imped I"}
    # With nobody in reach it is not offered: it would be a point for nothing.
    assert not Scene(romans=through, centers={"Venicones": "wastes"}).offers("concentrate")


@pytest.mark.clause("agricola.22.1.9", "agricola.22.1.15")
def test_concentrating_twice_and_a_free_march() -> None:
    romans = {"3731": "Agricola", "3733": "II Ad A", "3730": "II Ad B"}
    scene = Scene(romans=romans, ap=(2, 0))
    scene.do("concentrate", "come II Ad A", "done", "free", "leave II Ad A", "go 3733")
    scene.do("concentrate", "come II Ad A", "done")
    assert scene.at("II Ad A", "Agricola") == ("3733", "3733") and scene.ap == (0, 0)


@pytest.mark.clause("agricola.22.1.13")
def test_nobody_is_promoted() -> None:
    scene = Scene(romans={"3731": "Karus, Agricola"}, fallen="Agricola", ap=(1, 0))
    assert not scene.offers("free") and not scene.offers("concentrate")


@pytest.mark.clause("agricola.22.3.2")
def test_the_praefectus_goes_by_sea_only() -> None:
    scene = Scene(romans={"3733": "Praefectus Classiarii, Aux V"})
    assert scene.offers("sail 3733")
    scene.do("march 3733")
    assert not scene.offers("leave Praefectus Classiarii")
    scene.do("go 3731")
    assert scene.at("Praefectus Classiarii") == "3733"
    assert not Scene(romans={"3733": "Praefectus Classiarii"}).offers("march 3733")


# Building a road ---------------------------------------------------------------------------------


@pytest.mark.clause("agricola.29.0.1", "agricola.29.1.4")
def test_the_route_runs_from_trimontium_to_victoria() -> None:
    route = [T.board.ids[number] for number in T.board.route]
    assert (route[0], route[-1]) == ("2731", "2429")
    done = Scene(romans={"2429": "II Ad A"}, road=4)
    assert not done.offers("build")
    assert Scene(romans={"2430": "II Ad A"}, road=3).offers("build")
    assert not Scene(romans={"2731": "II Ad A"}, options={"roads": "off"}).offers("build")


@pytest.mark.clause("agricola.29.1.1", "agricola.29.1.3", "agricola.29.2.1")
def test_a_legionary_builds_one_hex_for_one_point() -> None:
    romans = {"2731": "II Ad A, Aux V", "3525": "Imped I"}
    scene = Scene(romans=romans, ap=(2, 0)).do("build", "leave Aux V", "done")
    assert scene.at("II Ad A", "Aux V") == ("2630", "2731") and scene.ap == (1, 0)
    assert scene.state.road == 1 and scene.prompt == "march_phase"
    scene.do("march 3525", "go 2630")
    assert scene.at("Imped I") == "2630"
    free = Scene(romans={"2731": "Agricola, II Ad A"}, ap=(0, 0))
    assert not free.offers("build") and free.offers("free")


@pytest.mark.clause("agricola.29.1.2")
@pytest.mark.parametrize(
    ("name", "builds"), [("Aux V", False), ("Karus", False), ("Evocati I", True)]
)
def test_only_legionaries_build(name: str, builds: bool) -> None:
    assert Scene(romans={"2731": name}).offers("build") == builds


@pytest.mark.clause("agricola.29.1.2")
def test_others_may_come_along_but_a_legionary_must() -> None:
    scene = Scene(romans={"2731": "II Ad A, Aux V"}).do("build")
    assert not scene.offers("leave II Ad A") and scene.offers("leave Aux V")
    scene.do("done")
    assert scene.at("II Ad A", "Aux V") == ("2630", "2630")


@pytest.mark.clause("agricola.29.2.2")
def test_the_road_grows_at_its_end() -> None:
    assert not Scene(romans={"2630": "II Ad A"}).offers("build")
    assert Scene(romans={"2630": "II Ad A"}, road=1).do("build", "done").at("II Ad A") == "2531"


@pytest.mark.clause("agricola.29.2.3")
def test_nobody_builds_into_enemies() -> None:
    romans = {"2731": "II Ad A"}
    assert not Scene(romans=romans, tribes={"2630": "Warband 1"}).offers("build")
    assert Scene(romans=romans, tribes={"2631": "Warband 1"}).offers("build")


@pytest.mark.clause("agricola.29.3.1", "agricola.29.3.2")
def test_a_built_road_stays_and_does_nothing_else() -> None:
    scene = Scene("caledonian", tribes={"2631": "Warband 1"}, road=2)
    scene.do("march 2631", "go 2630", "march 2630", "go 2631")
    assert scene.state.road == 2
    names = ("2630", "2531", "2430")
    assert [tie_winner(T, place(name)) for name in names] == [ROMAN, ROMAN, CALEDONIAN]
    hungry = Scene(romans={"2531": "II Ad A"}, road=2)
    assert unsupplied(T, hungry.state, ROMAN)
    walk = Scene(romans={"2530": "Ala I"}, road=2).do("march 2530")
    assert walk.offers("step 2531")


@pytest.mark.clause(
    "agricola.7.2.12", "agricola.26.6.4", "agricola.28.2.1", "agricola.29.1.1", "agricola.12.3.1"
)
def test_a_movement_phase_is_that_of_one_march() -> None:
    """Within one March Phase: march to the road's end and build on twice; march and embark."""
    scene = Scene(
        romans={"2730": "II Ad A", "3831": "Aux V", "3731": "Classis I", "3525": "Exploratores"},
        ap=(9, 0),
    )
    scene.do("march 2730", "go 2731", "build", "done", "build", "done")
    assert scene.state.road == 2 and scene.at("II Ad A") == "2531" and scene.ap == (6, 0)
    scene.do("march 3831", "go 3731", "sail 3731", "board Aux V", "cast", "dice 1 1", "go 3631")
    assert scene.at("Aux V", "Classis I") == ("3631", "3631")
    scene.do("scout", "go 3624")
    assert scene.prompt == "march_phase" and not scene.offers("scout"), "once in the March Phase"
