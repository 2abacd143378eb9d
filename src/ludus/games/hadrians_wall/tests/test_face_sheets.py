"""The sheets as they are drawn, read back box by box: what is marked, closed, offered, new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest

from ludus.core.face import Choice, scenes_of
from ludus.core.protocol import Event
from ludus.core.svg import by_place
from ludus.core.text import roman
from ludus.games.hadrians_wall.drawing import DrawnBox, DrawnSheet
from ludus.games.hadrians_wall.face.boxes import PRINTED, signed
from ludus.games.hadrians_wall.face.closed import closed_boxes
from ludus.games.hadrians_wall.face.marks import Marks, cell_id, marks_of
from ludus.games.hadrians_wall.ids import BUILT, CELLS, RENOWN, SIZE_KEYS, TRACE_STEP, Sheet
from ludus.games.hadrians_wall.mechanics.points import final_disdain
from ludus.games.hadrians_wall.mechanics.sheet import different_goods, open_column
from ludus.games.hadrians_wall.primitives import load_printed
from ludus.games.hadrians_wall.tests.by_lot import scene_by_lot
from ludus.games.hadrians_wall.tests.scenes import Scene, opened, the_board

Node = ElementTree.Element
ART = load_printed(opened().pack)
HALVES: dict[str, DrawnSheet] = {"left": ART.left, "right": ART.right}
BOXES = {key: [box for area in half.area for box in area.boxes] for key, half in HALVES.items()}
LOTS = range(8)
EACH_LOT = pytest.mark.parametrize("seed", LOTS)
ROUND = ("circle", "dashed-circle")
"""Shapes of boxes that are circles."""
LAND = {cell_id(cell) for cell in range(CELLS)}


def tag(node: Node) -> str:
    return node.tag.rpartition("}")[2]


def classes(node: Node) -> set[str]:
    return set(node.get("class", "").split())


def having(node: Node, name: str) -> list[Node]:
    """What is drawn in an element with a class."""
    return [each for each in node.iter() if name in classes(each)]


def icons(node: Node) -> list[str]:
    """The symbols in an element, without the name of the picture."""
    return [each.partition("-")[2] for each in links(node)]


def links(node: Node) -> list[str]:
    """What an element uses."""
    return [each.get("href", "") for each in node.iter() if tag(each) == "use"]


def words(node: Node) -> list[str]:
    return [each.text or "" for each in node.iter() if tag(each) == "text"]


def pictures(scene: Scene, lately: tuple[Event, ...] = (), viewer: int = 0) -> dict[str, str]:
    table = scene.table
    found = scenes_of(
        opened().face, table.view(viewer), table.decision(0), table.names, lately=lately
    )
    return {each.key: each.svg for each in found}


@dataclass(frozen=True)
class Drawn:
    """A table with sheets by lot, and the elements with an id in its pictures."""

    scene: Scene
    parts: dict[str, dict[str, Node]]

    @property
    def sheet(self) -> Sheet:
        return self.scene.table.state.sheets[0]

    @property
    def own(self) -> dict[str, Node]:
        """The viewer's two sheets."""
        return {**self.parts["left"], **self.parts["right"]}


def drawn(what: str, seed: int) -> Drawn:
    """Each test draws sheets of its own: what is drawn twice is taken from a cache."""
    scene = scene_by_lot(f"{what} {seed}", seats=1 + seed % 3)
    return Drawn(scene, {key: by_id(svg) for key, svg in pictures(scene).items()})


def by_id(svg: str) -> dict[str, Node]:
    return {
        each.attrib["id"]: each
        for each in ElementTree.fromstring(svg).iter()
        if "id" in each.attrib
    }


def offered_in(scene: Scene) -> Mapping[str, list[Choice]]:
    table = scene.table
    decision = table.decision(0)
    assert decision is not None
    return by_place(opened().face.choices(table.view(0), decision, table.names))


# Boxes -------------------------------------------------------------------------------------------


def check_box(
    box: DrawnBox, node: Node, marks: Marks, closed: Collection[str], glows: bool
) -> None:
    """A box as it should look with these marks, whatever has been drawn of it."""
    number, circled = marks.filled.get(box.id), box.id in marks.circled
    filled, spent = number is not None, box.id in marks.spent
    shut = box.id in closed and not circled
    outlines = having(node, "bx")
    if not (filled or shut or circled or glows):
        assert not outlines and len(having(node, "hit")) == 1, "as it is printed"
        return
    (outline,) = outlines
    dark = filled and box.mark != "number"
    assert ("fil" in classes(outline)) == dark == (len(having(node, "hatch")) == 1)
    assert ("shut" in classes(outline)) == (shut and not dark)
    check_kind(box, outline)
    check_inside(box, node, number, shut)
    rings = [tag(each) for each in having(node, "ring")]
    assert rings == ["circle"] * circled + ["path"] * spent
    if circled:
        ring = having(node, "ring")[0]
        assert (float(ring.get("cx", "")), float(ring.get("cy", ""))) == near(box.middle)


def check_kind(box: DrawnBox, outline: Node) -> None:
    """Boxes of one kind look alike."""
    shapes = {"hex": "polygon", "shield": "path", "stake": "path"}
    assert tag(outline) == ("circle" if box.shape in ROUND else shapes.get(box.shape, "rect"))
    kind = classes(outline) - {"bx", "fil", "shut"}
    assert kind == {
        name
        for name, is_so in (
            ("dash", box.shape == "dashed-circle"),
            ("score", box.shape == "score"),
            ("derived", box.mark == "derived"),
            ("land", box.id in LAND),
        )
        if is_so
    }


def check_inside(box: DrawnBox, node: Node, number: int | None, shut: bool) -> None:
    """Icons and numbers, and a tick where a filled box has neither."""
    filled = number is not None
    printed = [icon.name for icon in box.icons if not icon.name.startswith("=")]
    said = [icon.name[1:] for icon in box.icons if icon.name.startswith("=")]
    inner = [*printed, *([box.ghost] if box.ghost and not filled else [])]
    last: list[str] = []
    if box.year is not None:
        last, said = ([], [*said, roman(number)]) if number else (["hash"], said)
    elif box.mark == "good":
        last, said = ([], [*said, str(number)]) if number else (["good"], said)
    elif box.mark == "number":
        said = [*said, signed(number or 0)]
    elif box.id == PRINTED:
        last = ["resource"]
    assert icons(node) == [*inner, *last] and words(node) == said
    empty = not (box.icons or said or last)
    assert len(having(node, "tick")) == (filled and empty)
    one_colour = {name for part in having(node, "mono") for name in icons(part)}
    paler = {name for part in having(node, "dim") for name in icons(part)}
    dark = filled and box.mark != "number"
    assert one_colour == (
        set(inner if dark else ()) | ({"resource"} if last == ["resource"] else set())
    )
    assert paler == (set(inner) if shut and not filled else set())


def near(point: tuple[float, float]) -> tuple[object, object]:
    """A point, as exactly as it is written."""
    return pytest.approx(point[0], abs=0.1), pytest.approx(point[1], abs=0.1)


@EACH_LOT
def test_every_box_shows_its_mark(seed: int) -> None:
    here = drawn("marks", seed)
    offered = offered_in(here.scene)
    marks, closed = marks_of(the_board(), here.sheet), closed_boxes(the_board(), here.sheet)
    for key, boxes in BOXES.items():
        found = here.parts[key]
        for box in boxes:
            node = found[box.id]
            check_box(box, node, marks, closed, box.id in offered)
            assert ("choice" in classes(node)) == (box.id in offered)
            assert "new" not in classes(node)


@EACH_LOT
def test_every_box_that_can_be_chosen_is_a_button_of_its_choices(seed: int) -> None:
    here = drawn("buttons", seed)
    offered = offered_in(here.scene)
    for key, boxes in BOXES.items():
        for box in boxes:
            node = here.parts[key][box.id]
            told = node.get("data-action") or node.get("data-actions") or ""
            assert told.split() == [each.action.text for each in offered.get(box.id, ())]
            assert (node.get("role") == "button") == bool(told) == bool(having(node, "halo"))
            if told:
                (hit,) = having(node, "hit")
                assert min(float(hit.get("width", "0")), float(hit.get("height", "0"))) >= 48


def test_numbers_stand_in_the_middle_of_their_box() -> None:
    """Figures are about 0.7 of the font size high; half of that is below the middle."""
    for seed in LOTS:
        here = drawn("numbers", seed)
        for key, boxes in BOXES.items():
            for box in boxes:
                parts = [each for each in here.parts[key][box.id].iter() if tag(each) == "text"]
                figures = [each for each in parts if "yr" in classes(each)]
                if not figures or box.mark == "year":
                    continue
                (figure,) = figures
                x, y, size = (float(figure.get(name, "")) for name in ("x", "y", "font-size"))
                assert x == pytest.approx(box.middle[0], abs=0.1)
                assert (y - box.middle[1]) / size == pytest.approx(0.35, abs=0.02), box.id


def test_what_the_latest_move_marked_is_new() -> None:
    """Other moves, of the seat itself or of others, are not."""
    scene = Scene(seats=3, fort=4, renown=3)
    trace = tuple((RENOWN + place) * TRACE_STEP + box for place, box in ((0, 3), (11, 4)))
    mine = Event("act", {"seat": 0, "trace": trace})
    older = Event("act", {"seat": 0, "trace": ((RENOWN + 1) * TRACE_STEP + 1,)})
    other = Event("act", {"seat": 1, "trace": ((RENOWN + 2) * TRACE_STEP + 1,)})
    silent = Event("stop", {"seat": 0})
    for lately, fresh in (
        ((older, mine, other, silent), {"renown-3", "fort-4"}),
        ((mine, older), {"piety-1"}),
        ((other,), set()),
        ((), set()),
    ):
        found = by_id(pictures(scene, lately)["left"])
        shown = {name for name, node in found.items() if "new" in classes(node)}
        assert shown == fresh
        for name in fresh:
            assert not found[name].get("data-action") and "choice" not in classes(found[name])
    both = by_id(
        pictures(Scene(soldier=1), (Event("act", {"seat": 0, "trace": (16 * TRACE_STEP + 1,)}),))[
            "left"
        ]
    )
    assert classes(both["fort-1"]) == {"choice", "new"}, "it may be chosen again"


# Parts that change -------------------------------------------------------------------------------


def parts_of(sheet: Sheet) -> dict[str, bool]:
    """Each part that has two looks, and which of them it should have."""
    board = the_board()
    filled = marks_of(board, sheet).filled
    lost = min(final_disdain(board, sheet), len(board.penalty) - 1)
    found: dict[str, bool] = {}
    for size, key in enumerate(SIZE_KEYS):
        found[f"shed-{key}"] = size <= open_column(sheet[BUILT])
    for number in range(len(board.penalty)):
        found[f"penalty-{number}"] = number == lost
    for number in range(1, len(board.new_good) + 1):
        found[f"goods-{number}"] = number <= different_goods(sheet)
    for half in HALVES.values():
        for area in half.area:
            for line in area.lines:
                if line.kind.startswith("chain"):
                    found[f"link-{line.kind}-{line.after}"] = line.after in filled
                if line.kind == "column-divider":
                    found[f"divider-{area.key}-{line.after}"] = line.after in filled
    return found


def test_parts_that_change_have_one_look_for_each_of_two_states() -> None:
    looks: dict[str, dict[bool, set[bytes]]] = defaultdict(lambda: {True: set(), False: set()})
    for seed in range(14):
        here = drawn("parts", seed)
        own = here.own
        for name, state in parts_of(here.sheet).items():
            looks[name][state].add(ElementTree.tostring(own[name]))
    assert len(looks) > 40
    told_apart = 0
    for name, by_state in looks.items():
        assert len(by_state[True]) <= 1 and len(by_state[False]) <= 1, name
        assert by_state[True].isdisjoint(by_state[False]), name
        told_apart += all(by_state.values())
    assert told_apart > 35, "most of them were seen in both"


@EACH_LOT
def test_links_and_steps_that_are_ready_look_ready(seed: int) -> None:
    here = drawn("links", seed)
    found = here.own
    for name, state in parts_of(here.sheet).items():
        if name.startswith("link-"):
            assert bool(having(found[name], "ready")) == state, name
        if name.startswith("divider-"):
            assert ("open" in classes(found[name])) == state, name
        if name.startswith("goods-"):
            assert bool(having(found[name], "mono")) == state, name


@EACH_LOT
def test_the_disdain_that_counts_stands_out_and_what_costs_points_warns(seed: int) -> None:
    here, board = drawn("disdain", seed), the_board()
    found = here.parts["left"]
    lost = min(final_disdain(board, here.sheet), len(board.penalty) - 1)
    strokes = []
    for number, points in enumerate(board.penalty):
        node = found[f"penalty-{number}"]
        last = number == len(board.penalty) - 1
        cost = f"\N{MINUS SIGN}{points}" if points else "0"
        assert words(node) == [f"{number}+" if last else str(number), cost]
        strokes.append(node[0].get("stroke"))
        assert len(having(node, "t-limit")) == (points > 0)
    assert strokes.count(strokes[lost]) == 1 and len(set(strokes)) == 2


@EACH_LOT
def test_columns_without_their_granary_are_veiled(seed: int) -> None:
    here = drawn("veils", seed)
    veils = here.parts["left"]["veils"]
    closed = len(SIZE_KEYS) - 1 - open_column(here.sheet[BUILT])
    assert len(having(veils, "veil")) == closed == icons(veils).count("lock")
    assert "veils" not in here.parts["right"]
    columns = [d for area in ART.left.area for d in area.decor if d.kind == "column"]
    wanted = [each.at[0] for each in columns][len(columns) - closed :]
    assert [float(each.get("x", "")) for each in having(veils, "veil")] == wanted


@EACH_LOT
def test_hatching_has_its_pattern_in_the_same_picture(seed: int) -> None:
    for key, found in drawn("hatching", seed).parts.items():
        boxes = [found[box.id] for box in BOXES.get(key, ())]
        marks = [mark for box in boxes for mark in having(box, "hatch")]
        marked = {name for mark in marks for name in classes(mark)}
        assert marked <= {"hatch", key}
        assert (f"ht-{key}" in found) == (key in HALVES)
        assert ("vl-left" in found) == (key == "left")


# The sheets of the others ------------------------------------------------------------------------


def starts(node: Node) -> list[tuple[float, float]]:
    """Where the pieces of a path begin."""
    path = node.get("d", "")
    assert path.startswith("M"), "a path must have something in it"
    if path == "M0 0":
        return []
    found = []
    for piece in path[1:].split("M"):
        x, y = piece.split("a")[0].split("h")[0].split("l")[0].split()
        found.append((float(x), float(y)))
    return found


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 7])
def test_a_rivals_sheets_have_all_its_marks_in_their_boxes(seed: int) -> None:
    here = drawn("rivals", seed)
    for seat in range(1, here.scene.state.seats):
        found = here.parts[f"seat-{seat}"]
        marks = marks_of(the_board(), here.scene.state.sheets[seat])
        for key, boxes in BOXES.items():
            written = {box.id: box for box in boxes if box.mark not in ("derived", "number")}
            full = [box for name, box in written.items() if name in marks.filled]
            ringed = [box for name, box in written.items() if name in marks.circled]
            for part, inside in (("full", full), ("round", ringed)):
                points = starts(found[f"{part}-{key}-{seat}"])
                assert len(points) == len(inside)
                for (x, y), box in zip(points, inside, strict=True):
                    left, top, wide, high = box.at
                    assert left <= x <= left + wide and top <= y <= top + high, box.id
            curves = found[f"full-{key}-{seat}"].get("d", "").count("a")
            assert curves == sum(box.shape in ROUND for box in full)
            ticks = [
                box
                for box in boxes
                if box.id in marks.filled
                and box.mark in ("fill", "circle")
                and not box.icons
                and box.id != PRINTED
            ]
            assert len(starts(found[f"ticks-{key}-{seat}"])) == len(ticks)
            numbers = [
                str(marks.filled[box.id])
                for box in boxes
                if box.mark != "derived" and marks.filled.get(box.id)
            ]
            assert words(found[f"written-{key}-{seat}"]) == numbers
            used = links(found[f"other-{key}-{seat}"])
            rows = [f"#names-{key}"] if key == "left" else []
            assert used == [f"#ground-{key}", f"#print-{key}", *rows]


def test_what_a_rivals_sheets_take_from_the_own_ones_is_there() -> None:
    here = drawn("uses", 1)
    used = links(here.parts["seat-1"]["other-left-1"])
    assert used and {name[1:] for name in used} <= here.own.keys()


# Pictures ----------------------------------------------------------------------------------------


def test_nobody_chooses_for_another() -> None:
    """Only who decides can press something; a spectator sees the first seat's sheets."""
    scene = Scene(seats=3, soldier=3, builder=2)
    own = pictures(scene)
    assert "data-action" in own["left"]
    for viewer in (1, 2, -3):
        shown = pictures(scene, viewer=viewer)
        assert not any("data-action" in svg for svg in shown.values()), viewer
    watched = pictures(scene, viewer=-3)
    seats = {key for key, svg in watched.items() if key.startswith("seat") and len(svg) > 500}
    assert seats == {"seat-1", "seat-2"}


@pytest.mark.parametrize(
    ("parts", "front"),
    [
        ({"servant": 1}, "left"),
        ({"civilian": 1}, "right"),
        ({"civilian": 1, "servant": 1}, "left"),
        ({}, "left"),
    ],
)
def test_the_sheet_where_something_can_be_chosen_comes_first(
    parts: dict[str, int], front: str
) -> None:
    scene = Scene(parts)
    table = scene.table
    found = scenes_of(opened().face, table.view(0), table.decision(0), table.names)
    assert max(found, key=lambda each: each.rank).key == front
    ranks = {each.key: each.rank for each in found}
    assert ranks["left"] != ranks["right"] and ranks["map"] == 0
    assert next(each for each in found if each.key == "map").away


def test_while_a_good_or_a_place_is_chosen_the_town_or_the_map_comes_first() -> None:
    buying = Scene(built=["market"], traders=9, resource=1)
    buying.do("good:1")
    laying = Scene(patricians=2, soldier=1, prospects=["ranger"])
    laying.do("pattern:2")
    for scene, order in ((buying, ["right", "left"]), (laying, ["map", "right"])):
        table = scene.table
        found = scenes_of(opened().face, table.view(0), table.decision(0), table.names)
        ranked = sorted((each for each in found if each.rank), key=lambda each: -each.rank)
        assert [each.key for each in ranked] == order
        shown = {each.key for each in found if not each.away}
        assert ("map" in shown) == (scene is laying)
        unseen = scenes_of(opened().face, table.view(-3), table.decision(0), table.names)
        assert next(each for each in unseen if each.key == "map").away, "nobody else lays it"
