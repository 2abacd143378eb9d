"""Undo and redo of one's own moves, and takebacks that the other players must agree to.

Each function is one step of a live table, checked and then carried out.
"""

from __future__ import annotations

from ludus.core.protocol import Seat
from ludus.web.http.errors import RequestError, Stale
from ludus.web.http.names import told
from ludus.web.tables import moves
from ludus.web.tables.chat import announce
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.table_data import TakebackRequest


async def undo(live: LiveTable, session: str, seat: Seat, to: int | None) -> None:
    """Undo the seat's latest move, or all of its moves from number `to` on."""

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        free = live.undoable(seat)
        if to is not None and to not in free:
            raise RequestError("that cannot be undone: something new was learned since")
        # What was done in one gesture is undone as one.
        start = to if to is not None else free[0] if free else 0
        first = live.gesture_of(start)[0] if start else 0
        wanted = [number for number in free if number >= first]
        if not wanted:
            raise RequestError(f"there is nothing to undo: {live.table.why_final(seat)}")
        moves.undo(live, step, seat, wanted)

    await live.step(work)


async def redo(live: LiveTable, session: str, seat: Seat) -> None:
    """Play the seat's undone move again."""

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        moves.redo(live, step, seat)

    await live.step(work)


async def ask(live: LiveTable, session: str, seat: Seat, to: int) -> None:
    """Ask everybody to go back to before move `to`, a move of one's own.

    Bots agree. Where a bot plays for a person and moves of that seat would be taken back, the
    person is asked.
    """

    def work(step: Step) -> None:
        live.require_seat(session, seat)
        live.require_playing()
        if live.in_lesson:
            raise RequestError("in a lesson, Back goes back")
        played = live.table.moves
        if not live.head.given < to <= len(played) or played[to - 1].seat != seat:
            raise RequestError(f"move {to} is not one of yours that can be taken back")
        undone = {move.seat for move in played[to - 1 :]}
        others = tuple(
            row.seat
            for row in live.seats
            if row.session
            and row.session != session
            and (row.kind == "player" or row.seat in undone)
        )
        if others:
            live.data.takeback = TakebackRequest(seat, to, others)
            announce(live, step, f"{told(live.names[seat])} asks to take back move {to}.")
        else:
            _go_back(live, step, seat, to)

    await live.step(work)


def _go_back(live: LiveTable, step: Step, seat: Seat, to: int) -> None:
    moves.go_back(live, step, seat, to)
    announce(live, step, f"{told(live.names[seat])} takes back move {to} and all after it.")


async def answer(
    live: LiveTable, session: str, seat: Seat, yes: bool, to: int | None = None
) -> None:
    """Answer a request for a takeback. Its author can withdraw it by answering no.

    With `to`, the answer counts only for a request that goes back to that move.
    """

    def work(step: Step) -> None:
        live.require_owner(session, seat)
        asked = live.data.takeback
        withdrawn = asked is not None and seat == asked.seat and not yes
        if asked is None or not (withdrawn or seat in asked.waiting):
            raise Stale("there is no takeback that waits for your answer")
        if to is not None and to != asked.to:
            raise Stale(f"you are asked about move {asked.to} now, not about move {to}")
        name = live.names[seat]
        if withdrawn:
            live.data.takeback = None
            announce(live, step, f"{told(name)} no longer asks for the takeback.")
            return
        if not yes:
            live.data.takeback = None
            announce(live, step, f"{told(name)} does not agree to the takeback.")
            return
        live.require_playing()
        left = tuple(each for each in asked.waiting if live.seats[each].session != session)
        live.data.takeback = TakebackRequest(asked.seat, asked.to, left)
        announce(live, step, f"{told(name)} agrees to the takeback.")
        if not left:
            _go_back(live, step, asked.seat, asked.to)

    await live.step(work)
