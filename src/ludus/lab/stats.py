"""Confidence intervals of shares and means."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z95 = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score method; sound near 0 and 1 too."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    z2 = Z95 * Z95
    below = 1 + z2 / trials
    centre = (share + z2 / (2 * trials)) / below
    spread = Z95 / below * math.sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(0.0, centre - spread), min(1.0, centre + spread)


EVEN: Final = 0.6
CLEAR: Final = 0.7
"""A sequential test tells bots that win at least so much from those that win at most the other."""
DOUBT: Final = 0.05
"""How often it may be wrong, either way."""


def decided(points: float, games: int) -> bool:
    """Whether it is settled who of two wins at least CLEAR, or that neither wins more than EVEN.

    Wald's sequential test, for both of them: it may be asked after every game.
    """
    bound = math.log((1 - DOUBT) / DOUBT)
    win, loss = math.log(CLEAR / EVEN), math.log((1 - CLEAR) / (1 - EVEN))
    first = points * win + (games - points) * loss
    second = (games - points) * win + points * loss
    return max(first, second) >= bound or max(first, second) <= -bound


@dataclass(slots=True)
class Spread:
    """Count, sum and squares of whole numbers, so that tallies add up exactly in any order."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: int = 0
    high: int = 0

    def add(self, value: int) -> None:
        self.low = value if not self.count else min(self.low, value)
        self.high = value if not self.count else max(self.high, value)
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Spread) -> None:
        if not other.count:
            return
        self.low = other.low if not self.count else min(self.low, other.low)
        self.high = other.high if not self.count else max(self.high, other.high)
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean, by the normal approximation."""
        mean = self.mean
        if self.count < 2:
            return mean, mean
        # Whole numbers until the last step: no digits are lost however many games there were.
        variance = (self.squares * self.count - self.total * self.total) / (
            self.count * (self.count - 1)
        )
        half = Z95 * math.sqrt(variance / self.count)
        return mean - half, mean + half
