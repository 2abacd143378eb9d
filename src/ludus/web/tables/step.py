"""One change of a table while it is being made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.core.protocol import Seat
from ludus.store import Call, ChatRow, LogKind, LogRow, SeatRow


@dataclass(slots=True)
class Step:
    """What a change writes to the store, and what viewers must know of it."""

    now: int
    rows: int
    """The number of the last row in the log."""
    log: list[LogRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    moved: Seat | None = None
    undone: bool = False
    """Whether moves were taken back, so that viewers need the whole log again."""
    use_link: str = ""
    touched: bool = False
    """Whether there is anything to save."""
    calls: Sequence[Call] = ()
    """The webhook calls that it brings up."""

    def write(self, kind: LogKind, seat: Seat, act: str, gone: tuple[int, ...] = ()) -> int:
        """Add a row to the log; its number."""
        self.rows += 1
        self.log.append(LogRow(self.rows, kind, seat, act, self.now, gone))
        self.touched = True
        return self.rows
