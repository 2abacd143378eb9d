"""`ludus store move`, and `ludus admin` for a store in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.run import Ludus
from tests.store.contract import SEATS, head, play
from tests.store.postgresql import fresh, servers
from tools.postgresql import Postgres

from ludus.store import ChatRow, Contact, Link, Report, Session, SqliteStore, Store, Worker
from ludus.store.migrate import migrations
from ludus.store.move import KEYS, OF_WORKERS
from ludus.store.postgresql import PostgresStore


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from servers()


async def fill(store: Store) -> None:
    for number in range(3):
        await store.create(head(f"t{number}", stage="over"), SEATS, (play(1), play(2)))
        await store.say(f"t{number}", ChatRow(1, "players", 0, "Ann", "höhö \U0001f3db", 5, "s1"))
    await store.put_session(Session("s1", "Ann", 5))
    await store.put_contact(Contact("s1", "c1", "mail", "ann@example.org"))
    await store.put_notes("t1", "s1", "mine")
    await store.put_link(Link("l1", "t1", "invitation", (1,), "s1", 5))
    await store.put_report(Report("t1", 1, "s1", "Ann", "hi", "s2", 5))
    await store.meet_rules("s1", "toy", ["a.1"])
    await store.start_run(5)


def test_a_store_goes_to_postgresql_and_back(
    ludus: Ludus, server: Postgres, tmp_path: Path
) -> None:
    folder, back, url = tmp_path / "here", tmp_path / "back", fresh(server)

    async def begin() -> None:
        store = SqliteStore(folder / "ludus.sqlite")
        await fill(store)
        await store.archive("t2")
        await store.close()

    asyncio.run(begin())
    (folder / "secret").write_bytes(b"s" * 32)
    ran = ludus("store", "move", f"sqlite:{folder}", url)
    assert (ran.status, ran.out) == (0, "3 tables with 6 moves, and 1 sessions are copied\n")

    async def look() -> None:
        store = PostgresStore(url)
        stored = await store.load("t1")
        assert stored is not None
        assert stored.log == (play(1), play(2))
        archived = await store.load("t2")
        assert archived is not None
        assert archived.log == (play(1), play(2))
        assert await store.to_archive(2000, 9) == ["t0", "t1"]
        assert await store.shared("secret", "other") == (b"s" * 32).hex()
        await store.put_report(Report("t2", 1, "s1", "Ann", "hi", "s2", 5))
        assert [report.number for report in await store.reports(9)] == [2, 1]
        await store.close()

    asyncio.run(look())
    again = ludus("store", "move", f"sqlite:{folder}", url)
    assert again.status == 2
    assert "there are tables already" in again.err
    assert ludus("store", "move", url, f"sqlite:{back}").status == 0
    assert (back / "secret").read_bytes() == b"s" * 32

    async def compare() -> None:
        one, other = (SqliteStore(each / "ludus.sqlite") for each in (folder, back))
        for table in ("t0", "t1", "t2"):
            assert await one.load(table) == await other.load(table)
        assert await one.session("s1") == await other.session("s1")
        assert len(await other.reports(9)) == 2
        assert "secret" not in await other.switches()
        await one.close()
        await other.close()

    asyncio.run(compare())


def test_a_database_that_was_only_tried_can_be_moved_to(
    ludus: Ludus, server: Postgres, tmp_path: Path
) -> None:
    """A server ran there and nobody came; then somebody did."""
    folder, url = tmp_path / "here", fresh(server)
    words = ("store", "move", f"sqlite:{folder}", url)

    async def begin() -> None:
        store = SqliteStore(folder / "ludus.sqlite")
        await fill(store)
        await store.close()

    async def tried() -> None:
        store = PostgresStore(url, "w1")
        await store.join(Worker("w1", "http://127.0.0.1:1"))
        await store.shared("secret", "made by the server")
        await store.put_switch("announcement", "a try")
        await store.start_run(7)
        ran = await asyncio.to_thread(ludus, *words)
        assert ran.status == 2
        assert "a server uses this database; stop it first" in ran.err
        await store.leave("w1")
        await store.close()

    async def look() -> None:
        store = PostgresStore(url)
        # The times in which the copied server ran are known, not those of the try.
        assert [ended for ended, _ in await store.start_run(9)] == [5]
        assert await store.shared("secret", "other") == (b"s" * 32).hex()
        assert "announcement" not in await store.switches()
        await store.close()

    async def visited() -> None:
        store = PostgresStore(fresh_one)
        await store.put_session(Session("s9", "Eve", 5))
        await store.close()

    asyncio.run(begin())
    (folder / "secret").write_bytes(b"s" * 32)
    asyncio.run(tried())
    assert ludus(*words).status == 0
    asyncio.run(look())
    fresh_one = fresh(server)
    asyncio.run(visited())
    refused = ludus("store", "move", f"sqlite:{folder}", fresh_one)
    assert refused.status == 2
    assert "there are sessions already; it must be an empty database" in refused.err


def test_every_table_of_a_store_is_copied(tmp_path: Path) -> None:
    created = {
        line.split()[2]
        for step in migrations("postgresql")
        for line in step.sql.splitlines()
        if line.startswith("CREATE TABLE ")
    }
    assert created == set(KEYS) | OF_WORKERS


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("sqlite:a", "sqlite:b"), "one of the two stores is a folder"),
        (("sqlite:a", "mysql://b"), "begins neither with sqlite: nor with postgresql://"),
        (("sqlite:nowhere", "postgresql:///x"), "no server has kept anything there"),
    ],
)
def test_what_cannot_be_moved_is_told(ludus: Ludus, words: tuple[str, ...], told: str) -> None:
    ran = ludus("store", "move", *words)
    assert ran.status == 2
    assert told in ran.err


def test_an_operator_looks_after_a_database_that_no_worker_serves(
    ludus: Ludus, server: Postgres, tmp_path: Path
) -> None:
    url = fresh(server)

    async def begin() -> None:
        store = PostgresStore(url)
        await fill(store)
        await store.close()

    asyncio.run(begin())
    words = ("--store", url, "--data", tmp_path)
    assert "t1" in ludus("admin", "tables", *words).out
    assert ludus("admin", "delete", "t1", *words).status == 0
    assert "t1" not in ludus("admin", "tables", *words).out
    refused = ludus("admin", "close", "t9", *words)
    assert refused.status == 2
    assert "There is no table 't9'" in refused.err
