"""Live streams: what a page is sent, slow readers, presence, and the parts that changed."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.types import Message
from tests.web.support import (
    PATIENCE,
    QUICK,
    Visitor,
    a_room,
    http,
    person,
    seated,
    serving,
    settled,
)

from ludus.core.chance import SeededRng
from ludus.store import Change
from ludus.web.http.sse import MOST_CHUNKS, EventStream, Subscriber, event
from ludus.web.live.hub import Listener
from ludus.web.tables import seats as seating
from ludus.web.tables import takebacks
from ludus.web.tables.chat import post
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act

pytestmark = pytest.mark.anyio


Events = list[tuple[str, dict[str, object]]]


def events(chunk: bytes) -> Events:
    """The events in a piece of a stream."""
    found: Events = []
    for block in chunk.decode().split("\n\n"):
        if block.startswith("event: "):
            name, _, data = block.partition("\n")
            found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


async def heard(listener: Listener) -> Events:
    async with asyncio.timeout(PATIENCE):
        return events(await listener.subscriber.next())


async def play(live: LiveTable, session: str, seat: int, index: int = 0) -> None:
    decision = live.decision(seat)
    assert decision is not None
    await act(live, session, seat, live.number(seat), decision.options[index].text)


def parts(data: dict[str, object]) -> dict[str, str]:
    found = data["parts"]
    assert isinstance(found, list)
    return {part["id"]: part["html"] for part in found}


async def test_a_page_is_sent_everything_and_then_what_changes(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])
        listener = app.presence.listen(hub, "page", ann.id, None)
        ((name, first),) = await heard(listener)
        assert name == "patch"
        assert first["full"] is True
        assert {"log", "chat", "prompt", "choices", "scenes", "panels"} <= set(parts(first))
        seat = hub.live.owing()[0]
        await play(hub.live, (ann.id, bob.id)[seat], seat)
        later = await heard(listener)
        names = [name for name, _ in later]
        assert names.index("told") < names.index("patch")
        told = dict(later)["told"]["lines"]
        assert isinstance(told, list)
        assert told[0]["html"].startswith("<li")
        patch = dict(later)["patch"]
        assert patch["full"] is False
        assert patch["position"] == len(hub.live.table.moves)
        assert not {"log", "chat"} & set(parts(patch))
        # The board is not sent again as a whole for one move.
        assert sum(map(len, parts(patch).values())) < len(parts(first)["scenes"])


async def test_players_see_their_own_and_spectators_share(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        mine = app.presence.listen(hub, "page", ann.id, None)
        his = app.presence.listen(hub, "page", bob.id, None)
        watchers = [app.presence.listen(hub, "page", "", None) for _ in range(3)]
        assert len({id(each.channel) for each in watchers}) == 1
        for listener in (mine, his, *watchers):
            await heard(listener)
        await play(hub.live, ann.id, 0, 3)
        assert "own=3" in json.dumps(await heard(mine))
        for listener in (his, *watchers):
            assert "own=3" not in json.dumps(await heard(listener))


async def test_undo_tells_the_story_anew(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "sheets", [ann, bob])
        listener = app.presence.listen(hub, "page", bob.id, None)
        await play(hub.live, ann.id, 0)
        await heard(listener)
        await takebacks.undo(hub.live, ann.id, 0, None)
        later = dict(await heard(listener))
        assert "told" not in later
        assert "log" in parts(later["patch"])


async def test_chat_is_heard_in_its_own_room(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        his = app.presence.listen(hub, "page", bob.id, None)
        watcher = app.presence.listen(hub, "page", "", None)
        for listener in (his, watcher):
            await heard(listener)
        live = hub.live
        await live.step(lambda step: post(live, step, "players", 0, "Ann", "psst"))
        await live.step(lambda step: post(live, step, "watchers", -1, "Wes", "hm"))
        said = [data for name, data in await heard(his) if name == "chat"]
        assert "psst" in json.dumps(said)
        assert "hm" not in json.dumps(said)
        said = [data for name, data in await heard(watcher) if name == "chat"]
        assert "psst" not in json.dumps(said)
        assert "hm" in json.dumps(said)


async def test_clocks_are_sent_when_they_start(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob], pace="bank:100:5")
        listener = app.presence.listen(hub, "page", ann.id, None)
        first = dict(await heard(listener))["clock"]
        assert isinstance(first["now"], int)
        await play(hub.live, ann.id, 0)
        times = dict(await heard(listener))["clock"]["clocks"]
        assert isinstance(times, list)
        assert [clock["running"] for clock in times] == [False, True]


async def test_who_is_here_shows(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "cambria", [ann, bob])

        def here() -> list[bool]:
            panels = hub.model(hub.role("")).panels
            return [panel.connected for panel in panels if panel.panel.seat >= 0]

        assert here() == [False, False]
        mine = app.presence.listen(hub, "page", ann.id, None)
        his = app.presence.listen(hub, "page", bob.id, None)
        assert here() == [True, True]
        await heard(mine)
        app.presence.leave(hub, his)
        ((name, data),) = await heard(mine)
        assert name == "patch"
        assert "panel-1" in parts(data)
        assert here() == [True, False]
        assert not app.presence.online(bob.id)


async def test_who_is_here_stays_here_when_seats_change_hands(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        for who in (ann.id, bob.id, ""):
            await heard(app.presence.listen(hub, "page", who, None))
        await seating.give_to_bot(hub.live, ann, 0, "easy")
        await seating.reclaim(hub.live, ann, 0)
        model = hub.model(hub.role(""))
        assert [panel.connected for panel in model.panels] == [True, True]
        assert model.watchers == 1


async def test_a_stream_follows_its_owner_to_a_seat(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open"]))
        his = app.presence.listen(hub, "page", bob.id, None)
        ((_, before),) = await heard(his)
        assert before["decision"] == {}
        await seating.join(hub.live, bob, 1)
        patches = [data for name, data in await heard(his) if name == "patch"]
        assert patches[0]["full"] is True
        assert patches[0]["decision"] == {"1": hub.live.number(1)}


async def test_tables_without_readers_forget_them(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        listeners = [app.presence.listen(hub, "page", ann.id, None) for _ in range(5)]
        assert app.presence.streams == 5
        for listener in listeners:
            app.presence.leave(hub, listener)
        assert app.presence.streams == 0
        assert not hub.watched


async def test_bots_move_at_once_where_all_who_play_want_it(tmp_path: Path) -> None:
    """With a pause of hours, a bot that moves did not pause."""
    slow = replace(QUICK, bot_pause=10_000.0)
    async with a_room(tmp_path, settings=slow) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open", "open"]))
        hers = app.presence.listen(hub, "page", ann.id, None)
        wanted = [hub.instant]
        hers.instant = True
        wanted.append(hub.instant)
        # Whoever only watches is not asked.
        app.presence.listen(hub, "page", bob.id, None)
        wanted.append(hub.instant)
        await seating.join(hub.live, bob, 1)
        wanted.append(hub.instant)
        await seating.leave(hub.live, bob, 1)
        await seating.fill_with_bots(hub.live, ann, "easy")
        wanted.append(hub.instant)
        assert wanted == [False, True, True, False, True]
        await settled(lambda: bool(hub.live.table.moves))


# Slow readers -------------------------------------------------------------------------------------


async def test_a_slow_reader_loses_its_backlog_and_gets_everything() -> None:
    subscriber = Subscriber(lambda: b"<all>")
    assert await subscriber.next() == b"<all>"
    for number in range(MOST_CHUNKS):
        subscriber.push(b"%d " % number)
    assert (await subscriber.next()).startswith(b"0 1 2 ")
    for number in range(MOST_CHUNKS + 1):
        subscriber.push(b"%d " % number)
    assert await subscriber.next() == b"<all>"
    subscriber.push(b"more")
    assert await subscriber.next() == b"more"


async def test_a_reader_of_much_is_bounded_too() -> None:
    subscriber = Subscriber(lambda: b"<all>")
    await subscriber.next()
    for _ in range(6):
        subscriber.push(b"x" * 100_000)
    assert await subscriber.next() == b"<all>"


async def test_readers_who_come_at_once_are_served_one_by_one() -> None:
    turn = asyncio.Lock()
    story: list[str] = []

    def whole() -> bytes:
        story.append("drawn")
        return b"<all>"

    async def read() -> None:
        await Subscriber(whole, turn=turn).next()
        story.append("sent")

    await asyncio.gather(*(read() for _ in range(5)))
    assert story == ["drawn", "sent"] * 5


async def test_a_reader_who_goes_while_waiting_gives_its_turn_on() -> None:
    turn = asyncio.Lock()
    first, second = (Subscriber(lambda: b"<all>", turn=turn) for _ in range(2))
    waiting = [asyncio.ensure_future(each.next()) for each in (first, second)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    async with asyncio.timeout(PATIENCE):
        assert await waiting[1] == b"<all>"


async def test_a_closed_stream_says_its_last_word() -> None:
    subscriber = Subscriber(lambda: b"<all>")
    await subscriber.next()
    subscriber.close(event("gone", {"why": "so"}))
    assert b"gone" in await subscriber.next()
    assert await subscriber.next() == b""
    subscriber.push(b"late")
    assert await subscriber.next() == b""


async def test_a_reader_who_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.web.http.sse.WRITE_LIMIT", 0.05)
    subscriber = Subscriber(lambda: b"<all>")
    ended: list[bool] = []
    stuck = asyncio.Event()

    async def receive() -> Message:
        await asyncio.sleep(3600)
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message.get("body") == b"<all>":
            await stuck.wait()

    async with asyncio.timeout(PATIENCE):
        await EventStream(subscriber, lambda: ended.append(True))({}, receive, send)
    assert ended == [True]
    assert subscriber.closed


async def test_a_stream_ends_when_its_reader_goes() -> None:
    subscriber = Subscriber(lambda: b"<all>")
    ended: list[bool] = []
    gone = asyncio.Event()

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    sent: list[bytes] = []

    async def send(message: Message) -> None:
        sent.append(message.get("body", b""))
        if sent[-1] == b"<all>":
            gone.set()

    async with asyncio.timeout(PATIENCE):
        await EventStream(subscriber, lambda: ended.append(True))({}, receive, send)
    assert ended == [True]
    assert b"<all>" in sent


async def test_a_stream_that_waits_holds_on_to_nothing_it_sent() -> None:
    whole = b"<all>" * 1000
    held = sys.getrefcount(whole)
    subscriber = Subscriber(lambda: whole)
    sent, gone = asyncio.Event(), asyncio.Event()

    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message.get("body") == whole:
            sent.set()

    stream = asyncio.ensure_future(EventStream(subscriber, lambda: None)({}, receive, send))
    async with asyncio.timeout(PATIENCE):
        await sent.wait()
        await asyncio.sleep(0)
        # The function that gives it away holds it once; the stream does not.
        assert sys.getrefcount(whole) == held
        gone.set()
        await stream


# Over the wire ------------------------------------------------------------------------------------


def test_a_stream_over_http(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        ann.post("/me", name="Ann")
        url = ann.open_table("bids", "me,bot:easy")
        with ann.http.stream("GET", f"{url}/stream") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["cache-control"] == "no-store"
            text = ""
            for piece in answer.iter_text():
                text += piece
                if "event: patch" in text and text.endswith("\n\n"):
                    break
            assert text.startswith("retry: ")
        with ann.http.stream("GET", "/lobby/stream") as answer:
            for piece in answer.iter_text():
                if "event: patch" in piece:
                    break


def test_the_lobby_is_told_of_new_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann, bob = Visitor(server), Visitor(server)
        ann.post("/me", name="Ann")
        with bob.http.stream("GET", "/lobby/stream") as answer:
            pieces = answer.iter_text()
            text = next(pieces)
            while "event: patch" not in text:
                text = next(pieces)
            url = ann.open_table("cambria", "me,open")
            while url not in text:
                text += next(pieces)


def test_streams_per_address_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, replace(QUICK, streams_per_address=2)) as server:
        ann = Visitor(server)
        url = ann.open_table("bids", "me,bot:easy")
        clients = [http(server) for _ in range(3)]
        with (
            clients[0].stream("GET", f"{url}/stream") as one,
            clients[1].stream("GET", "/lobby/stream") as two,
        ):
            assert (one.status_code, two.status_code) == (200, 200)
            assert clients[2].get(f"{url}/stream").status_code == 429


async def test_bots_play_before_everybody_s_eyes(tmp_path: Path) -> None:
    """Whoever reads all patches ends with exactly the parts that a new reader is sent."""
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("cambria", ["me", "bot:easy"]))
        listener = app.presence.listen(hub, "page", "", None)
        await heard(listener)
        rng = SeededRng(5)
        for _ in range(30):
            if hub.live.over:
                break
            decision = hub.live.decision(0)
            if decision is not None:
                await play(hub.live, ann.id, 0, rng.below(len(decision.options)))
            await asyncio.sleep(0.01)
        await settled(lambda: 1 not in hub.live.owing())
        fresh = app.presence.listen(hub, "page", "", None)
        assert listener.channel is fresh.channel


async def test_nobody_is_shown_what_is_not_on_disk_yet(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        real = app.tables.store.save
        writing, written = asyncio.Event(), asyncio.Event()

        async def slow(change: Change) -> None:
            writing.set()
            await written.wait()
            await real(change)

        app.tables.store.save = slow  # type: ignore[method-assign]  # A disk that takes its time.
        move = asyncio.create_task(play(hub.live, ann.id, 0, 3))
        await writing.wait()
        listener = app.presence.listen(hub, "page", ann.id, None)
        first = asyncio.create_task(heard(listener))
        await asyncio.sleep(0.05)
        assert not first.done()
        written.set()
        await move
        ((_, data),) = await first
        assert data["position"] == 1
        # And what it was shown is not told again.
        app.tables.store.save = real  # type: ignore[method-assign]  # A disk as before.
        await play(hub.live, bob.id, 1)
        told = dict(await heard(listener))["told"]["lines"]
        assert isinstance(told, list)
        assert {line["number"] for line in told} >= {2}
        assert 1 not in {line["number"] for line in told}


async def test_whose_seat_at_a_private_table_is_carried_away_is_sent_away(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "open"], private=True))
        link = await app.links.invite(hub, 1, ann)
        await seating.use_invitation(hub.live, bob, await app.links.find(link.rpartition("/")[2]))
        his = app.presence.listen(hub, "page", bob.id, None)
        watcher = app.presence.listen(hub, "page", "", None, may_watch=True)
        for listener in (his, watcher):
            await heard(listener)
        # A seat cannot be freed while its player is here, but carried to another device.
        carried = await app.links.find((await app.links.recovery(hub, bob)).rpartition("/")[2])
        await seating.use_recovery(hub.live, await person(app, "Bob's phone"), carried)
        ((name, data),) = await heard(his)
        assert name == "gone"
        assert "private" in str(data["why"])
        assert await his.subscriber.next() == b""
        assert {name for name, _ in await heard(watcher)} == {"patch"}
