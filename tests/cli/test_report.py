"""`ludus report`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.run import Ludus

SMALL = ("report", "cambria", "--bots", "random", "--games", 3)


def test_tells_what_was_counted(ludus: Ludus) -> None:
    told = ludus(*SMALL, "--seats", 3, "--text")
    assert told.status == 0
    assert "Cambria: 3 games, 3 seats, random" in told.out
    assert "Forts captured" in told.out


def test_counts_are_kept_and_add_up(ludus: Ludus, tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    ludus(*SMALL, "--counts", one, "--text")
    ludus(*SMALL, "--seed", 1, "--counts", two, "--text")
    told = ludus("report", "cambria", "--from", one, "--from", two, "--json")
    assert json.loads(told.out)["games"] == 6


def test_counts_that_were_kept_are_gone_on_with(ludus: Ludus, tmp_path: Path) -> None:
    kept, whole = tmp_path / "kept.json", tmp_path / "whole.json"
    ludus(*SMALL, "--counts", kept, "--text")
    more = ("report", "cambria", "--bots", "random", "--games", 5, "--text", "--counts")
    assert "5 games" in ludus(*more, kept).out
    ludus(*more, whole)
    assert kept.read_bytes() == whole.read_bytes()
    assert "holds games 0 to 4 of seed 0 too" in ludus.refuses(*more, kept, "--seed", 1)
    assert "counts of another plan" in ludus.refuses(*more, kept, "--seats", 3)


def test_writes_a_page(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus(*SMALL)
    assert told.status == 0
    assert "cambria-balance.html: Cambria, 3 games" in told.out
    assert "<h1>" in (tmp_path / "cambria-balance.html").read_text()


def test_what_cannot_be_reported_is_refused(ludus: Ludus, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": 1')
    assert f"{broken}: " in ludus.refuses("report", "cambria", "--from", broken)
    assert "cannot be read" in ludus.refuses("report", "cambria", "--from", tmp_path / "none")
    kept = tmp_path / "kept.json"
    ludus(*SMALL, "--counts", kept, "--text")
    assert "counts of cambria, not of conqueror" in ludus.refuses(
        "report", "conqueror", "--from", kept
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--games", "0"), "argument --games: 0 is too small: 1 or more"),
        (("--bots", "clever"), "unknown bot 'clever'"),
        (("--against", "built-in"), "both packs hold the same"),
        (("--against", "nowhere"), "nowhere: no such pack"),
        (("--out", "nowhere/page.html"), "there is no folder nowhere"),
        (("--seats", "9"), "Cambria is for 2 to 5 players, not 9"),
    ],
)
def test_bad_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("report", "cambria", *arguments)
