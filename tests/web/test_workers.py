"""Two workers on one PostgreSQL store: what is done at one is seen at the other."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.store.postgresql import emptied, end_connections, fresh, servers
from tests.web.workers import Person, Running, until, worker, workers
from tools.postgresql import Postgres

from ludus.core.pack_words import copy_pack
from ludus.core.record import read_record
from ludus.core.registry import find_game
from ludus.store import Order, SqliteStore
from ludus.store.move import to_sqlite
from ludus.store.postgresql_connection import connect
from ludus.web.api import operations as ops
from ludus.web.api.client import Client
from ludus.web.api.schemas import (
    AtSeat,
    Me,
    Note,
    Nothing,
    Say,
    Takeback,
    TakebackAnswer,
    UseLink,
)
from ludus.web.live.hub import Hub
from ludus.web.operator.orders import Answer
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.manager import STRAYS, TableManager

WANTED = 12
"""So many moves are enough of a game."""


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from servers()


@pytest.fixture(scope="module")
def url(server: Postgres) -> str:
    return fresh(server)


@pytest.fixture
def staying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables stay where they are, whoever asks for them."""

    async def asked(self: TableManager, hub: Hub, by_worker: bool) -> None:
        return

    monkeypatch.setattr(TableManager, "asked", asked)


@pytest.fixture
async def two(anyio_backend: str, url: str) -> AsyncIterator[list[Running]]:
    emptied(url)
    async with workers(url) as found:
        yield found


async def order(at: Running, *words: str) -> Answer:
    """What `ludus admin` gets for an answer, from whichever worker takes the order."""
    store = at.app.store
    asked = Order(f"o{time.monotonic_ns()}", at.app.now(), words)
    await store.put_order(asked)
    while (answer := await store.order_answer(asked.id)) is None:
        await asyncio.sleep(0.01)
    return msgspec.json.decode(answer, type=Answer)


@pytest.mark.anyio
async def test_people_at_two_workers_play_talk_and_take_back(
    staying: None, two: list[Running]
) -> None:
    one, other = two
    ann, ben = await Person.comes(one, "Ann"), await Person.comes(other, "Ben")
    opened = await ann.do(Client.open_table, "cambria", ["me", "open", "bot:easy"])
    table = opened.id
    # Ben finds it in his lobby and is the only one to take the seat, by Ann's invitation.
    while table not in [line.id for line in await ben.do(Client.tables)]:
        await asyncio.sleep(0.01)
    (link,) = (await ann.do(Client.table, table)).invitations.values()
    token = link.rpartition("/")[2]
    await ben.call(ops.USE_LINK, UseLink(), token=token)
    assert await ann.asks(other).refused(ops.USE_LINK, UseLink(), token=token) == 410
    assert other.app.tables.loaded == 0
    heard: list[int] = []

    def listen() -> None:
        for seen in ben.client.follow(table):
            heard.append(seen.length)
            if seen.length >= WANTED:
                return

    listening = asyncio.create_task(asyncio.to_thread(listen))
    while (await ann.do(Client.table, table)).length < WANTED:
        await ann.move(table)
        await ben.move(table)
    await listening
    assert heard == sorted(heard)
    await ann.call(ops.SAY, Say("Vale"), table=table)
    assert "Vale" in [
        line.text for line in (await ben.call(ops.CHAT, Nothing(), table=table)).lines
    ]
    await ben.call(ops.PUT_NOTES, Note("mine"), table=table)
    assert (await ben.asks(one).call(ops.NOTES, Nothing(), table=table)).text == "mine"
    # A new name, told at one worker, stands at the table of the other, and in its list.
    await ben.call(ops.PUT_ME, Me("Benno"))
    assert "Benno" in [seat.name for seat in (await ann.do(Client.table, table)).seats]
    assert (await ben.asks(one).do(Client.me)).name == "Benno"
    # A takeback: asked for at one, agreed to at the other.
    asked = (await ann.do(Client.table, table)).undo
    before = (await ann.do(Client.table, table)).length
    await ann.call(ops.TAKEBACK, Takeback(0, asked.ask), table=table)
    assert (await ben.do(Client.table, table)).undo.takeback == asked.ask
    await ben.call(ops.ANSWER_TAKEBACK, TakebackAnswer(1, True), table=table)
    assert (await ben.do(Client.table, table)).length < before
    assert other.app.tables.loaded == 0


@pytest.mark.anyio
async def test_hints_undo_and_clocks_work_through_the_other_worker(
    staying: None, two: list[Running]
) -> None:
    one, other = two
    ann = await Person.comes(one, "Ann")
    opened = await ann.do(
        Client.open_table, "cambria", ["me", "bot:easy"], None, False, "bank:3600:10", "forfeit"
    )
    table, far = opened.id, ann.asks(other)
    while not (seen := await far.do(Client.table, table)).decisions:
        await asyncio.sleep(0.01)
    assert seen.seats[0].deadline
    assert (await far.call(ops.HINT, AtSeat(0), table=table)).choices
    while not (await far.do(Client.table, table)).undo.moves:
        await far.move(table)
    length = (await far.do(Client.table, table)).length
    assert (await far.do(Client.undo, table, 0)).position < length
    assert other.app.tables.loaded == 0


@pytest.mark.anyio
async def test_a_table_goes_to_the_worker_that_the_proxy_sends_its_players_to(
    two: list[Running],
) -> None:
    one, other = two
    ann = await Person.comes(one, "Ann")
    far = ann.asks(other)
    # Nobody has asked the worker that made it yet: the first request takes it along.
    table = (await ann.do(Client.open_table, "cambria", ["me", "me"])).id
    assert await far.move(table)
    assert (one.app.tables.loaded, other.app.tables.loaded_ids) == (0, [table])
    # Now it is asked for where it is, and goes back only after many requests from elsewhere.
    assert await far.move(table)
    for _ in range(STRAYS - 1):
        await ann.do(Client.table, table)
    assert other.app.tables.loaded_ids == [table]
    length = (await ann.do(Client.table, table)).length
    assert (one.app.tables.loaded_ids, other.app.tables.loaded) == ([table], 0)
    assert await ann.move(table)
    assert (await far.do(Client.table, table)).length > length
    # Where somebody looks on, it stays.
    seen, leave, loop = asyncio.Event(), asyncio.Event(), asyncio.get_running_loop()

    def follow() -> None:
        for _ in ann.client.follow(table):
            loop.call_soon_threadsafe(seen.set)
            asyncio.run_coroutine_threadsafe(leave.wait(), loop).result()
            return

    following = asyncio.create_task(asyncio.to_thread(follow))
    await seen.wait()
    for _ in range(2 * STRAYS):
        await far.do(Client.table, table)
    assert one.app.tables.loaded_ids == [table]
    leave.set()
    await following


@pytest.mark.anyio
async def test_a_stranger_cannot_make_a_worker_give_a_table_up(two: list[Running]) -> None:
    one, _ = two
    ann = await Person.comes(one, "Ann")
    table = (await ann.do(Client.open_table, "cambria", ["me", "me"])).id
    live = (await one.app.tables.hub(table)).live
    assert one.app.requests is not None
    for said in ("x", "x.y", one.members.me.id):
        headers = {"x-ludus-from": said, "x-ludus-passed": "1"}
        address = f"{one.address}/api/tables/{table}"
        answer = await one.app.requests.short.get(address, headers=headers)
        assert answer.status_code == 200
    assert (await one.app.tables.hub(table)).live is live


@pytest.mark.anyio
async def test_a_game_whose_maker_ended_before_its_start_begins(two: list[Running]) -> None:
    one, _ = two
    ann = await Person.comes(one, "Ann")
    opened = await ann.do(Client.open_table, "cambria", ["me", "me"])
    stored = await one.app.store.load(opened.id)
    assert stored is not None
    made = replace(stored.head, id="unbegun", epoch=0, stage="waiting", wake=0, rows=0, moves=0)
    await one.app.store.create(made, stored.seats)
    while (await ann.do(Client.table, "unbegun")).stage != "playing":
        await asyncio.sleep(0.01)


@pytest.mark.anyio
async def test_what_the_operator_decides_holds_at_all_workers(two: list[Running]) -> None:
    one, other = two
    ann, ben = await Person.comes(one, "Ann"), await Person.comes(other, "Ben")
    tables = [
        (await person.do(Client.open_table, "cambria", ["me", "open"])).id for person in (ann, ben)
    ]
    # Whichever worker takes the order, the one that has the table carries it out.
    for table in tables:
        assert "is closed" in (await order(one, "close", table, "late")).text
        assert "late" in (await ann.do(Client.table, table)).pinned
        assert "open again" in (await order(one, "reopen", table)).text
    await order(one, "announce", "soup is ready")
    await until(lambda: all(each.app.moderation.announcement == "soup is ready" for each in two))
    (row,) = [row for row in (await order(one, "sessions", "Ben")).rows if row[1] == "Ben"]
    await order(one, "ban", row[0])
    for at in two:
        while await ben.asks(at).refused(ops.ME, Nothing()) != 403:
            await asyncio.sleep(0.01)
    await order(one, "unban", row[0])
    for at in two:
        while await ben.asks(at).refused(ops.ME, Nothing()) != 200:
            await asyncio.sleep(0.01)
    # A token that is void at one worker is void at the other.
    await ben.call(ops.LOG_OUT, Nothing())
    for at in two:
        while await ben.asks(at).refused(ops.ME, Nothing()) != 401:
            await asyncio.sleep(0.01)
    await order(one, "delete", tables[0])
    for at in two:
        while await ann.asks(at).refused(ops.TABLE, Nothing(), table=tables[0]) != 404:
            await asyncio.sleep(0.01)


@pytest.mark.anyio
async def test_presence_is_shared_and_limits_are_divided(staying: None, two: list[Running]) -> None:
    one, other = two
    ann = await Person.comes(one, "Ann")
    table = (await ann.do(Client.open_table, "cambria", ["me", "open"])).id
    hub = await one.app.tables.hub(table)
    (session,) = {row.session for row in hub.live.seats if row.session}
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()

    def follow() -> None:
        for _ in ann.asks(other).client.follow(table):
            asyncio.run_coroutine_threadsafe(leave.wait(), loop).result()
            return

    following = asyncio.create_task(asyncio.to_thread(follow))
    for each in two:
        await until(lambda each=each: each.app.presence.online(session))  # type: ignore[misc]
    leave.set()
    await following
    await until(lambda: not other.app.presence.online(session))
    assert other.app.presence.address(session) == "127.0.0.1"
    assert {each.app.limits._workers for each in two} == {2}


@pytest.mark.anyio
async def test_a_copy_that_is_made_while_people_play_has_every_acknowledged_move(
    two: list[Running], url: str, tmp_path: Path
) -> None:
    one, other = two
    ann = await Person.comes(one, "Ann")
    tables = [(await ann.do(Client.open_table, "cambria", ["me", "me"])).id for _ in two]
    people = dict(zip(tables, (ann, ann.asks(other)), strict=True))
    for table, person in people.items():
        while (await person.do(Client.table, table)).length < WANTED:
            await person.move(table)
    before = {table: (await ann.do(Client.table, table)).length for table in tables}
    file = tmp_path / "ludus.sqlite"
    copying = asyncio.create_task(asyncio.to_thread(to_sqlite, url, file))
    while not copying.done():
        for table, person in people.items():
            await person.move(table)
    _, secret = await copying
    # A server that opens the copy knows the people by their cookies and tokens.
    assert secret.hex() == await one.app.store.shared("secret", "another")
    copy = SqliteStore(file)
    for table in tables:
        copied, now = await copy.load(table), await one.app.store.load(table)
        assert copied is not None
        assert now is not None
        assert before[table] <= len(copied.log)
        assert copied.log == now.log[: len(copied.log)]
    await copy.close()


@pytest.mark.anyio
async def test_an_owner_that_is_taken_for_dead_writes_nothing_more(
    staying: None, two: list[Running], url: str
) -> None:
    one, other = two
    ann = await Person.comes(one, "Ann")
    table = (await ann.do(Client.open_table, "cambria", ["me", "me"])).id
    for _ in range(3):
        await ann.move(table)
    live = (await one.app.tables.hub(table)).live
    before = len(live.table.moves)
    seat, number = live.owing()[0], live.number(live.owing()[0])
    decision = live.decision(seat)
    assert decision is not None
    with connect(url) as db:
        db.execute("UPDATE workers SET alive = 0 WHERE id = %s", (one.members.me.id,))
        claimed = await other.app.store.claim(table, other.members.me.id)
    assert claimed is not None
    assert claimed.owner == other.members.me.id
    await one.app.store.beat(one.members.me.id)
    # The first worker still has its copy. The move that it is asked for is made, by the other one.
    await ann.call(ops.ACT, ops.ACT.body(seat, number, decision.options[0].text), table=table)
    assert live.closed
    assert other.app.tables.loaded_ids == [table]
    seen = await ann.do(Client.table, table)
    assert seen.length > before
    record = read_record(await ann.do(Client.record, table))
    stored = await one.app.store.load(table)
    assert stored is not None
    assert [row.number for row in stored.log] == list(range(1, len(stored.log) + 1))
    assert [move.act for move in record.moves] == [row.act for row in stored.log]


@pytest.mark.anyio
async def test_connections_that_end_and_workers_that_leave_are_made_up_for(
    url: str, anyio_backend: str
) -> None:
    emptied(url)
    async with worker(url) as stays:
        async with worker(url) as goes:
            await until(lambda: len(stays.members.others) == 1)
            ann = await Person.comes(goes, "Ann")
            table = (await ann.do(Client.open_table, "cambria", ["me", "me"])).id
            near = ann.asks(stays)
            assert await near.move(table)
            assert end_connections(url) >= 2
            # Whoever is answered with 503 meanwhile tries again, as browsers do.
            while await near.refused(ops.SAY, Say("still here"), table=table) != 200:
                await asyncio.sleep(0.05)
            length = (await near.do(Client.table, table)).length
        # The worker has ended: another has the table at once.
        assert (await near.do(Client.table, table)).length == length
        assert await near.move(table)
        assert stays.app.tables.loaded_ids == [table]


@pytest.mark.anyio
async def test_bots_of_a_worker_that_ended_are_played_on_by_another(
    url: str, anyio_backend: str
) -> None:
    emptied(url)
    async with worker(url) as stays:
        async with worker(url) as goes:
            ann = await Person.comes(goes, "Ann")
            goes.app.bots.choose = _never  # type: ignore[method-assign]  # It thinks and thinks.
            table = (await ann.do(Client.open_table, "cambria", ["bot:easy", "bot:easy"])).id
        while (await ann.asks(stays).do(Client.table, table)).stage != "over":
            await asyncio.sleep(0.01)


@pytest.mark.anyio
async def test_a_worker_finds_the_pack_that_another_one_offered(
    url: str, anyio_backend: str, tmp_path: Path
) -> None:
    """The other has never seen the folder, which is gone by then."""
    emptied(url)
    folder = tmp_path / "mine"
    copy_pack(find_game("cambria"), folder)
    maps = folder / "maps.toml"
    changed = maps.read_text(encoding="utf-8").replace('name = "Deva"', 'name = "Legion City"')
    maps.write_text(changed, encoding="utf-8")
    async with worker(url) as stays:
        async with worker(url) as goes:
            packs = goes.app.tables.packs
            await packs.keep(folder)
            assert await packs.offer(folder) == ("cambria", "mine")
            ann = await goes.app.sessions.create("Ann")
            wish = TableRequest("cambria", ["me", "me"], pack="mine")
            table = (await open_table(goes.app.tables, ann, wish)).live.id
        shutil.rmtree(folder)
        live = (await stays.app.tables.hub(table)).live
        assert not live.pinned
        assert "Legion City" in live.box.face.text(live.table.view(-1), live.names)


async def _never(question: object) -> str:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.anyio
async def test_only_workers_are_answered_by_workers(two: list[Running]) -> None:
    one, _ = two
    stranger = Client(one.address)
    assert one.app.requests is not None
    for headers in ({}, {"x-ludus-mark": "x.y"}):
        answer = await one.app.requests.short.post(
            f"{stranger.base}/cluster", content=b'{"what":"order","words":["status"]}',
            headers=headers,
        )  # fmt: skip
        assert answer.status_code == 404
        assert not answer.content
