"""Games that a net plays against itself, many side by side, and what can be learned from them.

Every choice looks at all positions to the end of the seat's turn, or at a tree of choices and
chance, and takes what the net likes best; a few are taken at random, to see more of the game. What
a position is worth is learned from what the net thought of those after it, down to the result:
TD(lambda). A random choice cuts that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludus.bots.plan_ahead import Node, Plan
from ludus.bots.turns import Leaf, judged, judged_ends, leaves_of
from ludus.core.chance import SeededRng, next_decision, pick
from ludus.core.game import AnyBox
from ludus.core.net import Judge, shares
from ludus.core.protocol import Decision, Outcome, Seat
from ludus.lab.train.collector import seldom_collected
from ludus.lab.train.plan import TrainPlan, table_of

STEPS: Final = 1000
MOST_CHOICES: Final = 3000
"""A game that takes longer is given up."""


class Lesson(NamedTuple):
    """Positions of finished games, and what they were worth in hindsight."""

    games: int
    rows: NDArray[np.int64]
    targets: NDArray[np.float32]
    scores: list[int]


@dataclass(slots=True)
class Line:
    """The positions of one game in order, with what the net thought of each."""

    rows: list[tuple[int, ...]] = field(default_factory=list)
    viewers: list[Seat] = field(default_factory=list)
    values: list[NDArray[np.float32]] = field(default_factory=list)
    """By seat, or of the one seat whose line it is."""
    cut: list[bool] = field(default_factory=list)


@dataclass(slots=True)
class Place:
    """A table at which a game is played."""

    # States of any game: only its own rules look into them.
    state: object
    decision: Decision
    seats: int
    lines: list[Line]
    choices: int = 0


class SelfPlay:
    """Some tables, stepped together: one choice at each."""

    def __init__(self, box: AnyBox, judge: Judge, plan: TrainPlan, seed: int | str) -> None:
        self._box = box
        self._rules = box.rules
        self._plan = plan
        self.judge = judge
        self._wins = judge.encoding.kind == "wins"
        self._rng = SeededRng(seed)
        self._places = [self._new() for _ in range(plan.tables)]

    def _new(self) -> Place:
        while True:
            seats, options = table_of(self._box, self._plan, self._rng)
            state = self._rules.setup(seats, options)
            decision = self._settle(state)
            if decision is not None:
                lines = [Line() for _ in range(1 if self._wins else seats)]
                return Place(state, decision, seats, lines)

    def _settle(self, state: object) -> Decision | None:
        """Roll, deal and make choices that are none; the next real choice."""
        rules = self._rules
        while True:
            decisions = rules.decisions(state)
            if not decisions:
                return None
            decision = next_decision(decisions, self._rng, self._plan.clock)
            if decision.seat < 0:
                rules.apply(state, decision.seat, pick(decision, self._rng), None)
            elif len(decision.options) == 1:
                rules.apply(state, decision.seat, decision.options[0], None)
            else:
                return decision

    @seldom_collected()
    def step(self) -> Lesson | None:
        """One choice at each table; what was learned from games that ended."""
        outcomes = self._plan_ahead() if self._plan.ends else self._look_on()
        ended: list[tuple[Place, Outcome]] = []
        for number, outcome in enumerate(outcomes):
            place = self._places[number]
            if outcome is not None:
                ended.append((place, outcome))
            if outcome is not None or place.choices > MOST_CHOICES:
                self._places[number] = self._new()
        return self._learned(ended) if ended else None

    def _plan_ahead(self) -> list[Outcome | None]:
        """Choose by trees of own choices and chance; how the games ended that did."""
        encoding = self.judge.encoding
        plans = [Plan(self._box, encoding.pack, encoding.goes_on, self._rng) for _ in self._places]
        trees = [
            plan.options(place.state, place.decision, self._plan.ends)
            for plan, place in zip(plans, self._places, strict=True)
        ]
        ends = judged_ends(self.judge, plans, [place.decision.seat for place in self._places])
        return [
            self._choose_tree(place, options, values)
            for place, options, values in zip(self._places, trees, ends, strict=True)
        ]

    def _choose_tree(
        self, place: Place, trees: Sequence[Node | None], values: NDArray[np.float32]
    ) -> Outcome | None:
        rng = self._rng
        decision = place.decision
        own: list[float] = values[:, 0].tolist()
        listed = [(index, tree) for index, tree in enumerate(trees) if tree is not None]
        best = taken = max(listed, key=lambda each: each[1].worth(own))
        if rng.below(STEPS) < self._plan.explore * STEPS:
            taken = listed[rng.below(len(listed))]
        line = place.lines[0 if self._wins else decision.seat]
        self._note(line, place, place.state, _promised(best[1], own, values), taken != best)
        state = place.state
        self._rules.apply(state, decision.seat, decision.options[taken[0]], None)
        place.choices += 1
        following = self._rules.decisions(state)
        # Where the seat goes on to choose, the position is noted then.
        if following and following[0].seat != decision.seat:
            self._note(line, place, state, _promised(taken[1], own, values), False)
        return self._next(place)

    def _look_on(self) -> list[Outcome | None]:
        """Choose by all that the turns can lead to; how the games ended that did."""
        places = self._places
        starts = [(place.state, place.decision) for place in places]
        leaves = leaves_of(self._box, self.judge, starts, self._plan.beam)
        values = judged(
            self._box,
            self.judge,
            [(leaf.state, places[leaf.start].decision.seat, leaf.over) for leaf in leaves],
        )
        found: list[Outcome | None] = []
        at = 0
        for number, place in enumerate(places):
            end = at
            while end < len(leaves) and leaves[end].start == number:
                end += 1
            found.append(self._choose(place, leaves[at:end], values[at:end]))
            at = end
        return found

    def _choose(
        self, place: Place, leaves: Sequence[Leaf], values: NDArray[np.float32]
    ) -> Outcome | None:
        rng = self._rng
        seat = place.decision.seat
        best = taken = int(values[:, 0].argmax())
        if rng.below(STEPS) < self._plan.explore * STEPS:
            taken = rng.below(len(leaves))
        leaf = leaves[taken]
        line = place.lines[0 if self._wins else seat]
        self._note(line, place, place.state, values[best], taken != best)
        if leaf.middle is not None:
            self._note(line, place, leaf.middle, values[taken], False)
        if not leaf.over:
            self._note(line, place, leaf.state, values[taken], False)
        place.choices += 1
        place.state = leaf.state
        return self._next(place)

    def _next(self, place: Place) -> Outcome | None:
        """Go on to the next real choice; how the game ended, if it did."""
        decision = self._settle(place.state)
        if decision is None:
            return self._rules.outcome(place.state)
        place.decision = decision
        return None

    def _note(
        self, line: Line, place: Place, state: object, value: NDArray[np.float32], cut: bool
    ) -> None:
        seat = place.decision.seat
        if self._wins:
            viewer = self._rng.below(place.seats)
            seats = place.seats
            line.values.append(_turned(value[:seats], seats - seat))
        else:
            viewer = seat
            line.values.append(value)
        line.rows.append(self.judge.encoding.pack(state, viewer))
        line.viewers.append(viewer)
        line.cut.append(cut)

    def _learned(self, ended: Sequence[tuple[Place, Outcome]]) -> Lesson:
        rows: list[tuple[int, ...]] = []
        targets: list[NDArray[np.float32]] = []
        scores: list[int] = []
        for place, outcome in ended:
            scores += outcome.scores
            for seat, line in enumerate(place.lines):
                if self._wins:
                    result = np.array(shares(outcome), np.float32)
                else:
                    result = self.judge.result(outcome, seat)
                rows += line.rows
                targets += self._returns(line, result)
        return Lesson(len(ended), np.array(rows, np.int64), np.array(targets, np.float32), scores)

    def _returns(self, line: Line, result: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """For each position a mix of what the net thought later and the result."""
        trace = self._plan.trace
        width = self.judge.encoding.outputs
        found: list[NDArray[np.float32]] = []
        hindsight = following = result
        for value, viewer, cut in zip(
            reversed(line.values), reversed(line.viewers), reversed(line.cut), strict=True
        ):
            hindsight = value if cut else (1 - trace) * following + trace * hindsight
            following = value
            target = np.zeros(width, np.float32)
            if self._wins:
                target[: len(hindsight)] = _turned(hindsight, viewer)
            else:
                target[:] = hindsight
            found.append(target)
        found.reverse()
        return found


def _promised(tree: Node, own: Sequence[float], values: NDArray[np.float32]) -> NDArray[np.float32]:
    """What all are promised by a tree whose choices are made by what is best for one."""
    parts: list[tuple[int, float]] = []
    tree.spread(own, 1.0, parts)
    found = np.zeros(values.shape[1], np.float32)
    for number, share in parts:
        found += np.float32(share) * values[number]
    return found


def _turned(values: NDArray[np.float32], by: int) -> NDArray[np.float32]:
    """Values by seat, from seat `by` on."""
    return np.concatenate([values[by:], values[:by]])
