"""Room in memory for the bodies of requests that are being received."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from ludus.web.http.errors import TooLarge, TooManyRequests, Unavailable

SHARE: Final = 4
"""One address may have this part of the room."""


class Bodies:
    """Counts the bytes that are held for unfinished requests, in all and by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()
        self.total = 0

    @contextmanager
    def receiving(self, address: str, limit: int) -> Iterator[Callable[[int], None]]:
        """Gives a function to call with the size of each chunk; it refuses what is too much."""
        size = 0

        def grow(more: int) -> None:
            nonlocal size
            if size + more > limit:
                raise TooLarge(f"that is too large: at most {limit} bytes")
            if self._held[address] + more > self._most // SHARE:
                raise TooManyRequests("too much is being sent from this address at once", 10)
            if self.total + more > self._most:
                raise Unavailable("too much is being sent at once: try again in a minute")
            size += more
            self._held[address] += more
            self.total += more

        try:
            yield grow
        finally:
            self.total -= size
            self._held[address] -= size
            if not self._held[address]:
                del self._held[address]
