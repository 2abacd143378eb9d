"""Connections to PostgreSQL, and the dialect that the SQL of all stores is put into."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import psycopg

from ludus.store.sql_base import Found, Value

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

CHANNEL: Final = "ludus"
"""On which workers tell each other what they have written."""
WORKER_LOCKS: Final = 0x4C44
"""The first number of the advisory locks that workers hold on their ids."""
CONNECT_TIME: Final = 5
"""Seconds that a connection may take."""
OLDEST: Final = 150000
"""The oldest PostgreSQL that is supported, as it numbers itself."""


def connect(url: str, reading: bool = False) -> psycopg.Connection[TupleRow]:
    """A connection on which each statement is a transaction, unless one is begun."""
    options = "-c timezone=UTC -c client_min_messages=warning"
    if reading:
        # `BEGIN` then means: everything as of one moment.
        options += (
            " -c default_transaction_isolation=repeatable\\ read"
            " -c default_transaction_read_only=on"
        )
    return psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_TIME,
        options=options,
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        # What was sent and never arrived is else tried for a quarter of an hour, and all writers
        # wait for it.
        tcp_user_timeout=10_000,
        application_name="ludus",
    )


@lru_cache(maxsize=1024)
def translated(sql: str) -> bytes:
    """SQL with `?` for values, as psycopg wants it."""
    return sql.replace("%", "%%").replace("?", "%s").encode()


class PgDatabase:
    """A `Database`."""

    def __init__(self, connection: psycopg.Connection[TupleRow]) -> None:
        self._connection = connection

    def execute(self, sql: str, values: Sequence[Value] = (), /) -> Found:
        return self._connection.execute(translated(sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[Value]], /) -> object:
        with self._connection.cursor() as cursor:
            cursor.executemany(translated(sql), rows)
        return None
