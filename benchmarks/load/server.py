"""A server process of a checkout under test, and what it uses of the machine."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from benchmarks.load.games import Plan

HERE: Final = Path(__file__).parent
OWN_SOURCE: Final = HERE.parents[1] / "src"


class Prepared(msgspec.Struct):
    """A table in the store: its address, and the cookie of the player in each seat."""

    url: str
    cookies: list[str]


@dataclass(frozen=True, slots=True)
class Server:
    """A running server."""

    host: str
    port: int
    pid: int
    tables: list[Prepared]
    """With the cookies of their players."""

    @property
    def memory(self) -> float:
        """Resident memory in MiB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def files(self) -> int:
        """Open file descriptors, connections among them."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))

    @property
    def cpu(self) -> float:
        """Seconds of processor time used so far, by all threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(
    source: Path,
    game: str,
    plan: Plan,
    openings: list[list[tuple[int, str]]],
    limited: bool = False,
) -> Iterator[Server]:
    """A server with the code under `source`, on 127.0.0.1, with its tables in the store.

    `limited` leaves its limits as they are by default.
    """
    environment = {**os.environ, "PYTHONPATH": str(source)}
    with tempfile.TemporaryDirectory(prefix="ludus-load-") as folder:
        job = {"folder": folder, "game": game, "seats": plan.seats, "tables": openings}
        done = subprocess.run(
            [sys.executable, HERE / "prepare.py"],
            input=msgspec.json.encode(job),
            stdout=subprocess.PIPE,
            env=environment,
            check=True,
        )
        tables = msgspec.json.decode(done.stdout, type=list[Prepared])
        process = subprocess.Popen(
            [sys.executable, HERE / "serve.py", folder, *(["limited"] if limited else [])],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http://" not in line:
                raise SystemExit(f"the server of {source} did not start")
            host, _, port = line.split("http://")[1].split()[0].partition(":")
            yield Server(host, int(port), process.pid, tables)
        finally:
            process.terminate()
            process.wait(20)
