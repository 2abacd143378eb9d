"""The kit as pytest tests: split by seat count, and failing where the kit fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.toys import Bids, BidState, Hourglass, bids, hourglass
from tests.kit.toys.common import toy_game
from tests.kit.toys.hourglass import GlassState

from ludus.core.protocol import Emit, Outcome
from ludus.kit import suite
from ludus.kit.broken import Broken


class Unordered(Hourglass):
    def outcome(self, state: GlassState) -> Outcome | None:
        return None if state.left else Outcome(tuple(state.points), (1, 2), "sand")


class Peek(Bids):
    def reveal(self, state: BidState, emit: Emit | None) -> None:
        return


def test_by_seat_count(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "bids", bids())
    for test in (suite.conformance(game), suite.leak(game), suite.face(game)):
        (mark,) = test.pytestmark  # type: ignore[attr-defined]  # Put there by pytest.
        assert mark.args == ("seats", (2, 3))
        test(2)
        test(3)


def test_conformance_fails_where_the_kit_does(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "glass", hourglass(Unordered()))
    suite.conformance(game, games=9)(2)
    with pytest.raises(Broken, match=r"worse place|are said to have decided"):
        suite.conformance(game, games=9, scoring=suite.Scoring())(2)


def test_leak_fails_where_the_kit_does(tmp_path: Path) -> None:
    game = toy_game(tmp_path / "bids", bids(Peek()))
    with pytest.raises(Broken, match="is told what it may not know"):
        suite.leak(game, games=9)(3)
