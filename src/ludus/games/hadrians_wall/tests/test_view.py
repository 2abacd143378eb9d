"""Views and positions that fit them: the same view again, nothing broken, hidden cards dealt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.games.hadrians_wall.ids import NONE, PARTS
from ludus.games.hadrians_wall.state import State
from ludus.games.hadrians_wall.tests.scenes import NAMES, Scene, opened, rules
from ludus.games.hadrians_wall.view import View
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting


def asked_of(seat: int, state: State) -> list[tuple[str, list[str]]]:
    """What a seat is asked, and its options."""
    return [
        (decision.prompt, [action.text for action in decision.options])
        for decision in rules().decisions(state)
        if decision.seat == seat
    ]


def positions(seats: int, every: int) -> Iterator[State]:
    """Some positions of a game, all those before cards are turned up among them."""
    setting = Setting(seats, opened().options(seats, {}))
    table: Table[State, View] = Table(opened(), NAMES[:seats], setting.options)
    rng = SeededRng(f"views {seats}")
    for decisions in random_play(table, setting, rng, Keen(opened(), glances=2)):
        lying = any(decision.prompt in ("path", "defence", "road_year") for decision in decisions)
        if lying or len(table.moves) % every == 0:
            yield table.state
    yield table.state


def cards(mask: int) -> tuple[int, ...]:
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)


def shows(view: View, state: State) -> None:
    """Everything that lies open is in a view as it is; of what is hidden, how much there is."""
    assert all(seat in range(state.seats) for seat in view.waiting), "chance is nobody"
    assert view.hand_sizes == tuple(len(cards(hand)) for hand in state.hands)
    assert view.deck_sizes == tuple(len(cards(deck)) for deck in state.decks)
    assert view.has_laid == tuple(card >= 0 for card in state.laid)
    assert (view.fate_left, view.fate_discard) == (
        len(cards(state.fate_pile)),
        cards(state.fate_discard),
    )
    assert view.neutral_left == len(cards(state.neutral_deck))
    neutral = (*cards(state.neutral_deck), *view.neutral_gone, *view.neutral_cards)
    assert sorted(neutral) == (list(range(12)) if state.seats < 3 else [])
    if view.viewer == SPECTATOR:
        assert (view.hand, view.laid) == ((), NONE)
    else:
        assert view.hand == cards(state.hands[view.viewer])
        assert view.laid == state.laid[view.viewer]


@pytest.mark.clause("hw.flow.10")
@pytest.mark.parametrize(("seats", "every"), [(1, 9), (2, 17), (3, 61), (4, 31)])
def test_a_position_that_fits_a_view_gives_the_same_view(seats: int, every: int) -> None:
    rng = SeededRng("resample")
    for state in positions(seats, every):
        for viewer in (*range(seats), SPECTATOR):
            view = rules().view(state, viewer)
            shows(view, state)
            drawn = rules().resample(view, rng)
            assert rules().view(drawn, viewer) == view
            assert list(rules().check(drawn)) == []
            assert asked_of(viewer, drawn) == asked_of(viewer, state)
            asked = {d.seat for d in rules().decisions(state)}
            assert {d.seat for d in rules().decisions(drawn)} == asked


def test_the_parts_of_a_sheet_are_all_of_it() -> None:
    """Every place of a sheet has one name in a view."""
    ends = [0, *(start + size for _, start, size in PARTS)]
    assert [start for _, start, _ in PARTS] == ends[:-1]
    assert ends[-1] == len(Scene().state.sheets[0])


@pytest.mark.clause("hw.cards.2")
def test_hidden_cards_are_dealt_from_all_that_are_unseen() -> None:
    scene = Scene.start(3)
    scene.turn(0)
    for number in (0, 1, 2, 3, 4, 5):
        scene.turn(number % 2 + 2 * (number // 2))
    scene.do("path:2", seat=1)
    state, rng = scene.state, SeededRng("deal")
    view = rules().view(state, 0)
    assert view.hand == (0, 1) and view.has_laid == (False, True, False)
    hands: set[int] = set()
    laid: set[int] = set()
    for _ in range(150):
        drawn = rules().resample(view, rng)
        assert drawn.hands[0] == state.hands[0] and drawn.laid[0] == drawn.laid[2] == NONE
        assert drawn.hands[1] >> drawn.laid[1] & 1
        hands |= {card for card in range(12) if drawn.hands[2] >> card & 1}
        laid.add(drawn.laid[1])
    assert hands == laid == set(range(12))
