"""What a store keeps about the processes that serve it: who may write which table, and who lives.

A worker claims a table before it loads it. A claim raises the table's epoch, and every write says
the epoch of the copy that it comes from: whoever was the owner before, and does not know yet, is
refused. So a wrong guess about who is dead costs a reload and never a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import msgspec

from ludus.store.people import Order

DEAD_AFTER: Final = 10_000
"""A worker without a sign of life for so many ms, by the clock of the store, is taken for dead."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that serves the store."""

    id: str
    address: str
    """Where the other workers reach it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Who owns a table now, and by which epoch it is written."""

    owner: str
    epoch: int


@dataclass(frozen=True, slots=True)
class TableNews:
    """What other workers must know of a table that was written."""

    id: str
    game: str
    epoch: int
    guards: str


@dataclass(frozen=True, slots=True)
class Visit:
    """A session at a worker: its open streams, and when (ms since 1970) and from where it came."""

    session: str
    streams: int
    seen: int
    address: str


class News(msgspec.Struct, omit_defaults=True):
    """What workers tell each other: ids only, everything else is in the store."""

    sender: str = msgspec.field(default="", name="from")
    tables: list[str] = []
    """Tables that were written."""
    sessions: list[str] = []
    """Sessions that have changed."""
    ended: list[str] = []
    """Sessions whose streams must end."""
    moderation: bool = False
    """Whether the operator has decided something."""
    more: bool = False
    """Whether there was too much to tell: anything may have changed."""


class WorkerStore(Protocol):
    """A part of the store's contract."""

    # Ownership

    async def claim(self, table: str, worker: str) -> Claim | None:
        """Own a table that is one's own, nobody's or a dead worker's; None: there is none such.

        The answer names the owner, who may be another. For one's own it has a new epoch.
        """
        ...

    async def release(self, worker: str, tables: Sequence[str]) -> None:
        """Give tables up that one owns, so that anybody can claim them."""
        ...

    async def epochs(self, tables: Sequence[str]) -> dict[str, int]:
        """The present epochs, of the tables that there are."""
        ...

    # Workers

    async def join(self, worker: Worker) -> None:
        """A worker is there."""
        ...

    async def beat(self, worker: str) -> None:
        """A sign of life."""
        ...

    async def leave(self, worker: str) -> None:
        """A worker ends: its tables are nobody's."""
        ...

    async def workers(self) -> list[Worker]:
        """Those that live, in the order of their ids."""
        ...

    # News

    def listen(self, heard: Callable[[News], None]) -> None:
        """Call a function, on the event loop, with what other workers tell while one is joined.

        `more` also stands for a time in which nothing was heard. It is a help to be quick: what is
        in the store counts.
        """
        ...

    async def tell(self, news: News) -> None: ...

    async def news(self, since: int) -> tuple[int, list[TableNews]]:
        """The time by the clock of the store, and the tables that were written from `since` on."""
        ...

    async def orphans(self, before: int, limit: int) -> list[str]:
        """Tables that must be woken before a time and have no owner that lives.

        Not those that were made just now: whoever makes one claims it next.
        """
        ...

    async def put_visits(self, worker: str, visits: Sequence[Visit]) -> None: ...

    async def visits(self, since: int) -> list[tuple[str, Visit]]:
        """What changed from a time of the store's clock on: worker and visit."""
        ...

    # What one worker does for all

    async def take_call(self, id: str, due: int, until: int) -> bool:
        """Whether this worker makes a webhook call that is due; to others it is due `until`."""
        ...

    async def take_order(self, order: Order) -> bool:
        """Whether this worker carries out an order."""
        ...

    async def use(self, day: int, what: str, most: Mapping[str, int]) -> bool:
        """Count one more use of a day for each key, unless one of them has had its most by then.

        Whether it was counted; if not, no key is charged.
        """
        ...

    async def forget_uses(self, before: int) -> None:
        """Forget what was counted before a day."""
        ...

    async def shared(self, name: str, value: str) -> str:
        """A value that is the same for all workers: what was put first under this name."""
        ...
