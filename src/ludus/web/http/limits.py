"""How fast anybody may ask: token buckets by session and by address."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Final

from ludus.web.config import Rate

MOST_BUCKETS: Final = 50_000


class Limiter:
    """One bucket per key. A bucket that is full again is forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable) -> float:
        """Take one; 0 if it was there, else the seconds until it will be."""
        now = self._clock()
        burst = float(self._rate.burst)
        level, since = self._buckets.pop(key, (burst, now))
        level = min(burst, level + (now - since) * self._rate.second)
        if level >= 1.0:
            level -= 1.0
            wait = 0.0
        else:
            wait = (1.0 - level) / self._rate.second
        self._buckets[key] = (level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._forget(now)
        return wait

    def _forget(self, now: float) -> None:
        full = self._rate.burst / self._rate.second
        self._buckets = {
            key: bucket for key, bucket in self._buckets.items() if now - bucket[1] < full
        }
        # Under attack from ever new addresses, the oldest have to go.
        while len(self._buckets) > MOST_BUCKETS:
            del self._buckets[next(iter(self._buckets))]
