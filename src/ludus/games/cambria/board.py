"""One side of the board as tables of small numbers: what rules and bots look things up in."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.cambria.ids import FACES


class Board:
    """Sites and roads by number. A road is one bit of a mask."""

    __slots__ = (
        "either",
        "ends",
        "key",
        "numeral",
        "reach",
        "ring",
        "roads",
        "roads_at",
        "roads_of",
        "site_id",
        "site_name",
        "sites",
        "victory",
    )

    def __init__(
        self,
        key: str,
        site_id: Sequence[str],
        site_name: Sequence[str],
        numeral: Sequence[int],
        victory: Sequence[int],
        ends: Sequence[tuple[int, int]],
    ) -> None:
        self.key = key
        self.site_id = tuple(site_id)
        self.site_name = tuple(site_name)
        self.numeral = tuple(numeral)
        self.victory = tuple(victory)
        """Points of the victory point token under each fort, 0 for none."""
        self.ends = tuple(ends)
        self.sites: int = len(self.numeral)
        self.roads: int = len(self.ends)
        self.ring = tuple(
            sum(1 << road for road, pair in enumerate(self.ends) if site in pair)
            for site in range(self.sites)
        )
        """The roads at each site, as a mask."""
        self.roads_at = tuple(
            tuple(road for road in range(self.roads) if ring >> road & 1) for ring in self.ring
        )
        self.roads_of = tuple(self._reached(number, number) for number in range(max(FACES) + 1))
        """The roads that reach a site of each number."""
        self.either = tuple(
            tuple(self._reached(a, b) for b in range(max(FACES) + 1)) for a in range(max(FACES) + 1)
        )
        """The roads that reach a site of one number or of the other."""
        self.reach = tuple(
            tuple(sum(1 << road for road in roads) for roads in row) for row in self.either
        )
        """The same as masks."""

    def _reached(self, a: int, b: int) -> tuple[int, ...]:
        return tuple(
            road
            for road, (start, end) in enumerate(self.ends)
            if self.numeral[start] in (a, b) or self.numeral[end] in (a, b)
        )

    def site(self, name: str) -> int:
        """A site by its id or name."""
        if name in self.site_id:
            return self.site_id.index(name)
        return self.site_name.index(name)
