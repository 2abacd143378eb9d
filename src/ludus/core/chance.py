"""Where chance comes from, how a chance decision is answered, and which decision is answered next.

Rules never call this.
"""

from __future__ import annotations

import random
import secrets
from bisect import bisect_right
from collections.abc import Callable, Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, Decision, Rng, Rules, S, Seat, V


class SeededRng:
    """Repeatable chance for simulations, bots and tests; the same on every Python version."""

    __slots__ = ("_random", "_source")

    def __init__(self, seed: int | str) -> None:
        # Mersenne Twister's `random` is guaranteed by Python's documentation, while `randrange`
        # is not; the bias of the product is below 2**-50 for the small ranges of a board game.
        self._source = random.Random(seed)
        self._random = self._source.random

    def below(self, n: int, /) -> int:
        return int(self._random() * n)

    def __reduce__(self) -> tuple[Callable[[tuple[object, ...]], SeededRng], tuple[object]]:
        """Pickled in the middle of its numbers, it goes on with the next one."""
        return seeded_at, (self._source.getstate(),)


def seeded_at(state: tuple[object, ...]) -> SeededRng:
    """The generator that goes on from here; `state` is that of its source."""
    rng = SeededRng(0)
    rng._source.setstate(state)
    return rng


class SystemRng:
    """Unpredictable chance, for games with people."""

    __slots__ = ()

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)


def pick(decision: Decision, rng: Rng) -> Action:
    """One of the options, by the decision's odds."""
    drawn = rng.below(decision.total)
    if decision.weights:
        return decision.options[bisect_right(decision.steps, drawn)]
    return decision.options[drawn]


def random_playout(rules: Rules[S, V], state: S, rng: Rng, limit: int = 100_000) -> int:
    """Play to the end at random, through the ordinary interface; the number of players' decisions.

    Who answers next is up to `next_decision`.
    """
    count = 0
    decide = rules.decisions
    apply = rules.apply
    below = rng.below
    for _ in range(limit):
        decisions = decide(state)
        if not decisions:
            return count
        decision = decisions[0]
        if len(decisions) > 1:
            decision = next_decision(decisions, rng)
        seat: Seat = decision.seat
        if seat >= 0:
            count += 1
        if decision.weights:
            action = pick(decision, rng)
        else:
            action = decision.options[below(decision.total)]
        apply(state, seat, action, None)
    raise AssertionError(f"no end after {limit} moves")


# Who answers next ---------------------------------------------------------------------------------


def next_decision(
    decisions: Sequence[Decision], rng: Rng | None = None, clock_odds: int = 0
) -> Decision:
    """The decision to answer next: chance at once, then the players, the clock only when alone.

    Of several players one is drawn with `rng`; without it the lowest seat answers first. With
    `clock_odds` the clock runs out in one case of that many although others may still act.
    """
    players: list[Decision] = []
    clock: Decision | None = None
    for decision in decisions:
        if decision.seat >= 0:
            players.append(decision)
        elif decision.seat == CHANCE:
            return decision
        else:
            clock = decision
    if clock is not None:
        if not players:
            return clock
        if clock_odds and rng is not None and not rng.below(clock_odds):
            return clock
    if rng is not None:
        return players[rng.below(len(players))]
    first = players[0]
    for decision in players:
        if decision.seat < first.seat:
            first = decision
    return first


def next_for(decisions: Sequence[Decision], seat: Seat) -> Decision | None:
    """What a seat that looks ahead goes on with: chance first, then its own choice."""
    own: Decision | None = None
    for decision in decisions:
        if decision.seat == CHANCE:
            return decision
        if decision.seat == seat:
            own = decision
    return own
