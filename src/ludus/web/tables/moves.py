"""Moves at a live table: playing, undoing, redoing, going back."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Seat
from ludus.store import LogKind
from ludus.web.http.errors import Stale
from ludus.web.tables.live_table import LiveTable, Step


async def act(live: LiveTable, session: str | None, seat: Seat, number: int, action: str) -> None:
    """Answer decision `number` of a seat. `session` is None for a bot."""

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        if live.decision(seat) is None or number != live.number(seat):
            raise Stale(
                f"that answers decision {number}, which is no longer open; "
                "this is how the table stands now"
            )
        play(live, step, seat, action)

    await live.step(work)


def play(live: LiveTable, step: Step, seat: Seat, action: str) -> None:
    """Play a move that is on offer, then everything that is left to chance."""
    live.table.play(seat, action, step.now)
    _moved(live, step, "play", seat)


def redo(live: LiveTable, step: Step, seat: Seat) -> None:
    """Play the seat's undone move again."""
    live.table.redo(seat)
    _moved(live, step, "redo", seat)


def _moved(live: LiveTable, step: Step, kind: LogKind, seat: Seat) -> None:
    live.rows_of.append(step.write(kind, seat, live.table.moves[-1].act))
    step.moved = seat
    live.data.takeback = None
    live.settle(step)


def undo(live: LiveTable, step: Step, seat: Seat, numbers: Sequence[int]) -> None:
    """Undo these moves of the seat: all of its moves from the first of them on."""
    rows = tuple(sorted(live.rows_of[number - 1] for number in numbers))
    live.table.undo(seat, min(numbers))
    _supersede(live, step, "undo", seat, rows, min(numbers))
    step.moved = seat


def go_back(live: LiveTable, step: Step, seat: Seat, to: int) -> None:
    """Take back move `to` and everything after it, whoever made it."""
    rows = tuple(live.rows_of[to - 1 :])
    live.table.take_back(to - 1)
    _supersede(live, step, "back", seat, rows, to)
    live.settle(step)


def _supersede(
    live: LiveTable, step: Step, kind: LogKind, seat: Seat, rows: tuple[int, ...], to: int
) -> None:
    """Rows are never deleted: a new one says which of them no longer stand."""
    step.write(kind, seat, str(to), rows)
    gone = set(rows)
    live.rows_of = [row for row in live.rows_of if row not in gone]
    live.data.takeback = None
    step.undone = True
