"""The store in one SQLite file.

WAL mode lets readers work while one writer writes. `synchronous=FULL` makes each commit wait for
the disk: a process that is killed loses nothing acknowledged under NORMAL either, but a machine
that loses power would, and a move is to be on disk before it is acknowledged. Group commit
(`writer.py`) pays for it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TypeVar

from ludus.store.errors import Conflict, StoreError
from ludus.store.interface import StoreStats
from ludus.store.migrate import migrate, migrations
from ludus.store.sql_base import Database
from ludus.store.sql_tables import SqlTables
from ludus.store.workers import News
from ludus.store.writer import Job, Unit, Writer

T = TypeVar("T")

CHECKED_BYTES = 256 * 1024 * 1024
"""A file up to this size is checked as a whole when it is opened; that takes about a second."""


class SqliteStore(SqlTables):
    """A `Store` in the file `path`, with one thread to write and one to read.

    A file cannot tell that a process has ended: of workers, only signs of life count.
    """

    def __init__(self, path: Path) -> None:
        with ExitStack() as opened:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                writing = opened.enter_context(closing(_connect(path)))
                migrate(writing, migrations(), str(path))
                _check(writing, path)
                reading = opened.enter_context(closing(_connect(path)))
                reading.execute("PRAGMA query_only = ON")
            except (OSError, sqlite3.Error) as error:
                raise StoreError(f"{path}: {_trouble(error)}") from error
            # What was opened stays open from here on, and is closed by `close`.
            opened.pop_all()
        self._path = path
        self._reading = reading
        self._reader = ThreadPoolExecutor(1, "ludus-read")
        super().__init__(SqliteWriter(writing))

    async def close(self) -> None:
        """Finish what was asked for, then close the file."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    def listen(self, heard: Callable[[News], None]) -> None:
        """One server has the file: nobody else tells anything."""

    async def tell(self, news: News) -> None:
        """Nobody else listens."""

    async def _read(self, read: Callable[[Database], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, read, self._reading)
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: cannot be read: {error}") from error

    def stats(self) -> StoreStats:
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        size = sum(file.stat().st_size for file in files if file.exists())
        done = self.writer
        return StoreStats(done.writes, done.commits, done.seconds, done.queued, size)

    async def ping(self) -> None:
        await self.writer.write(lambda db: None)


class SqliteWriter(Writer):
    """Owns the writing connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        super().__init__()

    def _commit(self, jobs: list[Job]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.error = _attempt(connection, job.unit)
            connection.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in jobs:
                job.error = StoreError(f"the store cannot be written: {error}")

    def _close(self) -> None:
        self._connection.close()


def _attempt(connection: sqlite3.Connection, unit: Unit) -> StoreError | None:
    """Run one unit within the shared transaction, so that its failure affects no other."""
    connection.execute("SAVEPOINT unit")
    try:
        unit(connection)
    except Exception as error:  # No error may stop the thread that all writers share.
        connection.execute("ROLLBACK TO unit")
        connection.execute("RELEASE unit")
        if isinstance(error, StoreError):
            return error
        if isinstance(error, sqlite3.IntegrityError):
            return Conflict(f"the row exists already: {error}")
        return StoreError(f"the store cannot be written: {error}")
    connection.execute("RELEASE unit")
    return None


def _clock_ms() -> int:
    return time.time_ns() // 1_000_000


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")
        connection.create_function("clock_ms", 0, _clock_ms)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    """Fail now rather than at the first move: the file must be intact and writable.

    A large file is not read as a whole, since that takes minutes.
    """
    if path.stat().st_size <= CHECKED_BYTES:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise sqlite3.DatabaseError(str(found))
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {version}; COMMIT;")


def _trouble(error: Exception) -> str:
    """What is wrong with the file, and what to do about it."""
    said = str(error)
    if isinstance(error, OSError):
        return f"cannot be opened: {error.strerror or said}"
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    match code:
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return (
                f"damaged, or no database ({said}); restore a backup (`ludus restore`), or use "
                "another folder"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return f"cannot be written ({said}); make the file and its folder writable"
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR:
            return f"cannot be written ({said}); is the disk full?"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"cannot be opened ({said}); another program uses it"
        case _:
            return f"cannot be opened: {said}"
