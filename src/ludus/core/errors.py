"""Three families of error: a player's, a file's, and a bug of ours.

Every message says what was wrong, where, and what would have been right.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


class LudusError(Exception):
    """Any error that Ludus raises on purpose."""


class PlayerError(LudusError):
    """The player asked for something impossible; nothing was changed."""


class IllegalAction(PlayerError):
    """The action is not among this seat's legal choices now."""

    def __init__(self, why: str, seat: int, action: str, offered: Sequence[str]) -> None:
        super().__init__(why)
        self.seat = seat
        self.action = action
        self.offered = tuple(offered)


class BadRequest(PlayerError):
    """An unknown game, a wrong seat count, an unknown option or the like."""


class FileError(LudusError):
    """A file cannot be used; the message names the file and the place in it."""


class BadRecord(FileError):
    """A record is damaged, was altered, or contains an illegal move."""


class BadContent(FileError):
    """A content pack is malformed or breaks what the rulebook demands."""

    def __init__(
        self,
        message: str,
        path: Path | None = None,
        line: int = 0,
        at: Sequence[str | int] = (),
    ) -> None:
        super().__init__(message)
        self.path = path
        """The file it is about, if it is about one."""
        self.line = line
        """Where in the file, counted from one; 0 if it is about the whole of it."""
        self.at = tuple(at)
        """The way to the place, by keys and numbers of items, where it is known."""

    @property
    def reason(self) -> str:
        """The message without the file."""
        message = str(self)
        for head in (f"{self.path}:{self.line}: ", f"{self.path}: "):
            if message.startswith(head):
                return message[len(head) :]
        return message


class RulesBug(LudusError):
    """The rules contradict themselves: always a bug, never the player's fault."""
