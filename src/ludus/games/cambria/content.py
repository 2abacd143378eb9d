"""Loads the content pack and checks it against the rulebook."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec

from ludus.core.content import Pack, Source, demand
from ludus.core.text import roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FACES, LAST_FORTS, NUMBERS, WARRIORS

Numeral = Literal["II", "III", "IV", "V", "VI"]
VALUE = {roman(number): number for number in NUMBERS}
RULES_FILES = ("maps.toml",)
SIDES = ("cambria", "cumbria")
VICTORY = {6: 4, 5: 3, 4: 2, 3: 0, 2: 0}
"""Points of the token under a fort of each numeral, as set-up step 2 has it."""


class Token(msgspec.Struct, forbid_unknown_fields=True):
    numeral: Numeral
    forts: int
    victory: str
    source: Source


class Die(msgspec.Struct, forbid_unknown_fields=True):
    faces: list[str]
    source: Source


class Pieces(msgspec.Struct, forbid_unknown_fields=True):
    dice: int
    colours: int
    warriors: int
    legions: int
    fort_tokens: int
    victory_tokens: int
    boats: list[Numeral]
    last_forts: int
    source: Source


class Fort(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    modern: str
    numeral: Numeral


class Road(msgspec.Struct, forbid_unknown_fields=True):
    a: str
    b: str
    roman: bool


class Side(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: str
    land: str
    source: Source
    fort: list[Fort]
    road: list[Road]


class Maps(msgspec.Struct, forbid_unknown_fields=True):
    """`maps.toml`: the pieces and both sides."""

    token: list[Token]
    die: Die
    pieces: Pieces
    side: list[Side]


def load_boards(pack: Pack) -> dict[str, Board]:
    """Both sides of the board, checked."""
    maps = pack.read("maps.toml", Maps)
    path = pack.path("maps.toml")
    check_maps(maps, path)
    return {side.key: _board(side) for side in maps.side}


def _board(side: Side) -> Board:
    ids = [fort.id for fort in side.fort]
    numerals = [VALUE[fort.numeral] for fort in side.fort]
    return Board(
        side.key,
        ids,
        [fort.name for fort in side.fort],
        numerals,
        [VICTORY[numeral] for numeral in numerals],
        [(ids.index(road.a), ids.index(road.b)) for road in side.road],
    )


def check_maps(maps: Maps, path: Path) -> None:
    """Everything that the rulebook says about board and pieces."""
    keys = [side.key for side in maps.side]
    demand(sorted(keys) == sorted(SIDES), path, f"the sides must be {SIDES}, not {keys}")
    check_pieces(maps, path)
    counts = {token.numeral: token.forts for token in maps.token}
    demand(sorted(counts) == sorted(VALUE), path, "token: one entry per numeral II to VI")
    for token in maps.token:
        points = VICTORY[VALUE[token.numeral]]
        right = roman(points)
        demand(
            token.victory == right,
            path,
            f"token {token.numeral}: victory must be {right!r}, not {token.victory!r}",
        )
    total = sum(counts.values())
    demand(total == maps.pieces.fort_tokens, path, f"the tokens count {total} forts, not 16")
    for side in maps.side:
        check_side(side, counts, path)


def check_pieces(maps: Maps, path: Path) -> None:
    """The list of components."""
    pieces = maps.pieces
    right = {
        "dice": 2,
        "colours": 5,
        "warriors": WARRIORS,
        "legions": 1,
        "fort_tokens": 16,
        "victory_tokens": 7,
        "last_forts": LAST_FORTS,
    }
    for name, number in right.items():
        found = getattr(pieces, name)
        demand(found == number, path, f"pieces.{name} must be {number}, not {found}")
    boats = sorted(VALUE[boat] for boat in pieces.boats)
    demand(boats == list(NUMBERS), path, "pieces.boats must be II, III, IV, V and VI once each")
    faces = ["eagle", *VALUE]
    demand(maps.die.faces == faces and len(faces) == len(FACES), path, f"die.faces must be {faces}")


def check_side(side: Side, counts: dict[Numeral, int], path: Path) -> None:
    """One side: sites, roads, and the numerals that count them."""
    here = f"side {side.key}"
    ids = [fort.id for fort in side.fort]
    demand(len(set(ids)) == len(ids), path, f"{here}: two forts share an id")
    demand(len(ids) == 16, path, f"{here}: {len(ids)} forts, there must be 16")
    demand(len(side.road) <= 60, path, f"{here}: {len(side.road)} roads, at most 60 are possible")
    reach: Counter[str] = Counter()
    for number, road in enumerate(side.road):
        for end in (road.a, road.b):
            demand(end in ids, path, f"{here}, road {number}: no fort {end!r}")
        demand(road.a != road.b, path, f"{here}, road {number}: both ends are {road.a!r}")
        reach.update((road.a, road.b))
    for fort in side.fort:
        found = reach[fort.id]
        demand(
            found == VALUE[fort.numeral],
            path,
            f"{here}, fort {fort.id}: numeral {fort.numeral}, but {found} roads reach it",
        )
    numerals = Counter(fort.numeral for fort in side.fort)
    demand(
        all(numerals[numeral] == count for numeral, count in counts.items()),
        path,
        f"{here}: its numerals {dict(numerals)} do not fit the fort tokens {counts}",
    )
    tokens = sum(1 for fort in side.fort if VICTORY[VALUE[fort.numeral]])
    demand(tokens == 7, path, f"{here}: {tokens} forts of IV and more, for 7 victory point tokens")
