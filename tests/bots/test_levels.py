"""The levels that players choose from."""

from __future__ import annotations

import pytest

from ludus.bots.levels import Level, levels_of, told
from ludus.core.registry import games


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
    assert told(level) == words


@pytest.mark.parametrize("game", sorted(games()))
def test_a_higher_level_does_not_look_less_and_slips_less(game: str) -> None:
    levels = levels_of(game)
    order = (levels.easy, levels.medium, levels.hard)
    assert [level.budget for level in order] == sorted(level.budget for level in order)
    assert levels.hard.shares == (0.0,)
    for easy, medium in zip(levels.easy.shares, levels.medium.shares, strict=True):
        assert easy > medium > 0.0
    assert all((level.kind == "search") == (level.simulations > 0) for level in order)
