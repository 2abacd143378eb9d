"""Loads the content pack and checks it against what the rulebook demands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ludus.core.content import Id, Name, Pack, Source, Sources, advise, demand
from ludus.core.pack_words import Needed
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import (
    BATHS_BOXES,
    BUILDINGS,
    COHORT_KEYS,
    COHORTS,
    COLUMNS,
    COURT_BOXES,
    COURT_COLUMNS,
    EXCHANGES,
    FORUM_BOXES,
    GOODS,
    ICONS,
    ITEM_KEYS,
    MARKET_BOXES,
    ROWS,
    SET,
    SIZE_KEYS,
    SPAR_PARTNERS,
    THEATRE_BOXES,
    TRACK_KEYS,
    TRAINING_BOXES,
    YEARS,
)

RULES_FILES = ("sheets.toml", "cards.toml")

Item = Literal["soldier", "builder", "servant", "civilian", "resource"]
Cost = dict[Item, int]
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Track(msgspec.Struct, forbid_unknown_fields=True):
    key: Id
    source: Source
    gives: list[str]
    pay: list[Item] = []
    columns: list[Count] = []
    fort: list[Count] = []
    infrastructure: list[Count] = []
    printed: Count = 0
    copies: Count = 1


class Building(msgspec.Struct, forbid_unknown_fields=True):
    key: Id
    source: Source
    of: str
    needs: Count
    cost: Cost
    gives: str = ""
    after: str = ""
    yearly: Literal["", "civilian", "builder", "attribute"] = ""
    choose: bool = False
    large: bool = False
    landmark: bool = False


class Training(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    boxes: Count
    yearly: Count
    cost: Cost
    sources: Sources = {}


class Forum(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    boxes: Count
    yearly: Count
    exchanges: list[str]
    sources: Sources = {}


class Market(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    cost: Cost
    traders: list[Count]
    gives: list[str]
    new_good: list[Count]


class Theatre(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    yearly: Count
    cost: Cost
    performers: list[Count]
    gives: list[str]


class Ludus(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    yearly: Count
    pay: list[Item]
    performers: list[Count]
    died: list[str]
    won: list[str]
    battles: Count


class Temples(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    boxes: list[Count]
    priests: list[Count]
    row: list[str]
    last: str


class Baths(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    yearly: Count
    apparitores: list[Count]
    cost: list[Count]


class Ruling(msgspec.Struct, forbid_unknown_fields=True):
    key: Id
    source: Source
    cost: Cost
    gives: str
    apparitores: list[Count]
    sources: Sources = {}


class Diplomats(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    patricians: list[Count]
    cost: Cost
    gives: str
    favours: Count


class Scouts(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    patricians: list[Count]
    cost: Cost
    full_row: str
    map: list[str]


class Disdain(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    boxes: Count
    penalty: list[Count]


class Sheets(msgspec.Struct, forbid_unknown_fields=True):
    """`sheets.toml`: everything printed on the two player sheets."""

    track: list[Track]
    building: list[Building]
    training: Training
    forum: Forum
    market: Market
    theatre: Theatre
    ludus: Ludus
    temples: Temples
    baths: Baths
    ruling: list[Ruling]
    diplomats: Diplomats
    scouts: Scouts
    disdain: Disdain


class Attack(msgspec.Struct, forbid_unknown_fields=True):
    easy: list[Count]
    normal: list[Count]
    hard: list[Count]


class PlayerBoard(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    years: Count
    flag: list[Count]
    attack: Attack


Arrow = Literal["left", "centre", "right"]


class Fate(msgspec.Struct, forbid_unknown_fields=True):
    source: Source
    arrow: Arrow | list[Arrow]
    """The cohort that it attacks; or several, or none."""
    damage: Count
    items: list[Count]
    goods: list[Count]


class Pattern(msgspec.Struct, forbid_unknown_fields=True):
    key: Name
    source: Source
    cells: list[str]


Goal = Literal[
    "landmarks",
    "disdain",
    "wall_sections",
    "large_buildings",
    "cohorts",
    "production",
    "goods",
    "citizen_tracks",
    "temples",
    "map_columns",
    "strength",
    "guard_sections",
]
"""What a Path counts; `points.COUNTS` counts it."""


class PlayerCard(msgspec.Struct, forbid_unknown_fields=True):
    key: Id
    source: Source
    counts: Goal
    tiers: list[Count]
    gives: str
    good: Count
    pattern: str


class Rank(msgspec.Struct, forbid_unknown_fields=True):
    key: Id
    source: Source
    points: Count


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    """`cards.toml`: the player board, Fate cards, patterns, player cards and ranks."""

    board: PlayerBoard
    fate: list[Fate]
    pattern: list[Pattern]
    path: list[PlayerCard]
    rank: list[Rank]


def load_board(pack: Pack) -> Board:
    """Sheets and cards as tables, checked."""
    sheets = pack.read("sheets.toml", Sheets)
    cards = pack.read("cards.toml", Cards)
    check_tracks(sheets, pack.path("sheets.toml"))
    check_buildings(sheets, pack.path("sheets.toml"))
    check_areas(sheets, pack.path("sheets.toml"))
    check_cards(cards, sheets, pack.path("cards.toml"))
    return Board(sheets, cards)


LENGTHS = {
    "cohort": 6,
    "mining": 14,
    "guard": 18,
    "cippi": 7,
    "wall": 21,
    "fort": 21,
    "production": 9,
    "renown": 25,
    "piety": 25,
    "valour": 25,
    "discipline": 25,
    "traders": 9,
    "performers": 9,
    "priests": 9,
    "apparitores": 9,
    "patricians": 9,
}
COLUMNED = ("mining", "guard", "cippi", "wall", "fort")


def arrows_of(fate: Fate) -> list[Arrow]:
    """The cohorts that a Fate face attacks."""
    return fate.arrow if isinstance(fate.arrow, list) else [fate.arrow]


def check_icons(text: str, path: Path, where: str) -> None:
    """Only known icons, and a Cohort icon comes last, because it asks a question."""
    icons = text.split()
    for icon in icons:
        demand(icon in ICONS, path, f"{where}: no icon {icon!r}; there are {', '.join(ICONS)}")
    demand("cohort" not in icons[:-1], path, f"{where}: a cohort icon must come last")


def check_tracks(sheets: Sheets, path: Path) -> None:
    """Every track with its printed length, columns, and the totals of icons."""
    keys = [track.key for track in sheets.track]
    demand(sorted(keys) == sorted(LENGTHS), path, f"the tracks must be {', '.join(LENGTHS)}")
    for track in sheets.track:
        here = f"track {track.key}"
        size = LENGTHS[track.key]
        found = len(track.gives)
        demand(found == size, path, f"{here}: {found} boxes, there must be {size}")
        for number, gives in enumerate(track.gives, 1):
            check_icons(gives, path, f"{here}, box {number}")
        if track.key in COLUMNED:
            rising = len(track.columns) == 3 and track.columns == sorted(track.columns)
            demand(rising and track.columns[2] == size, path, f"{here}: columns must end at {size}")
        else:
            demand(not track.columns, path, f"{here}: this track has no columns")
        for fort in track.fort:
            demand(1 <= fort <= LENGTHS["fort"], path, f"{here}: no fort box {fort}")
        linked = track.key in ("cippi", "wall")
        demand(
            len(track.fort) == (size if linked else 0),
            path,
            f"{here}: fort must have one number per box, for wall and cippi only",
        )
        copies = COHORTS if track.key == "cohort" else 1
        demand(track.copies == copies, path, f"{here}: copies must be {copies}")
        printed = 1 if track.key == "production" else 0
        demand(track.printed == printed, path, f"{here}: printed must be {printed}")
    counts: Counter[str] = Counter()
    for track in sheets.track:
        for gives in track.gives:
            counts.update(gives.split())
    cohorts = counts["cohort"]
    demand(cohorts <= 18, path, f"track: {cohorts} cohort icons for 18 cohort boxes")
    advise(cohorts == 18, path, f"track: {cohorts} cohort icons, the sheet has 18")
    hammers = counts["hammer"]
    for building in sheets.building:
        hammers += building.gives.split().count("hammer")
    demand(hammers <= 8, path, f"track: {hammers} hammers for 8 open production circles")
    advise(hammers == 8, path, f"track: {hammers} hammers, the sheets have 8")


def check_buildings(sheets: Sheets, path: Path) -> None:
    """The 25 buildings in their order, each after the one before it."""
    keys = [building.key for building in sheets.building]
    demand(keys == list(BUILDINGS), path, f"the buildings must be {', '.join(BUILDINGS)}")
    for index, building in enumerate(sheets.building):
        here = f"building {building.key}"
        check_icons(building.gives, path, here)
        known = building.of == "infrastructure" or building.of in TRACK_KEYS
        demand(known, path, f"{here}: of must be infrastructure or a track, not {building.of!r}")
        before = BUILDINGS[index - 1] if building.after else ""
        demand(building.after == before, path, f"{here}: after must be {before!r} or missing")
        check_cost(building.cost, path, here)
        demand("cohort" not in building.gives, path, f"{here}: buildings give no cohort boxes")
        two = len(building.gives.split()) == 2
        demand(not building.choose or two, path, f"{here}: choose needs two icons to choose from")
    large = sum(building.large for building in sheets.building)
    advise(large == 7, path, f"building: {large} are Large, on the sheets there are 7")
    landmarks = sum(building.landmark for building in sheets.building)
    advise(landmarks == 4, path, f"building: {landmarks} are Landmarks, on the sheets there are 4")


def check_cost(cost: Cost, path: Path, where: str) -> None:
    for item, count in cost.items():
        demand(1 <= count <= 4, path, f"{where}: a cost of {count} {item}; it must be 1 to 4")


def check_areas(sheets: Sheets, path: Path) -> None:
    """Sizes of everything that is not a track or a building."""
    sizes = [
        ("training.boxes", sheets.training.boxes, TRAINING_BOXES),
        ("forum.boxes", sheets.forum.boxes, FORUM_BOXES),
        ("forum.exchanges", len(sheets.forum.exchanges), EXCHANGES),
        ("market.traders", len(sheets.market.traders), MARKET_BOXES),
        ("market.gives", len(sheets.market.gives), MARKET_BOXES),
        ("market.new_good", len(sheets.market.new_good), GOODS),
        ("theatre.performers", len(sheets.theatre.performers), THEATRE_BOXES),
        ("theatre.gives", len(sheets.theatre.gives), THEATRE_BOXES),
        ("ludus.performers", len(sheets.ludus.performers), 6),
        ("ludus.died", len(sheets.ludus.died), 6),
        ("ludus.won", len(sheets.ludus.won), 6),
        ("ludus.pay", len(sheets.ludus.pay), SPAR_PARTNERS),
        ("ludus.battles", sheets.ludus.battles, YEARS),
        ("temples.boxes", sum(sheets.temples.boxes), 2 * len(sheets.temples.priests)),
        ("temples", len(sheets.temples.boxes), len(SIZE_KEYS)),
        ("temples.row", len(sheets.temples.row), 2),
        ("baths.apparitores", len(sheets.baths.apparitores), BATHS_BOXES),
        ("baths.cost", len(sheets.baths.cost), BATHS_BOXES),
        ("ruling", len(sheets.ruling), COURT_COLUMNS),
        ("diplomats.patricians", len(sheets.diplomats.patricians), COHORTS),
        ("scouts.patricians", len(sheets.scouts.patricians), 5),
        ("scouts.map", len(sheets.scouts.map), ROWS),
        ("disdain.boxes", sheets.disdain.boxes, 15),
        ("disdain.penalty", len(sheets.disdain.penalty), 10),
    ]
    for name, found, right in sizes:
        demand(found == right, path, f"{name}: {found}, there must be {right}")
    for ruling, key in zip(sheets.ruling, COHORT_KEYS, strict=True):
        demand(ruling.key == key, path, f"ruling {ruling.key}: the columns are {COHORT_KEYS}")
        demand(
            len(ruling.apparitores) == COURT_BOXES, path, f"ruling {key}: there must be three boxes"
        )
        check_cost(ruling.cost, path, f"ruling {key}")
    for exchange in sheets.forum.exchanges:
        icons = exchange.split()
        right = len(icons) == 3 and icons[2] not in icons[:2] and "soldier" not in icons
        demand(right, path, f"forum: {exchange!r} must be two workers and a third, no soldier")
    check_needs(sheets, path)
    check_texts(sheets, path)


def check_needs(sheets: Sheets, path: Path) -> None:
    """What must be reached first can be reached: no number is beyond the end of its track."""
    needs = [
        ("market.traders", "traders", sheets.market.traders),
        ("theatre.performers", "performers", sheets.theatre.performers),
        ("ludus.performers", "performers", sheets.ludus.performers),
        ("temples.priests", "priests", sheets.temples.priests),
        ("baths.apparitores", "apparitores", sheets.baths.apparitores),
        ("diplomats.patricians", "patricians", sheets.diplomats.patricians),
        ("scouts.patricians", "patricians", sheets.scouts.patricians),
    ]
    needs += [(f"ruling {one.key}", "apparitores", one.apparitores) for one in sheets.ruling]
    for here, track, numbers in needs:
        most, size = max(numbers, default=0), LENGTHS[track]
        demand(most <= size, path, f"{here}: {most}, but the track {track} ends at {size}")
    flags = max((len(track.infrastructure) for track in sheets.track), default=0)
    for one in sheets.building:
        size = flags if one.of == "infrastructure" else LENGTHS.get(one.of, 99)
        here = f"building {one.key}"
        demand(1 <= one.needs <= size, path, f"{here}: needs must be 1 to {size}, not {one.needs}")


def check_texts(sheets: Sheets, path: Path) -> None:
    """Icons, costs and the map."""
    texts = [
        *sheets.market.gives,
        *sheets.theatre.gives,
        *sheets.ludus.died,
        *sheets.ludus.won,
        *sheets.temples.row,
        *(ruling.gives for ruling in sheets.ruling),
        sheets.temples.last,
        sheets.diplomats.gives,
        sheets.scouts.full_row,
    ]
    for text in texts:
        check_icons(text, path, f"gives {text!r}")
        demand("cohort" not in text, path, f"gives {text!r}: a cohort icon is not possible here")
    for cost, where in (
        (sheets.training.cost, "training"),
        (sheets.market.cost, "market"),
        (sheets.theatre.cost, "theatre"),
        (sheets.diplomats.cost, "diplomats"),
        (sheets.scouts.cost, "scouts"),
    ):
        check_cost(cost, path, where)
    demand(sheets.market.cost == {"resource": 1}, path, "market: the cost must be one resource")
    demand(sheets.scouts.cost == {"soldier": 1}, path, "scouts: the cost must be one soldier")
    for row in sheets.scouts.map:
        fits = len(row) == COLUMNS and set(row) <= set(".rs")
        demand(fits, path, f"scouts.map: {row!r} must be five of '.', 'r' and 's'")


def check_cards(cards: Cards, sheets: Sheets, path: Path) -> None:
    """Attack table, Fate cards, patterns, player cards and ranks."""
    board = cards.board
    demand(board.years == YEARS == len(board.flag), path, f"board: there must be {YEARS} Years")
    flags = sum(board.flag)
    demand(flags == sheets.disdain.boxes, path, f"board.flag adds up to {flags}, not 15")
    for name in ("easy", "normal", "hard"):
        row: list[int] = getattr(board.attack, name)
        demand(len(row) == YEARS, path, f"board.attack.{name}: there must be {YEARS} Years")
    faces = len(cards.fate)
    demand(12 <= faces <= 24, path, f"fate: {faces} faces, there must be 12 to 24")
    advise(faces == 12, path, f"fate: {faces} faces, the box has 12")
    for number, fate in enumerate(cards.fate, 1):
        here = f"fate {number}"
        right = len(fate.items) == len(ITEM_KEYS) and sum(fate.items) == 8
        demand(right, path, f"{here}: items must be five numbers that add up to 8")
        demand(1 <= fate.damage <= 3, path, f"{here}: damage must be 1 to 3, not {fate.damage}")
        pointed = arrows_of(fate)
        twice = len(set(pointed)) == len(pointed)
        demand(twice, path, f"{here}: two arrows at one cohort")
        goods = len(set(fate.goods)) == 4 and set(fate.goods) <= set(range(1, 7))
        demand(goods, path, f"{here}: goods must be four different numbers from 1 to 6")
    arrows = Counter(arrow for fate in cards.fate for arrow in arrows_of(fate))
    usual = "fate: in the box four faces point at each cohort"
    advise(set(arrows.values()) == {4}, path, usual)
    for pattern in cards.pattern:
        cells = sum(row.count("x") for row in pattern.cells)
        demand(cells == 4, path, f"pattern {pattern.key}: {cells} cells, there must be 4")
    check_paths(cards, path)
    points = [rank.points for rank in cards.rank]
    demand(points[:1] == [0] and points == sorted(points), path, "rank: points must rise from 0")


def check_paths(cards: Cards, path: Path) -> None:
    """Twelve cards in each player's set: each with a Path above, and a Prospect below."""
    patterns = {pattern.key for pattern in cards.pattern}
    count = len(cards.path)
    demand(count == SET, path, f"path: {count} cards, there must be {SET}: two for each Year")
    for key, times in Counter(card.key for card in cards.path).items():
        demand(times == 1, path, f"path {key}: {times} cards have this key")
    goals = Counter(card.counts for card in cards.path)
    usual = "path: in the box every Path counts something else"
    advise(max(goals.values(), default=0) == 1, path, usual)
    for card in cards.path:
        here = f"path {card.key}"
        demand(len(card.tiers) == 3, path, f"{here}: there must be three tiers")
        steps = card.tiers if card.counts != "disdain" else card.tiers[::-1]
        rising = all(low < high for low, high in pairwise(steps)) and min(steps, default=0) >= 0
        way = "rise" if card.counts != "disdain" else "fall, since little Disdain is wanted"
        demand(rising, path, f"{here}: the tiers must {way}, not {card.tiers}")
        demand(card.pattern in patterns, path, f"{here}: no pattern {card.pattern!r}")
        demand(1 <= card.good <= 6, path, f"{here}: good must be 1 to 6, not {card.good}")
        check_icons(card.gives, path, here)
        demand(
            set(card.gives.split()) <= set(ITEM_KEYS), path, f"{here}: gives may name items only"
        )


# Words -------------------------------------------------------------------------------------------


def words_of(board: Board) -> list[Needed]:
    """The words without which some card could not be shown."""
    return [Needed(f"path.{key}", "cards.toml", f"path {key}") for key in board.card_keys]
