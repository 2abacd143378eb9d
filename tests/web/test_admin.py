"""What an operator can do, by the command line and by the operator's page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from tests.cli.run import Ludus
from tests.web.process import process
from tests.web.support import (
    PATIENCE,
    QUICK,
    Watch,
    a_room,
    answer,
    person,
    seated,
    settled,
)

from ludus.core.errors import LudusError
from ludus.core.record import read_record
from ludus.store import SqliteStore
from ludus.web.api import operations as ops
from ludus.web.api.client import ApiError, Client
from ludus.web.api.schemas import AtLine, Nothing
from ludus.web.config import Settings
from ludus.web.http.addresses import Proxies
from ludus.web.http.connections import Connections
from ludus.web.http.errors import Forbidden, NotFound, Unavailable
from ludus.web.operator.app import operator_app
from ludus.web.operator.orders import LOOKS, VERBS, Answer, carry_out
from ludus.web.state import AppState
from ludus.web.tables.manager import DAY
from ludus.web.tables.moves import act


@pytest.fixture
def ludus(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ludus:
    return Ludus(capsys, monkeypatch)


def status(ask: object, *arguments: object) -> int:
    """With which status something is refused."""
    assert callable(ask)
    with pytest.raises(ApiError) as caught:
        ask(*arguments)
    return caught.value.status


async def done(app: AppState, *words: str) -> Answer:
    found = await carry_out(app, words)
    assert not found.refused, found
    return found


async def refused(app: AppState, *words: str) -> str:
    found = await carry_out(app, words)
    assert found.refused
    return found.text


def test_orders_to_a_server_that_runs(tmp_path: Path, ludus: Ludus) -> None:
    folder = tmp_path / "data"

    def admin(*words: str) -> str:
        ran = ludus("admin", *words, "--data", folder)
        assert ran.status == 0, ran.err
        return ran.out

    def rows(*words: str) -> list[dict[str, str]]:
        found = json.loads(admin(*words, "--json"))
        assert isinstance(found, list)
        return found

    with process(folder, orders_every="0.05", bot_pause=0) as server:
        ann, eve = Client.register(server.address, "Ann"), Client.register(server.address, "Eve")
        table = ann.open_table("cambria", ["me", "bot:random"])
        listed = rows("tables", "cambria")
        assert [row["table"] for row in listed] == [table.id]
        assert "Ann" in listed[0]["seats"]
        sessions = {row["name"]: row["session"] for row in rows("sessions")}
        eve.me()
        assert rows("addresses") == [{"address": "127.0.0.1", "sessions": "2"}]

        eve.say(table.id, "rude words")
        (line,) = [
            each.line
            for each in eve.call(ops.CHAT, Nothing(), {"table": table.id}).lines
            if each.text == "rude words"
        ]
        other = Client.register(server.address, "Other")
        other.call(ops.REPORT, AtLine(line), {"table": table.id})
        (report,) = rows("reports")
        assert (report["text"], report["author"]) == ("rude words", sessions["Eve"])

        admin("mute", sessions["Eve"], "days=1", "mind", "your", "words")
        assert status(eve.say, table.id, "more") == 403
        assert eve.table(table.id).id == table.id
        admin("unmute", sessions["Eve"])
        eve.say(table.id, "sorry")
        admin("ban", sessions["Eve"])
        assert status(eve.table, table.id) == 403
        assert status(eve.tables) == 403
        ann.table(table.id)
        admin("unban", sessions["Eve"])
        admin("logout", sessions["Eve"])
        assert status(eve.me) == 401
        admin("dismiss", report["report"])
        assert rows("reports") == []

        admin("read-only", "back", "at", "noon")
        with pytest.raises(ApiError, match="back at noon") as caught:
            ann.open_table("cambria", ["me", "open"])
        assert caught.value.status == 503
        assert ann.table(table.id).id == table.id
        told = "Nothing can be changed here now: back at noon"
        assert told in httpx.get(server.address, timeout=PATIENCE).text
        admin("read-only", "off")
        assert told not in httpx.get(server.address, timeout=PATIENCE).text

        admin("announce", "We move on Sunday.")
        assert "We move on Sunday." in httpx.get(server.address, timeout=PATIENCE).text
        admin("announce")
        assert "We move on Sunday." not in httpx.get(server.address, timeout=PATIENCE).text

        record = read_record(admin("export", table.id))
        assert record.header.game == "cambria"
        admin("close", table.id, "for", "good")
        seen = ann.table(table.id)
        assert "for good" in seen.pinned
        assert seen.waiting == ()
        admin("delete", table.id)
        assert status(ann.table, table.id) == 404
        said = ludus.refuses("admin", "close", table.id, "--data", folder)
        assert f"There is no table '{table.id}'" in said
    # And without a server the same orders are carried out by the command itself.
    assert [row["name"] for row in rows("sessions", "Ann")] == ["Ann"]
    admin("ban", sessions["Ann"])
    with process(folder) as server:
        assert status(Client(server.address, ann.token).me) == 403


def test_what_is_no_order_is_told(tmp_path: Path, ludus: Ludus) -> None:
    assert "no server has kept anything" in ludus.refuses("admin", "status", "--data", tmp_path)
    SqliteStore(tmp_path / "ludus.sqlite").writer.close()
    assert "'nonsense' is no order" in ludus.refuses("admin", "nonsense", "--data", tmp_path)
    assert "needs more words: close TABLE" in ludus.refuses("admin", "close", "--data", tmp_path)


def test_the_help_names_every_order(ludus: Ludus) -> None:
    told = ludus("admin", "--help").out
    assert [verb for verb in VERBS if verb not in told] == []


@pytest.mark.anyio
async def test_a_closed_game_stands_still_and_can_be_opened_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "bids", [ann, ben], pace="decision:60", at_zero="forfeit")
        await done(app, "close", hub.live.id, "too", "loud")
        assert "there is no table" in (await refused(app, "close", "nowhere")).lower()
        assert hub.live.next_deadline() is None
        with pytest.raises(LudusError, match="too loud"):
            await act(hub.live, ann.id, 0, hub.live.number(0), "bid:1")
        assert await app.store.turns(ann.id, 9) == 0
        # Also after it was loaded again. What was secret stays so: the game is not over.
        async with app.tables.put_away([hub.live.id]):
            pass
        live = (await app.tables.hub(hub.live.id)).live
        assert "too loud" in live.pinned
        assert not live.over
        assert "wait until it is over" in await refused(app, "export", live.id)
        await done(app, "reopen", live.id)
        live = (await app.tables.hub(live.id)).live
        assert live.playing
        await answer(live, ann.id, 0)
        assert "is not closed" in await refused(app, "reopen", live.id)


@pytest.mark.anyio
async def test_whoever_is_banned_loses_the_stream(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "bids", [ann, ben])
        for each, address in ((ann, "192.0.2.1"), (ben, "2001:db8::/64")):
            app.presence.seen(each.id, address)
        streams = [app.presence.listen(hub, "page", each.id, None) for each in (ann, ben)]
        await done(app, "ban", "2001:db8::77")
        assert [each.subscriber.closed for each in streams] == [False, True]
        await done(app, "ban", ann.id)
        assert [each.subscriber.closed for each in streams] == [True, True]


@pytest.mark.anyio
async def test_restrictions_end_by_themselves_and_outlive_the_server(tmp_path: Path) -> None:
    watch = Watch()
    async with a_room(tmp_path, watch=watch) as app:
        ann = await person(app, "Ann")
        await done(app, "ban", "192.0.2.7", "days=2", "enough")
        await done(app, "mute", ann.id)
        await done(app, "read-only", "soon")
        assert "a number of days" in await refused(app, "ban", ann.id, "days=x")
        for network in ("192.0.2.0/24", "2001:db8::/32", "0.0.0.0/0"):
            assert "no larger one" in await refused(app, "ban", network)
        assert "neither an address nor a session" in await refused(app, "ban", "nobody")
        assert "there is no ban" in (await refused(app, "unban", ann.id)).lower()
    async with a_room(tmp_path, watch=watch) as app:
        admit = app.moderation.admit
        assert [each.what for each in app.moderation.restrictions] == ["ban", "mute"]
        with pytest.raises(Forbidden, match=r"until .* UTC: enough"):
            admit("", "192.0.2.7")
        admit(ann.id, "192.0.2.8")
        with pytest.raises(Unavailable, match="soon"):
            app.moderation.may_change()
        with pytest.raises(Forbidden, match="in the chat"):
            app.moderation.may_write(ann.id, "192.0.2.8")
        watch.now += 2 * DAY
        admit("", "192.0.2.7")
        assert [each.what for each in app.moderation.restrictions] == ["mute"]


@pytest.mark.anyio
async def test_no_order_tells_what_players_do_not_know(tmp_path: Path) -> None:
    """Two games that differ in a secret choice alone look the same to the operator."""
    found = []
    for choice in (0, 3):
        watch = Watch()
        async with a_room(tmp_path / str(choice), watch=watch) as app:
            ann, ben = await person(app, "Ann"), await person(app, "Ben")
            hub = await seated(app, "bids", [ann, ben])
            await answer(hub.live, ann.id, 0, choice)
            told = [await carry_out(app, [look, hub.live.id]) for look in sorted(LOOKS)]
            names = {hub.live.id: "T", ann.id: "A", ben.id: "B"}
            text = repr([each for each in told if "?key=" not in each.text])
            for name, short in names.items():
                text = text.replace(name, short)
            # Sessions are made by the computer's clock, and files have the size they have.
            text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d|'store, bytes', '\d+'", "", text)
            found.append(text)
    assert found[0] == found[1]
    assert "T" in found[0]


@pytest.mark.anyio
async def test_the_operators_page_opens_by_its_link_alone(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        hub = await seated(app, "bids", [ann, ben])
        transport = httpx.ASGITransport(operator_app(app, Connections(Settings(), Proxies(""))))
        async with httpx.AsyncClient(transport=transport, base_url="http://operator") as client:
            assert (await client.get("/")).status_code == 403
            assert (await client.get("/?key=made.up")).status_code == 403
            link = (await done(app, "link")).text
            assert (await done(app, "link")).text == link
            key = link.partition("/?")[2]
            same = {"Origin": "http://operator"}
            words = {"word": ["close", hub.live.id]}
            assert (await client.post("/do", data=words, headers=same)).status_code == 403
            assert (await client.get(f"/?{key}")).headers["location"] == "./"
            page = (await client.get("/")).text
            assert hub.live.id in page and "Ann" in page
            # Another site cannot press its buttons.
            for headers in ({"Origin": "http://evil.test"}, {"Sec-Fetch-Site": "cross-site"}, {}):
                assert (await client.post("/do", data=words, headers=headers)).status_code == 403
            assert hub.live.playing
            assert (await client.post("/do", data=words, headers=same)).status_code == 200
            assert "closed" in hub.live.pinned
            sheets = re.findall(r'href="(\./static/[^"]+)"', page)
            assert sheets
            assert (await client.get(sheets[0])).status_code == 200
            # What cannot be undone is asked once more.
            words = {"word": ["delete", hub.live.id]}
            assert "Are you sure?" in (await client.post("/do", data=words, headers=same)).text
            assert await app.store.load(hub.live.id) is not None
            await client.post("/do", data={**words, "sure": "yes"}, headers=same)
            assert await app.store.load(hub.live.id) is None
            # For some days and with a reason, as by `ludus admin`.
            words = {"word": ["mute", ben.id, "rude words"]}
            answer = await client.post("/do", data={**words, "days": "2"}, headers=same)
            assert f"session {ben.id} is muted for 2 days" in answer.text
            (muted,) = app.moderation.restrictions
            assert muted.reason == "rude words"
            assert muted.until
            answer = await client.post("/do", data={"word": ["nonsense"]}, headers=same)
            assert answer.status_code == 422
            # A new link makes the old one void.
            await done(app, "link", "new")
            assert (await client.get("/")).status_code == 403


@pytest.mark.anyio
async def test_a_table_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        hub = await seated(app, "bids", [ann], seats=["me", "bot:easy"])
        table = hub.live.id
        listener = app.presence.listen(hub, "page", ann.id, None)
        async with app.tables.put_away([table]):
            assert listener.subscriber.closed
            assert hub.live.closed
            asked = app.tasks.start(app.tables.hub(table))
            for _ in range(20):
                await settled(lambda: True)
            assert not asked.done()
        assert (await asked).live is not hub.live
        app.tables.discard((await app.tables.hub(table)).live)
        async with app.tables.put_away([table]):
            await app.store.delete(table)
        with pytest.raises(NotFound):
            await app.tables.hub(table)


@pytest.mark.anyio
async def test_an_announcement_is_told_where_people_are(tmp_path: Path) -> None:
    async with a_room(tmp_path, settings=QUICK) as app:
        ann, ben = await person(app, "Ann"), await person(app, "Ben")
        here, away = await seated(app, "bids", [ann, ben]), await seated(app, "bids", [ann, ben])
        app.presence.listen(here, "page", ann.id, None)
        await done(app, "announce", "Supper", "at", "six.")
        assert here.live.chat[-1].text.endswith("Supper at six.")
        assert not away.live.chat[-1].text.endswith("Supper at six.")
        assert (await app.lobby.visitor(ann)).notice == "Supper at six."
