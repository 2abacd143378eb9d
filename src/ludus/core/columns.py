"""Features that are made from one column of a row each, for encodings (`core/encoding.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray


class Columns:
    """Columns of a row as features: above a number, equal to one, or as they are but scaled."""

    def __init__(
        self,
        above: Sequence[tuple[int, int]],
        equal: Sequence[tuple[int, int]],
        scaled: Sequence[tuple[int, float]] = (),
    ) -> None:
        self._above: Final = _numbers(above)
        self._steps: Final = np.array([step for _, step in above])
        self._equal: Final = _numbers(equal)
        self._values: Final = np.array([value for _, value in equal])
        self._scaled: Final = _numbers(scaled)
        self._scales: Final = np.array([scale for _, scale in scaled], np.float32)

    def of(self, rows: NDArray[np.int64]) -> list[NDArray[np.generic]]:
        """The features of each row, in the order given."""
        return [
            rows[:, self._above] > self._steps,
            rows[:, self._equal] == self._values,
            rows[:, self._scaled] * self._scales,
        ]


def _numbers(columns: Sequence[tuple[int, float]]) -> NDArray[np.int64]:
    return np.array([column for column, _ in columns], np.int64)


def spread(rows: NDArray[np.int64], columns: Sequence[int], bits: int) -> NDArray[np.int64]:
    """Columns that hold masks, bit by bit."""
    masks = rows[:, list(columns), None] >> np.arange(bits) & 1
    return masks.reshape(len(rows), -1)
