"""The kit as pytest tests. A game's `tests/test_kit.py` is about these lines:

    from ludus.games.cambria import GAME
    from ludus.kit import suite

    test_conformance = suite.conformance(GAME, games=4, scoring=True)
    test_leak = suite.leak(GAME)
    test_clauses = suite.clauses(GAME)

Tests that play games are split by seat count, so that a failure names it and they can share cores.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from ludus.core.game import Game
from ludus.core.protocol import S, V
from ludus.kit.clauses import coverage
from ludus.kit.conformance import BOUND
from ludus.kit.conformance import conformance as check_conformance
from ludus.kit.laws import Scoring
from ludus.kit.leak import Effort
from ludus.kit.leak import leak as check_leak

__all__ = ["Effort", "Scoring", "clauses", "conformance", "leak"]

Test: TypeAlias = Callable[[], None]
SeatsTest: TypeAlias = Callable[[int], None]


def conformance(
    game: Game[S, V],
    games: int = 3,
    seed: int = 0,
    scoring: Scoring | None = None,
    bound: int = BOUND,
) -> SeatsTest:
    """Random games at every seat count and option keep the protocol's promises."""

    @_each_seat_count(game)
    def test(seats: int) -> None:
        check_conformance(game.open(), games, seed, (seats,), scoring, bound)

    return test


def leak(
    game: Game[S, V],
    games: int = 2,
    seed: int = 0,
    bound: int = BOUND,
    effort: Effort | None = None,
) -> SeatsTest:
    """What a seat may not know never changes what it is told."""

    @_each_seat_count(game)
    def test(seats: int) -> None:
        check_leak(game.open(), games, seed, (seats,), bound, effort)

    return test


def clauses(game: Game[S, V], *elsewhere: Path) -> Test:
    """Every clause of the rulebook is shown by a test, in the game's `tests/` or elsewhere."""

    def test() -> None:
        report = coverage(game.folder, elsewhere)
        assert report.ok, "\n".join([report.summary(), *report.faults()])

    return test


def _each_seat_count(game: Game[S, V]) -> Callable[[SeatsTest], SeatsTest]:
    return pytest.mark.parametrize("seats", game.meta.seats)
