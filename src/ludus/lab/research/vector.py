"""Many games of one kind stepped together, as arrays, for learners that want batches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludus.core.actions import Action
from ludus.core.errors import BadRequest
from ludus.lab.research.masks import mark
from ludus.lab.research.stepper import Stepper


@dataclass(frozen=True, slots=True)
class Batch:
    """What all tables show, row by row: for the seat to move at each.

    The arrays are written anew for every batch: what is needed longer must be copied.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Ended:
    """A table whose game ended in the latest step, and what its seats got."""

    table: int
    rewards: tuple[float, ...]


class Vector:
    """`count` tables. A game that ends is followed by the next one at the same table.

    Game number n of table t is the same whatever happens at other tables.
    """

    def __init__(
        self,
        game: str,
        count: int,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
    ) -> None:
        if count < 1:
            raise BadRequest(f"{count} tables: it must be 1 or more")
        first = Stepper(game, seats, options)
        self.tables = [first, *(Stepper(game, first.seats, options) for _ in range(count - 1))]
        self._seed = seed
        self._games = [0] * count
        self._lay_out()
        for table in range(count):
            self._start(table)

    def _lay_out(self) -> None:
        count = len(self.tables)
        self._observations = np.empty((count, self.tables[0].features.size), np.float32)
        self._masks = np.zeros((count, self.tables[0].actions), np.int8)
        self._seats = np.empty(count, np.int64)
        self._marked: list[Sequence[Action]] = [()] * count
        """What the masks show now."""

    def __reduce__(
        self,
    ) -> tuple[
        Callable[[list[Stepper], int, list[int]], Vector], tuple[list[Stepper], int, list[int]]
    ]:
        return vector_from, (self.tables, self._seed, self._games)

    def take_up(self, tables: list[Stepper], games: list[int]) -> None:
        """Go on with these tables, at each of which so many games were begun."""
        self.tables = tables
        self._games = games
        self._lay_out()

    def _start(self, table: int) -> None:
        number = self._games[table]
        self._games[table] = number + 1
        self.tables[table].reset((self._seed * len(self.tables) + table) * 2**32 + number)

    def batch(self) -> Batch:
        tables = self.tables
        read = tables[0].features.read
        mark(self._marked, self._masks, 0)
        for number, table in enumerate(tables):
            decision = table.decision
            assert decision is not None
            # One view after the other: Python's collector would go through many again and again.
            read(table.view(table.seat), self._observations, number)
            self._marked[number] = decision.options
            self._seats[number] = table.seat
        mark(self._marked, self._masks, 1)
        return Batch(self._observations, self._masks, self._seats)

    def step(self, actions: NDArray[np.int64]) -> list[Ended]:
        """One action for every table; which games ended by it."""
        if len(actions) != len(self.tables):
            raise BadRequest(f"{len(actions)} actions for {len(self.tables)} tables")
        ended = []
        for index, action in enumerate(actions.tolist()):
            table = self.tables[index]
            table.step(action)
            if table.over:
                ended.append(Ended(index, tuple(table.rewards())))
                self._start(index)
        return ended


def vector_from(tables: list[Stepper], seed: int, games: list[int]) -> Vector:
    """Tables that were kept."""
    first = tables[0]
    vector = Vector(first.box.meta.name, 1, first.seats, first.options, seed)
    vector.take_up(tables, games)
    return vector
