"""What the operator's own address answers: health, readiness, metrics, and the operator's page.

It is a second port, on the loopback unless it is set otherwise, and nothing on it is for players.
The page needs the operator's link besides (`ludus admin link`).
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from ludus.store import StoreError
from ludus.web.assets import MOUNTED, assets
from ludus.web.editor.session import EditorShelf
from ludus.web.http.connections import Connections
from ludus.web.http.middleware import SecurityHeaders
from ludus.web.http.request import json_response
from ludus.web.metrics import KIND, Source
from ludus.web.notices.deliveries import Deliveries
from ludus.web.operator.packs import editor_shelf, list_packs, new_pack, pack_editor
from ludus.web.operator.page import do, look
from ludus.web.state import AppState

PING_TIME: Final = 2.0
"""Seconds that the store has for a sign of life."""


class OperatorServer(uvicorn.Server):
    """A second server on the loop of the first, which alone is told of signals."""

    def __init__(self, config: uvicorn.Config, packs: EditorShelf) -> None:
        super().__init__(config)
        self._packs = packs

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self._packs.close()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def operator_server(state: AppState, connections: Connections) -> OperatorServer:
    settings = state.settings
    state.metrics.read(*sources(state, connections))
    packs = editor_shelf(state)
    config = uvicorn.Config(
        operator_app(state, connections, packs),
        host=settings.operator_host,
        port=settings.operator_port,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    return OperatorServer(config, packs)


def operator_app(
    state: AppState, connections: Connections, packs: EditorShelf | None = None
) -> Starlette:
    shelf = packs or editor_shelf(state)

    async def healthz(request: Request) -> Response:
        """The process is there and its event loop turns."""
        return PlainTextResponse("ok\n")

    async def readyz(request: Request) -> Response:
        """Requests can be served: everything has started, and the store takes writes."""
        why = await unready(state)
        return json_response({"ready": not why, "why": why}, 503 if why else 200)

    async def metrics(request: Request) -> Response:
        return Response(state.metrics.text(), media_type=KIND)

    return Starlette(
        routes=[
            Route("/healthz", healthz),
            Route("/readyz", readyz),
            Route("/metrics", metrics),
            Route("/", partial(look, state)),
            Route("/do", partial(do, state), methods=["POST"]),
            Route("/packs/", partial(list_packs, state, shelf)),
            Route("/packs/new", partial(new_pack, state, shelf), methods=["POST"]),
            *pack_editor(state, shelf).routes(),
            Mount(MOUNTED, assets()),
        ],
        middleware=[Middleware(SecurityHeaders)],
    )


async def unready(state: AppState) -> str:
    """Why the server cannot serve now; empty if it can."""
    if not state.started:
        return "it is starting"
    if state.closing:
        return "it is shutting down"
    try:
        async with asyncio.timeout(PING_TIME):
            await state.store.ping()
    except TimeoutError:
        return f"the store has not answered within {PING_TIME:.0f} seconds"
    except StoreError as error:
        return str(error)
    return ""


def sources(state: AppState, connections: Connections) -> Iterator[Source]:
    """What is read from the parts of the server."""
    tables, bots, stats = state.tables, state.thinking, state.store.stats
    yield Source("connections", "Connections that are open.", lambda: len(connections))
    yield Source("streams", "Live streams that are open.", lambda: state.presence.streams)
    yield Source("tables", "Tables in memory.", lambda: tables.loaded)
    yield Source("moves", "Moves that were made.", lambda: tables.moves, total=True)
    yield Source("bot_queue", "Questions that wait for a bot.", lambda: bots.length)
    yield Source("bots_thinking", "Questions that bots think about.", lambda: bots.running)
    for way in state.notices.all:
        yield from _calls_of(way)
    yield Source("store_writes", "What was written.", lambda: stats().writes, total=True)
    yield Source(
        "store_commits", "Commits; writes share them.", lambda: stats().commits, total=True
    )
    yield Source("store_seconds", "Spent in commits.", lambda: stats().seconds, total=True)
    yield Source("store_queue", "Writes that wait.", lambda: stats().queued)
    yield Source("store_bytes", "Size on disk.", lambda: stats().bytes)


def _calls_of(way: Deliveries) -> Iterator[Source]:
    yield Source(f"{way.kind}_sent", f"Calls by {way.kind}.", lambda: way.sent, total=True)
    yield Source(
        f"{way.kind}_failed", f"Failed calls by {way.kind}.", lambda: way.failed, total=True
    )
