"""The Events Table [9, event.3-12]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.scoring import caledonian_points
from ludus.games.agricola.tests.scene import Scene, tables

T = tables()
ROLLS = {
    3: "1 2",
    4: "2 2",
    5: "2 3",
    6: "3 3",
    7: "3 4",
    9: "4 5",
    10: "5 5",
    11: "5 6",
    12: "6 6",
}


@pytest.mark.clause("agricola.event.3.1")
@pytest.mark.parametrize(
    ("spot", "asked"), [("B", False), ("3525", True), ("3631", True), ("", False)]
)
def test_the_emperor_looks_for_agricola(spot: str, asked: bool) -> None:
    romans = {spot: "Agricola, Classis I" if spot == "3631" else "Agricola"} if spot else {}
    aboard = {"Classis I": "Agricola"} if spot == "3631" else None
    scene = Scene(phase="events", romans=romans, aboard=aboard).do(f"dice {ROLLS[3]}")
    assert (scene.prompt == "emperor") == asked
    assert bool(scene.told("no_effect")) == (not asked)


@pytest.mark.clause("agricola.event.3.2")
def test_saying_ave_brings_a_recruit() -> None:
    scene = Scene(phase="events", romans={"3525": "Agricola"}, ap=(3, 0)).do(f"dice {ROLLS[3]}")
    scene.do("accept")
    assert scene.at("Agricola") == "B" and not scene.offers("recruit Praesidium 1")
    assert scene.offers("recruit Karus") and scene.offers("recruit Classis I")
    scene.do("recruit Evocati I")
    assert scene.at("Evocati I") == "B" and scene.ap == (3, 0) and scene.state.active == ROMAN


def test_agricola_goes_even_if_nobody_is_left_to_recruit() -> None:
    names = [unit.name for unit in T.rome.units if unit.name != "Agricola" and unit.move]
    romans = {"3525": "Agricola", "B": ", ".join(names)}
    scene = Scene(phase="events", romans=romans).do(f"dice {ROLLS[3]}", "accept")
    assert scene.at("Agricola") == "B" and scene.state.active == ROMAN


@pytest.mark.clause("agricola.event.3.3")
def test_refusing_the_emperor_costs_points() -> None:
    scene = Scene(phase="events", romans={"3525": "Agricola"}, ap=(3, 0)).do(f"dice {ROLLS[3]}")
    scene.do("refuse", "dice 5")
    assert scene.ap == (0, 0) and scene.at("Agricola") == "3525"


@pytest.mark.clause("agricola.event.4.1", "agricola.event.4.3")
def test_a_revolt_takes_strength_from_the_map() -> None:
    romans = {"3525": "II Ad A", "3127": "Aux V, Aux VI"}
    scene = Scene(phase="events", romans=romans, worn="II Ad A").do(f"dice {ROLLS[4]}", "dice 4")
    scene.do("unit II Ad A")
    assert scene.prompt == "withdraw" and scene.at("II Ad A") == "3525"
    scene.do("unit Aux V")
    assert scene.at("II Ad A", "Aux V", "Aux VI") == ("B", "B", "3127")
    assert scene.worn("II Ad A") and not scene.worn("Aux V")


@pytest.mark.clause("agricola.event.4.2")
def test_a_revolt_takes_nobody_to_spare() -> None:
    romans = {
        "3525": "II Ad A, Legatus II Adiutrix, Praesidium 1, Exploratores",
        "3127": "Aux V, Aux VI",
        "B": "IX H A",
    }
    scene = Scene(phase="events", romans=romans).do(f"dice {ROLLS[4]}", "dice 2")
    assert scene.choices("unit") == {"II Ad A", "Aux V"}
    scene.do("unit Aux V")
    assert scene.state.active == ROMAN and scene.at("Aux VI", "II Ad A") == ("3127", "3525")
    three = Scene(phase="events", romans=romans).do(f"dice {ROLLS[4]}", "dice 3")
    three.do("unit Exploratores")
    # With the scouts chosen, the legion alone would do, so it would leave them to spare.
    assert three.choices("unit") == {"Aux V"}
    four = Scene(phase="events", romans=romans).do(f"dice {ROLLS[4]}", "dice 4", "unit Aux V")
    assert four.choices("unit") == {"Aux VI", "II Ad A"}


@pytest.mark.clause("agricola.event.4.2", "agricola.event.5.2")
@pytest.mark.parametrize("event", [4, 5])
def test_a_loaded_fleet_at_sea_cannot_be_sent(event: int) -> None:
    scene = Scene(
        phase="events",
        romans={"3631": "Classis I, Aux V", "3731": "Classis II, Aux VI", "3630": "Classis III"},
        aboard={"Classis I": "Aux V", "Classis II": "Aux VI"},
    )
    scene.do(f"dice {ROLLS[event]}", "dice 2")
    assert scene.choices("unit") == {"Aux V", "Aux VI", "Classis II", "Classis III"}
    scene.do("unit Aux V", *(["marker speech"] if event == 5 else []))
    assert scene.at("Aux V", "Classis I") == ("B" if event == 4 else "recruit", "3631")


@pytest.mark.clause("agricola.event.4.2")
def test_who_was_aboard_a_fleet_sent_from_a_coast_goes_ashore() -> None:
    scene = Scene(
        phase="events", romans={"3731": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"}
    )
    scene.do(f"dice {ROLLS[4]}", "dice 2", "unit Classis I")
    assert scene.at("Classis I", "Aux V") == ("B", "3731") and set(scene.state.aboard) == {-1}


@pytest.mark.clause("agricola.11.6.2")
def test_too_few_for_the_revolt_all_go_and_no_more_happens() -> None:
    romans = {"3525": "II Ad A, Karus", "B": "IX H A"}
    scene = Scene(phase="events", romans=romans, ap=(2, 0)).do(f"dice {ROLLS[4]}", "dice 6")
    assert scene.at("II Ad A", "Karus") == ("B", "3525")
    assert scene.ap == (2, 0) and scene.state.active == ROMAN


@pytest.mark.clause("agricola.event.5.1", "agricola.event.5.3")
def test_germany_calls_units_away_for_glory() -> None:
    romans = {"3525": "II Ad A", "3127": "Aux V"}
    scene = Scene(phase="events", romans=romans, ap=(2, 0)).do(f"dice {ROLLS[5]}", "dice 4")
    scene.do("unit II Ad A", "unit Aux V")
    assert scene.at("II Ad A", "Aux V") == ("recruit", "recruit")
    assert scene.asked == "chance" and not scene.held("roman")
    scene.do("marker tribute")
    assert scene.held("roman") == {"tribute"} and scene.ap == (2, 0)


@pytest.mark.clause("agricola.event.5.2")
def test_germany_takes_anybody_but_agricola_and_camps() -> None:
    romans = {"3525": "Agricola, Praesidium 1, Karus, Evocati I", "B": "IX H A"}
    scene = Scene(phase="events", romans=romans).do(f"dice {ROLLS[5]}", "dice 2")
    assert scene.choices("unit") == {"Karus", "Evocati I", "IX H A"}
    scene.do("unit Evocati I", "marker speech")
    assert scene.at("Evocati I") == "recruit"
    assert caledonian_points(T, scene.state)["legionaries"] == 0
    scene.do("dice 6", "next")
    assert scene.prompt == "recruit" and scene.offers("recruit Evocati I")


def test_no_marker_for_glory_if_the_bin_is_empty() -> None:
    hand = "circumnavigation, imperium, officium, siege_attack, speech, treachery, tribute"
    scene = Scene(phase="events", romans={"3525": "II Ad A"}, hands=(hand, ""))
    scene.do(f"dice {ROLLS[5]}", "dice 1", "unit II Ad A")
    assert len(scene.held("roman")) == 7 and scene.state.active == ROMAN


@pytest.mark.clause("agricola.event.6.1", "agricola.19.0.1")
def test_unrest_disrupts_a_unit_of_choice() -> None:
    romans = {"3525": "Imped I, II Ad A, Aux V, Exploratores", "B": "IX H A"}
    scene = Scene(phase="events", romans=romans, worn="Aux V").do(f"dice {ROLLS[6]}")
    assert scene.choices("unit") == {"II Ad A", "IX H A"}
    scene.do("unit IX H A")
    assert scene.worn("IX H A") and not scene.worn("II Ad A")
    idle = Scene(phase="events", romans={"3525": "Imped I"}).do(f"dice {ROLLS[6]}")
    assert idle.last("no_effect", "event") == 6


@pytest.mark.clause(
    "agricola.event.7.1", "agricola.event.7.2", "agricola.event.7.3", "agricola.10.3.1"
)
@pytest.mark.parametrize(
    ("roman", "tribal", "after"), [(5, 6, (7, 0)), (4, 3, (0, 7)), (6, 1, (0, 5)), (1, 2, (3, 2))]
)
def test_weather_gives_and_takes(roman: int, tribal: int, after: tuple[int, int]) -> None:
    scene = Scene(phase="events", ap=(2, 4)).do(f"dice {ROLLS[7]}", f"dice {roman} {tribal}")
    assert scene.ap == after


@pytest.mark.clause("agricola.event.9.1", "agricola.10.3.1")
@pytest.mark.parametrize(("face", "left"), [(3, 1), (6, 0)])
def test_raids_from_hibernia(face: int, left: int) -> None:
    scene = Scene(phase="events", ap=(4, 4)).do(f"dice {ROLLS[9]}", f"dice {face}")
    assert scene.ap == (4, left)


@pytest.mark.clause("agricola.event.10.1", "agricola.event.10.2")
def test_celtic_allies_come_to_a_free_center() -> None:
    romans = {"3327": "Praesidium 1"}
    scene = Scene(phase="events", romans=romans, tribes={"2328": "Princeps I"}, ap=(0, 0))
    scene.do(f"dice {ROLLS[10]}")
    assert scene.asked == "chance"
    scene.do("pick Gaesatae I")
    free = {T.board.ids[place] for place in T.board.center_hex} - {"3327"}
    assert scene.choices("place") == free and scene.ap == (0, 0)
    scene.do("place 2226")
    assert scene.at("Gaesatae I") == "2226"


@pytest.mark.clause("agricola.event.11.1")
def test_roman_allies_are_auxiliaries_or_horse() -> None:
    scene = Scene(phase="events").do(f"dice {ROLLS[11]}")
    assert scene.choices("recruit") == {
        "Aux I Batav",
        "Aux II Tung",
        "Aux III",
        "Coh Eq I",
        "Ala I",
    }
    names = [u.name for u in T.rome.units if u.name.startswith(("Aux", "Ala", "Coh Eq"))]
    none = Scene(phase="events", romans={"B": ", ".join(names)}).do(f"dice {ROLLS[11]}")
    assert none.last("no_effect", "event") == 11


@pytest.mark.clause("agricola.event.11.2")
def test_where_roman_allies_come() -> None:
    romans = {
        "3525": "II Ad A",
        "2529": "Praesidium 1",
        "2429": "Karus",
        "3631": "Classis I, Legatus IX Hispana",
        "3425": "Aux V",
    }
    scene = Scene(phase="events", romans=romans, aboard={"Classis I": "Legatus IX Hispana"})
    scene.do(f"dice {ROLLS[11]}", "recruit Ala I")
    assert scene.choices("place") == {"3525", "2529", "2429", "B"}
    scene.do("place 2429")
    assert scene.at("Ala I") == "2429"


@pytest.mark.clause("agricola.event.12.1")
def test_they_make_a_desert() -> None:
    scene = Scene(phase="events", romans={"3525": "II Ad A"}, tribes={"2231": "Warband 1"})
    before = scene.script.view(0).at, scene.script.view(1).at, scene.ap, scene.state.hand[:]
    scene.do("dice 6 6")
    after = scene.script.view(0).at, scene.script.view(1).at, scene.ap, scene.state.hand[:]
    assert before == after and scene.state.active == ROMAN
    assert scene.state.disrupted == [0, 0] and scene.state.here[CALEDONIAN]
