"""What each operation does, bound to the table of operations."""

from __future__ import annotations

from typing import Final

from ludus.web.handlers import account, contacts, lobby, people, play, review, seats

HANDLERS: Final = (
    *account.HANDLERS,
    *contacts.HANDLERS,
    *lobby.HANDLERS,
    *play.HANDLERS,
    *seats.HANDLERS,
    *review.HANDLERS,
    *people.HANDLERS,
)
