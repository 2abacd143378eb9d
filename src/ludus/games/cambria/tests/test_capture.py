"""Captures at the end of a turn, and the victory point tokens."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import Event
from ludus.games.cambria.ids import GONE, NONE, ON_BOARD
from ludus.games.cambria.tests.scene import DEFAULTS, RULES, A, B, C, D, Scene


@pytest.mark.clause("cambria.capture.1")
def test_a_capture_comes_after_the_turn_and_before_the_next() -> None:
    scene = Scene().ring("Canovium", A, A).roll("III", "V").do("place Canovium-Tomen y Mur")
    kinds = scene.kinds()
    assert kinds.index("place") < kinds.index("capture") < kinds.index("turn")


@pytest.mark.clause("cambria.capture.1")
def test_a_ring_that_a_boarding_warrior_opens_again_was_not_captured_in_between() -> None:
    scene = Scene(seats=2, dummy_done=False).ring("Canovium", A, A).supply(A, 0)
    scene.do("roll").throw("III").do("place Canovium-Tomen y Mur")
    assert scene.stands("Canovium")
    scene.roll("eagle", "V").do("legion Alabum-Nidum")
    assert scene.stands("Canovium")
    scene.do("stay")
    assert scene.captor("Canovium") == A


@pytest.mark.clause("cambria.capture.2")
def test_every_road_must_hold_a_warrior() -> None:
    scene = Scene().ring("Canovium", A, A).do("pass")
    assert scene.stands("Canovium")
    scene.do("pass").do("pass")
    scene.roll("III", "V").do("place Canovium-Tomen y Mur")
    assert scene.captor("Canovium") == A


@pytest.mark.clause("cambria.capture.3")
def test_the_leader_beats_each_other_player() -> None:
    scene = Scene().ring("Tomen y Mur", A, B, B, C).do("pass")
    assert scene.captor("Tomen y Mur") == B


@pytest.mark.clause("cambria.capture.4")
def test_the_captor_need_not_be_on_turn() -> None:
    scene = Scene().ring("Canovium", B, B).roll("III", "V").do("place Canovium-Tomen y Mur")
    assert scene.captor("Canovium") == B


@pytest.mark.clause("cambria.capture.5")
def test_the_captor_keeps_the_token() -> None:
    scene = Scene().ring("Canovium", A, A, B).do("pass")
    assert scene.captor("Canovium") == A
    assert scene.view.points == (3, 0, 0)
    assert scene.view.tokens == (1, 0, 0)
    assert scene.prompt == "turn"


@pytest.mark.clause("cambria.capture.6")
def test_the_legion_holds_a_fort() -> None:
    scene = Scene().ring("Canovium", A, A).legion("Canovium-Tomen y Mur").do("pass")
    assert scene.stands("Canovium")


@pytest.mark.clause("cambria.capture.7")
def test_the_legion_holds_both_forts_of_its_road() -> None:
    scene = Scene().legion("Deva-Viroconium").hold(A, "Caer Gai-Deva", "Bravonium-Viroconium")
    scene.hold(A, "Caer Gai-Viroconium", "Mediomanum-Viroconium").do("pass")
    assert scene.stands("Deva")
    assert scene.stands("Viroconium")
    scene.state.legion = -1
    scene.hold(A, "Deva-Viroconium").do("pass")
    assert scene.captor("Deva") == scene.captor("Viroconium") == A


@pytest.mark.clause("cambria.capture.8")
def test_a_tie_for_most_holds_a_fort() -> None:
    scene = Scene().ring("Segontium", A, B).ring("Viroconium", A, A, B, B).do("pass")
    assert scene.stands("Segontium")
    assert scene.stands("Viroconium")


@pytest.mark.clause("cambria.capture.9")
def test_a_fort_held_back_falls_later() -> None:
    scene = Scene(turn=B).ring("Segontium", A, B).do("pass").do("pass")
    assert scene.stands("Segontium")
    scene.roll("II", "II").do("replace Segontium-Tomen y Mur")
    assert scene.captor("Segontium") == A


@pytest.mark.clause("cambria.capture.10")
def test_one_warrior_may_complete_two_forts() -> None:
    scene = Scene().hold(A, "Segontium-Tomen y Mur", "Caer Gai-Canovium", "Canovium-Tomen y Mur")
    scene.roll("II", "III").do("place Canovium-Segontium")
    assert scene.captor("Segontium") == scene.captor("Canovium") == A


@pytest.mark.clause("cambria.capture.11")
def test_warriors_stay_after_a_capture() -> None:
    scene = Scene().ring("Deva", A, A).do("pass")
    assert scene.captor("Deva") == A
    assert scene.roads(A) == {"Caer Gai-Deva", "Deva-Viroconium"}
    scene.hold(B, "Bravonium-Viroconium").hold(C, "Caer Gai-Viroconium")
    scene.hold(A, "Mediomanum-Viroconium").do("pass")
    assert scene.captor("Viroconium") == A


@pytest.mark.clause("cambria.capture.12")
def test_a_site_without_token_gives_nothing_more() -> None:
    scene = Scene().taken(A, "Deva").ring("Deva", B, B).do("pass")
    assert scene.captor("Deva") == A
    assert scene.view.points == (2, 0, 0)
    assert "capture" not in scene.kinds()


@pytest.mark.clause("cambria.capture.13")
def test_replacing_can_complete_a_ring() -> None:
    scene = Scene().ring("Canovium", A, A).legion("Canovium-Tomen y Mur").roll("III", "III")
    scene.do("replace Canovium-Tomen y Mur")
    assert scene.captor("Canovium") == A
    (capture,) = (event for event in scene.events if event.kind == "capture")
    assert capture.facts["counts"] == (3, 0, 0)


# Victory point tokens ---------------------------------------------------------------------------


@pytest.mark.clause("cambria.vp.1")
def test_the_token_goes_to_the_single_second() -> None:
    scene = Scene().ring("Caer Gai", A, A, A, B, B, C).do("pass")
    assert scene.captor("Caer Gai") == A
    assert scene.second("Caer Gai") == B
    assert scene.view.points == (6, 4, 0)


@pytest.mark.clause("cambria.vp.2")
def test_a_shared_second_place_loses_the_token() -> None:
    scene = Scene().ring("Nidum", A, B, A, C).do("pass")
    assert scene.captor("Nidum") == A
    assert scene.second("Nidum") == GONE
    assert scene.view.points == (4, 0, 0)


@pytest.mark.clause("cambria.vp.3")
def test_a_fort_held_alone_loses_the_token() -> None:
    scene = Scene().ring("Nidum", A, A, A, A).do("pass")
    assert scene.captor("Nidum") == A
    assert scene.second("Nidum") == GONE
    assert scene.view.points == (4, 0, 0)


@pytest.mark.clause("cambria.vp.4")
def test_one_warrior_is_enough_for_second_place() -> None:
    scene = Scene(seats=4).ring("Alabum", A, A, B, A, A).do("pass")
    assert scene.second("Alabum") == B
    assert scene.view.points == (5, 3, 0, 0)


@pytest.mark.clause("cambria.vp.4")
@pytest.mark.parametrize(
    ("players", "second"),
    [((B, A, A, A, C, C), C), ((C, C, A, A, A, B), C), ((D, C, B, A, A, A), GONE)],
)
def test_second_place_in_any_order_of_players(players: tuple[int, ...], second: int) -> None:
    scene = Scene(seats=4).ring("Mediomanum", *players).do("pass")
    assert scene.captor("Mediomanum") == A
    assert scene.second("Mediomanum") == second


@pytest.mark.clause("cambria.vp.5")
def test_a_small_fort_gives_nothing_to_the_second() -> None:
    scene = Scene().ring("Canovium", A, A, B).do("pass")
    assert scene.view.points == (3, 0, 0)
    assert "victory" not in scene.kinds()


@pytest.mark.clause("cambria.vp.6", "cambria.vp.7", "cambria.objective.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_over_random_games_tokens_add_up(seats: int) -> None:
    rng = SeededRng(100 + seats)
    for _ in range(250):
        state = RULES.setup(seats, DEFAULTS)
        board = RULES.boards[0]
        gained = [0] * state.players
        events: list[Event] = []
        while decisions := RULES.decisions(state):
            (decision,) = decisions
            events.clear()
            RULES.apply(state, decision.seat, pick(decision, rng), events.append)
            for event in events:
                player = event.facts.get("player", NONE)
                site = event.facts.get("site", NONE)
                assert isinstance(player, int)
                assert isinstance(site, int)
                if event.kind in ("capture", "claim"):
                    gained[player] += board.numeral[site]
                elif event.kind == "victory" and player >= 0:
                    gained[player] += board.victory[site]
            for site, second in enumerate(state.second):
                assert second == GONE or second < 0 or second != state.captor[site]
                if second == ON_BOARD:
                    assert state.captor[site] == ON_BOARD
        outcome = RULES.outcome(state)
        assert outcome is not None
        assert outcome.scores == tuple(gained[:seats])
