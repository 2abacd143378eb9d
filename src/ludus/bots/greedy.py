"""Takes what looks best now, by the game's own evaluation."""

from __future__ import annotations

from ludus.bots.lookahead import value
from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng, Seat, V_contra

SLIP_STEPS = 1000


class GreedyBot:
    """One move ahead: its own choices of this turn played out, dice averaged.

    `worlds` is how many positions are drawn that fit the view; `slips` is the share of choices made
    without looking, which makes a kinder opponent.
    """

    def __init__(self, box: AnyBox, budget: int = 120, worlds: int = 1, slips: float = 0.0) -> None:
        self._box = box
        self._budget = budget
        self._worlds = worlds if box.meta.secrets else 1
        self._slips = int(slips * SLIP_STEPS)

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        options = decision.options
        if len(options) == 1:
            return options[0]
        if self._slips and rng.below(SLIP_STEPS) < self._slips:
            return pick(decision, rng)
        totals = self.values(view, decision, rng)
        # Among equals the first one offered: it is the plainer one, and play stays repeatable.
        return options[totals.index(max(totals))]

    def values(self, view: V_contra, decision: Decision, rng: Rng) -> list[float]:
        """What each option promises, between 0 and 1."""
        rules = self._box.rules
        seat: Seat = decision.seat
        totals = [0.0] * len(decision.options)
        share = max(1, self._budget // (self._worlds * len(decision.options)))
        for _ in range(self._worlds):
            world = rules.resample(view, rng)
            for index, action in enumerate(decision.options):
                after = rules.copy(world)
                rules.apply(after, seat, action, None)
                totals[index] += value(self._box, after, seat, rng, share)
        return [total / self._worlds for total in totals]
