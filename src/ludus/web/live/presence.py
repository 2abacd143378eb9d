"""Who is connected: open streams by session."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

from ludus.core.protocol import Seat
from ludus.web.bots.queue import Owner
from ludus.web.config import Settings
from ludus.web.http.addresses import is_local
from ludus.web.http.errors import Unavailable
from ludus.web.live.hub import Hub, Listener


class Presence:
    """Counts the open streams of each session, at tables and in the lobby."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._started = clock()
        self._sessions: Counter[str] = Counter()
        self._seen: dict[str, tuple[float, str]] = {}
        """When each session last asked for something, and from where; the latest are last."""
        self.streams = 0

    def seen(self, session: str, address: str) -> None:
        """The session has just asked for something."""
        self._seen.pop(session, None)
        self._seen[session] = (self._clock(), address)
        if len(self._seen) > self._settings.sessions_remembered:
            del self._seen[next(iter(self._seen))]

    def address(self, session: str) -> str:
        """From where the session last asked for something; empty if that is not known."""
        return self._seen.get(session, (0.0, ""))[1]

    def addresses(self) -> Counter[str]:
        """The addresses from which sessions came lately, and how many sessions each has."""
        return Counter(address for _, address in self._seen.values() if address)

    def sessions_from(self, address: str) -> set[str]:
        """The sessions that came from an address lately."""
        return {session for session, (_, where) in self._seen.items() if where == address}

    def owner(self, session: str) -> Owner:
        """For whom bots think at the tables of a session."""
        source = self.address(session)
        return Owner(session, "" if is_local(source) else source)

    def away(self, session: str) -> float:
        """For how many seconds a session has been away; 0 while it is connected."""
        if self.online(session):
            return 0.0
        # Before the server was started, nobody could be here.
        since = self._seen.get(session, (self._started, ""))[0]
        return max(self._clock() - since, 1e-3)

    def online(self, session: str) -> bool:
        return session in self._sessions

    def opened(self, session: str) -> None:
        self.streams += 1
        if session:
            self._sessions[session] += 1

    def closed(self, session: str) -> None:
        self.streams -= 1
        if session:
            self.seen(session, self.address(session))
            self._sessions[session] -= 1
            if self._sessions[session] <= 0:
                del self._sessions[session]

    def require_room(self, sentence: str) -> None:
        """Refuse a further stream where there are too many."""
        if self.streams >= self._settings.most_streams:
            raise Unavailable(sentence)

    def listen(
        self,
        hub: Hub,
        kind: str,
        session: str,
        chosen: Seat | None,
        may_watch: bool = False,
        since: str = "",
    ) -> Listener:
        """Open a stream at a table."""
        self.require_room("too many people are watching; try again later")
        new = bool(session) and not hub.connected(session)
        listener = hub.listen(kind, session, chosen, may_watch, since)
        self.opened(session)
        if new and hub.live.held(session):
            hub.publish()
        return listener

    def leave(self, hub: Hub, listener: Listener) -> None:
        """Close a stream; if it does not come back soon, its player is shown as away."""
        hub.leave(listener)
        self.closed(listener.session)
        if listener.session and hub.live.held(listener.session):
            loop = asyncio.get_running_loop()
            loop.call_later(self._settings.away_after, _show_away, hub, listener.session)


def _show_away(hub: Hub, session: str) -> None:
    if not hub.connected(session) and not hub.live.closed:
        hub.publish()
