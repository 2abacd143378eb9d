"""The examples run as they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ludus

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("five_lines.py", (), "Outcome(scores=(12, 10, 17), ranks=(2, 3, 1), reason='passes')"),
        ("write_a_bot.py", ("--games", "4"), "thrifty  wins"),
        (
            "train_cambria.py",
            ("--minutes", "0", "--least", "3", "--games", "4", "--rivals", "random"),
            "games against itself\nagainst random",
        ),
    ],
)
def test_an_example_runs(name: str, arguments: tuple[str, ...], says: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(ludus.__file__).parents[1])},
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
