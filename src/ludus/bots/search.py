"""Information-set Monte Carlo tree search: one tree, a fresh world that fits the view each time.

The tree is the searcher's: its nodes are what has been chosen and rolled since the root, whatever
the hidden cards were in the world at hand. Every seat in it is taken to look after itself (max-n);
a leaf is judged by the game's evaluation.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ludus.bots.lookahead import result
from ludus.core.actions import Action
from ludus.core.chance import pick
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Decision, Rng, S, Seat, V_contra

EXPLORE = 0.35
"""How much an option's uncertainty counts against its value; values lie between 0 and 1."""
MAX_DEPTH = 40
CHECK_TIME_EVERY = 8


class Node:
    """What is known of the play below one action."""

    __slots__ = ("available", "children", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        """By the number of the action."""
        self.visits = 0
        self.available = 0
        """How often the action was on offer when its parent chose."""
        self.total = 0.0
        """Sum of results for the seat that chose the action."""


class SearchBot:
    """Thinks for a number of seconds, or for a number of simulations (which is repeatable)."""

    def __init__(
        self, box: AnyBox, seconds: float | None = None, simulations: int | None = None
    ) -> None:
        if seconds is None and simulations is None:
            raise ValueError("a search needs a limit: seconds or simulations")
        self._box = box
        self._seconds = seconds
        self._simulations = simulations
        self.simulated = 0
        """How many worlds the latest choice looked at."""

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if len(decision.options) == 1:
            return decision.options[0]
        ranked = self.think(view, decision, rng)
        return ranked[0][0]

    def think(
        self, view: V_contra, decision: Decision, rng: Rng
    ) -> list[tuple[Action, int, float]]:
        """Every option with how often it was tried and what it promises, best first."""
        root = Node()
        rules = self._box.rules
        stop = None if self._seconds is None else time.monotonic() + self._seconds
        limit = self._simulations
        count = 0
        while limit is None or count < limit:
            if stop is not None and count % CHECK_TIME_EVERY == 0 and time.monotonic() >= stop:
                break
            self._simulate(root, rules.resample(view, rng), decision.seat, rng)
            count += 1
        self.simulated = count
        ranked = []
        for action in decision.options:
            node = root.children.get(action.number)
            if node is None or not node.visits:
                ranked.append((action, 0, 0.0))
            else:
                ranked.append((action, node.visits, node.total / node.visits))
        ranked.sort(key=lambda row: (-row[1], -row[2], row[0].number))
        return ranked

    def _simulate(self, root: Node, state: S, searcher: Seat, rng: Rng) -> None:
        rules = self._box.rules
        path: list[tuple[Node, Seat]] = []
        node = root
        for _ in range(MAX_DEPTH):
            decisions = rules.decisions(state)
            if not decisions:
                break
            decision = _to_follow(decisions, searcher if node is root else None)
            if decision.seat < 0:
                action = pick(decision, rng)
                rules.apply(state, decision.seat, action, None)
                node = _child(node, action)
                continue
            action, fresh = _select(node, decision, rng)
            rules.apply(state, decision.seat, action, None)
            node = node.children[action.number]
            path.append((node, decision.seat))
            if fresh:
                break
        self._settle(state, rng)
        worth: dict[Seat, float] = {}
        for tried, seat in path:
            if seat not in worth:
                worth[seat] = self._worth(state, seat)
            tried.visits += 1
            tried.total += worth[seat]

    def _settle(self, state: S, rng: Rng) -> None:
        """Roll what is owed, so that a leaf is judged with the dice on the table."""
        rules = self._box.rules
        for _ in range(MAX_DEPTH):
            chance = [d for d in rules.decisions(state) if d.seat == CHANCE]
            if not chance:
                return
            rules.apply(state, CHANCE, pick(chance[0], rng), None)

    def _worth(self, state: S, seat: Seat) -> float:
        outcome = self._box.rules.outcome(state)
        if outcome is not None:
            return result(outcome, seat)
        return self._box.evaluate(state, seat)


def _to_follow(decisions: Sequence[Decision], first: Seat | None) -> Decision:
    """The decision to go on with: the searcher's own at the root, else chance, never the clock."""
    for decision in decisions:
        if decision.seat == first or (first is None and decision.seat == CHANCE):
            return decision
    for decision in decisions:
        if decision.seat != CLOCK:
            return decision
    return decisions[0]


def _child(node: Node, action: Action) -> Node:
    child = node.children.get(action.number)
    if child is None:
        child = node.children[action.number] = Node()
    return child


def _select(node: Node, decision: Decision, rng: Rng) -> tuple[Action, bool]:
    """An option not tried yet if there is one, else the one with the best upper bound."""
    untried = []
    best = decision.options[0]
    top = -1.0
    for action in decision.options:
        child = _child(node, action)
        child.available += 1
        if not child.visits:
            untried.append(action)
            continue
        if untried:
            continue
        bound = child.total / child.visits + EXPLORE * math.sqrt(
            math.log(child.available) / child.visits
        )
        if bound > top:
            best, top = action, bound
    if untried:
        return untried[rng.below(len(untried))], True
    return best, False
