"""The lobby: lists of tables, kept up to date on every open page."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final

import msgspec

from ludus.bots import offered
from ludus.bots.levels import personalities
from ludus.core.errors import LudusError
from ludus.core.game import AnyGame, Meta
from ludus.core.lessons import lessons_of
from ludus.core.protocol import Seat
from ludus.core.registry import open_box
from ludus.store import Head, ListKind, SeatRow, Session, StoreError, Worker
from ludus.web.api.schemas import GameInfo, LessonInfo, OptionAnswer
from ludus.web.cluster.owners import Elsewhere
from ludus.web.http.sse import Subscriber, event
from ludus.web.live.models import Pages, Patch
from ludus.web.live.page_models import LobbyModel, SeatSummary, TableRow, Visitor
from ludus.web.live.presence import Presence
from ludus.web.live.thumbnails import Thumbnails
from ludus.web.moderation import Moderation
from ludus.web.paths import at
from ludus.web.tables.clocks import read_pace
from ludus.web.tables.lesson_steps import lesson_of
from ludus.web.tables.live_table import seat_name
from ludus.web.tables.manager import TableManager
from ludus.web.tables.table_data import TableData

KINDS: Final[tuple[ListKind, ...]] = ("open", "live", "finished")
CANDIDATES: Final = 4
"""So many times as many tables are read as are shown, to choose from."""
MOST_COUNTED: Final = 99
"""The badge counts no more tables."""
ASKED: Final = 6
"""At so many tables a visitor is told what is asked; each has to be loaded for it."""

log = logging.getLogger("ludus.web")


def game_info(meta: Meta) -> GameInfo:
    """A game as pages and the API show it."""
    return GameInfo(
        name=meta.name,
        title=meta.title,
        line=meta.line,
        designer=meta.designer,
        publisher=meta.publisher,
        minutes=meta.minutes,
        seats=meta.seats,
        secrets=meta.secrets,
        version=meta.version,
        options=tuple(
            OptionAnswer(each.key, each.choices, each.default, each.clause, each.seats)
            for each in meta.option
        ),
        levels=offered(open_box(meta.name)),
        picture=at(f"/games/{meta.name}/card.svg"),
        seating=tuple(sorted((int(count), words) for count, words in meta.seating.items())),
        weight=meta.weight,
        lessons=tuple(
            LessonInfo(name, lesson.title, lesson.minutes, lesson.theme, lesson.aim)
            for name, lesson in lessons_of(meta.name).items()
        ),
        personalities=personalities(open_box(meta.name)),
    )


def table_row(
    tables: TableManager, head: Head, seats: tuple[SeatRow, ...], session: str
) -> TableRow:
    """A table as one visitor sees it in a list."""
    mine = [row.seat for row in seats if session and row.session == session]
    held = [row.seat for row in seats if row.seat in mine and row.kind == "player"]
    pace = read_pace(head.pace)
    return TableRow(
        id=head.id,
        url=at(f"/tables/{head.id}"),
        game=head.game,
        title=tables.box(head.game).meta.title,
        seats=tuple(
            SeatSummary(
                row.seat,
                "" if row.kind == "open" else seat_name(row),
                row.kind,
                row.level,
                head.ranks[row.seat] if head.ranks else 0,
                head.scores[row.seat] if head.scores else None,
            )
            for row in seats
        ),
        stage=head.stage,
        mine=bool(mine),
        your_turn=head.stage == "playing" and any(seat in head.waiting for seat in held),
        private=head.private,
        moves=head.moves,
        changed=head.changed,
        pace=pace.words,
        clock=pace.short,
        # The number makes a browser fetch the picture anew after a move.
        picture=f"/tables/{head.id}/picture.svg?v={head.rows}" if head.stage == "playing" else "",
        host=next(
            (seat_name(row) for row in seats if row.session and row.session == head.host), ""
        ),
        waiting_for=head.waiting if head.stage == "playing" else (),
        deadline=_deadline(tables, head, held) if head.stage == "playing" else 0,
        lesson=_lesson_title(head),
    )


def _lesson_title(head: Head) -> str:
    """The title of the lesson that a table is for; empty for any other table."""
    if '"lesson"' not in head.desk:
        return ""
    progress = msgspec.json.decode(head.desk, type=TableData).lesson
    lesson = lesson_of(head.game, progress)
    over = progress is not None and progress.over and head.stage != "over"
    return lesson.title if lesson is not None and not over else ""


def _deadline(tables: TableManager, head: Head, held: list[Seat]) -> int:
    """When the first of these seats runs out of time; 0 if no clock runs for them."""
    if head.pace == "none" or not held:
        return 0
    clocks = msgspec.json.decode(head.desk, type=TableData).clocks
    clocks.shift(tables.down_since(head.changed))
    times = [clocks.seats[seat].deadline for seat in held]
    return min((deadline for deadline in times if deadline), default=0)


@dataclass(slots=True)
class LobbyStream:
    """An open stream of the lobby."""

    session: str
    name: str
    subscriber: Subscriber
    page: int = 1
    """The page of one's own tables that is shown."""
    parts: dict[str, str] = field(default_factory=dict)


class Lobby:
    """Makes view models of the lobby, and pushes changes to its streams."""

    def __init__(
        self,
        tables: TableManager,
        presence: Presence,
        pages: Pages,
        thumbnails: Thumbnails,
        offered: Callable[[], dict[str, AnyGame]],
        moderation: Moderation,
    ) -> None:
        self._tables = tables
        self._presence = presence
        self._pages = pages
        self._thumbnails = thumbnails
        self._offered = offered
        self._moderation = moderation
        self._infos: tuple[GameInfo, ...] | None = None
        self._guests: list[LobbyStream] = []
        self._dirty = asyncio.Event()
        self._lists: dict[str, list[tuple[Head, tuple[SeatRow, ...]]]] = {}
        self._reading = asyncio.Lock()
        self._changes = 0
        """How often a table has changed, and at which count the lists were read."""
        self._known = -1
        self.far_line: Callable[[Worker, str, str], Awaitable[str]] = _no_line
        """What a visitor is asked at a table of another worker."""
        tables.on_change = self._changed

    @property
    def games(self) -> tuple[GameInfo, ...]:
        """The shortest first: new visitors are offered it to play at once."""
        return self.load() if self._infos is None else self._infos

    def load(self) -> tuple[GameInfo, ...]:
        """Load all games that are offered, which takes a second for all five."""
        infos = (game_info(game.meta) for game in self._offered().values())
        self._infos = tuple(sorted(infos, key=lambda info: (info.minutes, info.name)))
        return self._infos

    async def visitor(self, session: Session | None, here: bool = False) -> Visitor:
        """The visitor of a page, and at how many tables it is their turn.

        `here` says that it is their turn at the table whose page it is, which does not count.
        """
        if session is None:
            return Visitor("", notice=self._moderation.notice)
        turns = await self._tables.store.turns(session.id, MOST_COUNTED)
        return Visitor(session.name, max(0, turns - here), self._moderation.notice)

    async def mine(self, session: str, page: int = 1) -> tuple[list[TableRow], bool]:
        """A page of the visitor's tables, and whether there are more.

        Those where it is their turn come first, those that are over last.
        """
        size = self._tables.settings.listed
        found = await self._tables.store.mine(session, size + 1, (page - 1) * size)
        rows = [table_row(self._tables, head, seats, session) for head, seats in found[:size]]
        return rows, len(found) > size

    async def listed(self, session: str) -> dict[str, tuple[TableRow, ...]]:
        """The open, live and finished tables that are not private."""
        # One reads and the others wait: older lists must not replace newer ones.
        async with self._reading:
            if self._known != self._changes:
                changes = self._changes
                self._lists = {kind: await self._read(kind) for kind in KINDS}
                self._known = changes
        return {
            kind: tuple(table_row(self._tables, head, seats, session) for head, seats in rows)
            for kind, rows in self._lists.items()
        }

    async def _read(self, kind: ListKind) -> list[tuple[Head, tuple[SeatRow, ...]]]:
        """A list that nobody can fill alone, neither as one host nor as many from one address."""
        settings = self._tables.settings
        found = await self._tables.store.listed(
            kind, CANDIDATES * settings.listed, settings.listed_each, settings.listed_among
        )
        rows = []
        sources: Counter[str] = Counter()
        for head, seats in found:
            source = self._presence.owner(head.host).source
            sources[source] += 1
            if not source or sources[source] <= settings.listed_each_address:
                rows.append((head, seats))
        return rows[: settings.listed]

    async def model(self, session: str, name: str, page: int = 1) -> LobbyModel:
        mine, more = await self.mine(session, page) if session else ([], False)
        turns = await self._tables.store.turns(session, MOST_COUNTED) if session else 0
        mine[:ASKED] = [await self._asked(row, session) for row in mine[:ASKED]]
        lists = await self.listed(session)
        known = {row.id for row in mine}
        others = {
            kind: tuple(row for row in rows if not row.mine and row.id not in known)
            for kind, rows in lists.items()
        }
        return LobbyModel(
            Visitor(name, turns, self._moderation.notice),
            self.games,
            tuple(mine),
            others["open"],
            others["live"],
            others["finished"],
            page,
            more,
        )

    async def _asked(self, row: TableRow, session: str) -> TableRow:
        """The row with what its visitor is asked."""
        if not row.your_turn:
            return row
        try:
            hub = await self._tables.hub(row.id)
            return replace(row, ask=await self._thumbnails.line(hub, hub.role(session)))
        except Elsewhere as error:
            return replace(row, ask=await self.far_line(error.worker, row.id, session))
        except LudusError as error:
            # One table that cannot be loaded must not close the lobby.
            log.warning("table %s: %s", row.id, error)
            return row

    # Streams ------------------------------------------------------------------------------------

    async def listen(self, session: Session | None, page: int = 1) -> LobbyStream:
        """Open a stream of the lobby."""
        self._presence.require_room("too many people are here; try again later")
        id, name = (session.id, session.name) if session else ("", "")
        guest = LobbyStream(id, name, Subscriber(lambda: b": \n\n"), page)
        before = self._changes
        guest.parts = await self._draw(guest)
        guest.subscriber.restart(lambda: _patch(guest.parts))
        self._guests.append(guest)
        self._presence.opened(id)
        if self._changes != before:
            # It changed while it was being drawn.
            self._dirty.set()
        return guest

    def leave(self, guest: LobbyStream) -> None:
        guest.subscriber.close()
        if guest in self._guests:
            self._guests.remove(guest)
            self._presence.closed(guest.session)

    def close(self) -> None:
        for guest in self._guests:
            guest.subscriber.close()

    async def run(self) -> None:
        """Push what has changed, at most once in `lobby_every` seconds."""
        while True:
            await self._dirty.wait()
            await asyncio.sleep(self._tables.settings.lobby_every)
            self._dirty.clear()
            try:
                for guest in list(self._guests):
                    await self._refresh(guest)
            except StoreError as error:
                # A database may be restarted: it is asked again, and nobody has to reload.
                log.error("the lobby cannot be read: %s", error)
                self._dirty.set()

    async def _refresh(self, guest: LobbyStream) -> None:
        parts = await self._draw(guest)
        changed = {id: html for id, html in parts.items() if guest.parts.get(id) != html}
        guest.parts = parts
        if changed:
            guest.subscriber.push(_patch(changed))

    def beat(self) -> None:
        for guest in self._guests:
            guest.subscriber.beat()

    def _changed(self) -> None:
        self._changes += 1
        if self._guests:
            self._dirty.set()

    async def _draw(self, guest: LobbyStream) -> dict[str, str]:
        model = await self.model(guest.session, guest.name, guest.page)
        return {part.id: part.html for part in self._pages.lobby_parts(model)}


async def _no_line(worker: Worker, table: str, session: str) -> str:
    return ""


def _patch(parts: dict[str, str]) -> bytes:
    return event("patch", {"parts": [Patch(id, html) for id, html in parts.items()]})
