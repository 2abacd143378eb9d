"""What is in the box and on the board."""

from __future__ import annotations

from collections import Counter, deque
from itertools import permutations

import pytest

from ludus.core.chance import SeededRng, pick, random_playout
from ludus.core.content import Pack
from ludus.core.errors import BadContent, BadRequest
from ludus.core.options import settle
from ludus.games.cambria.board import Board
from ludus.games.cambria.content import Maps, check_maps
from ludus.games.cambria.ids import (
    FACES,
    MAX_SEATS,
    NO_TOKEN,
    NUMBERS,
    ON_BOARD,
    PAIR_ODDS,
    PAIRS,
    STANDARD,
)
from ludus.games.cambria.tests.scene import DEFAULTS, PACK, RULES, A, B, C, D, Scene

SIDES = {board.key: board for board in RULES.boards}
both_sides = pytest.mark.parametrize("board", RULES.boards, ids=list(SIDES))


@pytest.mark.clause("cambria.components.1")
def test_one_board_with_two_sides_and_a_game_uses_one() -> None:
    assert list(SIDES) == ["cambria", "cumbria"]
    for number, side in enumerate(SIDES):
        state = RULES.setup(3, {**DEFAULTS, "side": side})
        assert state.side == number
        assert RULES.view(state, A).side == side


@pytest.mark.clause("cambria.components.2", "cambria.turn.1")
def test_a_turn_rolls_both_dice_once() -> None:
    scene = Scene().do("roll")
    assert scene.seat == -1
    assert scene.decision.options == RULES.actions["dice"]
    scene.throw("II", "V")
    assert scene.view.dice == (2, 5)
    assert "roll" not in scene.verbs()


@pytest.mark.clause("cambria.components.3")
def test_a_die_has_an_eagle_and_five_numbers_all_alike() -> None:
    scene = Scene(seats=2, dummy_done=False).do("roll")
    assert len(scene.decision.options) == len(FACES) == 6
    assert not scene.decision.weights
    rng = SeededRng(7)
    thrown = Counter(FACES[pick(scene.decision, rng).arg] for _ in range(60_000))
    assert sorted(thrown) == [1, 2, 3, 4, 5, 6]
    for count in thrown.values():
        assert abs(count / 60_000 - 1 / 6) < 0.01
    # Two dice alike: each face of the one with each of the other, 36 ways in all.
    odds = dict(zip(PAIRS, PAIR_ODDS, strict=True))
    assert sum(odds.values()) == 36
    assert all(odds[a, b] == (1 if a == b else 2) for a, b in PAIRS)


@pytest.mark.clause("cambria.components.4")
@both_sides
def test_sixteen_forts_in_the_reconstructed_split(board: Board) -> None:
    assert Counter(board.numeral) == {2: 5, 3: 4, 4: 3, 5: 2, 6: 2}
    assert sum(board.numeral) == 56
    state = RULES.setup(3, {**DEFAULTS, "side": board.key})
    assert state.captor.count(ON_BOARD) == 16


@pytest.mark.clause("cambria.components.5")
@both_sides
def test_seven_victory_point_tokens(board: Board) -> None:
    assert sorted(points for points in board.victory if points) == [2, 2, 2, 3, 3, 4, 4]
    state = RULES.setup(3, {**DEFAULTS, "side": board.key})
    assert state.second.count(ON_BOARD) == 7
    assert state.second.count(NO_TOKEN) == 9


@pytest.mark.clause("cambria.components.6", "cambria.components.7", "cambria.board.11")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_pieces_are_neither_made_nor_lost_and_roads_hold_one(seats: int) -> None:
    rng = SeededRng(seats)
    for _ in range(250):
        state = RULES.setup(seats, DEFAULTS)
        while decisions := RULES.decisions(state):
            (decision,) = decisions
            RULES.apply(state, decision.seat, pick(decision, rng))
            assert not list(RULES.check(state))
            assert STANDARD <= state.legion < 28
    warriors = [
        state.supply[p] + state.held[p].bit_count() + state.aboard.count(p)
        for p in range(state.players)
    ]
    assert warriors == [5] * state.players
    if seats == 5:
        assert sum(warriors) == 25


@pytest.mark.clause("cambria.components.6", "cambria.components.7", "cambria.board.11")
def test_the_check_sees_a_lost_warrior_and_a_shared_road() -> None:
    scene = Scene().hold(A, "Alabum-Nidum")
    assert not list(RULES.check(scene.state))
    scene.state.supply[A] -= 1
    assert any("player 0 has" in line for line in RULES.check(scene.state))
    scene.state.supply[A] += 1
    scene.legion("Alabum-Nidum")
    assert any("shares a road" in line for line in RULES.check(scene.state))


@pytest.mark.clause("cambria.components.8", "cambria.two.1")
def test_two_to_five_players_and_a_dummy_for_two() -> None:
    from ludus.games.cambria import GAME

    box = GAME.open()
    assert max(box.meta.seats) == MAX_SEATS
    for seats in (1, 6):
        with pytest.raises(BadRequest, match="2 to 5 players"):
            box.options(seats, {})
    for seats in (2, 3, 4, 5):
        state = RULES.setup(seats, box.options(seats, {}))
        assert state.players == (3 if seats == 2 else seats)
        assert state.supply == [5] * state.players


@pytest.mark.clause("cambria.board.1")
@both_sides
def test_a_connected_net_of_roads(board: Board) -> None:
    assert (board.sites, board.roads) == (16, 28)
    seen = {0}
    queue = deque(seen)
    while queue:
        here = queue.popleft()
        for a, b in board.ends:
            for there in {a, b} - seen if here in (a, b) else ():
                seen.add(there)
                queue.append(there)
    assert len(seen) == 16


@pytest.mark.clause("cambria.board.2", "cambria.board.3", "cambria.board.4")
@both_sides
def test_a_numeral_counts_the_roads_of_its_site(board: Board) -> None:
    for a, b in board.ends:
        assert a != b
        assert 0 <= a < board.sites
        assert 0 <= b < board.sites
    for site, numeral in enumerate(board.numeral):
        assert numeral in NUMBERS
        assert board.ring[site].bit_count() == numeral


@pytest.mark.clause("cambria.board.5", "cambria.board.6")
def test_five_boats_and_the_standard_in_the_sea() -> None:
    assert NUMBERS == (2, 3, 4, 5, 6)
    scene = Scene()
    assert len(scene.state.aboard) == 5
    assert scene.legion_home
    maps = PACK.read("maps.toml", Maps)
    assert maps.pieces.boats == ["II", "III", "IV", "V", "VI"]


@pytest.mark.clause("cambria.board.7")
def test_cumbria_plays_by_the_same_rules() -> None:
    scene = Scene(side="cumbria").roll("IV", "VI")
    assert scene.board.key == "cumbria"
    assert scene.targets("place") == scene.roads_of("IV", "VI")
    state = RULES.setup(4, {**DEFAULTS, "side": "cumbria"})
    random_playout(RULES, state, SeededRng(1))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sum(outcome.scores) > 0


def _shape(board: Board) -> list[tuple[int, tuple[int, ...]]]:
    """Each site's numeral with its neighbours' numerals: equal for isomorphic maps."""
    near: list[list[int]] = [[] for _ in range(board.sites)]
    for a, b in board.ends:
        near[a].append(board.numeral[b])
        near[b].append(board.numeral[a])
    return sorted((board.numeral[s], tuple(sorted(near[s]))) for s in range(board.sites))


@pytest.mark.clause("cambria.board.8", "cambria.board.9")
def test_the_sides_differ_in_shape_but_not_in_numerals() -> None:
    cambria, cumbria = SIDES["cambria"], SIDES["cumbria"]
    assert sorted(cambria.numeral) == sorted(cumbria.numeral)
    assert _shape(cambria) != _shape(cumbria)


@pytest.mark.clause("cambria.board.10")
def test_the_side_is_a_table_option_fixed_before_the_start() -> None:
    from ludus.core.table import Table
    from ludus.games.cambria import GAME

    box = GAME.open()
    assert box.options(3, {})["side"] == "cambria"
    with pytest.raises(BadRequest, match="cannot be 'wales'"):
        settle(box.meta.option, {"side": "wales"}, 3)
    table = Table(box, ["Livia", "Marcus", "Quintus"])
    assert not any(verb.startswith("side") for verb in box.rules.actions.verbs)
    with pytest.raises(BadRequest, match="unknown action"):
        table.play(0, "side:1")
    assert table.state.side == 0


@pytest.mark.clause("cambria.board.12")
@pytest.mark.parametrize("number", ["IV", "V"])
def test_a_road_is_reached_by_the_numeral_of_either_end(number: str) -> None:
    scene = Scene().roll("III", number)
    assert "Alabum-Nidum" in scene.targets("place")
    assert "Alabum-Nidum" not in Scene().roll("II", "III").targets("place")


@pytest.mark.clause("cambria.board.13")
def test_a_warrior_counts_at_both_ends() -> None:
    # The one warrior of B on Alabum-Nidum is the second place at both forts.
    scene = Scene().hold(B, "Alabum-Nidum")
    scene.ring("Alabum", *(B if "Nidum" in r else A for r in _names(scene, "Alabum")))
    scene.ring("Nidum", *(B if "Alabum" in r else A for r in _names(scene, "Nidum")))
    scene.do("pass")
    assert scene.captor("Alabum") == scene.captor("Nidum") == A
    assert scene.second("Alabum") == scene.second("Nidum") == B


def _names(scene: Scene, site: str) -> list[str]:
    return [scene.road_name(road) for road in scene.roads_at(site)]


@pytest.mark.clause("cambria.objective.2")
def test_no_target_is_ever_a_site() -> None:
    for a, b in PAIRS:
        scene = Scene()
        faces = ["", "eagle", "II", "III", "IV", "V", "VI"]
        scene.roll(faces[a], faces[b])
        assert scene.verbs() <= {"place", "replace", "legion", "sail"}
        for action in scene.decision.options:
            assert action.arg < (5 if action.verb == "sail" else scene.board.roads)


@pytest.mark.clause("cambria.objective.3")
def test_the_lead_is_enough_without_a_majority() -> None:
    scene = Scene(seats=4).ring("Alabum", A, A, B, C, D)
    scene.do("pass")
    assert scene.captor("Alabum") == A


@pytest.mark.clause("cambria.components.9")
def test_the_examples_use_the_faces_their_words_imply() -> None:
    """The worked examples are tests marked with their clauses; here, the dice they throw."""
    from ludus.games.cambria.tests import test_boats, test_doubles_and_legion, test_turn

    assert test_turn.MIKE == ("III", "V")
    assert test_doubles_and_legion.KAREN_AND_KENNY == ("IV", "IV")
    assert test_doubles_and_legion.BOBBY == ("II", "II")
    assert test_doubles_and_legion.KAREN_AND_LEGION == ("eagle", "eagle")
    assert test_boats.KAREN_AND_BOAT == ("II", "VI")


# A pack that breaks what the rulebook demands --------------------------------------------------


def _maps() -> Maps:
    return PACK.read("maps.toml", Maps)


@pytest.mark.parametrize(
    ("breaking", "message"),
    [
        (lambda m: m.side[0].fort.pop(), "roads reach it|no fort"),
        (lambda m: m.side[0].road.pop(), "roads reach it"),
        (lambda m: setattr(m.side[0].road[0], "a", "roma"), "no fort 'roma'"),
        (lambda m: setattr(m.side[0].road[0], "a", "bremia"), "both ends are 'bremia'"),
        (lambda m: setattr(m.side[1], "key", "wales"), "the sides must be"),
        (lambda m: setattr(m.pieces, "dice", 3), "pieces.dice must be 2, not 3"),
        (lambda m: m.pieces.boats.pop(), "once each"),
        (lambda m: setattr(m.token[4], "victory", "VI"), "token VI: victory must be 'IV'"),
        (
            lambda m: setattr(m.token[0], "forts", 6),
            "pieces.fort_tokens: 16, but the tokens count 17",
        ),
        (lambda m: m.die.faces.reverse(), "die.faces"),
        (lambda m: setattr(m.side[0].fort[1], "id", "deva"), "2 forts share this id"),
    ],
)
def test_a_pack_that_breaks_the_rulebook_is_refused(breaking: object, message: str) -> None:
    maps = _maps()
    assert callable(breaking)
    breaking(maps)
    with pytest.raises(BadContent, match=message):
        check_maps(maps, PACK.path("maps.toml"))


def test_both_orders_of_the_same_numbers_reach_the_same_roads() -> None:
    for board in RULES.boards:
        for a, b in permutations(NUMBERS, 2):
            assert board.either[a][b] == board.either[b][a]
            assert board.reach[a][b] == sum(1 << road for road in board.either[a][b])


def test_a_pack_for_another_game_is_refused() -> None:
    with pytest.raises(BadContent, match="game is 'cambria', not 'agricola'"):
        Pack.open("agricola", PACK.base)


@both_sides
def test_a_site_is_found_by_its_id_and_by_its_name(board: Board) -> None:
    for number in range(board.sites):
        assert board.site(board.site_id[number]) == board.site(board.site_name[number]) == number
