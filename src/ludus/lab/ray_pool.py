"""A worker pool on a Ray cluster. Needs the extra `ray`, and Ludus installed on every node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from ludus.core.errors import BadRequest
from ludus.core.extras import require
from ludus.lab.worker_pool import WAITING_PER_JOB, R, W, WorkerLost

LOCAL: Final = "local"
"""The address that starts a cluster on this machine."""


class RayPool:
    """Tasks of a Ray cluster: at an address, or with `local` on this machine with `jobs` CPUs."""

    def __init__(self, address: str, jobs: int) -> None:
        require("--ray", "ray", "ray")
        self._address = address
        self._jobs = jobs

    def run(self, work: Callable[[W], R], chunks: Iterable[W]) -> Iterator[R]:
        import ray

        started = not ray.is_initialized()
        if started:
            self._connect()
        try:
            task = ray.remote(work)
            cpus = int(ray.cluster_resources().get("CPU", self._jobs))
            left = iter(chunks)
            waiting = [task.remote(chunk) for chunk in islice(left, cpus * WAITING_PER_JOB)]
            while waiting:
                done, waiting = ray.wait(waiting)
                waiting += [task.remote(chunk) for chunk in islice(left, len(done))]
                yield from ray.get(done)
        except ray.exceptions.RaySystemError as error:
            raise WorkerLost(f"Ray: {error}") from error
        finally:
            if started:
                ray.shutdown()

    def _connect(self) -> None:
        import ray

        try:
            if self._address == LOCAL:
                ray.init("local", num_cpus=self._jobs, include_dashboard=False, log_to_driver=False)
            else:
                ray.init(self._address, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BadRequest(f"--ray: no cluster at {self._address!r}: {error}") from error
