"""What is said of each box, read back: its state, needs and gains are those of the rules."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from ludus.core.models import About
from ludus.core.text import plain
from ludus.games.hadrians_wall.content import Sheets
from ludus.games.hadrians_wall.face.closed import closed_boxes
from ludus.games.hadrians_wall.face.things import Thing, things
from ludus.games.hadrians_wall.ids import (
    BUILDINGS,
    BUILT,
    CITIZENS,
    COHORT_KEYS,
    FORT,
    GLADIATOR_KEYS,
    RENOWN,
    SIZE_KEYS,
    TRACK_KEYS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import open_column
from ludus.games.hadrians_wall.tests.by_lot import scene_by_lot
from ludus.games.hadrians_wall.tests.scenes import (
    Scene,
    opened,
    the_board,
)

SHEETS: Sheets = opened().pack.read("sheets.toml", Sheets)
TRACKS = {track.key: track for track in SHEETS.track}
WORDS = opened().face.words
THINGS = things(the_board(), WORDS)
LOTS = range(6)
EACH_LOT = pytest.mark.parametrize("seed", LOTS)
PLACES = [(place, thing) for place, thing in THINGS.items() if not place.startswith("lay")]
NUMBERED = re.compile(r"(.+)-(\d+)")


@cache
def lot(seed: int) -> Scene:
    return scene_by_lot(seed)


def about(scene: Scene, place: str, viewer: int = 0) -> About | None:
    table = scene.table
    return opened().face.about(table.view(viewer), table.decision(0), place, table.names)


def said(scene: Scene, place: str) -> About:
    """What is said of a place to somebody who is not asked anything."""
    table = scene.table
    found = opened().face.about(table.view(0), None, place, table.names)
    assert found is not None, place
    return found


def level(sheet: Sheet, key: str) -> int:
    """What has been reached in a track; Infrastructure is that of the Fort."""
    if key == "infrastructure":
        return sum(box <= sheet[FORT] for box in TRACKS["fort"].infrastructure)
    return sheet[RENOWN + TRACK_KEYS.index(key)]


def built(sheet: Sheet, name: str) -> bool:
    return bool(sheet[BUILT] >> BUILDINGS.index(name) & 1)


# Closed boxes ------------------------------------------------------------------------------------


def conditions() -> dict[str, tuple[str, str, int]]:
    """For each box with a printed condition: the building, the track, and how far it must be."""
    found: dict[str, tuple[str, str, int]] = {}
    for building in SHEETS.building:
        name = building.key.replace("_", "-")
        for place in (name, f"{name}-reward"):
            found[place] = ("", building.of, building.needs)
    for key in ("wall", "cippi"):
        for number, link in enumerate(TRACKS[key].fort, 1):
            found[f"{key}-{number}"] = ("", "fort", link)
    rows = (
        ("market", "market", "traders", SHEETS.market.traders),
        ("theatre", "theatre", "performers", SHEETS.theatre.performers),
        ("baths", "baths", "apparitores", SHEETS.baths.apparitores),
        *(
            (f"ludus-{key}", "ludus", "performers", SHEETS.ludus.performers)
            for key in GLADIATOR_KEYS
        ),
        *(
            (f"courthouse-{r.key}", "courthouse", "apparitores", r.apparitores)
            for r in SHEETS.ruling
        ),
        ("scout", "", "patricians", SHEETS.scouts.patricians),
    )
    for name, hall, track, needs in rows:
        for number, need in enumerate(needs, 1):
            found[f"{name}-{number}"] = (hall, track, need)
            if name in ("market", "theatre", "baths"):
                found[f"{name}-{number}-extra"] = (hall, track, need)
    priests = list(SHEETS.temples.priests)
    for size, boxes in zip(SIZE_KEYS, SHEETS.temples.boxes, strict=True):
        for box in range(1, boxes + 1):
            need = priests[0] if box % 2 else priests.pop(0)
            found[f"temple-{size}-{box}"] = (f"temple_{size}", "priests", need)
        found[f"temple-{size}-favour"] = found[f"temple-{size}-{boxes}"]
    for row, need in enumerate(SHEETS.diplomats.patricians, 1):
        for part in ("", "-favour-1", "-favour-2", *(f"-{key}" for key in COHORT_KEYS)):
            found[f"diplomat-{row}{part}"] = ("", "patricians", need)
    return found


CONDITIONS = conditions()


@EACH_LOT
def test_a_box_is_closed_just_while_its_printed_condition_is_not_met(seed: int) -> None:
    sheet = lot(seed).state.sheets[0]
    wanted = {
        box
        for box, (hall, track, need) in CONDITIONS.items()
        if level(sheet, track) < need or (hall and not built(sheet, hall))
    }
    assert closed_boxes(the_board(), sheet) == wanted


def test_a_box_opens_with_the_last_step_to_its_condition() -> None:
    for box, (hall, track, need) in CONDITIONS.items():
        if track == "infrastructure":
            track, need = "fort", TRACKS["fort"].infrastructure[need - 1]
        sheet = lot(0).state.sheets[0][:]
        sheet[BUILT] = 1 << BUILDINGS.index(hall) if hall else 0
        place = RENOWN + TRACK_KEYS.index(track)
        sheet[place] = need - 1
        assert box in closed_boxes(the_board(), sheet)
        sheet[place] = need
        assert box not in closed_boxes(the_board(), sheet)
        if hall:
            sheet[BUILT] = 0
            assert box in closed_boxes(the_board(), sheet)


# What boxes need ---------------------------------------------------------------------------------


def needs_of(told: About) -> dict[str, tuple[int, int]]:
    return {need.label: (need.have, need.needed) for need in told.needs}


def named(key: str) -> str:
    return WORDS.text("meter.infrastructure" if key == "infrastructure" else f"track.{key}")


@EACH_LOT
def test_a_building_asks_for_what_is_printed_beside_it(seed: int) -> None:
    scene = lot(seed)
    sheet = scene.state.sheets[0]
    for building in SHEETS.building:
        told = said(scene, building.key.replace("_", "-"))
        if built(sheet, building.key):
            assert told.needs == () and told.state == WORDS.text("state.filled")
            continue
        wanted = {named(building.of): (level(sheet, building.of), building.needs)}
        if building.after:
            before = WORDS.text(f"building.{building.after}")
            wanted[before] = (int(built(sheet, building.after)), 1)
        items = ("soldier", "builder", "servant", "civilian", "resource")
        for item, count in building.cost.items():
            wanted[WORDS.text(f"meter.{item}")] = (sheet[items.index(item)], count)
        assert needs_of(told) == wanted, building.key


@EACH_LOT
def test_a_box_of_the_frontier_asks_for_its_granary_and_its_fort_box(seed: int) -> None:
    scene = lot(seed)
    sheet = scene.state.sheets[0]
    granaries = [WORDS.text(f"building.granary_{size}") for size in SIZE_KEYS[1:]]
    for key in ("mining", "guard", "cippi", "wall", "fort"):
        track = TRACKS[key]
        for box in range(level(sheet, key) + 1, len(track.gives) + 1):
            told = said(scene, f"{key}-{box}")
            needs = needs_of(told)
            column = sum(box > end for end in track.columns)
            for number, granary in enumerate(granaries, 1):
                asked = number == column > open_column(sheet[BUILT])
                assert (needs.get(granary) == (0, 1)) == asked == (granary in needs)
            fort = needs.get(named("fort"))
            link = track.fort[box - 1] if track.fort else 0
            assert fort == ((sheet[FORT], link) if link else None)
            assert told.rings == ((f"fort-{link}",) if link else ())


@EACH_LOT
def test_nothing_else_asks_for_a_fort_box(seed: int) -> None:
    linked = re.compile(r"(wall|cippi)-\d+")
    for place, _ in PLACES:
        told = said(lot(seed), place)
        assert not told.needs or (named("fort") in needs_of(told)) == bool(linked.fullmatch(place))


@EACH_LOT
def test_what_a_box_rings_is_on_the_sheet_and_opens_it(seed: int) -> None:
    for place, thing in PLACES:
        told = said(lot(seed), place)
        assert set(told.rings) <= THINGS.keys(), place
        if thing.action is None or thing.action.verb != "build":
            continue
        (building,) = [each for each in SHEETS.building if each.key == BUILDINGS[thing.action.arg]]
        if building.of == "infrastructure":
            box = TRACKS["fort"].infrastructure[building.needs - 1]
            assert told.rings == (f"fort-{box}",)
        else:
            assert told.rings == (f"{building.of}-{building.needs}",)


# What boxes give and open ------------------------------------------------------------------------


def test_a_box_of_a_track_tells_its_icons_or_that_it_gives_nothing() -> None:
    scene = Scene()
    for key, track in TRACKS.items():
        names = [f"cohort-{side}" for side in COHORT_KEYS] if track.copies > 1 else [key]
        for name in names:
            for box, gives in enumerate(track.gives, 1):
                told = [plain(each) for each in said(scene, f"{name}-{box}").gives]
                if gives:
                    icons = Counter(gives.split())
                    parts = [f"{n} {plain((WORDS.icon(i, n),))}" for i, n in icons.items()]
                    assert told == [WORDS.text("about.now", gain=", ".join(parts))], (name, box)
                elif box in track.infrastructure:
                    assert told == []
                else:
                    assert told == [WORDS.text("about.nothing")], (name, box)


def opened_by(key: str, box: int) -> set[str]:
    """What the sheets say is open from a box of a track on."""
    found: set[str] = set()
    if key == "fort":
        if box in TRACKS["fort"].infrastructure:
            level_now = TRACKS["fort"].infrastructure.index(box) + 1
            found.add(f"Infrastructure {level_now}")
            found |= {
                WORDS.text(f"building.{building.key}")
                for building in SHEETS.building
                if (building.of, building.needs) == ("infrastructure", level_now)
            }
        for name in ("wall", "cippi"):
            if box in TRACKS[name].fort:
                found.add(f"{named(name)} {TRACKS[name].fort.index(box) + 1}")
        return found
    for building in SHEETS.building:
        if (building.of, building.needs) == (key, box):
            found.add(WORDS.text(f"building.{building.key}"))
    rows = (
        ("market", "traders", SHEETS.market.traders),
        ("theatre", "performers", SHEETS.theatre.performers),
        ("baths", "apparitores", SHEETS.baths.apparitores),
    )
    for hall, track, needs in rows:
        numbers = [number for number, need in enumerate(needs, 1) if (track, need) == (key, box)]
        found |= {WORDS.text(f"thing.{hall}", box=number) for number in numbers}
    temples = [need for need in SHEETS.temples.priests for _ in range(2)]
    lists = (
        ("strength", "performers", SHEETS.ludus.performers),
        ("temple_box", "priests", temples),
        ("diplomat_row", "patricians", SHEETS.diplomats.patricians),
        ("scout_box", "patricians", SHEETS.scouts.patricians),
    )
    for name, track, needs in lists:
        boxes = [str(n) for n, need in enumerate(needs, 1) if (track, need) == (key, box)]
        if boxes:
            found.add(WORDS.text(f"about.{name}", box=", ".join(boxes)))
    if key == "apparitores" and any(box in ruling.apparitores for ruling in SHEETS.ruling):
        found.add(WORDS.text("thing.court"))
    return found


def test_a_box_of_a_track_tells_all_that_it_opens() -> None:
    scene = Scene()
    for key, track in TRACKS.items():
        if track.copies > 1:
            continue
        for box in range(1, len(track.gives) + 1):
            told = [plain(each) for each in said(scene, f"{key}-{box}").opens]
            assert len(set(told)) == len(told)
            assert set(told) == opened_by(key, box), (key, box)


def test_a_building_tells_what_it_opens_and_pays() -> None:
    scene = Scene()
    kinds = {"civilian": "1 Civilian", "builder": "1 Builder", "attribute": None}
    for building in SHEETS.building:
        told = said(scene, building.key.replace("_", "-"))
        after = [
            WORDS.text(f"building.{other.key}")
            for other in SHEETS.building
            if other.after == building.key
        ]
        key = f"about.opens.{building.key}"
        first = [WORDS.text(key)] if key in WORDS else []
        assert [plain(each) for each in told.opens] == [*first, *after], building.key
        yearly = [plain(each) for each in told.gives if plain(each).startswith("every year")]
        assert len(yearly) == bool(building.yearly)
        if building.yearly:
            wanted = kinds[building.yearly] or WORDS.text("about.any_attribute")
            assert wanted in yearly[0]
        if building.choose:
            assert WORDS.text("about.or") in plain(told.gives[0])


# What would help ---------------------------------------------------------------------------------


@EACH_LOT
def test_what_would_help_brings_what_is_missing(seed: int) -> None:
    scene = lot(seed)
    sheet = scene.state.sheets[0]
    for place, _ in PLACES:
        told = said(scene, place)
        short = {need.icon: need for need in told.needs if not need.met}
        helps = plain(told.helps)
        assert not helps or short
        if "infrastructure" in short:
            need = short["infrastructure"].needed
            box = TRACKS["fort"].infrastructure[need - 1]
            assert f"Fort {box}: Infrastructure {need}." in helps
        if "fort" in short and "Infrastructure" not in helps:
            assert f"Fill Fort {short['fort'].needed} first." in helps
        assert ("resource" in short) == (f"production brings {sheet[17]}" in helps)
        for item, gift in (("civilian", "renown"), ("servant", "piety"), ("builder", "discipline")):
            boxes = [
                box
                for box, gives in enumerate(TRACKS[gift].gives, 1)
                if item in gives and box > level(sheet, gift)
            ]
            found = re.search(rf"{named(gift)} (\d+) brings 1 {item.capitalize()}\.", helps)
            assert (found is not None) == (item in short and bool(boxes)), place
            assert found is None or int(found[1]) == boxes[0]
        for track in CITIZENS:
            key = TRACK_KEYS[track - RENOWN]
            asked = any(need.label == named(key) for need in short.values())
            assert (WORDS.text("help.citizens", track=named(key)) in helps) == asked


# Words for things --------------------------------------------------------------------------------


def test_everything_drawn_is_a_thing_with_the_icon_of_its_kind() -> None:
    symbols = opened().face.symbols
    for place, thing in THINGS.items():
        assert thing.icon in symbols and thing.title, place
    for key in ("mining", "guard", "cippi", "wall", "fort", "temple", *(TRACK_KEYS[13:18])):
        boxes = [thing for thing in THINGS.values() if thing.area == key and thing.box]
        for thing in boxes:
            fills = thing.action is not None
            assert fills == (key != "production"), key
    for key in ("renown", "piety", "valour", "discipline", "production", "cohort"):
        assert all(thing.action is None for thing in filled_by_others(key)), key


def test_all_boxes_of_a_gladiator_have_its_own_icon() -> None:
    icons = [
        {thing.icon for place, thing in THINGS.items() if place.startswith(f"ludus-{key}-")}
        for key in GLADIATOR_KEYS
    ]
    assert [len(each) for each in icons] == [1, 1] and icons[0].isdisjoint(icons[1])


def filled_by_others(key: str) -> list[Thing]:
    return [thing for thing in THINGS.values() if thing.area == key]


# What is printed round the boxes ------------------------------------------------------------------

PRINTED = re.compile(r'data-about="(area-[a-z-]+)"')


def sheets_of(scene: Scene) -> str:
    """The pictures of one's own sheets."""
    table = scene.table
    shown = opened().face.scenes(table.view(0), None, (), table.names)
    return "".join(each.svg for each in shown[:2])


def test_names_costs_and_flags_beside_the_boxes_are_explained() -> None:
    drawn = sheets_of(lot(0))
    assert len(set(PRINTED.findall(drawn))) > 30
    for place in set(PRINTED.findall(drawn)):
        told = said(lot(0), place)
        assert told.title and told.body and told.clauses, place


@EACH_LOT
def test_a_rows_name_tells_what_its_next_box_asks_for(seed: int) -> None:
    scene = lot(seed)
    sheet = scene.state.sheets[0]
    for key in (
        "mining",
        "guard",
        "cippi",
        "wall",
        "fort",
        *(TRACK_KEYS[p - RENOWN] for p in CITIZENS),
    ):
        reached, most = level(sheet, key), len(TRACKS[key].gives)
        told = said(scene, f"area-{key}")
        assert told.state == f"{reached} of {most}"
        assert told.title == named(key)
        if reached == most:
            assert told.needs == () and told.rings == ()
            continue
        following = said(scene, f"{key}-{reached + 1}")
        assert told.rings == (f"{key}-{reached + 1}",)
        assert (told.needs, told.gives, told.helps) == (
            following.needs,
            following.gives,
            following.helps,
        )


def test_a_row_is_that_of_who_looks_on() -> None:
    """Somebody without a seat sees the first seat's sheets."""
    scene = Scene(seats=2, mining=3)
    for viewer, filled in ((0, 3), (1, 0), (-3, 3)):
        told = about(scene, "area-mining", viewer)
        assert told is not None and told.state.startswith(f"{filled} of ")


def test_only_a_row_says_how_far_it_has_come() -> None:
    rows = {*TRACKS, "cohort", "score"} - {"temple", "infrastructure"}
    for place in set(PRINTED.findall(sheets_of(lot(0)))):
        key, told = place.removeprefix("area-"), said(lot(0), place)
        assert bool(told.state) == (key in rows - {"cohort", "score"}), place
    assert said(lot(0), "area-cohort").title == "Cohorts"
    assert said(lot(0), "area-score").title == WORDS.text("meter_name.points")


def test_an_unknown_area_is_nothing() -> None:
    assert about(lot(0), "area-forest") is None
