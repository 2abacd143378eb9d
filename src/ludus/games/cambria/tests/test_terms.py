"""The named terms of the evaluation."""

from __future__ import annotations

import pytest

from ludus.games.cambria import GAME
from ludus.games.cambria.bot import Evaluation
from ludus.games.cambria.content import load_boards
from ludus.games.cambria.view import Cambria
from ludus.kit.terms import check_terms


@pytest.mark.parametrize("seats", [2, 4])
def test_terms_add_up_and_can_be_said(seats: int) -> None:
    """Also beside the dummy of two players."""
    box = GAME.open()
    evaluation = Evaluation(Cambria(load_boards(box.pack)))
    found = check_terms(box, seats, lambda state, seat: evaluation.worth(state)[seat])
    assert found >= {"supply", "boats", "lead", "level", "present", "taken"}
