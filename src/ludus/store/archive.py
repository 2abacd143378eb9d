"""What a store promises about the logs of games that are long over."""

from __future__ import annotations

from typing import Protocol


class ArchiveStore(Protocol):
    """A part of the store's contract.

    Ten million moves as rows make every list and every backup slower; a finished game as one
    compressed row is a fifth of the size. Whoever loads a table does not see the difference.
    """

    async def to_archive(self, before: int, limit: int) -> list[str]:
        """Tables whose game is over, unchanged since `before`, and not archived; oldest first."""
        ...

    async def archive(self, table: str) -> None:
        """Put the log of a table into one compressed row; rows that come later stay rows."""
        ...
