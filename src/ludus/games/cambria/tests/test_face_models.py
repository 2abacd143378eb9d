"""What stands round the board: steps, dice, modes, progress, previews, explanations, symbols."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ludus.core.models import About, Dashboard, Preview
from ludus.core.protocol import SPECTATOR
from ludus.core.svg import MARKS
from ludus.core.text import plain
from ludus.games.cambria.face.symbols import SYMBOLS
from ludus.games.cambria.ids import GONE, NONE
from ludus.games.cambria.tests.facing import (
    FACE,
    boat_id,
    choices,
    few_games,
    names_of,
    road_id,
)
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, A, B, C, Scene
from ludus.games.cambria.tests.test_end import NINE
from ludus.games.cambria.tests.test_setup import Start
from ludus.games.cambria.tests.test_turn import FIVE


def dashboard(scene: Scene, viewer: int | None = None) -> Dashboard:
    seat = scene.seat if viewer is None else viewer
    view = scene.rules.view(scene.state, seat)
    found = FACE.choices(view, scene.decision, names_of(scene)) if seat == scene.seat else ()
    return FACE.dashboard(view, scene.decision, found, names_of(scene))


def step(scene: Scene) -> str:
    """The present step."""
    steps = dashboard(scene).steps
    return "" if steps is None else steps.names[steps.at]


def preview(scene: Scene, name: str) -> Preview:
    view = scene.rules.view(scene.state, scene.seat)
    return FACE.preview(view, scene.decision, choices(scene)[name], names_of(scene))


def chips(scene: Scene, name: str) -> list[str]:
    return [plain(chip) for chip in preview(scene, name).chips]


def rows(scene: Scene, name: str) -> list[str]:
    return [plain(row) for row in preview(scene, name).rows]


def about(scene: Scene, place: str) -> About:
    view = scene.rules.view(scene.state, scene.seat)
    found = FACE.about(view, scene.decision, place, names_of(scene))
    assert found is not None
    return found


def body(found: About) -> list[str]:
    return [plain(line) for line in found.body]


# Dashboard ---------------------------------------------------------------------------------------


def test_the_turn_is_counted_in_roman_numerals() -> None:
    scene = Scene()
    scene.state.turn = 19
    assert dashboard(scene).turn == "turn XIX"
    assert dashboard(Start(3)).turn == ""


def test_steps_follow_the_turn() -> None:
    scene = Scene()
    found = dashboard(scene).steps
    assert found is not None and found.names == ("Roll", "Act", "Boat") and found.at == 0
    scene.do("roll")
    assert step(scene) == "Roll"
    scene.throw("eagle", "eagle")
    assert step(scene) == "Act"
    scene.do("legion Alabum-Nidum")
    assert step(scene) == "Boat"


def test_a_lift_belongs_to_the_step_it_is_done_for() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III").do("place Canovium-Segontium")
    assert scene.prompt == "lift" and step(scene) == "Act"
    scene = Scene().hold(A, *FIVE).roll("eagle", "eagle").do("legion Isca-Nidum").do("board II")
    assert scene.prompt == "lift" and step(scene) == "Boat"
    scene = Scene().aboard(A, "II").roll("III", "V").do("sail II")
    assert scene.prompt == "land" and step(scene) == "Act"


@pytest.mark.clause("cambria.two.3")
def test_at_a_table_of_two_the_dummy_comes_first() -> None:
    scene = Scene(seats=2, dummy_done=False)
    found = dashboard(scene).steps
    assert found is not None and found.names == ("Nemo", "Roll", "Act", "Boat")
    assert step(scene) == "Nemo"
    scene.do("roll").throw("IV")
    assert step(scene) == "Nemo"
    assert step(scene.do("place Alabum-Nidum")) == "Roll"
    assert step(scene.roll("II", "V")) == "Act"
    scene = Scene(seats=2, dummy_done=False).hold(DUMMY_PLAYER, *FIVE)
    scene.do("roll").throw("III").do("place Canovium-Segontium")
    assert scene.prompt == "dummy_lift" and step(scene) == "Nemo"


def test_the_opening_has_steps_of_its_own() -> None:
    scene = Start(3).roll("eagle", "II").roll("V", "VI").roll("V", "VI")
    found = dashboard(scene).steps
    assert found is not None and (found.names, found.at) == (("Roll", "Place"), 0)
    assert step(scene.do("roll").throw("IV")) == "Place"
    assert dashboard(Start(3)).steps is None


def test_the_dice_lead_the_prompt() -> None:
    scene = Scene()
    assert dashboard(scene).lead == ()
    scene.roll("eagle", "IV")
    assert [(bit.kind, bit.ref) for bit in dashboard(scene).lead] == [
        ("die", "eagle"),
        ("die", "IV"),
    ]
    scene = Scene(seats=2, dummy_done=False)
    scene.do("roll").throw("V")
    assert [bit.ref for bit in dashboard(scene).lead] == ["V"]


@pytest.mark.clause("cambria.eagle.1")
def test_an_eagle_with_a_number_gives_a_switch() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("eagle", "IV")
    warrior, legion = dashboard(scene).modes
    free, every = len(scene.free("IV")), len(scene.roads_of("IV"))
    assert (warrior.key, warrior.label, warrior.note) == ("warrior", "Warrior", f"{free} roads")
    assert (legion.key, legion.label) == ("legion", "Legion")
    assert legion.note == f"{every} roads, then a boat"
    assert warrior.icon in SYMBOLS and legion.icon in SYMBOLS
    assert dashboard(scene, B).modes == ()
    assert dashboard(Scene().roll("III", "IV")).modes == ()
    assert dashboard(Scene().roll("eagle", "eagle")).modes == ()
    assert dashboard(Scene().fill("IV", B).roll("eagle", "IV")).modes == ()


@pytest.mark.clause("cambria.boat.1")
def test_without_a_free_boat_the_switch_promises_none() -> None:
    scene = Scene().aboard(B, "II", "III", "IV", "V", "VI").roll("eagle", "IV")
    _, legion = dashboard(scene).modes
    assert legion.note == f"{len(scene.roads_of('IV'))} roads"


@pytest.mark.clause("cambria.end.1")
def test_progress_counts_to_the_tenth_fort() -> None:
    scene = Scene(seats=2).taken(B, "Deva", "Isca").taken(A, "Nidum").taken(DUMMY_PLAYER, "Bremia")
    found = dashboard(scene)
    assert plain(found.progress) == "forts 4 of 10 fallen, then the end"
    assert found.pips == (0, 1, 1, 5, *[NONE] * 6)


@pytest.mark.clause("cambria.final.1")
def test_after_the_end_progress_counts_forts_that_somebody_got() -> None:
    scene = Scene().taken(C, *NINE).ring("Segontium", A, A).do("pass")
    assert scene.over and GONE in scene.state.captor
    taken = sorted(captor for captor in scene.state.captor if captor >= 0)
    view = scene.rules.view(scene.state, A)
    found = FACE.dashboard(view, None, (), names_of(scene))
    assert plain(found.progress) == f"forts {len(taken)} of 16 taken in the end"
    assert found.pips == tuple(taken)


def test_the_legend_explains_icons_that_there_are() -> None:
    legend = dashboard(Scene()).legend
    assert [key for key, _ in legend if key not in SYMBOLS] == []
    assert "taken, owner's shape" in [words for _, words in legend]


# Previews ----------------------------------------------------------------------------------------


def test_a_preview_shows_both_forts_and_the_supply() -> None:
    scene = Scene().hold(A, "Gobannium-Isca").hold(B, "Alabum-Nidum").roll("II", "IV")
    found = preview(scene, "place Isca-Nidum")
    assert (found.title, found.verb) == ("Isca – Nidum", "Place, take Isca")
    assert chips(scene, "place Isca-Nidum") == ["fort Isca +2", "warriors 4 → 3"]
    assert rows(scene, "place Isca-Nidum") == [
        "Isca Livia 2 : 0, falls, +2",
        "Nidum Livia 1 : 1 Marcus, 2 free",
    ]
    assert found.points == (0, 2)
    assert dict(found.changes) == {"warriors-0": -1, "forts-0": 1}
    marks = [bit.ref for bit in found.rows[1] if bit.kind == "icon"]
    assert marks == ["mark-0", "mark-1"]


@pytest.mark.clause("cambria.capture.4")
def test_a_preview_says_that_somebody_else_takes_the_fort() -> None:
    scene = Scene().ring("Nidum", B, B, B, NONE)
    last = f"place {scene.road_name(scene.roads_at('Nidum')[3])}"
    found = preview(scene.roll("IV", "II"), last)
    assert found.verb == "Place, Marcus takes Nidum"
    assert chips(scene, last)[0] == "fort Nidum +4 victory point token +2 Livia"
    assert found.points == (0, 2)
    assert dict(found.changes) == {"warriors-0": -1, "forts-1": 1, "tokens-0": 1}
    assert "Nidum Livia 1 : 3 Marcus, falls to Marcus, +4" in rows(scene, last)


@pytest.mark.clause("cambria.doubles.3", "cambria.doubles.6")
def test_a_replacement_says_who_goes_home() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").legion("Isca-Nidum").roll("IV", "IV")
    assert preview(scene, "replace Alabum-Nidum").verb == "Replace"
    assert chips(scene, "replace Alabum-Nidum")[0] == "Marcus goes home"
    assert dict(preview(scene, "replace Alabum-Nidum").changes)["warriors-1"] == 1
    assert chips(scene, "replace Isca-Nidum")[0] == "legion back to the standard"


@pytest.mark.clause("cambria.capture.7")
def test_the_legion_holds_the_forts_at_its_road() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("eagle", "IV")
    found = preview(scene, "legion Alabum-Nidum")
    assert found.verb == "Move the legion"
    assert chips(scene, "legion Alabum-Nidum") == ["Marcus goes home", "legion holds its forts"]
    assert "Nidum no warriors, held by the legion" in rows(scene, "legion Alabum-Nidum")
    assert found.path == ("standard", road_id(scene, "Alabum-Nidum"))


@pytest.mark.clause("cambria.capture.6")
def test_a_legion_that_leaves_frees_the_forts_behind_it() -> None:
    scene = Scene().ring("Canovium", A, A, NONE).aboard(B, "II", "III", "IV", "V", "VI")
    third = scene.road_name(scene.roads_at("Canovium")[2])
    scene.legion(third).roll("eagle", "IV")
    found = rows(scene, "legion Alabum-Nidum")
    assert "Canovium Livia 2 : 0, 1 free" in found and len(found) == 4


def test_with_nothing_in_supply_a_lift_is_announced_and_nothing_settled() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III")
    found = preview(scene, "place Canovium-Segontium")
    assert found.verb == "Place" and found.points is None
    assert chips(scene, "place Canovium-Segontium") == ["then lift one"]
    scene.do("place Canovium-Segontium")
    lifted = preview(scene, f"lift {FIVE[0]}")
    assert lifted.title == f"From {FIVE[0].replace('-', ' – ')}"
    assert lifted.path == (road_id(scene, FIVE[0]), road_id(scene, "Canovium-Segontium"))
    assert lifted.verb.startswith("Move it")
    # The forts that the warrior leaves are shown too.
    assert len(lifted.rows) >= 3


def test_boats_say_where_they_lead() -> None:
    scene = Scene().aboard(A, "III").roll("II", "VI")
    found = preview(scene, "sail III")
    assert (found.title, found.verb) == ("Boat III", "Use boat III")
    assert chips(scene, "sail III") == [f"{len(scene.free('III'))} roads to a fort III"]
    scene.do("sail III")
    landed = preview(scene, "place Canovium-Segontium")
    assert landed.path == (boat_id("III"), road_id(scene, "Canovium-Segontium"))
    assert dict(landed.changes) == {"boats-0": -1}
    scene = Scene().roll("eagle", "eagle").do("legion Alabum-Nidum")
    found = preview(scene, "board IV")
    assert (found.title, found.verb) == ("Boat IV", "Board boat IV")
    assert dict(found.changes) == {"warriors-0": -1, "boats-0": 1}


def test_a_button_is_previewed_by_its_own_words() -> None:
    scene = Scene().ring("Canovium", A, A, B)
    found = preview(scene, "pass")
    assert (found.title, found.verb) == ("Pass", "Pass, take Canovium")
    assert preview(scene, "roll").verb == "Roll the dice"


@pytest.mark.clause("cambria.two.16")
def test_the_dummys_placement_takes_nothing() -> None:
    scene = Scene(seats=2, dummy_done=False)
    scene.hold(DUMMY_PLAYER, "Canovium-Segontium", "Canovium-Tomen y Mur")
    scene.do("roll").throw("III")
    found = preview(scene, "place Caer Gai-Canovium")
    assert found.verb == "Place" and found.points is None
    assert "Canovium Nemo 3 : 0, all roads manned" in rows(scene, "place Caer Gai-Canovium")


@pytest.mark.clause("cambria.capture.8")
def test_a_tied_ring_stands() -> None:
    scene = Scene().hold(B, "Alabum-Bremia").roll("II", "III")
    assert rows(scene, "place Bremia-Mediomanum")[0] == "Bremia Livia 1 : 1 Marcus, tied, stands"


def test_every_choice_of_a_game_has_a_preview() -> None:
    for game in few_games():
        for step in game.steps[::5]:
            for choice in FACE.choices(step.view, step.decision, game.names):
                found = FACE.preview(step.view, step.decision, choice, game.names)
                assert found.title and found.verb


# Abouts ------------------------------------------------------------------------------------------


@pytest.mark.clause("cambria.capture.3", "cambria.vp.1")
def test_a_fort_tells_its_roads_who_leads_and_what_it_gives() -> None:
    scene = Scene().hold(A, "Isca-Nidum").hold(B, "Alabum-Nidum", "Cicucium-Nidum")
    scene.legion("Moridunum-Nidum").roll("II", "V")
    found = about(scene, f"fort-{scene.board.site('Nidum')}")
    assert (found.title, found.icon, found.state) == ("Nidum IV", "fort", "Marcus leads 2 : 1")
    assert sorted(body(found)) == [
        "Alabum: Marcus",
        "Cicucium: Marcus",
        "Isca: Livia",
        "Moridunum: legion",
    ]
    assert [plain(line) for line in found.gives] == [
        "+4 points for the most warriors, once each road has one",
        "victory point token +2 for second place alone",
    ]
    assert set(found.rings) == {f"road-{road}" for road in scene.roads_at("Nidum")}
    assert plain(found.why_not) == "Warriors go on roads, never on a fort itself."
    assert {"cambria.capture.3", "cambria.vp.1"} <= set(found.clauses)


def test_the_state_of_a_fort_is_who_leads() -> None:
    scene = Scene().hold(A, "Isca-Nidum")
    isca, deva = (f"fort-{scene.board.site(name)}" for name in ("Isca", "Deva"))
    assert about(scene, isca).state == "you lead 1 : 0"
    assert about(scene, deva).state == "nobody there"
    assert len(about(scene, deva).gives) == 1
    scene.hold(C, "Gobannium-Isca")
    assert about(scene, isca).state == "tied 1 : 1"


@pytest.mark.clause("cambria.capture.12", "cambria.place.5")
def test_a_fallen_fort_tells_who_took_it() -> None:
    scene = Scene().taken(B, "Deva")
    found = about(scene, f"fort-{scene.board.site('Deva')}")
    assert found.state == "fallen" and body(found)[0] == "Taken by Marcus."
    scene.state.captor[scene.board.site("Isca")] = GONE
    assert body(about(scene, f"fort-{scene.board.site('Isca')}"))[0] == "Nobody claimed it."


@pytest.mark.clause("cambria.board.12", "cambria.board.13")
def test_a_road_tells_what_leads_there() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("II", "V")
    found = about(scene, road_id(scene, "Alabum-Nidum"))
    assert found.title == "Alabum – Nidum"
    assert body(found)[:2] == ["Here stands Marcus's warrior.", "A IV or V on the dice leads here."]
    assert plain(found.why_not).startswith("Marcus's warrior stands on")
    free = about(scene, road_id(scene, "Isca-Nidum"))
    assert (free.state, free.tone, free.why_not) == ("you may choose it", "good", ())
    assert body(free)[0] == "Free."


def test_boats_standard_and_tokens_are_explained() -> None:
    scene = Scene().aboard(B, "III").roll("II", "V")
    found = about(scene, boat_id("III"))
    assert found.title == "Boat III" and body(found)[0] == "Aboard: Marcus's warrior."
    assert body(about(scene, boat_id("IV")))[0] == "Free."
    assert body(about(scene, "standard"))[0] == "It waits at the standard."
    scene.legion("Isca-Nidum")
    standard = about(scene, "standard")
    assert body(standard)[0] == "It stands on Isca – Nidum."
    assert standard.rings == (road_id(scene, "Isca-Nidum"),)
    # The piece on the road is explained like the standard that it left.
    assert about(scene, "legion") == standard
    token = about(scene, f"token-{scene.board.site('Nidum')}")
    assert token.title == "Victory point token II" and "cambria.vp.1" in token.clauses


def test_names_on_the_map_are_explained_like_their_forts() -> None:
    scene = Scene().roll("II", "V")
    view = scene.rules.view(scene.state, scene.seat)
    (shown,) = FACE.scenes(view, None, (), names_of(scene))
    named = dict(re.findall(r'data-about="(fort-\d+)"[^>]*>([^<]+)<', shown.svg))
    assert len(named) == scene.board.sites
    for place, name in named.items():
        assert about(scene, place).title.startswith(name)


def test_meters_and_dice_are_explained() -> None:
    scene = Scene().taken(B, "Caer Gai", "Deva").hold(B, "Isca-Nidum").aboard(B, "II")
    scene.state.second[scene.board.site("Caer Gai")] = A
    assert body(about(scene, "supply-1")) == [
        "3 of 5 are still to be placed. When all are out, one of them is moved instead."
    ]
    assert about(scene, "meter-forts-1").title == "Forts of Marcus"
    assert body(about(scene, "meter-forts-1")) == ["2 forts taken, 8 points."]
    assert body(about(scene, "meter-tokens-0")) == ["1 won by second places, 4 points."]
    assert body(about(scene, "meter-boats-1")) == ["1 warrior aboard."]
    assert len(about(scene, "dice").body) == 3


def test_every_meter_of_every_panel_is_explained() -> None:
    scene = Scene(seats=2).taken(DUMMY_PLAYER, "Caer Gai").taken(A, "Deva")
    scene.state.second[scene.board.site("Caer Gai")] = A
    for panel in FACE.panels(scene.view, names_of(scene)):
        for meter in panel.meters:
            assert about(scene, meter.place or f"meter-{meter.key}").title
            assert meter.icon in SYMBOLS


@pytest.mark.parametrize(
    "place",
    ["road-28", "road-", "road--1", "road-1-1", "fort-x", "boat-5", "token-0", "supply-9", "dice-1",
     "standard-1", "meter-", "meter-forts-7", "nonsense", "", "road-99999999999999999999"],
)  # fmt: skip
def test_what_does_not_exist_is_not_explained(place: str) -> None:
    scene = Scene().roll("II", "V")
    view = scene.rules.view(scene.state, A)
    assert scene.board.victory[0] == 0
    assert FACE.about(view, scene.decision, place, names_of(scene)) is None


def test_onlookers_get_explanations_without_reasons() -> None:
    scene = Scene().roll("II", "V")
    view = replace(scene.view, viewer=SPECTATOR)
    found = FACE.about(view, None, road_id(scene, "Isca-Nidum"), names_of(scene))
    assert found is not None and found.why_not == () and found.state == ""


# Symbols -----------------------------------------------------------------------------------------


def test_every_icon_that_is_said_is_drawn() -> None:
    words = FACE.words
    named = {key.removeprefix("icon.") for key in words.keys("icon.")}
    for key in words.keys(""):
        named.update(re.findall(r"\{#([\w-]+)", words.template(key)))
    assert named <= set(FACE.symbols)
    for seat in range(len(MARKS)):
        assert {f"mark-{seat}", f"taken-{seat}"} <= set(FACE.symbols)
