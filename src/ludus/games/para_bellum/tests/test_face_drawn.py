"""Pictures read back: what lies where, what lights up, and what a card would bring to each cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, fromstring

import pytest

from ludus.core.face import scenes_of
from ludus.core.protocol import Event
from ludus.core.text import plain
from ludus.games.para_bellum.board import (
    CELLS,
    COLUMNS,
    GENERAL,
    RED,
    ROWS,
    SLOTS,
    START_CELL,
    cell_name,
    die_letter,
    slot_name,
)
from ludus.games.para_bellum.face.field import LEAST_ROWS
from ludus.games.para_bellum.ids import BANNER_IDS, COLOUR_IDS, NONE
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.mechanics.legions import all_spans
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, k, r
from ludus.games.para_bellum.tests.test_face_positions import FACE, NAMES, Look, fewer

SVG = "{http://www.w3.org/2000/svg}"
CARD = (120.0, 96.0)


@dataclass(frozen=True)
class Drawn:
    """A picture of somebody's army."""

    look: Look
    seat: int
    large: bool
    root: Element
    parts: dict[str, Element]

    @property
    def cells(self) -> dict[int, int]:
        found = enumerate(self.look.view.sides[self.seat].cells)
        return {cell: kind for cell, kind in found if kind != NONE}

    def of(self, kind: str) -> dict[int, Element]:
        """The places of a kind by their last number."""
        start = f"{kind}-{self.seat}-"
        return {int(key[len(start) :]): p for key, p in self.parts.items() if key.startswith(start)}


def drawings(look: Look, lately: Sequence[Event] = ()) -> Iterator[Drawn]:
    """Each picture without the definitions of its symbols."""
    scenes = scenes_of(FACE, look.view, look.mine, look.names, lately)
    for number, scene in enumerate(scenes):
        root = fromstring(re.sub("<defs>.*</defs>", "", scene.svg))
        parts = {each.get("id", ""): each for each in root.iter() if each.get("id")}
        seat = (look.front + number) % look.view.seats
        assert f"pb-field-{seat}" in parts and scene.seat == (seat if number else -1)
        yield Drawn(look, seat, not number, root, parts)


def drawn() -> Iterator[Drawn]:
    """Each army in some positions, drawn anew for each test; none is there without a colour."""
    for look in fewer(16)[::3]:
        yield from (each for each in drawings(look) if f"pb-men-{each.seat}" in each.parts)


def uses(part: Element) -> list[str]:
    """The symbols in a part, without what goes before the names in its picture."""
    found = [each.get("href", "") for each in part.iter(f"{SVG}use")]
    return [href.partition("-")[2] for href in found]


def classes(part: Element) -> list[str]:
    """The classes of everything in a part."""
    return [name for each in part.iter() for name in (each.get("class") or "").split()]


def words(part: Element) -> str:
    return "".join(part.itertext())


def moved(part: Element) -> tuple[float, float]:
    found = re.fullmatch(r"translate\((-?[\d.]+) (-?[\d.]+)\)", part.get("transform", ""))
    assert found is not None
    return float(found[1]), float(found[2])


def box_of(part: Element) -> tuple[float, float, float, float]:
    x, y, width, height = (float(part.get(key, "0")) for key in ("x", "y", "width", "height"))
    return x, y, width, height


# The army -----------------------------------------------------------------------------------------


def test_every_symbol_of_a_picture_is_defined_in_it() -> None:
    for look in fewer(32):
        for svg in look.pictures():
            there = set(re.findall(r'<symbol id="([^"]+)"', svg))
            used = re.findall(r'<use href="#([^"]+)"[^>]* width="([^"]+)" height="([^"]+)"', svg)
            assert svg.count("<use ") == len(used)
            assert {name for name, _, _ in used} <= there
            assert all(float(width) > 0 < float(height) for _, width, height in used)


def test_cards_lie_on_their_cells() -> None:
    for each in drawn():
        shown = each.of("cell")
        assert shown.keys() == each.cells.keys()
        x0, y0 = (moved(shown[START_CELL])[0] - 4 * CARD[0], moved(shown[START_CELL])[1])
        for cell, kind in each.cells.items():
            names = uses(shown[cell])
            assert names == [f"{'army' if each.large else 'small'}-{kind}"]
            row = START_CELL // COLUMNS - cell // COLUMNS
            assert moved(shown[cell]) == (x0 + cell % COLUMNS * CARD[0], y0 + row * CARD[1])
            assert cell_name(cell) in words(shown[cell])
            assert COLOUR_IDS[CATALOG.army[kind].colour] in words(shown[cell])


def place(each: Drawn, cell: float) -> tuple[float, float]:
    """The corner of a cell, counted from the card that every army starts with."""
    x, y = moved(each.of("cell")[START_CELL])
    column, row = cell % COLUMNS - START_CELL % COLUMNS, cell // COLUMNS - START_CELL // COLUMNS
    return x + column * CARD[0], y - row * CARD[1]


def middle(each: Drawn, slot: int) -> tuple[float, float]:
    """Where a die stands: between two cards, or on the first one."""
    if slot == GENERAL:
        x, y = place(each, START_CELL)
        return x + CARD[0] / 2, y + CARD[1] / 2
    x, y = place(each, slot % RED)
    return (x + CARD[0], y + CARD[1] / 2) if slot < RED else (x + CARD[0] / 2, y)


def test_dice_stand_between_their_cards_with_face_and_banner() -> None:
    met: Counter[str] = Counter()
    for each in drawn():
        side, shown = each.look.view.sides[each.seat], each.of("die")
        there = {slot for slot in range(SLOTS) if side.dice[slot]}
        lost = {slot for slot in range(SLOTS) if side.lost >> slot & 1}
        assert shown.keys() == there | lost
        assert not side.dice[GENERAL] or list(shown)[-1] == GENERAL, "on top of the others"
        for slot, part in shown.items():
            assert moved(part) == pytest.approx(middle(each, slot), abs=0.06)
            die(each, slot, part)
            met["die" if slot in there else "lost"] += 1
    assert met["die"] and met["lost"]


def die(each: Drawn, slot: int, part: Element) -> None:
    code, letter = each.look.view.sides[each.seat].dice[slot], die_letter(slot)
    names = uses(part)
    if not code:
        assert not names
        assert [rect.get("stroke-dasharray") for rect in part.iter(f"{SVG}rect")].count("4 3") == 1
        return
    banner = banner_of(code)
    wanted = [f"banner-{BANNER_IDS[banner].replace('_', '-')}"] if banner != NONE else []
    digits = [words(text) for text in part.iter(f"{SVG}text")]
    if each.large:
        assert names == [*wanted, f"die-{letter}-{face_of(code)}"] and not digits
    else:
        assert names == [*wanted, f"die-{letter}"] and digits == [str(face_of(code))]
    if "choice" not in classes(part):
        assert slot_name(slot) in words(part) and f"die {face_of(code)}" in words(part)


def test_the_general_is_the_largest_die() -> None:
    for each in drawn():
        sizes: dict[int, float] = {}
        for slot, part in each.of("die").items():
            widths = [float(use.get("width", "0")) for use in part.iter(f"{SVG}use")]
            sizes[slot] = widths[-1] if widths else 0.0
        others = {size for slot, size in sizes.items() if slot != GENERAL and size}
        assert len(others) <= 1 and all(size < sizes[GENERAL] for size in others)


def test_special_units_stand_in_the_army() -> None:
    met: Counter[bool] = Counter()
    scene = Scene().perms(("onager", (0, 1)), ("balista", (0, -1)), "castra").down("onager").act()
    extra = Look(fewer()[0].position, scene.view(0), scene.decision, NAMES[:2])
    for each in (*drawn(), *drawings(extra)):
        cards = each.look.view.sides[each.seat].in_play
        units = {at: card for at, card in enumerate(cards) if card.cell != NONE}
        shown = each.of("perm")
        assert shown.keys() == units.keys()
        for at, card in units.items():
            name = CATALOG.commands[card.kind].id
            assert f"emblem-{name.replace('_', '-')}" in uses(shown[at])
            assert moved(shown[at]) == place(each, card.cell)
            assert ("down" in classes(shown[at])) == card.down
            offered = "choice" in classes(shown[at])
            assert ("ring" in classes(shown[at])) == offered
            assert shown[at].get("role") == ("button" if offered else "img")
            met[card.down] += 1
    assert met[True] and met[False]


def test_a_completed_legion_is_one_piece() -> None:
    """Its joints are filled, and one outline runs round all of it."""
    met: Counter[int] = Counter()
    for each in drawn():
        army = sum(1 << cell for cell in each.cells)
        full = sum(1 << cell for cell, kind in each.cells.items() if CATALOG.army[kind].full)
        spans = all_spans(army, full)
        rects = list(each.parts[f"pb-fused-{each.seat}"].iter(f"{SVG}rect"))
        joints = [box_of(rect) for rect in rects if rect.get("fill") != "none"]
        lines = [box_of(rect) for rect in rects if rect.get("fill") == "none"]
        wanted = sorted(place(each, slot) for lo, hi in spans for slot in range(lo, hi))
        found = sorted((x + width / 2 - CARD[0], y) for x, y, width, _ in joints)
        assert [x for x, _ in found] == [x for x, _ in wanted]
        assert len(lines) == 2 * len(spans)
        for (lo, hi), box in zip(spans, lines[::2], strict=True):
            (left, y), (right, _) = place(each, lo), place(each, hi)
            assert left < box[0] < left + CARD[0] and right < box[0] + box[2] < right + CARD[0]
            assert y < box[1] and box[1] + box[3] < y + CARD[1]
        met[len(spans)] += 1
    assert len(met) > 2


def test_the_field_behind_a_large_army() -> None:
    """Each cell has its four corners, columns and rows their names; a small army is bare."""
    for each in drawn():
        ground = each.parts[f"pb-ground-{each.seat}"]
        marks = "".join(path.get("d", "") for path in ground.iter(f"{SVG}path"))
        names = [words(text) for text in ground.iter(f"{SVG}text")]
        tufts = classes(each.parts[f"pb-field-{each.seat}"]).count("tuft")
        if each.large:
            assert marks.count("M") == 4 * CELLS and len(names) == COLUMNS + ROWS
            assert names == [*"ABCDEFGHI", *"1234"] and tufts
        else:
            assert not marks and not names and not tufts


def test_pictures_are_called_by_whose_army_they_show() -> None:
    ranks: Counter[int] = Counter()
    for look in fewer(12):
        scenes = scenes_of(FACE, look.view, look.mine, look.names)
        places = {place for choice in look.choices for place in choice.places}
        for number, scene in enumerate(scenes):
            seat = (look.front + number) % look.view.seats
            name = look.names[seat]
            if not number:
                mine = look.view.viewer == seat
                assert scene.title == ("My army" if mine else f"Army of {name}")
                assert scene.rank == 0
                continue
            ally = look.view.seats == 4 and seat == look.front ^ 2
            assert scene.title == (f"{name}, your ally" if ally else name)
            start = tuple(f"{kind}-{seat}-" for kind in ("free", "die", "perm"))
            assert scene.rank == any(each.startswith(start) for each in places)
            ranks[scene.rank] += 1
    assert ranks[0] and ranks[1]


def test_the_focus_is_where_the_army_is() -> None:
    for look in fewer(40)[::4]:
        if look.side.colour == NONE:
            continue
        (scene, *_), (each, *_) = (
            scenes_of(FACE, look.view, look.mine, look.names),
            drawings(look),
        )
        assert scene.focus is not None
        x, _, width, _ = scene.focus
        for cell in each.cells:
            assert x < place(each, cell)[0] and place(each, cell)[0] + CARD[0] < x + width + 1


def test_a_large_picture_is_of_all_of_the_field() -> None:
    """However large the army is, nothing moves when it grows."""
    large = {
        each.root.get("viewBox") for look in fewer(16)[::3] for each in drawings(look) if each.large
    }
    assert len(large) == 1


def test_a_small_picture_shows_all_of_an_army() -> None:
    for each in drawn():
        view_box = [float(n) for n in each.root.get("viewBox", "").split()]
        x, y, width, height = view_box
        for cell in each.cells:
            left, top = place(each, cell)
            assert x < left and left + CARD[0] < x + width
            assert y < top and top + CARD[1] < y + height
        units = [card.cell for card in each.look.view.sides[each.seat].in_play if card.cell != NONE]
        rows = [cell // COLUMNS for cell in (*each.cells, *units)]
        least = max(max(rows) - min(rows) + 1, LEAST_ROWS)
        assert each.large or 0 < height - least * CARD[1] < CARD[1], "and no more"


# What was done last -------------------------------------------------------------------------------


def test_what_the_last_move_has_touched_is_marked() -> None:
    met: Counter[str] = Counter()
    for look in fewer(6):
        lately = look.position.lately
        starts = [at for at, e in enumerate(lately) if e.kind in ("turn", "acts", "places")]
        move = lately[starts[-1] :] if starts else lately
        rolled = {_die(e) for e in move if e.kind in ("new_gray", "new_red", "rerolled")}
        rolled |= {_die(e) for e in move if e.kind == "die_back"}
        touched = rolled | {_die(e) for e in move if e.kind == "die_changed"}
        laid = {f"cell-{e.number('seat')}-{e.number('cell')}" for e in move if e.kind == "places"}
        legions = [e for e in move if e.kind == "legion"]
        for each in drawings(look, lately):
            if f"pb-men-{each.seat}" not in each.parts:
                continue
            offered = {place for choice in look.choices for place in choice.places}
            for slot, part in each.of("die").items():
                name = f"die-{each.seat}-{slot}"
                assert ("fresh" in classes(part)) == (name in touched and name not in offered)
                assert ("rolled" in classes(part)) == (name in rolled)
                met["rolled"] += name in rolled
                met["fresh"] += name in touched
            for cell, part in each.of("cell").items():
                marked = f"cell-{each.seat}-{cell}" in laid
                assert classes(part) == (["last", "fresh"] if marked else [])
                met["laid"] += marked
            lit = classes(each.parts[f"pb-fused-{each.seat}"]).count("legion")
            mine = {e.number("lo") for e in legions if e.number("seat") == each.seat}
            assert lit == len(mine)
            met["legion"] += lit
    assert all(met[key] for key in ("rolled", "fresh", "laid", "legion")), met


def _die(event: Event) -> str:
    return f"die-{event.number('seat')}-{event.number('slot')}"


# What can be chosen -------------------------------------------------------------------------------


def test_dice_to_choose_show_what_becomes_of_them() -> None:
    met = 0
    for look in fewer(2):
        if look.mine is None or not any(option.verb == "die" for option in look.mine.options):
            continue
        for each in drawings(look):
            labels: list[str] = []
            for choice in look.choices:
                if f"die-{each.seat}-" not in "".join(choice.places):
                    continue
                found = re.match(r"(\d) becomes (\d)", plain(choice.hint))
                code = look.view.sides[each.seat].dice[choice.action.arg]
                if found:
                    labels.append(f"{found[1]}→{found[2]}")
                elif "is lost" in plain(choice.hint):
                    labels.append(f"{face_of(code)}→")
            legal = each.parts[f"pb-legal-{each.seat}"]
            shown = [words(text) for text in legal.iter(f"{SVG}text")]
            assert len(shown) == classes(legal).count("tag") == len(labels)
            for label, one in zip(sorted(labels), sorted(shown), strict=True):
                assert one.startswith(label)
            met += len(labels)
    assert met


def test_no_label_covers_a_die() -> None:
    """To the left of a red die and below the others there is room, beside the General too."""
    scene = Scene().army({(c, 0): "azure" for c in (-1, 1)} | {(0, 1): "gold", (0, -1): "gold"})
    scene.dice({k(0, 0): 4, k(-1, 0): 4, r(0, 0): 4, r(0, -1): 4}).commands("contio")
    for prompt in ("contio", "consult"):
        scene.act()
        if prompt == "contio":
            scene.pick("command", "contio")
        else:
            scene.pick("consult")
        look = Look(fewer()[0].position, scene.view(0), scene.decision, NAMES[:2])
        (each, *_) = drawings(look)
        legal = each.parts["pb-legal-0"]
        labels = [box_of(rect) for rect in legal.iter(f"{SVG}rect") if "tag" in classes(rect)]
        assert labels
        for slot in each.of("die"):
            x, y = middle(each, slot)
            half = 15.5
            for left, top, width, height in labels:
                apart = left >= x + half or left + width <= x - half
                assert apart or top >= y + half or top + height <= y - half, slot
        scene.commands("contio")


def test_while_a_card_is_placed_every_free_cell_answers() -> None:
    """Those that can be chosen have the number of their key; others can say why not."""
    met: Counter[str] = Counter()
    for look in fewer(6):
        if look.mine is None or look.mine.prompt not in PLACED:
            continue
        cells = {option.arg for option in look.mine.options if option.verb == "cell"}
        start, reached = f"free-{look.front}-", set[int]()
        for gesture in FACE.gestures(look.view, look.mine, look.choices, look.names):
            keys = [target.key for target in gesture.targets]
            reached |= {int(key[len(start) :]) for key in keys if key.startswith(start)}
        (large, *small) = drawings(look)
        assert not any(each.of("free") for each in small)
        free = large.of("free")
        kinds = {cell: classes(part)[0] for cell, part in free.items()}
        assert {cell for cell, kind in kinds.items() if kind == "choice"} == cells
        assert {cell for cell, kind in kinds.items() if kind == "target"} == reached
        for cell in cells:
            number(look, cell, free)
        if cells or reached:
            around(large, kinds)
        else:
            assert not free
        met.update(kinds.values())
    assert all(met[kind] for kind in ("spot", "choice", "target"))


PLACED = ("place_card", "place_cell", "unit_cell", "act")


def around(each: Drawn, kinds: dict[int, str]) -> None:
    """All free cells that touch the army answer, and none that is taken."""
    units = {card.cell for card in each.look.view.sides[each.seat].in_play if card.cell != NONE}
    taken = each.cells.keys() | units
    near: set[int] = set()
    for cell in taken:
        column = cell % COLUMNS
        near |= {cell - 1} if column else set()
        near |= {cell + 1} if column < COLUMNS - 1 else set()
        near |= {other for other in (cell - COLUMNS, cell + COLUMNS) if 0 <= other < CELLS}
    assert near - taken <= kinds.keys()
    assert not {cell for cell, kind in kinds.items() if kind == "spot"} & taken


def number(look: Look, cell: int, free: dict[int, Element]) -> None:
    """The number is in the middle of its cell, or above the symbols of what the card brings."""
    assert look.mine is not None
    part = free[cell]
    options = [(option.verb, option.arg) for option in look.mine.options]
    assert words(part).strip() == str(options.index(("cell", cell)) + 1)
    (key,) = [each for each in part.iter() if each.get("class") == "key"]
    (plate,) = [each for each in key.iter() if each.get("class") == "plate"]
    _, y, _, height = box_of(plate)
    gains = [box_of(use) for use in key.iter(f"{SVG}use")]
    if gains:
        assert all(y + height <= top for _, top, _, _ in gains)
    else:
        assert y + height / 2 == CARD[1] / 2
    ghosts = [each for each in part.iter() if each.get("class") == "ghost"]
    assert len(ghosts) == (look.mine.prompt == "place_cell")
    for ghost in ghosts:
        assert look.view.question is not None
        chips = FACE.preview(
            look.view,
            look.mine,
            look.choices[options.index(("cell", cell))],
            look.names,
        ).chips
        brings(look.view.question.card, [plain(chip) for chip in chips], uses(key), ghost)


def brings(kind: int, chips: Sequence[str], icons: Sequence[str], ghost: Element) -> None:
    """A card as it would lie with its Legions and dice; a few symbols say the same."""
    grays = sum(chip.count("new die") for chip in chips if "Legion" in chip)
    reds = sum(chip.count("new die") for chip in chips if "banner" in chip)
    names = uses(ghost)
    assert names[0] == f"army-{kind}"
    assert (names.count("die-k-q"), names.count("die-r-q")) == (grays, reds)
    assert classes(ghost).count("box") == grays + reds
    bands = [box_of(each) for each in ghost.iter() if each.get("class") == "band"]
    legions = [chip for chip in chips if "Legion" in chip]
    assert bool(bands) == bool(legions)
    for x, y, width, height in bands:
        assert y > 0 and y + height < CARD[1], "in the row of the card"
        assert x < CARD[0] and x + width > 0
    wanted = ["die-k-q"] * min(grays, 2) + ["die-r-q"] * reds
    if any(chip.endswith(" of 5") for chip in chips):
        wanted.append(f"blazon-{COLOUR_IDS[CATALOG.army[kind].colour]}")
    if any("Big Legion" in chip for chip in chips):
        wanted.append("battle")
    assert list(icons) == wanted[:4]
    for box in (each for each in ghost.iter() if each.get("class") == "box"):
        x, y, width, height = box_of(box)
        # The dice of a Legion stand in its row, those of a Centurion on an edge of the card.
        assert -CARD[1] < y + height / 2 < 2 * CARD[1]
        assert any(
            abs(bx + bw / 2 - x - width / 2) < 0.2 and abs(by + bh / 2 - y - height / 2) < 0.2
            for bx, by, bw, bh in (box_of(use) for use in ghost.iter(f"{SVG}use"))
        )


def test_a_cell_shows_what_each_card_of_the_hand_would_bring() -> None:
    met = 0
    for look in fewer(2):
        if look.mine is None or look.mine.prompt != "place_card":
            continue
        (each, *_) = drawings(look)
        for gesture in FACE.gestures(look.view, look.mine, look.choices, look.names):
            kind = int(gesture.key.removeprefix("card-"))
            for target in gesture.targets:
                part = each.parts[target.key]
                gains, ghosts = (
                    [
                        one
                        for one in part.iter()
                        if one.get("class") == name and one.get("data-gesture-of") == gesture.key
                    ]
                    for name in ("gains", "ghost")
                )
                assert len(gains) == len(ghosts) == 1
                chips = [plain(chip) for chip in target.chips]
                brings(kind, chips, uses(gains[0]), ghosts[0])
                met += 1
    assert met
