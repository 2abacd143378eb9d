"""What a seat's turn can lead to, as a tree whose ends are judged all at once.

`lookahead.value` asks the evaluation about one position at a time; a net is quick only with many.
So the tree is grown first, its ends are judged in one batch, and then what they are worth goes up:
the best of the seat's own choices, the mean over chance. Ends that are the same position, reached
by the same actions in another order, are judged once.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from struct import Struct
from typing import Final, TypeAlias

from ludus.bots.lookahead import FOLLOW_UPS, SAMPLES, promising, some
from ludus.core.actions import Action
from ludus.core.chance import next_for
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, Decision, Outcome, Rng, S, Seat

EXACT: Final = 4
"""All outcomes of chance are looked at where each gets so many ends."""
OFFSETS: Final = 1 << 20

Pack: TypeAlias = Callable[..., tuple[int, ...]]
"""How a position becomes a row (`Encoding.pack`)."""
GoesOn: TypeAlias = Callable[[Decision], bool]


class Node:
    """A place in a tree: an end, a choice, or chance, whose branches have weights."""

    __slots__ = ("branches", "end", "total", "weights")

    def __init__(self, end: int, branches: list[Node], weights: list[int]) -> None:
        self.end: Final = end
        self.branches: Final = branches
        self.weights: Final = weights
        total = 0
        for weight in weights:
            total += weight
        self.total: Final = total

    def worth(self, ends: Sequence[float]) -> float:
        """By what the ends are worth."""
        if self.end >= 0:
            return ends[self.end]
        if self.total:
            found = 0.0
            for index, branch in enumerate(self.branches):
                found += self.weights[index] * branch.worth(ends)
            return found / self.total
        most = -math.inf
        for branch in self.branches:
            most = max(most, branch.worth(ends))
        return most

    def spread(self, ends: Sequence[float], share: float, into: list[tuple[int, float]]) -> None:
        """How likely each end is when the seat chooses what is worth most."""
        if self.end >= 0:
            into.append((self.end, share))
        elif self.total:
            for index, branch in enumerate(self.branches):
                branch.spread(ends, share * self.weights[index] / self.total, into)
        else:
            best = self.branches[0]
            most = -math.inf
            for branch in self.branches:
                worth = branch.worth(ends)
                if worth > most:
                    best = branch
                    most = worth
            best.spread(ends, share, into)


class Plan:
    """Trees for the options of one choice, with the ends that they share."""

    __slots__ = (
        "_box",
        "_goes_on",
        "_layout",
        "_numbers",
        "_offset",
        "_pack",
        "_rng",
        "over",
        "rows",
    )

    def __init__(self, box: AnyBox, pack: Pack, goes_on: GoesOn, rng: Rng) -> None:
        self._box: Final = box
        self._pack: Final = pack
        self._goes_on: Final = goes_on
        self._rng: Final = rng
        # Where outcomes are only sampled, all options meet the same luck.
        self._offset: Final = rng.below(OFFSETS)
        self._layout: Struct | None = None
        self._numbers: Final[dict[bytes, int]] = {}
        self.rows: Final[list[bytes]] = []
        """The ends, eight bytes for each number of a row."""
        self.over: Final[list[tuple[int, Outcome]]] = []
        """Those of them at which the game has ended."""

    def options(self, world: S, decision: Decision, ends: int) -> list[Node | None]:
        """A tree for each option with about `ends` ends in all; none for what is not listed."""
        rules = self._box.rules
        seat: Seat = decision.seat
        listed = {action.number for action in promising(self._box, world, decision)}
        share = max(1, ends // len(listed))
        found: list[Node | None] = []
        for action in decision.options:
            if action.number not in listed:
                found.append(None)
                continue
            after = rules.copy(world)
            rules.apply(after, seat, action, None)
            found.append(self._grown(after, seat, share, False))
        return found

    def _grown(self, state: S, seat: Seat, budget: int, last: bool) -> Node:
        """The tree below a position; with `last` it is judged as it is."""
        rules = self._box.rules
        decisions = rules.decisions(state)
        if not decisions:
            return self._end(state, seat, rules.outcome(state))
        decision = next_for(decisions, seat)
        if decision is None or last:
            return self._end(state, seat, None)
        if decision.seat == CHANCE:
            if budget <= 1:
                return self._end(state, seat, None)
            return self._chance(state, seat, decision, budget)
        if budget <= 1 and not self._goes_on(decision):
            return self._end(state, seat, None)
        options: Sequence[Action] = promising(self._box, state, decision)
        share = budget // len(options)
        last = share < 1
        if last and len(options) > max(budget, FOLLOW_UPS):
            options = some(options, max(budget, FOLLOW_UPS), self._rng)
        branches: list[Node] = []
        for action in options:
            after = rules.copy(state)
            rules.apply(after, seat, action, None)
            branches.append(self._grown(after, seat, share, last))
        return branches[0] if len(branches) == 1 else Node(-1, branches, [])

    def _chance(self, state: S, seat: Seat, decision: Decision, budget: int) -> Node:
        """All outcomes where the budget allows, else a few at even distances in their odds."""
        rules = self._box.rules
        count = len(decision.options)
        weights: list[int] = []
        if (count <= SAMPLES and count <= budget) or count * EXACT <= budget:
            chosen = list(range(count))
            weights = list(decision.weights) if decision.weights else [1] * count
        else:
            chosen = self._drawn(decision, min(SAMPLES, budget))
            weights = [1] * len(chosen)
        share = budget // len(chosen)
        branches: list[Node] = []
        for index in chosen:
            after = rules.copy(state)
            rules.apply(after, CHANCE, decision.options[index], None)
            branches.append(self._grown(after, seat, share, False))
        return branches[0] if len(branches) == 1 else Node(-1, branches, weights)

    def _drawn(self, decision: Decision, count: int) -> list[int]:
        total = decision.total
        first = total * self._offset // OFFSETS
        found: list[int] = []
        for number in range(count):
            # Each part of the odds gives one, all at the same place of their part.
            at = (number * total + first) // count
            found.append(bisect_right(decision.steps, at) if decision.weights else at)
        return found

    def _end(self, state: S, seat: Seat, outcome: Outcome | None) -> Node:
        numbers = self._pack(state, seat)
        if self._layout is None:
            self._layout = Struct(f"{len(numbers)}q")
        row: bytes = self._layout.pack(*numbers)
        number = len(self.rows)
        if outcome is not None:
            # Cards that are hidden from the row may have decided the game.
            self.over.append((number, outcome))
        else:
            known = self._numbers.get(row, -1)
            if known >= 0:
                return Node(known, [], [])
            self._numbers[row] = number
        self.rows.append(row)
        return Node(number, [], [])
