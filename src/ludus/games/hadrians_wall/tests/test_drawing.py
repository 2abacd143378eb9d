"""What is drawn on the sheets is what the rules read from `sheets.toml`: icons, costs, needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from ludus.core.content import Pack
from ludus.core.errors import BadContent
from ludus.games.hadrians_wall.content import Building, Cost, Ruling, Sheets, Track, load_board
from ludus.games.hadrians_wall.drawing import Area, DrawnBox
from ludus.games.hadrians_wall.ids import COHORT_KEYS, GLADIATOR_KEYS, ITEM_KEYS, SIZE_KEYS
from ludus.games.hadrians_wall.mechanics.attack import arrows_of
from ludus.games.hadrians_wall.primitives import load_printed
from ludus.games.hadrians_wall.tests.scenes import opened

ART = load_printed(opened().pack)
SHEETS: Sheets = opened().pack.read("sheets.toml", Sheets)
AREAS: dict[str, Area] = {area.key: area for half in (ART.left, ART.right) for area in half.area}
BOXES: dict[str, DrawnBox] = {box.id: box for area in AREAS.values() for box in area.boxes}
HALLS = ("granary", "hotel", "workshop", "road", "precinct")
"""Buildings of several sizes that share an area."""


def icons(box: str) -> list[str]:
    """The icons in a box; signs between them, which are text, left out."""
    return [icon.name for icon in BOXES[box].icons if not icon.name.startswith("=")]


def numbered(prefix: str) -> int:
    """How many boxes there are by this name: `wall-1`, `wall-2` and so on."""
    return sum(1 for box in BOXES if box.rpartition("-")[0] == prefix and box[-1].isdigit())


def paid(area: Area) -> list[tuple[str, int]]:
    """The items printed in an area in order, each with the number before it."""
    found: list[tuple[str, int]] = []
    count = 1
    for icon in area.icons:
        if icon.name.startswith("=") and icon.name[1:].isdigit():
            count = int(icon.name[1:])
        else:
            if icon.name in ITEM_KEYS:
                found.append((icon.name, count))
            count = 1
    return found


def cost(*costs: Cost) -> list[tuple[str, int]]:
    return [pair for one in costs for pair in one.items()]


def needs(area: Area) -> list[tuple[str, int]]:
    return [(flag.of, flag.n) for flag in area.flags]


def uses(area: str, of: str) -> list[int]:
    """The flags before the boxes of a building; its own is the first, and looks different."""
    return [flag.n for flag in AREAS[area].flags if flag.of == of and flag.role != "key"]


def home(building: Building) -> str:
    """The area of a building."""
    kind = building.key.rpartition("_")[0]
    return kind if kind in HALLS else building.key.replace("_", "-")


# Tracks ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("track", SHEETS.track, ids=lambda track: track.key)
def test_boxes_of_tracks_show_what_they_give(track: Track) -> None:
    names = [f"cohort-{key}" for key in COHORT_KEYS] if track.copies > 1 else [track.key]
    for name in names:
        assert numbered(name) == len(track.gives)
        for number, gives in enumerate(track.gives, 1):
            printed = ["infrastructure"] if number in track.infrastructure else []
            assert icons(f"{name}-{number}") == [*gives.split(), *printed], f"{name}-{number}"


@pytest.mark.parametrize(
    "track", [track for track in SHEETS.track if track.pay], ids=lambda track: track.key
)
def test_rows_show_what_is_paid(track: Track) -> None:
    assert sorted(item for item, _ in paid(AREAS[track.key])) == sorted(track.pay)


def test_infrastructure_hangs_below_its_boxes() -> None:
    fort = next(track for track in SHEETS.track if track.key == "fort")
    flags = AREAS["fort"].flags
    assert [flag.n for flag in flags] == [*range(1, len(fort.infrastructure) + 1)]
    for flag, number in zip(flags, fort.infrastructure, strict=True):
        x, _, width, _ = BOXES[f"fort-{number}"].at
        assert x < flag.x + flag.w / 2 < x + width


@pytest.mark.parametrize("name", ["wall", "cippi"])
def test_links_lead_from_the_fort_box_that_opens_the_next(name: str) -> None:
    track = next(track for track in SHEETS.track if track.key == name)
    lines = [line for area in AREAS.values() for line in area.lines]
    links = [line.after for line in lines if line.kind == f"chain-{name}"]
    assert sorted(links) == sorted(f"fort-{number}" for number in track.fort)


# Buildings ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("building", SHEETS.building, ids=lambda building: building.key)
def test_buildings_show_what_they_give(building: Building) -> None:
    box = building.key.replace("_", "-")
    reward = f"{box}-reward" if f"{box}-reward" in BOXES else box
    assert icons(reward) == building.gives.split()


@pytest.mark.parametrize("key", sorted({home(building) for building in SHEETS.building}))
def test_buildings_show_what_they_need_and_cost(key: str) -> None:
    area = AREAS[key]
    here = [building for building in SHEETS.building if home(building) == key]
    flags = needs(area)[: len(here)]
    assert flags == [(building.of, building.needs) for building in here]
    printed = cost(*(building.cost for building in here))
    assert paid(area)[: len(printed)] == printed


def test_keys_on_citizen_tracks_open_a_building() -> None:
    """A key stands where a citizen opens a building or a Diplomat."""
    opening = {(building.of, building.needs) for building in SHEETS.building}
    opening |= {("patricians", need) for need in SHEETS.diplomats.patricians}
    for track in ("traders", "performers", "priests", "apparitores", "patricians"):
        flags = AREAS[track].flags
        assert [flag.n for flag in flags] == [*range(1, numbered(track) + 1)]
        keys = {(track, flag.n) for flag in flags if flag.role == "key"}
        assert keys == {each for each in opening if each[0] == track}


# What is done in them ----------------------------------------------------------------------------


def test_the_training_grounds_and_the_forum() -> None:
    assert numbered("training") == SHEETS.training.boxes
    assert paid(AREAS["training"]) == cost(SHEETS.training.cost)
    assert numbered("forum") == SHEETS.forum.boxes


def test_the_market() -> None:
    market = SHEETS.market
    assert uses("market", "traders") == market.traders
    assert numbered("market") == len(market.traders)
    assert paid(AREAS["market"])[-1:] == cost(market.cost)
    for number, gives in enumerate(market.gives, 1):
        extra = f"market-{number}-extra"
        assert (icons(extra) if extra in BOXES else []) == gives.split()
    steps = [decor for decor in AREAS["market"].decor if decor.kind == "step"]
    assert [step.count for step in steps] == market.new_good
    assert [step.number for step in steps] == [*range(1, len(market.new_good) + 1)]


def test_the_theatre() -> None:
    theatre = SHEETS.theatre
    assert uses("theatre", "performers") == theatre.performers
    assert paid(AREAS["theatre"])[-1:] == cost(theatre.cost)
    shown = [icons(f"theatre-{number}") for number in range(1, numbered("theatre") + 1)]
    assert shown == [gives.split() for gives in theatre.gives]


def test_the_ludus() -> None:
    ludus = SHEETS.ludus
    assert uses("ludus", "performers") == ludus.performers
    assert [item for item, _ in paid(AREAS["ludus"])[-len(ludus.pay) :]] == ludus.pay
    for name in GLADIATOR_KEYS:
        assert numbered(f"ludus-{name}") == len(ludus.performers)
        assert numbered(f"ludus-{name}-battle") == ludus.battles
    for name, payoff in (("died", ludus.died), ("survived", ludus.won)):
        drawn = [each.gives for each in AREAS["ludus"].decor if each.name == name]
        assert drawn == [gives.split() for gives in payoff]


def test_the_temples() -> None:
    temples = SHEETS.temples
    needed = [need for size in SIZE_KEYS for need in uses(f"temple-{size}", "priests")]
    assert needed == temples.priests
    for size, count in zip(SIZE_KEYS, temples.boxes, strict=True):
        assert numbered(f"temple-{size}") == count
        shown = [icons(f"temple-{size}-{number}") for number in range(1, count + 1)]
        assert shown == [each.split() for each in temples.row] * (count // len(temples.row))
        assert icons(f"temple-{size}-favour") == [temples.last]


def test_the_baths() -> None:
    baths = SHEETS.baths
    assert uses("baths", "apparitores") == baths.apparitores
    bribes = paid(AREAS["baths"])[-len(baths.cost) :]
    assert bribes == [("resource", count) for count in baths.cost]


def test_the_courthouse() -> None:
    flags = [need for ruling in SHEETS.ruling for need in ruling.apparitores]
    assert uses("courthouse", "apparitores") == flags
    exchanged = [pair for ruling in SHEETS.ruling for pair in _exchanged(ruling)]
    assert paid(AREAS["courthouse"])[-len(exchanged) :] == exchanged
    for ruling in SHEETS.ruling:
        assert numbered(f"courthouse-{ruling.key}") == len(ruling.apparitores)


def _exchanged(ruling: Ruling) -> Iterable[tuple[str, int]]:
    yield from ruling.cost.items()
    gives = ruling.gives.split()
    yield from ((item, gives.count(item)) for item in dict.fromkeys(gives))


def test_diplomats_and_scouts() -> None:
    diplomats, scouts = SHEETS.diplomats, SHEETS.scouts
    assert [flag.n for flag in AREAS["diplomat"].flags] == diplomats.patricians
    assert paid(AREAS["diplomat"]) == cost(diplomats.cost)
    for number in range(1, len(diplomats.patricians) + 1):
        assert icons(f"diplomat-{number}") == diplomats.gives.split()
        assert numbered(f"diplomat-{number}-favour") == diplomats.favours
    assert uses("scout", "patricians") == scouts.patricians
    assert paid(AREAS["scout"]) == cost(scouts.cost)
    assert numbered("scout") >= len(scouts.patricians)


def test_the_map() -> None:
    scouts = SHEETS.scouts
    cells = {"r": ["resource"], "s": ["servant"], ".": []}
    for row, line in enumerate(scouts.map, 1):
        assert icons(f"scout-row{row}") == [scouts.full_row]
        for column, cell in enumerate(line, 1):
            assert icons(f"scout-r{row}c{column}") == cells[cell]


def test_disdain_and_what_it_costs() -> None:
    assert numbered("disdain") == SHEETS.disdain.boxes
    drawn = [decor.number for decor in AREAS["score"].decor if decor.kind == "penalty"]
    assert drawn == [*range(len(SHEETS.disdain.penalty))]


# A sheet of one's own ----------------------------------------------------------------------------


def own_sheets(folder: Path, *changes: tuple[str, str]) -> Pack:
    """A pack that changes figures of the sheets and nothing of the drawing."""
    base = opened().pack.base
    text = (base / "sheets.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    shutil.copy(base / "pack.toml", folder)
    (folder / "sheets.toml").write_text(text, encoding="utf-8")
    return Pack.open("hadrians_wall", base, folder)


def test_a_figure_changed_in_the_sheet_reaches_the_drawing(tmp_path: Path) -> None:
    pack = own_sheets(
        tmp_path,
        ('gives = ["", "", "discipline", ""', 'gives = ["", "renown", "discipline", ""'),
        (
            "cost = { servant = 1, builder = 1, resource = 1 }",
            "cost = { servant = 3, resource = 2 }",
        ),
        ('of = "infrastructure"\nneeds = 1', 'of = "infrastructure"\nneeds = 2'),
    )
    art = load_printed(pack)
    areas = {area.key: area for half in (art.left, art.right) for area in half.area}
    boxes = {box.id: box for area in areas.values() for box in area.boxes}
    for name in COHORT_KEYS:
        (icon,) = boxes[f"cohort-{name}-2"].icons
        x, y, width, height = boxes[f"cohort-{name}-2"].at
        assert icon.name == "renown"
        assert x <= icon.x and icon.x + icon.size <= x + width
        assert y <= icon.y and icon.y + icon.size <= y + height
    assert paid(areas["granary"])[:2] == [("servant", 3), ("resource", 2)]
    assert needs(areas["granary"])[0] == ("infrastructure", 2)
    assert boxes["guard-1"] == BOXES["guard-1"], "what is not changed stays where it is"


def test_what_no_box_can_show_is_refused(tmp_path: Path) -> None:
    pack = own_sheets(tmp_path)
    drawing = (opened().pack.base / "drawing.toml").read_text(encoding="utf-8")
    own = drawing.replace('id = "mining-2"', 'id = "mining-99"')
    (tmp_path / "drawing.toml").write_text(own, encoding="utf-8")
    with pytest.raises(BadContent, match="no box mining-2 to show"):
        load_printed(pack)


@pytest.mark.clause("hw.attack.8")
def test_fate_cards_with_two_arrows_or_none(tmp_path: Path) -> None:
    base = opened().pack.base
    shutil.copy(base / "pack.toml", tmp_path)
    text = (base / "cards.toml").read_text(encoding="utf-8")
    text = text.replace('arrow = "centre"', 'arrow = ["left", "right"]', 1)
    text = text.replace('arrow = "right"', "arrow = []", 1)
    (tmp_path / "cards.toml").write_text(text, encoding="utf-8")
    board = load_board(Pack.open("hadrians_wall", base, tmp_path))
    assert arrows_of(board, [0]) == [1, 0, 1]
    assert arrows_of(board, [4]) == [0, 0, 0]
    assert arrows_of(board, [0, 4, 12]) == [2, 0, 1]
