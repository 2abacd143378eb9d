"""What happens when time runs out: game timers, optional questions, seats that forfeit."""

from __future__ import annotations

from typing import Final

from ludus.core.protocol import CLOCK, Seat
from ludus.store import SeatRow
from ludus.web.http.names import told
from ludus.web.tables.chat import announce
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.moves import play

STAND_IN: Final = "medium"
"""The level of a bot that plays on for somebody who is gone."""


async def tick(live: LiveTable) -> None:
    """Do what is due by the clock."""

    def work(step: Step) -> None:
        if live.head.stage == "waiting" and not live.pinned:
            # A new table starts with its first tick.
            step.touched = all(row.kind != "open" for row in live.seats)
            return
        if not live.playing:
            return
        clocks = live.data.clocks
        due = clocks.expired(live.decisions(), step.now)
        if due is not None:
            play(live, step, CLOCK, due.options[0].text)
            return
        closing = clocks.closing(step.now)
        if closing is not None:
            _let_pass(live, step, closing)
            return
        for seat in range(live.table.seats):
            if clocks.late(seat, step.now):
                _time_is_up(live, step, seat)

    await live.step(work)


def _let_pass(live: LiveTable, step: Step, seat: Seat) -> None:
    """The window of an optional question is over: what declines it is played, and told."""
    question = live.decision(seat)
    if question is None or not question.optional:
        return
    play(live, step, seat, question.declines[0].text)
    announce(live, step, f"{told(live.names[seat])} gave no answer in time and lets it pass.")


def _time_is_up(live: LiveTable, step: Step, seat: Seat) -> None:
    if live.head.at_zero == "forfeit" and seat not in live.data.forfeited:
        announce(live, step, f"{told(live.names[seat])} ran out of time.")
        forfeit_seat(live, step, seat)


def forfeit_seat(live: LiveTable, step: Step, seat: Seat) -> None:
    """The seat comes last; a bot plays it on."""
    live.data.forfeited.append(seat)
    # Nobody is left in that seat who could answer.
    live.data.takeback = live.data.opening = None
    live.set_seat(step, SeatRow(seat, "bot", "", live.seats[seat].name, STAND_IN))
