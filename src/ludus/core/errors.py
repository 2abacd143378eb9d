"""Three families of error: the player's, the file's, and ours.

Every message says what was wrong, where, and what would have been right.
"""

from __future__ import annotations

from collections.abc import Sequence


class LudusError(Exception):
    """Any error that Ludus raises on purpose."""


class PlayerError(LudusError):
    """The player asked for something that cannot be; nothing was changed."""


class IllegalAction(PlayerError):
    """The action is not among those offered to this seat now."""

    def __init__(self, why: str, seat: int, action: str, offered: Sequence[str]) -> None:
        super().__init__(why)
        self.seat = seat
        self.action = action
        self.offered = tuple(offered)


class BadRequest(PlayerError):
    """An unknown game, a wrong seat count, an unknown option or the like."""


class FileError(LudusError):
    """A file cannot be used as it is; the message names the file and the place in it."""


class BadRecord(FileError):
    """A record is damaged, was altered, or does not follow the rules."""


class BadContent(FileError):
    """A content pack is malformed or breaks what the rulebook demands."""


class RulesBug(LudusError):
    """The rules contradict themselves: always our fault, never the player's."""
