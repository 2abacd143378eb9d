"""Undo is watched from outside the table."""

from __future__ import annotations

from typing import Generic

from tests.kit.toys import BidState, BidView, SheetState, bids, sheets
from tests.kit.toys.sheets import SheetView

from ludus.core.chance import SeededRng
from ludus.core.protocol import CHANCE, CLOCK, Event, S, Seat, V, only
from ludus.core.record import Move
from ludus.core.table import Table
from ludus.kit.undo import bars, undo_faults

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


class Around(Generic[S, V]):
    """A table in all but name, so that one thing about it can be broken."""

    def __init__(self, table: Table[S, V]) -> None:
        self.table = table
        self.box = table.box

    @property
    def state(self) -> S:
        return self.table.state

    @property
    def seats(self) -> int:
        return self.table.seats

    @property
    def moves(self) -> list[Move]:
        return self.table.moves

    @property
    def story(self) -> list[tuple[Event, ...]]:
        return self.table.story

    def at(self, count: int) -> S:
        return self.table.at(count)

    def fork(self) -> Around[S, V]:
        return type(self)(self.table.fork())

    def undoable(self, seat: Seat) -> list[int]:
        return self.table.undoable(seat)

    def undo(self, seat: Seat, to: int | None = None) -> int:
        return self.table.undo(seat, to)

    def redoable(self, seat: Seat) -> bool:
        return self.table.redoable(seat)

    def redo(self, seat: Seat) -> tuple[Event, ...]:
        return self.table.redo(seat)


class PastReveal(Around[BidState, BidView]):
    """Lets a seat take back a bid after all bids were shown."""

    def undoable(self, seat: Seat) -> list[int]:
        return [n for n, move in enumerate(self.moves, 1) if move.seat == seat][::-1]


def test_catches_undo_past_a_reveal() -> None:
    table = Table(bids(), ("A", "B"))
    table.play(0, "bid:1")
    table.play(1, "bid:2")
    faults = list(undo_faults(PastReveal(table), [True, True], RNG))
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


class Greedy(Around[SheetState, SheetView]):
    """Takes back other seats' moves as well."""

    def undo(self, seat: Seat, to: int | None = None) -> int:
        self.table.take_back(0)
        return len(self.moves)


class Half(Around[SheetState, SheetView]):
    """Forgets to take the position back."""

    def undo(self, seat: Seat, to: int | None = None) -> int:
        self.moves.pop()
        return 1


class Lost(Around[SheetState, SheetView]):
    """Cannot redo."""

    def redoable(self, seat: Seat) -> bool:
        return False


class Bent(Around[SheetState, SheetView]):
    """Redoes something else."""

    def redo(self, seat: Seat) -> tuple[Event, ...]:
        events = super().redo(seat)
        self.state.points[seat] += 1
        return events


def test_catches_broken_tables() -> None:
    cases = (
        (Greedy, "takes back more than its own moves"),
        (Half, "the position is not that of the record"),
        (Lost, "loses moves"),
        (Bent, "gives another position"),
    )
    for kind, words in cases:
        table = Table(sheets(), ("A", "B"))
        table.play(1, "mark:1")
        table.play(0, "mark:0")
        found = list(undo_faults(kind(table), [True, True], RNG))
        assert any(words in fault for fault in found), (kind, found)
