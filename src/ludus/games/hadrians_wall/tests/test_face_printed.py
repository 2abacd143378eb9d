"""What is printed on the sheets: everything in the drawing, once, where it belongs."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ludus.core.errors import BadContent
from ludus.core.face import scenes_of
from ludus.core.svg import num
from ludus.games.hadrians_wall.drawing import (
    Area,
    Decor,
    DrawnBox,
    DrawnSheet,
    Flag,
    Icon,
    Label,
    load_art,
)
from ludus.games.hadrians_wall.face.boxes import is_ticked
from ludus.games.hadrians_wall.face.camera import EDGE, FIRST_BOX, NARROW, PARTS, ROW_HEAD, Camera
from ludus.games.hadrians_wall.face.printed import ORNAMENTS, lettering, row_name, tone_of
from ludus.games.hadrians_wall.face.shapes import flag
from ludus.games.hadrians_wall.face.symbols import symbols_of
from ludus.games.hadrians_wall.ids import YEARS
from ludus.games.hadrians_wall.primitives import load_printed
from ludus.games.hadrians_wall.tests.scenes import Scene, opened

Node = ElementTree.Element
Spot = tuple[str, str, str]
ART = load_printed(opened().pack)
HALVES: dict[str, DrawnSheet] = {"left": ART.left, "right": ART.right}
WORDS = opened().face.words
EACH_SHEET = pytest.mark.parametrize("key", ["left", "right"])
AREAS = [area for half in HALVES.values() for area in half.area]
CHANGING = ("granary", "penalty", "step")
"""Decoration that is drawn above the print, since it changes."""


@cache
def layers(key: str) -> dict[str, Node]:
    scene = Scene()
    found = scenes_of(opened().face, scene.table.view(0), None, scene.table.names)
    svg = next(each.svg for each in found if each.key == key)
    return {
        each.attrib["id"]: each
        for each in ElementTree.fromstring(svg).iter()
        if "id" in each.attrib
    }


def tag(node: Node) -> str:
    return node.tag.rpartition("}")[2]


def classes(node: Node) -> set[str]:
    return set(node.get("class", "").split())


def printed(key: str) -> list[Node]:
    """The print and the names of rows, which stand beside each other."""
    found = layers(key)
    return [found[name] for name in (f"print-{key}", f"names-{key}") if name in found]


def shown(nodes: list[Node], kind: str) -> Counter[Spot]:
    """Symbols or texts with the place where each stands."""
    every = [each for node in nodes for each in node.iter() if tag(each) == kind]
    return Counter(
        (
            each.get("href", "").partition("-")[2] if kind == "use" else each.text or "",
            each.get("x", ""),
            each.get("y", ""),
        )
        for each in every
    )


def spot(icon: Icon) -> Spot:
    return icon.name, num(icon.x), num(icon.y)


# Symbols and words -------------------------------------------------------------------------------


@EACH_SHEET
def test_every_symbol_is_printed_once_where_the_drawing_has_it(key: str) -> None:
    found = shown(printed(key), "use")
    wanted = Counter(
        spot(icon)
        for area in HALVES[key].area
        for icon in (*area.icons, *(icon for box in area.boxes for icon in box.icons))
        if not icon.name.startswith("=")
    )
    boxes = [box for area in HALVES[key].area for box in area.boxes]
    beside: Counter[str] = Counter()
    for box in boxes:
        beside.update({"hash": box.year is not None, "good": box.mark == "good"})
        beside[box.ghost] += 1
    flags = [each for area in HALVES[key].area for each in area.flags if each.role == "attribute"]
    beside.update(each.of for each in flags)
    beside["resource"] += any(box.id == "production-1" for box in boxes)
    rest = found - wanted
    assert not wanted - found, "missing"
    assert Counter(name for name, _, _ in rest.elements()) == +Counter(
        {name: count for name, count in beside.items() if name}
    )


@EACH_SHEET
def test_every_word_and_figure_is_printed_once_where_the_drawing_has_it(key: str) -> None:
    found = shown(printed(key), "text")
    areas = HALVES[key].area
    wanted = Counter(
        (WORDS.text(f"label.{it.key}"), num(it.x), num(it.y))
        for area in areas
        for it in area.labels
    )
    assert not wanted - found, "missing"
    rest = Counter(text for text, _, _ in (found - wanted).elements())
    icons = [icon for area in areas for icon in area.icons]
    icons += [icon for area in areas for box in area.boxes for icon in box.icons]
    signs = Counter(icon.name[1:] for icon in icons if icon.name.startswith("="))
    assert rest == signs + Counter(str(each.n) for area in areas for each in area.flags)


def test_what_stands_where_the_boxes_of_a_row_begin_is_printed_once() -> None:
    """A row is printed in two halves: its name, and all from its first box on."""
    area = Area("wall", "none", (0, 0, 1100, 9))
    for number, x in enumerate((FIRST_BOX - 1, FIRST_BOX, FIRST_BOX + 1)):
        area.icons.append(Icon("wall", x, number, 9))
        area.labels.append(Label("wall", x, number, 9, "title", "start"))
    halves = (row_name(area, WORDS, FIRST_BOX), lettering(area, WORDS, FIRST_BOX))
    nodes = [ElementTree.fromstring(f"<g>{half}</g>") for half in halves]
    assert [len(node) for node in nodes] == [2, 4]
    for kind in ("use", "text"):
        assert sorted(shown(nodes, kind).values()) == [1, 1, 1]


def test_a_box_for_a_year_is_not_ticked() -> None:
    for year, ticked in ((None, True), ((0, 0, 9, 9), False)):
        box = DrawnBox("baths-1", "rect", "fill", (0, 0, 9, 9), year=year)
        assert is_ticked(box) == ticked


@EACH_SHEET
def test_each_area_has_the_colours_of_its_tone(key: str) -> None:
    groups = [classes(each) for each in layers(key)[f"ground-{key}"] if tag(each) == "g"]
    areas = HALVES[key].area
    assert groups == [{f"w-{tone_of(area)}"} for area in areas]
    for area in areas:
        parent = area.parent.removeprefix("band-")
        if area.tone not in ("none", "paper"):
            assert tone_of(area) == area.tone
        elif parent != area.parent:
            assert parent.startswith(tone_of(area)[:-1]), (area.key, "as the band it stands in")
        else:
            assert tone_of(area) == "plain"


@EACH_SHEET
def test_panels_lie_where_the_areas_are(key: str) -> None:
    panels = [each for each in layers(key)[f"ground-{key}"].iter() if "panel" in classes(each)]
    areas = [area for area in HALVES[key].area if area.tone != "none"]
    for panel, area in zip(panels, areas, strict=True):
        frame = tuple(float(panel.get(name, "")) for name in ("x", "y", "width", "height"))
        assert frame == area.frame and f"g-{area.tone}" in classes(panel)
    round_at = {
        area.group: {
            panel.get("rx")
            for panel, its in zip(panels, areas, strict=True)
            if its.group == area.group
        }
        for area in areas
    }
    assert all(len(each) == 1 for each in round_at.values())
    assert len({*map(frozenset, round_at.values())}) == len(round_at), "groups look unlike the rest"


# Flags -------------------------------------------------------------------------------------------


def kind_of(mark: Flag) -> str:
    """What a flag tells apart by its colour."""
    if mark.of == "infrastructure" or mark.role == "landmark":
        return "infrastructure"
    if mark.of == "vp":
        return "points"
    return {"attribute": "attribute", "key": "key"}.get(mark.role, "need")


def test_flags_of_a_kind_look_alike_and_unlike_the_others() -> None:
    fills: dict[str, set[str]] = defaultdict(set)
    for area in AREAS:
        for mark in area.flags:
            node = ElementTree.fromstring(f"<g>{flag(mark, tone_of(area))}</g>")
            cloths = [each for each in node if "fl" in classes(each)]
            fills[kind_of(mark)].update(each.get("fill", "") for each in cloths)
            assert len(cloths) == 1
            poles = [each for each in node if "pole" in classes(each)]
            hangs = mark.role in ("key", "landmark", "") or mark.of == "infrastructure"
            assert len(poles) == (hangs and mark.role != "attribute"), mark
            (number,) = [each for each in node if tag(each) == "text"]
            assert number.text == str(mark.n)
            written = classes(number) - {"num"}
            assert written == {"points": {"pale"}, "key": {"onkey"}}.get(kind_of(mark), set()) or (
                mark.role == "landmark" and not written
            )
    assert fills.keys() == {"infrastructure", "points", "attribute", "key", "need"}
    for one in fills:
        for other in fills:
            assert one == other or fills[one].isdisjoint(fills[other]), (one, other)
    assert all(len(found) == 1 for kind, found in fills.items() if kind != "key")
    assert len(fills["key"]) == 5, "one for each track of citizens"


# Ornaments ---------------------------------------------------------------------------------------


def ornaments(kind: str) -> list[tuple[Decor, str]]:
    found = [each for area in AREAS for each in area.decor if each.kind == kind]
    assert found
    return [(each, ORNAMENTS[kind](each)) for each in found]


def steps_of(path: str) -> list[tuple[str, float]]:
    """The commands of a path that have one number each."""
    return [(command, float(value)) for command, value in re.findall(r"([hvHV])(-?[\d.]+)", path)]


def test_the_wall_has_teeth_and_ends_as_high_as_it_begins() -> None:
    for decor, drawn in ornaments("battlement"):
        path = ElementTree.fromstring(drawn).get("d", "")
        falls = [value for command, value in steps_of(path) if command == "v"]
        assert len(falls) >= 10 and sum(falls) == 0
        assert all(one == -other for one, other in pairwise(falls))
        wide = sum(value for command, value in steps_of(path) if command == "h")
        assert wide == pytest.approx(decor.at[2], abs=1)


def test_stakes_stand_on_the_ground() -> None:
    for decor, drawn in ornaments("stakes"):
        x, y, w, h = decor.at
        path = ElementTree.fromstring(drawn).get("d", "")
        assert f"M{num(x)} {num(y + h)}h{num(w)}" in path
        feet = {piece.split("l")[0].split()[1] for piece in path[1:].split("M") if "l" in piece}
        assert feet == {num(y + h)}


def test_payoffs_show_what_a_battle_brings() -> None:
    for decor, drawn in ornaments("payoff"):
        node = ElementTree.fromstring(f"<g>{drawn}</g>")
        names = [each.get("href", "").removeprefix("#hw-") for each in node if tag(each) == "use"]
        assert names == decor.gives
        assert [tag(each) for each in node].count("path") == (not decor.gives), "a dash for nothing"
        left, _, wide, _ = decor.at
        for each in node:
            if tag(each) == "use":
                x, size = float(each.get("x", "")), float(each.get("width", ""))
                assert left <= x and x + size <= left + wide


@EACH_SHEET
def test_every_ornament_is_drawn(key: str) -> None:
    """The ground of an area is its panel and its ornaments, one after the other."""
    groups = [each for each in layers(key)[f"ground-{key}"] if tag(each) == "g"]
    for group, area in zip(groups, HALVES[key].area, strict=True):
        still = [each for each in area.decor if each.kind not in CHANGING]
        drawn = "".join(ORNAMENTS[each.kind](each) for each in still)
        parts = len(ElementTree.fromstring(f"<g>{drawn}</g>"))
        assert len(group) == parts + (area.tone != "none"), area.key


# Rows and their names ----------------------------------------------------------------------------


def test_rows_have_a_name_beside_the_print_and_a_symbol_in_the_strip() -> None:
    names, strip = layers("left")["names-left"], layers("left")["edge-left"]
    symbols = [
        each.get("href", "").partition("-")[2] for each in strip.iter() if tag(each) == "use"
    ]
    assert len(names) == len(symbols) == len(set(symbols)) == 11
    for group in names:
        texts = [each for each in group if tag(each) == "text"]
        assert texts, "a row has a name"
        for each in group:
            assert float(each.get("x", "")) < FIRST_BOX
    assert "names-right" not in layers("right") and "edge-right" not in layers("right")
    assert "rows-left" in layers("left"), "a page can move the names away"


def test_the_strip_of_rows_is_as_high_as_the_rows() -> None:
    """All of a block of rows lies behind the symbols, in the block's own colour."""
    strip = layers("left")["edge-left"]
    panels = [each for each in strip.iter() if "panel" in classes(each)]
    areas = {area.key: area for area in ART.left.area}
    wanted = [areas[name] for name in ("cohort", "frontier", "attributes")]
    assert [classes(each) - {"panel"} for each in panels] == [{f"g-{area.tone}"} for area in wanted]
    for panel, area in zip(panels, wanted, strict=True):
        found = re.fullmatch(r"M\d+ ([\d.]+)H\d+v([\d.]+)H\d+z", panel.get("d", ""))
        assert found is not None
        assert (float(found[1]), float(found[2])) == (area.frame[1], area.frame[3])


# Where a page looks ------------------------------------------------------------------------------


def box_at(name: str) -> tuple[float, float, float, float]:
    return next(box.at for area in AREAS for box in area.boxes if box.id == name)


def held(boxes: list[tuple[float, float, float, float]], start: float, hidden: int) -> int:
    """How many boxes a narrow frame shows in full; symbols may hide its left end."""
    return sum(start + hidden <= x and x + w <= start + NARROW for x, _, w, _ in boxes)


OFFERS = (
    (),
    ("fort-3",),
    ("fort-1", "wall-9", "cippi-7"),
    ("mining-14", "mining-13"),
    ("mining-4", "guard-6", "wall-8", "fort-21"),
    ("hotel-small", "road-large", "forum-4", "nothing-here"),
    ("cohort-left-1", "cohort-centre-1", "cohort-right-6"),
    ("archway", "column", "statue"),
    ("traders-1", "precinct-small", "market-8", "map"),
    ("theatre-1", "theatre-6", "ludus-red-1", "ludus-blue-battle-6"),
    ("scout-1", "scout-r4c5", "diplomat-1-left"),
)


@EACH_SHEET
@pytest.mark.parametrize("offered", OFFERS)
def test_a_part_shows_as_much_of_what_can_be_chosen_as_it_can(
    key: str, offered: tuple[str, ...]
) -> None:
    camera = Camera(HALVES[key], WORDS)
    here = [box.id for area in HALVES[key].area for box in area.boxes]
    for edge in (True, False):
        for part, section in zip(PARTS[key], camera.sections(offered, edge), strict=True):
            inside = [
                box_at(name)
                for name in offered
                if name in here and part.top <= box_at(name)[1] < part.bottom
            ]
            assert (section.key, section.open) == (part.key, len(inside))
            left, top, wide, high = section.box
            assert (top, wide, high) == (part.top, NARROW, part.bottom - part.top)
            row = edge and part.key in ("cohorts", "frontier", "attributes")
            hidden = ROW_HEAD if row else 0
            assert left == (FIRST_BOX - ROW_HEAD if row else EDGE) or inside

            starts = range(1100 - NARROW + 1)
            most = max(held(inside, start, hidden) for start in starts)
            assert held(inside, left, hidden) == most


@EACH_SHEET
@pytest.mark.parametrize("offered", OFFERS)
def test_a_desk_looks_at_the_part_where_most_can_be_chosen(
    key: str, offered: tuple[str, ...]
) -> None:
    camera = Camera(HALVES[key], WORDS)
    x, top, wide, high = camera.focus(offered)
    left, start, width, height = HALVES[key].view_box
    assert (x, wide) == (left, width) and start <= top and top + high <= start + height
    sections = camera.sections(offered)
    best = max(sections, key=lambda section: section.open)
    assert top <= best.box[1] < top + high


# Symbols and errors ------------------------------------------------------------------------------


def test_there_is_a_seal_for_each_year() -> None:
    symbols = opened().face.symbols
    seals = [symbols[f"seal-{year}"] for year in range(1, YEARS + 1)]
    assert len({seal.drawing for seal in seals}) == YEARS
    plain = symbols["year"]
    strokes = []
    for seal in seals:
        assert seal.drawing.startswith(plain.drawing) and seal.box == plain.box
        strokes.append(seal.drawing.removeprefix(plain.drawing).count("M"))
    assert strokes == [1, 2, 3, 2, 1, 2], "I II III IV V VI"


def test_what_is_no_symbol_is_refused() -> None:
    with pytest.raises(ValueError, match="not a symbol"):
        symbols_of({"year": "<g/>"})


def small_sheet(what: str, name: str) -> list[DrawnSheet]:
    """Sheets with one area each, and in the first one something of this name."""
    icons = [Icon(name, 0, 0, 9)]
    area = Area("wall", "none", (0, 0, 9, 9))
    if what == "area":
        area.icons = icons
    elif what == "box":
        area.boxes = [DrawnBox("wall-1", "square", "fill", (0, 0, 9, 9), icons)]
    else:
        area.decor = [Decor("granary", (0, 0, 9, 9), name), Decor("column", (0, 0, 9, 9), name)]
    plain = [Area("market", "none", (0, 0, 9, 9))]
    return [
        DrawnSheet("left", "reconstruction", (0, 0, 9, 9), [area]),
        DrawnSheet("right", "reconstruction", (0, 0, 9, 9), plain),
    ]


@pytest.mark.parametrize("what", ["area", "box", "granary"])
def test_a_drawing_of_what_there_is_not_is_refused(what: str) -> None:
    with pytest.raises(BadContent, match=f"no {'granary' if what == 'granary' else 'icon'} 'odd'"):
        load_art(opened().pack, small_sheet(what, "odd"))


@pytest.mark.parametrize(
    ("what", "name"),
    [("area", "=+"), ("area", "hotel"), ("box", "=/"), ("box", "year"), ("granary", "small")],
)
def test_signs_and_known_symbols_are_no_error(what: str, name: str) -> None:
    art = load_art(opened().pack, small_sheet(what, name))
    assert art.symbols.keys() == ART.symbols.keys()
    assert (art.left.key, art.right.key) == ("left", "right")
