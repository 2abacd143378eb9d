"""Connections that cost a server memory, files or time: each attack ends by itself.

Time is not waited for: a test sends what an attacker sends and lets the server look over its
connections as if the time had passed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.web.support import PATIENCE, QUICK, SIGNER, FirstChoice, settled, shelf

from ludus.core.errors import LudusError
from ludus.store import SqliteStore
from ludus.web.config import Settings
from ludus.web.http.addresses import Proxies, source_of
from ludus.web.http.connections import MOST_HEADERS, MOST_PIPELINED, Connections, Reading
from ludus.web.http.errors import TooLarge, TooManyRequests, Unavailable
from ludus.web.http.limits import Bodies, Limits
from ludus.web.server import Server, run, server_for, within_file_limit
from ludus.web.state import AppState, build_state

pytestmark = pytest.mark.anyio

STRANGERS = replace(QUICK, trusted_proxies=("192.0.2.99",))
"""This computer is no proxy, so that its connections count for its addresses."""
GET = b"GET /api/games HTTP/1.1\r\nHost: ludus.test\r\n\r\n"
STREAM = b"GET /lobby/stream HTTP/1.1\r\nHost: ludus.test\r\n\r\n"
POST = b"POST /tables HTTP/1.1\r\nHost: ludus.test\r\nOrigin: http://ludus.test\r\n"


@dataclass
class Line:
    """One connection to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def ended(self) -> bytes:
        """What the server sends until it closes the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    async def until(self, sign: bytes) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readuntil(sign)


@dataclass
class Running:
    server: Server
    app: AppState
    port: int
    lines: list[Line]

    @property
    def connections(self) -> Connections:
        return self.server.connections

    async def line(self, address: str = "127.0.0.1") -> Line:
        """A connection; known to the server when this returns, unless it was refused."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address, 0)
        )
        line = Line(reader, writer)
        self.lines.append(line)
        return line

    async def lines_from(self, address: str, number: int) -> list[Line]:
        before = self.connections.count(address)
        lines = [await self.line(address) for _ in range(number)]
        await settled(lambda: self.connections.count(address) == before + number)
        return lines

    def later(self, seconds: float) -> None:
        """Look over the connections as if so much time had passed."""
        self.connections.sweep(asyncio.get_running_loop().time() + seconds)


@asynccontextmanager
async def listening(folder: Path, settings: Settings = STRANGERS) -> AsyncIterator[Running]:
    """A server on the loop of the test."""
    ports: list[int] = []
    app = build_state(
        SqliteStore(folder / "ludus.sqlite"), SIGNER, settings, FirstChoice(), box=shelf
    )
    server = server_for(
        app, "127.0.0.1", 0, lambda address: ports.append(int(address.rpartition(":")[2]))
    )
    task = asyncio.create_task(run(server, app))
    await settled(lambda: bool(ports))
    running = Running(server, app, ports[0], [])
    try:
        yield running
    finally:
        for line in running.lines:
            line.writer.transport.abort()
        server.should_exit = True
        await task


async def works(running: Running, address: str = "127.0.0.1") -> bool:
    """Whether a good visitor is served."""
    line = await running.line(address)
    await line.send(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    return (await line.ended()).startswith(b"HTTP/1.1 200 ")


# Size ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "start", "more"),
    [
        (431, b"GET / HTTP/1.1\r\n", b"X-Header: %b\r\n" % (b"x" * 1000)),
        (431, b"GET / HTTP/1.1\r\nX-Header: ", b"x" * 1000),
        (431, b"GET / HTTP/1.1\r\n", b"x" * 1000),
        (431, b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 20),
        (414, b"GET /", b"x" * 1000),
    ],
    ids=["headers", "value", "name", "many", "address"],
)
async def test_an_endless_head_is_cut_off(
    tmp_path: Path, status: int, start: bytes, more: bytes
) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        await line.send(start)
        for _ in range(18):
            await line.send(more)
        assert (await line.ended()).startswith(b"HTTP/1.1 %d " % status)
        assert await works(running)


async def test_a_large_head_in_one_piece_never_reaches_the_application(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        for head in (
            b"Cookie: %b\r\n" % (b"x" * 40_000),
            b"a: b\r\n" * (MOST_HEADERS + 1),
        ):
            line = await running.line()
            await line.send(GET.replace(b"\r\n\r\n", b"\r\n" + head + b"\r\n"))
            assert (await line.ended()).startswith(b"HTTP/1.1 431 ")


async def test_requests_sent_far_ahead_of_their_responses_are_refused(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        await line.send(STREAM + GET * (MOST_PIPELINED + 5))
        # The stream ends: what is behind it could never be answered, and is not kept.
        await line.ended()
        line = await running.line()
        await line.send(GET * (MOST_PIPELINED - 1))
        for _ in range(MOST_PIPELINED - 1):
            await line.until(b"HTTP/1.1 200 ")


async def test_what_is_no_http_is_refused(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        await line.send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 no plain text here\r\n\r\n")
        assert (await line.ended()).startswith(b"HTTP/1.1 400 ")


async def test_a_websocket_is_not_offered(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        upgrade = b"\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        await line.send(GET.replace(b"\r\n\r\n", upgrade))
        assert (await line.until(b"\r\n")).startswith(b"HTTP/1.1 200 ")


# Time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "sent", "reading", "wait"),
    [
        (b"", b"", Reading.HEAD, 11),
        (b"", b"GET / HTTP/1.1\r\nHost: ludus", Reading.HEAD, 11),
        (GET, b"\r\n", Reading.HEAD, 11),
        (GET, b"GET / HTTP", Reading.HEAD, 11),
        (b"", POST + b"Content-Length: 1000\r\n\r\ngame=", Reading.BODY, 61),
        (b"", POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\ngame=", Reading.BODY, 61),
    ],
    ids=["idle", "half-head", "empty-line", "half-next-head", "half-body", "half-chunk"],
)
async def test_a_request_that_does_not_arrive_is_given_up(
    tmp_path: Path, first: bytes, sent: bytes, reading: Reading, wait: float
) -> None:
    async with listening(tmp_path, replace(STRANGERS, keep_alive=1000)) as running:
        (line,) = await running.lines_from("127.0.0.1", 1)
        (protocol,) = running.connections
        if first:
            await line.send(first)
            await line.until(b"HTTP/1.1 200 ")
            await settled(lambda: not protocol.serving)
        await line.send(sent)
        await settled(lambda: protocol.reading is reading)
        if reading is Reading.HEAD:
            await settled(lambda: protocol.head == len(sent))
        running.later(wait - 5)
        assert len(running.connections) == 1
        running.later(wait + 5)
        assert b"HTTP/1.1 408 " in await line.ended()
        await settled(lambda: len(running.connections) == 0)
        assert running.app.bodies.total == 0


async def test_a_request_in_small_pieces_is_given_up_too(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        (line,) = await running.lines_from("127.0.0.1", 1)
        (protocol,) = running.connections
        start = b"GET / HTTP/1.1\r\nX: "
        for sign in start:
            await line.send(bytes([sign]))
            await asyncio.sleep(0)
        await settled(lambda: protocol.head == len(start))
        running.later(11)
        assert (await line.ended()).startswith(b"HTTP/1.1 408 ")


async def test_a_stream_stays_open(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        await line.send(STREAM)
        await line.until(b"retry: 1500\n\n")
        for _ in range(100):
            running.later(1000)
        running.app.lobby.close()
        assert (await line.ended()).endswith(b"0\r\n\r\n")


async def test_a_reader_that_takes_nothing_is_cut_off(tmp_path: Path) -> None:
    async with listening(tmp_path) as running:
        line = await running.line()
        line.writer.transport.pause_reading()  # type: ignore[attr-defined]  # Both loops have it.
        page = b"GET /games/cambria/face.css HTTP/1.1\r\nHost: ludus.test\r\n\r\n"
        protocol = None
        async with asyncio.timeout(PATIENCE):
            while protocol is None or protocol.transport.get_write_buffer_size() == 0:
                await line.send(page)
                await asyncio.sleep(0.001)
                protocol = next(iter(running.connections))
        running.later(0)
        running.later(29)
        assert len(running.connections) == 1
        running.later(31)
        running.later(62)
        await settled(lambda: len(running.connections) == 0)
        assert await works(running)


# Number -------------------------------------------------------------------------------------------


async def test_one_address_cannot_have_all_connections(tmp_path: Path) -> None:
    settings = replace(STRANGERS, connections_per_address=5, most_connections=50)
    async with listening(tmp_path, settings) as running:
        lines = await running.lines_from("127.0.0.2", 5)
        for _ in range(3):
            refused = await running.line("127.0.0.2")
            assert (await refused.ended()).startswith(b"HTTP/1.1 503 ")
        assert await works(running, "127.0.0.3")
        # One that is closed makes room for another.
        lines[0].writer.close()
        await settled(lambda: running.connections.count("127.0.0.2") == 4)
        assert await works(running, "127.0.0.2")


async def test_many_addresses_cannot_keep_another_out(tmp_path: Path) -> None:
    settings = replace(STRANGERS, connections_per_address=5, most_connections=20)
    async with listening(tmp_path, settings) as running:
        for number in range(4):
            await running.lines_from(f"127.0.0.{10 + number}", 5)
        assert len(running.connections) == 20
        for _ in range(3):
            assert await works(running, "127.0.0.3")
        assert len(running.connections) <= 20


async def test_room_is_made_by_ending_what_has_not_even_asked(tmp_path: Path) -> None:
    settings = replace(STRANGERS, connections_per_address=5, most_connections=5)
    async with listening(tmp_path, settings) as running:
        streams = [await running.line("127.0.0.2") for _ in range(3)]
        for stream in streams:
            await stream.send(STREAM)
            await stream.until(b"retry: 1500\n\n")
        idle = await running.lines_from("127.0.0.2", 2)
        assert await works(running, "127.0.0.3")
        assert await idle[0].ended() == b""
        running.app.lobby.close()
        for stream in streams:
            assert (await stream.ended()).endswith(b"0\r\n\r\n")


async def test_a_trusted_proxy_speaks_for_many(tmp_path: Path) -> None:
    settings = replace(QUICK, connections_per_address=2, most_connections=20)
    async with listening(tmp_path, settings) as running:
        await running.lines_from("127.0.0.1", 10)
        assert await works(running)


def test_streams_leave_room_for_requests() -> None:
    settings = Settings()
    assert settings.streams_per_address <= settings.connections_per_address // 2
    assert settings.most_streams <= settings.most_connections * 5 // 8


def test_streams_are_limited_in_all() -> None:
    limits = Limits(replace(QUICK, streams_per_address=2, most_streams=3))
    for address in ("a", "a", "b"):
        limits.open_stream(address)
    with pytest.raises(TooManyRequests):
        limits.open_stream("a")
    with pytest.raises(Unavailable):
        limits.open_stream("c")
    limits.close_stream("a")
    limits.open_stream("c")


def test_there_are_never_more_connections_than_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: asked.append(limits))
    few = within_file_limit(replace(QUICK, most_connections=500))
    assert (few.most_connections, asked) == (500, [])
    many = within_file_limit(replace(QUICK, most_connections=8000))
    assert asked == [(4096, 4096)]
    assert many.most_connections < 4096
    assert many.most_streams <= many.most_connections * 5 // 8

    def refuse(kind: int, limits: tuple[int, int]) -> None:
        raise ValueError("not so many")

    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert within_file_limit(replace(QUICK, most_connections=8000)).most_connections < 1024


# Bodies -------------------------------------------------------------------------------------------


def test_unfinished_bodies_have_a_bounded_room() -> None:
    bodies = Bodies(1000)

    def refused(address: str, size: int) -> type[LudusError] | None:
        try:
            with bodies.receiving(address, 600) as grow:
                grow(size)
        except LudusError as error:
            return type(error)
        return None

    assert refused("a", 601) is TooLarge
    assert refused("a", 251) is TooManyRequests
    with bodies.receiving("a", 600) as a, bodies.receiving("b", 600) as b:
        a(200)
        assert refused("a", 51) is TooManyRequests
        assert refused("a", 50) is None
        b(250)
        with bodies.receiving("c", 600) as c, bodies.receiving("d", 600) as d:
            c(250)
            d(250)
            assert refused("e", 51) is Unavailable
    assert bodies.total == 0
    assert refused("a", 250) is None


# Addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("192.0.2.1", "::ffff:192.0.2.1"),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"),
        ("fe80::1%eth0", "fe80::2"),
        ("x" * 100, "y" * 1000),
    ],
)
def test_addresses_that_count_as_one(one: str, other: str) -> None:
    assert source_of(one) == source_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("192.0.2.1", "192.0.2.2"), ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("a", "b")],
)
def test_addresses_that_count_apart(one: str, other: str) -> None:
    assert source_of(one) != source_of(other)


def test_proxies_are_given_by_address_and_network() -> None:
    proxies = Proxies("10.0.0.7, 10.1.0.0/16,::1, socket")
    assert all(host in proxies for host in ("10.0.0.7", "10.1.2.3", "::1"))
    assert not any(host in proxies for host in ("10.0.0.8", "192.0.2.1", "::2", "socket", ""))
    assert "192.0.2.1" in Proxies("*")
    assert "127.0.0.1" not in Proxies("")
