"""Where chance comes from, and how a chance decision is answered. Rules never call this."""

from __future__ import annotations

import random
import secrets
from bisect import bisect_right
from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.protocol import CHANCE, CLOCK, Decision, Rng, Rules, S, Seat, V


class SeededRng:
    """Repeatable chance for simulations, bots and tests; the same on every Python version."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str) -> None:
        # Mersenne Twister's `random` is fixed for ever by Python's documentation, while `randrange`
        # is not; the bias of the product is below 2**-50 for the small ranges of a board game.
        self._random = random.Random(seed).random

    def below(self, n: int, /) -> int:
        return int(self._random() * n)


class SystemRng:
    """Chance that nobody can foresee, for tables with people at them."""

    __slots__ = ()

    def below(self, n: int, /) -> int:
        return secrets.randbelow(n)


def pick(decision: Decision, rng: Rng) -> Action:
    """One of the options, by the decision's odds."""
    drawn = rng.below(decision.total)
    if decision.weights:
        return decision.options[bisect_right(decision.steps, drawn)]
    return decision.options[drawn]


def random_playout(
    rules: Rules[S, V], state: S, rng: Rng, limit: int = 100_000, clock: bool = False
) -> int:
    """Play to the end at random, through the ordinary interface; the number of players' decisions.

    The clock stays silent unless asked for, or unless nobody else can act. Where several seats owe
    a choice, one of them is drawn.
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
            decision = _one_of(decisions if clock else waking(decisions), rng)
        seat: Seat = decision.seat
        if seat >= 0:
            count += 1
        if decision.weights:
            action = pick(decision, rng)
        else:
            action = decision.options[below(decision.total)]
        apply(state, seat, action, None)
    raise AssertionError(f"no end after {limit} moves")


def _one_of(decisions: Sequence[Decision], rng: Rng) -> Decision:
    for decision in decisions:
        if decision.seat == CHANCE:
            return decision
    return decisions[rng.below(len(decisions))]


def waking(decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions without the clock's, unless only the clock is left."""
    awake = [decision for decision in decisions if decision.seat != CLOCK]
    return awake or list(decisions)
