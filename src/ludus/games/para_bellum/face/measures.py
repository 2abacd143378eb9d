"""What objectives count, read off a side of a view: how far a player has come with each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludus.games.para_bellum.board import GENERAL, RED
from ludus.games.para_bellum.catalog import CHARACTER, CONSTRUCT, Catalog
from ludus.games.para_bellum.view import NONE, Side, die_banner, die_face

Measure: TypeAlias = Callable[[Catalog, Side], int]
SIX = 6


def _same_colour_legions(catalog: Catalog, side: Side) -> int:
    return max(side.legions)


def _legion_colours(catalog: Catalog, side: Side) -> int:
    return sum(1 for count in side.legions if count)


def _sixes(catalog: Catalog, side: Side) -> int:
    return sum(1 for code in side.dice[:RED] if die_face(code) == SIX)


def _red_sum(catalog: Catalog, side: Side) -> int:
    return sum(die_face(code) for code in side.dice[RED:GENERAL])


def _banners(catalog: Catalog, side: Side) -> int:
    return sum(1 for code in side.dice if die_banner(code) != NONE)


def _big_legions(catalog: Catalog, side: Side) -> int:
    return side.big


def _constructs(catalog: Catalog, side: Side) -> int:
    return _in_play(catalog, side, CONSTRUCT)


def _characters(catalog: Catalog, side: Side) -> int:
    return _in_play(catalog, side, CHARACTER)


def _in_play(catalog: Catalog, side: Side, subtype: int) -> int:
    kinds = catalog.filter[subtype]
    return sum(1 for card in side.in_play if not card.down and kinds >> card.kind & 1)


def _coins(catalog: Catalog, side: Side) -> int:
    return side.coins


def _rows(catalog: Catalog, side: Side) -> int:
    return side.rows.bit_count()


MEASURED: Final[list[Measure]] = [
    _same_colour_legions,
    _legion_colours,
    _sixes,
    _red_sum,
    _banners,
    _big_legions,
    _constructs,
    _characters,
    _coins,
    _rows,
]
"""In the order of the catalog's MEASURES."""
