"""A turn with plain numbers: rolling, passing, placing, supply and moving."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement

import pytest

from ludus.core.protocol import SPECTATOR
from ludus.games.cambria.tests.scene import FACE, RULES, A, B, C, Scene, all_out, out

MIKE = ("III", "V")
FIVE = (
    "Caer Gai-Canovium",
    "Caer Gai-Deva",
    "Bremia-Mediomanum",
    "Cefn Caer-Mediomanum",
    "Alabum-Bremia",
)


@pytest.mark.clause("cambria.turn.2")
@pytest.mark.parametrize(("a", "b"), list(combinations_with_replacement(FACE, 2)))
def test_the_faces_decide_between_warrior_and_legion(a: str, b: str) -> None:
    verbs = Scene().roll(a, b).verbs()
    assert ("legion" in verbs) == ("eagle" in (a, b))
    assert ("place" in verbs) == ((a, b) != ("eagle", "eagle"))


@pytest.mark.clause("cambria.turn.3")
def test_one_action_per_roll() -> None:
    scene = Scene().roll("III", "V").do("place Alabum-Cicucium")
    assert (scene.seat, scene.prompt) == (B, "turn")
    assert out(scene, A) == 1


@pytest.mark.clause("cambria.turn.4")
def test_a_pass_neither_rolls_nor_places() -> None:
    scene = Scene().hold(A, "Alabum-Nidum")
    before = scene.view
    scene.do("pass")
    after = scene.view
    assert scene.seat == B
    assert (after.roads, after.boats, after.supply, after.dice) == (
        before.roads,
        before.boats,
        before.supply,
        (),
    )
    assert "dice" not in scene.kinds()


@pytest.mark.clause("cambria.turn.5")
def test_no_pass_after_the_roll() -> None:
    scene = Scene()
    assert scene.offered == {"roll", "pass"}
    scene.do("roll")
    assert scene.seat == -1
    scene.throw("II", "III")
    assert "pass" not in scene.verbs()


@pytest.mark.clause("cambria.turn.6")
def test_after_the_roll_something_must_be_done() -> None:
    scene = all_out(Scene(), A, FIVE).roll("II", "III")
    assert scene.verbs() == {"place"}
    scene.do("place Gobannium-Isca")
    assert scene.verbs() == {"lift"}
    assert scene.targets("lift") == set(FIVE)


@pytest.mark.clause("cambria.turn.6")
def test_by_the_other_reading_a_roll_may_be_declined() -> None:
    scene = all_out(Scene(decline_after_rolling="on"), A, FIVE).roll("II", "III")
    assert scene.verbs() == {"place", "end"}
    scene.do("end")
    assert (scene.seat, scene.prompt) == (B, "turn")
    assert scene.roads(A) == set(FIVE)
    assert "end" in scene.kinds()


@pytest.mark.clause("cambria.turn.6", "cambria.legion.1")
def test_two_eagles_cannot_be_declined() -> None:
    assert Scene(decline_after_rolling="on").roll("eagle", "eagle").verbs() == {"legion"}
    assert "end" in Scene(decline_after_rolling="on").roll("eagle", "II").verbs()


@pytest.mark.clause("cambria.turn.6", "cambria.subst.8")
def test_ending_the_turn_is_offered_once() -> None:
    scene = Scene(decline_after_rolling="on").fill("IV", B).fill("VI", C).aboard(A, "II")
    scene.roll("IV", "VI")
    assert [option.text for option in scene.decision.options] == ["sail:0", "end"]


@pytest.mark.clause("cambria.turn.6", "cambria.turn.9")
def test_a_declined_roll_counts_as_a_pass_and_what_is_done_ends_the_count() -> None:
    scene = Scene(decline_after_rolling="on")
    for _ in range(2):
        scene.do("pass").roll("II", "III").do("end")
    scene.do("pass")
    assert scene.state.passes == 5
    acted = Scene(decline_after_rolling="on")
    acted.do("pass").roll("VI", "V").do("place Cicucium-Mediomanum")
    assert acted.state.passes == 0
    scene.roll("II", "III").do("end")
    assert scene.over
    outcome = RULES.outcome(scene.state)
    assert outcome is not None and outcome.reason == "passes"


@pytest.mark.clause("cambria.turn.7", "cambria.turn.9")
def test_a_roll_that_allows_nothing_is_no_pass() -> None:
    for reading in ("off", "on"):
        scene = Scene(decline_after_rolling=reading).fill("IV", B).fill("VI", C)
        scene.do("pass").roll("IV", "VI")
        assert "nothing" in scene.kinds()
        assert scene.state.passes == 0


@pytest.mark.clause("cambria.turn.7")
def test_a_roll_that_allows_nothing_ends_the_turn() -> None:
    scene = Scene().fill("IV", B).fill("VI", C)
    scene.ring("Segontium", A, A)
    scene.roll("IV", "VI")
    assert (scene.seat, scene.prompt) == (B, "turn")
    assert "nothing" in scene.kinds()
    assert scene.captor("Segontium") == A


@pytest.mark.clause("cambria.turn.8")
def test_a_passed_turn_is_a_turn() -> None:
    scene = Scene().ring("Segontium", B, B)
    scene.state.turn = 7
    scene.state.latest = [7, 5, 6]
    scene.do("pass")
    assert scene.captor("Segontium") == B
    assert scene.state.latest == [7, 8, 6]
    scene.do("pass")
    assert scene.state.latest == [7, 8, 9]


@pytest.mark.clause("cambria.turn.9")
def test_two_rounds_of_passes_end_the_game() -> None:
    scene = Scene().ring("Canovium", A, A)
    for _ in range(5):
        scene.do("pass")
    scene.roll("VI", "V").do("place Cicucium-Mediomanum")
    for _ in range(5):
        scene.do("pass")
        assert not scene.over
    scene.do("pass")
    assert scene.over
    outcome = RULES.outcome(scene.state)
    assert outcome is not None
    assert outcome.reason == "passes"
    assert scene.captor("Canovium") == A


@pytest.mark.clause("cambria.turn.10")
def test_everybody_sees_everything() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").aboard(B, "III").legion("Isca-Nidum")
    views = [RULES.view(scene.state, viewer) for viewer in (A, B, C, SPECTATOR)]
    first = views[0]
    for view in views[1:]:
        assert replace(view, viewer=first.viewer) == first
    assert first.supply == (4, 4, 5)
    assert first.boats[1] == B
    assert first.points == (0, 0, 0)


# Supply and moving ------------------------------------------------------------------------------


@pytest.mark.clause("cambria.supply.1")
def test_supply_first() -> None:
    scene = Scene().hold(A, *FIVE[:4]).roll("V", "V").do("place Alabum-Cicucium")
    assert scene.prompt == "turn"
    assert scene.state.supply[A] == 0
    assert scene.roads(A) == {*FIVE[:4], "Alabum-Cicucium"}


@pytest.mark.clause("cambria.supply.2")
def test_with_all_out_a_road_warrior_may_be_moved() -> None:
    scene = all_out(Scene(), A, FIVE).roll("II", "III")
    scene.do("place Gobannium-Isca").do("lift Alabum-Bremia")
    assert scene.owner("Alabum-Bremia") == -1
    assert scene.owner("Gobannium-Isca") == A
    assert out(scene, A) == 5


@pytest.mark.clause("cambria.supply.3")
def test_a_boat_warrior_is_an_ordinary_source_too() -> None:
    for road in ("Gobannium-Isca", "Caer Gai-Viroconium"):
        scene = Scene().hold(A, *FIVE[:4]).aboard(A, "III").roll("II", "VI")
        scene.do(f"place {road}").do("lift boat III")
        assert scene.owner(road) == A
        assert scene.boat("III") == -1


@pytest.mark.clause("cambria.supply.4")
def test_a_warrior_off_a_boat_is_placed_at_once() -> None:
    scene = Scene().hold(A, *FIVE[:4]).aboard(A, "III").roll("II", "VI")
    scene.do("place Gobannium-Isca").do("lift boat III")
    assert scene.state.supply[A] == 0
    assert scene.owner("Gobannium-Isca") == A


@pytest.mark.clause("cambria.supply.5")
def test_boats_count_as_on_the_board() -> None:
    scene = Scene().hold(A, *FIVE[:3]).aboard(A, "II", "V").roll("III", "VI")
    scene.do("place Bravonium-Gobannium")
    assert scene.targets("lift") == {*FIVE[:3], "boat II", "boat V"}


@pytest.mark.clause("cambria.supply.6")
def test_a_moved_warrior_cannot_end_where_it_began() -> None:
    scene = all_out(Scene(), A, FIVE).roll("II", "II")
    assert "Bremia-Mediomanum" not in scene.targets("place")
    assert "Bremia-Mediomanum" not in scene.targets("replace")


@pytest.mark.clause("cambria.supply.7")
def test_the_road_left_behind_can_break_a_ring() -> None:
    scene = all_out(Scene(), A, FIVE).roll("II", "V")
    scene.do("place Deva-Viroconium").do("lift Caer Gai-Deva")
    assert scene.stands("Deva")
    other = all_out(Scene(), A, FIVE).roll("II", "V")
    other.do("place Deva-Viroconium").do("lift Alabum-Bremia")
    assert other.captor("Deva") == A


@pytest.mark.clause("cambria.supply.8")
def test_a_displaced_warrior_brings_supply_first_back() -> None:
    scene = all_out(Scene(turn=B), A, FIVE).roll("II", "II")
    scene.do("replace Alabum-Bremia").do("pass")
    assert scene.seat == A
    assert scene.state.supply[A] == 1
    scene.roll("III", "V").do("place Bravonium-Gobannium")
    assert scene.prompt == "turn"
    assert scene.roads(A) == {*FIVE[:4], "Bravonium-Gobannium"}


# Two different numbers --------------------------------------------------------------------------


@pytest.mark.clause("cambria.place.1")
def test_either_number_may_be_used() -> None:
    scene = Scene().hold(B, "Gobannium-Isca", "Caer Gai-Deva").roll("II", "VI")
    assert scene.verbs() == {"place"}
    assert scene.targets("place") == scene.free("II", "VI")
    assert scene.free("II", "VI") < scene.roads_of("II", "VI")


@pytest.mark.clause("cambria.place.2")
def test_one_warrior_on_a_free_road_of_the_number() -> None:
    scene = Scene().roll("V", "V")
    before = scene.view.roads
    scene.do("place Cicucium-Gobannium")
    changed = [road for road, owner in enumerate(scene.view.roads) if owner != before[road]]
    assert [scene.road_name(road) for road in changed] == ["Cicucium-Gobannium"]
    assert scene.owner("Cicucium-Gobannium") == A


@pytest.mark.clause("cambria.place.3")
def test_taken_roads_are_not_open_to_a_plain_placement() -> None:
    scene = Scene().hold(A, "Isca-Nidum").hold(B, "Gobannium-Isca").legion("Moridunum-Nidum")
    scene.roll("II", "III")
    closed = {"Isca-Nidum", "Gobannium-Isca", "Moridunum-Nidum"}
    assert scene.targets("place") == scene.roads_of("II", "III") - closed
    assert scene.verbs() == {"place"}


@pytest.mark.clause("cambria.place.4")
def test_a_number_without_a_free_road_cannot_be_picked_to_do_nothing() -> None:
    scene = Scene().fill("VI", B).roll("II", "VI")
    assert scene.verbs() == {"place"}
    assert scene.targets("place") == scene.free("II")
    assert scene.targets("place")


@pytest.mark.clause("cambria.place.5")
def test_a_captured_site_keeps_its_numeral() -> None:
    scene = Scene().taken(B, "Segontium", "Deva").roll("II", "V")
    assert {
        "Canovium-Segontium",
        "Segontium-Tomen y Mur",
        "Caer Gai-Deva",
        "Deva-Viroconium",
    } <= scene.targets("place")


@pytest.mark.clause("cambria.place.6")
def test_example_mike_uses_the_five() -> None:
    scene = Scene().supply(A, 4).roll(*MIKE).do("place Alabum-Cicucium")
    assert scene.owner("Alabum-Cicucium") == A
    assert scene.state.supply[A] == 3
    assert scene.roads(A) == {"Alabum-Cicucium"}
