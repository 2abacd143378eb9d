"""Who won, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, seat_bit
from ludus.games.cambria.face.names import DUMMY_MARK


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    first, second = order[0], order[1]
    parts = [words.say("verdict.reason", reason=words.text(f"reason.{outcome.reason}"))]
    parts.append(
        words.say(
            f"decided.{outcome.decided_by}",
            winner=seat_bit(first, names[first]),
            points=outcome.scores[first],
            tokens=outcome.parts[first]["tokens"],
            other=outcome.parts[second]["tokens"],
        )
    )
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), points=outcome.scores[seat])
        for seat in order[1:]
    ]
    parts.append(words.say("verdict.rest", places=joined(rest)))
    if "dummy" in outcome.others:
        points = outcome.others["dummy"]
        key = "verdict.dummy_ahead" if points > outcome.scores[first] else "verdict.dummy"
        dummy = seat_bit(DUMMY_MARK, words.text("name.dummy"))
        parts.append(words.say(key, dummy=dummy, points=points))
    return joined(parts, " ")
