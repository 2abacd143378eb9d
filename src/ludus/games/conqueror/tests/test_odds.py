"""The odds of a battle, counted again from all pairs of rolls."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from ludus.games.conqueror.ids import FACE_ODDS, FACES
from ludus.games.conqueror.mechanics.odds import ROLLED, counted, percents


@pytest.mark.clause("conqueror.battle.14")
@pytest.mark.parametrize("lead", range(-5, 6))
def test_every_pair_of_rolls_is_won_drawn_or_lost(lead: int) -> None:
    sides = [face for face, odds in zip(FACES, FACE_ODDS, strict=True) for _ in range(odds)]
    assert list(ROLLED) == sides and len(sides) == 6
    ends = Counter((lead + a > b) - (lead + a < b) for a, b in product(sides, repeat=2))
    found = ends[1], ends[0], ends[-1]
    assert counted(lead) == found and sum(found) == 36
    win, draw, lost = percents(lead)
    assert win + draw + lost == 100
    assert (win, draw) == (round(100 * ends[1] / 36), round(100 * ends[0] / 36))
    assert abs(lost - 100 * ends[-1] / 36) <= 1


def test_dice_that_lie_already_are_counted_as_they_lie() -> None:
    high, low = max(FACES), min(FACES)
    assert counted(0, (high,), (low,)) == (1, 0, 0)
    assert counted(0, (low,), (high,)) == (0, 0, 1)
    assert counted(high - low, (low,), (high,)) == (0, 1, 0)
    assert sum(counted(0, (low,))) == 6
