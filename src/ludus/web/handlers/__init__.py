"""What each operation does, bound to the table of operations."""

from __future__ import annotations

from typing import Final

from ludus.web.handlers import account, lobby, people, play, review, seats

HANDLERS: Final = (
    *account.HANDLERS,
    *lobby.HANDLERS,
    *play.HANDLERS,
    *seats.HANDLERS,
    *review.HANDLERS,
    *people.HANDLERS,
)
