"""`ludus analyse`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import Ludus


@pytest.fixture
def game(ludus: Ludus, tmp_path: Path) -> Path:
    file = tmp_path / "game.jsonl"
    ludus("play", "cambria", "--seats", "greedy,random", "--seed", 5, "--save", file)
    return file


def test_tells_chances_luck_and_mistakes(ludus: Ludus, game: Path, tmp_path: Path) -> None:
    told = ludus("analyse", game, "--svg", tmp_path / "curve.svg")
    assert told.status == 0
    for words in ("chance to win", "near the best", "was dice and draws", "The costliest choices"):
        assert words in told.out
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<svg")
    found = json.loads(ludus("analyse", game, "--json").out)
    assert found["game"] == "cambria"
    assert len(found["points"]) == game.read_text("utf-8").count("\n") - 1


def test_bad_files_are_refused(ludus: Ludus, game: Path, tmp_path: Path) -> None:
    assert "cannot be read" in ludus.refuses("analyse", tmp_path / "none.jsonl")
    assert "there is no folder" in ludus.refuses("analyse", game, "--svg", tmp_path / "no" / "c")
    head = game.read_text("utf-8").splitlines()[0]
    empty = tmp_path / "empty.jsonl"
    empty.write_text(head + "\n", encoding="utf-8")
    assert "no move has been played" in ludus.refuses("analyse", empty)
