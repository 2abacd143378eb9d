"""Workers lend each other processes for bots: whoever has none free asks the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec
import pytest
from tests.store.postgresql import emptied, fresh, servers
from tests.web.support import FirstChoice, settled
from tests.web.workers import Person, Running, workers
from tools.postgresql import Postgres

from ludus.web.api.client import Client
from ludus.web.bots.pool import BotError, NoWorker
from ludus.web.bots.queue import REFUSED_FOR, Owner, ThinkingQueue
from ludus.web.bots.thinking import LONGEST_AWAY, Thinking
from ludus.web.bots.worker import Answer, Question
from ludus.web.config import Quota, Rate

pytestmark = pytest.mark.anyio

PLENTY = Rate(1000.0, 1_000_000)
FREE = Quota(PLENTY, PLENTY)
ANN, BOB = Owner("ann"), Owner("bob")


def question(view: bytes = b"{}", pack: str = "") -> Question:
    return Question("bids", "easy", "m:C", msgspec.Raw(view), 0, "bid", ("a", "b"), pack=pack)


class Held(FirstChoice):
    """Answers when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def choose(self, question: Question) -> str:
        self.asked.append(question)
        await self.go_on.wait()
        return "here"


class Neighbour:
    """Lends a place if it has one, and counts how often it is asked."""

    def __init__(self, *answers: Answer | NoWorker) -> None:
        self.answers = list(answers)
        self.asked: list[Owner] = []

    def names(self) -> Sequence[str]:
        return ["neighbour"]

    async def think(self, name: str, owner: Owner, question: Question) -> Answer:
        assert name == "neighbour"
        self.asked.append(owner)
        answer = self.answers.pop(0)
        if isinstance(answer, NoWorker):
            raise answer
        return answer


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


async def quiet() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_question_goes_to_a_neighbour_only_while_all_are_busy() -> None:
    mind, neighbour = Held(), Neighbour(Answer(act="there"))
    thinking = Thinking(mind, ThinkingQueue(1, FREE))
    thinking.borrow_from(neighbour)
    first = asyncio.create_task(thinking.choose(ANN, question()))
    await quiet()
    assert neighbour.asked == []
    assert await thinking.choose(BOB, question()) == "there"
    assert neighbour.asked == [BOB]
    mind.go_on.set()
    assert await first == "here"
    assert (thinking.running, thinking.length) == (0, 0)


async def test_who_is_refused_keeps_its_place_and_asks_again_later() -> None:
    clock = Clock()
    waits: list[float] = []
    mind = Held()
    neighbour = Neighbour(NoWorker("busy"), Answer(act="there"), NoWorker("busy"))
    queue = ThinkingQueue(1, FREE, clock, waits.append)
    thinking = Thinking(mind, queue)
    thinking.borrow_from(neighbour)
    first = asyncio.create_task(thinking.choose(Owner("eve"), question()))
    await quiet()
    refused = asyncio.create_task(thinking.choose(ANN, question()))
    await quiet()
    assert neighbour.asked == [ANN]
    clock.now += REFUSED_FOR / 2
    later = asyncio.create_task(thinking.choose(BOB, question()))
    await quiet()
    assert neighbour.asked == [ANN]
    assert queue.length == 2
    clock.now += REFUSED_FOR
    queue._dispatch()
    # Ann came before Bob, and still does.
    assert await refused == "there"
    await quiet()
    assert neighbour.asked == [ANN, ANN, BOB]
    mind.go_on.set()
    assert (await first, await later) == ("here", "here")
    # Waiting is told once for each question, from when it was first asked.
    assert sorted(waits) == [0.0, REFUSED_FOR, 1.5 * REFUSED_FOR]


async def test_a_refusal_is_slept_off_by_itself() -> None:
    mind = Held()
    neighbour = Neighbour(NoWorker("busy"), Answer(act="there"))
    thinking = Thinking(mind, ThinkingQueue(1, FREE))
    thinking.borrow_from(neighbour)
    first = asyncio.create_task(thinking.choose(ANN, question()))
    await quiet()
    async with asyncio.timeout(20):
        assert await thinking.choose(BOB, question()) == "there"
    mind.go_on.set()
    await first


@pytest.mark.parametrize(
    "stays", [question(pack="/packs/mine"), question(b'"' + b"x" * LONGEST_AWAY + b'"')]
)
async def test_packs_and_long_questions_are_answered_here(stays: Question) -> None:
    mind, neighbour = Held(), Neighbour(Answer(act="there"))
    thinking = Thinking(mind, ThinkingQueue(1, FREE))
    thinking.borrow_from(neighbour)
    tasks = [asyncio.create_task(thinking.choose(owner, stays)) for owner in (ANN, BOB)]
    await quiet()
    assert thinking.length == 1
    assert neighbour.asked == []
    mind.go_on.set()
    assert await asyncio.gather(*tasks) == ["here", "here"]


async def test_a_bot_that_fails_there_fails_here() -> None:
    mind = Held()
    thinking = Thinking(mind, ThinkingQueue(1, FREE))
    thinking.borrow_from(Neighbour(Answer(error="a bot failed")))
    first = asyncio.create_task(thinking.choose(ANN, question()))
    await quiet()
    with pytest.raises(BotError, match="a bot failed"):
        await thinking.choose(BOB, question())
    first.cancel()


async def test_borrowed_time_counts_and_who_has_none_left_borrows_none() -> None:
    clock = Clock()
    mind = Held()
    queue = ThinkingQueue(1, Quota(Rate(0.001, 10), PLENTY), clock)
    thinking = Thinking(mind, queue)

    class Slow(Neighbour):
        async def think(self, name: str, owner: Owner, question: Question) -> Answer:
            clock.now += 60.0
            return await super().think(name, owner, question)

    neighbour = Slow(Answer(act="there"), Answer(act="never"))
    thinking.borrow_from(neighbour)
    first = asyncio.create_task(thinking.choose(ANN, question()))
    await quiet()
    assert await thinking.choose(BOB, question()) == "there"
    assert thinking.wait(BOB) > 1000
    more = asyncio.create_task(thinking.choose(BOB, question()))
    await quiet()
    assert neighbour.asked == [BOB]
    for each in (first, more):
        each.cancel()


async def test_what_is_lent_leaves_a_process_for_others() -> None:
    mind = Held()
    thinking = Thinking(mind, ThinkingQueue(2, FREE))
    lent = asyncio.create_task(thinking.lend(ANN, question()))
    await quiet()
    assert thinking.running == 1
    with pytest.raises(NoWorker):
        await thinking.lend(ANN, question())
    own = asyncio.create_task(thinking.choose(BOB, question()))
    await quiet()
    with pytest.raises(NoWorker):
        await thinking.lend(Owner("cid"), question())
    # A place that is given back goes to who waits.
    waiting = asyncio.create_task(thinking.choose(Owner("cid"), question()))
    await quiet()
    assert (thinking.running, thinking.length) == (2, 1)
    mind.go_on.set()
    assert (await lent).act == await own == await waiting == "here"
    assert thinking.running == 0


async def test_an_error_is_an_answer_and_no_process_is_none() -> None:
    class Failing(FirstChoice):
        error: BotError = BotError("a bot failed: why")

        async def choose(self, question: Question) -> str:
            raise self.error

    mind = Failing()
    thinking = Thinking(mind, ThinkingQueue(1, FREE))
    assert (await thinking.lend(ANN, question())).error == "a bot failed: why"
    mind.error = NoWorker("no process could be started")
    with pytest.raises(NoWorker):
        await thinking.lend(ANN, question())
    assert thinking.running == 0


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    yield from servers()


@pytest.fixture(scope="module")
def url(server: Postgres) -> str:
    return fresh(server)


@pytest.fixture
async def two(anyio_backend: str, url: str) -> AsyncIterator[list[Running]]:
    emptied(url)
    async with workers(url) as found:
        yield found


async def test_a_worker_thinks_for_the_tables_of_another(
    two: list[Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    held = Held()
    monkeypatch.setattr(one.app.bots, "choose", held.choose)
    far = other.app.bots
    assert isinstance(far, FirstChoice)
    ann = await Person.comes(one, "Ann")
    first = await ann.do(Client.open_table, "cambria", ["me", "bot:easy"])
    second = await ann.do(Client.open_table, "cambria", ["me", "bot:easy"])
    for table in (first.id, second.id):
        while not far.asked and await ann.move(table):
            pass
    await settled(lambda: bool(held.asked) and bool(far.asked))
    (asked,) = {each.game for each in far.asked}
    assert asked == "cambria"
    # The answer is played where the table is.
    hubs = [await one.app.tables.hub(table) for table in (first.id, second.id)]
    await settled(lambda: any(move.seat == 1 for hub in hubs for move in hub.live.table.moves))
    held.go_on.set()
