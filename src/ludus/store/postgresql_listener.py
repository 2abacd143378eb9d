"""The thread in which a worker hears from the others, and by which they know that it lives.

Its connection holds an advisory lock on the worker's id: the database frees it as soon as the
process ends. A connection that ended is opened again, and whatever was missed is looked for in the
store.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
import psycopg

from ludus.store.postgresql_connection import CHANNEL, WORKER_LOCKS, connect
from ludus.store.workers import News

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

log = logging.getLogger("ludus.store")

LOOK_UP: Final = 0.2
"""Seconds after which the thread looks whether it is to end."""
PAUSE: Final = 0.5
"""Seconds between two attempts to connect again."""
_read = msgspec.json.Decoder(News)


class PgListener:
    """Listens from its beginning until it is closed."""

    def __init__(self, url: str, worker: str, heard: Callable[[News], None]) -> None:
        self._url = url
        self._worker = worker
        self._heard = heard
        self._end = threading.Event()
        self._connection = self._connected()
        self._thread = threading.Thread(target=self._run, name="ludus-listen", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._end.set()
        self._thread.join()

    def _connected(self) -> psycopg.Connection[TupleRow]:
        connection = connect(self._url)
        try:
            # Nobody else has this id; a connection that the database has not given up yet may.
            connection.execute(
                "SELECT pg_advisory_lock(%s, hashtext(%s))", (WORKER_LOCKS, self._worker)
            )
            connection.execute(f"LISTEN {CHANNEL}".encode())
        except BaseException:
            connection.close()
            raise
        return connection

    def _run(self) -> None:
        connection: psycopg.Connection[TupleRow] | None = self._connection
        while not self._end.is_set():
            try:
                if connection is None:
                    connection = self._connected()
                    self._heard(News(more=True))
                for notice in connection.notifies(timeout=LOOK_UP):
                    self._tell(notice.payload)
            except psycopg.Error as error:
                log.warning("worker %s does not hear the others: %s", self._worker, error)
                if connection is not None:
                    connection.close()
                    connection = None
                self._end.wait(PAUSE)
        if connection is not None:
            connection.close()

    def _tell(self, payload: str) -> None:
        try:
            news = _read.decode(payload)
        except msgspec.MsgspecError:
            news = News(more=True)
        if news.sender != self._worker:
            self._heard(news)
