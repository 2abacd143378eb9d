"""Cambria keeps the promises that every game makes."""

from __future__ import annotations

import pytest

from ludus.games.cambria import GAME
from ludus.games.cambria.ids import WARRIORS
from ludus.games.cambria.state import State
from ludus.kit import suite


def warriors(state: State) -> list[int]:
    """Warriors per player, wherever they are."""
    return [
        state.supply[player] + state.held[player].bit_count() + state.aboard.count(player)
        for player in range(state.players)
    ]


test_kit = suite.kit(GAME, skip=("conformance",))
test_conformance = suite.conformance(GAME, games=4, scoring=suite.Scoring(beside=("tokens",)))
test_all_golden_seeds = pytest.mark.long(suite.golden_seeds(GAME))
test_warriors_are_conserved = suite.conserved(GAME, warriors)


def test_every_player_has_the_same_warriors() -> None:
    rules = GAME.open().rules
    state = rules.setup(2, GAME.open().options(2, {}))
    assert warriors(state) == [WARRIORS] * 3
