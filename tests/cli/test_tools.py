"""`ludus fuzz`, `ludus perft` and `ludus clauses`: the kit from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import Ludus

from ludus.core.registry import find_game
from ludus.kit import fuzz as kit_fuzz
from ludus.kit.fuzz import Failure, FuzzReport


def test_fuzz_tells_what_it_played(ludus: Ludus, tmp_path: Path) -> None:
    out = tmp_path / "failures"
    told = ludus("fuzz", "cambria", "--games", 6, "--seats", 2, "--out", out)
    assert told.status == 0
    assert told.out.startswith("6 games, ")
    assert "0 failed" in told.out
    assert not out.exists()


def test_fuzz_can_play_so_many_games_at_each_player_count(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus("fuzz", "cambria", "--games", 1, "--each", "--out", tmp_path / "failures")
    assert told.status == 0
    assert told.out.startswith("4 games, ")


def test_fuzz_fails_when_a_game_does(ludus: Ludus, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(plan: kit_fuzz.Plan, jobs: int, progress: kit_fuzz.Progress) -> FuzzReport:
        progress(plan.games, 1)
        return FuzzReport(1, 5, failures=[Failure(0, "2 seats", "even", "a piece is lost", None)])

    monkeypatch.setattr("ludus.cli.fuzz.fuzz", failing)
    told = ludus("fuzz", "cambria", "--games", 1)
    assert told.status == 1
    assert "a piece is lost" in told.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "7"), "Cambria is for 2 to 5 players, not 7"),
        (("--games", "0"), "argument --games: 0 is too small"),
        (("--pack", "nowhere"), "nowhere: no such pack"),
    ],
)
def test_bad_fuzz_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("fuzz", "cambria", *arguments)


def test_failures_need_a_folder(ludus: Ludus, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert "not a folder" in ludus.refuses("fuzz", "cambria", "--out", file)


def test_perft_counts_by_first_move(ludus: Ludus) -> None:
    """The start is rolled for with two dice, which have 21 pairs; two players roll in turn."""
    told = ludus("perft", "cambria", "--seats", 2, "--depth", 4)
    assert told.out.splitlines() == [
        "  0 roll                            441",
        "depth 4: 441 paths",
    ]


def test_perft_starts_anywhere_in_a_record(ludus: Ludus, record: Path) -> None:
    start = ludus("perft", "cambria", "--seats", 3, "--depth", 1).out
    assert ludus("perft", "cambria", "--record", record, "--at", 0, "--depth", 1).out == start
    told = ludus("perft", "cambria", "--record", record, "--depth", 1)
    assert told.out == "depth 1: 0 paths\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--at", "3"), "name one with --record"),
        (("--seats", "1"), "Cambria is for 2 to 5 players, not 1"),
        (("--record", "none.jsonl"), "none.jsonl: cannot be read"),
        (("--depth", "0"), "0 is too small"),
    ],
)
def test_bad_perft_positions_are_refused(
    ludus: Ludus, arguments: tuple[str, ...], message: str
) -> None:
    assert message in ludus.refuses("perft", "cambria", *arguments)


def test_a_record_keeps_its_own_table(ludus: Ludus, record: Path) -> None:
    told = ludus.refuses("perft", "cambria", "--record", record, "--seats", 2)
    assert "a record has its own" in told
    told = ludus.refuses("perft", "cambria", "--record", record, "--at", 9999)
    assert "no position 9999" in told


def test_clauses_lists_every_clause_with_its_tests(ludus: Ludus) -> None:
    told = ludus("clauses", "cambria")
    assert told.status == 0
    assert "cambria.turn.10  " in told.out
    assert "test_everybody_sees_everything" in told.out


def test_clauses_check_fails_on_a_clause_that_no_test_shows(
    ludus: Ludus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = find_game("cambria")
    (tmp_path / "tests").mkdir()
    (tmp_path / "meta.toml").write_bytes((game.folder / "meta.toml").read_bytes())
    (tmp_path / "clauses.toml").write_text(
        '[[clause]]\nid = "cambria.a.1"\nwhere = "p1"\nsays = "Water is wet."\ncheck = "touch"\n',
        encoding="utf-8",
    )
    bare = type(game)(tmp_path, game.build)
    monkeypatch.setattr("ludus.cli.clauses.find_game", lambda name: bare)
    told = ludus("clauses", "cambria", "--check")
    assert told.status == 1
    assert "cambria.a.1 is shown by no test: Water is wet." in told.out
    assert "0 of 1 clauses are shown" in told.out


def test_clauses_need_their_tests(ludus: Ludus, tmp_path: Path) -> None:
    missing = tmp_path / "none"
    assert f"{missing}: not found" in ludus.refuses("clauses", "cambria", "--tests", missing)
