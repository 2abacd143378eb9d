"""Copies everything that a store keeps into an empty one of the other kind, and compares them."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import psycopg

from ludus.store.errors import StoreError
from ludus.store.postgresql import PostgresStore
from ludus.store.postgresql_connection import connect
from ludus.store.sqlite import SqliteStore

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

Row: TypeAlias = tuple[str | int | bytes | None, ...]

KEYS: Final[Mapping[str, str]] = {
    "tables": "id",
    "sessions": "id",
    "seats": "table_id, seat",
    "log": "table_id, number",
    "archive": "table_id",
    "chat": "table_id, number",
    "notes": "table_id, session",
    "links": "id",
    "calls": "id",
    "runs": "started",
    "own": "session, table_id",
    "lesson_tables": "session, game, lesson",
    "lesson_counts": "game, lesson, step",
    "rules_met": "session, game, rule",
    "restrictions": "kind, key, what",
    "switches": "name",
    "reports": "number",
    "blocks": "session, blocked",
    "passes": "id",
    "orders": "id",
    "contacts": "session, id",
    "packs": "digest",
    "uses": "day, what, key",
}
"""All tables that are copied, those first that others refer to, with what orders their rows."""
OF_WORKERS: Final = frozenset(("workers", "presence"))
"""Tables about processes, which are none of the other store's business."""
OF_RUNNING: Final = ("runs", "switches", "orders", "uses")
"""Tables that a server writes though nobody has come yet: an operator may have tried it."""
ARCHIVED: Final = "SELECT COALESCE(SUM(rows), 0) FROM archive"
SECRET: Final = "secret"
"""The name of the signing secret among the switches of a PostgreSQL store."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How many rows of each table were copied."""

    counts: Mapping[str, int]
    archived: int
    """Rows of logs that are in the archive."""

    @property
    def moves(self) -> int:
        return self.counts["log"] + self.archived


def to_postgresql(database: Path, secret: bytes, url: str) -> Moved:
    """Copy a SQLite store, which nobody uses meanwhile, into an empty database."""
    SqliteStore(database).writer.close()
    PostgresStore(url).writer.close()
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        _opened(url) as target,
        target.transaction(),
    ):
        _must_be_empty(url, target)
        counts, digests = {}, {}
        for table in KEYS:
            columns = _columns(source, table)
            rows = _Counted(source.execute(_select(table, columns)))
            with target.cursor().copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as copy:
                for row in rows:
                    copy.write_row(row)
            counts[table], digests[table] = rows.count, rows.digest
        for table, wanted in digests.items():
            rows = _Counted(target.execute(_select(table, _columns(source, table)).encode()))
            _compare(table, wanted, rows)
        target.execute("DELETE FROM switches WHERE name = %s", (SECRET,))
        target.execute("INSERT INTO switches VALUES (%s, %s)", (SECRET, secret.hex()))
        target.execute(
            "SELECT setval(pg_get_serial_sequence('reports', 'number'), "
            "coalesce(max(number), 1), max(number) IS NOT NULL) FROM reports"
        )
        ((archived,),) = source.execute(ARCHIVED)
    return Moved(counts, archived)


def to_sqlite(url: str, database: Path) -> tuple[Moved, bytes]:
    """Copy a PostgreSQL store, as of one moment, into a new file; also the signing secret."""
    if database.exists():
        raise StoreError(f"{database}: there are tables already")
    PostgresStore(url).writer.close()
    SqliteStore(database).writer.close()
    with _opened(url, reading=True) as source, closing(sqlite3.connect(database)) as target:
        with source.transaction():
            counts, secret = {}, b""
            for table in KEYS:
                columns = _columns(target, table)
                rows = _Counted(source.execute(_select(table, columns).encode()))
                marks = ", ".join("?" * len(columns.split(",")))
                target.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
                found = _Counted(target.execute(_select(table, columns)))
                _compare(table, rows.digest, found)
                counts[table] = rows.count
        for (value,) in target.execute("SELECT value FROM switches WHERE name = ?", (SECRET,)):
            secret = bytes.fromhex(value)
        target.execute("DELETE FROM switches WHERE name = ?", (SECRET,))
        target.commit()
        ((archived,),) = target.execute(ARCHIVED)
    return Moved(counts, archived), secret


class _Counted:
    """Rows as they pass by: how many, and their digest."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = rows
        self._sha = hashlib.sha256()
        self.count = 0

    def __iter__(self) -> Iterator[Row]:
        for row in self._rows:
            self.count += 1
            self._sha.update(f"{tuple(row)!r}\n".encode("utf-8", "surrogatepass"))
            yield row

    @property
    def digest(self) -> str:
        return self._sha.hexdigest()


def _compare(table: str, wanted: str, rows: _Counted) -> None:
    for _ in rows:
        pass
    if rows.digest != wanted:
        raise StoreError(f"{table}: the copy differs from what was copied; nothing was changed")


def _columns(db: sqlite3.Connection, table: str) -> str:
    names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
    # Whoever owns a table in one store does not in the other.
    return ", ".join(name for name in names if name != "owner")


def _select(table: str, columns: str) -> str:
    return f"SELECT {columns} FROM {table} ORDER BY {KEYS[table]}"


def _must_be_empty(url: str, db: psycopg.Connection[TupleRow]) -> None:
    """Nobody has come there and no worker is there; what a server left behind is deleted."""
    if db.execute(
        f"SELECT 1 FROM workers WHERE id IN ({PostgresStore.living})".encode()
    ).fetchone():
        raise StoreError(f"{_name(url)}: a server uses this database; stop it first")
    for table in KEYS:
        if table in OF_RUNNING:
            db.execute(f"DELETE FROM {table}".encode())
        elif db.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone():
            raise StoreError(
                f"{_name(url)}: there are {table} already; it must be an empty database"
            )


def _name(url: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(url).get("dbname", "the database"))


@contextmanager
def _opened(url: str, reading: bool = False) -> Iterator[psycopg.Connection[TupleRow]]:
    try:
        with connect(url, reading) as connection:
            yield connection
    except psycopg.Error as error:
        said = next(iter(str(error).splitlines()), type(error).__name__)
        raise StoreError(f"{_name(url)}: cannot be copied: {said}") from error
