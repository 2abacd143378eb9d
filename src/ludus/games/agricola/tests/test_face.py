"""What players are told: hints, prompts, the reason why not, and lines of the story."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.core.face import Choice, foremost, scenes_of
from ludus.core.protocol import Event
from ludus.core.text import plain
from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.tests.scene import Scene, owner_of, place, the_box

NAMES = ("Livia", "Marcus")
FACE = the_box().face


def choice(scene: Scene, words: str, seat: int = 0) -> Choice:
    decision = scene.script.decision(seat)
    wanted = scene.text(words, seat)
    choices = FACE.choices(scene.script.view(seat), decision, NAMES)
    return next(choice for choice in choices if choice.action.text == wanted)


def prompt(scene: Scene, seat: int) -> str:
    found = FACE.prompt(scene.script.view(seat), scene.script.decision(seat), NAMES)
    return plain(found.sentence)


def why(scene: Scene, seat: int, hexagon: str) -> str:
    """What a click on a hex says that offers nothing."""
    decision = scene.script.decision(seat)
    said = FACE.why_not(scene.script.view(seat), decision, f"hex-{place(hexagon)}", NAMES)
    return "" if said is None else plain(said)


def told(scene: Scene, kind: str, seat: int = 0) -> str:
    line = FACE.tell(scene.script.view(seat), scene.told(kind)[-1], NAMES)
    assert line is not None
    return plain(line.sentence)


def drawn(scene: Scene, seat: int) -> str:
    """The picture of a seat without anything to choose."""
    return foremost(scenes_of(FACE, scene.script.view(seat), None, NAMES)).svg


def tray(scene: Scene, seat: int) -> str:
    """What the trays of a seat say beside their titles."""
    view = scene.script.view(seat)
    decision = scene.script.decision(seat) if seat in scene.script.waiting else None
    choices = FACE.choices(view, decision, NAMES) if decision is not None else ()
    dashboard = FACE.dashboard(view, decision, choices, NAMES)
    return " ".join(f"{tray.title} {tray.note}" for tray in dashboard.trays)


def elements(*names: str) -> set[str]:
    return {f"pick-{owner_of(name)[1]}" for name in names}


def test_units_that_are_alike_answer_to_one_choice() -> None:
    scene = Scene(romans={"3525": "II Ad A, II Ad B, II Ad C, Ala I"}, worn="II Ad C")
    scene.do("march 3525")
    assert not scene.offers("leave II Ad B")
    assert set(choice(scene, "leave II Ad A").places) == elements("II Ad A", "II Ad B")
    assert set(choice(scene, "leave II Ad C").places) == elements("II Ad C")


def test_the_end_of_the_march_phase_counts_the_hungry() -> None:
    fed = Scene(romans={"3525": "II Ad A"})
    assert "All your units are in supply" in plain(choice(fed, "next").hint)
    hungry = Scene(romans={"3528": "II Ad A, Aux V"})
    assert "2 units are out of supply" in plain(choice(hungry, "next").hint)


def test_officium_says_whom_it_feeds() -> None:
    scene = Scene(
        phase="supply", romans={"3528": "II Ad A, Aux V", "3525": "Aux VI"}, hands=("officium", "")
    )
    assert "2 units would roll there" in plain(choice(scene, "place 3528").hint)
    assert "All are in supply there" in plain(choice(scene, "place 3525").hint)


@pytest.mark.parametrize(("hand", "empty"), [("treachery", False), ("fury", True)])
def test_a_question_with_nothing_to_play_says_why(hand: str, empty: bool) -> None:
    romans = {"3425": "Karus"}
    scene = Scene(romans=romans, hands=("officium", hand)).do("play officium")
    assert ("so that the enemy cannot tell" in prompt(scene, 1)) == empty


@pytest.mark.parametrize("aboard", [True, False])
def test_a_fleet_shows_who_is_aboard(aboard: bool) -> None:
    scene = Scene(
        romans={"3731": "Classis I, Classis II, Aux V"},
        aboard={"Classis I": "Aux V"} if aboard else {},
        ap=(1, 0),
    )
    scene.do("sail 3731")
    assert f"2 ships, {int(aboard)} of 6 aboard" in tray(scene, 0)
    assert "of 6 aboard" not in tray(scene, 1)
    scene.do("cast", "dice 1 1", "halt")
    assert scene.prompt == "land"
    assert ("Nobody is aboard" in prompt(scene, 0)) != aboard


def test_a_hex_that_offers_nothing_tells_who_stands_there() -> None:
    scene = Scene(
        romans={"3525": "II Ad A"},
        tribes={"2328": "Warband 1"},
        centers={"Venicones": "mines"},
        ap=(0, 0),
    )
    assert "Romans in Eboracum (3525): II Ad A." in why(scene, 0, "3525")
    far = why(scene, 0, "2328")
    assert "unknown units" in far and "Warband" not in far
    assert "a counter face down" in why(scene, 0, "2529") and "Mines" not in why(scene, 0, "2529")


def test_turning_up_a_counter_says_what_becomes_of_it() -> None:
    centers = {"Venicones": "wastes", "Damnonii": "mines"}
    scene = Scene("caledonian", tribes={"2328": "Warband 1"}, centers=centers)
    spent = plain(choice(scene, "reveal Venicones", 1).hint)
    assert "Trackless Wastes" in spent and "leaves the map" in spent
    kept = plain(choice(scene, "reveal Damnonii", 1).hint)
    assert "Mines" in kept and "leaves the map" not in kept


def test_the_story_names_each_die_of_hunger() -> None:
    scene = Scene(phase="attrition", romans={"3528": "II Ad A, Aux V"}).do("dice 1 5")
    assert told(scene, "attrition").endswith("1 II Ad A, 5 Aux V.")


def test_the_story_explains_an_event() -> None:
    view = Scene(romans={"3525": "II Ad A"}).script.view(ROMAN)
    line = FACE.tell(view, Event("event", {"dice": (4, 5), "event": 9}), NAMES)
    assert line is not None and "lose a die of AP" in plain(line.sentence)


@pytest.mark.clause("agricola.3.5.4", "agricola.3.5.5")
def test_sieges_and_pillaged_land_are_marked_on_the_map() -> None:
    quiet = Scene(romans={"2531": "Praesidium 1"}, centers={"Damnonii": "+oppidum"})
    scene = Scene(
        romans={"2632": "Praesidium 1"},
        centers={"Damnonii": "+oppidum"},
        sieges="2632",
        pillaged="3525, 3127, 3830",
    )
    for seat in (0, 1):
        assert 'class="marker' not in drawn(quiet, seat)
        shown = drawn(scene, seat)
        assert shown.count('<path class="siege"') == 1
        assert shown.count('<path class="pillaged"') == 3
        assert "under siege</title>" in shown
    assert "is besieged." in why(scene, 0, "2632")
    assert "was pillaged this year." in why(scene, 0, "3127")
    assert "pillaged" not in why(scene, 0, "3732")
    # The painter keeps hexes without anything: what is no longer so must not stay.
    assert drawn(scene, 0).count("pillaged this year") == 3
    assert "pillaged this year" not in drawn(quiet, 0)


def test_panels_count_what_lies_beside_the_map() -> None:
    scene = Scene(centers={"Damnonii": "+oppidum"}, ap=(3, 0))
    state = scene.state
    state.gone[ROMAN] = 0b101
    state.bin[ROMAN] &= ~0b101
    view = scene.script.view(0)
    rome, tribes = FACE.panels(view, NAMES)
    assert (rome.note, tribes.note, rome.unit) == ("Romans", "Caledonians", "VP")
    bidden = replace(view, bidding=True)
    assert [panel.note for panel in FACE.panels(bidden, NAMES)] == ["Romans", "Caledonians"]
    assert [panel.note for panel in FACE.panels(replace(bidden, turn=0), NAMES)] == ["", ""]
    meters = {meter.key: meter for meter in (*rome.meters, *tribes.meters)}
    assert meters["points-0"].value == 3 and meters["points-0"].shown == "3 of 9"
    assert meters["spare-1"].value == sum(state.spare) and "spare-0" not in meters
    first, _, third = (marker.name for marker in scene.t.contents.stratagems[ROMAN][:3])
    about = FACE.about(view, None, "meter-held-0", NAMES)
    assert about is not None
    assert f"Out of the game: {first}, {third}." in [plain(line) for line in about.body]
