"""The part of a store that keeps content packs, for as long as there are tables and records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class PackRow:
    """A content pack that passed its check, by the digest of its files."""

    digest: str
    game: str
    name: str
    title: str
    content: str
    """The hash of what the rules depend on, as it stands in tables and records."""
    files: str
    """All files as a JSON object of texts by name. Opaque to the store."""


class PackStore(Protocol):
    """Packs are never changed and never deleted."""

    async def put_pack(self, pack: PackRow) -> None:
        """Keep a pack; one that is kept already stays as it is."""
        ...

    async def pack(self, digest: str) -> PackRow | None: ...

    async def find_pack(self, game: str, content: str, name: str) -> PackRow | None:
        """The pack of this content that was kept last, rather one of this name."""
        ...
