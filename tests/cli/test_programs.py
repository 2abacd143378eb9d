"""Programs at the terminal's table: `ludus play --seats me,cmd:COMMAND`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from tests.cli.run import Ludus

EXAMPLE = Path(__file__).parents[2] / "examples" / "stdio_bot.py"


def test_a_program_plays_at_the_terminal(ludus: Ludus) -> None:
    command = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"
    told = ludus("play", "cambria", "--seats", f"{command},random", "--seed", 3)
    assert told.status == 0
    assert "Aurelia (program)" in told.out
    assert "asked again" not in told.out


def test_one_that_fails_is_named_and_the_game_goes_on(ludus: Ludus) -> None:
    told = ludus("play", "cambria", "--seats", f"cmd:{sys.executable} -c pass,random", "--seed", 3)
    assert told.status == 0
    assert "Aurelia (program): cmd:" in told.out
    assert "greedy plays on" in told.out


def test_one_that_is_not_there_is_refused(ludus: Ludus) -> None:
    assert "there is no program './nobody'" in ludus.refuses(
        "play", "cambria", "--seats", "me,cmd:./nobody"
    )
