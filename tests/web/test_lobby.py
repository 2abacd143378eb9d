"""The lobby: whoever looks sees what there is, also while it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.web.support import PATIENCE, a_room, person

from ludus.store import Head, SeatRow
from ludus.store.interface import ListKind
from ludus.web.state import AppState
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.lobby import LobbyStream

pytestmark = pytest.mark.anyio

Rows = list[tuple[Head, tuple[SeatRow, ...]]]
OPEN = TableRequest("bids", ["me", "open"])


class SlowList:
    """Holds up the next reading of a list, between what it has read and the answer."""

    def __init__(self, app: AppState) -> None:
        self._real: Callable[[ListKind, int, int, int], Awaitable[Rows]] = app.tables.store.listed
        self._held = True
        self.read, self.go_on = asyncio.Event(), asyncio.Event()
        app.tables.store.listed = self._listed  # type: ignore[method-assign]  # It takes its time.

    async def _listed(self, kind: ListKind, limit: int, each: int = 0, among: int = 0) -> Rows:
        rows = await self._real(kind, limit, each, among)
        if self._held:
            self._held = False
            self.read.set()
            await self.go_on.wait()
        return rows


async def tables(app: AppState) -> list[str]:
    return [row.id for row in (await app.lobby.listed(""))["open"]]


async def test_two_who_come_first_and_at_once_both_see_it(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        slow = SlowList(app)
        both = [asyncio.create_task(tables(app)) for _ in range(2)]
        await slow.read.wait()
        slow.go_on.set()
        assert await asyncio.gather(*both) == [[], []]


async def test_a_list_that_comes_late_hides_no_newer_one(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        slow = SlowList(app)
        early = asyncio.create_task(tables(app))
        await slow.read.wait()
        table = (await open_table(app.tables, ann, OPEN)).live.id
        late = asyncio.create_task(tables(app))
        # Whether it overtakes the early one or waits for it: both may go their way.
        await asyncio.wait([late], timeout=0.2)
        slow.go_on.set()
        await early
        assert await late == [table]
        assert await tables(app) == [table]


async def test_a_list_that_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        table = (await open_table(app.tables, ann, OPEN)).live.id
        slow = SlowList(app)
        gone = asyncio.create_task(tables(app))
        await slow.read.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await tables(app) == [table]


async def heard(guest: LobbyStream, what: str) -> None:
    """Waits until a guest is told something."""
    async with asyncio.timeout(PATIENCE):
        while what.encode() not in await guest.subscriber.next():
            pass


async def test_a_guest_is_told_what_changed_while_they_came_in(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        slow = SlowList(app)
        coming = asyncio.create_task(app.lobby.listen(None))
        await slow.read.wait()
        table = (await open_table(app.tables, ann, OPEN)).live.id
        slow.go_on.set()
        guest = await coming
        await heard(guest, table)
        app.lobby.leave(guest)
