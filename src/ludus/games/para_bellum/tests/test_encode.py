"""Positions as numbers: what a viewer's row is made of does not depend on who sits where."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.net import Judge, Net, rows_of
from ludus.games.para_bellum import GAME
from ludus.games.para_bellum.ids import CHOOSE_DIE, NONE, PLACE_CELL, SEEN, SEEN_SHIFT
from ludus.games.para_bellum.state import Frame, Player, State

BOX = GAME.open()


def positions(seats: int, options: dict[str, str], count: int) -> list[State]:
    """Positions of a random game, mid-turn ones among them."""
    rules = BOX.rules
    rng = SeededRng(f"encode {seats}")
    state = rules.setup(seats, BOX.options(seats, options))
    found: list[State] = []
    while len(found) < count and (decisions := rules.decisions(state)):
        found.append(rules.copy(state))
        rules.apply(state, decisions[0].seat, pick(decisions[0], rng), None)
    return found


def moved(state: State, by: int) -> State:
    """The same game with everybody `by` seats further on."""
    seats = state.seats

    def whose(seat: int) -> int:
        return (seat + by) % seats if seat >= 0 else seat

    def mask(seen: int) -> int:
        return sum(1 << whose(seat) for seat in range(seats) if seen >> seat & 1)

    def player(seat: int) -> Player:
        found = state.players[(seat - by) % seats].copy()
        found.spied = [code & ~SEEN | mask(code & SEEN) for code in found.spied]
        return found

    def frame(f: Frame) -> Frame:
        values = {each.name: getattr(f, each.name) for each in fields(Frame)}
        for name in ("seat", "target", "at") if f.phase == CHOOSE_DIE else ("seat", "target"):
            values[name] = whose(values[name])
        return Frame(**values)

    alliances = state.alliances
    return replace(
        state.copy(),
        players=[player(seat) for seat in range(seats)],
        alliances=alliances[::-1] if by % 2 else alliances,
        order=[whose(seat) for seat in state.order],
        turn=whose(state.turn),
        ending=whose(state.ending),
        bottom_seen=[mask(seen) for seen in state.bottom_seen],
        stack=[frame(f) for f in state.stack],
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_row_does_not_tell_who_sits_where(seats: int) -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    for state in positions(seats, {}, 400)[::23]:
        for by in range(1, seats):
            for viewer in range(seats):
                there = (moved(state, by), (viewer + by) % seats)
                both = encoding.features(rows_of(encoding, [(state, viewer), there]))
                assert np.array_equal(both[0], both[1])


def test_hands_and_objectives_of_rivals_change_no_row() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    rng = SeededRng("other secrets")
    changed = 0
    for state in positions(3, {}, 500)[::9]:
        other = BOX.rules.resample(BOX.rules.view(state, 0), rng)
        rivals = zip(state.players[1:], other.players[1:], strict=True)
        changed += any(a.hand != b.hand or a.goals != b.goals for a, b in rivals)
        assert encoding.pack(other, 0) == encoding.pack(state, 0)
    assert changed > 20


def test_a_card_that_a_viewer_has_seen_is_told() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    state = next(
        each
        for each in positions(2, {}, 400)[100:]
        if each.players[1].hand and not each.players[1].spied
    )
    before = encoding.pack(state, 0)
    state.players[1].spied = [state.players[1].hand[0] << SEEN_SHIFT | 1]
    assert encoding.pack(state, 0) != before


def test_before_anything_is_learned_a_net_says_what_the_evaluation_says() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    judge = Judge(encoding, Net.new([encoding.width, 8, encoding.outputs], 0))
    state = positions(2, {}, 60)[-1]
    worth = [BOX.evaluate(state, seat) for seat in range(2)]
    found = judge.judge(rows_of(encoding, [(state, 0), (state, 1)]))
    # What a rival hides counts as an average.
    assert found[0, 0] == pytest.approx(worth[0], abs=0.25)
    assert found[0, 2:].max() == 0.0
    assert found.sum(1) == pytest.approx([1.0, 1.0])


def test_a_team_wins_together() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    judge = Judge(encoding, Net.new([encoding.width, 8, encoding.outputs], 0))
    state = positions(4, {}, 300)[-1]
    found = judge.judge(rows_of(encoding, [(state, 0)]))[0]
    assert found[0] == pytest.approx(found[2], abs=1e-6)
    assert found[1] == pytest.approx(found[3], abs=1e-6)
    both = encoding.chance(float(found[0]), state, 0) + encoding.chance(float(found[1]), state, 1)
    assert both == pytest.approx(1.0, abs=1e-5)


def test_a_card_chosen_in_secret_is_not_told() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    asked = [
        each
        for each in positions(2, {}, 400)
        if each.stack[-1].phase == PLACE_CELL and each.stack[-1].card != NONE
    ]
    state = asked[-1]
    rival = 1 - state.stack[-1].seat
    again = BOX.rules.resample(BOX.rules.view(state, rival), SeededRng(4))
    assert encoding.pack(again, rival) == encoding.pack(state, rival)
