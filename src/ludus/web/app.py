"""Which address does what. Only wiring: the work is in the handlers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from ludus.core.game import AnyBox, AnyGame
from ludus.core.protocol import Rng
from ludus.core.registry import games, open_box
from ludus.store import Store
from ludus.web import pages as our_pages
from ludus.web.api.openapi import description
from ludus.web.api.routes import ENDPOINTS
from ludus.web.api.serializers import ViewChannel
from ludus.web.bots.pool import BotBackend, BotPool
from ludus.web.config import Settings
from ludus.web.handlers import analysis, rooms
from ludus.web.handlers import table as tables
from ludus.web.http.errors import NotFound, RequestError
from ludus.web.http.middleware import SafeHeaders, failure, interface, page
from ludus.web.http.request import JSON, Handler, RequestContext, json_response
from ludus.web.http.signing import Signer
from ludus.web.live.hub import Make, PageChannel
from ludus.web.live.models import Pages
from ludus.web.state import AppState
from ludus.web.tables.lobby import Lobby
from ludus.web.tables.manager import TableManager, milliseconds

STATIC: Final = Path(__file__).parent / "static"

GETS: Final[dict[str, Handler]] = {
    "/": rooms.lobby,
    "/lobby/stream": rooms.lobby_stream,
    "/new/{game}": rooms.new_table,
    "/rules/{game}": rooms.rules,
    "/games/{game}/card.svg": rooms.card,
    "/games/{game}/face.css": rooms.face_css,
    "/me": rooms.me,
    "/i/{token}": rooms.invitation,
    "/tables/{table}": tables.table,
    "/tables/{table}/stream": tables.stream,
    "/tables/{table}/history/{at}": tables.history,
    "/tables/{table}/record": tables.record,
    "/tables/{table}/why": tables.why,
    "/tables/{table}/analysis": analysis.page,
    "/tables/{table}/analysis/progress": analysis.progress,
}
POSTS: Final[dict[str, Handler]] = {
    "/me": rooms.put_me,
    "/upload": rooms.put_record,
    "/i/{token}": rooms.use_link,
    "/tables": rooms.create,
    "/tables/{table}/act": tables.act,
    "/tables/{table}/hint": tables.hint,
    "/tables/{table}/undo": tables.undo,
    "/tables/{table}/redo": tables.redo,
    "/tables/{table}/takeback": tables.takeback,
    "/tables/{table}/takeback/answer": tables.takeback_answer,
    "/tables/{table}/chat": tables.chat,
    "/tables/{table}/notes": tables.notes,
    "/tables/{table}/join": tables.join,
    "/tables/{table}/leave": tables.leave,
    "/tables/{table}/bot": tables.bot,
    "/tables/{table}/reclaim": tables.reclaim,
    "/tables/{table}/invite": tables.invite,
    "/tables/{table}/recovery": tables.recovery,
    "/tables/{table}/free": tables.free,
    "/tables/{table}/forfeit": tables.forfeit,
    "/tables/{table}/rematch": tables.again,
    "/tables/{table}/fork": tables.play_on,
    "/tables/{table}/analysis": analysis.start,
}


def build_state(
    store: Store,
    signer: Signer,
    settings: Settings | None = None,
    bots: BotBackend | None = None,
    rng: Rng | None = None,
    pages: Pages = our_pages,
    box: Callable[[str], AnyBox] = open_box,
    offered: Callable[[], dict[str, AnyGame]] = games,
    clock: Callable[[], int] = milliseconds,
) -> AppState:
    """All parts of a server, put together; tests put in parts of their own."""
    chosen = settings or Settings()
    kinds: dict[str, Make] = {"page": partial(PageChannel, pages=pages), "api": ViewChannel}
    tables = TableManager(store, signer, bots or BotPool(), kinds, chosen, rng, box, clock)
    return AppState(tables, Lobby(tables, pages, offered), pages, chosen)


def build_app(state: AppState) -> Starlette:
    """The ASGI application; its lifespan starts and closes the state."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await state.start()
        try:
            yield
        finally:
            await state.close()

    async def openapi(request: Request) -> Response:
        return Response(description(), media_type=JSON)

    routes = [Route(path, page(state, handler), methods=["GET"]) for path, handler in GETS.items()]
    routes += [
        Route(path, page(state, handler), methods=["POST"]) for path, handler in POSTS.items()
    ]
    routes += [
        Route(each.path, interface(state, each.run), methods=[each.method]) for each in ENDPOINTS
    ]
    return Starlette(
        routes=[
            *routes,
            Route("/api/openapi.json", openapi, methods=["GET"]),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={HTTPException: partial(_unrouted, state)},
        lifespan=lifespan,
    )


async def _unrouted(app: AppState, request: Request, error: Exception) -> Response:
    """An address that there is not, or not for this method."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if request.url.path.startswith("/api/"):
        what = "there is no such address" if status == 404 else "not by this method"
        response = json_response({"error": what}, status)
    elif status == 404:
        response = await failure(
            RequestContext(app, request, None), NotFound("there is no such page.")
        )
    else:
        response = await failure(
            RequestContext(app, request, None), RequestError("that is not done here.")
        )
        response.status_code = status
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response
