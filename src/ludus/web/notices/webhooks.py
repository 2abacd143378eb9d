"""Webhooks: calls to an address that a player has named.

After the last failure the address is switched off, and its owner is told why.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from urllib.parse import urlsplit

from ludus.core.errors import LudusError
from ludus.store import Call, Session, Store
from ludus.web.http.sessions import Sessions
from ludus.web.notices.deliveries import PAUSES, Deliveries, Receiver
from ludus.web.notices.outgoing import Caller


class Webhooks(Deliveries):
    """Makes the calls to webhooks."""

    kind = "webhook"

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        caller: Caller,
        pauses: tuple[int, ...] = PAUSES,
    ) -> None:
        super().__init__(store, sessions, now, wanted, pauses)
        self.caller = caller

    def receiver(self, call: Call, session: Session) -> Receiver | None:
        if not session.webhook:
            return None
        return Receiver(session, session.webhook, urlsplit(session.webhook).hostname or "")

    async def send(self, call: Call, receiver: Receiver, proven: bool) -> None:
        await self.caller.post(receiver.address, call.body.encode(), proven)

    async def give_up(self, call: Call, receiver: Receiver, error: LudusError) -> None:
        trouble = f"Your webhook was switched off after {call.tries + 1} failed calls: {error}."
        # What else the person has changed meanwhile stays as it is.
        session = await self._sessions.get(call.session)
        if session is not None and session.webhook == receiver.address:
            await self._sessions.put(replace(session, webhook="", trouble=trouble))
