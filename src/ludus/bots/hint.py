"""Advice for people: what the strongest level would choose, and what each choice promises.

It sees what its seat sees and nothing else: like any bot it gets the seat's view.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ludus.bots.levels import SECONDS, THINKING, level_of
from ludus.bots.lookahead import worth
from ludus.bots.search import SearchBot
from ludus.core.actions import Action
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng, S, V_contra

SHOWN: Final = 3
"""How many choices people are shown."""


class Advice(NamedTuple):
    """A choice, what it promises (0 for a loss, 1 for a win), and how often it was tried."""

    action: Action
    worth: float
    tries: int


def advise(
    box: AnyBox, view: V_contra, decision: Decision, rng: Rng, clock: bool = True
) -> list[Advice]:
    """The choices on offer, the best one first; with `clock` within the time of the hard level."""
    level = level_of("hard", box.meta.name)
    seconds = SECONDS["hard"] * THINKING if clock else None
    bot = SearchBot(box, seconds, level.simulations, level.budget, level.worlds)
    ranked = bot.think(view, decision, rng)
    whole = _whole(box, box.rules.resample(view, rng))
    return [Advice(action, min(1.0, found / whole), tries) for action, tries, found in ranked]


def _whole(box: AnyBox, state: S) -> float:
    """What the evaluation gives all sides together; with three or more it is more than one win."""
    teams = box.rules.teams(state)
    total = sum(worth(box, state, team[0]) for team in teams)
    return total if len(teams) > 1 and total > 0 else 1.0
