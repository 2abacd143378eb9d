"""The nginx configuration of docs/hosting.md, with a real nginx and a real server behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.cli.run import Ludus
from tests.web.process import process
from tests.web.support import PATIENCE
from tests.web.test_operator import free_port
from tools.nginx import running as nginx


@pytest.fixture(params=["", "/ludus"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The public address of a server behind nginx, and its data folder."""
    below, port = str(request.param), free_port()
    url = f"http://127.0.0.1:{port}{below}"
    settings: dict[str, str | int] = {"url": url, "bot_pause": 0, "orders_every": "0.05"}
    with process(tmp_path / "data", **settings) as server:
        upstream = server.address.removeprefix("http://").removesuffix(below)
        with nginx(tmp_path / "nginx", port, upstream, below=below):
            yield url, tmp_path / "data"


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def browser(url: str, address: str) -> httpx.Client:
    """Comes from an address of its own, says so, and claims to come from another."""
    origin = origin_of(url)
    return httpx.Client(
        base_url=origin,
        headers={"Origin": origin, "X-Forwarded-For": "203.0.113.99"},
        transport=httpx.HTTPTransport(local_address=address),
        timeout=PATIENCE,
    )


def test_two_people_play_through_nginx(
    site: tuple[str, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, folder = site
    with browser(url, "127.0.0.2") as ann, browser(url, "127.0.0.3") as ben:
        opened = ann.post(f"{url}/tables", json={"game": "cambria", "seats": "me,open"})
        assert opened.status_code == 200, opened.text
        table = opened.json()["url"]
        assert ben.post(f"{table}/join", data={}).status_code == 303
        with ben.stream("GET", f"{table}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line == "event: patch" for line in lines)
            # What Ann says arrives while the stream is open: nothing is kept back on the way.
            ann.post(f"{table}/chat", json={"text": "Salve Ben"})
            assert any("Salve Ben" in line for line in lines)
        moved = 0
        for _ in range(12):
            for player, seat in ((ann, 0), (ben, 1)):
                page = player.get(table).text
                found = re.search(rf'action="{table}/act"(.*?)</form>', page, re.DOTALL)
                if found is None:
                    continue
                fields = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', found[1]))
                if fields.get("seat") == str(seat):
                    moved += player.post(f"{table}/act", data=fields).status_code == 303
        assert moved >= 4
        # A large record reaches the server, which has something to say about it.
        sent = ann.post(f"{url}/upload", data={"record": "x" * 2_000_000})
        assert sent.status_code == 422
        assert {ann.get(f"{url}/api/games").status_code for _ in range(30)} == {200}
    ran = Ludus(capsys, monkeypatch)("admin", "addresses", "--data", folder)
    # Each by the address that nginx saw, not the one that they claimed.
    assert {line.split()[0] for line in ran.out.splitlines()[1:]} == {"127.0.0.2", "127.0.0.3"}
