"""Whether the store has every acknowledged move once, in its place, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.load.players import Sent
from benchmarks.load.server import LogRead


@dataclass(frozen=True, slots=True)
class Ledger:
    """What was found."""

    acknowledged: int
    lost: int
    """Acknowledged moves that are not in the log, or not in the order in which they were made."""
    foreign: int
    """Moves in the log that nobody has sent, or that are there twice."""
    gaps: int
    """Tables whose rows are not numbered 1, 2, 3 and so on."""

    @property
    def good(self) -> bool:
        return not (self.lost or self.foreign or self.gaps)

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged moves: {self.lost} lost or out of order, "
            f"{self.foreign} in the log twice or unasked, {self.gaps} tables with gaps"
        )


def compared(
    sent: Mapping[str, Sequence[Sent]], given: Mapping[str, int], log: Callable[[str], LogRead]
) -> Ledger:
    """The moves of each table (by its address) against its log after the rows it was given."""
    acknowledged = lost = foreign = gaps = 0
    for url, moves in sent.items():
        rows = log(url.rpartition("/")[2])
        gaps += [number for number, _, _ in rows] != list(range(1, len(rows) + 1))
        made = [(seat, act) for number, seat, act in rows if number > given.get(url, 0)]
        of_people = [each for each in made if each[0] >= 0]
        more_lost, more_foreign = _matched(moves, of_people)
        acknowledged += sum(each.answer == "done" for each in moves)
        lost += more_lost
        foreign += more_foreign
    return Ledger(acknowledged, lost, foreign, gaps)


def _matched(moves: Sequence[Sent], rows: Sequence[tuple[int, str]]) -> tuple[int, int]:
    """How many acknowledged moves have no row, and how many rows have no move.

    A move whose answer was lost may have a row or not.
    """
    at = lost = 0
    for move in moves:
        here = at < len(rows) and rows[at] == (move.seat, move.action)
        if here and move.answer != "refused":
            at += 1
        elif move.answer == "done":
            lost += 1
    return lost, len(rows) - at
