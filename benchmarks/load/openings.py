"""The positions that tables start from, made with the code of any checkout.

Games of another version of the rules would lead elsewhere. Run as a script with that checkout on
PYTHONPATH: GAME SEATS COUNT; prints them as JSON. It may import nothing from beside it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ludus.core import chance
from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision
from ludus.core.registry import open_box
from ludus.core.table import Table

if TYPE_CHECKING:
    from ludus.core.table import AnyTable

SAMPLE_GAMES: Final = 40
"""How many random games the starting positions are drawn from."""


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
        decision = _next(table.decisions(), rng)
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
        table.settle(rng)
    return table


def _next(decisions: Sequence[Decision], rng: SeededRng) -> Decision:
    """Who acts; an older checkout has nothing that says so."""
    if hasattr(chance, "next_decision"):
        return chance.next_decision(decisions, rng)
    return decisions[rng.below(len(decisions))]


if __name__ == "__main__":
    json.dump(openings(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), sys.stdout)
