"""Who thinks next: the workers are shared fairly between addresses and sessions.

However many tables somebody has opened, the bot at another table waits for one answer at most. A
session and an address also have a budget of thinking time, which fills up again with time; beyond
it their bots wait, and still move in the end.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ludus.web.config import Quota
from ludus.web.http.limits import Budget


@dataclass(frozen=True, slots=True)
class Owner:
    """For whom a bot thinks: the session that opened the table, and where it comes from."""

    session: str
    source: str = ""
    """An address that counts as one; empty if it is not known or shared by many people."""


@dataclass(eq=False, slots=True)
class Waiting:
    """A question that waits for a worker."""

    owner: Owner
    turn: asyncio.Future[None]


class ThinkingQueue:
    """Gives `workers` turns at a time. Whoever has thought least comes next."""

    def __init__(
        self,
        workers: int,
        quota: Quota,
        clock: Callable[[], float] = time.monotonic,
        waited: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self._workers = workers
        self._most = max(1, workers - 1)
        """The most turns of one owner at a time: a worker is kept for others."""
        self._clock = clock
        self._waited = waited
        """Told how long each question waited for its turn."""
        self._sessions = Budget(quota.session, clock)
        self._sources = Budget(quota.address, clock)
        self._running: Counter[str] = Counter()
        self._running_from: Counter[str] = Counter()
        self._waiting: list[Waiting] = []
        self._timer: asyncio.TimerHandle | None = None

    def wait(self, owner: Owner) -> float:
        """The seconds until the owner has thinking time again; 0 while there is some."""
        of_source = self._sources.wait(owner.source) if owner.source else 0.0
        return max(self._sessions.wait(owner.session), of_source)

    @property
    def running(self) -> int:
        """How many questions are being thought about."""
        return self._running.total()

    @property
    def length(self) -> int:
        """How many questions wait."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, owner: Owner) -> AsyncIterator[None]:
        """Wait for a worker, and have it for the length of the block."""
        asked = self._clock()
        await self._acquire(owner)
        began = self._clock()
        self._waited(began - asked)
        try:
            yield
        finally:
            self._release(owner, self._clock() - began)

    async def _acquire(self, owner: Owner) -> None:
        entry = Waiting(owner, asyncio.get_running_loop().create_future())
        self._waiting.append(entry)
        self._dispatch()
        try:
            await entry.turn
        except asyncio.CancelledError:
            if entry in self._waiting:
                self._waiting.remove(entry)
            else:
                # The turn came at the very moment in which nobody wanted it any more.
                self._release(owner, 0.0)
            raise

    def _release(self, owner: Owner, seconds: float) -> None:
        _take_one(self._running, owner.session)
        _take_one(self._running_from, owner.source)
        self._sessions.spend(owner.session, seconds)
        if owner.source:
            self._sources.spend(owner.source, seconds)
        self._dispatch()

    def _dispatch(self) -> None:
        """Give turns to those who come next, while workers are free."""
        while self._waiting and self._running.total() < self._workers:
            ready = [entry for entry in self._waiting if self._may_run(entry.owner)]
            if not ready:
                break
            entry = min(ready, key=self._order)
            self._waiting.remove(entry)
            self._running[entry.owner.session] += 1
            self._running_from[entry.owner.source] += 1
            entry.turn.set_result(None)
        self._set_timer()

    def _may_run(self, owner: Owner) -> bool:
        if self._running[owner.session] >= self._most or self.wait(owner) > 0:
            return False
        return not owner.source or self._running_from[owner.source] < self._most

    def _order(self, entry: Waiting) -> tuple[int, float, int, float]:
        """Fewest turns first, then the most time left; of equals the one that waits longest."""
        owner = entry.owner
        return (
            self._running_from[owner.source] if owner.source else 0,
            -self._sources.left(owner.source),
            self._running[owner.session],
            -self._sessions.left(owner.session),
        )

    def _set_timer(self) -> None:
        """Look again when the first of those who wait has thinking time again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pauses = [pause for entry in self._waiting if (pause := self.wait(entry.owner)) > 0]
        if pauses:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(pauses), self._dispatch)


def _take_one(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
