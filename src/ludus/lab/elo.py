"""Elo ratings fitted to results, by the Bradley and Terry model."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

SCALE: Final = 400 / math.log(10)
ROUNDS: Final = 2000
CLOSE: Final = 1e-9
PRIOR: Final = 0.5
"""Half a win each way between any two who met: nobody is infinitely better after few games."""


def elo(scores: Sequence[Sequence[float]], games: Sequence[Sequence[float]]) -> list[float]:
    """Ratings with mean 0. `scores[a][b]` of `games[a][b]` points went to a against b."""
    count = len(scores)
    points = [[0.0] * count for _ in range(count)]
    played = [[0.0] * count for _ in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b and games[a][b] > 0:
                points[a][b] = scores[a][b] + PRIOR
                played[a][b] = games[a][b] + 2 * PRIOR
    strength = [1.0] * count
    for _ in range(ROUNDS):
        # Minorise and maximise (Hunter 2004): it climbs in every round, from anywhere.
        fresh = []
        for a in range(count):
            won = sum(points[a])
            weight = sum(
                played[a][b] / (strength[a] + strength[b]) for b in range(count) if played[a][b]
            )
            fresh.append(won / weight if weight else strength[a])
        middle = math.exp(sum(map(math.log, fresh)) / count)
        fresh = [value / middle for value in fresh]
        moved = max(abs(new - old) / old for new, old in zip(fresh, strength, strict=True))
        strength = fresh
        if moved < CLOSE:
            break
    return [SCALE * math.log(value) for value in strength]
