"""Corners of the rules: the last unit, the only ship, the roll that ends, what is seen of it."""

from __future__ import annotations

import pytest

from ludus.core.protocol import SPECTATOR
from ludus.games.agricola.ids import CALEDONIAN, HIDDEN, NONE, ROMAN
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.rules.markers import return_to_bin, take_marker
from ludus.games.agricola.tests.scene import Scene, place, seen, tables, the_box, unit
from ludus.games.agricola.view import Agricola

T = tables()
ROLLS = {"revolt": "2 2", "germany": "2 3", "tribes": "4 4"}
OFF = {"battle_lines": "off"}


# Units that are alike -----------------------------------------------------------------------------


@pytest.mark.clause("agricola.event.4.2", "agricola.26.6.10")
def test_units_aboard_other_ships_are_not_alike() -> None:
    aboard = {"Classis I": "II Ad A", "Classis II": "II Ad B, II Ad C"}
    romans = {"3731": "Classis I, Classis II, II Ad A, II Ad B, II Ad C", "3525": "Agricola"}
    scene = Scene(phase="events", romans=romans, aboard=aboard).do(f"dice {ROLLS['revolt']}")
    scene.do("dice 3")
    assert scene.choices("unit") == {"Classis I", "II Ad A", "II Ad B"}
    ashore = Scene(phase="events", romans=romans).do(f"dice {ROLLS['revolt']}", "dice 3")
    assert ashore.choices("unit") == {"Classis I", "II Ad A"}


# Going home, winter, and what is seen of it -------------------------------------------------------


@pytest.mark.clause("agricola.event.8.1", "agricola.20.0.2")
def test_as_many_tribes_go_home_as_were_rolled() -> None:
    tribes = {"2231": "Warband 1, Warband 2, Warband 3, Warband 4", "2328": "Calgacus"}
    scene = Scene(phase="events", tribes=tribes).do(f"dice {ROLLS['tribes']}", "dice 2")
    assert scene.prompt == "go_home"
    scene.state.known[ROMAN] |= 1 << unit(CALEDONIAN, "Warband 1")
    scene.do("unit Warband 1", "unit Warband 3")
    assert scene.prompt != "go_home" and scene.at("Warband 1", "Warband 3") == ("recruit",) * 2
    assert scene.at("Warband 2", "Warband 4") == ("2231", "2231")
    assert {seen(scene, ROMAN, CALEDONIAN, f"Warband {n}") for n in (2, 3, 4)} == {"?"}


@pytest.mark.clause("agricola.20.0.2", "agricola.event.5.3")
def test_who_is_seen_to_leave_is_known_to_have_left() -> None:
    center = T.board.ids[T.board.center_hex[0]]
    romans = {center: "Aux V", "3526": "Aux VI", "B": "Agricola"}
    scene = Scene(phase="events", romans=romans, worn="Aux V").do(f"dice {ROLLS['germany']}")
    scene.do("dice 4", "marker speech") if scene.asked == "chance" else None
    assert scene.at("Aux V", "Aux VI") == ("recruit", "recruit")
    assert seen(scene, CALEDONIAN, ROMAN, "Aux V") == "recruit"
    assert seen(scene, CALEDONIAN, ROMAN, "Aux VI") == "?"
    assert seen(scene, NONE, ROMAN, "Aux V") == "?"
    assert not scene.worn("Aux V"), "in the box all are in Good Order"


@pytest.mark.clause("agricola.8.1.1", "agricola.20.0.2")
def test_in_winter_the_tribes_still_know_whom_they_saw_go() -> None:
    center = T.board.ids[T.board.center_hex[0]]
    romans = {center: "Aux V", "3526": "Aux VI, Aux VII", "B": "Agricola"}
    scene = Scene(phase="winter", romans=romans, turn=T.charts.turns.winters[0])
    assert scene.prompt == "winter"
    scene.do("unit Aux VI", "place B")
    assert scene.at("Aux VI", "Aux V", "Aux VII") == ("B", center, "3526")
    assert seen(scene, CALEDONIAN, ROMAN, "Aux VI") == "?"
    scene.do("unit Aux V", "place B")
    assert scene.at("Aux VII") == "3526", "one unit in hand goes, and no other"
    assert seen(scene, CALEDONIAN, ROMAN, "Aux V") == "B"
    scene.do("place B")
    assert seen(scene, CALEDONIAN, ROMAN, "Aux VII") == "?"


@pytest.mark.clause("agricola.8.1.1")
def test_in_winter_units_in_hand_go_together() -> None:
    romans = {"3526": "Aux V, Aux VI, Aux VII", "B": "Agricola"}
    scene = Scene(phase="winter", romans=romans, turn=T.charts.turns.winters[0])
    scene.do("unit Aux VI", "unit Aux VII", "place B")
    assert scene.at("Aux V", "Aux VI", "Aux VII") == ("3526", "B", "B")
    assert scene.choices("place") and not scene.offers("unit"), "the last one is in hand"


@pytest.mark.clause("agricola.20.0.2")
def test_the_eliminated_are_seen_by_all() -> None:
    scene = Scene(romans={"3734": "II Ad A"}, tribes={"3732": "Tribesmen 1"}, ap=(1, 0))
    scene.do("march 3734", "go 3732", "dice 6 1", "fight", "dice 1")
    assert scene.at("Tribesmen 1") == "recruit"
    assert seen(scene, ROMAN, CALEDONIAN, "Tribesmen 1") == "recruit"


# Concentrate, Officium and ships ------------------------------------------------------------------


@pytest.mark.clause("agricola.22.1.2")
def test_nobody_is_called_whom_the_call_cannot_reach() -> None:
    far = Scene("caledonian", tribes={"2231": "Calgacus", "3526": "Warband 1"})
    assert not far.offers("concentrate")
    near = Scene("caledonian", tribes={"2231": "Calgacus", "2331": "Warband 1"})
    assert near.offers("concentrate")
    romans = {"2231": "Agricola", "3526": "Imped I"}
    assert not Scene(romans=romans).offers("concentrate")
    chosen = Scene(romans={"3525": "Agricola", "3526": "II Ad A, IX H A"}).do("concentrate")
    chosen.do("come II Ad A")
    assert chosen.choices("come") == {"IX H A"}, "who was chosen comes once"


@pytest.mark.clause("agricola.stratagem.roman.officium.2")
def test_officium_sails_with_a_leader_for_whom_there_is_room() -> None:
    names = "II Ad A, II Ad B, II Ad C"
    full = {"3731": f"Classis I, {names}, Karus", "B": "Agricola"}
    scene = Scene(romans=full, aboard={"Classis I": names}, hands=("officium", ""), ap=(0, 0))
    scene.do("play officium")
    assert scene.offers("march 3731") and not scene.offers("sail 3731")
    roomy = Scene(romans=full, aboard={"Classis I": "II Ad A"}, hands=("officium", ""), ap=(0, 0))
    assert roomy.do("play officium").offers("sail 3731")


@pytest.mark.clause("agricola.12.5.5")
def test_the_free_voyage_needs_room_for_its_leader() -> None:
    names = "II Ad A, II Ad B, II Ad C"
    romans = {"3731": f"Classis I, {names}, Agricola"}
    assert not Scene(romans=romans, aboard={"Classis I": names}).offers("free_sail")
    assert Scene(romans=romans, aboard={"Classis I": "II Ad A, II Ad B"}).offers("free_sail")
    aboard = {"Classis I": "II Ad A, II Ad B, Agricola"}
    assert Scene(romans=romans, aboard=aboard).offers("free_sail"), "he is aboard already"


@pytest.mark.clause("agricola.26.5.1")
def test_in_a_retreat_units_board_ships_that_are_there() -> None:
    scene = Scene(
        "caledonian",
        romans={"3731": "Classis I, II Ad A, Aux V", "3733": "Classis II"},
        tribes={"3732": "Warband 1, Warband 2"},
        options=OFF,
        ap=(0, 5),
    )
    scene.do("march 3732", "go 3731")
    while scene.prompt != "stand":
        if scene.asked == "chance":
            scene.dice(6, 1)
        else:
            scene.do("declare 0")
    assert scene.offers("withdraw")
    scene.do("withdraw")
    assert scene.prompt == "embark"
    assert scene.choices("board") == {"II Ad A", "Aux V"} and not scene.offers("ship")


@pytest.mark.clause("agricola.26.2.1")
def test_ships_left_in_britannia_unload_and_others_keep_their_passengers() -> None:
    romans = {"B": "Classis I, Classis II, Aux V, Aux VI, Agricola"}
    scene = Scene(romans=romans).do("sail B", "ship Classis I", "board Aux V", "ship Classis II")
    scene.do("board Aux VI", "leave Classis I")
    assert scene.state.aboard[unit(ROMAN, "Aux V")] == NONE
    assert scene.state.aboard[unit(ROMAN, "Aux VI")] == unit(ROMAN, "Classis II")
    fleet = scene.script.view(0)
    assert fleet.fleet == 1 << unit(ROMAN, "Classis II")
    assert fleet.passengers == 1 << unit(ROMAN, "Aux VI")
    port = {"3731": "Classis I, Classis II, Aux V, Aux VI", "B": "Agricola"}
    aboard = {"Classis I": "Aux V", "Classis II": "Aux VI"}
    coast = Scene(romans=port, aboard=aboard).do("sail 3731", "leave Classis I")
    assert coast.state.aboard[unit(ROMAN, "Aux V")] == unit(ROMAN, "Classis I")
    assert coast.script.view(0).passengers == 1 << unit(ROMAN, "Aux VI")
    assert coast.script.view(1).passengers == 0 == Scene().script.view(0).passengers


@pytest.mark.clause("agricola.26.2.1")
def test_the_last_hex_of_a_voyage_is_no_pause() -> None:
    """A pause is there to leave a fleet and go on."""
    romans = {"3631": "Classis I, Classis II", "B": "Agricola"}
    scene = Scene(romans=romans).do("sail 3631", "cast", "dice 1 1")
    assert scene.offers("step")
    (first, *_) = sorted(scene.choices("step"))
    scene.do(f"step {first}")
    assert not scene.offers("step") and scene.offers("go")


# Markers ------------------------------------------------------------------------------------------


def test_what_was_played_is_known_to_lie_in_the_bin_until_one_is_taken() -> None:
    scene = Scene(hands=("speech, tribute, officium", ""))
    state = scene.state
    for number, kind in enumerate((4, 6), 1):
        return_to_bin(state, ROMAN, kind)
        assert state.shelved[ROMAN].bit_count() == number and state.shelved[ROMAN] >> kind & 1
    take_marker(state, ROMAN, 4, None)
    assert not state.shelved[ROMAN]


def test_each_question_can_be_stopped_alone() -> None:
    scene = Scene(
        "caledonian", "recruit", hands=("", "treachery, fury"), tribes={"2231": "Calgacus"}
    )
    asked = ("quiet treachery", "quiet fury", "quiet interrupt")
    assert all(scene.offers(text) for text in asked)
    scene.do("quiet fury")
    assert [scene.offers(text) for text in asked] == [True, False, True]
    assert scene.offers("wake fury") and not scene.offers("wake treachery")
    scene.do("quiet interrupt", "wake fury", "quiet treachery")
    assert [scene.offers(text) for text in asked] == [False, True, False]


@pytest.mark.clause("agricola.stratagem.roman.tribute.5")
def test_nobody_flees_from_an_oppidum_where_nobody_stood() -> None:
    center = T.board.center_names[1]
    spot = T.board.ids[T.board.center_hex[1]]
    beside = T.board.ids[T.board.land_links[place(spot)][0]]
    for tribes, asked in (({}, False), ({spot: "Warband 1"}, True)):
        scene = Scene(
            romans={beside: "Karus, II Ad A"},
            tribes=tribes,
            centers={center: "+oppidum"},
            hands=("tribute", ""),
        )
        scene.do(f"march {beside}", f"go {spot}", f"tribute {spot}", "dice 3")
        assert (scene.prompt == "flee") == asked and scene.counter(center) == ""


# Battles ------------------------------------------------------------------------------------------


def test_one_unit_in_reserve_moves_up_by_its_name() -> None:
    names = "II Ad A, IX H A, Aux V, Aux VI"
    for reserve, every in ((("Aux V",), False), (("Aux V", "Aux VI"), True)):
        scene = Scene(romans={"3734": names}, tribes={"3732": "Warband 1, Warband 2"}, ap=(1, 0))
        scene.do("march 3734", "go 3732", *(f"reserve {name}" for name in reserve))
        if scene.prompt == "reserve":
            scene.do("done")
        scene.do("dice 1 6", "fight", "dice 6 6")
        assert scene.prompt == "move_up" and scene.choices("up") == {"Aux V"}
        assert scene.offers("all") == every


@pytest.mark.clause("agricola.16.31.2", "agricola.16.4.1")
def test_who_holds_a_camp_is_not_asked_for_a_way_out() -> None:
    """Treachery could open a face-down center beside the hex, but nobody leaves a camp."""
    center = T.board.center_hex[1]
    beside = next(
        p
        for p in T.board.land_links[center]
        if T.board.center_at[p] == NONE and T.board.is_land[p] and p != T.board.britannia
    )
    spot, start = T.board.ids[beside], None
    around = [p for p in T.board.land_links[beside] if p != center]
    start = T.board.ids[around[0]]
    others = {T.board.ids[p]: f"Warband {n}" for n, p in enumerate(around[1:], 4)}
    for force, asked in (("II Ad A", True), ("II Ad A, Praesidium 1", False)):
        scene = Scene(
            "caledonian",
            romans={spot: force},
            tribes={start: "Warband 1, Warband 2, Warband 3", **others},
            centers={T.board.center_names[1]: "wastes"},
            hands=("treachery", ""),
            options=OFF,
            ap=(0, 0),
        )
        scene.state.points[CALEDONIAN] = 1
        scene.do(f"march {start}", f"go {spot}")
        while scene.prompt == "declare":
            scene.do("declare 0")
        scene.dice(6, 1)
        assert (scene.prompt == "stand") == asked


# What is seen -------------------------------------------------------------------------------------


def test_before_the_first_turn_there_are_no_points_to_see() -> None:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    state = rules.setup(2, the_box().options(2, {"bidding": "off"}))
    for viewer in (0, 1, SPECTATOR):
        assert rules.view(state, viewer).score == ((0, 0, 0, 0), (0, 0, 0, 0, 0))


@pytest.mark.clause("agricola.20.0.1")
def test_a_battle_shows_its_own_hex_alone() -> None:
    romans = {"3734": "II Ad A", "3526": "Aux V"}
    scene = Scene(romans=romans, tribes={"3732": "Warband 1", "2231": "Warband 2"}, ap=(1, 0))
    scene.do("march 3734", "go 3732")
    for viewer in (ROMAN, CALEDONIAN, NONE):
        assert seen(scene, viewer, ROMAN, "II Ad A") == "3732"
        assert seen(scene, viewer, CALEDONIAN, "Warband 1") == "3732"
        assert seen(scene, viewer, ROMAN, "Aux V") == ("3526" if viewer == ROMAN else "?")
        other = "2231" if viewer == CALEDONIAN else "?"
        assert seen(scene, viewer, CALEDONIAN, "Warband 2") == other


def test_all_know_that_no_oppidum_stands_where_no_counter_lies() -> None:
    names = T.board.center_names
    centers = {names[0]: "oppidum", names[1]: "+oppidum", names[2]: "wastes"}
    scene = Scene(centers=centers)
    first = T.first_oppidum
    known = [scene.script.view(0 ^ scene.state.flip).at[CALEDONIAN][first + n] for n in range(4)]
    hexes = T.board.center_hex
    assert known == [HIDDEN, hexes[1], HIDDEN, T.board.absent]
    own = [scene.script.view(1 ^ scene.state.flip).at[CALEDONIAN][first + n] for n in range(4)]
    assert own == [hexes[0], hexes[1], T.board.absent, T.board.absent]


@pytest.mark.clause("agricola.20.0.1")
def test_a_spectator_sees_no_markers() -> None:
    scene = Scene(hands=("speech", "fury"))
    assert scene.script.view(SPECTATOR).hand == 0
    assert scene.script.view(0).hand == scene.state.hand[0 ^ scene.state.flip]


# Positions that cannot be -------------------------------------------------------------------------


@pytest.mark.parametrize("passenger", ["Praesidium 1", "Classis II"])
def test_only_land_units_that_move_are_carried(passenger: str) -> None:
    scene = Scene(romans={"3731": f"Classis I, {passenger}", "B": "Agricola"})
    assert not list(broken(T, scene.state))
    scene.state.aboard[unit(ROMAN, passenger)] = unit(ROMAN, "Classis I")
    assert any("is aboard" in line for line in broken(T, scene.state))
