"""The worker that makes pending calls, one for each way by which people are told of their turn.

A call is owed from the moment of the move (it is written with it), and made a little later if the
player is still away and still to move. Failures are tried again with growing pauses.

Calls are made side by side, and a receiver that answered quickly the last time has places that no
other can take: a thousand receivers that never answer do not delay a good one. Each way has a
worker of its own, so that a slow mail server holds up no webhook.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from ludus.core.errors import BadRequest, LudusError
from ludus.store import Call, CallKind, Session, Store, StoreError
from ludus.web.http.sessions import Sessions
from ludus.web.notices.outgoing import DeliveryError

PAUSES: Final = (30, 120, 600, 3600)
"""Seconds to wait after each failure; after one more it is given up."""
QUICKLY: Final = 3.0
"""Seconds within which a good receiver answers."""
PLACES: Final = 24
"""Calls at once to proven receivers, and as many to all others."""
SAME_HOST: Final = 4
"""Calls at once to one host that is not proven."""
AHEAD: Final = 1000
"""Calls that are looked through for one that can be made."""
STORE_PAUSE: Final = 5.0
LEASE: Final = 60_000
"""Milliseconds that a worker has for a call before another one may make it."""
MOST_PROVEN: Final = 20_000

log = logging.getLogger("ludus.web")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where a call goes."""

    session: Session
    address: str
    host: str


class Deliveries(ABC):
    """Makes the calls of one kind that are in the store."""

    kind: ClassVar[CallKind]
    places: ClassVar[int] = PLACES
    same_host: ClassVar[int] = SAME_HOST
    alone: bool = True
    """Whether no other worker makes calls of the same store."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        pauses: tuple[int, ...] = PAUSES,
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._now = now
        self._wanted = wanted
        self._pauses = pauses
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}
        """By the id of the call."""
        self._ended: set[str] = set()
        """Calls that ended since those in the store were last read: what was read may be old."""
        self._busy: Counter[bool] = Counter()
        """How many calls are under way to proven receivers, and to others."""
        self._hosts: Counter[str] = Counter()
        self._proven: dict[str, str] = {}
        """Addresses that answered quickly the last time, by session."""
        self.sent = 0
        self.failed = 0
        """Calls that were made, and attempts that failed, since the server started."""

    # What each way does differently -------------------------------------------------------------

    @abstractmethod
    def receiver(self, call: Call, session: Session) -> Receiver | None:
        """Where a call goes; None if it goes nowhere any more."""

    @abstractmethod
    async def send(self, call: Call, receiver: Receiver, proven: bool) -> None:
        """Make a call; DeliveryError if it was not taken."""

    @abstractmethod
    async def give_up(self, call: Call, receiver: Receiver, error: LudusError) -> None:
        """A call failed for good, and is dropped."""

    def postponed(self, call: Call) -> int:
        """When a call may be made that is due, if not now; 0: now, and it counts as begun."""
        return 0

    # The worker ---------------------------------------------------------------------------------

    def wake(self) -> None:
        """There may be new calls."""
        self._news.set()

    @property
    def busy(self) -> int:
        """How many calls are under way."""
        return len(self._running)

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            while True:
                self._news.clear()
                try:
                    wait = await self._start_due()
                except StoreError as error:
                    # A database may be restarted: whoever waits for a call is not forgotten.
                    log.error("%s: what is owed cannot be read: %s", self.kind, error)
                    await asyncio.sleep(STORE_PAUSE)
                    continue
                try:
                    async with asyncio.timeout(wait):
                        await self._news.wait()
                except TimeoutError:
                    pass
        finally:
            for task in self._running.values():
                task.cancel()

    async def once(self) -> float | None:
        """Make what is due; the seconds until the next call, None if there is none."""
        wait = await self._start_due()
        if not self._running:
            return wait
        await asyncio.wait(self._running.values())
        return 0.0

    async def _start_due(self) -> float | None:
        """Start the calls that are due and have a place; the seconds until the next is due."""
        async with self._turn:
            self._ended.clear()
            for call in await self._store.calls(AHEAD + len(self._running), self.kind):
                wait = call.due - self._now()
                if wait > 0:
                    return wait / 1000
                if call.id not in self._running and call.id not in self._ended:
                    await self._start(call)
        # Those that are due and have no place are looked at again when another is done.
        return None

    async def _start(self, call: Call) -> None:
        session = await self._sessions.get(call.session)
        receiver = self.receiver(call, session) if session is not None else None
        if receiver is None or not await self._wanted(call):
            await self._store.drop_call(call.id)
            return
        proven = self._proven.get(call.session) == receiver.address
        host = receiver.host
        if self._busy[proven] >= self.places or (
            not proven and self._hosts[host] >= self.same_host
        ):
            return
        due = self.postponed(call)
        if due:
            await self._store.put_call(replace(call, due=due))
            self._news.set()
            return
        if not await self._taken(call):
            return
        self._busy[proven] += 1
        self._hosts[host] += 1

        def done(task: asyncio.Task[None]) -> None:
            del self._running[call.id]
            self._ended.add(call.id)
            self._busy[proven] -= 1
            self._hosts[host] -= 1
            if not self._hosts[host]:
                del self._hosts[host]
            self._news.set()

        task = self._running[call.id] = asyncio.create_task(self._try(call, receiver, proven))
        task.add_done_callback(done)

    async def _taken(self, call: Call) -> bool:
        """Whether the call is ours to make; if we end meanwhile, others make it later."""
        if self.alone:
            return True
        return await self._store.take_call(call.id, call.due, self._now() + LEASE)

    async def _try(self, call: Call, receiver: Receiver, proven: bool) -> None:
        try:
            await self._make(call, receiver, proven)
        except StoreError as error:
            # The call is still owed; a store that cannot be written is not asked without a pause.
            log.warning("%s of %s: %s", self.kind, call.session[:6], error)
            await asyncio.sleep(STORE_PAUSE)

    async def _make(self, call: Call, receiver: Receiver, proven: bool) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        self._proven.pop(call.session, None)
        try:
            await self.send(call, receiver, proven)
        except (DeliveryError, BadRequest) as error:
            self.failed += 1
            await self._failed(call, receiver, error)
            return
        except Exception as error:
            # A fault of our own. Without a pause the same call would be made again at once, for
            # ever.
            log.exception("%s of %s", self.kind, call.session[:6])
            self.failed += 1
            fault = DeliveryError(f"it could not be made ({type(error).__name__})")
            await self._failed(call, receiver, fault)
            return
        self.sent += 1
        if clock() - began < QUICKLY:
            self._proven[call.session] = receiver.address
            if len(self._proven) > MOST_PROVEN:
                del self._proven[next(iter(self._proven))]
        await self._store.drop_call(call.id)

    async def _failed(self, call: Call, receiver: Receiver, error: LudusError) -> None:
        log.info("%s of %s: %s", self.kind, call.session[:6], error)
        refused = isinstance(error, DeliveryError) and error.refused
        if not refused and call.tries < len(self._pauses):
            due = self._now() + self._pauses[call.tries] * 1000
            await self._store.put_call(replace(call, due=due, tries=call.tries + 1))
            return
        await self._store.drop_call(call.id)
        await self.give_up(call, receiver, error)
