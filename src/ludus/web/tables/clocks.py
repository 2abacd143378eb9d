"""Clocks of a table. Deadlines are absolute, in ms since 1970, and stored with the table.

A seat's clock runs while a person sits there and must choose. By `decision`, each choice has
its time; by `bank`, a seat has a stock of time and gets some back whenever its turn is over. Time
is granted once for each choice further into the game than ever before, so that undoing and
redoing does not buy any.

An optional question runs nobody's clock. While the game waits for the answer to one, the clock of
the player in turn rests and the question has a window: then it is declined.

A game's own timers (the CLOCK seat) are kept here too: one deadline per timer number.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from ludus.core.errors import BadRequest
from ludus.core.protocol import CLOCK, Decision, Seat

SECOND: Final = 1000
DAY: Final = 24 * 3600
MOST_SECONDS: Final = 60 * DAY
"""The longest time that can be given: sixty days."""


def milliseconds() -> int:
    """The time now, in ms since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Pace:
    """A parsed pace: `none`, `decision:SECONDS` or `bank:SECONDS:INCREMENT`."""

    kind: Literal["none", "decision", "bank"]
    seconds: int = 0
    increment: int = 0

    @property
    def key(self) -> str:
        if self.kind == "none":
            return "none"
        if self.kind == "decision":
            return f"decision:{self.seconds}"
        return f"bank:{self.seconds}:{self.increment}"

    @property
    def words(self) -> str:
        """For people; empty without a clock."""
        if self.kind == "none":
            return ""
        if self.kind == "decision":
            return f"{_span(self.seconds)} for each choice"
        return f"{_span(self.seconds)} each, and {_span(self.increment)} more for each turn"

    @property
    def short(self) -> str:
        """The same for lists and cards, as in `15 min + 20 s`."""
        if self.kind == "none":
            return "no clock"
        if self.kind == "decision":
            return f"{_short(self.seconds)} a move"
        more = f" + {_short(self.increment)}" if self.increment else ""
        return f"{_short(self.seconds)}{more}"

    @property
    def by_days(self) -> bool:
        """Whether turns take days here, so that nobody needs to be at the table."""
        return self.seconds >= DAY

    def rest(self, clock: SeatClock) -> int:
        """What a clock shows, in ms. Where each choice has its time, the next one has all of it."""
        if self.kind == "decision" and not clock.deadline:
            return self.seconds * SECOND
        return clock.left


def _span(seconds: int) -> str:
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size and seconds % size == 0:
            count = seconds // size
            return f"{count} {name}{'' if count == 1 else 's'}"
    return f"{seconds} second{'' if seconds == 1 else 's'}"


def _short(seconds: int) -> str:
    for size, one, name in ((86_400, "a day", "days"), (3_600, "1 h", "h"), (60, "1 min", "min")):
        if seconds >= size and seconds % size == 0:
            return one if seconds == size else f"{seconds // size} {name}"
    return f"{seconds} s"


def read_pace(key: str) -> Pace:
    """A pace from its key."""
    kind, *numbers = key.split(":")
    if not all(number.isascii() and number.isdigit() and len(number) < 9 for number in numbers):
        raise BadRequest(f"pace {key!r}: times are whole seconds, as in 'bank:600:10'")
    values = [int(number) for number in numbers]
    if kind == "none" and not values:
        return Pace("none")
    if kind == "decision" and len(values) == 1 and 1 <= values[0] <= MOST_SECONDS:
        return Pace("decision", values[0])
    if kind == "bank" and len(values) == 2 and 1 <= values[0] <= MOST_SECONDS >= values[1]:
        return Pace("bank", values[0], values[1])
    raise BadRequest(
        f"pace {key!r}: it is 'none', 'decision:SECONDS' or 'bank:SECONDS:INCREMENT', "
        f"each up to {MOST_SECONDS} seconds"
    )


class SeatClock(msgspec.Struct, omit_defaults=True):
    """One seat's time. `deadline` is 0 while it does not run."""

    left: int = 0
    deadline: int = 0
    reach: int = -1
    """The furthest position (number of moves) for which time was granted."""
    rests: bool = False
    """Whether it was stopped by an optional question to somebody: the turn may not be over."""


class Window(msgspec.Struct, frozen=True):
    """How long the game waits for the answer to an optional question: decision `number`."""

    number: int
    deadline: int


class Clocks(msgspec.Struct, omit_defaults=True):
    """All times of a table."""

    seats: list[SeatClock] = []
    timers: dict[int, int] = {}
    """Deadlines of the game's own timers, by number."""
    windows: dict[Seat, Window] = {}
    """By seat, the optional questions that the game waits for."""

    def start(self, pace: Pace, seats: int) -> None:
        """Before the first move: everybody's stock of time."""
        left = pace.seconds * SECOND if pace.kind == "bank" else 0
        self.seats = [SeatClock(left) for _ in range(seats)]

    def turn(
        self,
        pace: Pace,
        owing: Iterable[Seat],
        moved: Seat | None,
        moves: int,
        now: int,
        waits: bool = False,
    ) -> None:
        """Stop and start clocks after a step. `owing` are the people who must choose now.

        If `waits` is set, nobody must: the game waits for an optional answer, a die or a timer, and
        whose turn it is then is not known yet.
        """
        if pace.kind == "none":
            return
        waiting = set(owing)
        for seat, clock in enumerate(self.seats):
            if waits:
                self._rest(clock, now)
                continue
            if seat not in waiting:
                self._stop(pace, clock, now)
                continue
            clock.rests = False
            if pace.kind == "bank":
                if not clock.deadline:
                    clock.deadline = now + clock.left
            elif (not clock.deadline or moved == seat) and moves > clock.reach:
                clock.deadline = now + pace.seconds * SECOND
                clock.reach = moves
            elif not clock.deadline:
                clock.deadline = now + clock.left

    def _stop(self, pace: Pace, clock: SeatClock, now: int) -> None:
        """The turn is over: the bank grows, once."""
        if not clock.deadline and not clock.rests:
            return
        self._rest(clock, now)
        clock.rests = False
        if pace.kind == "bank":
            clock.left += pace.increment * SECOND

    def _rest(self, clock: SeatClock, now: int) -> None:
        if clock.deadline:
            clock.left = max(0, clock.deadline - now)
            clock.deadline = 0
            clock.rests = True

    def shift(self, ms: int) -> None:
        """Put off all deadlines: no time has passed for the players."""
        if not ms:
            return
        for clock in self.seats:
            if clock.deadline:
                clock.deadline += ms
        self.timers = {timer: deadline + ms for timer, deadline in self.timers.items()}
        self.windows = {
            seat: Window(window.number, window.deadline + ms)
            for seat, window in self.windows.items()
        }

    def pause(self, now: int) -> None:
        """Stop all clocks: the game is over, or a seat is open."""
        for clock in self.seats:
            if clock.deadline:
                clock.left = max(0, clock.deadline - now)
                clock.deadline = 0

    def watch(self, decisions: Sequence[Decision], now: int) -> None:
        """Set the game's own timers: new ones start, those no longer asked for are dropped."""
        asked = {each.timer: each.wait for each in decisions if each.seat == CLOCK}
        self.timers = {timer: self.timers.get(timer, now + wait) for timer, wait in asked.items()}

    def open_windows(self, asked: Mapping[Seat, int], length: int, now: int) -> None:
        """Set the windows of optional questions, given by seat and number, to `length` ms.

        A question that was open already keeps its window; without a length none has one.
        """
        before, self.windows = self.windows, {}
        for seat, number in asked.items() if length else ():
            known = before.get(seat)
            if known is None or known.number != number:
                known = Window(number, now + length)
            self.windows[seat] = known

    def closing(self, now: int) -> Seat | None:
        """A seat whose window is over, the earliest first."""
        due = [(window.deadline, seat) for seat, window in self.windows.items()]
        due = [pair for pair in due if pair[0] <= now]
        return min(due)[1] if due else None

    def late(self, seat: Seat, now: int) -> bool:
        """Whether the seat's time has run out while it has to choose."""
        return bool(self.seats) and 0 < self.seats[seat].deadline <= now

    def expired(self, decisions: Sequence[Decision], now: int) -> Decision | None:
        """A CLOCK decision whose time has come, the earliest first."""
        due = [
            (self.timers[each.timer], each)
            for each in decisions
            if each.seat == CLOCK and self.timers.get(each.timer, now + 1) <= now
        ]
        return min(due, key=lambda pair: pair[0])[1] if due else None

    def next_deadline(self, now: int) -> int | None:
        """When something is due next. A clock that is at zero is no longer due."""
        times = list(self.timers.values())
        times.extend(window.deadline for window in self.windows.values())
        times.extend(clock.deadline for clock in self.seats if clock.deadline > now)
        return min(times, default=None)
