"""A table in memory, and the only one who changes it.

Every change is one step: it is checked, carried out, written to the store, and only then
acknowledged and shown. Steps of one table follow one another; tables do not wait for each other.
If the store fails, the table in memory is thrown away, for the store is the truth.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias, TypeVar

from ludus.core.codec import fingerprint
from ludus.core.errors import LudusError, PlayerError
from ludus.core.game import AnyBox
from ludus.core.protocol import CLOCK, Decision, Rng, Seat
from ludus.core.record import Header, Move, Record
from ludus.core.table import AnyTable, Table
from ludus.store import (
    Call,
    Change,
    ChatRow,
    Head,
    LogKind,
    LogRow,
    SeatRow,
    Stage,
    Stored,
    StoreError,
    kept,
)
from ludus.web.http.errors import Forbidden, RequestError, Stale, Unavailable
from ludus.web.tables.clocks import Pace, read_pace
from ludus.web.tables.table_data import TableData, dump_table_data, read_table_data

T = TypeVar("T")
log = logging.getLogger("ludus.web")

Offer: TypeAlias = tuple[str, Sequence[object]] | None
"""A seat's decision as far as its number depends on it: the prompt and the options."""


class TableHost(Protocol):
    """What a live table asks of the room it stands in."""

    @property
    def rng(self) -> Rng: ...

    @property
    def now(self) -> Callable[[], int]:
        """Milliseconds since 1970."""
        ...

    def own(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Start a task that the room keeps, and cancels when it closes."""
        ...

    def save(self, change: Change) -> Awaitable[None]: ...

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        """The webhook calls that are owed to players who have to choose now."""
        ...

    def changed(self, live: LiveTable, step: Step) -> None:
        """Something is on disk and can be shown."""
        ...

    def discard(self, live: LiveTable) -> None:
        """Forget a table whose memory cannot be trusted; it will be loaded again."""
        ...


@dataclass(slots=True)
class Step:
    """One change while it is made."""

    now: int
    log: list[LogRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    moved: Seat | None = None
    undone: bool = False
    """Whether moves were taken back, so that the story has to be told again."""
    use_link: str = ""
    touched: bool = False
    """Whether there is anything to keep."""
    calls: Sequence[Call] = ()
    """The webhook calls that it owes."""


class LiveTable:
    """One table. Read its fields freely; change them only through its methods."""

    def __init__(
        self,
        host: TableHost,
        stored: Stored,
        table: AnyTable,
        rows_of: list[int],
        pinned: str = "",
    ) -> None:
        self._host = host
        self.table = table
        self.head: Head = stored.head
        self.seats: list[SeatRow] = list(stored.seats)
        self.chat: list[ChatRow] = list(stored.chat)
        self.data: TableData = read_table_data(stored.head.desk)
        if not self.data.numbers:
            self.data.numbers = [0] * table.seats
        self.pace: Pace = read_pace(stored.head.pace)
        self.pinned = pinned
        self.lock = asyncio.Lock()
        self.used = host.now()
        self.closed = False
        self._rows_of = rows_of
        """The log row of each move that stands."""
        self._given_log = stored.log if pinned else ()
        self._offers = self._offered()

    # What it is ---------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def box(self) -> AnyBox:
        return self.table.box

    @property
    def names(self) -> tuple[str, ...]:
        return self.table.names

    @property
    def playing(self) -> bool:
        return self.head.stage == "playing" and not self.pinned

    @property
    def over(self) -> bool:
        return self.head.stage == "over"

    def held(self, session: str) -> tuple[Seat, ...]:
        """The seats that a session plays, those that a bot keeps warm for it not included."""
        if not session:
            return ()
        return tuple(
            row.seat for row in self.seats if row.kind == "player" and row.session == session
        )

    def owing(self) -> tuple[Seat, ...]:
        """The seats that owe a choice now."""
        if not self.playing:
            return ()
        return tuple(each.seat for each in self.decisions() if each.seat >= 0)

    def decisions(self) -> Sequence[Decision]:
        """What is to be decided now."""
        return self.table.decisions()

    def decision(self, seat: Seat) -> Decision | None:
        """The choice that a seat owes now, while the game goes on."""
        if not self.playing:
            return None
        return next((each for each in self.decisions() if each.seat == seat), None)

    def number(self, seat: Seat) -> int:
        """The number of the seat's present decision."""
        return self.data.numbers[seat]

    def record(self) -> Record:
        """The game so far, with those who sit at it now.

        A pinned game gives what was really played, not what the present rules make of it.
        """
        header = replace(
            self.table.header,
            version=self.head.version,
            content=self.head.content,
            pack=self.head.pack,
            options=self.head.options,
        )
        if not self.pinned:
            return Record(header, list(self.table.moves))
        return Record(header, [Move(r.seat, r.act, r.at) for r in kept(self._given_log)])

    def undoable(self, seat: Seat) -> list[int]:
        """The numbers of the moves that the seat may take back, latest first."""
        if not self.playing:
            return []
        return [number for number in self.table.undoable(seat) if number > self.head.given]

    async def quiet(self) -> None:
        """Wait until no step is under way, so that nobody is shown what is not on disk yet.

        What is read before the next `await` after this is of one moment.
        """
        if self.lock.locked():
            async with self.lock:
                return

    # Steps --------------------------------------------------------------------------------------

    async def step(self, work: Callable[[Step], T]) -> T:
        """Carry out one change to its end, even if whoever asked for it goes away meanwhile."""
        return await asyncio.shield(self._host.own(self._step(work)))

    async def _step(self, work: Callable[[Step], T]) -> T:
        async with self.lock:
            if self.closed:
                raise Unavailable("the table was just put away; try again")
            self.used = self._host.now()
            step = Step(self.used)
            try:
                result = work(step)
                if step.touched:
                    await self._commit(step)
            except (PlayerError, RequestError):
                raise
            except BaseException as error:
                # Memory may now be ahead of the store, or halfway: start again from the store.
                self.closed = True
                self._host.discard(self)
                if isinstance(error, StoreError):
                    log.error("table %s: %s", self.id, error)
                    raise Unavailable("the move could not be written down; try again") from error
                raise
            return result

    async def _commit(self, step: Step) -> None:
        self._start_or_stop(step)
        decisions = self.decisions()
        owing = self.owing() if self.head.stage == "playing" else ()
        newly = self._renumber(step)
        self._set_clocks(step, decisions, owing)
        outcome = self.table.outcome
        rows = step.log[-1].number if step.log else self.head.rows
        self.head = replace(
            self.head,
            version=self.box.meta.version,
            content=self.box.content_hash,
            changed=step.now,
            rows=rows,
            moves=len(self.table.moves),
            waiting=owing,
            offer=offer_digest(self.table),
            scores=outcome.scores if outcome else (),
            ranks=self._ranks(),
            wake=self._wake(owing),
            desk=dump_table_data(self.data),
        )
        step.calls = self._host.calls(self, newly, step.now)
        await self._host.save(
            Change(
                self.head,
                tuple(step.log),
                tuple(step.seats),
                tuple(step.chat),
                step.calls,
                step.use_link,
                step.now,
            )
        )
        self._host.changed(self, step)

    def _start_or_stop(self, step: Step) -> None:
        """Settle the stage, and chance with it: dice are rolled once everybody sits."""
        if self.head.stage == "over":
            return
        stage: Stage
        if any(row.kind == "open" for row in self.seats):
            stage = "waiting"
        elif self.standing() is not None:
            stage = "over"
        else:
            stage = "playing"
            self._settle(step)
            if self.table.over:
                stage = "over"
        if stage != self.head.stage:
            self.head = replace(self.head, stage=stage)

    def standing(self) -> tuple[Seat, ...] | None:
        """The team that is left when all others gave up; None while there are several."""
        gone = set(self.data.forfeited)
        if not gone:
            return None
        teams = self.box.rules.teams(self.table.state)
        left = [team for team in teams if any(seat not in gone for seat in team)]
        return left[0] if len(left) == 1 else None

    def _ranks(self) -> tuple[int, ...]:
        """The places at the end: by the rules, but whoever gave up comes after all others."""
        if self.head.stage != "over":
            return ()
        gone = set(self.data.forfeited)
        winners = self.standing()
        if winners is not None:
            return tuple(1 if seat in winners else 2 for seat in range(self.table.seats))
        outcome = self.table.outcome
        if outcome is None:
            return ()
        if not gone:
            return tuple(outcome.ranks)
        order = [(seat in gone, rank) for seat, rank in enumerate(outcome.ranks)]
        return tuple(1 + sum(other < mine for other in order) for mine in order)

    def _settle(self, step: Step) -> None:
        before = len(self.table.moves)
        self.table.settle(self._host.rng, step.now)
        for move in self.table.moves[before:]:
            self._write(step, "play", move.seat, move.act)

    def _renumber(self, step: Step) -> list[Seat]:
        """Give new numbers to decisions that came up; the seats that have to choose anew."""
        before, self._offers = self._offers, self._offered()
        rows = step.log[-1].number if step.log else self.head.rows
        numbers = self.data.numbers
        newly = []
        for seat, offer in enumerate(self._offers):
            if offer != before[seat] or step.moved == seat or step.undone:
                numbers[seat] = rows
            if offer is not None and before[seat] is None:
                newly.append(seat)
        return newly

    def _offered(self) -> list[Offer]:
        offers: list[Offer] = [None] * self.table.seats
        if self.playing:
            for decision in self.decisions():
                if decision.seat >= 0:
                    offers[decision.seat] = (decision.prompt, decision.options)
        return offers

    def _set_clocks(self, step: Step, decisions: Sequence[Decision], owing: Sequence[Seat]) -> None:
        clocks = self.data.clocks
        if not clocks.seats:
            clocks.start(self.pace, self.table.seats)
        if self.head.stage != "playing":
            clocks.pause(step.now)
            clocks.watch((), step.now)
            return
        people = [seat for seat in owing if self.seats[seat].kind == "player"]
        clocks.turn(self.pace, people, step.moved, len(self.table.moves), step.now)
        clocks.watch(decisions, step.now)

    def _wake(self, owing: Sequence[Seat]) -> int | None:
        if any(self.seats[seat].kind == "bot" for seat in owing):
            return 0
        return self.next_deadline()

    def next_deadline(self) -> int | None:
        """When the table has to be looked at though nobody asks for it."""
        return self.data.clocks.next_deadline(self._host.now()) if self.playing else None

    # Moves --------------------------------------------------------------------------------------

    async def act(self, session: str | None, seat: Seat, number: int, action: str) -> None:
        """Answer decision `number` of a seat. `session` is None for a bot of the house."""

        def work(step: Step) -> None:
            self.demand(session, seat)
            self._demand_open(seat, number)
            self._play(step, seat, action)

        await self.step(work)

    def _demand_open(self, seat: Seat, number: int) -> None:
        self.demand_playing()
        if self.decision(seat) is None or number != self.data.numbers[seat]:
            raise Stale(
                f"that answers decision {number}, which is no longer open; "
                "this is how the table stands now"
            )

    def demand_playing(self) -> None:
        """Refuse whatever can be done only while the game goes on."""
        if self.pinned:
            raise RequestError(self.pinned)
        if self.head.stage == "over":
            raise Stale("the game is over")
        if self.head.stage == "waiting":
            raise RequestError("the game waits until every seat is taken")

    def _play(self, step: Step, seat: Seat, action: str) -> None:
        self.table.play(seat, action, step.now)
        self._write(step, "play", seat, self.table.moves[-1].act)
        step.moved = seat
        self.data.takeback = None
        self._settle(step)

    def _write(self, step: Step, kind: LogKind, seat: Seat, act: str) -> None:
        number = self._next_row(step)
        step.log.append(LogRow(number, kind, seat, act, step.now))
        step.touched = True
        self._rows_of.append(number)

    def _next_row(self, step: Step) -> int:
        return (step.log[-1].number if step.log else self.head.rows) + 1

    def redo(self, step: Step, seat: Seat) -> None:
        """Play the seat's undone move again."""
        self.table.redo(seat)
        self._write(step, "redo", seat, self.table.moves[-1].act)
        step.moved = seat
        self.data.takeback = None
        self._settle(step)

    def undo(self, step: Step, seat: Seat, numbers: Sequence[int]) -> None:
        """Take back these moves of the seat: all of its moves from the first of them on."""
        rows = tuple(sorted(self._rows_of[number - 1] for number in numbers))
        self.table.undo(seat, min(numbers))
        self._supersede(step, "undo", seat, rows, str(min(numbers)))
        step.moved = seat

    def go_back(self, step: Step, seat: Seat, to: int) -> None:
        """Take back move `to` and everything after it, whoever made it."""
        rows = tuple(self._rows_of[to - 1 :])
        self.table.take_back(to - 1)
        self._supersede(step, "back", seat, rows, str(to))
        self._settle(step)

    def _supersede(
        self, step: Step, kind: LogKind, seat: Seat, rows: tuple[int, ...], act: str
    ) -> None:
        step.log.append(LogRow(self._next_row(step), kind, seat, act, step.now, rows))
        gone = set(rows)
        self._rows_of = [row for row in self._rows_of if row not in gone]
        self.data.takeback = None
        step.touched = True
        step.undone = True

    # Time ---------------------------------------------------------------------------------------

    async def tick(self) -> None:
        """Do what the clock asks for: the game's own timers, and forfeits by time."""

        def work(step: Step) -> None:
            if self.head.stage == "waiting" and not self.pinned:
                # A new table starts by its first tick.
                step.touched = all(row.kind != "open" for row in self.seats)
                return
            if not self.playing:
                return
            clocks = self.data.clocks
            due = clocks.expired(self.decisions(), step.now)
            if due is not None:
                self._play(step, CLOCK, due.options[0].text)
                return
            for seat in range(self.table.seats):
                if clocks.late(seat, step.now):
                    self._time_is_up(step, seat)

        await self.step(work)

    def _time_is_up(self, step: Step, seat: Seat) -> None:
        if self.head.at_zero == "forfeit" and seat not in self.data.forfeited:
            self.tell(step, f"{self.names[seat]} ran out of time.")
            self.give_up(step, seat)

    def give_up(self, step: Step, seat: Seat) -> None:
        """The seat is out: a bot plays it on, and it comes last."""
        self.data.forfeited.append(seat)
        row = self.seats[seat]
        self.set_seat(step, SeatRow(seat, "bot", "", row.name, "medium"))

    def late(self, seat: Seat, now: int) -> bool:
        """Whether the seat's clock is at zero while it owes a choice."""
        return self.playing and self.data.clocks.late(seat, now)

    # Seats and talk -----------------------------------------------------------------------------

    def demand(self, session: str | None, seat: Seat) -> None:
        """Refuse whoever does not hold the seat."""
        if not 0 <= seat < self.table.seats:
            raise RequestError(f"there is no seat {seat}: they go from 0 to {self.table.seats - 1}")
        row = self.seats[seat]
        if session is None:
            if row.kind != "bot":
                raise Forbidden("a person sits there")
        elif row.kind != "player" or row.session != session or not session:
            raise Forbidden(f"seat {seat} is not yours")

    def set_seat(self, step: Step, row: SeatRow) -> None:
        """Put somebody in a seat."""
        self.seats[row.seat] = row
        step.seats.append(row)
        step.touched = True
        names = tuple(seat_name(each) for each in self.seats)
        self.table.header = replace(self.table.header, seats=names)

    def tell(self, step: Step, text: str) -> None:
        """Say something to everybody at the table, in the room's own voice."""
        line = ChatRow(self._next_line(), "table", -1, "", text, step.now)
        self.chat.append(line)
        step.chat.append(line)
        step.touched = True

    def say(self, step: Step, room: str, seat: Seat, name: str, text: str) -> None:
        """A line of chat."""
        line = ChatRow(self._next_line(), room, seat, name, text, step.now)
        self.chat.append(line)
        step.chat.append(line)
        step.touched = True

    def _next_line(self) -> int:
        return self.chat[-1].number + 1 if self.chat else 1

    def set_host(self, step: Step, session: str) -> None:
        self.head = replace(self.head, host=session)
        step.touched = True

    def set_rematch(self, step: Step, table: str) -> None:
        self.head = replace(self.head, rematch=table)
        step.touched = True


def seat_name(row: SeatRow) -> str:
    """Who sits there, for people; an open seat has a name too."""
    return row.name or f"Seat {row.seat + 1}"


def offer_digest(table: AnyTable) -> str:
    """What is on offer and what was scored, in short: equal for rules that play alike."""
    decisions = [
        (each.seat, each.prompt, [option.text for option in each.options])
        for each in table.decisions()
    ]
    outcome = table.outcome
    return fingerprint([decisions, outcome.scores if outcome else None])


def revive(host: TableHost, stored: Stored, box: AnyBox) -> LiveTable:
    """A table as it was kept: its log replayed, every move checked.

    Undone moves at the end of the log can still be redone. A log that the present rules refuse, or
    play differently, leaves the table pinned: it can be looked at as far as it goes.
    """
    log = stored.log
    last = len(log)
    while last and log[last - 1].kind in ("undo", "redo"):
        last -= 1
    names = tuple(seat_name(row) for row in stored.seats)
    head = stored.head
    pinned = ""
    try:
        table = Table(box, names, head.options)
    except PlayerError as error:
        table = Table(box, names)
        return LiveTable(host, stored, table, [], _pinned(head, box, f"options: {error}"))
    rows_of: list[int] = []
    try:
        for row in kept(log[:last]):
            table.play(row.seat, row.act, row.at)
            rows_of.append(row.number)
        for row in log[last:]:
            rows_of = _again(table, row, rows_of)
    except LudusError as error:
        pinned = _pinned(head, box, f"at move {len(rows_of) + 1}: {error}")
    else:
        if head.offer and offer_digest(table) != head.offer:
            pinned = _pinned(head, box, "they offer other choices now")
    table.header = Header(
        head.game, box.meta.version, box.content_hash, names, head.options, head.pack
    )
    return LiveTable(host, stored, table, rows_of, pinned)


def _again(table: AnyTable, row: LogRow, rows_of: list[int]) -> list[int]:
    if row.kind == "redo":
        table.redo(row.seat)
        return [*rows_of, row.number]
    table.undo(row.seat, int(row.act))
    gone = set(row.gone)
    return [each for each in rows_of if each not in gone]


def _pinned(head: Head, box: AnyBox, why: str) -> str:
    return (
        f"This game was played by version {head.version} of the rules, and version "
        f"{box.meta.version} would play it differently ({why}). It stays as it was: it can be "
        "looked at and downloaded, but not played on here."
    )
