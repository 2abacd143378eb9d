"""How good a position of Cambria is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.games.cambria.board import Board
from ludus.games.cambria.rules import CambriaRules
from ludus.games.cambria.scoring import points_and_tokens
from ludus.games.cambria.state import ON_BOARD, STANDARD, State

SUPPLY_WORTH = 0.25
"""A warrior in hand is worth a little: it can be placed without giving up a road."""
BOAT_WORTH = 0.45
"""A manned boat is a number in hand for later."""
SCALE = 4.0
"""How many points of lead make a win about three times as likely as a loss."""


class Evaluation:
    """Expected points of each player, turned into a chance to win."""

    def __init__(self, rules: CambriaRules) -> None:
        self._boards = rules.boards

    def __call__(self, state: State, seat: Seat) -> float:
        board = self._boards[state.side]
        worth = [self.worth(state, board, player) for player in range(state.seats)]
        best = max(value for player, value in enumerate(worth) if player != seat)
        return 1.0 / (1.0 + math.exp((best - worth[seat]) / SCALE))

    def worth(self, state: State, board: Board, player: int) -> float:
        """Points won, and a share of the forts still standing."""
        forts, victory, tokens = points_and_tokens(state, board, player)
        total = forts + victory + tokens / 100
        total += SUPPLY_WORTH * state.supply[player]
        total += BOAT_WORTH * state.aboard.count(player)
        legion = 0 if state.legion == STANDARD else 1 << state.legion
        for site in range(board.sites):
            if state.captor[site] == ON_BOARD:
                total += _hope(state, board, site, player, legion)
        return total


def _hope(state: State, board: Board, site: int, player: int, legion: int) -> float:
    """What a standing fort is worth to a player: its tokens by how near and how safe they are."""
    ring = board.ring[site]
    mine = (state.held[player] & ring).bit_count()
    if not mine:
        return 0.0
    rival = 0
    filled = 0
    for other, roads in enumerate(state.held):
        count = (roads & ring).bit_count()
        filled += count
        if other != player and count > rival:
            rival = count
    size = board.numeral[site]
    near = filled / size
    if ring & legion:
        near *= 0.8
    lead = mine - rival
    open_roads = size - filled
    # With more lead than open roads the fort can only be lost to doubles or the legion.
    if lead > open_roads:
        share = 0.9
    elif lead > 0:
        share = 0.55
    elif lead == 0:
        share = 0.3
    else:
        share = 0.12
    victory = board.victory[site] * (0.35 if lead <= 0 else 0.05)
    return (0.25 + 0.75 * near * near) * (share * size + victory)
