"""The addresses of the editor, below `/packs`: on the operator's port, and of `ludus edit`.

Whoever may come here is asked for every request; a change must come from one of our own pages.
"""

from __future__ import annotations

import base64
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from ludus.core.errors import LudusError
from ludus.core.pack_files import MOST_ZIPPED
from ludus.web.editor.page import editor_page
from ludus.web.editor.session import EditorSession, EditorShelf
from ludus.web.editor.worker import Reply
from ludus.web.http.adapters import same_origin
from ludus.web.http.compression import accepts_gzip, compress

Guard: TypeAlias = Callable[[Request], Awaitable[bool]]
Try: TypeAlias = Callable[[str], Awaitable[str]]
"""Makes a pack ready to be played with, and says at which address."""

MOST: Final = 2_000_000
"""Bytes of a change: a drawing is the largest."""
HEADERS: Final = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
REFUSED: Final = "This page opens by the link that was printed where it was started.\n"
ASKED: Final = frozenset(
    ("open", "draw", "cards", "compare", "story", "words", "trial", "mentions")
)
"""What only looks."""
ORDERED: Final = frozenset(("change", "undo", "redo", "reload", "keep"))


class EditorApp:
    def __init__(self, shelf: EditorShelf, guard: Guard, trying: Try | None = None) -> None:
        self._shelf = shelf
        self._guard = guard
        self._trying = trying

    def routes(self) -> list[Route]:
        return [
            Route("/packs/{pack}/", self.page),
            Route("/packs/{pack}/face.css", self.css),
            Route("/packs/{pack}/export", self.export),
            Route("/packs/{pack}/import", self.take, methods=["POST"]),
            Route("/packs/{pack}/check", self.check, methods=["POST"]),
            Route("/packs/{pack}/checked", self.checked, methods=["POST"]),
            Route("/packs/{pack}/try", self.play, methods=["POST"]),
            Route("/packs/{pack}/{order}", self.order, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        if not await self._guard(request):
            return PlainTextResponse(REFUSED, 403, HEADERS)
        name = request.path_params["pack"]
        if name not in self._shelf.names():
            return PlainTextResponse("There is no such pack.\n", 404, HEADERS)
        text = editor_page(name, self._trying is not None, alone=bool(self._shelf.only))
        return HTMLResponse(text, headers=HEADERS)

    async def css(self, request: Request) -> Response:
        if not await self._guard(request):
            return PlainTextResponse(REFUSED, 403, HEADERS)
        try:
            session = await self._shelf.session(request.path_params["pack"])
        except LudusError as error:
            return PlainTextResponse(f"{error}\n", 404, HEADERS)
        return Response(session.css, media_type="text/css", headers=HEADERS)

    async def order(self, request: Request) -> Response:
        """Something that the pack's process answers."""
        name = request.path_params["order"]
        if name not in ASKED | ORDERED:
            return _reply(Reply("there is no such order"), request, 404)
        try:
            session, sent = await self._begin(request, MOST)
            fields = _fields(sent)
            fields["do"] = name
            reply = await session.ask(msgspec.json.encode(fields))
        except LudusError as error:
            return _reply(Reply(str(error)), request, 422)
        if name == "draw" and isinstance(reply.result, dict):
            session.css = str(reply.result.get("css", ""))
        return _reply(reply, request)

    async def export(self, request: Request) -> Response:
        if not await self._guard(request):
            return PlainTextResponse(REFUSED, 403, HEADERS)
        name = request.path_params["pack"]
        try:
            session = await self._shelf.session(name)
            reply = await session.ask(b'{"do":"export"}')
        except LudusError as error:
            return PlainTextResponse(f"{error}\n", 422, HEADERS)
        named = {"Content-Disposition": f'attachment; filename="{name}.zip"'}
        data = base64.b64decode(str(reply.result))
        return Response(data, media_type="application/zip", headers=HEADERS | named)

    async def take(self, request: Request) -> Response:
        """A pack in one file, in place of what there is; it can be undone."""
        try:
            session, sent = await self._begin(request, MOST_ZIPPED)
            revision = request.query_params.get("revision", "")
            data = base64.b64encode(sent).decode()
            asked = {"do": "import", "revision": revision, "data": data}
            reply = await session.ask(msgspec.json.encode(asked))
        except LudusError as error:
            return _reply(Reply(str(error)), request, 422)
        return _reply(reply, request)

    async def check(self, request: Request) -> Response:
        """Begin a check, which goes on after the answer."""
        try:
            await self._begin(request, MOST)
            await self._shelf.begin_check(request.path_params["pack"])
        except LudusError as error:
            return _reply(Reply(str(error)), request, 422)
        return _reply(Reply(result=True), request)

    async def checked(self, request: Request) -> Response:
        """How far the check is, and what it has found; nothing if there was none."""
        try:
            session, _ = await self._begin(request, MOST)
            latest = self._shelf.checked(request.path_params["pack"])
            if latest is None:
                return _reply(Reply(), request)
            found: object = []
            if latest.said:
                asked = msgspec.json.encode({"do": "locate", "data": latest.said})
                found = (await session.ask(asked)).result
        except LudusError as error:
            return _reply(Reply(str(error)), request, 422)
        told = msgspec.to_builtins(latest, str_keys=True) | {"problems": found}
        return _reply(Reply(result=told), request)

    async def play(self, request: Request) -> Response:
        try:
            await self._begin(request, MOST)
            if self._trying is None:
                return _reply(Reply("there is no table here to try it at"), request, 404)
            return _reply(Reply(result=await self._trying(request.path_params["pack"])), request)
        except LudusError as error:
            return _reply(Reply(str(error)), request, 422)

    async def _begin(self, request: Request, most: int) -> tuple[EditorSession, bytes]:
        """The session and the body of a request that may change something."""
        if not same_origin(request) or not await self._guard(request):
            raise Refused(REFUSED.strip())
        sent = bytearray()
        async for chunk in request.stream():
            sent += chunk
            if len(sent) > most:
                raise Refused(f"that is too long: at most {most} bytes")
        return await self._shelf.session(request.path_params["pack"]), bytes(sent)


class Refused(LudusError):
    """It may not be asked for from there, or is too long."""


def _fields(sent: bytes) -> dict[str, object]:
    try:
        return msgspec.json.decode(sent or b"{}", type=dict[str, object])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"that is no JSON object: {error}") from error


def _reply(reply: Reply, request: Request, status: int = 200) -> Response:
    body = msgspec.json.encode(reply)
    headers = dict(HEADERS)
    if len(body) > MOST // 100 and accepts_gzip(request.headers):
        headers["Content-Encoding"] = "gzip"
        body = compress((body,))
    return Response(body, status, headers, "application/json")
