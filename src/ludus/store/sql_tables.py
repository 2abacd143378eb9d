"""The SQL that is about tables and all that belongs to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, fields, replace
from itertools import pairwise

import msgspec

from ludus.core.protocol import Seat
from ludus.store.errors import Conflict, Fenced
from ludus.store.interface import (
    Call,
    Change,
    ChatRow,
    Head,
    LessonStepKey,
    Link,
    ListKind,
    LogRow,
    SeatRow,
    Session,
    Stage,
    Stored,
)
from ludus.store.people import CallKind
from ludus.store.sql_archive import SqlArchive, read_log
from ludus.store.sql_base import Database, Value, marks, put
from ludus.store.sql_people import read_contacts

_COLUMNS = tuple(field.name for field in fields(Head))
_HEAD = ", ".join(_COLUMNS)
_LISTS = ("waiting", "scores", "ranks")
"""Columns that hold lists, as JSON."""
_FIXED = (
    "id",
    "game",
    "pack",
    "options",
    "private",
    "pace",
    "at_zero",
    "created",
    "origin",
    "given",
    "epoch",
)
"""Columns that no change of the table changes."""
_CHANGING = tuple(name for name in _COLUMNS if name not in _FIXED)
_CALL = ", ".join(field.name for field in fields(Call))
_UPDATE = (
    f"UPDATE tables SET {', '.join(f'{name} = ?' for name in _CHANGING)}, touched = clock_ms() "
    "WHERE id = ? AND epoch = ?"
)
_ALL = 2**62
_SEAT = "seat, kind, session, name, level"
_PUT_OWN = put("own", "session, table_id", "place, changed")
_PUT_SEAT = put("seats", "table_id, seat", "kind, session, name, level")
_PUT_CALL = put("calls", "id", ", ".join(field.name for field in fields(Call)[1:]))
_STAGES = {"open": "waiting", "live": "playing", "finished": "over"}

_ints = msgspec.json.Decoder(tuple[int, ...])
_words = msgspec.json.Decoder(dict[str, str])


class SqlTables(SqlArchive):
    """The rest of a `Store`."""

    # Tables

    async def create(
        self, head: Head, seats: Sequence[SeatRow], log: Sequence[LogRow] = ()
    ) -> None:
        def unit(db: Database) -> None:
            marks = ", ".join("?" * len(_COLUMNS))
            values = tuple(_head_values(head).values())
            db.execute(
                f"INSERT INTO tables ({_HEAD}, touched) VALUES ({marks}, clock_ms())", values
            )
            _put_seats(db, head.id, seats)
            _put_log(db, head.id, log)
            _put_own(db, head)

        await self.writer.write(unit)

    async def save(self, change: Change) -> None:
        await self.writer.write(lambda db: _save(db, change))

    async def load(self, table: str) -> Stored | None:
        return await self._read(lambda db: _load(db, table))

    async def glance(self, table: str) -> tuple[Head, tuple[SeatRow, ...]] | None:
        found = await self._read(
            lambda db: _with_seats(db, "SELECT id FROM tables WHERE id = ?", (table,))
        )
        return found[0] if found else None

    async def mine(
        self, session: str, limit: int, skip: int = 0
    ) -> list[tuple[Head, tuple[SeatRow, ...]]]:
        return await self._read(
            lambda db: _with_seats(
                db,
                "SELECT table_id FROM own WHERE session = ? AND session <> '' "
                "ORDER BY place, changed DESC, table_id LIMIT ? OFFSET ?",
                (session, limit, skip),
            )
        )

    async def turns(self, session: str, most: int) -> int:
        return await self._count(
            "SELECT 1 FROM own WHERE session = ? AND place = 0 LIMIT ?", (session, most)
        )

    async def unfinished(self, host: str, most: int) -> int:
        return await self._count(
            "SELECT 1 FROM tables WHERE host = ? AND host <> '' "
            "AND stage IN ('waiting', 'playing') LIMIT ?",
            (host, most),
        )

    async def listed(
        self, kind: ListKind, limit: int, each: int = 0, among: int = 0
    ) -> list[tuple[Head, tuple[SeatRow, ...]]]:
        # Nearly always the latest few are enough, and reading thousands takes long. Those that are
        # listed are the first ones either way.
        latest = dict.fromkeys((min(2 * limit, among or _ALL), among or _ALL))
        return await self._read(
            lambda db: _with_seats(
                db,
                "SELECT id FROM (SELECT id, changed, ROW_NUMBER() OVER "
                "(PARTITION BY CASE host WHEN '' THEN id ELSE host END ORDER BY changed DESC) "
                "AS nth FROM (SELECT id, changed, host FROM tables "
                "WHERE stage = ? AND private = 0 ORDER BY changed DESC LIMIT ?) AS latest) "
                "AS numbered WHERE nth <= ? ORDER BY changed DESC LIMIT ?",
                *((_STAGES[kind], count, each or limit, limit) for count in latest),
                enough=limit,
            )
        )

    async def stale(self, stage: Stage, before: int, now: int, limit: int) -> list[str]:
        def read(db: Database) -> list[str]:
            rows = db.execute(
                "SELECT id FROM tables WHERE stage = ? AND changed < ? "
                "AND (wake IS NULL OR wake <= ?) ORDER BY changed LIMIT ?",
                (stage, before, now, limit),
            )
            return [id for (id,) in rows]

        return await self._read(read)

    async def delete(self, table: str) -> None:
        def unit(db: Database) -> None:
            # The log lets itself be deleted only for a table that says so.
            db.execute("UPDATE tables SET stage = 'deleted' WHERE id = ?", (table,))
            for name in (
                "log",
                "archive",
                "seats",
                "chat",
                "notes",
                "links",
                "own",
                "lesson_tables",
                "reports",
            ):
                db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))
            # Calls are named by table and seat; ':' and ';' enclose all of one table.
            db.execute("DELETE FROM calls WHERE id > ? AND id < ?", (f"{table}:", f"{table};"))
            db.execute("DELETE FROM tables WHERE id = ?", (table,))

        await self.writer.write(unit)

    async def wakers(self) -> list[tuple[str, int]]:
        def read(db: Database) -> list[tuple[str, int]]:
            return db.execute(
                "SELECT id, wake FROM tables WHERE wake IS NOT NULL ORDER BY wake, id"
            ).fetchall()

        return await self._read(read)

    async def guarded(self) -> list[tuple[str, str, str]]:
        def read(db: Database) -> list[tuple[str, str, str]]:
            return db.execute("SELECT id, game, guards FROM tables WHERE guards <> ''").fetchall()

        return await self._read(read)

    # Runs of the server

    async def start_run(self, at: int, beside: bool = False) -> list[tuple[int, int]]:
        def read(db: Database) -> list[tuple[int, int]]:
            return db.execute("SELECT started, alive FROM runs ORDER BY started").fetchall()

        before = await self._read(read)
        if beside and before:
            return [(alive, began) for (_, alive), (began, _) in pairwise(before)]
        # A clock that was set back must not replace what is known of earlier runs.
        last = max((started for started, _ in before), default=at - 1)
        await self._write("INSERT INTO runs VALUES (?, ?)", (max(at, last + 1), at))
        return [(alive, began) for (_, alive), (began, _) in pairwise([*before, (at, at)])]

    async def alive(self, at: int) -> None:
        await self._write(
            "UPDATE runs SET alive = ? "
            "WHERE alive < ? AND started = (SELECT MAX(started) FROM runs)",
            (at, at),
        )

    # Chat and notes

    async def say(self, table: str, line: ChatRow) -> None:
        await self.writer.write(lambda db: _put_chat(db, table, (line,)))

    async def notes(self, table: str, session: str) -> str:
        def read(db: Database) -> str:
            row = db.execute(
                "SELECT text FROM notes WHERE table_id = ? AND session = ?", (table, session)
            ).fetchone()
            return row[0] if row else ""

        return await self._read(read)

    async def put_notes(self, table: str, session: str, text: str) -> None:
        await self._write(put("notes", "table_id, session", "text"), (table, session, text))

    # Sessions and links

    async def session(self, id: str) -> Session | None:
        def read(db: Database) -> Session | None:
            row = db.execute(
                "SELECT id, name, created, webhook, trouble, generation FROM sessions WHERE id = ?",
                (id,),
            ).fetchone()
            if row is None:
                return None
            blocked = db.execute("SELECT blocked FROM blocks WHERE session = ?", (id,))
            return replace(
                Session(*row),
                blocked=frozenset(each for (each,) in blocked),
                contacts=read_contacts(db, id),
            )

        return await self._read(read)

    async def put_session(self, session: Session) -> None:
        await self._write(
            put("sessions", "id", "name, created, webhook, trouble, generation"),
            (
                session.id,
                session.name,
                session.created,
                session.webhook,
                session.trouble,
                session.generation,
            ),
        )

    async def put_link(self, link: Link) -> None:
        def unit(db: Database) -> None:
            seats = _json(link.seats)
            if link.kind == "invitation":
                db.execute(
                    "DELETE FROM links WHERE table_id = ? AND kind = ? AND seats = ? AND used = 0",
                    (link.table, link.kind, seats),
                )
            db.execute(
                "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?)",
                (link.id, link.table, link.kind, seats, link.session, link.created, link.used),
            )

        await self.writer.write(unit)

    async def link(self, id: str) -> Link | None:
        rows = await self._links("id = ?", id)
        return rows[0] if rows else None

    async def links(self, table: str) -> list[Link]:
        return await self._links("table_id = ? AND used = 0", table)

    async def _links(self, where: str, value: str) -> list[Link]:
        def read(db: Database) -> list[Link]:
            rows = db.execute(
                "SELECT id, table_id, kind, seats, session, created, used FROM links "
                f"WHERE {where} ORDER BY created, id",
                (value,),
            )
            return [
                Link(id, table, kind, _ints.decode(seats), session, created, used)
                for id, table, kind, seats, session, created, used in rows
            ]

        return await self._read(read)

    # Lessons

    async def rules_met(self, session: str) -> dict[str, frozenset[str]]:
        def read(db: Database) -> dict[str, frozenset[str]]:
            found: dict[str, set[str]] = {}
            rows = db.execute("SELECT game, rule FROM rules_met WHERE session = ?", (session,))
            for game, rule in rows:
                found.setdefault(game, set()).add(rule)
            return {game: frozenset(rules) for game, rules in found.items()}

        return await self._read(read)

    async def meet_rules(self, session: str, game: str, rules: Sequence[str]) -> None:
        def unit(db: Database) -> None:
            db.executemany(
                "INSERT INTO rules_met VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                [(session, game, rule) for rule in rules],
            )

        await self.writer.write(unit)

    async def lesson_table(self, session: str, game: str, lesson: str) -> str:
        def read(db: Database) -> str:
            row = db.execute(
                "SELECT table_id FROM lesson_tables WHERE session = ? AND game = ? AND lesson = ?",
                (session, game, lesson),
            ).fetchone()
            return row[0] if row else ""

        return await self._read(read)

    async def begin_lesson(self, session: str, game: str, lesson: str, table: str) -> None:
        def unit(db: Database) -> None:
            row = (session, game, lesson, table)
            db.execute(put("lesson_tables", "session, game, lesson", "table_id"), row)
            _count_steps(db, ((game, lesson, 0),))

        await self.writer.write(unit)

    async def lesson_counts(self, game: str) -> list[tuple[str, int, int]]:
        def read(db: Database) -> list[tuple[str, int, int]]:
            return db.execute(
                "SELECT lesson, step, reached FROM lesson_counts WHERE game = ? "
                "ORDER BY lesson, step",
                (game,),
            ).fetchall()

        return await self._read(read)

    # Calls to people who are away

    async def calls(self, limit: int, kind: CallKind = "webhook") -> list[Call]:
        def read(db: Database) -> list[Call]:
            rows = db.execute(
                f"SELECT {_CALL} FROM calls WHERE kind = ? ORDER BY due, id LIMIT ?", (kind, limit)
            )
            return [Call(*row) for row in rows]

        return await self._read(read)

    async def put_call(self, call: Call) -> None:
        await self.writer.write(lambda db: _put_calls(db, (call,)))

    async def drop_call(self, id: str) -> None:
        await self._write("DELETE FROM calls WHERE id = ?", (id,))


def _save(db: Database, change: Change) -> None:
    head = change.head
    values = _head_values(head)
    written = db.execute(_UPDATE, (*(values[name] for name in _CHANGING), head.id, head.epoch))
    if written.rowcount != 1:
        raise Fenced(f"table {head.id} has another owner by now, or is gone")
    if change.use_link:
        used = db.execute(
            "UPDATE links SET used = ? WHERE id = ? AND used = 0", (change.at, change.use_link)
        )
        if used.rowcount != 1:
            raise Conflict("the link was used before")
    _put_log(db, head.id, change.log)
    _put_seats(db, head.id, change.seats)
    _put_chat(db, head.id, change.chat)
    if change.seats:
        db.execute("DELETE FROM own WHERE table_id = ?", (head.id,))
    _put_own(db, head)
    if change.drop_chat is not None:
        db.execute(
            "DELETE FROM chat WHERE table_id = ? AND room = ? AND number < ?",
            (head.id, *change.drop_chat),
        )
    if change.calls:
        _put_calls(db, change.calls)
    _count_steps(db, change.reached)


def _count_steps(db: Database, reached: Sequence[LessonStepKey]) -> None:
    if reached:
        db.executemany(
            "INSERT INTO lesson_counts VALUES (?, ?, ?, 1) "
            "ON CONFLICT (game, lesson, step) DO UPDATE SET reached = lesson_counts.reached + 1",
            reached,
        )


def _load(db: Database, table: str) -> Stored | None:
    # One transaction, so that head and log are of the same moment.
    db.execute("BEGIN")
    try:
        row = db.execute(f"SELECT {_HEAD} FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        log = read_log(db, table)
        chat = db.execute(
            "SELECT number, room, seat, name, text, at, session FROM chat WHERE table_id = ? "
            "ORDER BY number",
            (table,),
        ).fetchall()
        seats = _seats(db, table)
    finally:
        db.execute("COMMIT")
    return Stored(
        _head(row),
        seats,
        log,
        tuple(ChatRow(*line) for line in chat),
    )


def _with_seats(
    db: Database, sql: str, *attempts: Sequence[Value], enough: int = 0
) -> list[tuple[Head, tuple[SeatRow, ...]]]:
    """The tables whose ids a query gives, in its order; with other values if it gives too few."""
    # One transaction, so that no table is gone between its id and its row.
    db.execute("BEGIN")
    try:
        ids: list[str] = []
        for values in attempts:
            ids = [id for (id,) in db.execute(sql, values).fetchall()]
            if len(ids) >= enough:
                break
        if not ids:
            return []
        among = f"IN ({marks(ids)})"
        heads = db.execute(f"SELECT {_HEAD} FROM tables WHERE id {among}", ids).fetchall()
        rows = db.execute(
            f"SELECT table_id, {_SEAT} FROM seats WHERE table_id {among} ORDER BY seat", ids
        ).fetchall()
    finally:
        db.execute("COMMIT")
    seats: dict[str, list[SeatRow]] = {id: [] for id in ids}
    for table, *row in rows:
        seats[table].append(SeatRow(*row))
    found = {head.id: head for head in map(_head, heads)}
    return [(found[id], tuple(seats[id])) for id in ids]


def _put_own(db: Database, head: Head) -> None:
    """Where the table stands in the lists of those who sit at it, and of its host."""
    places = {head.host: 2 if head.stage == "over" else 1} if head.host else {}
    rows = db.execute(
        "SELECT seat, kind, session FROM seats WHERE table_id = ? AND session <> ''", (head.id,)
    )
    for seat, kind, session in rows:
        place = 2 if head.stage == "over" else 1
        if head.stage == "playing" and kind == "player" and seat in head.waiting:
            place = 0
        places[session] = min(place, places.get(session, place))
    db.executemany(
        _PUT_OWN,
        [(session, head.id, place, head.changed) for session, place in places.items()],
    )


def _seats(db: Database, table: str) -> tuple[SeatRow, ...]:
    rows = db.execute(f"SELECT {_SEAT} FROM seats WHERE table_id = ? ORDER BY seat", (table,))
    return tuple(SeatRow(*row) for row in rows)


def _put_seats(db: Database, table: str, seats: Sequence[SeatRow]) -> None:
    if seats:
        db.executemany(
            _PUT_SEAT,
            [(table, row.seat, row.kind, row.session, row.name, row.level) for row in seats],
        )


def _put_log(db: Database, table: str, log: Sequence[LogRow]) -> None:
    if log:
        db.executemany(
            "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    table,
                    row.number,
                    row.kind,
                    row.seat,
                    row.act,
                    row.at,
                    msgspec.json.encode(row.gone).decode() if row.gone else "",
                )
                for row in log
            ],
        )


def _put_chat(db: Database, table: str, lines: Sequence[ChatRow]) -> None:
    if lines:
        db.executemany(
            "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (table, row.number, row.room, row.seat, row.name, row.text, row.at, row.session)
                for row in lines
            ],
        )


def _put_calls(db: Database, calls: Sequence[Call]) -> None:
    db.executemany(_PUT_CALL, [astuple(call) for call in calls])


def _json(value: Sequence[Seat] | dict[str, str]) -> str:
    return msgspec.json.encode(value).decode()


def _head_values(head: Head) -> dict[str, str | int | None]:
    """The columns of a table's row."""
    values = {name: getattr(head, name) for name in _COLUMNS}
    values["options"] = _json(dict(head.options))
    values["private"] = int(head.private)
    for name in _LISTS:
        values[name] = _json(values[name])
    return values


def _head(row: Sequence[object]) -> Head:
    values = dict(zip(_COLUMNS, row, strict=True))
    values["options"] = _words.decode(str(values["options"]))
    values["private"] = bool(values["private"])
    for name in _LISTS:
        values[name] = _ints.decode(str(values[name]))
    return msgspec.convert(values, Head)
