"""A bot of your own, measured against a built-in one.

A bot is anything with `choose`. It gets the view of its seat, the decision with its options,
and a source of chance; it never sees the position itself. This one plays Cambria by three rules of
thumb and meets the greedy bot.

    python examples/write_a_bot.py --games 200
"""

from __future__ import annotations

import argparse

from ludus.bots import BOTS
from ludus.core.actions import Action
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng
from ludus.games.cambria.view import View
from ludus.lab import Plan, report, simulate


class Thrifty:
    """Rolls rather than passes, takes free roads before it fights, and saves its warriors."""

    LIKES = ("roll", "place", "board", "replace", "sail", "legion", "stay", "end", "pass")

    def __init__(self, box: AnyBox) -> None:
        self._box = box

    def choose(self, view: View, decision: Decision, rng: Rng) -> Action:
        if view.supply[view.viewer] == 0 and any(o.verb == "pass" for o in decision.options):
            return next(option for option in decision.options if option.verb == "pass")
        for verb in self.LIKES:
            fitting = [option for option in decision.options if option.verb == verb]
            if fitting:
                return fitting[rng.below(len(fitting))]
        return decision.options[rng.below(len(decision.options))]


def main() -> None:
    parser = argparse.ArgumentParser(description="Let a bot of your own play the greedy one.")
    parser.add_argument("--games", type=int, default=100)
    BOTS["thrifty"] = Thrifty
    plan = Plan("cambria", 2, ("thrifty", "greedy"), parser.parse_args().games, seed=1).checked()
    for row in report(plan, simulate(plan)).by_bot:
        low, high = row.interval
        print(f"{row.name:8} wins {row.win_share:.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()
