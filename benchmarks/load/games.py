"""Which load each game is put under, and the positions that its tables start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludus.core.chance import SeededRng, next_decision
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table

SAMPLE_GAMES: Final = 40
"""How many random games the starting positions are drawn from."""


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


def openings(game: str, seats: int, count: int) -> list[list[tuple[int, str]]]:
    """The moves so far of `count` tables, each (seat, action); the same ones at every call.

    Positions are drawn from all moments of all sample games alike, so tables stand in all phases of
    the game, and while the test runs as many games end as are started again.
    """
    rng = SeededRng(1)
    moments = [
        (table, number)
        for table in [_random_game(game, seats, SeededRng(n)) for n in range(SAMPLE_GAMES)]
        for number, move in enumerate(table.moves)
        if move.seat >= 0
    ]
    chosen = [moments[rng.below(len(moments))] for _ in range(count)]
    return [[(move.seat, move.act) for move in table.moves[:stop]] for table, stop in chosen]


def finished(game: str, seats: int, count: int) -> list[list[tuple[int, str]]]:
    """The moves of whole random games; the same ones at every call."""
    tables = [_random_game(game, seats, SeededRng(n)) for n in range(count)]
    return [[(move.seat, move.act) for move in table.moves] for table in tables]


def _random_game(game: str, seats: int, rng: SeededRng) -> AnyTable:
    table: AnyTable = Table(open_box(game), [f"Player {seat}" for seat in range(seats)])
    table.settle(rng)
    while not table.over:
        decision = next_decision(table.decisions(), rng)
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
        table.settle(rng)
    return table
