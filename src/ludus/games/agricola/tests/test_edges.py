"""Edges of the rules: coasts, roads left, questions that are not asked, the last one to come."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import Event
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.tests.scene import Scene, place, seen, tables, the_box, unit

T = tables()
OFF = {"battle_lines": "off"}
REVOLT = "2 2"


# The map ------------------------------------------------------------------------------------------


def test_coasts_are_land_beside_the_sea_and_boxes_are_neither() -> None:
    board = T.board
    for number in range(board.places):
        beside = number < board.hexes and any(board.is_sea[n] for n in board.around[number])
        assert board.coastal[number] == (board.is_land[number] and beside)
        assert not (board.is_sea[number] and board.is_land[number])
    boxes = range(board.hexes, board.places)
    assert [number for number in boxes if board.is_land[number]] == [board.britannia]


def across_the_wilds() -> tuple[str, str]:
    """Two hexes on open land, from one to the other in two steps through the wilds alone."""
    board = T.board
    free = [
        p
        for p in range(board.hexes)
        if board.is_land[p] and not board.wild[p] and board.center_at[p] == NONE
    ]
    roads = {p for row in board.roads for p in row}
    for start in free:
        for end in free:
            between = set(board.land_links[start]) & set(board.land_links[end])
            near = end in board.land_links[start] or start == end
            if between and not near and all(board.wild[p] for p in between) and not between & roads:
                return board.ids[start], board.ids[end]
    raise AssertionError("there is no such pair")


# More of movement ---------------------------------------------------------------------------------


@pytest.mark.clause("agricola.22.1.2", "agricola.13.3.4")
def test_who_is_called_through_the_wilds() -> None:
    start, end = across_the_wilds()
    tribes = Scene("caledonian", tribes={end: "Calgacus", start: "Warband 1"})
    assert tribes.offers("concentrate")
    assert tribes.do("concentrate").choices("come") == {"Warband 1"}
    scouts = Scene(romans={end: "Agricola", start: "Aux V"})
    assert scouts.offers("concentrate"), "auxiliaries know the wilds"
    train = Scene(romans={end: "Agricola", start: "Imped I"})
    assert not train.offers("concentrate"), "the others stop there"


@pytest.mark.clause("agricola.13.3.5", "agricola.13.3.11")
def test_who_has_left_the_road_does_not_ride_on() -> None:
    alone = Scene(romans={"3824": "II Ad A"}).do("march 3824", "step 3725", "step 3726")
    assert alone.offers("go 3725") and not alone.offers("go 3624")
    alone.do("go 3725")
    assert alone.prompt == "march_phase", "three hexes are all that a legion walks"
    both = Scene(romans={"3824": "II Ad A, Ala I"}).do("march 3824", "step 3725", "step 3726")
    both.do("step 3725")
    assert both.prompt == "march" and both.offers("step 3624")
    both.do("step 3624")
    assert both.at("II Ad A", "Ala I") == ("3725", "3624")


@pytest.mark.clause("agricola.13.2.5")
def test_a_step_to_an_enemy_ends_the_march() -> None:
    romans = {"3731": "Ala I, Ala II, Imped I"}
    scene = Scene(romans=romans, tribes={"3734": "Warband 1"}, options=OFF)
    scene.do("march 3731", "step 3732", "step 3733")
    assert scene.prompt == "march" and scene.offers("step 3734")
    scene.do("step 3734")
    assert scene.prompt != "march" and scene.force("roman") == {"Ala I", "Ala II"}
    assert scene.at("Imped I") == "3733"


def test_ships_are_for_romans_alone() -> None:
    """Also where a siege brings both sides into one port, and with the number of a marker."""
    port = next(p for p in T.board.center_hex if T.board.coastal[p])
    spot, center = T.board.ids[port], T.board.center_names[T.board.center_at[port]]
    scene = Scene(
        "caledonian",
        romans={spot: "Praesidium 1, II Ad A, Classis I"},
        tribes={spot: "Calgacus, Warband 1"},
        centers={center: "+oppidum"},
        sieges=spot,
        hands=("", "unite, druids"),
        options={"siege": "on"},
    )
    assert scene.prompt == "march_phase" and scene.offers(f"sortie {spot}")
    assert not scene.offers("free_sail") and not scene.offers("play unite")
    assert not scene.offers("play druids")
    dry = Scene(romans={"3526": "Agricola"}, hands=("circumnavigation", ""))
    assert not dry.offers("play circumnavigation")
    assert Scene(romans={"3631": "Classis I"}, hands=("circumnavigation", "")).offers(
        "play circumnavigation"
    )


@pytest.mark.clause("agricola.26.6.10")
def test_who_boards_after_the_named_ship_is_left_boards_another() -> None:
    romans = {"3731": "Classis I, Classis II, Aux V", "B": "Agricola"}
    scene = Scene(romans=romans).do("sail 3731", "ship Classis I", "leave Classis I", "board Aux V")
    assert scene.state.aboard[unit(ROMAN, "Aux V")] == unit(ROMAN, "Classis II")


# Questions that are not asked ---------------------------------------------------------------------


def test_only_monoliths_are_asked_for_advice() -> None:
    for side, leader in (("roman", "Karus"), ("caledonian", "Princeps I")):
        for number, kind in enumerate(("monoliths", "oppidum", "wastes", "mines")):
            spot = T.board.ids[T.board.center_hex[number]]
            there = {"romans" if side == "roman" else "tribes": {spot: leader}}
            centers = {T.board.center_names[number]: f"+{kind}"}
            hands = ("speech", "") if side == "roman" else ("", "speech")
            scene = Scene(
                side,
                "points",
                romans=there.get("romans"),
                tribes=there.get("tribes"),
                centers=centers,
                hands=hands,
            )
            assert scene.offers("monolith") == (kind == "monoliths"), (side, kind)


def test_a_center_without_a_counter_brings_no_tribute() -> None:
    spot = T.board.ids[T.board.center_hex[3]]
    beside = T.board.ids[T.board.land_links[place(spot)][0]]
    for counter, asked in (("", False), ("wastes", True)):
        centers = {T.board.center_names[3]: counter} if counter else {}
        tribes = {beside: "Calgacus"}
        scene = Scene("caledonian", tribes=tribes, centers=centers, hands=("", "tribute"))
        scene.do(f"march {beside}", f"go {spot}")
        assert (scene.prompt == "tribute") == asked


@pytest.mark.clause("agricola.stratagem.caledonian.druids.1")
def test_the_druids_do_not_feed_romans() -> None:
    scene = Scene("roman", "supply", romans={"2328": "II Ad A"}, hands=("", "druids"))
    scene.do("dice 1")
    assert scene.worn("II Ad A") and scene.prompt != "druids"


def test_officium_is_asked_for_before_anything_else_goes_on() -> None:
    scene = Scene("roman", "supply", romans={"2328": "II Ad A"}, hands=("officium", ""))
    assert scene.prompt == "supply" and not scene.script.decision().optional


def test_a_question_that_is_stopped_in_battle_stays_stopped() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A"},
        tribes={"3734": "Gaesatae I"},
        hands=("", "fury"),
        ap=(0, 0),
        options=OFF,
    )
    scene.state.points[CALEDONIAN] = 1
    scene.do("march 3734", "go 3732")
    while scene.prompt == "declare":
        scene.do("declare 0")
    assert scene.last("declares", "points") == 0
    scene.dice(1, 6)
    while scene.prompt != "fury":
        scene.do("fight" if scene.prompt == "stand" else "decline")
    scene.do("quiet fury")
    assert not scene.state.asks[CALEDONIAN] >> 1 & 1 and "fury" in scene.held("caledonian")


def test_treachery_in_the_middle_of_drawing_up_lines() -> None:
    scene = Scene(
        romans={"3734": "II Ad A, Aux V"},
        tribes={"3732": "Warband 1", "2231": "Warband 2"},
        hands=("treachery", ""),
        ap=(1, 0),
    )
    scene.do("march 3734", "go 3732")
    assert scene.prompt == "reserve" and scene.offers("betray 2231")
    scene.do("betray 2231")
    assert "treachery" in scene.bin("roman") and scene.prompt == "reserve"
    assert seen(scene, ROMAN, CALEDONIAN, "Warband 2") == "2231"
    assert scene.battle.hits == 0 and scene.battle.reserve == 0


@pytest.mark.clause("agricola.16.2.1")
def test_while_dice_are_rolled_there_are_no_hits_yet() -> None:
    tribes = {"3732": "Warband 1, Warband 2"}
    scene = Scene(romans={"3734": "II Ad A, IX H A"}, tribes=tribes, ap=(1, 0), options=OFF)
    scene.do("march 3734", "go 3732", "dice 6 1", "fight", "dice 1 6")
    while scene.prompt == "hits":
        scene.do("hit Warband 1")
    assert scene.prompt == "dice" and scene.battle.firing == CALEDONIAN and not scene.battle.hits


# Recruits and set-up ------------------------------------------------------------------------------


@pytest.mark.clause("agricola.20.0.1")
def test_a_recruit_is_seen_where_nobody_was() -> None:
    romans = {"3525": "II Ad A", "2429": "Praesidium 1, IX H A"}
    for spot, shown in (("2429", False), ("B", True)):
        scene = Scene(phase="recruit", romans=romans).do("recruit Aux I Batav", f"place {spot}")
        assert bool(scene.told("placed")) == shown


@pytest.mark.clause("agricola.11.1.1")
def test_a_camp_is_the_last_that_is_bought() -> None:
    first = min(unit.number for unit in T.rome.units if T.rome.praesidia >> unit.number & 1)
    before = T.rome.units[first - 1].name
    romans = {"3525": "II Ad A", "B": "Agricola, Classis I, Classis II"}
    scene = Scene(phase="recruit", romans=romans, ap=(9, 0))
    assert scene.offers(f"recruit {before}")
    scene.do(f"recruit {before}", "place B")
    assert scene.offers("recruit Aux I Batav") and scene.offers("recruit Praesidium 1")
    scene.do("recruit Praesidium 1", "place 3525")
    assert not scene.offers("recruit Aux I Batav")
    camps = [unit.name for unit in T.rome.units if T.rome.praesidia >> unit.number & 1]
    spots = [T.board.ids[p] for p in T.board.fortress_hex + T.board.center_hex]
    others = dict(zip(spots, camps[:-1], strict=False))
    assert len(others) == len(camps) - 1
    last = Scene(phase="recruit", romans={**others, "2930": "II Ad A"}, ap=(9, 0))
    last.do(f"recruit {camps[-1]}", "place 2930")
    assert not last.offers("recruit Aux I Batav")


def test_the_last_unit_is_deployed_by_its_place_alone() -> None:
    rules = the_box().rules
    state = rules.setup(2, the_box().options(2, {"bidding": "off"}))
    while (decision := rules.decisions(state)[0]).prompt != "deploy":
        rules.apply(state, decision.seat, decision.options[0])
    left = len([u for u in T.rome.units if u.start == "base"])
    while left:
        verbs = {option.verb for option in decision.options}
        assert verbs == ({"unit", "place", "all"} if left > 1 else {"place"})
        places = {option.arg for option in decision.options if option.verb == "place"}
        assert places == {*T.board.fortress_hex, T.board.britannia}
        placed = next(option for option in decision.options if option.verb == "place")
        rules.apply(state, decision.seat, placed)
        left -= 1
        decision = rules.decisions(state)[0]
    assert decision.prompt != "deploy"


@pytest.mark.clause("agricola.stratagem.roman.treachery.1")
def test_what_treachery_showed_is_shown_until_the_turn_is_over() -> None:
    tribes = {"2231": "Warband 1, Warband 2"}
    scene = Scene(romans={"3525": "II Ad A"}, tribes=tribes, hands=("treachery", ""))
    scene.do("betray 2231")
    assert scene.state.peek == [place("2231"), NONE]
    assert seen(scene, ROMAN, CALEDONIAN, "Warband 2") == "2231"
    while scene.state.active == ROMAN:
        if scene.asked == "chance":
            scene.dice(6)
        else:
            scene.do("next")
    assert scene.state.peek == [NONE, NONE]


@pytest.mark.clause("agricola.19.3.1")
def test_at_sea_the_worn_do_not_recover_unless_they_lead() -> None:
    romans = {"3631": "Classis I, Karus, II Ad A"}
    for worn, rallies in (("II Ad A", False), ("Classis I", False), ("Karus", True)):
        scene = Scene(
            "roman",
            "rally",
            romans=romans,
            aboard={"Classis I": "Karus, II Ad A"},
            worn=worn,
            ap=(1, 0),
        )
        assert scene.offers("rally 3631") == rallies


@pytest.mark.clause("agricola.26.5.1")
def test_everybody_sees_only_who_embarks_in_the_retreat() -> None:
    scene = Scene(
        "caledonian",
        romans={"3731": "Classis I, II Ad A, Aux V", "3631": "Classis II, Aux VI"},
        aboard={"Classis I": "Aux V", "Classis II": "Aux VI"},
        tribes={"3732": "Warband 1, Warband 2"},
        options=OFF,
        ap=(0, 0),
    )
    scene.state.points[CALEDONIAN] = 1
    scene.do("march 3732", "go 3731")
    while scene.prompt == "declare":
        scene.do("declare 0")
    scene.dice(6, 1)
    scene.do("withdraw")
    assert scene.choices("board") == {"II Ad A", "Aux V"}, "all begin ashore"
    scene.do("board II Ad A")
    assert scene.last("embarks", "unit") == unit(ROMAN, "II Ad A")
    ships = scene.script.view(1 ^ scene.state.flip).aboard
    assert ships[unit(ROMAN, "II Ad A")] == unit(ROMAN, "Classis I")
    assert ships[unit(ROMAN, "Aux VI")] == NONE and ships[unit(ROMAN, "Aux V")] == NONE


@pytest.mark.clause("agricola.event.4.1")
def test_a_revolt_is_told_to_its_end_once() -> None:
    romans = {"3525": "II Ad A", "3731": "Classis III, Aux V", "B": "Agricola"}
    scene = Scene(phase="events", romans=romans, aboard={"Classis III": "Aux V"})
    scene.do(f"dice {REVOLT}", "dice 1", "unit Classis III")
    assert len(scene.told("withdrawal_over")) == 1
    assert scene.at("Classis III", "Aux V") == ("B", "3731")
    assert scene.state.aboard[unit(ROMAN, "Aux V")] == NONE


def test_sieges_are_listed_in_the_order_of_the_map() -> None:
    far, near = T.board.center_hex[6], T.board.center_hex[0]
    first, second = (max(far, near), min(far, near))
    names = {p: T.board.center_names[T.board.center_at[p]] for p in (first, second)}
    beside = {
        p: next(
            n for n in T.board.land_links[p] if T.board.center_at[n] == NONE and T.board.is_land[n]
        )
        for p in (first, second)
    }
    scene = Scene(
        romans={
            T.board.ids[beside[p]]: f"{legion} A"
            for p, legion in ((first, "II Ad"), (second, "IX H"))
        },
        centers={names[first]: "+oppidum", names[second]: "+oppidum"},
        options={"siege": "on"},
        ap=(8, 0),
    )
    for spot in (first, second):
        scene.do(f"march {T.board.ids[beside[spot]]}", f"go {T.board.ids[spot]}", "besiege")
    assert scene.state.sieges == [second, first]


# Rare things that are told ------------------------------------------------------------------------


@pytest.mark.clause("agricola.event.7.1")
def test_the_weather_is_told() -> None:
    scene = Scene(phase="events", ap=(2, 2)).do("dice 3 4", "dice 5 6")
    assert scene.last("weather", "dice") == (5, 6)


def test_bids_are_told_once_both_are_made() -> None:
    rules = the_box().rules
    state = rules.setup(2, the_box().options(2, {"bidding": "on"}))
    assert rules.parallel(state)
    told: list[Event] = []
    for number in (3, 5):
        decision = rules.decisions(state)[0]
        assert decision.prompt == "bid" and not [each for each in told if each.kind == "bids"]
        rules.apply(state, decision.seat, decision.options[number], told.append)
    (bids,) = (each for each in told if each.kind == "bids")
    assert set(bids.numbers("bids")) == {3, 5} and not rules.parallel(state)


def test_both_sides_are_told_to_have_set_up() -> None:
    rules = the_box().rules
    state = rules.setup(2, the_box().options(2, {"bidding": "off"}))
    rng, told = SeededRng("set up"), list[Event]()
    while not state.turn:
        decision = rules.decisions(state)[0]
        rules.apply(state, decision.seat, pick(decision, rng), told.append)
    sides = [each.number("side") for each in told if each.kind == "arrayed"]
    assert sides == [CALEDONIAN, ROMAN]


@pytest.mark.clause("agricola.20.0.1")
def test_before_anything_happened_nobody_knows_anybody() -> None:
    state = the_box().rules.setup(2, the_box().options(2, {}))
    assert state.known == [0, 0] and {*state.sighted[ROMAN], *state.sighted[CALEDONIAN]} == {NONE}
