"""The variant for two players with a dummy."""

from __future__ import annotations

import pytest

from ludus.games.cambria.ids import GONE
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, A, B, Scene
from ludus.games.cambria.tests.test_setup import Start
from ludus.games.cambria.tests.test_turn import FIVE


def two() -> Scene:
    """A table of two at the start of A's turn, the dummy still to come."""
    return Scene(seats=2, dummy_done=False)


def dummy_out() -> Scene:
    """All five dummy warriors on roads."""
    scene = two().hold(DUMMY_PLAYER, *FIVE)
    assert scene.state.supply[DUMMY_PLAYER] == 0
    return scene


@pytest.mark.clause("cambria.two.1", "cambria.components.8")
@pytest.mark.parametrize("side", ["cambria", "cumbria"])
def test_only_a_table_of_two_has_a_dummy_on_either_side(side: str) -> None:
    for seats in (2, 3, 4, 5):
        scene = Scene(seats=seats, side=side)
        assert scene.state.players == max(seats, 3) and scene.state.seats == seats
        assert scene.state.supply == [5] * max(seats, 3)


@pytest.mark.clause("cambria.two.2")
def test_the_dummy_takes_no_part_in_start_and_opening() -> None:
    scene = Start(2).roll("IV", "V").roll("II", "III")
    assert scene.seat == B
    for road in ("Alabum-Nidum", "Isca-Nidum"):
        scene.do("roll").throw("IV").do(f"place {road}")
    assert scene.state.supply == [4, 4, 5]
    rolled = [event.facts["seat"] for event in scene.events if event.kind == "start_roll"]
    assert rolled == [A, B]


@pytest.mark.clause("cambria.two.3", "cambria.two.5")
def test_a_dummy_die_before_every_turn_also_a_passed_one() -> None:
    scene = two()
    seats = []
    free = ["Alabum-Nidum", "Cicucium-Nidum", "Isca-Nidum", "Moridunum-Nidum"]
    for road in free:
        assert scene.prompt == "dummy"
        assert scene.offered == {"roll"}
        seats.append(scene.seat)
        scene.do("roll").throw("IV")
        assert scene.verbs() == {"place"}
        scene.do(f"place {road}")
        assert scene.offered == {"roll", "pass"}
        if road == free[1]:
            scene.roll("V", "V").do("place Alabum-Cicucium")
        else:
            scene.do("pass")
    assert seats == [A, B, A, B]
    assert scene.kinds().count("dummy_die") == 4


@pytest.mark.clause("cambria.two.4")
def test_the_active_player_chooses_the_road() -> None:
    scene = two().hold(B, "Alabum-Nidum").do("roll").throw("V")
    assert scene.seat == A
    assert scene.targets("place") == scene.free("V")
    scene.do("place Alabum-Cicucium")
    assert scene.owner("Alabum-Cicucium") == DUMMY_PLAYER
    assert scene.state.supply == [5, 4, 4]


@pytest.mark.clause("cambria.two.6")
def test_without_a_free_road_of_the_number_any_free_road() -> None:
    scene = two().fill("V", B).do("roll").throw("V")
    assert scene.targets("place") == scene.free("II", "III", "IV", "VI")
    assert scene.targets("place")


@pytest.mark.clause("cambria.two.7", "cambria.two.13")
def test_on_an_eagle_any_free_road_and_no_legion_move() -> None:
    scene = two().hold(B, "Alabum-Nidum").do("roll").throw("eagle")
    assert scene.verbs() == {"place"}
    assert scene.targets("place") == scene.free("II", "III", "IV", "V", "VI")
    assert len(scene.targets("place")) == 27


@pytest.mark.clause("cambria.two.8")
def test_a_full_board_skips_the_dummy() -> None:
    scene = two()
    for number in ("II", "III", "IV", "V", "VI"):
        scene.fill(number, B)
    scene.do("roll").throw("III")
    assert scene.prompt == "turn"
    assert scene.state.supply[DUMMY_PLAYER] == 5


@pytest.mark.clause("cambria.two.9")
def test_dummy_warriors_come_from_supply_first() -> None:
    scene = two().hold(DUMMY_PLAYER, *FIVE[:3]).do("roll").throw("IV")
    scene.do("place Alabum-Nidum")
    assert scene.prompt == "turn"
    assert scene.state.supply[DUMMY_PLAYER] == 1


@pytest.mark.clause("cambria.two.10", "cambria.two.11")
def test_with_all_out_one_of_them_must_move() -> None:
    scene = dummy_out().hold(B, "Isca-Nidum").do("roll").throw("II")
    assert scene.verbs() == {"place"}
    assert scene.targets("place") == scene.free("II")
    assert "Bremia-Mediomanum" not in scene.targets("place")
    scene.do("place Gobannium-Isca")
    assert scene.prompt == "dummy_lift"
    assert scene.seat == A
    assert scene.targets("lift") == set(FIVE)
    scene.do("lift Alabum-Bremia")
    assert scene.roads(DUMMY_PLAYER) == {*FIVE[:4], "Gobannium-Isca"}
    assert scene.offered == {"roll", "pass"}


@pytest.mark.clause("cambria.two.10")
def test_by_the_other_reading_all_five_may_stay() -> None:
    scene = Scene(seats=2, dummy_done=False, dummy_may_stay="on").hold(DUMMY_PLAYER, *FIVE)
    scene.do("roll").throw("II")
    assert scene.verbs() == {"place", "keep"}
    scene.do("keep")
    assert scene.roads(DUMMY_PLAYER) == set(FIVE)
    assert (scene.seat, scene.offered) == (A, {"roll", "pass"})
    assert scene.kinds()[-1] == "keep"


@pytest.mark.clause("cambria.two.9", "cambria.two.10")
def test_with_one_in_supply_the_dummy_places_by_either_reading() -> None:
    for reading in ("off", "on"):
        scene = Scene(seats=2, dummy_done=False, dummy_may_stay=reading)
        scene.hold(DUMMY_PLAYER, *FIVE[:4]).do("roll").throw("II")
        assert scene.verbs() == {"place"}


@pytest.mark.clause("cambria.two.12")
def test_the_dummy_replaces_nobody() -> None:
    scene = two().hold(A, "Isca-Nidum").hold(B, "Gobannium-Isca").legion("Moridunum-Nidum")
    scene.do("roll").throw("II")
    assert scene.verbs() == {"place"}
    taken = {"Isca-Nidum", "Gobannium-Isca", "Moridunum-Nidum"}
    assert scene.targets("place") == scene.roads_of("II") - taken


def ringed_by_dummy(supply: int = 5) -> Scene:
    """The dummy step of A's turn rings Canovium with dummy 2, A 1."""
    scene = two().hold(A, "Canovium-Segontium").hold(DUMMY_PLAYER, "Caer Gai-Canovium")
    scene.supply(A, supply).do("roll").throw("III").do("place Canovium-Tomen y Mur")
    return scene


@pytest.mark.clause("cambria.two.15")
def test_nothing_is_claimed_after_the_dummys_placement() -> None:
    scene = ringed_by_dummy()
    assert scene.prompt == "turn"
    assert scene.stands("Canovium")
    assert "capture" not in scene.kinds()


@pytest.mark.clause("cambria.two.16", "cambria.two.17")
def test_claims_come_after_the_humans_own_turn() -> None:
    scene = ringed_by_dummy().do("pass")
    assert scene.captor("Canovium") == DUMMY_PLAYER
    moved = ringed_by_dummy(supply=0).roll("V", "V").do("place Alabum-Nidum")
    moved.do("lift Canovium-Segontium")
    assert moved.stands("Canovium")


@pytest.mark.clause("cambria.two.17")
def test_the_dummy_ties_like_a_player() -> None:
    scene = Scene(seats=2).ring("Segontium", A, DUMMY_PLAYER).do("pass")
    assert scene.stands("Segontium")


@pytest.mark.clause("cambria.two.18")
def test_the_dummy_takes_and_spoils_second_place() -> None:
    scene = Scene(seats=2).ring("Nidum", A, A, DUMMY_PLAYER, A).do("pass")
    assert scene.captor("Nidum") == A
    assert scene.second("Nidum") == DUMMY_PLAYER
    spoilt = Scene(seats=2).ring("Nidum", A, A, DUMMY_PLAYER, B).do("pass")
    assert spoilt.captor("Nidum") == A
    assert spoilt.second("Nidum") == GONE


@pytest.mark.clause("cambria.two.19")
def test_the_dummy_takes_part_in_the_final_claims() -> None:
    scene = Scene(seats=2).ring("Alabum", DUMMY_PLAYER, DUMMY_PLAYER, A)
    for _ in range(3):
        scene.do("pass").do("roll").throw("VI").do(next(iter(sorted(scene.offered))))
    scene.do("pass")
    assert scene.over
    assert scene.captor("Alabum") == DUMMY_PLAYER
    assert scene.second("Alabum") == A


@pytest.mark.clause("cambria.two.21")
def test_dummy_warriors_are_displaced_like_others() -> None:
    scene = dummy_out().do("roll").throw("V").do("place Alabum-Nidum").do("lift Caer Gai-Deva")
    scene.roll("II", "II").do("replace Alabum-Bremia")
    assert scene.state.supply[DUMMY_PLAYER] == 1
    scene.do("roll").throw("V").do("place Alabum-Cicucium")
    assert scene.prompt == "turn"
    assert scene.state.supply[DUMMY_PLAYER] == 0
    legion = Scene(seats=2).hold(DUMMY_PLAYER, "Alabum-Nidum").roll("eagle", "V")
    legion.do("legion Alabum-Nidum")
    assert legion.state.supply[DUMMY_PLAYER] == 5


@pytest.mark.clause("cambria.two.23")
def test_after_the_dummy_a_full_normal_turn() -> None:
    scene = two().aboard(A, "III").do("roll").throw("IV").do("place Isca-Nidum")
    assert scene.offered == {"roll", "pass"}
    scene.roll("eagle", "V")
    assert scene.verbs() == {"place", "legion", "sail"}
