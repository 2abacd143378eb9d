"""Runs the workloads in turns, slice by slice, and keeps the rates."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from ludus.core.errors import FileError

WARM_UP = 0.2


@dataclass(frozen=True, slots=True)
class Entry:
    """A workload: what it is called in the results, what it runs, and on which build."""

    label: str
    name: str
    path: Path
    """The folder that holds the package `ludus` to run."""
    compiled: bool = False


@dataclass(slots=True)
class Times:
    """The rates of one workload, slice by slice, in units per CPU second."""

    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def microseconds(self) -> float:
        """How long one unit takes."""
        return 1e6 / self.rate

    def against(self, other: Times) -> float:
        """How many times as fast as the other: the median over rounds that both ran in."""
        pairs = zip(self.rates, other.rates, strict=True)
        return statistics.median(mine / theirs for mine, theirs in pairs)


class Worker:
    """The process of one workload."""

    def __init__(self, entry: Entry, core: int) -> None:
        env = {**os.environ, "PYTHONPATH": str(entry.path), "PYTHONHASHSEED": "0"}
        self._label = entry.label
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ludus.lab.bench.worker", entry.name, str(core)],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            build = self._line().split()[1]
            if (build == "compiled") is not entry.compiled:
                raise FileError(f"{entry.path}: is {build}, which {entry.label} should not be")
        except FileError:
            self.close()
            raise

    def slice(self, seconds: float) -> float:
        """Work for `seconds`; units per CPU second."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        units, spent = self._line().split()
        return int(units) / float(spent)

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            trouble = self._process.stderr.read().strip().splitlines() or ["it said nothing"]
            raise FileError(f"{self._label}: could not be measured: {trouble[-1]}")
        return line

    def close(self) -> None:
        self._process.communicate()


def run_rounds(
    entries: Sequence[Entry],
    rounds: int,
    seconds: float,
    progress: Callable[[int], None],
) -> Mapping[str, Times]:
    """Every workload works for `seconds` in each of the rounds. Results are keyed by label."""
    times = {entry.label: Times() for entry in entries}
    core = last_core()
    with ExitStack() as stack:
        workers = []
        for entry in entries:
            worker = Worker(entry, core)
            stack.callback(worker.close)
            worker.slice(WARM_UP)
            workers.append((entry.label, worker))
        done = 0
        for _ in range(rounds):
            for label, worker in workers:
                times[label].rates.append(worker.slice(seconds))
                done += 1
                progress(done)
    return times


def last_core() -> int:
    """The core to measure on: the last we may use, since the first serves most interrupts."""
    if hasattr(os, "sched_getaffinity"):
        return max(os.sched_getaffinity(0))
    return -1
