"""Who won, why the game ended, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, seat_bit
from ludus.games.para_bellum.ids import TEAM_SEATS


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    winners = outcome.winners
    seats = joined([(seat_bit(seat, names[seat]),) for seat in winners], words.text("name.and"))
    points = outcome.scores[winners[0]]
    key = "verdict.one" if len(winners) == 1 else "verdict.many"
    if len(names) == TEAM_SEATS:
        points += outcome.scores[winners[0] ^ 2]
        if len(winners) == 2:
            key = "verdict.team"
    parts = [
        words.say(key, winners=seats, points=points),
        words.say(f"reason.{outcome.reason}"),
    ]
    if outcome.decided_by != "points":
        parts.append(words.say(f"tie.{outcome.decided_by}"))
    return joined(parts, " ")
