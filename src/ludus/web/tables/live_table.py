"""A table in memory, and the only place where it is changed.

Every change is one step: it is checked, carried out, written to the store, and only then
acknowledged and shown. The steps of one table follow one another; tables do not wait for each
other. If the store fails, the table in memory is thrown away, for the store is the truth.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias, TypeVar

import msgspec

from ludus.core.codec import fingerprint
from ludus.core.errors import PlayerError
from ludus.core.game import AnyBox
from ludus.core.protocol import CLOCK, Decision, Rng, Seat, must_choose
from ludus.core.record import Move, Record
from ludus.core.table import AnyTable
from ludus.store import (
    Call,
    Change,
    ChatRow,
    Fenced,
    Head,
    LessonStepKey,
    LogKind,
    LogRow,
    SeatRow,
    Stage,
    Stored,
    StoreError,
    kept,
)
from ludus.web.cluster.owners import Moved, PutAway
from ludus.web.config import Settings
from ludus.web.http.errors import Forbidden, RequestError, Stale, Unavailable
from ludus.web.tables.clocks import SECOND, Pace, read_pace
from ludus.web.tables.guards import keys_of
from ludus.web.tables.lesson_steps import follow, lesson_of, play_scripted, running
from ludus.web.tables.standings import final_ranks, last_team
from ludus.web.tables.table_data import TableData

T = TypeVar("T")
log = logging.getLogger("ludus.web")


@dataclass(slots=True)
class Step:
    """What a change writes to the store, and what viewers must know of it."""

    now: int
    rows: int
    """The number of the last row in the log."""
    log: list[LogRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    moved: Seat | None = None
    undone: bool = False
    """Whether moves were taken back, so that viewers need the whole log again."""
    use_link: str = ""
    touched: bool = False
    """Whether there is anything to save."""
    calls: Sequence[Call] = ()
    """The webhook calls that it brings up."""
    drop_chat: tuple[str, int] | None = None
    """A room, and the number of the first line of it that is kept."""
    reached: list[LessonStepKey] = field(default_factory=list)
    """Steps of a lesson that were reached for the first time."""

    def write(self, kind: LogKind, seat: Seat, act: str, gone: tuple[int, ...] = ()) -> int:
        """Add a row to the log; its number."""
        self.rows += 1
        self.log.append(LogRow(self.rows, kind, seat, act, self.now, gone))
        self.touched = True
        return self.rows


class TableHost(Protocol):
    """What a live table needs of the server."""

    @property
    def rng(self) -> Rng: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def now(self) -> Callable[[], int]:
        """Milliseconds since 1970."""
        ...

    def start_task(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Start a task that is cancelled when the server closes."""
        ...

    def save(self, change: Change) -> Awaitable[None]: ...

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        """The webhook calls to players of these seats, who have to choose now."""
        ...

    def changed(self, live: LiveTable, step: Step) -> None:
        """A change is on disk and can be shown."""
        ...

    def discard(self, live: LiveTable) -> None:
        """Forget a table whose memory cannot be trusted; it will be loaded again."""
        ...


class LiveTable:
    """One table: its game, its seats and its clocks, changed step by step.

    Read its fields freely; change them only within a step. What can be done in a step is in the
    modules beside this one: moves, takebacks, seats, chat, timeouts.
    """

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
        self.data: TableData = msgspec.json.decode(stored.head.desk, type=TableData)
        if not self.data.numbers:
            self.data.numbers = [0] * table.seats
        self.lesson = lesson_of(stored.head.game, self.data.lesson)
        """The lesson that this table was opened for."""
        self.pace: Pace = read_pace(stored.head.pace)
        self.pinned = pinned or (_closed(self.data.closed) if self.data.closed else "")
        """Why the game cannot go on under the present rules; empty if it can."""
        self.lock = asyncio.Lock()
        self.used = host.now()
        self.closed = False
        self.rows_of = rows_of
        """The log row of each move that stands."""
        self.sources: dict[Seat, str] = {}
        """Where the players of a public table came from; only in memory."""
        self.joined: set[int] = set()
        """The rows of moves that belong to the same gesture as the move before."""
        self.undone: list[int] = []
        """How many moves each undone gesture has, the next one to redo first."""
        self._stored_log = stored.log if pinned else ()
        self._numbers = DecisionNumbers(self.data.numbers, self.decisions() if self.playing else ())

    # What it is ---------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def chat_kept(self) -> int:
        """How many lines of each room are kept."""
        return self._host.settings.chat_kept

    @property
    def box(self) -> AnyBox:
        return self.table.box

    @property
    def pack_folder(self) -> str:
        """Where its pack lies, for processes that open the same; empty for built-in content."""
        pack = self.table.box.pack
        return "" if pack.built_in else str(pack.folder)

    @property
    def names(self) -> tuple[str, ...]:
        return self.table.names

    @property
    def playing(self) -> bool:
        return self.head.stage == "playing" and not self.pinned

    @property
    def over(self) -> bool:
        return self.head.stage == "over"

    @property
    def in_lesson(self) -> bool:
        return self.lesson is not None and running(self) is not None

    def open_to(self, session: str, may_watch: bool) -> bool:
        """Whether a session may look; a private table is for host, players and invited watchers."""
        if not self.head.private or may_watch:
            return True
        return bool(session) and session in {self.head.host, *(row.session for row in self.seats)}

    def held(self, session: str) -> tuple[Seat, ...]:
        """The seats that a session plays; not those that a bot plays for it meanwhile."""
        if not session:
            return ()
        return tuple(
            row.seat for row in self.seats if row.kind == "player" and row.session == session
        )

    @property
    def begun(self) -> bool:
        return self.head.stage == "playing" or len(self.table.moves) > self.head.given

    @property
    def has_seen_secrets(self) -> bool:
        """Whether seats have seen here what the others may not know yet."""
        return self.box.meta.secrets and self.begun and not self.over

    @property
    def alone(self) -> bool:
        """Whether at most one person plays here, seats that a bot plays for them included."""
        people = {row.session for row in self.seats if row.session}
        return len(people) < 2 and all(row.kind != "open" for row in self.seats)

    def decisions(self) -> Sequence[Decision]:
        """What is to be decided in this position."""
        return self.table.decisions()

    def decision(self, seat: Seat) -> Decision | None:
        """The seat's decision, while the game goes on."""
        if not self.playing:
            return None
        return next((each for each in self.decisions() if each.seat == seat), None)

    def owing(self) -> tuple[Seat, ...]:
        """The seats whose turn it is: they must choose."""
        if not self.playing:
            return ()
        return tuple(each.seat for each in self.decisions() if each.seat >= 0 and not each.optional)

    def asked(self) -> tuple[Seat, ...]:
        """The seats that must choose, and those that are asked an optional question."""
        if not self.playing:
            return ()
        return tuple(each.seat for each in self.decisions() if each.seat >= 0)

    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose answer to an optional question the game waits for."""
        decisions = self.decisions() if self.playing else ()
        if must_choose(decisions) or any(each.seat == CLOCK for each in decisions):
            return ()
        return tuple(each.seat for each in decisions if each.optional)

    @property
    def window(self) -> int:
        """How long (ms) the game waits for such an answer; 0 without a clock: for ever."""
        settings = self._host.settings
        if self.pace.kind == "none":
            return 0
        seconds = settings.question_window_slow if self.pace.by_days else settings.question_window
        return int(seconds * SECOND)

    def number(self, seat: Seat) -> int:
        """The number of the seat's present decision."""
        return self._numbers[seat]

    def late(self, seat: Seat, now: int) -> bool:
        """Whether the seat's clock is at zero while it has to choose."""
        return self.playing and self.data.clocks.late(seat, now)

    def next_deadline(self) -> int | None:
        """When something will be due by the clock."""
        return self.data.clocks.next_deadline(self._host.now()) if self.playing else None

    def undoable(self, seat: Seat) -> list[int]:
        """The numbers of the moves that the seat may undo, latest first."""
        if not self.playing or self.in_lesson:
            return []
        return [number for number in self.table.undoable(seat) if number > self.head.given]

    def gesture_of(self, number: int) -> range:
        """The numbers of the moves that were made in one gesture with move `number`."""
        if not self.joined:
            return range(number, number + 1)
        first = end = number
        while first > 1 and self.rows_of[first - 1] in self.joined:
            first -= 1
        while end < len(self.rows_of) and self.rows_of[end] in self.joined:
            end += 1
        return range(first, end + 1)

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
        return Record(header, [Move(r.seat, r.act, r.at) for r in kept(self._stored_log)])

    # Who may ------------------------------------------------------------------------------------

    def require_seat(self, session: str | None, seat: Seat) -> None:
        """Only the seat's player may go on; with None, only a bot in that seat."""
        self.require_seat_number(seat)
        row = self.seats[seat]
        if session is None:
            if row.kind != "bot":
                raise Forbidden("a person sits there")
        elif row.kind != "player" or row.session != session or not session:
            raise Forbidden(f"seat {seat} is not yours")

    def require_owner(self, session: str, seat: Seat) -> None:
        """Only the person whose seat it is may go on, also while a bot plays for them."""
        self.require_seat_number(seat)
        if not session or self.seats[seat].session != session:
            raise Forbidden(f"seat {seat} is not yours")

    def require_seat_number(self, seat: Seat) -> None:
        if not 0 <= seat < self.table.seats:
            raise RequestError(f"there is no seat {seat}: they go from 0 to {self.table.seats - 1}")

    def require_playing(self) -> None:
        """Only while the game goes on."""
        if self.pinned:
            raise RequestError(self.pinned)
        if self.head.stage == "over":
            raise Stale("the game is over")
        if self.head.stage == "waiting":
            raise RequestError("the game waits until every seat is taken")

    # Steps --------------------------------------------------------------------------------------

    async def quiet(self) -> None:
        """Wait until no step is under way, so that nobody is shown what is not on disk yet.

        What is read before the next `await` after this is of one moment.
        """
        if self.lock.locked():
            async with self.lock:
                return

    async def step(self, work: Callable[[Step], T]) -> T:
        """Carry out one change to its end, even if the request goes away meanwhile."""
        return await asyncio.shield(self._host.start_task(self._step(work)))

    async def _step(self, work: Callable[[Step], T]) -> T:
        async with self.lock:
            if self.closed:
                raise PutAway
            self.used = self._host.now()
            step = Step(self.used, self.head.rows)
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
                if isinstance(error, Fenced):
                    log.info("table %s: %s", self.id, error)
                    raise Moved from error
                if isinstance(error, StoreError):
                    log.error("table %s: %s", self.id, error)
                    raise Unavailable("that could not be written down; try again") from error
                raise
            return result

    async def _commit(self, step: Step) -> None:
        self._update_stage(step)
        decisions = self.decisions() if self.playing else ()
        owing = self.owing()
        newly = self._numbers.update(decisions, step.rows, step.moved, step.undone)
        self._update_clocks(step, decisions, owing)
        self.head = self._new_head(step, owing)
        if newly:
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
                step.drop_chat,
                tuple(step.reached),
            )
        )
        self._host.changed(self, step)

    def _update_stage(self, step: Step) -> None:
        """Start or end the game. Dice are rolled once everybody sits."""
        if self.head.stage == "over" or self.pinned:
            return
        stage: Stage
        if any(row.kind == "open" for row in self.seats):
            stage = "waiting"
        elif self.data.forfeited and last_team(self.table, self.data.forfeited) is not None:
            stage = "over"
        else:
            stage = "playing"
            self.settle(step)
            if self.table.over or (self.in_lesson and follow(self, step)):
                stage = "over"
        if stage != self.head.stage:
            self.head = replace(self.head, stage=stage)

    def _update_clocks(
        self, step: Step, decisions: Sequence[Decision], owing: Sequence[Seat]
    ) -> None:
        clocks = self.data.clocks
        if not clocks.seats:
            clocks.start(self.pace, self.table.seats)
        if self.head.stage != "playing":
            clocks.pause(step.now)
            clocks.watch((), step.now)
            clocks.open_windows({}, 0, step.now)
            return
        people = [seat for seat in owing if self.seats[seat].kind == "player"]
        moves = len(self.table.moves)
        clocks.turn(self.pace, people, step.moved, moves, step.now, waits=not owing)
        # In a lesson, time runs out when the story wants it.
        clocks.watch(() if self.in_lesson else decisions, step.now)
        asked = {
            seat: self._numbers[seat]
            for seat in self.awaited()
            if self.seats[seat].kind == "player"
        }
        clocks.open_windows(asked, self.window, step.now)

    def _new_head(self, step: Step, owing: tuple[Seat, ...]) -> Head:
        if self.pinned:
            # What was played stays as it is, or the next loading would take it for the new rules'.
            desk = msgspec.json.encode(self.data).decode()
            waiting = () if self.data.closed else self.head.waiting
            return replace(
                self.head, changed=step.now, rows=step.rows, waiting=waiting, wake=None, desk=desk
            )
        outcome = self.table.outcome
        bots_to_move = any(self.seats[seat].kind == "bot" for seat in self.asked())
        return replace(
            self.head,
            version=self.box.meta.version,
            content=self.box.content_hash,
            changed=step.now,
            rows=step.rows,
            moves=len(self.table.moves),
            waiting=owing,
            offer=offer_digest(self.table),
            scores=outcome.scores if outcome else (),
            ranks=final_ranks(self.table, self.data.forfeited) if self.over else (),
            wake=0 if bots_to_move else self.next_deadline(),
            desk=msgspec.json.encode(self.data).decode(),
            guards=self._guards() if step.log or step.seats else self.head.guards,
        )

    def _guards(self) -> str:
        if self.over or self.pinned or self.alone:
            return ""
        return keys_of(self.table, [row.seat for row in self.seats if row.session])

    # Within a step ------------------------------------------------------------------------------

    def settle(self, step: Step) -> None:
        """Play everything that is left to chance, or that a player has answered for good."""
        before = len(self.table.moves)
        if self.in_lesson:
            play_scripted(self, step.now)
        else:
            self._settle_freely(step)
        for move in self.table.moves[before:]:
            self.rows_of.append(step.write("play", move.seat, move.act))

    def _settle_freely(self, step: Step) -> None:
        self.table.settle(self._host.rng, step.now)
        while (question := self._answered_question()) is not None:
            self.table.play(question.seat, question.declines[0], step.now)
            self.table.settle(self._host.rng, step.now)

    def _answered_question(self) -> Decision | None:
        """A question that needs no asking.

        It is optional, and its player never wants to be asked; or one could only decline it, and
        plays against bots alone, so that nobody learns from the missing pause that there was
        nothing to do.
        """
        people = sum(row.kind == "player" for row in self.seats)
        for each in self.decisions():
            if not each.declines or self.seats[each.seat].kind != "player":
                continue
            if each.optional and each.prompt in self.data.unasked.get(each.seat, ()):
                return each
            if people == 1 and self.alone and len(each.declines) == len(each.options):
                return each
        return None

    def set_seat(self, step: Step, row: SeatRow) -> None:
        """Put somebody in a seat."""
        if row.session != self.seats[row.seat].session:
            self.data.unasked.pop(row.seat, None)
        self.seats[row.seat] = row
        if row.kind == "open":
            self.sources.pop(row.seat, None)
        step.seats.append(row)
        step.touched = True
        names = tuple(seat_name(each) for each in self.seats)
        self.table.header = replace(self.table.header, seats=names)

    def set_host(self, step: Step, session: str) -> None:
        self.head = replace(self.head, host=session)
        step.touched = True

    def close(self, why: str) -> None:
        """End the game where it stands, within a step. Secrets stay secrets."""
        self.data.closed = why
        self.pinned = _closed(why)
        self.data.takeback = self.data.opening = None

    def reopen(self) -> None:
        """The opposite, unless the present rules forbid it too."""
        if self.pinned == _closed(self.data.closed):
            self.pinned = ""
        self.data.closed = ""

    def set_rematch(self, step: Step, table: str) -> None:
        self.head = replace(self.head, rematch=table)
        step.touched = True


def _closed(why: str) -> str:
    return f"This table was closed: {why}. It can be looked at, but not played on."


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


Offer: TypeAlias = tuple[str, Sequence[object]] | None
"""A seat's decision as far as its number depends on it: the prompt and the options."""


class DecisionNumbers:
    """Gives each decision a number per seat: the log row that brought it up.

    Numbers only rise, undo or not; and they rise for one seat at a time, so players who act in
    parallel do not get into each other's way. `numbers` is the list that is stored with the table.
    """

    def __init__(self, numbers: list[int], decisions: Sequence[Decision]) -> None:
        self._numbers = numbers
        self._offers = self._offered(decisions)
        self._owing = self._owed(decisions)

    def __getitem__(self, seat: Seat) -> int:
        return self._numbers[seat]

    def update(
        self, decisions: Sequence[Decision], row: int, moved: Seat | None, undone: bool
    ) -> list[Seat]:
        """Renumber what has changed by the latest row; returns the seats whose turn it now is."""
        before, self._offers = self._offers, self._offered(decisions)
        for seat, offer in enumerate(self._offers):
            if offer != before[seat] or moved == seat or undone:
                self._numbers[seat] = row
        owed, self._owing = self._owing, self._owed(decisions)
        return sorted(self._owing - owed)

    def _owed(self, decisions: Sequence[Decision]) -> set[Seat]:
        return {each.seat for each in decisions if each.seat >= 0 and not each.optional}

    def _offered(self, decisions: Sequence[Decision]) -> list[Offer]:
        offers: list[Offer] = [None] * len(self._numbers)
        for decision in decisions:
            if decision.seat >= 0:
                offers[decision.seat] = (decision.prompt, decision.options)
        return offers
