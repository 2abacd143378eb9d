"""Webhooks: calls that tell absent players that it is their turn.

A call is owed from the moment of the move (it is written with it), and made a little later if the
player is still away and still to move. Failures are tried again with growing pauses; after the
last one the address is switched off and its owner is told why.

Calls are made side by side, and a session whose hook answered quickly the last time has places
that no other session can take: a thousand hooks that never answer do not delay a good one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from ludus.core.errors import BadRequest
from ludus.store import Call, Session, Store, StoreError
from ludus.web.http.outgoing import Caller, WebhookError
from ludus.web.http.sessions import Sessions

PAUSES: Final = (30, 120, 600, 3600)
"""Seconds to wait after each failure; after one more the address is switched off."""
GRACE: Final = 3000
"""Milliseconds before the first call, so that a page that reloads is not called."""
QUICKLY: Final = 3.0
"""Seconds within which a good hook answers."""
PLACES: Final = 24
"""Calls at once to proven hooks, and as many to all others."""
SAME_HOST: Final = 4
"""Calls at once to one host that is not proven."""
AHEAD: Final = 1000
"""Calls that are looked through for one that can be made."""
STORE_PAUSE: Final = 5.0
MOST_PROVEN: Final = 20_000

log = logging.getLogger("ludus.web")


class Webhooks:
    """Makes the calls in the store."""

    def __init__(
        self,
        store: Store,
        visitors: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        caller: Caller,
        pauses: tuple[int, ...] = PAUSES,
    ) -> None:
        self._store = store
        self._visitors = visitors
        self._now = now
        self._wanted = wanted
        self.caller = caller
        self._pauses = pauses
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()
        self._running: dict[str, asyncio.Task[None]] = {}
        """By the id of the call."""
        self._busy: Counter[bool] = Counter()
        """How many calls are under way to proven hooks, and to others."""
        self._hosts: Counter[str] = Counter()
        self._proven: dict[str, str] = {}
        """Webhooks that answered quickly the last time, by session."""

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
                wait = await self._start_due()
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
            for call in await self._store.calls(AHEAD + len(self._running)):
                wait = call.due - self._now()
                if wait > 0:
                    return wait / 1000
                if call.id not in self._running:
                    await self._start(call)
        # Those that are due and have no place are looked at again when another is done.
        return None

    async def _start(self, call: Call) -> None:
        session = await self._visitors.get(call.session)
        if session is None or not session.webhook or not await self._wanted(call):
            await self._store.drop_call(call.id)
            return
        proven = self._proven.get(session.id) == session.webhook
        host = urlsplit(session.webhook).hostname or ""
        if self._busy[proven] >= PLACES or (not proven and self._hosts[host] >= SAME_HOST):
            return
        self._busy[proven] += 1
        self._hosts[host] += 1

        def done(task: asyncio.Task[None]) -> None:
            del self._running[call.id]
            self._busy[proven] -= 1
            self._hosts[host] -= 1
            if not self._hosts[host]:
                del self._hosts[host]
            self._news.set()

        task = self._running[call.id] = asyncio.create_task(self._try(call, session, proven))
        task.add_done_callback(done)

    async def _try(self, call: Call, session: Session, proven: bool) -> None:
        try:
            await self._make(call, session, proven)
        except StoreError as error:
            # The call is still owed; a store that cannot be written is not asked without a pause.
            log.warning("webhook of %s: %s", session.id[:6], error)
            await asyncio.sleep(STORE_PAUSE)

    async def _make(self, call: Call, session: Session, proven: bool) -> None:
        clock = asyncio.get_running_loop().time
        began = clock()
        self._proven.pop(session.id, None)
        try:
            await self.caller.post(session.webhook, call.body.encode(), proven)
        except (WebhookError, BadRequest) as error:
            await self._failed(call, session, str(error))
            return
        if clock() - began < QUICKLY:
            self._proven[session.id] = session.webhook
            if len(self._proven) > MOST_PROVEN:
                del self._proven[next(iter(self._proven))]
        await self._store.drop_call(call.id)

    async def _failed(self, call: Call, session: Session, why: str) -> None:
        log.info("webhook of %s: %s", session.id[:6], why)
        if call.tries < len(self._pauses):
            due = self._now() + self._pauses[call.tries] * 1000
            await self._store.put_call(replace(call, due=due, tries=call.tries + 1))
            return
        await self._store.drop_call(call.id)
        trouble = f"It was switched off after {call.tries + 1} failed calls: {why}."
        await self._visitors.put(replace(session, webhook="", trouble=trouble))
