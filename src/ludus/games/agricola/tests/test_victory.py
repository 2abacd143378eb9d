"""Sudden death and Victory Points [5]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import BY_CENTERS, BY_FORTRESSES, CALEDONIAN, ROMAN
from ludus.games.agricola.rules.scoring import caledonian_points, roman_points
from ludus.games.agricola.tests.scene import Scene, tables

T = tables()
OFF = {"battle_lines": "off"}
CENTERS = [T.board.ids[number] for number in T.board.center_hex]
CAMPS = [f"Praesidium {number}" for number in range(1, 11)]


def twelve_held(*left: str) -> dict[str, str]:
    """Romans in all centers but those named."""
    names = [*CAMPS, "Aux V", "Aux VI", "Aux VII"]
    return dict(zip([name for name in CENTERS if name not in left], names, strict=False))


@pytest.mark.clause("agricola.5.1.1", "agricola.5.1.2", "agricola.7.1.2")
def test_romans_in_all_thirteen_centers_win_at_once() -> None:
    scene = Scene(romans={**twelve_held("3327"), "3326": "Ala I"}, turn=3, ap=(3, 0))
    scene.do("march 3326", "go 3327")
    outcome = scene.script.outcome
    assert outcome is not None and outcome.ranks == (1, 2) and outcome.decided_by == "sudden_death"
    assert scene.state.turn == 3 and scene.state.ended == BY_CENTERS and scene.prompt == ""


def test_twelve_centers_are_not_enough() -> None:
    scene = Scene(romans={**twelve_held("3327"), "3326": "Ala I"}, ap=(3, 0))
    scene.do("march 3326", "go 3227")
    assert scene.prompt == "march_phase"


def test_sudden_death_waits_for_the_end_of_a_battle() -> None:
    romans = {**twelve_held("2632"), "2731": "Ala I"}
    scene = Scene(romans=romans, tribes={"2632": "Tribesmen 1"}, ap=(1, 0), options=OFF)
    scene.do("march 2731", "go 2632", "dice 6 1")
    assert scene.script.outcome is None
    scene.do("fight", "dice 1")
    assert scene.state.ended == BY_CENTERS


@pytest.mark.clause("agricola.5.1.3")
@pytest.mark.parametrize(("held", "over"), [("3129, 3127", True), ("3129", False)])
def test_tribes_in_three_fortresses_win_at_once(held: str, over: bool) -> None:
    names = dict(zip(held.split(", "), ("Warband 1", "Warband 2"), strict=False))
    scene = Scene("caledonian", tribes={**names, "2831": "Warband 3"}, ap=(0, 2))
    scene.do("march 2831", "go 2731")
    assert (scene.state.ended == BY_FORTRESSES) == over
    assert (scene.script.outcome is not None) == over
    if over:
        assert scene.state.winner == CALEDONIAN


@pytest.mark.clause("agricola.5.1.4")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_if_both_win_at_once_the_acting_side_does(side: str) -> None:
    romans = {**twelve_held("3327"), "3326": "Ala I"}
    tribes = {"3129": "Warband 1", "3127": "Warband 2", "2731": "Warband 3"}
    if side == "caledonian":
        romans, tribes = twelve_held(), {**tribes, "2831": tribes.pop("2731")}
    scene = Scene(side, romans=romans, tribes=tribes, ap=(1, 1))
    if side == "roman":
        scene.do("march 3326", "go 3327")
    else:
        scene.do("march 2831", "go 2731")
    both = (T.board.center_hex, T.board.fortress_hex)
    assert all(scene.state.here[ROMAN][place] for place in both[0])
    assert sum(1 for place in both[1] if scene.state.here[CALEDONIAN][place]) == 3
    assert scene.state.winner == (ROMAN if side == "roman" else CALEDONIAN)


@pytest.mark.clause("agricola.5.2.1", "agricola.7.1.1")
def test_points_are_counted_after_the_eleventh_turn() -> None:
    scene = Scene("caledonian", "rally", turn=11, romans={"3327": "II Ad A"}, ap=(0, 1))
    scene.do("next")
    outcome = scene.script.outcome
    assert outcome is not None and outcome.decided_by == "level" and outcome.reason == "provincial"
    assert outcome.scores == (6, 5) and scene.prompt == ""


@pytest.mark.clause("agricola.5.2.5", "agricola.11.2.6", "agricola.5.2.8")
def test_only_losses_of_the_last_year_count() -> None:
    tribes = {"2231": "Calgacus, Princeps I, Atecotti I, Princeps II"}
    scene = Scene(
        phase="winter",
        turn=8,
        romans={"3525": "Agricola, Legatus II Adiutrix, Legatus IX Hispana"},
        tribes=tribes,
        fallen="Princeps II, Legatus IX Hispana",
        ap=(0, 0),
    )
    assert scene.at("Princeps II", "Legatus IX Hispana") == ("recruit", "recruit")
    late = Scene(
        "caledonian",
        "rally",
        turn=11,
        romans={"3525": "Agricola, Legatus II Adiutrix"},
        tribes={"2231": "Calgacus, Princeps I, Atecotti I"},
        fallen="Princeps I, Atecotti I, Legatus II Adiutrix",
        ap=(0, 1),
    ).do("next")
    assert roman_points(T, late.state)["elites"] == 2
    assert caledonian_points(T, late.state)["leaders"] == 1
    assert late.at("Atecotti I") == "fallen"


@pytest.mark.clause("agricola.5.2.7")
@pytest.mark.parametrize("dead", [True, False])
def test_the_fall_of_agricola(dead: bool) -> None:
    scene = Scene(romans={"3525": "Agricola"}, fallen="Agricola" if dead else "")
    assert caledonian_points(T, scene.state)["agricola"] == (5 if dead else 0)


@pytest.mark.clause("agricola.5.2.10")
def test_a_besieged_center_counts_for_both() -> None:
    scene = Scene(
        romans={"2632": "Praesidium 1, II Ad A"}, centers={"Damnonii": "+oppidum"}, sieges="2632"
    )
    assert roman_points(T, scene.state)["roman_centers"] == 1
    assert caledonian_points(T, scene.state)["tribal_centers"] == 2


@pytest.mark.clause("agricola.5.2.11")
def test_dead_legionaries_count_and_praetorians_do_not() -> None:
    names = "II Ad A, II Ad B, Evocati I, Cohors Praetoria"
    scene = Scene(romans={"3525": names}, fallen=names)
    points = caledonian_points(T, scene.state)
    assert points["legionaries"] == 3 and points["leaders"] == 0


@pytest.mark.clause("agricola.5.2.17")
def test_a_unit_recruited_again_counts_no_more() -> None:
    romans = {"3525": "II Ad A, Aux V"}
    scene = Scene(phase="recruit", romans=romans, fallen="II Ad A", ap=(3, 0))
    assert caledonian_points(T, scene.state)["legionaries"] == 1
    scene.do("recruit II Ad A", "place 3525")
    assert caledonian_points(T, scene.state)["legionaries"] == 0
    sent = Scene(phase="events", romans={"3525": "II Ad A"})
    sent.do("dice 2 3", "dice 1", "unit II Ad A")
    assert sent.at("II Ad A") == "recruit"
    assert caledonian_points(T, sent.state)["legionaries"] == 0


@pytest.mark.clause("agricola.5.2.1", "agricola.5.2.12", "agricola.5.2.14", "agricola.5.2.15")
@pytest.mark.parametrize(("held", "winner", "reason"), [(6, 0, "marginal"), (5, 1, "provincial")])
def test_points_decide_when_the_last_turn_is_over(held: int, winner: int, reason: str) -> None:
    """Calgacus is dead, which is worth five; every center with Romans in it is worth one."""
    spots = [T.board.ids[spot] for spot in T.board.center_hex[:held]]
    names = ("Aux V", "Aux VI", "Aux VII", "Aux VIII", "Ala I", "Ala II")
    romans = {"3525": "Agricola", **dict(zip(spots, names, strict=False))}
    scene = Scene(phase="end", turn=11, romans=romans, centers={"Brigantes": "mines"})
    outcome = scene.script.table.box.rules.outcome(scene.state)
    assert outcome is not None and outcome.reason == reason and outcome.winners == (winner,)
    assert scene.counter("Brigantes") == "+mines"
