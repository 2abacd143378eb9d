"""Many games of one kind stepped together, as arrays, for learners that want batches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludus.core.errors import BadRequest
from ludus.lab.research.stepper import Stepper


@dataclass(frozen=True, slots=True)
class Batch:
    """What all tables show, row by row: for the seat to move at each."""

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
        for table in range(count):
            self._start(table)

    def _start(self, table: int) -> None:
        number = self._games[table]
        self._games[table] = number + 1
        self.tables[table].reset((self._seed * len(self.tables) + table) * 2**32 + number)

    def batch(self) -> Batch:
        return Batch(
            np.stack([table.observe(table.seat) for table in self.tables]),
            np.stack([table.mask() for table in self.tables]),
            np.array([table.seat for table in self.tables]),
        )

    def step(self, actions: NDArray[np.int64]) -> list[Ended]:
        """One action for every table; which games ended by it."""
        if len(actions) != len(self.tables):
            raise BadRequest(f"{len(actions)} actions for {len(self.tables)} tables")
        ended = []
        for index, (table, action) in enumerate(zip(self.tables, actions, strict=True)):
            table.step(int(action))
            if table.over:
                ended.append(Ended(index, tuple(table.rewards())))
                self._start(index)
        return ended
