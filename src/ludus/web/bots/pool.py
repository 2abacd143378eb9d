"""A pool of worker processes that choose for bots, so that the event loop never has to.

Each works on one question at a time, within a time limit; one that dies or takes too long is
replaced. They are started when first needed.
"""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import Process
from typing import Protocol

import msgspec

from ludus.core.errors import LudusError
from ludus.web.bots.process import start_process, stop_process
from ludus.web.bots.worker import Answer, Coaching, Question, Ranked

log = logging.getLogger("ludus.web")
_read = msgspec.json.Decoder(Answer)


class BotError(LudusError):
    """The bot could not be asked, or did not answer in time."""


class NoWorker(BotError):
    """There is no process to ask, and there may be one later."""


def worker_count(wanted: int) -> int:
    """How many processes think: as many as wanted, or as fit this computer."""
    return wanted or max(2, min(4, (os.cpu_count() or 2) - 1))


class BotBackend(Protocol):
    """What chooses for bots; tests use one without processes."""

    async def choose(self, question: Question) -> str:
        """The text of an action; raises BotError if there is none."""
        ...

    async def rank(self, question: Question) -> tuple[Ranked, ...]:
        """All options, best first; raises BotError if there is no answer."""
        ...

    async def coach(self, question: Question) -> Coaching:
        """What a coach says; raises BotError if there is no answer."""
        ...

    async def close(self) -> None: ...


class BotPool:
    """A backend of up to `size` worker processes."""

    def __init__(self, size: int, limit: float) -> None:
        self._limit = limit
        self._free = asyncio.Semaphore(size)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    async def choose(self, question: Question) -> str:
        return (await self._answer(question)).act

    async def rank(self, question: Question) -> tuple[Ranked, ...]:
        return (await self._answer(question)).ranked

    async def coach(self, question: Question) -> Coaching:
        return (await self._answer(question)).coaching

    async def _answer(self, question: Question) -> Answer:
        async with self._free:
            process = await self._take()
            try:
                async with asyncio.timeout(self._limit):
                    answer = await _ask(process, question)
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                await self._drop(process)
                raise BotError(f"a bot gave no answer: {error!r}") from error
            except BaseException:
                # Half an answer may still be in the pipe: the process cannot be used again.
                await self._drop(process)
                raise
            self._idle.append(process)
        if answer.error:
            raise BotError(f"a bot failed: {answer.error}")
        return answer

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in list(self._all):
            await self._drop(process)

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._all]

    async def _take(self) -> Process:
        if self._closed:
            raise BotError("the server is closing")
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await self._drop(process)
        try:
            process = await start_process("ludus.web.bots.worker")
        except OSError as error:
            raise NoWorker(f"a bot's process could not be started: {error}") from error
        self._all.add(process)
        return process

    async def _drop(self, process: Process) -> None:
        self._all.discard(process)
        await stop_process(process)


async def _ask(process: Process, question: Question) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError("it ended")
    try:
        return _read.decode(line)
    except msgspec.MsgspecError as error:
        raise ValueError(f"it said {line[:60]!r}") from error
