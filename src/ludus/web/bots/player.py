"""Bots at the tables: whenever one has to choose, it is asked and its answer is played."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

import msgspec

from ludus.bots.guard import POLICY
from ludus.core.chance import pick
from ludus.core.errors import LudusError
from ludus.core.protocol import Decision, Rng, Seat
from ludus.web.bots.pool import BotError, NoWorker
from ludus.web.bots.queue import Owner
from ludus.web.bots.thinking import Thinking
from ludus.web.bots.worker import Question, Task, view_kind
from ludus.web.config import Settings
from ludus.web.live.hub import Hub
from ludus.web.tables.lesson_steps import scripted
from ludus.web.tables.live_table import LiveTable
from ludus.web.tables.moves import act

log = logging.getLogger("ludus.web")

UNWATCHED = 0.1
"""The share of the pause that bots make while nobody watches."""
RACE: Final = (2, 6)
"""Where the fastest wins, a bot waits this many times its pause, at least and at most."""


def is_race(live: LiveTable) -> bool:
    """Whether several seats can act and the first one to do so counts."""
    return len(live.asked()) > 1 and not live.box.rules.parallel(live.table.state)


def question_of(
    live: LiveTable, seat: Seat, decision: Decision, level: str, task: Task = "choose"
) -> Question:
    """What a bot is asked: the view of its seat and the options, nothing else."""
    view = live.table.view(seat)
    return Question(
        live.head.game,
        level,
        view_kind(view),
        msgspec.Raw(msgspec.json.encode(view)),
        seat,
        decision.prompt,
        tuple(option.text for option in decision.options),
        task,
        pack=live.pack_folder,
    )


class BotPlayer:
    """Runs one task for each decision of a bot, and cancels it when the decision is gone."""

    def __init__(
        self,
        thinking: Thinking,
        owner: Callable[[str], Owner],
        rng: Rng,
        settings: Settings,
        start: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
    ) -> None:
        self._thinking = thinking
        self._owner = owner
        self._rng = rng
        self._settings = settings
        self._start = start
        self._tasks: dict[tuple[str, Seat], tuple[int, asyncio.Task[None]]] = {}

    def look_after(self, hub: Hub) -> None:
        """Let the bots of a table work on their present decisions, and on nothing else."""
        live = hub.live
        asked = {seat for seat in live.asked() if live.seats[seat].kind == "bot"}
        for seat in range(live.table.seats):
            key = (live.id, seat)
            number, task = self._tasks.get(key, (-1, None))
            wanted = live.number(seat) if seat in asked else -1
            if task is not None and not task.done() and number == wanted:
                continue
            if task is not None:
                # A bot's own step ends up here too: its task is done by then, or about to be.
                if task is not asyncio.current_task():
                    task.cancel()
                del self._tasks[key]
            if seat in asked:
                self._tasks[key] = (wanted, self._start(self._turn(hub, seat, wanted)))

    def forget(self, table: str) -> None:
        """Stop thinking about a table."""
        for key in [key for key in self._tasks if key[0] == table]:
            _, task = self._tasks.pop(key)
            if task is not asyncio.current_task():
                task.cancel()

    def busy(self, table: str) -> bool:
        return any(key[0] == table and not task.done() for key, (_, task) in self._tasks.items())

    async def _turn(self, hub: Hub, seat: Seat, number: int) -> None:
        live = hub.live
        decision = live.decision(seat)
        if decision is None or live.number(seat) != number:
            return
        in_lesson = live.in_lesson
        wanted = scripted(live)
        if in_lesson and (wanted is None or wanted.seat != seat):
            # It is asked again after the next change.
            return
        loop = asyncio.get_running_loop()
        pause = self._settings.bot_pause * (1.0 if hub.watched else UNWATCHED)
        if is_race(live) and not in_lesson:
            # Whoever wants it quick must still have the time to be first.
            low, high = RACE
            pause *= low + self._rng.below(high - low + 1)
        elif hub.instant:
            pause = 0.0
        ready = loop.time() + pause
        action = wanted.act if wanted else await self._choose(hub, seat, decision)
        await asyncio.sleep(max(0.0, ready - loop.time()))
        try:
            await act(live, None, seat, number, action)
        except LudusError as error:
            # Somebody undid a move or reclaimed the seat, or the table was unloaded meanwhile.
            log.debug("table %s: a bot was too late: %s", live.id, error)

    async def _choose(self, hub: Hub, seat: Seat, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].text
        live = hub.live
        name, level = live.names[seat], live.seats[seat].level
        for asked in POLICY.attempts(level):
            question = question_of(live, seat, decision, asked)
            try:
                action = await self._ask(live, question)
            except BotError as error:
                log.warning("table %s: %s (%s): %s", live.id, name, asked, error)
                continue
            if action in question.options:
                return action
            log.warning(
                "table %s: %s (%s) chose %r, not on offer", live.id, name, asked, action[:40]
            )
        # The game must go on: every option is legal.
        return pick(decision, self._rng).text

    async def _ask(self, live: LiveTable, question: Question) -> str:
        """Ask when it is this table's turn; again and again while no process can be started."""
        owner = self._owner(live.head.host)
        pause = self._settings.bot_retry
        while True:
            try:
                return await self._thinking.choose(owner, question)
            except NoWorker as error:
                log.warning("table %s: %s; asked again in %.0f s", live.id, error, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, self._settings.bot_retry_most)
