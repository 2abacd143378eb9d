"""The log, the panels, the verdict and the description."""

from __future__ import annotations

from ludus.core.face import Line, Motion
from ludus.core.models import words_of
from ludus.core.protocol import Event, Outcome
from ludus.core.text import plain
from ludus.games.cambria.tests.facing import FACE, NAMES, log, names_of
from ludus.games.cambria.tests.scene import A, B, Scene
from ludus.games.cambria.tests.test_setup import Start
from ludus.games.cambria.tests.test_turn import FIVE


def last_line(scene: Scene, kind: str) -> Line:
    """The log entry of the latest event of a kind."""
    event = [event for event in scene.events if event.kind == kind][-1]
    line = FACE.tell(scene.view, event, names_of(scene))
    assert line is not None
    return line


def test_the_start_is_told() -> None:
    scene = Start(3).roll("eagle", "II").roll("eagle", "II").roll("V", "VI")
    scene.roll("II", "VI").roll("II", "II")
    assert log(scene) == [
        "Livia rolls eagle II for the start.",
        "Marcus rolls eagle II for the start.",
        "Quintus rolls V VI for the start.",
        "Livia, Marcus are tied for the lowest and roll again.",
        "Livia rolls II VI for the start.",
        "Marcus rolls II II for the start.",
        "Marcus rolled lowest and begins.",
    ]


def test_the_opening_is_told() -> None:
    scene = Start(2).roll("IV", "V").roll("II", "III")
    scene.do("roll").throw("eagle").throw("IV").do("place Alabum-Nidum")
    assert log(scene)[-3:] == [
        "Marcus rolls eagle, which is rolled again.",
        "Marcus rolls IV for the first warrior.",
        "Marcus places on Alabum – Nidum.",
    ]


def test_a_placement_glides_from_supply() -> None:
    scene = Scene().roll("IV", "II").do("place Alabum-Nidum")
    line = last_line(scene, "place")
    assert line.motions == (Motion("supply-0", f"road-{scene.road('Alabum-Nidum')}"),)
    assert line.sound == "place"
    assert last_line(scene, "turn").heading == "Turn II"
    assert last_line(scene, "dice").sound == "dice"


def test_a_replacement_sends_home_first() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("IV", "IV").do("replace Alabum-Nidum")
    road = scene.road("Alabum-Nidum")
    assert log(scene)[-2:] == [
        "Marcus goes home.",
        "Livia places on Alabum – Nidum.",
    ]
    assert last_line(scene, "displaced").motions == (Motion(f"road-{road}", "supply-1"),)
    scene = Scene().legion("Alabum-Nidum").roll("IV", "IV").do("replace Alabum-Nidum")
    assert log(scene)[-2] == "The legion is driven back to the standard."
    assert last_line(scene, "legion_home").motions == (Motion(f"road-{road}", "standard"),)


def test_the_legion_and_the_boats_are_told() -> None:
    scene = Scene().roll("eagle", "eagle").do("legion Alabum-Nidum").do("board III")
    assert log(scene)[-2:] == [
        "Livia sends the legion to Alabum – Nidum.",
        "Livia boards boat III.",
    ]
    scene.roll("eagle", "eagle").do("legion Isca-Nidum").do("stay")
    assert log(scene)[-2:] == [
        "Marcus sends the legion to Isca – Nidum.",
        "Marcus leaves the boats alone.",
    ]
    assert last_line(scene, "legion").sound == "legion"
    roads = [f"road-{scene.road(road)}" for road in ("Alabum-Nidum", "Isca-Nidum")]
    assert last_line(scene, "legion").motions == (Motion(*roads),)
    scene.do("pass").roll("II", "V").do("sail III").do("place Canovium-Segontium")
    assert log(scene)[-1] == "Livia lands from boat III on Canovium – Segontium."


def test_moved_warriors_say_where_from() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III").do("place Canovium-Segontium")
    scene.do("lift Caer Gai-Deva")
    assert "Livia moves from Caer Gai – Deva to Canovium – Segontium." in log(scene)
    scene = Scene().hold(A, *FIVE).roll("eagle", "eagle").do("legion Isca-Nidum").do("board II")
    scene.do("lift Caer Gai-Deva")
    assert "Livia moves from Caer Gai – Deva to boat II." in log(scene)


def test_a_capture_is_told_with_its_counts() -> None:
    scene = Scene().hold(A, "Canovium-Segontium").hold(B, "Canovium-Tomen y Mur").roll("III", "V")
    scene.do("place Caer Gai-Canovium")
    line = last_line(scene, "capture")
    assert plain(line.sentence) == ("Livia takes fort Canovium +3, Livia 2 : 1 Marcus.")
    icons = [bit.ref for bit in line.sentence if bit.kind == "icon"]
    assert icons == ["taken-0", "mark-0", "mark-1"]
    assert line.sound == "capture"
    assert line.motions == (Motion(f"fort-{scene.board.site('Canovium')}", "won-0"),)


def test_the_victory_point_token_goes_to_the_second_or_away() -> None:
    scene = Scene().ring("Nidum", A, A, A, B).do("pass")
    assert log(scene)[-1] == "Marcus is second there: victory point token +2."
    scene = Scene().ring("Nidum", A, A, A, A).do("pass")
    assert log(scene)[-1] == ("Nobody is second alone: victory point token 2 leaves the game.")
    assert last_line(scene, "victory").motions == ()


def test_nothing_and_ending_and_passing_are_told() -> None:
    scene = Scene().fill("V", B).fill("VI", B).roll("V", "VI")
    assert log(scene)[1] == "The dice allow nothing."
    scene = Scene().aboard(A, "II").fill("V", B).fill("VI", B).roll("V", "VI").do("end")
    assert "Livia ends the turn without a placement." in log(scene)
    assert log(Scene().do("pass")) == ["Livia passes."]


def test_the_end_and_the_claims_are_told() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").hold(B, "Isca-Nidum")
    for _ in range(6):
        scene.do("pass")
    end = last_line(scene, "game_end")
    assert end.heading == "Final claims" and end.sound == "end"
    assert "everybody passed two rounds running" in plain(end.sentence)
    told = log(scene)
    assert "Livia claims fort Alabum +5, Livia 1 : 0." in told
    assert "Nobody claims Nidum: Livia 1 : 1 Marcus." in told
    assert "Nobody claims Deva: no warrior is there." in told


def test_the_dummy_has_a_name_and_a_mark_of_its_own() -> None:
    scene = Scene(seats=2, dummy_done=False)
    scene.do("roll").throw("IV").do("place Alabum-Nidum")
    assert log(scene) == ["Livia rolls IV for Nemo.", "Nemo places on Alabum – Nidum."]
    (bit,) = (bit for bit in last_line(scene, "place").sentence if bit.kind == "seat")
    assert (bit.text, bit.ref) == ("Nemo", "5")
    *_, panel = FACE.panels(scene.view, NAMES[:2])
    assert (panel.seat, panel.name, panel.mark) == (-1, "Nemo", 5)
    assert panel.note == "dummy"


def test_panels_count_forts_supply_and_boats() -> None:
    scene = Scene().taken(A, "Deva", "Caer Gai").aboard(A, "III").hold(A, "Alabum-Nidum")
    panel, other, _ = FACE.panels(scene.view, NAMES[:3])
    assert panel.name == "Livia" and panel.seat == panel.mark == 0
    assert panel.score == 8
    assert [words_of(meter) for meter in panel.meters] == [
        "Forts 2",
        "Victory point tokens 0",
        "Warriors 3 of 5 left",
        "Boats III",
        "Caer Gai VI",
        "Deva II",
    ]
    assert [meter.group for meter in panel.meters] == [0, 0, 0, 0, 1, 1]
    assert {meter.mark for meter in panel.meters} == {0}
    assert [words_of(meter) for meter in other.meters][2:] == ["Warriors 5 of 5 left", "Boats 0"]
    assert (panel.unit, other.unit) == ("points", "points")


def verdict(outcome: Outcome, names: tuple[str, ...] = NAMES[:2]) -> str:
    return plain(FACE.verdict(outcome, names))


def result(
    scores: tuple[int, int], tokens: tuple[int, int], decided_by: str, dummy: int | None = None
) -> Outcome:
    parts = tuple({"forts": 0, "victory": 0, "tokens": count} for count in tokens)
    others = {} if dummy is None else {"dummy": dummy}
    return Outcome(scores, (2, 1), "forts", decided_by, parts, others)


def test_the_verdict_says_what_decided() -> None:
    assert verdict(result((17, 20), (4, 5), "points")) == (
        "The game ended because at most six forts were left. "
        "Marcus wins with 20 points. Then Livia 17."
    )
    assert "Marcus wins the tie at 18 points with 5 tokens to 4." in verdict(
        result((18, 18), (4, 5), "tokens")
    )
    assert "because the latest turn of Marcus lies further back" in verdict(
        result((18, 18), (4, 4), "latest_turn")
    )


def test_the_verdict_says_that_the_dummy_was_ahead() -> None:
    assert verdict(result((15, 17), (4, 5), "points", 20)).endswith(
        "Nemo, the dummy, had more (20), but cannot win."
    )
    assert verdict(result((15, 17), (4, 5), "points", 3)).endswith("Nemo, the dummy, had 3.")


def test_the_description_holds_the_whole_position() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").hold(B, "Isca-Nidum").legion("Cicucium-Nidum")
    scene.aboard(B, "V").taken(B, "Deva").roll("II", "III")
    told = FACE.describe(scene.view, NAMES[:3]).splitlines()
    assert told[:3] == ["Side: Cambria (Wales).", "Turn 1, Livia to play.", "Dice: II and III."]
    for line in (
        "Livia: 0 points. Forts 0, Victory point tokens 0, Warriors 4 of 5 left, Boats 0.",
        "Marcus: 2 points. Forts 1, Victory point tokens 0, Warriors 3 of 5 left, Boats V.",
        "Tokens won: Deva II.",
        "Deva, II: taken by Marcus.",
        "Nidum, fort IV with a victory point token of II: Livia 1, Marcus 1; "
        "1 of 4 roads free, the legion on one.",
        "The legion is on the road Cicucium – Nidum.",
        "Roads of Livia: Alabum – Nidum.",
        "Boat V: Marcus.",
        "Boat II: free.",
    ):
        assert line in told, line


def test_the_text_board_shows_every_road_twice() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").legion("Isca-Nidum").taken(B, "Deva")
    text = FACE.text(scene.view, NAMES[:3])
    road = scene.road("Alabum-Nidum")
    assert f"{road:>2} A Nidum" in text and f"{road:>2} A Alabum" in text
    assert f"{scene.road('Isca-Nidum'):>2} # Isca" in text
    assert "Deva (II) B" in text and "Nidum [IV] +II" in text
    assert "Legion: Isca – Nidum" in text


def test_an_event_of_an_old_turn_needs_no_old_view() -> None:
    scene = Scene().roll("IV", "II").do("place Alabum-Nidum")
    event = Event("place", {"player": A, "slot": scene.road("Alabum-Nidum"), "source": -1})
    line = FACE.tell(scene.view, event, NAMES[:3])
    assert line is not None
    assert plain(line.sentence) == "Livia places on Alabum – Nidum."
