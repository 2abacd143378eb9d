"""The SQLite store: the contract, and what is special about a file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.store.contract import SEATS, Contract, head, play

from ludus.store import Change, Head, SqliteStore, StoreError
from ludus.store.migrate import Migration, migrate, migrations


class TestSqlite(Contract):
    @pytest.fixture
    async def store(self, anyio_backend: str, tmp_path: Path) -> AsyncIterator[SqliteStore]:
        store = SqliteStore(tmp_path / "deep" / "ludus.sqlite")
        yield store
        await store.close()


def test_what_was_saved_is_there_after_closing(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "l.sqlite")
        await store.create(head(), SEATS, (play(1),))
        await store.close()
        store = SqliteStore(tmp_path / "l.sqlite")
        stored = await store.load("t1")
        await store.close()
        assert stored is not None
        assert stored.log == (play(1),)

    asyncio.run(run())


def wait_for(event: threading.Event) -> None:
    assert event.wait(60)


def test_units_that_wait_share_a_commit(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "l.sqlite")
        heads: list[Head] = [head(f"t{n}") for n in range(100)]
        all_there = threading.Event()
        slow = asyncio.create_task(store.writer.write(lambda db: wait_for(all_there)))
        units = [asyncio.create_task(store.create(each, SEATS)) for each in heads]
        await asyncio.sleep(0)
        all_there.set()
        await asyncio.gather(slow, *units)
        commits = store.writer.commits
        assert len(await store.listed("open", 200)) == 100
        await store.close()
        assert commits <= 2

    asyncio.run(run())


def test_a_cancelled_writer_still_gets_its_unit_done(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "l.sqlite")
        await store.create(head(), SEATS)
        task = asyncio.create_task(store.save(Change(head(rows=1), (play(1),))))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await store.close()
        store = SqliteStore(tmp_path / "l.sqlite")
        stored = await store.load("t1")
        await store.close()
        assert stored is not None
        assert stored.log == (play(1),)

    asyncio.run(run())


def test_the_log_cannot_be_changed_or_cut(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "l.sqlite")
        await store.create(head(), SEATS, (play(1),))
        await store.close()

    asyncio.run(run())
    with sqlite3.connect(tmp_path / "l.sqlite") as db:
        for sql in ("DELETE FROM log", "UPDATE log SET act = 'x'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(sql)
    db.close()


def test_migrations_are_numbered_without_gaps() -> None:
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))


def test_migrations_are_applied_once_and_as_a_whole() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    first = Migration(1, "first", "CREATE TABLE a (x);")
    assert migrate(db, [first], "here") == 1
    assert migrate(db, [first], "here") == 0
    broken = Migration(2, "second", "CREATE TABLE b (x); CREATE TABLE a (x);")
    with pytest.raises(StoreError, match=r"here: migration 2 \(second\) fails.*a already exists"):
        migrate(db, [first, broken], "here")
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema")]
    assert names == ["a"]
    mended = Migration(2, "second", "CREATE TABLE b (x);")
    assert migrate(db, [first, mended], "here") == 1
    db.close()


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 900")
    db.close()
    with pytest.raises(StoreError, match="newer version of Ludus"):
        SqliteStore(path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    path.write_text("not a database, but a text that is long enough to be looked at" * 20)
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(path)
