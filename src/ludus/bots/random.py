"""Plays any option, all equally likely."""

from __future__ import annotations

from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.protocol import Decision, Rng


class RandomBot:
    """The baseline that every other bot must beat."""

    def choose(self, view: object, decision: Decision, rng: Rng) -> Action:
        return pick(decision, rng)
