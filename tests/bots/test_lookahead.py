"""The worth of finished games."""

from __future__ import annotations

import pytest

from ludus.bots.lookahead import result
from ludus.core.protocol import Outcome


@pytest.mark.parametrize(
    ("ranks", "seat", "worth"),
    [((1, 2, 3), 0, 1.0), ((1, 1, 3), 1, 0.5), ((1, 2, 3), 1, 0.025), ((2, 3, 1), 1, 0.05 / 3)],
)
def test_result_rewards_the_win_first_and_the_place_a_little(
    ranks: tuple[int, ...], seat: int, worth: float
) -> None:
    outcome = Outcome((0,) * len(ranks), ranks, "end")
    assert result(outcome, seat) == pytest.approx(worth)


def test_a_team_wins_as_one() -> None:
    outcome = Outcome((0, 0, 0, 0), (1, 3, 1, 3), "end")
    assert result(outcome, 2, ((0, 2), (1, 3))) == pytest.approx(1.0)
    shared = Outcome((0, 0, 0, 0), (1, 1, 1, 1), "end")
    assert result(shared, 3, ((0, 2), (1, 3))) == pytest.approx(0.5)
