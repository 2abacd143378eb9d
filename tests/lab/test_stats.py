"""Intervals and sums."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.lab.stats import Spread, decided, wilson


def test_wilson_agrees_with_figures_worked_by_hand() -> None:
    """Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(29, 29) == pytest.approx((0.8830, 1.0), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_wilson_holds_the_truth_about_as_often_as_it_says() -> None:
    draw = random.Random(1).random
    held = 0
    for _ in range(1000):
        low, high = wilson(sum(draw() < 0.3 for _ in range(50)), 50)
        held += low <= 0.3 <= high
    assert 930 <= held <= 970


@given(st.lists(st.integers(-50, 500), min_size=2), st.integers(0, 100))
def test_spreads_add_up_in_any_cut(values: list[int], cut: int) -> None:
    whole, one, two = Spread(), Spread(), Spread()
    for index, value in enumerate(values):
        whole.add(value)
        (one if index < cut else two).add(value)
    one.merge(two)
    assert one == whole
    assert whole.mean == pytest.approx(statistics.fmean(values))
    half = 1.959964 * statistics.stdev(values) / len(values) ** 0.5
    assert whole.interval == pytest.approx(
        (statistics.fmean(values) - half, statistics.fmean(values) + half), abs=1e-4
    )
    assert (whole.low, whole.high) == (min(values), max(values))


def test_one_value_has_no_spread() -> None:
    one = Spread()
    assert one.mean == 0.0
    one.add(7)
    assert one.interval == (7.0, 7.0)


def test_a_sequential_test_settles_what_is_plain() -> None:
    """Wald's bounds by hand: ln 19 over ln 7/6 is 19.1 wins, over ln 4/3 10.2 defeats."""
    assert not decided(19, 19)
    assert decided(20, 20)
    assert decided(0, 20)
    assert not decided(13, 20)
    # Neither wins 60 in 100: as many games as both of the tests need.
    assert decided(30, 60)


def test_a_sequential_test_is_seldom_wrong() -> None:
    draw = random.Random(2).random
    wrong = 0
    for _ in range(400):
        won = games = 0
        while not decided(won, games):
            won += draw() < 0.7
            games += 1
        wrong += won < 0.65 * games
    assert wrong <= 30
