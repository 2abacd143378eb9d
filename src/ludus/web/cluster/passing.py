"""Requests for tables of another worker: they are passed on, and so is the answer.

The proxy in front sends the requests for one table to one worker, if it can; whoever gets one for a
table that another worker has hands it on as it came. A request that nothing was done about is also
tried again when its table moves meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final

import httpx
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludus.store import Worker
from ludus.web.cluster.membership import Membership
from ludus.web.cluster.owners import Away, Elsewhere, HandedOver, asked_by_worker
from ludus.web.http.addresses import source_of
from ludus.web.http.errors import RequestError, sentence_of
from ludus.web.http.limits import Bodies
from ludus.web.http.signing import Signer

log = logging.getLogger("ludus.web")

PASSED: Final = b"x-ludus-passed"
"""How often a request was passed on."""
FROM: Final = b"x-ludus-from"
"""Which worker passes it on; signed, for tables are given up for it."""
HANDED_OVER: Final = b"x-ludus-handed-over"
"""In the answer: whoever passed the request on can claim the table now."""
MOST_PASSED: Final = 2
SIGNED: Final = "worker"
"""The purpose of the signature."""
STREAM: Final = "/stream"
"""How the addresses of live streams end."""
ATTEMPTS: Final = 4
HOP_BY_HOP: Final = frozenset(
    (b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade")
)
OURS: Final = frozenset(
    (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded", b"content-length", PASSED, FROM)
)
TIMES: Final = httpx.Timeout(connect=2.0, read=75.0, write=30.0, pool=10.0)
"""Seconds. Live streams show a sign of life every 15."""
AGAIN: Final = PlainTextResponse(
    "This table is on its way to another worker: try again in a second.\n",
    503,
    {"retry-after": "1", "cache-control": "no-store"},
)

YOURS: Final = PlainTextResponse(
    "This table is yours now.\n", 503, {HANDED_OVER.decode(): "1", "cache-control": "no-store"}
)

UNREADABLE: Final = PlainTextResponse("That address cannot be read.\n", 400)


def client() -> httpx.AsyncClient:
    """For requests to other workers; connections end before the other side ends them.

    It speaks for many people, so it adds nothing of its own to what they send, and above all keeps
    no cookie: one that is given to a visitor would be sent along with the request of the next.
    """
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=200, keepalive_expiry=4.0)
    return httpx.AsyncClient(
        timeout=TIMES,
        limits=limits,
        trust_env=False,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
        # For those who do not say what they can unpack; the answer is relayed as it is.
        headers={"accept-encoding": "identity"},
    )


class Clients:
    """One client for streams, and one for what is answered at once: each looks through all its
    connections at every request, and streams are many."""

    def __init__(self) -> None:
        self.short, self.streams = client(), client()

    def of(self, path: str) -> httpx.AsyncClient:
        return self.streams if path.endswith(STREAM) else self.short

    async def aclose(self) -> None:
        await self.short.aclose()
        await self.streams.aclose()


class Replay:
    """What was received of a request, to be received again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: list[Message] = []
        self._at = 0

    async def __call__(self) -> Message:
        if self._at < len(self._kept):
            self._at += 1
            return self._kept[self._at - 1]
        message = await self._receive()
        if message["type"] == "http.request":
            self._kept.append(message)
            self._at += 1
        return message

    def rewind(self) -> None:
        self._at = 0

    async def body(self, grow: Callable[[int], None]) -> bytes:
        """All of it; ConnectionError if its sender is gone. `grow` refuses what is too much."""
        self.rewind()
        chunks = []
        while True:
            message = await self()
            if message["type"] == "http.disconnect":
                raise ConnectionError
            chunk = message.get("body", b"")
            grow(len(chunk))
            chunks.append(chunk)
            if not message.get("more_body", False):
                return b"".join(chunks)


class PassOn:
    """Middleware: whatever is for another worker's table goes there."""

    def __init__(
        self,
        app: ASGIApp,
        members: Membership,
        signer: Signer,
        requests: Clients,
        bodies: Bodies,
        limit: int,
    ) -> None:
        self._app = app
        self._members = members
        self._signer = signer
        self._from = signer.sign(SIGNED, members.me.id).encode()
        self._clients = requests
        self._bodies = bodies
        self._limit = limit
        """The largest body that any request may have; the owner may take less."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        replay = Replay(receive)
        asked_by_worker.set(self._by_worker(scope))
        for _ in range(ATTEMPTS):
            replay.rewind()
            try:
                await self._app(dict(scope), replay, send)
                return
            except HandedOver:
                await YOURS(scope, receive, send)
                return
            except Elsewhere as error:
                if await self._passed(scope, replay, send, error.worker):
                    return
            except Away:
                # Nothing was done: whoever has the table by now is asked instead.
                continue
        await AGAIN(scope, receive, send)

    def _by_worker(self, scope: Scope) -> bool:
        """Whether another worker passes the request on."""
        said: bytes = dict(scope["headers"]).get(FROM, b"")
        return bool(said) and self._signer.read(SIGNED, said.decode("latin-1")) is not None

    async def _passed(self, scope: Scope, replay: Replay, send: Send, worker: Worker) -> bool:
        """Whether the other worker could be asked."""
        times = _passed_before(scope)
        if times >= MOST_PASSED:
            await AGAIN(scope, replay, send)
            return True
        try:
            with self._bodies.receiving(_source(scope), self._limit) as grow:
                client = self._clients.of(scope["path"])
                headers = [(PASSED, str(times + 1).encode()), (FROM, self._from)]
                request = _request(client, scope, await replay.body(grow), worker, headers)
                answer = await client.send(request, stream=True)
        except ConnectionError:
            return True
        except RequestError as error:
            await PlainTextResponse(sentence_of(error), error.status)(scope, replay, send)
            return True
        except (UnicodeError, httpx.InvalidURL):
            await UNREADABLE(scope, replay, send)
            return True
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            # It was not asked, and may be gone.
            log.info("worker %s cannot be reached: %s", worker.id, error)
            self._members.unreachable(worker)
            await asyncio.sleep(0.05)
            return False
        except httpx.TransportError as error:
            log.warning("worker %s gave no answer: %s", worker.id, error)
            self._members.unreachable(worker)
            if scope["method"] in ("GET", "HEAD"):
                return False
            # It may have been done or not; whoever asked will see.
            await AGAIN(scope, replay, send)
            return True
        try:
            if HANDED_OVER.decode() in answer.headers:
                self._members.unreachable(worker)
                return False
            await _relay(answer, replay, send)
        finally:
            await answer.aclose()
        return True


def _passed_before(scope: Scope) -> int:
    """How often; anybody can send the header, so it may say anything."""
    said: bytes = dict(scope["headers"]).get(PASSED, b"")
    return int(said) if len(said) == 1 and said.isdigit() else MOST_PASSED if said else 0


def _source(scope: Scope) -> str:
    """Whom the limits count for a request."""
    who = scope.get("client")
    return source_of(str(who[0])) if who else "?"


def _request(
    requests: httpx.AsyncClient,
    scope: Scope,
    body: bytes,
    worker: Worker,
    more: Sequence[tuple[bytes, bytes]],
) -> httpx.Request:
    headers = [
        (name, value)
        for name, value in scope["headers"]
        if name not in HOP_BY_HOP and name not in OURS
    ]
    who = scope.get("client")
    if who:
        headers.append((b"x-forwarded-for", str(who[0]).encode()))
    headers.append((b"x-forwarded-proto", str(scope["scheme"]).encode()))
    headers += more
    path = scope.get("raw_path") or scope["path"].encode()
    query = scope["query_string"]
    target = path + (b"?" + query if query else b"")
    url = httpx.URL(worker.address).copy_with(raw_path=target)
    return requests.build_request(scope["method"], url, headers=headers, content=body)


async def _relay(answer: httpx.Response, replay: Replay, send: Send) -> None:
    """The answer as it comes, until either side ends it."""
    headers = [(name.lower(), value) for name, value in answer.headers.raw]
    headers = [each for each in headers if each[0] not in HOP_BY_HOP]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    reading = asyncio.create_task(_copy(answer, send))
    leaving = asyncio.create_task(_gone(replay))
    try:
        await asyncio.wait((reading, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (reading, leaving):
            task.cancel()
            with suppress(asyncio.CancelledError, httpx.TransportError, OSError):
                await task


async def _copy(answer: httpx.Response, send: Send) -> None:
    with suppress(httpx.TransportError):
        async for chunk in answer.aiter_raw():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(replay: Replay) -> None:
    while (await replay())["type"] != "http.disconnect":
        pass
