"""Gradient descent for small nets, by NumPy alone: Adam on batches of positions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ludus.core.net import POINTS, Judge, Layer, Net, chances

FIRST_MOMENT: Final = 0.9
SECOND_MOMENT: Final = 0.999
TINY: Final = 1e-8
HUBER: Final = 0.5
"""Errors beyond this, in units of the output, count by their size and not by their square."""


class Memory:
    """The latest positions, in a ring."""

    def __init__(self, size: int, row: int, outputs: int) -> None:
        self._rows = np.empty((size, row), np.int32)
        self._targets = np.empty((size, outputs), np.float32)
        self._next = 0
        self.count = 0

    def add(self, rows: NDArray[np.int64], targets: NDArray[np.float32]) -> None:
        size = len(self._rows)
        places = (self._next + np.arange(len(rows))) % size
        self._rows[places] = rows
        self._targets[places] = targets
        self._next = (self._next + len(rows)) % size
        self.count = min(size, self.count + len(rows))

    def some(
        self, count: int, among: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """A batch drawn from the latest `among` positions."""
        back = rng.integers(1, min(among, self.count) + 1, count)
        places = (self._next - back) % len(self._rows)
        return self._rows[places].astype(np.int64), self._targets[places]


class Learner:
    """A judge whose net learns; `threads` share each batch."""

    def __init__(self, judge: Judge, rate: float, threads: int = 1) -> None:
        self.judge = judge
        self.rate = rate
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._threads = threads
        self.steps = 0
        self.first = [_zeros(layer) for layer in judge.net.layers]
        self.second = [_zeros(layer) for layer in judge.net.layers]

    @property
    def kind(self) -> Literal["wins", "points"]:
        return self.judge.encoding.kind

    def learn(self, rows: NDArray[np.int64], targets: NDArray[np.float32]) -> float:
        """One step on a batch; the mean error before it."""
        shares = [rows[at :: self._threads] for at in range(self._threads)]
        wanted = [targets[at :: self._threads] for at in range(self._threads)]
        by = map if self._pool is None else self._pool.map
        parts = list(by(self._gradient, shares, wanted))
        total = parts[0][1]
        for _, slopes in parts[1:]:
            for sum_of, more in zip(total, slopes, strict=True):
                np.add(sum_of.weights, more.weights, out=sum_of.weights)
                np.add(sum_of.bias, more.bias, out=sum_of.bias)
        self.steps += 1
        count = np.float32(len(rows))
        for number, (weights, bias) in enumerate(total):
            self._move(number, Layer(weights / count, bias / count))
        return sum(error for error, _ in parts) / len(rows)

    def _gradient(
        self, rows: NDArray[np.int64], targets: NDArray[np.float32]
    ) -> tuple[float, list[Layer]]:
        """The error of some rows and its slope by all weights, added up over the rows."""
        net = self.judge.net
        inputs = [self.judge.encoding.features(rows)]
        for number, layer in enumerate(net.layers):
            found = inputs[-1] @ layer.weights + layer.bias
            if number < len(net.layers) - 1:
                np.maximum(found, 0, out=found)
            inputs.append(found)
        error, slope = self._error(rows, inputs.pop(), targets)
        slopes: list[Layer] = []
        for number in range(len(net.layers) - 1, -1, -1):
            slopes.append(Layer(inputs[number].T @ slope, slope.sum(0)))
            if number:
                slope = (slope @ net.layers[number].weights.T) * (inputs[number] > 0)
        return error, slopes[::-1]

    def _error(
        self, rows: NDArray[np.int64], found: NDArray[np.float32], targets: NDArray[np.float32]
    ) -> tuple[float, NDArray[np.float32]]:
        """The error of all rows, and the slope of each row's by its outputs."""
        encoding = self.judge.encoding
        if self.kind == "wins":
            guess = chances(found + encoding.base(rows), encoding.seats(rows))
            error = -(targets * np.log(guess + 1e-9)).sum()
            return float(error), guess - targets
        wanted = (targets - encoding.base(rows)) / np.float32(POINTS)
        off = found - wanted
        return float(np.abs(off).sum()) * POINTS, np.clip(off, -HUBER, HUBER)

    def _move(self, number: int, gradient: Layer) -> None:
        """Adam."""
        rate = self.rate * (1 - SECOND_MOMENT**self.steps) ** 0.5 / (1 - FIRST_MOMENT**self.steps)
        layer = self.judge.net.layers[number]
        for part, by, first, second in zip(
            layer, gradient, self.first[number], self.second[number], strict=True
        ):
            first += (1 - FIRST_MOMENT) * (by - first)
            second += (1 - SECOND_MOMENT) * (by * by - second)
            part -= np.float32(rate) * first / (np.sqrt(second) + np.float32(TINY))

    def moments(self) -> NDArray[np.float32]:
        """What Adam remembers, in one row."""
        return np.concatenate([Net(self.first).flat, Net(self.second).flat])

    def remember(self, moments: NDArray[np.float32], steps: int) -> None:
        """Go on from a checkpoint."""
        half = len(moments) // 2
        sizes = self.judge.net.sizes
        self.first = Net.from_flat(sizes, moments[:half].copy()).layers
        self.second = Net.from_flat(sizes, moments[half:].copy()).layers
        self.steps = steps


def _zeros(layer: Layer) -> Layer:
    return Layer(np.zeros_like(layer.weights), np.zeros_like(layer.bias))
