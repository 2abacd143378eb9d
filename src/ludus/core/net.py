"""Small nets that judge positions, by NumPy, or in C where the build has it.

A game's net stands in its folder: `net.npz` with the weights, and `net.toml` with how they were
made and for what: the version of the rules, the content and the width of the encoding. A net is
used only where all of that fits (`core/nets.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludus.core.encoding import AnyEncoding
from ludus.core.native import kernels
from ludus.core.protocol import Outcome, Seat

POINTS: Final = 10.0
"""The points that one unit of a net's output stands for."""
NEVER: Final = -1e9


class Layer(NamedTuple):
    """One layer: inputs times weights, and what is added."""

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


class Net:
    """Layers with rectifiers between them."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = list(layers)

    @classmethod
    def new(cls, sizes: Sequence[int], seed: int) -> Net:
        """Random weights; the last layer begins at nothing, so nothing is corrected yet."""
        rng = np.random.default_rng(seed)
        layers = []
        for before, after in pairwise(sizes):
            weights = rng.normal(0, (2 / before) ** 0.5, (before, after))
            layers.append(Layer(weights.astype(np.float32), np.zeros(after, np.float32)))
        layers[-1].weights[:] = 0
        return cls(layers)

    @property
    def sizes(self) -> list[int]:
        return [len(self.layers[0].weights), *(len(layer.bias) for layer in self.layers)]

    def outputs(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        if kernels is None:
            return self._by_numpy(features)
        # Most features of a position are 0, and C passes them over.
        found = np.empty((len(features), len(self.layers[-1].bias)), np.float32)
        kernels.outputs(np.ascontiguousarray(features), tuple(self.layers), found)
        return found

    def _by_numpy(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        found = features
        for number, layer in enumerate(self.layers):
            if number:
                found = np.maximum(found, 0, out=found)
            found = found @ layer.weights
            found += layer.bias
        return found

    @property
    def flat(self) -> NDArray[np.float32]:
        """All weights in one row."""
        return np.concatenate([part.ravel() for layer in self.layers for part in layer])

    @classmethod
    def from_flat(cls, sizes: Sequence[int], flat: NDArray[np.float32]) -> Net:
        layers = []
        at = 0
        for before, after in pairwise(sizes):
            end = at + before * after
            weights = flat[at:end].reshape(before, after).astype(np.float32)
            layers.append(Layer(weights, flat[end : end + after].astype(np.float32)))
            at = end + after
        return cls(layers)

    def save(self, path: Path) -> None:
        """Half precision is enough to play by, and takes half the room."""
        with path.open("wb") as file:
            np.savez_compressed(file, sizes=np.array(self.sizes), flat=self.flat.astype(np.float16))

    @classmethod
    def load(cls, path: Path) -> Net:
        with np.load(path) as file:
            return cls.from_flat([int(size) for size in file["sizes"]], file["flat"])


class Judge:
    """A net together with the encoding that it was made for."""

    def __init__(self, encoding: AnyEncoding, net: Net) -> None:
        self.encoding = encoding
        self.net = net

    def judge(self, rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Per row: chances to win from the viewer on, or the viewer's points."""
        encoding = self.encoding
        found = self.net.outputs(encoding.features(rows))
        if encoding.kind == "points":
            return found * np.float32(POINTS) + encoding.base(rows)
        return chances(found + encoding.base(rows), encoding.seats(rows))

    def result(self, outcome: Outcome, seat: Seat) -> NDArray[np.float32]:
        """How a game ended, as the net would say it of its last position."""
        if self.encoding.kind == "points":
            return np.array([self.encoding.points(outcome, seat)], np.float32)
        found = np.zeros(self.encoding.outputs, np.float32)
        won = shares(outcome)
        found[: len(won)] = won[seat:] + won[:seat]
        return found


def chances(found: NDArray[np.float32], seats: NDArray[np.int64]) -> NDArray[np.float32]:
    """Outputs made to add up to one over the seats of each table."""
    found = np.where(np.arange(found.shape[1]) < seats[:, None], found, np.float32(NEVER))
    found -= found.max(1, keepdims=True)
    np.exp(found, out=found)
    found /= found.sum(1, keepdims=True)
    return found


def rows_of(encoding: AnyEncoding, positions: Sequence[tuple[object, Seat]]) -> NDArray[np.int64]:
    """Positions, each as a seat knows it."""
    pack = encoding.pack
    if kernels is None:
        numbers = array("q")
        for state, viewer in positions:
            numbers.extend(pack(state, viewer))
        return np.frombuffer(numbers, np.int64).reshape(len(positions), -1)
    found = np.empty((0, 0), np.int64)
    for index, (state, viewer) in enumerate(positions):
        row = pack(state, viewer)
        if not index:
            found = np.empty((len(positions), len(row)), np.int64)
        kernels.write(row, found, index)
    return found


def shares(outcome: Outcome) -> list[float]:
    """Each seat's share of a win."""
    winners = outcome.winners
    return [float(seat in winners) / len(winners) for seat in range(len(outcome.ranks))]
