"""What goes wrong in a store."""

from __future__ import annotations

from ludus.core.errors import LudusError


class StoreError(LudusError):
    """The store cannot be read or written; nothing was changed."""


class Conflict(StoreError):
    """The row exists already, or the link was used."""


class Fenced(Conflict):
    """Somebody else owns the table by now, or it is gone: the copy in memory is worth nothing."""
