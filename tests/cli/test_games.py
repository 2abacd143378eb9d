"""`ludus games`."""

from __future__ import annotations

import json

from tests.cli.run import Ludus

from ludus.core.registry import games


def test_lists_the_games_that_are_offered(ludus: Ludus) -> None:
    lines = ludus("games").out.splitlines()
    assert [line.split()[0] for line in lines] == list(games())
    assert ludus("games", "--names").out.split() == list(games())


def test_tells_players_length_and_options_of_one(ludus: Ludus) -> None:
    told = ludus("games", "cambria").out
    assert "2 to 5 players" in told
    assert "15 to 25 min" in told
    assert "side=cambria  or cumbria" in told


def test_json(ludus: Ludus) -> None:
    every = json.loads(ludus("games", "--json").out)
    assert [meta["name"] for meta in every] == list(games())
    one = json.loads(ludus("games", "cambria", "--json").out)
    assert one["seats"] == [2, 3, 4, 5]
