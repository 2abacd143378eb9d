"""What every game is tested with."""

from __future__ import annotations

import pytest

from ludus.games.agricola import GAME
from ludus.kit import suite

SILENT = (
    "fire_dice",
    "moves_up",
    "rolled",
    "attrition_dice",
    "landing_over",
    "supply_rolled",
    "in_hand",
)
"""Events that another one tells."""

test_kit = suite.kit(GAME, suite.Settings(games=2, silent=SILENT))
test_all_golden_seeds = pytest.mark.long(suite.golden_seeds(GAME))
