"""Advice for people: what the strongest level would choose, and what each choice promises.

It sees what its seat sees and nothing else: like any bot it gets the seat's view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ludus.bots.coach import COMPARE, Reason, purpose
from ludus.bots.levels import SECONDS, THINKING, level_of, net_bot, offered
from ludus.bots.lookahead import whole_of, worth
from ludus.bots.search import SearchBot
from ludus.core.actions import Action
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Rng, S, Seat, V_contra

if TYPE_CHECKING:
    from ludus.bots.net_bot import NetBot

SHOWN: Final = 3
"""How many choices people are shown."""
WORLDS: Final = 8
"""In how many positions that fit the view the others' chances are compared."""


class Advice(NamedTuple):
    """A choice, what it promises (0 for a loss, 1 for a win), and how often it was tried."""

    action: Action
    worth: float
    tries: int
    chances: tuple[float, ...] = ()
    """Each seat's chance to win after it, partners together; only for the choices that are shown,
    and not for somebody who plays alone."""
    reasons: tuple[Reason, ...] = ()
    """What it achieves, by the named terms of the evaluation; for the same choices."""


def advise(
    box: AnyBox, view: V_contra, decision: Decision, rng: Rng, clock: bool = True
) -> list[Advice]:
    """The choices on offer, the best one first; with `clock` within the time of a level."""
    bot = _strongest(box, clock)
    ranked = bot.think(view, decision, rng)
    worlds = [box.rules.resample(view, rng) for _ in range(WORLDS)]
    # A net speaks of chances already; only evaluations have a scale of their own.
    whole = whole_of(box, worlds[0]) if isinstance(bot, SearchBot) else 1.0
    seat = decision.seat
    advice = [Advice(action, min(1.0, found / whole), tries) for action, tries, found in ranked]
    limit = COMPARE if clock else None
    shown = [
        each._replace(
            chances=_chances(box, worlds, seat, each),
            reasons=purpose(box, view, decision, each.action, rng, limit),
        )
        for each in advice[:SHOWN]
    ]
    return [*shown, *advice[SHOWN:]]


def _strongest(box: AnyBox, clock: bool) -> SearchBot | NetBot:
    """Who advises: the master where there is one, else a search with the work of hard."""
    name = offered(box)[-1]
    level = level_of(name, box.meta.name)
    seconds = SECONDS[name] * THINKING if clock else None
    if level.kind == "net":
        return net_bot(level, box, seconds)
    return SearchBot(box, seconds, level.simulations, level.budget, level.worlds)


def _chances(box: AnyBox, worlds: Sequence[S], seat: Seat, advice: Advice) -> tuple[float, ...]:
    """Everybody's chance after a choice: the mover's as found, the rest shared by evaluation."""
    rules = box.rules
    teams = rules.teams(worlds[0])
    if len(teams) < 2:
        return ()
    totals = [0.0] * len(teams)
    for world in worlds:
        after = rules.copy(world)
        rules.apply(after, seat, advice.action, None)
        for index, team in enumerate(teams):
            totals[index] += worth(box, after, team[0])
    mine = next(index for index, team in enumerate(teams) if seat in team)
    rest = sum(totals) - totals[mine]
    chances = [0.0] * sum(map(len, teams))
    for index, team in enumerate(teams):
        others = totals[index] / rest if rest else 1.0 / (len(teams) - 1)
        share = advice.worth if index == mine else (1.0 - advice.worth) * others
        for member in team:
            chances[member] = share
    return tuple(chances)
