"""Results on disk: JSON lines, what was played and then one line per game.

Lines are only ever added, each in one write. After an interruption, even a kill, the same command
continues where the file ends; a last line that was cut off is dropped.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Generic, Self, TypeVar

import msgspec

from ludus.core.codec import from_json
from ludus.core.errors import FileError

H = TypeVar("H", bound=msgspec.Struct)
"""The header. Its first field is the version of the format."""
R = TypeVar("R")
"""A line after the header."""


class LinesFile(ABC, Generic[H, R]):
    """A file with a header and rows, open for adding. Subclasses say what they keep of a row."""

    WHAT = "plan"
    """What all rows belong to, for messages."""
    HINT = "name another file"
    """What to do about a file that belongs to something else."""

    def __init__(self, path: Path, header: H, row_type: type[R]) -> None:
        self.path = path
        self.header = header
        self._row_type = row_type
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise FileError(f"{path}: cannot be written: {error.strerror}") from error
        try:
            self._lock()
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def write(self, rows: Sequence[R]) -> None:
        """Add rows, all in one write."""
        place = self._file.seek(0, os.SEEK_END)
        lines = []
        for row in rows:
            line = msgspec.json.encode(row) + b"\n"
            self._keep(row, place)
            place += len(line)
            lines.append(line)
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written: {error.strerror}") from error

    def rows_at(self, places: Sequence[int]) -> Iterator[R]:
        """The rows whose lines begin at these places; a place of 0 is skipped."""
        for place in places:
            if place:
                self._file.seek(place)
                yield from_json(self._file.readline(), self._row_type, str(self.path))

    @abstractmethod
    def _keep(self, row: R, place: int) -> None:
        """Remember what is needed of a row in the file, whose line begins at this place."""

    @abstractmethod
    def _fault(self, row: R) -> str | None:
        """What is wrong with a row that was read; None if it belongs in this file."""

    def _lock(self) -> None:
        """One writer at a time, where the system supports it."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover - not on this system
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise FileError(f"{self.path}: another simulation is writing to it") from None

    def _read(self) -> None:
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n"):
            # New, or cut off in its very first line.
            header = msgspec.json.encode(self.header) + b"\n"
            if first and not first.startswith(header.split(b":")[0]):
                raise FileError(f"{self.path}: not a file of results")
            self._file.truncate(0)
            self._file.write(header)
            self._file.flush()
            return
        self._compare(from_json(first, type(self.header), f"{self.path}, line 1"))
        place = len(first)
        for number, line in enumerate(self._file, 2):
            if not line.endswith(b"\n"):
                self._file.truncate(place)
                return
            row = from_json(line, self._row_type, f"{self.path}, line {number}")
            fault = self._fault(row)
            if fault is not None:
                raise FileError(f"{self.path}, line {number}: {fault}")
            self._keep(row, place)
            place += len(line)

    def _compare(self, found: H) -> None:
        version, *fields = self.header.__struct_fields__
        theirs, ours = getattr(found, version), getattr(self.header, version)
        if theirs != ours:
            raise FileError(f"{self.path}: results of format {theirs}; this version reads {ours}")
        for name in fields:
            there, here = getattr(found, name), getattr(self.header, name)
            if there != here:
                raise FileError(
                    f"{self.path}: results of another {self.WHAT}: {name} is {there!r}, "
                    f"not {here!r}; {self.HINT}"
                )
