"""Loads the content pack and checks it against the rulebook."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from ludus.core.content import Id, Name, Pack, Source, advise, demand
from ludus.core.text import roman
from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FACES, LAST_FORTS, NUMBERS, WARRIORS

Numeral = Literal["II", "III", "IV", "V", "VI"]
VALUE = {roman(number): number for number in NUMBERS}
RULES_FILES = ("maps.toml",)
SIDES = ("cambria", "cumbria")
FORTS = 16
"""On each side of the printed board."""
VICTORY = {6: 4, 5: 3, 4: 2, 3: 0, 2: 0}
"""Points of the token under a fort of each numeral, as set-up step 2 has it."""


class Token(msgspec.Struct, forbid_unknown_fields=True):
    numeral: Numeral
    forts: Annotated[int, msgspec.Meta(ge=0)]
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
    id: Id
    name: Name
    modern: str
    numeral: Numeral


class Road(msgspec.Struct, forbid_unknown_fields=True):
    a: str
    b: str
    roman: bool


class Side(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    title: Name
    land: Name
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
    tokens = maps.pieces.fort_tokens
    demand(total == tokens, path, f"pieces.fort_tokens: {tokens}, but the tokens count {total}")
    points = sum(count for numeral, count in counts.items() if VICTORY[VALUE[numeral]])
    found = maps.pieces.victory_tokens
    right = f"pieces.victory_tokens: {found}, but {points} tokens of forts have points"
    demand(found == points, path, right)
    advise(total == FORTS, path, f"pieces.fort_tokens: {total}, the box has {FORTS}")
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
    for what, names in (("id", ids), ("name", [fort.name for fort in side.fort])):
        for name, count in Counter(names).items():
            demand(count == 1, path, f"{here}, fort {name}: {count} forts share this {what}")
    least = LAST_FORTS + 2
    demand(len(ids) >= least, path, f"{here}: {len(ids)} forts, there must be at least {least}")
    demand(len(side.road) <= 60, path, f"{here}: {len(side.road)} roads, at most 60 are possible")
    joined = Counter(frozenset((road.a, road.b)) for road in side.road)
    for pair, count in joined.items():
        ends = " and ".join(sorted(pair))
        demand(count == 1, path, f"{here}: {count} roads join {ends}")
    reach: Counter[str] = Counter()
    for number, road in enumerate(side.road, 1):
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
    apart = _apart(side)
    demand(not apart, path, f"{here}: no roads lead from the first fort to {', '.join(apart)}")
    numerals = Counter(fort.numeral for fort in side.fort)
    for numeral, count in numerals.items():
        enough = count <= counts[numeral]
        there = f"{counts[numeral]} tokens {numeral} for {count} forts"
        demand(enough, path, f"{here}: {there}")
    advise(dict(numerals) == counts, path, f"{here}: some fort tokens are not used")


def _apart(side: Side) -> list[str]:
    """The forts that cannot be reached from the first."""
    reached = {side.fort[0].id} if side.fort else set()
    grown = True
    while grown:
        ends = [
            (road.a, road.b) for road in side.road if (road.a in reached) != (road.b in reached)
        ]
        reached.update(end for pair in ends for end in pair)
        grown = bool(ends)
    return [fort.name for fort in side.fort if fort.id not in reached]
