"""What tournaments and ladders share: every bot meets every other, and ratings follow the results.

They differ in how a game is scored and who sits where; see `tournament` and `ladder`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ludus.core.errors import BadRequest
from ludus.lab.ratings import Rating, rate
from ludus.lab.stats import wilson

Pair: TypeAlias = tuple[str, str]


class PairResult(NamedTuple):
    """What the first bot of a pair scored against the second: 1 for a game that it won."""

    pair: Pair
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class PairScore:
    """A bot against another: its part of the points with the 95 % interval."""

    first: str
    second: str
    share: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, result: PairResult) -> PairScore:
        (first, second), points, games = result
        # With ties and middle places the interval is wider than it need be, never narrower.
        low, high = wilson(points, games)
        return cls(first, second, points / games, low, high, games)

    def reversed(self) -> PairScore:
        """The same from the other side."""
        return PairScore(
            self.second, self.first, 1 - self.share, 1 - self.high, 1 - self.low, self.games
        )


def pairs_of(bots: Sequence[str]) -> list[Pair]:
    """Every pair of bots, the one listed first in front."""
    return list(combinations(bots, 2))


def check_round_robin(what: str, bots: Sequence[str], seats: int) -> None:
    """An error if these bots cannot meet; `what` they are to play is named in it."""
    if len(set(bots)) < len(bots) or len(bots) < 2:
        raise BadRequest(f"a {what} needs two bots or more, each named once")
    if seats < 2:
        raise BadRequest(f"a {what} needs two seats or more")


def ratings_of(bots: Sequence[str], results: Sequence[PairResult]) -> dict[str, Rating]:
    """The ratings that fit the results best."""
    return rate(bots, [(result.pair, result.points, result.games) for result in results])
