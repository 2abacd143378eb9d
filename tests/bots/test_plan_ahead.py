"""Trees of own choices and chance: what goes up, what is looked at, what is judged once."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludus.bots.lookahead import SAMPLES
from ludus.bots.plan_ahead import Node, Plan
from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision
from ludus.core.registry import open_box

pytest.importorskip("numpy")


def end(number: int) -> Node:
    return Node(number, [], [])


def test_a_choice_is_worth_its_best_branch_and_chance_the_mean_by_the_odds() -> None:
    rolled = Node(-1, [end(0), end(1)], [3, 1])
    tree = Node(-1, [end(2), rolled], [])
    assert rolled.worth([4.0, 8.0, 0.0]) == pytest.approx(5.0)
    assert tree.worth([4.0, 8.0, 4.9]) == pytest.approx(5.0)
    assert tree.worth([4.0, 8.0, 5.1]) == pytest.approx(5.1)
    assert tree.worth([-9.0, -9.0, -8.0]) == pytest.approx(-8.0)


def test_where_good_choices_lead_is_told_with_its_odds() -> None:
    tree = Node(-1, [Node(-1, [end(0), Node(-1, [end(1), end(2)], [])], [1, 3]), end(3)], [])
    parts: list[tuple[int, float]] = []
    tree.spread([1.0, 0.0, 5.0, 2.0], 1.0, parts)
    assert dict(parts) == pytest.approx({0: 0.25, 2: 0.75})


def asked(box: AnyBox, prompt: str, seed: str) -> tuple[object, Decision]:
    """A position of a random game in which something is asked."""
    rng = SeededRng(seed)
    rules = box.rules
    state = rules.setup(2, box.options(2, {}))
    while True:
        decision = rules.decisions(state)[0]
        if decision.prompt == prompt and len(decision.options) > 1:
            return state, decision
        rules.apply(state, decision.seat, pick(decision, rng), None)


def plan_for(box: AnyBox, seed: int = 1) -> Plan:
    assert box.encoding is not None
    encoding = box.encoding()
    return Plan(box, encoding.pack, encoding.goes_on, SeededRng(seed))


def leaves(tree: Node) -> list[int]:
    if tree.end >= 0:
        return [tree.end]
    return [end for branch in tree.branches for end in leaves(branch)]


def test_every_option_gets_a_tree_and_equal_ends_one_number() -> None:
    box = open_box("para_bellum")
    state, decision = asked(box, "act", "plan")
    plan = plan_for(box)
    trees = plan.options(state, decision, 400)
    assert len(trees) == len(decision.options)
    ends = [end for tree in trees if tree is not None for end in leaves(tree)]
    assert sorted(set(ends)) == list(range(len(plan.rows)))
    assert len(set(plan.rows)) == len(plan.rows) < len(ends)
    assert len(ends) < 3 * 400


def test_a_larger_budget_looks_further_and_a_plan_leaves_the_position_alone() -> None:
    box = open_box("para_bellum")
    state, decision = asked(box, "act", "plan")
    before = box.rules.copy(state)
    sizes = []
    for ends in (1, 40, 400):
        plan = plan_for(box)
        plan.options(state, decision, ends)
        sizes.append(len(plan.rows))
    assert sizes[0] <= len(decision.options) * 3
    assert all(less < more for less, more in pairwise(sizes))
    assert before == state


def test_a_die_is_looked_at_face_by_face() -> None:
    box = open_box("para_bellum")
    state, decision = asked(box, "act", "faces")
    plan = plan_for(box)
    found: list[Node] = []

    def gather(tree: Node) -> None:
        if tree.total:
            found.append(tree)
        for branch in tree.branches:
            gather(branch)

    for tree in plan.options(state, decision, 400):
        if tree is not None:
            gather(tree)
    assert any(node.weights == [1] * 6 for node in found)


def test_outcomes_are_sampled_at_even_distances_in_their_odds() -> None:
    box = open_box("para_bellum")
    _, decision = asked(box, "reveal", "sample")
    assert len(decision.options) > SAMPLES
    for seed in range(40):
        drawn = plan_for(box, seed)._drawn(decision, SAMPLES)
        odds = decision.weights or (1,) * len(decision.options)
        assert drawn == sorted(drawn)
        for index, weight in enumerate(odds):
            # What has more than a sixth of the odds is never missed, what has less comes once.
            share = SAMPLES * weight / decision.total
            assert int(share) <= drawn.count(index) <= int(share) + 1


def test_the_same_luck_gives_the_same_plan() -> None:
    box = open_box("para_bellum")
    state, decision = asked(box, "act", "again")
    first, second = plan_for(box, 7), plan_for(box, 7)
    first.options(state, decision, 60)
    second.options(state, decision, 60)
    assert first.rows == second.rows


def test_a_finished_game_is_an_end_by_its_result() -> None:
    box = open_box("cambria")
    rng = SeededRng("over")
    rules = box.rules
    state = rules.setup(2, box.options(2, {}))
    while True:
        decision = rules.decisions(state)[0]
        if decision.seat >= 0 and len(decision.options) > 1:
            plan = plan_for(box)
            plan.options(state, decision, 20)
            if plan.over:
                break
        rules.apply(state, decision.seat, pick(decision, rng), None)
    number, outcome = plan.over[0]
    assert 0 <= number < len(plan.rows)
    assert len(outcome.ranks) == 2
