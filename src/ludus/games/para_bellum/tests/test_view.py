"""Views and positions that fit them: the same view again, nothing broken, hidden cards dealt."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, RULES
from ludus.games.para_bellum.view import View
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

PRIVATE = {"open_memory": "off", "objectives": "by_choice"}


def asked_of(seat: int, state: State) -> list[tuple[str, list[str]]]:
    """What a seat is asked, and its options."""
    return [
        (decision.prompt, [action.text for action in decision.options])
        for decision in RULES.decisions(state)
        if decision.seat == seat
    ]


def positions(seats: int, every: int, options: dict[str, str]) -> Iterator[State]:
    setting = Setting(seats, BOX.options(seats, options))
    table: Table[State, View] = Table(BOX, NAMES[:seats], setting.options)
    rng = SeededRng(f"views {seats}")
    for _ in random_play(table, setting, rng, Keen(BOX, glances=2)):
        if len(table.moves) % every == 0:
            yield table.state


@pytest.mark.parametrize(
    ("seats", "every", "options"), [(2, 9, {}), (2, 13, PRIVATE), (3, 23, {}), (4, 23, PRIVATE)]
)
def test_a_position_that_fits_a_view_gives_the_same_view(
    seats: int, every: int, options: dict[str, str]
) -> None:
    rng = SeededRng("resample")
    for state in positions(seats, every, options):
        for viewer in (*range(seats), SPECTATOR):
            view = RULES.view(state, viewer)
            drawn = RULES.resample(view, rng)
            assert RULES.view(drawn, viewer) == view
            assert list(RULES.check(drawn)) == []
            assert asked_of(viewer, drawn) == asked_of(viewer, state)
            # Of a rival who has named a card, the card that was named is not known.
            asked = [decision.seat for decision in RULES.decisions(state)]
            assert [decision.seat for decision in RULES.decisions(drawn)] == asked


@pytest.mark.clause("pb.gloss.4")
@pytest.mark.parametrize("options", [{}, PRIVATE])
def test_hidden_cards_are_dealt_from_all_that_are_unseen(options: dict[str, str]) -> None:
    """A rival's army cards and objectives are any that the viewer has not seen; its own stay."""
    state = [each for each in positions(2, 10, options) if each.turn >= 0][2]
    view, rng = RULES.view(state, 0), SeededRng("deal")
    army: set[int] = set()
    goals: set[int] = set()
    for _ in range(120):
        drawn = RULES.resample(view, rng)
        assert drawn.players[0].hand == state.players[0].hand
        assert drawn.players[0].goals == state.players[0].goals
        army |= set(drawn.players[1].hand)
        goals |= set(drawn.players[1].goals)
    unseen = {kind for kind, count in enumerate(view.unseen_army) if count}
    assert army >= unseen and len(goals) > 4, (army, goals)
