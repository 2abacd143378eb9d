"""Places at the end of a game, those included who resigned or ran out of time."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Seat
from ludus.core.table import AnyTable


def last_team(table: AnyTable, forfeited: Sequence[Seat]) -> tuple[Seat, ...] | None:
    """The team that is left when all others have forfeited; None while there are several."""
    if not forfeited:
        return None
    gone = set(forfeited)
    teams = table.box.rules.teams(table.state)
    left = [team for team in teams if any(seat not in gone for seat in team)]
    return left[0] if len(left) == 1 else None


def final_ranks(table: AnyTable, forfeited: Sequence[Seat]) -> tuple[int, ...]:
    """Ranks by the rules, but whoever forfeited comes after all others."""
    winners = last_team(table, forfeited)
    if winners is not None:
        return tuple(1 if seat in winners else 2 for seat in range(table.seats))
    outcome = table.outcome
    if outcome is None:
        return ()
    if not forfeited:
        return tuple(outcome.ranks)
    gone = set(forfeited)
    order = [(seat in gone, rank) for seat, rank in enumerate(outcome.ranks)]
    return tuple(1 + sum(other < mine for other in order) for mine in order)
