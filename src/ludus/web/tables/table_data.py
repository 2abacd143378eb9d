"""What the room keeps with each table besides the game itself, as JSON in the store."""

from __future__ import annotations

import msgspec

from ludus.core.protocol import Seat
from ludus.web.tables.clocks import Clocks


class TakebackRequest(msgspec.Struct, frozen=True):
    """A takeback that somebody asked for: all moves from number `to` on."""

    seat: Seat
    to: int
    waiting: tuple[Seat, ...]
    """The seats whose players have not answered yet."""


class TableData(msgspec.Struct, omit_defaults=True):
    """`numbers` are the decisions' numbers by seat: the log row that brought the decision up.

    They only rise, undo or not, so an answer to an earlier question is never taken for an answer
    to the present one; and they rise for one seat at a time, so players who act side by side do
    not get into each other's way.
    """

    numbers: list[int] = []
    clocks: Clocks = msgspec.field(default_factory=Clocks)
    takeback: TakebackRequest | None = msgspec.field(default=None, name="asked")
    forfeited: list[Seat] = []
    """The seats that gave up or ran out of time, in that order."""


def read_table_data(text: str) -> TableData:
    return msgspec.json.decode(text, type=TableData)


def dump_table_data(desk: TableData) -> str:
    return msgspec.json.encode(desk).decode()
