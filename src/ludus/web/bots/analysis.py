"""Analyses of finished games, made on request in a worker process.

One is made at a time, at low priority, so that bots at other tables are hardly slowed down. The
latest ones are kept; an older one is made again when it is asked for.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio.subprocess import Process
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Final

import msgspec

from ludus.web.bots.analysis_worker import AnalysisReport, Progress
from ludus.web.bots.process import start_process, stop_process
from ludus.web.http.errors import Forbidden, RequestError, Unavailable
from ludus.web.tables.guards import Guards
from ludus.web.tables.live_table import LiveTable

KEPT: Final = 50
WAITING: Final = 20
"""How many games may wait for their analysis."""
LIMIT: Final = 900.0
"""The longest that an analysis may take, in seconds."""

log = logging.getLogger("ludus.web")
_read = msgspec.json.Decoder(Progress)


@dataclass(slots=True)
class AnalysisJob:
    """An analysis in progress: how many moves are done, then the result or the error."""

    moves: int
    done: int = 0
    found: AnalysisReport | None = None
    error: str = ""

    @property
    def ended(self) -> bool:
        return self.found is not None or bool(self.error)


class AnalysisQueue:
    """Makes analyses, one after another."""

    def __init__(
        self,
        start: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
        guards: Guards,
    ) -> None:
        self._start = start
        self._guards = guards
        self._free = asyncio.Semaphore(1)
        self._works: OrderedDict[str, AnalysisJob] = OrderedDict()

    def get(self, live: LiveTable) -> AnalysisJob | None:
        """The analysis of a table, if somebody has asked for it."""
        require_over(live)
        return self._works.get(live.id)

    async def start(self, live: LiveTable) -> AnalysisJob:
        """Start an analysis, unless there is one or it is in progress."""
        require_over(live)
        if await self._guards.are_played(live.id, live.table, range(live.table.seats)):
            raise Forbidden(
                "people still play a game here that began like this one: it can be analysed once "
                "that game is over"
            )
        work = self._works.get(live.id)
        if work is not None and not work.error:
            return work
        if sum(not each.ended for each in self._works.values()) >= WAITING:
            raise Unavailable("many games are waiting for their analysis; try again later")
        work = self._works[live.id] = AnalysisJob(len(live.table.moves))
        for old in [key for key, each in self._works.items() if each.ended][:-KEPT]:
            del self._works[old]
        self._start(self._make(work, live.record().dump()))
        return work

    async def _make(self, work: AnalysisJob, record: str) -> None:
        async with self._free:
            try:
                async with asyncio.timeout(LIMIT):
                    await self._ask(work, record)
            except (OSError, TimeoutError, ValueError) as error:
                log.warning("an analysis failed: %r", error)
                work.error = "the analysis failed; try again"
        if not work.ended:
            work.error = "the analysis ended without a result; try again"

    async def _ask(self, work: AnalysisJob, record: str) -> None:
        process = await start_process("ludus.web.bots.analysis_worker")
        try:
            await self._listen(process, work, record)
        finally:
            await stop_process(process)

    async def _listen(self, process: Process, work: AnalysisJob, record: str) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(record.encode())
        await process.stdin.drain()
        process.stdin.close()
        async for line in process.stdout:
            try:
                told = _read.decode(line)
            except msgspec.MsgspecError as error:
                raise ValueError(f"it said {line[:60]!r}") from error
            work.done = max(work.done, told.done)
            work.found = told.lookback
            work.error = told.error


def require_over(live: LiveTable) -> None:
    if not live.over or live.pinned:
        raise RequestError("a game can be analysed once it is over")
    if not live.table.moves:
        raise RequestError("there is nothing to analyse: no move was played")
