"""Games that a net plays against itself, many side by side, and what can be learned from them.

Every choice looks at all positions to the end of the seat's turn and takes what the net likes best;
a few are taken at random, to see more of the game. What a position is worth is learned from what
the net thought of those after it, down to the result: TD(lambda). A random choice cuts that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludus.bots.turns import Leaf, judged, leaves_of
from ludus.core.chance import SeededRng, next_decision, pick
from ludus.core.game import AnyBox
from ludus.core.net import Judge, shares
from ludus.core.protocol import Decision, Outcome, Seat
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

    def step(self) -> Lesson | None:
        """One choice at each table; what was learned from games that ended."""
        places = self._places
        starts = [(place.state, place.decision) for place in places]
        leaves = leaves_of(self._box, self.judge, starts, self._plan.beam)
        values = judged(
            self._box,
            self.judge,
            [(leaf.state, places[leaf.start].decision.seat, leaf.over) for leaf in leaves],
        )
        ended: list[tuple[Place, Outcome]] = []
        at = 0
        for number, place in enumerate(self._places):
            end = at
            while end < len(leaves) and leaves[end].start == number:
                end += 1
            outcome = self._choose(place, leaves[at:end], values[at:end])
            if outcome is not None:
                ended.append((place, outcome))
            if outcome is not None or place.choices > MOST_CHOICES:
                self._places[number] = self._new()
            at = end
        return self._learned(ended) if ended else None

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
        state = leaf.state
        decision = None if leaf.over else self._settle(state)
        if decision is None:
            return self._rules.outcome(state)
        place.state, place.decision = state, decision
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


def _turned(values: NDArray[np.float32], by: int) -> NDArray[np.float32]:
    """Values by seat, from seat `by` on."""
    return np.concatenate([values[by:], values[:by]])
