"""Which load each game is put under."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Plan:
    """The load for one game: tables, players at each, actions per second over all tables."""

    tables: int
    seats: int
    rate: float


PLANS: Final = {
    "cambria": Plan(500, 2, 200.0),
    "conqueror": Plan(100, 3, 100.0),
    "agricola": Plan(100, 2, 100.0),
    "hadrians_wall": Plan(100, 2, 100.0),
    "para_bellum": Plan(100, 2, 100.0),
}
