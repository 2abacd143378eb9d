"""What every game is tested with."""

from __future__ import annotations

from ludus.games.agricola import GAME
from ludus.kit import suite

SILENT = ("fire_dice", "moves_up", "rolled", "attrition_dice", "landing_over", "supply_rolled")
"""Events that another one tells."""

test_conformance = suite.conformance(GAME, games=2)
test_leak = suite.leak(GAME, games=2)
test_face = suite.face(GAME, games=2)
test_golden = suite.golden(GAME)
test_perft = suite.perft(GAME)
test_words = suite.words(GAME, games=2, silent=SILENT)
