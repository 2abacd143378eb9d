"""Para Bellum keeps the promises that every game makes."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum import GAME
from ludus.games.para_bellum.ids import FINISH_ORDER, NONE
from ludus.games.para_bellum.state import State
from ludus.kit import suite


def cards(state: State) -> list[int]:
    """Army cards and command cards, wherever they are, without starting cards."""
    army = sum(state.bag) + len(state.bottom)
    commands = sum(state.command_bag) + sum(state.command_discard)
    commands += sum(1 for kind in state.line if kind != NONE)
    commands += sum(1 for frame in state.stack if frame.phase == FINISH_ORDER)
    for player in state.players:
        army += len(player.hand) + len(player.looking)
        army += player.army.bit_count() - (player.colour != NONE)
        commands += len(player.commands) + len(player.perms)
    return [army, commands]


test_kit = suite.kit(GAME, suite.Settings(games=1), skip=("conformance", "words"))
test_conformance = suite.conformance(GAME, games=2)
test_words = suite.words(GAME, silent=("branch", "legion_first", "way"))
test_cards_are_conserved = suite.conserved(GAME, cards)
test_all_golden_seeds = pytest.mark.long(suite.golden_seeds(GAME))
