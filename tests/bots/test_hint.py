"""Advice for people."""

from __future__ import annotations

import pytest

from ludus.bots.hint import SHOWN, advise
from ludus.bots.levels import level_of
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
    for each in found[:SHOWN]:
        assert sum(each.chances) == pytest.approx(1.0)
        assert each.chances[decision.seat] == each.worth
        assert min(each.chances) >= 0.0
    assert not any(each.chances for each in found[SHOWN:])


def test_advice_where_the_hard_level_does_not_search() -> None:
    """Then nothing is tried out, and the choices stand in the order of what they promise."""
    box = open_box("para_bellum")
    assert level_of("hard", "para_bellum").kind == "greedy"
    rules, rng = box.rules, SeededRng(4)
    state = rules.setup(2, box.options(2, {}))
    while (decision := rules.decisions(state)[0]).seat < 0 or len(decision.options) < 6:
        rules.apply(state, decision.seat, pick(decision, rng))
    found = advise(box, rules.view(state, decision.seat), decision, rng, clock=False)
    assert {each.action for each in found} == set(decision.options)
    worths = [each.worth for each in found]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[-1]
