"""Serves a store that several workers share: one worker, or a few in processes of their own.

The first process of `--workers N` opens the public socket, which all workers accept connections
from, starts them, and starts one again that has ended. Each worker also listens on a port of its
own, where the other workers and a proxy reach it. SIGHUP starts the workers anew one after another.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import msgspec

from ludus.core.errors import FileError
from ludus.store import StoreError, Worker
from ludus.store.postgresql import PostgresStore
from ludus.web.bots.pool import BotBackend
from ludus.web.cluster.membership import Membership
from ludus.web.cluster.parts import take_part
from ludus.web.config import Settings
from ludus.web.http.signing import SECRET_BYTES, Signer, new_id
from ludus.web.logs import set_up_logs
from ludus.web.operator.orders import serve_orders
from ludus.web.paths import set_base
from ludus.web.server import (
    HOST,
    log,
    operated,
    quick_loop,
    reachable,
    run,
    server_for,
    start,
    tune_interpreter,
    within_file_limit,
)
from ludus.web.state import AppState, build_state

READY: Final = "ready "
PAUSE: Final = 1.0
"""Seconds until a worker that ended is started again."""
PATIENCE: Final = 30.0
"""Seconds that a worker may take to end."""
BACKLOG: Final = 2048
SECRET: Final = "secret"
"""The name of the signing secret in the store."""


class Plan(msgspec.Struct):
    """What a worker process is told."""

    settings: Settings
    public: int
    """The descriptor of the socket that all workers share."""
    port: int
    """Its own; 0: any that is free."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that accepts connections."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise FileError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
    return found


def address_of(found: socket.socket) -> str:
    host, port = found.getsockname()[:2]
    host = reachable(host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def with_each_other(trusted: tuple[str, ...]) -> tuple[str, ...]:
    """The workers of one machine, which pass requests on, are believed beside the proxies that are
    set; without any, this machine is believed anyway."""
    return (*trusted, HOST) if trusted and "*" not in trusted else trusted


# One worker ---------------------------------------------------------------------------------------


def serve_one(
    settings: Settings, public: socket.socket, own: socket.socket, ready: Callable[[str], None]
) -> None:
    """Serve as one worker until interrupted."""
    chosen = within_file_limit(settings)
    set_base(chosen.base_path)
    set_up_logs(chosen.log_format, chosen.log_level, chosen.access_log)
    tune_interpreter()
    with asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(_serve(chosen, public, own, ready))


async def build_worker(
    settings: Settings, address: str, bots: BotBackend | None = None
) -> AppState:
    """A worker of the store in the settings, which others reach at `address`."""
    id = new_id()
    store = PostgresStore(settings.store, id)
    try:
        made = secrets.token_hex(SECRET_BYTES)
        signer = Signer(bytes.fromhex(await store.shared(SECRET, made)))
        members = Membership(store, Worker(id, settings.worker_url or address))
        app = build_state(store, signer, settings, bots, owners=members)
    except BaseException:
        await store.close()
        raise
    take_part(app, members, signer)
    return app


async def _serve(
    settings: Settings, public: socket.socket, own: socket.socket, ready: Callable[[str], None]
) -> None:
    try:
        app = await build_worker(settings, address_of(own))
        server = server_for(app, settings.host, settings.port, ready)
        await start(app)
        app.tasks.start(serve_orders(app))
    except StoreError as error:
        raise FileError(str(error)) from error
    assert app.members is not None
    log.info("worker %s starts at %s", app.members.me.id, app.members.me.address)
    sockets = [public] if public is own else [public, own]
    async with operated(app, server.connections):
        await run(server, app, sockets)
    log.info("worker %s has stopped", app.members.me.id)


# Several workers ----------------------------------------------------------------------------------


def serve_workers(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until interrupted, by as many processes as the settings say."""
    public = listening(settings.host, settings.port)
    if not settings.url:
        settings = replace(settings, url=address_of(public) + settings.base_path)
    with public:
        if settings.workers == 1:
            serve_one(settings, public, public, ready)
        else:
            Supervisor(settings, public, ready).run()


class Supervisor:
    """Starts worker processes, and keeps as many running."""

    def __init__(
        self, settings: Settings, public: socket.socket, ready: Callable[[str], None]
    ) -> None:
        self._settings = settings
        self._public = public
        self._ready = ready
        self._processes: list[subprocess.Popen[str] | None] = [None] * settings.workers
        self._ending = threading.Event()
        self._renew = threading.Event()

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: self._ending.set())
        signal.signal(signal.SIGINT, lambda *_: self._ending.set())
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._renew.set())
        try:
            for number in range(self._settings.workers):
                self._start(number)
            self._ready(address_of(self._public) + self._settings.base_path)
            while not self._ending.wait(0.2):
                if self._renew.is_set():
                    self._renew.clear()
                    self._renew_all()
                self._mend()
        finally:
            self._end_all()

    def _start(self, number: int) -> None:
        """Start a worker and wait until it serves."""
        settings = self._settings
        own = settings.port + 1 + number if settings.port else 0
        operator = settings.operator_port + number if settings.operator_port else 0
        # Bots share the processors of this machine.
        bots = max(1, (settings.bot_workers or os.cpu_count() or 2) // settings.workers)
        chosen = replace(
            settings,
            operator_port=operator,
            bot_workers=bots,
            trusted_proxies=with_each_other(settings.trusted_proxies),
        )
        plan = Plan(chosen, self._public.fileno(), own)
        process = subprocess.Popen(
            [sys.executable, "-m", "ludus.web.cluster.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[self._public.fileno()],
            text=True,
            # Ctrl-C is for the first process, which tells the others.
            start_new_session=True,
        )
        self._processes[number] = process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(plan).decode())
        process.stdin.close()
        line = process.stdout.readline()
        if not line.startswith(READY):
            process.wait()
            raise FileError(f"worker {number + 1} did not start")

    def _mend(self) -> None:
        """Start those again that have ended by themselves."""
        for number, process in enumerate(self._processes):
            if process is not None and process.poll() is not None:
                log.error("worker %d ended with %d", number + 1, process.returncode)
                _close(process)
                self._processes[number] = None
                time.sleep(PAUSE)
            if self._processes[number] is None and not self._ending.is_set():
                try:
                    self._start(number)
                except FileError as error:
                    log.error("%s", error)

    def _renew_all(self) -> None:
        """One after the other: the rest serve meanwhile."""
        for number, process in enumerate(self._processes):
            if process is not None:
                process.terminate()
                _ended(process)
            if self._ending.is_set():
                return
            try:
                self._start(number)
            except FileError as error:
                # The others go on, and this one is tried again.
                log.error("%s", error)

    def _end_all(self) -> None:
        running = [process for process in self._processes if process is not None]
        for process in running:
            process.terminate()
        for process in running:
            _ended(process)


def _ended(process: subprocess.Popen[str]) -> None:
    """Wait for the end of a process that was told to end."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _close(process)


def _close(process: subprocess.Popen[str]) -> None:
    if process.stdout is not None:
        process.stdout.close()
