"""A server's parts without a server: for orders that are carried out while none runs."""

from __future__ import annotations

import asyncio

from ludus.web.bots.pool import BotError
from ludus.web.bots.worker import Coaching, Question, Ranked


class NoBots:
    """Bots that do not think: the next server asks them."""

    async def choose(self, question: Question) -> str:
        await asyncio.Event().wait()
        raise BotError("no server runs")

    async def rank(self, question: Question) -> tuple[Ranked, ...]:
        raise BotError("no server runs")

    async def coach(self, question: Question) -> Coaching:
        raise BotError("no server runs")

    async def close(self) -> None:
        pass
