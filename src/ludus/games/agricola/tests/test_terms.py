"""The named terms of the evaluation."""

from __future__ import annotations

import pytest

from ludus.games.agricola import GAME
from ludus.games.agricola.bot import Evaluation
from ludus.games.agricola.content import load_contents
from ludus.games.agricola.ids import MARCH
from ludus.games.agricola.scenario import load_short
from ludus.games.agricola.state import State
from ludus.games.agricola.view import Agricola
from ludus.kit.terms import check_terms


def test_terms_of_both_sides_make_up_the_lead_and_can_be_said() -> None:
    """But for a March or a battle under way, whose odds count as well."""
    box = GAME.open()
    contents = load_contents(box.pack)
    evaluation = Evaluation(Agricola(contents, load_short(box.pack, contents)))
    looked = 0

    def counted(state: State, seat: int) -> float | None:
        nonlocal looked
        fighting = state.battle is not None and state.battle.winner < 0
        if fighting or (state.stack and state.stack[-1].phase == MARCH):
            return None
        looked += 1
        terms = [evaluation.terms(state, state.flip ^ side) for side in (0, 1)]
        romans, tribes = (sum(term.worth for term in each) for each in terms)
        assert romans - tribes == pytest.approx(evaluation.worth(state))
        return romans if seat == state.flip else tribes

    found = check_terms(box, 2, counted)
    assert looked > 20
    assert found >= {"center", "hope", "force", "danger", "exposed", "points"}
