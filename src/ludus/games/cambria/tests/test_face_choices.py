"""Labels, hints and refusals: what a choice will do, and why a place offers none."""

from __future__ import annotations

import pytest

from ludus.core.protocol import SPECTATOR
from ludus.core.text import plain
from ludus.games.cambria.ids import NONE
from ludus.games.cambria.tests.facing import (
    FACE,
    NAMES,
    boat_id,
    choices,
    hint,
    log,
    names_of,
    prompt,
    road_id,
    why_not,
)
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, A, B, C, Scene
from ludus.games.cambria.tests.test_setup import Start
from ludus.games.cambria.tests.test_turn import FIVE

# Hints -------------------------------------------------------------------------------------------


def test_a_placement_says_who_would_lead() -> None:
    scene = Scene().hold(B, "Alabum-Bremia", "Alabum-Nidum").hold(A, "Alabum-Moridunum")
    scene.roll("V", "III")
    choice = choices(scene)["place Alabum-Cicucium"]
    assert choice.label == "Road Alabum – Cicucium"
    assert plain(choice.hint) == ("Level at Alabum, 2 : 2. Alone at Cicucium, 1 of 5.")
    assert choice.places == (road_id(scene, "Alabum-Cicucium"),)
    alabum, cicucium = scene.board.site("Alabum"), scene.board.site("Cicucium")
    assert set(choice.lights) == {f"fort-{alabum}", f"fort-{cicucium}"}


def test_leading_and_trailing_are_told_apart() -> None:
    scene = Scene().hold(B, "Alabum-Bremia", "Alabum-Nidum").hold(A, "Cicucium-Nidum")
    scene.hold(C, "Bravonium-Cicucium").roll("V", "V")
    assert hint(scene, "place Alabum-Cicucium") == (
        "Behind at Alabum, 1 : 2. Ahead at Cicucium, 2 : 1."
    )


def test_a_placement_that_completes_a_fort_says_who_captures_it() -> None:
    scene = Scene().hold(A, "Canovium-Segontium").hold(B, "Canovium-Tomen y Mur").roll("III", "V")
    assert "You take Canovium for III." in hint(scene, "place Caer Gai-Canovium")


def test_a_placement_that_gives_the_fort_to_a_rival_says_so() -> None:
    scene = Scene().hold(B, "Canovium-Segontium", "Canovium-Tomen y Mur").roll("III", "V")
    assert "Marcus takes Canovium for III." in hint(scene, "place Caer Gai-Canovium")


def test_the_token_of_the_second_is_told() -> None:
    scene = Scene().ring("Nidum", B, B, B, NONE)
    last = scene.road_name(scene.roads_at("Nidum")[3])
    told = hint(scene.roll("IV", "II"), f"place {last}")
    assert "Marcus takes Nidum for IV. You get its victory point token of II." in told
    scene = Scene().ring("Nidum", A, A, B, NONE)
    told = hint(scene.roll("IV", "II"), f"place {last}")
    assert "You take Nidum for IV. Marcus gets its victory point token of II." in told


def test_a_tied_ring_and_a_ring_with_the_legion_stand() -> None:
    scene = Scene().hold(B, "Alabum-Bremia").roll("II", "III")
    assert "All roads of Bremia are manned, but tied 1 : 1: it stands." in hint(
        scene, "place Bremia-Mediomanum"
    )
    scene = Scene().legion("Alabum-Bremia").roll("II", "III")
    assert "The legion keeps Bremia standing." in hint(scene, "place Bremia-Mediomanum")


def test_replacing_says_who_goes_home() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").legion("Isca-Nidum").roll("IV", "IV")
    found = choices(scene)["replace Alabum-Nidum"]
    assert found.label == "Road Alabum – Nidum: replace Marcus's warrior"
    assert plain(found.hint).startswith("Sends Marcus's warrior home.")
    assert hint(scene, "replace Isca-Nidum").startswith("Sends the legion back to the standard.")


def test_the_legion_says_what_it_blocks_and_sends_home() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").hold(B, "Cicucium-Nidum").roll("eagle", "IV")
    assert hint(scene, "legion Alabum-Nidum") == (
        "Sends your own warrior home. Alabum and Nidum cannot fall meanwhile."
    )
    assert hint(scene, "legion Cicucium-Nidum").startswith("Sends Marcus's warrior home")
    scene = Scene().taken(B, "Alabum", "Nidum").roll("eagle", "IV")
    assert hint(scene, "legion Alabum-Nidum") == "No fort stands at this road any more."


def test_with_nothing_in_supply_the_lift_is_foretold_and_then_exact() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III")
    told = hint(scene, "place Canovium-Segontium")
    assert told.endswith("Then choose which warrior to lift for it.")
    scene.do("place Canovium-Segontium")
    assert prompt(scene) == "All are out: lift one for Canovium – Segontium."
    left = FIVE[0]
    assert hint(scene, f"lift {left}").startswith(f"Leaves {left.replace('-', ' – ')}.")


def test_a_lift_from_a_boat_is_told() -> None:
    scene = Scene().hold(A, *FIVE[:4]).aboard(A, "III").roll("III", "III")
    scene.do("place Canovium-Segontium")
    assert choices(scene)["lift boat III"].places == (boat_id("III"),)
    assert hint(scene, "lift boat III").startswith("Leaves boat III.")


def test_a_boat_lights_up_where_its_warrior_may_go() -> None:
    scene = Scene().aboard(A, "III").roll("II", "VI")
    choice = choices(scene)["sail III"]
    free = {road_id(scene, road) for road in scene.free("III")}
    assert set(choice.lights) == free
    assert f"{len(free)} roads are open to its warrior." in plain(choice.hint)


@pytest.mark.parametrize("allowed", ["on", "off"])
def test_a_boat_that_makes_doubles_reaches_more_roads(allowed: str) -> None:
    scene = Scene(boat_can_make_doubles=allowed).aboard(A, "III").hold(B, "Caer Gai-Canovium")
    scene.roll("III", "VI")
    lights = choices(scene)["sail III"].lights
    assert (road_id(scene, "Caer Gai-Canovium") in lights) == (allowed == "on")
    scene.do("sail III")
    offered = {place for choice in choices(scene).values() for place in choice.places}
    assert offered == set(lights)
    assert ("replace" in prompt(scene)) == (allowed == "on")


def test_boarding_and_staying_say_what_follows() -> None:
    scene = Scene().roll("eagle", "eagle").do("legion Alabum-Nidum")
    assert "land on a road to a fort IV" in hint(scene, "board IV")
    assert hint(scene, "stay") == "Your turn ends."


def test_the_last_pass_says_that_it_ends_the_game() -> None:
    scene = Scene(seats=3)
    assert hint(scene, "pass") == "Neither roll nor place. Forts are still checked."
    for _ in range(5):
        scene.do("pass")
    assert hint(scene, "pass").endswith("and the game ends.")


def test_a_fort_that_waits_for_the_end_of_the_turn_is_named_at_every_choice() -> None:
    scene = Scene(seats=2).ring("Canovium", DUMMY_PLAYER, DUMMY_PLAYER, A)
    falls = "At the end of the turn Nemo takes Canovium for III."
    assert hint(scene, "pass").endswith(falls)
    scene.roll("eagle", "eagle")
    assert falls in hint(scene, "legion Alabum-Nidum")
    assert falls not in hint(scene, "legion Canovium-Segontium")


def test_boarding_may_keep_a_fort_standing_and_the_legion_says_so() -> None:
    """With nothing in supply, boarding lifts a warrior: the fort falls only if that one stays."""
    others = ("Caer Gai-Deva", "Bremia-Mediomanum")
    scene = Scene().ring("Canovium", A, A, A)
    scene.hold(A, *others).supply(A, 0).roll("eagle", "eagle")
    told = hint(scene, "legion Alabum-Nidum")
    assert "Unless a warrior leaves Canovium for a boat, you take it for III." in told
    assert "At the end of the turn" not in told
    scene = Scene().ring("Canovium", A, B, B).hold(A, *FIVE[1:]).supply(A, 0)
    told = hint(scene.roll("eagle", "eagle"), "legion Alabum-Nidum")
    assert "Unless a warrior leaves Canovium for a boat, Marcus takes it for III." in told
    # Where boarding lifts nothing, or not from there, it cannot help.
    scene = Scene().ring("Canovium", A, A, A).roll("eagle", "eagle")
    assert "At the end of the turn you take Canovium" in hint(scene, "legion Alabum-Nidum")
    scene = Scene().ring("Canovium", B, B, B).hold(A, *FIVE[1:]).supply(A, 0)
    scene.roll("eagle", "eagle")
    assert "At the end of the turn Marcus takes Canovium" in hint(scene, "legion Alabum-Nidum")


def test_a_fort_of_ones_own_that_waits_is_named_too() -> None:
    scene = Scene().ring("Canovium", A, A, B)
    assert hint(scene, "pass").endswith("At the end of the turn you take Canovium for III.")


def test_the_dummys_placement_claims_nothing_yet() -> None:
    scene = Scene(seats=2, dummy_done=False).hold(A, "Bremia-Mediomanum")
    scene.hold(DUMMY_PLAYER, "Canovium-Segontium", "Canovium-Tomen y Mur")
    scene.do("roll").throw("III")
    told = hint(scene, "place Caer Gai-Canovium")
    assert "All roads of Canovium are manned; Nemo leads 3 : 0." in told
    assert "takes" not in told


# Prompts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "told", "clause"),
    [
        (("II", "V"), "Place on a road to a fort II or V.", "cambria.place.1"),
        (("V", "V"), "Place or replace on a road to a fort V.", "cambria.doubles.1"),
        (("eagle", "V"), "Warrior or legion on a road to a fort V.", "cambria.eagle.1"),
        (("eagle", "eagle"), "Move the legion to any other road.", "cambria.legion.1"),
    ],
)
def test_the_dice_decide_what_is_asked(faces: tuple[str, str], told: str, clause: str) -> None:
    scene = Scene().roll(*faces)
    view = scene.rules.view(scene.state, scene.seat)
    found = FACE.prompt(view, scene.decision, names_of(scene))
    assert plain(found.sentence).endswith(told)
    assert found.clause == clause


def test_a_prompt_says_that_one_may_sail() -> None:
    scene = Scene().aboard(A, "II", "V").roll("eagle", "IV")
    assert prompt(scene) == "Warrior or legion on a road to a fort IV, or use boat II or V."
    assert prompt(Scene().aboard(B, "II").roll("III", "IV")).endswith("to a fort III or IV.")


@pytest.mark.clause("cambria.eagle.1")
def test_with_no_free_road_an_eagle_still_moves_the_legion() -> None:
    scene = Scene().fill("IV", B).roll("eagle", "IV")
    assert prompt(scene) == "Only the legion can go to a fort IV."


def test_others_are_told_what_was_rolled_and_not_what_will_be_done() -> None:
    scene = Scene().roll("eagle", "IV")
    onlooker = scene.rules.view(scene.state, SPECTATOR)
    waiting = FACE.prompt(onlooker, scene.decision, names_of(scene))
    assert plain(waiting.sentence) == "Livia has rolled and is choosing."


@pytest.mark.clause("cambria.eagle.1")
def test_an_eagle_offers_warrior_and_legion_by_a_mode_each() -> None:
    """Within a mode a road has one option."""
    found = choices(Scene().aboard(A, "II").roll("eagle", "III"))
    assert found["place Canovium-Segontium"].mode == "warrior"
    assert found["legion Canovium-Segontium"].mode == "legion"
    assert found["sail II"].mode == "warrior"
    for mode in ("warrior", "legion"):
        offered = [each.places for each in found.values() if each.mode == mode]
        assert len(set(offered)) == len(offered)


def test_only_a_boat_can_be_used() -> None:
    scene = Scene().aboard(A, "II").fill("V", B).fill("VI", B).roll("V", "VI")
    assert scene.offered == {"sail II", "end"}
    assert prompt(scene) == "Land from boat II, or end your turn."
    onlooker = scene.rules.view(scene.state, SPECTATOR)
    waiting = FACE.prompt(onlooker, scene.decision, names_of(scene))
    assert plain(waiting.sentence) == "Livia has rolled and may only use a boat."
    assert hint(scene, "end").startswith("Your turn ends without a placement.")


def test_the_dummy_goes_anywhere_on_an_eagle_or_for_want_of_roads() -> None:
    scene = Scene(seats=2, dummy_done=False)
    scene.do("roll").throw("eagle")
    assert prompt(scene) == "Place Nemo on any free road."
    scene = Scene(seats=2, dummy_done=False).fill("II", B)
    scene.do("roll").throw("II")
    assert prompt(scene) == "No free road to a fort II: place Nemo on any other."


# Why not -----------------------------------------------------------------------------------------


def test_nothing_is_refused_where_something_is_offered() -> None:
    scene = Scene().roll("II", "V")
    for place in (place for choice in choices(scene).values() for place in choice.places):
        assert why_not(scene, place) == ""
    assert why_not(scene, "road-99") == "" and why_not(scene, "nonsense") == ""


def test_a_road_out_of_reach_names_its_forts() -> None:
    scene = Scene().roll("II", "III")
    assert why_not(scene, road_id(scene, "Alabum-Nidum")) == (
        "Alabum – Nidum leads to Alabum (V) and Nidum (IV), not to a fort II or III."
    )


def test_an_occupied_road_names_who_is_there() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").hold(A, "Isca-Nidum").legion("Cicucium-Nidum")
    scene.roll("IV", "II")
    assert why_not(scene, road_id(scene, "Alabum-Nidum")).startswith(
        "Marcus's warrior stands on Alabum – Nidum."
    )
    assert why_not(scene, road_id(scene, "Isca-Nidum")).startswith("Your own warrior stands")
    assert why_not(scene, road_id(scene, "Cicucium-Nidum")).startswith("The legion stands on")


def test_the_legion_must_go_elsewhere() -> None:
    scene = Scene().legion("Alabum-Nidum").roll("eagle", "IV")
    told = "The legion stands there already and must go to another road."
    assert why_not(scene, road_id(scene, "Alabum-Nidum")) == told


def test_the_dummy_replaces_nobody() -> None:
    scene = Scene(seats=2, dummy_done=False).hold(B, "Alabum-Nidum")
    scene.do("roll").throw("IV")
    assert why_not(scene, road_id(scene, "Alabum-Nidum")) == (
        "Marcus's warrior stands on Alabum – Nidum, and Nemo never replaces anybody."
    )
    scene = Scene(seats=2, dummy_done=False).hold(B, "Alabum-Nidum")
    scene.do("roll").throw("eagle")
    assert "never replaces" in why_not(scene, road_id(scene, "Alabum-Nidum"))


def test_boats_say_why_they_stay_where_they_are() -> None:
    scene = Scene().aboard(B, "III").roll("II", "V")
    assert why_not(scene, boat_id("II")) == (
        "A boat is boarded only right after you move the legion."
    )
    assert why_not(scene, boat_id("III")) == (
        "Marcus's warrior is on boat III, and only its owner can use it."
    )
    scene = Scene().aboard(A, "III").roll("eagle", "eagle")
    assert why_not(scene, boat_id("III")) == (
        "Two eagles move the legion; no boat gets round that."
    )
    scene = Scene().aboard(A, "II").fill("II", B).roll("V", "VI")
    assert why_not(scene, boat_id("II")) == "No road of II is open to the warrior on this boat."
    scene = Scene().aboard(B, "III").roll("eagle", "eagle").do("legion Alabum-Nidum")
    assert why_not(scene, boat_id("III")) == (
        "Marcus's warrior is on boat III; a boat holds one warrior."
    )
    assert why_not(scene, road_id(scene, "Isca-Nidum")) == (
        "Choose a free boat, or leave the boats alone."
    )


def test_forts_standard_and_supply_take_nobody() -> None:
    scene = Scene().hold(A, "Canovium-Segontium").roll("II", "V")
    told = why_not(scene, f"fort-{scene.board.site('Canovium')}")
    assert told == "Warriors go on roads, never on a fort itself."
    assert "driven off its road" in why_not(scene, "standard")
    assert "taken from the supply by itself" in why_not(scene, "supply-0")


def test_lifting_asks_for_ones_own_warriors() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III").do("place Canovium-Segontium")
    for place in (road_id(scene, "Isca-Nidum"), boat_id("IV")):
        assert why_not(scene, place) == "Choose one of the warriors to lift."


def test_before_the_roll_and_out_of_turn() -> None:
    scene = Scene()
    assert why_not(scene, "road-0").startswith("Roll first")
    scene.roll("II", "V")
    names = NAMES[:3]
    for viewer in (B, SPECTATOR):
        view = scene.rules.view(scene.state, viewer)
        told = FACE.why_not(view, None, "road-0", names)
        assert told is not None
        assert plain(told) == "It is not your turn: Livia is choosing."


def test_while_the_dice_roll_and_after_the_end() -> None:
    scene = Scene().do("roll")
    told = FACE.why_not(scene.view, None, "road-0", NAMES[:3])
    assert told is not None and plain(told) == "The dice are being rolled."
    scene = Scene()
    for _ in range(6):
        scene.do("pass")
    told = FACE.why_not(scene.view, None, "road-0", NAMES[:3])
    assert told is not None and plain(told) == "The game is over."


def test_the_start_is_rolled_for_one_by_one() -> None:
    scene = Start()
    assert prompt(scene) == "Roll for the start: the lowest roll begins."
    assert hint(scene, "roll").startswith("An eagle counts as I")
    assert why_not(scene, "road-0").startswith("Roll first")
    scene.roll("II", "II")
    told = FACE.prompt(scene.view, scene.decision, names_of(scene))
    assert plain(told.sentence) == "Marcus is about to roll for the start."
    notes = [panel.note for panel in FACE.panels(scene.view, names_of(scene))]
    assert notes == ["rolled 4", "", ""]
    scene.roll("II", "II").roll("IV", "V")
    assert prompt(scene) == "Tied for the lowest: roll again."
    scene.roll("II", "III").roll("II", "II")
    assert {panel.note for panel in FACE.panels(scene.view, names_of(scene))} == {""}


@pytest.mark.clause("cambria.turn.6")
def test_a_roll_that_may_be_declined_says_so() -> None:
    assert hint(Scene(), "roll") == "You must then do what the dice allow."
    scene = Scene(decline_after_rolling="on")
    assert hint(scene, "roll").startswith("You may then do")
    assert prompt(scene.roll("II", "III")).endswith("II or III, or end your turn.")
    assert hint(scene, "end").startswith("Your turn ends without a placement.")
    for _ in range(5):
        scene.do("end").roll("II", "III")
    assert hint(scene, "end").startswith("Everybody has then passed two rounds running")


@pytest.mark.clause("cambria.two.10")
def test_a_dummy_that_may_stay_says_so() -> None:
    scene = Scene(seats=2, dummy_done=False, dummy_may_stay="on").hold(DUMMY_PLAYER, *FIVE)
    scene.do("roll").throw("II")
    assert prompt(scene) == "Place Nemo on a road to a fort II, or move nobody."
    assert choices(scene)["keep"].label == "Move nobody of Nemo"
    assert why_not(scene, road_id(scene, "Alabum-Nidum")).startswith("Alabum – Nidum leads to")
    scene.do("keep")
    assert log(scene)[-1] == "Livia leaves Nemo where it stands."


@pytest.mark.clause("cambria.subst.14")
@pytest.mark.parametrize(("reading", "count"), [("on", 1), ("off", 0)])
def test_a_boat_lights_what_an_eagle_opens_by_the_reading(reading: str, count: int) -> None:
    scene = Scene(eagle_can_make_doubles=reading).aboard(A, "III").hold(B, "Caer Gai-Canovium")
    scene.roll("eagle", "III")
    lit = choices(scene)["sail III"].lights
    assert lit.count(road_id(scene, "Caer Gai-Canovium")) == count
