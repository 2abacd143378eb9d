"""Memory of a server: given back when drawing needed it for a moment, and seldom searched.

A page is drawn as large strings that live for a millisecond. The C library of Linux keeps such
blocks for itself once they are freed, scattered, so that a server with many streams would seem to
need twice the memory it does. Told so, it takes large blocks from the system and gives them back.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Final

_ARENA_MAX: Final = -8
_MMAP_THRESHOLD: Final = -3
_TRIM_THRESHOLD: Final = -1

LARGE: Final = 40_000
"""Bytes from which on a block is taken from the system by itself."""
YOUNG: Final = 2_000
"""New objects after which Python looks for cycles among them; by itself it does after 700."""
OLDER: Final = (10, 500)
"""After how many of those looks it goes on to older objects, and to all."""


def give_back_large_blocks() -> bool:
    """Whether this system's memory could be told; where it cannot, nothing is lost but memory."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    settings = ((_ARENA_MAX, 2), (_MMAP_THRESHOLD, LARGE), (_TRIM_THRESHOLD, 4 * LARGE))
    return all(mallopt(name, value) for name, value in settings)


def seldom_look_for_cycles() -> None:
    """Look for garbage in cycles less often than Python does by itself.

    Pages are drawn from trees that are freed as soon as nobody holds them. Looking for cycles walks
    over every open table each time, and all players wait for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *OLDER)
