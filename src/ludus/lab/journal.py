"""The results of a simulation on disk: JSON lines, what was played and then one line per game.

Lines are only ever added, each in one stroke. After an interruption, even a kill, the same command
goes on where the file ends; a last line that was cut off is dropped. Asking for more games than
before adds to the file, since a game hangs only on the seed and its number.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import msgspec

from ludus.core.codec import from_json
from ludus.core.errors import FileError
from ludus.core.game import AnyBox
from ludus.lab.plan import Plan
from ludus.lab.rows import GameRow

FORMAT: Final = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what all games in the file have in common."""

    ludus_results: int
    game: str
    version: int
    content: str
    pack: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, str]
    rotate: bool

    @classmethod
    def of(cls, plan: Plan, box: AnyBox) -> Header:
        return cls(
            FORMAT,
            plan.game,
            box.meta.version,
            box.content_hash,
            box.pack.info.name,
            plan.seats,
            plan.bots,
            plan.seed,
            dict(plan.options),
            plan.rotate,
        )


class Journal:
    """A results file, open for adding. It knows which games are in it, and where."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.header = header
        self._places: array[int] = array("q")
        """Where each game's line begins, by number; 0 where it is not there."""
        self.count = 0
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

    @classmethod
    def open(cls, path: Path, plan: Plan, box: AnyBox) -> Journal:
        """The results file of a checked plan: a new one, or one of the same plan to go on with."""
        return cls(path, Header.of(plan, box))

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def __contains__(self, game: object) -> bool:
        return isinstance(game, int) and game < len(self._places) and self._places[game] > 0

    def write(self, rows: Sequence[GameRow]) -> None:
        """Add games, in one stroke."""
        place = self._file.seek(0, os.SEEK_END)
        lines = []
        for row in rows:
            line = msgspec.json.encode(row) + b"\n"
            self._note(row.game, place)
            place += len(line)
            lines.append(line)
        try:
            self._file.write(b"".join(lines))
            self._file.flush()
        except OSError as error:
            raise FileError(f"{self.path}: cannot be written: {error.strerror}") from error

    def rows(self) -> Iterator[GameRow]:
        """All games, by number."""
        for place in self._places:
            if place:
                self._file.seek(place)
                yield from_json(self._file.readline(), GameRow, str(self.path))

    def _note(self, game: int, place: int) -> None:
        if game >= len(self._places):
            self._places.extend([0] * (game + 1 - len(self._places)))
        self.count += not self._places[game]
        self._places[game] = place

    def _lock(self) -> None:
        """One writer at a time, where the system can see to it."""
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
            if first and not first.startswith(b'{"ludus_results"'):
                raise FileError(f"{self.path}: not a file of results")
            self._file.truncate(0)
            self._file.write(msgspec.json.encode(self.header) + b"\n")
            self._file.flush()
            return
        self._compare(from_json(first, Header, f"{self.path}, line 1"))
        place = len(first)
        for number, line in enumerate(self._file, 2):
            if not line.endswith(b"\n"):
                self._file.truncate(place)
                return
            row = from_json(line, GameRow, f"{self.path}, line {number}")
            if row.game < 0 or len(row.scores) != self.header.seats:
                raise FileError(f"{self.path}, line {number}: not a game of {self.header.seats}")
            self._note(row.game, place)
            place += len(line)

    def _compare(self, found: Header) -> None:
        if found.ludus_results != FORMAT:
            raise FileError(
                f"{self.path}: results of format {found.ludus_results}; this version reads {FORMAT}"
            )
        for name in Header.__struct_fields__:
            there, here = getattr(found, name), getattr(self.header, name)
            if there != here:
                raise FileError(
                    f"{self.path}: results of another plan: {name} is {there!r}, not {here!r}; "
                    "name another file"
                )
