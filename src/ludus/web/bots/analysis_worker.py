"""A process that looks back at one game: a record comes in, progress and the analysis go out.

Every line out is JSON: `{"done": 12}` after so many moves, at the end `{"analysis": ...}` with what
people read already in words, or `{"error": "..."}`.
"""

from __future__ import annotations

import os
import sys

import msgspec

from ludus.core.errors import LudusError
from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.lab.analysis import Analysis, analyse, labels
from ludus.web.bots.pipe import say

NICENESS = 10
TELL_EVERY = 8
"""Moves between two words on how far it is."""


class AnalysisReport(msgspec.Struct, frozen=True):
    """An analysis, and for each of its mistakes what was chosen and what was better, in words."""

    analysis: Analysis
    words: tuple[tuple[str, str], ...]


class Progress(msgspec.Struct, frozen=True):
    """One line of what an analyst says."""

    done: int = 0
    lookback: AnalysisReport | None = None
    error: str = ""


def look_back(text: str) -> AnalysisReport:
    """The analysis of a record; tells on stdout how far it is."""
    record = read_record(text)
    box = open_box(record.header.game)

    def tell(done: int) -> None:
        if done % TELL_EVERY == 0:
            say(msgspec.json.encode(Progress(done)))

    found = analyse(box, record, tell)
    table = Table.replay(box, record)
    return AnalysisReport(found, tuple(labels(table, mistake) for mistake in found.mistakes))


def main() -> None:
    """Look back at the record on stdin."""
    # Others go first: nobody waits for an analysis as for a move.
    os.nice(NICENESS)
    try:
        told = Progress(lookback=look_back(sys.stdin.buffer.read().decode("utf-8")))
    except (LudusError, UnicodeDecodeError) as error:
        told = Progress(error=f"{error}")
    say(msgspec.json.encode(told))


if __name__ == "__main__":
    main()
