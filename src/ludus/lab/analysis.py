"""Analysis of a finished game: chances to win, costly choices, luck.

Every position gets a chance to win for each seat: the game's evaluation, made to add up to one, and
for the seat that is about to act what its best continuation promises. From these follow

- mistakes: what a choice promised less than the best one on offer, by what its seat could know;
- luck: what a roll or draw gave, against the average of all that could have come.

A position before a roll or draw is worth the average of what can come, so luck is fair by its
making: over all outcomes it adds up to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from ludus.bots.greedy import GreedyBot
from ludus.bots.lookahead import value, worth
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, next_for, pick
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Decision, Rng, S, Seat
from ludus.core.record import Record
from ludus.core.table import AnyTable, Table

BUDGET: Final = 48
"""Evaluations for the chance of one position."""
CHOICE_BUDGET: Final = 120
"""Evaluations for comparing the options of one choice."""
OUTCOMES: Final = 12
"""How many outcomes of chance are looked at, when there are more than that."""
NOTABLE: Final = 0.02
"""A choice that costs less than this is not counted as a mistake."""
MOST_MISTAKES: Final = 8


class Point(msgspec.Struct, frozen=True):
    """One move: each seat's chance to win after it, what it cost the mover, what luck it was."""

    number: int
    seat: Seat
    act: str
    chances: tuple[float, ...]
    cost: float = 0.0
    better: str = ""
    """The choice that promised most, where another one was made."""
    luck: tuple[float, ...] = ()
    """Per seat, for a move of chance; empty otherwise."""


class Mistake(msgspec.Struct, frozen=True):
    """A choice that cost more than others: its move, whose it was, and what was better."""

    number: int
    seat: Seat
    act: str
    better: str
    cost: float


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a game."""

    game: str
    names: tuple[str, ...]
    start: tuple[float, ...]
    """The chances before the first move."""
    points: tuple[Point, ...]
    mistakes: tuple[Mistake, ...]
    """The costliest ones, the worst first."""
    lost: tuple[float, ...]
    """Per seat, what all its choices cost together."""
    luck: tuple[float, ...]
    """Per seat, what dice and draws gave or took in all."""
    chance_share: float
    """How much of what decided the game was dice and draws, and not mistakes, from 0 to 1."""


def analyse(box: AnyBox, record: Record, progress: Callable[[int], None] | None = None) -> Analysis:
    """Analyse a game; `progress` is called with the number of moves done."""
    if not record.moves:
        raise BadRequest("there is nothing to analyse: no move has been played")
    # Every move is checked here; below they are only carried out.
    table = Table.replay(box, record)
    study = Study(box, len(table.names))
    rules = box.rules
    state = rules.setup(len(table.names), table.header.options)
    start = before = study.chances(state)
    points: list[Point] = []
    for number, move in enumerate(table.moves, 1):
        action = rules.actions.parse(move.act)
        points.append(study.look(state, before, number, move.seat, action))
        before = points[-1].chances
        if progress is not None:
            progress(number)
    return _summed(box.meta.name, table.names, start, points)


class Study:
    """Judges positions, the same ones always the same way."""

    def __init__(self, box: AnyBox, seats: int) -> None:
        self._box = box
        self._seats = seats
        self._chooser = GreedyBot(box, CHOICE_BUDGET, worlds=2)

    def look(
        self, state: S, before: tuple[float, ...], number: int, seat: Seat, action: Action
    ) -> Point:
        """One move, which is carried out in `state`; `before` are the chances there."""
        rules = self._box.rules
        decision = next((d for d in rules.decisions(state) if d.seat == seat), None)
        assert decision is not None
        cost, better = 0.0, ""
        if seat >= 0 and len(decision.options) > 1:
            cost, better = self._cost(state, decision, action, SeededRng(f"analysis/{number}"))
        rules.apply(state, seat, action, None)
        chances = self.chances(state)
        luck: tuple[float, ...] = ()
        if seat == CHANCE:
            luck = tuple(now - then for now, then in zip(chances, before, strict=True))
        return Point(number, seat, action.text, chances, cost, better, luck)

    def chances(self, state: S, deep: bool = True) -> tuple[float, ...]:
        """Each seat's chance to win; partners have theirs together.

        `deep` looks through a roll or draw that comes next; those after it are not looked through.
        """
        box, rules = self._box, self._box.rules
        decisions = rules.decisions(state)
        if deep and decisions and (roll := next_for(decisions, CHANCE)) is not None:
            return self._average(state, roll)
        teams = rules.teams(state)
        if len(teams) == 1:
            return tuple(worth(box, state, seat) for seat in range(self._seats))
        outcome = rules.outcome(state)
        if outcome is not None:
            raw = [float(any(outcome.ranks[seat] == 1 for seat in team)) for team in teams]
        else:
            raw = [worth(box, state, team[0]) for team in teams]
        total = sum(raw)
        shares = [each / total if total else 1.0 / len(teams) for each in raw]
        mover = _mover(decisions)
        if mover >= 0:
            side = next(index for index, team in enumerate(teams) if mover in team)
            shares = _with(shares, side, self._ahead(state, mover))
        found = [0.0] * self._seats
        for team, share in zip(teams, shares, strict=True):
            for seat in team:
                found[seat] = share
        return tuple(found)

    def _ahead(self, state: S, seat: Seat) -> float:
        """What the position promises a seat that is about to act, in the terms of `chances`."""
        box = self._box
        # The same chance for every position, so that equal ones are judged alike.
        promised = value(box, box.rules.copy(state), seat, SeededRng("ahead"), BUDGET)
        others = sum(
            worth(box, state, team[0]) for team in box.rules.teams(state) if seat not in team
        )
        total = promised + others
        return promised / total if total else 0.0

    def _average(self, state: S, decision: Decision) -> tuple[float, ...]:
        """The chances before a roll or draw: the mean over what can come, by its odds."""
        rng = SeededRng("average")
        options = decision.options
        weights = list(decision.weights) or [1] * len(options)
        if len(options) > OUTCOMES:
            cases = [(pick(decision, rng), 1) for _ in range(OUTCOMES)]
        else:
            cases = list(zip(options, weights, strict=True))
        total = [0.0] * self._seats
        count = 0
        for action, weight in cases:
            after = self._box.rules.copy(state)
            self._box.rules.apply(after, CHANCE, action, None)
            for seat, share in enumerate(self.chances(after, deep=False)):
                total[seat] += weight * share
            count += weight
        return tuple(each / count for each in total)

    def _cost(self, state: S, decision: Decision, action: Action, rng: Rng) -> tuple[float, str]:
        """What a choice promised less than the best one, by what its seat could know."""
        view = self._box.rules.view(state, decision.seat)
        values = self._chooser.values(view, decision, rng)
        best = max(values)
        cost = best - values[list(decision.options).index(action)]
        better = decision.options[values.index(best)].text if cost > 0 else ""
        return cost, better


def _mover(decisions: Sequence[Decision]) -> Seat:
    """The one seat that is about to act; -1 if chance speaks first or several act at once."""
    seats = [decision.seat for decision in decisions if decision.seat != CLOCK]
    return seats[0] if len(seats) == 1 and seats[0] >= 0 else -1


def _with(shares: Sequence[float], index: int, share: float) -> list[float]:
    """The shares with one of them replaced, the others keeping their proportions."""
    rest = 1.0 - shares[index]
    return [
        share if i == index else each * (1.0 - share) / rest if rest else 0.0
        for i, each in enumerate(shares)
    ]


def _summed(
    game: str, names: Sequence[str], start: tuple[float, ...], points: Sequence[Point]
) -> Analysis:
    seats = len(names)
    lost = [0.0] * seats
    luck = [0.0] * seats
    moved = 0.0
    for point in points:
        if point.luck:
            moved += max(map(abs, point.luck))
            luck = [a + b for a, b in zip(luck, point.luck, strict=True)]
        elif point.seat >= 0:
            lost[point.seat] += point.cost
    decided = moved + sum(lost)
    bad = sorted((p for p in points if p.cost >= NOTABLE), key=lambda p: (-p.cost, p.number))
    return Analysis(
        game,
        tuple(names),
        start,
        tuple(points),
        tuple(_mistakes(bad[:MOST_MISTAKES])),
        tuple(lost),
        tuple(luck),
        moved / decided if decided else 0.0,
    )


def _mistakes(points: Sequence[Point]) -> Iterator[Mistake]:
    for point in points:
        yield Mistake(point.number, point.seat, point.act, point.better, point.cost)


def labels(table: AnyTable, mistake: Mistake) -> tuple[str, str]:
    """What was chosen and what was better, in the words that the player read."""
    rules = table.box.rules
    state = table.at(mistake.number - 1)
    decision = next(d for d in rules.decisions(state) if d.seat == mistake.seat)
    view = rules.view(state, mistake.seat)
    words = {
        choice.action.text: choice.label
        for choice in table.box.face.choices(view, decision, table.names)
    }
    return words.get(mistake.act, mistake.act), words.get(mistake.better, mistake.better)
