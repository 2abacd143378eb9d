"""What must stay the same is watched."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.toys import Hands, HandState, hands
from tests.kit.toys.common import toy_game

from ludus.core.protocol import Emit
from ludus.kit import suite
from ludus.kit.broken import Broken
from ludus.kit.conservation import conserved


class LosesCards(Hands):
    """The fourth card that is buried falls under the table."""

    def bury(self, state: HandState, card: int, emit: Emit | None) -> None:
        super().bury(state, card, emit)
        if len(state.bottom) > 3:
            state.bottom.pop()
            state.buried_by.pop()


def cards_and_points(state: HandState) -> int:
    """A played card is worth its number plus one, so the worth of all cards never changes."""
    kinds = range(Hands.KINDS)
    worth = sum((kind + 1) * state.bag[kind] for kind in kinds)
    worth += sum((kind + 1) * hand[kind] for hand in state.hands for kind in kinds)
    return worth + sum(card + 1 for card in state.bottom) + sum(state.points)


def live_list(state: HandState) -> list[int]:
    return state.points


def test_passes_what_is_conserved(tmp_path: Path) -> None:
    conserved(hands(), cards_and_points)
    suite.conserved(toy_game(tmp_path / "hands", hands()), cards_and_points)(2)


def test_catches_a_lost_piece() -> None:
    with pytest.raises(Broken, match=r"'bury:.' of seat . changed what must stay the same"):
        conserved(hands(LosesCards()), cards_and_points, games=20)


def test_a_list_of_the_state_itself_is_compared_with_what_it_was() -> None:
    with pytest.raises(Broken, match=r"'play:.' .* changed what must stay the same: \[.\] is 0 or"):
        conserved(hands(), live_list)
