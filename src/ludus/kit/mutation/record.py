"""Which tests run which lines of a game: recorded once, and again when anything there changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Final

import msgspec

from ludus.kit.mutation.plant import Mutant

STORED: Final = ("golden", "perft", "fuzz")
"""Words in the names of tests that compare with what was stored, or play at random: a fault that
only they notice could be stored with the next change."""


ON_IMPORT: Final = "all"
FIRST: Final = 3
"""How many tests decide which files are collected first."""


class TestRun(msgspec.Struct, frozen=True):
    """A test of the unchanged game."""

    __test__ = False

    name: str
    seconds: float
    passed: bool

    @property
    def stored(self) -> bool:
        return any(word in self.name.partition("::")[2] for word in STORED)


class Lines(msgspec.Struct):
    """The tests of a game, and which of them run which line."""

    digest: str
    """Of everything in the game's folder."""
    tests: list[TestRun]
    lines: dict[str, dict[int, str]]
    """By file and line: the tests as a hexadecimal mask, or `all` for what runs on import."""
    files: dict[str, str] = {}
    """The digests of the files of tests, so that only those that changed are recorded again."""

    @property
    def broken(self) -> list[str]:
        """Tests that fail without any fault."""
        return [test.name for test in self.tests if not test.passed]

    def touching(self, mutant: Mutant) -> list[TestRun]:
        """The tests that may notice a mutant, quick ones first."""
        passed = [(number, test) for number, test in enumerate(self.tests) if test.passed]
        if not self.on_import(mutant):
            mask = 0
            for each in self._masks(mutant):
                mask |= int(each, 16)
            passed = [(number, test) for number, test in passed if mask >> number & 1]
        return sorted((test for _, test in passed), key=lambda test: test.seconds)

    def on_import(self, mutant: Mutant) -> bool:
        """Whether a fault is there before any test runs: in content, or in a line of a module."""
        return not mutant.file.endswith(".py") or ON_IMPORT in self._masks(mutant)

    def _masks(self, mutant: Mutant) -> list[str]:
        there = self.lines.get(mutant.file, {})
        first, last = mutant.lines
        return [there[line] for line in range(first, last + 1) if line in there]


def load_lines(path: Path) -> Lines | None:
    """What was recorded, unless it cannot be read."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Lines)
    except (OSError, msgspec.MsgspecError):
        return None


def merged(old: Lines, new: Lines, replaced: Collection[str]) -> Lines:
    """What was recorded before, with some files of tests recorded anew."""
    kept = [
        (number, test)
        for number, test in enumerate(old.tests)
        if test.name.partition("::")[0] not in replaced
    ]
    lines: dict[str, dict[int, str]] = {}
    for file in old.lines | new.lines:
        before, after = old.lines.get(file, {}), new.lines.get(file, {})
        found = lines.setdefault(file, {})
        for line in before | after:
            pair = (before.get(line, "0"), after.get(line, "0"))
            if ON_IMPORT in pair:
                found[line] = ON_IMPORT
                continue
            mask = sum(1 << place for place, (n, _) in enumerate(kept) if int(pair[0], 16) >> n & 1)
            found[line] = f"{mask | int(pair[1], 16) << len(kept):x}"
    return Lines(new.digest, [*(test for _, test in kept), *new.tests], lines, new.files)


def files_with(tests: Sequence[TestRun]) -> tuple[str, ...]:
    """The files of some tests."""
    return tuple(dict.fromkeys(test.name.partition("::")[0] for test in tests))


def in_stages(tests: Sequence[TestRun]) -> list[list[TestRun]]:
    """Tests in their order: those in the files of the first ones, and then all others.

    Where everything is imported anew for a fault, most of the time goes into collecting tests.
    """
    first = set(files_with(tests[:FIRST]))
    stages: tuple[list[TestRun], list[TestRun]] = ([], [])
    for test in tests:
        stages[test.name.partition("::")[0] not in first].append(test)
    return [stage for stage in stages if stage]


def quickest(tests: Sequence[TestRun], seconds: float | None) -> list[TestRun]:
    """The first of the tests, as many as take so long together; all of them without a limit."""
    if seconds is None:
        return list(tests)
    spent = accumulate(test.seconds for test in tests)
    return [test for test, so_far in zip(tests, spent, strict=True) if so_far <= seconds]
