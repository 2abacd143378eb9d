"""Positions as numbers: a row is about its viewer's sheet, wherever that lies."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.net import Judge, Net, rows_of
from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.state import Frame, State

BOX = GAME.open()


def positions(seats: int, count: int) -> list[State]:
    rules = BOX.rules
    rng = SeededRng(f"encode {seats}")
    state = rules.setup(seats, BOX.options(seats, {}))
    found: list[State] = []
    while len(found) < count and (decisions := rules.decisions(state)):
        found.append(rules.copy(state))
        asked = decisions[rng.below(len(decisions))]
        rules.apply(state, asked.seat, pick(asked, rng), None)
    return found


def moved(state: State, by: int) -> State:
    """The same game with everybody `by` seats further on."""
    seats = state.seats

    def whose(seat: int) -> int:
        return (seat + by) % seats if seat >= 0 else seat

    def order(seat: int) -> int:
        return (seat - by) % seats

    return replace(
        state,
        sheets=[state.sheets[order(seat)] for seat in range(seats)],
        decks=[state.decks[order(seat)] for seat in range(seats)],
        hands=[state.hands[order(seat)] for seat in range(seats)],
        laid=[state.laid[order(seat)] for seat in range(seats)],
        offers=[state.offers[order(seat)] for seat in range(seats)],
        stack=[Frame(f.phase, whose(f.seat), f.about) for f in state.stack],
    )


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_row_does_not_tell_who_sits_where(seats: int) -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    for state in positions(seats, 200)[::9]:
        for by in range(1, seats):
            for viewer in range(seats):
                there = (moved(state, by), (viewer + by) % seats)
                both = encoding.features(rows_of(encoding, [(state, viewer), there]))
                assert np.array_equal(both[0], both[1])


def test_before_anything_is_learned_a_net_says_what_the_evaluation_says() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    judge = Judge(encoding, Net.new([encoding.width, 8, 1], 0))
    state = positions(1, 120)[-1]
    found = judge.judge(rows_of(encoding, [(state, 0)]))
    assert BOX.evaluate(state, 0) == pytest.approx(
        1 / (1 + np.exp((60.0 - found[0, 0]) / 7.0)), abs=0.01
    )
