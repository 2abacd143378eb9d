"""The parts of one server, and how they start and close together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from ludus.core.chance import SystemRng
from ludus.core.game import AnyBox, AnyGame
from ludus.core.protocol import Rng
from ludus.core.registry import games, open_box
from ludus.store import Session, Store
from ludus.web import pages as html_pages
from ludus.web.api.serializers import ViewChannel
from ludus.web.bots.analysis import AnalysisQueue
from ludus.web.bots.coach import Coach
from ludus.web.bots.hints import Hints
from ludus.web.bots.player import BotPlayer
from ludus.web.bots.pool import BotBackend, BotPool, worker_count
from ludus.web.bots.queue import ThinkingQueue
from ludus.web.bots.thinking import Thinking
from ludus.web.cluster.owners import Elsewhere, Owners
from ludus.web.config import Settings
from ludus.web.http.daily import DailyUse
from ludus.web.http.limits import Bodies, Limits
from ludus.web.http.sessions import Sessions
from ludus.web.http.signing import Signer
from ludus.web.live.hub import ChannelFactory, PageChannel
from ludus.web.live.met import RulesMet
from ludus.web.live.models import Pages
from ludus.web.live.presence import Presence
from ludus.web.live.thumbnails import Thumbnails
from ludus.web.metrics import Metrics
from ludus.web.moderation import Moderation
from ludus.web.notices.ways import Notices
from ludus.web.packs import PackShelf
from ludus.web.tables.clocks import milliseconds
from ludus.web.tables.links import Links
from ludus.web.tables.lobby import Lobby
from ludus.web.tables.manager import BackgroundTasks, TableManager
from ludus.web.tables.seats import rename_player
from ludus.web.tables.timeouts import STAND_IN

if TYPE_CHECKING:
    from ludus.web.cluster.asking import Asking
    from ludus.web.cluster.membership import Membership
    from ludus.web.cluster.passing import Clients

MOST_RENAMED = 100
FORGOTTEN = "Somebody"
"""Stands in the seats of people who had their data deleted."""


@dataclass(slots=True)
class AppState:
    """Everything that requests share."""

    settings: Settings
    now: Callable[[], int]
    """Milliseconds since 1970."""
    store: Store
    pages: Pages
    bots: BotBackend
    tasks: BackgroundTasks
    sessions: Sessions
    links: Links
    notices: Notices
    presence: Presence
    limits: Limits
    daily: DailyUse
    bodies: Bodies
    tables: TableManager
    lobby: Lobby
    thumbnails: Thumbnails
    hints: Hints
    coach: Coach
    analyses: AnalysisQueue
    met: RulesMet
    thinking: Thinking
    moderation: Moderation
    metrics: Metrics
    drawn: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """What is drawn once for each game: its styles and its card."""
    members: Membership | None = None
    """The workers of the store, if there can be several."""
    asking: Asking | None = None
    requests: Clients | None = None
    """For requests to other workers."""
    signer: Signer | None = None
    started: bool = False
    closing: bool = False

    async def start(self) -> None:
        """Start, unless that was done already."""
        if self.started:
            return
        self.started = True
        await self.moderation.load()
        await self.tables.start()
        self.tasks.start(self.metrics.measure_lag())
        self.tasks.start(self.lobby.run())
        self.tasks.start(self.met.run())
        self.tasks.start(self.daily.run(self.settings.expire_every))
        self.tasks.start(self.tables.packs.install())
        if self.members is not None:
            self.members.start()

    async def close(self) -> None:
        """End all streams and tasks; what was acknowledged is on disk already."""
        self.end_streams()
        if self.started:
            await self.tables.close()
        await self.tasks.cancel()
        await self.met.write()
        self.tables.heavy.close()
        self.tables.packs.close()
        self.notices.close()
        await self.bots.close()
        if self.requests is not None:
            await self.requests.aclose()
        await self.store.close()

    def end_streams(self) -> None:
        """End all live streams; browsers connect again when the server is back."""
        self.closing = True
        self.lobby.close()
        self.tables.end_streams()

    async def rename(self, session: Session, name: str) -> Session:
        """A new name, also at the tables of unfinished games where the old one stands."""
        changed = await self.sessions.rename(session, name)
        for head, seats in await self.store.mine(session.id, MOST_RENAMED):
            own = any(row.session == session.id for row in seats)
            if head.stage != "over" and own:
                await self._rename_at(head.id, session, changed.name)
        return changed

    async def _rename_at(self, table: str, session: Session, name: str) -> None:
        try:
            hub = await self.tables.hub(table)
            await rename_player(hub.live, session, name)
        except Elsewhere as error:
            assert self.asking is not None
            await self.asking.ask(error.worker, "rename", table, session.id, session.name, name)

    async def forget(self, session: Session) -> None:
        """Delete everything about a person; at their tables bots play on under another name."""
        async with self.tables.put_away(await self.store.tables_of(session.id)):
            await self.store.forget(session.id, FORGOTTEN, STAND_IN)
            self.sessions.forget(session)
        self.tables.end_streams_of({session.id})
        self.tables.on_change()


def build_state(
    store: Store,
    signer: Signer,
    settings: Settings | None = None,
    bots: BotBackend | None = None,
    rng: Rng | None = None,
    pages: Pages = html_pages,
    box: Callable[[str], AnyBox] = open_box,
    offered: Callable[[], dict[str, AnyGame]] = games,
    clock: Callable[[], int] = milliseconds,
    owners: Owners | None = None,
) -> AppState:
    """All parts of a server, put together; tests put in parts of their own."""
    settings = settings or Settings()
    rng = rng or SystemRng()
    workers = worker_count(settings.bot_workers)
    backend = bots or BotPool(workers, settings.bot_time)
    metrics = Metrics(settings.late_after)
    limits = Limits(settings)
    limits.late = metrics.is_late
    queue = ThinkingQueue(workers, settings.quotas.thinking, waited=metrics.bot_wait.observe)
    thinking = Thinking(backend, queue)
    tasks = BackgroundTasks()
    sessions = Sessions(store, signer, settings.name_limit)
    links = Links(store, signer, clock, settings)
    presence = Presence(settings)
    notices = Notices(store, sessions, signer, settings, clock)
    thumbnails = Thumbnails()
    moderation = Moderation(store, clock)
    met = RulesMet(store)
    players = BotPlayer(thinking, presence.owner, rng, settings, tasks.start)
    channels: dict[str, ChannelFactory] = {
        "page": partial(PageChannel, pages=pages, note=met.note),
        "api": ViewChannel,
    }
    packs = PackShelf(store, settings.packs, box)
    tables = TableManager(
        store,
        sessions,
        links,
        presence,
        notices,
        players,
        tasks,
        channels,
        settings,
        rng,
        box,
        packs,
        clock,
        owners,
    )
    return AppState(
        settings=settings,
        now=clock,
        store=store,
        pages=pages,
        bots=backend,
        tasks=tasks,
        sessions=sessions,
        links=links,
        notices=notices,
        presence=presence,
        limits=limits,
        daily=DailyUse(store, signer, settings.daily, clock),
        bodies=Bodies(settings.bodies_at_once),
        tables=tables,
        lobby=Lobby(tables, presence, pages, thumbnails, offered, moderation),
        thumbnails=thumbnails,
        hints=Hints(thinking, presence.owner, tables.guards),
        coach=Coach(thinking, presence.owner, tables.guards),
        analyses=AnalysisQueue(tasks.start, tables.guards, settings),
        met=met,
        thinking=thinking,
        moderation=moderation,
        metrics=metrics,
    )
