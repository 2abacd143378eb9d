"""The PostgreSQL store: the contract, and what is special about a database that others use too."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.store.contract import SEATS, Contract, head, play
from tests.store.postgresql import emptied, end_connections, fresh, servers
from tools.postgresql import Postgres

from ludus.store import (
    Change,
    ChatRow,
    Claim,
    Fenced,
    Head,
    News,
    Session,
    SqliteStore,
    StoreError,
    Worker,
)
from ludus.store.migrate import Migration, migrations
from ludus.store.postgresql import PostgresStore
from ludus.store.postgresql_connection import connect
from ludus.store.postgresql_migrate import migrate_postgresql


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from servers()


@pytest.fixture(scope="module")
def url(server: Postgres) -> str:
    return fresh(server)


class TestPostgres(Contract):
    @pytest.fixture
    async def store(self, anyio_backend: str, url: str) -> AsyncIterator[PostgresStore]:
        emptied(url)
        store = PostgresStore(url)
        yield store
        await store.close()


def columns(url: str) -> dict[str, list[tuple[str, str, bool]]]:
    """Of each table its columns in order: name, type, and whether it may be empty."""
    with connect(url) as db:
        rows = db.execute(
            "SELECT table_name, column_name, data_type, is_nullable "
            "FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name <> 'schema_version' "
            "ORDER BY table_name, ordinal_position"
        ).fetchall()
    found: dict[str, list[tuple[str, str, bool]]] = {}
    kinds = {"text": "TEXT", "bigint": "INTEGER", "bytea": "BLOB"}
    for table, column, kind, nullable in rows:
        found.setdefault(table, []).append((column, kinds[kind], nullable == "YES"))
    return found


def keys(url: str) -> dict[str, list[str]]:
    with connect(url) as db:
        rows = db.execute(
            "SELECT t.relname, a.attname FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid "
            "JOIN pg_namespace n ON n.oid = t.relnamespace AND n.nspname = 'public' "
            "JOIN unnest(i.indkey) WITH ORDINALITY AS k (number, place) ON TRUE "
            "JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number "
            "WHERE i.indisprimary ORDER BY t.relname, k.place"
        ).fetchall()
    found: dict[str, list[str]] = {}
    for table, column in rows:
        found.setdefault(table, []).append(column)
    return found


def test_both_stores_have_the_same_tables(url: str, tmp_path: Path) -> None:
    SqliteStore(tmp_path / "l.sqlite").writer.close()
    db = sqlite3.connect(tmp_path / "l.sqlite")
    names = [
        name
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        if not name.startswith("sqlite_")
    ]
    wanted, primary = {}, {}
    for name in names:
        rows = db.execute(f"PRAGMA table_info({name})").fetchall()
        wanted[name] = [(col, kind, not (full or key)) for _, col, kind, full, _, key in rows]
        parts = sorted((key, col) for _, col, _, _, _, key in rows if key)
        primary[name] = [col for _, col in parts]
    db.close()
    assert columns(url) == dict(sorted(wanted.items()))
    assert keys(url) == dict(sorted(primary.items()))


def test_migrations_are_numbered_without_gaps_and_applied_once(url: str) -> None:
    steps = migrations("postgresql")
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    with connect(url) as db:
        # A network that swallows everything holds nobody up for long.
        assert db.info.get_parameters()["tcp_user_timeout"] == "10000"
        assert migrate_postgresql(db, steps, "here") == 0
        broken = Migration(900, "more", "CREATE TABLE more (x INT); CREATE TABLE log (x INT);")
        with pytest.raises(StoreError, match=r"here: migration 900 \(more\) fails.*log"):
            migrate_postgresql(db, [*steps, broken], "here")
        (found,) = db.execute("SELECT to_regclass('more')").fetchall()
        assert found == (None,)
        with pytest.raises(StoreError, match="newer version of Ludus"):
            migrate_postgresql(db, steps[:1], "here")


def test_a_database_that_cannot_be_opened_is_told_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened") as error:
        PostgresStore(f"postgresql://ann:hush@/ludus?host={tmp_path}")
    assert "hush" not in str(error.value)
    with pytest.raises(StoreError, match="not one of PostgreSQL's") as error:
        PostgresStore("postgresql://ann:hush%zz@db/ludus")
    assert "hush" not in str(error.value)


def test_the_log_cannot_be_changed_or_cut(url: str) -> None:
    async def run() -> None:
        store = PostgresStore(url)
        await store.create(head("kept"), SEATS, (play(1),))
        await store.close()

    asyncio.run(run())
    with connect(url) as db:
        for sql in (b"DELETE FROM log", b"UPDATE log SET act = 'x'"):
            with pytest.raises(Exception, match="append-only"):
                db.execute(sql)


def test_changes_that_wait_share_a_commit_and_one_that_cannot_be_written_spoils_no_other(
    url: str,
) -> None:
    async def run() -> None:
        emptied(url)
        store = PostgresStore(url)
        heads: list[Head] = [head(f"t{n}") for n in range(50)]
        await asyncio.gather(*(store.create(each, SEATS) for each in heads))
        before = store.writer.commits
        done = await asyncio.gather(
            *(store.save(Change(replace(each, rows=1), (play(1),))) for each in heads),
            store.save(Change(heads[0], chat=(ChatRow(1, "table", -1, "", "a\0b", 5),))),
            store.save(Change(heads[1], chat=(ChatRow(1, "table", -1, "", "\ud800", 5),))),
            # The same number twice in one change is a fault that only the database finds.
            store.save(Change(heads[2], chat=(ChatRow(1, "t", -1, "", "", 5),) * 2)),
            return_exceptions=True,
        )
        assert done[:50] == [None] * 50
        assert all(isinstance(each, StoreError) for each in done[50:])
        assert store.writer.commits - before <= 53
        for each in heads:
            stored = await store.load(each.id)
            assert stored is not None
            assert (stored.log, stored.chat) == ((play(1),), ())
        before = store.writer.commits
        await asyncio.gather(
            *(store.save(Change(replace(each, rows=2), (play(2),))) for each in heads)
        )
        assert store.writer.commits - before < 10
        await store.close()

    asyncio.run(run())


async def claimed(store: PostgresStore, table: str, wanted: Claim) -> None:
    """Wait until the database has noticed that the owner is gone."""
    while (found := await store.claim(table, wanted.owner)) != wanted:
        assert found is not None
        assert found.owner != wanted.owner


def test_two_workers_hear_of_each_other_and_a_connection_that_ended_is_opened_again(
    url: str,
) -> None:
    async def run() -> None:
        emptied(url)
        one, two = PostgresStore(url, "w1"), PostgresStore(url, "w2")
        heard: asyncio.Queue[News] = asyncio.Queue()
        two.listen(heard.put_nowait)
        await one.join(Worker("w1", "http://w1"))
        await two.join(Worker("w2", "http://w2"))
        await one.create(head(), SEATS)
        assert await one.claim("t1", "w1") == Claim("w1", 1)
        await one.beat("w1")
        assert await two.claim("t1", "w2") == Claim("w1", 1)
        await one.save(Change(head(epoch=1, rows=1), (play(1),)))
        assert await heard.get() == News("w1", tables=["t1"])
        await one.put_session(Session("s1", "Ann", 1))
        assert await heard.get() == News("w1", sessions=["s1"])
        await one.put_switch("announcement", "hi")
        assert await heard.get() == News("w1", moderation=True)
        # What two writes itself it is not told.
        await two.put_session(Session("s2", "Bob", 1))
        await one.tell(News(tables=["x" * 12] * 900))
        assert await heard.get() == News("w1", more=True)
        assert end_connections(url) >= 4
        # The listener comes back by itself and says that it may have missed something.
        assert await heard.get() == News(more=True)
        # Whoever reads or writes notices that before asking, and connects again.
        await two.ping()
        assert (await two.load("t1")) is not None
        while len(await two.workers()) < 2:
            await one.beat("w1")
            await two.beat("w2")
        await one.save(Change(head(epoch=1, rows=2), (play(2),)))
        assert await heard.get() == News("w1", tables=["t1"])
        # A worker that has ended without a word has no lock any more.
        one._listeners["w1"].close()
        await claimed(two, "t1", Claim("w2", 2))
        with pytest.raises(Fenced):
            await one.save(Change(head(epoch=1, rows=3), (play(3),)))
        await one.close()
        await two.close()

    asyncio.run(run())
