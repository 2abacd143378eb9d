"""A backup of a server that is being played on, restored into another folder."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.cli.run import Ludus
from tests.web.process import process
from tests.web.test_kill import Player

from ludus.core.record import read_record
from ludus.web.api.client import Client

PLAYERS = 3
ENOUGH = 12
"""Moves of each player before the backup is made, and as many more before the server ends."""


@pytest.fixture
def ludus(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ludus:
    return Ludus(capsys, monkeypatch)


def moved(players: list[Player], count: int) -> None:
    """Wait until each player has made so many moves."""
    pause = threading.Event()
    while any(len(player.acknowledged) < count and player.is_alive() for player in players):
        pause.wait(0.02)


def test_a_backup_taken_under_load_restores_to_the_same_tables(
    tmp_path: Path, ludus: Ludus
) -> None:
    folder, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "backup"
    records = {}
    with process(folder, bot_pause=0) as server:
        players = []
        for number in range(PLAYERS):
            client = Client.register(server.address, f"Robot {number}")
            table = client.open_table("cambria", ["me", "bot:random", "bot:random"])
            players.append(Player(client, table.id, number))
        for player in players:
            player.start()
        moved(players, ENOUGH)
        before = {player.table: len(player.acknowledged) for player in players}
        ran = ludus("backup", file, "--data", folder)
        assert ran.status == 0, ran.err
        assert f"{PLAYERS} tables with" in ran.out
        moved(players, 2 * ENOUGH)
        assert "stop it first" in ludus.refuses("restore", file, "--data", folder, "--replace")
        for player in players:
            player.stop.set()
        for player in players:
            player.join()
            records[player.table] = read_record(player.client.record(player.table)).moves
    assert ludus("restore", file, "--check").status == 0
    ran = ludus("restore", file, "--data", other)
    assert ran.status == 0, ran.err
    assert "there are tables already" in ludus.refuses("restore", file, "--data", other)
    with process(other, bot_pause=600) as server:
        for player in players:
            # The same person, by the same token: the secret came along.
            client = Client(server.address, player.client.token)
            restored = read_record(client.record(player.table)).moves
            assert restored == records[player.table][: len(restored)]
            mine = [move for move in restored if move.seat == 0]
            assert len(mine) >= before[player.table] >= ENOUGH


def test_a_folder_that_has_tables_is_replaced_only_on_demand(tmp_path: Path, ludus: Ludus) -> None:
    folder, file = tmp_path / "data", tmp_path / "backup"
    with process(folder) as server:
        client = Client.register(server.address, "Robota")
        table = client.open_table("cambria", ["me", "open"])
        assert ludus("backup", file, "--data", folder).status == 0
        later = client.open_table("cambria", ["me", "open"])
    ran = ludus("restore", file, "--data", folder, "--replace")
    assert ran.status == 0, ran.err
    (aside,) = folder.glob("ludus.2*.sqlite")
    assert str(aside) in ran.out
    with process(folder) as server:
        found = {row.id for row in Client(server.address, client.token).tables("mine")}
    assert found == {table.id}
    assert later.id not in found


def test_nothing_to_back_up_is_told(tmp_path: Path, ludus: Ludus) -> None:
    said = ludus.refuses("backup", tmp_path / "x", "--data", tmp_path / "none")
    assert "no server has kept anything there" in said


def test_a_folder_whose_tables_are_in_a_database_is_not_backed_up(
    tmp_path: Path, ludus: Ludus
) -> None:
    """Its file is from before the move, and every backup of it would look like a good one."""
    folder, file = tmp_path / "data", tmp_path / "backup"
    with process(folder):
        pass
    (folder / "ludus.toml").write_text('store = "postgresql://ludus@db/ludus"\n')
    assert "pg_dump" in ludus.refuses("backup", file, "--data", folder)
    assert not file.exists()
