"""Plants the faults one by one in copies of a game, and lets its tests look for them.

The working tree is never touched: every worker has a copy of the game's folder, and the tests
import the game from there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from math import inf
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import IO, Final, Literal, TypeAlias, TypeVar

import msgspec

from ludus.core.errors import BadRequest, RulesBug
from ludus.kit.mutation.plant import Mutant
from ludus.kit.mutation.record import (
    Lines,
    TestRun,
    files_with,
    in_stages,
    load_lines,
    merged,
    quickest,
)
from ludus.kit.mutation.scope import digest_of, test_digests
from ludus.lab.lines_file import LinesFile

Status: TypeAlias = Literal["killed", "timed out", "stored only", "survived"]
KILLED: Final[Status] = "killed"
TIMED_OUT: Final[Status] = "timed out"
STORED_ONLY: Final[Status] = "stored only"
SURVIVED: Final[Status] = "survived"

Found = TypeVar("Found")

FORMAT: Final = 1
SLOWER: Final = 10
GRACE: Final = 10.0
"""A test hangs when it takes ten times the CPU time that it did, and ten seconds more."""
LOOPED: Final = 90
"""The exit status of a worker's process whose test hangs."""
UNFIT: Final = 91
"""The exit status of one that cannot take over a change without an import."""
FIRST_TIME: Final = 1_000_000_000


class Result(msgspec.Struct, frozen=True):
    """What came of one mutant."""

    key: str
    status: Status
    by: str
    """The test that noticed it; empty if none did."""
    tests: int
    """How many tests run its line."""
    digest: str
    """Of the game's folder: whether it survives is asked again when that has changed."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a file of results."""

    mutation: int
    game: str


class ResultsFile(LinesFile[Header, Result]):
    """The results so far; the latest one of a mutant counts."""

    WHAT = "game"

    def __init__(self, path: Path, game: str) -> None:
        self.results: dict[str, Result] = {}
        super().__init__(path, Header(FORMAT, game), Result)

    def _keep(self, row: Result, place: int) -> None:
        self.results[row.key] = row

    def _fault(self, row: Result) -> str | None:
        return None

    def known(self, mutant: Mutant, digest: str) -> Result | None:
        """The result of a mutant, if it still holds.

        One that was noticed stays so while its line is the same; one that was not is tried again
        after any change, since that may be the test it wanted.
        """
        found = self.results.get(mutant.key)
        if found is None:
            return None
        noticed = found.status in (KILLED, TIMED_OUT)
        return found if noticed or found.digest == digest else None


@dataclass(frozen=True, slots=True)
class Target:
    """The package that is mutated, and how its tests are run."""

    package: str
    folder: Path
    config: Path
    """The `pyproject.toml` that the tests are run by."""

    @classmethod
    def of(cls, package: str) -> Target:
        spec = importlib.util.find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            raise BadRequest(f"{package}: no such package")
        folder = Path(spec.submodule_search_locations[0]).resolve()
        for above in folder.parents:
            if (above / "pyproject.toml").is_file():
                return cls(package, folder, above / "pyproject.toml")
        raise BadRequest(f"{folder}: not below a pyproject.toml; mutants need a game's sources")


def sample(mutants: Sequence[Mutant], count: int | None, seed: int) -> list[Mutant]:
    """Some of the mutants, drawn by the seed.

    A larger sample holds the smaller ones, and a change elsewhere leaves most of it as it is.
    """
    drawn = {mutant.key for mutant in by_lot(mutants, seed)[:count]}
    return [mutant for mutant in mutants if mutant.key in drawn]


def by_lot(mutants: Sequence[Mutant], seed: int) -> list[Mutant]:
    """The mutants in the order in which they are drawn: any first part of it is a sample."""
    return sorted(mutants, key=lambda m: hashlib.sha256(f"{seed} {m.key}".encode()).digest())


class Server:
    """A process that runs tests, see `worker`."""

    def __init__(self, target: Target, root: Path, mode: str) -> None:
        command = [sys.executable, "-m", "ludus.kit.mutation.worker"]
        command += [target.package, str(root), str(target.config), mode]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONHASHSEED": "0"},
        )

    def ask(self, job: dict[str, object]) -> int:
        stdin, _ = _pipes(self._process)
        stdin.write(msgspec.json.encode(job) + b"\n")
        stdin.flush()
        return self.answer()

    def answer(self) -> int:
        _, stdout = _pipes(self._process)
        line = stdout.readline()
        if not line:
            raise RulesBug("the process that runs the tests has ended")
        return int(msgspec.json.decode(line)["status"])

    def close(self) -> None:
        """End the process: it goes when its input does."""
        for pipe in _pipes(self._process):
            pipe.close()
        self._process.wait()


class Worker:
    """A copy of the game, and the processes that run tests on it."""

    def __init__(self, target: Target, root: Path) -> None:
        self._target = target
        self._root = root
        self._copy = _copied(target, root)
        self._planted = 0
        self._noticed: Counter[tuple[str, str]] = Counter()
        """How many faults in a file a test has noticed: it is likely to notice the next one."""
        self._out = root / "out"
        self._cold = Server(target, root, "cold")
        self._warm: Server | None = None

    def close(self) -> None:
        """End the processes."""
        self._cold.close()
        if self._warm is not None:
            self._warm.close()

    def record(self, files: Sequence[str] = ()) -> Lines:
        """Run all tests, or those of some files, on the unchanged game."""
        job = {"tests": [], "out": str(self._out), "record": True, "files": list(files)}
        if self._cold.ask(job) not in (0, 1):
            raise BadRequest(f"{self._target.folder}: its tests cannot be run")
        return msgspec.json.decode(self._out.read_bytes(), type=Lines)

    def judge(
        self, mutant: Mutant, lines: Lines, digest: str, seconds: float | None = None
    ) -> Result:
        """Plant a mutant, run the tests that may notice it, and put everything back.

        With `seconds` only the quick tests are run, as many as take so long together.
        """
        path = self._copy / mutant.file
        right = path.read_bytes()
        touching = quickest(lines.touching(mutant), seconds)
        touching.sort(key=lambda test: test.seconds / (1 + self._noticed[mutant.file, test.name]))
        on_import = lines.on_import(mutant)
        if not on_import and self._warm is None:
            self._warm = Server(self._target, self._root, "warm")
            self._warm.answer()
        # Unequal times make sure that nothing is taken from what Python has compiled before.
        self._write(path, mutant.planted(right))
        try:
            status, by = self._verdict(touching, "" if on_import else mutant.file)
        finally:
            self._write(path, right)
        if status == KILLED:
            self._noticed[mutant.file, by] += 1
        return Result(mutant.key, status, by, len(touching), digest)

    def _verdict(self, touching: Sequence[TestRun], changed: str) -> tuple[Status, str]:
        """What came of it; a file that changed can be taken over by the warm server."""
        for stored in (False, True):
            tests = [test for test in touching if test.stored == stored]
            for some in [tests] if changed else in_stages(tests):
                code, by = self._run(some, changed) if some else (0, "")
                if code == LOOPED:
                    return (STORED_ONLY if stored else TIMED_OUT), by
                if code:
                    return (STORED_ONLY if stored else KILLED), by or "the game cannot be imported"
        return SURVIVED, ""

    def _run(self, tests: Sequence[TestRun], changed: str) -> tuple[int, str]:
        self._out.unlink(missing_ok=True)
        limits = [(test.name, SLOWER * test.seconds + GRACE) for test in tests]
        job: dict[str, object] = {"tests": limits, "out": str(self._out)}
        code = UNFIT
        if changed and self._warm is not None:
            code = self._warm.ask({**job, "changed": changed})
        if code == UNFIT:
            code = self._cold.ask({**job, "files": files_with(tests)})
        if code not in (0, 1, 2, LOOPED):
            raise RulesBug(f"{self._target.package}: pytest ended with status {code}")
        return code, self._out.read_text(encoding="utf-8") if self._out.is_file() else ""

    def _write(self, path: Path, text: bytes) -> None:
        path.write_bytes(text)
        self._planted += 1
        os.utime(path, (FIRST_TIME + self._planted,) * 2)


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None and process.stdout is not None
    return process.stdin, process.stdout


def _copied(target: Target, root: Path) -> Path:
    """A copy of the package, in empty packages of the same names."""
    *above, _ = target.package.split(".")
    place = root
    for name in above:
        place /= name
        place.mkdir(exist_ok=True)
        (place / "__init__.py").touch()
    copy = root.joinpath(*target.package.split("."))
    shutil.copytree(target.folder, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return copy


@contextmanager
def workers(target: Target, count: int) -> Iterator[list[Worker]]:
    """Some workers, each with its copy; all is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="ludus-mutate-") as folder:
        made: list[Worker] = []
        try:
            for number in range(count):
                root = Path(folder, str(number)).resolve()
                root.mkdir()
                made.append(Worker(target, root))
            yield made
        finally:
            for worker in made:
                worker.close()


def recorded(
    target: Target, path: Path | None, team: Sequence[Worker], files: Sequence[str] = ()
) -> Lines:
    """Which tests run which lines: from the file, or recorded and written to it.

    While the game itself is the same, only files of tests that changed are recorded anew.
    """
    digest, every = digest_of(target.folder), test_digests(target.folder)
    tests = {name: text for name, text in every.items() if not files or name in files}
    old = load_lines(path) if path is not None else None
    if old is not None and old.digest == digest and old.files.keys() - {""} == tests.keys():
        return old
    game = digest_of(target.folder, tests=False)
    if old is not None and old.files.get("") == game:
        changed = [name for name, text in tests.items() if old.files.get(name) != text]
        stale = {name for name in old.files if name not in tests} | set(changed)
        found = merged(old, _recorded_by(team, changed), stale)
    else:
        found = _recorded_by(team, list(tests))
    found.digest, found.files = digest, {**tests, "": game}
    if path is not None:
        path.write_bytes(msgspec.json.encode(found))
    return found


def _recorded_by(team: Sequence[Worker], files: Sequence[str]) -> Lines:
    """What the tests in some files run, each worker of several taking one file after another."""
    if len(team) == 1 and files:
        return team[0].record(files)
    lend, found = _shared(team), Lines("", [], {})
    with ThreadPoolExecutor(len(team)) as pool:
        for piece in pool.map(lambda name: lend(lambda worker: worker.record([name])), files):
            found = merged(found, piece, ())
    return found


def _shared(team: Sequence[Worker]) -> Callable[[Callable[[Worker], Found]], Found]:
    """Lends each worker to one at a time, whoever asks first."""
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in team:
        free.put(worker)

    def lend(work: Callable[[Worker], Found]) -> Found:
        worker = free.get()
        try:
            return work(worker)
        finally:
            free.put(worker)

    return lend


def judge_all(
    mutants: Sequence[Mutant],
    lines: Lines,
    file: ResultsFile,
    team: Sequence[Worker],
    reach: Callable[[int], None] = lambda done: None,
    seconds: float | None = None,
    until: float = inf,
) -> dict[str, Result]:
    """The results of all these mutants, those already known taken from the file.

    Those that are not begun when the clock, `time.monotonic`, says `until` are left out, and with
    them all that come later: otherwise those known before would make the others look better.
    """
    digest = lines.digest
    known = {mutant.key: file.known(mutant, digest) for mutant in mutants}
    results = {key: result for key, result in known.items() if result is not None}
    lend = _shared(team)
    writing = Lock()

    def judge(mutant: Mutant) -> None:
        if time.monotonic() >= until:
            return
        result = lend(lambda worker: worker.judge(mutant, lines, digest, seconds))
        with writing:
            file.write([result])
            results[mutant.key] = result
            reach(len(results))

    reach(len(results))
    with ThreadPoolExecutor(len(team)) as pool:
        waiting = [pool.submit(judge, mutant) for mutant in mutants if mutant.key not in results]
        try:
            for each in waiting:
                each.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    judged = takewhile(lambda mutant: mutant.key in results, mutants)
    return {mutant.key: results[mutant.key] for mutant in judged}
