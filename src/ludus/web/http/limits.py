"""Limits by session and by address: rates, the server's time, and room for bodies of requests."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, Generic, TypeVar

from ludus.web.config import Rate, Settings
from ludus.web.http.addresses import source_of
from ludus.web.http.errors import TooLarge, TooManyRequests, Unavailable

T = TypeVar("T")

MOST_BUCKETS: Final = 50_000
LOOPBACK: Final = frozenset(map(source_of, ("127.0.0.1", "::1")))
SHARE: Final = 4
"""One address may have this part of the room for bodies."""
MOST_SHARES: Final = 4
"""Rates are divided by no more workers: a proxy sends all who sit at a table to one of them."""
MOST_STREAM_SHARES: Final = 2
"""The same for streams: it sends the other pages of one address to one worker too."""
ALONE: Final = 10.0
"""Seconds in which nobody else was served: then nobody waits for those who ask for much."""


LATELY: Final = {
    "tables": "many tables were opened by you or from your address lately",
    "uploads": "many games were uploaded by you or from your address lately",
    "analyses": "many games were analysed for you or your address lately",
    "chat": "you write faster than others can read",
    "seats": "you have changed seats and links often lately",
    "names": "you have changed your name often lately",
    "notes": "you have saved your notes often lately",
    "contacts": "you have turned messages on or off often lately",
    "mails": "many e-mail addresses were entered by you or from your address lately",
}
"""What is said when a quota is used up."""


def in_words(seconds: float) -> str:
    """A time to wait, rounded up."""
    count = max(1, math.ceil(seconds))
    size, unit = next((each for each in UNITS if count >= 2 * each[0]), UNITS[-1])
    count = -(-count // size)
    return f"{count} {unit}{'' if count == 1 else 's'}"


UNITS: Final = ((3600, "hour"), (60, "minute"), (1, "second"))


class Limiter:
    """One bucket per key. A bucket that is full again is forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}
        self.workers = 1
        """How many workers share the rate; each has its part. What may come at once is not divided:
        a class behind one address begins at one worker."""

    def take(self, key: Hashable) -> float:
        """Take one; 0 if it was there, else the seconds until it will be."""
        now = self._clock()
        burst = max(1.0, float(self._rate.burst))
        second = self._rate.second / self.workers
        level, since = self._buckets.pop(key, (burst, now))
        level = min(burst, level + (now - since) * second)
        if level >= 1.0:
            level -= 1.0
            wait = 0.0
        else:
            wait = (1.0 - level) / second
        self._buckets[key] = (level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._forget(now)
        return wait

    def _forget(self, now: float) -> None:
        full = max(1.0, float(self._rate.burst)) * self.workers / self._rate.second
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if now - bucket[1] < full
        }
        # Under attack from ever new addresses, the oldest have to go.
        while len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]


class Budget:
    """Time of work by key, in the unit of its rate.

    More may be spent than is left: that is paid off first, down to the `floor`.
    """

    def __init__(
        self,
        rate: Rate,
        clock: Callable[[], float] = time.monotonic,
        floor: float = -math.inf,
    ) -> None:
        self._rate = rate
        self._clock = clock
        self._floor = floor
        self._levels: dict[str, tuple[float, float]] = {}

    def left(self, key: str) -> float:
        """The seconds that are left; below zero after more was spent."""
        burst = float(self._rate.burst)
        level, since = self._levels.get(key, (burst, 0.0))
        return min(burst, level + (self._clock() - since) * self._rate.second)

    def wait(self, key: str) -> float:
        """How long it takes until something is left; 0 if that is so now."""
        left = self.left(key)
        return 0.0 if left > 0 else max(-left / self._rate.second, 0.01)

    def spend(self, key: str, seconds: float) -> None:
        level = max(self.left(key) - seconds, self._floor)
        self._levels.pop(key, None)
        self._levels[key] = (level, self._clock())
        if len(self._levels) > MOST_BUCKETS:
            del self._levels[next(iter(self._levels))]


class Limits:
    """The limits of one server; each method raises TooManyRequests beyond them."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._writes = Limiter(settings.writes, clock)
        self._address_writes = Limiter(settings.address_writes, clock)
        self._reads = Limiter(settings.reads, clock)
        self._creations = Limiter(settings.beginnings, clock)
        self._quotas = {
            name: (Limiter(quota.session, clock), Limiter(quota.address, clock))
            for name in LATELY
            for quota in (getattr(settings.quotas, name),)
        }
        # Nobody owes more than the burst: where many people share an address, hours in which
        # nobody was refused are not held against them.
        self._work, self._work_when_late = (
            Budget(rate, floor=-float(rate.burst))
            for rate in (settings.work, settings.work_when_late)
        )
        self.late: Callable[[], bool] = lambda: False
        """Whether the event loop comes late to what is due."""
        self._served: tuple[str, float] = ("", -math.inf)
        """The address that was served last, and when."""
        self._before = -math.inf
        """When another one was."""
        self._streams: Counter[str] = Counter()
        self._streams_per_address = settings.streams_per_address
        self._most_streams = settings.most_streams
        self._workers = 1

    def share(self, workers: int) -> None:
        """So many workers share the limits; each keeps its part."""
        limiters = (self._writes, self._address_writes, self._reads, self._creations)
        for each in (*limiters, *(one for pair in self._quotas.values() for one in pair)):
            each.workers = min(workers, MOST_SHARES)
        self._workers = workers

    def read(self, address: str) -> None:
        _take(self._reads, address)

    def write_from(self, address: str) -> None:
        _take(self._address_writes, address)

    def write_by(self, session: str) -> None:
        _take(self._writes, session)

    def create(self, address: str) -> None:
        """A new session, table, upload or analysis."""
        _take(self._creations, address)

    def work(self, address: str) -> None:
        """Refuse an address for which much was done lately; less is much while all others wait.

        Not those who play on the machine itself: what makes it slow may be another program. Nor an
        address that has the server to itself, as a class behind one has.
        """
        if address in LOOPBACK:
            return
        wait = self._work.wait(address)
        if self.late() and not self._alone(address):
            wait = max(wait, self._work_when_late.wait(address))
        if wait:
            raise TooManyRequests(
                f"much was done for your address lately: try again in {in_words(wait)}", wait
            )

    def spend(self, address: str, seconds: float) -> None:
        """So much of the server's time was used for an address."""
        last, at = self._served
        if last != address:
            self._before = at
        self._served = (address, self._clock())
        self._work.spend(address, seconds * 1000)
        self._work_when_late.spend(address, seconds * 1000)

    def _alone(self, address: str) -> bool:
        last, at = self._served
        others = self._before if last == address else at
        return self._clock() - others > ALONE

    def use(self, quota: str, session: str, address: str) -> None:
        """Use up some of the quota of a session, if there is one yet, and of an address."""
        by_session, by_address = self._quotas[quota]
        wait = by_address.take(address)
        if session:
            wait = max(wait, by_session.take(session))
        if wait:
            raise TooManyRequests(f"{LATELY[quota]}: try again in {in_words(wait)}", wait)

    def open_stream(self, address: str) -> None:
        shares = min(self._workers, MOST_STREAM_SHARES)
        if self._streams[address] >= max(1, self._streams_per_address // shares):
            raise TooManyRequests("too many pages are open from this address", 30)
        if self._streams.total() >= self._most_streams:
            raise Unavailable("too many pages are open: try again in a minute")
        self._streams[address] += 1

    def close_stream(self, address: str) -> None:
        self._streams[address] -= 1
        if self._streams[address] <= 0:
            del self._streams[address]


def _take(limiter: Limiter, key: str) -> None:
    wait = limiter.take(key)
    if wait:
        raise TooManyRequests(f"that is too fast: wait {wait:.1f} seconds", wait)


class Metered(Awaitable[T], Generic[T]):
    """Runs a coroutine, and tells in the end how many seconds of processor time it took.

    While it waits, the loop does something else, which is not counted: time is taken for each step
    from one `await` to the next.
    """

    def __init__(self, work: Coroutine[object, None, T], spend: Callable[[float], None]) -> None:
        self._work = work
        self._spend = spend

    def __await__(self) -> Generator[object, None, T]:
        spent = 0.0
        step = partial(self._work.send, None)
        try:
            while True:
                began = time.thread_time()
                try:
                    awaited = step()
                except StopIteration as end:
                    result: T = end.value
                    return result
                finally:
                    spent += time.thread_time() - began
                try:
                    yield awaited
                    step = partial(self._work.send, None)
                except BaseException as error:
                    step = partial(self._work.throw, error)
        finally:
            self._spend(spent)


class Bodies:
    """Counts the bytes that are held for unfinished requests, in all and by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()
        self.total = 0

    @contextmanager
    def receiving(self, address: str, limit: int) -> Iterator[Callable[[int], None]]:
        """Gives a function to call with the size of each chunk; it refuses what is too much."""
        size = 0

        def grow(more: int) -> None:
            nonlocal size
            if size + more > limit:
                raise TooLarge(f"that is too large: at most {limit} bytes")
            if self._held[address] + more > self._most // SHARE:
                raise TooManyRequests("too much is being sent from this address at once", 10)
            if self.total + more > self._most:
                raise Unavailable("too much is being sent at once: try again in a minute")
            size += more
            self._held[address] += more
            self.total += more

        try:
            yield grow
        finally:
            self.total -= size
            self._held[address] -= size
            if not self._held[address]:
                del self._held[address]
