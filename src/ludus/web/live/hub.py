"""A live table with its open streams."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Final, Protocol

from ludus.core.errors import LudusError
from ludus.core.protocol import Seat
from ludus.web.http.sse import Subscriber, event
from ludus.web.live.diff import PartState
from ludus.web.live.met import Note, asked_by, told_by
from ludus.web.live.models import Clock, CurveModel, LogLine, Pages, Patch, TableModel
from ludus.web.live.rendering import ViewCache
from ludus.web.live.view_model import (
    TableContext,
    ViewerRole,
    chat_line,
    check_role,
    clocks,
    heard,
    present,
)
from ludus.web.paths import at
from ludus.web.tables.live_table import LiveTable, Step

MOST_CHANGES: Final = 32
MOST_SENT: Final = 64 * 1024
"""How much a page may have missed before all of the table is sent instead."""
PAGE_LOADS: Final = 15_000
"""Milliseconds that a browser may take from a page to its stream."""
NOT_OPEN: Final = (
    "this table is private: it is open to those who sit there, and by its link for watchers"
)


class Channel(Protocol):
    """What streams of one kind are sent, for viewers of one role: on connecting and on a change."""

    def full(self) -> bytes: ...

    def current(self) -> bytes:
        """For a stream whose reader has the whole state already; empty: it is sent again."""
        ...

    def update(self, step: Step | None) -> bytes:
        """Empty if nothing has changed for these viewers."""
        ...


@dataclass(slots=True)
class Listener:
    """An open stream at a table."""

    subscriber: Subscriber
    session: str
    chosen: Seat | None
    kind: str
    channel: Channel
    may_watch: bool
    """Whether it was opened by the link for watchers."""
    instant: bool = False
    """Whether its reader wants bots to move at once."""


ChannelFactory = Callable[["Hub", ViewerRole], Channel]


@dataclass(slots=True)
class StreamGroup:
    """The streams that share a channel, and the latest of what they were sent.

    A page that was just drawn has no stream yet; its group waits for it, so that the stream can
    begin with what has changed meanwhile instead of the whole table again.
    """

    channel: Channel
    since: int
    """How many changes there had been before those in `sent`."""
    listeners: list[Listener] = field(default_factory=list)
    expected: int = 0
    """Until when a page may still open its stream, in milliseconds."""
    sent: deque[bytes] = field(default_factory=deque)

    def add(self, chunk: bytes, changes: int, keep: bool) -> None:
        """Note what was sent with a change, which may be nothing; keep it where it is awaited."""
        if not keep:
            self.sent.clear()
            self.since = changes
            return
        self.sent.append(chunk)
        while len(self.sent) > MOST_CHANGES or sum(map(len, self.sent)) > MOST_SENT:
            self.sent.popleft()
            self.since += 1

    def after(self, changes: int) -> bytes | None:
        """What a page needs that was drawn after so many changes; None: all of the table."""
        if not self.since <= changes <= self.since + len(self.sent):
            return None
        known = self.channel.current()
        return known and b"".join([*islice(self.sent, changes - self.since, None), known])


class Hub:
    """One live table with its streams. `channels` makes the channel of each kind of stream."""

    def __init__(
        self,
        live: LiveTable,
        channels: dict[str, ChannelFactory],
        link_url: Callable[[str], str],
        watch_url: Callable[[str], str],
        now: Callable[[], int],
        turn: asyncio.Lock,
    ) -> None:
        self.live = live
        self.url = at(f"/tables/{live.id}")
        self.cache = ViewCache(live)
        self.scheduled = True
        """Whether the scheduler may have a time for this table."""
        self.strays: int | None = None
        """How many of the last requests other workers have passed on; None before any request."""
        self.curve: tuple[int, CurveModel] | None = None
        """The scores over time, and after how many moves they were added up."""
        self.invitations: dict[Seat, str] = {}
        """The unused invitation of each open seat, by its link's id."""
        self.blocked: Callable[[str], frozenset[str]] = lambda session: frozenset()
        """The sessions from which a session does not want to hear."""
        self._channels = channels
        self._link_url = link_url
        self._watch_url = watch_url
        self._signed_url = ""
        """The watchers' address, signed once."""
        self.now = now
        self._turn = turn
        """Held by the one stream that is drawing the whole table."""
        self._groups: dict[tuple[str, ViewerRole], StreamGroup] = {}
        self._here: tuple[frozenset[Seat], int] | None = None
        """The seats whose players are connected and the number of watchers, once counted."""
        self._context: TableContext | None = None
        """The context, while a change is being sent."""
        self._name = secrets.token_hex(4)
        """Tells apart the versions of one server from those of the next."""
        self._changes = 0
        """How many changes were sent."""

    @property
    def watched(self) -> bool:
        return any(group.listeners for group in self._groups.values())

    @property
    def instant(self) -> bool:
        """Whether everybody who plays here, and is here, wants bots to move at once."""
        playing = [each.instant for each in self._listeners() if self.live.held(each.session)]
        return bool(playing) and all(playing)

    @property
    def watch_url(self) -> str:
        """The address for people who want to watch."""
        if not self.live.head.private:
            return self.url
        if not self._signed_url:
            self._signed_url = self._watch_url(self.live.id)
        return self._signed_url

    def role(self, session: str, chosen: Seat | None = None) -> ViewerRole:
        """The role of a session at this table."""
        live = self.live
        absent: tuple[Seat, ...] = ()
        if session:
            absent = tuple(
                row.seat for row in live.seats if row.kind == "bot" and row.session == session
            )
        host = bool(session) and live.head.host == session
        blocked = self.blocked(session) if session else frozenset()
        role = ViewerRole(live.held(session), host, chosen, absent, blocked)
        check_role(live, role)
        return role

    def context(self) -> TableContext:
        """What the view model needs besides the game."""
        if self._context is not None:
            return self._context
        if self._here is None:
            self._here = self._count_here()
        connected, watchers = self._here
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

    def _count_here(self) -> tuple[frozenset[Seat], int]:
        live = self.live
        sessions = {each.session for each in self._listeners() if each.session}
        connected = frozenset(
            row.seat for row in live.seats if row.kind == "player" and row.session in sessions
        )
        return connected, sum(not live.held(each.session) for each in self._listeners())

    def _rematch_url(self, rematch: str) -> str:
        # The rematch is as private as this table and open to the same people.
        return self._watch_url(rematch) if self.live.head.private else at(f"/tables/{rematch}")

    def model(
        self, role: ViewerRole, at: int | None = None, since: int = 0, with_log: bool = True
    ) -> TableModel:
        """The table as viewers of one role see it."""
        return present(self.live, self.cache, role, self.context(), at, since, with_log)

    def connected(self, session: str) -> bool:
        """Whether the session has a stream open here."""
        return any(each.session == session for each in self._listeners())

    # Streams ------------------------------------------------------------------------------------

    def listen(
        self,
        kind: str,
        session: str,
        chosen: Seat | None,
        may_watch: bool = False,
        since: str = "",
    ) -> Listener:
        """Open a stream. It begins with what has changed `since` the page, or the whole table."""
        group = self._group(kind, self.role(session, chosen))
        name, _, changes = since.partition("-")
        first = None
        if name == self._name and changes.isdecimal() and len(changes) < 10:
            first = group.after(int(changes))
        subscriber = Subscriber(group.channel.full, self.live.quiet, self._turn, first or b"")
        listener = Listener(subscriber, session, chosen, kind, group.channel, may_watch)
        group.listeners.append(listener)
        self._here = None
        return listener

    def expect(self, role: ViewerRole) -> str:
        """A page is drawn for this role, now: its version, from which its stream goes on."""
        self._group("page", role).expected = self.now() + PAGE_LOADS
        return f"{self._name}-{self._changes}"

    def leave(self, listener: Listener) -> None:
        """Close a stream."""
        listener.subscriber.close()
        self._here = None
        for key, group in list(self._groups.items()):
            if listener in group.listeners:
                group.listeners.remove(listener)
                if not group.listeners and group.expected <= self.now():
                    del self._groups[key]

    def publish(self, step: Step | None = None) -> None:
        """Send everybody what has changed. Without a step: who is connected, and the clocks."""
        if step is not None:
            self.cache.changed()
            if step.seats:
                # Nobody goes on from before it: everybody gets the whole table.
                self._changes += 1
                self._regroup()
        self._changes += 1
        self._context = self.context()
        try:
            for key, group in list(self._groups.items()):
                if not group.listeners and group.expected <= self.now():
                    del self._groups[key]
                    continue
                chunk = group.channel.update(step)
                group.add(chunk, self._changes, group.expected > self.now())
                if chunk:
                    for listener in group.listeners:
                        listener.subscriber.push(chunk)
        finally:
            self._context = None
            self.cache.drop_renderings()

    def beat(self) -> None:
        for listener in self._listeners():
            listener.subscriber.beat()

    def close(self) -> None:
        """End all streams; browsers connect again."""
        for listener in list(self._listeners()):
            listener.subscriber.close()
        self._here = None
        self._groups.clear()

    def close_streams_of(self, sessions: Collection[str]) -> None:
        for listener in list(self._listeners()):
            if listener.session in sessions:
                listener.subscriber.close()

    def _listeners(self) -> Iterable[Listener]:
        for group in self._groups.values():
            yield from group.listeners

    def _group(self, kind: str, role: ViewerRole) -> StreamGroup:
        key = (kind, role)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = StreamGroup(self._channels[kind](self, role), self._changes)
        return group

    def _regroup(self) -> None:
        """After seats have changed, give each stream the channel of its session's new role."""
        listeners = list(self._listeners())
        self._groups.clear()
        for listener in listeners:
            if not self.live.open_to(listener.session, listener.may_watch):
                listener.subscriber.close(event("gone", {"why": NOT_OPEN}))
                continue
            try:
                role = self.role(listener.session, listener.chosen)
            except LudusError:
                listener.chosen = None
                role = self.role(listener.session)
            group = self._group(listener.kind, role)
            listener.channel = group.channel
            listener.subscriber.restart(group.channel.full)
            group.listeners.append(listener)
        # A channel that was made meanwhile has counted only the streams before it.
        self._here = None


class PageChannel:
    """Streams of pages: HTML parts, log lines, chat and clocks."""

    def __init__(self, hub: Hub, role: ViewerRole, pages: Pages, note: Note) -> None:
        self._hub = hub
        self._role = role
        self._pages = pages
        self._note = note
        self._asked: tuple[str, ...] = ()
        """The clauses behind the question that the page asks."""
        self._logged = 0
        self._chat = 0
        self._clocks: tuple[Clock, ...] = ()
        model = self._model(0)
        self._inputs = [each.inputs(model) for each in pages.LIVE_PARTS]
        """What the parts that the page shows were drawn from, where that is small."""
        self._sent = [
            tuple(PartState(part) for part in each.draw(model)) for each in pages.LIVE_PARTS
        ]

    def full(self) -> bytes:
        """Everything, for a new stream."""
        model = self._hub.model(self._role)
        parts = [part.patch for part in self._pages.table_parts(model)]
        parts += [self._pages.log(model), self._pages.chat(model)]
        # Drawn for one stream; the next change is drawn anew.
        self._hub.cache.drop_renderings()
        whole = event("patch", patch_data(model, parts, full=True))
        return whole + clock_event(self._hub.now(), clocks(self._hub.live))

    def current(self) -> bytes:
        model = self._hub.model(self._role)
        self._hub.cache.drop_renderings()
        known = event("patch", patch_data(model, (), full=True))
        return known + clock_event(self._hub.now(), clocks(self._hub.live))

    def _model(self, since: int) -> TableModel:
        self._logged = len(self._hub.live.table.moves)
        self._chat = self._last_chat()
        self._clocks = clocks(self._hub.live)
        model = self._hub.model(self._role, since=since)
        self._asked = asked_by(model)
        return model

    def update(self, step: Step | None) -> bytes:
        undone = step is not None and step.undone
        chunks: list[bytes] = []
        said, clocks_before, asked = self._new_chat(), self._clocks, self._asked
        model = self._model(0 if undone else self._logged)
        if step is not None and step.moved in self._role.held and not undone:
            # Whoever plays by a rule has met it, and so has whoever is told of it.
            player = self._hub.live.seats[step.moved].session
            self._note(player, model.game, (*asked, *told_by(model.log)))
        changed = self._changes(model)
        if undone:
            changed.append(self._pages.log(model))
        elif model.log:
            chunks.append(self._told(model.log))
        if changed:
            chunks.append(event("patch", patch_data(model, changed, full=False)))
        if self._clocks != clocks_before:
            chunks.append(clock_event(self._hub.now(), self._clocks))
        if said:
            chunks.append(event("chat", {"lines": said}))
        return b"".join(chunks)

    def _changes(self, model: TableModel) -> list[Patch]:
        """What turns the parts as the page shows them into what they are now."""
        changed: list[Patch] = []
        for number, (each, sent) in enumerate(zip(self._pages.LIVE_PARTS, self._sent, strict=True)):
            before, inputs = self._inputs[number], each.inputs(model)
            self._inputs[number] = inputs
            if inputs is None:
                parts = each.draw(model)
            elif inputs == before:
                continue
            else:
                parts = self._hub.cache.parts.get(number, inputs, partial(each.draw, model))
            for state, part in zip(sent, parts, strict=True):
                changed += state.update(part)
        return changed

    def _told(self, lines: tuple[LogLine, ...]) -> bytes:
        return self._hub.cache.told.get(
            "told", lines, lambda: event("told", {"lines": self._lines(lines)})
        )

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

    def _new_chat(self) -> list[dict[str, str]]:
        live = self._hub.live
        new: list[dict[str, str]] = []
        for row in reversed(live.chat):
            if row.number <= self._chat:
                break
            if heard(row, self._role):
                new.append({"html": self._pages.chat_line(chat_line(live, row))})
        return new[::-1]


def patch_data(model: TableModel, parts: Sequence[Patch], full: bool) -> dict[str, object]:
    """The data of a `patch` event."""
    decision = {str(model.deciding): model.decision} if model.deciding >= 0 else {}
    return {
        "position": model.history.at,
        "title": model.page_title,
        "turn": model.deciding >= 0 and not model.optional,
        "decision": decision,
        "full": full,
        "parts": parts,
    }


def clock_event(now: int, times: Sequence[Clock]) -> bytes:
    """All clocks; nothing at a table without."""
    return event("clock", {"now": now, "clocks": times}) if times else b""
