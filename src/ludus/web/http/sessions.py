"""Sessions: a name and a signed cookie or token; there are no accounts."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from ludus.store import Session, Store
from ludus.web.http.names import clean_name
from ludus.web.http.signing import Signer, new_id

COOKIE: Final = "ludus"
COOKIE_AGE: Final = 400 * 24 * 3600
"""The longest that browsers accept."""
MOST_REMEMBERED: Final = 20_000


class Sessions:
    """Finds, makes and stores sessions. A session exists once it has a name."""

    def __init__(self, store: Store, signer: Signer, name_limit: int) -> None:
        self._store = store
        self._signer = signer
        self._name_limit = name_limit
        self._known: dict[str, Session] = {}
        self._verified: dict[tuple[str, str], str] = {}
        """Session ids by purpose and signed text; checking a signature takes a while."""

    async def by_cookie(self, cookie: str | None) -> Session | None:
        return await self._signed("cookie", cookie)

    async def by_token(self, token: str | None) -> Session | None:
        return await self._signed("token", token)

    def cookie(self, session: Session) -> str:
        return self._signer.sign("cookie", session.id)

    def token(self, session: Session) -> str:
        return self._signer.sign("token", session.id)

    def known(self, id: str) -> Session | None:
        """A session that was used lately, without asking the store."""
        return self._known.get(id)

    async def get(self, id: str) -> Session | None:
        known = self._known.get(id)
        if known is None and id:
            known = await self._store.session(id)
            if known is not None:
                self._remember(known)
        return known

    async def create(self, name: str) -> Session:
        """A new session."""
        session = Session(new_id(20), self.clean(name), int(time.time() * 1000))
        await self.put(session)
        return session

    async def rename(self, session: Session, name: str) -> Session:
        changed = replace(session, name=self.clean(name))
        await self.put(changed)
        return changed

    async def put_webhook(self, session: Session, webhook: str) -> Session:
        changed = replace(session, webhook=webhook, trouble="")
        await self.put(changed)
        return changed

    async def put(self, session: Session) -> None:
        await self._store.put_session(session)
        self._remember(session)

    def clean(self, name: str) -> str:
        """A name that can be shown."""
        return clean_name(name, self._name_limit)

    async def _signed(self, purpose: str, text: str | None) -> Session | None:
        if not text:
            return None
        id = self._verified.get((purpose, text))
        if id is None:
            id = self._signer.read(purpose, text)
            if id is None:
                return None
            if len(self._verified) >= MOST_REMEMBERED:
                self._verified.clear()
            self._verified[purpose, text] = id
        return await self.get(id)

    def _remember(self, session: Session) -> None:
        self._known.pop(session.id, None)
        self._known[session.id] = session
        while len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
