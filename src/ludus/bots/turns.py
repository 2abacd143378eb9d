"""Where a seat's turn can lead, for bots and learners that judge many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from ludus.bots.lookahead import promising
from ludus.bots.plan_ahead import Plan
from ludus.core.game import AnyBox
from ludus.core.net import Judge, rows_of
from ludus.core.protocol import Decision, Seat


@final
class Leaf:
    """A position where a seat's turn pauses or ends.

    `start` says which of the positions that were looked at it comes from, and `option` the first
    choice on the way, by its place among the options. `middle` is the latest position on the way
    where the seat chose again, if there was one. States are of any game: only its own rules look
    into them.
    """

    __slots__ = ("middle", "option", "over", "start", "state")

    def __init__(self, start: int, option: int, state: object, middle: object, over: bool) -> None:
        self.start = start
        self.option = option
        self.state = state
        self.middle = middle
        self.over = over


@final
class _Node:
    """A position in the middle of a turn. Like leaves they are many, and no tuples: those take long
    to make where this module is compiled."""

    __slots__ = ("decision", "middle", "option", "start", "state")

    def __init__(
        self, start: int, option: int, state: object, decision: Decision, middle: object
    ) -> None:
        self.start = start
        self.option = option
        self.state = state
        self.decision = decision
        self.middle = middle


def leaves_of(
    box: AnyBox, judge: Judge, starts: Sequence[tuple[object, Decision]], beam: int
) -> list[Leaf]:
    """All leaves of some positions, grouped by the position they come from.

    Of positions in the middle of a turn, at most `beam` are followed for each start: those that the
    judge likes best. Options that are not on the game's shortlist lead nowhere.
    """
    rules = box.rules
    copy, apply, decisions = rules.copy, rules.apply, rules.decisions
    goes_on = judge.encoding.goes_on
    leaves: list[Leaf] = []
    front = [_Node(n, -1, state, decision, None) for n, (state, decision) in enumerate(starts)]
    while front:
        more: list[_Node] = []
        for node in front:
            decision = node.decision
            seat = decision.seat
            options = decision.options
            listed = promising(box, node.state, decision)
            every = len(listed) == len(options)
            for number, action in enumerate(options):
                if not every and action not in listed:
                    continue
                option = number if node.option < 0 else node.option
                after = copy(node.state)
                apply(after, seat, action, None)
                following = decisions(after)
                if following and following[0].seat == seat and goes_on(following[0]):
                    more.append(_Node(node.start, option, after, following[0], after))
                else:
                    leaves.append(Leaf(node.start, option, after, node.middle, not following))
        front = _best(judge, more, beam)
    leaves.sort(key=_start)
    return leaves


def _start(leaf: Leaf) -> int:
    return leaf.start


def _best(judge: Judge, front: list[_Node], beam: int) -> list[_Node]:
    """The most promising nodes of each start."""
    counts: dict[int, int] = {}
    for node in front:
        counts[node.start] = counts.get(node.start, 0) + 1
    crowded = [node for node in front if counts[node.start] > beam]
    if not crowded:
        return front
    rows = rows_of(judge.encoding, [(node.state, node.decision.seat) for node in crowded])
    liked = judge.judge(rows)[:, 0]
    kept = [node for node in front if counts[node.start] <= beam]
    taken: dict[int, int] = {}
    for index in np.argsort(-liked, kind="stable"):
        node = crowded[int(index)]
        number = taken.get(node.start, 0)
        if number < beam:
            taken[node.start] = number + 1
            kept.append(node)
    return kept


def judged(
    box: AnyBox, judge: Judge, positions: Sequence[tuple[object, Seat, bool]]
) -> NDArray[np.float32]:
    """What positions are worth for a seat: by the judge, or as the game ended."""
    values = judge.judge(rows_of(judge.encoding, [(s, seat) for s, seat, _ in positions]))
    for index, (state, seat, over) in enumerate(positions):
        if over:
            outcome = box.rules.outcome(state)
            assert outcome is not None
            values[index] = judge.result(outcome, seat)
    return values


def judged_ends(
    judge: Judge, plans: Sequence[Plan], seats: Sequence[Seat]
) -> list[NDArray[np.float32]]:
    """What the ends of each plan are worth for the seat that plans, all judged in one batch."""
    rows = [row for plan in plans for row in plan.rows]
    values = judge.judge(np.frombuffer(b"".join(rows), np.int64).reshape(len(rows), -1))
    found: list[NDArray[np.float32]] = []
    at = 0
    for plan, seat in zip(plans, seats, strict=True):
        for number, outcome in plan.over:
            values[at + number] = judge.result(outcome, seat)
        found.append(values[at : at + len(plan.rows)])
        at += len(plan.rows)
    return found
