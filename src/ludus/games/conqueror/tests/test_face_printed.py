"""What is printed on the maps, read back: each border, name, soil and sea once where it belongs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from ludus.core.errors import BadContent
from ludus.games.conqueror.board import BRIDGE, Board, Territory
from ludus.games.conqueror.drawing import Ground, Icon, Point, _sheet, load_sheets
from ludus.games.conqueror.face import printed
from ludus.games.conqueror.face.look import SOILS
from ludus.games.conqueror.ids import FORT, GREAT_FORT, NO_FORT
from ludus.games.conqueror.tests.scene import CONTENTS, PACK

BOARDS = {board.key: board for board in CONTENTS.boards}
SHEETS = load_sheets(PACK, CONTENTS.boards)
WIDE, HIGH = printed.WIDTH, printed.HEIGHT
STEP = re.compile(r"-?\d+")
Line = tuple[tuple[int, int], ...]
MAPS = pytest.mark.parametrize("key", BOARDS)


@cache
def parts_of(key: str) -> tuple[Element, ...]:
    """All that is printed on a map."""
    drawn = printed.defs(SHEETS[key]) + printed.printed(SHEETS[key], BOARDS[key])
    return tuple(ElementTree.fromstring(f"<svg>{drawn}</svg>").iter())


@cache
def letters_of(key: str) -> tuple[Element, ...]:
    return tuple(ElementTree.fromstring(printed.lettering(SHEETS[key], BOARDS[key])).iter())


def lines(data: str) -> Iterator[tuple[Line, bool]]:
    """The lines of path data as their points, and whether each is closed."""
    for one in re.findall("M[^M]*", data):
        start, _, steps = one.partition("l")
        x, y = map(int, STEP.findall(start))
        points = [(x, y)]
        numbers = [int(number) for number in STEP.findall(steps)]
        assert len(numbers) % 2 == 0, one
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        yield tuple(points), one.endswith("z")


def drawn(key: str, kind: str) -> list[tuple[Line, bool]]:
    """The lines of all paths of a class."""
    found = [each for each in parts_of(key) if each.get("class") == kind and each.tag == "path"]
    return [line for each in found for line in lines(each.get("d") or "")]


def opened(points: Sequence[Sequence[Point]]) -> list[tuple[Line, bool]]:
    return [(tuple(each), False) for each in points]


def beyond(points: Sequence[Point]) -> Line:
    """What ends at the edge of the map goes on beyond it."""
    far = printed.MARGIN

    def on(at: int, most: int) -> int:
        return -far if at <= 0 else most + far if at >= most else at

    return tuple((on(x, WIDE), on(y, HIGH)) for x, y in points)


def surface(outline: Sequence[Point], holes: Sequence[Sequence[Point]]) -> list[tuple[Line, bool]]:
    return [(line, True) for line in (beyond(outline), *(tuple(hole) for hole in holes))]


# Lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "points",
    (
        [(0, 0), (10, 0), (10, 10), (0, 10)],
        [(5, 7), (5, 7), (4, 6), (14, 6), (14, -3), (0, 0)],
        [(-3, 2), (7, 2), (17, 2)],
    ),
)
def test_a_path_goes_through_its_points(points: list[Point]) -> None:
    assert list(lines(printed.path(points))) == [(tuple(points), True)]
    assert list(lines(printed.path(points, closed=False))) == [(tuple(points), False)]


def test_what_ends_at_the_edge_goes_on_beyond_it() -> None:
    corners = [(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH), (1, 1), (WIDE - 1, HIGH - 1)]
    hole = [(0, 5), (9, 5), (9, 9)]
    found = list(lines(printed.area(corners, [hole])))
    assert found == surface(corners, [hole])
    (outer, _), (inner, _) = found
    assert min(map(min, outer)) < 0 and max(outer)[0] > WIDE
    assert inner == tuple(hole), "holes stay as they are"


@MAPS
def test_every_territory_has_its_outline(key: str) -> None:
    outlines = {each.get("id"): each.get("d") or "" for each in parts_of(key) if each.get("d")}
    for place, region in enumerate(SHEETS[key].regions):
        assert list(lines(outlines[f"q-{place}"])) == surface(region.outline, region.hole)
    shores = [(line, False) for line, _ in opened(SHEETS[key].drawing.coast)]
    islets = [(line, True) for line, _ in opened(SHEETS[key].drawing.islet)]
    assert list(lines(outlines["q-shore"])) == [*shores, *islets]


@MAPS
def test_every_border_is_drawn_once(key: str) -> None:
    drawing = SHEETS[key].drawing
    land = [border for border in drawing.border if border.kind == "land"]
    assert drawn(key, "b1") == opened([border.line for border in land])
    assert drawn(key, "b2") == opened([border.line for border in land if border.inner])
    assert drawn(key, "b3") == opened([border.line for border in land if not border.inner])
    at_sea = [border.line for border in drawing.border if border.kind == "sea"]
    assert at_sea and drawn(key, "sl") == opened(at_sea)


@MAPS
def test_coasts_islets_and_the_danube_are_drawn_once(key: str) -> None:
    drawing = SHEETS[key].drawing
    assert drawn(key, "coast") == opened(drawing.coast)
    assert [line for line, _ in drawn(key, "islet")] == [tuple(each) for each in drawing.islet]
    assert all(closed for _, closed in drawn(key, "islet"))
    assert drawn(key, "d1") == drawn(key, "d2") == opened([drawing.danube])
    shores = [each for each in parts_of(key) if each.get("href") == "#q-shore"]
    assert shores and {each.get("class") for each in shores} == {"glow"}


@MAPS
def test_every_bridge_reaches_over_its_ends(key: str) -> None:
    planks = [each for each in parts_of(key) if each.tag == "line"]
    bridges = SHEETS[key].drawing.bridge
    assert [each.get("class") for each in planks] == ["p1", "p2", "p3"] * len(bridges)
    for bridge, plank in zip(bridges, planks[::3], strict=True):
        ends = [(float(plank.get(f"x{n}") or 0), float(plank.get(f"y{n}") or 0)) for n in (1, 2)]
        assert dist(*ends) == pytest.approx(dist(*bridge.ends) + 10, abs=0.3)
        for end, right in zip(ends, bridge.ends, strict=True):
            assert dist(end, right) == pytest.approx(5, abs=0.2)


# Surfaces -----------------------------------------------------------------------------------------


@MAPS
def test_every_land_has_one_soil_and_every_sea_its_water(key: str) -> None:
    board = BOARDS[key]
    fills: dict[int, list[tuple[str, str]]] = {place: [] for place in range(board.places)}
    for each in parts_of(key):
        link = each.get("href") or ""
        if link.startswith("#q-") and link != "#q-shore":
            row = (each.get("class") or "", each.get("fill") or "")
            fills[int(link.removeprefix("#q-"))].append(row)
    soils = printed.soils(board)
    for place, land in enumerate(board.territories):
        ((kind, fill),) = fills[place]
        if land.sea:
            assert kind == "sea" and re.fullmatch(r"var\(--water-[0-2]\)", fill)
            assert soils[place] < 0, "there is no soil in it"
        else:
            assert (kind, fill) == ("", f"var(--soil-{soils[place]})")
    for a, b, _ in board.links:
        assert fills[a] != fills[b] or board.territories[a].sea, (board.names[a], board.names[b])
    used = Counter(soil for soil in soils if soil >= 0)
    assert len(used) == SOILS
    assert max(used.values()) - min(used.values()) <= 2, "all about as often"


def test_neighbours_differ_on_a_map_where_that_is_hard() -> None:
    """Seven lands that all touch, beside some that touch few."""
    lands = [Territory(str(n), False, NO_FORT, 0, 0, -1) for n in range(12)]
    pairs = [(a, b, 1) for a, b in combinations(range(5, 12), 2)]
    pairs += [(n, n + 5, 1) for n in range(5)]
    soils = printed.soils(Board("x", lands, pairs))
    assert sorted(soils[5:]) == list(range(7))
    assert all(soils[a] != soils[b] for a, b, _ in pairs)


@MAPS
def test_ground_that_nobody_enters_is_drawn_as_what_it_is(key: str) -> None:
    ground = SHEETS[key].drawing.ground
    classes = {"land": "waste", "desert": "sand", "mountains": "rock", "sea": "deep"}
    for kind, name in classes.items():
        right = [surface(each.outline, each.hole) for each in ground if each.kind == kind]
        assert drawn(key, name) == [line for rows in right for line in rows], kind
    assert sum(each.get("class") == "deep" and each.tag == "rect" for each in parts_of(key)) == 1


STROKES = {"land": "hatch", "desert": "dune", "mountains": "peak"}


def strokes(ground: Ground) -> list[tuple[int, int]]:
    """Where the strokes begin that say what a ground is."""
    shape, *marks = printed._ground(ground)
    for mark in marks:
        assert f'class="{STROKES[ground.kind]}"' in mark
    assert len(marks) < 2 and 'class="' in shape
    return [(int(x), int(y)) for x, y in re.findall(r"M(-?\d+) (-?\d+)m", "".join(marks))]


@MAPS
def test_strokes_lie_within_their_ground(key: str) -> None:
    met = 0
    for ground in SHEETS[key].drawing.ground:
        if ground.kind == "sea":
            continue
        for x, y in strokes(ground):
            for dx in (-7, 7):
                assert odd_crossings((x + dx, y - 7), ground.outline)
                assert odd_crossings((x + dx, y + 7), ground.outline)
            met += 1
    assert met > 20


def odd_crossings(point: Point, outline: Sequence[Point]) -> bool:
    """Whether a point is inside, by a slanted ray that goes through no corner."""
    x, y = point[0] + 0.0013, point[1] + 0.0007
    far = (x + 4999.0, y + 3001.0)
    count = 0
    for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
        sides = [turn((x, y), far, end) > 0 for end in (a, b)]
        ends = [turn(a, b, end) > 0 for end in ((x, y), far)]
        count += sides[0] != sides[1] and ends[0] != ends[1]
    return count % 2 == 1


def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def box(wide: int, high: int) -> list[Point]:
    return [(100, 100), (100 + wide, 100), (100 + wide, 100 + high), (100, 100 + high)]


@pytest.mark.parametrize("kind", STROKES)
def test_small_ground_has_strokes_and_broad_ground_is_not_crowded(kind: str) -> None:
    def at(wide: int, high: int) -> list[tuple[int, int]]:
        return strokes(Ground(kind, box(wide, high)))  # type: ignore[arg-type]

    assert len(at(50, 50)) >= 3
    for wide, high in ((400, 120), (120, 400), (400, 400)):
        near = min(dist(a, b) for a, b in combinations(at(wide, high), 2))
        assert near > 40, (wide, high)
    assert at(15, 10) == []
    rows = {y: [x for x, line in at(400, 400) if line == y] for _, y in at(400, 400)}
    starts = [min(xs) for _, xs in sorted(rows.items())]
    assert starts[0] != starts[1] and starts[0] == starts[2], "the rows are staggered"


def test_inside_is_inside_with_room_around() -> None:
    square = box(100, 100)
    assert printed.inside((150, 150), square, 7)
    for x, y in ((105, 150), (195, 150), (150, 105), (150, 195), (90, 150), (150, 250)):
        assert not printed.inside((x, y), square, 7), (x, y)
    hollow = [(0, 0), (100, 0), (100, 100), (60, 100), (60, 40), (40, 40), (40, 100), (0, 100)]
    assert printed.inside((20, 60), hollow, 7) and printed.inside((80, 60), hollow, 7)
    assert not printed.inside((50, 60), hollow, 7) and printed.inside((50, 20), hollow, 7)


# Letters and icons --------------------------------------------------------------------------------


@MAPS
def test_every_name_is_printed_once_at_its_place(key: str) -> None:
    board = BOARDS[key]
    found = [each for each in letters_of(key) if each.get("class") in ("name", "tide")]
    assert [each.text for each in found] == list(board.names)
    for each, land, region in zip(found, board.territories, SHEETS[key].regions, strict=True):
        assert each.get("class") == ("tide" if land.sea else "name")
        x, y = float(each.get("x") or 0), float(each.get("y") or 0)
        assert dist((x, y), region.label) < 10
    decor = [each.text for each in letters_of(key) if each.get("class") == "decor"]
    labels = SHEETS[key].drawing.label
    assert decor == [label.text for label in labels if label.size >= printed.LEAST]


@MAPS
def test_food_and_currency_stand_in_each_land_that_gives_them(key: str) -> None:
    board = BOARDS[key]
    icons = [each for each in letters_of(key) if each.tag == "use"]
    assert Counter(each.get("href") for each in icons) == {
        "#m-food": sum(land.food for land in board.territories),
        "#m-currency": sum(land.currency for land in board.territories),
    }
    for land, region in zip(board.territories, SHEETS[key].regions, strict=True):
        spots = printed.icon_spots(region)
        assert (
            Counter(kind for kind, _, _ in spots)
            == Counter({"food": land.food, "currency": land.currency}) - Counter()
        )
        for kind, x, y in spots:
            assert any(
                each.get("href") == f"#m-{kind}"
                and dist((float(each.get("x") or 0), float(each.get("y") or 0)), (x, y)) < 1
                for each in icons
            ), (land.name, kind)
        # A name close above or below has them on the other side of the army.
        (ax, ay), (at, line) = region.stack, region.label
        for _, _, y in spots:
            close = abs(at - ax) < printed.BESIDE_NAME
            assert (y < ay) == (close and line > ay), land.name


@MAPS
def test_each_icon_that_is_used_is_defined(key: str) -> None:
    known = {each.get("id") for each in parts_of(key)}
    kinds = ("m-food", "m-currency", "u-infantry", "u-cavalry", "w-fort", "w-great_fort", "w-home")
    assert known >= set(kinds)


# The file of drawings -----------------------------------------------------------------------------


def changed(board: Board, lands: Sequence[Territory], closed: int = 0) -> Board:
    """A board with other territories, or without one of its bridges."""
    pairs = [(a, b, kinds) for a, b, kinds in board.links if a < b]
    bridges = [pair for pair in pairs if pair[2] & BRIDGE]
    return Board(board.key, lands, [pair for pair in pairs if pair not in bridges[:closed]])


def test_a_drawing_of_another_map_is_refused(tmp_path: Path) -> None:
    board, path = CONTENTS.boards[0], tmp_path / "drawing.toml"
    path.touch()
    lands, right = board.territories, SHEETS[board.key].drawing
    assert _sheet(right, board, path).regions == SHEETS[board.key].regions
    with pytest.raises(BadContent, match="its bridges are not those"):
        _sheet(right, changed(board, lands, closed=1), path)
    other = Territory("Elsewhere", False, NO_FORT, 0, 0, -1)
    with pytest.raises(BadContent, match="its territories are not those"):
        _sheet(right, changed(board, (other, *lands[1:])), path)


def test_a_drawing_of_each_map_is_wanted() -> None:
    with pytest.raises(BadContent, match="the maps must be"):
        load_sheets(PACK, CONTENTS.boards[:1])


def test_icons_stay_where_they_are_drawn(tmp_path: Path) -> None:
    """Wherever that is, as long as they are those of the map."""
    board = CONTENTS.boards[0]
    drawing = deepcopy(SHEETS[board.key].drawing)
    for region in drawing.territory:
        region.icon = [Icon(each.icon, (n, 7 * n)) for n, each in enumerate(region.icon)]
    right = {region.id: list(region.icon) for region in drawing.territory}
    for region in _sheet(drawing, board, tmp_path).regions:
        assert region.icon == right[region.id]


def test_icons_that_change_stand_in_a_row_below_the_name(tmp_path: Path) -> None:
    board = CONTENTS.boards[0]
    more = [
        Territory(land.name, land.sea, land.fort, land.food + 1, land.currency, land.home)
        for land in board.territories
    ]
    drawing = deepcopy(SHEETS[board.key].drawing)
    sheet = _sheet(drawing, changed(board, more), tmp_path)
    for land, region in zip(more, sheet.regions, strict=True):
        icons = Counter(icon.icon for icon in region.icon)
        assert (icons["food"], icons["currency"]) == (land.food, land.currency)
        fort = {FORT: "fort", GREAT_FORT: "great_fort"}.get(land.fort, "")
        walls = [icon for icon in ("fort", "great_fort", "home") if icons[icon]]
        assert walls == (["home"] if land.home >= 0 else [fort][: bool(fort)])
        spots = [icon.at for icon in region.icon]
        assert len({y for _, y in spots}) == 1 and len(set(spots)) == len(spots)
        assert abs(sum(x for x, _ in spots) / len(spots) - region.label[0]) <= 1


def test_sheets_have_the_regions_in_the_order_of_the_board() -> None:
    for key, sheet in SHEETS.items():
        assert sheet.drawing.key == key
        assert tuple(region.id for region in sheet.regions) == BOARDS[key].names
