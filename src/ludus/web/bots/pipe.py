"""How a worker process talks with the server; it ends when the server is gone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress


def read_lines() -> Iterator[bytes]:
    """The server's lines, for as long as it is there."""
    # A server that is killed before it has read an answer resets the pipe.
    with suppress(ConnectionError):
        yield from sys.stdin.buffer


def write_line(line: bytes) -> None:
    """Send one line to the server."""
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except ConnectionError:
        # Python flushes its output at exit, which would fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
