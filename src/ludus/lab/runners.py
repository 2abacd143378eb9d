"""Who does the work: this process, a pool of processes, or a Ray cluster.

A runner is handed a function and pieces of work, and gives back what the function made of them, in
whatever order they are done. Only a few pieces wait at a time, so the queue does not grow with the
work.
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
"""So many pieces are handed out per worker: enough that none stands idle."""


class WorkerLost(PlayerError):
    """A worker went away without an answer; what was done before is not lost."""


class Runner(Protocol):
    def run(self, work: Callable[[W], R], pieces: Iterable[W]) -> Iterator[R]:
        """What `work`, a function of a module, makes of each piece."""
        ...


class Here:
    """One after the other, in this process."""

    def run(self, work: Callable[[W], R], pieces: Iterable[W]) -> Iterator[R]:
        return map(work, pieces)


class Processes:
    """Fresh processes of this machine: a script that uses them needs the usual
    `if __name__ == "__main__":`.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: Callable[[W], R], pieces: Iterable[W]) -> Iterator[R]:
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self._jobs, context, _begin)
        done = False
        try:
            yield from self._results(pool, work, iter(pieces))
            done = True
        except BrokenProcessPool:
            raise WorkerLost(
                "a worker process ended without an answer; was it killed, or out of memory?"
            ) from None
        finally:
            if not done:
                # Nobody waits for what the workers are at: a thinking bot can take minutes.
                for process in set(multiprocessing.active_children()) - before:
                    process.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def _results(
        self, pool: ProcessPoolExecutor, work: Callable[[W], R], pieces: Iterator[W]
    ) -> Iterator[R]:
        first = islice(pieces, self._jobs * WAITING_PER_JOB)
        waiting: set[Future[R]] = {pool.submit(work, piece) for piece in first}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(work, piece) for piece in islice(pieces, len(finished))}
            for future in finished:
                yield future.result()


def _begin() -> None:
    """A key that stops the command reaches every process; the parent ends the others.

    A parent that is killed cannot do that. Its workers would wait for work for ever, so each of
    them watches over it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def runner_for(jobs: int, ray: str | None = None) -> Runner:
    """The runner for so many processes, or for the Ray cluster at an address."""
    if ray is not None:
        from ludus.lab.on_ray import OnRay

        return OnRay(ray, jobs)
    return Here() if jobs == 1 else Processes(jobs)
