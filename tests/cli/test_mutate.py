"""`ludus mutate`."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.cli.run import Ludus

from ludus.core.registry import find_game
from ludus.kit.mutation.record import Lines, TestRun
from ludus.kit.mutation.scope import digest_of

TESTS = "tests/test_capture.py"
SMALL = (
    "mutate",
    "cambria",
    "--file",
    "mechanics.py",
    "--sample",
    3,
    "--seed",
    1,
    "--tests",
    TESTS,
)
NOTICED = "tests/test_capture.py::test_the_leader_beats_each_other_player"


def known_lines(folder: Path) -> None:
    """As if it were recorded that one test runs the whole file."""
    game = find_game("cambria").folder
    count = len((game / "mechanics.py").read_text(encoding="utf-8").splitlines())
    every = dict.fromkeys(range(1, count + 1), "1")
    run = TestRun(NOTICED, 0.1, True)
    lines = Lines(digest_of(game), [run], {"mechanics.py": every}, {TESTS: ""})
    folder.mkdir(parents=True)
    (folder / "cambria-lines.json").write_bytes(msgspec.json.encode(lines))


def test_plants_tells_writes_and_goes_on(ludus: Ludus, tmp_path: Path) -> None:
    known_lines(tmp_path / "build" / "mutation")
    told = ludus(*SMALL, "--write", tmp_path)
    assert told.status == 0
    assert "Cambria, rules: 3 of " in told.out
    page = (tmp_path / "cambria.md").read_text(encoding="utf-8")
    command = (
        f"ludus mutate cambria --sample 3 --seed 1 --tests {TESTS} --file mechanics.py --write "
    )
    assert f"`{command}" in page
    results = tmp_path / "build" / "mutation" / "cambria.jsonl"
    before = results.read_text(encoding="utf-8")
    assert len(before.splitlines()) == 4
    found = json.loads(ludus(*SMALL, "--json").out)
    assert found["total"]["planted"] == 3
    assert results.read_text(encoding="utf-8") == before


def test_some_lines_of_a_file(ludus: Ludus, tmp_path: Path) -> None:
    known_lines(tmp_path / "build" / "mutation")
    whole = json.loads(ludus(*SMALL, "--json").out)["available"]
    place = ("mutate", "cambria", "--file", "mechanics.py:1-25", "--sample", 1, "--tests", TESTS)
    some = json.loads(ludus(*place, "--json").out)
    assert 0 < some["available"] < whole
    assert all(each["line"] <= 25 for each in some["survivors"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nothing",), "unknown game 'nothing'"),
        (("cambria", "--file", "rules/none.py"), "there is nothing to plant in rules/none.py"),
        (("cambria", "--file", "mechanics.py:1"), "there is nothing to plant in mechanics.py:1"),
        (("cambria", "--sample", "0"), "0 is too small"),
        (("cambria", "--tests", "tests/none.py"), "cambria has no tests in tests/none.py"),
        (("cambria", "--write", "nowhere"), "there is no folder nowhere"),
    ],
)
def test_bad_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("mutate", *arguments)
