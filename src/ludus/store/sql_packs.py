"""The SQL that is about content packs."""

from __future__ import annotations

from typing import Final

from ludus.store.packs import PackRow
from ludus.store.sql_base import SqlBase

COLUMNS: Final = "digest, game, name, title, content, files"


class SqlPacks(SqlBase):
    """A `PackStore`."""

    async def put_pack(self, pack: PackRow) -> None:
        row = (pack.digest, pack.game, pack.name, pack.title, pack.content, pack.files)
        await self._write(
            f"INSERT INTO packs ({COLUMNS}, kept) VALUES (?, ?, ?, ?, ?, ?, clock_ms()) "
            "ON CONFLICT (digest) DO NOTHING",
            row,
        )

    async def pack(self, digest: str) -> PackRow | None:
        rows = await self._rows(f"SELECT {COLUMNS} FROM packs WHERE digest = ?", (digest,))
        return PackRow(*rows[0]) if rows else None

    async def find_pack(self, game: str, content: str, name: str) -> PackRow | None:
        rows = await self._rows(
            f"SELECT {COLUMNS} FROM packs WHERE game = ? AND content = ? "
            "ORDER BY CASE WHEN name = ? THEN 0 ELSE 1 END, kept DESC, digest LIMIT 1",
            (game, content, name),
        )
        return PackRow(*rows[0]) if rows else None
