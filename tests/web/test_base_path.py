"""A server below a base path: no address that it gives leads out of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from tests.web.process import process
from tests.web.support import PATIENCE

from ludus.web.api.client import Client
from ludus.web.assets import FOLDER
from ludus.web.settings import OWN

BASE = "/ludus"
GAME = "cambria"
PAGES = ("", "new", f"new/{GAME}", "learn", f"learn/{GAME}", f"rules/{GAME}", f"aid/{GAME}", "me",
         "join", "nothing-there")  # fmt: skip
_IN_HTML = re.compile(r'="(/[^"]*)"')
_IN_CSS = re.compile(r"""(?:url\(|@import\s+)["']?([^"')]+)["']?""")
_IN_SCRIPT = re.compile(r"""(?:from|import|import\()\s*["']([^"']+)["']""")
_ROOTED = re.compile(r"""["'`](/(?!/|\*)[a-z$][^"'`]*)["'`]""")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("below") / "data"
    with process(folder, base_path=BASE, bot_pause=0) as running:
        yield running.address


@pytest.fixture
def browser(server: str) -> Iterator[httpx.Client]:
    origin = server.removesuffix(BASE)
    with httpx.Client(
        base_url=origin, headers={"Origin": origin}, timeout=PATIENCE, follow_redirects=True
    ) as client:
        yield client


def addresses(text: str) -> set[str]:
    """All addresses of this server in a page or a piece of one."""
    return {unescape(found) for found in _IN_HTML.findall(text.replace('\\"', '"'))}


def outside(found: set[str]) -> set[str]:
    return {each for each in found if not each.startswith(f"{BASE}/")}


def test_a_server_says_where_it_is_and_shows_the_way(server: str) -> None:
    origin = server.removesuffix(BASE)
    assert server.endswith(BASE)
    for path in ("/", BASE):
        answer = httpx.get(origin + path)
        assert (answer.status_code, answer.headers["location"]) == (307, f"{BASE}/")
    for path in ("/me", "/ludusx/", "/static/base.css", "/api/games"):
        answer = httpx.get(origin + path)
        assert answer.status_code == 404, path
        assert "content-security-policy" in answer.headers


def test_pages_and_what_they_load_stay_below_the_base(browser: httpx.Client) -> None:
    found = set()
    for page in PAGES:
        answer = browser.get(f"{BASE}/{page}")
        assert urlsplit(str(answer.url)).path.startswith(f"{BASE}/")
        found |= addresses(answer.text)
    assert len(found) > 40
    assert not outside(found)
    for address in sorted(found):
        # Forms are sent by POST and not looked at; streams do not end.
        if not address.endswith(("/stream", "/tables", "/upload")) and "/examples/" not in address:
            answer = browser.get(address)
            assert answer.status_code in (200, 405), address
            if address.endswith(".css"):
                assert_within(browser, address, _IN_CSS.findall(answer.text))
            elif address.endswith(".js"):
                assert_within(browser, address, _IN_SCRIPT.findall(answer.text))


def assert_within(browser: httpx.Client, file: str, names: list[str]) -> None:
    """What a stylesheet or script names is there, below the base."""
    for name in names:
        if not name.startswith(("#", "data:")):
            address = urljoin(file, name)
            assert address.startswith(f"{BASE}/"), (file, name)
            assert browser.get(address).status_code == 200, (file, name)


def test_scripts_know_no_address_by_heart() -> None:
    for script in sorted(FOLDER.glob("*.js")):
        rooted = _ROOTED.findall(script.read_text())
        assert not [each for each in rooted if each.split("/")[1] in OWN], script.name


def test_a_table_and_everything_about_it_stay_below_the_base(browser: httpx.Client) -> None:
    seats = "me,open,bot:random"
    opened = browser.post(f"{BASE}/tables", json={"game": GAME, "seats": seats, "private": True})
    assert f"path={BASE};" in opened.headers["set-cookie"].lower()
    table = opened.json()["url"]
    assert table.startswith(f"{BASE}/tables/")
    waiting = browser.get(table)
    assert not outside(addresses(waiting.text))
    (invitation,) = re.findall(rf"{BASE}/i/[\w.~=-]+", waiting.text)[:1]
    for part in ("", "/qr.svg"):
        answer = browser.get(invitation + part)
        assert answer.status_code == 200
        assert not outside(addresses(answer.text))
    watch = re.findall(rf"{table}\?watch=[\w.~=-]+", unescape(waiting.text))[0]
    with httpx.Client(base_url=browser.base_url, timeout=PATIENCE) as watcher:
        answer = watcher.get(watch)
        assert f"path={table};" in answer.headers["set-cookie"].lower()
        # The cookie opens the stream too, which is an address below the table's.
        with watcher.stream("GET", f"{table}/stream") as stream:
            assert first(stream, "event: ")
        pasted = watcher.get(f"{BASE}/join", params={"link": f"http://any.test{watch}"})
        assert (pasted.status_code, pasted.headers["location"]) == (303, watch)
    answer = browser.post(f"{table}/bot", data={"level": "random"})
    assert urlsplit(str(answer.url)).path == table
    playing = browser.get(table)
    assert not outside(addresses(playing.text))
    stream_address = unescape(re.findall(r'data-stream="([^"]+)"', playing.text)[0])
    with browser.stream("GET", stream_address) as stream:
        assert not outside(addresses(first(stream, "data: ")))
    for part in ("/about?place=nowhere", "/history/0", "/analysis", "/record", "/picture.svg"):
        assert not outside(addresses(browser.get(table + part).text)), part


def first(stream: httpx.Response, start: str) -> str:
    return next(line for line in stream.iter_lines() if line.startswith(start))


def test_programs_find_everything_below_the_base(server: str) -> None:
    client = Client.register(server, "Robota")
    assert all(game.picture.startswith(f"{BASE}/games/") for game in client.games())
    table = client.open_table(GAME, ["me", "open"], private=True)
    assert table.url == f"{BASE}/tables/{table.id}"
    assert table.watch.startswith(f"{table.url}?watch=")
    assert table.invitations["1"].startswith(f"{BASE}/i/")
    assert client.tables("mine")[0].url == table.url
