"""`ludus simulate`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.run import Ludus, heeding_interrupts

import ludus as ludus_package


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


KEPT = ("simulate", "cambria", "--games", 8, "--seats", 2, "--out", "games.jsonl", "--json")


def test_games_are_kept_and_written_as_a_table(ludus: Ludus, tmp_path: Path) -> None:
    told = ludus(*KEPT, "--table", "games.csv")
    assert json.loads(told.out)["report"]["games"] == 8
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 9
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 17
    again = ludus(*KEPT)
    assert json.loads(again.out)["report"] == json.loads(told.out)["report"]


def test_a_program_as_a_bot_and_its_troubles_on_stderr(ludus: Ludus, tmp_path: Path) -> None:
    name = f"cmd:{sys.executable} -c pass"
    told = ludus("simulate", "cambria", "--bots", f"{name},random", "--games", 1)
    assert told.status == 0
    assert f"ludus: game 0: {name}, seat 1, decision 1: it ended with status 0" in told.err
    assert "greedy plays on" in told.err


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_it_goes_on_after_an_interruption(
    ludus: Ludus, tmp_path: Path, end: signal.Signals
) -> None:
    """Stopped in the middle by a key or by force, the same command finishes the same games."""
    path = tmp_path / "games.jsonl"
    command = ["simulate", "cambria", "--seats", "2", "--games", "1500", "--out", str(path)]
    with heeding_interrupts():
        process = subprocess.Popen(
            [sys.executable, "-m", "ludus", *command, "--jobs", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(Path(ludus_package.__file__).parents[1])},
        )
    while not (path.exists() and path.read_bytes().count(b"\n") > 8):
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    process.send_signal(end)
    _, err = process.communicate()
    kept = path.read_bytes().count(b"\n") - 1
    assert 8 <= kept < 1500
    if end == signal.SIGINT:
        assert process.returncode == 130
        assert f"of 1,500 games are in {path}; the same command continues" in err
    few = [*command[:5], str(kept + 2), *command[6:], "--json"]
    told = json.loads(ludus(*few).out)["report"]
    del few[-3:-1]
    assert told == json.loads(ludus(*few).out)["report"]


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
        (("--bots", "cmd:./nowhere"), "there is no program './nowhere'"),
        (("--table", "games.csv"), "--table: name the file of results too"),
        (("--out", "games.jsonl", "--table", "games.doc"), "ends in .csv or .parquet"),
        (("--out", "nowhere/games.jsonl"), "there is no folder nowhere"),
        (("--patience", "0"), "--patience: 0 seconds are too few"),
    ],
)
def test_bad_plans_are_refused(ludus: Ludus, arguments: tuple[str, ...], message: str) -> None:
    assert message in ludus.refuses("simulate", "cambria", *arguments)
