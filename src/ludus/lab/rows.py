"""One row per game: what a table of results holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ludus.core.protocol import Outcome, Seat
from ludus.lab.match import Played
from ludus.lab.plan import Plan

WHOLE: Final = 60
"""A won game in the units that shares are counted in: it divides by every number of winners."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """How one game went. Lists go by seat; `entrants` says which of the plan's bots sat there."""

    game: int
    entrants: tuple[int, ...]
    shares: tuple[int, ...]
    """Wins in sixtieths: a shared first place is a part of a win."""
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    moves: int
    reason: str
    decided_by: str
    troubles: tuple[str, ...] = ()
    """What went wrong with programs and registered bots."""


def row_of(plan: Plan, game: int, played: Played) -> GameRow:
    outcome = played.outcome
    return GameRow(
        game,
        tuple(plan.entrant(game, seat) for seat in range(plan.seats)),
        shares_of(played),
        outcome.ranks,
        outcome.scores,
        played.decisions,
        played.moves,
        outcome.reason,
        outcome.decided_by,
        played.troubles,
    )


def shares_of(played: Played) -> tuple[int, ...]:
    """Each seat's part of the win. A team that wins, wins for each of its seats."""
    winners = winning_teams(played.outcome, played.teams)
    shares = [0] * len(played.outcome.ranks)
    for team in winners:
        for seat in team:
            shares[seat] = WHOLE // len(winners)
    return tuple(shares)


def winning_teams(outcome: Outcome, teams: Sequence[Sequence[Seat]]) -> list[Sequence[Seat]]:
    """The teams of which somebody is in first place."""
    return [team for team in teams if any(outcome.ranks[seat] == 1 for seat in team)]
