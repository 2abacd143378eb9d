"""The picture of the board: what lies where, what can be chosen, what happened last."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.core.face import scenes_of
from ludus.core.protocol import SPECTATOR
from ludus.games.cambria import FOLDER
from ludus.games.cambria.content import load_boards
from ludus.games.cambria.drawing import FortSpot, load_sheets
from ludus.games.cambria.ids import GONE
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


def test_the_dummy_has_the_sixth_mark() -> None:
    scene = Scene(seats=2).hold(2, "Alabum-Nidum")
    assert "s5" in classes(by_id(draw(scene), road_id(scene, "Alabum-Nidum")))


def test_the_legion_is_in_one_place() -> None:
    assert by_id(by_id(draw(Scene()), "standard"), "legion") is not None
    scene = Scene().legion("Alabum-Nidum")
    root = draw(scene)
    assert by_id(by_id(root, road_id(scene, "Alabum-Nidum")), "legion") is not None
    by_id(root, "legion")


def uses(element: ET.Element) -> list[str]:
    """The shapes that an element is made of, in order."""
    return [each.get("href") or "" for each in element.iter(f"{SVG}use")]


def test_a_taken_fort_is_the_owners_shape_with_the_numeral() -> None:
    scene = Scene().taken(B, "Caer Gai")
    root = draw(scene)
    fallen = by_id(root, f"fort-{scene.board.site('Caer Gai')}")
    assert uses(fallen) == ["#c-o1"] and "s1" in classes(fallen)
    assert [each.text for each in fallen.iter(f"{SVG}text")] == ["VI"]
    assert "taken by Marcus" in (fallen.get("aria-label") or "")
    standing = by_id(root, f"fort-{scene.board.site('Mediomanum')}")
    assert {"#c-f6", "#c-c4"} <= set(uses(standing))
    assert uses(by_id(root, f"fort-{scene.board.site('Deva')}"))[1:] == ["#c-f2"]


def test_a_fort_that_nobody_claimed_is_an_empty_site() -> None:
    scene = Scene()
    scene.state.captor[scene.board.site("Deva")] = GONE
    assert uses(by_id(draw(scene), f"fort-{scene.board.site('Deva')}")) == ["#c-site"]


@pytest.mark.clause("cambria.board.13")
def test_a_warrior_shows_in_the_rings_of_both_forts() -> None:
    scene = Scene().hold(B, "Isca-Nidum").legion("Gobannium-Isca")
    root, board = draw(scene), scene.board
    for name in ("Isca", "Nidum"):
        site = board.site(name)
        index = board.roads_at[site].index(scene.road("Isca-Nidum"))
        shown = by_id(root, f"fort-{site}")
        (segment,) = (each for each in shown if each.get("href") == f"#c-r{site}-{index}")
        assert segment.get("class") == "s1" and "#c-k1" in uses(shown)
    isca = by_id(root, f"fort-{board.site('Isca')}")
    assert {"s1", "sl"} <= classes(isca) and "#c-ke" in uses(isca)


@pytest.mark.clause("cambria.board.4")
@pytest.mark.parametrize("side", SIDES)
def test_a_ring_has_a_segment_for_each_road_in_the_order_of_the_roads(side: str) -> None:
    """Going round a fort, segments and roads come in the same order."""
    pack = Pack.open("cambria", FOLDER / "content")
    board = load_boards(pack)[side]
    sheet = load_sheets(pack, load_boards(pack))[side]
    (picture,) = scenes_of(FACE, Scene(side=side).view, None, NAMES[:3])
    root = ET.fromstring(picture.svg)
    for site, fort in enumerate(sheet.forts):
        roads = board.roads_at[site]
        slots = [sheet.roads[road].slot for road in roads]
        along = [math.atan2(y - fort.y, x - fort.x) for x, y in slots]
        there = []
        for index in range(len(roads)):
            a, b, c, d = middle_of(by_id(root, f"c-r{site}-{index}").get("d") or "")
            there.append(math.atan2((b + d) / 2, (a + c) / 2))
        assert len(there) == board.numeral[site]
        assert round_trip(along) == round_trip(there), fort.id


def round_trip(angles: list[float]) -> list[int]:
    """The order in which directions come, begun with the first."""
    order = sorted(range(len(angles)), key=angles.__getitem__)
    start = order.index(0)
    return order[start:] + order[:start]


def middle_of(path: str) -> tuple[float, float, float, float]:
    """The two outer corners of a segment."""
    start, rest = path[1:].split("A", 1)
    end = rest.split("L")[0].split(" ")[-2:]
    x, y = start.split(" ")
    return float(x), float(y), float(end[0]), float(end[1])


def test_a_choice_is_a_button_with_its_action_and_an_outline() -> None:
    scene = Scene().roll("II", "III")
    road = scene.road("Canovium-Segontium")
    place = by_id(draw(scene), f"road-{road}")
    assert place.get("data-action") == f"place:{road}"
    assert (place.get("role"), place.get("tabindex")) == ("button", "0")
    assert (place.get("aria-label") or "").startswith("Road Canovium – Segontium. Alone at")
    assert "choice" in classes(place) and "ring" in classes(place)
    dead = by_id(draw(scene), road_id(scene, "Alabum-Nidum"))
    assert "choice" not in classes(dead) and dead.get("role") == "img"
    assert dead.get("aria-label") == "Alabum – Nidum" and dead.find(f"{SVG}title") is None


def test_a_choice_shows_the_ghost_of_what_would_come() -> None:
    scene = Scene(turn=B).roll("eagle", "III")
    place = by_id(draw(scene), road_id(scene, "Canovium-Segontium"))
    ghosts = [each for each in place if "ghost" in (each.get("class") or "")]
    assert [(each.get("href"), each.get("class")) for each in ghosts] == [
        ("#c-m1", "ghost s1"),
        ("#c-legion", "ghost legion"),
    ]
    scene.do("legion Canovium-Segontium")
    assert "#c-m1" in uses(by_id(draw(scene), boat_id("III")))


def test_places_to_choose_are_large_enough_for_a_finger() -> None:
    scene = Scene().roll("II", "III")
    place = by_id(draw(scene), road_id(scene, "Canovium-Segontium"))
    assert "hit" in classes(place)
    (picture,) = scenes_of(FACE, scene.view, scene.decision, NAMES[:3])
    _, _, width, height = picture.focus or (0, 0, 1, 1)
    for screen, reach in (((390, 480), 43), ((540, 379), 53)):
        scale = min(screen[0] / width, screen[1] / height)
        assert 2 * reach * scale >= 40 and f"r:{reach}px" in picture.svg


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


def test_names_are_escaped() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").roll("IV", "IV")
    names = ("<script>alert(1)</script>", 'Mar"cus & <b>', "Q]]>")
    view = scene.rules.view(scene.state, A)
    (picture,) = scenes_of(FACE, view, scene.decision, names)
    root = ET.fromstring(picture.svg)
    assert not [each for each in root.iter() if each.tag in (f"{SVG}script", f"{SVG}b")]
    label = by_id(root, road_id(scene, "Alabum-Nidum")).get("aria-label") or ""
    assert 'Mar"cus & <b>' in label


def test_the_style_travels_with_the_picture() -> None:
    (picture,) = scenes_of(FACE, Scene().rules.view(Scene().state, SPECTATOR), None, NAMES[:3])
    style = ET.fromstring(picture.svg).findtext(f"{SVG}style") or ""
    assert "prefers-color-scheme:dark" in style
    assert "[data-theme=dark]" in style and "[data-theme=light]" in style
    for reference in set(_references(picture.svg)):
        assert f'id="{reference}"' in picture.svg, reference
    from_page = {"inscription", "serif", "lit", "lit-width"}
    for tone in set(_tones(picture.svg)) - from_page:
        assert f"--{tone}:" in style, tone


def test_both_sides_have_one_style_sheet() -> None:
    """A page fetches it once for the game; where boats lie near the coast depends on the side."""
    sheets = {
        ET.fromstring(scenes_of(FACE, Scene(side=side).view, None, NAMES[:3])[0].svg).findtext(
            f"{SVG}style"
        )
        for side in SIDES
    }
    (style,) = sheets
    for side in SIDES:
        assert f".cambria:not(#picture):has(.side-{side}) #boat-4" in (style or "")


def _references(svg: str) -> list[str]:
    return [part.split('"')[0] for part in svg.split('href="#')[1:]] + [
        part.split(")")[0] for part in svg.split("url(#")[1:]
    ]


def _tones(svg: str) -> list[str]:
    return [part.split(")")[0].split(",")[0] for part in svg.split("var(--")[1:]]


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
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= 70**2


SIZE = 26.5
"""Of names in the picture."""


def name_box(fort: FortSpot, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a fort's name, as wide as Alegreya's letters are."""
    width = len(name) * SIZE * 0.5
    x, y = fort.x + fort.label[0], fort.y + fort.label[1]
    left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[fort.anchor] * width
    return left, y - 0.75 * SIZE, left + width, y + 0.25 * SIZE


def away(box: tuple[float, float, float, float], x: float, y: float) -> float:
    """How far a point is from a box."""
    left, top, right, bottom = box
    return math.hypot(x - min(max(x, left), right), y - min(max(y, top), bottom))


@pytest.mark.parametrize("side", SIDES)
def test_names_cover_neither_each_other_nor_forts_nor_slots_nor_tokens(side: str) -> None:
    pack = Pack.open("cambria", FOLDER / "content")
    board = load_boards(pack)[side]
    sheet = load_sheets(pack, load_boards(pack))[side]
    boxes = [name_box(fort, board.site_name[site]) for site, fort in enumerate(sheet.forts)]
    tokens = [
        (fort.x + fort.badge[0], fort.y + fort.badge[1])
        for site, fort in enumerate(sheet.forts)
        if board.victory[site]
    ]
    slots = [road.slot for road in sheet.roads]
    x, y, width, height = sheet.side.focus
    for index, box in enumerate(boxes):
        left, top, right, bottom = box
        assert x <= left and right <= x + width and y - 8 <= top and bottom <= y + height + 8
        assert all(away(box, fort.x, fort.y) > 46 for fort in sheet.forts), index
        assert all(away(box, *slot) > 22 for slot in slots), index
        assert all(away(box, *token) > 21 for token in tokens), index
        for other in boxes[:index]:
            apart = left > other[2] or other[0] > right or top > other[3] or other[1] > bottom
            assert apart, index
    for index, token in enumerate(tokens):
        assert all(math.dist(token, slot) > 45 for slot in slots)
        assert all(math.dist(token, other) > 42 for other in tokens[:index])


@pytest.mark.parametrize("side", SIDES)
def test_letters_can_be_read_on_every_screen(side: str) -> None:
    """Names, numerals and tokens have 10 px with the whole board on a telephone."""
    (picture,) = scenes_of(FACE, Scene(side=side).view, None, NAMES[:3])
    _, _, width, height = picture.focus or (0, 0, 1, 1)
    sizes = [float(size) for size in re.findall(r"font-size[:=]\"?([0-9.]+)", picture.svg)]
    large = [size for size in sizes if size > 22]
    small = [size for size in sizes if size <= 22]
    for screen in ((390, 480), (540, 379), (1050, 570)):
        scale = min(screen[0] / width, screen[1] / height)
        assert all(size * scale >= 10 for size in large)
    # What is smaller is hidden on small screens.
    assert all(size * 570 / height >= 10 for size in small)
