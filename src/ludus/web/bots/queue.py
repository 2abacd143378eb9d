"""Who thinks next: the workers are shared fairly between addresses and sessions.

However many tables somebody has opened, the bot at another table waits for one answer at most. A
session and an address also have a budget of thinking time, which fills up again with time; beyond
it their bots wait, and still move in the end.

While all workers are busy, other servers of the same store may lend one of theirs: see
`ludus.web.bots.thinking`.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Final

from ludus.web.config import Quota
from ludus.web.http.limits import Budget

REFUSED_FOR: Final = 0.5
"""Seconds for which a lender that had nothing to lend is not asked again."""


@dataclass(frozen=True, slots=True)
class Owner:
    """For whom a bot thinks: the session that opened the table, and where it comes from."""

    session: str
    source: str = ""
    """An address that counts as one; empty if it is not known or shared by many people."""


@dataclass(slots=True)
class Turn:
    """A worker for one question."""

    lender: str
    """Whose worker it is; empty for one of our own."""
    refused: bool = False
    """Set to tell that the lender has none after all."""


@dataclass(eq=False, slots=True)
class Waiting:
    """A question that waits for a worker."""

    owner: Owner
    since: float
    turn: asyncio.Future[str]
    """The lender of the worker that it gets; empty for a worker of our own."""
    can_go: bool = False
    """Whether a lender may answer it."""


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
        self.now = clock
        self._waited = waited
        """Told how long each question waited for its turn."""
        self._sessions = Budget(quota.session, clock)
        self._sources = Budget(quota.address, clock)
        self._running: Counter[str] = Counter()
        self._running_from: Counter[str] = Counter()
        self._waiting: list[Waiting] = []
        self.lenders: Callable[[], Sequence[str]] = lambda: ()
        """Who may lend workers, by name."""
        self._lent: Counter[str] = Counter()
        """How many questions each lender answers for us."""
        self._refused: dict[str, float] = {}
        """Lenders that had nothing to lend, and until when they are not asked."""
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
    async def turn(
        self, owner: Owner, can_go: bool = False, since: float | None = None
    ) -> AsyncIterator[Turn]:
        """Wait for a worker, and have it for the length of the block.

        Lenders are asked only for questions that can go to them. A question that waits again has
        waited `since` then.
        """
        asked = self.now() if since is None else since
        turn = Turn(await self._acquire(owner, asked, can_go))
        began = self.now()
        try:
            yield turn
        finally:
            if turn.refused:
                self._refused[turn.lender] = self.now() + REFUSED_FOR
            else:
                self._waited(began - asked)
            self._release(owner, turn.lender, self.now() - began)

    @contextmanager
    def lend(self, owner: Owner) -> Iterator[bool]:
        """Whether a worker is free for somebody else's question, for the length of the block."""
        # Who waits here while a worker is free may not run now, so it is taken from nobody.
        free = self._running.total() < self._workers and self._has_room(owner)
        if free:
            self._start(owner)
        try:
            yield free
        finally:
            if free:
                self._end(owner)
                self._dispatch()

    async def _acquire(self, owner: Owner, since: float, can_go: bool) -> str:
        entry = Waiting(owner, since, asyncio.get_running_loop().create_future(), can_go)
        self._waiting.append(entry)
        self._dispatch()
        try:
            return await entry.turn
        except asyncio.CancelledError:
            if entry in self._waiting:
                self._waiting.remove(entry)
            else:
                # The turn came at the very moment in which nobody wanted it any more.
                self._release(owner, entry.turn.result(), 0.0)
            raise

    def _release(self, owner: Owner, lender: str, seconds: float) -> None:
        if lender:
            _take_one(self._lent, lender)
        else:
            self._end(owner)
        self._sessions.spend(owner.session, seconds)
        if owner.source:
            self._sources.spend(owner.source, seconds)
        self._dispatch()

    def _start(self, owner: Owner) -> None:
        self._running[owner.session] += 1
        self._running_from[owner.source] += 1

    def _end(self, owner: Owner) -> None:
        _take_one(self._running, owner.session)
        _take_one(self._running_from, owner.source)

    def _dispatch(self) -> None:
        """Give turns to those who come next, while workers are free here or can be borrowed."""
        while self._waiting and self._running.total() < self._workers:
            ready = [entry for entry in self._waiting if self._may_run(entry.owner)]
            if not ready:
                break
            entry = min(ready, key=self._order)
            self._start(entry.owner)
            self._give(entry, "")
        while lender := self._lender():
            ready = [each for each in self._waiting if each.can_go and not self.wait(each.owner)]
            if not ready:
                break
            self._lent[lender] += 1
            self._give(min(ready, key=self._order), lender)
        self._set_timer()

    def _give(self, entry: Waiting, lender: str) -> None:
        self._waiting.remove(entry)
        entry.turn.set_result(lender)

    def _lender(self) -> str:
        """Who is asked next for a worker: of those that may have one, who lends us the fewest."""
        if not self._waiting:
            return ""
        now = self.now()
        self._refused = {name: until for name, until in self._refused.items() if until > now}
        able = [
            name
            for name in self.lenders()
            if name not in self._refused and self._lent[name] < self._workers
        ]
        return min(able, key=self._lent.__getitem__, default="")

    def _may_run(self, owner: Owner) -> bool:
        return self._has_room(owner) and not self.wait(owner)

    def _has_room(self, owner: Owner) -> bool:
        """Whether a worker is left for others while this owner has one more."""
        if self._running[owner.session] >= self._most:
            return False
        return not owner.source or self._running_from[owner.source] < self._most

    def _order(self, entry: Waiting) -> tuple[int, float, int, float, float]:
        """Fewest turns first, then the most time left; of equals the one that waits longest."""
        owner = entry.owner
        return (
            self._running_from[owner.source] if owner.source else 0,
            -self._sources.left(owner.source),
            self._running[owner.session],
            -self._sessions.left(owner.session),
            entry.since,
        )

    def _set_timer(self) -> None:
        """Look again when somebody who waits has thinking time again, or a lender may be asked."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        pauses = [pause for entry in self._waiting if (pause := self.wait(entry.owner)) > 0]
        if any(entry.can_go for entry in self._waiting):
            now = self.now()
            pauses += [max(0.0, until - now) for until in self._refused.values()]
        if pauses:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(pauses), self._dispatch)


def _take_one(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
