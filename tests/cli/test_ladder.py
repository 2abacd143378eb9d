"""`ludus ladder`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import Ludus

BOTS = ("--bots", "random,greedy:8")


def test_plays_keeps_tells_and_writes(ludus: Ludus, tmp_path: Path) -> None:
    kept = tmp_path / "rows.jsonl"
    command = ("ladder", "cambria", *BOTS, "--keep", kept)
    told = ludus(*command, "--games", 2, "--write", tmp_path)
    assert told.status == 0
    assert "greedy:8 - random" in told.out
    assert len(kept.read_text("utf-8").splitlines()) == 3
    assert "cambria.svg" in (tmp_path / "cambria.md").read_text("utf-8")
    assert (tmp_path / "cambria.svg").read_text("utf-8").startswith("<svg")
    assert ludus(*command, "--games", 0).out == told.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "random"), "two bots or more"),
        ((*BOTS, "--pairs", "hard-random"), "--pairs: 'hard-random' is no pair of random"),
        ((*BOTS, "--write", "nowhere"), "there is no folder nowhere"),
        ((*BOTS, "--games", "some"), "'some' is not a whole number"),
    ],
)
def test_bad_ladders_are_refused(
    ludus: Ludus, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    kept = tmp_path / "rows.jsonl"
    assert message in ludus.refuses("ladder", "cambria", "--keep", kept, *arguments)
