"""The file of a simulation's results. Asking for more games than before adds to it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.game import AnyBox
from ludus.lab.lines_file import LinesFile
from ludus.lab.plan import Plan
from ludus.lab.rows import GameRow

FORMAT: Final = 1


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what all games in the file have in common."""

    ludus_results: int
    game: str
    version: int
    content: str
    pack: str
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, str]
    rotate: bool

    @classmethod
    def of(cls, plan: Plan, box: AnyBox) -> Header:
        return cls(
            FORMAT,
            plan.game,
            box.meta.version,
            box.content_hash,
            box.pack.info.name,
            plan.seats,
            plan.bots,
            plan.seed,
            dict(plan.options),
            plan.rotate,
        )


class ResultsFile(LinesFile[Header, GameRow]):
    """A results file, open for adding. It knows which games are in it, and where.

    A game depends on nothing but the seed and its number, so any games of a plan can be added.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self._places: array[int] = array("q")
        """Where each game's line begins, by number; 0 where it is not there."""
        self.count = 0
        super().__init__(path, header, GameRow)

    @classmethod
    def open(cls, path: Path, plan: Plan, box: AnyBox) -> ResultsFile:
        """The results file of a checked plan: a new one, or one of the same plan to continue."""
        return cls(path, Header.of(plan, box))

    def __contains__(self, game: object) -> bool:
        return isinstance(game, int) and game < len(self._places) and self._places[game] > 0

    def rows(self) -> Iterator[GameRow]:
        """All games, by number."""
        return self.rows_at(self._places)

    def _keep(self, row: GameRow, place: int) -> None:
        if row.game >= len(self._places):
            self._places.extend([0] * (row.game + 1 - len(self._places)))
        self.count += not self._places[row.game]
        self._places[row.game] = place

    def _fault(self, row: GameRow) -> str | None:
        if row.game < 0 or len(row.scores) != self.header.seats:
            return f"not a game of {self.header.seats}"
        return None
