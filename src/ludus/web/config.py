"""What can be set about a room, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAME_LIMIT: Final = 32
"""The longest name of a visitor; fields on pages take no more."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers that an operator, a test or a benchmark may want otherwise."""

    base_url: str = ""
    """How the room is reached from outside, for links in webhook calls."""
    bot_pause: float = 0.8
    """Seconds that a bot takes at least, so that people can follow."""
    idle: float = 300.0
    """Seconds after which a table that nobody looks at is put away."""
    idle_over: float = 60.0
    """The same for a game that is over: hardly anybody comes back to it at once."""
    heartbeat: float = 15.0
    lobby_every: float = 1.0
    """Seconds between two looks at the lists of the lobby."""
    away_after: float = 3.0
    """Seconds after which somebody whose stream ended counts as gone."""

    writes: Rate = Rate(10.0, 60)
    """Per session."""
    address_writes: Rate = Rate(40.0, 240)
    """Per address."""
    reads: Rate = Rate(60.0, 400)
    """Per address."""
    beginnings: Rate = Rate(1.0, 30)
    """New tables, sessions and uploads, per address."""
    streams_per_address: int = 200
    most_streams: int = 5000
    most_tables_loaded: int = 20_000

    body_limit: int = 64 * 1024
    record_limit: int = 4 * 1024 * 1024
    name_limit: int = NAME_LIMIT
    chat_limit: int = 500
    notes_limit: int = 20_000
    private_hooks: bool = False
    """Whether webhooks may go to private addresses: in tests they do."""
