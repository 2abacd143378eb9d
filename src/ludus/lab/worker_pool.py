"""Worker pools: this process alone, a pool of processes, or a Ray cluster.

A pool maps a function over chunks of work and yields the results in the order in which they are
done. Only a few chunks are submitted at a time, so the queue does not grow with the work.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final, Protocol, TypeVar

from ludus.core.errors import PlayerError

W = TypeVar("W")
R = TypeVar("R")

WAITING_PER_JOB: Final = 3
"""How many chunks are submitted per worker: enough to keep all of them busy."""


class WorkerLost(PlayerError):
    """A worker ended without a result; what was done before is not lost."""


class WorkerPool(Protocol):
    def run(self, work: Callable[[W], R], chunks: Iterable[W]) -> Iterator[R]:
        """The results of `work`, a function of a module, for each chunk."""
        ...


class LocalPool:
    """One after the other, in this process."""

    def run(self, work: Callable[[W], R], chunks: Iterable[W]) -> Iterator[R]:
        return map(work, chunks)


class ProcessPool:
    """Fresh processes of this machine: a script that uses them needs the usual
    `if __name__ == "__main__":`.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Callable[[W], R], chunks: Iterable[W]) -> Iterator[R]:
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._jobs, context, _begin)
        done = False
        try:
            yield from self._results(pool, work, iter(chunks))
            done = True
        except BrokenProcessPool:
            raise WorkerLost(
                "a worker process ended without an answer; was it killed, or out of memory?"
            ) from None
        finally:
            if not done:
                # Their results are not needed any more: a thinking bot can take minutes.
                for process in set(multiprocessing.active_children()) - before:
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def _results(
        self, pool: ProcessPoolExecutor, work: Callable[[W], R], chunks: Iterator[W]
    ) -> Iterator[R]:
        first = islice(chunks, self._jobs * WAITING_PER_JOB)
        waiting: set[Future[R]] = {pool.submit(work, chunk) for chunk in first}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, chunk) for chunk in islice(chunks, len(finished))}
            for future in finished:
                yield future.result()


def _begin() -> None:
    """Ctrl-C reaches every process of a command; the parent alone handles it and ends the workers.

    A parent that is killed cannot do that. Its workers would wait for work for ever, so each of
    them watches its parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def pool_for(jobs: int, ray: str | None = None) -> WorkerPool:
    """A pool of `jobs` processes, or the Ray cluster at an address."""
    if ray is not None:
        from ludus.lab.ray_pool import RayPool

        return RayPool(ray, jobs)
    return LocalPool() if jobs == 1 else ProcessPool(jobs)
