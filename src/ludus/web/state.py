"""Everything that handlers share: the room, the lobby, the pages, and the limits."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ludus.store import SeatRow, Session
from ludus.web.config import Settings
from ludus.web.http.errors import TooManyRequests
from ludus.web.http.limits import Limiter
from ludus.web.live.models import Pages
from ludus.web.tables.live_table import LiveTable, Step
from ludus.web.tables.lobby import Lobby
from ludus.web.tables.manager import TableManager


class AppState:
    """One server's parts."""

    def __init__(
        self, tables: TableManager, lobby: Lobby, pages: Pages, settings: Settings
    ) -> None:
        self.tables = tables
        self.lobby = lobby
        self.pages = pages
        self.settings = settings
        self.writes = Limiter(settings.writes)
        self.address_writes = Limiter(settings.address_writes)
        self.reads = Limiter(settings.reads)
        self._beginnings = Limiter(settings.beginnings)
        self._streams: Counter[str] = Counter()
        self.drawn: dict[tuple[str, str, str], str] = {}
        """What is drawn once of each game: its sheet of styles and its card."""

    async def start(self) -> None:
        await self.tables.start()
        self.tables.own(self.lobby.run())

    async def close(self) -> None:
        self.end_streams()
        await self.tables.close()

    def end_streams(self) -> None:
        """End all live streams; their readers connect again when the server is back."""
        self.lobby.close()
        self.tables.end_streams()

    def begin(self, address: str) -> None:
        """Refuse an address that makes too many new things."""
        wait = self._beginnings.take(address)
        if wait:
            raise TooManyRequests(f"that is too fast: wait {wait:.1f} seconds", wait)

    def open_stream(self, address: str) -> None:
        """Refuse an address that has too many streams open."""
        if self._streams[address] >= self.settings.streams_per_address:
            raise TooManyRequests("too many pages are open from this address", 30)
        self._streams[address] += 1

    def close_stream(self, address: str) -> None:
        self._streams[address] -= 1
        if self._streams[address] <= 0:
            del self._streams[address]

    async def rename(self, session: Session, name: str) -> Session:
        """A new name, also at the tables where the old one is written."""
        changed = await self.tables.sessions.rename(session, name)
        for head, seats in await self.tables.store.mine(session.id, 100):
            old = [row for row in seats if row.session == session.id and row.name == session.name]
            if head.stage != "over" and old:
                hub = await self.tables.hub(head.id)
                await _rename(hub.live, session, changed.name)
        return changed

    async def put_webhook(self, session: Session, webhook: str) -> Session:
        changed = replace(session, webhook=webhook, trouble="")
        await self.tables.sessions.put(changed)
        return changed


async def _rename(live: LiveTable, session: Session, name: str) -> None:
    def work(step: Step) -> None:
        for row in list(live.seats):
            if row.session == session.id and row.name == session.name:
                live.set_seat(step, SeatRow(row.seat, row.kind, row.session, name, row.level))

    await live.step(work)
