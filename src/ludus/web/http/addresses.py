"""Network addresses: whom a limit counts as one, and which proxies are believed."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import Final

IPV6_HOME: Final = 64
"""The bits of an IPv6 address that name a network; one customer has all addresses in it."""
_HOMES: Final = tuple(
    map(ipaddress.IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"))
)
_IPV6_HOMES: Final = tuple(map(ipaddress.IPv6Network, ("fc00::/7", "fe80::/10")))
_IPV6_SELF: Final = ipaddress.IPv6Network(f"::/{IPV6_HOME}")
LONGEST: Final = 64
"""No written address is longer."""


@lru_cache(maxsize=8192)
def source_of(host: str) -> str:
    """The key by which limits count this address: IPv4 as it is, IPv6 by its network."""
    if len(host) > LONGEST:
        return "?"
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_HOME), strict=False))


def is_local(source: str) -> bool:
    """Whether a key of `source_of` is this computer or a home's network, which many may share."""
    try:
        found = ipaddress.ip_network(source)
    except ValueError:
        return False
    if found.is_loopback:
        return True
    if isinstance(found, ipaddress.IPv4Network):
        return any(found.subnet_of(home) for home in _HOMES)
    return any(found.subnet_of(home) for home in _IPV6_HOMES) or found == _IPV6_SELF


class Proxies:
    """Proxies that are trusted to say for whom they ask: addresses and networks."""

    def __init__(self, trusted: str) -> None:
        self.trusted = trusted
        self._all = trusted.strip() == "*"
        self._networks = tuple(_networks(trusted))

    def __contains__(self, host: str) -> bool:
        if self._all:
            return True
        try:
            found = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def _networks(trusted: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    found = []
    for part in trusted.split(","):
        try:
            found.append(ipaddress.ip_network(part.strip(), strict=False))
        except ValueError:
            # A name or a path of a socket: the server beneath may know it, limits do not.
            continue
    return found
