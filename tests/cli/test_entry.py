"""The command line as a whole: help, versions, and errors that cost nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.run import Ludus

import ludus as package
from ludus.cli.entry import COMMANDS


def test_help_names_every_command(ludus: Ludus) -> None:
    told = ludus("--help")
    assert told.status == 0
    for command in COMMANDS:
        assert re.search(rf"\n    {command.name}\s", told.out)


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_explains_itself_with_an_example(ludus: Ludus, name: str) -> None:
    told = ludus(name, "--help")
    assert told.status == 0
    assert f"  ludus {name} " in told.out or f"  ludus {name}\n" in told.out


def test_version(ludus: Ludus) -> None:
    assert ludus("--version").out == f"ludus {package.__version__}\n"


@pytest.mark.parametrize("arguments", [(), ("conquer",), ("games", "--colour"), ("simulate",)])
def test_what_cannot_be_parsed_is_refused(ludus: Ludus, arguments: tuple[str, ...]) -> None:
    assert "usage: ludus" in ludus.refuses(*arguments)


def test_options_cannot_be_abbreviated(ludus: Ludus) -> None:
    assert "--seat" in ludus.refuses("simulate", "cambria", "--seat", "3")


def test_python_m_ludus_is_the_same() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "ludus", "games", "--names"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cambria" in ran.stdout.split()


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    """As in `ludus replay game.jsonl | head -1`."""
    command = f"{sys.executable} -m ludus simulate cambria --games 3 --json"
    ran = subprocess.run(
        ["bash", "-c", f"{{ {command}; echo $? >{tmp_path / 'status'}; }} | true"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""


def test_an_interrupt_is_told_in_one_line(ludus: Ludus, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludus.cli.simulate.simulate", interrupt)
    told = ludus("simulate", "cambria")
    assert (told.status, told.err) == (130, "ludus: interrupted\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "catan"),
        ("simulate", "catan"),
        ("games", "catan"),
        ("fuzz", "catan"),
        ("perft", "catan"),
        ("clauses", "catan"),
        ("bench", "--games", "catan"),
        ("content", "copy", "catan", "x"),
    ],
)
def test_an_unknown_game_is_refused_with_those_there_are(
    ludus: Ludus, arguments: tuple[str, ...]
) -> None:
    told = ludus.refuses(*arguments)
    assert "unknown game 'catan'" in told
    assert "cambria" in told


@pytest.mark.parametrize("command", ["play", "simulate", "fuzz", "perft"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("moon=full", "unknown option 'moon'"),
        ("side=wales", "cannot be 'wales': choose one of cambria, cumbria"),
        ("side", "'side' is not KEY=VALUE"),
        ("side=cambria,side=cumbria", "'side' is given twice"),
    ],
)
def test_a_bad_option_is_refused(ludus: Ludus, command: str, text: str, message: str) -> None:
    assert message in ludus.refuses(command, "cambria", "--options", text)
