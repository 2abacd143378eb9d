"""Workers and databases that are killed, stopped and restarted while people play, through nginx.

Every acknowledged move is in the log once and in its place.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from tests.store.postgresql import fresh
from tests.web.process import PLENTY
from tests.web.support import PATIENCE
from tests.web.test_kill import GAME, SERVER, Player, lost
from tests.web.test_operator import free_port
from tools.nginx import running as nginx
from tools.postgresql import Postgres, postgres

from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.store.postgresql_connection import connect
from ludus.web.api.client import ApiError, Client
from ludus.web.api.schemas import TableAnswer

PLAYERS = 3
UNANSWERED = (0, 502, 503, 504)


class WorkerProcess:
    """One worker on a port that is kept for it."""

    def __init__(self, url: str, folder: Path, port: int) -> None:
        self.port = port
        self._words = [str(port), str(folder), json.dumps({"store": url})]
        self._process: subprocess.Popen[str] | None = None

    def begin(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER, *self._words], stdout=subprocess.PIPE, text=True
        )

    def wait(self) -> None:
        """Until it serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        assert str(self.port) in self._process.stdout.readline()

    def send(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)

    def end(self, how: signal.Signals) -> int:
        process = self._process
        assert process is not None
        process.send_signal(signal.SIGCONT)
        process.send_signal(how)
        code = process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        return code


class Keen(Player):
    """Counts the moves of which it is not known whether they were made, and looks again then."""

    unsure = 0

    def run(self) -> None:
        for seen in self.client.follow(self.table):
            self.end = seen
            if self.stop.is_set():
                return
            while not self._play(seen):
                seen = self._look()

    def _play(self, seen: TableAnswer) -> bool:
        """Whether every move was answered: else nothing more may come by the stream."""
        for decision in seen.decisions:
            options = [each.action for each in decision.options if each.action != "pass"]
            action = self._random.choice(options or ["pass"])
            try:
                done = self.client.act(self.table, decision, action)
            except ApiError as error:
                if error.status not in UNANSWERED:
                    continue
                self.unsure += 1
                return False
            except OSError:
                self.unsure += 1
                return False
            self.acknowledged.append((done.position, action))
        return True

    def _look(self) -> TableAnswer:
        while True:
            try:
                return self.client.table(self.table)
            except (ApiError, OSError):
                time.sleep(0.2)


@contextmanager
def city(tmp_path: Path) -> Iterator[tuple[str, list[WorkerProcess], Postgres, str]]:
    """The address of nginx, two workers behind it, their PostgreSQL, and the database's address."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        url = fresh(server)
        found = []
        for number in range(2):
            kept = stack.enter_context(socket.socket())
            kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            kept.bind(("127.0.0.1", 0))
            one = WorkerProcess(url, tmp_path / str(number), kept.getsockname()[1])
            one.begin()
            stack.callback(one.end, signal.SIGKILL)
            found.append(one)
        for one in found:
            one.wait()
        port = free_port()
        first, second = (f"127.0.0.1:{one.port}" for one in found)
        stack.enter_context(nginx(tmp_path / "nginx", port, first, second))
        yield f"http://127.0.0.1:{port}", found, server, url


def players_at(address: str, seed: int) -> list[Keen]:
    found = []
    for number in range(PLAYERS):
        client = Client.register(address, f"Player {number}")
        table = client.open_table("cambria", ["me", "bot:easy", "bot:random"])
        found.append(Keen(client, table.id, seed + number))
    for each in found:
        each.start()
    return found


def progress(players: list[Keen], more: int) -> bool:
    """Wait until so many more moves are acknowledged; False once all games are over."""
    before = sum(len(player.acknowledged) for player in players)
    deadline = time.monotonic() + GAME
    while sum(len(player.acknowledged) for player in players) < before + more:
        if all(player.end and player.end.stage == "over" for player in players):
            return False
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return True


def check(players: list[Keen], url: str) -> int:
    """All games end, and the log has every acknowledged move once; how many these are."""
    for player in players:
        player.join(GAME)
        assert not player.is_alive()
        assert lost(player) == []
        positions = [position for position, _ in player.acknowledged]
        assert positions == sorted(set(positions))
        record = read_record(player.client.record(player.table))
        assert Table.replay(open_box("cambria"), record).over
        mine = [move.act for move in record.moves if move.seat == 0]
        assert len(mine) <= len(player.acknowledged) + player.unsure
        with connect(url) as db:
            rows = db.execute(
                "SELECT number, act FROM log WHERE table_id = %s ORDER BY number", (player.table,)
            ).fetchall()
        assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
        assert [act for _, act in rows] == [move.act for move in record.moves]
    return sum(len(player.acknowledged) for player in players)


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("kills", "seed"), [(1, 1), *(pytest.param(20, n, marks=LONG) for n in range(2, 7))]
)
def test_workers_are_killed_in_the_middle_of_everything(
    tmp_path: Path, kills: int, seed: int, record_property: Callable[[str, object], None]
) -> None:
    luck = random.Random(seed)
    acknowledged = 0
    with city(tmp_path) as (address, workers, _, url):
        players = players_at(address, seed)
        for number in range(kills):
            if not progress(players, 3):
                for each in players:
                    each.join(GAME)
                acknowledged += check(players, url)
                players = players_at(address, seed + 10 * number)
                progress(players, 3)
            time.sleep(luck.random() * 0.15)
            victim = luck.choice(workers)
            assert victim.end(signal.SIGKILL) == -signal.SIGKILL
            progress(players, 1)
            victim.begin()
            victim.wait()
        record_property("kills", kills)
        record_property("acknowledged", acknowledged + check(players, url))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_worker_that_stood_still_writes_nothing_when_it_goes_on(
    tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    with city(tmp_path) as (address, workers, _, url):
        players = players_at(address, seed)
        for one, other in (workers, reversed(workers)):
            if not progress(players, 3):
                break
            one.send(signal.SIGSTOP)
            # All tables go on at the other worker, once it takes this one for dead.
            near = f"http://127.0.0.1:{other.port}"
            for player in players:
                deadline = time.monotonic() + GAME
                while True:
                    assert time.monotonic() < deadline
                    try:
                        Client(near, player.client.token).table(player.table)
                        break
                    except (ApiError, OSError):
                        time.sleep(0.2)
            one.send(signal.SIGCONT)
        record_property("acknowledged", check(players, url))


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT], ids=["restarted", "killed"])
def test_the_database_goes_and_comes_back(
    tmp_path: Path, how: signal.Signals, record_property: Callable[[str, object], None]
) -> None:
    with city(tmp_path) as (address, _, server, url):
        players = players_at(address, 5)
        for _ in range(4):
            if not progress(players, 5):
                break
            server.stop(how)
            time.sleep(0.5)
            server.start()
        record_property("acknowledged", check(players, url))


@pytest.mark.long
def test_a_rolling_restart_interrupts_nobody(tmp_path: Path) -> None:
    """`ludus serve --workers 2` starts its workers anew one by one when it is told to."""
    with postgres() as server:
        url = fresh(server)
        words = ["serve", "--store", url, "--workers", "2", "--port", "0", "--no-browser"]
        with (tmp_path / "log").open("w") as errors:
            running = subprocess.Popen(
                [sys.executable, "-m", "ludus", *words],
                env={**os.environ, **PLENTY},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert running.stdout is not None
        try:
            line = running.stdout.readline()
            assert line.startswith("Ludus is at http"), (tmp_path / "log").read_text()
            client = Client.register(line.split()[3], "Ann")
            table = client.open_table("cambria", ["me", "me"]).id
            before = ids(url)
            running.send_signal(signal.SIGHUP)
            made = 0
            deadline = time.monotonic() + GAME
            while len(ids(url) - before) < 2 or ids(url) & before:
                assert time.monotonic() < deadline, (tmp_path / "log").read_text()
                try:
                    seen = client.table(table)
                    if seen.stage == "over":
                        table, made = client.open_table("cambria", ["me", "me"]).id, 0
                        continue
                    decision = seen.decisions[0]
                    client.act(table, decision, decision.options[0].action)
                    made += 1
                except ApiError as error:
                    # A connection that ended, or a move that was made though its answer was lost.
                    assert error.status in (0, 409, 503), error
            assert client.table(table).length >= made
        finally:
            running.send_signal(signal.SIGINT)
            assert running.wait(PATIENCE) == 0
            running.stdout.close()


def ids(url: str) -> set[str]:
    """The workers that there are."""
    with connect(url) as db:
        return {id for (id,) in db.execute("SELECT id FROM workers")}
