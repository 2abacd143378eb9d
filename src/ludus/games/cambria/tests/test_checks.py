"""What must hold in every position, and that a position in which it does not is found out."""

from __future__ import annotations

import pytest

from ludus.games.cambria.ids import BY_FORTS, GONE, NO_TOKEN, ON_BOARD
from ludus.games.cambria.tests.scene import RULES, A, B, C, Scene


def faults(scene: Scene) -> list[str]:
    return list(RULES.check(scene.state))


def whole() -> Scene:
    """Warriors of two players on two roads, and the legion on a third."""
    return Scene().hold(A, "Alabum-Bremia").hold(B, "Alabum-Nidum").legion("Alabum-Cicucium")


@pytest.mark.clause("cambria.components.6", "cambria.components.7")
def test_a_road_holds_one_piece() -> None:
    assert faults(whole()) == []
    shared = whole()
    shared.put(C, shared.road("Alabum-Bremia"))
    shared.supply(C, 4)
    assert faults(shared) == ["player 2 shares a road with another piece"]
    under = whole()
    under.put(C, under.road("Alabum-Cicucium"))
    under.supply(C, 4)
    assert faults(under) == ["player 2 shares a road with another piece"]


@pytest.mark.clause("cambria.components.6")
@pytest.mark.parametrize("supply", [3, 5])
def test_warriors_are_neither_made_nor_lost(supply: int) -> None:
    assert faults(whole().supply(A, supply)) == [f"player 0 has {supply} + 1 warriors"]


@pytest.mark.clause("cambria.components.6")
def test_nobody_owes_a_warrior() -> None:
    scene = Scene().hold(A, "Alabum-Bremia", "Alabum-Nidum", "Alabum-Cicucium")
    scene.aboard(A, "II", "III", "IV")
    assert faults(scene) == ["player 0 has -1 + 6 warriors"]


@pytest.mark.clause("cambria.vp.1")
def test_a_token_lies_under_a_fort() -> None:
    scene = whole()
    site = scene.board.site("Nidum")
    scene.state.captor[site] = A
    assert faults(scene) == [f"site {site} has a victory point token but no fort"]
    scene.state.captor[site] = GONE
    assert faults(scene) == []


@pytest.mark.clause("cambria.end.1")
def test_a_game_goes_on_or_is_over() -> None:
    scene = whole()
    scene.state.ended = BY_FORTS
    assert faults(scene) == ["the game is over and goes on"]
    scene.state.stack = []
    assert faults(scene) == []


@pytest.mark.clause("cambria.turn.1")
def test_players_act_one_after_the_other() -> None:
    assert not RULES.parallel(whole().state)


@pytest.mark.clause("cambria.vp.7")
def test_a_token_that_is_gone_is_told_from_none() -> None:
    assert len({ON_BOARD, GONE, NO_TOKEN}) == 3
    scene = Scene().ring("Nidum", A, A, A, A).do("pass")
    assert scene.second("Nidum") == GONE
    assert scene.second("Segontium") == NO_TOKEN


def test_actions_without_a_place_are_one_word() -> None:
    words = {action.text for action in RULES.actions.all if ":" not in action.text}
    assert words == {"roll", "pass", "stay", "end", "keep"}


@pytest.mark.clause("cambria.turn.7", "cambria.subst.8")
def test_a_boat_that_can_land_nowhere_is_no_choice() -> None:
    """All roads of the dice and of the boat are taken: the turn is over without a question."""
    scene = Scene().aboard(A, "IV").fill("II", B).fill("III", B).fill("IV", B)
    scene.roll("II", "III")
    assert "nothing" in scene.kinds() and scene.boat("IV") == A
