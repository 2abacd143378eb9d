"""Analyses at the table: only of finished games, made once, by a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import a_room, person, seated, settled

from ludus.web.bots.analysis import Analyses
from ludus.web.http.errors import Refused
from ludus.web.tables.create import Wish, open_table

pytestmark = pytest.mark.anyio


async def test_a_game_that_goes_on_is_not_looked_into(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann, bob = await person(site, "Ann"), await person(site, "Bob")
        live = (await seated(site, "bids", [ann, bob])).live
        with pytest.raises(Refused, match="once it is over"):
            site.room.analyses.start(live)
        with pytest.raises(Refused, match="once it is over"):
            site.room.analyses.get(live)


async def test_a_finished_game_is_looked_at_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann = await person(site, "Ann")
        live = (await open_table(site.room, ann, Wish("cambria", ["bot:easy", "bot:easy"]))).live
        await settled(lambda: live.over)
        analyses: Analyses = site.room.analyses
        assert analyses.get(live) is None
        work = analyses.start(live)
        assert analyses.start(live) is work
        await settled(lambda: work.ended, 300)
        assert not work.error
        assert work.found is not None
        assert len(work.found.analysis.points) == len(live.table.moves)
        assert len(work.found.words) == len(work.found.analysis.mistakes)


async def test_an_analysis_that_fails_can_be_asked_for_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as site:
        ann = await person(site, "Ann")
        # A toy that the process does not know: it says so, and nothing else happens.
        live = (await open_table(site.room, ann, Wish("bids", ["bot:easy", "bot:easy"]))).live
        await settled(lambda: live.over)
        work = site.room.analyses.start(live)
        await settled(lambda: work.ended)
        assert "unknown game 'bids'" in work.error
        assert site.room.analyses.start(live) is not work
