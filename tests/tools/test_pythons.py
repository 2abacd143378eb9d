"""The Pythons of a machine: which of them the core of the suite is run on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tools.pythons import TESTS, pythons

ROOT = Path(__file__).parents[2]


def a_python(folder: Path, name: str, says: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{says}\n")
    path.chmod(0o755)


def test_one_of_each_version_that_is_new_enough_and_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = "{}.{}".format(*sys.version_info[:2])
    here, there = tmp_path / "bin", tmp_path / "pyenv" / "versions" / "3.98.1" / "bin"
    a_python(here, "python3.99", "echo 3 99")
    a_python(here, "python3.97", "exit 1")
    a_python(here, "python3.10", "echo 3 10")
    a_python(here, f"python{mine}", f"echo {mine.replace('.', ' ')}")
    a_python(here, "python3.99-config", "echo 3 99")
    a_python(there, "python3.99", "echo 3 99")
    a_python(there, "python3.98", "echo 3 98")
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{tmp_path / 'nowhere'}")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert pythons() == {(3, 98): there / "python3.98", (3, 99): here / "python3.99"}


def test_what_is_run_there_exists() -> None:
    assert all((ROOT / each).is_file() for each in TESTS)
