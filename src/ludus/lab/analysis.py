"""Analysis of a finished game: chances to win, costly choices, luck.

Every position gets a chance to win for each seat: the game's evaluation, made to add up to one, and
for the seat that is about to act what its best continuation promises. From these follow

- mistakes: how much less a choice promised than the best one, as far as its seat could know;
- luck: what a roll or draw gave, against the average of all that could have come.

A position before a roll or draw is worth the average of what can come, so luck is fair by its
making: over all outcomes it adds up to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

import msgspec

from ludus.bots.greedy import GreedyBot
from ludus.bots.lookahead import value, whole_of, worth
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, next_for, pick
from ludus.core.errors import BadRequest
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Decision, Rng, S, Seat
from ludus.core.record import Record
from ludus.core.table import AnyTable, Table
from ludus.core.text import Sentence, joined

BUDGET: Final = 48
"""Evaluations for the chance of one position."""
CHOICE_BUDGET: Final = 120
"""Evaluations for comparing the options of one choice."""
OUTCOMES: Final = 12
"""How many outcomes of chance are looked at, when there are more than that."""
NOTABLE: Final = 0.02
"""A choice that costs less than this is not counted as a mistake."""
MOST_MISTAKES: Final = 8
TRIALS: Final = 5
"""How often a mistake is looked at again before it is told."""
TRIAL_BUDGET: Final = 240
"""Evaluations for each of these looks."""
SURE: Final = 2.0
"""How many standard errors a mistake must stand above nothing."""
MOST_TURNING_POINTS: Final = 3
REAL_CHOICE: Final = 4
"""Among so many options the best one has to be found."""


class Point(msgspec.Struct, frozen=True):
    """One move: each seat's chance to win after it, what it cost the mover, what luck it was."""

    number: int
    seat: Seat
    act: str
    chances: tuple[float, ...]
    cost: float = 0.0
    better: str = ""
    """The choice that promised most, where another one was made."""
    gap: float = 0.0
    """What the second best choice promised less, where the best one was made."""
    second: str = ""
    stake: float = 0.0
    """What the middle one of the options promised less than the best."""
    luck: tuple[float, ...] = ()
    """Per seat, for a move of chance; empty otherwise."""


class Mistake(msgspec.Struct, frozen=True):
    """A choice that cost more than others: its move, whose it was, and what was better."""

    number: int
    seat: Seat
    act: str
    better: str
    cost: float
    before: float
    """The seat's chance to win with the better choice."""
    after: float
    """The seat's chance with the choice that was made."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A choice that mattered: a mistake, or the one good choice where others were much worse."""

    number: int
    seat: Seat
    act: str
    other: str
    """What was better, or what was second best."""
    chance: float
    """The seat's chance to win with what was chosen."""
    other_chance: float

    @property
    def swing(self) -> float:
        """What the choice gained or lost against the other."""
        return self.chance - self.other_chance


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a game."""

    game: str
    names: tuple[str, ...]
    start: tuple[float, ...]
    """The chances before the first move."""
    points: tuple[Point, ...]
    mistakes: tuple[Mistake, ...]
    """The costliest ones, the worst first; only what a closer look confirmed."""
    turning_points: tuple[TurningPoint, ...]
    """The choices that mattered most, in the order of the game."""
    near_best: tuple[float | None, ...]
    """Per seat, the share of its choices with a stake that were about as good as the best.

    Where most options are about as good as the best, nothing is proved by finding one of them;
    None if a seat had no other choices.
    """
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
    return _summed(study, table, start, points)


class Study:
    """Evaluates positions; the same position always gets the same value."""

    def __init__(self, box: AnyBox, seats: int) -> None:
        self._box = box
        self._seats = seats
        self._chooser = GreedyBot(box, CHOICE_BUDGET, worlds=2)
        self._careful = GreedyBot(box, TRIAL_BUDGET, worlds=4)

    def look(
        self, state: S, before: tuple[float, ...], number: int, seat: Seat, action: Action
    ) -> Point:
        """One move, which is carried out in `state`; `before` are the chances there."""
        rules = self._box.rules
        decision = next((d for d in rules.decisions(state) if d.seat == seat), None)
        assert decision is not None
        judged = Judged()
        if seat >= 0 and len(decision.options) > 1:
            judged = self._judge(state, decision, action, SeededRng(f"analysis/{number}"))
        rules.apply(state, seat, action, None)
        chances = self.chances(state)
        luck: tuple[float, ...] = ()
        if seat == CHANCE:
            luck = tuple(now - then for now, then in zip(chances, before, strict=True))
        return Point(number, seat, action.text, chances, *judged, luck)

    def chances(self, state: S, deep: bool = True) -> tuple[float, ...]:
        """Each seat's chance to win; partners share one.

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

    def _judge(self, state: S, decision: Decision, action: Action, rng: Rng) -> Judged:
        """A choice against the best one, and the best against the second, by what was known."""
        view = self._box.rules.view(state, decision.seat)
        values = self._chooser.values(view, decision, rng)
        whole = whole_of(self._box, state)
        options = decision.options
        order = sorted(range(len(values)), key=lambda index: -values[index])
        best, second = order[0], order[1]
        made = list(options).index(action)
        cost = (values[best] - values[made]) / whole
        stake = (values[best] - values[order[len(order) // 2]]) / whole
        if cost > 0:
            return Judged(cost, options[best].text, stake=stake)
        # Where there is hardly a choice, the right one is no find.
        gap = (values[best] - values[second]) / whole if len(options) >= REAL_CHOICE else 0.0
        return Judged(gap=gap, second=options[second].text, stake=stake)

    def compare(self, state: S, seat: Seat, act: str, other: str, number: int) -> Compared:
        """Two choices of a position, looked at again and again with more care."""
        rules = self._box.rules
        decision = next(each for each in rules.decisions(state) if each.seat == seat)
        pair = Decision(seat, decision.prompt, [rules.actions.parse(text) for text in (act, other)])
        view = rules.view(state, seat)
        whole = whole_of(self._box, state)
        found = [
            self._careful.values(view, pair, SeededRng(f"again/{number}/{trial}"))
            for trial in range(TRIALS)
        ]
        chosen = [min(1.0, values[0] / whole) for values in found]
        rest = [min(1.0, values[1] / whole) for values in found]
        swings = [a - b for a, b in zip(chosen, rest, strict=True)]
        error = stdev(swings) / sqrt(TRIALS)
        return Compared(fmean(chosen), fmean(rest), error)


class Judged(NamedTuple):
    """What a choice cost and what was better, or how far it was ahead of the second."""

    cost: float = 0.0
    better: str = ""
    gap: float = 0.0
    second: str = ""
    stake: float = 0.0


class Compared(NamedTuple):
    """The chances with two choices, and the standard error of their difference."""

    chance: float
    other: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether the difference is notable, and more than the noise of the looks."""
        swing = abs(self.chance - self.other)
        return swing >= NOTABLE and swing >= SURE * self.error


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
    study: Study, table: AnyTable, start: tuple[float, ...], points: Sequence[Point]
) -> Analysis:
    seats = len(table.names)
    luck = [0.0] * seats
    moved = lost = 0.0
    choices = [0] * seats
    good = [0] * seats
    for point in points:
        if point.luck:
            moved += max(map(abs, point.luck))
            luck = [a + b for a, b in zip(luck, point.luck, strict=True)]
        elif point.seat >= 0 and (point.better or point.second):
            lost += point.cost
            if max(point.stake, point.cost) >= NOTABLE:
                choices[point.seat] += 1
                good[point.seat] += point.cost < NOTABLE
    mistakes = _mistakes(study, table, points)
    finds = _finds(study, table, points)
    turning = apart([*map(turning_point, mistakes), *finds], table)
    return Analysis(
        table.box.meta.name,
        tuple(table.names),
        start,
        tuple(points),
        tuple(mistakes[:MOST_MISTAKES]),
        tuple(sorted(turning, key=lambda each: each.number)),
        tuple(g / c if c else None for g, c in zip(good, choices, strict=True)),
        tuple(luck),
        moved / (moved + lost) if moved + lost else 0.0,
    )


def apart(turning: Sequence[TurningPoint], table: AnyTable) -> list[TurningPoint]:
    """Those that mattered most, at most one of a turn: what was found and lost again is no two."""
    chosen: list[TurningPoint] = []
    for point in sorted(turning, key=lambda each: (-abs(each.swing), each.number)):
        if len(chosen) < MOST_TURNING_POINTS and not any(
            _one_turn(point, other, table) for other in chosen
        ):
            chosen.append(point)
    return chosen


def _one_turn(one: TurningPoint, other: TurningPoint, table: AnyTable) -> bool:
    """Whether nobody else decided anything between two choices."""
    first, last = sorted((one.number, other.number))
    seats = {move.seat for move in table.moves[first - 1 : last]}
    return seats <= {one.seat, CHANCE} and one.seat == other.seat


def _mistakes(study: Study, table: AnyTable, points: Sequence[Point]) -> list[Mistake]:
    """The costliest choices, as far as a closer look confirms them; the worst first."""
    bad = sorted((p for p in points if p.cost >= NOTABLE), key=lambda p: (-p.cost, p.number))
    found: list[Mistake] = []
    for point in bad[: 2 * MOST_MISTAKES]:
        again = study.compare(
            table.at(point.number - 1), point.seat, point.act, point.better, point.number
        )
        if again.sure and again.chance < again.other:
            cost = again.other - again.chance
            made = (point.number, point.seat, point.act, point.better)
            found.append(Mistake(*made, cost, again.other, again.chance))
    return sorted(found, key=lambda each: (-each.cost, each.number))


def _finds(study: Study, table: AnyTable, points: Sequence[Point]) -> list[TurningPoint]:
    """The choices that were far better than any other, confirmed in the same way."""
    fine = sorted((p for p in points if p.gap >= NOTABLE), key=lambda p: (-p.gap, p.number))
    found: list[TurningPoint] = []
    for point in fine[: 2 * MOST_TURNING_POINTS]:
        again = study.compare(
            table.at(point.number - 1), point.seat, point.act, point.second, point.number
        )
        if again.sure and again.chance > again.other:
            made = (point.number, point.seat, point.act, point.second)
            found.append(TurningPoint(*made, again.chance, again.other))
    return found


def share_of_good(analysis: Analysis, seat: Seat) -> str:
    """A seat's share of choices near the best, rounded down: only a whole share is 100 %."""
    share = analysis.near_best[seat]
    # 0.29 * 100 is a little less than 29.
    return "\u2013" if share is None else f"{floor(100 * share + 1e-9)}%"


def turning_point(mistake: Mistake) -> TurningPoint:
    """A mistake as a turning point."""
    made = (mistake.number, mistake.seat, mistake.act, mistake.better)
    return TurningPoint(*made, mistake.after, mistake.before)


class Shown(NamedTuple):
    """A choice as its player read it: its words, its places, and what it does."""

    label: str
    places: tuple[str, ...]
    does: Sentence


def shown(table: AnyTable, turn: Mistake | TurningPoint) -> tuple[Shown, Shown]:
    """What was chosen, and what was better or second best."""
    box = table.box
    state = table.at(turn.number - 1)
    decision = next(d for d in box.rules.decisions(state) if d.seat == turn.seat)
    view = box.rules.view(state, turn.seat)
    offered = {
        choice.action.text: choice for choice in box.face.choices(view, decision, table.names)
    }
    other = turn.better if isinstance(turn, Mistake) else turn.other

    def told(act: str) -> Shown:
        choice = offered[act]
        preview = box.face.preview(view, decision, choice, table.names)
        does = joined([part for part in (preview.rows or preview.chips) if part], "; ")
        return Shown(choice.label, choice.places, does)

    return told(turn.act), told(other)
