"""Ratings from results: the Bradley-Terry model, in the units of Elo.

A bot that is rated 400 points above another is expected to win ten games for each it loses. The
fit finds the ratings under which the results are likeliest; to every pair that met half a win each
way is added, so that a bot that never lost has a rating too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludus.lab.stats import Z95

PER_LOGIT: Final = 400.0 / math.log(10.0)
PRIOR: Final = 0.5
"""Wins added to both sides of every pair that met."""
ROUNDS: Final = 200
CLOSE: Final = 1e-9
NOTHING: Final = 1e-12


class Unconnected(ValueError):
    """The results say nothing about how some bots compare."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's Elo above the first bot on the list, with half the width of its 95 % interval."""

    elo: float
    margin: float


def rate(
    bots: Sequence[str], results: Sequence[tuple[tuple[str, str], float, int]]
) -> dict[str, Rating]:
    """Ratings of the bots; `results` are pairs, the first one's wins, and games.

    The first bot that met another has 0; a bot that met none has no rating.
    """
    met = [name for name in bots if any(name in pair for pair, _, _ in results)]
    place = {name: index for index, name in enumerate(met)}
    logits = [0.0] * len(met)
    covariance: list[list[float]] = []
    for _ in range(ROUNDS):
        slope, curve = _slopes(logits, place, results)
        covariance = inverse([row[1:] for row in curve[1:]])
        step = [sum(a * b for a, b in zip(row, slope[1:], strict=True)) for row in covariance]
        for index, change in enumerate(step, 1):
            # Newton steps can overshoot far from the maximum.
            logits[index] += max(-1.0, min(1.0, change))
        if max((abs(change) for change in step), default=0.0) < CLOSE:
            break
    errors = [0.0, *(math.sqrt(covariance[i][i]) for i in range(len(met) - 1))]
    return {
        name: Rating(PER_LOGIT * logits[i], PER_LOGIT * Z95 * errors[i])
        for i, name in enumerate(met)
    }


def _slopes(
    logits: Sequence[float],
    place: dict[str, int],
    results: Sequence[tuple[tuple[str, str], float, int]],
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the log-likelihood, and its negated Hessian."""
    size = len(logits)
    slope = [0.0] * size
    curve = [[0.0] * size for _ in range(size)]
    for (first, second), wins, games in results:
        a, b = place[first], place[second]
        expected = 1.0 / (1.0 + math.exp(logits[b] - logits[a]))
        count = games + 2 * PRIOR
        off = wins + PRIOR - count * expected
        slope[a] += off
        slope[b] -= off
        weight = count * expected * (1.0 - expected)
        curve[a][a] += weight
        curve[b][b] += weight
        curve[a][b] -= weight
        curve[b][a] -= weight
    return slope, curve


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small matrix, by elimination with pivots."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        if abs(rows[pivot][column]) < NOTHING:
            raise Unconnected("some bots never met, even by way of others")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [value / lead for value in rows[column]]
        for index in range(size):
            if index != column and (factor := rows[index][column]):
                rows[index] = [
                    value - factor * base
                    for value, base in zip(rows[index], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
