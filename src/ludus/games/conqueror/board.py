"""One map as tables of small numbers: what rules and bots look things up in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.games.conqueror.ids import CAMPAIGN_SEATS, FACTIONS, NO_FORT, NONE

# Kinds of link, as bits: a pair may be joined by a border and the river at once.
BORDER: Final = 1
COAST: Final = 2
SEA_LINE: Final = 4
BRIDGE: Final = 8
RIVER: Final = 16


class Territory:
    """One territory as printed."""

    __slots__ = ("currency", "food", "fort", "home", "name", "sea")

    def __init__(
        self, name: str, sea: bool, fort: int, food: int, currency: int, home: int
    ) -> None:
        self.name = name
        self.sea = sea
        self.fort = fort
        self.food = food
        self.currency = currency
        self.home = home
        """The faction whose home this is, or NONE."""


class Board:
    """Territories by number, links both ways by number; sets of territories are bit masks."""

    __slots__ = (
        "currency_masks",
        "food_masks",
        "fort",
        "fort_mask",
        "home",
        "home_mask",
        "home_of",
        "key",
        "link_number",
        "links",
        "names",
        "places",
        "sea_mask",
        "territories",
    )

    def __init__(
        self, key: str, territories: Sequence[Territory], pairs: Sequence[tuple[int, int, int]]
    ) -> None:
        self.key = key
        self.territories = tuple(territories)
        self.names = tuple(territory.name for territory in territories)
        self.places: int = len(self.territories)
        self.fort = tuple(territory.fort for territory in territories)
        self.home_of = tuple(territory.home for territory in territories)
        """Per territory, the faction whose home it is, or NONE."""
        self.home = tuple(
            self.home_of.index(faction) if faction in self.home_of else NONE
            for faction in range(len(FACTIONS))
        )
        """Per faction, its home territory, or NONE on a map without it."""
        self.sea_mask = _mask([territory.sea for territory in territories])
        self.fort_mask = _mask([territory.fort != NO_FORT for territory in territories])
        self.home_mask = _mask([territory.home != NONE for territory in territories])
        self.food_masks = _levels([territory.food for territory in territories])
        self.currency_masks = _levels([territory.currency for territory in territories])
        kinds: dict[tuple[int, int], int] = {}
        for a, b, kind in pairs:
            kinds[a, b] = kinds.get((a, b), 0) | kind
            kinds[b, a] = kinds.get((b, a), 0) | kind
        self.links = tuple((a, b, kinds[a, b]) for a, b in sorted(kinds))
        """Each way from a territory to a neighbour: start, end, and the kinds of link as bits."""
        self.link_number = {(a, b): number for number, (a, b, _) in enumerate(self.links)}

    def place(self, name: str) -> int:
        """A territory by its name."""
        return self.names.index(name)

    def link(self, start: str, end: str) -> int:
        """The number of the way from one territory to another, by their names."""
        return self.link_number[self.place(start), self.place(end)]

    def open_ways(self, closed: int, seas_closed: bool) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Per territory, its neighbours and the links to them, when these kinds are closed."""
        ways: list[list[tuple[int, int]]] = [[] for _ in range(self.places)]
        for number, (a, b, kinds) in enumerate(self.links):
            wet = (self.sea_mask >> a | self.sea_mask >> b) & 1
            if kinds & ~closed and not (seas_closed and wet):
                ways[a].append((b, number))
        return tuple(tuple(row) for row in ways)


def _mask(marks: Sequence[bool]) -> int:
    mask = 0
    for place, mark in enumerate(marks):
        if mark:
            mask |= 1 << place
    return mask


def _levels(counts: Sequence[int]) -> tuple[int, ...]:
    """Masks of the territories with at least 1, 2, ... icons: icons add up by bit counts."""
    return tuple(_mask([count >= level for count in counts]) for level in range(1, max(counts) + 1))


def map_for(seats: int) -> int:
    """The number of the map that so many players use."""
    return 0 if seats <= CAMPAIGN_SEATS else 1


def icons(held: int, masks: tuple[int, ...]) -> int:
    """How many icons lie in the held territories."""
    total = 0
    for mask in masks:
        total += (held & mask).bit_count()
    return total
