"""One thread that writes, and groups what is queued into one commit.

With `synchronous=FULL` a commit costs an fsync, some milliseconds on common disks. Units that
arrive while one commit is under way share the next, so the number of moves a second is not bound
by the number of fsyncs a second, and each unit is still on disk before its caller continues.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from ludus.store.interface import Conflict, StoreError

Unit: TypeAlias = Callable[[sqlite3.Connection], None]

MAX_BATCH = 256


@dataclass(slots=True)
class Job:
    unit: Unit
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    error: StoreError | None = field(default=None)


class Writer:
    """Owns the writing connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="ludus-store", daemon=True)
        self._thread.start()
        self.commits = 0
        self.writes = 0
        self.seconds = 0.0
        """Spent in commits."""

    async def write(self, unit: Unit) -> None:
        """Run a unit; it is on disk when this returns, and left no trace if this raises.

        The unit runs to its end even if the caller is cancelled.
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
        self._connection.close()

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

    def _commit(self, jobs: list[Job]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.error = _attempt(connection, job.unit)
            connection.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in jobs:
                job.error = StoreError(f"the store cannot be written: {error}")


def _attempt(connection: sqlite3.Connection, unit: Unit) -> StoreError | None:
    """Run one unit within the shared transaction, so that its failure affects no other."""
    connection.execute("SAVEPOINT unit")
    try:
        unit(connection)
    except Exception as error:  # No error may stop the thread that all writers share.
        connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")
        if isinstance(error, StoreError):
            return error
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(f"the row exists already: {error}")
        return StoreError(f"the store cannot be written: {error}")
    connection.execute("RELEASE unit")
    return None


def _tell(jobs: list[Job]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job.error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.error)
