"""Undo is watched from outside the table."""

from __future__ import annotations

from tests.kit.toys import BidState, BidView, SheetState, bids, sheets
from tests.kit.toys.sheets import SheetView

from ludus.core.chance import SeededRng
from ludus.core.protocol import CHANCE, CLOCK, Event, Seat, only
from ludus.core.table import Table
from ludus.kit.takeback import bars, undo_faults

RNG = SeededRng(1)


def test_what_bars_undo() -> None:
    assert bars(0, CHANCE, True, ())
    assert bars(0, CLOCK, True, ())
    assert bars(0, 1, False, ())
    assert not bars(0, 1, True, ())
    assert not bars(0, 0, False, ())
    gift = Event("gift", {}, bars=only(0))
    assert bars(0, 1, True, (gift,))
    assert bars(0, 0, False, (gift,))
    assert not bars(1, 1, False, (gift,))


class PastReveal(Table[BidState, BidView]):
    """Lets a seat take back a bid after all bids were shown."""

    def undoable(self, seat: Seat) -> list[int]:
        return [n for n, move in enumerate(self.moves, 1) if move.seat == seat][::-1]


def test_catches_undo_past_a_reveal() -> None:
    table = PastReveal(bids(), ("A", "B"))
    table.play(0, "bid:1")
    table.play(1, "bid:2")
    faults = list(undo_faults(table, [True, True], RNG))
    assert faults[0] == "seat 0 may take back moves [1], and should []"
    assert len(faults) == 2


def test_passes_a_sound_table() -> None:
    table = Table(sheets(), ("A", "B"))
    for seat, act in ((0, "mark:0"), (1, "mark:1"), (0, "mark:1"), (1, "mark:3"), (0, "spend")):
        table.play(seat, act)
        assert not list(undo_faults(table, [True] * len(table.moves), RNG))
    # The gift bars what came before it.
    assert table.undoable(0) == [5]
    assert table.undoable(1) == [4, 2]


class Greedy(Table[SheetState, SheetView]):
    """Takes back other seats' moves as well."""

    def undo(self, seat: Seat, to: int | None = None) -> int:
        gone = len(self.moves)
        self.take_back(0)
        return gone


class Half(Table[SheetState, SheetView]):
    """Forgets to take the position back."""

    def undo(self, seat: Seat, to: int | None = None) -> int:
        self.moves.pop()
        return 1


class Lost(Table[SheetState, SheetView]):
    """Cannot redo."""

    def redoable(self, seat: Seat) -> bool:
        return False


class Bent(Table[SheetState, SheetView]):
    """Redoes something else."""

    def redo(self, seat: Seat) -> tuple[Event, ...]:
        events = super().redo(seat)
        self.state.points[seat] += 1
        return events


def test_catches_broken_tables() -> None:
    box = sheets()
    cases = (
        (Greedy, "takes back more than its own moves"),
        (Half, "the position is not that of the record"),
        (Lost, "loses moves"),
        (Bent, "gives another position"),
    )
    for kind, words in cases:
        table = kind(box, ("A", "B"))
        table.play(1, "mark:1")
        table.play(0, "mark:0")
        found = list(undo_faults(table, [True, True], RNG))
        assert any(words in fault for fault in found), (kind, found)
