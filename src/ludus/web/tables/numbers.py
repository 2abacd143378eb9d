"""Numbers of decisions, so that a late answer is never taken for an answer to a new question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ludus.core.protocol import Decision, Seat
from ludus.web.tables.step import Step

Offer: TypeAlias = tuple[str, Sequence[object]] | None
"""A seat's decision as far as its number depends on it: the prompt and the options."""


class DecisionNumbers:
    """Gives each decision a number per seat: the log row that brought it up.

    Numbers only rise, undo or not; and they rise for one seat at a time, so players who act in
    parallel do not get into each other's way. `numbers` is the list that is stored with the table.
    """

    def __init__(self, numbers: list[int], decisions: Sequence[Decision]) -> None:
        self._numbers = numbers
        self._offers = self._offered(decisions)

    def __getitem__(self, seat: Seat) -> int:
        return self._numbers[seat]

    def update(self, step: Step, decisions: Sequence[Decision]) -> list[Seat]:
        """Renumber what has changed; returns the seats that have to choose anew."""
        before, self._offers = self._offers, self._offered(decisions)
        newly = []
        for seat, offer in enumerate(self._offers):
            if offer != before[seat] or step.moved == seat or step.undone:
                self._numbers[seat] = step.rows
            if offer is not None and before[seat] is None:
                newly.append(seat)
        return newly

    def _offered(self, decisions: Sequence[Decision]) -> list[Offer]:
        offers: list[Offer] = [None] * len(self._numbers)
        for decision in decisions:
            if decision.seat >= 0:
                offers[decision.seat] = (decision.prompt, decision.options)
        return offers
