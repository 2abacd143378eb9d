"""The SQL that is about logs: as rows, and as compressed records of games that are long over."""

from __future__ import annotations

import zlib

import msgspec

from ludus.store.errors import StoreError
from ludus.store.interface import LogRow
from ludus.store.sql_base import Database, put
from ludus.store.sql_workers import SqlWorkers

_read = msgspec.json.Decoder(tuple[LogRow, ...])
_ints = msgspec.json.Decoder(tuple[int, ...])


class SqlArchive(SqlWorkers):
    """An `ArchiveStore`."""

    async def to_archive(self, before: int, limit: int) -> list[str]:
        rows = await self._rows(
            "SELECT id FROM tables WHERE stage = 'over' AND archived = 0 AND changed < ? "
            "ORDER BY changed LIMIT ?",
            (before, limit),
        )
        return [id for (id,) in rows]

    async def archive(self, table: str) -> None:
        def unit(db: Database) -> None:
            log = read_log(db, table)
            if log:
                content = zlib.compress(msgspec.json.encode(log), 9)
                if unpacked(table, content) != log:
                    raise StoreError(f"the log of table {table} cannot be packed")
                db.execute(put("archive", "table_id", "rows, content"), (table, len(log), content))
                db.execute(
                    "DELETE FROM log WHERE table_id = ? AND number <= ?", (table, log[-1].number)
                )
            db.execute("UPDATE tables SET archived = 1 WHERE id = ?", (table,))

        await self.writer.write(unit)


def unpacked(table: str, content: bytes) -> tuple[LogRow, ...]:
    try:
        return _read.decode(zlib.decompress(content))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise StoreError(f"the archived log of table {table} is damaged: {error}") from error


def read_log(db: Database, table: str) -> tuple[LogRow, ...]:
    """All of it: what is archived, and what came after."""
    packed = db.execute("SELECT content FROM archive WHERE table_id = ?", (table,)).fetchone()
    rows = db.execute(
        "SELECT number, kind, seat, act, at, gone FROM log WHERE table_id = ? ORDER BY number",
        (table,),
    )
    return (
        *(unpacked(table, packed[0]) if packed else ()),
        *(
            LogRow(number, kind, seat, act, at, _ints.decode(gone) if gone else ())
            for number, kind, seat, act, at, gone in rows
        ),
    )
