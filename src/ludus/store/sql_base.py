"""What the SQL of all stores stands on.

One set of statements serves SQLite and PostgreSQL: they use what both understand, `?` for values,
and `clock_ms()`, which each store has, for the time by its own clock.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from ludus.store.workers import DEAD_AFTER
from ludus.store.writer import Writer

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

T = TypeVar("T")
Value: TypeAlias = str | int | bytes | None


class Found(Protocol):
    """The rows that a statement has found, or how many it has changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> TupleRow | None: ...

    def fetchall(self) -> list[TupleRow]: ...

    def __iter__(self) -> Iterator[TupleRow]: ...


class Database(Protocol):
    """A connection. `BEGIN` begins a transaction that reads everything as of one moment."""

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Found: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> object: ...


class SqlBase(ABC):
    """How a store reads and writes; each kind of store fills it in."""

    living = f"SELECT id FROM workers WHERE alive > clock_ms() - {DEAD_AFTER}"
    """The ids of the workers that live."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    @abstractmethod
    async def _read(self, read: Callable[[Database], T]) -> T:
        """What `read` finds in the database, beside the event loop."""

    async def _rows(self, sql: str, values: Sequence[Value] = ()) -> list[TupleRow]:
        return await self._read(lambda db: db.execute(sql, values).fetchall())

    async def _count(self, sql: str, values: Sequence[Value]) -> int:
        """How many rows a query has; it must have a limit."""
        ((count,),) = await self._rows(f"SELECT COUNT(*) FROM ({sql}) AS found", values)
        return int(count)

    async def _write(self, sql: str, row: Sequence[Value]) -> None:
        def unit(db: Database) -> None:
            db.execute(sql, row)

        await self.writer.write(unit)


def put(table: str, keys: str, others: str, clock: bool = False) -> str:
    """A statement that inserts a row, or replaces the one with the same keys.

    With `clock` the last column is the time.
    """
    names = [name.strip() for name in others.split(",")]
    count = len(keys.split(",")) + len(names) - clock
    marks = ["?"] * count + ["clock_ms()"] * clock
    changes = ", ".join(f"{name} = excluded.{name}" for name in names)
    return (
        f"INSERT INTO {table} ({keys}, {others}) VALUES ({', '.join(marks)}) "
        f"ON CONFLICT ({keys}) DO UPDATE SET {changes}"
    )


def marks(values: Sequence[object]) -> str:
    """As many question marks."""
    return ", ".join("?" * len(values))
