"""The kit as pytest tests. A game's `tests/test_kit.py` is about these lines:

    from ludus.games.cambria import GAME
    from ludus.kit import suite

    test_conformance = suite.conformance(GAME, games=4, scoring=suite.Scoring())
    test_leak = suite.leak(GAME)
    test_face = suite.face(GAME)
    test_words = suite.words(GAME)
    test_perft = suite.perft(GAME)
    test_golden = suite.golden(GAME)
    test_clauses = suite.clauses(GAME)

Tests that play games are split by seat count, so that a failure names it and they can share cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from ludus.core.game import Game
from ludus.core.protocol import S, V
from ludus.kit.broken import Broken
from ludus.kit.clauses import coverage
from ludus.kit.conformance import conformance as check_conformance
from ludus.kit.conservation import conserved as check_conserved
from ludus.kit.faces import listen
from ludus.kit.golden import folder_of, golden_faults
from ludus.kit.laws import Scoring
from ludus.kit.leak import Effort
from ludus.kit.leak import leak as check_leak
from ludus.kit.perft import FILE as PERFT
from ludus.kit.perft import perft_faults
from ludus.kit.random_play import BOUND
from ludus.kit.words import word_faults

__all__ = [
    "Effort",
    "Scoring",
    "clauses",
    "conformance",
    "conserved",
    "face",
    "golden",
    "leak",
    "perft",
    "words",
]

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


def conserved(
    game: Game[S, V], measure: Callable[[S], object], games: int = 3, seed: int = 0
) -> SeatsTest:
    """Something stays the same from the first move to the last."""

    @_each_seat_count(game)
    def test(seats: int) -> None:
        check_conserved(game.open(), measure, games, seed, (seats,))

    return test


def face(game: Game[S, V], games: int = 2, seed: int = 0, bound: int = BOUND) -> SeatsTest:
    """Prompts, choices, log, pictures and descriptions hold all through random play."""

    @_each_seat_count(game)
    def test(seats: int) -> None:
        listen(game.open(), games, seed, (seats,), bound)

    return test


def words(
    game: Game[S, V],
    games: int = 2,
    seed: int = 0,
    silent: Sequence[str] = (),
    seats: Sequence[int] | None = None,
) -> Test:
    """What occurs has words, and no words are left over. `silent` events need none.

    Where games are long, some of the `seats` will do.
    """

    def test() -> None:
        _none(word_faults(game, games, seed, silent, seats))

    return test


def perft(game: Game[S, V]) -> Test:
    """The counts in `tests/perft.toml` are right."""

    def test() -> None:
        _none(perft_faults(game.open(), game.folder / "tests" / PERFT))

    return test


def golden(game: Game[S, V]) -> Test:
    """The golden games in `tests/golden/` lead where they led."""

    def test() -> None:
        _none(golden_faults(game.open(), folder_of(game)))

    return test


def clauses(game: Game[S, V], *elsewhere: Path) -> Test:
    """Every clause of the rulebook is shown by a test, in the game's `tests/` or elsewhere."""

    def test() -> None:
        report = coverage(game.folder, elsewhere)
        _none(report.faults() if report.ok else [report.summary(), *report.faults()])

    return test


def _none(faults: Iterable[str]) -> None:
    found = list(faults)
    if found:
        raise Broken("\n".join(found))


def _each_seat_count(game: Game[S, V]) -> Callable[[SeatsTest], SeatsTest]:
    return pytest.mark.parametrize("seats", game.meta.seats)
