"""Limits on connections: how many, how large a head, how slow a sender or a reader may be.

Uvicorn reads heads of any size and waits for ever for the rest of a request or for a reader that
takes nothing. `BoundedProtocol` is its protocol with an end to each of these. `Connections` counts
the connections of all addresses and looks over them every few seconds, so that a request costs no
timer of its own.

A live stream is a response that has begun, so none of the time limits ends it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from http import HTTPStatus
from typing import ClassVar, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ludus.web.config import Settings
from ludus.web.http.addresses import Proxies, source_of

SWEEP: Final = 2.0
"""Seconds between two looks at all connections."""
MOST_HEADERS: Final = 100
MOST_PIPELINED: Final = 8
"""Requests that a client may send ahead of their responses."""
SLOWEST: Final = 512
"""Bytes a second that a reader must take, on average over `write_time`."""

TOO_MANY: Final = "too many connections are open from this address"
FULL: Final = "the server has no room for another connection now"
HEAD_TOO_LARGE: Final = "the head of the request is too large"
TOO_SLOW: Final = "the request did not arrive in time"
NOT_HTTP: Final = "that is not a request by HTTP/1.1"
AHEAD: Final = "too many requests were sent ahead of their responses"


class Reading(IntEnum):
    """What a connection waits for from its client. Those that are worth least come first."""

    HEAD = 0
    BODY = 1
    NOTHING = 2
    """A whole request was read: its response is under way, or the next request is awaited."""


class Refused(Exception):
    """Ends the parsing of a request that breaks a limit."""


class Connections:
    """The pool of all connections of a server, and how many each address has."""

    def __init__(self, settings: Settings, proxies: Proxies) -> None:
        self.settings = settings
        self._proxies = proxies
        self._open: dict[BoundedProtocol, str] = {}
        """In the order of their arrival, with whom they count for."""
        self._count: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[BoundedProtocol]:
        return iter(tuple(self._open))

    def count(self, host: str) -> int:
        return self._count[source_of(host)]

    def enter(self, protocol: BoundedProtocol, host: str) -> str:
        """Let a connection in; else the reason why not.

        A proxy that is trusted speaks for many people, so only the total limits it.
        """
        source = source_of(host)
        if host not in self._proxies and (
            self._count[source] >= self.settings.connections_per_address
        ):
            return TOO_MANY
        if len(self._open) >= self.settings.most_connections and not self._make_room(source):
            return FULL
        self._open[protocol] = source
        self._count[source] += 1
        if self._timer is None:
            self._timer = protocol.loop.call_later(SWEEP, self._look, protocol.loop)
        return ""

    def leave(self, protocol: BoundedProtocol) -> None:
        source = self._open.pop(protocol, None)
        if source is not None:
            self._count[source] -= 1
            if not self._count[source]:
                del self._count[source]
        if not self._open and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _make_room(self, source: str) -> bool:
        """End a connection of the address that has the most, for one that has fewer."""
        largest, most = self._count.most_common(1)[0] if self._count else ("", 0)
        if most <= self._count[source] + 1:
            return False
        theirs = [each for each, whose in self._open.items() if whose == largest]
        # The oldest among those that have not even sent a request, if there are any.
        victim = min(theirs, key=lambda each: each.worth)
        victim.abort()
        self.leave(victim)
        return True

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(SWEEP, self._look, loop)
        self.sweep(loop.time())

    def sweep(self, now: float) -> None:
        """End the connections whose time is over."""
        for protocol in self:
            protocol.look(now)


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with limits on size and time; `protocol_for` makes it for one server."""

    pool: ClassVar[Connections]

    reading = Reading.HEAD
    _asked = False
    """Whether there was a request at all, and so a `cycle` for its response."""
    _began = 0.0
    """When the client began with what it is sending."""
    head = 0
    """Bytes of the present head so far."""
    _headers = 0
    _unsent = 0
    """Bytes that waited to be sent when the reader last took some."""
    _stuck = 0.0
    """When that was."""
    _closing = False
    _status = HTTPStatus.BAD_REQUEST
    _why = NOT_HTTP

    # The connection -----------------------------------------------------------------------------

    def connection_made(  # type: ignore[override]  # As its parent: only TCP is served.
        self, transport: asyncio.Transport
    ) -> None:
        peer = transport.get_extra_info("peername")
        why = self.pool.enter(self, peer[0] if isinstance(peer, tuple) else "")
        if why:
            self.transport = transport
            self._answer(HTTPStatus.SERVICE_UNAVAILABLE, why)
            return
        self._began = self.loop.time()
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.pool.leave(self)
        super().connection_lost(exc)

    def abort(self) -> None:
        """End the connection at once, whatever waits to be sent."""
        self.transport.abort()

    @property
    def worth(self) -> tuple[int, bool]:
        """Which connection to end first when there is no room: low before high."""
        return self.reading, self.serving

    @property
    def serving(self) -> bool:
        """Whether a response is under way."""
        return self._asked and not self.cycle.response_complete

    # Size ---------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self.reading is Reading.NOTHING:
            self._begin_head()
        in_head = self.reading is Reading.HEAD
        try:
            self.parser.feed_data(data)
            if in_head and self.reading is Reading.HEAD:
                # A name or value that never ends is kept by the parser and told to nobody.
                self.head += len(data)
                self._check_head()
        except httptools.HttpParserUpgrade:
            # Nothing else is spoken here; the request was answered like any other.
            pass
        except (httptools.HttpParserError, Refused):
            self._answer(self._status, self._why)

    def _begin_head(self) -> None:
        self.reading = Reading.HEAD
        self._began = self.loop.time()
        self.head = 0
        self._headers = 0

    def on_message_begin(self) -> None:
        if self.reading is not Reading.HEAD:
            self._begin_head()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.pool.settings.head_limit:
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, HEAD_TOO_LARGE)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += len(name) + len(value) + 4
        self._check_head()
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_PIPELINED:
            self._refuse(HTTPStatus.BAD_REQUEST, AHEAD)
        self.reading = Reading.BODY
        self._began = self.loop.time()
        super().on_headers_complete()
        self._asked = True

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.reading = Reading.NOTHING

    def _check_head(self) -> None:
        if (
            max(self.head, self._headers) > self.pool.settings.head_limit
            or len(self.headers or ()) >= MOST_HEADERS
        ):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HEAD_TOO_LARGE)

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self._status, self._why = status, why
        raise Refused(why)

    # Time ---------------------------------------------------------------------------------------

    def look(self, now: float) -> None:
        """End the connection if its client takes too long."""
        settings = self.pool.settings
        if self.reading is not Reading.NOTHING:
            in_head = self.reading is Reading.HEAD
            if now - self._began > (settings.head_time if in_head else settings.body_time):
                self._answer(HTTPStatus.REQUEST_TIMEOUT, TOO_SLOW)
        self._look_at_reader(now, settings.write_time)

    def _look_at_reader(self, now: float, limit: float) -> None:
        unsent = self.transport.get_write_buffer_size()
        closing = self.transport.is_closing()
        if closing != self._closing:
            self._closing = closing
            self._unsent, self._stuck = unsent, now
        elif unsent == 0 and not closing:
            self._unsent, self._stuck = 0, now
        elif now - self._stuck > limit:
            if self._unsent - unsent < SLOWEST * limit:
                self.abort()
            self._unsent, self._stuck = unsent, now
        else:
            self._unsent = max(self._unsent, unsent)

    def _answer(self, status: HTTPStatus, why: str) -> None:
        """Answer in the place of the application, if it has not begun to, and close."""
        if self.transport.is_closing():
            return
        if not (self.serving and self.cycle.response_started):
            text = f"{why}\n".encode()
            self.transport.write(
                b"HTTP/1.1 %d %b\r\ncontent-type: text/plain; charset=utf-8\r\n"
                b"content-length: %d\r\nconnection: close\r\n\r\n%b"
                % (status, status.phrase.encode(), len(text), text)
            )
        if self.serving:
            # The application is told that nobody listens any more.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()


def protocol_for(pool: Connections) -> type[BoundedProtocol]:
    """The protocol of one server."""
    return type("ServerProtocol", (BoundedProtocol,), {"pool": pool})
