"""From the box to the first turn [6, 33.2]."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng
from ludus.core.table import Table
from ludus.games.agricola.ids import CALEDONIAN, HIDDEN, NONE, ROMAN
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import place, tables, the_box, to
from ludus.games.agricola.view import View

T = tables()
BOARD = T.board


def dealt(seed: int = 1, **options: str) -> Table[State, View]:
    table = Table(the_box(), ("Aulus", "Bruna"), options)
    table.settle(SeededRng(seed))
    return table


@pytest.mark.clause("agricola.1.0.1", "agricola.6.0.1", "agricola.6.0.19", "agricola.6.0.12")
def test_the_tribes_set_up_first() -> None:
    table = dealt()
    assert [decision.seat for decision in table.decisions()] == [1]
    assert table.state.points == [6, 0]
    assert dealt(scenario="short").state.points == [0, 0]
    assert [mask.bit_count() for mask in table.state.bin] == [7, 7]
    assert table.state.hand == [0, 0]


@pytest.mark.clause("agricola.6.0.4", "agricola.6.0.5", "agricola.6.0.6", "agricola.3.5.2")
def test_twelve_counters_are_laid_face_down() -> None:
    state = dealt().state
    laid = [center for center, kind in enumerate(state.center) if kind != NONE]
    assert laid == BOARD.dealt and not state.center_up and sum(state.spare) == 4
    views = [the_box().rules.view(state, seat) for seat in (0, 1)]
    assert all(views[0].center[center] == HIDDEN for center in laid)
    assert list(views[1].center) == state.center


@pytest.mark.clause("agricola.6.0.7", "agricola.6.0.8", "agricola.6.0.11")
def test_calgacus_and_eleven_others() -> None:
    leaders = 0
    for seed in range(6):
        state = dealt(seed).state
        drawn = state.here[CALEDONIAN][BOARD.limbo]
        assert drawn.bit_count() == 12 and drawn & T.tribes.supreme
        assert state.here[CALEDONIAN][BOARD.recruit].bit_count() == 24
        leaders += (drawn & T.tribes.leaders & ~T.tribes.supreme).bit_count()
    assert leaders


@pytest.mark.clause("agricola.6.0.9", "agricola.6.0.10")
def test_three_units_to_a_center() -> None:
    table = dealt()
    decision = table.decision(1)
    assert decision is not None and to("place", "3327") not in [o.text for o in decision.options]
    for _ in range(3):
        table.play(1, to("place", "2231"))
    decision = table.decision(1)
    assert decision is not None
    offered = [option.text for option in decision.options]
    assert to("place", "2231") not in offered
    assert len([text for text in offered if text.startswith("place")]) == 11


@pytest.mark.clause(
    "agricola.6.0.13", "agricola.6.0.15", "agricola.6.0.16", "agricola.6.0.17", "agricola.6.0.20"
)
def test_the_romans_set_up() -> None:
    table = dealt()
    for center in BOARD.dealt[:4]:
        for _ in range(3):
            table.play(1, f"place:{BOARD.center_hex[center]}")
    state = table.state
    assert state.here[ROMAN][BOARD.limbo].bit_count() == 24
    assert state.here[ROMAN][BOARD.britannia].bit_count() == 3
    assert state.here[ROMAN][place("3327")] & T.rome.praesidia
    box = state.here[ROMAN][BOARD.recruit]
    assert box.bit_count() == 24 and (box & T.rome.praesidia).bit_count() == 9
    table.play(0, f"all:{BOARD.britannia}")
    assert table.state.here[ROMAN][BOARD.britannia].bit_count() == 27
    assert table.state.turn == 1


@pytest.mark.clause("agricola.33.2.1", "agricola.33.2.2", "agricola.33.2.3", "agricola.33.2.4")
def test_bids() -> None:
    table = Table(the_box(), ("Aulus", "Bruna"), {"bidding": "on"})
    table.play(0, "bid:3")
    assert table.view(1).bids == (HIDDEN, NONE) and table.view(0).bids == (3, NONE)
    assert "bid" not in {fact for _, event in table.events(1) for fact in event.facts}
    table.play(1, "bid:3")
    assert table.state.bids == [NONE, NONE]
    table.play(1, "bid:4")
    table.play(0, "bid:2")
    assert table.state.flip == 1 and table.state.points[CALEDONIAN] == 4
    assert table.view(1).side == ROMAN
    (following,) = table.decisions()
    assert following.prompt == "deal"
