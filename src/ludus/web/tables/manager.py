"""The room: all live tables, who is connected, and what has to happen by itself.

A table is loaded when somebody asks for it and put away when nobody has for a while. The room owns
every task it starts, and ends them when it closes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TypeVar

import msgspec

from ludus.core.chance import SystemRng
from ludus.core.errors import LudusError
from ludus.core.game import AnyBox
from ludus.core.protocol import Rng, Seat
from ludus.core.registry import open_box
from ludus.store import Call, Change, Link, Session, Store
from ludus.web.bots.analysis import AnalysisQueue
from ludus.web.bots.hints import Hints
from ludus.web.bots.player import BotPlayer
from ludus.web.bots.pool import BotBackend
from ludus.web.config import Settings
from ludus.web.http.errors import NotFound, Unavailable
from ludus.web.http.sessions import Sessions
from ludus.web.http.signing import Signer, new_id
from ludus.web.http.webhooks import GRACE, Webhooks
from ludus.web.live.hub import Hub, Listener, Make
from ludus.web.tables.live_table import LiveTable, Step, revive
from ludus.web.tables.scheduler import Scheduler

T = TypeVar("T")
log = logging.getLogger("ludus.web")


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class TableManager:
    """Everything that one server process holds."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        bots: BotBackend,
        kinds: dict[str, Make],
        settings: Settings,
        rng: Rng | None = None,
        box: Callable[[str], AnyBox] = open_box,
        clock: Callable[[], int] = milliseconds,
    ) -> None:
        self.now = clock
        """Milliseconds since 1970."""
        self.store = store
        self.signer = signer
        self.settings = settings
        self.sessions = Sessions(store, signer, settings.name_limit)
        self.rng: Rng = rng or SystemRng()
        self.box = box
        self._kinds = kinds
        self._bots = bots
        self._hubs: dict[str, Hub] = {}
        self._loading: dict[str, asyncio.Task[Hub]] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[object]] = set()
        self._online: Counter[str] = Counter()
        """How many streams each session has open, here and in the lobby."""
        self.streams = 0
        self.hints = Hints(bots)
        self.analyses = AnalysisQueue(self.own)
        self.house = BotPlayer(bots, self.rng, settings.bot_pause, self.own)
        self.alarms = Scheduler(self.now, self._wake)
        self.hooks = Webhooks(
            store, self.sessions, self.now, self._still_wanted, settings.private_hooks
        )
        self.on_change: Callable[[Hub], None] = lambda hub: None
        """Called after each change of a table; the lobby listens here."""

    # Life ---------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take up where the last run ended: bots to move, clocks that run, calls that are owed."""
        for table, wake in await self.store.wakers():
            self.alarms.set(table, wake)
        self.own(self.alarms.run())
        self.own(self.hooks.run())
        self.own(self._every(self.settings.heartbeat, self._beat))
        soonest = min(self.settings.idle, self.settings.idle_over)
        self.own(self._every(max(1.0, soonest / 4), self._put_away))

    async def close(self) -> None:
        """End all streams and tasks; what was acknowledged is on disk already."""
        self.end_streams()
        tasks = list(self._tasks)
        # Steps that are under way finish first: they are short, and somebody waits for them.
        for hub in list(self._hubs.values()):
            async with hub.live.lock:
                hub.live.closed = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._bots.close()
        await self.store.close()

    def end_streams(self) -> None:
        for hub in list(self._hubs.values()):
            hub.close()

    def own(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, LudusError):
            log.error("a task failed", exc_info=error)

    async def _every(self, seconds: float, work: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(seconds)
            work()

    # Tables -------------------------------------------------------------------------------------

    async def hub(self, table: str) -> Hub:
        """The live table of this id, loaded if it is not there."""
        hub = self._hubs.get(table)
        if hub is not None:
            hub.live.used = self.now()
            return hub
        loading = self._loading.get(table)
        if loading is None:
            loading = self.own(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    @property
    def loaded(self) -> int:
        return len(self._hubs)

    async def _load(self, table: str) -> Hub:
        if len(self._hubs) >= self.settings.most_tables_loaded:
            raise Unavailable("too many tables are in use; try again later")
        stored = await self.store.load(table)
        if stored is None:
            raise NotFound(f"there is no table {table[:40]!r}")
        for row in stored.seats:
            await self.sessions.get(row.session)
        links = await self.store.links(table)
        live = revive(self, stored, self.box(stored.head.game))
        hub = Hub(live, self._kinds, self.link_url, self.watch_url, self.now, self._turn)
        hub.invitations = {link.seats[0]: link.id for link in links if link.kind == "invitation"}
        self._hubs[table] = hub
        self._stir(hub)
        return hub

    def discard(self, live: LiveTable) -> None:
        hub = self._hubs.pop(live.id, None)
        self.house.forget(live.id)
        if hub is not None:
            hub.close()
            self.alarms.set(live.id, self.now() + 1000)

    def _put_away(self) -> None:
        """Forget the tables that nobody looks at; the store has them."""
        now = self.now()
        for table, hub in list(self._hubs.items()):
            live = hub.live
            idle = self.settings.idle_over if live.over else self.settings.idle
            used = live.used > now - int(idle * 1000)
            if hub.watched or used or live.lock.locked() or self.house.busy(table):
                continue
            live.closed = True
            del self._hubs[table]
            self.house.forget(table)

    # What a live table asks for -----------------------------------------------------------------

    def save(self, change: Change) -> Awaitable[None]:
        return self.store.save(change)

    def changed(self, live: LiveTable, step: Step) -> None:
        hub = self._hubs.get(live.id)
        if hub is None or hub.live is not live:
            return
        for row in step.seats:
            if row.kind != "open":
                hub.invitations.pop(row.seat, None)
        hub.publish(step)
        self._stir(hub)
        if step.calls:
            self.hooks.stir()
        self.on_change(hub)

    def _stir(self, hub: Hub) -> None:
        self.house.look_after(hub)
        self.alarms.set(hub.live.id, hub.live.next_deadline())

    async def _wake(self, table: str) -> None:
        try:
            hub = await self.hub(table)
            await hub.live.tick()
        except LudusError as error:
            log.warning("table %s: %s", table, error)
            return
        except Exception:
            # One table's trouble must not stop the clocks of all others.
            log.exception("table %s cannot be woken", table)
            return
        # A clock that ran out shows, even where nothing else happens by it.
        hub.publish()
        self.alarms.set(table, hub.live.next_deadline())

    def _beat(self) -> None:
        for hub in self._hubs.values():
            hub.beat()

    # Links --------------------------------------------------------------------------------------

    def link_url(self, id: str) -> str:
        return f"/i/{self.signer.sign('link', id)}"

    def watch_url(self, table: str) -> str:
        """The address of a private table for people who may watch it."""
        return f"/tables/{table}?watch={self.signer.sign('watch', table)}"

    def welcomes(self, table: str, token: str | None) -> bool:
        """Whether this is what the watchers' address of a table ends with."""
        return bool(token) and self.signer.read("watch", token or "") == table

    async def link(self, token: str) -> Link:
        """The link behind an address."""
        id = self.signer.read("link", token)
        link = await self.store.link(id) if id else None
        if link is None:
            raise NotFound("this link is not known here, or was replaced by a newer one")
        return link

    async def invite(self, hub: Hub, seat: Seat, who: Session) -> str:
        """A fresh invitation to an open seat; older ones for the seat are worth nothing then."""
        link = Link(new_id(20), hub.live.id, "invitation", (seat,), who.id, self.now())
        await self.store.put_link(link)
        hub.invitations[seat] = link.id
        hub.publish()
        return self.link_url(link.id)

    async def recovery(self, hub: Hub, who: Session) -> str:
        """An address that carries somebody's seats to another device."""
        seats = tuple(row.seat for row in hub.live.seats if row.session == who.id)
        if not seats:
            raise NotFound("you have no seat here to carry over")
        link = Link(new_id(20), hub.live.id, "recovery", seats, who.id, self.now())
        await self.store.put_link(link)
        return self.link_url(link.id)

    # Who is here --------------------------------------------------------------------------------

    def count_stream(self, session: str, by: int) -> None:
        """A stream was opened (1) or closed (-1)."""
        self.streams += by
        if session:
            self._online[session] += by
            if self._online[session] <= 0:
                del self._online[session]

    def online(self, session: str) -> bool:
        return session in self._online

    def listen(
        self, hub: Hub, kind: str, session: str, chosen: Seat | None, welcome: bool = False
    ) -> Listener:
        """Open a stream at a table."""
        if self.streams >= self.settings.most_streams:
            raise Unavailable("too many people are watching; try again later")
        new = bool(session) and not hub.connected(session)
        listener = hub.listen(kind, session, chosen, welcome)
        self.count_stream(session, 1)
        if new and hub.live.held(session):
            hub.publish()
        return listener

    def unlisten(self, hub: Hub, listener: Listener) -> None:
        """Close a stream; if it does not come back soon, its owner is shown as away."""
        hub.leave(listener)
        self.count_stream(listener.session, -1)
        if listener.session and hub.live.held(listener.session):
            loop = asyncio.get_running_loop()
            loop.call_later(self.settings.away_after, self._show_away, hub, listener.session)

    def _show_away(self, hub: Hub, session: str) -> None:
        if not hub.connected(session) and not hub.live.closed:
            hub.publish()

    # Webhooks -----------------------------------------------------------------------------------

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        owed = []
        for seat in seats:
            row = live.seats[seat]
            session = self.sessions.known(row.session) if row.kind == "player" else None
            if session is None or not session.webhook or self.online(session.id):
                continue
            text = f"{row.name}: your turn at {live.box.meta.title}."
            body = {
                "text": text,
                "content": text,
                "table": live.id,
                "game": live.head.game,
                "seat": seat,
                "url": f"{self.settings.base_url}/tables/{live.id}",
            }
            owed.append(
                Call(
                    f"{live.id}:{seat}",
                    session.id,
                    msgspec.json.encode(body).decode(),
                    now + GRACE,
                )
            )
        return owed

    async def _still_wanted(self, call: Call) -> bool:
        """Whether the player is still to move and still away."""
        table, _, seat = call.id.partition(":")
        try:
            hub = await self.hub(table)
        except LudusError:
            return False
        owing = hub.live.held(call.session)
        return (
            int(seat) in owing and int(seat) in hub.live.owing() and not self.online(call.session)
        )
