"""The end of the game: when it comes, the final claims, points and places."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ludus.core.protocol import Outcome
from ludus.games.cambria.ids import BY_FORTS, GONE, NONE
from ludus.games.cambria.tests.scene import DUMMY_PLAYER, RULES, A, B, C, Scene

NINE = (
    "Tomen y Mur",
    "Viroconium",
    "Nidum",
    "Cefn Caer",
    "Gobannium",
    "Bravonium",
    "Bremia",
    "Moridunum",
    "Isca",
)
"""Nine forts to take off the board, so that seven are left: Segontium, Canovium, Deva, Caer Gai,
Mediomanum, Alabum, Cicucium."""


def outcome(scene: Scene) -> Outcome:
    result = RULES.outcome(scene.state)
    assert result is not None
    return result


def scored(
    wins: Mapping[int, tuple[str, ...]],
    seconds: Mapping[int, tuple[str, ...]] | None = None,
    latest: tuple[int, ...] = (1, 2, 3),
    seats: int = 3,
) -> Outcome:
    """The outcome of a finished game in which these tokens were won."""
    scene = Scene(seats)
    scene.state.captor = [GONE] * 16
    scene.state.second = [GONE] * 16
    for player, sites in wins.items():
        for site in sites:
            scene.state.captor[scene.board.site(site)] = player
    for player, sites in (seconds or {}).items():
        for site in sites:
            scene.state.second[scene.board.site(site)] = player
    scene.state.latest = list(latest)
    scene.state.stack = []
    scene.state.ended = BY_FORTS
    return outcome(scene)


@pytest.mark.clause("cambria.end.1")
def test_six_forts_left_end_the_game() -> None:
    scene = Scene().taken(C, *NINE).ring("Segontium", A, A).do("pass")
    assert scene.over
    assert outcome(scene).reason == "forts"


@pytest.mark.clause("cambria.end.2")
def test_seven_forts_left_do_not() -> None:
    scene = Scene().taken(C, *NINE[:8]).ring("Segontium", A, A).do("pass")
    assert scene.captor("Segontium") == A
    assert (scene.seat, scene.prompt) == (B, "turn")


@pytest.mark.clause("cambria.end.3")
def test_all_captures_of_the_turn_are_awarded_first() -> None:
    scene = Scene().taken(C, *NINE).ring("Segontium", A, A).ring("Deva", B, B).do("pass")
    assert scene.over
    captures = [event.facts["site"] for event in scene.events if event.kind == "capture"]
    assert captures == [scene.board.site("Segontium"), scene.board.site("Deva")]


@pytest.mark.clause("cambria.end.4")
def test_the_round_is_not_played_out() -> None:
    scene = Scene(seats=4).taken(C, *NINE).ring("Segontium", A, A).do("pass")
    assert scene.over
    assert scene.state.latest == [1, 0, 0, 0]


def ended(**places: tuple[int, ...]) -> Scene:
    """The game ended by Segontium falling to C, after rings were laid by fort name."""
    scene = Scene().taken(C, *NINE)
    for site, players in places.items():
        scene.ring(site.replace("_", " "), *players)
    return scene


def finish(scene: Scene) -> Scene:
    scene.ring("Segontium", C, C)
    scene.do("pass")
    assert scene.over
    return scene


@pytest.mark.clause("cambria.final.1")
def test_the_legion_leaves_first() -> None:
    scene = finish(ended(Deva=(A,)).legion("Deva-Viroconium"))
    assert scene.legion_home
    assert scene.captor("Deva") == A


@pytest.mark.clause("cambria.final.2")
def test_gaps_do_not_matter_at_the_end() -> None:
    scene = finish(ended(Mediomanum=(A, A, B)))
    assert scene.captor("Mediomanum") == A


@pytest.mark.clause("cambria.final.3", "cambria.final.8")
def test_a_tied_fort_goes_to_nobody_nor_its_token() -> None:
    scene = finish(ended(Alabum=(A, A, B, B, C)))
    assert scene.captor("Alabum") == GONE
    assert scene.second("Alabum") == GONE
    claims = [e for e in scene.events if e.facts.get("site") == scene.board.site("Alabum")]
    assert [event.kind for event in claims] == ["unclaimed"]


@pytest.mark.clause("cambria.final.4")
def test_an_empty_fort_has_no_leader() -> None:
    scene = Scene().taken(C, *NINE[:8], "Cicucium")
    finish(scene)
    assert scene.captor("Isca") == GONE


@pytest.mark.clause("cambria.final.5")
def test_a_fort_the_legion_held_back_is_claimed() -> None:
    scene = ended().hold(A, "Caer Gai-Canovium", "Canovium-Tomen y Mur")
    scene.state.held[A] |= 1 << scene.road("Segontium-Tomen y Mur")
    scene.legion("Canovium-Segontium")
    for _ in range(6):
        scene.do("pass")
    assert scene.over
    assert scene.captor("Canovium") == A


@pytest.mark.clause("cambria.final.6", "cambria.final.7")
@pytest.mark.parametrize(
    ("players", "second"), [((A, A, A, B), B), ((A, A), GONE), ((A, A, A, B, C), GONE)]
)
def test_tokens_are_settled_as_ever(players: tuple[int, ...], second: int) -> None:
    scene = finish(ended(Caer_Gai=(NONE, *players)))
    assert scene.captor("Caer Gai") == A
    assert scene.second("Caer Gai") == second


@pytest.mark.clause("cambria.final.9")
def test_the_claims_ask_nobody_anything() -> None:
    scene = finish(ended(Mediomanum=(A, A, B), Alabum=(B,)))
    kinds = scene.kinds()
    assert kinds.count("claim") >= 2
    assert kinds.index("game_end") < kinds.index("claim")
    assert "turn" not in kinds


# Scoring ----------------------------------------------------------------------------------------


@pytest.mark.clause("cambria.score.1")
def test_a_fort_is_worth_its_numeral() -> None:
    result = scored({A: ("Deva", "Nidum", "Caer Gai")})
    assert result.scores == (12, 0, 0)
    assert result.parts[A] == {"forts": 12, "victory": 0, "tokens": 3}


@pytest.mark.clause("cambria.score.2")
def test_a_victory_point_token_is_worth_its_numeral() -> None:
    result = scored({}, {A: ("Nidum", "Caer Gai")})
    assert result.scores == (6, 0, 0)


@pytest.mark.clause("cambria.score.3")
def test_most_points_win_and_only_tokens_count() -> None:
    scene = Scene().hold(B, "Alabum-Nidum").aboard(B, "II", "III")
    scene.state.captor = [GONE] * 16
    scene.state.captor[scene.board.site("Deva")] = A
    scene.state.stack = []
    scene.state.ended = BY_FORTS
    result = outcome(scene)
    assert result.scores == (2, 0, 0)
    assert result.winners == (A,)
    assert result.decided_by == "points"


@pytest.mark.clause("cambria.score.4")
def test_the_first_tiebreak_is_tokens_of_both_kinds() -> None:
    wins: dict[int, tuple[str, ...]] = {
        A: ("Caer Gai", "Mediomanum", "Nidum", "Deva"),
        B: ("Alabum", "Viroconium", "Canovium"),
    }
    seconds = {B: ("Cicucium", "Tomen y Mur")}
    result = scored(wins, seconds)
    assert result.scores[:2] == (18, 17)
    wins[B] = ("Alabum", "Cicucium", "Canovium")
    result = scored(wins, {B: ("Alabum", "Tomen y Mur")})
    assert result.scores[:2] == (18, 18)
    assert (result.parts[A]["tokens"], result.parts[B]["tokens"]) == (4, 5)
    assert result.ranks[:2] == (2, 1)
    assert result.decided_by == "tokens"


@pytest.mark.clause("cambria.score.5")
def test_the_second_tiebreak_is_the_latest_turn_furthest_back() -> None:
    one_each = {A: ("Deva",), B: ("Bremia",), C: ("Isca",)}
    # Seat B (the second) made the last turn, so the order of latest turns is C, A, B.
    result = scored(one_each, latest=(11, 12, 10))
    assert result.ranks == (2, 3, 1)
    assert result.decided_by == "latest_turn"
    result = scored({A: ("Deva",), B: ("Bremia",)}, latest=(11, 12, 10))
    assert result.ranks == (1, 2, 3)


@pytest.mark.clause("cambria.score.6")
def test_the_tiebreaks_go_in_order_among_those_tied() -> None:
    wins = {A: ("Caer Gai",), B: ("Nidum", "Deva"), C: ("Bremia", "Isca")}
    result = scored(wins)
    assert result.scores == (6, 6, 4)
    assert result.ranks == (2, 1, 3)
    tied = scored({A: ("Caer Gai",), B: ("Mediomanum",), C: ("Canovium", "Deva")}, latest=(2, 1, 3))
    assert tied.scores == (6, 6, 5)
    assert tied.ranks == (2, 1, 3)


@pytest.mark.clause("cambria.two.20")
def test_the_dummy_cannot_win() -> None:
    dummy = ("Caer Gai", "Mediomanum", "Nidum", "Viroconium")
    result = scored(
        {DUMMY_PLAYER: dummy, A: ("Alabum", "Cicucium"), B: ("Deva",)}, latest=(1, 2), seats=2
    )
    assert result.others == {"dummy": 20}
    assert result.ranks == (1, 2)
    assert result.winners == (A,)


@pytest.mark.clause("cambria.two.22")
def test_ties_are_settled_between_humans() -> None:
    wins = {DUMMY_PLAYER: ("Caer Gai",), A: ("Mediomanum",), B: ("Nidum",)}
    seconds = {B: ("Viroconium",)}
    result = scored(wins, seconds, latest=(7, 6), seats=2)
    assert result.scores == (6, 6)
    assert result.ranks == (2, 1)
    equal = scored(
        {DUMMY_PLAYER: ("Caer Gai",), A: ("Deva", "Nidum"), B: ("Bremia", "Viroconium")},
        latest=(7, 6),
        seats=2,
    )
    assert equal.scores == (6, 6)
    assert equal.winners == (B,)
    assert equal.decided_by == "latest_turn"
