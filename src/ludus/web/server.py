"""Runs the server: `serve` opens the data folder, listens, and shuts down cleanly."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import uvicorn

from ludus.core.errors import FileError
from ludus.core.extras import require
from ludus.store import SqliteStore, StoreError
from ludus.web.app import build_app
from ludus.web.config import Settings
from ludus.web.data_folder import DATABASE, data_folder, locked
from ludus.web.http.addresses import Proxies
from ludus.web.http.connections import Connections, protocol_for
from ludus.web.http.signing import Signer, secret_in
from ludus.web.logs import set_up_logs
from ludus.web.operator.app import operator_server
from ludus.web.operator.orders import serve_orders
from ludus.web.paths import base, set_base
from ludus.web.state import AppState, build_state

log = logging.getLogger("ludus.web")

HOST: Final = "127.0.0.1"
PORT: Final = 8710
EVERYWHERE: Final = frozenset(("", "0.0.0.0", "::"))
"""Hosts that mean all addresses of this machine; a browser cannot open them."""
OUTSIDE: Final = ("192.0.2.1", 9)
"""An address outside the local network that is reserved for documentation."""
PROXIES: Final = "FORWARDED_ALLOW_IPS"
"""uvicorn's environment variable for trusted proxies, read if none are set."""
SPARE_FILES: Final = 128
"""Files that a server has open besides its connections: store, bots, lookups."""
SWITCH: Final = 0.001
"""Seconds after which a thread must let another one run."""
GC_THRESHOLDS: Final = (2_000, 10, 500)
"""New objects until a search, and how many searches until older objects are searched too."""


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
                self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}{base()}")
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
    if chosen.store:
        serve_store(chosen, host, port, ready or print_address)
        return
    chosen = within_file_limit(chosen)
    set_base(chosen.base_path)
    set_up_logs(chosen.log_format, chosen.log_level, chosen.access_log)
    tune_interpreter()
    with locked(folder), asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(_serve(host, port, folder, chosen, ready or print_address))


def serve_store(settings: Settings, host: str, port: int, ready: Callable[[str], None]) -> None:
    """Serve a store that others may serve too."""
    require("a store in PostgreSQL", "web,postgres", "psycopg", "httpx")
    # Imported here: a server that is alone need not have the libraries for it.
    from ludus.web.cluster.serve import serve_workers

    serve_workers(replace(settings, host=host, port=port), ready)


def with_address(settings: Settings, otherwise: str) -> Settings:
    """With the address of the server: as it is set, or where it listens.

    One that is set is the only name by which the server answers.
    """
    if not settings.url:
        return replace(settings, url=otherwise + settings.base_path)
    name = urlsplit(settings.url).hostname or ""
    return replace(settings, allowed_hosts=settings.allowed_hosts or (name,))


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


def print_address(address: str) -> None:
    sys.stdout.write(f"Ludus is at {address} (Ctrl-C ends it)\n")
    sys.stdout.flush()


async def _serve(
    host: str, port: int, folder: Path, settings: Settings, ready: Callable[[str], None]
) -> None:
    try:
        signer = Signer(secret_in(folder))
        app = build_state(SqliteStore(folder / DATABASE), signer, settings)
        server = server_for(app, host, port, ready)
        await start(app)
        app.tasks.start(serve_orders(app))
        log.info("the server starts, with its tables in %s", folder)
    except StoreError as error:
        raise FileError(str(error)) from error
    except OSError as error:
        raise FileError(f"{error.filename or folder}: {error.strerror or error}") from error
    async with operated(app, server.connections):
        await run(server, app)
    if not server.started:
        raise FileError(f"cannot listen on {host}:{port}: is something else using it?")
    log.info("the server has stopped")


@asynccontextmanager
async def operated(app: AppState, connections: Connections) -> AsyncIterator[None]:
    """Serve the operator's address too, if there is one."""
    if not app.settings.operator_port:
        yield
        return
    server = operator_server(app, connections)
    task = asyncio.create_task(server.serve())
    try:
        yield
    finally:
        server.should_exit = True
        await task


async def start(app: AppState) -> None:
    """Start all parts before the server does, so that their errors are told as a sentence.

    All games are loaded too: nobody waits yet, and the first visitor would hold up all others.
    """
    try:
        app.lobby.load()
        await app.start()
    except BaseException:
        await app.close()
        raise


def server_for(app: AppState, host: str, port: int, ready: Callable[[str], None]) -> Server:
    """A server for a state that was built elsewhere."""
    settings = app.settings
    trusted = ",".join(settings.trusted_proxies)
    proxies = Proxies(trusted or os.environ.get(PROXIES, "127.0.0.1,::1"))
    connections = Connections(settings, proxies)
    config = uvicorn.Config(
        build_app(app),
        host=host,
        port=port,
        http=protocol_for(connections),
        ws="none",
        forwarded_allow_ips=proxies.trusted,
        timeout_keep_alive=settings.keep_alive,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=2048,
    )
    return Server(config, ready, connections)


async def run(server: Server, app: AppState, sockets: list[socket.socket] | None = None) -> None:
    """Serve until the server is told to exit."""
    # Open streams would keep uvicorn waiting: end them as soon as it is told to exit.
    closing = asyncio.create_task(_close_streams(server, app.end_streams))
    try:
        await server.serve(sockets)
    finally:
        closing.cancel()


async def _close_streams(server: Server, end: Callable[[], None]) -> None:
    while not server.should_exit:
        await asyncio.sleep(0.1)
    end()
