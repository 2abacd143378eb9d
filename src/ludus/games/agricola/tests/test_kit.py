"""What every game is tested with."""

from __future__ import annotations

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
