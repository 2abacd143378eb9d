"""Calls to players who are away when their turn comes: webhooks, push messages, e-mails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from ludus.core.protocol import Seat
from ludus.store import Call, CallKind, Head, SeatRow, Session
from ludus.web.http.sessions import Sessions
from ludus.web.live.presence import Presence
from ludus.web.notices.mail import Told
from ludus.web.tables.live_table import LiveTable

GRACE: Final = 3000
"""Milliseconds before the first call, so that a page that reloads is not called."""
GRACE_OF: Final[Mapping[CallKind, int]] = {"webhook": GRACE, "push": GRACE, "mail": 60_000}
"""An e-mail is for those who stay away longer."""


class TurnNotifications:
    """Says which calls a change brings up, and whether a call is still wanted."""

    def __init__(
        self,
        sessions: Sessions,
        presence: Presence,
        base_url: str,
        look: Callable[[str], Awaitable[tuple[Head, tuple[SeatRow, ...]] | None]],
    ) -> None:
        self._sessions = sessions
        self._presence = presence
        self._base_url = base_url
        self._look = look
        """A table as the store has it: this worker need not have it in memory."""

    def calls(self, live: LiveTable, seats: Sequence[Seat], now: int) -> Sequence[Call]:
        """The calls to players of these seats who want some and are not connected."""
        calls: list[Call] = []
        for seat in seats:
            row = live.seats[seat]
            session = self._sessions.known(row.session) if row.kind == "player" else None
            if session is None or not (session.webhook or session.contacts):
                continue
            if not self._presence.online(session.id):
                calls += self._calls(live, seat, session, now)
        return calls

    def _calls(self, live: LiveTable, seat: Seat, session: Session, now: int) -> Iterator[Call]:
        id, url = f"{live.id}:{seat}", f"{self._base_url}/tables/{live.id}"
        title = live.box.meta.title
        if session.webhook:
            text = f"{live.seats[seat].name}: your turn at {title}."
            body = {
                "text": text,
                "content": text,
                "table": live.id,
                "game": live.head.game,
                "seat": seat,
                "url": url,
            }
            yield Call(id, session.id, msgspec.json.encode(body).decode(), now + GRACE)
        # Nothing that a visitor has chosen: a phone shows it to whoever looks on.
        told = Told(f"Your turn at {title}", "The others are waiting for you.", url, live.id)
        for each in session.contacts:
            if each.confirmed:
                due = now + GRACE_OF[each.kind]
                json = msgspec.json.encode(told).decode()
                yield Call(f"{id}:{each.id}", session.id, json, due, kind=each.kind)

    async def wanted(self, call: Call) -> bool:
        """Whether the player is still to move and still away."""
        table, seat, *_ = call.id.split(":")
        found = await self._look(table)
        if found is None:
            return False
        head, seats = found
        held = (row for row in seats if row.kind == "player" and row.session == call.session)
        return (
            head.stage == "playing"
            and int(seat) in head.waiting
            and any(row.seat == int(seat) for row in held)
            and not self._presence.online(call.session)
        )
