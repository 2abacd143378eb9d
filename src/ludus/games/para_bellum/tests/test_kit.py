"""The kit's promises, at every seat count."""

from __future__ import annotations

from ludus.games.para_bellum import GAME
from ludus.kit import suite

test_conformance = suite.conformance(GAME, games=2)
test_leak = suite.leak(GAME, games=1)
