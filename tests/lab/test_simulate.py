"""Simulations: the same from a seed, fair to seats, and small."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from ludus.core.errors import BadRequest
from ludus.core.protocol import Outcome
from ludus.lab.report import entrant_names, report
from ludus.lab.rows import row_of
from ludus.lab.simulate import WHOLE, Plan, Played, Tally, simulate

THREE = Plan("cambria", 3, ("greedy", "random", "random"), 8, seed=5).checked()


def test_the_same_from_a_seed_whatever_the_number_of_jobs() -> None:
    alone = simulate(THREE)
    assert simulate(THREE) == alone
    assert simulate(THREE, jobs=3) == alone
    assert report(THREE, alone).games == 8


def test_another_seed_gives_other_games() -> None:
    other = Plan("cambria", 3, ("greedy", "random", "random"), 8, seed=6)
    assert simulate(other) != simulate(THREE)


def test_the_first_games_do_not_depend_on_how_many_follow() -> None:
    plans = [Plan("cambria", 2, ("random",), games, seed=1) for games in (4, 600)]
    seen: list[list[int]] = [[], []]
    for plan, told in zip(plans, seen, strict=True):
        tally = simulate(plan, progress=told.append)
        assert tally.games == plan.games
    assert seen[0] == [1, 2, 3, 4]
    assert seen[1][-1] == 600


def test_every_game_has_one_win_to_share() -> None:
    tally = simulate(THREE)
    assert sum(tally.bot_shares) == sum(tally.seat_shares) == THREE.games * WHOLE
    assert sum(tally.reasons.values()) == tally.decisions.count == THREE.games


def test_bots_change_seats_from_game_to_game_unless_told_not_to() -> None:
    assert [THREE.entrant(0, seat) for seat in range(3)] == [0, 1, 2]
    assert [THREE.entrant(1, seat) for seat in range(3)] == [1, 2, 0]
    still = Plan("cambria", 3, ("random",), 1, rotate=False)
    assert [still.entrant(5, seat) for seat in range(3)] == [0, 1, 2]


def test_shared_wins_and_teams() -> None:
    plan = Plan("cambria", 4, ("random",), 1, rotate=False)
    alone: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (3,))
    tally = Tally.empty(4)
    tally.add(row_of(plan, 0, Played(Outcome((5, 5, 1, 0), (1, 1, 3, 4), "end"), alone, 3, 4)))
    assert tally.seat_shares == [WHOLE // 2, WHOLE // 2, 0, 0]
    tally = Tally.empty(4)
    pairs: tuple[tuple[int, ...], ...] = ((0, 2), (1, 3))
    tally.add(row_of(plan, 0, Played(Outcome((5, 3, 5, 3), (1, 2, 1, 2), "end"), pairs, 3, 4)))
    assert tally.seat_shares == [WHOLE, 0, WHOLE, 0]


def test_greedy_beats_random_clearly() -> None:
    plan = Plan("cambria", 2, ("greedy", "random"), 14, seed=2).checked()
    low, _ = report(plan, simulate(plan)).by_bot[0].interval
    assert low > 0.5


def test_a_bot_that_plays_twice_is_numbered() -> None:
    assert entrant_names(("a", "b", "a")) == ["a 1", "b", "a 2"]


def test_plans_of_a_game_share_one_opened_box() -> None:
    """Content opened anew for every simulation left the process larger each time."""
    assert Plan("cambria", 2, ("random",), 1).open() is Plan("cambria", 3, ("random",), 9).open()


def test_memory_does_not_grow_with_the_games() -> None:
    plan = Plan("cambria", 4, ("random",), 60).checked()
    simulate(plan)
    tracemalloc.start()
    try:
        simulate(plan)
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for seed in range(3):
            simulate(Plan("cambria", 4, ("random",), 60, seed=seed))
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert grown < 50_000


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan("cambria", 3, ("random", "random"), 1), "2 bots for 3 seats"),
        (Plan("cambria", 3, ("random",), 0), "0 games"),
        (Plan("cambria", 6, ("random",), 1), "2 to 5 players"),
        (Plan("cambria", 2, ("nobody",), 1), "unknown bot 'nobody'"),
        (Plan("chess", 2, ("random",), 1), "unknown game 'chess'"),
        (Plan("cambria", 2, ("random",), 1, options={"x": "y"}), "unknown option 'x'"),
    ],
)
def test_what_cannot_be_played_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        simulate(plan)
