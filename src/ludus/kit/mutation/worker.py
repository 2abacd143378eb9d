"""Runs a game's tests in processes of their own: a server that forks one for each question.

It is started by `runner` as `python -m ludus.kit.mutation.worker PACKAGE ROOT CONFIG`, loads what
all tests need but the game itself, and answers JSON lines. The game is imported from the copy
below ROOT, never from where it is installed.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import time
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Final

import coverage
import msgspec
import pytest

from ludus.kit.mutation.record import Lines, TestRun

TIMED_OUT: Final = 90
COLLECTING: Final = 120
"""Seconds of CPU time until the import of a game that was changed counts as a loop."""
PRELOADED: Final = ("ludus.kit.suite", "ludus.kit.positions", "ludus.lab.match")


class Job(msgspec.Struct, frozen=True):
    """Tests to run, in this order, until one fails."""

    tests: tuple[tuple[str, float], ...]
    """Their names, and after how much CPU time, in seconds, each counts as hanging."""
    out: str
    """Where to write which one failed; or, to `record`, what all of them ran through."""
    record: bool = False
    files: tuple[str, ...] = ()
    """The files with these tests, from the game's folder; all of them if empty."""


class Answer(msgspec.Struct, frozen=True):
    """How pytest ended: 0 if all passed, 1 or 2 if one failed or nothing could be imported."""

    status: int


class Runner:
    """A pytest plugin: runs the tests of a job in their order, none for longer than it may."""

    def __init__(self, folder: Path, job: Job) -> None:
        self._folder = folder
        self._job = job
        self._rank = {name: rank for rank, (name, _) in enumerate(job.tests)}
        self._limits = dict(job.tests)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if self._name(item) in self._rank]
        items[:] = sorted(chosen, key=lambda item: self._rank[self._name(item)])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        signal.setitimer(signal.ITIMER_PROF, self._limits[self._name(item)])
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed:
            Path(self._job.out).write_text(self._name(item), encoding="utf-8")
        return report

    def _name(self, item: pytest.Item) -> str:
        return name_of(self._folder, item)


class Recorder:
    """A pytest plugin: notes for each test how long it takes and which lines it runs."""

    def __init__(self, folder: Path, job: Job, measured: coverage.Coverage) -> None:
        self._folder = folder
        self._job = job
        self._measured = measured
        self._failed: set[str] = set()
        self._tests: list[TestRun] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        name = name_of(self._folder, item)
        self._measured.switch_context(name)
        start = time.process_time()
        result = yield
        seconds = time.process_time() - start
        self._measured.switch_context("")
        self._tests.append(TestRun(name, seconds, name not in self._failed))
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed:
            self._failed.add(name_of(self._folder, item))
        return report

    def finish(self) -> None:
        """Write down what was found."""
        self._measured.stop()
        data = self._measured.get_data()
        numbers = {test.name: number for number, test in enumerate(self._tests)}
        lines: dict[str, dict[int, str]] = {}
        for file in data.measured_files():
            found = lines.setdefault(Path(file).relative_to(self._folder).as_posix(), {})
            for line, contexts in data.contexts_by_lineno(file).items():
                mask = sum(1 << numbers[name] for name in contexts if name in numbers)
                found[line] = "all" if "" in contexts else f"{mask:x}"
        Path(self._job.out).write_bytes(msgspec.json.encode(Lines("", self._tests, lines)))


def name_of(folder: Path, item: pytest.Item) -> str:
    """A test by its file, from the game's folder, and its name there."""
    return f"{item.path.relative_to(folder).as_posix()}::{item.nodeid.partition('::')[2]}"


def prepare(package: str, root: Path) -> Path:
    """Let the package be imported from the copy; the folder of the copy."""
    parent, _, _ = package.rpartition(".")
    folder = root.joinpath(*package.split("."))
    if parent:
        importlib.import_module(parent).__path__.insert(0, str(folder.parent))
    sys.path.insert(0, str(root))
    return folder


def run(folder: Path, config: str, job: Job) -> int:
    """Run the tests of a job in this process."""
    options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not long", "-o", "addopts="]
    options += ["--import-mode=importlib", "-c", config]
    files = [str(folder / name) for name in job.files] or [str(folder / "tests")]
    if not job.record:
        return pytest.main([*options, *files], plugins=[Runner(folder, job)])
    options.remove("-x")
    measured = coverage.Coverage(
        data_file=None, config_file=False, source=[str(folder)], omit=[str(folder / "tests" / "*")]
    )
    recorder = Recorder(folder, job, measured)
    measured.start()
    status = pytest.main([*options, *files], plugins=[recorder])
    recorder.finish()
    return status


def serve(folder: Path, config: str) -> None:
    """Answer jobs until the input ends."""
    for line in sys.stdin.buffer:
        job = msgspec.json.decode(line, type=Job)
        child = os.fork()
        if not child:
            _child(folder, config, job)
        _, status = os.waitpid(child, 0)
        answer = Answer(os.waitstatus_to_exitcode(status))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


def _child(folder: Path, config: str, job: Job) -> None:
    """The process that runs one job; what it prints is nobody's concern."""
    status = 3
    try:
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        signal.signal(signal.SIGPROF, lambda number, frame: os._exit(TIMED_OUT))
        if not job.record:
            signal.setitimer(signal.ITIMER_PROF, COLLECTING)
        status = int(run(folder, config, job))
    finally:
        os._exit(status)


def main(arguments: Sequence[str]) -> None:
    package, root, config = arguments
    folder = prepare(package, Path(root))
    for name in PRELOADED:
        importlib.import_module(name)
    serve(folder, config)


if __name__ == "__main__":
    main(sys.argv[1:])
