"""Analyses of finished games: made when somebody asks for one, in a process of its own.

One is made at a time, at low priority, so that the bots at other tables hardly notice. The latest
ones are kept; an older one is simply made again.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import msgspec

from ludus.web.bots.analysis_worker import AnalysisReport, Progress
from ludus.web.http.errors import RequestError, Unavailable
from ludus.web.tables.live_table import LiveTable

KEPT: Final = 50
WAITING: Final = 20
"""How many games may wait for their analysis."""
LIMIT: Final = 900.0
"""Seconds after which an analysis is given up."""
LINE: Final = 64 * 1024 * 1024
"""The longest line that an analyst may say."""

log = logging.getLogger("ludus.web")
_read = msgspec.json.Decoder(Progress)


@dataclass(slots=True)
class AnalysisJob:
    """An analysis on its way: how many of the moves are done, then what was found or went wrong."""

    moves: int
    done: int = 0
    found: AnalysisReport | None = None
    error: str = ""

    @property
    def ended(self) -> bool:
        return self.found is not None or bool(self.error)


class AnalysisQueue:
    """Makes analyses, one after the other."""

    def __init__(self, own: Callable[[Coroutine[None, None, None]], asyncio.Task[None]]) -> None:
        self._own = own
        self._free = asyncio.Semaphore(1)
        self._works: OrderedDict[str, AnalysisJob] = OrderedDict()

    def get(self, live: LiveTable) -> AnalysisJob | None:
        """The analysis of a table, if somebody has asked for it."""
        demand_over(live)
        return self._works.get(live.id)

    def start(self, live: LiveTable) -> AnalysisJob:
        """Begin an analysis, unless it is there or on its way."""
        demand_over(live)
        work = self._works.get(live.id)
        if work is not None and not work.error:
            return work
        if sum(not each.ended for each in self._works.values()) >= WAITING:
            raise Unavailable("many games wait for their analysis; try again later")
        work = self._works[live.id] = AnalysisJob(len(live.table.moves))
        for old in [key for key, each in self._works.items() if each.ended][:-KEPT]:
            del self._works[old]
        self._own(self._make(work, live.record().dump()))
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
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludus.web.bots.analysis_worker",
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE,
            start_new_session=True,
        )
        try:
            await self._listen(process, work, record)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _listen(self, process: Process, work: AnalysisJob, record: str) -> None:
        if process.stdin is None or process.stdout is None:
            raise OSError("no pipe to the analyst")
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


def demand_over(live: LiveTable) -> None:
    if not live.over or live.pinned:
        raise RequestError("a game can be looked back at once it is over")
    if not live.table.moves:
        raise RequestError("there is nothing to look back at: no move was played")
