"""Push messages: a browser's subscription, what is sent, encrypted for whom, and how it ends."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from tests.web.support import QUICK, SIGNER, Visitor, Watch, a_room, person, seated, serving

from ludus.core.errors import BadRequest
from ludus.store import Session
from ludus.web.api.client import Client
from ludus.web.config import Quota, Rate
from ludus.web.http.signing import Signer
from ludus.web.live.hub import Hub
from ludus.web.notices.deliveries import PAUSES
from ludus.web.notices.push import KEPT_FOR, Keys, new_contact
from ludus.web.state import AppState
from ludus.web.tables.moves import act
from ludus.web.tables.notifications import GRACE

OPEN = replace(QUICK, private_hooks=True, url="http://ludus.test")


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Browser:
    """What a browser has: keys of its own, and an address at its push service."""

    def __init__(self, endpoint: str = "https://push.example/1") -> None:
        self.endpoint = endpoint
        self._private = ec.generate_private_key(ec.SECP256R1())
        point = self._private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self._auth = os.urandom(16)
        self.keys = Keys(text(point), text(self._auth))

    @property
    def fields(self) -> dict[str, object]:
        return {"endpoint": self.endpoint, "p256dh": self.keys.p256dh, "auth": self.keys.auth}

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message, as a browser does."""
        clear = http_ece.decrypt(
            body, private_key=self._private, auth_secret=self._auth, version="aes128gcm"
        )
        found = json.loads(clear)
        assert isinstance(found, dict)
        return found


class PushService:
    """Keeps what it is sent, and answers as told."""

    def __init__(self) -> None:
        self.url = ""
        self.answer = "201 Created"
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = [line.partition(": ") for line in head.split("\r\n")[1:] if line]
        headers = {name.lower(): value for name, _, value in lines}
        self.headers.append(headers)
        self.bodies.append(await reader.readexactly(int(headers["content-length"])))
        writer.write(f"HTTP/1.1 {self.answer}\r\n\r\n".encode())
        await writer.drain()
        writer.close()


@asynccontextmanager
async def a_push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.listen, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/send/abc"
    try:
        yield service
    finally:
        server.close()
        await server.wait_closed()


async def awaited(app: AppState, browser: Browser) -> tuple[Hub, Session, Session]:
    """A table where Bob, who has turned messages on, is away; it is everybody's turn."""
    ann, bob = await person(app, "Ann"), await person(app, "Bob")
    await app.sessions.put_contact(
        bob.id, new_contact(bob.id, browser.endpoint, browser.keys, "Phone", 1)
    )
    return await seated(app, "bids", [ann, bob]), ann, bob


async def later(app: AppState, watch: Watch, seconds: float) -> None:
    watch.now += int(seconds * 1000)
    while await app.notices.push.once() == 0.0:
        pass


@pytest.mark.anyio
async def test_who_is_away_gets_a_message_that_only_their_browser_can_read(tmp_path: Path) -> None:
    watch = Watch(1_700_000_000_000)
    async with a_push_service() as service, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        browser = Browser(service.url)
        hub, _, bob = await awaited(app, browser)
        await later(app, watch, 1)
        assert service.bodies == []
        await later(app, watch, GRACE / 1000)
        (body,), (headers,) = service.bodies, service.headers
        told = browser.read(body)
        # Nothing of the game, of others, or of what proves who somebody is.
        assert told == {
            "title": "Your turn at bids",
            "body": "The others are waiting for you.",
            "url": f"http://ludus.test/tables/{hub.live.id}",
            "tag": hub.live.id,
        }
        assert told["url"].encode() not in body
        assert bob.id.encode() not in body
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["ttl"] == str(KEPT_FOR)
        assert len(headers["topic"]) == 32
        # Signed with the key that browsers were given.
        assert Vapid02.verify(headers["authorization"])
        assert headers["authorization"].endswith(f"k={await app.notices.push.public_key()}")
        # Once for each turn.
        await later(app, watch, 1000)
        assert len(service.bodies) == 1


@pytest.mark.anyio
async def test_who_moved_meanwhile_gets_no_message(tmp_path: Path) -> None:
    watch = Watch()
    async with a_push_service() as service, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        hub, _, bob = await awaited(app, Browser(service.url))
        await act(hub.live, bob.id, 1, hub.live.number(1), "bid:0")
        await later(app, watch, 10)
        assert service.bodies == []
        assert await app.store.calls(9, "push") == []


@pytest.mark.anyio
async def test_a_browser_that_is_gone_is_forgotten_at_once(tmp_path: Path) -> None:
    watch = Watch()
    async with a_push_service() as service, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        service.answer = "410 Gone"
        _, _, bob = await awaited(app, Browser(service.url))
        await later(app, watch, 10)
        assert len(service.bodies) == 1
        now = await app.store.session(bob.id)
        assert now is not None
        assert now.contacts == ()
        assert await app.store.calls(9, "push") == []


@pytest.mark.anyio
async def test_a_service_in_trouble_is_asked_again(tmp_path: Path) -> None:
    watch = Watch()
    async with a_push_service() as service, a_room(tmp_path, settings=OPEN, watch=watch) as app:
        service.answer = "503 Later"
        _, _, bob = await awaited(app, Browser(service.url))
        await later(app, watch, 10)
        service.answer = "201 Created"
        await later(app, watch, PAUSES[0])
        assert len(service.bodies) == 2
        now = await app.sessions.get(bob.id)
        assert now is not None
        assert len(now.contacts) == 1


@pytest.mark.anyio
async def test_the_key_is_the_same_after_a_restart_and_another_for_another_secret(
    tmp_path: Path,
) -> None:
    keys = []
    for _ in range(2):
        async with a_room(tmp_path) as app:
            keys.append(await app.notices.push.public_key())
    assert keys[0] == keys[1]
    assert SIGNER.derived("push") != Signer(b"x" * 32).derived("push")
    assert len(base64.urlsafe_b64decode(keys[0] + "=")) == 65


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"endpoint": "https://127.0.0.1/x"}, "must be reachable from the internet"),
        ({"endpoint": "http://8.8.8.8/x"}, "begins with https"),
        ({"endpoint": "ftp://8.8.8.8/x"}, "begins with https"),
        ({"p256dh": "AAAA"}, "not the keys of a browser"),
        ({"p256dh": text(b"\4" + b"\1" * 64)}, "not the keys of a browser"),
        ({"p256dh": "!" * 87}, "not the keys of a browser"),
        ({"auth": text(b"1" * 15)}, "not the keys of a browser"),
    ],
)
async def test_what_is_no_subscription_is_refused(
    change: dict[str, str], said: str, tmp_path: Path
) -> None:
    async with a_room(tmp_path) as app:
        browser = Browser("https://8.8.8.8/x")
        fields = {"endpoint": browser.endpoint, "p256dh": browser.keys.p256dh}
        fields |= {"auth": browser.keys.auth} | change
        with pytest.raises(BadRequest, match=said):
            await app.notices.push.check(fields["endpoint"], Keys(fields["p256dh"], fields["auth"]))


def test_browsers_are_turned_on_and_off_by_their_owner_alone(tmp_path: Path) -> None:
    settings = replace(OPEN, most_contacts=2)
    with serving(tmp_path, settings) as server:
        ann, eve = Visitor(server), Visitor(server)
        ann.form("/me", name="Ann")
        eve.form("/me", name="Eve")
        assert ann.get("/me/push").json()["key"] == eve.get("/me/push").json()["key"]
        ann.http.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0"
        phone, desk, third = (Browser(f"http://127.0.0.1:2000/{n}") for n in range(3))
        assert ann.post("/me/push", **phone.fields).status_code == 200
        # Once more is not one more.
        assert ann.post("/me/push", **phone.fields).status_code == 200
        assert ann.post("/me/push", **desk.fields).status_code == 200
        refused = ann.post("/me/push", **third.fields)
        assert refused.status_code == 400
        assert "turn one of them off first" in refused.text
        page = ann.get("/me").text
        assert page.count("Firefox on Linux</span>") == 2
        # The address at the push service is for the server alone.
        assert phone.endpoint not in page
        id = page.partition('name="id" value="')[2].partition('"')[0]
        assert eve.form("/me/contacts/drop", id=id).status_code == 303
        assert ann.get("/me").text.count("Firefox on Linux</span>") == 2
        assert ann.form("/me/contacts/drop", id=id).headers["location"] == "/me#turns"
        assert ann.get("/me").text.count("Firefox on Linux</span>") == 1
        assert Visitor(server).post("/me/push", **third.fields).status_code == 401


def test_a_program_can_do_the_same(tmp_path: Path) -> None:
    with serving(tmp_path, OPEN) as server:
        client = Client.register(server, "Robota")
        headers = {"Authorization": f"Bearer {client.token}"}
        http = Visitor(server).http
        assert http.get("/api/me/push", headers=headers).json()["key"]
        browser = Browser("http://127.0.0.1:2000/1")
        told = http.post("/api/me/push", json=browser.fields, headers=headers).json()
        (contact,) = told["contacts"]
        assert (contact["kind"], contact["confirmed"]) == ("push", True)
        dropped = http.post("/api/me/contacts/drop", json={"id": contact["id"]}, headers=headers)
        assert dropped.json()["contacts"] == []


def test_turning_on_and_off_has_a_quota(tmp_path: Path) -> None:
    few = Quota(Rate(0.001, 2), Rate(0.001, 100))
    settings = replace(OPEN, quotas=replace(QUICK.quotas, contacts=few))
    with serving(tmp_path, settings) as server:
        ann = Visitor(server)
        ann.form("/me", name="Ann")
        fields = Browser("http://127.0.0.1:2000/1").fields
        answers = [ann.post("/me/push", **fields).status_code for _ in range(3)]
        assert answers == [200, 200, 429]


def test_the_service_worker_is_where_its_pages_are(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        found = Visitor(server).get("/sw.js")
        assert found.status_code == 200
        assert found.headers["content-type"].startswith("text/javascript")
        assert found.headers["cache-control"] == "no-cache"
        assert "showNotification" in found.text
