"""How units are committed to PostgreSQL.

Changes of tables, which are nearly all that is written, go as one statement for the whole batch,
and that is a transaction of its own: one round trip, one commit. Other units run one by one in a
transaction. Every batch tells the other workers at most once what it has written.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import groupby
from typing import Final

import msgspec
import psycopg
from psycopg.types.json import Jsonb

from ludus.store.errors import Conflict, Fenced, StoreError
from ludus.store.interface import Change
from ludus.store.postgresql_connection import CHANNEL, PgDatabase
from ludus.store.sql_base import Database
from ludus.store.workers import News
from ludus.store.writer import Job, Unit, Writer

ATTEMPTS: Final = 4
"""How often a batch is tried that was in the way of another worker's, and so was rolled back."""
NO_ZERO: Final = b"\\u0000"
"""The one letter that PostgreSQL does not keep."""
MOST_NEWS: Final = 7000
"""Bytes; a longer message says only that there is something to look for."""

_in_the_way = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)


@dataclass(frozen=True, slots=True)
class Save:
    """A change of a table, as a unit."""

    change: bytes
    """In JSON."""

    @classmethod
    def of(cls, change: Change) -> Save:
        try:
            encoded = msgspec.json.encode(change)
        except UnicodeEncodeError as error:
            raise StoreError(f"the store cannot write this text: {error}") from error
        if NO_ZERO in encoded:
            raise StoreError("the store cannot write this text: it has a letter zero")
        return cls(encoded)

    def __call__(self, db: Database) -> None:
        raise TypeError("changes are written in batches")


@dataclass(frozen=True, slots=True)
class Told:
    """A unit of which the other workers are told, in the same commit."""

    unit: Unit
    news: News

    def __call__(self, db: Database) -> None:
        self.unit(db)


_telling: ContextVar[News | None] = ContextVar("telling", default=None)


@contextmanager
def telling(news: News) -> Iterator[None]:
    """Tell the other workers of what is written within the block."""
    token = _telling.set(news)
    try:
        yield
    finally:
        _telling.reset(token)


class PgWriter(Writer):
    """Owns the writing connection, and opens it again when it has ended."""

    def __init__(self, connect: Callable[[], psycopg.Connection], sender: str) -> None:
        self._connect = connect
        self._sender = sender
        self._connection: psycopg.Connection | None = connect()
        super().__init__()

    async def write(self, unit: Unit) -> None:
        news = _telling.get()
        await super().write(unit if news is None else Told(unit, news))

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _commit(self, jobs: list[Job]) -> None:
        try:
            self._try(jobs)
        except psycopg.OperationalError as error:
            # Whether it was committed is not known: whoever asked is told that it was not, and
            # reads the table again under a new epoch before anything else is written.
            self._drop()
            for job in jobs:
                job.error = StoreError(f"the store cannot be written: {_said(error)}")
        except Exception as error:  # No error may stop the thread that all writers share.
            if len(jobs) == 1:
                jobs[0].error = _of_unit(error)
                return
            # One of them is at fault, and the others have nothing to do with it.
            for job in jobs:
                self._commit([job])

    def _try(self, jobs: list[Job]) -> None:
        for attempt in range(ATTEMPTS):
            connection = self._opened()
            try:
                if all(isinstance(job.unit, Save) for job in jobs):
                    self._save(connection, jobs)
                else:
                    with connection.transaction():
                        self._run_all(connection, jobs)
            except _in_the_way:
                if attempt + 1 == ATTEMPTS:
                    raise
            else:
                self.commits += 1
                return

    def _run_all(self, connection: psycopg.Connection, jobs: list[Job]) -> None:
        news = News(self._sender)
        for saves, group in groupby(jobs, lambda job: isinstance(job.unit, Save)):
            if saves:
                self._save(connection, list(group))
                continue
            for job in group:
                job.error = _attempt(connection, job.unit)
                if job.error is None and isinstance(job.unit, Told):
                    _add(news, job.unit.news)
        if news != News(self._sender):
            _tell(connection, news)

    def _save(self, connection: psycopg.Connection, jobs: list[Job]) -> None:
        changes = b"[%b]" % b",".join(job.unit.change for job in jobs if isinstance(job.unit, Save))
        found = connection.execute(
            "SELECT save_changes(%s, %s)", (Jsonb(changes, dumps=_as_it_is), self._sender)
        ).fetchone()
        answers: list[str] = found[0] if found else []
        for job, answer in zip(jobs, answers, strict=True):
            job.error = _refused(answer)

    def _opened(self) -> psycopg.Connection:
        if self._connection is not None and _has_ended(self._connection):
            self._drop()
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _has_ended(connection: psycopg.Connection) -> bool:
    """Whether the database has closed the connection while nothing was asked of it."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    # Nothing was asked, so what comes by itself is the last word of the database.
    return bool(poll.poll(0))


def _as_it_is(value: bytes) -> bytes:
    return value


def _refused(answer: str) -> StoreError | None:
    match answer:
        case "":
            return None
        case "fenced":
            return Fenced("the table has another owner by now, or is gone")
        case "link":
            return Conflict("the link was used before")
        case _:
            return Conflict("the row exists already")


def _attempt(connection: psycopg.Connection, unit: Callable[[Database], None]) -> StoreError | None:
    """Run one unit within the shared transaction, so that its failure affects no other."""
    try:
        with connection.transaction():
            unit(PgDatabase(connection))
    except (psycopg.OperationalError, *_in_the_way):
        raise
    except Exception as error:
        return _of_unit(error)
    return None


def _of_unit(error: Exception) -> StoreError:
    if isinstance(error, StoreError):
        return error
    if isinstance(error, psycopg.IntegrityError):
        return Conflict(f"the row exists already: {_said(error)}")
    return StoreError(f"the store cannot be written: {_said(error)}")


def _said(error: Exception) -> str:
    """The first line of what the database says."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _add(news: News, more: News) -> None:
    news.tables += more.tables
    news.sessions += more.sessions
    news.ended += more.ended
    news.moderation |= more.moderation


def _tell(connection: psycopg.Connection, news: News) -> None:
    text = msgspec.json.encode(news)
    if len(text) > MOST_NEWS:
        text = msgspec.json.encode(News(news.sender, more=True))
    connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text.decode()))
