"""The levels that players choose from."""

from __future__ import annotations

import pytest

from ludus.bots.levels import Level, describe


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (Level("greedy", budget=60), "greedy, 60 evaluations"),
        (Level("greedy", budget=1, slips=0.4), "greedy, a glance at each option, 40% slips"),
        (Level("greedy", budget=60, slips=(0.04, 0.35)), "greedy, 60 evaluations, 4% or 35% slips"),
        (Level("search", budget=3, simulations=80), "search, 80 simulations"),
    ],
)
def test_the_work_of_a_level_in_words(level: Level, words: str) -> None:
    assert describe(level) == words
