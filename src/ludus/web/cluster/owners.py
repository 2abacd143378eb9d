"""Who owns a table. A server that is alone owns all of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from typing import Protocol

from ludus.store import Worker
from ludus.web.http.errors import RequestError


class Away(RequestError):
    """The table is not here, and nothing was changed: the request is for another worker."""

    status = 503
    title = "Not now"


class Elsewhere(Away):
    """Another worker owns the table."""

    def __init__(self, worker: Worker) -> None:
        super().__init__("another worker has this table; try again")
        self.worker = worker


class Moved(Away):
    """Somebody else has claimed the table meanwhile."""

    def __init__(self) -> None:
        super().__init__("the table has just moved to another worker; try again")


class PutAway(Away):
    """The table was unloaded between two steps of a request."""

    def __init__(self) -> None:
        super().__init__("the table was just put away; try again")


class HandedOver(Away):
    """The table was given up for the worker that asks, which can claim it now."""

    def __init__(self) -> None:
        super().__init__("the table goes to another worker; try again")


asked_by_worker: ContextVar[bool] = ContextVar("asked_by_worker", default=False)
"""Whether another worker passes on the request that is being answered."""


class Owners(Protocol):
    """What the manager of the tables asks."""

    @property
    def alone(self) -> bool:
        """Whether there are no other workers, and never will be."""
        ...

    @property
    def doubtful(self) -> bool:
        """Whether others may have taken this worker for dead."""
        ...

    async def join(self) -> bool:
        """Take part; whether others are there already."""
        ...

    async def claim(self, table: str) -> int | None:
        """The epoch under which the table is ours from now on; None: it never changes.

        Elsewhere if another worker has it.
        """
        ...

    async def check(self) -> None:
        """Throw away the tables that others have claimed."""
        ...

    def release(self, tables: Sequence[str]) -> None:
        """These tables are not in memory any more."""
        ...

    async def give_up(self, table: str) -> None:
        """The same for one, which anybody can claim when this returns."""
        ...

    async def leave(self) -> None: ...


class Alone:
    """The only server of a store, as the lock of its data folder makes sure."""

    alone = True
    doubtful = False

    async def join(self) -> bool:
        return False

    async def claim(self, table: str) -> int | None:
        return None

    async def check(self) -> None:
        """Nobody else claims anything."""

    def release(self, tables: Sequence[str]) -> None:
        """Nobody else wants them."""

    async def give_up(self, table: str) -> None:
        """Nobody else wants it."""

    async def leave(self) -> None:
        """Nobody is left behind."""
