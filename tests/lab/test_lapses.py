"""Choices that cost a bot much, as the strongest bot of the game sees them."""

from __future__ import annotations

import pytest

from ludus.cli.lapses import as_text
from ludus.core.chance import SeededRng
from ludus.core.errors import BadRequest
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.lab.lapses import Lapses, Watch, Watcher, judge_for, stops_of, watch_game, watch_games


def test_random_play_has_more_lapses_than_greedy_play() -> None:
    found = [watch_game((Watch("cambria", bot), 0)) for bot in ("random", "greedy:8")]
    for each in found:
        assert each.games == 1
        assert each.choices > 40
    careless, careful = found
    assert careless.stops > 0
    assert careless.early > careful.early
    assert careless.lost / careless.choices > 2 * careful.lost / careful.choices


def test_easy_stops_where_the_net_agrees() -> None:
    """Its evaluation alone would have it pass while much is to be gained."""
    found = watch_games(Watch("cambria", "easy"), 3)
    assert found.stops > 0
    assert found.early == 0
    assert found.costly <= 0.01 * found.choices


def test_games_add_up_and_are_the_same_again() -> None:
    watch = Watch("cambria", "random", seed=4)
    both = watch_games(watch, 2)
    assert both == watch_game((watch, 0)) + watch_game((watch, 1))


def test_what_a_choice_costs() -> None:
    """One choice gives away a third of the game, and stopping 6 in 100 of it."""
    box = open_box("cambria")
    state = box.rules.setup(2, box.options(2, {}))
    rng = SeededRng(3)
    while True:
        decision = box.rules.decisions(state)[0]
        if decision.seat >= 0 and len(decision.options) > 2:
            break
        box.rules.apply(state, decision.seat, decision.options[rng.below(len(decision.options))])
    first, second, third = decision.options[:3]

    def judge(view: object, asked: Decision, rng: object) -> dict[int, float]:
        assert view == box.rules.view(state, decision.seat)
        worth = {first.number: 0.6, second.number: 0.54, third.number: 0.26}
        return {action.number: worth.get(action.number, 0.0) for action in asked.options}

    def watched(stops: tuple[str, ...], *chosen: int) -> Lapses:
        watcher = Watcher(box, judge, stops, "test")
        for number in chosen:
            watcher.on_choice(state, decision, decision.options[number])
        return watcher.found

    careful = watched((first.verb,), 0)
    assert (careful.choices, careful.stops, careful.early, careful.costly) == (1, 1, 0, 0)
    early = watched((second.verb,), 1)
    assert (early.stops, early.early, early.costly) == (1, 1, 0)
    costly = watched((), 0, 2)
    assert (costly.choices, costly.stops, costly.costly) == (2, 0, 1)
    assert costly.lost == pytest.approx(0.34)
    assert "2 choices, 0 of them to stop" in as_text("easy", costly)[0]
    assert "1 choices cost more than 25%: 50.00%" in as_text("easy", costly)[2]


def test_a_game_without_a_net_is_judged_by_a_look_ahead() -> None:
    box = open_box("para_bellum")
    state = box.rules.setup(2, box.options(2, {}))
    rng = SeededRng(1)
    while (decision := box.rules.decisions(state)[0]).seat < 0:
        box.rules.apply(state, decision.seat, decision.options[0])
    view = box.rules.view(state, decision.seat)
    promises = judge_for(box)(view, decision, rng)
    assert set(promises) == {action.number for action in decision.options}
    assert all(0 <= promise <= 1 for promise in promises.values())
    assert "end" in stops_of("para_bellum")


def test_bots_that_there_are_not_are_refused() -> None:
    with pytest.raises(BadRequest, match="unknown bot 'nobody'"):
        watch_games(Watch("cambria", "nobody"), 1)
