"""The named terms of the evaluation."""

from __future__ import annotations

from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.bot import Evaluation
from ludus.games.hadrians_wall.content import load_board
from ludus.games.hadrians_wall.view import HadriansWall
from ludus.kit.terms import check_terms


def test_terms_add_up_and_can_be_said() -> None:
    box = GAME.open()
    evaluation = Evaluation(HadriansWall(load_board(box.pack)))
    found = check_terms(box, 2, evaluation.worth)
    assert found >= {"attribute", "path", "disdain", "defence", "income", "boxes", "stock"}
