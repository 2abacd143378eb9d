"""How good a position is some moves ahead: dice averaged, own follow-ups played well."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.actions import Action
from ludus.core.chance import next_for, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, Decision, Outcome, Rng, S, Seat

SAMPLES = 6
"""How many outcomes of a chance decision are looked at when not all of them can be."""
FOLLOW_UPS = 8
"""With the budget spent, this many options of a choice are still looked at."""


def result(outcome: Outcome, seat: Seat, teams: Sequence[Sequence[Seat]] = ()) -> float:
    """1 for winning alone or as a team, a share for winning together, else a little for a place."""
    winners = outcome.winners
    if seat in winners:
        sides = sum(any(mate in winners for mate in team) for team in teams)
        return 1.0 / (sides or len(winners))
    return 0.05 / outcome.ranks[seat]


def worth(box: AnyBox, state: S, seat: Seat) -> float:
    """A position as it stands: its result once it is over, the game's evaluation before."""
    outcome = box.rules.outcome(state)
    # A player alone always comes first, so only the game's evaluation tells good from bad.
    if outcome is None or len(outcome.ranks) == 1:
        return box.evaluate(state, seat)
    return result(outcome, seat, box.rules.teams(state))


def whole_of(box: AnyBox, state: S) -> float:
    """What the evaluation gives all sides together: with three or more it is above one win."""
    teams = box.rules.teams(state)
    total = sum(worth(box, state, team[0]) for team in teams)
    return total if len(teams) > 1 and total > 0 else 1.0


def promising(box: AnyBox, state: S, decision: Decision) -> Sequence[Action]:
    """The options to look at: those that the game's shortlist names, or all."""
    if box.shortlist is None or len(decision.options) == 1:
        return decision.options
    found: Sequence[Action] = box.shortlist(state, decision)
    return found


def value(box: AnyBox, state: S, seat: Seat, rng: Rng, budget: int, last: bool = False) -> float:
    """The worth of a position for a seat, spending about `budget` evaluations.

    Looks through chance and the seat's own choices, up to the next choice of somebody else. A
    position in the middle of a move says little, so with the budget spent some options of one more
    choice are looked at; after that (`last`) the position is judged as it is.
    """
    rules = box.rules
    decisions = rules.decisions(state)
    if not decisions:
        return worth(box, state, seat)
    decision = next_for(decisions, seat)
    if decision is None or last:
        return box.evaluate(state, seat)
    if decision.seat == CHANCE:
        return _average(box, state, seat, decision, rng, budget)
    options = promising(box, state, decision)
    share = budget // len(options)
    last = share < 1
    if last and len(options) > max(budget, FOLLOW_UPS):
        options = some(options, max(budget, FOLLOW_UPS), rng)
    best = -1.0
    for action in options:
        after = rules.copy(state)
        rules.apply(after, seat, action, None)
        best = max(best, value(box, after, seat, rng, share, last))
    return best


def some(options: Sequence[Action], count: int, rng: Rng) -> list[Action]:
    """A few of the options, drawn without repeats."""
    left = list(options)
    return [left.pop(rng.below(len(left))) for _ in range(count)]


def _average(box: AnyBox, state: S, seat: Seat, decision: Decision, rng: Rng, budget: int) -> float:
    """Exact over all outcomes where the budget allows, else over a few drawn by their odds."""
    rules = box.rules
    options = decision.options
    total = 0.0
    if budget <= 1:
        return box.evaluate(state, seat)
    if len(options) * FOLLOW_UPS <= budget:
        for index, action in enumerate(options):
            after = rules.copy(state)
            rules.apply(after, CHANCE, action, None)
            weight = decision.weights[index] if decision.weights else 1
            total += weight * value(box, after, seat, rng, budget // len(options))
        return total / decision.total
    count = min(SAMPLES, budget)
    for _ in range(count):
        after = rules.copy(state)
        rules.apply(after, CHANCE, pick(decision, rng), None)
        total += value(box, after, seat, rng, budget // count)
    return total / count
