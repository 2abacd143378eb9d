"""Legal actions as masks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ludus.core.actions import Action
from ludus.core.native import kernels


def mark(rows: list[Sequence[Action]], found: NDArray[np.int8], value: int) -> None:
    """Give the actions of each list this value in the row of `found` that belongs to it."""
    if kernels is not None:
        kernels.mark(rows, found, value)
        return
    for actions, row in zip(rows, found.reshape(len(rows), -1), strict=True):
        row[[action.number for action in actions]] = value
