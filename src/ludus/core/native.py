"""The inner loops in C (`kernels.c`), where this build has them; others do the same by NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast

from ludus.core.actions import Action

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints: TypeAlias = NDArray[np.int64]
    Floats: TypeAlias = NDArray[np.float32]


class Reader(Protocol):
    """Reads views into rows of numbers."""

    def read(self, view: object, found: Floats, row: int, /) -> None:
        """Write the numbers of a view into a row."""
        ...


class Kernels(Protocol):
    """What `kernels.c` offers. Arrays are contiguous; those that are `found` are written."""

    def columns(
        self,
        rows: Ints,
        width: int,
        above: Ints,
        equal: Ints,
        scaled: Ints,
        scales: Floats,
        bits: Ints,
        found: Floats,
        /,
    ) -> None:
        """Features of columns (`core/columns.py`)."""
        ...

    def outputs(
        self, features: Floats, layers: tuple[tuple[Floats, Floats], ...], found: Floats, /
    ) -> None:
        """What a net of these layers says (`core/net.py`)."""
        ...

    def write(self, numbers: Sequence[int], found: Ints, row: int, /) -> None:
        """Numbers as one row of an array."""
        ...

    def mark(self, rows: list[Sequence[Action]], found: NDArray[np.int8], value: int, /) -> None:
        """Masks of actions (`lab/research/masks.py`)."""
        ...

    def reader(self, parts: list[tuple[tuple[str, ...], int, int, int]], width: int, /) -> Reader:
        """Parts are a path, what is made of its end, and where that stands in a row
        (`lab/research/features.py`)."""
        ...


def _found() -> Kernels | None:
    try:
        return cast("Kernels", import_module("ludus.core.kernels"))
    except ImportError:
        return None


kernels: Final = _found()
