"""Positions as numbers: what a viewer's row is made of does not depend on who sits where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.net import Judge, Net, rows_of
from ludus.games.conqueror import GAME
from ludus.games.conqueror.ids import BID, NONE
from ludus.games.conqueror.state import Battle, Frame, State

BOX = GAME.open()


def positions(seats: int, count: int) -> list[State]:
    """Positions of a random game, mid-turn ones among them."""
    rules = BOX.rules
    rng = SeededRng(f"encode {seats}")
    state = rules.setup(seats, BOX.options(seats, {"timer": "off"}))
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

    def turned(values: list[int]) -> list[int]:
        return [values[(seat - by) % seats] for seat in range(seats)]

    def mask(of: int) -> int:
        return sum(1 << whose(seat) for seat in range(seats) if of >> seat & 1)

    def battle(fight: Battle) -> Battle:
        return replace(fight.copy(), attacker=whose(fight.attacker), defender=whose(fight.defender))

    return replace(
        state.copy(),
        faction=turned(state.faction),
        rank=turned(state.rank),
        rolls=turned(state.rolls),
        order=[whose(seat) for seat in state.order],
        purse=turned(state.purse),
        hand=turned(state.hand),
        burnt=turned(state.burnt),
        mission=turned(state.mission),
        done=turned(state.done),
        ruled_out=turned(state.ruled_out),
        wins=[
            state.wins[(seat - by) % seats * seats + (loser - by) % seats]
            for seat in range(seats)
            for loser in range(seats)
        ],
        noted=turned(state.noted),
        bids=turned(state.bids),
        pledged=turned(state.pledged),
        alive=mask(state.alive),
        owner=[whose(holder) for holder in state.owner],
        held=turned(state.held),
        size=turned(state.size),
        declined=mask(state.declined),
        claims=turned(state.claims),
        unsettled=mask(state.unsettled),
        battle=None if state.battle is None else battle(state.battle),
        stack=[Frame(f.phase, whose(f.seat), f.count, f.which) for f in state.stack],
    )


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_row_does_not_tell_who_sits_where(seats: int) -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    for state in positions(seats, 500)[::37]:
        for by in range(1, seats):
            for viewer in range(seats):
                there = (moved(state, by), (viewer + by) % seats)
                both = encoding.features(rows_of(encoding, [(state, viewer), there]))
                assert np.array_equal(both[0], both[1])


def test_rows_of_both_maps_can_be_mixed() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    here, there = positions(4, 150)[-1], positions(5, 150)[-1]
    places = [(here, 0), (there, 1), (here, 2)]
    mixed = encoding.features(rows_of(encoding, places))
    for index, position in enumerate(places):
        alone = encoding.features(rows_of(encoding, [position]))[0]
        assert np.array_equal(mixed[index], alone)


def test_heroes_missions_and_bids_of_rivals_change_no_row() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    rng = SeededRng("other secrets")
    changed = 0
    for state in positions(4, 900)[::11]:
        other = BOX.rules.resample(BOX.rules.view(state, 0), rng)
        changed += other.hand != state.hand or other.mission != state.mission
        assert encoding.pack(other, 0) == encoding.pack(state, 0)
    assert changed > 20


def test_a_sealed_bid_is_told_from_one_to_come() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    state = next(
        each
        for each in positions(4, 900)
        if each.stack and each.stack[-1].phase == BID and each.bids[1] == NONE
    )
    before = encoding.pack(state, 0)
    state.bids[1] = 1
    sealed = encoding.pack(state, 0)
    assert sealed != before
    state.bids[1] = 0
    assert encoding.pack(state, 0) == sealed


def test_before_anything_is_learned_whoever_is_ahead_is_likelier_to_win() -> None:
    assert BOX.encoding is not None
    encoding = BOX.encoding()
    judge = Judge(encoding, Net.new([encoding.width, 8, encoding.outputs], 0))
    state = positions(4, 600)[-1]
    found = judge.judge(rows_of(encoding, [(state, seat) for seat in range(4)]))
    assert found[:, 4:].max() == 0.0
    assert found.sum(1) == pytest.approx(np.ones(4))
    by_hand = [BOX.evaluate(state, seat) for seat in range(4)]
    assert int(found[:, 0].argmax()) == by_hand.index(max(by_hand))
