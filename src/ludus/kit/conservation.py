"""Conservation: something that must stay the same from the first move to the last.

For what `check` does not already watch, such as the cards of a deck or the coins of a bank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludus.core.chance import SeededRng
from ludus.core.codec import to_json
from ludus.core.game import Box
from ludus.core.protocol import S, V
from ludus.core.table import Table
from ludus.kit.broken import Broken, json_difference
from ludus.kit.moods import MOODS, Seen, next_decision
from ludus.kit.tables import settings

BOUND = 20_000
STYLES = ("even", "rare", "against_odds")


def conserved(
    box: Box[S, V],
    measure: Callable[[S], object],
    games: int = 3,
    seed: int = 0,
    seats: Iterable[int] | None = None,
    bound: int = BOUND,
) -> None:
    """`measure` of the state is the same all through every random game; raises Broken if not."""
    seen = Seen()
    for number, setting in enumerate(settings(box.meta, games, seats)):
        rng = SeededRng(f"conserved {seed} {number} {setting}")
        mood = MOODS[STYLES[number % len(STYLES)]]
        table = Table(box, setting.names, setting.options)
        first = to_json(measure(table.state))
        for _ in range(bound):
            decisions = table.decisions()
            if not decisions:
                break
            decision = next_decision(decisions, rng)
            action = mood(box.rules, table.state, decision, rng, seen)
            seen.verbs[action.verb] += 1
            table.play(decision.seat, action)
            now = to_json(measure(table.state))
            if now != first:
                what = (
                    f"{action.text!r} of seat {decision.seat} changed what must stay the same: "
                    f"{json_difference(first, now)}"
                )
                raise Broken(what, f"{box.meta.name}, {setting}", table.record)
