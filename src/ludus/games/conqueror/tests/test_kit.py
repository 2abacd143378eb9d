"""What every game is held to."""

import pytest

from ludus.games.conqueror import GAME
from ludus.kit import suite

SETTINGS = suite.Settings(
    games=1,
    effort=suite.Effort(siblings=8, resamples=12),
    # The move that follows says which of several units it was.
    silent=("intends",),
    # The face is checked at all seat counts; for words one will do.
    word_seats=(3,),
)

test_kit = suite.kit(GAME, SETTINGS)
test_all_golden_seeds = pytest.mark.long(suite.golden_seeds(GAME))
