"""Links to tables: invitations, recovery links and watch links."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludus.core.protocol import Seat
from ludus.store import Link, Session, Store
from ludus.web.config import Settings
from ludus.web.http.errors import LinkUsed, NotFound
from ludus.web.http.signing import Signer, new_id
from ludus.web.live.hub import Hub
from ludus.web.paths import at

MINUTE: Final = 60 * 1000
DAY: Final = 24 * 60 * MINUTE
"""In ms."""


class Links:
    """Makes links, signs their addresses, and finds them again."""

    def __init__(
        self, store: Store, signer: Signer, now: Callable[[], int], settings: Settings
    ) -> None:
        self._store = store
        self._signer = signer
        self._now = now
        self._settings = settings

    def url(self, id: str) -> str:
        return at(f"/i/{self._signer.sign('link', id)}")

    def watch_url(self, table: str) -> str:
        """The address of a private table for spectators."""
        return at(f"/tables/{table}?watch={self._signer.sign('watch', table)}")

    def may_watch(self, table: str, token: str | None) -> bool:
        """Whether this is the token of the table's watch link."""
        return bool(token) and self._signer.read("watch", token or "") == table

    def operator_key(self, id: str) -> str:
        """The key in the link to the operator's page."""
        return self._signer.sign("operator", id)

    def operator_id(self, key: str) -> str | None:
        return self._signer.read("operator", key)

    def expired(self, link: Link) -> bool:
        """Whether a link is too old to be used."""
        kept = self._settings.invitation_days
        days = kept if link.kind == "invitation" else self._settings.recovery_days
        return bool(days) and link.created + int(days * DAY) <= self._now()

    # To another device --------------------------------------------------------------------------

    async def device_url(self, session: Session) -> str:
        """A link by which a visitor is the same person on another device; it works once."""
        id = new_id(20)
        expires = self._now() + int(self._settings.device_minutes * MINUTE)
        await self._store.put_pass(id, session.id, expires)
        return at(f"/device/{self._signer.sign('device', id)}")

    async def device_session(self, token: str, use: bool = False) -> str:
        """Whose device link this is."""
        id = self._signer.read("device", token)
        ask = self._store.use_pass if use else self._store.pass_session
        found = await ask(id, self._now()) if id else ""
        if not found:
            raise LinkUsed("this link was used, or is too old; make a new one on the other device")
        return found

    # Invitations and recovery links -------------------------------------------------------------

    async def find(self, token: str) -> Link:
        """The link behind an address."""
        id = self._signer.read("link", token)
        link = await self._store.link(id) if id else None
        if link is None:
            raise NotFound("this link is not known here, or was replaced by a newer one")
        return link

    async def invite(self, hub: Hub, seat: Seat, host: Session) -> str:
        """A fresh invitation to an open seat; older ones for the seat become invalid."""
        link = Link(new_id(20), hub.live.id, "invitation", (seat,), host.id, self._now())
        await self._store.put_link(link)
        hub.invitations[seat] = link.id
        hub.publish()
        return self.url(link.id)

    async def recovery(self, hub: Hub, player: Session) -> str:
        """A link that carries a player's seats to another device."""
        seats = tuple(row.seat for row in hub.live.seats if row.session == player.id)
        if not seats:
            raise NotFound("you have no seat here to carry over")
        link = Link(new_id(20), hub.live.id, "recovery", seats, player.id, self._now())
        await self._store.put_link(link)
        return self.url(link.id)
