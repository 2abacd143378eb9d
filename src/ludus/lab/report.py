"""A simulation's tally as a report: shares and means with their 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.lab.simulate import WHOLE, Plan, Tally
from ludus.lab.stats import Spread, wilson


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval, and the least and most that was seen."""

    mean: float
    interval: tuple[float, float]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Row:
    """How one bot, or one seat, fared. A shared first place counts as a part of a win."""

    name: str
    win_share: float
    interval: tuple[float, float]
    score: Mean


@dataclass(frozen=True, slots=True)
class Report:
    """What the games showed. The same plan gives the same report, whatever ran it."""

    game: str
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    games: int
    seed: int
    by_bot: tuple[Row, ...]
    by_seat: tuple[Row, ...]
    decisions: Mean
    moves: Mean
    ended_by: dict[str, int]


def report(plan: Plan, tally: Tally) -> Report:
    """The report on a checked plan."""
    return Report(
        game=plan.game,
        seats=plan.seats,
        options=dict(plan.options),
        bots=plan.bots,
        games=tally.games,
        seed=plan.seed,
        by_bot=tuple(
            _row(name, tally.bot_shares[index], tally.games, tally.bot_scores[index])
            for index, name in enumerate(entrant_names(plan.bots))
        ),
        by_seat=tuple(
            _row(str(seat + 1), tally.seat_shares[seat], tally.games, tally.seat_scores[seat])
            for seat in range(plan.seats)
        ),
        decisions=_mean(tally.decisions),
        moves=_mean(tally.moves),
        ended_by=dict(sorted(tally.reasons.items())),
    )


def entrant_names(bots: tuple[str, ...]) -> list[str]:
    """The bots' names, numbered where one plays twice."""
    return [
        name if bots.count(name) == 1 else f"{name} {bots[: index + 1].count(name)}"
        for index, name in enumerate(bots)
    ]


def _row(name: str, share: int, games: int, scores: Spread) -> Row:
    wins = share / WHOLE
    return Row(name, wins / games, wilson(wins, games), _mean(scores))


def _mean(spread: Spread) -> Mean:
    return Mean(spread.mean, spread.interval, spread.low, spread.high)
