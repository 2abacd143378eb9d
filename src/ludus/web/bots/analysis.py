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

import msgspec

from ludus.web.bots.analysis_worker import AnalysisReport, Progress
from ludus.web.bots.process import start_process, stop_process
from ludus.web.bots.queue import Owner
from ludus.web.config import Settings
from ludus.web.http.errors import Forbidden, RequestError, TooManyRequests, Unavailable
from ludus.web.tables.guards import Guards
from ludus.web.tables.live_table import LiveTable

log = logging.getLogger("ludus.web")
_read = msgspec.json.Decoder(Progress)


@dataclass(slots=True)
class AnalysisJob:
    """An analysis in progress: how many moves are done, then the result or the error."""

    moves: int
    owner: Owner
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
        settings: Settings,
    ) -> None:
        self._settings = settings
        self._start = start
        self._guards = guards
        self._free = asyncio.Semaphore(1)
        self._works: OrderedDict[str, AnalysisJob] = OrderedDict()

    def get(self, live: LiveTable) -> AnalysisJob | None:
        """The analysis of a table, if somebody has asked for it."""
        require_over(live)
        return self._works.get(live.id)

    async def start(self, live: LiveTable, owner: Owner) -> AnalysisJob:
        """Start an analysis for somebody, unless there is one or it is in progress."""
        require_over(live)
        if await self._guards.are_played(live.id, live.table, range(live.table.seats)):
            raise Forbidden(
                "people still play a game here that began like this one: it can be analysed once "
                "that game is over"
            )
        work = self._works.get(live.id)
        if work is not None and not work.error:
            return work
        self._require_room(owner)
        work = self._works[live.id] = AnalysisJob(len(live.table.moves), owner)
        kept = self._settings.analyses_kept
        for old in [key for key, each in self._works.items() if each.ended][:-kept]:
            del self._works[old]
        self._start(self._make(work, live.record().dump(), live.pack_folder))
        return work

    def _require_room(self, owner: Owner) -> None:
        waiting = [each.owner for each in self._works.values() if not each.ended]
        mine = sum(
            each.session == owner.session or (bool(owner.source) and each.source == owner.source)
            for each in waiting
        )
        if mine >= self._settings.analyses_each:
            raise TooManyRequests(
                f"{mine} games are being analysed for you or your address: try again when one of "
                "them is done",
                30,
            )
        if len(waiting) >= self._settings.analyses_waiting:
            raise Unavailable("many games wait for their analysis: try again in a few minutes")

    async def _make(self, work: AnalysisJob, record: str, pack: str) -> None:
        async with self._free:
            try:
                async with asyncio.timeout(self._settings.analysis_time):
                    await self._ask(work, record, pack)
            except (OSError, TimeoutError, ValueError) as error:
                log.warning("an analysis failed: %r", error)
                work.error = "the analysis failed; try again"
        if not work.ended:
            work.error = "the analysis ended without a result; try again"

    async def _ask(self, work: AnalysisJob, record: str, pack: str) -> None:
        process = await start_process("ludus.web.bots.analysis_worker", *filter(None, [pack]))
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
