"""The way of one move through the server stays short enough to be read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludus.core.registry import games

ROOT = Path(__file__).resolve().parents[2]
MOST = 20
"""Modules outside the games on the way of a move to the disk, the writing thread included."""


@pytest.mark.parametrize("game", sorted(games()))
def test_a_move_passes_few_modules_and_asks_the_rules_once_for_each_position(game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "trace_move.py"), game],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len([*found["to_disk"], *found["writing"]]) <= MOST, found
    assert found["positions"] > 0
    assert found["questions"] == found["positions"]
