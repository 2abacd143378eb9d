"""The search on all games: it fails nowhere, hides what is hidden, and uses what it knows."""

from __future__ import annotations

import pytest

from ludus.bots import SearchBot
from ludus.bots.search import Node, Walk
from ludus.core.chance import SeededRng, next_decision, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision
from ludus.core.registry import all_games, open_box

TABLES = [(name, seats) for name, game in all_games().items() for seats in game.meta.seats]
POSITIONS = 4


def positions(box: AnyBox, seats: int, seed: str, every: int) -> list[tuple[object, Decision]]:
    """Views of choices out of a random game, each with what its seat is asked."""
    rules, rng = box.rules, SeededRng(seed)
    state = rules.setup(seats, box.options(seats, {}))
    found: list[tuple[object, Decision]] = []
    asked = 0
    while owed := rules.decisions(state):
        decision = next_decision(owed, rng)
        if decision.seat >= 0 and len(decision.options) > 1:
            asked += 1
            if asked % every == 0:
                found.append((rules.view(state, decision.seat), decision))
        rules.apply(state, decision.seat, pick(decision, rng))
    return found


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_search_answers_every_game_at_every_seat_count(game: str, seats: int) -> None:
    box = open_box(game)
    all_found = positions(box, seats, f"stress {game} {seats}", every=7)
    found = all_found[:: max(1, len(all_found) // POSITIONS)][:POSITIONS]
    assert found
    bot, rng = SearchBot(box, simulations=4, opening=12), SeededRng(seats)
    for view, decision in found:
        ranked = bot.think(view, decision, rng)
        assert {row[0] for row in ranked} == set(decision.options)
        assert sum(row[1] for row in ranked) >= 4
        assert all(0.0 <= row[2] <= 1.0 for row in ranked)


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
