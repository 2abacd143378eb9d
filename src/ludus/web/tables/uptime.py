"""When the server did not run: no clock runs then, and nobody forfeits.

A run leaves a sign of life in the store every few seconds and when it ends. The next one knows from
that how long the server was down, and moves the deadlines of a table by so much when it loads it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from ludus.store import Store, StoreError

log = logging.getLogger("ludus.web")


class Uptime:
    """The times between runs, and the signs of life of this one."""

    def __init__(self, store: Store, now: Callable[[], int], every: float) -> None:
        self._store = store
        self._now = now
        self._every = every
        self._pauses: Sequence[tuple[int, int]] = ()

    async def start(self, beside: bool = False) -> None:
        """Begin a run, or join one that goes on `beside`."""
        self._pauses = await self._store.start_run(self._now(), beside)

    async def run(self) -> None:
        """Leave signs of life until cancelled."""
        while True:
            await asyncio.sleep(self._every)
            await self.beat()

    async def beat(self) -> None:
        try:
            await self._store.alive(self._now())
        except StoreError as error:
            log.error("no sign of life could be written: %s", error)

    def down_since(self, at: int) -> int:
        """For how many ms since `at` no server ran."""
        return sum(end - max(begin, at) for begin, end in self._pauses if end > max(begin, at))

    @property
    def last_pause(self) -> int:
        """The ms for which no server ran before this run."""
        if not self._pauses:
            return 0
        begin, end = self._pauses[-1]
        return max(0, end - begin)
