"""E-mails: nothing before the address is confirmed, one for a turn, and a way out in each."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from tests.web.support import (
    PATIENCE,
    QUICK,
    Visitor,
    Watch,
    a_room,
    person,
    seated,
    serving,
    settled,
)

from ludus.core.errors import BadRequest
from ludus.store import Call, CallKind, Session
from ludus.web.config import NOT_COUNTED, Daily, Mail, Quota, Rate, Settings
from ludus.web.http.errors import LinkUsed, TooManyRequests
from ludus.web.live.hub import Hub
from ludus.web.notices.deliveries import PAUSES, Receiver
from ludus.web.notices.mail import checked
from ludus.web.state import AppState

AWAY = 60
"""Seconds after which an e-mail is sent."""


class MailServer:
    """Speaks as much SMTP as it takes to be handed e-mails; refuses their receivers as told."""

    def __init__(self) -> None:
        self.port = 0
        self.answer = "250 OK"
        self.taken: list[EmailMessage] = []

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.test\r\n")
        receivers: list[str] = []
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            answer = "221 Bye" if verb == "QUIT" else "250 OK"
            if verb == "RCPT":
                answer = self.answer
                receivers.append(line.partition("<")[2].partition(">")[0])
            elif verb == "DATA":
                writer.write(b"354 go on\r\n")
                self._take(await reader.readuntil(b"\r\n.\r\n"), receivers)
            writer.write(f"{answer}\r\n".encode())
            await writer.drain()
            if verb == "QUIT":
                break
        writer.close()

    def _take(self, raw: bytes, receivers: list[str]) -> None:
        found = message_from_bytes(raw[: -len(b".\r\n")], policy=default)
        assert isinstance(found, EmailMessage)
        assert receivers == [found["To"]]
        self.taken.append(found)

    @property
    def last(self) -> str:
        return str(self.taken[-1].get_content())


@contextmanager
def a_mail_server() -> Iterator[MailServer]:
    """In a thread of its own: pages and workers run elsewhere."""
    found, ready, over = MailServer(), threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def run() -> None:
        server = await asyncio.start_server(found.listen, "127.0.0.1", 0)
        found.port = server.sockets[0].getsockname()[1]
        loops.append(asyncio.get_running_loop())
        ready.set()
        async with server:
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield found
    finally:
        loops[0].call_soon_threadsafe(over.set)
        thread.join()


def with_mail(server: MailServer, **more: object) -> Settings:
    mail = Mail("127.0.0.1", server.port, "none", sender="Ludus <games@ludus.test>")
    return replace(QUICK, url="http://ludus.test", mail=replace(mail, **more))  # type: ignore[arg-type]  # Only for tests: names are checked at run time.


def link_in(text: str, what: str) -> str:
    found = re.search(rf"http://ludus\.test(/mail/{what}/\S+)", text)
    assert found is not None, text
    return found[1]


def token_in(text: str, what: str) -> str:
    return link_in(text, what).rpartition("/")[2]


async def later(app: AppState, watch: Watch, seconds: float) -> None:
    watch.now += int(seconds * 1000)
    while await app.notices.mails.once() == 0.0:
        pass


async def confirmed(app: AppState, server: MailServer, watch: Watch, name: str) -> Session:
    """Somebody who has entered an address and followed the link."""
    who = await app.notices.mails.ask(await person(app, name), f"{name.lower()}@example.org")
    await later(app, watch, 0)
    await app.notices.mails.confirm(token_in(server.last, "confirm"))
    found = await app.sessions.get(who.id)
    assert found is not None
    return found


async def awaited(app: AppState, server: MailServer, watch: Watch) -> tuple[Hub, Session]:
    """A table where Bob, who has a confirmed address, is away; it is everybody's turn."""
    bob = await confirmed(app, server, watch, "Bob")
    server.taken.clear()
    return await seated(app, "bids", [await person(app, "Ann"), bob]), bob


@pytest.mark.anyio
async def test_nothing_is_sent_before_the_address_is_confirmed(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            ann, bob = await person(app, "Ann"), await person(app, "Buy http://bad.example")
            bob = await app.notices.mails.ask(bob, "bob@example.org")
            await seated(app, "bids", [ann, bob])
            await later(app, watch, 10 * AWAY)
            (question,) = server.taken
            assert question["Subject"] == "Is this your address?"
            assert question["From"] == "Ludus <games@ludus.test>"
            # Nothing that whoever entered the address could choose.
            assert "Buy" not in question.as_string()
            assert "bad.example" not in question.as_string()


@pytest.mark.anyio
async def test_who_is_away_gets_one_e_mail_for_a_turn(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            hub, bob = await awaited(app, server, watch)
            await later(app, watch, AWAY - 1)
            assert server.taken == []
            await later(app, watch, 1)
            (found,) = server.taken
            assert found["Subject"] == "Your turn at bids"
            assert found["To"] == "bob@example.org"
            assert f"http://ludus.test/tables/{hub.live.id}\r\n" in server.last
            assert found["Auto-Submitted"] == "auto-generated"
            stop = link_in(server.last, "stop")
            assert found["List-Unsubscribe"] == f"<http://ludus.test{stop}>"
            assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            # Neither a cookie nor a link that makes one somebody else.
            assert app.sessions.cookie(bob) not in found.as_string()
            await later(app, watch, 100 * AWAY)
            assert len(server.taken) == 1


@pytest.mark.anyio
async def test_e_mails_to_one_person_have_a_pause_between_them(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            _, bob = await awaited(app, server, watch)
            await seated(app, "bids", [await person(app, "Cleo"), bob])
            await later(app, watch, AWAY)
            assert len(server.taken) == 1
            await later(app, watch, app.settings.mail.pause - 1)
            assert len(server.taken) == 1
            await later(app, watch, 1)
            assert len(server.taken) == 2


@pytest.mark.anyio
async def test_all_together_get_only_so_many(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        settings = with_mail(server, limit=Rate(0.1, 3))
        async with a_room(tmp_path, settings=settings, watch=watch) as app:
            for number in range(5):
                await app.notices.mails.ask(await person(app, "P"), f"p{number}@example.org")
            await later(app, watch, 0)
            assert len(server.taken) == 3
            await later(app, watch, 9)
            assert len(server.taken) == 3
            await later(app, watch, 30)
            assert len(server.taken) == 5


@pytest.mark.anyio
async def test_a_call_that_ends_while_others_are_started_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, sent = asyncio.Event(), list[str]()
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            mails, read = app.notices.mails, app.store.calls
            ann, bob = await person(app, "Ann"), await person(app, "Bob")

            async def send(call: Call, receiver: Receiver, proven: bool) -> None:
                sent.append(receiver.address)
                if receiver.session.id == ann.id:
                    await go_on.wait()

            async def calls(limit: int, kind: CallKind) -> list[Call]:
                """Ann's is over when the list that was read is gone through."""
                found = await read(limit, kind)
                if len(found) == 2:
                    go_on.set()
                    while mails.busy:
                        await asyncio.sleep(0)
                return found

            monkeypatch.setattr(mails, "send", send)
            monkeypatch.setattr(app.store, "calls", calls)
            await mails.ask(ann, "ann@example.org")
            async with asyncio.timeout(PATIENCE):
                while not mails.busy:
                    await asyncio.sleep(0)
            await mails.ask(bob, "bob@example.org")
            await later(app, watch, 0)
            assert sorted(sent) == ["ann@example.org", "bob@example.org"]


@pytest.mark.anyio
async def test_one_address_is_not_asked_often_whoever_enters_it(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            for _ in range(2):
                await app.notices.mails.ask(await person(app, "Eve"), "Victim@example.org")
            with pytest.raises(TooManyRequests, match="was asked lately"):
                await app.notices.mails.ask(await person(app, "Eve"), "victim@example.org")
            await later(app, watch, 0)
            assert len(server.taken) == 2


@pytest.mark.anyio
async def test_a_link_confirms_only_the_address_it_was_sent_to_and_not_for_ever(
    tmp_path: Path,
) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            mails = app.notices.mails
            bob = await mails.ask(await person(app, "Bob"), "old@example.org")
            await later(app, watch, 0)
            old = token_in(server.last, "confirm")
            await mails.ask(bob, "new@example.org")
            await later(app, watch, 0)
            new = token_in(server.last, "confirm")
            with pytest.raises(LinkUsed):
                await mails.confirm(old)
            for wrong in ("", "x.y", new[:-1], f"{new}x", token_in(server.last, "stop")):
                with pytest.raises(LinkUsed):
                    await mails.confirm(wrong)
            watch.now += 24 * 3600 * 1000
            with pytest.raises(LinkUsed):
                await mails.confirm(new)


@pytest.mark.anyio
async def test_an_address_that_is_refused_is_taken_out_and_its_owner_told(tmp_path: Path) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            _, bob = await awaited(app, server, watch)
            server.answer = "550 no such person"
            await later(app, watch, AWAY)
            now = await app.store.session(bob.id)
            assert now is not None
            assert now.contacts == ()
            assert "550 no such person" in now.trouble
            assert await app.store.calls(9, "mail") == []


@pytest.mark.anyio
async def test_a_mail_server_in_trouble_is_asked_again_and_held_against_nobody(
    tmp_path: Path,
) -> None:
    watch = Watch()
    with a_mail_server() as server:
        async with a_room(tmp_path, settings=with_mail(server), watch=watch) as app:
            _, bob = await awaited(app, server, watch)
            server.answer = "451 later"
            await later(app, watch, AWAY)
            (call,) = await app.store.calls(9, "mail")
            assert call.tries == 1
            server.answer = "250 OK"
            await later(app, watch, PAUSES[0])
            assert len(server.taken) == 1
            await seated(app, "bids", [await person(app, "Cleo"), bob])
            server.answer = "451 later"
            await later(app, watch, 3600)
            for pause in PAUSES:
                await later(app, watch, pause)
            assert await app.store.calls(9, "mail") == []
            now = await app.store.session(bob.id)
            assert now is not None
            assert len(now.contacts) == 1
            assert now.trouble == ""


@pytest.mark.parametrize(
    "address",
    ["ann", "ann@", "@example.org", "ann@example", "ann@@example.org", "a b@example.org",
     "ann@example.org\r\nBcc: eve@example.org", "ann@example.org, eve@example.org",
     "Ann <ann@example.org>", "ann@exämple.org", "a" * 65 + "@example.org",
     "ann@" + "x." * 130 + "org", '"a b"@example.org', "ann@example.org\n"[:-1] + "\x00",
     "=?utf-8?q?=0d=0aBcc?=@example.org", "=?utf-8?q?ann?=@example.org"],
)  # fmt: skip
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(BadRequest):
        checked(address)


def test_an_address_that_is_one() -> None:
    assert checked(" ann.b+games@mail.example.org ") == "ann.b+games@mail.example.org"


def test_the_whole_way_in_pages(tmp_path: Path) -> None:
    with a_mail_server() as server:
        settings = replace(with_mail(server), allowed_hosts=())
        with serving(tmp_path, settings) as address:
            ann = Visitor(address)
            ann.form("/me", name="Ann")
            assert "E-mail" in ann.get("/me").text
            wrong = ann.form("/me/mail", address="ann")
            assert wrong.status_code == 422
            assert "is not an e-mail address" in wrong.text
            assert ann.form("/me/mail", address="ann@example.org").status_code == 303
            assert "Not confirmed yet" in ann.get("/me").text
            asyncio.run(settled(lambda: len(server.taken) == 1))
            confirm, stop = (link_in(server.last, what) for what in ("confirm", "stop"))
            # On another device, and looking is not yet saying so.
            phone = Visitor(address)
            assert "Yes, send them" in phone.get(confirm).text
            assert "Not confirmed yet" in ann.get("/me").text
            assert "Confirmed" in phone.form(confirm).text
            assert "E-mails go there" in ann.get("/me").text
            assert ann.get("/privacy").text.count("Your e-mail address") == 1
            # A mail program ends them by itself: no cookie, from nowhere, as a form of its own.
            with_nothing = Visitor(address)
            del with_nothing.http.headers["Origin"]
            assert with_nothing.http.post(confirm).status_code == 403
            assert "No more e-mails" in phone.get(stop).text
            assert "E-mails go there" in ann.get("/me").text
            ended = with_nothing.http.post(stop, files={"List-Unsubscribe": (None, "One-Click")})
            assert ended.status_code == 200
            assert "example.org" not in ann.get("/me").text
            assert phone.get(stop).status_code == 200
            assert phone.get("/mail/stop/x.y").status_code == 410


def test_entering_addresses_has_a_quota_and_leaving_none(tmp_path: Path) -> None:
    few = Quota(Rate(0.001, 2), Rate(0.001, 100))
    with a_mail_server() as server:
        settings = replace(with_mail(server), quotas=replace(QUICK.quotas, mails=few))
        with serving(tmp_path, replace(settings, allowed_hosts=())) as address:
            ann = Visitor(address)
            ann.form("/me", name="Ann")
            codes = [
                ann.form("/me/mail", address=f"a{n}@example.org").status_code for n in range(3)
            ]
            assert codes == [303, 303, 429]
            assert ann.form("/me/mail", address="").status_code == 303
            assert "a1@example.org" not in ann.get("/me").text


def test_entering_addresses_has_a_daily_quota(tmp_path: Path) -> None:
    with a_mail_server() as server:
        daily = replace(NOT_COUNTED, mails=Daily(1, 0))
        settings = replace(with_mail(server), daily=daily, allowed_hosts=())
        with serving(tmp_path, settings) as address:
            ann = Visitor(address)
            ann.form("/me", name="Ann")
            assert ann.form("/me/mail", address="one@example.org").status_code == 303
            enough = ann.form("/me/mail", address="two@example.org")
            assert enough.status_code == 429
            assert "No more e-mail addresses can be entered by you" in enough.text
            page = ann.get("/me").text
            assert "one@example.org" in page
            assert "two@example.org" not in page
            # Taking one's address out is always possible.
            assert ann.form("/me/mail", address="").status_code == 303
            assert "example.org" not in ann.get("/me").text


def test_without_a_mail_server_there_are_no_e_mails(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ann = Visitor(server)
        ann.form("/me", name="Ann")
        assert "E-mail" not in ann.get("/me").text
        refused = ann.form("/me/mail", address="ann@example.org")
        assert refused.status_code == 422
        assert "sends no e-mails" in refused.text


def test_everything_is_deleted_with_its_owner(tmp_path: Path) -> None:
    with (
        a_mail_server() as server,
        serving(tmp_path, replace(with_mail(server), allowed_hosts=())) as address,
    ):
        ann = Visitor(address)
        ann.form("/me", name="Ann")
        ann.form("/me/mail", address="ann@example.org")
        asyncio.run(settled(lambda: len(server.taken) == 1))
        ann.form("/me/forget", sure="true")
        late = Visitor(address).form(link_in(server.last, "confirm"))
        assert late.status_code == 410
