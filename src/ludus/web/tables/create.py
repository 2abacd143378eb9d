"""How tables are made: new ones, rematches, forks, worked examples, uploaded records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from ludus.bots.levels import require_level
from ludus.core.errors import BadRequest
from ludus.core.examples import Example, record_of
from ludus.core.game import AnyBox
from ludus.core.options import proposed
from ludus.core.protocol import Seat
from ludus.core.record import Move, Record, read_record
from ludus.core.table import AnyTable, Table
from ludus.store import Head, LogRow, SeatRow, Session
from ludus.web.http.errors import RequestError, TooManyRequests
from ludus.web.http.names import distinct
from ludus.web.http.signing import new_id
from ludus.web.live.hub import Hub
from ludus.web.live.page_models import AtZero
from ludus.web.tables.clocks import read_pace
from ludus.web.tables.live_table import LiveTable, Step, seat_name
from ludus.web.tables.manager import TableManager
from ludus.web.tables.replay import lost_pack
from ludus.web.tables.seats import bot_name, check_level
from ludus.web.tables.table_data import TableData
from ludus.web.tables.timeouts import tick

AT_ZERO: Final[tuple[tuple[AtZero, str], ...]] = (
    ("nothing", "Nothing: the clock only shows"),
    ("bot", "The others may give the seat to a bot"),
    ("forfeit", "The seat is out of the game"),
)
EXAMPLE_BOT: Final = "bot:easy"
"""Who plays the other seats of a worked example."""
MOST_SEATS: Final = 16


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A request for a table. `seats` are `me`, `open`, `bot:LEVEL` or in some games
    `bot:LEVEL:PERSONALITY`, in order."""

    game: str
    seats: Sequence[str]
    names: Sequence[str] = ()
    """For further seats of one's own; empty names are made up."""
    options: Mapping[str, str] = field(default_factory=dict)
    private: bool = False
    pace: str = "none"
    at_zero: str = "nothing"
    quick: bool = False
    """Whether options that are not named are those that a form proposes, not the defaults."""
    coach: bool = False
    pack: str = ""
    """The name of an installed pack; empty: the built-in content."""


async def open_table(tables: TableManager, who: Session, request: TableRequest) -> Hub:
    """A new table. It starts once every seat is taken."""
    box = offered(tables, request.game)
    if request.pack:
        box = await tables.packs.chosen(request.game, request.pack)
    seats = seat_rows(tables, who, request.seats, request.names)
    options = dict(request.options)
    if request.quick and sum(row.kind != "bot" for row in seats) < 2:
        options = proposed(box.meta.option, len(seats), request.coach) | options
    table = Table(box, [seat_name(row) for row in seats], options)
    desk = msgspec.json.encode(TableData(coach=request.coach)).decode()
    return await put_table(tables, who, request, box, table, seats, desk=desk)


def offered(tables: TableManager, game: str) -> AnyBox:
    """A game that tables can be opened for."""
    box = tables.box(game)
    if box.meta.stage != "table":
        raise BadRequest(f"{box.meta.title} is not finished yet")
    return box


def seat_rows(
    tables: TableManager, who: Session, wanted: Sequence[str], names: Sequence[str]
) -> list[SeatRow]:
    """The seats that a request asks for."""
    if len(wanted) > MOST_SEATS:
        raise BadRequest(f"{len(wanted)} seats are too many: at most {MOST_SEATS}")
    rows: list[SeatRow] = []
    for seat, what in enumerate(wanted):
        kind, _, level = what.partition(":")
        taken = {row.name for row in rows} | {who.name}
        if what == "me":
            given = names[seat] if seat < len(names) else ""
            name = tables.sessions.clean(given) if given else who.name
            name = distinct(name, (row.name for row in rows if row.kind != "open"))
            rows.append(SeatRow(seat, "player", who.id, name))
        elif what == "open":
            rows.append(SeatRow(seat, "open"))
        elif kind == "bot":
            rows.append(SeatRow(seat, "bot", "", bot_name(seat, taken), check_level(level)))
        else:
            raise BadRequest(f"seat {what!r}: it is 'me', 'open' or 'bot:LEVEL'")
    return rows


async def put_table(
    tables: TableManager,
    who: Session,
    request: TableRequest,
    box: AnyBox,
    table: AnyTable,
    seats: Sequence[SeatRow],
    moves: Sequence[Move] = (),
    origin: str = "",
    desk: str = "{}",
) -> Hub:
    """Store a table and load it. `moves` are those that it begins with."""
    allowed = [key for key, _ in AT_ZERO]
    if request.at_zero not in allowed:
        raise BadRequest(f"at_zero {request.at_zero!r}: it is one of {', '.join(allowed)}")
    for row in seats:
        if row.kind == "bot":
            require_level(row.level, box)
    most = tables.settings.most_unfinished
    if await tables.store.unfinished(who.id, most) >= most:
        raise TooManyRequests(
            f"you have {most} unfinished tables: finish some of them before you open another",
            tables.settings.expire_every,
        )
    now = tables.now()
    head = Head(
        id=new_id(),
        game=request.game,
        version=box.meta.version,
        content=box.content_hash,
        pack=box.pack.info.name,
        options=table.header.options,
        host=who.id,
        private=request.private,
        pace=read_pace(request.pace).key,
        at_zero=request.at_zero,
        created=now,
        origin=origin,
        given=len(moves),
        changed=now,
        rows=len(moves),
        moves=len(moves),
        # If the server dies before the first tick, the next run starts the table.
        wake=None if any(row.kind == "open" for row in seats) else 0,
        desk=desk,
    )
    log = [
        LogRow(number, "play", move.seat, move.act, move.at) for number, move in enumerate(moves, 1)
    ]
    await tables.store.create(head, seats, log)
    hub = await tables.hub(head.id)
    await tick(hub.live)
    for row in seats:
        if row.kind == "open":
            await tables.links.invite(hub, row.seat, who)
    tables.on_change()
    return hub


async def rematch(tables: TableManager, who: Session, hub: Hub) -> str:
    """The table of the rematch; made when the first player asks for it."""
    live = hub.live
    if not live.over and not live.pinned:
        raise RequestError("the game is not over yet")
    if not any(row.session == who.id for row in live.seats):
        raise RequestError("only those who played can ask for a rematch")
    if live.head.rematch:
        return live.head.rematch
    head = live.head
    request = TableRequest(
        head.game, (), (), dict(head.options), head.private, head.pace, head.at_zero
    )
    offered(tables, head.game)
    box = await tables.packs.box(head.game, head.content, head.pack)
    lost = lost_pack(head, box)
    if lost:
        raise RequestError(lost)
    seats = [_again(row) for row in live.seats]
    table = Table(box, [seat_name(row) for row in seats], request.options)
    again = await put_table(tables, who, request, box, table, seats, origin=live.id)

    def work(step: Step) -> str:
        if not live.head.rematch:
            live.set_rematch(step, again.live.id)
        return live.head.rematch

    return await live.step(work)


def _again(row: SeatRow) -> SeatRow:
    """The same player; also one for whom a bot played on."""
    if row.session:
        return SeatRow(row.seat, "player", row.session, row.name)
    return row


async def fork(
    tables: TableManager,
    who: Session,
    hub: Hub,
    at: int,
    wanted: Sequence[str] = (),
    seat: Seat | None = None,
) -> Hub:
    """A new table that plays on from a past position of a finished game."""
    live = hub.live
    if not live.over:
        raise RequestError("a game can be played on from a past position once it is over")
    if live.pinned:
        raise RequestError(live.pinned)
    record = live.record()
    if not 0 <= at <= len(record.moves):
        raise BadRequest(f"no position {at}: there are 0 to {len(record.moves)}")
    record = record.prefix(at)
    box = live.box
    table = await tables.heavy.run(len(record.moves), _replayed, box, record)
    if table.over:
        raise BadRequest("the game is over at that position: choose an earlier one")
    seats = seat_rows(tables, who, wanted or _fork_seats(live, table, who, seat), ())
    if len(seats) != table.seats:
        raise BadRequest(f"the game has {table.seats} seats, not {len(seats)}")
    request = TableRequest(live.head.game, (), options=dict(live.head.options), private=True)
    return await put_table(tables, who, request, box, table, seats, record.moves, live.id)


def _fork_seats(live: LiveTable, table: AnyTable, who: Session, seat: Seat | None) -> list[str]:
    """By default: one's own seat, or else the seat to move, against bots."""
    mine = {row.seat for row in live.seats if row.session == who.id}
    if seat is not None and 0 <= seat < table.seats:
        mine = {seat}
    if not mine:
        owing = [each.seat for each in table.decisions() if each.seat >= 0]
        mine = {owing[0] if owing else 0}
    return ["me" if seat in mine else "bot:medium" for seat in range(table.seats)]


async def play_example(tables: TableManager, who: Session, game: str, example: Example) -> Hub:
    """A table that plays on from a worked example of the rules, against bots."""
    box = offered(tables, game)
    record = record_of(box, example)
    table = await tables.heavy.run(len(record.moves), _replayed, box, record)
    if table.over:
        raise BadRequest("the game is over in that example")
    wanted = ["me" if seat == example.seat else EXAMPLE_BOT for seat in range(table.seats)]
    seats = seat_rows(tables, who, wanted, ())
    request = TableRequest(game, (), options=dict(record.header.options), private=True)
    return await put_table(tables, who, request, box, table, seats, record.moves)


async def upload(tables: TableManager, who: Session, text: str) -> Hub:
    """A table from a record file: to look at if the game is over, else to play on."""
    most = tables.settings.record_moves
    if text.count("\n") > most + 1:
        raise BadRequest(f"that record is too long: at most {most} moves")
    # Reading and replaying a long record take a while: not on the event loop.
    record = await tables.heavy.run(len(text) // 100, read_record, text, "the record")
    header = record.header
    offered(tables, header.game)
    box = await tables.packs.box(header.game, header.content, header.pack)
    table = await tables.heavy.run(len(record.moves), _replayed, box, record)
    names: list[str] = []
    for name in record.header.seats:
        names.append(distinct(tables.sessions.clean(name), names))
    session = "" if table.over else who.id
    seats = [SeatRow(seat, "player", session, name) for seat, name in enumerate(names)]
    request = TableRequest(
        record.header.game, (), options=dict(record.header.options), private=True
    )
    return await put_table(tables, who, request, box, table, seats, record.moves)


def _replayed(box: AnyBox, record: Record) -> AnyTable:
    return Table.replay(box, record, "the record")
