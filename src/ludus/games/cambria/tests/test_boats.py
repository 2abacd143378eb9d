"""Boats: boarding after a legion move, and using a boat's number on a later turn."""

from __future__ import annotations

import pytest

from ludus.games.cambria.ids import LEGION
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, A, B, Scene, all_out, out
from ludus.games.cambria.tests.test_doubles_and_legion import KAREN_AND_LEGION
from ludus.games.cambria.tests.test_turn import FIVE

KAREN_AND_BOAT = ("II", "VI")
ALL_BOATS = {"II", "III", "IV", "V", "VI"}


@pytest.mark.clause("cambria.boat.1", "cambria.boat.3")
@pytest.mark.parametrize("other", ["III", "eagle"])
def test_any_legion_move_opens_every_open_boat(other: str) -> None:
    scene = Scene().roll("eagle", other).do("legion Bravonium-Gobannium")
    assert scene.prompt == "board"
    assert scene.targets("board") == ALL_BOATS


@pytest.mark.clause("cambria.boat.2")
def test_boarding_is_voluntary() -> None:
    scene = Scene().roll("eagle", "III").do("legion Bravonium-Gobannium").do("stay")
    assert (scene.seat, scene.prompt) == (B, "turn")
    assert scene.state.supply[A] == 5
    assert scene.state.aboard == [-1] * 5


@pytest.mark.clause("cambria.boat.4")
def test_a_boat_holds_one_warrior() -> None:
    scene = Scene().aboard(B, "V").aboard(A, "II").roll("eagle", "III")
    scene.do("legion Bravonium-Gobannium")
    assert scene.targets("board") == {"III", "IV", "VI"}


@pytest.mark.clause("cambria.boat.5")
def test_one_legion_move_lets_one_warrior_board() -> None:
    scene = Scene().roll("eagle", "III").do("legion Bravonium-Gobannium").do("board IV")
    assert scene.boat("IV") == A
    assert scene.state.supply[A] == 4
    assert (scene.seat, scene.prompt) == (B, "turn")


@pytest.mark.clause("cambria.boat.6")
def test_no_open_boat_no_question() -> None:
    scene = Scene().aboard(B, "II", "III", "IV").aboard(A, "V", "VI").roll("eagle", "III")
    scene.do("legion Bravonium-Gobannium")
    assert (scene.seat, scene.prompt) == (B, "turn")


@pytest.mark.clause("cambria.boat.7")
def test_with_an_empty_supply_any_own_warrior_may_board() -> None:
    scene = Scene().hold(A, *FIVE[:4]).aboard(A, "II").roll("eagle", "III")
    scene.do("legion Bravonium-Gobannium")
    assert scene.targets("board") == ALL_BOATS - {"II"}
    scene.do("board V")
    assert scene.targets("lift") == {*FIVE[:4], "boat II"}
    scene.do("lift boat II")
    assert (scene.boat("V"), scene.boat("II")) == (A, -1)


@pytest.mark.clause("cambria.boat.8")
@pytest.mark.parametrize(("lifted", "captor"), [("Caer Gai-Canovium", -1), ("Alabum-Bremia", A)])
def test_a_road_warrior_that_boards_leaves_its_road_first(lifted: str, captor: int) -> None:
    scene = Scene(seats=2, dummy_done=False).supply(A, 0)
    for road in ("Caer Gai-Canovium", "Canovium-Segontium", "Alabum-Bremia"):
        scene.state.held[A] |= 1 << scene.road(road)
    scene.do("roll").throw("III").do("place Canovium-Tomen y Mur")
    scene.roll("eagle", "V").do("legion Alabum-Nidum").do("board II").do(f"lift {lifted}")
    assert scene.captor("Canovium") == captor


@pytest.mark.clause("cambria.boat.9")
def test_an_own_warrior_displaced_by_the_legion_can_board() -> None:
    scene = all_out(Scene(), A, FIVE).roll("eagle", "II").do("legion Caer Gai-Deva")
    assert scene.state.supply[A] == 1
    scene.do("board III")
    assert scene.prompt == "turn"
    assert scene.boat("III") == A
    assert scene.roads(A) == set(FIVE) - {"Caer Gai-Deva"}


@pytest.mark.clause("cambria.boat.10")
def test_example_karen_moves_the_legion_and_boards() -> None:
    karen, kenny = A, B
    scene = Scene().supply(karen, 3).hold(kenny, "Caer Gai-Mediomanum").supply(kenny, 2)
    scene.roll(*KAREN_AND_LEGION).do("legion Caer Gai-Mediomanum").do("board III")
    assert scene.owner("Caer Gai-Mediomanum") == LEGION
    assert scene.state.supply[kenny] == 3
    assert scene.state.supply[karen] == 2
    assert scene.boat("III") == karen


@pytest.mark.clause("cambria.boat.11")
def test_a_player_may_hold_several_boats() -> None:
    scene = Scene().aboard(A, "II").roll("eagle", "III").do("legion Bravonium-Gobannium")
    scene.do("board VI")
    assert (scene.boat("II"), scene.boat("VI")) == (A, A)


@pytest.mark.clause("cambria.boat.12")
@pytest.mark.parametrize("faces", [("IV", "IV"), ("eagle", "eagle")])
def test_nobody_can_attack_a_boat(faces: tuple[str, str]) -> None:
    scene = Scene().aboard(B, "IV").roll(*faces)
    for action in scene.decision.options:
        after = scene.rules.copy(scene.state)
        scene.rules.apply(after, A, action)
        assert after.aboard[2] == B


@pytest.mark.clause("cambria.boat.13")
def test_boats_count_at_no_fort() -> None:
    scene = Scene().aboard(B, *ALL_BOATS).ring("Canovium", A, A)
    for _ in range(6):
        scene.do("pass")
    assert scene.over
    assert B not in scene.state.captor
    assert B not in scene.state.second


# Substitution -----------------------------------------------------------------------------------


@pytest.mark.clause("cambria.subst.1")
def test_a_manned_boat_may_be_used_next_to_the_dice() -> None:
    scene = Scene().aboard(A, "III").roll("II", "VI")
    assert scene.targets("sail") == {"III"}
    assert scene.targets("place") == scene.roads_of("II", "VI")
    scene.do("sail III")
    assert scene.targets("place") == scene.roads_of("III")


@pytest.mark.clause("cambria.subst.2")
def test_only_a_boat_manned_at_the_start_of_the_turn() -> None:
    scene = Scene().roll("eagle", "III").do("legion Bravonium-Gobannium").do("board III")
    assert scene.seat == B
    scene.do("pass").do("pass")
    assert scene.seat == A
    assert scene.roll("II", "VI").targets("sail") == {"III"}


@pytest.mark.clause("cambria.subst.3")
def test_the_boat_warrior_is_the_one_placed() -> None:
    scene = Scene().aboard(A, "III").supply(A, 2).roll("II", "VI")
    scene.do("sail III").do("place Bravonium-Gobannium")
    assert scene.state.supply[A] == 2
    assert scene.boat("III") == -1
    assert scene.owner("Bravonium-Gobannium") == A


@pytest.mark.clause("cambria.subst.4")
def test_the_boat_warrior_goes_by_the_boats_number_only() -> None:
    scene = Scene().aboard(A, "III").supply(A, 2).roll("II", "VI").do("sail III")
    assert scene.offered == {f"place {road}" for road in scene.roads_of("III")}


@pytest.mark.clause("cambria.subst.5")
def test_the_road_must_be_free() -> None:
    scene = Scene().aboard(A, "III").hold(B, "Bravonium-Gobannium").roll("II", "VI")
    scene.do("sail III")
    assert scene.targets("place") == scene.free("III")
    full = Scene().aboard(A, "III").fill("III", B).roll("II", "V")
    assert "sail" not in full.verbs()


@pytest.mark.clause("cambria.subst.6")
def test_with_warriors_in_supply_too() -> None:
    scene = Scene().aboard(A, "V").supply(A, 3).roll("II", "III")
    assert scene.targets("sail") == {"V"}


@pytest.mark.clause("cambria.subst.7")
def test_the_boat_left_is_open_again() -> None:
    scene = Scene().aboard(A, "III").roll("II", "VI").do("sail III")
    scene.do("place Bravonium-Gobannium")
    scene.roll("eagle", "V").do("legion Alabum-Nidum")
    assert scene.seat == B
    assert "III" in scene.targets("board")


@pytest.mark.clause("cambria.subst.8")
def test_a_boat_is_never_forced() -> None:
    scene = Scene().aboard(A, "III").supply(A, 1).fill("IV", B).fill("VI", B).roll("IV", "VI")
    assert scene.offered == {"sail III", "end"}
    ended = Scene().aboard(A, "III").fill("IV", B).fill("VI", B).roll("IV", "VI").do("end")
    assert (ended.seat, ended.boat("III")) == (B, A)
    other = Scene().aboard(A, "III").roll("IV", "VI")
    assert "end" not in other.verbs()


@pytest.mark.clause("cambria.subst.9")
def test_one_boat_a_turn() -> None:
    scene = Scene().aboard(A, "II", "V").roll("III", "VI")
    assert scene.targets("sail") == {"II", "V"}
    scene.do("sail II").do("place Gobannium-Isca")
    assert (scene.seat, scene.boat("II"), scene.boat("V")) == (B, -1, A)


@pytest.mark.clause("cambria.subst.10")
def test_an_eagle_and_a_number_with_a_boat() -> None:
    scene = Scene().aboard(A, "III").roll("eagle", "V")
    assert scene.targets("place") == scene.roads_of("V")
    assert scene.targets("legion") == scene.roads_of("V")
    scene.do("sail III")
    assert scene.offered == {f"place {road}" for road in scene.roads_of("III")}


@pytest.mark.clause("cambria.subst.11")
def test_two_eagles_outrank_a_boat() -> None:
    assert Scene().aboard(A, "III").roll("eagle", "eagle").verbs() == {"legion"}


@pytest.mark.clause("cambria.subst.12")
def test_the_legion_never_goes_by_a_boat() -> None:
    scene = Scene().aboard(A, "III").legion("Alabum-Nidum").roll("eagle", "V")
    assert scene.targets("legion") == scene.roads_of("V") - {"Alabum-Nidum"}


@pytest.mark.clause("cambria.subst.13", "cambria.subst.15")
def test_boat_and_remaining_die_make_doubles_for_the_boat_warrior() -> None:
    scene = Scene().aboard(A, "III").supply(A, 2).hold(B, "Bravonium-Gobannium")
    scene.roll("III", "V")
    assert "replace" not in scene.verbs()
    scene.do("sail III")
    assert scene.targets("replace") == {"Bravonium-Gobannium"}
    scene.do("replace Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == A
    assert scene.state.supply[A] == 2
    off = Scene(boat_can_make_doubles="off").aboard(A, "III").hold(B, "Bravonium-Gobannium")
    off.roll("III", "V").do("sail III")
    assert off.verbs() == {"place"}


@pytest.mark.clause("cambria.doubles.4")
def test_doubles_made_by_a_boat_spare_ones_own_warriors_too() -> None:
    scene = Scene().aboard(A, "III").hold(A, "Bravonium-Gobannium").roll("III", "V")
    assert scene.do("sail III").verbs() == {"place"}


@pytest.mark.clause("cambria.doubles.4", "cambria.subst.4")
def test_a_boat_stays_where_all_its_roads_are_ones_own() -> None:
    scene = Scene().aboard(A, "III").fill("III", A).roll("III", "V")
    assert "sail" not in scene.verbs()


@pytest.mark.clause("cambria.subst.13")
def test_the_legion_too_gives_way_to_doubles_made_by_a_boat() -> None:
    scene = Scene().aboard(A, "III").legion("Bravonium-Gobannium").roll("III", "V")
    scene.do("sail III").do("replace Bravonium-Gobannium")
    assert scene.legion_home


@pytest.mark.clause("cambria.subst.14")
def test_the_eagle_can_be_the_face_exchanged() -> None:
    scene = Scene().aboard(A, "III").hold(B, "Bravonium-Gobannium").roll("eagle", "III")
    assert "replace" not in scene.verbs()
    scene.do("sail III")
    assert scene.targets("replace") == {"Bravonium-Gobannium"}
    off = Scene(boat_can_make_doubles="off").aboard(A, "III").hold(B, "Bravonium-Gobannium")
    off.roll("eagle", "III")
    assert "replace" not in off.verbs()
    assert off.do("sail III").verbs() == {"place"}


@pytest.mark.clause("cambria.subst.14", "cambria.subst.10")
def test_by_the_other_reading_only_a_number_is_exchanged() -> None:
    def scene() -> Scene:
        found = Scene(eagle_can_make_doubles="off").aboard(A, "III")
        return found.hold(B, "Bravonium-Gobannium")

    eagle = scene().roll("eagle", "III")
    assert eagle.verbs() == {"place", "legion", "sail"}
    assert eagle.do("sail III").verbs() == {"place"}
    assert scene().roll("eagle", "V").do("sail III").targets("place") == eagle.free("III")
    # Two numbers, and rolled doubles, are not touched by it.
    for faces in (("III", "V"), ("III", "III")):
        numbers = scene().roll(*faces).do("sail III")
        assert numbers.targets("replace") == {"Bravonium-Gobannium"}


@pytest.mark.clause("cambria.subst.14")
def test_a_boat_without_a_free_road_needs_the_eagle_to_land() -> None:
    for reading, there in (("on", True), ("off", False)):
        scene = Scene(eagle_can_make_doubles=reading).aboard(A, "III").fill("III", B)
        assert ("sail" in scene.roll("eagle", "III").verbs()) == there


@pytest.mark.clause("cambria.subst.16")
def test_a_different_boat_undoes_the_doubles() -> None:
    scene = Scene().aboard(A, "III").supply(A, 2)
    scene.hold(B, "Bravonium-Gobannium", "Alabum-Cicucium").roll("V", "V")
    assert scene.targets("replace") == {"Alabum-Cicucium"}
    assert scene.do("sail III").verbs() == {"place"}


@pytest.mark.clause("cambria.subst.17")
@pytest.mark.parametrize("option", ["on", "off"])
def test_the_same_number_leaves_the_doubles_in_place(option: str) -> None:
    scene = Scene(boat_can_make_doubles=option).aboard(A, "III").supply(A, 2)
    scene.hold(B, "Bravonium-Gobannium").roll("III", "III")
    assert scene.targets("replace") == {"Bravonium-Gobannium"}
    scene.do("sail III")
    assert scene.targets("replace") == {"Bravonium-Gobannium"}
    scene.do("replace Bravonium-Gobannium")
    assert (scene.state.supply[A], scene.boat("III")) == (2, -1)


@pytest.mark.clause("cambria.subst.18")
def test_example_karen_lands_from_her_boat() -> None:
    scene = Scene().aboard(A, "III").supply(A, 2).roll(*KAREN_AND_BOAT)
    scene.do("sail III").do("place Bravonium-Gobannium")
    assert scene.owner("Bravonium-Gobannium") == A
    assert scene.boat("III") == -1
    assert scene.state.supply[A] == 2


@pytest.mark.clause("cambria.two.14")
def test_no_dummy_ever_boards() -> None:
    from ludus.core.chance import SeededRng, pick
    from ludus.games.cambria.tests.scene import DEFAULTS, RULES

    rng = SeededRng(14)
    for _ in range(500):
        state = RULES.setup(2, DEFAULTS)
        while decisions := RULES.decisions(state):
            (decision,) = decisions
            RULES.apply(state, decision.seat, pick(decision, rng))
            assert DUMMY_PLAYER not in state.aboard
    assert out(Scene(), A) == 0
