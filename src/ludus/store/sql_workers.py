"""The SQL that is about workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludus.store.errors import Conflict
from ludus.store.people import Order
from ludus.store.sql_base import Database, marks, put
from ludus.store.sql_people import SqlPeople
from ludus.store.workers import Claim, TableNews, Visit, Worker

FORGOTTEN: Final = 3600 * 1000
"""Milliseconds after which nothing is kept about a worker that shows no sign of life."""

JUST_MADE: Final = 5000
"""Milliseconds for which a new table is left to the worker that makes it."""


class SqlWorkers(SqlPeople):
    """A `WorkerStore`."""

    # Ownership

    async def claim(self, table: str, worker: str) -> Claim | None:
        found: list[Claim] = []

        def unit(db: Database) -> None:
            db.execute(
                "UPDATE tables SET owner = ?, epoch = epoch + 1 WHERE id = ? "
                f"AND (owner IN (?, '') OR owner NOT IN ({self.living}))",
                (worker, table, worker),
            )
            rows = db.execute("SELECT owner, epoch FROM tables WHERE id = ?", (table,))
            found[:] = (Claim(*row) for row in rows)

        await self.writer.write(unit)
        return found[0] if found else None

    async def release(self, worker: str, tables: Sequence[str]) -> None:
        def unit(db: Database) -> None:
            db.executemany(
                "UPDATE tables SET owner = '' WHERE id = ? AND owner = ?",
                [(table, worker) for table in tables],
            )

        await self.writer.write(unit)

    async def epochs(self, tables: Sequence[str]) -> dict[str, int]:
        def read(db: Database) -> dict[str, int]:
            sql = f"SELECT id, epoch FROM tables WHERE id IN ({marks(tables)})"
            return dict(db.execute(sql, tables).fetchall())

        return await self._read(read)

    # Workers

    async def join(self, worker: Worker) -> None:
        def unit(db: Database) -> None:
            db.execute(
                put("workers", "id", "address, alive", clock=True),
                (worker.id, worker.address),
            )
            # One that only stood still goes on as the same worker.
            db.execute("DELETE FROM workers WHERE alive < clock_ms() - ?", (FORGOTTEN,))
            db.execute("DELETE FROM presence WHERE worker NOT IN (SELECT id FROM workers)")

        await self.writer.write(unit)

    async def beat(self, worker: str) -> None:
        await self._write("UPDATE workers SET alive = clock_ms() WHERE id = ?", (worker,))

    async def leave(self, worker: str) -> None:
        def unit(db: Database) -> None:
            db.execute("UPDATE tables SET owner = '' WHERE owner = ?", (worker,))
            db.execute("DELETE FROM workers WHERE id = ?", (worker,))
            db.execute("DELETE FROM presence WHERE worker = ?", (worker,))

        await self.writer.write(unit)

    async def workers(self) -> list[Worker]:
        def read(db: Database) -> list[Worker]:
            rows = db.execute(
                f"SELECT id, address FROM workers WHERE id IN ({self.living}) ORDER BY id"
            )
            return [Worker(*row) for row in rows]

        return await self._read(read)

    # News

    async def news(self, since: int) -> tuple[int, list[TableNews]]:
        def read(db: Database) -> tuple[int, list[TableNews]]:
            ((now,),) = db.execute("SELECT clock_ms()").fetchall()
            rows = db.execute(
                "SELECT id, game, epoch, guards FROM tables WHERE touched >= ? ORDER BY id",
                (since,),
            )
            return now, [TableNews(*row) for row in rows]

        return await self._read(read)

    async def orphans(self, before: int, limit: int) -> list[str]:
        def read(db: Database) -> list[str]:
            rows = db.execute(
                "SELECT id FROM tables WHERE wake IS NOT NULL AND wake < ? "
                f"AND owner NOT IN ({self.living}) AND (epoch > 0 OR touched < clock_ms() - ?) "
                "ORDER BY wake, id LIMIT ?",
                (before, JUST_MADE, limit),
            )
            return [id for (id,) in rows]

        return await self._read(read)

    async def put_visits(self, worker: str, visits: Sequence[Visit]) -> None:
        def unit(db: Database) -> None:
            db.executemany(
                put("presence", "worker, session", "streams, seen, address, touched", clock=True),
                [(worker, each.session, each.streams, each.seen, each.address) for each in visits],
            )

        await self.writer.write(unit)

    async def visits(self, since: int) -> list[tuple[str, Visit]]:
        def read(db: Database) -> list[tuple[str, Visit]]:
            rows = db.execute(
                "SELECT worker, session, streams, seen, address FROM presence "
                "WHERE touched >= ? ORDER BY worker, session",
                (since,),
            )
            return [(worker, Visit(*row)) for worker, *row in rows]

        return await self._read(read)

    # What one worker does for all

    async def take_call(self, id: str, due: int, until: int) -> bool:
        return await self._taken(
            "UPDATE calls SET due = ? WHERE id = ? AND due = ?", (until, id, due)
        )

    async def take_order(self, order: Order) -> bool:
        return await self._taken(
            "UPDATE orders SET taken = 1 WHERE id = ? AND taken = 0", (order.id,)
        )

    async def _taken(self, sql: str, values: Sequence[str | int]) -> bool:
        """Whether an update has found its row."""
        counts: list[int] = []

        def unit(db: Database) -> None:
            counts[:] = [db.execute(sql, values).rowcount]

        await self.writer.write(unit)
        return counts == [1]

    async def use(self, day: int, what: str, most: Mapping[str, int]) -> bool:
        def unit(db: Database) -> None:
            # In one order, so that two workers do not wait for each other.
            for key, limit in sorted(most.items()):
                found = db.execute(
                    "INSERT INTO uses (day, what, key, count) SELECT ?, ?, ?, 1 WHERE ? > 0 "
                    "ON CONFLICT (day, what, key) DO UPDATE SET count = uses.count + 1 "
                    "WHERE uses.count < ?",
                    (day, what, key, limit, limit),
                )
                if not found.rowcount:
                    raise Conflict("used up for this day")

        try:
            await self.writer.write(unit)
        except Conflict:
            return False
        return True

    async def forget_uses(self, before: int) -> None:
        def unit(db: Database) -> None:
            db.execute("DELETE FROM uses WHERE day < ?", (before,))

        await self.writer.write(unit)

    async def shared(self, name: str, value: str) -> str:
        found: list[str] = []

        def unit(db: Database) -> None:
            db.execute("INSERT INTO switches VALUES (?, ?) ON CONFLICT DO NOTHING", (name, value))
            rows = db.execute("SELECT value FROM switches WHERE name = ?", (name,))
            found[:] = (value for (value,) in rows)

        await self.writer.write(unit)
        return found[0]
