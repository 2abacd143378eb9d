"""`ludus edit`: a small server for one pack, on this computer alone and by a secret link."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import signal
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from ludus.core.content import PackInfo, read_toml
from ludus.core.errors import BadContent
from ludus.core.registry import open_box
from ludus.store import SqliteStore
from ludus.web.assets import MOUNTED, assets
from ludus.web.bots.process import stop_process
from ludus.web.editor.app import HEADERS, EditorApp
from ludus.web.editor.session import EditorShelf, Unavailable
from ludus.web.http.middleware import LOOPBACK, AllowedHosts, SecurityHeaders
from ludus.web.packs import PackShelf
from ludus.web.pages.html import escaped

HOST: Final = "127.0.0.1"
COOKIE: Final = "ludus-editor"
START_TIME: Final = 240.0
"""Seconds for a server to start and to check the pack."""
ENDING: Final = (signal.SIGINT, signal.SIGTERM)


class Tables:
    """A server of its own to try the pack at: it starts with the first wish, and keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: Process | None = None
        self._place: Path | None = None

    async def open(self, name: str) -> str:
        """Serve a copy of the pack as it is now; where its form for a new table is."""
        await self.close()
        info = read_toml(self._folder / "pack.toml", PackInfo)
        place = Path(tempfile.mkdtemp(prefix="ludus-try-"))
        self._place = place
        await asyncio.to_thread(shutil.copytree, self._folder, place / "packs" / name)
        await _keep(place / "packs" / name, place / "data")
        port = _free_port()
        settings = place / "ludus.toml"
        settings.write_text(f"packs = {str(place / 'packs')!r}\n", encoding="utf-8")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "ludus", "serve", "--no-browser", "--port", str(port)),
            *("--data", str(place / "data"), "--settings", str(settings)),
            stdin=DEVNULL,
            stdout=DEVNULL,
            start_new_session=True,
        )
        form = f"http://{HOST}:{port}/new/{info.game}?pack={info.name}"
        await self._offered(form, f'value="{escaped(info.name)}"')
        return form

    async def _offered(self, form: str, choice: str) -> None:
        """Wait until the new server has checked the pack, and its form has it."""
        try:
            async with asyncio.timeout(START_TIME):
                while choice not in await asyncio.to_thread(_read, form):
                    if self._process is None or self._process.returncode is not None:
                        raise Unavailable("the server for the table could not be started")
                    await asyncio.sleep(0.2)
        except TimeoutError as error:
            raise Unavailable("the pack did not pass its check in time: see Check") from error

    async def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await stop_process(process)
        if self._place is not None:
            await asyncio.to_thread(shutil.rmtree, self._place, True)
            self._place = None


async def _keep(folder: Path, data: Path) -> None:
    """Tell the new server that the pack passed: the editor has just checked it, for its author."""
    data.mkdir()
    store = SqliteStore(data / "ludus.sqlite")
    shelf = PackShelf(store, "", open_box)
    try:
        await shelf.keep(folder)
    finally:
        shelf.close()
        await store.close()


def _read(address: str) -> str:
    """A page of our own server; empty while it does not answer."""
    with suppress(OSError), urlopen(address, timeout=START_TIME) as answer:
        return str(answer.read().decode())
    return ""


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


def editor_app(shelf: EditorShelf, tables: Tables, key: str) -> Starlette:
    """The editor of one pack, for whoever has the key."""

    async def guard(request: Request) -> bool:
        return secrets.compare_digest(request.cookies.get(COOKIE, ""), key)

    async def enter(request: Request) -> Response:
        response = RedirectResponse(f"./packs/{shelf.only}/", 303, HEADERS)
        if secrets.compare_digest(request.query_params.get("key", ""), key):
            # The key leaves the address bar, where others could read it.
            response.set_cookie(COOKIE, key, httponly=True, samesite="strict", path="/")
        return response

    async def trying(name: str) -> str:
        said = await shelf.check(name, quick=True)
        if said:
            raise BadContent(said)
        return await tables.open(name)

    routes: list[BaseRoute] = [
        Route("/", enter),
        *EditorApp(shelf, guard, trying).routes(),
        Mount(MOUNTED, assets()),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(AllowedHosts, LOOPBACK), Middleware(SecurityHeaders)],
    )


class _Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._ready = ready

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals end the server and nothing else: what it has started is ended after it."""
        before = {each: signal.signal(each, self.handle_exit) for each in ENDING}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready(int(self.servers[0].sockets[0].getsockname()[1]))


async def _serve(folder: Path, port: int, ready: Callable[[str], None]) -> None:
    place = folder.resolve()
    shelf, tables, key = EditorShelf(place.parent, place.name), Tables(place), secrets.token_hex(16)
    config = uvicorn.Config(
        editor_app(shelf, tables, key),
        host=HOST,
        port=port,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    try:
        server = _Server(config, lambda at: ready(f"http://{HOST}:{at}/?key={key}"))
        await server.serve()
    finally:
        await shelf.close()
        await tables.close()


def edit(folder: Path, port: int, ready: Callable[[str], None]) -> None:
    """Serve the editor of a pack until interrupted; `ready` is called with its address."""
    asyncio.run(_serve(folder, port, ready))
