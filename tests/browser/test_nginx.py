"""A game played to its end through nginx, as docs/hosting.md sets it up."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser import test_game
from tests.browser.conftest import Sessions
from tests.web.process import process
from tests.web.test_nginx import nginx
from tests.web.test_operator import free_port


@pytest.mark.long
def test_two_browsers_play_to_the_end_through_nginx(
    chromium: Browser, finished_record: str, tmp_path: Path
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with process(tmp_path / "data", url=url, bot_pause=0) as server:
        upstream = server.address.removeprefix("http://")
        with nginx(tmp_path / "nginx", port, upstream):
            visit = Sessions(chromium, url)
            try:
                test_game.test_two_browsers_and_a_bot_play_to_the_end(
                    visit, finished_record, whole=False
                )
            finally:
                visit.close()
            assert visit.faults == []
