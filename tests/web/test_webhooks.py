"""Webhooks: who is called, when, how often, and where a call must not go."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import PATIENCE, QUICK, SIGNER, Watch, a_room, person, seated, settled

from ludus.core.errors import BadRequest
from ludus.store import Call, Session, SqliteStore, StoreError
from ludus.web.http.sessions import Sessions
from ludus.web.live.hub import Hub
from ludus.web.notices import deliveries
from ludus.web.notices.deliveries import PAUSES, PLACES, SAME_HOST
from ludus.web.notices.outgoing import (
    AS_JSON,
    LOOKUPS,
    Caller,
    DeliveryError,
    Lookups,
    PrivateAddress,
    check_address,
    is_public,
)
from ludus.web.notices.webhooks import Webhooks
from ludus.web.state import AppState
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act
from ludus.web.tables.notifications import GRACE

pytestmark = pytest.mark.anyio

OPEN = replace(QUICK, private_hooks=True, url="http://ludus.test")


class Ear:
    """A little HTTP server that keeps what it is sent and answers as told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, object]] = []
        self.heads: list[str] = []
        self.answer = "204 No Content"
        self.url = ""

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0])
        self.heads.append(head)
        self.heard.append(json.loads(await reader.readexactly(length)))
        writer.write(f"HTTP/1.1 {self.answer}\r\nLocation: /elsewhere\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def an_ear() -> AsyncIterator[Ear]:
    ear = Ear()
    server = await asyncio.start_server(ear.listen, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    ear.url = f"http://127.0.0.1:{port}/hook?key=1"
    try:
        yield ear
    finally:
        server.close()
        await server.wait_closed()


async def bid(live: LiveTable, session: str, seat: int) -> None:
    await act(live, session, seat, live.number(seat), "bid:0")


async def awaited(app: AppState, url: str, watch: Watch) -> tuple[Hub, Session, Session]:
    """A table where Bob, who can be called, is away; it is everybody's turn."""
    ann, bob = await person(app, "Ann"), await person(app, "Bob")
    bob = await app.sessions.put_webhook(bob, url)
    return await seated(app, "bids", [ann, bob]), ann, bob


async def later(app: AppState, watch: Watch, seconds: float) -> None:
    watch.now += int(seconds * 1000)
    while await app.notices.webhooks.once() == 0.0:
        pass


async def test_who_is_away_is_called_when_it_is_their_turn(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        hub, ann, _ = await awaited(app, ear.url, watch)
        await later(app, watch, 1)
        assert ear.heard == []
        await later(app, watch, GRACE / 1000)
        assert len(ear.heard) == 1
        assert ear.heard[0]["text"] == "Bob: your turn at bids."
        assert ear.heard[0]["url"] == f"http://ludus.test/tables/{hub.live.id}"
        assert ear.heads[0].startswith("POST /hook?key=1 HTTP/1.1\r\n")
        assert await app.tables.store.calls(9) == []
        # Ann has no webhook, and Bob is not called again for the same turn.
        await bid(hub.live, ann.id, 0)
        await later(app, watch, 100)
        assert len(ear.heard) == 1


async def test_who_is_here_is_not_called(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        await app.sessions.put_webhook(bob, ear.url)
        guest = await app.lobby.listen(bob)
        await seated(app, "bids", [ann, bob])
        assert await app.tables.store.calls(9) == []
        app.lobby.leave(guest)


async def test_who_came_or_moved_meanwhile_is_not_called(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        hub, _, bob = await awaited(app, ear.url, watch)
        listener = app.presence.listen(hub, "page", bob.id, None)
        await later(app, watch, 10)
        assert ear.heard == []
        app.presence.leave(hub, listener)
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        hub, _, bob = await awaited(app, ear.url, watch)
        await bid(hub.live, bob.id, 1)
        await later(app, watch, 10)
        assert ear.heard == []


async def test_a_call_that_is_owed_outlives_the_server(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear:
        async with a_room(tmp_path, settings=OPEN, watch=watch) as app:
            await awaited(app, ear.url, watch)
        watch.now += 10_000
        async with a_room(tmp_path, settings=OPEN, watch=watch):
            await settled(lambda: len(ear.heard) == 1)


async def test_failures_are_tried_again_and_then_the_hook_is_switched_off(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        ear.answer = "500 Oops"
        _, _, bob = await awaited(app, ear.url, watch)
        await later(app, watch, GRACE / 1000)
        for number, pause in enumerate(PAUSES, 1):
            assert len(ear.heard) == number
            (call,) = await app.tables.store.calls(9)
            assert call.tries == number
            await later(app, watch, pause - 1)
            assert len(ear.heard) == number
            await later(app, watch, 1)
        assert await app.tables.store.calls(9) == []
        now = await app.sessions.get(bob.id)
        assert now is not None
        assert now.webhook == ""
        assert "switched off after 5 failed calls" in now.trouble
        assert "answered 500" in now.trouble


async def test_one_good_answer_ends_the_trying(tmp_path: Path) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        ear.answer = "503 Later"
        await awaited(app, ear.url, watch)
        await later(app, watch, GRACE / 1000)
        ear.answer = "200 OK"
        await later(app, watch, PAUSES[0])
        assert len(ear.heard) == 2
        assert await app.tables.store.calls(9) == []


async def test_a_fault_of_our_own_is_tried_again_later_and_not_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        await awaited(app, ear.url, watch)

        async def faulty(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as within:
            within.setattr(app.notices.webhooks, "send", faulty)
            await later(app, watch, GRACE / 1000)
        (call,) = await app.tables.store.calls(9)
        assert call.tries == 1
        assert ear.heard == []
        await later(app, watch, PAUSES[0])
        assert len(ear.heard) == 1


async def test_a_store_that_was_away_ends_neither_calls_nor_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "STORE_PAUSE", 0.0)
    watch = Watch()
    async with an_ear() as ear, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        store = app.tables.store
        guest = await app.lobby.listen(None)
        before = dict(guest.parts)
        away = {"calls": asyncio.Event(), "listed": asyncio.Event()}

        def fails(name: str) -> Callable[..., Awaitable[object]]:
            async def failing(*_: object) -> object:
                away[name].set()
                raise StoreError("the database is restarted")

            return failing

        with monkeypatch.context() as within:
            for name in away:
                within.setattr(store, name, fails(name))
            app.notices.webhooks.wake()
            app.tables.on_change()
            for each in away.values():
                await asyncio.wait_for(each.wait(), PATIENCE)
        await awaited(app, ear.url, watch)
        watch.now += GRACE
        app.notices.webhooks.wake()
        async with asyncio.timeout(PATIENCE):
            while not ear.heard or guest.parts == before:
                await asyncio.sleep(0.01)
        app.lobby.leave(guest)


async def test_redirects_are_not_followed() -> None:
    async with an_ear() as ear:
        ear.answer = "302 Found"
        with pytest.raises(DeliveryError, match="answered 302"):
            await Caller(private=True).post(ear.url, b"{}")
        assert len(ear.heard) == 1


async def test_private_addresses_are_not_called() -> None:
    async with an_ear() as ear:
        with pytest.raises(DeliveryError, match="private address"):
            await Caller().post(ear.url, b"{}")
        with pytest.raises(DeliveryError, match="private address"):
            await Caller().post(ear.url.replace("127.0.0.1", "localhost"), b"{}")
        assert ear.heard == []


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
     "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0",
     "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::",
     "64:ff9b::7f00:1", "192.0.0.8", "192.88.99.1", "198.18.0.1", "240.0.0.1", "203.0.113.9",
     "64:ff9b:1::7f00:1", "::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "fd12:3456::1",
     "2001::1", "2001:0:53aa:64c:0:0:80ff:fffe", "2001:2::1", "2001:20::1", "2001:db8::1",
     "2002:808:808::1", "3fff::1", "100::1", "5f00::1", "4000::1", "fe80::5efe:7f00:1",
     "2606:2800:220:1:0:5efe:7f00:1", "2606:2800:220:1:200:5efe:a00:1"],
)  # fmt: skip
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1"])
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(address)


async def test_one_private_address_among_several_is_enough_to_refuse(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def both(*args: object, **more: object) -> list[tuple[object, ...]]:
        return [(2, 1, 6, "", ("8.8.8.8", 80)), (2, 1, 6, "", ("10.0.0.1", 80))]

    monkeypatch.setattr("ludus.web.notices.outgoing.socket.getaddrinfo", both)
    with pytest.raises(PrivateAddress):
        await Caller().resolve("rebound.example", 80)


@pytest.mark.parametrize(
    "url",
    ["", "ftp://a.example/", "javascript:alert(1)", "http://", "https:///x", "http://a.example:22/",
     "http://user:pw@a.example/", "http://a.example/\r\nX: y", "http://a.example:99999/",
     "http://ä.example/", "https://a.example/" + "x" * 600, "http://[::1/"],
)  # fmt: skip
def test_addresses_that_make_no_sense_are_refused(url: str) -> None:
    with pytest.raises(BadRequest):
        check_address(url)


async def test_private_addresses_are_refused_when_they_are_told() -> None:
    for host in ("127.0.0.1", "[::1]", "192.168.1.7"):
        with pytest.raises(BadRequest, match=r"reachable from the internet: .* private address"):
            await Caller().check(f"http://{host}/hear")


async def test_private_names_are_refused_even_where_they_are_not_found() -> None:
    """They may be found later, or from another worker's machine."""
    for host in ("localhost:9000", "metadata.localhost", "x.internal.", "NAS.local", "router"):
        with pytest.raises(BadRequest, match=r"reachable from the internet: .* private name"):
            await Caller().check(f"http://{host}/hear")


async def test_an_address_that_may_be_public_is_taken_as_it_is() -> None:
    assert await Caller(private=True).check(" http://127.0.0.1/hear ") == "http://127.0.0.1/hear"
    # A name that is not found now may be found later.
    assert await Caller().check("https://no-such-host.invalid/")
    assert await Caller().check("  ") == ""


# Slow hooks and slow names ------------------------------------------------------------------------


class Slow:
    """A lookup that does not end before it is let go; names that begin with `good` are found."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.asked: list[str] = []
        monkeypatch.setattr("ludus.web.notices.outgoing.socket.getaddrinfo", self.find)

    def find(self, host: str, port: int, **more: object) -> list[tuple[object, ...]]:
        self.asked.append(host)
        if not host.startswith("good"):
            assert self.go.wait(PATIENCE)
        return [(2, 1, 6, "", ("127.0.0.1", port))]


async def test_a_slow_lookup_ends_with_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    monkeypatch.setattr("ludus.web.notices.outgoing.LIMIT", 0.05)
    with pytest.raises(DeliveryError, match="does not answer"):
        await Caller(private=True).post("http://slow.example/", b"{}")
    # The address may still be a good one.
    assert await Caller().check("http://slow.example/") == "http://slow.example/"
    slow.go.set()


async def test_slow_names_hold_up_only_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow(monkeypatch)
    lookups = Lookups()
    stuck = [
        asyncio.create_task(lookups.addresses(f"slow{number}.example", 80))
        for number in range(3 * LOOKUPS)
    ]
    await settled(lambda: len(slow.asked) == LOOKUPS)
    async with asyncio.timeout(PATIENCE):
        assert await lookups.addresses("good.example", 80, proven=True) == ["127.0.0.1"]
        # What is written as an address is not looked up, and other work has its own threads.
        assert await lookups.addresses("10.0.0.1", 80) == ["10.0.0.1"]
        assert await asyncio.to_thread(lambda: "done") == "done"
    assert len(slow.asked) == LOOKUPS + 1
    slow.go.set()
    await asyncio.gather(*stuck)
    assert len(slow.asked) == 3 * LOOKUPS + 1


async def test_a_lookup_that_was_given_up_keeps_its_place_until_it_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow = Slow(monkeypatch)
    lookups = Lookups(1)
    first = asyncio.create_task(lookups.addresses("slow.example", 80))
    await settled(lambda: len(slow.asked) == 1)
    first.cancel()
    second = asyncio.create_task(lookups.addresses("good.example", 80))
    with pytest.raises(asyncio.CancelledError):
        await first
    assert slow.asked == ["slow.example"]
    slow.go.set()
    assert await second == ["127.0.0.1"]


async def test_slow_hooks_do_not_delay_a_good_one(tmp_path: Path) -> None:
    """Hundreds of hooks that never answer, and one that answered the last time."""
    held = asyncio.Event()
    begun: list[asyncio.StreamWriter] = []

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        begun.append(writer)
        await held.wait()
        writer.close()

    async def wanted(call: Call) -> bool:
        return True

    store = SqliteStore(tmp_path / "ludus.sqlite")
    sessions = Sessions(store, SIGNER, 32)
    slow = await asyncio.start_server(never, "0.0.0.0", 0)
    port = slow.sockets[0].getsockname()[1]
    watch = Watch()
    async with an_ear() as ear:
        webhooks = Webhooks(store, sessions, watch, wanted, Caller(private=True))
        good = await sessions.put_webhook(await sessions.create("Good"), ear.url)
        await store.put_call(Call("good:1", good.id, "{}", 1))
        await webhooks.once()
        assert len(ear.heard) == 1
        for number in range(200):
            bad = await sessions.create(f"Bad {number}")
            await sessions.put_webhook(bad, f"http://127.0.0.{number + 2}:{port}/")
            await store.put_call(Call(f"bad:{number}", bad.id, "{}", 2))
        await store.put_call(Call("good:2", good.id, "{}", 3))
        running = asyncio.create_task(webhooks.run())
        try:
            await settled(lambda: len(ear.heard) == 2 and len(begun) == PLACES)
        finally:
            running.cancel()
            held.set()
            slow.close()
            await asyncio.gather(running, return_exceptions=True)
            await settled(lambda: not webhooks.busy)
    await store.close()


async def test_calls_under_way_are_limited(tmp_path: Path) -> None:
    """In all, and to one host that is not known as a good one."""
    posted: list[str] = []
    held = asyncio.Event()

    class Held(Caller):
        async def post(
            self,
            url: str,
            body: bytes,
            proven: bool = False,
            headers: Mapping[str, str] = AS_JSON,
        ) -> None:
            posted.append(url)
            await held.wait()

    async def wanted(call: Call) -> bool:
        return True

    store = SqliteStore(tmp_path / "ludus.sqlite")
    sessions = Sessions(store, SIGNER, 32)
    webhooks = Webhooks(store, sessions, Watch(), wanted, Held())
    for number in range(3 * PLACES):
        host = "same" if number < 2 * SAME_HOST else f"host{number}"
        who = await sessions.create("Somebody")
        await sessions.put_webhook(who, f"http://{host}.example/")
        await store.put_call(Call(f"c{number}", who.id, "{}", number))
    once = asyncio.create_task(webhooks.once())
    await settled(lambda: len(posted) == PLACES)
    assert posted.count("http://same.example/") == SAME_HOST
    assert webhooks.busy == PLACES
    held.set()
    await once
    while await webhooks.once() == 0.0:
        pass
    assert len(posted) == 3 * PLACES
    assert await store.calls(9) == []
    await store.close()


async def test_calls_of_one_seat_replace_each_other(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=OPEN) as app:
        await app.tables.store.put_call(Call("t:0", "s", "old", 1))
        await app.tables.store.put_call(Call("t:0", "s", "new", 2))
        assert [call.body for call in await app.tables.store.calls(9)] in (["new"], [])
