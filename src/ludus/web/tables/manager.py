"""Live tables: loaded when somebody asks for one, unloaded when nobody has for a while.

And the tasks that run beside requests: they have one owner, so that none outlives the server.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from ludus.core.errors import LudusError
from ludus.core.game import AnyBox
from ludus.core.protocol import Rng, Seat
from ludus.store import MOVES, Call, Change, News, Stage, Store, StoreError
from ludus.web.bots.player import BotPlayer
from ludus.web.cluster.owners import Alone, Away, HandedOver, Moved, Owners
from ludus.web.config import Settings
from ludus.web.http.errors import NotFound, RequestError, Unavailable
from ludus.web.http.sessions import Sessions
from ludus.web.live.hub import ChannelFactory, Hub
from ludus.web.live.presence import Presence
from ludus.web.notices.ways import Notices
from ludus.web.packs import PackShelf
from ludus.web.tables.guards import Guards
from ludus.web.tables.heavy import HeavyWork
from ludus.web.tables.links import Links
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.notifications import TurnNotifications
from ludus.web.tables.replay import load_table
from ludus.web.tables.scheduler import Scheduler
from ludus.web.tables.timeouts import tick
from ludus.web.tables.uptime import Uptime

T = TypeVar("T")
DAY: Final = 24 * 3600 * 1000
"""In ms."""
STRAYS: Final = 8
"""So many requests in a row that other workers pass on say that a table is at the wrong one."""
log = logging.getLogger("ludus.web")


class TableManager:
    """All live tables of a server, and what must follow when one of them changes."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        links: Links,
        presence: Presence,
        notices: Notices,
        bots: BotPlayer,
        tasks: BackgroundTasks,
        channels: dict[str, ChannelFactory],
        settings: Settings,
        rng: Rng,
        box: Callable[[str], AnyBox],
        packs: PackShelf,
        now: Callable[[], int],
        owners: Owners | None = None,
    ) -> None:
        self.store = store
        self.sessions = sessions
        self.links = links
        self.settings = settings
        self.rng = rng
        self.box = box
        """A game with its built-in content."""
        self.packs = packs
        self.now = now
        """Milliseconds since 1970."""
        self.heavy = HeavyWork()
        self._owners: Owners = owners or Alone()
        self._bots = bots
        self._tasks = tasks
        self._channels = channels
        self._hubs: dict[str, Hub] = {}
        self._loading: dict[str, asyncio.Task[Hub]] = {}
        self._turn = asyncio.Lock()
        self._scheduler = Scheduler(now, self._wake)
        self.guards = Guards(settings.guarded_from, settings.guarded_depth)
        self._uptime = Uptime(store, now, settings.alive_every)
        self._notifications = TurnNotifications(sessions, presence, settings.url, store.glance)
        self.notices = notices
        self.moves = 0
        """How many moves were made since the server started."""
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change of a table; the lobby listens here."""
        self._deleted: set[str] = set()
        """Tables that are being deleted: they cannot be loaded any more."""
        self._away: dict[str, asyncio.Event] = {}
        """Tables that are not to be loaded until something is done with them in the store."""

    async def start(self) -> None:
        """Go on where the last run ended: bots to move, running clocks, webhook calls."""
        beside = await self._owners.join()
        await self._uptime.start(beside)
        await self.guards.load(self.store)
        # Where there are several workers, each looks for tables that nobody wakes.
        wakers = await self.store.wakers() if self._owners.alone else ()
        for table, wake in wakers:
            self._scheduler.set(table, wake + self._uptime.last_pause if wake else wake)
        self._tasks.start(self._uptime.run())
        self._tasks.start(self._expire())
        self._tasks.start(self._scheduler.run())
        self.notices.start(
            lambda worker: self._tasks.start(worker.run()), self._notifications.wanted
        )
        self._tasks.every(self.settings.heartbeat, self._heartbeat)
        soonest = min(self.settings.idle, self.settings.idle_over)
        self._tasks.every(max(1.0, soonest / 4), self._unload_idle)

    async def close(self) -> None:
        """End all streams and let steps that are under way finish: somebody waits for them."""
        self.end_streams()
        for hub in list(self._hubs.values()):
            async with hub.live.lock:
                hub.live.closed = True
        await self._uptime.beat()
        try:
            await self._owners.leave()
        except StoreError as error:
            log.error("the other workers could not be told: %s", error)

    def end_streams(self) -> None:
        for hub in list(self._hubs.values()):
            hub.close()

    def down_since(self, at: int) -> int:
        """For how many ms since `at` the server was down: by so much stored deadlines move."""
        return self._uptime.down_since(at)

    # Loading ------------------------------------------------------------------------------------

    async def hub(self, table: str) -> Hub:
        """The live table of this id, loaded if it is not there."""
        if self._owners.doubtful:
            await self._owners.check()
        hub = self._hubs.get(table)
        if hub is not None:
            hub.live.used = self.now()
            return hub
        loading = self._loading.get(table)
        if loading is None:
            loading = self._tasks.start(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def asked(self, hub: Hub, by_worker: bool) -> None:
        """Somebody asks for a table of ours, or another worker for them.

        A proxy sends all requests for one table to one worker. If that is another, and nobody has
        a stream open here that would have to end, the table goes there.
        """
        if not by_worker:
            hub.strays = 0
            return
        hub.strays = STRAYS if hub.strays is None else hub.strays + 1
        live = hub.live
        if hub.strays < STRAYS or hub.watched or live.lock.locked() or live.closed:
            return
        self._unload(hub)
        await self._owners.give_up(live.id)
        raise HandedOver

    @property
    def loaded(self) -> int:
        return len(self._hubs)

    @property
    def loaded_ids(self) -> list[str]:
        return list(self._hubs)

    async def _load(self, table: str) -> Hub:
        if table in self._deleted:
            raise NotFound(f"there is no table {table[:40]!r} any more")
        if len(self._hubs) >= self.settings.most_tables_loaded:
            raise Unavailable("too many tables are in use; try again later")
        while (gate := self._away.get(table)) is not None:
            await gate.wait()
        epoch = await self._owners.claim(table)
        stored = await self.store.load(table)
        if stored is None:
            raise NotFound(f"there is no table {table[:40]!r}")
        if epoch is not None and stored.head.epoch != epoch:
            raise Moved
        for row in stored.seats:
            await self.sessions.get(row.session)
        links = await self.store.links(table)
        head = stored.head
        box = await self.packs.box(head.game, head.content, head.pack)
        live = await self.heavy.run(len(stored.log), load_table, self, stored, box)
        live.data.clocks.shift(self.down_since(stored.head.changed))
        hub = Hub(live, self._channels, self.links.url, self.links.watch_url, self.now, self._turn)
        hub.invitations = {
            link.seats[0]: link.id
            for link in links
            if link.kind == "invitation" and not self.links.expired(link)
        }
        hub.blocked = self.sessions.blocked
        self._hubs[table] = hub
        self._follow_up(hub)
        if head.stage == "waiting" and head.wake is not None:
            # Whoever made it ended before the game could start.
            self._scheduler.set(table, head.wake)
        return hub

    def _unload_idle(self) -> None:
        """Forget the tables that nobody looks at; the store has them."""
        now = self.now()
        unloaded = []
        for table, hub in list(self._hubs.items()):
            live = hub.live
            idle = self.settings.idle_over if live.over else self.settings.idle
            used = live.used > now - int(idle * 1000)
            if hub.watched or used or live.lock.locked() or self._bots.busy(table):
                continue
            self._unload(hub)
            unloaded.append(table)
        if unloaded:
            self._owners.release(unloaded)

    def _unload(self, hub: Hub) -> None:
        hub.live.closed = True
        self._hubs.pop(hub.live.id, None)
        self._bots.forget(hub.live.id)

    def drop_stale(self, epochs: Mapping[str, int | None]) -> None:
        """Forget the tables that others have claimed since, or deleted (None)."""
        for table, epoch in epochs.items():
            hub = self._hubs.get(table)
            if hub is not None and (epoch is None or hub.live.head.epoch < epoch):
                hub.live.closed = True
                self.discard(hub.live)

    # Expiry -------------------------------------------------------------------------------------

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(self.settings.expire_every)
            try:
                await self.delete_stale()
                await self.archive_old()
            except StoreError as error:
                log.error("old tables could not be deleted or archived: %s", error)

    async def delete_stale(self) -> int:
        """Delete tables where nothing has happened for long; how many they were."""
        settings, now = self.settings, self.now()
        kept: tuple[tuple[Stage, float], ...] = (
            ("waiting", settings.keep_waiting),
            ("playing", settings.keep_playing),
            ("over", settings.keep_finished),
        )
        count = 0
        for stage, days in kept:
            before = now - int(days * DAY)
            limit = settings.expire_at_once - count
            if days and limit > 0:
                for table in await self.store.stale(stage, before, now, limit):
                    count += await self._delete(table, before)
        if count:
            log.info("%d tables were deleted in which nothing happened any more", count)
            self.on_change()
        return count

    async def archive_old(self) -> int:
        """Compress the logs of games that are long over; how many they were."""
        days = self.settings.archive_after
        if not days:
            return 0
        before = self.now() - int(days * DAY)
        tables = await self.store.to_archive(before, self.settings.expire_at_once)
        for table in tables:
            await self.store.archive(table)
        return len(tables)

    async def _delete(self, table: str, before: int) -> bool:
        """Delete a table, unless somebody is there or something happened since `before`."""
        if table in self._loading:
            return False
        self._deleted.add(table)
        try:
            hub = self._hubs.get(table)
            if hub is not None:
                async with hub.live.lock:
                    if hub.watched or hub.live.head.changed >= before:
                        return False
                    hub.live.closed = True
                    self._hubs.pop(table, None)
            else:
                await self._owners.claim(table)
            self._bots.forget(table)
            self._scheduler.set(table, None)
            self.guards.set(table, "", "")
            await self.store.delete(table)
        except RequestError:
            # Another worker has it, or it is gone already.
            return False
        finally:
            self._deleted.discard(table)
        return True

    # What an operator asks for ------------------------------------------------------------------

    @asynccontextmanager
    async def put_away(self, tables: Sequence[str]) -> AsyncIterator[None]:
        """Keep tables out of memory while the store is changed; they are loaded again afterwards.

        Steps that are under way are finished first, and streams connect again.
        """
        gate = asyncio.Event()
        self._away |= dict.fromkeys(tables, gate)
        try:
            for table in tables:
                loading = self._loading.get(table)
                if loading is not None:
                    await asyncio.wait([loading])
                hub = self._hubs.get(table)
                if hub is not None:
                    async with hub.live.lock:
                        hub.live.closed = True
                        self._hubs.pop(table, None)
                    hub.close()
                self._bots.forget(table)
                self.guards.set(table, "", "")
            yield
        finally:
            for table in tables:
                self._away.pop(table, None)
                # What bots and clocks have to do there goes on by itself.
                self._scheduler.set(table, self.now() + 1000)
            gate.set()

    def end_streams_of(self, sessions: Collection[str]) -> None:
        """End the streams of these sessions, wherever; they may try to connect again."""
        self.end_streams_here(sessions)
        if not self._owners.alone:
            self._tasks.start(self.store.tell(News(ended=sorted(sessions))))

    def end_streams_here(self, sessions: Collection[str]) -> None:
        for hub in list(self._hubs.values()):
            hub.close_streams_of(sessions)

    def watched(self) -> list[LiveTable]:
        """The tables that somebody looks at."""
        return [hub.live for hub in self._hubs.values() if hub.watched]

    # What a live table asks for -----------------------------------------------------------------

    def start_task(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        return self._tasks.start(work)

    async def save(self, change: Change) -> None:
        await self.store.save(change)

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        return self._notifications.calls(live, seats, now)

    def changed(self, live: LiveTable, step: Step) -> None:
        self.moves += sum(row.kind in MOVES for row in step.log)
        self.guards.set(live.id, live.head.game, live.head.guards)
        hub = self._hubs.get(live.id)
        if hub is None or hub.live is not live:
            return
        for row in step.seats:
            if row.kind != "open":
                hub.invitations.pop(row.seat, None)
        hub.publish(step)
        self._follow_up(hub, bool(step.seats))
        if step.calls:
            self.notices.wake(step.calls)
        self.on_change()

    def discard(self, live: LiveTable) -> None:
        """Forget a table whose memory cannot be trusted; it is loaded again a second later."""
        hub = self._hubs.pop(live.id, None)
        self._bots.forget(live.id)
        if hub is not None:
            hub.close()
            self._scheduler.set(live.id, self.now() + 1000)

    def _follow_up(self, hub: Hub, seated: bool = True) -> None:
        """Let the bots choose, and wake the table when something is due."""
        live = hub.live
        if seated or any(row.kind == "bot" for row in live.seats):
            self._bots.look_after(hub)
        self._schedule(hub)

    def _schedule(self, hub: Hub) -> None:
        deadline = hub.live.next_deadline()
        if deadline is not None or hub.scheduled:
            hub.scheduled = deadline is not None
            self._scheduler.set(hub.live.id, deadline)

    async def wake(self, table: str) -> None:
        """Do what is due at a table, if it is ours or nobody's."""
        await self._wake(table)

    async def _wake(self, table: str) -> None:
        try:
            hub = await self.hub(table)
            await tick(hub.live)
        except Away:
            # Whoever has it now wakes it.
            return
        except LudusError as error:
            log.warning("table %s: %s", table, error)
            return
        except Exception:
            # One table's trouble must not stop the clocks of all others.
            log.exception("table %s cannot be woken", table)
            return
        # A clock at zero is shown even where nothing else follows from it.
        hub.publish()
        self._schedule(hub)

    def _heartbeat(self) -> None:
        for hub in self._hubs.values():
            hub.beat()


# Tasks --------------------------------------------------------------------------------------------


class BackgroundTasks:
    """Starts tasks, logs those that fail, and cancels the rest when the server closes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def every(self, seconds: float, work: Callable[[], None]) -> None:
        """Run something again and again."""
        self.start(_repeat(seconds, work))

    async def cancel(self) -> None:
        """Cancel all tasks and wait for their end."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, LudusError):
            log.error("a task failed", exc_info=error)


async def _repeat(seconds: float, work: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(seconds)
        work()
