"""Runs the server: `serve` opens the data folder, listens, and shuts down cleanly."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final, TextIO
from urllib.parse import urlsplit

import uvicorn

from ludus.core.errors import BadRequest, FileError
from ludus.store import SqliteStore, StoreError
from ludus.web.app import build_app
from ludus.web.config import Settings
from ludus.web.http.addresses import Proxies
from ludus.web.http.connections import Connections, protocol_for
from ludus.web.http.signing import Signer, secret_in
from ludus.web.state import AppState, build_state

HOST: Final = "127.0.0.1"
PORT: Final = 8710
EVERYWHERE: Final = frozenset(("", "0.0.0.0", "::"))
"""Hosts that mean all addresses of this machine; a browser cannot open them."""
OUTSIDE: Final = ("192.0.2.1", 9)
"""An address outside the local network that is reserved for documentation."""
ADDRESS: Final = "LUDUS_URL"
"""The environment variable for the public address of the server."""
PROXIES: Final = "FORWARDED_ALLOW_IPS"
"""The environment variable for trusted proxies, by the name that uvicorn gave it."""
SPARE_FILES: Final = 128
"""Files that a server has open besides its connections: store, bots, lookups."""
SWITCH: Final = 0.001
"""Seconds after which a thread must let another one run."""
GC_THRESHOLDS: Final = (2_000, 10, 500)
"""New objects until a search, and how many searches until older objects are searched too."""


def data_folder() -> Path:
    """The default data folder, where the system expects it."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path.home() / ".local" / "share"
    return base / "ludus"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the data folder: two servers on one folder would overwrite each other."""
    # Other users of the machine must not read seats and hidden cards.
    with ExitStack() as opened:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = opened.enter_context((folder / "lock").open("w"))
        except OSError as error:
            raise FileError(
                f"{folder}: cannot be used as data folder: {error.strerror or error}; "
                "give --data a folder that can be written"
            ) from error
        if not _lock(file):
            raise FileError(f"{folder}: another server uses this data folder; give --data another")
        yield


def _lock(file: TextIO) -> bool:
    try:
        import fcntl
    except ImportError:
        # On a system without file locks the operator has to take care.
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
    """This machine's address in its network: the source address of outgoing packets."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # This sends nothing.
            probe.connect(OUTSIDE)
        except OSError:
            return HOST
        return str(probe.getsockname()[0])


class Server(uvicorn.Server):
    """A uvicorn server that reports its address once it listens."""

    def __init__(
        self, config: uvicorn.Config, ready: Callable[[str], None], connections: Connections
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self.connections = connections

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
    """Serve until interrupted. `ready` is called with the address; by default it is printed."""
    folder = data or data_folder()
    chosen = with_address(settings or Settings(), f"http://{reachable(host)}:{port}")
    chosen = within_file_limit(chosen)
    tune_interpreter()
    with locked(folder), asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(_serve(host, port, folder, chosen, ready or _print))


def with_address(settings: Settings, otherwise: str) -> Settings:
    """With the address of the server: as it is set, by the environment, or where it listens.

    One that is set is the only name by which the server answers.
    """
    address = (settings.base_url or os.environ.get(ADDRESS, "")).rstrip("/")
    if not address:
        return replace(settings, base_url=otherwise)
    try:
        parts = urlsplit(address)
        name = parts.hostname
    except ValueError:
        name = None
    if not name or parts.scheme not in ("http", "https"):
        raise BadRequest(f"{ADDRESS} {address[:60]!r}: it begins with https:// or http://")
    return replace(settings, base_url=address, allowed_hosts=settings.allowed_hosts or (name,))


def within_file_limit(settings: Settings) -> Settings:
    """As many connections as the system lets one process have; it is asked for enough first.

    A server without a free file cannot even accept a connection in order to refuse it.
    """
    try:
        import resource
    except ImportError:
        return settings
    wanted = settings.most_connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    if hard == resource.RLIM_INFINITY or hard > soft:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError):
            # Some systems promise more than they give: what there was has to do.
            pass
    connections = max(1, min(settings.most_connections, soft - SPARE_FILES))
    streams = min(settings.most_streams, connections * 5 // 8)
    return replace(settings, most_connections=connections, most_streams=streams)


def tune_interpreter() -> None:
    """Search for reference cycles less often than by default, and switch threads more often.

    Pages are drawn from trees without cycles, and each full search walks over all open tables while
    all players wait.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    # Threads that replay long records give way to the event loop sooner than by default.
    sys.setswitchinterval(SWITCH)


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fastest event loop that is installed."""
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
    try:
        signer = Signer(secret_in(folder))
        app = build_state(SqliteStore(folder / "ludus.sqlite"), signer, settings)
        server = server_for(app, host, port, ready)
        await start(app)
    except StoreError as error:
        raise FileError(str(error)) from error
    except OSError as error:
        raise FileError(f"{error.filename or folder}: {error.strerror or error}") from error
    await run(server, app)
    if not server.started:
        raise FileError(f"cannot listen on {host}:{port}: is something else using it?")


async def start(app: AppState) -> None:
    """Start all parts before the server does, so that their errors are told as a sentence."""
    try:
        await app.start()
    except BaseException:
        await app.close()
        raise


def server_for(app: AppState, host: str, port: int, ready: Callable[[str], None]) -> Server:
    """A server for a state that was built elsewhere."""
    settings = app.settings
    proxies = Proxies(settings.trusted_proxies or os.environ.get(PROXIES, "127.0.0.1,::1"))
    connections = Connections(settings, proxies)
    config = uvicorn.Config(
        build_app(app),
        host=host,
        port=port,
        http=protocol_for(connections),
        ws="none",
        forwarded_allow_ips=proxies.trusted,
        timeout_keep_alive=settings.keep_alive,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    return Server(config, ready, connections)


async def run(server: Server, app: AppState) -> None:
    """Serve until the server is told to exit."""
    # Open streams would keep uvicorn waiting: end them as soon as it is told to exit.
    closing = asyncio.create_task(_close_streams(server, app.end_streams))
    try:
        await server.serve()
    finally:
        closing.cancel()


async def _close_streams(server: Server, end: Callable[[], None]) -> None:
    while not server.should_exit:
        await asyncio.sleep(0.1)
    end()
