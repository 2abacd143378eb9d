"""Worker processes of the server: a Python module that talks over standard input and output."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

LONGEST_LINE: Final = 64 * 1024 * 1024


async def start_process(module: str, *words: str) -> Process:
    """Start a worker, with pipes to its input and from its output."""
    # A session of its own, so that Ctrl-C in a terminal ends the server first, which ends it.
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        *words,
        stdin=PIPE,
        stdout=PIPE,
        limit=LONGEST_LINE,
        start_new_session=True,
    )


async def stop_process(process: Process) -> None:
    """Kill a worker, if it still runs, and wait for its end."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
