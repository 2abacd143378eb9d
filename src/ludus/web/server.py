"""Runs the game room: `serve` opens the data folder, listens, and closes cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO

import uvicorn

from ludus.core.errors import FileError
from ludus.store import SqliteStore
from ludus.web.app import build_app
from ludus.web.config import Settings
from ludus.web.http.signing import Signer, secret_in
from ludus.web.memory import give_back_large_blocks, seldom_look_for_cycles
from ludus.web.state import AppState, build_state

HOST: Final = "127.0.0.1"
PORT: Final = 8710
EVERYWHERE: Final = frozenset(("", "0.0.0.0", "::"))
"""Hosts that stand for all addresses of this machine; nobody can open them."""
OUTSIDE: Final = ("192.0.2.1", 9)
"""An address that is nobody's, beyond the local network."""


def data_folder() -> Path:
    """Where tables are kept unless somebody says otherwise, by the custom of the system."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path.home() / ".local" / "share"
    return base / "ludus"


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the data folder: two servers on one folder would each know half."""
    # What is in there is not for other users of the machine: seats, hidden cards.
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder / "lock").open("w") as file:
        if not _lock(file):
            raise FileError(f"{folder}: another server uses this data folder; give --data another")
        yield


def _lock(file: TextIO) -> bool:
    try:
        import fcntl
    except ImportError:
        # Where files cannot be locked this way, the operator has to know.
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def reachable(host: str) -> str:
    """The address by which others reach a server that listens on `host`."""
    return own_address() if host in EVERYWHERE else host


def own_address() -> str:
    """This machine's address in its network: the one that its mail to the outside would bear."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent by this.
            probe.connect(OUTSIDE)
        except OSError:
            return HOST
        return str(probe.getsockname()[0])


class Server(uvicorn.Server):
    """A uvicorn server that says where it listens once it does."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                host = reachable(host)
                self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")
                return


def serve(
    host: str = HOST,
    port: int = PORT,
    data: Path | None = None,
    settings: Settings | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until interrupted. `ready` is told the address; by default it is printed."""
    folder = data or data_folder()
    chosen = settings or Settings()
    if not chosen.base_url:
        address = os.environ.get("LUDUS_URL", f"http://{reachable(host)}:{port}")
        chosen = replace(chosen, base_url=address.rstrip("/"))
    give_back_large_blocks()
    seldom_look_for_cycles()
    with locked(folder), asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(_serve(host, port, folder, chosen, ready or _print))


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The event loop that costs least, where the system has it."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _print(address: str) -> None:
    sys.stdout.write(f"Ludus is at {address} (Ctrl-C ends it)\n")
    sys.stdout.flush()


async def _serve(
    host: str, port: int, folder: Path, settings: Settings, ready: Callable[[str], None]
) -> None:
    app = build_state(SqliteStore(folder / "ludus.sqlite"), Signer(secret_in(folder)), settings)
    server = server_for(app, host, port, ready)
    await run(server, app)
    if not server.started:
        raise FileError(f"cannot listen on {host}:{port}: is something else using it?")


def server_for(app: AppState, host: str, port: int, ready: Callable[[str], None]) -> Server:
    """A server for a site that was put together elsewhere."""
    config = uvicorn.Config(
        build_app(app),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    return Server(config, ready)


async def run(server: Server, app: AppState) -> None:
    """Serve until the server is told to exit."""
    # Open streams would keep uvicorn waiting: end them as soon as the end is asked for.
    closing = asyncio.create_task(_close_streams(server, app.end_streams))
    try:
        await server.serve()
    finally:
        closing.cancel()


async def _close_streams(server: Server, end: Callable[[], None]) -> None:
    while not server.should_exit:
        await asyncio.sleep(0.1)
    end()
