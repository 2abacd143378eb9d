"""A live table and everybody who looks at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from ludus.core.errors import LudusError
from ludus.core.protocol import Seat
from ludus.web.http.sse import Subscriber, event
from ludus.web.live.diff import PartState
from ludus.web.live.models import Clock, LogLine, Pages, Patch, TableModel
from ludus.web.live.rendering import ViewCache
from ludus.web.live.view_model import (
    TableContext,
    ViewerRole,
    chat_line,
    chat_room,
    check_role,
    clocks,
    in_room,
    present,
)
from ludus.web.tables.live_table import LiveTable, Step

NOT_OPEN: Final = (
    "this table is private: it is open to those who sit there, and by its link for watchers"
)


class Channel(Protocol):
    """All streams of one kind: what they get on connecting, and what a change sends them."""

    def full(self) -> bytes: ...

    def update(self, step: Step | None) -> bytes:
        """Empty if nothing that can be seen has changed."""
        ...


@dataclass(slots=True)
class Listener:
    """An open stream at a table."""

    subscriber: Subscriber
    session: str
    chosen: Seat | None
    kind: str
    channel: Channel
    welcome: bool
    """Whether it came by the link for watchers."""


Make = Callable[["Hub", ViewerRole], Channel]


@dataclass(slots=True)
class StreamGroup:
    """The streams that share a channel."""

    channel: Channel
    listeners: list[Listener] = field(default_factory=list)


class Hub:
    """One live table with its streams. `kinds` says how each kind of stream is drawn."""

    def __init__(
        self,
        live: LiveTable,
        kinds: dict[str, Make],
        link_url: Callable[[str], str],
        watch_url: Callable[[str], str],
        now: Callable[[], int],
        turn: asyncio.Lock,
    ) -> None:
        self.live = live
        self.cache = ViewCache(live)
        self.scheduled = True
        """Whether the scheduler may have a time for this table."""
        self.invitations: dict[Seat, str] = {}
        """The unused invitation of each open seat, by its link's id."""
        self._kinds = kinds
        self._link_url = link_url
        self._watch_url = watch_url
        self._signed_url = ""
        """The watchers' address once it was signed; it stays the same."""
        self.now = now
        self._turn = turn
        """Goes round among the streams that draw the whole table."""
        self._circles: dict[tuple[str, ViewerRole], StreamGroup] = {}
        self._company: tuple[frozenset[Seat], int] | None = None
        """The seats whose players are here, and how many watch; None: to be counted."""
        self._around: TableContext | None = None
        """What the room knows, while a change is being shown."""

    @property
    def url(self) -> str:
        return f"/tables/{self.live.id}"

    @property
    def watched(self) -> bool:
        return bool(self._circles)

    def open_to(self, session: str, welcome: bool) -> bool:
        """Whether somebody may look: at a private table, those who belong to it or are welcome."""
        live = self.live
        if not live.head.private or welcome:
            return True
        mine = {live.head.host, *(row.session for row in live.seats)}
        return bool(session) and session in mine

    @property
    def watch_url(self) -> str:
        """The address for people who want to watch."""
        if not self.live.head.private:
            return self.url
        if not self._signed_url:
            self._signed_url = self._watch_url(self.live.id)
        return self._signed_url

    def role(self, session: str, chosen: Seat | None = None) -> ViewerRole:
        """What kind of viewer a session is at this table."""
        live = self.live
        absent: tuple[Seat, ...] = ()
        if session:
            absent = tuple(
                row.seat for row in live.seats if row.kind == "bot" and row.session == session
            )
        host = bool(session) and live.head.host == session
        role = ViewerRole(live.held(session), host, chosen, absent)
        check_role(live, role)
        return role

    def context(self) -> TableContext:
        """What present needs to know of the room."""
        if self._around is not None:
            return self._around
        if self._company is None:
            self._company = self._count()
        connected, watchers = self._company
        rematch = self.live.head.rematch
        return TableContext(
            self.url,
            connected,
            watchers,
            {seat: self._link_url(id) for seat, id in self.invitations.items()},
            self._rematch_url(rematch) if rematch else "",
            self.watch_url,
            self.now(),
        )

    def _count(self) -> tuple[frozenset[Seat], int]:
        live = self.live
        sessions = {each.session for each in self._listeners() if each.session}
        connected = frozenset(
            row.seat for row in live.seats if row.kind == "player" and row.session in sessions
        )
        return connected, sum(not live.held(each.session) for each in self._listeners())

    def _rematch_url(self, rematch: str) -> str:
        # Whoever may look here may look there, and it is as private as this table.
        return self._watch_url(rematch) if self.live.head.private else f"/tables/{rematch}"

    def model(self, role: ViewerRole, at: int | None = None, since: int = 0) -> TableModel:
        """The table for one kind of viewer."""
        return present(self.live, self.cache, role, self.context(), at, since)

    def connected(self, session: str) -> bool:
        """Whether the session has a stream open here."""
        return any(each.session == session for each in self._listeners())

    # Streams ------------------------------------------------------------------------------------

    def listen(
        self, kind: str, session: str, chosen: Seat | None, welcome: bool = False
    ) -> Listener:
        """Open a stream."""
        circle = self._circle(kind, self.role(session, chosen))
        subscriber = Subscriber(circle.channel.full, self.live.quiet, self._turn)
        listener = Listener(subscriber, session, chosen, kind, circle.channel, welcome)
        circle.listeners.append(listener)
        self._company = None
        return listener

    def leave(self, listener: Listener) -> None:
        """Close a stream. Both sides forget each other."""
        listener.subscriber.close()
        self._company = None
        for key, circle in list(self._circles.items()):
            if listener in circle.listeners:
                circle.listeners.remove(listener)
                if not circle.listeners:
                    del self._circles[key]

    def publish(self, step: Step | None = None) -> None:
        """Show everybody what has changed. Without a step: who is here, and what time it is."""
        if step is not None:
            self.cache.changed()
            if step.seats:
                self._seat_again()
        self._around = self.context()
        try:
            for circle in list(self._circles.values()):
                chunk = circle.channel.update(step)
                if chunk:
                    for listener in circle.listeners:
                        listener.subscriber.push(chunk)
        finally:
            self._around = None
            self.cache.drop_renderings()

    def beat(self) -> None:
        for listener in self._listeners():
            listener.subscriber.beat()

    def close(self) -> None:
        """End all streams; their readers will connect again."""
        for listener in list(self._listeners()):
            listener.subscriber.close()
        self._company = None
        self._circles.clear()

    def _listeners(self) -> Iterable[Listener]:
        for circle in self._circles.values():
            yield from circle.listeners

    def _circle(self, kind: str, role: ViewerRole) -> StreamGroup:
        key = (kind, role)
        circle = self._circles.get(key)
        if circle is None:
            circle = self._circles[key] = StreamGroup(self._kinds[kind](self, role))
        return circle

    def _seat_again(self) -> None:
        """After somebody sat down or got up, each stream belongs where its owner now sits."""
        listeners = list(self._listeners())
        self._circles.clear()
        for listener in listeners:
            if not self.open_to(listener.session, listener.welcome):
                listener.subscriber.close(event("gone", {"why": NOT_OPEN}))
                continue
            try:
                role = self.role(listener.session, listener.chosen)
            except LudusError:
                listener.chosen = None
                role = self.role(listener.session)
            circle = self._circle(listener.kind, role)
            listener.channel = circle.channel
            listener.subscriber.restart(circle.channel.full)
            circle.listeners.append(listener)
        # A channel that was made meanwhile has counted those who were back by then.
        self._company = None


class PageChannel:
    """Streams of pages: HTML parts, log lines, chat and clocks."""

    def __init__(self, hub: Hub, role: ViewerRole, pages: Pages) -> None:
        self._hub = hub
        self._looker = role
        self._pages = pages
        self._told = 0
        self._chat = 0
        self._clocks: tuple[Clock, ...] = ()
        self._shown = [PartState(part) for part in pages.table_parts(self._look(0))]

    def full(self) -> bytes:
        """Everything, for a new reader."""
        model = self._hub.model(self._looker)
        parts = [part.patch for part in self._pages.table_parts(model)]
        parts += [self._pages.log(model), self._pages.chat(model)]
        # A picture for one reader; the next change will draw another.
        self._hub.cache.drop_renderings()
        whole = event("patch", patch_data(model, parts, full=True))
        return whole + clock_event(self._hub.now(), clocks(self._hub.live))

    def _look(self, since: int) -> TableModel:
        self._told = len(self._hub.live.table.moves)
        self._chat = self._last_chat()
        self._clocks = clocks(self._hub.live)
        return self._hub.model(self._looker, since=since)

    def update(self, step: Step | None) -> bytes:
        undone = step is not None and step.undone
        chunks: list[bytes] = []
        talk, clocks_before = self._talk(), self._clocks
        model = self._look(0 if undone else self._told)
        changed: list[Patch] = []
        for shown, part in zip(self._shown, self._pages.table_parts(model), strict=True):
            changed += shown.update(part)
        if undone:
            changed.append(self._pages.log(model))
        elif model.log:
            chunks.append(event("told", {"lines": self._lines(model.log)}))
        if changed:
            chunks.append(event("patch", patch_data(model, changed, full=False)))
        if self._clocks != clocks_before:
            chunks.append(clock_event(self._hub.now(), self._clocks))
        if talk:
            chunks.append(event("chat", {"lines": talk}))
        return b"".join(chunks)

    def _lines(self, lines: Sequence[LogLine]) -> list[dict[str, object]]:
        return [
            {
                "id": line.id,
                "html": self._pages.log_line(line),
                "number": line.number,
                "motions": line.line.motions,
                "sound": line.line.sound,
            }
            for line in lines
        ]

    def _last_chat(self) -> int:
        chat = self._hub.live.chat
        return chat[-1].number if chat else 0

    def _talk(self) -> list[dict[str, str]]:
        live = self._hub.live
        room = chat_room(self._looker)
        new: list[dict[str, str]] = []
        for row in reversed(live.chat):
            if row.number <= self._chat:
                break
            if in_room(row, room):
                new.append({"html": self._pages.chat_line(chat_line(row))})
        return new[::-1]


def patch_data(model: TableModel, parts: Sequence[Patch], full: bool) -> dict[str, object]:
    """The data of a `patch` event."""
    decision = {str(model.deciding): model.decision} if model.deciding >= 0 else {}
    return {
        "position": model.history.at,
        "title": model.page_title,
        "turn": model.deciding >= 0,
        "decision": decision,
        "full": full,
        "parts": parts,
    }


def clock_event(now: int, times: Sequence[Clock]) -> bytes:
    """Everybody's time, where the table has clocks."""
    return event("clock", {"now": now, "clocks": times}) if times else b""
