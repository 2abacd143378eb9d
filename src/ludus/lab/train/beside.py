"""Several nets as one: trained apart, they err apart, and their mean errs less."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludus.core.net import Layer, Net


def side_by_side(nets: Sequence[Net]) -> Net:
    """One net that says the mean of what several say; they have as many layers."""
    layers: list[Layer] = []
    last = len(nets[0].layers) - 1
    for number in range(last + 1):
        parts = [net.layers[number] for net in nets]
        weights = [part.weights for part in parts]
        biases = [part.bias for part in parts]
        if number == last:
            share = np.float32(1 / len(nets))
            bias = np.array(sum(biases), np.float32) * share
            layers.append(Layer(np.concatenate(weights) * share, bias))
        else:
            joined = _apart(weights) if number else np.concatenate(weights, 1)
            layers.append(Layer(joined, np.concatenate(biases)))
    return Net(layers)


def _apart(blocks: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Weights by which nothing of one net reaches another."""
    height = sum(len(block) for block in blocks)
    width = sum(block.shape[1] for block in blocks)
    found = np.zeros((height, width), np.float32)
    row = column = 0
    for block in blocks:
        found[row : row + len(block), column : column + block.shape[1]] = block
        row += len(block)
        column += block.shape[1]
    return found
