"""What a store keeps, and what it promises.

A store holds tables, seats, the log of each table, chat, notes, sessions, links and pending calls
to people who are away. Every write is one unit: it is on disk as a whole when the call returns, and
nothing of it is there otherwise. `tests/store/contract.py` checks the promises on every store.

The log is append-only. An undo is a row of its own that names the rows it supersedes, so what was
played and taken back is never lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from ludus.core.protocol import Seat
from ludus.store.archive import ArchiveStore
from ludus.store.packs import PackStore
from ludus.store.people import CallKind, Contact, PeopleStore
from ludus.store.workers import WorkerStore

LogKind: TypeAlias = Literal["play", "more", "undo", "redo", "redo_more", "back"]
"""A move, and one that belongs to the same gesture as the row before; an undo that needs no
agreement; a redo, and one of the same gesture; a takeback that all agreed to."""

MOVES: Final = frozenset({"play", "more", "redo", "redo_more"})
"""The kinds that are moves."""
JOINED: Final = frozenset({"more", "redo_more"})
"""Those that go with the move before."""

SeatKind: TypeAlias = Literal["open", "player", "bot"]
Stage: TypeAlias = Literal["waiting", "playing", "over"]
"""waiting: some seat is still open."""
LinkKind: TypeAlias = Literal["invitation", "recovery"]
ListKind: TypeAlias = Literal["open", "live", "finished"]


LessonStepKey: TypeAlias = tuple[str, str, int]
"""A step of a lesson: game, lesson, and the number of the step from 0; behind the last one, the
end."""


@dataclass(frozen=True, slots=True)
class Session:
    """A visitor: a name and no account. `trouble` says why the webhook was switched off."""

    id: str
    name: str
    created: int
    webhook: str = ""
    trouble: str = ""
    generation: int = 0
    """Cookies and tokens of earlier ones are void."""
    blocked: frozenset[str] = frozenset()
    """Sessions from which this one does not want to hear: see `put_block`."""
    contacts: tuple[Contact, ...] = ()
    """Where it is told that it is its turn, in the order of their ids: see `put_contact`."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table. A bot with a `session` holds the seat for that player."""

    seat: Seat
    kind: SeatKind
    session: str = ""
    name: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a table's log, numbered from 1 without gaps. `gone` are the rows it supersedes."""

    number: int
    kind: LogKind
    seat: Seat
    act: str
    at: int
    gone: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """A table without its log: what it is, and where it stands."""

    id: str
    game: str
    version: int
    content: str
    pack: str
    options: Mapping[str, str]
    host: str
    """The session that opened it."""
    private: bool
    pace: str
    at_zero: str
    created: int
    origin: str = ""
    """The table that this one was forked from or is the rematch of."""
    given: int = 0
    """How many moves it began with (a fork, an upload): they are not undone."""
    changed: int = 0
    stage: Stage = "waiting"
    rows: int = 0
    moves: int = 0
    waiting: tuple[Seat, ...] = ()
    """The seats that must choose."""
    offer: str = ""
    """A digest of what is on offer, to tell whether other rules would replay it differently."""
    scores: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    wake: int | None = None
    """When the table must be woken without a request (ms since 1970; 0: at once)."""
    desk: str = "{}"
    """What the server keeps with the table: clocks, decision numbers. JSON, opaque to the store."""
    rematch: str = ""
    guards: str = ""
    """Keys of the position, while people play it against each other. Opaque to the store."""
    epoch: int = 0
    """Raised whenever somebody claims the table: see `ludus.store.workers`."""


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A line of chat. `room` is `players`, `watchers`, or `table` for messages of the server."""

    number: int
    room: str
    seat: Seat
    name: str
    text: str
    at: int
    session: str = ""
    """Who said it; empty for the table itself."""


@dataclass(frozen=True, slots=True)
class Link:
    """An address that can be used once, to claim seats of a table."""

    id: str
    table: str
    kind: LinkKind
    seats: tuple[Seat, ...]
    session: str
    """Who made it; for a recovery link, whose seats it carries."""
    created: int
    used: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A pending call: a webhook, a message to a browser, or an e-mail."""

    id: str
    session: str
    body: str
    due: int
    tries: int = 0
    kind: CallKind = "webhook"


@dataclass(frozen=True, slots=True)
class Stored:
    """A whole table."""

    head: Head
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]
    chat: tuple[ChatRow, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What one step changes at a table: all of it or nothing."""

    head: Head
    log: Sequence[LogRow] = ()
    seats: Sequence[SeatRow] = ()
    chat: Sequence[ChatRow] = ()
    calls: Sequence[Call] = ()
    use_link: str = ""
    """The link that is used up by it; Conflict if it was used before."""
    at: int = 0
    drop_chat: tuple[str, int] | None = None
    """A room, and the number of the first line of it that is kept."""
    reached: Sequence[LessonStepKey] = ()
    """Steps of lessons that were reached by it, to be counted."""


@dataclass(frozen=True, slots=True)
class StoreStats:
    """What a store has done since it was opened, and what it has to do."""

    writes: int
    commits: int
    """Writes that come at the same time share one."""
    seconds: float
    """Spent in commits."""
    queued: int
    """Writes that wait for their commit."""
    bytes: int
    """On disk."""


class Store(PeopleStore, WorkerStore, PackStore, ArchiveStore, Protocol):
    """One owner writes a table; anyone may read."""

    # Tables

    async def create(
        self, head: Head, seats: Sequence[SeatRow], log: Sequence[LogRow] = ()
    ) -> None: ...

    async def save(self, change: Change) -> None:
        """Conflict, and nothing done, if one of the log rows exists already; Fenced if the head
        has another epoch than the table."""
        ...

    async def load(self, table: str) -> Stored | None: ...

    async def glance(self, table: str) -> tuple[Head, tuple[SeatRow, ...]] | None:
        """A table without its log and chat."""
        ...

    async def mine(
        self, session: str, limit: int, skip: int = 0
    ) -> list[tuple[Head, tuple[SeatRow, ...]]]:
        """The tables where the session sits or is the host, without the first `skip` of them.

        First those where it is their turn, last those that are over; the latest change first.
        """
        ...

    async def turns(self, session: str, most: int) -> int:
        """At how many tables it is the session's turn; at most `most` are counted."""
        ...

    async def unfinished(self, host: str, most: int) -> int:
        """How many unfinished tables the session has opened; at most `most` are counted."""
        ...

    async def listed(
        self, kind: ListKind, limit: int, each: int = 0, among: int = 0
    ) -> list[tuple[Head, tuple[SeatRow, ...]]]:
        """Tables that are not private, latest change first.

        At most `each` of one host, if given, and only from among the latest `among`.
        """
        ...

    async def stale(self, stage: Stage, before: int, now: int, limit: int) -> list[str]:
        """Tables that were not changed since `before` and have nothing to wake for after `now`."""
        ...

    async def delete(self, table: str) -> None:
        """Delete a table with everything that belongs to it."""
        ...

    async def wakers(self) -> list[tuple[str, int]]:
        """The tables with a time to wake, soonest first."""
        ...

    async def guarded(self) -> list[tuple[str, str, str]]:
        """The tables with guards: id, game, guards."""
        ...

    # Runs of the server

    async def start_run(self, at: int, beside: bool = False) -> list[tuple[int, int]]:
        """A server starts. Returns the times before it in which none ran, in order: from, until.

        With `beside` others run already, and it joins them.
        """
        ...

    async def alive(self, at: int) -> None:
        """The server that started last is still there."""
        ...

    # Chat and notes

    async def say(self, table: str, line: ChatRow) -> None: ...

    async def notes(self, table: str, session: str) -> str: ...

    async def put_notes(self, table: str, session: str, text: str) -> None: ...

    # Sessions and links

    async def session(self, id: str) -> Session | None: ...

    async def put_session(self, session: Session) -> None: ...

    async def put_link(self, link: Link) -> None:
        """Keep a link. An invitation takes the place of older ones for the same seat."""
        ...

    async def link(self, id: str) -> Link | None: ...

    async def links(self, table: str) -> list[Link]:
        """The unused links of a table."""
        ...

    # Lessons

    async def rules_met(self, session: str) -> dict[str, frozenset[str]]:
        """The rules that a visitor has met, by game."""
        ...

    async def meet_rules(self, session: str, game: str, rules: Sequence[str]) -> None:
        """Keep rules that a visitor has met; those that are kept already stay as they are."""
        ...

    async def lesson_table(self, session: str, game: str, lesson: str) -> str:
        """The table where a session has begun a lesson; empty if there is none."""
        ...

    async def begin_lesson(self, session: str, game: str, lesson: str, table: str) -> None:
        """Remember the table, instead of an earlier one, and count a beginning."""
        ...

    async def lesson_counts(self, game: str) -> list[tuple[str, int, int]]:
        """How often each step was reached: lesson, number of the step, count."""
        ...

    # Calls to people who are away

    async def calls(self, limit: int, kind: CallKind = "webhook") -> list[Call]:
        """The pending calls of a kind, soonest first."""
        ...

    async def put_call(self, call: Call) -> None: ...

    async def drop_call(self, id: str) -> None: ...

    # The store itself

    def stats(self) -> StoreStats: ...

    async def ping(self) -> None:
        """Take the way of a write without writing anything; StoreError if it is barred."""
        ...

    async def close(self) -> None: ...


def kept(log: Sequence[LogRow]) -> list[LogRow]:
    """The moves that stand, in order: plays that no later row supersedes."""
    gone = {number for row in log for number in row.gone}
    return [row for row in log if row.kind in MOVES and row.number not in gone]
