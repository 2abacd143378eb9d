"""Who won, and by what."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, seat_bit


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    """Who won and by what; for a player alone, the rank."""
    first = outcome.winners[0]
    winners = joined([(seat_bit(seat, names[seat]),) for seat in outcome.winners], ", ")
    parts = [
        words.say(
            f"decided.{outcome.decided_by}",
            winner=seat_bit(first, names[first]),
            winners=winners,
            points=outcome.scores[first],
        )
    ]
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), points=outcome.scores[seat])
        for seat in order
        if outcome.ranks[seat] > 1
    ]
    if rest:
        parts.append(words.say("verdict.rest", places=joined(rest)))
    return joined(parts, " ")
