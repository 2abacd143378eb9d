"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

NAME_LIMIT: Final = 32
"""The longest name of a visitor; fields on pages take no more."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second on average, and so many at once."""

    second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers that an operator, a test or a benchmark may change."""

    base_url: str = ""
    """The public address of the server, for links in webhook calls."""
    bot_pause: float = 0.8
    """Seconds that a bot takes at least for a move, so that people can follow."""
    idle: float = 300.0
    """Seconds after which a table that nobody watches is unloaded."""
    idle_over: float = 60.0
    """The same for a game that is over."""
    heartbeat: float = 15.0
    lobby_every: float = 1.0
    """Seconds between two updates of the lobby."""
    away_after: float = 3.0
    """Seconds after which a player whose stream ended is shown as away."""

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
    record_moves: int = 20_000
    """The most moves that an uploaded record may have."""
    name_limit: int = NAME_LIMIT
    chat_limit: int = 500
    notes_limit: int = 20_000
    private_hooks: bool = False
    """Whether webhooks may go to private addresses: in tests they do."""
