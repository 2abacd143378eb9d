"""`ludus simulate`."""

from __future__ import annotations

import json

import pytest
from tests.cli.run import Ludus


def test_tells_shares_scores_lengths_and_speed(ludus: Ludus) -> None:
    told = ludus("simulate", "cambria", "--bots", "greedy,random,random", "--games", 6)
    assert told.status == 0
    for word in ("greedy", "random 1", "random 2", "95 % interval", "decisions a game", "games/s"):
        assert word in told.out
    assert told.err == ""


def test_json_is_the_same_for_any_number_of_jobs(ludus: Ludus) -> None:
    command = ("simulate", "cambria", "--seats", 3, "--games", 9, "--seed", 4, "--json")
    one, two = (json.loads(ludus(*command, "--jobs", jobs).out) for jobs in (1, 2))
    assert one["report"] == two["report"]
    assert one["report"]["games"] == 9
    assert two["speed"]["jobs"] == 2


def test_options_reach_the_game(ludus: Ludus) -> None:
    told = ludus("simulate", "cambria", "--games", 1, "--options", "side=cumbria", "--json")
    assert json.loads(told.out)["report"]["options"]["side"] == "cumbria"


def test_a_bar_is_drawn_when_asked_for(ludus: Ludus) -> None:
    told = ludus("simulate", "cambria", "--games", 300, "--progress")
    assert "300 of 300 games" in told.err
    assert "300 of 300 games" not in told.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "9"), "Cambria is for 2 to 5 players, not 9"),
        (("--seats", "0"), "argument --seats: 0 is too small: 1 or more"),
        (("--games", "none"), "argument --games: 'none' is not a whole number"),
        (("--bots", "random,clever"), "unknown bot 'clever': there are random, greedy"),
        (("--seats", "4", "--bots", "random,greedy"), "2 bots for 4 seats"),
        (("--bots", "random,"), "unknown bot ''"),
        (("--pack", "nowhere"), "nowhere: no such pack"),
    ],
)
def test_bad_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("simulate", "cambria", *arguments)
