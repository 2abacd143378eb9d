"""The named terms of the evaluation."""

from __future__ import annotations

from ludus.games.para_bellum import GAME
from ludus.games.para_bellum.bot import Evaluation
from ludus.games.para_bellum.content import load_catalog
from ludus.games.para_bellum.view import ParaBellum
from ludus.kit.terms import check_terms


def test_terms_add_up_and_can_be_said() -> None:
    box = GAME.open()
    evaluation = Evaluation(ParaBellum(load_catalog(box.pack)))
    found = check_terms(box, 4, evaluation.worth)
    assert found == {"points", "colours", "means", "rows", "objectives"}


def test_what_a_rival_holds_in_secret_has_no_words_for_others() -> None:
    words = GAME.open().face.words
    assert "term.points.done" in words
    for hidden in ("means", "rows", "objectives"):
        assert f"term.{hidden}.done" not in words
