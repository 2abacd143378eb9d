"""`ludus tournament`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import Ludus

SMALL = ("tournament", "cambria", "--bots", "random,greedy", "--games", 4)


def test_tells_ratings_and_pairs(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus(*SMALL, "--out", "matches")
    assert told.status == 0
    assert "4 games a pair, 2 seats" in told.out
    assert "random against greedy" in told.out
    assert [path.name for path in (tmp_path / "matches").iterdir()] == ["1-2-1.jsonl"]
    again = json.loads(ludus(*SMALL, "--out", "matches", "--json").out)
    assert again["table"][0]["name"] == "greedy"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "greedy"), "two bots or more"),
        (("--bots", "greedy,clever"), "unknown bot 'clever'"),
        (("--bots", "greedy,random", "--seats", "9"), "2 to 5 players, not 9"),
        (("--bots", "greedy,random", "--seats", "1"), "1 is too small: 2 or more"),
        (("--bots", "greedy,random", "--out", "a/b"), "a/b: no folder for results"),
        ((), "the following arguments are required: --bots"),
    ],
)
def test_bad_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("tournament", "cambria", *arguments)
