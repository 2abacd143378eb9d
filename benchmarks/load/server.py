"""A server under test: one process of a checkout on SQLite, or workers on PostgreSQL behind nginx;
and what it uses of the machine."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from benchmarks.load import usage
from benchmarks.load.games import Plan
from tools.nginx import running as running_nginx
from tools.postgresql import postgres

HERE: Final = Path(__file__).parent
OWN_SOURCE: Final = HERE.parents[1] / "src"
OWN_DATABASE: Final = "postgresql"
"""A `--store` that stands for a new PostgreSQL, which waits for the disk as it does by default."""
CONNECTIONS: Final = 16_384
"""Of nginx, on both sides together."""

Openings: TypeAlias = list[list[tuple[int, str]]]
LogRead: TypeAlias = "list[tuple[int, int, str]]"
"""Number, seat and move."""


class Prepared(msgspec.Struct):
    """A table in the store: its address, and the cookie of the player in each seat."""

    url: str
    cookies: list[str]


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    host: str
    port: int
    pids: tuple[int, ...]
    """Of the process or all workers."""
    tables: list[Prepared]
    """With the cookies of their players."""
    log: Callable[[str], LogRead]
    """The log of a table, as it is in the store."""
    beside: Mapping[str, Callable[[], float]] = field(default_factory=dict)
    """Processor time of what else works for it, the database and the proxy."""

    @property
    def memory(self) -> float:
        """Resident memory in MiB."""
        return usage.memory(self.pids)

    @property
    def files(self) -> int:
        """Open file descriptors, connections among them."""
        return usage.open_files(self.pids)

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far, by all threads."""
        return sum(map(usage.cpu, self.pids))


@contextmanager
def running(
    source: Path, game: str, plan: Plan, openings: Openings, limited: bool = False
) -> Iterator[Server]:
    """A server with the code under `source`, on 127.0.0.1, with its tables in the store.

    `limited` leaves its limits as they are by default.
    """
    with tempfile.TemporaryDirectory(prefix="ludus-load-") as folder:
        tables = prepared(source, game, plan, openings, folder)
        with process(source, folder, *(["limited"] if limited else [])) as (pid, address):
            host, _, port = address.partition(":")
            log = partial(_sqlite_log, Path(folder) / "ludus.sqlite")
            yield Server(host, int(port), (pid,), tables, log)


@contextmanager
def running_city(
    store: str, workers: int, game: str, plan: Plan, openings: Openings
) -> Iterator[Server]:
    """Workers on a PostgreSQL database, behind nginx by the file in deploy/."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ludus-load-"))
        if store == OWN_DATABASE:
            store = stack.enter_context(postgres(settings=())).url()
        tables = prepared(OWN_SOURCE, game, plan, openings, folder, store)
        found = [
            stack.enter_context(process(OWN_SOURCE, folder, f"store={store}"))
            for _ in range(workers)
        ]
        port = _free_port()
        before = stack.enter_context(
            running_nginx(
                Path(folder) / "nginx",
                port,
                *(address for _, address in found),
                connections=CONNECTIONS,
            )
        )
        beside = {"nginx": partial(usage.cpu_with_children, before)}
        database = _database_process(store)
        if database:
            beside["PostgreSQL"] = partial(usage.cpu_with_children, database)
        pids = tuple(pid for pid, _ in found)
        yield Server("127.0.0.1", port, pids, tables, partial(_postgresql_log, store), beside)


def openings_of(source: Path, game: str, plan: Plan) -> Openings:
    """The moves so far of each table, made with the code under `source`."""
    done = subprocess.run(
        [sys.executable, HERE / "openings.py", game, str(plan.seats), str(plan.tables)],
        stdout=subprocess.PIPE,
        env=_environment(source),
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=Openings)


def prepared(
    source: Path, game: str, plan: Plan, openings: Openings, folder: str, store: str = ""
) -> list[Prepared]:
    """Write tables into a store: of a folder, or a database."""
    job = {
        "folder": folder, "store": store, "game": game, "seats": plan.seats, "tables": openings
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, HERE / "prepare.py"],
        input=msgspec.json.encode(job),
        stdout=subprocess.PIPE,
        env=_environment(source),
        check=True,
    )
    return msgspec.json.decode(done.stdout, type=list[Prepared])


@contextmanager
def process(source: Path, folder: str, *words: str) -> Iterator[tuple[int, str]]:
    """A server process: its id, and where it listens."""
    running = subprocess.Popen(
        [sys.executable, HERE / "serve.py", folder, *words],
        stdout=subprocess.PIPE,
        text=True,
        env=_environment(source),
    )
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        if "http://" not in line:
            raise SystemExit(f"the server of {source} did not start")
        yield running.pid, line.split("http://")[1].split()[0]
    finally:
        running.terminate()
        running.wait(20)


def _environment(source: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source)}


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _database_process(store: str) -> int:
    """The first process of the database; 0 if it is on another machine."""
    import psycopg

    with psycopg.connect(store) as connection:
        pid = connection.info.backend_pid
        found = usage.parent(pid)
        name = Path(f"/proc/{found}/comm")
        return found if found > 1 and "postgres" in name.read_text() else 0


def _sqlite_log(database: Path, table: str) -> LogRead:
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        return _rows(db.execute(f"{SELECT} ?", (table,)).fetchall())


def _postgresql_log(store: str, table: str) -> LogRead:
    import psycopg

    with psycopg.connect(store) as db:
        return _rows(db.execute(f"{SELECT} %s".encode(), (table,)).fetchall())


SELECT: Final = "SELECT table_id, number, seat, act FROM log WHERE table_id ="


def _rows(found: Sequence[Sequence[object]]) -> LogRead:
    rows = [(int(str(number)), int(str(seat)), str(act)) for _, number, seat, act in found]
    return sorted(rows)
