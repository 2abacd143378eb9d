"""Doubles, the eagle with a number, two eagles, and the legion."""

from __future__ import annotations

import pytest

from ludus.games.cambria.ids import LEGION
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, A, B, C, Scene, all_out, out
from ludus.games.cambria.tests.test_turn import FIVE

KAREN_AND_KENNY = ("IV", "IV")
BOBBY = ("II", "II")
KAREN_AND_LEGION = ("eagle", "eagle")


@pytest.mark.clause("cambria.doubles.1")
@pytest.mark.parametrize(
    "action", ["place Cicucium-Nidum", "replace Alabum-Nidum", "replace Isca-Nidum"]
)
def test_doubles_give_three_kinds_of_action_and_one_is_done(action: str) -> None:
    scene = Scene().hold(B, "Alabum-Nidum").legion("Isca-Nidum").roll("IV", "IV")
    assert scene.targets("place") == scene.free("IV")
    assert scene.targets("replace") == {"Alabum-Nidum", "Isca-Nidum"}
    scene.do(action)
    assert (scene.seat, scene.prompt) == (B, "turn")


@pytest.mark.clause("cambria.doubles.2")
def test_doubles_allow_a_plain_placement() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("V", "V").do("place Alabum-Cicucium")
    assert scene.owner("Alabum-Cicucium") == A
    assert scene.owner("Alabum-Nidum") == B
    assert "displaced" not in scene.kinds()


@pytest.mark.clause("cambria.doubles.3")
def test_doubles_swap_a_rival_for_ones_own() -> None:
    scene = Scene().hold(B, "Bravonium-Gobannium").roll("III", "III")
    scene.do("replace Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == A
    assert scene.state.supply[B] == 5
    assert scene.state.supply[A] == 4


@pytest.mark.clause("cambria.doubles.4")
def test_opposing_means_everybody_else_and_the_dummy() -> None:
    scene = Scene(seats=2).hold(A, "Bravonium-Gobannium").hold(B, "Cicucium-Gobannium")
    scene.hold(DUMMY_PLAYER, "Gobannium-Isca").roll("III", "III")
    assert scene.targets("replace") == {"Cicucium-Gobannium", "Gobannium-Isca"}


@pytest.mark.clause("cambria.doubles.5")
def test_a_road_of_other_numbers_cannot_be_replaced() -> None:
    scene = Scene().hold(B, "Caer Gai-Mediomanum", "Gobannium-Isca").roll("II", "II")
    assert scene.targets("replace") == {"Gobannium-Isca"}


@pytest.mark.clause("cambria.doubles.6")
def test_doubles_swap_the_legion_on_a_road_of_the_number() -> None:
    scene = Scene().legion("Caer Gai-Deva").roll("VI", "VI").do("replace Caer Gai-Deva")
    assert scene.owner("Caer Gai-Deva") == A


@pytest.mark.clause("cambria.doubles.7")
def test_the_legion_elsewhere_cannot_be_replaced() -> None:
    scene = Scene().legion("Bravonium-Gobannium").roll("VI", "VI")
    assert scene.verbs() == {"place"}
    assert Scene().roll("VI", "VI").verbs() == {"place"}


@pytest.mark.clause("cambria.doubles.8")
def test_example_karen_replaces_kenny() -> None:
    karen, kenny = A, B
    scene = Scene().hold(kenny, "Alabum-Nidum").supply(kenny, 2).supply(karen, 3)
    scene.roll(*KAREN_AND_KENNY).do("replace Alabum-Nidum")
    assert scene.owner("Alabum-Nidum") == karen
    assert scene.state.supply[karen] == 2
    assert scene.state.supply[kenny] == 3


@pytest.mark.clause("cambria.doubles.9")
def test_example_bobby_replaces_the_legion() -> None:
    scene = Scene().legion("Isca-Nidum").supply(A, 3).roll(*BOBBY).do("replace Isca-Nidum")
    assert scene.owner("Isca-Nidum") == A
    assert scene.state.supply[A] == 2
    assert scene.legion_home


@pytest.mark.clause("cambria.doubles.10")
def test_a_displaced_warrior_goes_home() -> None:
    scene = all_out(Scene(), B, FIVE).roll("II", "II").do("replace Alabum-Bremia")
    assert scene.state.supply[B] == 1
    assert scene.roads(B) == set(FIVE[:4])
    assert out(scene, B) == 4


@pytest.mark.clause("cambria.doubles.11")
def test_a_displaced_legion_goes_to_the_standard() -> None:
    scene = Scene().legion("Isca-Nidum").roll("II", "II").do("replace Isca-Nidum")
    assert scene.legion_home
    assert LEGION not in scene.view.roads


@pytest.mark.clause("cambria.doubles.12")
def test_with_all_out_the_replacing_warrior_is_lifted() -> None:
    scene = all_out(Scene(), A, FIVE).hold(B, "Bravonium-Gobannium").roll("III", "III")
    scene.do("replace Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == B
    assert scene.targets("lift") == set(FIVE)
    scene.do("lift Alabum-Bremia")
    assert scene.owner("Alabum-Bremia") == -1
    assert scene.owner("Bravonium-Gobannium") == A
    assert out(scene, A) == 5
    assert scene.state.supply == [0, 5, 5]


@pytest.mark.clause("cambria.doubles.13")
def test_sending_the_legion_home_brings_no_boat_step() -> None:
    scene = Scene().legion("Isca-Nidum").roll("II", "II").do("replace Isca-Nidum")
    assert (scene.seat, scene.prompt) == (B, "turn")


@pytest.mark.clause("cambria.doubles.14", "cambria.legion.1")
def test_two_eagles_allow_legion_moves_only() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").aboard(A, "III").roll("eagle", "eagle")
    assert scene.verbs() == {"legion"}


# The eagle and a number -------------------------------------------------------------------------


@pytest.mark.clause("cambria.eagle.1")
def test_an_eagle_and_a_number_offer_a_warrior_or_the_legion() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("eagle", "V")
    assert scene.verbs() == {"place", "legion"}
    assert scene.targets("place") == scene.free("V")
    assert scene.targets("legion") == scene.roads_of("V")
    scene.do("place Alabum-Cicucium")
    assert scene.prompt == "turn"
    other = Scene().roll("eagle", "V").do("legion Alabum-Cicucium")
    assert other.verbs() == {"board", "stay"}


@pytest.mark.clause("cambria.eagle.2")
def test_the_warrior_goes_by_the_number() -> None:
    scene = Scene().roll("eagle", "III")
    assert scene.targets("place") == scene.roads_of("III")
    scene.do("place Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == A


@pytest.mark.clause("cambria.eagle.3")
def test_the_eagle_opens_no_road_and_replaces_nobody() -> None:
    scene = Scene().hold(B, "Bravonium-Gobannium").roll("eagle", "III")
    assert scene.targets("place") == scene.free("III")
    assert "replace" not in scene.verbs()


@pytest.mark.clause("cambria.eagle.4")
def test_the_legion_goes_by_the_number_too() -> None:
    scene = Scene().roll("eagle", "II")
    assert scene.targets("legion") == scene.roads_of("II")
    assert len(scene.targets("legion")) == 10


@pytest.mark.clause("cambria.eagle.5", "cambria.eagle.6")
@pytest.mark.parametrize("owner", [A, B])
def test_the_legion_displaces_any_warrior_the_movers_own_too(owner: int) -> None:
    scene = Scene().hold(owner, "Caer Gai-Deva").roll("eagle", "II").do("legion Caer Gai-Deva")
    assert scene.owner("Caer Gai-Deva") == LEGION
    assert scene.state.supply[owner] == 5
    assert out(scene, owner) == 0


@pytest.mark.clause("cambria.eagle.7")
def test_an_empty_road_is_a_place_for_the_legion() -> None:
    scene = Scene().hold(B, "Caer Gai-Deva").roll("eagle", "VI").do("legion Caer Gai-Viroconium")
    assert scene.owner("Caer Gai-Viroconium") == LEGION
    assert "displaced" not in scene.kinds()
    scene.do("stay").roll("VI", "IV")
    assert "Caer Gai-Viroconium" not in scene.targets("place")


# The legion in general --------------------------------------------------------------------------


@pytest.mark.clause("cambria.legion.2")
def test_two_eagles_send_the_legion_anywhere() -> None:
    scene = Scene().roll("eagle", "eagle")
    assert len(scene.targets("legion")) == len(scene.decision.options) == 28


@pytest.mark.clause("cambria.legion.3")
@pytest.mark.parametrize("owner", [A, B])
def test_two_eagles_displace_whoever_is_there(owner: int) -> None:
    scene = Scene().hold(owner, "Alabum-Nidum").roll("eagle", "eagle").do("legion Alabum-Nidum")
    assert scene.owner("Alabum-Nidum") == LEGION
    assert scene.state.supply[owner] == 5


@pytest.mark.clause("cambria.legion.4")
def test_the_legion_must_go_to_another_road() -> None:
    scene = Scene().legion("Caer Gai-Mediomanum").roll("eagle", "eagle")
    assert len(scene.decision.options) == 27
    assert "Caer Gai-Mediomanum" not in scene.targets("legion")
    other = Scene().legion("Caer Gai-Mediomanum").roll("eagle", "VI")
    assert other.targets("legion") == other.roads_of("VI") - {"Caer Gai-Mediomanum"}


@pytest.mark.clause("cambria.legion.5")
def test_where_the_legion_stands_limits_nothing() -> None:
    home = Scene().roll("eagle", "V")
    far = Scene().legion("Caer Gai-Deva").roll("eagle", "V")
    assert home.targets("legion") == far.targets("legion") == home.roads_of("V")


@pytest.mark.clause("cambria.legion.6")
def test_the_legion_stays_until_moved() -> None:
    scene = Scene().roll("eagle", "II").do("legion Deva-Viroconium").do("stay")
    for road in ("Alabum-Nidum", "Cicucium-Nidum", "Alabum-Cicucium"):
        scene.roll("III", "V") if road == "Alabum-Cicucium" else scene.roll("IV", "V")
        scene.do(f"place {road}")
    assert scene.owner("Deva-Viroconium") == LEGION


@pytest.mark.clause("cambria.legion.7")
def test_the_road_it_leaves_is_free_and_nobody_comes_back() -> None:
    scene = Scene().hold(B, "Deva-Viroconium").roll("eagle", "II")
    scene.do("legion Deva-Viroconium").do("stay")
    assert scene.state.supply[B] == 5
    scene.roll("eagle", "V").do("legion Alabum-Nidum")
    assert scene.owner("Deva-Viroconium") == -1
    assert scene.state.supply[B] == 5
    assert out(scene, B) == 0


@pytest.mark.clause("cambria.legion.8")
def test_a_legion_move_takes_the_place_of_a_placement() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").roll("eagle", "V").do("legion Alabum-Cicucium")
    scene.do("board III")
    assert scene.roads(A) == {"Alabum-Nidum"}
    assert scene.prompt == "turn"
    assert scene.seat == B
    assert scene.roads(C) == set()
