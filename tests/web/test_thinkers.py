"""Processes that think: they answer from a view, and one that dies or dawdles is replaced."""

from __future__ import annotations

import asyncio
import os
import signal

import msgspec
import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.web.thinker import Question, think, view_kind
from ludus.web.thinkers import NoAnswer, Thinkers

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def position() -> tuple[object, Decision]:
    table = Table(open_box("cambria"), ["A", "B"])
    table.settle(SeededRng(2))
    while len(table.decisions()[0].options) < 3:
        decision = table.decisions()[0]
        table.play(decision.seat, decision.options[0])
        table.settle(SeededRng(2))
    decision = table.decisions()[0]
    return table.view(decision.seat), decision


def question(level: str = "medium", game: str = "cambria") -> Question:
    view, decision = position()
    return Question(
        game,
        level,
        view_kind(view),
        msgspec.Raw(msgspec.json.encode(view)),
        decision.seat,
        decision.prompt,
        tuple(option.text for option in decision.options),
    )


def test_a_view_goes_over_the_wire_unchanged() -> None:
    asked = question()
    assert think(asked).act in asked.options


async def test_all_levels_answer_with_something_on_offer() -> None:
    thinkers = Thinkers(2)
    try:
        asked = [question(level) for level in ("easy", "medium", "random")]
        answers = await asyncio.gather(*(thinkers.choose(each) for each in asked))
        for each, answer in zip(asked, answers, strict=True):
            assert answer in each.options
        assert len(thinkers.pids) <= 2
    finally:
        await thinkers.close()
    assert thinkers.pids == []


async def test_a_process_that_dies_is_replaced() -> None:
    thinkers = Thinkers(1)
    try:
        await thinkers.choose(question("random"))
        (first,) = thinkers.pids
        os.kill(first, signal.SIGKILL)
        for _ in range(3):
            try:
                answer = await thinkers.choose(question("random"))
                break
            except NoAnswer:
                continue
        assert answer in question().options
        assert thinkers.pids != [first]
    finally:
        await thinkers.close()


async def asked_in_vain(thinkers: Thinkers) -> asyncio.Task[str]:
    """A question to a process that is held up before it can answer."""
    waiting = asyncio.create_task(thinkers.choose(question("hard")))
    while not thinkers.pids:
        await asyncio.sleep(0)
    os.kill(thinkers.pids[0], signal.SIGSTOP)
    await asyncio.sleep(0.05)
    return waiting


async def test_a_process_that_takes_too_long_is_replaced() -> None:
    thinkers = Thinkers(1, limit=0.3)
    try:
        waiting = await asked_in_vain(thinkers)
        with pytest.raises(NoAnswer):
            await waiting
        assert thinkers.pids == []
    finally:
        await thinkers.close()


async def test_a_question_that_makes_no_sense_is_refused_and_the_next_one_answered() -> None:
    thinkers = Thinkers(1)
    try:
        with pytest.raises(NoAnswer, match="unknown game"):
            await thinkers.choose(question(game="ludo"))
        with pytest.raises(NoAnswer, match="unknown bot"):
            await thinkers.choose(question("divine"))
        assert await thinkers.choose(question("random")) in question().options
    finally:
        await thinkers.close()


async def test_whoever_stops_waiting_leaves_no_half_answer_behind() -> None:
    thinkers = Thinkers(1)
    try:
        waiting = await asked_in_vain(thinkers)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        asked = question("random")
        assert await thinkers.choose(asked) in asked.options
    finally:
        await thinkers.close()
