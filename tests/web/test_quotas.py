"""Costs: what one session or address may do, lists that nobody fills alone, tables that expire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.web.support import (
    QUICK,
    Asleep,
    Visitor,
    Watch,
    a_room,
    answer,
    http,
    person,
    seated,
    serving,
    settled,
)

from ludus.web.api.client import Client
from ludus.web.bots.queue import Owner
from ludus.web.config import Quota, Quotas, Rate, Settings
from ludus.web.http.errors import NotFound, TooManyRequests
from ludus.web.http.limits import LATELY, Limits, in_words
from ludus.web.tables.chat import post
from ludus.web.tables.clocks import MOST_SECONDS
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.live_table import Step

pytestmark = pytest.mark.anyio

PLENTY = Rate(1000.0, 1_000_000)
TWO = Rate(0.001, 2)
DAY = 24 * 3600 * 1000
OPEN = TableRequest("bids", ["me", "open"])


def tight(**quotas: Quota) -> Settings:
    return replace(QUICK, quotas=replace(QUICK.quotas, **quotas))


def test_a_time_to_wait_is_said_in_words() -> None:
    said = [in_words(wait) for wait in (0.2, 1.0, 59.1, 119.0, 120.0, 3599, 7200, 7201)]
    assert said == [
        "1 second", "1 second", "60 seconds", "119 seconds", "2 minutes", "60 minutes",
        "2 hours", "3 hours",
    ]  # fmt: skip


def test_a_session_and_an_address_each_have_their_quota() -> None:
    limits = Limits(tight(chat=Quota(Rate(0.001, 1), Rate(0.001, 3))))
    limits.use("chat", "ann", "192.0.2.1")
    with pytest.raises(TooManyRequests, match="try again in"):
        limits.use("chat", "ann", "192.0.2.2")
    # New sessions do not help: the address has had enough.
    limits.use("chat", "bob", "192.0.2.1")
    limits.use("chat", "", "192.0.2.1")
    with pytest.raises(TooManyRequests):
        limits.use("chat", "cyd", "192.0.2.1")
    limits.use("chat", "dan", "192.0.2.3")


def test_every_quota_has_its_words() -> None:
    assert {*LATELY, "thinking"} == set(Quotas.__dataclass_fields__)


def refused(reply: httpx.Response, words: str) -> None:
    assert reply.status_code == 429, reply.text
    assert words in reply.text
    assert "try again in" in reply.text.lower()
    assert int(reply.headers["Retry-After"]) >= 1


def test_tables_by_page_and_by_program(tmp_path: Path) -> None:
    with serving(tmp_path, tight(tables=Quota(TWO, PLENTY))) as server:
        ann, body = Visitor(server), {"game": "bids", "seats": ["me", "open"]}
        ann.post("/me", name="Ann")
        for _ in range(2):
            ann.open_table("bids", "me,open")
        refused(ann.post("/tables", **body), "Many tables were opened")
        # A form gets a page that says the same.
        page = ann.form("/tables", game="bids", seats="me,open")
        refused(page, "Many tables were opened")
        bob = Client.register(server, "Bob")
        for _ in range(2):
            bob.open_table("bids", ["me", "open"])
        token = http(server, Authorization=f"Bearer {bob.token}")
        refused(token.post("/api/tables", json=body), "Many tables were opened")


def test_chat_of_players_and_watchers(tmp_path: Path) -> None:
    with serving(tmp_path, tight(chat=Quota(PLENTY, TWO))) as server:
        table = Visitor(server, "192.0.2.9").open_table("bids", "me,open")
        # Each line comes from a new watcher, all from one address.
        for _ in range(2):
            assert Visitor(server).post(f"{table}/chat", text="hi").status_code == 200
        refused(Visitor(server).post(f"{table}/chat", text="hi"), "faster than others can read")
        elsewhere = Visitor(server, "192.0.2.2")
        assert elsewhere.post(f"{table}/chat", text="hi").status_code == 200


def test_uploads(tmp_path: Path) -> None:
    with serving(tmp_path, tight(uploads=Quota(TWO, PLENTY))) as server:
        eve = Visitor(server)
        eve.post("/me", name="Eve")
        # They are counted before they are read.
        for _ in range(2):
            assert eve.post("/upload", record="nonsense").status_code == 422
        refused(eve.post("/upload", record="nonsense"), "Many games were uploaded")


def test_an_analysis_needs_a_session_and_has_a_quota(tmp_path: Path) -> None:
    with serving(tmp_path, tight(analyses=Quota(Rate(0.001, 1), PLENTY))) as server:
        ann = Visitor(server)
        table = ann.open_table("bids", "me,me")
        stranger = Visitor(server).post(f"{table}/analysis")
        assert stranger.status_code == 401
        assert "choose one" in stranger.json()["error"]
        assert http(server).post(f"/api{table}/analysis", json={}).status_code == 401
        assert ann.post(f"{table}/analysis").status_code == 400
        refused(ann.post(f"{table}/analysis"), "Many games were analysed")


def test_a_name_that_changes_all_the_time(tmp_path: Path) -> None:
    with serving(tmp_path, tight(names=Quota(TWO, PLENTY))) as server:
        eve = Visitor(server)
        table = eve.open_table("bids", "me,open")
        for n in range(2):
            assert eve.post(f"{table}/chat", text="hi", name=f"Eve {n}").status_code == 200
        refused(eve.post(f"{table}/chat", text="hi", name="Eve 3"), "changed your name often")


async def test_one_owner_does_not_fill_the_queue_of_analyses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(*given: object) -> None:
        return None

    monkeypatch.setattr("ludus.web.bots.analysis.AnalysisQueue._make", waits)
    async with a_room(tmp_path, settings=replace(QUICK, analyses_each=2)) as app:
        ann = await person(app, "Ann")
        games = []
        for _ in range(5):
            wish = TableRequest("bids", ["bot:easy", "bot:easy"])
            games.append((await open_table(app.tables, ann, wish)).live)
        await settled(lambda: all(live.over for live in games))
        start = app.analyses.start
        await start(games[0], Owner("eve", "192.0.2.1"))
        await start(games[1], Owner("eve2", "192.0.2.1"))
        with pytest.raises(TooManyRequests, match="2 games are being analysed"):
            await start(games[2], Owner("eve3", "192.0.2.1"))
        await start(games[3], Owner("ann", "192.0.2.2"))
        # What there is already costs nothing.
        await start(games[0], Owner("eve3", "192.0.2.1"))


async def test_unfinished_tables_of_one_session_are_bounded(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=replace(QUICK, most_unfinished=2)) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        for _ in range(2):
            await open_table(app.tables, ann, OPEN)
        with pytest.raises(TooManyRequests, match="2 unfinished tables"):
            await open_table(app.tables, ann, OPEN)
        await open_table(app.tables, bob, OPEN)


async def test_a_table_keeps_the_latest_lines_of_each_room(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=replace(QUICK, chat_kept=20)) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live

        def say(room: str, text: str) -> Callable[[Step], None]:
            return lambda step: post(live, step, room, 0, "Ann", text)

        await live.step(say("players", "good luck"))
        for n in range(60):
            await live.step(say("watchers", f"spam {n}"))
        stored = await app.store.load(live.id)
        assert stored is not None
        assert list(stored.chat) == live.chat
        spam = [row.text for row in live.chat if row.room == "watchers"]
        assert 20 <= len(spam) <= 22
        assert spam[-1] == "spam 59"
        # Watchers do not push out what players have said.
        assert [row.text for row in live.chat if row.room == "players"] == ["good luck"]


# Lists --------------------------------------------------------------------------------------------


async def test_one_host_does_not_hide_the_tables_of_others(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=replace(QUICK, listed=10, listed_each=3)) as app:
        ann, eve = await person(app, "Ann"), await person(app, "Eve")
        first = (await open_table(app.tables, ann, OPEN)).live.id
        for _ in range(20):
            await open_table(app.tables, eve, OPEN)
        shown = (await app.lobby.listed(""))["open"]
        assert first in {row.id for row in shown}
        assert len(shown) == 4


async def test_many_hosts_of_one_address_do_not_either(tmp_path: Path) -> None:
    settings = replace(QUICK, listed=10, listed_each=3, listed_each_address=6)
    async with a_room(tmp_path, settings=settings) as app:
        ann = await person(app, "Ann")
        app.presence.seen(ann.id, "192.0.2.9")
        first = (await open_table(app.tables, ann, OPEN)).live.id
        for n in range(20):
            eve = await person(app, f"Eve {n}")
            app.presence.seen(eve.id, "192.0.2.1")
            await open_table(app.tables, eve, OPEN)
        shown = (await app.lobby.listed(""))["open"]
        assert first in {row.id for row in shown}
        assert len(shown) == 7


async def test_one_s_own_tables_come_in_pages(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=replace(QUICK, listed=3)) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        for _ in range(6):
            await open_table(app.tables, ann, OPEN)
        turn = (await seated(app, "bids", [ann, bob])).live
        rows, more = await app.lobby.mine(ann.id)
        assert rows[0].id == turn.id
        assert (len(rows), more) == (3, True)
        rows, more = await app.lobby.mine(ann.id, 3)
        assert (len(rows), more) == (1, False)
        assert (await app.lobby.visitor(ann)).waiting == 1
        await answer(turn, ann.id, 0)
        assert (await app.lobby.visitor(ann)).waiting == 0
        page = app.pages.lobby(await app.lobby.model(ann.id, "Ann", 2))
        assert 'href="/?page=1#mine"' in page
        assert 'href="/?page=3#mine"' in page
        assert 'data-stream="/lobby/stream?page=2"' in page


def test_pages_of_a_list_by_program(tmp_path: Path) -> None:
    with serving(tmp_path, replace(QUICK, listed=2)) as server:
        ann = Client.register(server, "Ann")
        made = [ann.open_table("bids", ["me", "open"]).id for _ in range(3)]
        assert [row.id for row in ann.tables("mine")] == [made[2], made[1]]
        assert [row.id for row in ann.tables("mine", 2)] == [made[0]]
        assert ann.tables("open", 2) == ()


# Expiry -------------------------------------------------------------------------------------------


async def test_tables_where_nothing_happens_expire(tmp_path: Path) -> None:
    watch = Watch(100 * DAY)
    settings = replace(QUICK, keep_waiting=30.0, keep_playing=60.0, keep_finished=90.0)
    async with a_room(tmp_path, Asleep(), settings, watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        waiting = await open_table(app.tables, ann, OPEN)
        watched = await open_table(app.tables, ann, OPEN)
        playing = await seated(app, "bids", [ann, bob])
        slow = await seated(app, "bids", [ann, bob], pace=f"decision:{MOST_SECONDS}")
        ids = [hub.live.id for hub in (waiting, watched, playing, slow)]
        app.presence.listen(watched, "page", ann.id, None)

        async def left() -> list[bool]:
            return [await app.store.load(id) is not None for id in ids]

        watch.now += 29 * DAY
        assert await app.tables.delete_stale() == 0
        watch.now += 2 * DAY
        assert await app.tables.delete_stale() == 1
        assert await left() == [False, True, True, True]
        with pytest.raises(NotFound):
            await app.tables.hub(ids[0])
        assert waiting.live.closed
        assert ids[0] not in {row.id for row in (await app.lobby.listed(""))["open"]}
        watch.now += 28 * DAY
        # A clock still runs at the slow table.
        assert await app.tables.delete_stale() == 0
        watch.now += 2 * DAY
        assert await app.tables.delete_stale() >= 1
        assert (await left())[:3] == [False, True, False]


async def test_finished_games_expire_and_nothing_does_if_so_set(tmp_path: Path) -> None:
    watch = Watch(100 * DAY)
    async with a_room(tmp_path, settings=replace(QUICK, keep_finished=90.0), watch=watch) as app:
        ann = await person(app, "Ann")
        wish = TableRequest("bids", ["bot:easy", "bot:easy"])
        live = (await open_table(app.tables, ann, wish)).live
        await settled(lambda: live.over)
    watch.now += 1000 * DAY
    for_ever = replace(QUICK, keep_waiting=0.0, keep_playing=0.0, keep_finished=0.0)
    async with a_room(tmp_path, settings=for_ever, watch=watch) as app:
        assert await app.tables.delete_stale() == 0
    async with a_room(tmp_path, settings=replace(QUICK, keep_finished=90.0), watch=watch) as app:
        assert await app.tables.delete_stale() == 1
        assert (await app.lobby.mine(ann.id))[0] == []


async def test_games_that_are_long_over_are_compressed_and_read_as_before(tmp_path: Path) -> None:
    watch = Watch(100 * DAY)
    settings = replace(QUICK, archive_after=30.0)
    async with a_room(tmp_path, settings=settings, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        wish = TableRequest("bids", ["bot:easy", "bot:easy"])
        live = (await open_table(app.tables, ann, wish)).live
        await settled(lambda: live.over)
        await seated(app, "bids", [ann, bob])
        before = live.record().dump()
        assert await app.tables.archive_old() == 0
    watch.now += 31 * DAY
    async with a_room(tmp_path, settings=replace(QUICK, archive_after=0.0), watch=watch) as app:
        assert await app.tables.archive_old() == 0
    async with a_room(tmp_path, settings=settings, watch=watch) as app:
        assert [await app.tables.archive_old() for _ in range(2)] == [1, 0]
        hub = await app.tables.hub(live.id)
        assert hub.live.record().dump() == before
        assert hub.live.over
