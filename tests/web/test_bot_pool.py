"""Processes that think: they answer from a view, and one that dies or dawdles is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from tests.web.support import PATIENCE, settled

from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.web.bots.pool import BotError, BotPool, NoWorker
from ludus.web.bots.worker import Question, answer_question, view_kind

pytestmark = pytest.mark.anyio


def position() -> tuple[object, Decision]:
    table, rng = Table(open_box("cambria"), ["A", "B"]), SeededRng(2)
    table.settle(rng)
    while len(table.decisions()[0].options) < 3:
        decision = table.decisions()[0]
        table.play(decision.seat, decision.options[0])
        table.settle(rng)
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
    assert answer_question(asked).act in asked.options


async def test_all_levels_answer_with_something_on_offer() -> None:
    thinkers = BotPool(2, limit=PATIENCE)
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
    thinkers = BotPool(1, limit=PATIENCE)
    try:
        await thinkers.choose(question("random"))
        (first,) = thinkers.pids
        os.kill(first, signal.SIGKILL)
        for _ in range(3):
            try:
                answer = await thinkers.choose(question("random"))
                break
            except BotError:
                continue
        assert answer in question().options
        assert thinkers.pids != [first]
    finally:
        await thinkers.close()


AskedInVain = Callable[[BotPool], Awaitable[asyncio.Task[str]]]


@pytest.fixture
def asked_in_vain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AskedInVain:
    """A question that its process is at, and never answers: what it asks for is never there."""
    at_it = tmp_path / "at it"
    source = f"import pathlib, time\npathlib.Path({str(at_it)!r}).touch()\ntime.sleep(3600)\n"
    (tmp_path / "never_there.py").write_text(source, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    asked = msgspec.structs.replace(question(), kind="never_there:View")

    async def ask(thinkers: BotPool) -> asyncio.Task[str]:
        waiting = asyncio.create_task(thinkers.choose(asked))
        await settled(lambda: at_it.exists() or waiting.done())
        return waiting

    return ask


async def test_a_process_that_takes_too_long_is_replaced(asked_in_vain: AskedInVain) -> None:
    thinkers = BotPool(1, limit=0.3)
    try:
        waiting = await asked_in_vain(thinkers)
        with pytest.raises(BotError, match="TimeoutError"):
            await waiting
        assert thinkers.pids == []
    finally:
        await thinkers.close()


async def test_a_question_that_makes_no_sense_is_refused_and_the_next_one_answered() -> None:
    thinkers = BotPool(1, limit=PATIENCE)
    try:
        with pytest.raises(BotError, match="unknown game"):
            await thinkers.choose(question(game="ludo"))
        with pytest.raises(BotError, match="unknown bot"):
            await thinkers.choose(question("divine"))
        assert await thinkers.choose(question("random")) in question().options
    finally:
        await thinkers.close()


async def test_whoever_stops_waiting_leaves_no_half_answer_behind(
    asked_in_vain: AskedInVain,
) -> None:
    thinkers = BotPool(1, limit=PATIENCE)
    try:
        waiting = await asked_in_vain(thinkers)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        asked = question("random")
        assert await thinkers.choose(asked) in asked.options
    finally:
        await thinkers.close()


@pytest.mark.parametrize("answered", [False, True], ids=["before the answer", "after it"])
def test_a_process_ends_quietly_when_its_server_is_gone(answered: bool) -> None:
    server, line = socket.socketpair()
    with server, line:
        process = subprocess.Popen(
            [sys.executable, "-m", "ludus.web.bots.worker"],
            stdin=line.fileno(),
            stdout=line.fileno(),
            stderr=subprocess.PIPE,
        )
        server.sendall(msgspec.json.encode(question("random")) + b"\n")
        if answered:
            # The answer is there, and nobody takes it.
            assert server.recv(1, socket.MSG_PEEK)
    _, complaints = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints) == (0, b"")


async def test_a_process_that_cannot_be_started_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def full(module: str) -> object:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    thinkers = BotPool(1, limit=PATIENCE)
    try:
        with monkeypatch.context() as patched:
            patched.setattr("ludus.web.bots.pool.start_process", full)
            with pytest.raises(NoWorker, match="Resource temporarily unavailable"):
                await thinkers.choose(question("random"))
        assert await thinkers.choose(question("random")) in question().options
    finally:
        await thinkers.close()
