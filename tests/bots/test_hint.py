"""Advice for people."""

from __future__ import annotations

import pytest

from ludus.bots.hint import advise
from ludus.core.chance import SeededRng, pick
from ludus.core.registry import open_box


@pytest.mark.parametrize("seats", [2, 5])
def test_advice_ranks_all_choices_and_shares_the_win(seats: int) -> None:
    box = open_box("cambria")
    rules, rng = box.rules, SeededRng(8)
    state = rules.setup(seats, box.options(seats, {}))
    while (decision := rules.decisions(state)[0]).prompt != "act":
        rules.apply(state, decision.seat, pick(decision, rng))
    view = rules.view(state, decision.seat)
    found = advise(box, view, decision, rng, clock=False)
    assert {each.action for each in found} == set(decision.options)
    assert found[0].tries == max(each.tries for each in found)
    # Early on nobody is far ahead: everybody has about an equal share.
    assert 0.5 / seats < found[0].worth < 1.8 / seats
