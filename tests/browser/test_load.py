"""What a first visit costs: bytes over the wire, fonts and the table's stream included."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import Sessions
from tests.browser.play import wait

MOST = 300_000
"""Bytes, with headers, that a browser without anything in its cache may have to load."""


def loaded(page: Page, path: str) -> dict[str, int]:
    """The bytes of everything that a page loads, by address."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def count(event: dict[str, object]) -> None:
        # Of a stream that stays open only this is told; what is finished is told once more.
        id = str(event["requestId"])
        size = event["encodedDataLength"] or event["dataLength"]
        sizes[id] = sizes.get(id, 0) + (size if isinstance(size, int) else 0)

    def finish(event: dict[str, object]) -> None:
        size = event["encodedDataLength"]
        assert isinstance(size, int | float)
        sizes[str(event["requestId"])] = int(size)

    def name(event: dict[str, dict[str, object]]) -> None:
        names[str(event["requestId"])] = str(event["response"]["url"])

    network.on("Network.responseReceived", name)
    network.on("Network.dataReceived", count)
    network.on("Network.loadingFinished", finish)
    page.goto(path)
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    # Until nothing more has come for a second: the stream opens after the page is there.
    before = -1
    while before != sum(sizes.values()):
        before = sum(sizes.values())
        page.wait_for_timeout(1000)
    network.detach()
    return {names.get(id, id): size for id, size in sizes.items()}


@pytest.mark.parametrize("game", ["", "cambria", "hadrians_wall"])
def test_a_first_visit_is_small(visit: Sessions, game: str) -> None:
    page = visit("/")
    if game:
        page.goto(f"/new/{game}")
        page.locator("form button[type=submit]").last.click()
        page.wait_for_url("**/tables/**")
        wait(page)
    found = loaded(page, page.url)
    # The lobby of this room shows the tables of other tests, as many as there were.
    found = {address: size for address, size in found.items() if "/picture.svg" not in address}
    assert any(address.endswith(".woff2") for address in found)
    assert not game or any("/stream" in address for address in found)
    assert sum(found.values()) < MOST, sorted(found.items(), key=lambda each: -each[1])[:10]
