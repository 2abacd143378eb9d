"""A process that checks one pack: it is opened, played with at random, and then by bots.

It works on a copy of the files, so that whoever edits may go on, and says now and then how far it
is: a line of JSON each time, which tells all that is known so far.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec

from ludus.core.errors import LudusError
from ludus.core.pack_files import pack_digest, pack_files, write_pack
from ludus.core.registry import find_game
from ludus.kit.packs import PackReport, check_pack
from ludus.web.bots.pipe import write_line
from ludus.web.editor.boards import boards_of
from ludus.web.editor.tally import Count, Tally

GAMES: Final = 200
"""Games between bots."""
SECONDS: Final = 90.0
"""How long they may take together; in games that take longer there are fewer."""
PAUSE: Final = 0.7
"""Seconds between two lines."""
SHORT: Final = 16
"""Of the digest that names the state of a pack."""

State = Literal["reading", "playing", "bots", "done", "failed"]


class Progress(msgspec.Struct, frozen=True):
    """What is known so far."""

    state: State
    revision: str = ""
    """The state of the pack that is checked."""
    said: str = ""
    """What is wrong, line by line."""
    games: int = 0
    moves: int = 0
    """Of the random games that look for what breaks."""
    bots: int = 0
    most: int = GAMES
    counts: list[dict[int, Count]] = []


class Checker:
    """One check of the pack in a folder."""

    def __init__(self, folder: Path, place: Path) -> None:
        files = pack_files(folder)
        write_pack(files, place)
        self._folder, self._place = folder, place
        self.revision = pack_digest(files)[:SHORT]
        self._told = 0.0

    def run(self) -> None:
        self._tell("reading")
        report = check_pack(self._place, True, lambda _: self._tell("playing"))
        said = "\n".join(report.problems).replace(str(self._place), str(self._folder))
        if said or report.box is None:
            self._tell("failed", said, report)
        else:
            self._bots(report)

    def _bots(self, report: PackReport) -> None:
        box = report.box
        assert box is not None
        boards = boards_of(find_game(box.meta.name))
        tally = Tally(box, boards.board[0], boards.play)
        stop = time.monotonic() + SECONDS
        self._tell("bots", "", report, tally)
        for number in range(GAMES):
            if not tally.play(number, lambda: time.monotonic() < stop):
                break
            if time.monotonic() - self._told > PAUSE:
                self._tell("bots", "", report, tally)
        self._tell("done", "", report, tally)

    def _tell(
        self,
        state: State,
        said: str = "",
        report: PackReport | None = None,
        tally: Tally | None = None,
    ) -> None:
        self._told = time.monotonic()
        games, moves = (0, 0) if report is None else (report.games, report.moves)
        bots, counts = (0, []) if tally is None else (tally.games, tally.counts)
        progress = Progress(state, self.revision, said, games, moves, bots, GAMES, counts)
        write_line(msgspec.json.encode(progress))


def main() -> None:
    # Whoever plays at the same computer comes first.
    with suppress(OSError, AttributeError):
        os.nice(10)
    with tempfile.TemporaryDirectory(prefix="ludus-check-") as place:
        try:
            Checker(Path(sys.argv[1]), Path(place) / "pack").run()
        except (LudusError, OSError) as error:
            write_line(msgspec.json.encode(Progress("failed", said=str(error))))


if __name__ == "__main__":
    main()
