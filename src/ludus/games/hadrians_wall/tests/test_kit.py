"""What every game of the house is tested with."""

from __future__ import annotations

from ludus.games.hadrians_wall import GAME
from ludus.kit import suite

test_conformance = suite.conformance(GAME, games=1, by_points=True)
test_leak = suite.leak(GAME, games=1)
test_clauses = suite.clauses(GAME)
