"""The SQLite store: the contract, and what is special about a file."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.store.contract import SEATS, Contract, head, play

from ludus.store import Change, Claim, Head, Order, SeatRow, SqliteStore, StoreError, Worker
from ludus.store.migrate import Migration, migrate, migrations
from ludus.store.sqlite import SqliteWriter
from ludus.store.writer import Job


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


def test_only_the_last_run_of_a_unit_counts(tmp_path: Path) -> None:
    """A unit is run again after a deadlock, and others may have written meanwhile."""

    async def all_of_it() -> None:
        store = SqliteStore(tmp_path / "ludus.sqlite")
        writer = store.writer
        assert isinstance(writer, SqliteWriter)
        await store.create(head("t"), ())
        await store.put_order(Order("o", 0, ("status",)))
        await store.put_pass("p", "s1", 99)
        for worker in ("w1", "w2"):
            await store.join(Worker(worker, f"http://{worker}"))
        commit = writer._commit

        def commit_again(jobs: list[Job]) -> None:
            connection = writer._connection
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.unit(connection)
            connection.execute("ROLLBACK")
            connection.execute("UPDATE tables SET owner = 'w2', epoch = 1 WHERE owner = ''")
            connection.execute("INSERT OR IGNORE INTO switches VALUES ('secret', 'theirs')")
            commit(jobs)

        writer._commit = commit_again  # type: ignore[method-assign]
        assert await store.claim("t", "w1") == Claim("w2", 1)
        assert await store.shared("secret", "mine") == "theirs"
        assert await store.take_order(Order("o", 0, ("status",)))
        assert await store.use_pass("p", 5) == "s1"
        await store.close()

    asyncio.run(all_of_it())


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
    with pytest.raises(StoreError, match="damaged, or no database"):
        SqliteStore(path)


def filled(path: Path) -> None:
    """A store with a table in it, closed, all of it in one file."""

    async def run() -> None:
        store = SqliteStore(path)
        for number in range(50):
            await store.create(head(f"t{number}"), SEATS, (play(1),))
        await store.close()

    asyncio.run(run())


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    filled(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"damaged, or no database .*restore a backup"):
        SqliteStore(path)
    path.write_bytes(whole[:4096] + b"\xff" * 8192 + whole[12288:])
    with pytest.raises(StoreError, match="damaged, or no database"):
        SqliteStore(path)


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        SqliteStore(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be opened: File exists"):
        SqliteStore(tmp_path / "file" / "l.sqlite")


@pytest.mark.parametrize(
    ("pragma", "message"),
    [
        ("query_only = ON", "cannot be written .*make the file and its folder writable"),
        ("max_page_count = 1", "cannot be written .*is the disk full"),
    ],
    ids=["read-only", "full"],
)
@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "kept"])
def test_a_disk_that_cannot_be_written_is_noticed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, message: str, fresh: bool
) -> None:
    path = tmp_path / "l.sqlite"
    if not fresh:
        filled(path)
        if pragma.startswith("max"):
            # SQLite never takes away pages that are in use, so the file has to want more.
            monkeypatch.setattr("ludus.store.sqlite.migrations", lambda: [*migrations(), MORE])
    real = sqlite3.connect

    def connect(*given: object, **more: object) -> sqlite3.Connection:
        connection = real(path, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA {pragma}")
        return connection

    monkeypatch.setattr("ludus.store.sqlite.sqlite3.connect", connect)
    with pytest.raises(StoreError, match=message):
        SqliteStore(path)


MORE = Migration(900, "more", "CREATE TABLE more (x); INSERT INTO more VALUES (zeroblob(99999));")


@pytest.mark.parametrize("kind", ["newer", "damaged", "no database"])
def test_connections_are_closed_when_opening_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    path = tmp_path / "l.sqlite"
    filled(path)
    if kind == "newer":
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 900")
        db.close()
    elif kind == "damaged":
        path.write_bytes(path.read_bytes()[:8192])
    else:
        path.write_bytes(b"no database" * 1000)
    opened: list[sqlite3.Connection] = []
    real = sqlite3.connect

    def connect(*given: object, **more: object) -> sqlite3.Connection:
        opened.append(real(path, isolation_level=None, check_same_thread=False))
        return opened[-1]

    monkeypatch.setattr("ludus.store.sqlite.sqlite3.connect", connect)
    with pytest.raises(StoreError):
        SqliteStore(path)
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_lists_of_an_owner_of_thousands_cost_no_more_than_of_hundreds(tmp_path: Path) -> None:
    """The badge and a page of one's own tables are read from an index: counted in steps of SQL."""

    async def steps(count: int) -> int:
        store = SqliteStore(tmp_path / f"{count}.sqlite")
        mine = SeatRow(0, "player", "s1", "Ann")
        await asyncio.gather(
            *(
                store.create(
                    head(f"t{n:04}", changed=n, stage="playing", waiting=(n % 2,)), (mine,)
                )
                for n in range(count)
            )
        )
        taken = 0

        def tick() -> int:
            nonlocal taken
            taken += 1
            return 0

        store._reading.set_progress_handler(tick, 1)
        assert await store.turns("s1", 99) == min(count // 2, 99)
        assert len(await store.mine("s1", 30)) == 30
        assert await store.unfinished("s1", 200) == min(count, 200)
        assert len(await store.listed("live", 30, 3, 100)) == 3
        await store.close()
        return taken

    few, many = asyncio.run(steps(250)), asyncio.run(steps(2500))
    assert many < 1.2 * few
