"""How units are committed to SQLite."""

from __future__ import annotations

import sqlite3

from ludus.store.errors import Conflict, StoreError
from ludus.store.writer import Job, Unit, Writer


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
