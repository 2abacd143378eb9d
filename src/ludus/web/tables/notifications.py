"""Webhook calls for players who are away when their turn comes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from ludus.core.errors import LudusError
from ludus.core.protocol import Seat
from ludus.store import Call
from ludus.web.http.sessions import Sessions
from ludus.web.http.webhooks import GRACE
from ludus.web.live.hub import Hub
from ludus.web.live.presence import Presence
from ludus.web.tables.live_table import LiveTable


class TurnNotifications:
    """Says which calls a change brings up, and whether a call is still wanted."""

    def __init__(
        self,
        sessions: Sessions,
        presence: Presence,
        base_url: str,
        find: Callable[[str], Awaitable[Hub]],
    ) -> None:
        self._sessions = sessions
        self._presence = presence
        self._base_url = base_url
        self._find = find

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        """The calls to players of these seats who have a webhook and are not connected."""
        calls = []
        for seat in seats:
            row = live.seats[seat]
            session = self._sessions.known(row.session) if row.kind == "player" else None
            if session is None or not session.webhook or self._presence.online(session.id):
                continue
            text = f"{row.name}: your turn at {live.box.meta.title}."
            body = {
                "text": text,
                "content": text,
                "table": live.id,
                "game": live.head.game,
                "seat": seat,
                "url": f"{self._base_url}/tables/{live.id}",
            }
            json = msgspec.json.encode(body).decode()
            calls.append(Call(f"{live.id}:{seat}", session.id, json, now + GRACE))
        return calls

    async def wanted(self, call: Call) -> bool:
        """Whether the player is still to move and still away."""
        table, _, seat = call.id.partition(":")
        try:
            live = (await self._find(table)).live
        except LudusError:
            return False
        return (
            int(seat) in live.held(call.session)
            and int(seat) in live.owing()
            and not self._presence.online(call.session)
        )
