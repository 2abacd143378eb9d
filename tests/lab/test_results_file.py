"""Results on disk: gone on with after any interruption, refused when broken, written as tables."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from pyarrow import parquet

from ludus.core.errors import BadRequest, FileError
from ludus.core.registry import open_box
from ludus.lab.export import COLUMNS, check_table, write_table
from ludus.lab.plan import Plan
from ludus.lab.results_file import ResultsFile
from ludus.lab.rows import GameRow
from ludus.lab.simulate import Tally, rows_of, simulate
from ludus.lab.worker_pool import ProcessPool

PLAN = Plan("cambria", 2, ("random",), 12, seed=8).checked()
BOX = open_box("cambria")


def played(path: Path, plan: Plan = PLAN) -> tuple[Tally, list[int]]:
    """Simulate with a results file; the tally and the numbers of the games that were played now."""
    fresh: list[GameRow] = []
    with ResultsFile.open(path, plan, BOX) as results:
        tally = simulate(plan, results=results, on_game=fresh.append)
    return tally, [row.game for row in fresh]


def test_a_file_of_all_games_and_nothing_is_played_twice(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    alone = simulate(PLAN)
    assert played(path) == (alone, list(range(12)))
    text = path.read_text()
    assert played(path) == (alone, [])
    assert path.read_text() == text
    assert json.loads(text.splitlines()[0])["seed"] == 8


def test_it_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    alone, _ = played(path)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + lines[6][:20])
    assert played(path) == (alone, list(range(5, 12)))
    assert sorted(path.read_bytes().splitlines()) == sorted(whole.splitlines())
    path.write_bytes(lines[0][:30])
    assert played(path) == (alone, list(range(12)))


def test_games_may_stand_in_any_order_and_with_gaps(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    alone, _ = played(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[9] + lines[3])
    tally, fresh = played(path)
    assert tally == alone
    assert fresh == [0, 1, *range(3, 8), *range(9, 12)]
    with ResultsFile.open(path, PLAN, BOX) as results:
        assert [row.game for row in results.rows()] == list(range(12))


def test_more_games_add_to_the_file_and_fewer_are_the_first_of_them(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    few = replace(PLAN, games=4)
    assert played(path, few)[0] == simulate(few)
    assert played(path) == (simulate(PLAN), list(range(4, 12)))
    assert played(path, few) == (simulate(few), [])


def test_several_processes_write_the_same_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with ResultsFile.open(path, PLAN, BOX) as results:
        tally = simulate(PLAN, pool=ProcessPool(2), results=results)
        assert tally == simulate(PLAN)
        assert list(results.rows()) == rows_of((PLAN, tuple(range(12))))


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (replace(PLAN, seed=9), "seed is 8, not 9"),
        (replace(PLAN, bots=("greedy", "random")), "bots is"),
        (replace(PLAN, options={"side": "cumbria"}).checked(), "options is"),
    ],
)
def test_results_of_another_plan_are_refused(tmp_path: Path, other: Plan, message: str) -> None:
    path = tmp_path / "games.jsonl"
    played(path, replace(PLAN, games=1))
    text = path.read_text()
    with pytest.raises(FileError, match=message):
        ResultsFile.open(path, other, BOX)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello\n", "line 1: JSON is malformed"),
        ("no line end", "not a file of results"),
        ('{"ludus_results":1}\n', "line 1: Object missing required field"),
        ("HEADER{}\n", "line 2: Object missing required field"),
        ("HEADER\x00\x00\n", "line 2: JSON is malformed"),
    ],
)
def test_broken_files_are_refused_and_left_alone(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    played(path, replace(PLAN, games=1))
    header = path.read_text().splitlines(keepends=True)[0]
    path.write_text(text.replace("HEADER", header))
    before = path.read_bytes()
    with pytest.raises(FileError, match=message):
        ResultsFile.open(path, PLAN, BOX)
    assert path.read_bytes() == before


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with (
        ResultsFile.open(path, PLAN, BOX),
        pytest.raises(FileError, match="another simulation is writing"),
    ):
        ResultsFile.open(path, PLAN, BOX)
    with ResultsFile.open(path, PLAN, BOX):
        pass


def test_tables_have_a_row_for_each_seat_in_order(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with ResultsFile.open(path, PLAN, BOX) as results:
        simulate(PLAN, results=results)
        write_table(tmp_path / "games.csv", results)
        write_table(tmp_path / "games.parquet", results)
        rows = list(results.rows())
    with (tmp_path / "games.csv").open(newline="") as file:
        read = list(csv.DictReader(file))
    assert list(read[0]) == list(COLUMNS)
    assert [(int(row["game"]), int(row["seat"])) for row in read] == [
        (game, seat) for game in range(12) for seat in (1, 2)
    ]
    assert [int(row["score"]) for row in read] == [s for row in rows for s in row.scores]
    assert sum(float(row["win"]) for row in read) == 12
    table = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [{name: str(cell) for name, cell in row.items()} for row in table] == read


def test_other_kinds_of_table_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"ends in \.csv or \.parquet, not in '\.xls'"):
        check_table(tmp_path / "games.xls")
