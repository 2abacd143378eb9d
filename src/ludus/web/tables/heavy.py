"""Work that takes long, in threads beside the event loop.

Few threads, since they share the interpreter with the loop, and two of them, so that the longest
records wait for each other and not the players who come back to their tables for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE: Final = 100
"""A log of up to so many rows is replayed where it is: that takes a few milliseconds."""
LONG: Final = 2000
"""A log of more rows is a very long one."""


class HeavyWork:
    """Runs functions in one of two threads, each one after the other."""

    def __init__(self) -> None:
        self._usual = ThreadPoolExecutor(1, "ludus-tables")
        self._long = ThreadPoolExecutor(1, "ludus-records")

    async def run(self, size: int, work: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> T:
        """Run something that takes as long as `size` rows or moves make it."""
        if size <= AT_ONCE:
            return work(*args, **more)
        threads = self._usual if size <= LONG else self._long
        future = threads.submit(work, *args, **more)
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """Forget what has not begun."""
        self._usual.shutdown(wait=False, cancel_futures=True)
        self._long.shutdown(wait=False, cancel_futures=True)
