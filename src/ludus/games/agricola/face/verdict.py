"""Who won, why the game ended, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, seat_bit


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    winner = outcome.winners[0]
    roman = 0 if "roman_centers" in outcome.parts[0] else 1
    return joined(
        [
            words.say(f"reason.{outcome.reason}"),
            words.say(
                f"decided.{outcome.decided_by}",
                winner=seat_bit(winner, names[winner]),
                roman=outcome.scores[roman],
                tribes=outcome.scores[1 - roman],
            ),
        ],
        " ",
    )
