"""Webhooks: calls that tell absent players that it is their turn.

A call is owed from the moment of the move (it is written with it), and made a little later if the
player is still away and still to move. Failures are tried again with growing pauses; after the
last one the address is switched off and its owner is told why.

Addresses come from strangers, so a call must not reach what only this machine can reach: the name
is resolved once, every address it has must be a public one, the connection goes to the address
that was checked, and redirects are not followed.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from ludus.core.errors import BadRequest, LudusError
from ludus.store import Call, Session, Store
from ludus.web.http.sessions import Sessions

PAUSES: Final = (30, 120, 600, 3600)
"""Seconds to wait after each failure; after one more the address is switched off."""
GRACE: Final = 3000
"""Milliseconds before the first call, so that a page that reloads is not called."""
LIMIT: Final = 10.0
LONGEST: Final = 500
AT_ONCE: Final = 20
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")

log = logging.getLogger("ludus.web")


class WebhookError(LudusError):
    """The address could not be called."""


class PrivateAddress(WebhookError):
    """The address is inside a private network."""


def check_address(url: str) -> str:
    """Refuse an address that can never be called; whether it is public is checked at each call."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadRequest(f"webhook {url[:60]!r}: not an address: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadRequest("a webhook is an address that begins with https:// (or http://)")
    if len(url) > LONGEST or not url.isascii() or any(sign <= " " for sign in url):
        raise BadRequest(f"a webhook address has at most {LONGEST} plain characters")
    if parts.username or parts.password:
        raise BadRequest("a webhook address has no user name in it")
    if port is not None and port < 1024 and port not in (80, 443):
        raise BadRequest(f"a webhook cannot go to port {port}")
    return url


async def check_webhook(url: str, private: bool) -> str:
    """A webhook address that a player enters; empty for none.

    One that is not found now may be found later. One that is private is refused at once, and again
    at each call, for a name can lead elsewhere by then.
    """
    url = url.strip()
    if not url:
        return ""
    parts = urlsplit(check_address(url))
    try:
        async with asyncio.timeout(LIMIT):
            await resolve(parts.hostname or "", parts.port or 443, private)
    except PrivateAddress as error:
        raise BadRequest(f"a webhook must be reachable from the internet: {error}") from error
    except (WebhookError, TimeoutError):
        pass
    return url


async def resolve(host: str, port: int, private: bool) -> str:
    """An address of the host that may be called."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise WebhookError(f"{host} is not found") from error
    addresses = [str(info[4][0]) for info in found]
    if not private:
        for address in addresses:
            if not is_public(address):
                raise PrivateAddress(f"{host} is a private address")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an address is on the internet and not inside a private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is not None or ip in _NAT64:
            return False
    return ip.is_global and not ip.is_multicast


async def post(url: str, body: bytes, private: bool = False) -> None:
    """Send one call; raises WebhookError unless it is answered with success."""
    parts = urlsplit(check_address(url))
    secure = parts.scheme == "https"
    host = parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    address = await resolve(host, port, private)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = f"[{host}]" if ":" in host else host
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {named}:{port}\r\nUser-Agent: ludus\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    try:
        async with asyncio.timeout(LIMIT):
            reader, writer = await asyncio.open_connection(
                address,
                port,
                ssl=ssl.create_default_context() if secure else None,
                server_hostname=host if secure else None,
            )
            try:
                writer.write(head.encode("ascii") + body)
                await writer.drain()
                line = await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError, ssl.SSLError) as error:
        raise WebhookError(f"{host} does not answer: {error!r}"[:200]) from error
    status = line.split(b" ", 2)[1:2]
    if not status or not status[0].startswith(b"2"):
        said = status[0].decode("ascii", "replace") if status else "nothing"
        raise WebhookError(f"{host} answered {said[:20]}")


class Webhooks:
    """Makes the calls in the store, a few at a time."""

    def __init__(
        self,
        store: Store,
        visitors: Sessions,
        now: Callable[[], int],
        wanted: Callable[[Call], Awaitable[bool]],
        private: bool,
        pauses: tuple[int, ...] = PAUSES,
    ) -> None:
        self._store = store
        self._visitors = visitors
        self._now = now
        self._wanted = wanted
        self._private = private
        self._pauses = pauses
        self._news = asyncio.Event()
        self._turn = asyncio.Lock()

    def wake(self) -> None:
        """There may be new calls."""
        self._news.set()

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            self._news.clear()
            wait = await self.once()
            if wait is None or wait > 0:
                try:
                    async with asyncio.timeout(wait):
                        await self._news.wait()
                except TimeoutError:
                    pass

    async def once(self) -> float | None:
        """Make what is due; the seconds until the next call, None if there is none."""
        async with self._turn:
            calls = await self._store.calls(AT_ONCE)
            now = self._now()
            due = [call for call in calls if call.due <= now]
            if due:
                await asyncio.gather(*(self._make(call) for call in due))
                return 0.0
        return (calls[0].due - now) / 1000 if calls else None

    async def _make(self, call: Call) -> None:
        session = await self._visitors.get(call.session)
        if session is None or not session.webhook or not await self._wanted(call):
            await self._store.drop_call(call.id)
            return
        try:
            await post(session.webhook, call.body.encode(), self._private)
        except (WebhookError, BadRequest) as error:
            await self._failed(call, session, str(error))
        else:
            await self._store.drop_call(call.id)

    async def _failed(self, call: Call, session: Session, why: str) -> None:
        log.info("webhook of %s: %s", session.id[:6], why)
        if call.tries < len(self._pauses):
            due = self._now() + self._pauses[call.tries] * 1000
            await self._store.put_call(replace(call, due=due, tries=call.tries + 1))
            return
        await self._store.drop_call(call.id)
        trouble = f"It was switched off after {call.tries + 1} failed calls: {why}."
        await self._visitors.put(replace(session, webhook="", trouble=trouble))
