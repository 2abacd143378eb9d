"""Analyses at the table: only of finished games, made once, by a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.support import a_room, person, seated, settled

from ludus.web.bots.analysis import AnalysisQueue
from ludus.web.bots.queue import Owner
from ludus.web.http.errors import RequestError
from ludus.web.tables.create import TableRequest, open_table

pytestmark = pytest.mark.anyio

EVE = Owner("eve")


async def test_a_game_that_goes_on_is_not_looked_into(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        live = (await seated(app, "bids", [ann, bob])).live
        with pytest.raises(RequestError, match="once it is over"):
            await app.analyses.start(live, EVE)
        with pytest.raises(RequestError, match="once it is over"):
            app.analyses.get(live)


async def test_a_finished_game_is_looked_at_once(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        live = (
            await open_table(app.tables, ann, TableRequest("cambria", ["bot:easy", "bot:easy"]))
        ).live
        await settled(lambda: live.over)
        analyses: AnalysisQueue = app.analyses
        assert analyses.get(live) is None
        work = await analyses.start(live, EVE)
        assert await analyses.start(live, EVE) is work
        await settled(lambda: work.ended, 300)
        assert not work.error
        assert work.found is not None
        assert len(work.found.analysis.points) == len(live.table.moves)
        assert len(work.found.mistakes) == len(work.found.analysis.mistakes)


async def test_an_analysis_that_fails_can_be_asked_for_again(tmp_path: Path) -> None:
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        # A toy that the process does not know: it says so, and nothing else happens.
        live = (
            await open_table(app.tables, ann, TableRequest("bids", ["bot:easy", "bot:easy"]))
        ).live
        await settled(lambda: live.over)
        work = await app.analyses.start(live, EVE)
        await settled(lambda: work.ended)
        assert "unknown game 'bids'" in work.error
        assert await app.analyses.start(live, EVE) is not work
