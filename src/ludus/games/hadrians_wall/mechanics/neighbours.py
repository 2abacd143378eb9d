"""Whose cards are in reach of a seat [flow.9, few.6-9, few.16]."""

from __future__ import annotations

from ludus.games.hadrians_wall.ids import NEUTRAL_SLOT


def owner_of(seats: int, seat: int, slot: int) -> int:
    """The seat, or NEUTRAL_SLOT plus the neutral card, behind slot 0 (left) or 1 (right).

    With two players the second neighbour is the neutral card; alone, both neighbours are.
    """
    if seats == 1:
        return NEUTRAL_SLOT + slot
    if seats == 2:
        return NEUTRAL_SLOT if slot else 1 - seat
    return (seat + 1) % seats if slot == 0 else (seat - 1) % seats
