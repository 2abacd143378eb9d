"""The attack of `make load ARGS='--attack'`: what it can take of a server has an end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from benchmarks.load.attack import ADDRESSES, EACH, attacked
from benchmarks.load.usage import memory, open_files
from tests.web.process import process
from tests.web.support import PATIENCE
from tests.web.test_operator import free_port

from ludus.web.api.client import Client
from ludus.web.config import Settings

LIMITS = ("writes", "address_writes", "reads", "beginnings", "work", "work_when_late")
CONNECTIONS = len(ADDRESSES) * EACH
OTHER_FILES = 64
"""Files that a server has open besides: the store's, and pipes of bots that were started."""
MOST_MEMORY = 160.0
"""MiB beyond what it had: half of it is the room for bodies, `bodies_at_once`."""


def requests(operator: str) -> float:
    """How many the server has answered."""
    found = re.findall(r"^ludus_requests_total\S* (\S+)$", httpx.get(operator).text, re.MULTILINE)
    return sum(map(float, found))


@pytest.mark.parametrize("count", [400, pytest.param(8_000, marks=pytest.mark.long)])
def test_memory_and_files_are_bounded(
    count: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    usual, port = Settings(), free_port()
    limits = {
        f"{name}__{part}": str(getattr(getattr(usual, name), part))
        for name in LIMITS
        for part in ("second", "burst")
    }
    operator = f"http://127.0.0.1:{port}/metrics"
    with process(tmp_path / "data", **limits, operator_port=port) as server:
        ann = Client.register(server.address, "Ann")
        table = ann.open_table("cambria", ["me", "bot:easy"])
        files, size, begun = open_files([server.pid]), memory([server.pid]), requests(operator)
        address = urlsplit(server.address)
        assert address.hostname
        assert address.port
        most_files, most_memory = files, size
        deadline = time.monotonic() + 10 * PATIENCE
        with attacked(address.hostname, address.port) as answered:
            # Until so many were answered, and most connections were there at once.
            while requests(operator) < begun + count or most_files <= files + CONNECTIONS / 2:
                assert time.monotonic() < deadline
                most_files = max(most_files, open_files([server.pid]))
                most_memory = max(most_memory, memory([server.pid]))
                # Whoever plays is not kept out.
                assert ann.table(table.id).id == table.id
                time.sleep(0.1)
        assert " x 200" in answered[0]
        assert " x 5" not in answered[0]
        # None was there more than once.
        assert most_files <= files + CONNECTIONS + OTHER_FILES
        assert most_memory < size + MOST_MEMORY
        while open_files([server.pid]) > files + OTHER_FILES:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        for what, number in (("files", most_files), ("MiB", round(most_memory))):
            record_property(what, number)
