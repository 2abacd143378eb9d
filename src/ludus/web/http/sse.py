"""Server-sent events: streams, what is sent on them, and what happens to slow readers.

What is sent is made once for all viewers of a kind and handed to each as the same bytes. A reader
that falls behind loses its backlog and gets the whole page state instead, as soon as it can take
it; one that takes nothing for too long is dropped, and its browser connects again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

import msgspec
from starlette.types import Receive, Scope, Send

MOST_CHUNKS: Final = 64
MOST_BYTES: Final = 512 * 1024
WRITE_LIMIT: Final = 20.0
"""Seconds that one write to a reader may take."""
HEARTBEAT: Final = b": \n\n"
RETRY: Final = b"retry: 1500\n\n"


def _plain(value: object) -> str:
    """Markup is a kind of text and is sent as such."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} cannot be sent")


to_json: Final = msgspec.json.Encoder(enc_hook=_plain).encode
"""Everything that is sent as JSON goes through here."""


def event(name: str, data: object) -> bytes:
    """One event, encoded."""
    return b"event: %b\ndata: %b\n\n" % (name.encode(), to_json(data))


async def _at_once() -> None:
    """Waits for nothing."""


class Subscriber:
    """One open stream. `full` makes the whole state for a reader that lost its place, as soon as
    it has its `turn` and all is `quiet`. One that has the state already gets `first` instead.

    The turn goes round among all streams of a server, one in a pass of the event loop: when a
    thousand readers come back at once, moves go on between them, and their states do not pile up
    in memory until the network takes them.
    """

    __slots__ = ("_backlog", "_full", "_quiet", "_size", "_turn", "_wake", "closed", "lost")

    def __init__(
        self,
        full: Callable[[], bytes],
        quiet: Callable[[], Awaitable[None]] = _at_once,
        turn: asyncio.Lock | None = None,
        first: bytes = b"",
    ) -> None:
        self._full = full
        self._quiet = quiet
        self._turn = turn or asyncio.Lock()
        self._backlog: deque[bytes] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self._wake.set()
        self.lost = not first
        self.closed = False
        if first:
            self._backlog.append(first)

    def push(self, chunk: bytes) -> None:
        """Send something, unless the whole state is about to be sent anyway."""
        if self.lost or self.closed:
            return
        if len(self._backlog) >= MOST_CHUNKS or self._size + len(chunk) > MOST_BYTES:
            self.restart(self._full)
            return
        self._backlog.append(chunk)
        self._size += len(chunk)
        self._wake.set()

    def restart(self, full: Callable[[], bytes]) -> None:
        """Drop the backlog and start again with the whole state."""
        self._full = full
        self._backlog.clear()
        self._size = 0
        self.lost = True
        self._wake.set()

    def beat(self) -> None:
        """Send a heartbeat, if nothing else is waiting to be sent."""
        if not self._backlog and not self.lost:
            self.push(HEARTBEAT)

    def close(self, last: bytes = b"") -> None:
        """End the stream, with a last chunk if there is one."""
        if last and not self.closed:
            self._backlog.append(last)
            self.lost = False
        self.closed = True
        self._wake.set()

    async def next(self) -> bytes:
        """What is to be sent now; empty once the stream is closed."""
        while True:
            if self.lost and not self.closed:
                return await self._whole()
            if self._backlog:
                chunk = b"".join(self._backlog)
                self._backlog.clear()
                self._size = 0
                return chunk
            if self.closed:
                return b""
            self._wake.clear()
            await self._wake.wait()

    async def _whole(self) -> bytes:
        """What is pushed meanwhile is dropped: the whole state includes it."""
        async with self._turn:
            await asyncio.sleep(0)
            await self._quiet()
            self.lost = False
            return self._full()


class EventStream:
    """The response that serves one subscriber until either side ends it."""

    def __init__(
        self,
        subscriber: Subscriber,
        done: Callable[[], None],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._subscriber = subscriber
        self._done = done
        self._headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            *((name.encode(), value.encode()) for name, value in (headers or {}).items()),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watcher = asyncio.create_task(self._watch(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self._headers})
            await send({"type": "http.response.body", "body": RETRY, "more_body": True})
            while await self._send_next(send):
                pass
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (OSError, TimeoutError):
            # The reader is gone or too slow; its browser will connect again.
            pass
        finally:
            self._subscriber.close()
            self._done()
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher

    async def _send_next(self, send: Send) -> bool:
        """Send one chunk; False once the stream has ended."""
        chunk = await self._subscriber.next()
        if chunk:
            async with asyncio.timeout(WRITE_LIMIT):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        return bool(chunk)

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._subscriber.close()
