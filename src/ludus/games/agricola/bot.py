"""How good a position of Agricola is for a seat: what greedy play and search steer by."""

from __future__ import annotations

import math
from typing import Final

from ludus.core.protocol import Seat
from ludus.games.agricola.board import ROMAN
from ludus.games.agricola.rules import AgricolaRules
from ludus.games.agricola.rules.victory import difference
from ludus.games.agricola.state import State

EVEN: Final = 10.5
"""The difference of Victory Points between a Roman and a Caledonian victory."""
SCALE: Final = 8.0


class Evaluation:
    """Judges a position by its Victory Points."""

    def __init__(self, rules: AgricolaRules) -> None:
        self.machine = rules.machine

    def __call__(self, state: State, seat: Seat) -> float:
        lead = difference(self.machine, state) - EVEN
        if seat ^ state.flip != ROMAN:
            lead = -lead
        return 1.0 / (1.0 + math.exp(-lead / SCALE))
