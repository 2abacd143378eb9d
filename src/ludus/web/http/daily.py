"""What sessions and addresses may have in a day, counted in the store for all workers together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from ludus.store import Store, StoreError
from ludus.web.config import Daily, DailyQuotas
from ludus.web.http.errors import EnoughForToday
from ludus.web.http.limits import in_words
from ludus.web.http.signing import Signer

log = logging.getLogger("ludus.web")

DAY: Final = 24 * 3600 * 1000
TODAY: Final = {
    "tables": "no more tables can be opened by you or from your address today",
    "uploads": "no more games can be uploaded by you or from your address today",
    "analyses": "no more games can be analysed for you or your address today",
    "mails": "no more e-mail addresses can be entered by you or from your address today",
}
"""What is said when a daily quota is used up."""


class DailyUse:
    """Counts what was used since midnight (UTC); beyond the quota it raises EnoughForToday."""

    def __init__(
        self, store: Store, signer: Signer, quotas: DailyQuotas, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._signer = signer
        self._now = now
        self._quotas: dict[str, Daily] = {what: getattr(quotas, what) for what in TODAY}

    async def use(self, what: str, session: str, address: str) -> None:
        """Count one more for a session, if there is one yet, and for an address."""
        quota = self._quotas.get(what)
        if quota is None:
            return
        day, since = divmod(self._now(), DAY)
        most: dict[str, int] = {}
        # Nobody who reads the store or a backup learns from it who came from where.
        if quota.session and session:
            most[self._signer.fingerprint(f"session of day {day}", session)] = quota.session
        if quota.address:
            most[self._signer.fingerprint(f"address of day {day}", address)] = quota.address
        if most and not await self._store.use(day, what, most):
            wait = (DAY - since) / 1000
            raise EnoughForToday(f"{TODAY[what]}: try again in {in_words(wait)}", wait)

    async def forget(self) -> None:
        """Forget what was counted on days before."""
        await self._store.forget_uses(self._now() // DAY)

    async def run(self, every: float) -> None:
        """Forget it again and again, after so many seconds."""
        while True:
            try:
                await self.forget()
            except StoreError as error:
                log.error("what was counted on days before could not be deleted: %s", error)
            await asyncio.sleep(every)
