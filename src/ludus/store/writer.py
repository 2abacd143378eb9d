"""One thread that writes, and groups what is queued into one commit.

A commit waits for the disk, some milliseconds on common ones. Units that arrive while one commit is
under way share the next, so the number of moves a second is not bound by the number of commits a
second, and each unit is still on disk before its caller continues.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ludus.store.errors import StoreError

if TYPE_CHECKING:
    from ludus.store.sql_base import Database

Unit: TypeAlias = "Callable[[Database], None]"

MAX_BATCH = 256


@dataclass(slots=True)
class Job:
    unit: Unit
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    error: StoreError | None = field(default=None)


class Writer(ABC):
    """The thread of one store; each kind of store says how a batch is committed."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.commits = 0
        self.writes = 0
        self.seconds = 0.0
        """Spent in commits."""
        self._thread = threading.Thread(target=self._run, name="ludus-store", daemon=True)
        self._thread.start()

    async def write(self, unit: Unit) -> None:
        """Run a unit; it is on disk when this returns, and left no trace if this raises.

        The unit runs to its end even if the caller is cancelled. It may run again after it was
        rolled back: only what its last run has found counts.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(Job(unit, loop, done))
        await asyncio.shield(done)

    @property
    def queued(self) -> int:
        """How many units wait."""
        return self._jobs.qsize()

    def close(self) -> None:
        """Finish what is queued, then stop."""
        self._jobs.put(None)
        self._thread.join()
        self._close()

    def _run(self) -> None:
        while True:
            first = self._jobs.get()
            if first is None:
                return
            jobs, last = self._gather(first)
            began = time.perf_counter()
            self._commit(jobs)
            self.seconds += time.perf_counter() - began
            self.writes += len(jobs)
            for loop in {job.loop for job in jobs}:
                mine = [job for job in jobs if job.loop is loop]
                if not loop.is_closed():
                    loop.call_soon_threadsafe(_tell, mine)
            if last:
                return

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        jobs = [first]
        while len(jobs) < MAX_BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    @abstractmethod
    def _commit(self, jobs: list[Job]) -> None:
        """Run all units and commit; each that failed has its error. Must not raise."""

    @abstractmethod
    def _close(self) -> None:
        """Close what the thread has open."""


def _tell(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.error)
