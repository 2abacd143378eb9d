"""The SQL that is about people and the operator."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ludus.store.people import (
    Contact,
    Order,
    Report,
    Restriction,
    RestrictionKind,
    RestrictionWhat,
)
from ludus.store.sql_base import Database, put
from ludus.store.sql_packs import SqlPacks

_words = msgspec.json.Decoder(tuple[str, ...])

_OF_SESSIONS = (
    "own",
    "notes",
    "links",
    "calls",
    "passes",
    "rules_met",
    "lesson_tables",
    "contacts",
)
"""Tables of rows that belong to one session."""


class SqlPeople(SqlPacks):
    """A `PeopleStore`."""

    # What the operator has decided

    async def restrictions(self) -> list[Restriction]:
        def read(db: Database) -> list[Restriction]:
            rows = db.execute(
                "SELECT kind, key, what, until, reason, at FROM restrictions ORDER BY at, key"
            )
            return [Restriction(*row) for row in rows]

        return await self._read(read)

    async def put_restriction(self, restriction: Restriction) -> None:
        found = restriction
        await self._write(
            put("restrictions", "kind, key, what", "until, reason, at"),
            (found.kind, found.key, found.what, found.until, found.reason, found.at),
        )

    async def drop_restriction(
        self, kind: RestrictionKind, key: str, what: RestrictionWhat
    ) -> None:
        await self._write(
            "DELETE FROM restrictions WHERE kind = ? AND key = ? AND what = ?", (kind, key, what)
        )

    async def switches(self) -> dict[str, str]:
        return dict(
            await self._read(lambda db: db.execute("SELECT name, value FROM switches").fetchall())
        )

    async def put_switch(self, name: str, value: str) -> None:
        if value:
            await self._write(put("switches", "name", "value"), (name, value))
        else:
            await self._write("DELETE FROM switches WHERE name = ?", (name,))

    # Orders of the operator

    async def put_order(self, order: Order) -> None:
        words = msgspec.json.encode(order.words).decode()
        await self._write(
            "INSERT INTO orders (id, at, words) VALUES (?, ?, ?)", (order.id, order.at, words)
        )

    async def orders(self) -> list[Order]:
        def read(db: Database) -> list[Order]:
            rows = db.execute(
                "SELECT id, at, words FROM orders WHERE answer IS NULL AND taken = 0 "
                "ORDER BY at, id"
            )
            return [Order(id, at, _words.decode(words)) for id, at, words in rows]

        return await self._read(read)

    async def answer_order(self, id: str, answer: str) -> None:
        await self._write("UPDATE orders SET answer = ? WHERE id = ?", (answer, id))

    async def order_answer(self, id: str) -> str | None:
        def read(db: Database) -> str | None:
            row = db.execute("SELECT answer FROM orders WHERE id = ?", (id,)).fetchone()
            return None if row is None else row[0]

        return await self._read(read)

    async def drop_orders(self, before: int) -> None:
        await self._write("DELETE FROM orders WHERE at < ?", (before,))

    # Among people

    async def put_report(self, report: Report) -> None:
        await self._write(
            "INSERT INTO reports (table_id, line, author, name, text, reporter, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            (
                report.table,
                report.line,
                report.author,
                report.name,
                report.text,
                report.reporter,
                report.at,
            ),
        )

    async def reports(self, limit: int) -> list[Report]:
        def read(db: Database) -> list[Report]:
            rows = db.execute(
                "SELECT table_id, line, author, name, text, reporter, at, number FROM reports "
                "ORDER BY number DESC LIMIT ?",
                (limit,),
            )
            return [Report(*row) for row in rows]

        return await self._read(read)

    async def drop_report(self, number: int) -> bool:
        found = await self._count("SELECT 1 FROM reports WHERE number = ? LIMIT 1", (number,))
        await self._write("DELETE FROM reports WHERE number = ?", (number,))
        return bool(found)

    async def blocks(self, session: str) -> dict[str, str]:
        def read(db: Database) -> dict[str, str]:
            return dict(
                db.execute(
                    "SELECT blocked, name FROM blocks WHERE session = ? ORDER BY name, blocked",
                    (session,),
                ).fetchall()
            )

        return await self._read(read)

    async def put_block(self, session: str, blocked: str, name: str) -> None:
        await self._write(put("blocks", "session, blocked", "name"), (session, blocked, name))

    async def drop_block(self, session: str, blocked: str) -> None:
        await self._write(
            "DELETE FROM blocks WHERE session = ? AND blocked = ?", (session, blocked)
        )

    # Where people are told that it is their turn

    async def put_contact(self, contact: Contact) -> None:
        await self._write(
            put("contacts", "session, id", "kind, address, keys, label, created, confirmed"),
            (
                contact.session,
                contact.id,
                contact.kind,
                contact.address,
                contact.keys,
                contact.label,
                contact.created,
                int(contact.confirmed),
            ),
        )

    async def drop_contact(self, session: str, id: str) -> None:
        await self._write("DELETE FROM contacts WHERE session = ? AND id = ?", (session, id))

    # Sessions

    async def put_pass(self, id: str, session: str, expires: int) -> None:
        def unit(db: Database) -> None:
            # A new one takes the place of all that were made before.
            db.execute("DELETE FROM passes WHERE session = ?", (session,))
            db.execute("INSERT INTO passes VALUES (?, ?, ?)", (id, session, expires))

        await self.writer.write(unit)

    async def use_pass(self, id: str, now: int) -> str:
        found: list[str] = []

        def unit(db: Database) -> None:
            rows = db.execute(
                "DELETE FROM passes WHERE id = ? AND expires > ? RETURNING session", (id, now)
            )
            found[:] = (session for (session,) in rows.fetchall())

        await self.writer.write(unit)
        return found[0] if found else ""

    async def pass_session(self, id: str, now: int) -> str:
        def read(db: Database) -> str:
            row = db.execute(
                "SELECT session FROM passes WHERE id = ? AND expires > ?", (id, now)
            ).fetchone()
            return row[0] if row else ""

        return await self._read(read)

    async def sessions_like(self, text: str, limit: int) -> Sequence[tuple[str, str, int, int]]:
        def read(db: Database) -> list[tuple[str, str, int, int]]:
            return db.execute(
                "SELECT id, name, created, "
                "(SELECT COUNT(*) FROM own WHERE own.session = sessions.id) FROM sessions "
                "WHERE ? = '' OR replace(lower(name), lower(?), '') <> lower(name) "
                "OR replace(id, ?, '') <> id "
                "ORDER BY created DESC, id LIMIT ?",
                (text, text, text, limit),
            ).fetchall()

        return await self._read(read)

    async def tables_of(self, session: str) -> list[str]:
        def read(db: Database) -> list[str]:
            rows = db.execute(
                "SELECT table_id FROM own WHERE session = ? "
                "UNION SELECT table_id FROM seats WHERE session = ? "
                "UNION SELECT table_id FROM chat WHERE session = ? ORDER BY 1",
                (session, session, session),
            )
            return [id for (id,) in rows]

        return await self._read(read) if session else []

    async def tables_like(self, text: str, limit: int) -> list[str]:
        def read(db: Database) -> list[str]:
            rows = db.execute(
                "SELECT id FROM tables WHERE ? IN ('', stage, game) OR replace(id, ?, '') <> id "
                "ORDER BY changed DESC LIMIT ?",
                (text, text, limit),
            )
            return [id for (id,) in rows]

        return await self._read(read)

    async def forget(self, session: str, name: str, level: str) -> None:
        def unit(db: Database) -> None:
            # Whoever has such a table in memory must read it again.
            db.execute(
                "UPDATE tables SET epoch = epoch + 1 WHERE host = ? "
                "OR id IN (SELECT table_id FROM seats WHERE session = ?) "
                "OR id IN (SELECT table_id FROM chat WHERE session = ?)",
                (session, session, session),
            )
            of = "(SELECT stage FROM tables WHERE id = table_id)"
            db.execute(
                f"UPDATE seats SET kind = 'open', session = '', name = '', level = '' "
                f"WHERE session = ? AND {of} = 'waiting'",
                (session,),
            )
            db.execute(
                f"UPDATE seats SET level = CASE WHEN kind = 'player' THEN ? ELSE level END, "
                f"kind = 'bot' WHERE session = ? AND {of} = 'playing'",
                (level, session),
            )
            db.execute("UPDATE seats SET session = '', name = ? WHERE session = ?", (name, session))
            db.execute("UPDATE tables SET host = '' WHERE host = ?", (session,))
            db.execute("DELETE FROM chat WHERE session = ?", (session,))
            db.execute("DELETE FROM reports WHERE author = ? OR reporter = ?", (session, session))
            db.execute("DELETE FROM blocks WHERE session = ? OR blocked = ?", (session, session))
            for table in _OF_SESSIONS:
                db.execute(f"DELETE FROM {table} WHERE session = ?", (session,))
            db.execute("DELETE FROM sessions WHERE id = ?", (session,))

        await self.writer.write(unit)


def read_contacts(db: Database, session: str) -> tuple[Contact, ...]:
    """The contacts of a session."""
    rows = db.execute(
        "SELECT session, id, kind, address, keys, label, created, confirmed FROM contacts "
        "WHERE session = ? ORDER BY id",
        (session,),
    )
    return tuple(
        Contact(session, id, kind, address, keys, label, created, bool(confirmed))
        for session, id, kind, address, keys, label, created, confirmed in rows
    )
