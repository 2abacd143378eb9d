"""Who is connected: open streams by session."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Final

from ludus.core.protocol import Seat
from ludus.store import Visit
from ludus.web.bots.queue import Owner
from ludus.web.config import Settings
from ludus.web.http.addresses import is_local
from ludus.web.http.errors import Unavailable
from ludus.web.live.hub import Hub, Listener

TELL_EVERY: Final = 30.0
"""Seconds after which other workers are told again that somebody is here."""


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
        self.shared = False
        """Whether other workers are told."""
        self._unshared: set[str] = set()
        self._told: dict[str, float] = {}
        """When other workers were last told of a session."""
        self._far: dict[str, dict[str, Visit]] = {}
        """What other workers tell: by session and worker."""

    # Other workers ------------------------------------------------------------------------------

    def unshared(self, now: int) -> list[Visit]:
        """What other workers are to be told."""
        sessions, self._unshared = self._unshared, set()
        here = self._clock()
        found = []
        for session in sessions:
            since, address = self._seen.get(session, (here, ""))
            seen = now - int((here - since) * 1000)
            found.append(Visit(session, self._sessions[session], seen, address))
            self._told[session] = here
        if len(self._told) > self._settings.sessions_remembered:
            self._told.clear()
        return found

    def elsewhere(self, worker: str, visit: Visit) -> None:
        """What another worker tells."""
        self._far.setdefault(visit.session, {})[worker] = visit

    def only(self, workers: Collection[str]) -> None:
        """Forget what workers told that are gone."""
        for session, visits in list(self._far.items()):
            for worker in [each for each in visits if each not in workers]:
                del visits[worker]
            if not visits:
                del self._far[session]

    def _last_elsewhere(self, session: str) -> Visit | None:
        visits = self._far.get(session)
        return max(visits.values(), key=lambda each: each.seen) if visits else None

    # Sessions -----------------------------------------------------------------------------------

    def seen(self, session: str, address: str) -> None:
        """The session has just asked for something."""
        self._seen.pop(session, None)
        now = self._clock()
        self._seen[session] = (now, address)
        if self.shared and now - self._told.get(session, -TELL_EVERY) >= TELL_EVERY:
            self._unshared.add(session)
        if len(self._seen) > self._settings.sessions_remembered:
            del self._seen[next(iter(self._seen))]

    def address(self, session: str) -> str:
        """From where the session last asked for something; empty if that is not known."""
        known = self._seen.get(session, (0.0, ""))[1]
        if not known and (far := self._last_elsewhere(session)) is not None:
            return far.address
        return known

    def addresses(self) -> Counter[str]:
        """The addresses from which sessions came lately, and how many sessions each has."""
        found = {session: address for session, (_, address) in self._seen.items()}
        for session in self._far:
            found[session] = self.address(session)
        return Counter(address for address in found.values() if address)

    def sessions_from(self, address: str) -> set[str]:
        """The sessions that came from an address lately."""
        here = {session for session, (_, where) in self._seen.items() if where == address}
        return here | {session for session in self._far if self.address(session) == address}

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
        away = max(self._clock() - since, 1e-3)
        far = self._last_elsewhere(session)
        return away if far is None else max(min(away, time.time() - far.seen / 1000), 1e-3)

    def online(self, session: str) -> bool:
        if session in self._sessions:
            return True
        return any(each.streams for each in self._far.get(session, {}).values())

    def opened(self, session: str) -> None:
        self.streams += 1
        if session:
            self._sessions[session] += 1
            if self.shared:
                self._unshared.add(session)

    def closed(self, session: str) -> None:
        self.streams -= 1
        if session:
            self.seen(session, self.address(session))
            self._sessions[session] -= 1
            if self._sessions[session] <= 0:
                del self._sessions[session]
            if self.shared:
                self._unshared.add(session)

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
