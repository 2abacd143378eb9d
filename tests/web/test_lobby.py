"""The lobby: whoever looks sees what there is, also while it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.web.support import PATIENCE, a_room, person

from ludus.store import Head, SeatRow
from ludus.store.interface import ListKind
from ludus.web.tables.lobby import Guest
from ludus.web.tables.create import Wish, open_table
from ludus.web.state import Site

pytestmark = pytest.mark.anyio

Rows = list[tuple[Head, tuple[SeatRow, ...]]]
OPEN = Wish("bids", ["me", "open"])


class SlowList:
    """Holds up the next reading of a list, between what it has read and the answer."""

    def __init__(self, site: Site) -> None:
        self._real: Callable[[ListKind, int], Awaitable[Rows]] = site.room.store.listed
        self._held = True
        self.read, self.go_on = asyncio.Event(), asyncio.Event()
        site.room.store.listed = self._listed  # type: ignore[method-assign]  # It takes its time.

    async def _listed(self, kind: ListKind, limit: int) -> Rows:
        rows = await self._real(kind, limit)
        if self._held:
            self._held = False
            self.read.set()
            await self.go_on.wait()
        return rows


async def tables(site: Site) -> list[str]:
    return [row.id for row in (await site.lobby.listed(""))["open"]]


async def test_two_who_come_first_and_at_once_both_see_it(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        slow = SlowList(site)
        both = [asyncio.create_task(tables(site)) for _ in range(2)]
        await slow.read.wait()
        slow.go_on.set()
        assert await asyncio.gather(*both) == [[], []]


async def test_a_list_that_comes_late_hides_no_newer_one(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann = await person(site, "Ann")
        slow = SlowList(site)
        early = asyncio.create_task(tables(site))
        await slow.read.wait()
        table = (await open_table(site.room, ann, OPEN)).live.id
        late = asyncio.create_task(tables(site))
        # Whether it overtakes the early one or waits for it: both may go their way.
        await asyncio.wait([late], timeout=0.2)
        slow.go_on.set()
        await early
        assert await late == [table]
        assert await tables(site) == [table]


async def test_a_list_that_could_not_be_read_is_read_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann = await person(site, "Ann")
        table = (await open_table(site.room, ann, OPEN)).live.id
        slow = SlowList(site)
        gone = asyncio.create_task(tables(site))
        await slow.read.wait()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await gone
        assert await tables(site) == [table]


async def heard(guest: Guest, what: str) -> None:
    """Waits until a guest is told something."""
    async with asyncio.timeout(PATIENCE):
        while what.encode() not in await guest.subscriber.next():
            pass


async def test_a_guest_is_told_what_changed_while_they_came_in(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann = await person(site, "Ann")
        slow = SlowList(site)
        coming = asyncio.create_task(site.lobby.listen(None))
        await slow.read.wait()
        table = (await open_table(site.room, ann, OPEN)).live.id
        slow.go_on.set()
        guest = await coming
        await heard(guest, table)
        site.lobby.leave(guest)
