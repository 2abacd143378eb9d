"""Runs a game's tests in processes of their own: a server that forks one for each question.

It is started by `runner` as `python -m ludus.kit.mutation.worker PACKAGE ROOT CONFIG MODE` and
answers JSON lines. The game is imported from the copy below ROOT, never from where it is installed.

A `cold` server loads what all tests need but the game itself; every fork imports the game and
collects its tests. A `warm` one has the game and all its tests loaded, and a fork takes over only
the functions of the file with the fault: much quicker, but of no use where a fault is in what runs
on import.
"""

from __future__ import annotations

import gc
import importlib
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from ludus.kit.mutation.functions import Functions, functions_below
from ludus.kit.mutation.record import ON_IMPORT, Lines, TestRun

if TYPE_CHECKING:
    from coverage import Coverage

TIMED_OUT: Final = 90
UNFIT: Final = 91
"""A warm server cannot take over this change: a cold one has to be asked."""
UNASKED: Final = 92
COLD: Final = "cold"
WARM: Final = "warm"
COLLECTING: Final = 120
"""Seconds of CPU time until the import of a game that was changed counts as a loop."""
OPTIONS: Final = (
    *("-q", "-p", "no:cacheprovider", "-m", "not long", "-o", "addopts="),
    "--import-mode=importlib",
)
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
    changed: str = ""
    """The file with the fault, from the game's folder: a warm server takes it over."""


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
        items[:] = self.chosen(items)

    def chosen(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """The tests of the job among all of them, in its order."""
        chosen = [item for item in items if self._name(item) in self._rank]
        return sorted(chosen, key=lambda item: self._rank[self._name(item)])

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

    def __init__(self, folder: Path, job: Job, measured: Coverage) -> None:
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
                found[line] = ON_IMPORT if "" in contexts else f"{mask:x}"
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


def run(folder: Path, config: str, pipes: Pipes, job: Job) -> int:
    """Run the tests of a job in this process."""
    options = [*OPTIONS, "-x", "-c", config]
    files = [str(folder / name) for name in job.files] or [str(folder / "tests")]
    if not job.record:
        return pytest.main([*options, *files], plugins=[Runner(folder, job), pipes])
    from coverage import Coverage  # only here: where lines are known, nothing is measured

    options.remove("-x")
    measured = Coverage(
        data_file=None, config_file=False, source=[str(folder)], omit=[str(folder / "tests" / "*")]
    )
    recorder = Recorder(folder, job, measured)
    measured.start()
    status = pytest.main([*options, *files], plugins=[recorder, pipes])
    recorder.finish()
    return status


def hung_up(pipe: int) -> bool:
    """Whether nobody can write to a pipe any more."""
    poll = select.poll()
    poll.register(pipe, select.POLLHUP)
    return any(event & select.POLLHUP for _, event in poll.poll(0))


class Pipes:
    """Where jobs come from and answers go to; tests can neither read nor write there.

    As a pytest plugin it runs no more tests once whoever asked for them is gone.
    """

    def __init__(self) -> None:
        self._jobs = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)

    def jobs(self) -> Iterator[Job]:
        for line in self._jobs:
            yield msgspec.json.decode(line, type=Job)

    def pytest_runtest_setup(self) -> None:
        if hung_up(self._jobs.fileno()):
            os._exit(UNASKED)

    def answer(self, status: int) -> None:
        self._answers.write(msgspec.json.encode(Answer(status)) + b"\n")
        self._answers.flush()

    def serve(self, act: Callable[[Job], int]) -> None:
        """Answer jobs until there are no more, each in a process of its own."""
        for job in self.jobs():
            child = os.fork()
            if not child:
                _child(act, job)
            _, status = os.waitpid(child, 0)
            self.answer(os.waitstatus_to_exitcode(status))


def _child(act: Callable[[Job], int], job: Job) -> None:
    """The process that does one job."""
    status = 3
    try:
        signal.signal(signal.SIGPROF, lambda number, frame: os._exit(TIMED_OUT))
        if not job.record:
            signal.setitimer(signal.ITIMER_PROF, COLLECTING)
        status = act(job)
    finally:
        os._exit(status)


class Warm:
    """A pytest plugin: once all tests are collected, it answers jobs instead of running them."""

    def __init__(self, folder: Path, pipes: Pipes) -> None:
        self._folder = folder
        self._pipes = pipes

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = functions_below(self._folder)
        gc.freeze()
        self._pipes.answer(0)
        self._pipes.serve(lambda job: self._run(session, functions, job))
        return True

    def _run(self, session: pytest.Session, functions: Functions, job: Job) -> int:
        path = self._folder / job.changed
        if not functions.take_over(path, path.read_bytes()):
            return UNFIT
        runner = Runner(self._folder, job)
        session.config.pluginmanager.register(runner)
        items = runner.chosen(session.items)
        for item, after in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if Path(job.out).is_file():
                return 1
        return 0


def main(arguments: Sequence[str]) -> None:
    package, root, config, mode = arguments
    folder = prepare(package, Path(root))
    pipes = Pipes()
    if mode == WARM:
        pytest.main(
            [*OPTIONS, "-c", config, str(folder / "tests")], plugins=[Warm(folder, pipes), pipes]
        )
        return
    for name in PRELOADED:
        importlib.import_module(name)
    pipes.serve(lambda job: int(run(folder, config, pipes, job)))


if __name__ == "__main__":
    main(sys.argv[1:])
