"""Who holds the roads round a fort, now and after a move: what hints are worked out from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.games.cambria.board import Board
from ludus.games.cambria.ids import FREE, NONE, ON_BOARD
from ludus.games.cambria.mechanics import leader_and_second
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
        return max(self.counts[:player] + self.counts[player + 1 :])


def ring_of(board: Board, roads: Sequence[int], players: int, site: int) -> Ring:
    """The ring of a site when `roads` hold these pieces."""
    counts = [0] * players
    free = 0
    legion = False
    for road in board.roads_at[site]:
        piece = roads[road]
        if piece >= 0:
            counts[piece] += 1
        elif piece == FREE:
            free += 1
        else:
            legion = True
    return Ring(site, tuple(counts), free, legion, *leader_and_second(counts))


@dataclass(slots=True)
class Tally:
    """What is on the roads of each fort, counted."""

    counts: list[list[int]]
    """By fort and player."""
    free: list[int]
    legion: list[bool]


def tallies(board: Board, roads: Sequence[int], players: int) -> Tally:
    """What is on the roads of all forts."""
    counts = [[0] * players for _ in range(board.sites)]
    free = [0] * board.sites
    legion = [False] * board.sites
    for piece, (a, b) in zip(roads, board.ends, strict=True):
        if piece >= 0:
            counts[a][piece] += 1
            counts[b][piece] += 1
        elif piece == FREE:
            free[a] += 1
            free[b] += 1
        else:
            legion[a] = legion[b] = True
    return Tally(counts, free, legion)


def standing(view: View, site: int) -> bool:
    """Whether the fort token is still on the board."""
    return view.captor[site] == ON_BOARD


def falling(view: View, board: Board, roads: Sequence[int]) -> list[Ring]:
    """The forts that fall if the turn ends with these pieces on the roads."""
    found: list[Ring] = []
    for site, ring in enumerate(board.roads_at):
        if view.captor[site] != ON_BOARD:
            continue
        for road in ring:
            if roads[road] < 0:
                break
        else:
            full = ring_of(board, roads, view.players, site)
            if full.leader != NONE:
                found.append(full)
    return found
