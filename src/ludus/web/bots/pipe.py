"""How a process that works for the server speaks with it; once the server is gone, it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress


def heard() -> Iterator[bytes]:
    """What the server says, line by line, for as long as it is there."""
    # A server that is killed with an answer unread resets the line.
    with suppress(ConnectionError):
        yield from sys.stdin.buffer


def say(line: bytes) -> None:
    """One line to the server."""
    try:
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()
    except ConnectionError:
        # What is still to be written would fail once more when Python closes its output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
