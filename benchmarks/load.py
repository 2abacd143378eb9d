"""How much one server process carries: tables, open streams, actions a second, and how fast.

Starts a server of its own in a temporary folder, on 127.0.0.1 alone, sits two players at each table
with a live page each, and lets them act at a steady rate. Each action is timed from the moment it
is sent until every page at that table has been sent the new position.

    python benchmarks/load.py                           the whole measurement, ten minutes
    python benchmarks/load.py --seconds 20 --tables 50  a short one
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ludus.core.chance import SeededRng
from ludus.core.record import Record
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.web.server import quick_loop

GAME = "cambria"
CONNECTIONS = 32
"""How many requests can be under way at once."""
P95, P99 = 100.0, 250.0
STREAM_KIB = 64.0
GROWTH = 1.10
"""The most that memory may have grown, from one minute into the run to its end."""

SERVER = """
import sys
from pathlib import Path
from ludus.web.server import serve
from ludus.web.config import Rate, Settings
plenty = Rate(1e6, 1_000_000)
serve(port=0, data=Path(sys.argv[1]), settings=Settings(writes=plenty, address_writes=plenty,
    reads=plenty, beginnings=plenty, streams_per_address=100_000, most_streams=100_000))
"""


# A client that costs little -----------------------------------------------------------------------


class Wire:
    """One connection for requests, kept open."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

    async def send(
        self, method: str, path: str, cookie: str = "", fields: object = None
    ) -> tuple[int, str, bytes]:
        """Status, cookie that was set, and body."""
        # A server closes connections that rest for some seconds: before that, make a new one.
        now = time.monotonic()
        if self._reader is None or self._writer is None or now - self._used > 2.0:
            await self.close()
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        self._used = now
        body = b"" if fields is None else msgspec.json.encode(fields)
        self._writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Origin: http://{self._host}:{self._port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json\r\nCookie: {cookie}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        answer = await self._reader.readexactly(int(length.group(1)) if length else 0)
        found = re.search(r"set-cookie: (ludus=[^;]+)", head, re.IGNORECASE)
        return int(head.split(" ", 2)[1]), found.group(1) if found else "", answer

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()


@dataclass(slots=True)
class Seat:
    """A player: a cookie, an open page, and what it offers to choose."""

    cookie: str
    table: Place
    task: asyncio.Task[None] | None = None
    ready: bool = False
    """Whether the page has been sent its first state."""
    number: int = -1
    """The decision to answer; -1: nothing to choose."""
    seat: int = 0
    options: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class Place:
    """A table and those who sit at it."""

    url: str
    seats: list[Seat] = field(default_factory=list)
    position: int = 0
    over: bool = False
    sent: float = 0.0
    """When the action that is under way was sent; 0: none is."""
    waiting: set[int] = field(default_factory=set)
    """Whose pages have not shown it yet."""


class Choices(msgspec.Struct):
    id: str
    html: str


class PatchData(msgspec.Struct):
    position: int
    title: str
    turn: bool
    full: bool
    parts: list[Choices]


_read_patch = msgspec.json.Decoder(PatchData)
_VALUES = re.compile(r'value="([a-z_]+(?::\d+)?)"')
_NUMBER = re.compile(r'data-decision="(\d+)"')
_SEAT = re.compile(r'data-seat="(\d+)"')


class Load:
    """The whole measurement."""

    def __init__(self, host: str, port: int, tables: int, rate: float) -> None:
        self._host, self._port = host, port
        self._count = tables
        self._rate = rate
        self._wires: asyncio.Queue[Wire] = asyncio.Queue()
        for _ in range(CONNECTIONS):
            self._wires.put_nowait(Wire(host, port))
        self._random = random.Random(1)
        self._begun = Begun()
        self.places: list[Place] = []
        self.times: list[float] = []
        self.actions = 0
        self.refused = 0
        self.finished = 0
        self.late = 0
        """Times when nobody was free to act at the wanted moment."""
        self.bytes = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(
        self, method: str, path: str, cookie: str = "", fields: object = None
    ) -> tuple[int, str, bytes]:
        wire = await self._wires.get()
        try:
            return await wire.send(method, path, cookie, fields)
        finally:
            self._wires.put_nowait(wire)

    # Setting up -----------------------------------------------------------------------------------

    async def set_up(self) -> None:
        """Tables in all phases of a game, two players at each."""
        for number in range(self._count):
            self.places.append(await self._open(number))

    async def _open(self, number: int) -> Place:
        fields = {"name": f"Player {number}"}
        _, ann, _ = await self.send("POST", "/me", fields=fields)
        _, bob, _ = await self.send("POST", "/me", fields={"name": f"Rival {number}"})
        text = self._begun.draw()
        status, _, body = await self.send("POST", "/upload", ann, {"record": text})
        assert status == 200, body
        url = msgspec.json.decode(body)["url"]
        status, _, body = await self.send("POST", f"{url}/free", ann, {"seat": 1})
        assert status == 200, body
        link = msgspec.json.decode(body)["url"]
        status, _, body = await self.send("POST", link, bob, {})
        assert status == 200, body
        place = Place(url)
        place.seats = [Seat(ann, place), Seat(bob, place)]
        return place

    async def watch(self) -> None:
        """Open everybody's page, a few at a time, and wait until all are drawn."""
        for place in self.places:
            for seat in place.seats:
                self._listen(seat)
            await asyncio.sleep(0.004)
        while not all(seat.ready for place in self.places for seat in place.seats):
            await asyncio.sleep(0.1)

    def _listen(self, seat: Seat) -> None:
        seat.ready = False
        seat.task = self._own(self._follow(seat))

    def _own(self, work: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]  # A coroutine.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _follow(self, seat: Seat) -> None:
        reader, writer = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
        try:
            writer.write(
                f"GET {seat.table.url}/stream HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
                f"Cookie: {seat.cookie}\r\n\r\n".encode()
            )
            async for line in reader:
                self.bytes += len(line)
                if line.startswith(b"data: ") and b'"parts":' in line:
                    self._seen(seat, _read_patch.decode(line[6:]))
        finally:
            writer.close()

    def _seen(self, seat: Seat, data: PatchData) -> None:
        """A page was sent a new state."""
        place = seat.table
        seat.ready = True
        if not data.turn:
            seat.number = -1
        for part in data.parts:
            if part.id == "choices":
                number, who = _NUMBER.search(part.html), _SEAT.search(part.html)
                if data.turn and number and who:
                    seat.number, seat.seat = int(number.group(1)), int(who.group(1))
                    seat.options = tuple(_VALUES.findall(part.html))
        if place.sent and data.position > place.position:
            place.waiting.discard(id(seat))
            if not place.waiting:
                self.times.append((time.perf_counter() - place.sent) * 1000)
                place.position = data.position
                place.sent = 0.0
        elif not place.sent:
            place.position = max(place.position, data.position)
        place.over = data.title.startswith("Game over")

    # Playing --------------------------------------------------------------------------------------

    async def play(self, seconds: float) -> float:
        """Act at the wanted rate; how long it took."""
        began = time.perf_counter()
        due = began
        while (now := time.perf_counter()) < began + seconds:
            if now < due:
                await asyncio.sleep(due - now)
            due += 1 / self._rate
            seat = self._somebody()
            if seat is None:
                self.late += 1
                continue
            # From here on the table is busy, so that nobody else is chosen to act at it.
            seat.table.waiting = {id(each) for each in seat.table.seats}
            seat.table.sent = time.perf_counter()
            self._own(self._act(seat))
        took = time.perf_counter() - began
        await asyncio.sleep(1.0)
        return took

    def _somebody(self) -> Seat | None:
        for _ in range(20):
            place = self._random.choice(self.places)
            if place.over and not place.sent:
                place.sent = time.perf_counter()
                self._own(self._again(place))
            if place.sent or place.over or not all(seat.ready for seat in place.seats):
                continue
            for seat in place.seats:
                if seat.number >= 0 and seat.options:
                    return seat
        return None

    async def _act(self, seat: Seat) -> None:
        place = seat.table
        options = [option for option in seat.options if option != "pass"] or list(seat.options)
        fields = {
            "seat": seat.seat,
            "decision": seat.number,
            "action": self._random.choice(options),
        }
        seat.number = -1
        status, _, body = await self.send("POST", f"{place.url}/act", seat.cookie, fields)
        self.actions += 1
        if status != 200:
            self.refused += 1
            place.sent = 0.0
            print(f"refused with {status}: {body[:120].decode()}")

    async def _again(self, place: Place) -> None:
        """The game is over: the same two play another."""
        self.finished += 1
        status, _, body = await self.send("POST", f"{place.url}/rematch", place.seats[0].cookie, {})
        assert status == 200, body
        place.url = msgspec.json.decode(body)["url"]
        place.position = 0
        place.over = False
        for seat in place.seats:
            if seat.task is not None:
                seat.task.cancel()
            seat.number = -1
            self._listen(seat)
        place.sent = 0.0

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while not self._wires.empty():
            await self._wires.get_nowait().close()


class Begun:
    """Records of games that were begun, each cut off at any moment before its end.

    Moments are drawn from all games together, so that a long game is met as often as it would be in
    a room that has been open for long: as many games end as are begun again, and the memory that
    records need stays the same.
    """

    GAMES = 100

    def __init__(self) -> None:
        self._rng = SeededRng(1)
        self._moments = [
            (table, stop)
            for table in [_played(SeededRng(number)) for number in range(self.GAMES)]
            for stop, move in enumerate(table.moves)
            if move.seat >= 0
        ]

    def draw(self) -> str:
        table, stop = self._moments[self._rng.below(len(self._moments))]
        return Record(table.header, table.moves[:stop]).dump()


def _played(rng: SeededRng) -> Table[object, object]:
    """A game of two who choose as those do who act here."""
    table = Table(open_box(GAME), ["Ann", "Bob"])
    table.settle(rng)
    while not table.over:
        decision = table.decisions()[0]
        wanted = [option for option in decision.options if option.text != "pass"]
        options = wanted or list(decision.options)
        table.play(decision.seat, options[rng.below(len(options))])
        table.settle(rng)
    return table


# The machine --------------------------------------------------------------------------------------


def memory(pid: int) -> float:
    """Mebibytes that a process holds in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def busy(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def quantile(times: Iterable[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured."""

    tables: int
    streams: int
    rate: float
    seconds: float
    p50: float
    p95: float
    p99: float
    worst: float
    per_stream: float
    early: float
    end: float
    cpu: float
    """Of one core, by the server."""
    per_action: float
    """Milliseconds of processor time that the server needs for an action."""
    players: float
    """Of one core, by those who act and look; they are no part of the server."""
    kilobytes: float
    finished: int
    refused: int
    others: float
    """The load of the machine by all, as the system has it, at the end."""

    @property
    def rows(self) -> list[tuple[str, str, str, bool]]:
        """What, measured, wanted, whether it is kept."""
        return [
            ("tables", f"{self.tables}", "500", self.tables >= 500),
            ("open streams", f"{self.streams}", "1,000", self.streams >= 1000),
            ("actions a second", f"{self.rate:.0f}", "at least 200", self.rate >= 199),
            ("p95", f"{self.p95:.0f} ms", f"under {P95:.0f} ms", self.p95 < P95),
            ("p99", f"{self.p99:.0f} ms", f"under {P99:.0f} ms", self.p99 < P99),
            (
                "memory for an open stream",
                f"{self.per_stream:.1f} KiB",
                f"under {STREAM_KIB:.0f} KiB",
                self.per_stream < STREAM_KIB,
            ),
            (
                "memory, after a minute and at the end",
                f"{self.early:.0f} and {self.end:.0f} MiB",
                "no growth",
                self.end <= self.early * GROWTH,
            ),
        ]


PAGE = """# How much one process carries

Made by `make load`, which runs `benchmarks/load.py`: two players at each table, a live page each,
acting at a steady rate by posting what their pages offer. Times are from the moment a click is sent
until both pages at that table were sent the new position, so they hold the check of the move, the
write to disk (each move is synced before it is acknowledged), the drawing of both pages and the way
to them. Server and players share the machine.

| | measured | wanted | |
|---|---|---|---|
{rows}

Median {p50:.0f} ms, slowest {worst:.0f} ms, over {seconds:.0f} seconds with {finished} games played
to their end and begun again, {refused} actions refused. The server used {cpu:.0f} % of one core,
{per_action:.2f} ms for each action, and sent {kilobytes:.1f} KB for it; the players used
{players:.0f} % of a core beside it. Load of the machine at the end: {others:.1f}.

Machine: {machine}. Python {python}, SQLite on the local disk.
"""


def page(result: Result) -> str:
    rows = "\n".join(
        f"| {what} | {found} | {wanted} | {'kept' if good else '**missed**'} |"
        for what, found, wanted, good in result.rows
    )
    return PAGE.format(
        rows=rows,
        machine=processor(),
        python=platform.python_version(),
        **{name: getattr(result, name) for name in Result.__slots__},
    )


async def measure(
    host: str, port: int, pid: int, tables: int, rate: float, seconds: float
) -> Result:
    load = Load(host, port, tables, rate)
    print(f"setting up {tables} tables")
    await load.set_up()
    await asyncio.sleep(1)
    before = memory(pid)
    print(f"opening {2 * tables} pages")
    await load.watch()
    await asyncio.sleep(2)
    per_stream = (memory(pid) - before) * 1024 / (2 * tables)
    print(f"{per_stream:.1f} KiB for each page; warming up", flush=True)
    await load.play(min(10.0, seconds / 4))
    load.times.clear()
    load.actions = load.refused = load.bytes = load.finished = 0
    used, mine = busy(pid), time.process_time()
    first = min(60.0, seconds / 3)
    took = await load.play(first)
    early = memory(pid)
    took += await load.play(seconds - first)
    result = Result(
        tables=tables,
        streams=2 * tables,
        rate=load.actions / took,
        seconds=took,
        p50=quantile(load.times, 0.5),
        p95=quantile(load.times, 0.95),
        p99=quantile(load.times, 0.99),
        worst=max(load.times, default=0.0),
        per_stream=per_stream,
        early=early,
        end=memory(pid),
        cpu=(busy(pid) - used) / took * 100,
        per_action=(busy(pid) - used) / max(1, load.actions) * 1000,
        players=(time.process_time() - mine) / took * 100,
        kilobytes=load.bytes / max(1, load.actions) / 1000,
        finished=load.finished,
        refused=load.refused,
        others=os.getloadavg()[0],
    )
    await load.close()
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=200.0, help="actions a second")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--out", type=Path, help="write the page there (docs/load.md)")
    given = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    with tempfile.TemporaryDirectory(prefix="ludus-load-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, folder], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            host, _, port = address.removeprefix("http://").partition(":")
            with asyncio.Runner(loop_factory=quick_loop()) as runner:
                result = runner.run(
                    measure(host, int(port), server.pid, given.tables, given.rate, given.seconds)
                )
        finally:
            server.terminate()
            server.wait(20)
    text = page(result)
    print(text)
    if given.out is not None:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(text, encoding="utf-8")
    return 0 if all(good for *_, good in result.rows) else 1


if __name__ == "__main__":
    sys.exit(main())
