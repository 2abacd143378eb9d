"""Wakes tables when something is due by the clock: one task for all of them."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable


class Scheduler:
    """At most one time per table, in ms since 1970."""

    def __init__(self, now: Callable[[], int], wake: Callable[[str], Awaitable[None]]) -> None:
        self._now = now
        self._wake = wake
        self._times: dict[str, int] = {}
        self._queue: list[tuple[int, str]] = []
        self._news = asyncio.Event()

    def set(self, table: str, at: int | None) -> None:
        """Wake the table at this time and no other; None: not at all."""
        if at is None:
            self._times.pop(table, None)
        elif self._times.get(table) != at:
            self._times[table] = at
            heapq.heappush(self._queue, (at, table))
            self._news.set()

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            self._news.clear()
            for table in self._due():
                await self._wake(table)
            wait = max(0.0, (self._queue[0][0] - self._now()) / 1000) if self._queue else None
            try:
                async with asyncio.timeout(wait):
                    await self._news.wait()
            except TimeoutError:
                pass

    def _due(self) -> list[str]:
        now = self._now()
        due = []
        while self._queue:
            at, table = self._queue[0]
            if self._times.get(table) != at:
                heapq.heappop(self._queue)
                continue
            if at > now:
                break
            heapq.heappop(self._queue)
            del self._times[table]
            due.append(table)
        return due
