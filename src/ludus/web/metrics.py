"""What is measured for the operator, as Prometheus reads it.

Times are observed when something happens; everything else is read from the parts of the server
when somebody asks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

KIND: Final = CONTENT_TYPE_LATEST
LAG_EVERY: Final = 0.5
"""Seconds between two measurements of the event loop's lag."""
LATE_FOR: Final = 5.0
"""Seconds for which the server counts as late after it was."""
QUICK: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW: Final = (0.01, 0.05, 0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0)
METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"))


class Metrics:
    """The metrics of one server, in a registry of its own."""

    def __init__(self, late_after: float = 0.05) -> None:
        self._late_after = late_after
        self._late_until = 0.0
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "ludus_requests",
            "Requests that were answered.",
            ("kind", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "ludus_request_seconds",
            "Time until the answer to a request begins.",
            ("kind",),
            registry=self.registry,
            buckets=QUICK,
        )
        self.lag = Histogram(
            "ludus_loop_lag_seconds",
            "How late the event loop comes to what is due.",
            registry=self.registry,
            buckets=QUICK,
        )
        self.bot_wait = Histogram(
            "ludus_bot_wait_seconds",
            "How long a bot's question waits until somebody thinks about it.",
            registry=self.registry,
            buckets=SLOW,
        )
        ProcessCollector(registry=self.registry)

    def answered(self, kind: str, method: str, status: int, seconds: float) -> None:
        """A request was answered. `kind` is `page`, `api` or `static`."""
        method = method if method in METHODS else "other"
        self._requests.labels(kind, method, str(status)).inc()
        self._seconds.labels(kind).observe(seconds)

    async def measure_lag(self) -> None:
        """Run until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.note_lag(loop.time() - due)

    def note_lag(self, seconds: float) -> None:
        self.lag.observe(max(0.0, seconds))
        if seconds > self._late_after:
            self._late_until = time.monotonic() + LATE_FOR

    def is_late(self) -> bool:
        """Whether the event loop came late to something lately."""
        return time.monotonic() < self._late_until

    def read(self, *sources: Source) -> None:
        """Ask these when the metrics are asked for."""
        self.registry.register(_Reader(sources))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class Source:
    """A number that is read when somebody asks; one that only grows is `total`."""

    def __init__(
        self, name: str, meaning: str, read: Callable[[], float], total: bool = False
    ) -> None:
        self.name = f"ludus_{name}"
        self.meaning = meaning
        self.read = read
        self.total = total


class _Reader(Collector):
    def __init__(self, sources: tuple[Source, ...]) -> None:
        self._sources = sources

    def collect(self) -> Iterator[Metric]:
        for source in self._sources:
            family = CounterMetricFamily if source.total else GaugeMetricFamily
            yield family(source.name, source.meaning, value=source.read())
