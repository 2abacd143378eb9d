"""What is stored with each table besides the game itself, as JSON; and numbers of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from ludus.core.protocol import Decision, Seat
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
    """The numbers of the decisions by seat: see DecisionNumbers."""
    clocks: Clocks = msgspec.field(default_factory=Clocks)
    takeback: TakebackRequest | None = msgspec.field(default=None, name="asked")
    opening: OpenRequest | None = None
    forfeited: list[Seat] = []
    """The seats that resigned or ran out of time, in that order."""


def read_table_data(text: str) -> TableData:
    return msgspec.json.decode(text, type=TableData)


def dump_table_data(desk: TableData) -> str:
    return msgspec.json.encode(desk).decode()


Offer: TypeAlias = tuple[str, Sequence[object]] | None
"""A seat's decision as far as its number depends on it: the prompt and the options."""


class DecisionNumbers:
    """Gives each decision a number per seat: the log row that brought it up.

    Numbers only rise, undo or not; and they rise for one seat at a time, so players who act in
    parallel do not get into each other's way. `numbers` is the list that is stored with the table.
    """

    def __init__(self, numbers: list[int], decisions: Sequence[Decision]) -> None:
        self._numbers = numbers
        self._offers = self._offered(decisions)

    def __getitem__(self, seat: Seat) -> int:
        return self._numbers[seat]

    def update(
        self, decisions: Sequence[Decision], row: int, moved: Seat | None, undone: bool
    ) -> list[Seat]:
        """Renumber what has changed by the latest row; returns the seats that choose anew."""
        before, self._offers = self._offers, self._offered(decisions)
        newly = []
        for seat, offer in enumerate(self._offers):
            if offer != before[seat] or moved == seat or undone:
                self._numbers[seat] = row
            if offer is not None and before[seat] is None:
                newly.append(seat)
        return newly

    def _offered(self, decisions: Sequence[Decision]) -> list[Offer]:
        offers: list[Offer] = [None] * len(self._numbers)
        for decision in decisions:
            if decision.seat >= 0:
                offers[decision.seat] = (decision.prompt, decision.options)
        return offers
