"""Positions as numbers: what a viewer's row is made of does not depend on who sits where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.net import rows_of
from ludus.games.cambria import GAME
from ludus.games.cambria.ids import NONE
from ludus.games.cambria.state import Frame, State

BOX = GAME.open()


def positions(seats: int, side: str, count: int) -> list[State]:
    """Positions of a random game, mid-turn ones among them."""
    rules = BOX.rules
    rng = SeededRng(f"{seats} {side}")
    state = rules.setup(seats, BOX.options(seats, {"side": side}))
    found: list[State] = []
    while len(found) < count and (decisions := rules.decisions(state)):
        found.append(rules.copy(state))
        rules.apply(state, decisions[0].seat, pick(decisions[0], rng), None)
    return found


def moved(state: State, by: int) -> State:
    """The same game with everybody `by` seats further on; a dummy keeps its number."""
    seats = state.seats

    def whose(player: int) -> int:
        return (player + by) % seats if 0 <= player < seats else player

    def turned(values: list[int]) -> list[int]:
        return [values[(seat - by) % seats] for seat in range(seats)] + values[seats:]

    return replace(
        state,
        held=turned(state.held),
        supply=turned(state.supply),
        aboard=[whose(player) for player in state.aboard],
        captor=[whose(player) for player in state.captor],
        second=[whose(player) for player in state.second],
        rolls=turned(state.rolls),
        latest=turned(state.latest),
        start=whose(state.start) if state.start != NONE else NONE,
        stack=[
            Frame(f.phase, whose(f.seat), whose(f.player), f.die, f.target) for f in state.stack
        ],
    )


@pytest.mark.parametrize("side", ["cambria", "cumbria"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_row_does_not_tell_who_sits_where(seats: int, side: str) -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    for state in positions(seats, side, 150)[::7]:
        for by in range(1, seats):
            for viewer in range(seats):
                there = (moved(state, by), (viewer + by) % seats)
                both = encoding.features(rows_of(encoding, [(state, viewer), there]))
                assert np.array_equal(both[0], both[1])


def test_rows_of_both_sides_can_be_mixed() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    here = positions(3, "cambria", 60)[-1]
    there = positions(3, "cumbria", 60)[-1]
    mixed = encoding.features(rows_of(encoding, [(here, 0), (there, 1), (here, 2)]))
    for index, position in enumerate([(here, 0), (there, 1), (here, 2)]):
        alone = encoding.features(rows_of(encoding, [position]))[0]
        assert np.array_equal(mixed[index], alone)


def test_before_anything_is_learned_a_net_says_what_the_evaluation_says() -> None:
    from ludus.core.net import Judge, Net

    assert BOX.encoding is not None
    encoding = BOX.encoding()
    judge = Judge(encoding, Net.new([encoding.width, 8, encoding.outputs], 0))
    state = positions(2, "cambria", 90)[-1]
    found = judge.judge(rows_of(encoding, [(state, 0), (state, 1)]))
    assert found[0, 0] == pytest.approx(BOX.evaluate(state, 0), abs=0.01)
    assert found[0, 0] == pytest.approx(found[1, 1], abs=1e-5)
    assert found[0, 2:].max() == 0.0
