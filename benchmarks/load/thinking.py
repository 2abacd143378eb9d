"""A server at whose tables only bots sit: what their thinking costs in memory and time."""

from __future__ import annotations

import http.client
import json
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load import usage
from benchmarks.load.server import OWN_SOURCE, process

from ludus.core.registry import find_game

SETTLE = 5.0
"""Seconds until the processes in which bots think have begun."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a server and its bots used while so many tables went on."""

    game: str
    level: str
    tables: int
    seconds: float
    moves: int
    """All moves made at all tables, with dice and draws."""
    quiet: float
    """Memory in MiB of the server before there was a table,"""
    server: float
    """and with all of them;"""
    bots: float
    """that of the processes in which bots think,"""
    processes: int
    """and how many these are."""
    server_cpu: float
    bots_cpu: float

    @property
    def told(self) -> list[str]:
        per_move = self.bots_cpu / max(1, self.moves)
        share = self.server_cpu / self.seconds
        return [
            f"{self.game}: {self.tables} tables of {self.level}, {self.seconds:.0f} s",
            f"memory: {self.quiet:.0f} MiB without a table, {self.server:.0f} with all of them; "
            f"{self.processes} processes that think: {self.bots:.0f}",
            f"moves: {self.moves}, {self.moves / self.seconds:.1f} a second; "
            f"thinking {1000 * per_move:.1f} ms of a processor for each",
            f"server: {share:.0%} of a processor; bots: {self.bots_cpu / self.seconds:.0%}",
        ]


def run(game: str, level: str, tables: int, seconds: float) -> Thinking:
    """Open the tables, each for an owner of its own, and watch them for a while."""
    seats = [f"bot:{level}"] * min(each for each in find_game(game).meta.seats if each > 1)
    with (
        tempfile.TemporaryDirectory(prefix="ludus-load-") as folder,
        process(OWN_SOURCE, folder) as (pid, address),
    ):
        quiet = usage.memory((pid,))
        for number in range(tables):
            _open(address, f"Owner {number}", {"game": game, "seats": seats})
        time.sleep(SETTLE)
        store = Path(folder) / "ludus.sqlite"
        thinking = usage.children(pid)
        moves, used, start = _moves(store), _cpu(pid, thinking), time.monotonic()
        time.sleep(seconds)
        after, spent = _cpu(pid, thinking), time.monotonic() - start
        return Thinking(
            game,
            level,
            tables,
            spent,
            _moves(store) - moves,
            quiet,
            usage.memory((pid,)),
            usage.memory(thinking),
            len(thinking),
            after[0] - used[0],
            after[1] - used[1],
        )


def _cpu(pid: int, thinking: list[int]) -> tuple[float, float]:
    return usage.cpu(pid), sum(map(usage.cpu, thinking))


def _open(address: str, name: str, table: dict[str, object]) -> None:
    """A table of somebody's own."""
    token = str(_post(address, "/api/sessions", {"name": name})["token"])
    _post(address, "/api/tables", table, token)


def _post(address: str, path: str, body: dict[str, object], token: str = "") -> dict[str, object]:
    connection = http.client.HTTPConnection(address, timeout=60)
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    with closing(connection):
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
    if answer.status >= http.client.BAD_REQUEST:
        raise SystemExit(f"{path}: {answer.status} {text.decode(errors='replace')[:200]}")
    found: dict[str, object] = json.loads(text)
    return found


def _moves(store: Path) -> int:
    with closing(sqlite3.connect(f"{store.as_uri()}?mode=ro", uri=True)) as db:
        count: int = db.execute("SELECT count(*) FROM log").fetchone()[0]
        return count
