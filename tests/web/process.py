"""A server as operators start it: `ludus serve` in a process of its own, set by its environment."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.web.support import PATIENCE

PLENTY = {
    f"LUDUS_{limit}__{part}": "10000"
    for limit in ("WRITES", "ADDRESS_WRITES", "READS", "BEGINNINGS", "WORK", "WORK_WHEN_LATE")
    for part in ("SECOND", "BURST")
}
"""A test asks faster than a person."""


@dataclass(frozen=True, slots=True)
class Process:
    """A server that runs."""

    address: str
    """As it says itself, with its base path."""
    folder: Path
    log: Path
    """What it wrote to stderr so far."""
    pid: int


@contextmanager
def process(folder: Path, **settings: str | int) -> Iterator[Process]:
    """A server with these settings; it is told to end, and ends cleanly."""
    environ = {f"LUDUS_{key.upper()}": str(value) for key, value in settings.items()}
    log = folder.with_suffix(".log")
    with log.open("w") as errors:
        running = subprocess.Popen(
            [sys.executable, "-m", "ludus", "serve"],
            env={**os.environ, **PLENTY, "LUDUS_PORT": "0", "LUDUS_DATA": str(folder), **environ},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        assert running.stdout is not None
        try:
            line = running.stdout.readline()
            assert line.startswith("Ludus is at http"), f"{line!r}: {log.read_text()}"
            yield Process(line.split()[3], folder, log, running.pid)
        finally:
            running.send_signal(signal.SIGINT)
            try:
                ended = running.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                running.kill()
                ended = running.wait()
            running.stdout.close()
    assert ended == 0, log.read_text()
