"""Hadrian's Wall keeps the promises that every game makes."""

from __future__ import annotations

from ludus.games.hadrians_wall import GAME
from ludus.kit import suite
from ludus.kit.leak import Effort

SPARING = Effort(siblings=12, dreams=12, width=4, depth=6)
"""Games are long and most of a table lies open, so few positions are looked at closely."""

test_conformance = suite.conformance(GAME, games=1, scoring=suite.Scoring())
test_leak = suite.leak(GAME, games=1, effort=SPARING)
test_face = suite.face(GAME, games=1)
# Alone, and with neighbours: all words are heard there.
test_words = suite.words(GAME, games=1, seats=(1, 3))
test_perft = suite.perft(GAME)
test_golden = suite.golden(GAME)
test_clauses = suite.clauses(GAME)
