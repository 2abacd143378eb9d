"""Links to tables: invitations, recovery links and watch links."""

from __future__ import annotations

from collections.abc import Callable

from ludus.core.protocol import Seat
from ludus.store import Link, Session, Store
from ludus.web.http.errors import NotFound
from ludus.web.http.signing import Signer, new_id
from ludus.web.live.hub import Hub
from ludus.web.paths import at


class Links:
    """Makes links, signs their addresses, and finds them again."""

    def __init__(self, store: Store, signer: Signer, now: Callable[[], int]) -> None:
        self._store = store
        self._signer = signer
        self._now = now

    def url(self, id: str) -> str:
        return at(f"/i/{self._signer.sign('link', id)}")

    def watch_url(self, table: str) -> str:
        """The address of a private table for spectators."""
        return at(f"/tables/{table}?watch={self._signer.sign('watch', table)}")

    def may_watch(self, table: str, token: str | None) -> bool:
        """Whether this is the token of the table's watch link."""
        return bool(token) and self._signer.read("watch", token or "") == table

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
