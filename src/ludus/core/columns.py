"""Features that are made from one column of a row each, for encodings (`core/encoding.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ludus.core.native import kernels


class Columns:
    """Columns of a row as features: above a number, equal to one, as they are but scaled, and bit
    by bit where they are masks."""

    def __init__(
        self,
        above: Sequence[tuple[int, int]] = (),
        equal: Sequence[tuple[int, int]] = (),
        scaled: Sequence[tuple[int, float]] = (),
        masks: Sequence[tuple[int, int]] = (),
    ) -> None:
        """`masks` are columns with how many bits they have; all others go with their number."""
        self._above: Final = _pairs(above)
        self._equal: Final = _pairs(equal)
        self._scaled: Final = np.array([column for column, _ in scaled], np.int64)
        self._scales: Final = np.array([scale for _, scale in scaled], np.float32)
        self._bits: Final = _pairs([(column, bit) for column, size in masks for bit in range(size)])
        self.width: Final = len(above) + len(equal) + len(scaled) + len(self._bits)

    def of(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """The features of each row, in the order given."""
        found = np.empty((len(rows), self.width), np.float32)
        if kernels is None:
            self._write(rows, found)
        else:
            kernels.columns(
                np.ascontiguousarray(rows),
                rows.shape[1],
                self._above,
                self._equal,
                self._scaled,
                self._scales,
                self._bits,
                found,
            )
        return found

    def _write(self, rows: NDArray[np.int64], found: NDArray[np.float32]) -> None:
        """The same by NumPy."""
        np.concatenate(
            [
                rows[:, self._above[:, 0]] > self._above[:, 1],
                rows[:, self._equal[:, 0]] == self._equal[:, 1],
                rows[:, self._scaled] * self._scales,
                rows[:, self._bits[:, 0]] >> self._bits[:, 1] & 1,
            ],
            1,
            out=found,
        )


def _pairs(columns: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    return np.array(columns, np.int64).reshape(-1, 2)


def spread(rows: NDArray[np.int64], columns: Sequence[int], bits: int) -> NDArray[np.int64]:
    """Columns that hold masks, bit by bit."""
    masks = rows[:, list(columns), None] >> np.arange(bits) & 1
    return masks.reshape(len(rows), -1)
