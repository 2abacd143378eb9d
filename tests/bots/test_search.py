"""The search: it is repeatable, hides what is hidden, and uses what it knows."""

from __future__ import annotations

from ludus.bots import SearchBot
from ludus.bots.search import Node, Walk
from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision
from ludus.core.registry import open_box


def first_choice(box: AnyBox, seats: int, prompt: str) -> tuple[object, Decision]:
    """A position of a random game in which somebody is asked this."""
    rules, rng = box.rules, SeededRng(5)
    state = rules.setup(seats, box.options(seats, {}))
    while (decision := rules.decisions(state)[0]).prompt != prompt or len(decision.options) < 2:
        rules.apply(state, decision.seat, pick(decision, rng))
    return state, decision


def test_the_same_seed_gives_the_same_thoughts() -> None:
    box = open_box("cambria")
    state, decision = first_choice(box, 3, "act")
    view = box.rules.view(state, decision.seat)
    ranked = [SearchBot(box, simulations=30).think(view, decision, SeededRng(3)) for _ in range(2)]
    assert ranked[0] == ranked[1]


def test_what_was_found_out_is_used_for_the_next_choice() -> None:
    box = open_box("cambria")
    rules, rng = box.rules, SeededRng(9)
    bot = SearchBot(box, simulations=60)
    state = rules.setup(2, box.options(2, {}))
    reused = 0
    for _ in range(60):
        decision = rules.decisions(state)[0]
        if decision.seat == 0 and len(decision.options) > 1:
            action = bot.choose(rules.view(state, 0), decision, rng)
            assert bot.simulated + bot.reused >= 60
            reused += bot.reused
        else:
            action = pick(decision, rng)
        rules.apply(state, decision.seat, action)
    assert reused > 60


def test_a_tree_of_another_game_is_not_mistaken_for_this_one() -> None:
    box = open_box("cambria")
    bot, rng = SearchBot(box, simulations=20), SeededRng(1)
    for seats in (2, 3):
        state, decision = first_choice(box, seats, "act")
        bot.think(box.rules.view(state, decision.seat), decision, rng)
        assert bot.reused == 0
        assert bot.simulated == 20


def test_nobody_answers_a_choice_that_is_made_beside_theirs() -> None:
    root = Node()
    met = []
    for own in (Node(), Node()):
        walk = Walk(root, 0)
        assert walk.here(0, True) is root
        walk.go(0, own, parallel=True)
        met.append(walk.here(1, False))
        walk.go(1, Node(), parallel=False)
        # Once it is over, the tree goes on from the searcher's own choice.
        assert walk.here(1, False) is own
    assert met[0] is met[1]
    assert met[0] is not root


def test_one_after_the_other_a_choice_does_answer_the_one_before() -> None:
    root, own = Node(), Node()
    walk = Walk(root, 0)
    assert walk.here(0, False) is root
    walk.go(0, own, parallel=False)
    assert walk.here(1, False) is own
