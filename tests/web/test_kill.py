"""Kill the server in the middle of everything: nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.web.support import PATIENCE
from tests.web.test_operator import free_port
from tools.nginx import running as nginx

from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.web.api.client import ApiError, Client
from ludus.web.api.schemas import TableAnswer

LONG = pytest.mark.long
KILLS = 8
PLAYERS = 3
GAME = 600.0
"""Seconds until a game that bots play on is taken for stuck."""

SERVER = """
import json
import sys
from pathlib import Path
from ludus.web.server import serve
from ludus.web.config import NOT_COUNTED, Rate, Settings, all_quotas
plenty = Rate(10_000.0, 100_000)
serve(port=int(sys.argv[1]), data=Path(sys.argv[2]), settings=Settings(
    bot_pause=0.0, writes=plenty, address_writes=plenty, reads=plenty, beginnings=plenty,
    work=plenty, work_when_late=plenty, quotas=all_quotas(plenty), daily=NOT_COUNTED,
    **json.loads(sys.argv[3])))
"""


class Killable:
    """A server in a process of its own, always on the same port, which is kept for it."""

    def __init__(self, folder: Path, port: int, **settings: float | str) -> None:
        self._folder = folder
        self._port = port
        self._settings = json.dumps(settings)
        self.address = f"http://127.0.0.1:{port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(self._port), str(self._folder), self._settings],
            stdout=subprocess.PIPE,
            text=True,
        )
        self._process = process
        assert process.stdout is not None
        line = process.stdout.readline()
        assert self.address in line, f"the server did not start: {line!r}"

    @property
    def processes(self) -> list[int]:
        """Its process id, and those of the processes that it has started."""
        assert self._process is not None
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [pid, *(int(child) for child in children.split())]

    def end(self, how: signal.Signals) -> int:
        process = self._process
        assert process is not None
        process.send_signal(how)
        code = process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()
        return code


@contextmanager
def killable(folder: Path, **settings: float | str) -> Iterator[Killable]:
    with socket.socket() as kept:
        # Bound and never listened to: nobody else is given this port while the server is down.
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("127.0.0.1", 0))
        server = Killable(folder, kept.getsockname()[1], **settings)
        try:
            server.start()
            yield server
        finally:
            server.end(signal.SIGKILL)


class Player(threading.Thread):
    """Plays one game over the API, and remembers every move that was acknowledged."""

    def __init__(self, client: Client, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.table = table
        self.acknowledged: list[tuple[int, str]] = []
        """The position after the move, and the move."""
        self.stop = threading.Event()
        self.end: TableAnswer | None = None
        self._random = random.Random(seed)

    def run(self) -> None:
        for seen in self.client.follow(self.table):
            self.end = seen
            if self.stop.is_set():
                return
            for decision in seen.decisions:
                # Passing ends the game too soon for a server that is to be killed in it.
                options = [each.action for each in decision.options if each.action != "pass"]
                action = self._random.choice(options or ["pass"])
                try:
                    done = self.client.act(self.table, decision, action)
                except (ApiError, OSError):
                    continue
                self.acknowledged.append((done.position, action))


def lost(player: Player) -> list[tuple[int, str]]:
    """The acknowledged moves that the record does not hold."""
    # The player goes on meanwhile: what counts is what was acknowledged before the record is read.
    wanted = [action for _, action in player.acknowledged]
    record = read_record(player.client.record(player.table))
    mine = [move.act for move in record.moves if move.seat == 0]
    # A move may have been written though its answer was lost, so ours are a part of the record's.
    at = 0
    missing = []
    for number, action in enumerate(wanted):
        while at < len(mine) and mine[at] != action:
            at += 1
        if at == len(mine):
            missing.append((number, action))
        at += 1
    return missing


@pytest.mark.parametrize("seed", [4, *(pytest.param(n, marks=LONG) for n in range(5, 30))])
def test_no_acknowledged_move_is_lost(
    tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    with killable(tmp_path) as server:
        record_property("kills", KILLS)
        record_property("acknowledged", kill_and_look(server, server.address, seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30, 55))
def test_no_acknowledged_move_is_lost_behind_nginx(
    tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    """25 times 8 kills; players come by nginx, which finds nobody at home now and then."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with killable(tmp_path / "data", url=url) as server:
        upstream = server.address.removeprefix("http://")
        with nginx(tmp_path / "nginx", port, upstream):
            record_property("kills", KILLS)
            record_property("acknowledged", kill_and_look(server, url, seed))


def kill_and_look(server: Killable, address: str, seed: int) -> int:
    """Play at an address, kill the server again and again, and look whether anything is lost.

    Returns how many moves were acknowledged."""
    players = []
    for number in range(PLAYERS):
        client = Client.register(address, f"Player {number}")
        table = client.open_table("cambria", ["me", "bot:easy", "bot:random"])
        players.append(Player(client, table.id, seed + number))
    for player in players:
        player.start()
    luck = random.Random(seed)
    for _ in range(KILLS):
        before = sum(len(player.acknowledged) for player in players)
        deadline = time.monotonic() + GAME
        # Not before something happened, and then at any moment.
        while sum(len(player.acknowledged) for player in players) < before + 3:
            if all(player.end and player.end.stage == "over" for player in players):
                break
            assert time.monotonic() < deadline
            time.sleep(0.005)
        time.sleep(luck.random() * 0.15)
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        server.start()
        for player in players:
            assert lost(player) == []
    for player in players:
        player.join(GAME)
        assert not player.is_alive()
        assert player.end is not None
        assert player.end.stage == "over"
        assert lost(player) == []
        record = read_record(player.client.record(player.table))
        assert Table.replay(open_box("cambria"), record).over
    return sum(len(player.acknowledged) for player in players)


def test_a_table_of_bots_goes_on_by_itself_after_a_kill(tmp_path: Path) -> None:
    with killable(tmp_path) as server:
        host = Client.register(server.address, "Host")
        table = host.open_table("cambria", ["bot:easy", "bot:medium"])
        moved = table.length
        while host.table(table.id).length == moved:
            time.sleep(0.02)
        server.end(signal.SIGKILL)
        server.start()
        # Nobody looks at the table: it goes on all the same.
        deadline = time.monotonic() + GAME
        while not any(line.id == table.id for line in host.tables("finished")):
            assert time.monotonic() < deadline
            time.sleep(0.2)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_when_asked_to(tmp_path: Path, how: signal.Signals) -> None:
    with killable(tmp_path) as server:
        client = Client.register(server.address, "Ann")
        table = client.open_table("cambria", ["me", "bot:easy"])
        streams = [client.follow(table.id) for _ in range(3)]
        for stream in streams:
            next(stream)
        code = server.end(how)
        # uvicorn raises the signal again once everything is closed.
        assert code in (0, -how, 128 + how, 130)
        for stream in streams:
            stream.close()
        server.start()
        assert client.table(table.id).stage == "playing"


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    with killable(tmp_path):
        second = subprocess.run(
            [sys.executable, "-c", SERVER, "0", str(tmp_path), "{}"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert second.returncode != 0
        assert "another server uses this data folder" in second.stderr


def test_bots_do_not_outlive_the_server(tmp_path: Path) -> None:
    with killable(tmp_path) as server:
        client = Client.register(server.address, "Ann")
        client.open_table("cambria", ["bot:easy", "bot:easy"])
        deadline = time.monotonic() + PATIENCE
        while not (children := server.processes[1:]):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        server.end(signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while any(_alive(pid) for pid in children):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        server.start()


def _alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"
