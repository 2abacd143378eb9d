"""An attack on a server while people play: many connections from few addresses, each as bad as it
can be, from a process that is bound to one core.

`python -m benchmarks.load.attack HOST PORT` attacks until it is told to end, then prints what it
got as answers. The load test starts it with `--attack`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

ADDRESSES: Final = tuple(f"127.0.0.{number}" for number in range(2, 22))
EACH: Final = 10
"""Connections of one address."""
PAUSE: Final = 0.05
"""Seconds between two bytes of those who send slowly, and before a connection is made again."""
COMBINING: Final = "a" + "\u0301" * 20_000
DEEP: Final = "[" * 5000 + "]" * 5000
RECORD: Final = '{"format":"ludus-record","version":1}\n' + "x" * 500_000
MAGNITUDE: Final = "9" * 40


def _json(method: str, path: str, body: str) -> bytes:
    raw = body.encode()
    return (
        f"{method} {path} HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n"
    ).encode() + raw


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: HOST\r\n\r\n".encode()


REQUESTS: Final = (
    _get("/"),
    _get("/rules/hadrians_wall"),
    _get("/api/tables?list=live&page=9999"),
    _get("/tables/" + "x" * 300),
    _get("/api/tables/nothing/story?since=" + MAGNITUDE),
    _json("POST", "/api/sessions", msgspec.json.encode({"name": COMBINING}).decode()),
    _json("POST", "/api/sessions", '{"name":"Eve"}'),
    _json("POST", "/api/sessions", DEEP),
    _json("POST", "/tables", '{"game":"cambria","seats":"bot:hard,bot:hard"}'),
    _json("POST", "/tables", '{"game":"\\ud800","seats":"me"}'),
    _json("POST", "/upload", msgspec.json.encode({"record": RECORD}).decode()),
    _json("POST", "/me", '{"name":"Eve","webhook":"http://127.0.0.1:1/"}'),
)


@dataclass
class Attack:
    """All connections, and what was answered."""

    host: str
    port: int

    def __post_init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.connections = 0

    async def run(self) -> None:
        kinds = (self.hammer, self.hammer, self.hammer, self.half_head, self.half_body)
        more = (self.endless_head, self.deaf, self.idle, self.hammer, self.half_head)
        await asyncio.gather(
            *(
                self._again(address, (kinds + more)[number % 10], number)
                for address in ADDRESSES
                for number in range(EACH)
            )
        )

    async def _again(
        self,
        address: str,
        kind: Callable[
            [asyncio.StreamReader, asyncio.StreamWriter, random.Random],
            Coroutine[None, None, None],
        ],
        seed: int,
    ) -> None:
        luck = random.Random(f"{address} {seed}")
        while True:
            with contextlib.suppress(
                OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
            ):
                reader, writer = await asyncio.open_connection(
                    self.host, self.port, local_addr=(address, 0)
                )
                self.connections += 1
                try:
                    await kind(reader, writer, luck)
                finally:
                    writer.close()
            self.answers["closed"] += 1
            await asyncio.sleep(PAUSE)

    async def hammer(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """Whatever costs most, as fast as it is answered."""
        host = f"{self.host}:{self.port}".encode()
        while True:
            writer.write(luck.choice(REQUESTS).replace(b"HOST", host))
            await writer.drain()
            head = await reader.readuntil(b"\r\n\r\n")
            self.answers[head.split(b" ", 2)[1].decode()] += 1
            length = next(
                int(line.partition(b":")[2])
                for line in head.lower().split(b"\r\n")
                if line.startswith(b"content-length:")
            )
            await reader.readexactly(length)

    async def _slowly(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await reader.read(1000)

    async def half_head(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """A head that never ends, a letter at a time."""
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        await self._slowly(reader, writer)

    async def half_body(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """A body that never ends."""
        head = f"POST /upload HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        head += f"Origin: http://{self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        writer.write(f'{head}Content-Length: 4000000\r\n\r\n{{"record":"'.encode())
        await self._slowly(reader, writer)

    async def endless_head(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """Headers without an end, as fast as they are taken."""
        writer.write(b"GET / HTTP/1.1\r\n")
        while not reader.at_eof():
            writer.write(b"X-More: " + b"y" * 8000 + b"\r\n")
            await writer.drain()
            await asyncio.sleep(0)

    async def deaf(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """A stream that nobody reads."""
        writer.write(
            f"GET /lobby/stream HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n\r\n".encode()
        )
        await asyncio.sleep(60)

    async def idle(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, luck: random.Random
    ) -> None:
        """Nothing at all."""
        await reader.read(1)


async def main(host: str, port: int) -> None:
    attack = Attack(host, port)
    task = asyncio.create_task(attack.run())
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    answers = ", ".join(f"{count} x {what}" for what, count in sorted(attack.answers.items()))
    print(f"{attack.connections} connections; answers: {answers}")


def leave_a_core() -> int:
    """The core for the attack, the last one; this process and those it starts keep off it if there
    is another."""
    cores = os.sched_getaffinity(0)
    last = max(cores)
    if len(cores) > 1:
        os.sched_setaffinity(0, cores - {last})
    return last


@contextlib.contextmanager
def attacked(host: str, port: int, core: int | None = None) -> Iterator[list[str]]:
    """Attack a server for as long as this lasts, from one core; without a number, the last one.

    What was answered is in the list afterwards.
    """
    command = [sys.executable, "-m", "benchmarks.load.attack", host, str(port)]
    root = Path(__file__).parents[2]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
    os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0)) if core is None else core})
    answered: list[str] = []
    try:
        yield answered
    finally:
        process.terminate()
        told, _ = process.communicate(timeout=60)
        answered.append(told.strip())
        print(f"attack: {told.strip()}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
