"""Calls to addresses that strangers name: looked up, checked and made within one time limit.

Such a call must not reach what only this machine can reach. The name is resolved once, every
address it has must be a public one, the connection goes to the address that was checked, and
redirects are not followed.

A lookup cannot be stopped, so it has a thread of its own that nobody waits for. There are few such
threads, in two lanes: one for hooks that lately answered quickly and one for all others, so that
names whose servers never answer hold up only each other.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from ludus.core.errors import BadRequest, LudusError

LIMIT: Final = 10.0
"""Seconds for a whole call, the lookup included."""
LONGEST: Final = 500
AS_JSON: Final[Mapping[str, str]] = {"Content-Type": "application/json"}
LOOKUPS: Final = 8
"""Lookups at once in each lane."""

_UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""The only part of IPv6 that is given out for the public internet."""
_IPV6_SPECIAL: Final = tuple(
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # Protocols of the IETF, Teredo among them.
        "2001:db8::/32",  # Documentation.
        "2002::/16",  # 6to4: any IPv4 address may be inside.
        "3fff::/20",  # Documentation.
    )
)
_IPV4_SPECIAL: Final = tuple(
    ipaddress.IPv4Network(network)
    for network in (
        "192.0.0.0/24",  # Protocols of the IETF.
        "192.88.99.0/24",  # Relays of 6to4.
        "198.18.0.0/15",  # Benchmarks.
        "240.0.0.0/4",  # Reserved.
    )
)
_ISATAP: Final = (0x0000_5EFE, 0x0200_5EFE)
"""Before an IPv4 address in the lower half of an IPv6 address."""
_INWARD: Final = ("localhost", "local", "internal", "home.arpa")
"""Names that lead to the machine itself or to its own network, wherever they are looked up."""


class DeliveryError(LudusError):
    """A call was not taken. `refused` says that it will not be taken later either."""

    def __init__(self, sentence: str, status: int = 0, refused: bool = False) -> None:
        super().__init__(sentence)
        self.status = status
        """What an HTTP server answered; 0 if there was no answer."""
        self.refused = refused


class PrivateAddress(DeliveryError):
    """The address is inside a private network."""


def check_address(url: str, what: str = "webhook", longest: int = LONGEST) -> str:
    """Refuse an address that can never be called; whether it is public is checked at each call."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadRequest(f"{what} {url[:60]!r}: not an address: {error}") from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadRequest(f"a {what} is an address that begins with https:// (or http://)")
    if len(url) > longest or not url.isascii() or any(sign <= " " for sign in url):
        raise BadRequest(f"a {what} address has at most {longest} plain characters")
    if parts.username or parts.password:
        raise BadRequest(f"a {what} address has no user name in it")
    if port is not None and port < 1024 and port not in (80, 443):
        raise BadRequest(f"a {what} cannot go to port {port}")
    return url


def is_public(address: str) -> bool:
    """Whether an address is on the internet and not inside a private network."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        special = any(ip in network for network in _IPV4_SPECIAL)
        return ip.is_global and not ip.is_multicast and not special
    if ip not in _UNICAST or any(ip in network for network in _IPV6_SPECIAL):
        return False
    return int(ip) >> 32 & 0xFFFF_FFFF not in _ISATAP


def leads_inward(host: str) -> bool:
    """Whether a name can only be that of a machine in a private network."""
    name = host.rstrip(".").lower()
    if ":" in name:
        # An IPv6 address.
        return False
    return "." not in name or any(name.endswith(f".{end}") for end in _INWARD)


class Lookups:
    """Finds the addresses of names."""

    def __init__(self, at_once: int = LOOKUPS) -> None:
        self._lanes = {proven: asyncio.Semaphore(at_once) for proven in (False, True)}

    async def addresses(self, host: str, port: int, proven: bool = False) -> list[str]:
        """All addresses of a host; one that is written as an address is not looked up."""
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host.partition("%")[0]))]
        lane = self._lanes[proven]
        await lane.acquire()
        loop = asyncio.get_running_loop()
        found: asyncio.Future[list[str]] = loop.create_future()

        def tell(addresses: list[str]) -> None:
            lane.release()
            if not found.done():
                found.set_result(addresses)

        def work() -> None:
            addresses = _look_up(host, port)
            # The server may have ended meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(tell, addresses)

        threading.Thread(target=work, name="ludus-lookup", daemon=True).start()
        return await found


def _look_up(host: str, port: int) -> list[str]:
    """Empty if the name is not found."""
    try:
        return [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        return []


@cache
def _tls() -> ssl.SSLContext:
    """Made once: reading all certificates takes a while."""
    return ssl.create_default_context()


class Caller:
    """Makes the calls of one server. `private` lets them go to private addresses, for tests."""

    def __init__(self, private: bool = False, lookups: Lookups | None = None) -> None:
        self.private = private
        self._lookups = lookups or Lookups()

    async def check(self, url: str, what: str = "webhook", longest: int = LONGEST) -> str:
        """An address that a player enters; empty for none.

        One that is not found now may be found later. One that is private is refused at once, and
        again at each call, for a name can lead elsewhere by then.
        """
        url = url.strip()
        if not url:
            return ""
        parts = urlsplit(check_address(url, what, longest))
        if not self.private and leads_inward(parts.hostname or ""):
            raise BadRequest(
                f"a {what} must be reachable from the internet: {parts.hostname} is a private name"
            )
        try:
            async with asyncio.timeout(LIMIT):
                await self.resolve(parts.hostname or "", parts.port or 443)
        except PrivateAddress as error:
            raise BadRequest(f"a {what} must be reachable from the internet: {error}") from error
        except (DeliveryError, TimeoutError):
            pass
        return url

    async def resolve(self, host: str, port: int, proven: bool = False) -> str:
        """An address of the host that may be called."""
        addresses = await self._lookups.addresses(host, port, proven)
        if not addresses:
            raise DeliveryError(f"{host} is not found")
        if not self.private and not all(is_public(address) for address in addresses):
            raise PrivateAddress(f"{host} is a private address")
        return addresses[0]

    async def post(
        self,
        url: str,
        body: bytes,
        proven: bool = False,
        headers: Mapping[str, str] = AS_JSON,
    ) -> None:
        """Send one call; raises DeliveryError unless it is answered with success.

        The address was checked when it was entered.
        """
        host = urlsplit(url).hostname or ""
        try:
            async with asyncio.timeout(LIMIT):
                line = await self._exchange(url, host, body, proven, headers)
        except (OSError, TimeoutError, ValueError, ssl.SSLError) as error:
            raise DeliveryError(f"{host} does not answer: {error!r}"[:200]) from error
        status = line.split(b" ", 2)[1:2]
        if not status or not status[0].startswith(b"2"):
            said = status[0].decode("ascii", "replace") if status else "nothing"
            code = int(said) if said.isascii() and said.isdigit() and len(said) == 3 else 0
            raise DeliveryError(f"{host} answered {said[:20]}", code)

    async def _exchange(
        self, url: str, host: str, body: bytes, proven: bool, headers: Mapping[str, str]
    ) -> bytes:
        """The first line of the response."""
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        address = await self.resolve(host, port, proven)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        named = f"[{host}]" if ":" in host else host
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {named}:{port}\r\nUser-Agent: ludus\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n"
        ) + "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=_tls() if secure else None,
            server_hostname=host if secure else None,
        )
        try:
            writer.write(head.encode("ascii") + b"\r\n" + body)
            await writer.drain()
            return await reader.readline()
        finally:
            writer.close()
