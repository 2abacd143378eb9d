"""How a store in SQLite reads and writes: one thread for each."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from ludus.store.interface import StoreError
from ludus.store.writer import Writer

T = TypeVar("T")


class SqliteBase:
    """Two connections to one file. `SqliteStore` opens them."""

    def __init__(
        self, path: Path, writing: sqlite3.Connection, reading: sqlite3.Connection
    ) -> None:
        self._path = path
        self._reading = reading
        self.writer = Writer(writing)
        self._reader = ThreadPoolExecutor(1, "ludus-read")

    async def close(self) -> None:
        """Finish what was asked for, then close the file."""
        await asyncio.to_thread(self.writer.close)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    async def _count(self, sql: str, values: Sequence[str | int]) -> int:
        """How many rows a query has; it must have a limit."""

        def read(db: sqlite3.Connection) -> int:
            count: int = db.execute(f"SELECT COUNT(*) FROM ({sql})", values).fetchone()[0]
            return count

        return await self._read(read)

    async def _write(self, sql: str, row: Sequence[str | int]) -> None:
        def unit(db: sqlite3.Connection) -> None:
            db.execute(sql, row)

        await self.writer.write(unit)

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, read, self._reading)
        except sqlite3.Error as error:
            raise StoreError(f"{self._path}: cannot be read: {error}") from error
