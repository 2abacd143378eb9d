"""The store in a PostgreSQL database, for many workers.

One connection writes, in batches (`postgresql_writer.py`), some read, and one listens for what the
other workers write and holds an advisory lock on the worker's id, which is free as soon as the
process has ended.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TypeVar

import psycopg

from ludus.store.errors import StoreError
from ludus.store.interface import Change, Session, StoreStats
from ludus.store.migrate import migrations
from ludus.store.postgresql_connection import OLDEST, WORKER_LOCKS, PgDatabase, connect
from ludus.store.postgresql_listener import PgListener
from ludus.store.postgresql_migrate import migrate_postgresql
from ludus.store.postgresql_writer import PgWriter, Save, telling
from ludus.store.sql_base import Database
from ludus.store.sql_tables import SqlTables
from ludus.store.workers import News, Worker

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

    from ludus.store.people import Contact, Restriction, RestrictionKind, RestrictionWhat

T = TypeVar("T")

READERS: Final = 4
"""Connections that read at the same time."""


def shown(url: str) -> str:
    """The address of a database, without its password."""
    info = psycopg.conninfo.conninfo_to_dict(url)
    info.pop("password", None)
    return psycopg.conninfo.make_conninfo("", **info)


class PostgresStore(SqlTables):
    """A `Store` in the database at `url`, for the worker `worker`."""

    living = (
        f"{SqlTables.living} AND EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' "
        f"AND classid = {WORKER_LOCKS} AND objid = hashtext(workers.id)::bit(32)::bigint::oid "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))"
    )

    def __init__(self, url: str, worker: str = "") -> None:
        self._url = url
        self._where = ""
        try:
            self._where = shown(url)
        except psycopg.Error:
            # What is wrong with it may quote the password.
            raise StoreError("the address of the store is not one of PostgreSQL's") from None
        try:
            with connect(url) as first:
                version = first.info.server_version
                if version < OLDEST:
                    raise StoreError(f"{self._where}: PostgreSQL {version // 10000} is too old")
                migrate_postgresql(first, migrations("postgresql"), self._where)
            writer = PgWriter(lambda: connect(url), worker)
        except psycopg.Error as error:
            said = next(iter(str(error).splitlines()), type(error).__name__)
            raise StoreError(f"{self._where}: cannot be opened: {said}") from error
        super().__init__(writer)
        self._local = threading.local()
        self._connections: set[psycopg.Connection[TupleRow]] = set()
        self._readers = ThreadPoolExecutor(READERS, "ludus-read")
        self._bytes = 0
        self._heard: Callable[[News], None] = lambda news: None
        self._listeners: dict[str, PgListener] = {}

    @property
    def url(self) -> str:
        return self._url

    async def close(self) -> None:
        """Finish what was asked for, then close all connections."""
        for listener in self._listeners.values():
            await asyncio.to_thread(listener.close)
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        for connection in self._connections:
            connection.close()

    # Reading

    async def _read(self, read: Callable[[Database], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read_now, read)

    def _read_now(self, read: Callable[[Database], T]) -> T:
        try:
            connection = self._reading()
            try:
                return read(PgDatabase(connection))
            except psycopg.OperationalError:
                # The database was restarted, perhaps: what only reads can be asked again.
                if not connection.closed:
                    raise
            return read(PgDatabase(self._reading()))
        except psycopg.Error as error:
            said = next(iter(str(error).splitlines()), type(error).__name__)
            raise StoreError(f"{self._where}: cannot be read: {said}") from error

    def _reading(self) -> psycopg.Connection[TupleRow]:
        """The connection of this thread."""
        connection: psycopg.Connection[TupleRow] | None = getattr(self._local, "connection", None)
        if connection is None or connection.closed:
            if connection is not None:
                self._connections.discard(connection)
            connection = self._local.connection = connect(self._url, reading=True)
            self._connections.add(connection)
        elif connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            # A read that failed has left its transaction open.
            connection.rollback()
        return connection

    # Workers

    def listen(self, heard: Callable[[News], None]) -> None:
        self._heard = heard

    async def join(self, worker: Worker) -> None:
        loop = asyncio.get_running_loop()

        def heard(news: News) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._heard, news)

        try:
            self._listeners[worker.id] = await asyncio.to_thread(
                PgListener, self._url, worker.id, heard
            )
        except psycopg.Error as error:
            said = next(iter(str(error).splitlines()), type(error).__name__)
            raise StoreError(f"{self._where}: cannot be listened to: {said}") from error
        await super().join(worker)

    async def leave(self, worker: str) -> None:
        await super().leave(worker)
        listener = self._listeners.pop(worker, None)
        if listener is not None:
            await asyncio.to_thread(listener.close)

    # Writing

    async def save(self, change: Change) -> None:
        await self.writer.write(Save.of(change))

    async def tell(self, news: News) -> None:
        with telling(news):
            await self.writer.write(lambda db: None)

    async def delete(self, table: str) -> None:
        with telling(News(tables=[table])):
            await super().delete(table)

    async def forget(self, session: str, name: str, level: str) -> None:
        tables = await self.tables_of(session)
        with telling(News(tables=tables, sessions=[session], ended=[session])):
            await super().forget(session, name, level)

    async def put_session(self, session: Session) -> None:
        with telling(News(sessions=[session.id])):
            await super().put_session(session)

    async def put_block(self, session: str, blocked: str, name: str) -> None:
        with telling(News(sessions=[session])):
            await super().put_block(session, blocked, name)

    async def drop_block(self, session: str, blocked: str) -> None:
        with telling(News(sessions=[session])):
            await super().drop_block(session, blocked)

    async def put_contact(self, contact: Contact) -> None:
        with telling(News(sessions=[contact.session])):
            await super().put_contact(contact)

    async def drop_contact(self, session: str, id: str) -> None:
        with telling(News(sessions=[session])):
            await super().drop_contact(session, id)

    async def put_restriction(self, restriction: Restriction) -> None:
        with telling(News(moderation=True)):
            await super().put_restriction(restriction)

    async def drop_restriction(
        self, kind: RestrictionKind, key: str, what: RestrictionWhat
    ) -> None:
        with telling(News(moderation=True)):
            await super().drop_restriction(kind, key, what)

    async def put_switch(self, name: str, value: str) -> None:
        with telling(News(moderation=True)):
            await super().put_switch(name, value)

    async def take_call(self, id: str, due: int, until: int) -> bool:
        # Whoever finds the row locked leaves the call to whoever holds it.
        return await self._taken(
            "UPDATE calls SET due = ? WHERE id = "
            "(SELECT id FROM calls WHERE id = ? AND due = ? FOR UPDATE SKIP LOCKED)",
            (until, id, due),
        )

    # The store itself

    async def measure(self) -> None:
        """Look how large the database is."""
        ((size,),) = await self._rows("SELECT pg_database_size(current_database())")
        self._bytes = int(size)

    def stats(self) -> StoreStats:
        done = self.writer
        return StoreStats(done.writes, done.commits, done.seconds, done.queued, self._bytes)

    async def ping(self) -> None:
        await self.writer.write(lambda db: None)
        await self.measure()
