"""Numbered migrations of a PostgreSQL database. The number is kept in a table of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import psycopg

from ludus.store.errors import StoreError
from ludus.store.migrate import Migration, newer

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

LOCK: Final = 0x4C554455
"""Of workers that start together, one migrates and the others wait."""
SCHEMA: Final = "schema_version"


def migrate_postgresql(
    connection: psycopg.Connection[TupleRow], steps: Sequence[Migration], where: str
) -> int:
    """Bring a database up to date; the number of steps that were applied."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        connection.execute(f"CREATE TABLE IF NOT EXISTS {SCHEMA} (number BIGINT NOT NULL)".encode())
        found = connection.execute(f"SELECT max(number) FROM {SCHEMA}".encode()).fetchone()
        present: int = (found[0] if found else None) or 0
        last = steps[-1].number if steps else 0
        if present > last:
            raise newer(where, present, last)
        todo = [step for step in steps if step.number > present]
        for step in todo:
            try:
                connection.execute(step.sql.encode())
            except psycopg.Error as error:
                raise StoreError(
                    f"{where}: migration {step.number} ({step.name}) fails: {error}"
                ) from error
            connection.execute(f"INSERT INTO {SCHEMA} VALUES (%s)".encode(), (step.number,))
    return len(todo)
