"""Questions to bots, each in its turn: answered by the processes here, or by another worker's.

A worker that has no process free asks the others for one. What is lent is a place for one
question; the thinking time is counted where the table is, so nobody has more of it by this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from ludus.web.bots.pool import BotBackend, BotError, NoWorker
from ludus.web.bots.queue import Owner, ThinkingQueue
from ludus.web.bots.worker import Answer, Coaching, Question, Ranked

LONGEST_AWAY: Final = 24 * 1024
"""Bytes of a view and its options; longer questions are answered where they are asked. All games
stay below 6 KB."""


class Lenders(Protocol):
    """Other workers that may have processes to spare."""

    def names(self) -> Sequence[str]: ...

    async def think(self, name: str, owner: Owner, question: Question) -> Answer:
        """Their answer; NoWorker if they have no process free or cannot be reached."""
        ...


class Thinking:
    """Asks bots for their answers, in fair turns."""

    def __init__(self, bots: BotBackend, queue: ThinkingQueue) -> None:
        self._bots = bots
        self._queue = queue
        self._lenders: Lenders | None = None

    def borrow_from(self, lenders: Lenders) -> None:
        """Ask these as well, when all processes here are busy."""
        self._lenders = lenders
        self._queue.lenders = lenders.names

    @property
    def running(self) -> int:
        """How many questions are being thought about here."""
        return self._queue.running

    @property
    def length(self) -> int:
        """How many questions wait."""
        return self._queue.length

    def wait(self, owner: Owner) -> float:
        """The seconds until the owner has thinking time again; 0 while there is some."""
        return self._queue.wait(owner)

    async def choose(self, owner: Owner, question: Question) -> str:
        """The text of an action; raises BotError if there is none."""
        return (await self._ask(owner, question)).act

    async def rank(self, owner: Owner, question: Question) -> tuple[Ranked, ...]:
        """All options, best first; raises BotError if there is no answer."""
        return (await self._ask(owner, question)).ranked

    async def coach(self, owner: Owner, question: Question) -> Coaching:
        """What a coach says; raises BotError if there is no answer."""
        return (await self._ask(owner, question)).coaching

    async def lend(self, owner: Owner, question: Question) -> Answer:
        """An answer for another worker, which has no process free; NoWorker if none is here."""
        with self._queue.lend(owner) as free:
            if not free:
                raise NoWorker("all processes are busy")
            try:
                return await self._here(question)
            except NoWorker:
                raise
            except BotError as error:
                # It is the question's fault: nobody else need try.
                return Answer(error=str(error))

    async def _ask(self, owner: Owner, question: Question) -> Answer:
        since = self._queue.now()
        while True:
            async with self._queue.turn(owner, _can_go(question), since) as turn:
                if not turn.lender:
                    return await self._here(question)
                assert self._lenders is not None
                try:
                    answer = await self._lenders.think(turn.lender, owner, question)
                except NoWorker:
                    turn.refused = True
                    continue
            if answer.error:
                raise BotError(answer.error)
            return answer

    async def _here(self, question: Question) -> Answer:
        match question.task:
            case "choose":
                return Answer(act=await self._bots.choose(question))
            case "rank":
                return Answer(ranked=await self._bots.rank(question))
            case _:
                return Answer(coaching=await self._bots.coach(question))


def _can_go(question: Question) -> bool:
    """A pack is a folder of this machine, and what is very long is not worth sending."""
    size = len(bytes(question.view)) + len(bytes(question.before))
    return not question.pack and size + sum(map(len, question.options)) <= LONGEST_AWAY
