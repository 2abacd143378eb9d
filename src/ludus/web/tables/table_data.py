"""What is stored with each table besides the game itself, as JSON."""

from __future__ import annotations

import msgspec

from ludus.core.lessons import Progress
from ludus.core.protocol import Seat
from ludus.web.tables.clocks import Clocks


class TakebackRequest(msgspec.Struct, frozen=True):
    """A takeback that somebody asked for: all moves from number `to` on."""

    seat: Seat
    to: int
    waiting: tuple[Seat, ...]
    """The seats whose players have not answered yet."""


class OpenRequest(msgspec.Struct, frozen=True):
    """The host's request to open a seat of a game with secrets to somebody new."""

    seat: Seat
    waiting: tuple[Seat, ...]
    """The seats whose players have not answered yet."""


class TableData(msgspec.Struct, omit_defaults=True):
    """Clocks, what the players are asked to agree to, and who has forfeited."""

    numbers: list[int] = []
    """The numbers of the decisions by seat: see `DecisionNumbers` in live_table.py."""
    clocks: Clocks = msgspec.field(default_factory=Clocks)
    takeback: TakebackRequest | None = msgspec.field(default=None, name="asked")
    opening: OpenRequest | None = None
    forfeited: list[Seat] = []
    """The seats that resigned or ran out of time, in that order."""
    unasked: dict[Seat, list[str]] = {}
    """By seat, the optional questions (their prompts) that its player never wants to be asked."""
    closed: str = ""
    """Why the operator has closed the table."""
    lesson: Progress | None = None
    """How far the table is in its lesson, if it has one."""
    coach: bool = False
    """Whether it is a beginner's table, where coaching is on unless its player says otherwise."""
