"""Recruiting, withdrawal boxes and the recruit charts [10, 11, 21.1, 23, recruit.*]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, HIDDEN, ROMAN
from ludus.games.agricola.tests.scene import Scene, owner_of, tables

T = tables()
CENTERS = {T.board.ids[place] for place in T.board.center_hex}


@pytest.mark.clause("agricola.10.0.1", "agricola.12.5.4")
def test_without_points_nothing_can_be_bought() -> None:
    romans = {"3525": "Agricola, II Ad A"}
    recruit = Scene(phase="recruit", romans=romans, ap=(0, 0))
    assert recruit.script.offered() == ["next"]
    march = Scene(romans=romans, ap=(0, 0))
    assert march.script.offered() == ["free", "next"]
    rally = Scene(phase="rally", romans=romans, worn="II Ad A", ap=(0, 0))
    assert rally.script.offered() == ["next"]


@pytest.mark.clause("agricola.ap.recruit.1", "agricola.ap.concentrate.1")
def test_each_action_belongs_to_its_phase() -> None:
    romans = {"3525": "Agricola, II Ad A", "3425": "II Ad B"}
    march = Scene(romans=romans)
    assert not march.offers("recruit") and not march.offers("stratagems 1")
    assert march.offers("concentrate") and not march.offers("rally 3525")
    recruit = Scene(phase="recruit", romans=romans)
    assert not recruit.offers("concentrate") and not recruit.offers("march")
    assert march.do("concentrate").ap == (4, 5)


@pytest.mark.clause("agricola.11.1.5")
def test_a_small_box_gives_what_it_has_and_charges_no_more() -> None:
    names = [unit.name for unit in T.tribes.units if unit.move]
    scene = Scene("caledonian", "recruit", tribes={"2231": ", ".join(names[:-2])}, ap=(0, 4))
    scene.do("levy 4", f"pick {names[-1]}", f"pick {names[-2]}")
    assert scene.ap == (0, 2)
    scene.do("place 2226", "place 2226")
    assert scene.at(names[-1], names[-2]) == ("2226", "2226") and scene.prompt == "recruit"


@pytest.mark.clause("agricola.11.1.7", "agricola.20.1.2")
def test_drawn_units_are_seen_by_their_owner_alone_and_not_before() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, ap=(0, 2))
    tribes = scene.script.view(1)
    scene.do("levy 1")
    assert scene.ap == (0, 1) and scene.asked == "chance"
    assert len(scene.script.decision(-1).options) == 35
    scene.do("pick Gaesatae I")
    number = owner_of("Gaesatae I")[1]
    assert scene.script.view(1).at[CALEDONIAN][number] == T.board.limbo
    assert scene.script.view(0).at[CALEDONIAN][number] == HIDDEN
    known = scene.told("drawn_unit")[-1]
    assert known.facts["unit"] == number and known.seen_by == 1 << 1
    assert tribes.at[CALEDONIAN][number] == T.board.recruit


@pytest.mark.clause("agricola.20.0.1", "agricola.11.3.1")
@pytest.mark.parametrize("fallen", [True, False])
def test_whom_the_romans_recruit_is_seen_only_among_the_dead(fallen: bool) -> None:
    romans = {"3525": "Agricola, II Ad A"}
    dead = "II Ad A" if fallen else ""
    scene = Scene(phase="recruit", romans=romans, fallen=dead, ap=(2, 0))
    scene.do("recruit II Ad A" if fallen else "recruit II Ad B", "place B")
    (known,) = scene.told("recruited_unit")
    assert known.seen_by == (-1 if fallen else 1 << 0)


@pytest.mark.clause("agricola.23.1.2")
def test_legionaries_aboard_build_no_camp() -> None:
    romans = {"3733": "Classis I, II Ad A"}
    ashore = Scene(phase="recruit", romans=romans, ap=(1, 0))
    assert ashore.offers("recruit Praesidium 1")
    aboard = Scene(phase="recruit", romans=romans, aboard={"Classis I": "II Ad A"}, ap=(1, 0))
    assert not aboard.offers("recruit Praesidium 1")


@pytest.mark.clause(
    "agricola.11.2.5", "agricola.24.4.1", "agricola.recruit.caledonian.7", "agricola.11.1.6"
)
def test_center_counters_are_never_drawn() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, ap=(0, 9))
    assert sum(scene.state.spare) == 16
    scene.do("levy 9")
    oppida = set(range(T.first_oppidum, T.tribes.count))
    assert not oppida & {option.arg for option in scene.script.decision(-1).options}


@pytest.mark.clause("agricola.11.2.7")
@pytest.mark.parametrize(("name", "price"), [("Praesidium 1", 1), ("Classis I", 3), ("Imped I", 1)])
def test_forts_fleets_and_trains_come_back_at_once(name: str, price: int) -> None:
    romans = {"3525": "II Ad A", "2529": name}
    scene = Scene(phase="recruit", romans=romans, fallen=name, ap=(4, 0))
    assert scene.at(name) == "recruit"
    scene.do(f"recruit {name}", f"place {'3525' if price == 1 else 'B'}")
    assert scene.ap == (4 - price, 0)


@pytest.mark.clause("agricola.11.2.8")
def test_hunger_fills_the_same_boxes_as_battle() -> None:
    tribes = {"2328": "Atecotti I, Warband 1"}
    scene = Scene("caledonian", "attrition", tribes=tribes, worn="Atecotti I")
    scene.do("dice 1 2")
    assert scene.at("Atecotti I", "Warband 1") == ("fallen", "recruit")
    rome = Scene(phase="attrition", romans={"2328": "II Ad A"}, worn="II Ad A").do("dice 1")
    assert rome.at("II Ad A") == "recruit" and rome.state.fallen == 1 << owner_of("II Ad A")[1]


@pytest.mark.clause("agricola.21.1.1", "agricola.21.1.2")
def test_markers_are_declared_and_paid_before_they_are_seen() -> None:
    scene = Scene(phase="recruit", ap=(4, 0)).do("stratagems 2")
    assert scene.ap == (2, 0) and not scene.held("roman")
    scene.do("marker speech")
    assert scene.asked == "chance"
    scene.do("marker tribute")
    assert scene.held("roman") == {"speech", "tribute"} and scene.ap == (2, 0)


@pytest.mark.clause("agricola.21.1.3", "agricola.recruit.caledonian.8")
def test_no_more_markers_than_the_bin_holds() -> None:
    hand = "unite, fury, druids, novae_gentes, speech, tribute"
    scene = Scene("caledonian", "recruit", hands=("", hand), ap=(0, 3))
    assert scene.choices("stratagems") == {"1"}
    scene.do("stratagems 1", "marker treachery")
    assert scene.ap == (0, 2) and len(scene.held("caledonian")) == 7


@pytest.mark.clause("agricola.21.1.4")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_one_declaration_of_markers_a_phase(side: str) -> None:
    scene = Scene(side, "recruit", tribes={"2231": "Calgacus"})
    scene.do("stratagems 1", "marker speech")
    assert not scene.choices("stratagems") and scene.ap != (0, 0)


@pytest.mark.clause("agricola.21.2.1")
def test_markers_are_held_from_turn_to_turn() -> None:
    hand = "circumnavigation, imperium, officium, siege_attack, speech"
    scene = Scene(phase="rally", hands=(hand, ""), ap=(1, 0)).do("next")
    assert scene.state.active == CALEDONIAN and len(scene.held("roman")) == 5


@pytest.mark.clause("agricola.19.1.1")
def test_recruits_are_in_good_order() -> None:
    romans = {"3525": "II Ad A, Aux V"}
    scene = Scene(phase="recruit", romans=romans, worn="II Ad A", fallen="II Ad A")
    scene.do("recruit II Ad A", "place 3525")
    assert scene.at("II Ad A") == "3525" and not scene.worn("II Ad A")


# Where units are set down ------------------------------------------------------------------------

HELD = {
    "3525": "Aux V",
    "2529": "Praesidium 1",
    "2429": "Praesidium 2",
    "3326": "II Ad A",
    "3631": "Classis I, Aux VI",
    "3228": "Aux VII",
}


def recruited(name: str) -> Scene:
    scene = Scene(phase="recruit", romans=HELD, aboard={"Classis I": "Aux VI"}, ap=(3, 0))
    return scene.do(f"recruit {name}")


@pytest.mark.clause("agricola.recruit.roman.3")
def test_leaders_join_romans_on_land() -> None:
    scene = recruited("Legatus IX Hispana")
    assert scene.choices("place") == {"3525", "2529", "2429", "3326", "3228", "B"}


@pytest.mark.clause("agricola.recruit.roman.7", "agricola.22.3.1")
@pytest.mark.parametrize("name", ["Classis II", "Praefectus Classiarii"])
def test_fleets_come_to_a_camp_on_the_coast(name: str) -> None:
    scene = recruited(name)
    assert scene.choices("place") == {"2529", "B"} and scene.ap == (0, 0)


@pytest.mark.clause("agricola.recruit.roman.9", "agricola.23.1.5")
def test_camps_come_where_a_legionary_is() -> None:
    romans = {**HELD, "2632": "II Ad B"}
    scene = Scene(
        phase="recruit",
        romans=romans,
        aboard={"Classis I": "Aux VI"},
        centers={"Damnonii": "+oppidum"},
        sieges="2632",
    )
    scene.do("recruit Praesidium 3")
    assert scene.choices("place") == {"3326"}


@pytest.mark.clause("agricola.23.1.4")
def test_ten_camps_are_all_there_are() -> None:
    hexes = ["3425", "3326", "3327", "3227", "3127", "3027", "2928", "2828", "2829", "2730"]
    romans = {name: f"Praesidium {number}" for number, name in enumerate(hexes, 1)}
    scene = Scene(phase="recruit", romans={**romans, "3525": "II Ad A"})
    assert not [name for name in scene.choices("recruit") if name.startswith("Praesidium")]
    scene.do("dismantle 3425")
    assert scene.offers("recruit Praesidium 1")


@pytest.mark.clause("agricola.recruit.caledonian.1")
def test_calgacus_is_never_drawn() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, fallen="Calgacus")
    scene.do("levy 1")
    assert scene.at("Calgacus") == "fallen" and not scene.offers("pick Calgacus", seat=-1)


@pytest.mark.clause("agricola.recruit.caledonian.2", "agricola.recruit.caledonian.3")
def test_a_leader_joins_any_of_his_people() -> None:
    romans = {"2632": "II Ad A"}
    scene = Scene("caledonian", "recruit", romans=romans, tribes={"2328": "Warband 1"}, ap=(0, 1))
    scene.do("levy 1", "pick Princeps I")
    assert scene.ap == (0, 0)
    assert scene.choices("place") == (CENTERS - {"2632"}) | {"2328"}
    assert "3327" in CENTERS
    scene.do("place 2328")
    assert scene.at("Princeps I") == "2328"


@pytest.mark.clause("agricola.recruit.caledonian.5")
def test_others_need_a_leader_or_a_center() -> None:
    tribes = {"2328": "Warband 1", "2429": "Princeps I"}
    scene = Scene("caledonian", "recruit", tribes=tribes, ap=(0, 1))
    scene.do("levy 1", "pick Warband 2")
    assert scene.choices("place") == CENTERS | {"2429"}


@pytest.mark.clause("agricola.recruit.caledonian.6")
def test_a_leader_drawn_with_others_can_gather_them() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2328": "Warband 1"}, ap=(0, 2))
    scene.do("levy 2", "pick Warband 2", "pick Princeps I", "place 2328")
    assert scene.at("Princeps I") == "2328" and scene.offers("place 2328")
    scene.do("place 2328")
    assert scene.at("Warband 2") == "2328"


@pytest.mark.clause("agricola.32.0.21")
@pytest.mark.parametrize("leader", [True, False])
def test_recruits_reach_the_besieged_through_their_leader(leader: bool) -> None:
    scene = Scene(
        "caledonian",
        "recruit",
        romans={"2632": "Praesidium 1"},
        tribes={"2632": "Princeps I" if leader else "Warband 1"},
        centers={"Damnonii": "+oppidum"},
        sieges="2632",
        options={"siege": "on"},
    )
    scene.do("levy 1", "pick Warband 2")
    assert scene.offers("place 2632") == leader


@pytest.mark.clause("agricola.28.3.1")
@pytest.mark.parametrize("on", [True, False])
def test_guards_cost_two_with_section_28(on: bool) -> None:
    options = {"special_units": "on" if on else "off"}
    scene = Scene(phase="recruit", ap=(4, 0), options=options)
    scene.do("recruit Cohors Praetoria", "place B", "recruit Equites Singulares", "place B")
    assert scene.ap == ((0, 0) if on else (2, 0))
    poor = Scene(phase="recruit", ap=(1, 0), options=options)
    assert poor.offers("recruit Cohors Praetoria") is not on
    assert scene.state.here[ROMAN][T.board.britannia].bit_count() == 2
