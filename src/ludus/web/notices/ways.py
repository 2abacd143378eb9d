"""All ways by which people are told that it is their turn, together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from ludus.store import Call, CallKind, Store
from ludus.web.config import Settings
from ludus.web.http.sessions import Sessions
from ludus.web.http.signing import Signer
from ludus.web.notices.deliveries import Deliveries
from ludus.web.notices.mail import Mails, subject_of
from ludus.web.notices.outgoing import Caller
from ludus.web.notices.push import PushMessages
from ludus.web.notices.webhooks import Webhooks


class Notices:
    """The workers of one server."""

    def __init__(
        self,
        store: Store,
        sessions: Sessions,
        signer: Signer,
        settings: Settings,
        now: Callable[[], int],
    ) -> None:
        caller = Caller(settings.private_hooks)
        subject = subject_of(settings.mail, settings.url)
        self._wanted: Callable[[Call], Awaitable[bool]] = _never
        self.webhooks = Webhooks(store, sessions, now, self._ask, caller)
        self.push = PushMessages(store, sessions, now, self._ask, caller, signer, subject)
        self.mails = Mails(store, sessions, now, self._ask, signer, settings.mail, settings.url)
        self.all: tuple[Deliveries, ...] = (self.webhooks, self.push, self.mails)

    def start(
        self,
        run: Callable[[Deliveries], object],
        wanted: Callable[[Call], Awaitable[bool]],
    ) -> None:
        """Start all workers; `wanted` says whether a call is still to be made."""
        self._wanted = wanted
        for each in self.all:
            run(each)

    def wake(self, calls: Sequence[Call]) -> None:
        """There are new calls."""
        kinds: set[CallKind] = {call.kind for call in calls}
        for each in self.all:
            if each.kind in kinds:
                each.wake()

    def close(self) -> None:
        self.mails.close()

    async def _ask(self, call: Call) -> bool:
        return await self._wanted(call)


async def _never(call: Call) -> bool:
    return False
