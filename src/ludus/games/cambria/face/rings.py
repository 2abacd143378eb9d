"""Who holds the roads round a fort, now and after a move: what hints are reckoned from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FREE, LEGION, NONE
from ludus.games.cambria.view import View


@dataclass(frozen=True, slots=True)
class Ring:
    """The roads of one fort."""

    site: int
    counts: tuple[int, ...]
    free: int
    legion: bool
    leader: int
    """The single player with most warriors, or NONE."""
    second: int
    """The single player after the leader, or NONE."""

    @property
    def manned(self) -> bool:
        return not self.free and not self.legion

    @property
    def most(self) -> int:
        return max(self.counts)

    def rival(self, player: int) -> int:
        """The most warriors that anybody else has."""
        return max(count for other, count in enumerate(self.counts) if other != player)


@cache
def ring_roads(board: Board) -> tuple[tuple[int, ...], ...]:
    """The roads at each site."""
    return tuple(
        tuple(road for road, ends in enumerate(board.ends) if site in ends)
        for site in range(board.sites)
    )


def changed(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """Where two rows differ."""
    if before == now:
        return []
    return [number for number, what in enumerate(now) if what != before[number]]


def ring_of(board: Board, roads: Sequence[int], players: int, site: int) -> Ring:
    """The ring of a site when `roads` hold these pieces."""
    counts = [0] * players
    free = 0
    legion = False
    for road in ring_roads(board)[site]:
        piece = roads[road]
        if piece == FREE:
            free += 1
        elif piece == LEGION:
            legion = True
        else:
            counts[piece] += 1
    leader = _single(counts, range(players))
    second = NONE
    if leader != NONE:
        second = _single(counts, [player for player in range(players) if player != leader])
    return Ring(site, tuple(counts), free, legion, leader, second)


def _single(counts: Sequence[int], among: Sequence[int]) -> int:
    """The one player of these with most warriors, at least one; NONE where that is shared."""
    most = max(counts[player] for player in among)
    best = [player for player in among if counts[player] == most]
    return best[0] if most and len(best) == 1 else NONE


def standing(view: View, site: int) -> bool:
    """Whether the fort token is still on the board."""
    return view.captor[site] == NONE


def falling(view: View, board: Board, roads: Sequence[int]) -> list[Ring]:
    """The forts that fall if the turn ends with these pieces on the roads."""
    manned = (
        site
        for site, ring in enumerate(ring_roads(board))
        # Neither a free road nor the legion on one.
        if standing(view, site) and min([roads[road] for road in ring]) >= 0
    )
    rings = [ring_of(board, roads, view.players, site) for site in manned]
    return [ring for ring in rings if ring.leader != NONE]
