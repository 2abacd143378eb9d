"""Plays anything that is offered, all alike."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.protocol import Decision, Rng


class RandomBot:
    """The yardstick: whoever cannot beat it does not play."""

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        return pick(decision, rng)
