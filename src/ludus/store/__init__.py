"""Tables on disk: the log of every game, who sits where, and what was said."""

from ludus.store.interface import (
    JOINED,
    Call,
    Change,
    ChatRow,
    Conflict,
    Head,
    Link,
    LogKind,
    LogRow,
    SeatKind,
    SeatRow,
    Session,
    Stage,
    Store,
    Stored,
    StoreError,
    kept,
)
from ludus.store.sqlite import SqliteStore

__all__ = [
    "JOINED",
    "Call",
    "Change",
    "ChatRow",
    "Conflict",
    "Head",
    "Link",
    "LogKind",
    "LogRow",
    "SeatKind",
    "SeatRow",
    "Session",
    "SqliteStore",
    "Stage",
    "Store",
    "StoreError",
    "Stored",
    "kept",
]
