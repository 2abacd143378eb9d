"""Ratings: what results say about strength, in Elo."""

from __future__ import annotations

import math

import pytest

from ludus.lab.ratings import PRIOR, Unconnected, inverse, rate


def test_two_bots_stand_apart_by_the_odds_of_their_games() -> None:
    ratings = rate(("weak", "strong"), [(("weak", "strong"), 10, 100)])
    odds = (90 + PRIOR) / (10 + PRIOR)
    assert ratings["weak"].elo == 0
    assert ratings["weak"].margin == 0
    assert ratings["strong"].elo == pytest.approx(400 * math.log10(odds), abs=1e-6)


def test_more_games_make_a_narrower_interval() -> None:
    few, many = (
        rate(("a", "b"), [(("a", "b"), games * 0.4, games)])["b"].margin for games in (20, 2000)
    )
    assert many < few / 8


def test_who_never_lost_has_a_rating_too() -> None:
    ratings = rate(("a", "b"), [(("a", "b"), 0, 50)])
    assert 600 < ratings["b"].elo < 1000


def test_bots_that_never_met_are_compared_by_way_of_others() -> None:
    results = [(("a", "b"), 200.0, 1000), (("b", "c"), 200.0, 1000)]
    ratings = rate(("a", "b", "c"), results)
    assert ratings["c"].elo == pytest.approx(2 * ratings["b"].elo, rel=1e-6)
    assert ratings["c"].margin > ratings["b"].margin


def test_bots_without_any_common_rival_cannot_be_compared() -> None:
    with pytest.raises(Unconnected):
        rate(("a", "b", "c", "d"), [(("a", "b"), 5, 10), (("c", "d"), 5, 10)])


def test_who_did_not_play_has_no_rating() -> None:
    assert set(rate(("a", "b", "c"), [(("a", "c"), 5, 10)])) == {"a", "c"}


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [3.0, 0.0, 1.0]]
    turned = inverse(matrix)
    product = [
        [sum(matrix[i][k] * turned[k][j] for k in range(3)) for j in range(3)] for i in range(3)
    ]
    for i in range(3):
        assert product[i] == pytest.approx([float(i == j) for j in range(3)], abs=1e-12)
