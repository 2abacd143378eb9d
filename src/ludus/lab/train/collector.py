"""Python's collector of circles, held back while many positions are made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

THRESHOLDS: Final = (100_000, 20, 20)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Positions are kept by the hundred and hold no circles; the collector goes through them again
    and again, which takes up to a fifth of the time."""
    kept = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*kept)
