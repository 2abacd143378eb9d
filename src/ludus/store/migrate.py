"""Numbered migrations: `NNNN_what.sql` files, each applied once, in order, as a whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from ludus.store.errors import StoreError


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str


def migrations(engine: str = "") -> list[Migration]:
    """Those that come with this version for SQLite or another engine, in order."""
    found = []
    for entry in (files("ludus.store") / "migrations" / engine).iterdir():
        if entry.name.endswith(".sql"):
            number, _, name = entry.name.removesuffix(".sql").partition("_")
            found.append(Migration(int(number), name, entry.read_text(encoding="utf-8")))
    found.sort(key=lambda migration: migration.number)
    return found


def newer(where: str, present: int, last: int) -> StoreError:
    """A database of a newer version is an error: writing to it by older rules would damage it."""
    return StoreError(
        f"{where}: written by a newer version of Ludus (schema {present}, this one knows "
        f"{last}); use that version, or another store"
    )


def migrate(connection: sqlite3.Connection, steps: Sequence[Migration], where: str) -> int:
    """Bring a database up to date; the number of steps that were applied."""
    (present,) = connection.execute("PRAGMA user_version").fetchone()
    last = steps[-1].number if steps else 0
    if present > last:
        raise newer(where, present, last)
    todo = [step for step in steps if step.number > present]
    for step in todo:
        # `executescript` would commit before each script, so the transaction is part of the script.
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{step.sql}\nPRAGMA user_version = {step.number};\nCOMMIT;"
            )
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if not isinstance(error, sqlite3.OperationalError) or _is_of_disk(error):
                raise
            raise StoreError(
                f"{where}: migration {step.number} ({step.name}) fails: {error}"
            ) from error
    return len(todo)


def _is_of_disk(error: sqlite3.Error) -> bool:
    """Whether the file or the disk is at fault, rather than the migration."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR
