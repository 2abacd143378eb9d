"""What is in the box, how a game begins, and what is printed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.codec import to_plain
from ludus.core.content import Pack
from ludus.core.errors import BadContent, BadRequest
from ludus.core.face import scenes_of
from ludus.core.models import Meter
from ludus.core.protocol import CHANCE, SPECTATOR
from ludus.core.table import Table
from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.content import Sheets, load_board
from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    ATTRIBUTES,
    BUILDINGS,
    CIPPI,
    CITIZENS,
    CIVILIAN,
    COHORT,
    DISCIPLINE,
    DO_BUILD,
    FORT,
    GUARD,
    ITEM_KEYS,
    MINING,
    NONE,
    PATHS,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    PRODUCTION,
    RENOWN,
    SERVANT,
    TEMPLE,
    TRADERS,
    VALOUR,
    WALL,
)
from ludus.games.hadrians_wall.tests.scenes import (
    NAMES,
    Scene,
    card,
    fate,
    opened,
    rules,
    the_board,
)


@pytest.mark.clause("hw.comp.1")
def test_one_to_six_players() -> None:
    for seats in (0, 7):
        with pytest.raises(BadRequest, match="1 to 6 players"):
            Table(opened(), ["x"] * seats)
    for seats in (1, 6):
        assert Table(opened(), NAMES[:seats]).seats == seats


@pytest.mark.clause("hw.comp.2", "hw.comp.7", "hw.setup.11", "hw.setup.12")
def test_a_new_area_is_two_empty_sheets_and_an_empty_board() -> None:
    view = Scene.start(2).table.view(0)
    sheet = dict(view.sheets[0])
    assert [sheet.pop(item) for item in ITEM_KEYS] == [0] * 5
    assert ITEM_KEYS[:4] == ("soldier", "builder", "servant", "civilian")
    assert sheet.pop("production") == 1
    assert sheet.pop("paths") == sheet.pop("prospects") == (NONE,) * 6
    assert sheet.pop("through") == NONE
    for name, value in sheet.items():
        assert value in (0, (0,) * (len(value) if isinstance(value, tuple) else 0)), name
    assert the_board().infrastructure[0] == 0


@pytest.mark.clause("hw.comp.3")
def test_a_resource_is_no_worker() -> None:
    scene = Scene(built=["temple_small"], priests=1, resource=5)
    assert scene.options(verb="temple") == []
    assert scene.set(0, servant=1).options(verb="temple") == [f"temple:{SERVANT}"]


@pytest.mark.clause("hw.comp.4", "hw.setup.1")
def test_one_pile_of_48_fate_cards_in_any_order() -> None:
    scene = Scene.start(3)
    (decision,) = scene.table.decisions()
    assert decision.seat == CHANCE
    assert [a.text for a in decision.options] == [f"fate:{n}" for n in range(48)]
    assert not decision.weights, "all orders are alike"
    assert pick(decision, SeededRng(1)) is not pick(decision, SeededRng(2))


@pytest.mark.clause("hw.comp.5", "hw.comp.6", "hw.setup.9", "hw.setup.10")
def test_each_player_has_a_set_of_twelve() -> None:
    scene = Scene.start(6)
    scene.turn(0)
    for seat in range(6):
        assert scene.state.decks[seat].bit_count() == 12
    for seat in range(6):
        # Whatever others drew, each may draw any card of their own set first.
        assert [a.arg for a in scene.chance()] == list(range(12))
        scene.turn(seat)
        assert len(scene.chance()) == 11
        scene.turn(seat + 1)
    assert scene.table.view(SPECTATOR).deck_sizes == (10,) * 6


@pytest.mark.clause("hw.setup.2")
def test_nobody_sees_the_fate_pile() -> None:
    scene = Scene.start(2)
    scene.turn(5)
    for viewer in (0, 1, SPECTATOR):
        plain = to_plain(scene.table.view(viewer))
        assert isinstance(plain, dict)
        assert plain["fate_left"] == 47
        fate_facts = {key for key in plain if key.startswith("fate")}
        assert fate_facts == {"fate_left", "fate_discard", "fate_card"}
        assert plain["fate_discard"] == (5,)


@pytest.mark.clause("hw.setup.3", "hw.setup.4")
def test_the_supply_serves_all_and_never_ends() -> None:
    scene = Scene(seats=3, soldier=19, valour=2, patricians=1, servant=1, resource=2)
    before = [scene.of(1, item) for item in ITEM_KEYS]
    scene.do("diplomat:0")
    assert scene["soldier"] == 19, "one paid, one gained, though the box holds only 18"
    assert [scene.of(1, item) for item in ITEM_KEYS] == before


@pytest.mark.clause("hw.setup.5", "hw.setup.6", "hw.setup.7", "hw.setup.8")
def test_one_difficulty_chosen_before_the_start() -> None:
    (option,) = GAME.meta.option
    assert option.choices == ("easy", "normal", "hard")
    assert Table(opened(), NAMES[:3]).view(1).difficulty == "easy"
    table = Table(opened(), NAMES[:3], {"difficulty": "hard"})
    assert {table.view(seat).difficulty for seat in range(3)} == {"hard"}
    with pytest.raises(BadRequest, match="choose one of easy, normal, hard"):
        Table(opened(), NAMES[:3], {"difficulty": "cruel"})
    assert not any(verb.startswith("difficult") for verb in rules().actions.verbs)


# The drawing -------------------------------------------------------------------------------------


def corner(svg: ElementTree.Element, place: str) -> tuple[float, float]:
    """The top left corner of what is drawn for an element, as far as its first shape says."""
    found = svg.find(f".//*[@id='{place}']")
    assert found is not None, place
    for shape in found.iter():
        tag = shape.tag.split("}")[-1]
        if tag in ("rect", "use"):
            return float(shape.get("x", 0)), float(shape.get("y", 0))
        if tag == "circle":
            radius = float(shape.get("r", 0))
            return float(shape.get("cx", 0)) - radius, float(shape.get("cy", 0)) - radius
        if tag in ("path", "polygon"):
            numbers = re.findall(r"-?\d+\.?\d*", shape.get("d") or shape.get("points") or "")
            return float(numbers[0]), float(numbers[1])
    raise AssertionError(place)


def drawn(scene: Scene, key: str, viewer: int = 0) -> ElementTree.Element:
    view = scene.table.view(viewer)
    decision = scene.table.decision(viewer)
    scenes = scenes_of(opened().face, view, decision, scene.table.names)
    return ElementTree.fromstring(next(s.svg for s in scenes if s.key == key))


@pytest.mark.clause("hw.setup.13")
def test_sheets_first_the_board_with_what_is_held_the_pile_and_the_prospect() -> None:
    """Pages and terminals arrange what the face says of them."""
    scene = Scene(seats=3, soldier=2, prospects=["merchant"])
    face, view, names = opened().face, scene.table.view(0), scene.table.names
    scenes = scenes_of(face, view, scene.table.decision(0), names)
    assert [s.key for s in scenes[:2]] == ["left", "right"]
    told = face.dashboard(view, None, (), names)
    assert [(meter.key, meter.value) for meter in told.supply[:2]] == [
        ("soldier", 2),
        ("builder", 0),
    ]
    trays = {tray.key: tray for tray in told.trays}
    assert trays["paths"].note == "8 left"
    assert trays["prospects"].cards[0].title == "Merchant"


@pytest.mark.clause("hw.sheet.1")
def test_the_left_sheet_from_top_to_bottom() -> None:
    svg = drawn(Scene(), "left")
    order = ["cohort-left-1", "mining-1", "guard-1", "cippi-1", "wall-1", "fort-1"]
    order += ["granary-medium", "production-1", "hotel-small", "archway", "renown-1", "disdain-1"]
    heights = [corner(svg, place)[1] for place in order]
    assert heights == sorted(heights)
    for pair in (("production-1", "training-1"), ("hotel-small", "workshop-small")):
        assert abs(corner(svg, pair[0])[1] - corner(svg, pair[1])[1]) < 30
    row = [corner(svg, p)[0] for p in ("hotel-small", "workshop-small", "road-small", "forum-1")]
    assert row == sorted(row)
    assert corner(svg, "score-total")[1] > corner(svg, "discipline-1")[1]


@pytest.mark.clause("hw.sheet.2")
def test_each_citizen_track_stands_beside_its_own_areas() -> None:
    svg = drawn(Scene(), "right")
    bands = [
        ("traders-1", "precinct-small", "market-1"),
        ("performers-1", "theatre-1", "ludus-red-1"),
        ("priests-1", "gardens-small", "temple-small-1"),
        ("apparitores-1", "baths-1", "courthouse-left-1"),
        ("patricians-1", "diplomat-1", "scout-1"),
    ]
    floors = [corner(svg, band[0])[1] for band in bands]
    assert floors == sorted(floors)
    edges = [0.0, *(268.0, 500.0, 768.0, 983.0, 1220.0)]
    for index, band in enumerate(bands):
        track, *areas = (corner(svg, place) for place in band)
        assert all(area[0] > track[0] for area in areas)
        assert all(edges[index] <= area[1] < edges[index + 1] for area in (track, *areas))


def board_of(scene: Scene) -> tuple[Meter, ...]:
    """The player board: what is held, and the Years."""
    return opened().face.dashboard(scene.table.view(0), None, (), scene.table.names).supply


@pytest.mark.clause("hw.sheet.3")
def test_the_player_board_shows_flags_and_attackers() -> None:
    told = [
        (meter.key, meter.shown)
        for meter in board_of(Scene(year=3, difficulty="hard"))
        if meter.group == 2
    ]
    assert told == [
        ("year-1", "1 arrow, 1 at stake"),
        ("year-2", "3 arrows, 2 at stake"),
        ("year-3", "5 arrows, 2 at stake"),
        ("year-4", "7 arrows, 3 at stake"),
        ("year-5", "9 arrows, 3 at stake"),
        ("year-6", "12 arrows, 4 at stake"),
    ]


# Totals ------------------------------------------------------------------------------------------


def icons_on(*tracks: int) -> Counter[int]:
    board = the_board()
    return Counter(icon for track in tracks for box in board.gives[track] for icon in box)


@pytest.mark.clause("hw.sheet.4", "hw.cohort.10")
def test_icon_totals_of_the_left_sheet() -> None:
    board = the_board()
    assert [icons_on(t)[CIVILIAN] for t in (WALL, FORT, CIPPI)] == [7, 8, 1]
    buildings = {name: board.building_gives[n] for n, name in enumerate(BUILDINGS)}
    renown = [icons_on(WALL)[RENOWN], icons_on(CIPPI)[RENOWN]]
    larges = ("granary_large", "hotel_large", "workshop_large")
    renown += [buildings[name].count(RENOWN) for name in larges]
    assert renown == [5, 1, 1, 1, 1]
    cohorts = icons_on(COHORT, COHORT + 1, COHORT + 2)
    discipline = [icons_on(GUARD)[DISCIPLINE], icons_on(FORT)[DISCIPLINE], cohorts[DISCIPLINE]]
    assert discipline == [6, 3, 6]
    assert cohorts[VALOUR] == 3
    assert [icons_on(t)[COHORT] for t in (GUARD, CIPPI, WALL, FORT, MINING)] == [7, 3, 6, 2, 0]
    assert 3 * board.size[COHORT] == 7 + 3 + 6 + 2


@pytest.mark.clause("hw.production.3")
def test_hammers_come_from_mining_and_precincts_only() -> None:
    board = the_board()
    assert icons_on(MINING)[PRODUCTION] == 5
    tracks = [t for t in range(RENOWN, TEMPLE + 1) if t != MINING]
    assert icons_on(*tracks)[PRODUCTION] == 0
    givers = [n for n, gives in enumerate(board.building_gives) if PRODUCTION in gives]
    assert [BUILDINGS[n] for n in givers] == ["precinct_small", "precinct_medium", "precinct_large"]
    others = (*board.play_gives, *board.good_gives, *board.won, *board.died, *board.ruling_gives)
    assert not any(PRODUCTION in gives for gives in others)


@pytest.mark.clause("hw.general.7", "hw.general.8", "hw.general.3")
def test_what_is_filled_in_order_and_what_is_not() -> None:
    board = the_board()
    tracks = [t for t in range(RENOWN, TEMPLE) if board.size[t]]
    frontier = [MINING, GUARD, CIPPI, WALL, FORT, PRODUCTION]
    assert tracks == [*ATTRIBUTES, COHORT, COHORT + 1, COHORT + 2, *frontier, *CITIZENS]
    scene = Scene(training=(1, 0, 0, 0, 0), builder=1)
    scene.do("train")
    assert scene.row("training") == (1, 2, 0, 0, 0), "the training boxes are a track too"
    scene = Scene(built=["market", "theatre", "baths"], traders=9, performers=9, apparitores=8)
    scene.set(0, disdain=3, resource=9)
    scene.do("good:5", "buy:2")
    scene.turn(scene.chance()[0].arg)
    scene.do("perform:4", "bribe:3")
    assert scene.can("good:0") and scene.can("bribe:0"), "hexagons and squares alike, any order"
    temple = Scene(built=["temple_small", "temple_medium"], priests=9, servant=2)
    temple.do("temple:2", "temple:2")
    assert temple["temple"] == 2, "from the top of the first temple on"


@pytest.mark.clause("hw.granary.5")
def test_granary_columns() -> None:
    columns = the_board().columns
    assert columns[MINING] == [4, 9, 14]
    assert columns[GUARD] == [6, 12, 18]
    assert columns[CIPPI] == [3, 5, 7]
    assert columns[WALL] == columns[FORT] == [7, 14, 21]


@pytest.mark.clause("hw.citizen.2", "hw.citizen.13", "hw.attribute.15")
def test_levels_that_open_something() -> None:
    board = the_board()
    assert [board.size[t] for t in CITIZENS] == [9] * 5
    opens: dict[int, set[int]] = {track: set() for track in (*CITIZENS, *ATTRIBUTES)}
    for number in range(len(BUILDINGS)):
        place, need = board.needs[DO_BUILD + number]
        if place in opens:
            opens[place].add(need)
    opens[PATRICIANS] |= set(board.diplomat_needs[:-1])
    assert opens[TRADERS] == {3, 4, 6, 9}
    assert opens[PERFORMERS] == {1, 3}
    assert opens[PRIESTS] == {1, 3, 4, 6, 7}
    assert opens[APPARITORES] == {3, 4}
    assert opens[PATRICIANS] == {1, 3, 6}
    assert all(opens[attribute] == {15} for attribute in ATTRIBUTES)


# Cards -------------------------------------------------------------------------------------------


@pytest.mark.clause("hw.fate.1", "hw.market.24")
def test_every_fate_card_has_an_arrow_a_damage_a_good_and_eight_items() -> None:
    board = the_board()
    assert len(board.fate_items) == 48
    assert all(sum(items) == 8 and len(items) == 5 for items in board.fate_items)
    assert set(board.fate_damage) == {1, 2, 3}
    assert set(board.fate_arrows) == {(0,), (1,), (2,)}
    assert set(board.fate_good) == {1, 2, 3, 4, 5, 6}
    assert set(board.card_good) <= {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize(
    ("arrow", "damage", "items", "goods"),
    [
        pytest.param(1, 2, (1, 2, 2, 2, 1), [1, 2, 3, 5], marks=pytest.mark.clause("hw.fate.2")),
        pytest.param(2, 2, (1, 2, 2, 1, 2), [1, 2, 3, 5], marks=pytest.mark.clause("hw.fate.3")),
        pytest.param(2, 1, (1, 2, 3, 1, 1), [1, 2, 4, 6], marks=pytest.mark.clause("hw.fate.4")),
        pytest.param(0, 3, (1, 3, 1, 1, 2), [1, 2, 3, 4], marks=pytest.mark.clause("hw.fate.5")),
        pytest.param(1, 3, (1, 1, 3, 2, 1), [1, 2, 3, 5], marks=pytest.mark.clause("hw.fate.6")),
        pytest.param(0, 3, (2, 1, 2, 1, 2), [1, 2, 3, 4], marks=pytest.mark.clause("hw.fate.7")),
        pytest.param(2, 2, (2, 1, 2, 2, 1), [1, 2, 3, 4], marks=pytest.mark.clause("hw.fate.8")),
        pytest.param(0, 1, (2, 1, 1, 2, 2), [1, 2, 4, 6], marks=pytest.mark.clause("hw.fate.9")),
        pytest.param(0, 2, (2, 2, 1, 1, 2), [1, 2, 3, 5], marks=pytest.mark.clause("hw.fate.10")),
        pytest.param(1, 2, (2, 2, 2, 1, 1), [1, 2, 3, 4], marks=pytest.mark.clause("hw.fate.11")),
        pytest.param(1, 1, (2, 2, 3, 1, 0), [1, 2, 4, 6], marks=pytest.mark.clause("hw.fate.12")),
        pytest.param(2, 1, (2, 3, 1, 1, 1), [1, 2, 4, 6], marks=pytest.mark.clause("hw.fate.13")),
    ],
)
def test_fate_faces(arrow: int, damage: int, items: tuple[int, ...], goods: list[int]) -> None:
    board = the_board()
    cards = [n for n in range(48) if board.fate_items[n] == items]
    assert sorted(board.fate_good[n] for n in cards) == goods
    assert {board.fate_arrows[n] for n in cards} == {(arrow,)}
    assert {board.fate_damage[n] for n in cards} == {damage}


@pytest.mark.clause("hw.fate.14", "hw.fate.15", "hw.fate.16")
def test_the_fate_deck_as_a_whole() -> None:
    board = the_board()
    assert Counter(board.fate_arrows) == {(0,): 16, (1,): 16, (2,): 16}
    assert Counter(board.fate_damage) == {1: 16, 2: 20, 3: 12}
    assert Counter(board.fate_good) == {1: 12, 2: 12, 3: 8, 4: 8, 5: 4, 6: 4}


@pytest.mark.parametrize(
    ("name", "gain", "good", "pattern"),
    [
        pytest.param(
            "architect", {"resource": 2}, 2, "I", marks=pytest.mark.clause("hw.prospect.1")
        ),
        pytest.param(
            "aristocrat",
            {"builder": 1, "civilian": 1},
            1,
            "T",
            marks=pytest.mark.clause("hw.prospect.2"),
        ),
        pytest.param(
            "defender",
            {"builder": 1, "resource": 1},
            1,
            "L",
            marks=pytest.mark.clause("hw.prospect.3"),
        ),
        pytest.param(
            "engineer",
            {"builder": 1, "resource": 1},
            2,
            "L",
            marks=pytest.mark.clause("hw.prospect.4"),
        ),
        pytest.param("fighter", {"soldier": 1}, 5, "O", marks=pytest.mark.clause("hw.prospect.5")),
        pytest.param(
            "forager",
            {"servant": 1, "resource": 1},
            3,
            "T",
            marks=pytest.mark.clause("hw.prospect.6"),
        ),
        pytest.param(
            "merchant",
            {"civilian": 1, "resource": 1},
            4,
            "O",
            marks=pytest.mark.clause("hw.prospect.7"),
        ),
        pytest.param(
            "planner",
            {"servant": 1, "civilian": 1},
            1,
            "S",
            marks=pytest.mark.clause("hw.prospect.8"),
        ),
        pytest.param("pontiff", {"servant": 2}, 2, "T", marks=pytest.mark.clause("hw.prospect.9")),
        pytest.param("ranger", {"soldier": 1}, 6, "I", marks=pytest.mark.clause("hw.prospect.10")),
        pytest.param(
            "trainer",
            {"servant": 1, "resource": 1},
            4,
            "S",
            marks=pytest.mark.clause("hw.prospect.11"),
        ),
        pytest.param(
            "vanguard",
            {"builder": 1, "civilian": 1},
            2,
            "S",
            marks=pytest.mark.clause("hw.prospect.12"),
        ),
    ],
)
def test_player_cards(name: str, gain: dict[str, int], good: int, pattern: str) -> None:
    """What a card gives when it is turned up as a Prospect, and what it offers then."""
    board = the_board()
    other = "planner" if name != "planner" else "pontiff"
    scene = Scene.start(3)
    first = fate(items=(1, 2, 2, 2, 1))
    scene.turn(first)
    before = [scene.of(0, item) for item in ITEM_KEYS]
    scene.deal(f"{other} {name}", "defender ranger", "defender ranger")
    before[4] += 1  # The printed production circle pays in the same breath.
    after = {item: scene.of(0, item) - before[n] for n, item in enumerate(ITEM_KEYS)}
    assert {item: count for item, count in after.items() if count} == gain
    assert board.card_good[card(name)] == good
    assert board.pattern_keys[board.card_pattern[card(name)]] == pattern


@pytest.mark.clause("hw.prospect.13")
def test_goods_of_a_set() -> None:
    assert Counter(the_board().card_good) == {1: 3, 2: 4, 3: 1, 4: 2, 5: 1, 6: 1}
    assert len(PATHS) == 12


@pytest.mark.parametrize(
    ("pattern", "cells_", "turns"),
    [
        pytest.param("I", 0b1111, 2, marks=pytest.mark.clause("hw.scout.23")),
        pytest.param("O", 0b1100011, 1, marks=pytest.mark.clause("hw.scout.24")),
        pytest.param("T", 0b11100010, 4, marks=pytest.mark.clause("hw.scout.25")),
        pytest.param("L", 0b11100100, 8, marks=pytest.mark.clause("hw.scout.26")),
        pytest.param("S", 0b1100110, 4, marks=pytest.mark.clause("hw.scout.27")),
    ],
)
def test_patterns(pattern: str, cells_: int, turns: int) -> None:
    board = the_board()
    number = board.pattern_keys.index(pattern)
    assert board.places[board.places_of[number][0]] == cells_, "as printed, in the top left corner"
    assert board.orientations[number] == turns
    assert all(board.places[n].bit_count() == 4 for n in board.places_of[number])


@pytest.mark.clause("hw.scout.17", "hw.scout.18")
def test_the_map() -> None:
    board = the_board()
    assert len(board.row_mask) == 4 and len(board.column_mask) == 5
    icons = {(n // 5 + 1, n % 5 + 1): icon for n, icon in enumerate(board.cell_gives)}
    assert len(icons) == 20
    resources = {cell for cell, icon in icons.items() if icon == 4}
    assert resources == {(1, 1), (1, 5), (4, 1), (4, 3), (4, 5)}
    assert {cell for cell, icon in icons.items() if icon == SERVANT} == {(2, 2), (2, 4)}
    assert sum(icon == NONE for icon in icons.values()) == 13


@pytest.mark.clause("hw.attack.15", "hw.disdain.2")
def test_grey_flags_and_disdain_boxes() -> None:
    board = the_board()
    assert board.flag[1:] == [1, 2, 2, 3, 3, 4]
    assert board.disdain_boxes == sum(board.flag) == 15
    scene = Scene.start(1, "hard")
    for _ in range(6):
        scene.next_year()
        scene.do("stop")
        while scene.chance() and scene.table.decisions()[0].prompt == "fate":
            if scene.state.stack[-1].phase == 0:
                break
            scene.turn(scene.chance()[0].arg)
    assert scene["disdain"] == 15 and scene["removed"] == 0


# Packs -------------------------------------------------------------------------------------------


def pack(folder: Path, name: str, change: tuple[str, str]) -> Pack:
    """The built-in pack with one file changed."""
    base = GAME.folder / "content"
    folder.mkdir()
    text = (base / name).read_text(encoding="utf-8")
    assert change[0] in text
    (folder / name).write_text(text.replace(*change, 1), encoding="utf-8")
    info = (base / "pack.toml").read_text(encoding="utf-8")
    (folder / "pack.toml").write_text(info, encoding="utf-8")
    return Pack.open("hadrians_wall", base, folder)


@pytest.mark.parametrize(
    ("name", "change", "complaint"),
    [
        (
            "sheets.toml",
            ('"", "discipline", "cohort"', '"cohort", "discipline", "cohort"'),
            "19 cohort icons",
        ),
        ("sheets.toml", ('"hammer resource", "", ""', '"hammer", "hammer", ""'), "9 hammers"),
        ("sheets.toml", ("columns = [4, 9, 14]", "columns = [4, 9, 13]"), "columns must end at 14"),
        ("sheets.toml", ('"renown cohort"', '"cohort renown"'), "a cohort icon must come last"),
        ("sheets.toml", ('gives = "piety trader', 'gives = "pity trader'), "no icon 'pity'"),
        ("sheets.toml", ('after = "hotel_small"', 'after = "market"'), "after must be"),
        ("sheets.toml", ("resource = 3 }", "resource = 9 }"), "a cost of 9 resource"),
        ("sheets.toml", ("builder builder servant", "builder soldier servant"), "no soldier"),
        ("sheets.toml", ('map = ["r...r"', 'map = ["r..r"'), "must be five of"),
        ("sheets.toml", ("boxes = 15", "boxes = 14"), "disdain.boxes: 14"),
        ("cards.toml", ("items = [1, 2, 2, 2, 1]", "items = [1, 2, 2, 2, 2]"), "add up to 8"),
        ("cards.toml", ("flag = [1, 2", "flag = [1, 1"), "adds up to 14"),
        (
            "cards.toml",
            ('arrow = "centre"', 'arrow = ["left", "left"]'),
            "fate 1: two arrows at one cohort",
        ),
        ("cards.toml", ('pattern = "T"', 'pattern = "Q"'), "no pattern 'Q'"),
        ("cards.toml", ('cells = ["xxxx"]', 'cells = ["xxxxx"]'), "5 cells"),
    ],
)
def test_a_wrong_pack_is_refused(
    tmp_path: Path, name: str, change: tuple[str, str], complaint: str
) -> None:
    with pytest.raises(BadContent, match=re.escape(complaint)):
        load_board(pack(tmp_path / "mine", name, change))


def test_an_owners_pack_counts_in_the_hash(tmp_path: Path) -> None:
    change = ("penalty = [0, 1", "penalty = [0, 2")
    mine = pack(tmp_path / "mine", "sheets.toml", change)
    assert mine.read("sheets.toml", Sheets).disdain.penalty[1] == 2
    assert GAME.open(tmp_path / "mine").content_hash != opened().content_hash


def test_figures_that_the_rulebook_does_not_give_are_not_marked_as_its_own() -> None:
    """It tells neither how many boxes there are to train and trade in, nor what rulings take."""
    sheets = tomllib.loads((GAME.folder / "content" / "sheets.toml").read_text(encoding="utf-8"))
    for area in ("training", "forum"):
        assert sheets[area]["source"] == "rulebook"
        assert sheets[area]["sources"] == {"boxes": "public"}, area
    for ruling in sheets["ruling"]:
        assert ruling["sources"] == {"apparitores": "public"}, ruling["key"]
