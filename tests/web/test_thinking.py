"""Thinking time is shared: many tables of one owner hardly slow down the bot of another."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.web.support import QUICK, FirstChoice, a_room, person, settled

from ludus.web.bots.pool import NoWorker
from ludus.web.bots.queue import Owner, ThinkingQueue
from ludus.web.bots.worker import Question
from ludus.web.config import Quota, Rate
from ludus.web.http.errors import TooManyRequests
from ludus.web.tables.create import TableRequest, open_table

pytestmark = pytest.mark.anyio

PLENTY = Rate(1000.0, 1_000_000)
FREE = Quota(PLENTY, PLENTY)


class Worker:
    """Somebody who waits for turns, and keeps each until told to go on."""

    def __init__(self, queue: ThinkingQueue, owner: Owner, served: list[str]) -> None:
        self.go_on = asyncio.Event()
        self.task = asyncio.create_task(self._run(queue, owner, served))

    async def _run(self, queue: ThinkingQueue, owner: Owner, served: list[str]) -> None:
        async with queue.turn(owner):
            served.append(owner.session)
            await self.go_on.wait()


async def quiet() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_worker_is_kept_for_others() -> None:
    queue = ThinkingQueue(2, FREE)
    served: list[str] = []
    many = [Worker(queue, Owner("eve", "192.0.2.1"), served) for _ in range(45)]
    await quiet()
    assert served == ["eve"]
    ann = Worker(queue, Owner("ann", "192.0.2.9"), served)
    await quiet()
    assert served == ["eve", "ann"]
    for each in (*many, ann):
        each.go_on.set()
    await asyncio.gather(*(each.task for each in (*many, ann)))
    assert queue.length == 0


async def test_who_has_thought_least_comes_next() -> None:
    now = [0.0]
    queue = ThinkingQueue(1, FREE, lambda: now[0])
    served: list[str] = []
    # Many sessions of one address count as one.
    crowd = [Worker(queue, Owner(f"eve{n}", "192.0.2.1"), served) for n in range(45)]
    await quiet()
    ann = Worker(queue, Owner("ann", "192.0.2.9"), served)
    await quiet()
    now[0] += 3.0
    crowd[0].go_on.set()
    await quiet()
    assert served == ["eve0", "ann"]
    for each in (*crowd, ann):
        each.task.cancel()
    await asyncio.gather(*(each.task for each in (*crowd, ann)), return_exceptions=True)
    assert queue.length == 0
    # Those who went away took no turn with them.
    async with asyncio.timeout(5), queue.turn(Owner("bob")):
        pass


async def test_beyond_the_budget_bots_wait_and_move_in_the_end() -> None:
    queue = ThinkingQueue(2, Quota(Rate(50.0, 1), PLENTY))
    eve = Owner("eve")
    async with queue.turn(eve):
        queue._sessions.spend("eve", 6.0)
    assert 0 < queue.wait(eve) <= 0.1
    assert queue.wait(Owner("ann")) == 0
    async with asyncio.timeout(5), queue.turn(eve):
        assert queue.wait(eve) == 0


async def test_an_address_has_a_budget_too() -> None:
    queue = ThinkingQueue(2, Quota(PLENTY, Rate(1.0, 10)))
    queue._sources.spend("192.0.2.1", 25.0)
    assert queue.wait(Owner("eve", "192.0.2.1")) > 10
    assert queue.wait(Owner("eve", "192.0.2.2")) == 0
    assert queue.wait(Owner("eve")) == 0


class Slow(FirstChoice):
    """Hard bots think for ever, all others at once."""

    async def choose(self, question: Question) -> str:
        if question.level == "hard":
            self.asked.append(question)
            await asyncio.Event().wait()
        return await super().choose(question)


async def test_tables_of_hard_bots_do_not_hold_up_an_easy_one(tmp_path: Path) -> None:
    """The attack: many tables of hard bots; the easy bot of somebody else waited for all."""
    mind = Slow()
    async with a_room(tmp_path, mind, replace(QUICK, bot_workers=2)) as app:
        eve, ann = await person(app, "Eve"), await person(app, "Ann")
        for _ in range(10):
            await open_table(app.tables, eve, TableRequest("bids", ["bot:hard", "bot:hard"]))
        await settled(lambda: len(mind.asked) >= 1)
        live = (await open_table(app.tables, ann, TableRequest("bids", ["me", "bot:easy"]))).live
        await settled(lambda: any(move.seat == 1 for move in live.table.moves))
        assert len([each for each in mind.asked if each.level == "hard"]) == 1


async def test_a_bot_whose_process_could_not_start_is_asked_until_it_moves(tmp_path: Path) -> None:
    """The attack, or a full machine: no process can be started for a while."""

    class Full(FirstChoice):
        async def choose(self, question: Question) -> str:
            if len(self.asked) < 5:
                self.asked.append(question)
                raise NoWorker("a bot's process could not be started")
            return await super().choose(question)

    mind = Full()
    settings = replace(QUICK, bot_retry=0.001, bot_retry_most=0.002)
    async with a_room(tmp_path, mind, settings) as app:
        ann = await person(app, "Ann")
        live = (await open_table(app.tables, ann, TableRequest("bids", ["me", "bot:hard"]))).live
        await settled(lambda: any(move.seat == 1 for move in live.table.moves))
        # The same bot was asked all the time: nobody weaker took its place.
        assert [each.level for each in mind.asked] == ["hard"] * 6
        assert live.table.moves[-1].act == mind.asked[-1].options[-1]


async def test_a_hint_beyond_the_budget_says_when_to_try_again(tmp_path: Path) -> None:
    settings = replace(QUICK, quotas=replace(QUICK.quotas, thinking=Quota(Rate(0.001, 0), PLENTY)))
    async with a_room(tmp_path, settings=settings) as app:
        ann = await person(app, "Ann")
        hub = await open_table(app.tables, ann, TableRequest("bids", ["me", "me"]))
        with pytest.raises(TooManyRequests, match="try again in"):
            await app.hints.give(hub, ann.id, 0)
