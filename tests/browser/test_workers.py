"""Two browsers, each at a worker of its own: they see each other's moves."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page
from tests.browser.conftest import Sessions
from tests.browser.test_nginx import play
from tests.web.test_worker_processes import city

from ludus.store.postgresql_connection import connect


class Apart(Sessions):
    """Visitors in turn at one and at the other of two addresses."""

    def __init__(self, browser: Browser, addresses: list[str]) -> None:
        super().__init__(browser, addresses[0])
        self._addresses = addresses
        self.visitors = 0

    def at_next(self, path: str = "/") -> Page:
        """A link leads to the same table, whichever worker it names."""
        self._address = self._addresses[self.visitors % len(self._addresses)]
        self.visitors += 1
        return self(urlsplit(path).path)


@pytest.mark.long
def test_two_browsers_at_two_workers_see_each_others_moves(
    chromium: Browser, tmp_path: Path
) -> None:
    with city(tmp_path) as (_, workers, _, url):
        visit = Apart(chromium, [f"http://127.0.0.1:{each.port}" for each in workers])
        try:
            play(visit.at_next)
        finally:
            visit.close()
        assert visit.faults == []
        assert visit.visitors == 2
        with connect(url) as db:
            owners = db.execute("SELECT owner FROM tables").fetchall()
        # One worker has the table: the other's browser saw everything by way of it.
        assert len(owners) == 1
