"""A worker process that analyses one game: a record comes in, progress and the result go out.

Every line of output is JSON: `{"done": 12}` after so many moves, and at the end the report or
`{"error": "..."}`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from ludus.core.errors import LudusError
from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.lab.analysis import Analysis, Shown, analyse, shown
from ludus.web.bots.pipe import write_line

NICENESS = 10
REPORT_EVERY = 8
"""Moves between two lines of progress."""


class AnalysisReport(msgspec.Struct, frozen=True):
    """An analysis, with what was chosen and what the other choice was, as players read them."""

    analysis: Analysis
    mistakes: tuple[tuple[Shown, Shown], ...]
    turning_points: tuple[tuple[Shown, Shown], ...]


class Progress(msgspec.Struct, frozen=True):
    """One line of output."""

    done: int = 0
    lookback: AnalysisReport | None = None
    error: str = ""


def analyse_record(text: str, pack: str = "") -> AnalysisReport:
    """The analysis of a record; progress goes to standard output."""
    record = read_record(text)
    box = open_box(record.header.game, Path(pack) if pack else None)

    def report(done: int) -> None:
        if done % REPORT_EVERY == 0:
            write_line(msgspec.json.encode(Progress(done)))

    found = analyse(box, record, report)
    table = Table.replay(box, record)
    return AnalysisReport(
        found,
        tuple(shown(table, mistake) for mistake in found.mistakes),
        tuple(shown(table, point) for point in found.turning_points),
    )


def main() -> None:
    """Analyse the record on standard input, played with the pack that is named."""
    # Bots go first: nobody waits for an analysis as for a move.
    if sys.platform != "win32":
        os.nice(NICENESS)
    try:
        record = sys.stdin.buffer.read().decode("utf-8")
        told = Progress(lookback=analyse_record(record, *sys.argv[1:2]))
    except (LudusError, UnicodeDecodeError) as error:
        told = Progress(error=f"{error}")
    write_line(msgspec.json.encode(told))


if __name__ == "__main__":
    main()
