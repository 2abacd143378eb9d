"""What workers ask each other besides the requests of players: signed, so that nobody else can."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

import httpx
import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludus.core.errors import LudusError
from ludus.store import Worker
from ludus.web.cluster.membership import Membership
from ludus.web.http.errors import Unavailable
from ludus.web.http.signing import Signer
from ludus.web.paths import base

if TYPE_CHECKING:
    from ludus.web.state import AppState

log = logging.getLogger("ludus.web")

PATH: Final = "/cluster"
MARK: Final = "x-ludus-mark"
MOST_BYTES: Final = 64 * 1024

What: TypeAlias = Literal["line", "rename", "order", "announce", "think"]


class Question(msgspec.Struct, frozen=True):
    """`words` are what it is about: a table and a session, an order, or a question to a bot."""

    what: What
    words: tuple[str, ...]


def mark(signer: Signer, body: bytes) -> str:
    return signer.sign("cluster", hashlib.sha256(body).hexdigest())


class Asking:
    """Asks other workers."""

    def __init__(
        self, members: Membership, signer: Signer, requests: httpx.AsyncClient, url: str
    ) -> None:
        self._host = urlsplit(url).netloc
        """The public name of the server, the only one by which it answers."""
        self._members = members
        self._signer = signer
        self._client = requests

    async def ask(self, worker: Worker, what: What, *words: str) -> str:
        """The answer of another worker; Unavailable if there is none."""
        body = msgspec.json.encode(Question(what, words))
        headers = {MARK: mark(self._signer, body), "Host": self._host}
        address = f"{worker.address}{base()}{PATH}"
        try:
            answer = await self._client.post(address, content=body, headers=headers)
        except httpx.TransportError as error:
            self._members.unreachable(worker)
            raise Unavailable(f"worker {worker.id} gives no answer; try again") from error
        if answer.status_code != 200:
            raise Unavailable(f"worker {worker.id} cannot do it now; try again")
        return answer.text

    async def ask_all(self, what: What, *words: str) -> None:
        """Ask all others, as far as they can be reached."""
        for worker in self._members.others:
            try:
                await self.ask(worker, what, *words)
            except Unavailable as error:
                log.warning("%s", error)


async def answer(
    app: AppState,
    signer: Signer,
    request: Request,
    find: Callable[[AppState, Question], Awaitable[str]],
) -> Response:
    """What another worker asks for."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return Response(status_code=413)
    given = request.headers.get(MARK, "")
    if signer.read("cluster", given) != hashlib.sha256(body).hexdigest():
        return Response(status_code=404)
    try:
        return Response(await find(app, msgspec.json.decode(body, type=Question)))
    except msgspec.MsgspecError:
        return Response(status_code=400)
    except LudusError as error:
        return Response(str(error), 503)
