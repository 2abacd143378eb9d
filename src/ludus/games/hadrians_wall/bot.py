"""How good a position of Hadrian's Wall is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math

from ludus.core.protocol import Seat
from ludus.games.hadrians_wall.points import total
from ludus.games.hadrians_wall.rules.game import HadriansWallRules
from ludus.games.hadrians_wall.state import State

SCALE = 8.0


class Evaluation:
    """Expected points of each player, turned into a chance to win."""

    def __init__(self, rules: HadriansWallRules) -> None:
        self._board = rules.board

    def __call__(self, state: State, seat: Seat) -> float:
        worth = [float(total(self._board, sheet)) for sheet in state.sheets]
        best = max((w for other, w in enumerate(worth) if other != seat), default=50.0)
        return 1.0 / (1.0 + math.exp((best - worth[seat]) / SCALE))
