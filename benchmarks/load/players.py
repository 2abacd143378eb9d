"""The players: open pages, act when an action is due, look at pages and history now and then.

The schedule is open: actions are due at fixed times, whether or not the server has answered the
earlier ones, and each is timed from when it was due. So a server that stalls for a second is
charged with every action that should have happened in that second.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import random
import re
import time
from collections import Counter, deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

import msgspec
from benchmarks.load.server import Prepared, Server

CONNECTIONS: Final = 64
"""How many requests can be under way at once."""
LATE: Final = 1.0
"""Seconds after which an action that was shown counts as late."""
PATIENCE: Final = 10.0
"""Seconds after the last action is due in which it may still be shown."""
REUSE: Final = 2.0
"""Seconds after which an idle connection is replaced: the server closes it after some more."""

_ACTION: Final = re.compile(r'name="action" value="([^"]*)"')
_NUMBER: Final = re.compile(r"\d+")
_LENGTH: Final = re.compile(r"content-length: (\d+)", re.IGNORECASE)


class Connection:
    """One connection for requests, kept open."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

    async def send(
        self, method: str, path: str, who: str, fields: object = None
    ) -> tuple[int, bytes]:
        """Status and body."""
        now = time.monotonic()
        if self._reader is None or self._writer is None or now - self._used > REUSE:
            await self.close()
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._used = now
        body = b"" if fields is None else msgspec.json.encode(fields)
        wanted = "text/html" if method == "GET" else "application/json"
        self._writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Origin: http://{self._host}:{self._port}\r\nContent-Type: application/json\r\n"
            f"Accept: {wanted}\r\n{who}"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = _LENGTH.search(head)
        answer = await self._reader.readexactly(int(length.group(1)) if length else 0)
        return int(head.split(" ", 2)[1]), answer

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None


@dataclass(slots=True, eq=False)
class Page:
    """A player's open page: what it shows and what it offers to choose."""

    who: str
    """The header lines that say who asks, and from where."""
    table: GameTable
    task: asyncio.Task[None] | None = None
    position: int = -1
    """How many moves it has shown; -1 before its first state."""
    seat: int = -1
    decision: int = -1
    options: list[str] = field(default_factory=list)

    @property
    def to_choose(self) -> bool:
        return self.decision >= 0 and bool(self.options)


@dataclass(slots=True, eq=False)
class GameTable:
    """A table and the pages of its players."""

    url: str
    pages: list[Page] = field(default_factory=list)
    queue: deque[float] = field(default_factory=deque)
    """When the actions were due that wait for the one under way."""
    due: float = 0.0
    """When the action that is under way was due; 0: none is."""
    base: int = 0
    """The position in which it was sent."""
    over: bool = False

    @property
    def ready(self) -> bool:
        return all(page.position >= 0 for page in self.pages)

    @property
    def choosing(self) -> list[Page]:
        return [page for page in self.pages if page.to_choose]


@dataclass(slots=True, eq=False)
class Sent:
    """A move that was sent, and what became of it."""

    seat: int
    action: str
    answer: Literal["none", "done", "refused"] = "none"


class Element(msgspec.Struct):
    id: str
    html: str


class PatchEvent(msgspec.Struct):
    """The data of a `patch` event, as far as players need it."""

    position: int
    title: str
    decision: dict[str, int]
    parts: list[Element]


_read_patch: Final = msgspec.json.Decoder(PatchEvent)


@dataclass(slots=True)
class Tally:
    """What has been counted since the last reset."""

    times: list[float] = field(default_factory=list)
    """Milliseconds from when an action was due until every page at its table showed it."""
    page_times: list[float] = field(default_factory=list)
    """The same for the pages and past positions that were asked for."""
    late: int = 0
    unanswered: int = 0
    refused: int = 0
    finished: int = 0
    dropped: int = 0
    """Streams that the server closed."""
    stream_bytes: int = 0
    """Sent after moves; what a stream begins with is not counted."""
    part_bytes: Counter[str] = field(default_factory=Counter)
    """Of these, what each kind of part of a page took."""


class Players:
    """All players of one server."""

    def __init__(self, server: Server, rate: float, page_share: float, seed: int = 1) -> None:
        self._server = server
        self._rate = rate
        self._page_share = page_share
        self._random = random.Random(seed)
        self._connections: asyncio.Queue[Connection] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            self._connections.put_nowait(Connection(server.host, server.port))
        self._tables = [_seated(number, each) for number, each in enumerate(server.tables)]
        self._homeless: deque[float] = deque()
        """Due actions whose table has nobody to act any more: another takes them."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.tally = Tally()
        self.sent: dict[str, list[Sent]] = {}
        """All moves since the beginning, by the address of the table, in the order of sending."""

    # Pages ----------------------------------------------------------------------------------------

    async def load_tables(self) -> None:
        """Ask for every table once, so that memory for streams can be told from that for tables."""
        for table in self._tables:
            await self._send("GET", table.url, table.pages[0].who)

    async def open_pages(self) -> None:
        """Open everybody's page, a few at a time, and wait until all games are under way."""
        for table in self._tables:
            for page in table.pages:
                self._open(page)
            await asyncio.sleep(0.004)
        start = time.monotonic()
        while not all(table.ready for table in self._tables):
            await asyncio.sleep(0.1)
            for page in (page for table in self._tables for page in table.pages):
                if page.task is not None and page.task.done():
                    page.task.result()
            if time.monotonic() > start + 120:
                raise SystemExit("the pages were not drawn within two minutes")

    def _open(self, page: Page) -> None:
        page.position, page.decision, page.options = -1, -1, []
        page.task = self._own(self._follow(page))

    def _own(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _follow(self, page: Page) -> None:
        while True:
            await self._stream(page)
            self.tally.dropped += 1

    async def _stream(self, page: Page) -> None:
        server = self._server
        reader, writer = await asyncio.open_connection(server.host, server.port, limit=1 << 22)
        try:
            writer.write(
                # By HTTP/1.0 it comes as it is: a proxy would cut it into chunks of any size.
                f"GET {page.table.url}/stream HTTP/1.0\r\nHost: {server.host}:{server.port}\r\n"
                f"{page.who}\r\n".encode()
            )
            async for line in reader:
                # A stream that opens is sent the whole table: that is no move.
                if page.position >= 0:
                    self.tally.stream_bytes += len(line)
                if line.startswith(b"data: ") and b'"parts":' in line:
                    self._show(page, _read_patch.decode(line[6:]))
        finally:
            writer.close()

    def _show(self, page: Page, patch: PatchEvent) -> None:
        """A page was sent a new state."""
        table = page.table
        moved = page.position >= 0
        page.position = patch.position
        page.decision = -1
        for seat, decision in patch.decision.items():
            page.seat, page.decision = int(seat), decision
        for part in patch.parts:
            if moved:
                self.tally.part_bytes[_NUMBER.sub("N", part.id)] += len(part.html)
            if part.id == "choices":
                page.options = [html.unescape(text) for text in _ACTION.findall(part.html)]
        table.over = patch.title.startswith("Game over")
        if table.due and all(each.position > table.base for each in table.pages):
            took = time.perf_counter() - table.due
            self.tally.times.append(took * 1000)
            self.tally.late += took > LATE
            table.due = 0.0
        if not table.due:
            self._next(table)

    # Playing --------------------------------------------------------------------------------------

    async def play(self, seconds: float) -> None:
        """Act and look at the wanted rate, then wait until everything is answered."""
        start = time.perf_counter()
        for number in range(int(seconds * self._rate)):
            due = start + number / self._rate
            ahead = due - time.perf_counter()
            if ahead > 0 or number % 16 == 0:
                await asyncio.sleep(max(0.0, ahead))
            self._homeless.append(due)
            self._assign()
            if self._random.random() < self._page_share:
                self._own(self._look(due))
        await self._drain()

    async def _drain(self) -> None:
        end = time.perf_counter() + PATIENCE
        while waiting := self._waiting():
            if time.perf_counter() > end:
                self.tally.unanswered += waiting
                break
            await asyncio.sleep(0.02)
            self._assign()
        self._homeless.clear()
        for table in self._tables:
            table.queue.clear()
            table.due = 0.0

    def _waiting(self) -> int:
        at_tables = sum(len(table.queue) + bool(table.due) for table in self._tables)
        return len(self._homeless) + at_tables

    def _assign(self) -> None:
        """Give what is due to tables drawn at random, busy or not, where there is a game on."""
        for _ in range(len(self._homeless)):
            first = self._random.randrange(len(self._tables))
            for step in range(len(self._tables)):
                table = self._tables[(first + step) % len(self._tables)]
                if not table.over and (table.due or (table.ready and table.choosing)):
                    table.queue.append(self._homeless.popleft())
                    self._next(table)
                    break

    def _next(self, table: GameTable) -> None:
        """Start what is due at a table where nothing is under way."""
        if table.due:
            return
        if table.over:
            if table.ready:
                self._own(self._again(table, [page.task for page in table.pages]))
                for page in table.pages:
                    page.position = -1
            self._homeless.extend(table.queue)
            table.queue.clear()
            return
        if not table.queue or not table.ready:
            return
        choosing = table.choosing
        if not choosing:
            self._homeless.extend(table.queue)
            table.queue.clear()
            return
        table.due = table.queue.popleft()
        table.base = max(page.position for page in table.pages)
        self._own(self._act(self._random.choice(choosing)))

    async def _act(self, page: Page) -> None:
        table = page.table
        due = table.due
        fields = {
            "seat": page.seat,
            "decision": page.decision,
            "action": self._random.choice(page.options),
        }
        sent = Sent(page.seat, str(fields["action"]))
        self.sent.setdefault(table.url, []).append(sent)
        status, body = await self._send("POST", f"{table.url}/act", page.who, fields)
        if status == 200:
            sent.answer = "done"
        elif 400 <= status < 500:
            sent.answer = "refused"
        if status != 200:
            self.tally.refused += 1
            print(f"refused with {status}: {body[:120].decode()}")
            if table.due == due:
                table.due = 0.0

    async def _look(self, due: float) -> None:
        """A page of a table as it is now, or the parts of a past position; half and half."""
        table = self._random.choice(self._tables)
        page = self._random.choice(table.pages)
        address = table.url
        if page.position > 0 and self._random.random() < 0.5:
            address += f"/history/{self._random.randrange(page.position)}"
        status, _ = await self._send("GET", address, page.who)
        if status == 200:
            self.tally.page_times.append((time.perf_counter() - due) * 1000)
        else:
            self.tally.refused += 1

    async def _again(self, table: GameTable, streams: Sequence[asyncio.Task[None] | None]) -> None:
        """The game is over: its pages are closed, and the same players play another."""
        for task in streams:
            if task is not None:
                task.cancel()
        self.tally.finished += 1
        status, body = await self._send("POST", f"{table.url}/rematch", table.pages[0].who, {})
        if status != 200:
            raise SystemExit(f"no rematch: {status} {body[:200]!r}")
        table.url = msgspec.json.decode(body)["url"]
        table.over = False
        for page in table.pages:
            self._open(page)

    async def _send(
        self, method: str, path: str, who: str, fields: object = None
    ) -> tuple[int, bytes]:
        connection = await self._connections.get()
        try:
            return await connection.send(method, path, who, fields)
        except (OSError, asyncio.IncompleteReadError):
            await connection.close()
            return 0, b"the connection was closed"
        finally:
            self._connections.put_nowait(connection)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._connections.empty():
            await self._connections.get_nowait().close()


def _seated(number: int, prepared: Prepared) -> GameTable:
    """A table whose players come from addresses of their own, as a proxy would say."""
    table = GameTable(prepared.url)
    table.pages = [
        Page(
            f"Cookie: {cookie}\r\nX-Forwarded-For: 10.{seat}.{number >> 8}.{number & 255}\r\n",
            table,
        )
        for seat, cookie in enumerate(prepared.cookies)
    ]
    return table
