"""The nginx configuration of docs/hosting.md, with a real nginx and a real server behind it."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.cli.run import Ludus
from tests.web.process import process
from tests.web.support import PATIENCE
from tests.web.test_operator import free_port
from tools.nginx import find

ROOT = Path(__file__).parents[2]
AROUND = """
daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""What a system's own configuration has around that of a site."""
MADE_FOR_A_TEST = (
    (r"server \{\s+listen 80;.*?\n\}\n", ""),
    (r"listen \[::\]:443 ssl http2;", ""),
    (r"listen 443 ssl http2;", "listen {port};"),
    (r"ssl_\w+ [^;]+;", ""),
    (r"play\.example\.org", "127.0.0.1"),
    (r"127\.0\.0\.1:8710", "{upstream}"),
)
"""Another port, no certificate; all else is as the docs have it."""


WORKERS_FOR_A_TEST = (
    *MADE_FOR_A_TEST[:-1],
    (r"127\.0\.0\.1:8711", "{upstream}"),
    (r"127\.0\.0\.1:8712", "{second}"),
)


@contextmanager
def nginx(
    folder: Path, port: int, upstream: str, below: str = "", second: str = ""
) -> Iterator[None]:
    """With a `second` worker beside `upstream`, by the file for several."""
    program = find()
    assert program is not None, "no nginx: `python tools/nginx.py --install` gets one"
    name = "nginx-workers.conf" if second else "nginx.conf"
    site = (ROOT / "deploy" / name).read_text()
    for pattern, wanted in WORKERS_FOR_A_TEST if second else MADE_FOR_A_TEST:
        site, count = re.subn(pattern, wanted, site, flags=re.DOTALL)
        assert count, pattern
    site = site.replace("{port}", str(port)).replace("{upstream}", upstream)
    site = site.replace("{second}", second)
    if below:
        site = site.replace("location / {", f"location {below}/ {{")
    folder.mkdir()
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, site=site))
    log = folder / "log"
    with log.open("w") as errors:
        running = subprocess.Popen(
            [program, "-p", folder, "-c", folder / "nginx.conf", "-e", "stderr"], stderr=errors
        )
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end and running.poll() is None:
                try:
                    httpx.get(f"http://127.0.0.1:{port}{below}/api/games", timeout=PATIENCE)
                    break
                except httpx.ConnectError:
                    time.sleep(0.05)
            assert running.poll() is None, log.read_text()
            yield
        finally:
            running.terminate()
            running.wait(PATIENCE)


@pytest.fixture(params=["", "/ludus"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The public address of a server behind nginx, and its data folder."""
    below, port = str(request.param), free_port()
    url = f"http://127.0.0.1:{port}{below}"
    settings: dict[str, str | int] = {"url": url, "bot_pause": 0, "orders_every": "0.05"}
    with process(tmp_path / "data", **settings) as server:
        upstream = server.address.removeprefix("http://").removesuffix(below)
        with nginx(tmp_path / "nginx", port, upstream, below):
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
