"""Where a server says that it is."""

from __future__ import annotations

import asyncio
import ipaddress
import threading
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.web.support import PATIENCE, QUICK, SIGNER, FirstChoice, shelf

from ludus.store import SqliteStore
from ludus.web.server import EVERYWHERE, HOST, own_address, reachable, run, server_for
from ludus.web.state import build_state


@pytest.mark.parametrize("host", sorted(EVERYWHERE))
def test_an_address_for_everybody_is_one_that_can_be_opened(host: str) -> None:
    found = ipaddress.ip_address(reachable(host))
    assert not found.is_unspecified
    assert str(found) == own_address()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "play.example.org"])
def test_any_other_address_is_as_it_is(host: str) -> None:
    assert reachable(host) == host


def test_without_a_network_there_is_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    # Where no route leads nothing can be asked, and it is no failure.
    monkeypatch.setattr("ludus.web.server.OUTSIDE", ("not an address", 9))
    assert own_address() == HOST


def test_a_server_for_everybody_says_where_it_is(tmp_path: Path) -> None:
    said: list[str] = []
    answers: list[int] = []
    ready = threading.Event()

    def told(address: str) -> None:
        said.append(address)
        ready.set()

    async def main() -> None:
        store = SqliteStore(tmp_path / "ludus.sqlite")
        app = build_state(store, SIGNER, QUICK, FirstChoice(), box=shelf)
        server = server_for(app, "0.0.0.0", 0, told)
        running = asyncio.create_task(run(server, app))
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(ready.wait)
            async with httpx.AsyncClient(timeout=PATIENCE, trust_env=False) as client:
                answers.append((await client.get(said[0])).status_code)
        server.should_exit = True
        await running

    asyncio.run(main())
    assert urlsplit(said[0]).hostname == own_address()
    assert answers == [200]
