"""A server that has played many games is no larger than one that has played a few."""

from __future__ import annotations

import itertools
import resource
from pathlib import Path

import pytest
from tests.web.test_kill import GAME, Killable, Player, killable

from ludus.core.record import read_record
from ludus.core.registry import all_games, find_game, open_box
from ludus.core.table import Table
from ludus.web.api.client import Client

AT_ONCE = 4
PAGE = resource.getpagesize()


def memory(server: Killable) -> int:
    """The bytes that the server and its bots have in memory."""
    pages = (Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in server.processes)
    return sum(int(count) for count in pages) * PAGE


def play(client: Client, game: str, seed: int) -> None:
    """Play some games to their ends, side by side, and read them back."""
    seats = max(2, min(find_game(game).meta.seats))
    tables = [client.open_table(game, ["me", *["bot:easy"] * (seats - 1)]) for _ in range(AT_ONCE)]
    players = [Player(client, table.id, seed + number) for number, table in enumerate(tables)]
    for player in players:
        player.start()
    for player in players:
        player.join(GAME)
        assert player.end is not None
        assert player.end.stage == "over"
        record = read_record(client.record(player.table))
        assert Table.replay(open_box(game), record).over


@pytest.mark.parametrize(
    ("games", "rounds", "growth"),
    [
        (("cambria",), 3, 1.15),
        pytest.param(tuple(all_games()), 30, 1.1, marks=pytest.mark.long),
    ],
    ids=["sample", "long"],
)
def test_memory_does_not_grow_with_the_games_played(
    tmp_path: Path, games: tuple[str, ...], rounds: int, growth: float
) -> None:
    sizes: list[int] = []
    with killable(tmp_path, idle_over=0.5) as server:
        client = Client.register(server.address, "Player")
        for number, game in zip(range(rounds), itertools.cycle(games), strict=False):
            play(client, game, AT_ONCE * number)
            sizes.append(memory(server))
    # Bot processes are replaced from time to time, so peaks are compared.
    third = rounds // 3
    assert max(sizes[-third:]) < max(sizes[:third]) * growth
