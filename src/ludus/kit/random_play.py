"""Random games to check things in: who answers next, and when a game has gone on for too long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.chance import next_decision
from ludus.core.protocol import Decision, Rng, S, V
from ludus.core.table import Table
from ludus.kit.broken import Broken
from ludus.kit.policies import Policy, Seen, even
from ludus.kit.tables import Setting

BOUND = 20_000
"""A game that has to end must do so within this many moves."""
CLOCK_ODDS = 8
"""Where others may act, the clock runs out in one case of this many."""

Play: TypeAlias = Callable[[Decision, Action], object]
"""Makes a move at the table."""


def random_play(
    table: Table[S, V],
    setting: Setting,
    rng: Rng,
    policy: Policy = even,
    seen: Seen | None = None,
    bound: int = BOUND,
    play: Play | None = None,
) -> Iterator[Sequence[Decision]]:
    """Play at the table to the end; yields the decisions at each position, at last none.

    The caller checks the position before the next move is made. `play` makes the moves, if the
    table alone is not enough. Raises Broken if a game that has to end does not within `bound`.
    """
    counts = Seen() if seen is None else seen
    most = setting.most(bound)
    while True:
        decisions = table.decisions()
        yield decisions
        if not decisions:
            return
        if len(table.moves) >= most:
            if setting.endless:
                return
            where = f"{table.box.meta.name}, {setting}"
            raise Broken(f"no end after {bound} moves", where, table.record)
        decision = random_decision(decisions, rng)
        action = policy(table.box.rules, table.state, decision, rng, counts)
        counts.prompts[decision.prompt] += 1
        counts.verbs[action.verb] += 1
        if play is None:
            table.play(decision.seat, action)
        else:
            play(decision, action)


def random_decision(decisions: Sequence[Decision], rng: Rng) -> Decision:
    """Who answers next: chance at once, the clock seldom, else anyone."""
    return next_decision(decisions, rng, CLOCK_ODDS)
