"""Positions as numbers: what one side knows, whoever sits where."""

from __future__ import annotations

import numpy as np
import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.net import Judge, Net, rows_of
from ludus.games.agricola import GAME
from ludus.games.agricola.bot.known import Known, as_known, known_armies
from ludus.games.agricola.bot.lookups import Lookups
from ludus.games.agricola.encode import AgricolaEncoding
from ludus.games.agricola.ids import AMBUSH, CALEDONIAN, OPPIDUM, ROMAN, WASTES
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import Scene, place, tables

BOX = GAME.open()
EVERY = 23
TABLES: list[dict[str, str]] = [
    {},
    {"scenario": "short", "ships_at_centers": "stop"},
    {"bidding": "on", "siege": "on", "southern_centers": "all"},
]


def encoding() -> AgricolaEncoding:
    assert BOX.encoding is not None
    found = BOX.encoding()
    assert isinstance(found, AgricolaEncoding)
    return found


def positions(options: dict[str, str]) -> list[State]:
    """Some positions of a random game, mid-turn ones among them."""
    rules = BOX.rules
    rng = SeededRng(f"encode {sorted(options)}")
    state = rules.setup(2, BOX.options(2, options))
    found: list[State] = []
    number = 0
    while decisions := rules.decisions(state):
        if number % EVERY == 0:
            found.append(rules.copy(state))
        number += 1
        decision = decisions[rng.below(len(decisions))]
        rules.apply(state, decision.seat, pick(decision, rng), None)
    return [*found, state]


def swapped(state: State) -> State:
    """The same game with the players in each other's seats."""
    found = state.copy()
    found.flip = 1 - state.flip
    found.bids = state.bids[::-1]
    return found


@pytest.mark.parametrize("options", TABLES)
def test_a_row_does_not_tell_who_sits_where(options: dict[str, str]) -> None:
    encode = encoding()
    for state in positions(options):
        for viewer in range(2):
            both = [(state, viewer), (swapped(state), 1 - viewer)]
            rows = rows_of(encode, both)
            assert rows[0, 0] == viewer
            features = encode.features(rows)
            assert features.shape == (2, encode.width)
            assert np.array_equal(features[0], features[1])


@pytest.mark.parametrize("options", TABLES)
def test_what_a_view_hides_changes_no_row(options: dict[str, str]) -> None:
    encode = encoding()
    rng = SeededRng("other secrets")
    changed = 0
    for state in positions(options):
        for viewer in range(2):
            other = BOX.rules.resample(BOX.rules.view(state, viewer), rng)
            changed += other.at != state.at or other.hand != state.hand
            assert encode.pack(other, viewer) == encode.pack(state, viewer)
    assert changed > 10


@pytest.mark.parametrize("options", TABLES)
def test_views_that_differ_give_other_features(options: dict[str, str]) -> None:
    encode = encoding()
    known: dict[bytes, object] = {}
    for state in positions(options):
        for viewer in range(2):
            features = encode.features(np.array([encode.pack(state, viewer)]))
            seen = encode.seen(BOX.rules.view(state, viewer))
            assert known.setdefault(features.tobytes(), seen) == seen
    assert len(known) > 10


def test_each_side_has_its_own_half() -> None:
    encode = encoding()
    state = positions({})[5]
    halves = encode.features(rows_of(encode, [(state, 0), (state, 1)]))
    halves = halves.reshape(2, 2, -1)
    for viewer in range(2):
        side = viewer ^ state.flip
        assert halves[viewer, side].any()
        assert not halves[viewer, 1 - side].any()


def test_before_anything_is_learned_a_net_says_what_can_be_expected() -> None:
    encode = encoding()
    judge = Judge(encode, Net.new([encode.width, 4, encode.outputs], 0))
    legions = "Agricola, II Ad A, II Ad B, IX H A, IX H B"
    strong = Scene(romans={"2731": legions}, ap=(4, 0), turn=5).state
    weak = Scene(romans={"2731": "Aux I Batav"}, ap=(0, 4), turn=5).state
    found = judge.judge(rows_of(encode, [(strong, 0), (weak, 0), (strong, 1), (weak, 1)]))
    assert found.sum(1) == pytest.approx(np.ones(4), abs=1e-5)
    assert found[0, 0] > found[1, 0]
    assert found[2, 0] < found[3, 0]


def test_unseen_tribes_count_alike_wherever_they_stand() -> None:
    """[20.0] The Romans count with as many as there are, not with those who are there."""
    host = "Calgacus, Gaesatae I, Gaesatae II, Chariots I"
    scene = Scene(
        romans={"2731": "Agricola, II Ad A"},
        tribes={"2226": host, "2334": "Atecotti I"},
        turn=3,
    )
    t = tables()
    lookups = Lookups(t, t.contents.counters)
    found: list[list[int]] = []
    for side in (ROMAN, CALEDONIAN):
        known = Known(t, scene.state, side)
        seen = as_known(scene.state, side, known)
        tribes = known_armies(t, lookups, seen, side, known).tribes
        found.append([tribes[place(at)].strength for at in ("2226", "2334")])
    assert found[ROMAN][0] == found[ROMAN][1]
    assert found[CALEDONIAN][0] > found[CALEDONIAN][1]


def test_romans_do_not_know_what_lies_face_down() -> None:
    scene = Scene(romans={"2731": "Agricola"}, turn=3)
    state = scene.state
    state.center = [AMBUSH, OPPIDUM, *[WASTES] * (len(state.center) - 2)]
    state.center_up = 0
    known = Known(tables(), state, ROMAN)
    assert as_known(state, ROMAN, known).center == [WASTES] * len(state.center)
    known = Known(tables(), state, CALEDONIAN)
    assert as_known(state, CALEDONIAN, known).center == state.center
