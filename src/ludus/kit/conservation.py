"""Conservation: something that must stay the same from the first move to the last.

For what the rules' own `check` does not cover, such as the cards of a deck or the coins of a bank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludus.core.chance import SeededRng
from ludus.core.codec import to_json
from ludus.core.game import Box
from ludus.core.protocol import S, V
from ludus.core.table import Table
from ludus.kit.broken import Broken, json_difference
from ludus.kit.policies import POLICIES, Seen
from ludus.kit.random_play import BOUND, random_play
from ludus.kit.tables import settings

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
        policy = POLICIES[STYLES[number % len(STYLES)]]
        table = Table(box, setting.names, setting.options)
        first = to_json(measure(table.state))
        for _ in random_play(table, setting, rng, policy, seen, bound):
            now = to_json(measure(table.state))
            if now != first:
                move = table.moves[-1]
                what = (
                    f"{move.act!r} of seat {move.seat} changed what must stay the same: "
                    f"{json_difference(first, now)}"
                )
                raise Broken(what, f"{box.meta.name}, {setting}", table.record)
