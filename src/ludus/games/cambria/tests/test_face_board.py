"""The picture of the board: what lies where, what can be chosen, what happened last."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.core.face import scenes_of
from ludus.core.protocol import SPECTATOR
from ludus.games.cambria import FOLDER
from ludus.games.cambria.content import load_boards
from ludus.games.cambria.drawing import load_sheets
from ludus.games.cambria.face.scenes import shortened
from ludus.games.cambria.tests.facing import (
    FACE,
    NAMES,
    SIDES,
    SVG,
    boat_id,
    by_id,
    draw,
    road_id,
)
from ludus.games.cambria.tests.scene import A, B, Scene
from ludus.games.cambria.tests.test_turn import FIVE


def classes(element: ET.Element) -> set[str]:
    """All classes of an element and what is in it."""
    return {name for each in element.iter() for name in (each.get("class") or "").split()}


def test_warriors_stand_on_roads_and_boats_with_the_mark_of_their_seat() -> None:
    scene = Scene().hold(A, "Alabum-Nidum").hold(B, "Isca-Nidum").aboard(B, "IV")
    root = draw(scene)
    assert "s0" in classes(by_id(root, road_id(scene, "Alabum-Nidum")))
    assert "s1" in classes(by_id(root, road_id(scene, "Isca-Nidum")))
    assert "s1" in classes(by_id(root, boat_id("IV")))
    assert "mark" not in classes(by_id(root, road_id(scene, "Cicucium-Nidum")))
    supply = by_id(root, "supply-0")
    assert len([each for each in supply.iter() if each.get("class") == "piece mark s0"]) == 4


def test_the_dummy_has_the_sixth_mark() -> None:
    scene = Scene(seats=2).hold(2, "Alabum-Nidum")
    assert "s5" in classes(by_id(draw(scene), road_id(scene, "Alabum-Nidum")))


def test_the_legion_is_in_one_place() -> None:
    assert by_id(by_id(draw(Scene()), "standard"), "legion") is not None
    scene = Scene().legion("Alabum-Nidum")
    root = draw(scene)
    assert by_id(by_id(root, road_id(scene, "Alabum-Nidum")), "legion") is not None
    by_id(root, "legion")


def test_a_captured_fort_leaves_its_site_with_the_captors_mark() -> None:
    scene = Scene().taken(B, "Caer Gai")
    scene.state.second[scene.board.site("Caer Gai")] = A
    root = draw(scene)
    fallen = by_id(root, f"fort-{scene.board.site('Caer Gai')}")
    assert {"s0", "s1", "coin"} <= classes(fallen) and "fort-n" not in classes(fallen)
    standing = by_id(root, f"fort-{scene.board.site('Mediomanum')}")
    assert {"fort-n", "coin-n"} <= classes(standing) and "mark" not in classes(standing)
    small = by_id(root, f"fort-{scene.board.site('Deva')}")
    assert "coin" not in classes(small)
    numerals = [each.text for each in standing.iter(f"{SVG}text")]
    assert numerals == ["VI", "IV"]


def test_a_choice_is_a_button_with_its_action_and_an_outline() -> None:
    scene = Scene().roll("II", "III")
    road = scene.road("Canovium-Segontium")
    place = by_id(draw(scene), f"road-{road}")
    assert place.get("data-action") == f"place:{road}"
    assert (place.get("role"), place.get("tabindex")) == ("button", "0")
    assert (place.get("aria-label") or "").startswith("Road Canovium – Segontium. You would")
    assert "choice" in classes(place) and "ring" in classes(place)
    dead = by_id(draw(scene), road_id(scene, "Alabum-Nidum"))
    assert "choice" not in classes(dead) and dead.get("role") is None
    assert dead.findtext(f"{SVG}title") == "Alabum – Nidum"


def test_a_place_with_two_choices_names_both() -> None:
    scene = Scene().roll("eagle", "III")
    road = scene.road("Canovium-Segontium")
    place = by_id(draw(scene), f"road-{road}")
    assert place.get("data-actions") == f"place:{road} legion:{road}"
    assert place.get("data-action") is None
    assert "move the legion here" in (place.get("aria-label") or "")


def test_the_last_move_is_marked_until_the_next_one() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III").do("place Canovium-Segontium")
    scene.do(f"lift {FIVE[0]}")
    target, source = road_id(scene, "Canovium-Segontium"), road_id(scene, FIVE[0])
    root = draw(scene)
    assert "trace" in classes(by_id(root, target)) and "from" not in classes(by_id(root, target))
    assert {"trace", "from"} <= classes(by_id(root, source))
    scene.do("roll")
    (picture,) = scenes_of(FACE, scene.view, None, NAMES[:3], scene.events)
    assert "trace" in classes(by_id(ET.fromstring(picture.svg), target))
    scene.throw("III", "III").do("place Bravonium-Gobannium")
    root = draw(scene)
    assert "trace" not in classes(by_id(root, target))
    assert "trace" in classes(by_id(root, road_id(scene, "Bravonium-Gobannium")))


def test_while_a_warrior_is_lifted_its_goal_is_shown() -> None:
    scene = Scene().hold(A, *FIVE).roll("III", "III").do("place Canovium-Segontium")
    goal = by_id(draw(scene), road_id(scene, "Canovium-Segontium"))
    assert {"mark", "s0", "trace"} <= classes(goal) and "piece" not in classes(goal)
    scene = Scene().aboard(A, "II").roll("III", "V").do("sail II")
    assert "trace" not in classes(by_id(draw(scene), "road-0"))


def test_the_dice_lie_in_the_sea() -> None:
    assert len(by_id(draw(Scene()), "dice")) == 0
    shown = by_id(draw(Scene().roll("IV", "VI")), "dice")
    assert [each.text for each in shown.iter(f"{SVG}text")] == ["IV", "VI"]
    scene = Scene(seats=2, dummy_done=False)
    scene.do("roll").throw("V")
    shown = by_id(draw(scene), "dice")
    assert [each.text for each in shown.iter(f"{SVG}text")] == ["V"]


def test_names_are_escaped() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("IV", "IV")
    names = ("<script>alert(1)</script>", 'Mar"cus & <b>', "Q]]>")
    view = scene.rules.view(scene.state, A)
    (picture,) = scenes_of(FACE, view, scene.decision, names)
    root = ET.fromstring(picture.svg)
    assert not [each for each in root.iter() if each.tag in (f"{SVG}script", f"{SVG}b")]
    label = by_id(root, road_id(scene, "Alabum-Nidum")).get("aria-label") or ""
    assert 'Mar"cus & <b>' in label


def test_long_names_are_cut_in_the_trays() -> None:
    assert shortened("Livia", 140) == "Livia"
    cut = shortened("Gaius Julius Caesar Octavianus", 140)
    assert cut.startswith("Gaius Juliu") and cut.endswith("…") and len(cut) <= 12


def test_the_style_travels_with_the_picture() -> None:
    (picture,) = scenes_of(FACE, Scene().rules.view(Scene().state, SPECTATOR), None, NAMES[:3])
    style = ET.fromstring(picture.svg).findtext(f"{SVG}style") or ""
    assert "prefers-color-scheme:dark" in style
    assert "[data-theme=dark]" in style and "[data-theme=light]" in style
    for reference in set(_references(picture.svg)):
        assert f'id="{reference}"' in picture.svg, reference
    for tone in set(_tones(picture.svg)):
        assert f"--{tone}:" in style, tone


def _references(svg: str) -> list[str]:
    return [part.split('"')[0] for part in svg.split('href="#')[1:]] + [
        part.split(")")[0] for part in svg.split("url(#")[1:]
    ]


def _tones(svg: str) -> list[str]:
    return [part.split(")")[0] for part in svg.split("var(--")[1:]]


# The drawing's own content -----------------------------------------------------------------------


def pack_with(tmp_path: Path, old: str, new: str) -> Pack:
    """The built-in drawing with one change, as a pack of its own."""
    base = FOLDER / "content"
    info = (base / "pack.toml").read_text(encoding="utf-8")
    (tmp_path / "pack.toml").write_text(info, encoding="utf-8")
    drawing = (base / "drawing.toml").read_text(encoding="utf-8")
    assert old in drawing
    (tmp_path / "drawing.toml").write_text(drawing.replace(old, new), encoding="utf-8")
    return Pack.open("cambria", base, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "deva"', 'id = "diva"', "its forts are not those of maps.toml; a pack that changes"),
        ('{ a = "alabum", b = "bremia"', '{ a = "alabum", b = "isca"', "its roads are not those"),
        ('{ numeral = "II",', '{ numeral = "IX",', "the boats must be II, III, IV, V, VI once"),
        ('key = "cumbria"', 'key = "umbria"', "the sides must be"),
        ("standard = {", "standart = {", "standart"),
    ],
)
def test_a_drawing_that_does_not_fit_is_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    pack = pack_with(tmp_path, old, new)
    with pytest.raises(BadContent, match=message):
        load_sheets(pack, load_boards(pack))


@pytest.mark.parametrize("side", SIDES)
def test_slots_are_far_enough_apart_to_be_hit(side: str) -> None:
    pack = Pack.open("cambria", FOLDER / "content")
    sheet = load_sheets(pack, load_boards(pack))[side]
    spots = [road.slot for road in sheet.roads] + [(fort.x, fort.y) for fort in sheet.forts]
    for index, (x, y) in enumerate(spots):
        for other_x, other_y in spots[:index]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= 50**2
