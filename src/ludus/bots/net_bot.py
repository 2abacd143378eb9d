"""Plays by a net: its whole turn at a glance or as a tree with the dice in it, and short games
played on in its head."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludus.bots.plan_ahead import Plan
from ludus.bots.turns import judged, judged_ends, leaves_of
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.game import AnyBox
from ludus.core.net import Judge
from ludus.core.protocol import Decision, Rng, Seat, V_contra

SEEDS: Final = 1 << 30
MOST_ROLLS: Final = 200
"""No line is followed through more dice and forced choices at a time."""


class NetWork(NamedTuple):
    """How much a choice is thought about."""

    worlds: int = 1
    """In how many positions that fit the view the options are judged."""
    beam: int = 64
    """How many positions in the middle of a turn are followed."""
    options: int = 3
    """How many of the options are played on."""
    lines: int = 0
    """How often each of them is."""
    steps: int = 6
    """For how many choices."""
    margin: float = 0.1
    """Only options that promise at most so much less than the best, of a whole win."""
    ends: int = 0
    """Instead of a beam: about how many ends a tree of own choices and chance has."""


class NetBot:
    """One turn ahead by a net, with `ends` through the dice in it as well; with `lines`, the best
    few options are played on in worlds that fit."""

    def __init__(
        self, box: AnyBox, judge: Judge, work: NetWork, seconds: float | None = None
    ) -> None:
        self._box = box
        self._judge = judge
        self._work = work
        self._seconds = seconds

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if len(decision.options) == 1:
            return decision.options[0]
        return self.think(view, decision, rng)[0][0]

    def think(
        self, view: V_contra, decision: Decision, rng: Rng
    ) -> list[tuple[Action, int, float]]:
        """Every option with how often it was tried and what it promises, best first."""
        stop = None if self._seconds is None else time.monotonic() + self._seconds
        rules = self._box.rules
        count = self._work.worlds if self._box.meta.secrets else 1
        worlds: list[object] = [rules.resample(view, rng) for _ in range(count)]
        look = self._ahead if self._work.ends else self._glance
        values = look(worlds, decision, rng)
        tries = [count] * len(values)
        promise = self._promises(values, worlds[0], decision.seat)
        order = sorted(range(len(values)), key=lambda index: -values[index])
        near = promise[order[0]] - self._work.margin
        few = [index for index in order[: self._work.options] if promise[index] >= near]
        if self._work.lines and len(few) > 1:
            found = self._played_on(view, decision, few, rng, stop)
            for index, value in zip(few, found, strict=True):
                values[index] = value
                tries[index] += self._work.lines
            # What was only glanced at ranks below what was played on.
            least = min(found)
            for index in set(order) - set(few):
                values[index] = min(values[index], least)
            promise = self._promises(values, worlds[0], decision.seat)
        played = set(few)
        ranked = sorted(
            range(len(values)), key=lambda index: (-values[index], index not in played, index)
        )
        return [(decision.options[index], tries[index], promise[index]) for index in ranked]

    def _promises(self, values: Sequence[float], world: object, seat: Seat) -> list[float]:
        chance = self._judge.encoding.chance
        return [chance(value, world, seat) for value in values]

    def _ahead(self, worlds: Sequence[object], decision: Decision, rng: Rng) -> list[float]:
        """What each option promises, choices and chance looked through, on average over worlds."""
        encoding = self._judge.encoding
        plan = Plan(self._box, encoding.pack, encoding.goes_on, rng)
        share = self._work.ends // len(worlds)
        trees = [plan.options(world, decision, share) for world in worlds]
        ends: list[float] = judged_ends(self._judge, [plan], [decision.seat])[0][:, 0].tolist()
        found = [[-np.inf if tree is None else tree.worth(ends) for tree in row] for row in trees]
        return _means(np.array(found))

    def _glance(self, worlds: Sequence[object], decision: Decision, rng: Rng) -> list[float]:
        """What each option promises at the end of the turn, on average over the worlds."""
        starts = [(world, decision) for world in worlds]
        leaves = leaves_of(self._box, self._judge, starts, self._work.beam)
        found = judged(
            self._box, self._judge, [(leaf.state, decision.seat, leaf.over) for leaf in leaves]
        )[:, 0]
        best = np.full((len(worlds), len(decision.options)), -np.inf)
        for leaf, value in zip(leaves, found, strict=True):
            best[leaf.start, leaf.option] = max(best[leaf.start, leaf.option], value)
        return _means(best)

    def _played_on(
        self,
        view: V_contra,
        decision: Decision,
        few: Sequence[int],
        rng: Rng,
        stop: float | None,
    ) -> list[float]:
        """What a few options lead to some choices later; all of them meet the same chance."""
        rules = self._box.rules
        seat = decision.seat
        seed = rng.below(SEEDS)
        lines: list[object] = []
        chances: list[Rng] = []
        for index in few:
            for number in range(self._work.lines):
                chance = SeededRng(f"{seed} {number}")
                state = rules.resample(view, chance)
                rules.apply(state, seat, decision.options[index], None)
                lines.append(state)
                chances.append(chance)
        for _ in range(self._work.steps):
            if stop is not None and time.monotonic() >= stop:
                break
            asked = [
                (number, own)
                for number, state in enumerate(lines)
                if (own := self._next(state, seat, chances[number])) is not None
            ]
            if not asked:
                break
            self._step(lines, asked, seat)
        over = [not rules.decisions(state) for state in lines]
        ends = [(state, seat, ended) for state, ended in zip(lines, over, strict=True)]
        found = judged(self._box, self._judge, ends)[:, 0]
        means: list[float] = found.reshape(len(few), -1).mean(1).tolist()
        return means

    def _step(self, lines: list[object], asked: Sequence[tuple[int, Decision]], seat: Seat) -> None:
        """In every line the choice that the net likes best."""
        starts = [(lines[number], decision) for number, decision in asked]
        leaves = leaves_of(self._box, self._judge, starts, 1)
        found = judged(self._box, self._judge, [(leaf.state, seat, leaf.over) for leaf in leaves])
        best = [-np.inf] * len(starts)
        for leaf, value in zip(leaves, found[:, 0], strict=True):
            if value > best[leaf.start]:
                best[leaf.start] = value
                lines[asked[leaf.start][0]] = leaf.state

    def _next(self, state: object, seat: Seat, chance: Rng) -> Decision | None:
        """The seat's next real choice; None where the game ends or somebody else must choose."""
        rules = self._box.rules
        for _ in range(MOST_ROLLS):
            decisions = rules.decisions(state)
            own = next((each for each in decisions if each.seat == seat), None)
            if own is not None and len(own.options) > 1:
                return own
            if own is not None:
                rules.apply(state, seat, own.options[0], None)
            elif decisions and decisions[0].seat < 0:
                rules.apply(state, decisions[0].seat, pick(decisions[0], chance), None)
            else:
                return None
        return None


def _means(found: NDArray[np.float64]) -> list[float]:
    """Over worlds; what was not looked at in one of them promises the least that is known there."""
    least = np.where(np.isfinite(found), found, np.inf).min(1, keepdims=True)
    means: list[float] = np.where(np.isfinite(found), found, least).mean(0).tolist()
    return means


def evaluate_many(
    box: AnyBox, judge: Judge | None, states: Sequence[object], seat: Seat
) -> list[float]:
    """What positions are worth for a seat, as `Box.evaluate` says it of one; by a net at once."""
    if judge is None:
        return [box.evaluate(state, seat) for state in states]
    over = [not box.rules.decisions(state) for state in states]
    ends = [(state, seat, ended) for state, ended in zip(states, over, strict=True)]
    found = judged(box, judge, ends)[:, 0]
    chance = judge.encoding.chance
    return [chance(float(value), state, seat) for value, state in zip(found, states, strict=True)]
