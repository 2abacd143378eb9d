"""Hadrian's Wall keeps the promises that every game makes."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall import GAME
from ludus.kit import suite
from ludus.kit.leak import Effort

SPARING = Effort(siblings=12, resamples=12, width=4, depth=6)
"""Games are long and most of a table lies open, so few positions are looked at closely."""

SETTINGS = suite.Settings(
    games=1,
    scoring=suite.Scoring(),
    effort=SPARING,
    # Alone, and with neighbours: all words are heard there.
    word_seats=(1, 3),
)

test_kit = suite.kit(GAME, SETTINGS)
test_all_golden_seeds = pytest.mark.long(suite.golden_seeds(GAME))
