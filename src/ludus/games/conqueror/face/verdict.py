"""Who won, and why."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, seat_bit


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    winners = outcome.winners
    first = order[0]
    key = "shared" if len(winners) > 1 else outcome.decided_by
    parts = [words.say(f"reason.{outcome.reason}")]
    parts.append(
        words.say(
            f"decided.{key}",
            winner=joined([(seat_bit(seat, names[seat]),) for seat in winners]),
            forts=outcome.parts[first]["forts"],
            food=outcome.parts[first]["food"],
            currency=outcome.parts[first]["currency"],
        )
    )
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), forts=outcome.scores[seat])
        for seat in order
        if seat not in winners
    ]
    if rest:
        parts.append(words.say("verdict.rest", places=joined(rest)))
    return joined(parts, " ")
