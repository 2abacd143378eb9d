"""What people can do about themselves and each other."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, Visitor, Watch, a_room, person, seated, serving

from ludus.web.api import operations as ops
from ludus.web.api.client import ApiError, Client
from ludus.web.api.schemas import AtLine, Forget, Nothing, Unblock
from ludus.web.http.errors import LinkUsed


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, replace(QUICK, most_blocked=2)) as address:
        yield address


def line_of(client: Client, table: str, text: str) -> int:
    """The number of a line of chat, as the client hears it; 0 if it does not."""
    heard = client.call(ops.CHAT, Nothing(), {"table": table}).lines
    return next((each.line for each in heard if each.text == text), 0)


def refused(status: int, ask: object, *arguments: object) -> str:
    assert callable(ask)
    with pytest.raises(ApiError) as caught:
        ask(*arguments)
    assert caught.value.status == status, caught.value
    return str(caught.value)


def test_whoever_is_blocked_is_not_heard_and_does_not_sit_down(server: str) -> None:
    ann, eve, bob = (Client.register(server, name) for name in ("Ann", "Eve", "Bob"))
    table = ann.open_table("bids", ["me", "open", "open"]).id
    eve.say(table, "something rude")
    bob.say(table, "something kind")
    # Those who watch talk apart from players: Ann sits, so Cleo has to hear it.
    cleo = Client.register(server, "Cleo")
    line = line_of(cleo, table, "something rude")
    assert line
    cleo.call(ops.BLOCK, AtLine(line), {"table": table})
    assert not line_of(cleo, table, "something rude")
    assert line_of(cleo, table, "something kind")
    assert line_of(bob, table, "something rude")
    eve.say(table, "more of it")
    assert not line_of(cleo, table, "more of it")
    own = cleo.open_table("bids", ["me", "open", "open"]).id
    assert "does not want to play" in refused(403, eve.join, own)
    bob.join(own)
    # Eve is told nothing, and can say what she likes.
    assert line_of(eve, table, "more of it")
    page = Visitor(server)
    page.post("/me", name="Dora")
    page.form(f"/tables/{table}/block", line=line)
    me = page.get("/me").text
    assert "You hear nothing from these people" in me
    assert "Eve" in me
    (session,) = re.findall(r'name="session" value="(\w+)"', me)
    assert page.form("/me/unblock", session=session).headers["location"] == "/me"
    assert "Eve" not in page.get("/me").text
    cleo.call(ops.UNBLOCK, Unblock(session))
    assert line_of(cleo, table, "more of it")
    eve.join(own)


def test_oneself_and_too_many_cannot_be_blocked(server: str) -> None:
    ann = Client.register(server, "Ann")
    table = Client.register(server, "Host").open_table("bids", ["me", "open", "open"]).id
    ann.say(table, "my own")

    def block(text: str) -> None:
        ann.call(ops.BLOCK, AtLine(line_of(ann, table, text)), {"table": table})

    assert "your own line" in refused(400, block, "my own")
    for number in range(3):
        Client.register(server, f"Eve {number}").say(table, f"words {number}")
    block("words 0")
    block("words 1")
    assert "as many people as you can" in refused(400, block, "words 2")
    for line in (0, 10**9):
        place = {"table": table}
        assert "no such line" in refused(404, ann.call, ops.BLOCK, AtLine(line), place)


def test_a_line_is_reported_as_it_was_by_whoever_could_read_it(server: str) -> None:
    ann, eve = Client.register(server, "Ann"), Client.register(server, "Eve")
    table = ann.open_table("bids", ["me", "open"]).id
    eve.say(table, "<b>rude</b>")
    visitor = Visitor(server)
    visitor.post("/me", name="Visitor")
    page = visitor.get(f"/tables/{table}").text
    (address,) = re.findall(r'href="(/tables/\w+/chat/\d+)"', page)
    shown = visitor.get(address).text
    assert "&lt;b&gt;rude&lt;/b&gt;" in shown
    (line,) = set(re.findall(r'name="line" value="(\d+)"', shown))
    assert visitor.form(f"/tables/{table}/report", line=line).status_code == 303
    # Ann sits there: what watchers say is not for her, so she cannot ask for it either.
    place = {"table": table}
    refused(404, ann.call, ops.REPORT, AtLine(int(line)), place)
    eve_page = eve.call(ops.REPORT, AtLine(int(line)), place)
    assert eve_page.position == 0


def test_log_out_everywhere_leaves_this_browser_alone(server: str) -> None:
    here = Visitor(server)
    here.post("/me", name="Ann")
    table = here.open_table("bids", "me,open")
    elsewhere = Visitor(server)
    elsewhere.http.cookies.update(here.http.cookies)
    assert "Ann" in elsewhere.get("/me").text
    assert here.form("/me/logout").headers["location"] == "/me"
    assert 'value="Ann"' in here.get("/me").text
    assert 'value="Ann"' not in elsewhere.get("/me").text
    assert elsewhere.post(f"{table}/leave", seat=0).status_code == 401
    assert here.post(f"{table}/leave", seat=0).status_code == 200


def test_a_token_can_be_revoked(server: str) -> None:
    client = Client.register(server, "Robota")
    stolen = Client(server, client.token)
    for _ in range(2):
        old = client.token
        client.token = client.call(ops.LOG_OUT, Nothing()).token
        assert client.me().name == "Robota"
        refused(401, stolen.me)
        stolen.token = old
        refused(401, stolen.me)
    # No generation can be made up.
    for forged in (client.token.replace("~2", "~3"), client.token.replace("~2", "")):
        refused(401, Client(server, forged).me)


def test_one_link_carries_everything_to_another_device(server: str) -> None:
    first, second, third = Visitor(server), Visitor(server), Visitor(server)
    first.post("/me", name="Ann")
    tables = [first.open_table("bids", "me,open") for _ in range(2)]
    page = first.form("/me/device").text
    (link,) = set(re.findall(r'value="(/device/[^"]+)"', page))
    assert first.get(f"{link}/qr.svg").status_code == 200
    second.post("/me", name="Somebody else")
    # Looking, as previews of chat programs do, does not use it up.
    for _ in range(2):
        assert "Be Ann here" in second.get(link).text
    assert second.form(link).headers["location"] == "/me"
    assert 'value="Ann"' in second.get("/me").text
    for table in tables:
        assert second.post(f"{table}/notes", text="from the phone").status_code == 200
        assert "from the phone" in first.get(table).text
    assert third.get(link).status_code == 410
    assert third.form(link).status_code == 410
    assert third.get("/device/made.up").status_code == 410
    by_token = Client.register(server, "Robota")
    url = by_token.call(ops.DEVICE, Nothing()).url
    other = Client(server)
    other.token = other.call(ops.USE_DEVICE, Nothing(), {"token": url.rpartition("/")[2]}).token
    assert other.me().name == "Robota"


def test_everything_about_a_person_is_deleted(server: str) -> None:
    ann, bob = Client.register(server, "Annabella"), Client.register(server, "Bob")
    begun = ann.open_table("bids", ["me", "open"], private=True)
    bob.use_link(begun.invitations["1"].rpartition("/")[2])
    waiting = ann.open_table("bids", ["me", "open"]).id
    ann.say(begun.id, "I was here")
    assert "sure" in refused(400, ann.call, ops.FORGET_ME, Forget(False))
    ann.call(ops.FORGET_ME, Forget(True))
    refused(401, ann.me)
    seen = bob.table(begun.id)
    assert [(seat.kind, seat.name) for seat in seen.seats] == [
        ("bot", "Somebody"),
        ("player", "Bob"),
    ]
    assert not line_of(bob, begun.id, "I was here")
    assert [seat.kind for seat in bob.table(waiting).seats] == ["open", "open"]
    # The game goes on: the bot answers.
    for now in bob.follow(begun.id):
        if now.stage == "over":
            break
        for decision in now.decisions:
            # An older question may still be on its way when a newer one is there.
            with suppress(ApiError):
                bob.act(begun.id, decision, decision.options[0].action)
    page = Visitor(server)
    page.post("/me", name="Dora")
    assert page.form("/me/forget", sure="true").headers["location"] == "/"
    assert "Dora" not in page.get("/me").text


def test_whoever_is_banned_can_still_have_their_data_deleted(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        ann.post("/me", name="Ann")
        with closing(sqlite3.connect(tmp_path / "ludus.sqlite")) as db:
            db.execute(
                "INSERT INTO restrictions SELECT 'session', id, 'ban', 0, '', 1 FROM sessions"
            )
            db.commit()
    with serving(tmp_path) as server:
        again = Visitor(server)
        again.http.cookies.update(ann.http.cookies)
        assert again.get("/me").status_code == 403
        assert again.get("/privacy").status_code == 200
        assert again.form("/me/forget", sure="true").status_code == 303
        assert again.get("/me").status_code == 200


def test_the_privacy_page_says_what_holds_here(tmp_path: Path) -> None:
    settings = replace(QUICK, keep_waiting=3, keep_playing=0, keep_finished=77, access_log=True)
    with serving(tmp_path, settings) as server:
        page = Visitor(server).get("/privacy").text
    assert "after 3 days" in page
    assert "those that were begun never" in page
    assert "after 77 days" in page
    assert "Every request is written to a log" in page


@pytest.mark.anyio
async def test_links_expire(tmp_path: Path) -> None:
    watch = Watch()
    settings = replace(QUICK, invitation_days=2, recovery_days=1, device_minutes=5)
    async with a_room(tmp_path, watch=watch, settings=settings) as app:
        ann = await person(app, "Ann")
        hub = await seated(app, "bids", [ann], seats=["me", "open"])
        find = app.links.find
        invitation = await find((await app.links.invite(hub, 1, ann)).removeprefix("/i/"))
        recovery = await find((await app.links.recovery(hub, ann)).removeprefix("/i/"))
        device = (await app.links.device_url(ann)).rpartition("/")[2]
        day = 24 * 3600 * 1000
        watch.now += 5 * 60 * 1000 - 1
        assert await app.links.device_session(device) == ann.id
        watch.now += 1
        with pytest.raises(LinkUsed):
            await app.links.device_session(device)
        watch.now += day
        assert (app.links.expired(invitation), app.links.expired(recovery)) == (False, True)
        watch.now += day
        assert app.links.expired(invitation)


def test_an_old_invitation_seats_nobody(tmp_path: Path) -> None:
    with serving(tmp_path, replace(QUICK, invitation_days=1e-8)) as server:
        ann = Client.register(server, "Ann")
        link = ann.open_table("bids", ["me", "open"]).invitations["1"]
        assert Visitor(server).get(link).status_code == 410
        assert "too old" in refused(410, ann.use_link, link.rpartition("/")[2])
