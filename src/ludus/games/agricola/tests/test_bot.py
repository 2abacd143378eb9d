"""The plan of either side: always legal, and sensible where it is plain what to do."""

from __future__ import annotations

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE
from ludus.games.agricola.board import ROMAN
from ludus.games.agricola.bot.chart import Chart
from ludus.games.agricola.bot.fights import hit_cost
from ludus.games.agricola.tests.scene import Scene, machine, the_box, unit


def test_the_council_names_options_that_are_on_offer() -> None:
    """Both sides follow its first advice to the end of a game."""
    box = the_box()
    rules = box.rules
    council = box.shortlist
    assert council is not None
    rng = SeededRng("council")
    state = rules.setup(2, box.options(2, {}))
    while decisions := rules.decisions(state):
        for decision in decisions:
            if decision.seat != CHANCE:
                listed = council(state, decision)
                assert listed
                assert all(action in decision.options for action in listed)
        decision = decisions[0]
        action = pick(decision, rng)
        if decision.seat != CHANCE:
            listed = council(state, decision)
            # Now and then another way, so that every kind of question comes up.
            action = pick(decision, rng) if rng.below(8) == 0 else listed[0]
        rules.apply(state, decision.seat, action)
    assert rules.outcome(state) is not None


def advice(scene: Scene) -> str:
    """What the council would do first for the side that is asked."""
    council = the_box().shortlist
    assert council is not None
    decisions = the_box().rules.decisions(scene.state)
    return council(scene.state, decisions[0])[0].text


LEGIONS = "Agricola, II Ad A, II Ad B, IX H A, IX H B, Aux I Batav"


def test_romans_take_an_empty_center_with_the_free_march() -> None:
    scene = Scene(romans={"2731": LEGIONS, "3327": "Praesidium 1"}, ap=(0, 0), turn=1)
    assert advice(scene) == "free"
    scene.do("free")
    while not advice(scene).startswith("go"):
        scene.do(advice(scene))
    assert advice(scene) == scene.text("go 2632")


def test_romans_do_not_attack_a_host_with_one_cohort() -> None:
    host = "Galgacus, Atecotti I, Atecotti II, Gaesatae I, Gaesatae II, Chariots I"
    scene = Scene(romans={"2731": "Aux III"}, tribes={"2632": host}, ap=(1, 0), turn=9)
    scene.do("march 2731")
    assert advice(scene) != scene.text("go 2632")


def test_camps_are_built_before_the_winter() -> None:
    scene = Scene("roman", "recruit", romans={"2632": "II Ad A", "2530": "IX H A"}, turn=3)
    assert advice(scene) == scene.text("recruit Praesidium 1")
    scene.do("recruit Praesidium 1")
    assert advice(scene) == scene.text("place 2632")


def test_tribes_levy_for_every_empty_center_in_the_last_turn() -> None:
    scene = Scene("caledonian", "recruit", romans={"2632": "II Ad A"}, ap=(0, 9), turn=11)
    assert advice(scene) == "levy:9"
    filled = {"1628": "Warband 1", "1631": "Warband 2", "1830": "Warband 3", "1933": "Warband 4"}
    filled |= {"2031": "Warband 5", "2129": "Warband 6", "2226": "Warband 7", "2231": "Warband 8"}
    filled |= {"2334": "Warband 9", "2529": "Warband 10"}
    scene = Scene("caledonian", "recruit", tribes=filled, ap=(0, 9), turn=11)
    assert advice(scene) == "levy:3"


def test_the_worn_and_the_cheap_take_the_hits() -> None:
    m = machine()
    chart = Chart(m)
    state = Scene(romans={"2731": "Agricola, II Ad A, Aux III"}, worn="II Ad A").state
    costs = {
        name: hit_cost(m, chart, state, ROMAN, unit(ROMAN, name))
        for name in ("Agricola", "II Ad A", "Aux III")
    }
    assert costs["Aux III"] < costs["II Ad A"] < 99
    assert costs["Aux III"] < costs["Agricola"]
