"""How good a position is, as a chance to win."""

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus_latrunculi.ids import EMPTY, NONE
from ludus_latrunculi.rules import LatrunculiRules
from ludus_latrunculi.state import State

BOUND: Final = 0.6
"""How much of a soldier is lost once it is bound."""
CENTRE: Final = 0.03
"""What a step towards the middle is worth."""
SCALE: Final = 1.5
"""How many soldiers of lead make a win about three times as likely as a loss."""


class Evaluation:
    """Soldiers, those bound counted in part, and how well they stand."""

    def __init__(self, rules: LatrunculiRules) -> None:
        self._grid = rules.tables.grid

    def __call__(self, state: State, seat: Seat) -> float:
        if not state.stack and state.loser != NONE:
            return float(state.loser != seat)
        worth = [0.0, 0.0]
        for square, owner in enumerate(state.squares):
            if owner != EMPTY:
                row, column = divmod(square, self._grid.columns)
                edge = min(row, self._grid.rows - 1 - row, column, self._grid.columns - 1 - column)
                worth[owner] += 1.0 + CENTRE * edge - BOUND * (square in state.bound)
        return 1.0 / (1.0 + math.exp((worth[1 - seat] - worth[seat]) / SCALE))
