"""Hints: fair, from one's own view, and never too late."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.web.support import PATIENCE, FirstChoice, Silent, a_room, person, seated

from ludus.web.bots.player import question_of
from ludus.web.bots.pool import BotPool
from ludus.web.bots.worker import Question, Ranked
from ludus.web.http.errors import Forbidden, RequestError, Stale, Unavailable
from ludus.web.tables.create import TableRequest, open_table
from ludus.web.tables.moves import act

pytestmark = pytest.mark.anyio


async def test_a_hint_ranks_what_is_on_offer_from_the_seats_own_view(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "me"]))
        live = hub.live
        await act(live, ann.id, 1, live.number(1), live.table.decisions()[-1].options[0].text)
        given = await app.hints.give(hub, ann.id, 0)
        (asked,) = [question for question in mind.asked if question.task == "rank"]
        assert asked.seat == 0
        # The other's sealed bid is on the table, and nothing of it is in the question.
        assert b'"bids"' not in bytes(asked.view)
        assert given.decision == live.number(0)
        assert 1 <= len(given.choices) <= 3
        assert {each.action for each in given.choices} <= set(asked.options)
        assert all(each.label and 0 <= each.worth <= 1 for each in given.choices)


async def test_nobody_gets_a_hint_while_others_play(tmp_path: Path) -> None:
    mind = FirstChoice()
    async with a_room(tmp_path, mind) as app:
        ann, bob = await person(app, "Ann"), await person(app, "Bob")
        hub = await seated(app, "bids", [ann, bob])
        with pytest.raises(RequestError, match="other people play here"):
            await app.hints.give(hub, ann.id, 0)
        with pytest.raises(Forbidden):
            await app.hints.give(hub, bob.id, 0)
        assert not mind.asked


async def test_a_hint_that_comes_too_late_is_not_shown(tmp_path: Path) -> None:
    class Slow(FirstChoice):
        async def rank(self, question: Question) -> tuple[Ranked, ...]:
            started.set()
            await go_on.wait()
            return await super().rank(question)

    started, go_on = asyncio.Event(), asyncio.Event()
    async with a_room(tmp_path, Slow()) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "me"]))
        live = hub.live
        waiting = asyncio.create_task(app.hints.give(hub, ann.id, 0))
        await started.wait()
        with pytest.raises(Unavailable, match="on its way"):
            await app.hints.give(hub, ann.id, 0)
        await act(live, ann.id, 0, live.number(0), live.table.decisions()[0].options[0].text)
        go_on.set()
        with pytest.raises(Stale):
            await waiting


async def test_a_mind_without_an_answer_is_told_as_such(tmp_path: Path) -> None:
    async with a_room(tmp_path, Silent()) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "me"]))
        with pytest.raises(Unavailable, match="no hint could be found"):
            await app.hints.give(hub, ann.id, 0)


async def test_a_process_ranks_the_options_of_a_real_game(tmp_path: Path) -> None:
    thinkers = BotPool(1, limit=PATIENCE)
    async with a_room(tmp_path) as app:
        ann = await person(app, "Ann")
        live = (await open_table(app.tables, ann, TableRequest("cambria", ["me", "me"]))).live
        (seat,) = live.owing()
        decision = live.decision(seat)
        assert decision is not None
        try:
            ranked = await thinkers.rank(question_of(live, seat, decision, "hard", "rank"))
        finally:
            await thinkers.close()
        assert {each.act for each in ranked} == {option.text for option in decision.options}
