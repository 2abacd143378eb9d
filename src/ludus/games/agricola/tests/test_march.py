"""Marches by land: forces, allowances, stops, roads, free Marches [12, 13, 27, 29]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.tests.scene import begin, position, to, where, who

LEGION = ("II Ad A", "II Ad B", "II Ad C")


@pytest.mark.clause("agricola.12.1.3", "agricola.12.2.1", "agricola.ap.march.1", "agricola.4.0.4")
def test_part_of_a_stack_marches_for_one_point() -> None:
    script = begin(position(romans={"3425": LEGION}, points=(3, 0)))
    script.play(to("march", "3425"))
    assert script.state.points[ROMAN] == 2
    script.play(who("leave", ROMAN, "II Ad A"), to("go", "3326"))
    assert where(script, ROMAN, "II Ad A") == "3425"
    assert where(script, ROMAN, "II Ad B") == where(script, ROMAN, "II Ad C") == "3326"


@pytest.mark.clause("agricola.12.1.2", "agricola.12.1.4", "agricola.12.1.1")
@pytest.mark.parametrize("stay", [0, 1, 2])
def test_a_force_may_be_any_part_of_a_hex(stay: int) -> None:
    script = begin(position(romans={"3425": LEGION, "3525": ["Aux V"]}))
    script.play(to("march", "3425"))
    for name in LEGION[:stay]:
        script.play(who("leave", ROMAN, name))
    script.play(to("go", "3326"))
    places = [where(script, ROMAN, name) for name in LEGION]
    assert places == ["3425"] * stay + ["3326"] * (3 - stay)
    assert where(script, ROMAN, "Aux V") == "3525"


@pytest.mark.clause("agricola.12.3.1", "agricola.12.3.2", "agricola.7.2.8", "agricola.12.3.3")
def test_the_same_force_may_march_again() -> None:
    romans = {"3425": ["II Ad A"], "3624": ["Aux V"]}
    script = begin(position(romans=romans, points=(3, 0)))
    script.play(to("march", "3425"), to("go", "3326"))
    script.play(to("march", "3624"), to("go", "3525"))
    script.play(to("march", "3326"), to("go", "3227"))
    assert where(script, ROMAN, "II Ad A") == "3227"
    assert script.state.points[ROMAN] == 0
    assert script.offered() == ["next"]


@pytest.mark.clause("agricola.13.0.1", "agricola.13.0.2", "agricola.13.0.3", "agricola.tec.open.1")
def test_allowance_of_three_in_open_land() -> None:
    script = begin(position(romans={"3734": ["II Ad A"]}))
    script.play(to("march", "3734"))
    offered = script.offered()
    assert to("go", "3731") in offered and to("go", "3733") in offered
    assert "not on offer" in script.refused(to("go", "3730"))
    script.play("halt")
    assert where(script, ROMAN, "II Ad A") == "3734"


@pytest.mark.clause("agricola.13.3.4", "agricola.tec.road.1", "agricola.13.3.8")
def test_roads_carry_romans_any_distance() -> None:
    script = begin(position(romans={"3525": ["Imped I"]}))
    script.play(to("march", "3525"), to("go", "2731"))
    assert where(script, ROMAN, "Imped I") == "2731"


@pytest.mark.clause("agricola.13.3.7")
def test_tribes_have_no_use_for_roads() -> None:
    state = position(CALEDONIAN, tribes={"2731": ["Warband 1"]})
    script = begin(state)
    script.play(to("march", "2731"))
    offered = script.offered()
    assert to("go", "2828") in offered
    assert to("go", "2928") not in offered


@pytest.mark.clause("agricola.12.5.1", "agricola.22.1.1")
def test_one_free_march_of_the_supreme_leader() -> None:
    romans = {"3425": ["Agricola", "II Ad A"]}
    script = begin(position(romans=romans, points=(0, 0)))
    assert script.offered() == ["free", "next"]
    script.play("free", to("go", "3326"))
    assert where(script, ROMAN, "II Ad A") == "3326"
    assert script.offered() == ["next"]


@pytest.mark.clause("agricola.12.5.2", "agricola.12.5.3")
def test_nobody_outruns_the_leader_on_his_free_march() -> None:
    romans = {"3425": ["Agricola", "Ala I"]}
    script = begin(position(romans=romans, points=(0, 0)))
    script.play("free")
    assert who("leave", ROMAN, "Agricola") not in script.offered()
    assert who("leave", ROMAN, "Ala I") in script.offered()


@pytest.mark.clause("agricola.12.5.3", "agricola.22.1.1")
def test_wilderness_that_stops_the_leader_stops_his_free_march() -> None:
    force = {"3527": ["Agricola", "Aux V"]}
    free = begin(position(romans=force, points=(0, 0)))
    free.play("free", to("step", "3528"))
    assert not free.offered(verb="step") and not free.offered(verb="go")
    paid = begin(position(romans=force, points=(1, 0)))
    paid.play(to("march", "3527"), to("step", "3528"))
    assert to("step", "3529") in paid.offered()


@pytest.mark.clause("agricola.28.2.1", "agricola.28.2.2", "agricola.28.2.3")
def test_the_exploratores_scout_free_and_alone() -> None:
    romans = {"3425": ["Agricola", "Exploratores", "II Ad A"]}
    script = begin(position(romans=romans, points=(0, 0)))
    script.play("scout", to("go", "3326"))
    assert where(script, ROMAN, "Exploratores") == "3326"
    assert where(script, ROMAN, "II Ad A") == "3425"
    assert script.offered() == ["free", "next"]
    base = begin(position(romans={"B": ["Exploratores", "II Ad A"]}, points=(0, 0)))
    assert base.offered() == ["scout", "next"]
    plain = begin(position(romans=romans, points=(0, 0), options={"special_units": "off"}))
    assert plain.offered() == ["free", "next"]


@pytest.mark.clause(
    "agricola.13.2.1",
    "agricola.tec.wilderness.2",
    "agricola.13.3.1",
    "agricola.13.1.3",
    "agricola.13.2.2",
)
def test_wilderness_stops_all_romans_but_auxiliaries() -> None:
    script = begin(position(romans={"3527": ["II Ad A", "Aux V"]}))
    script.play(to("march", "3527"), to("step", "3528"))
    assert not script.offered(verb="go")
    script.play(to("step", "3529"), "halt")
    assert where(script, ROMAN, "Aux V") == "3529"
    assert where(script, ROMAN, "II Ad A") == "3528"
    light = begin(position(romans={"3527": ["Aux V"]})).play(to("march", "3527"))
    assert to("go", "3529") in light.offered()
    script.play(to("march", "3528"), to("go", "3529"))
    assert where(script, ROMAN, "II Ad A") == "3529"


@pytest.mark.clause("agricola.13.3.2", "agricola.13.3.3")
@pytest.mark.parametrize("name", ["Coh Eq I", "Ala I", "Exploratores", "Agricola"])
def test_horsemen_and_leaders_stop_in_the_wilds_too(name: str) -> None:
    script = begin(position(romans={"3527": [name]}))
    script.play(to("march", "3527"))
    assert to("go", "3528") in script.offered()
    assert to("step", "3528") not in script.offered()


@pytest.mark.clause("agricola.tec.wilderness.1")
def test_tribes_cross_the_wilds() -> None:
    script = begin(position(CALEDONIAN, tribes={"2231": ["Warband 1"]}))
    script.play(to("march", "2231"))
    assert to("go", "1931") in script.offered()


@pytest.mark.clause("agricola.13.0.4", "agricola.13.1.2")
def test_slow_units_are_left_where_their_allowance_ends() -> None:
    script = begin(position(romans={"3734": ["Imped I", "Ala I"]}))
    script.play(to("march", "3734"))
    script.play(to("step", "3733"), to("step", "3732"), to("step", "3731"), "halt")
    assert where(script, ROMAN, "Imped I") == "3732"
    assert where(script, ROMAN, "Ala I") == "3731"


@pytest.mark.clause("agricola.13.2.4", "agricola.14.2.2", "agricola.1.0.2", "agricola.7.2.7")
def test_entering_an_enemy_hex_means_battle() -> None:
    state = position(romans={"3734": ["Ala I"]}, tribes={"3732": ["Warband 1"]})
    script = begin(state)
    script.play(to("march", "3734"))
    assert to("step", "3732") not in script.offered()
    assert to("go", "3731") not in script.offered()
    script.play(to("go", "3732"))
    assert script.state.battle is not None
    assert script.state.battle.attacker == ROMAN


@pytest.mark.clause("agricola.27.1.3", "agricola.27.1.2")
def test_leaving_britannia_costs_one_point_of_movement() -> None:
    script = begin(position(romans={"B": ["II Ad A"]}))
    script.play(to("march", "B"))
    offered = set(script.offered(verb="go"))
    assert to("go", "3826") in offered and to("go", "3628") in offered
    assert to("go", "3527") not in offered


@pytest.mark.clause("agricola.27.1.6")
def test_roads_lead_out_of_britannia() -> None:
    script = begin(position(romans={"B": ["Agricola"]}, points=(0, 0)))
    script.play("free", to("go", "3129"))
    assert where(script, ROMAN, "Agricola") == "3129"


@pytest.mark.clause("agricola.27.1.7")
def test_tribes_never_enter_britannia() -> None:
    state = position(CALEDONIAN, tribes={"3826": ["Warband 1"]})
    script = begin(state)
    script.play(to("march", "3826"))
    assert to("go", "B") not in script.offered()
