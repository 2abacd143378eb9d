"""Rule tests read well with a script."""

from __future__ import annotations

import pytest
from tests.kit.toys import bids, fog, hands
from tests.kit.toys.fog import TRAP

from ludus.core.errors import IllegalAction
from ludus.core.protocol import CHANCE
from ludus.kit.positions import Script


def test_a_game_by_text_with_scripted_chance() -> None:
    script = Script.start(hands(), seats=2, chance=["deal:3", "deal:0"])
    script.play("draw")
    assert script.waiting == (1,)
    assert [event.kind for event in script.told] == ["draws", "took", "card"]
    assert script.events("card")[0].facts == {"card": 3}
    script.play("draw", "play:3", "bury:0")
    assert script.state.points == [4, 0]
    assert script.offered() == ["draw"]
    # With nothing left in the script chance waits, and can be told what to bring.
    script.play("draw")
    assert script.waiting == (CHANCE,)
    assert script.prompt() == "deal"
    script.chance("deal:1")
    assert script.offered(1) == ["draw"]
    assert script.view(0).sizes == (1, 0)
    assert script.outcome is None


def test_a_position_of_ones_own() -> None:
    state = fog().rules.setup(2, {})
    state.hidden = [TRAP, TRAP, 0, 0]
    state.found[0] = True
    script = Script.at(fog(), state, seats=2)
    assert script.offered(verb="enter") == ["enter:1", "enter:2", "enter:3"]
    script.play("enter:1")
    assert script.state.points == [2, 0]
    assert state.points == [0, 0]
    assert script.table.undoable(1) == []


def test_refusals() -> None:
    script = Script.start(hands(), seats=2)
    assert "not on offer" in script.refused("play:1")
    assert "nothing to choose" in script.refused("draw", seat=1)
    with pytest.raises(AssertionError, match="refused as no action at all"):
        script.refused("fly")
    with pytest.raises(AssertionError, match="should have been refused"):
        script.refused("draw")


def test_where_several_may_act_the_seat_is_named() -> None:
    script = Script.start(bids(), seats=2)
    with pytest.raises(AssertionError, match=r"on offer to seats \[0, 1\]; say which"):
        script.play("bid:1")
    with pytest.raises(AssertionError, match="more than one seat fits"):
        script.offered()
    with pytest.raises(AssertionError, match="nobody fits"):
        script.offered(5)
    script.play("bid:1", seat=1)
    assert script.waiting == (0,)
    with pytest.raises(AssertionError, match="'lot:0' is on offer to nobody"):
        script.play("lot:0")
    with pytest.raises(IllegalAction):
        script.play("bid:1", seat=1)
