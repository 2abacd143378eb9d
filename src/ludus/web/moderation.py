"""What an operator has decided: who may not come or not write, what all are told, reading only.

All of it is in the store; a copy in memory is asked at every request.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from ludus.store import Restriction, RestrictionKind, RestrictionWhat, Store
from ludus.web.http.errors import Forbidden, Unavailable

ANNOUNCEMENT: Final = "announcement"
READ_ONLY: Final = "read-only"


class Moderation:
    """The decisions of a server's operator."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._found: dict[tuple[RestrictionWhat, RestrictionKind, str], Restriction] = {}
        self.announcement = ""
        self.read_only = ""
        """Why nothing can be changed now; empty: everything can."""

    async def load(self) -> None:
        self._found = {
            (each.what, each.kind, each.key): each for each in await self._store.restrictions()
        }
        switches = await self._store.switches()
        self.announcement = switches.get(ANNOUNCEMENT, "")
        self.read_only = switches.get(READ_ONLY, "")

    @property
    def notice(self) -> str:
        """What all pages show; empty: nothing."""
        return " · ".join(filter(None, (self.announcement, self._why_nothing_changes)))

    @property
    def _why_nothing_changes(self) -> str:
        return f"Nothing can be changed here now: {self.read_only}" if self.read_only else ""

    @property
    def restrictions(self) -> list[Restriction]:
        """Those that hold, the oldest first."""
        return [each for each in self._found.values() if self._holds(each)]

    async def restrict(self, restriction: Restriction) -> None:
        await self._store.put_restriction(restriction)
        self._found[restriction.what, restriction.kind, restriction.key] = restriction

    async def lift(self, kind: RestrictionKind, key: str, what: RestrictionWhat) -> bool:
        """Whether there was such a restriction."""
        await self._store.drop_restriction(kind, key, what)
        return self._found.pop((what, kind, key), None) is not None

    async def announce(self, text: str) -> None:
        await self._store.put_switch(ANNOUNCEMENT, text)
        self.announcement = text

    async def set_read_only(self, why: str) -> None:
        await self._store.put_switch(READ_ONLY, why)
        self.read_only = why

    # At every request ---------------------------------------------------------------------------

    def admit(self, session: str, address: str) -> None:
        """Refuse whoever is banned."""
        banned = self._restriction("ban", session, address) if self._found else None
        if banned is not None:
            raise Forbidden(f"you cannot come here {_told(banned)}")

    def may_change(self) -> None:
        """Refuse changes while there can be none."""
        if self.read_only:
            raise Unavailable(self._why_nothing_changes)

    def may_write(self, session: str, address: str) -> None:
        """Refuse the chat to whoever is muted."""
        muted = self._restriction("mute", session, address) if self._found else None
        if muted is not None:
            raise Forbidden(f"you cannot write in the chat {_told(muted)}")

    def _restriction(self, what: RestrictionWhat, session: str, address: str) -> Restriction | None:
        for found in (
            self._found.get((what, "session", session)),
            self._found.get((what, "address", address)),
        ):
            if found is not None and self._holds(found):
                return found
        return None

    def _holds(self, found: Restriction) -> bool:
        return not found.until or found.until > self._now()


def _told(found: Restriction) -> str:
    if found.until:
        until = datetime.fromtimestamp(found.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        when = f"until {until}"
    else:
        when = "any more"
    return f"{when}: {found.reason}" if found.reason else when
