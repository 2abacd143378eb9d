"""Backups of a store: one file with everything, made while the server runs, and checked.

SQLite copies its file as of one moment, while others go on writing. Beside it the backup has what
else a data folder needs (the secret), and a digest of all rows, so that a backup that was damaged
or changed is found out before it is used.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ludus.store.errors import StoreError
from ludus.store.migrate import migrations

ABOUT: Final = "backup"
"""The table that only backups have."""
DIGEST: Final = "digest"
MADE: Final = "made"
FILE: Final = "file:"
"""Before the names of files that are kept in that table."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What is in a backup."""

    made: int
    """Milliseconds since 1970."""
    schema: int
    tables: int
    moves: int
    sessions: int
    files: Mapping[str, bytes]
    """Other files of the data folder, by name."""


def back_up(database: Path, target: Path, files: Mapping[str, bytes], now: int) -> Backup:
    """Copy a store into a new file; it is there as a whole, checked, or not at all."""
    if target.exists():
        raise StoreError(f"{target}: there is a file already; a backup does not overwrite it")
    with _made_whole(target) as part:
        with closing(_opened(database)) as source, closing(_created(part)) as copy:
            # In one go: a copy in steps starts again whenever something is written meanwhile.
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute(f"CREATE TABLE {ABOUT} (key TEXT PRIMARY KEY, value BLOB NOT NULL)")
            rows = {
                MADE: str(now).encode(),
                DIGEST: _digest(copy).encode(),
                **{FILE + name: content for name, content in files.items()},
            }
            copy.executemany(f"INSERT INTO {ABOUT} VALUES (?, ?)", rows.items())
            copy.commit()
        return read_backup(part)


def read_backup(file: Path) -> Backup:
    """Check a backup from its first row to the last; what is in it."""
    try:
        with closing(_opened(file)) as db:
            return _read(db, file)
    except sqlite3.Error as error:
        raise StoreError(f"{file}: damaged, or no backup ({error})") from error


def _read(db: sqlite3.Connection, file: Path) -> Backup:
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if ABOUT not in names:
        raise StoreError(f"{file}: not a backup that `ludus backup` made")
    (schema,) = db.execute("PRAGMA user_version").fetchone()
    known = migrations()[-1].number
    if schema > known:
        raise StoreError(
            f"{file}: made by a newer version of Ludus (schema {schema}, this one knows "
            f"{known}); use that version"
        )
    for check in ("integrity_check(1)", "foreign_key_check"):
        found = db.execute(f"PRAGMA {check}").fetchone()
        if found not in (None, ("ok",)):
            raise StoreError(f"{file}: damaged ({found[0]})")
    about: dict[str, bytes] = dict(db.execute(f"SELECT key, value FROM {ABOUT}"))
    if about[DIGEST].decode() != _digest(db):
        raise StoreError(f"{file}: damaged, or changed since it was made")
    return Backup(
        int(about[MADE]),
        schema,
        _count(db, "tables"),
        _moves(db),
        _count(db, "sessions"),
        {key.removeprefix(FILE): value for key, value in about.items() if key.startswith(FILE)},
    )


def restore(file: Path, database: Path) -> Backup:
    """Put a backup in the place of a store, of which there must be none."""
    found = read_backup(file)
    with (
        _made_whole(database) as part,
        closing(_opened(file)) as source,
        closing(_created(part)) as copy,
    ):
        source.backup(copy)
        copy.execute(f"DROP TABLE {ABOUT}")
        copy.commit()
    return found


def set_aside(database: Path, stamp: str) -> Path:
    """Rename a store, with what SQLite has beside it, so that another can take its place."""
    away = database.with_name(f"{database.stem}.{stamp}{database.suffix}")
    for ending in ("-wal", "-shm", ""):
        beside = database.with_name(database.name + ending)
        if beside.exists():
            beside.rename(away.with_name(away.name + ending))
    return away


def _count(db: sqlite3.Connection, table: str) -> int:
    count: int = db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
    return count


def _moves(db: sqlite3.Connection) -> int:
    """As rows, and as compressed records, which older backups do not have."""
    names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    packed = "SELECT COALESCE(SUM(rows), 0) FROM archive" if "archive" in names else "SELECT 0"
    count: int = db.execute(packed).fetchone()[0]
    return count + _count(db, "log")


def _digest(db: sqlite3.Connection) -> str:
    """A digest of all rows of all tables, in the order in which they are kept."""
    digest = hashlib.sha256()
    tables = db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> ? "
        "AND name NOT LIKE 'sqlite_%' ORDER BY name",
        (ABOUT,),
    ).fetchall()
    for (name,) in tables:
        digest.update(f"{name}\n".encode())
        for row in db.execute(f'SELECT * FROM "{name}"'):
            digest.update(f"{row!r}\n".encode())
    return digest.hexdigest()


def _opened(file: Path) -> sqlite3.Connection:
    """A store to read; nothing is created."""
    if not file.is_file():
        raise StoreError(f"{file}: there is no such file")
    try:
        db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise StoreError(f"{file}: cannot be opened: {error}") from error
    db.execute("PRAGMA busy_timeout = 5000")
    return db


def _created(file: Path) -> sqlite3.Connection:
    # Seats and hidden cards are in it: only its owner may read it.
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return sqlite3.connect(file)


@contextmanager
def _made_whole(target: Path) -> Iterator[Path]:
    """A file to fill, which takes its name only once everything is on disk."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
    except sqlite3.Error as error:
        raise StoreError(f"{target}: cannot be made: {error}") from error
    except OSError as error:
        raise StoreError(f"{target}: cannot be written: {error.strerror or error}") from error
    finally:
        for ending in ("", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)
