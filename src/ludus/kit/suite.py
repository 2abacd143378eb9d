"""The kit as pytest tests. A game's `tests/test_kit.py` is about these lines:

    from ludus.games.cambria import GAME
    from ludus.kit import suite

    test_kit = suite.kit(GAME, suite.Settings(games=4, scoring=suite.Scoring()))

That makes every check of `ludus.kit.checks`, those that play games once for each seat count, so
that a failure names it and they can share cores. Single checks can be taken with settings of their
own, such as `test_leak = suite.leak(GAME, games=1)`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import pytest

from ludus.core.game import Game
from ludus.core.protocol import S, V
from ludus.kit.checks import CHECKS, Check, Settings
from ludus.kit.conservation import conserved as check_conserved
from ludus.kit.leak import Effort
from ludus.kit.protocol_checks import Scoring
from ludus.kit.random_play import BOUND

__all__ = [
    "Effort",
    "Scoring",
    "Settings",
    "clauses",
    "conformance",
    "conserved",
    "face",
    "golden",
    "golden_seeds",
    "kit",
    "leak",
    "perft",
    "words",
]

Test: TypeAlias = Callable[[], None]
SeatsTest: TypeAlias = Callable[[int], None]
KitTest: TypeAlias = Callable[[Check, int], None]


def kit(game: Game[S, V], given: Settings | None = None, skip: Sequence[str] = ()) -> KitTest:
    """Every check there is, but those to skip: for games that take one with other settings."""
    unknown = set(skip) - {check.name for check in CHECKS}
    if unknown:
        raise ValueError(f"no such check: {', '.join(sorted(unknown))}")
    made = [
        pytest.param(check, seats, id=f"{check.name}-{seats}" if check.by_seats else check.name)
        for check in CHECKS
        if check.name not in skip
        for seats in check.seats(game)
    ]

    @pytest.mark.parametrize(("check", "seats"), made)
    def test(check: Check, seats: int) -> None:
        check.test(game, given or Settings(), seats)

    return test


def conformance(
    game: Game[S, V],
    games: int = 3,
    seed: int = 0,
    scoring: Scoring | None = None,
    bound: int = BOUND,
) -> SeatsTest:
    """Random games at every seat count and option keep the promises of the protocol."""
    return _by_seats("conformance", game, Settings(games, seed, bound, scoring))


def leak(
    game: Game[S, V],
    games: int = 2,
    seed: int = 0,
    bound: int = BOUND,
    effort: Effort | None = None,
) -> SeatsTest:
    """What a seat may not know never changes what it is told."""
    return _by_seats("leak", game, Settings(games, seed, bound, effort=effort))


def face(game: Game[S, V], games: int = 2, seed: int = 0, bound: int = BOUND) -> SeatsTest:
    """Prompts, choices, log, pictures and descriptions hold all through random play."""
    return _by_seats("face", game, Settings(games, seed, bound))


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
    return _once("words", game, Settings(games, seed, silent=silent, word_seats=seats))


def perft(game: Game[S, V]) -> Test:
    """The counts in `tests/perft.toml` are right."""
    return _once("perft", game)


def golden(game: Game[S, V]) -> Test:
    """The golden games in `tests/golden/` lead where they led."""
    return _once("golden", game)


def golden_seeds(game: Game[S, V], seeds: int | None = None) -> Test:
    """The games of `tests/golden_seeds.json` end where they ended: all, or some of the `seeds`."""
    return _once("golden_seeds", game, Settings(seeds=seeds))


def clauses(game: Game[S, V], *elsewhere: Path) -> Test:
    """Every clause of the rulebook is shown by a test, in the game's `tests/` or elsewhere."""
    return _once("clauses", game, Settings(tests=elsewhere))


def conserved(
    game: Game[S, V], measure: Callable[[S], object], games: int = 3, seed: int = 0
) -> SeatsTest:
    """Something stays the same from the first move to the last."""

    @_each_seat_count(game)
    def test(seats: int) -> None:
        check_conserved(game.open(), measure, games, seed, (seats,))

    return test


def _by_seats(name: str, game: Game[S, V], given: Settings) -> SeatsTest:
    @_each_seat_count(game)
    def test(seats: int) -> None:
        _named(name).test(game, given, seats)

    return test


def _once(name: str, game: Game[S, V], given: Settings | None = None) -> Test:
    def test() -> None:
        _named(name).test(game, given or Settings(), 0)

    return test


def _named(name: str) -> Check:
    return next(check for check in CHECKS if check.name == name)


def _each_seat_count(game: Game[S, V]) -> Callable[[SeatsTest], SeatsTest]:
    return pytest.mark.parametrize("seats", game.meta.seats)
