"""Information-set Monte Carlo tree search: one tree, a fresh world that fits the view each time.

The tree is the searcher's: its nodes are what has been chosen and rolled since the root, whatever
the hidden cards were in the world at hand. Every seat in it looks after itself (max-n), partners by
way of the game's evaluation.

A node that is reached for the first time is opened: each option is tried once and judged by the
evaluation. These judgements order the options, so that even with few simulations and hundreds of
options the tree grows where it matters, and the search begins with what greedy play would do. Below
the new node the turn is finished greedily, dice are rolled, and the evaluation gives the result.

Where seats choose side by side, each follows a tree of its own until the moment is over: nobody
answers a choice that is still hidden.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from ludus.bots.greedy import GreedyBot
from ludus.bots.lookahead import promising, some, worth
from ludus.core.actions import Action
from ludus.core.chance import next_for, pick
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, CLOCK, Decision, Rng, S, Seat, V_contra

EXPLORE: Final = 1.6
"""How much an option's uncertainty counts, in standard deviations of the results seen."""
PRIOR_VISITS: Final = 1.0
"""The first judgement of an option counts as this many results."""
ROOT_VISITS: Final = 4.0
"""At the root it was made with more care."""
WIDTH: Final = 24
"""How many options of a node are judged at one visit; more than that wait for later ones."""
FINISH_STEPS: Final = 6
"""How many choices of a turn are played greedily below a new node."""
FINISH_WIDTH: Final = 8
"""How many options each of them looks at."""
MAX_DEPTH: Final = 60
REUSE_TRIES: Final = 40
"""How many places in the tree are compared with a new view, to go on from what is known."""
LEAST_SPREAD: Final = 1e-4


class Node:
    """What is known of the play below one action."""

    __slots__ = (
        "children",
        "count",
        "mean",
        "prior",
        "sides",
        "spread",
        "squares",
        "top",
        "total",
        "trust",
        "visits",
        "weight",
    )

    def __init__(self, prior: float = 0.0) -> None:
        self.children: dict[int, Node] = {}
        """By the number of the action."""
        self.sides: dict[int, Node] | None = None
        """Where seats choose side by side: the tree of each."""
        self.visits = 0
        """How often it was tried."""
        self.count = 0
        """How often a choice was made here."""
        self.total = 0.0
        """Sum of results for the seat that chose the action."""
        self.prior = prior
        """The first judgement, for that seat."""
        self.weight = 1.0
        """How promising that makes it among its siblings: 1 for the best."""
        self.mean = 0.0
        self.squares = 0.0
        """Of the results for the seat that chooses here: running mean and squared deviations."""
        self.spread = 0.0
        """How far the judgements of the options lie apart."""
        self.top = -1.0
        self.trust = PRIOR_VISITS

    def value(self, trust: float) -> float:
        """What the action promises, the first judgement included."""
        return (trust * self.prior + self.total) / (trust + self.visits)

    def weigh(self) -> None:
        """Order the children by their judgements."""
        children = self.children
        count = len(children)
        mean = 0.0
        for child in children.values():
            mean += child.prior
            if child.prior > self.top:
                self.top = child.prior
        mean /= count
        square = 0.0
        for child in children.values():
            square += (child.prior - mean) * (child.prior - mean)
        spread = math.sqrt(square / count)
        if spread < LEAST_SPREAD:
            spread = LEAST_SPREAD
        self.spread = spread
        for child in children.values():
            child.weight = math.exp((child.prior - self.top) / spread)


class Walk:
    """Where a simulation is in the tree.

    Where seats choose side by side, the searcher's own line carries the tree on and the others'
    hang off the node where it began, so that no choice depends on one that is made beside it.
    """

    __slots__ = ("_begun", "_lines", "_searcher", "node")

    def __init__(self, root: Node, searcher: Seat) -> None:
        self.node = root
        self._searcher = searcher
        self._begun: Node | None = None
        self._lines: dict[int, Node] = {}

    def here(self, seat: Seat, several: bool) -> Node:
        """The node at which a seat chooses now; `several` must choose at once."""
        if self._begun is None:
            if not several:
                return self.node
            self._begun = self.node
            self._lines = {}
        if seat == self._searcher:
            return self.node
        found = self._lines.get(seat)
        if found is None:
            sides = self._begun.sides
            if sides is None:
                sides = self._begun.sides = {}
            found = sides.get(seat)
            if found is None:
                found = sides[seat] = Node()
        return found

    def go(self, seat: Seat, below: Node, parallel: bool) -> None:
        """The seat has chosen and is at `below`."""
        if self._begun is None or seat == self._searcher:
            self.node = below
        else:
            self._lines[seat] = below
        if not parallel:
            self._begun = None

    def roll(self, action: Action) -> None:
        """Chance has moved, and everybody knows the outcome."""
        self.node = _child(self.node, action)
        self._begun = None


class SearchBot:
    """Thinks for a number of simulations, which is repeatable, or of seconds, or both: what ends
    first. What was found out about the play that followed is used again for the next choice.
    """

    def __init__(
        self,
        box: AnyBox,
        seconds: float | None = None,
        simulations: int | None = None,
        opening: int = 120,
        worlds: int = 2,
    ) -> None:
        if seconds is None and simulations is None:
            raise ValueError("a search needs a limit: seconds or simulations")
        self._box = box
        self._seconds = seconds
        self._simulations = simulations
        share = None if seconds is None else seconds / 2
        self._opening = GreedyBot(box, opening, worlds, seconds=share)
        self.simulated = 0
        """How many worlds the latest choice looked at."""
        self.reused = 0
        """How many of them were kept from earlier choices."""
        self._tree: Node | None = None
        self._seat: Seat = -1
        self._view: object = None
        self._chosen: Action | None = None

    def choose(self, view: V_contra, decision: Decision, rng: Rng) -> Action:
        if len(decision.options) == 1:
            return decision.options[0]
        if self._box.shortlist is not None:
            listed = promising(self._box, self._box.rules.resample(view, rng), decision)
            if len(listed) == 1:
                return listed[0]
        return self.think(view, decision, rng)[0][0]

    def think(
        self, view: V_contra, decision: Decision, rng: Rng
    ) -> list[tuple[Action, int, float]]:
        """Every option with how often it was tried and what it promises, best first."""
        stop = None if self._seconds is None else time.monotonic() + self._seconds
        root = self._found(view, decision, rng)
        if root is None:
            root = Node()
        self.reused = root.count
        self._open_root(root, view, decision, rng)
        rules = self._box.rules
        limit = self._simulations
        count = 0
        while limit is None or root.count < limit:
            if stop is not None and time.monotonic() >= stop:
                break
            self._simulate(root, rules.resample(view, rng), decision.seat, rng)
            count += 1
        self.simulated = count
        ranked: list[tuple[Action, int, float]] = []
        for action in decision.options:
            node = root.children[action.number]
            ranked.append((action, node.visits, node.value(root.trust)))
        ranked.sort(key=_rank)
        self._tree, self._view, self._seat = root, view, decision.seat
        self._chosen = ranked[0][0]
        return ranked

    def _open_root(self, root: Node, view: V_contra, decision: Decision, rng: Rng) -> None:
        """Judge every option with care, whatever was known of some of them."""
        root.trust = ROOT_VISITS
        values = self._opening.values(view, decision, rng)
        for index, action in enumerate(decision.options):
            child = root.children.get(action.number)
            if child is None:
                child = root.children[action.number] = Node()
            child.prior = values[index]
        root.top = -1.0
        root.weigh()

    # One simulation ------------------------------------------------------------------------------

    def _simulate(self, root: Node, state: S, searcher: Seat, rng: Rng) -> None:
        rules = self._box.rules
        path: list[tuple[Node, Node, Seat]] = []
        walk = Walk(root, searcher)
        seat = searcher
        for _ in range(MAX_DEPTH):
            decisions = rules.decisions(state)
            if not decisions:
                break
            decision = _to_follow(decisions, seat, searcher)
            if decision.seat < 0:
                action = pick(decision, rng)
                rules.apply(state, decision.seat, action, None)
                walk.roll(action)
                continue
            seat = decision.seat
            here = walk.here(seat, len(decisions) > 1)
            new = not here.count and here is not root
            action = self._select(here, decision, state, rng)
            rules.apply(state, seat, action, None)
            below = here.children[action.number]
            path.append((here, below, seat))
            walk.go(seat, below, rules.parallel(state))
            if new:
                break
        self._finish(state, seat, rng)
        self._learn(path, state)

    def _learn(self, path: list[tuple[Node, Node, Seat]], state: S) -> None:
        """Add the result to every node on the way, for the seat that chose there."""
        known: dict[Seat, float] = {}
        for here, below, seat in path:
            if seat not in known:
                known[seat] = worth(self._box, state, seat)
            result = known[seat]
            below.visits += 1
            below.total += result
            here.count += 1
            off = result - here.mean
            here.mean += off / here.count
            here.squares += off * (result - here.mean)

    def _select(self, node: Node, decision: Decision, state: S, rng: Rng) -> Action:
        """The option with the best upper bound; those not judged yet are judged first."""
        children = node.children
        options = promising(self._box, state, decision)
        unknown: list[Action] = [a for a in options if a.number not in children]
        if unknown:
            if len(unknown) > WIDTH:
                unknown = some(unknown, WIDTH, rng)
            self._judge(node, unknown, decision.seat, state, rng)
        # Until results tell more, the spread of the judgements stands for their own.
        spread = math.sqrt((4.0 * node.spread * node.spread + node.squares) / (4.0 + node.count))
        scale = EXPLORE * spread * math.sqrt(node.count + 1.0)
        trust = node.trust
        best = options[0]
        top = -1e9
        for action in options:
            child = children.get(action.number)
            if child is None:
                continue
            bound = child.value(trust) + scale * child.weight / (1.0 + child.visits)
            if bound > top:
                best, top = action, bound
        return best

    def _judge(self, node: Node, actions: Sequence[Action], seat: Seat, state: S, rng: Rng) -> None:
        rules = self._box.rules
        for action in actions:
            after = rules.copy(state)
            rules.apply(after, seat, action, None)
            node.children[action.number] = Node(worth(self._box, after, seat))
        node.weigh()

    def _finish(self, state: S, seat: Seat, rng: Rng) -> None:
        """Play out the turn of the seat that moved last, then roll pending dice."""
        rules = self._box.rules
        steps = 0
        for _ in range(MAX_DEPTH):
            decisions = rules.decisions(state)
            if not decisions:
                return
            own = next_for(decisions, seat)
            if own is None:
                return
            if own.seat == CHANCE:
                rules.apply(state, CHANCE, pick(own, rng), None)
                continue
            if steps == FINISH_STEPS:
                return
            steps += 1
            rules.apply(state, seat, self._greedy(own, state, rng), None)

    def _greedy(self, decision: Decision, state: S, rng: Rng) -> Action:
        options = promising(self._box, state, decision)
        if len(options) == 1:
            return options[0]
        if len(options) > FINISH_WIDTH:
            options = some(options, FINISH_WIDTH, rng)
        rules = self._box.rules
        best = options[0]
        top = -1.0
        for action in options:
            after = rules.copy(state)
            rules.apply(after, decision.seat, action, None)
            found = worth(self._box, after, decision.seat)
            if found > top:
                best, top = action, found
        return best

    # From one choice to the next -----------------------------------------------------------------

    def _found(self, view: V_contra, decision: Decision, rng: Rng) -> Node | None:
        """The place in the last tree that looks like this view, if the play led there."""
        tree, chosen, before = self._tree, self._chosen, self._view
        self._tree = self._view = None
        if tree is None or chosen is None or self._seat != decision.seat:
            return None
        rules = self._box.rules
        state = rules.resample(before, rng)
        rules.apply(state, decision.seat, chosen, None)
        return self._deeper([(tree.children[chosen.number], state)], view, decision)

    def _deeper(
        self, edge: list[tuple[Node, S]], view: V_contra, decision: Decision
    ) -> Node | None:
        """Follow what was looked at more than once, as far as the next choice of the searcher."""
        rules = self._box.rules
        seat = decision.seat
        tries = 0
        while edge and tries < REUSE_TRIES:
            node, here = edge.pop(0)
            tries += 1
            decisions = rules.decisions(here)
            if not decisions:
                continue
            asked = _to_follow(decisions, seat, seat)
            if asked.seat == seat:
                if asked.prompt == decision.prompt and rules.view(here, seat) == view:
                    return node
                continue
            if asked.seat >= 0 and len(decisions) > 1:
                continue
            for action in asked.options:
                child = node.children.get(action.number)
                if child is not None and child.count > 1:
                    after = rules.copy(here)
                    rules.apply(after, asked.seat, action, None)
                    edge.append((child, after))
        return None


def _rank(row: tuple[Action, int, float]) -> tuple[int, float, int]:
    return (-row[1], -row[2], row[0].number)


def _to_follow(decisions: Sequence[Decision], seat: Seat, searcher: Seat) -> Decision:
    """The decision to follow: chance, then the searcher's, then that of the latest mover."""
    if len(decisions) == 1:
        return decisions[0]
    found: Decision | None = None
    for decision in decisions:
        if decision.seat == CHANCE:
            return decision
        if decision.seat == searcher:
            found = decision
    if found is not None:
        return found
    for decision in decisions:
        if decision.seat == seat:
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
