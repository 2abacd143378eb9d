"""Sessions: a name and a signed cookie or token; there are no accounts."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from ludus.store import Contact, Session, Store
from ludus.web.http.names import clean_name
from ludus.web.http.signing import Signer, new_id

COOKIE: Final = "ludus"
COOKIE_AGE: Final = 400 * 24 * 3600
"""The longest that browsers accept."""
MOST_REMEMBERED: Final = 20_000
AFTER_ID: Final = "~"
"""Between the id of a session and its generation, if that is not the first."""


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
        return self._signer.sign("cookie", _signed_value(session))

    def token(self, session: Session) -> str:
        return self._signer.sign("token", _signed_value(session))

    async def revoke(self, session: Session) -> Session:
        """Make all cookies and tokens of a session void; those made from now on are good."""
        changed = replace(session, generation=session.generation + 1)
        await self.put(changed)
        return changed

    def forget(self, session: Session) -> None:
        """The store has no such session any more."""
        self._known.pop(session.id, None)

    def forget_all(self) -> None:
        """Anything may have changed: ask the store again."""
        self._known.clear()

    async def refresh(self, id: str) -> None:
        """Another worker has changed a session."""
        if self._known.pop(id, None) is not None:
            await self.get(id)

    def known(self, id: str) -> Session | None:
        """A session that was used lately, without asking the store."""
        return self._known.get(id)

    def blocked(self, id: str) -> frozenset[str]:
        """The sessions that a session has blocked, if it was used lately."""
        known = self._known.get(id)
        return known.blocked if known else frozenset()

    async def block(self, session: Session, blocked: str, name: str) -> Session:
        await self._store.put_block(session.id, blocked, name)
        return self._remember(replace(session, blocked=session.blocked | {blocked}))

    async def unblock(self, session: Session, blocked: str) -> Session:
        await self._store.drop_block(session.id, blocked)
        return self._remember(replace(session, blocked=session.blocked - {blocked}))

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
        """Store what a session says of itself; what it keeps elsewhere stays as it is known."""
        await self._store.put_session(session)
        known = self._known.get(session.id)
        if known is not None:
            session = replace(session, blocked=known.blocked, contacts=known.contacts)
        self._remember(session)

    async def put_contact(self, id: str, contact: Contact) -> Session | None:
        """Keep a contact of a session, instead of one with the same id."""
        await self._store.put_contact(contact)
        return await self._with_contacts(id, contact.id, contact)

    async def drop_contact(self, id: str, contact: str) -> Session | None:
        await self._store.drop_contact(id, contact)
        return await self._with_contacts(id, contact)

    async def _with_contacts(self, id: str, changed: str, *new: Contact) -> Session | None:
        session = await self.get(id)
        if session is None:
            return None
        others = (each for each in session.contacts if each.id != changed)
        contacts = tuple(sorted((*others, *new), key=lambda each: each.id))
        return self._remember(replace(session, contacts=contacts))

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
        id, _, generation = id.partition(AFTER_ID)
        found = await self.get(id)
        if found is None or str(found.generation or "") != generation:
            return None
        return found

    def _remember(self, session: Session) -> Session:
        self._known.pop(session.id, None)
        self._known[session.id] = session
        while len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        return session


def _signed_value(session: Session) -> str:
    return f"{session.id}{AFTER_ID}{session.generation}" if session.generation else session.id
