"""Two browsers at a table behind nginx, as docs/hosting.md sets it up."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Sessions
from tests.browser.play import click, look, new_table, pick, sit_down
from tests.browser.test_game import say
from tests.web.process import process
from tests.web.test_operator import free_port
from tools.nginx import running as nginx

MOVES = 6


@pytest.mark.long
def test_two_browsers_play_through_nginx(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with process(tmp_path / "data", url=url, bot_pause=0) as server:
        upstream = server.address.removeprefix("http://")
        with nginx(tmp_path / "nginx", port, upstream):
            visit = Sessions(chromium, url)
            try:
                play(visit)
            finally:
                visit.close()
            assert visit.faults == []


def play(visit: Callable[[str], Page]) -> None:
    """`visit` opens an address as a new visitor."""
    livia, rng = visit("/"), random.Random(1)
    new_table(livia, ["me", "open"])
    marcus = visit(livia.locator("#w-invite-1").input_value())
    sit_down(marcus, "Marcus <b>")
    # Each sees by the stream what the other does.
    expect(livia.locator("#waiting")).to_be_hidden()
    say(livia, marcus)
    moved: set[str] = set()
    for _ in range(200):
        for name, page in (("Livia", livia), ("Marcus", marcus)):
            turn = look(page)
            if turn is not None:
                click(page, turn, pick(turn, rng))
                moved.add(f"{name} {len(moved)}")
        if len(moved) >= MOVES and len({each.split()[0] for each in moved}) == 2:
            return
        livia.wait_for_timeout(100)
    raise AssertionError(f"nobody can move: {sorted(moved)}")
