"""Fixtures for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.run import Ludus

from ludus.core.chance import SeededRng
from ludus.core.registry import open_box
from ludus.core.table import Table


@pytest.fixture
def ludus(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Ludus:
    """The command line in an empty folder, where it may save what it likes."""
    monkeypatch.chdir(tmp_path)
    return Ludus(capsys, monkeypatch)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Cambria, as a file."""
    box = open_box("cambria")
    table = Table(box, ("Anna", "Ben", "Cleo"))
    rng = SeededRng(5)
    while not table.over:
        table.settle(rng)
        for decision in table.decisions()[:1]:
            table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    path = tmp_path / "game.jsonl"
    path.write_text(table.record.dump(), encoding="utf-8")
    return path
