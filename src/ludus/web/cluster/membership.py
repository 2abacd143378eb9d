"""One worker among others: its signs of life, its claims, and what it hears from the others.

What is in the store counts. Messages only make it quick, and every second the worker looks for what
it may have missed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ludus.core.errors import LudusError
from ludus.store import DEAD_AFTER, News, Store, StoreError, TableNews, Worker
from ludus.web.cluster.owners import Elsewhere
from ludus.web.http.errors import NotFound, Unavailable

if TYPE_CHECKING:
    from ludus.web.state import AppState

log = logging.getLogger("ludus.web")

BEAT: Final = 2.0
"""Seconds between two signs of life."""
LOOK: Final = 1.0
"""Seconds between two looks at the store."""
OVERLAP: Final = 5000
"""Each look goes so many ms further back than the last: a commit may take that long."""
DOUBT: Final = DEAD_AFTER / 1000 - 2.0
"""Seconds without a sign of life after which nothing in memory is believed unasked."""
REMEMBER: Final = 1.0
"""Seconds for which another owner is believed without asking the store."""
ORPHANS: Final = 50
"""The most tables without an owner that are woken at once."""


class Membership:
    """An `Owners` for a store that several workers share."""

    alone = False

    def __init__(self, store: Store, me: Worker) -> None:
        self._store = store
        self.me = me
        self._app: AppState | None = None
        self._others: dict[str, Worker] = {}
        self._elsewhere: dict[str, tuple[str, float]] = {}
        """Tables of others, and until when that is believed."""
        self._beaten = time.monotonic()
        self._since = 0
        """Until when, by the clock of the store, everything was looked at."""
        self._joined = False

    def attach(self, app: AppState) -> None:
        """The server that this worker is."""
        self._app = app

    @property
    def others(self) -> list[Worker]:
        """The other workers that live."""
        return list(self._others.values())

    @property
    def doubtful(self) -> bool:
        return time.monotonic() - self._beaten > DOUBT

    # Owning tables ------------------------------------------------------------------------------

    async def join(self) -> bool:
        self._store.listen(self._heard)
        await self._store.join(self.me)
        self._joined = True
        self._beaten = time.monotonic()
        self._since, _ = await self._store.news(2**62)
        await self._look_around()
        return bool(self._others)

    async def leave(self) -> None:
        if self._joined:
            self._joined = False
            await self._store.leave(self.me.id)

    async def claim(self, table: str) -> int:
        owner, until = self._elsewhere.get(table, ("", 0.0))
        if owner in self._others and time.monotonic() < until:
            raise Elsewhere(self._others[owner])
        found = await self._store.claim(table, self.me.id)
        if found is None:
            raise NotFound(f"there is no table {table[:40]!r}")
        if found.owner == self.me.id:
            self._elsewhere.pop(table, None)
            return found.epoch
        if found.owner not in self._others:
            await self._look_around()
        worker = self._others.get(found.owner)
        if worker is None:
            raise Unavailable("the worker of this table has just gone; try again")
        self._elsewhere[table] = (worker.id, time.monotonic() + REMEMBER)
        raise Elsewhere(worker)

    def unreachable(self, worker: Worker) -> None:
        """Nobody answers there: ask the store again about its tables."""
        self._elsewhere = {
            table: known for table, known in self._elsewhere.items() if known[0] != worker.id
        }

    def release(self, tables: Sequence[str]) -> None:
        if self._joined and self._app is not None:
            self._app.tasks.start(self._store.release(self.me.id, list(tables)))

    async def give_up(self, table: str) -> None:
        await self._store.release(self.me.id, [table])

    async def check(self) -> None:
        """Throw away the tables that others have claimed or deleted."""
        if self._app is None:
            return
        await self._check_some(self._app.tables.loaded_ids)
        self._beaten = time.monotonic()

    # What the others tell -----------------------------------------------------------------------

    def _heard(self, news: News) -> None:
        """On the event loop, from the thread that listens."""
        app = self._app
        if app is None or not self._joined:
            return
        if news.more:
            app.sessions.forget_all()
            app.tasks.start(app.moderation.load())
            app.tasks.start(self.check())
            app.tables.on_change()
            return
        loaded = set(news.tables) & set(app.tables.loaded_ids)
        if loaded:
            app.tasks.start(self._check_some(sorted(loaded)))
        if news.tables:
            app.tables.on_change()
        for session in news.sessions:
            app.tasks.start(app.sessions.refresh(session))
        if news.ended:
            app.tables.end_streams_here(set(news.ended))
        if news.moderation:
            app.tasks.start(app.moderation.load())

    async def _check_some(self, tables: list[str]) -> None:
        assert self._app is not None
        found = await self._store.epochs(tables) if tables else {}
        self._app.tables.drop_stale({table: found.get(table) for table in tables})

    # Again and again ----------------------------------------------------------------------------

    def start(self) -> None:
        assert self._app is not None
        for work in (self._beat(), self._look(), self._wake_orphans()):
            self._app.tasks.start(work)

    async def _beat(self) -> None:
        """Through the event loop and the thread that writes: a sign that moves are made here."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                if self.doubtful:
                    await self.check()
                await self._store.beat(self.me.id)
                self._beaten = time.monotonic()
                await self._look_around()
            except StoreError as error:
                log.error("no sign of life could be written: %s", error)

    async def _look(self) -> None:
        assert self._app is not None
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._share_presence()
                now, found = await self._store.news(self._since - OVERLAP)
                self._take_in(found)
                self._since = now
            except StoreError as error:
                log.error("news of other workers could not be read: %s", error)

    def _take_in(self, found: list[TableNews]) -> None:
        assert self._app is not None
        tables = self._app.tables
        mine = set(tables.loaded_ids)
        for each in found:
            if each.id not in mine:
                tables.guards.set(each.id, each.game, each.guards)
        tables.drop_stale({each.id: each.epoch for each in found if each.id in mine})
        if any(each.id not in mine for each in found):
            tables.on_change()

    async def _share_presence(self) -> None:
        assert self._app is not None
        presence = self._app.presence
        visits = presence.unshared(self._app.now())
        if visits:
            await self._store.put_visits(self.me.id, visits)
        for worker, visit in await self._store.visits(self._since - OVERLAP):
            if worker != self.me.id:
                presence.elsewhere(worker, visit)
        presence.only(self._others)

    async def _look_around(self) -> None:
        """Who is there."""
        found = await self._store.workers()
        self._others = {each.id: each for each in found if each.id != self.me.id}
        if self._app is not None:
            self._app.limits.share(1 + len(self._others))

    async def _wake_orphans(self) -> None:
        """Clocks and bots of tables whose worker has ended, and of those that nobody has."""
        assert self._app is not None
        while True:
            try:
                for table in await self._store.orphans(self._app.now() + 1000, ORPHANS):
                    await self._app.tables.wake(table)
            except LudusError as error:
                log.error("tables without a worker could not be woken: %s", error)
            for each in self._app.notices.all:
                each.wake()
            await asyncio.sleep(BEAT)
