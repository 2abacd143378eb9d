"""Daily quotas: counted by the server's clock, by all workers together, and forgotten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.support import QUICK, SIGNER, Visitor, a_room, http, serving, settled

from ludus.store import SqliteStore
from ludus.web.api.client import Client
from ludus.web.config import NOT_COUNTED, Daily, DailyQuotas, Settings
from ludus.web.http.daily import DAY, TODAY, DailyUse
from ludus.web.http.errors import EnoughForToday, TooManyRequests, title_of
from ludus.web.settings import load

pytestmark = pytest.mark.anyio

NOON = 20_000 * DAY + DAY // 2


def counted(**quotas: Daily) -> Settings:
    return replace(QUICK, daily=replace(NOT_COUNTED, **quotas))


def refused(reply: httpx.Response, words: str) -> None:
    assert reply.status_code == 429, reply.text
    assert words in reply.text
    assert 1 <= int(reply.headers["Retry-After"]) <= DAY // 1000


async def test_a_day_ends_at_midnight(tmp_path: Path) -> None:
    now = [NOON]
    store = SqliteStore(tmp_path / "ludus.sqlite")
    try:
        daily = DailyUse(store, SIGNER, DailyQuotas(tables=Daily(2, 3)), lambda: now[0])
        await daily.use("tables", "ann", "192.0.2.1")
        await daily.use("tables", "ann", "192.0.2.1")
        with pytest.raises(EnoughForToday, match="try again in 12 hours") as enough:
            await daily.use("tables", "ann", "192.0.2.2")
        assert enough.value.wait == 12 * 3600
        assert title_of(enough.value) == "Enough for today"
        # The address has one left, whoever comes from it; what was refused was not counted.
        await daily.use("tables", "", "192.0.2.1")
        with pytest.raises(TooManyRequests):
            await daily.use("tables", "bob", "192.0.2.1")
        await daily.use("tables", "bob", "192.0.2.2")
        # What has no daily quota is not counted.
        await daily.use("chat", "ann", "192.0.2.1")
        now[0] = 20_001 * DAY
        await daily.use("tables", "ann", "192.0.2.1")
    finally:
        await store.close()


async def test_two_workers_count_together_and_keep_no_address(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "ludus.sqlite")
    try:
        now = [NOON]
        one, two = (
            DailyUse(store, SIGNER, DailyQuotas(mails=Daily(0, 2)), lambda: now[0])
            for _ in range(2)
        )
        await one.use("mails", "ann", "192.0.2.1")
        await two.use("mails", "ann", "192.0.2.1")
        with pytest.raises(EnoughForToday):
            await one.use("mails", "ann", "192.0.2.1")
        kept = rows(tmp_path)
        assert [count for _, count in kept] == [2]
        assert not any("192.0.2" in key or "ann" in key for key, _ in kept)
        now[0] += DAY
        await two.forget()
        assert rows(tmp_path) == []
    finally:
        await store.close()


def rows(folder: Path) -> list[tuple[str, int]]:
    with closing(sqlite3.connect(folder / "ludus.sqlite")) as db:
        return db.execute("SELECT key, count FROM uses").fetchall()


async def test_the_server_forgets_days_before_by_itself(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=replace(QUICK, expire_every=0.01)) as app:
        assert await app.store.use(1, "tables", {"somebody": 5})
        await app.start()
        await settled(lambda: not rows(tmp_path))
        # And not only once, when it starts.
        assert await app.store.use(2, "tables", {"somebody": 5})
        await settled(lambda: not rows(tmp_path))


def test_every_daily_quota_has_its_words() -> None:
    assert set(TODAY) == set(DailyQuotas.__dataclass_fields__)


def test_tables_on_pages_and_by_program(tmp_path: Path) -> None:
    with serving(tmp_path, counted(tables=Daily(2, 0))) as server:
        ann = Visitor(server)
        ann.post("/me", name="Ann")
        for _ in range(2):
            ann.open_table("bids", "me,open")
        page = ann.form("/tables", game="bids", seats="me,open")
        refused(page, "No more tables can be opened by you")
        assert "Enough for today" in page.text
        refused(ann.post("/learn/bids"), "No more tables")
        bob = Client.register(server, "Bob")
        for _ in range(2):
            bob.open_table("bids", ["me", "open"])
        token = http(server, Authorization=f"Bearer {bob.token}")
        body = {"game": "bids", "seats": ["me", "open"]}
        refused(token.post("/api/tables", json=body), "No more tables can be opened by you")
    # A restart does not begin the day anew.
    with serving(tmp_path, counted(tables=Daily(2, 0))) as server:
        token = http(server, Authorization=f"Bearer {bob.token}")
        refused(token.post("/api/tables", json=body), "No more tables can be opened by you")


def test_uploads_and_analyses_by_address(tmp_path: Path) -> None:
    with serving(tmp_path, counted(uploads=Daily(0, 1), analyses=Daily(1, 0))) as server:
        eve = Visitor(server)
        eve.post("/me", name="Eve")
        assert eve.post("/upload", record="nonsense").status_code == 422
        refused(Visitor(server).post("/upload", record="nonsense"), "No more games can be uploaded")
        table = eve.open_table("bids", "me,me")
        assert eve.post(f"{table}/analysis").status_code == 400
        refused(eve.post(f"{table}/analysis"), "No more games can be analysed")


def test_quotas_come_from_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "ludus.toml"
    file.write_text("[daily.tables]\nsession = 0\n")
    daily = load(file, {"LUDUS_DAILY__MAILS__ADDRESS": "7"}).settings.daily
    assert daily.tables == Daily(0, DailyQuotas().tables.address)
    assert daily.mails == Daily(DailyQuotas().mails.session, 7)
