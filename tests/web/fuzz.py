"""Everything that strangers can send, for longer than in the tests, and what the loop makes of it.

make fuzz-web                      about a minute
make fuzz-web ARGS='--seconds 600' more: random requests and spoiled records until the time is over

It fails on the first answer that is a fault of the server, on a server that does not answer any
more, and if the event loop was busy with one thing for longer than it should be.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.web.hostile import (
    FORM,
    JSON,
    VALUES,
    Attack,
    Attacker,
    a_long_record,
    attacks,
    hostile_records,
)
from tests.web.support import QUICK, serving

from ludus.web.server import tune_interpreter

WANTED = 0.05
"""Seconds of one thing on the event loop, at most."""
BEAT = 0.002
MOST_HEAD = 20_000_000
"""Bytes that the buffers of a network may take of a head that nobody reads."""


@dataclass
class LoopWatch:
    """Measures how long the event loop was busy between two of its turns.

    By the CPU time of its thread: what other programs take from a busy machine is not counted. By
    the wall clock too, for what the loop waits for while other threads compute.
    """

    longest: float = 0.0
    during: str = ""
    waited: float = 0.0
    waited_during: str = ""
    now: str = ""
    """What is being sent."""
    first: float = 0.0
    first_during: str = ""
    """The longest while every page was asked for once."""

    async def run(self) -> None:
        while True:
            wall, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT)
            busy = time.thread_time() - cpu
            waited = time.perf_counter() - wall - BEAT
            if waited > self.waited:
                self.waited, self.waited_during = waited, self.now
            if busy > self.longest:
                self.longest, self.during = busy, self.now

    def begin_anew(self) -> None:
        """What is made once, for the first who asks, is told apart."""
        self.first, self.first_during = self.longest, self.during
        self.longest, self.during, self.waited, self.waited_during = 0.0, "", 0.0, ""


class Faults:
    """What went wrong, and how much was sent."""

    def __init__(self, watch: LoopWatch) -> None:
        self.sent = 0
        self.found: list[str] = []
        self._watch = watch

    def send(self, attacker: Attacker, attack: Attack) -> None:
        self._watch.now = str(attack)[:200]
        answer = attacker.send(attack)
        self.sent += 1
        if answer.status_code >= 500:
            self.found.append(f"{answer.status_code} for {attack}"[:500])


def random_attacks(seed: int) -> Iterator[Attack]:
    """Requests made of parts of the known ones, with bytes changed."""
    rng = random.Random(seed)
    known = list(attacks())
    while True:
        attack = rng.choice(known)
        body = bytearray(attack.body or rng.choice(VALUES).encode("utf-8", "surrogatepass"))
        for _ in range(rng.randrange(4)):
            if body:
                body[rng.randrange(len(body))] = rng.randrange(256)
        if rng.random() < 0.2:
            body += rng.choice(VALUES).encode("utf-8", "surrogatepass")
        kind = rng.choice((attack.kind, JSON, FORM))
        yield replace(attack, body=bytes(body[:60_000]), kind=kind)


def long_games(attacker: Attacker, record: str) -> Iterator[Attack]:
    """A long record, and all pages and answers of its table."""
    moves = record.count("\n") - 1
    answer = attacker.upload(record)
    assert answer.status_code == 200, answer.text
    url = answer.json()["url"]
    for path in ("", "?at=1", f"?at={moves // 2}", "/record", "/history/5", f"/history/{moves - 1}",
                 "/analysis"):  # fmt: skip
        yield Attack("GET", url + path)
    yield Attack("GET", f"/api{url}")
    yield Attack("GET", f"/api{url}/story")
    yield Attack("GET", f"/api{url}/story", query=f"since={moves - 10}")


HALF = (b"", b"GET / HT", b"POST /tables HTTP/1.1\r\nContent-Length: 9\r\n\r\n")


def half_requests(server: str) -> list[socket.socket]:
    """Connections that ask for nothing, or never to the end; they stay open."""
    host, _, port = server.removeprefix("http://").rpartition(":")
    lines = []
    for number in range(150):
        line = socket.create_connection((host, int(port)))
        line.sendall(HALF[number % 3])
        lines.append(line)
    return lines


def endless_head(server: str) -> int:
    """How much of a head without an end is taken before the connection is cut off."""
    host, _, port = server.removeprefix("http://").rpartition(":")
    sent = 0
    with socket.create_connection((host, int(port))) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        try:
            while sent < 50_000_000:
                sent += line.send(b"X-More: " + b"x" * 8000 + b"\r\n")
        except OSError:
            return sent
    return sent


def warm_up(attacker: Attacker, watch: LoopWatch, until: float) -> None:
    """Every page once: styles and cards are drawn for the first who asks."""
    watch.now = "a record of 200 moves, and its pages"
    for attack in long_games(attacker, a_long_record(200).dump()):
        attacker.send(attack)
    for attack in attacks():
        if attack.method == "GET" and not attack.headers:
            watch.now = str(attack)[:200]
            attacker.send(attack)
        if time.monotonic() > until:
            break


def send_records(attacker: Attacker, faults: Faults, watch: LoopWatch, seed: int) -> None:
    for record in hostile_records(seed):
        watch.now = f"record {record[:150]!r}"
        answer = attacker.upload(record)
        faults.sent += 1
        if answer.status_code >= 500:
            faults.found.append(f"{answer.status_code} for the record {record[:200]!r}")


def fuzz(seconds: float, seed: int, moves: int, tell: Callable[[str], None]) -> int:
    """Attack for so long; 1 if something was found."""
    watch = LoopWatch()
    faults = Faults(watch)
    longest = a_long_record(moves).dump()
    end = time.monotonic() + seconds
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), QUICK, beside=watch.run, loaded=True) as server,
    ):
        attacker = Attacker(server)
        lines = half_requests(server)
        warm_up(attacker, watch, end - seconds / 2)
        watch.begin_anew()
        watch.now = "a head without an end"
        taken = endless_head(server)
        if taken > MOST_HEAD:
            faults.found.append(f"{taken} bytes of one head were taken")
        send_records(attacker, faults, watch, seed)
        watch.now = f"a record of {moves} moves"
        for attack in long_games(attacker, longest):
            faults.send(attacker, attack)
        for attack in random_attacks(seed):
            if time.monotonic() > end:
                break
            faults.send(attacker, attack)
        if attacker.visitor.get("/").status_code != 200:
            faults.found.append("the server does not answer any more")
        for line in lines:
            line.close()
    report(watch, faults, tell)
    return 1 if faults.found or max(watch.longest, watch.first) > WANTED else 0


def report(watch: LoopWatch, faults: Faults, tell: Callable[[str], None]) -> None:
    tell(f"{faults.sent} requests, {len(faults.found)} faults of the server")
    for fault in faults.found:
        tell(f"  {fault}")
    tell(f"longest time on the event loop: {1000 * watch.longest:.0f} ms CPU ({watch.during})")
    tell(f"longest at a first request: {1000 * watch.first:.0f} ms CPU ({watch.first_during})")
    wait = f"{1000 * watch.waited:.0f} ms by the clock ({watch.waited_during})"
    tell(f"longest wait for the event loop: {wait}")
    if max(watch.longest, watch.first) > WANTED:
        tell(f"wanted: under {1000 * WANTED:.0f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--moves", type=int, default=15_000, help="of the longest record")
    args = parser.parse_args()
    logging.disable(logging.ERROR)
    tune_interpreter()

    def tell(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    return fuzz(args.seconds, args.seed, args.moves, tell)


if __name__ == "__main__":
    sys.exit(main())
