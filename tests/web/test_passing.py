"""Requests that one worker passes on to another: what is added to them, and what is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from ludus.core.errors import FileError
from ludus.store import SqliteStore, Worker
from ludus.web.cluster.membership import Membership
from ludus.web.cluster.owners import Elsewhere
from ludus.web.cluster.passing import Clients, PassOn
from ludus.web.cluster.serve import Supervisor, listening, with_each_other
from ludus.web.config import Settings
from ludus.web.http.limits import Bodies
from ludus.web.http.signing import Signer

OTHER = Worker("other", "http://127.0.0.1:9")
LIMIT = 1000
SIGNER = Signer(b"a secret of this test")


async def elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
    raise Elsewhere(OTHER)


class Asked:
    """The other worker: it gives everybody a cookie, and keeps what it was asked."""

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return httpx.Response(
            200, headers={"set-cookie": "ludus=ann; Path=/"}, stream=httpx.ByteStream(b"done")
        )


class Passing:
    """A worker that owns nothing."""

    def __init__(self, store: SqliteStore) -> None:
        self.other = Asked()
        self.bodies = Bodies(100 * LIMIT)
        requests = Clients()
        requests.short._transport = httpx.MockTransport(self.other)
        members = Membership(store, Worker("me", "http://127.0.0.1:8"))
        self._pass_on = PassOn(elsewhere, members, SIGNER, requests, self.bodies, LIMIT)

    async def ask(
        self, *headers: tuple[bytes, bytes], query: bytes = b"", body: Iterable[bytes] = ()
    ) -> tuple[int, bytes]:
        chunks = list(body)
        sent: list[Message] = []

        async def receive() -> Message:
            if chunks:
                return {"type": "http.request", "body": chunks.pop(0), "more_body": True}
            if not any(message["type"] == "http.response.start" for message in sent):
                return {"type": "http.request", "body": b"", "more_body": False}
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        scope: Scope = {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "path": "/tables/t",
            "raw_path": b"/tables/t",
            "query_string": query,
            "headers": [(b"host", b"play.example.org"), *headers],
            "client": ("192.0.2.1", 1),
        }
        await self._pass_on(scope, receive, send)
        return sent[0]["status"], chunks[0] if chunks else b""


@pytest.fixture
async def passing(anyio_backend: str, tmp_path: Path) -> AsyncIterator[Passing]:
    store = SqliteStore(tmp_path / "ludus.sqlite")
    yield Passing(store)
    await store.close()


@pytest.mark.anyio
async def test_nothing_of_one_visitor_goes_along_with_the_next(passing: Passing) -> None:
    """Nor anything of the worker's own that changes the answer."""
    for _ in range(2):
        assert (await passing.ask())[0] == 200
    _, second = passing.other.requests
    assert "cookie" not in second.headers
    assert second.headers["accept-encoding"] == "identity"
    assert second.headers["x-forwarded-for"] == "192.0.2.1"
    await passing.ask((b"cookie", b"ludus=ben"), (b"accept-encoding", b"gzip"))
    third = passing.other.requests[-1]
    assert third.headers["cookie"] == "ludus=ben"
    assert third.headers["accept-encoding"] == "gzip"


@pytest.mark.anyio
async def test_bodies_are_passed_on_up_to_the_limit(passing: Passing) -> None:
    assert (await passing.ask(body=[b"x" * LIMIT]))[0] == 200
    assert passing.other.requests[-1].content == b"x" * LIMIT
    # The rest of one that is too large is not even read.
    assert await passing.ask(body=[b"x" * LIMIT, b"y", b"z"]) == (413, b"z")
    assert len(passing.other.requests) == 1
    assert passing.bodies.total == 0


@pytest.mark.anyio
@pytest.mark.parametrize("said", [b"x", b"-9", b"99", b"\xb2", b"9" * 5000])
async def test_a_header_that_only_workers_send_may_say_anything(
    passing: Passing, said: bytes
) -> None:
    assert (await passing.ask((b"x-ludus-passed", said)))[0] == 503
    assert passing.other.requests == []


@pytest.mark.anyio
@pytest.mark.parametrize("query", [b"a=\xff", b"a=\x01"])
async def test_an_address_that_cannot_be_passed_on_is_refused(
    passing: Passing, query: bytes
) -> None:
    assert (await passing.ask(query=query))[0] == 400
    assert passing.other.requests == []


def test_workers_of_one_machine_believe_each_other() -> None:
    assert with_each_other(("10.0.0.5",)) == ("10.0.0.5", "127.0.0.1")
    # Without any the machine itself is believed already, and with all nothing is missing.
    for trusted in ((), ("*",)):
        assert with_each_other(trusted) == trusted


def test_a_worker_that_does_not_start_anew_ends_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def fails(self: Supervisor, number: int) -> None:
        tried.append(number)
        raise FileError(f"worker {number + 1} did not start")

    monkeypatch.setattr(Supervisor, "_start", fails)
    with listening("127.0.0.1", 0) as public:
        Supervisor(Settings(workers=2), public, lambda address: None)._renew_all()
    assert tried == [0, 1]
