"""Fleets: naval Marches, transport, battles and retreats by sea [26, 27]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.rules.battle import tie_winner
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables

T = tables()
OFF = {"battle_lines": "off"}
COHORTS = "Aux V, Aux VI, Aux VII"
RING = {"3730": "Warband 3", "3732": "Warband 4", "3830": "Warband 5", "3831": "Warband 6"}


def aboard(scene: Scene, name: str) -> str:
    """The fleet that carries a unit, or nothing."""
    fleet = scene.state.aboard[owner_of(name)[1]]
    return "" if fleet < 0 else T.rome.units[fleet].name


@pytest.mark.clause("agricola.26.0.1", "agricola.26.1.2", "agricola.26.2.1")
@pytest.mark.parametrize("fleet", ["Classis I", "Praefectus Classiarii"])
def test_a_naval_march_costs_a_point_and_goes_as_far_as_the_dice(fleet: str) -> None:
    scene = Scene(romans={"3836": fleet}, ap=(1, 0)).do("sail 3836", "cast")
    assert scene.ap == (0, 0) and scene.prompt == "dice"
    scene.do("dice 3 4")
    reach = {name: steps for name, steps in distances("3836").items() if steps}
    assert scene.choices("go") == {name for name, steps in reach.items() if steps <= 7}
    far = next(name for name, steps in reach.items() if steps == 7)
    scene.do(f"go {far}")
    assert scene.at(fleet) == far


def distances(start: str) -> dict[str, int]:
    """Steps by sea to every place; Britannia ends a voyage."""
    board = T.board
    found = {place(start): 0}
    edge = [place(start)]
    while edge:
        following = []
        for spot in edge:
            for other in board.sea_links[spot]:
                if other not in found and spot in (place(start), *range(board.hexes)):
                    found[other] = found[spot] + 1
                    following.append(other)
        edge = following
    return {board.ids[n] if n < board.hexes else "B": steps for n, steps in found.items()}


@pytest.mark.clause("agricola.26.1.1", "agricola.26.2.2")
def test_ships_keep_to_water_and_coasts() -> None:
    scene = Scene(romans={"3731": "Classis I"}).do("sail 3731", "cast", "dice 6 6")
    for name in scene.choices("go") - {"B"}:
        assert T.board.is_sea[place(name)] or T.board.coastal[place(name)]
    assert not scene.offers("go 3831")
    inland = Scene(romans={"3731": "Classis I"})
    inland.state.here[ROMAN][place("3731")] = 0
    inland.state.here[ROMAN][place("3831")] = 1 << owner_of("Classis I")[1]
    inland.state.at[ROMAN][owner_of("Classis I")[1]] = place("3831")
    assert any("dry land" in line for line in inland.m_check(inland.state))
    # 2633 lies west of the neck of land at 2632; the eastern sea is a long way round.
    west = Scene(romans={"2633": "Classis I"}).do("sail 2633", "cast", "dice 1 2")
    assert not west.offers("go 2628") and not west.offers("go 2528")


@pytest.mark.clause("agricola.26.2.3", "agricola.26.6.3")
def test_a_voyage_may_go_nowhere_and_land_people() -> None:
    scene = Scene(romans={"3731": f"Classis I, {COHORTS}"}, aboard={"Classis I": COHORTS})
    assert not scene.offers("march 3731")
    scene.do("sail 3731", "cast", "dice 4 5", "halt")
    assert scene.prompt == "land" and scene.ap == (4, 5)
    scene.do("land Aux V", "done")
    assert aboard(scene, "Aux V") == "" and aboard(scene, "Aux VI") == "Classis I"
    assert scene.at("Classis I") == "3731" and scene.offers("march 3731")


@pytest.mark.clause("agricola.26.2.4", "agricola.tec.coastal.1")
def test_terrain_ashore_does_not_stop_ships() -> None:
    scene = Scene(romans={"3834": "Classis I"}).do("sail 3834", "cast", "dice 1 1")
    assert T.board.wild[place("3833")] and scene.offers("go 3833")
    assert tie_winner(T, place("3833")) != ROMAN
    reach = Scene(romans={"2633": "Classis I"}).do("sail 2633", "cast", "dice 1 1")
    # 2433 is two steps off, and only by the wild coasts of 2533 and 2534.
    assert reach.offers("go 2433")


@pytest.mark.clause("agricola.26.2.5")
def test_a_fleet_may_be_left_on_the_way() -> None:
    scene = Scene(
        romans={"3834": f"Classis I, Classis II, {COHORTS}"}, aboard={"Classis I": COHORTS}
    )
    scene.do("sail 3834", "cast", "dice 3 3", "step 3734", "leave Classis I")
    assert scene.prompt == "land"
    scene.do("ashore", "go 3631")
    assert scene.at("Classis I", "Classis II", "Aux V") == ("3734", "3631", "3734")
    assert aboard(scene, "Aux V") == ""
    enemy = Scene(romans={"3834": "Classis I, Classis II"}, tribes={"3734": "Warband 1"})
    enemy.do("sail 3834", "cast", "dice 3 3")
    assert not enemy.offers("step 3734") and enemy.offers("go 3734")
    hidden = Scene(romans={"2633": "Classis I, Classis II"}, centers={"Epidii": "wastes"})
    hidden.do("sail 2633", "cast", "dice 3 3")
    assert not hidden.offers("step 2534") and hidden.offers("go 2534")


@pytest.mark.clause("agricola.26.3.1", "agricola.26.3.2")
def test_ships_pass_enemies_or_stop_and_fight() -> None:
    tribes = {name: f"Warband {n}" for n, name in enumerate(("2533", "2534", "2632", "2634"), 1)}
    scene = Scene(romans={"2633": "Classis I"}, tribes=tribes, ap=(1, 0))
    scene.do("sail 2633", "cast", "dice 1 2")
    assert scene.offers("go 2433")
    scene.do("go 2433", "done")
    assert not scene.told("battle") and scene.at("Classis I") == "2433"
    stop = Scene(romans={"2633": "Classis I"}, tribes=tribes, ap=(1, 0))
    stop.do("sail 2633", "cast", "dice 1 2", "go 2533")
    assert stop.battle.place == place("2533")


@pytest.mark.clause("agricola.26.3.3")
def test_a_hidden_center_is_turned_up_by_stopping_only() -> None:
    centers = {"Epidii": "mines", "Damnonii": "mines"}
    scene = Scene(romans={"2633": "Classis I"}, centers=centers, ap=(1, 0))
    scene.do("sail 2633", "cast", "dice 1 1", "go 2433", "done")
    assert scene.counter("Epidii") == "mines"
    stop = Scene(romans={"2633": "Classis I"}, centers=centers, ap=(1, 0))
    stop.do("sail 2633", "cast", "dice 1 1", "go 2534", "done")
    assert stop.told("counter_up") and stop.ap == (2, 0)


@pytest.mark.clause("agricola.26.3.3", "agricola.24.2.1")
@pytest.mark.parametrize(("counter", "beyond"), [("mines", False), ("+mines", True)])
def test_by_house_ruling_a_hidden_center_stops_ships(counter: str, beyond: bool) -> None:
    """From 2634 it is two steps to 2433 by the center, and three by the sea."""
    options = {"ships_at_centers": "stop"}
    centers = {"Epidii": counter, "Damnonii": "mines"}
    scene = Scene(romans={"2634": "Classis I"}, centers=centers, ap=(1, 0), options=options)
    scene.do("sail 2634", "cast", "dice 1 1")
    passing = Scene(romans={"2634": "Classis I"}, centers=centers, ap=(1, 0))
    passing.do("sail 2634", "cast", "dice 1 1")
    assert passing.offers("go 2433") and scene.offers("go 2433") == beyond
    assert scene.offers("go 2534") and passing.choices("go") >= scene.choices("go")
    scene.do("go 2534", "done")
    assert scene.prompt == "march_phase" and scene.at("Classis I") == "2534"


@pytest.mark.clause("agricola.26.4.1", "agricola.26.4.2")
def test_fleets_and_those_aboard_fight_ashore() -> None:
    scene = Scene(
        romans={"3631": f"Classis I, {COHORTS}"},
        aboard={"Classis I": COHORTS},
        tribes={"3731": "Warband 1, Warband 2"},
        ap=(1, 0),
        options=OFF,
    )
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731")
    assert {aboard(scene, name) for name in COHORTS.split(", ")} == {""}
    assert scene.force("roman") == {"Classis I", "Aux V", "Aux VI", "Aux VII"}
    scene.do("dice 1 6", "fight", "dice 1 6", "hit Classis I")
    assert scene.worn("Classis I")
    scene.do("dice 3 3 3 3")
    assert scene.last("fire", "factors") == (2, 2, 2, 1)


# Retreat -----------------------------------------------------------------------------------------


def landed(names: str, others: dict[str, str] | None = None, ap: int = 1) -> Scene:
    """Ships from 3631 have landed at 3731 among warbands, and have the advantage."""
    carried = ", ".join(name for name in names.split(", ") if not name.startswith("Classis"))
    scene = Scene(
        romans={"3631": names},
        aboard={"Classis I": carried},
        tribes={"3731": "Warband 1, Warband 2", **(others or {})},
        ap=(ap, 0),
        options=OFF,
    )
    return scene.do("sail 3631", "cast", "dice 1 1", "go 3731", "dice 6 1")


@pytest.mark.clause("agricola.26.5.1")
def test_a_fleet_retreats_by_sea_or_to_a_free_coast() -> None:
    scene = landed("Classis I", {"3730": "Warband 3"})
    assert scene.choices("retreat") == {"3630", "3631", "3732"}
    scene.do("retreat 3630")
    assert scene.at("Classis I") == "3630" and scene.state.battle is None


@pytest.mark.clause("agricola.26.5.2")
def test_a_retreating_fleet_takes_land_units_along() -> None:
    scene = landed(f"Classis I, {COHORTS}", RING).do("withdraw")
    assert not scene.offers("done")
    scene.do("board Aux V", "board Aux VI", "board Aux VII", "retreat 3631")
    assert scene.at("Classis I", "Aux V", "Aux VI", "Aux VII") == ("3631",) * 4
    assert aboard(scene, "Aux VI") == "Classis I" and scene.state.battle is None


@pytest.mark.clause("agricola.26.5.3")
def test_with_too_few_ships_the_rest_goes_by_land() -> None:
    scene = Scene(
        "caledonian",
        romans={"3731": f"Classis I, {COHORTS}, Ala I, Ala II"},
        tribes=RING,
        ap=(0, 1),
        options=OFF,
    )
    scene.do("march 3732", "go 3731", "dice 6 1", "withdraw")
    scene.do("board Aux V", "board Aux VI", "board Aux VII", "done")
    # The hex that the attacker left is the only one without enemies.
    assert scene.choices("retreat") == {"3732"}
    scene.do("retreat 3732", "retreat 3631")
    assert scene.at("Ala I", "Ala II", "Aux V", "Classis I") == ("3732", "3732", "3631", "3631")


@pytest.mark.clause("agricola.26.5.3")
def test_fleets_and_land_units_may_part() -> None:
    scene = landed(f"Classis I, {COHORTS}").do("withdraw", "done", "retreat 3830", "retreat 3630")
    assert scene.at("Aux V", "Aux VII", "Classis I") == ("3830", "3830", "3630")


@pytest.mark.clause("agricola.26.5.3")
def test_no_retreat_if_some_could_neither_sail_nor_walk() -> None:
    scene = Scene(
        romans={"3631": f"Classis I, Classis II, {COHORTS}, Ala I, Ala II"},
        aboard={"Classis I": COHORTS, "Classis II": "Ala I, Ala II"},
        tribes={"3731": "Warband 1, Warband 2", **RING},
        ap=(1, 0),
        options=OFF,
    )
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731", "dice 1 6", "fight", "dice 1 1")
    scene.do("hit Classis I", "hit Classis I", "dice 6 6 6 6 6 6", "dice 6 1")
    assert scene.at("Classis I") == "recruit"
    assert scene.prompt == "dice" and scene.battle.advantage == ROMAN


@pytest.mark.clause("agricola.26.5.2", "agricola.20.0.2")
def test_everybody_sees_who_embarks_in_a_retreat() -> None:
    scene = landed(f"Classis I, {COHORTS}").do("withdraw", "board Aux V")
    fleet = owner_of("Classis I")[1]
    for seat in (0, 1, -3):
        shown = scene.script.view(seat).aboard
        assert [shown[owner_of(name)[1]] for name in ("Aux V", "Aux VI")] == [fleet, -1]
    scene.do("done", "retreat 3830", "retreat 3630")
    assert scene.at("Aux V", "Aux VI") == ("3630", "3830")
    assert set(scene.script.view(1).aboard) == {-1}


@pytest.mark.clause("agricola.26.5.4", "agricola.27.1.4")
def test_ships_of_the_south_edge_reach_britannia() -> None:
    scene = Scene("caledonian", romans={"3833": "Classis I"}, tribes={"3733": "Warband 1"})
    scene.do("march 3733", "go 3833", "declare 0", "declare 0", "dice 6 1")
    assert scene.offers("retreat B")
    assert scene.do("retreat B").at("Classis I") == "B"
    sail = Scene(romans={"B": "Classis I"}).do("sail B", "cast", "dice 2 3")
    steps = distances("B")
    edge = {"3821", "3822", "3823", "3833", "3834", "3835", "3836", "3837"}
    assert {name for name, count in steps.items() if count == 1} == edge
    assert sail.choices("go") == {name for name, count in steps.items() if 0 < count <= 5}


# Transport ---------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.26.6.1", "agricola.27.2.2")
@pytest.mark.parametrize("spot", ["3731", "B"])
def test_a_fleet_carries_three(spot: str) -> None:
    names = "II Ad A, IX H A, XX VV A, Ala I"
    scene = Scene(romans={spot: f"Classis I, {names}"}).do(f"sail {spot}")
    scene.do("board II Ad A", "board IX H A", "board XX VV A")
    assert not scene.offers("board")
    scene.do("cast", "dice 1 1", "go 3834" if spot == "B" else "go 3631")
    assert scene.at("II Ad A", "Ala I") == ("3834" if spot == "B" else "3631", spot)


@pytest.mark.clause("agricola.22.3.1")
def test_the_praefectus_sails_with_others_and_carries_three() -> None:
    names = "II Ad A, II Ad B, II Ad C, IX H A, IX H B, IX H C"
    scene = Scene(romans={"3731": f"Classis I, Praefectus Classiarii, {names}"}).do("sail 3731")
    for _ in range(3):
        scene.do(f"board {sorted(scene.choices('board'))[0]}")
        scene.do(f"board {sorted(scene.choices('board'))[-1]}")
    scene.do("cast", "dice 1 1", "go 3631")
    carriers = [aboard(scene, name) for name in names.split(", ")]
    assert carriers.count("Praefectus Classiarii") == carriers.count("Classis I") == 3


@pytest.mark.clause("agricola.26.6.2")
@pytest.mark.parametrize(("spot", "asked"), [("3630", False), ("3731", True)])
def test_nobody_lands_in_the_sea(spot: str, asked: bool) -> None:
    scene = Scene(romans={"3631": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"})
    scene.do("sail 3631", "cast", "dice 1 1", f"go {spot}")
    assert (scene.prompt == "land") == asked and aboard(scene, "Aux V") == "Classis I"


def test_britannia_takes_everybody_off() -> None:
    scene = Scene(romans={"3834": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"})
    scene.do("sail 3834", "cast", "dice 1 1", "go B")
    assert scene.at("Aux V", "Classis I") == ("B", "B") and aboard(scene, "Aux V") == ""


@pytest.mark.clause("agricola.26.6.4")
def test_a_landed_cohort_marches_with_the_next_march() -> None:
    scene = Scene(romans={"3631": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"}, ap=(2, 0))
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731", "land Aux V")
    assert scene.prompt == "march_phase" and scene.at("Aux V") == "3731"
    scene.do("march 3731", "go 3831")
    assert scene.at("Aux V") == "3831" and scene.ap == (0, 0)
    walked = Scene(romans={"3831": "Aux V", "3731": "Classis I"}, ap=(1, 0))
    walked.do("march 3831", "go 3731")
    assert walked.prompt == "march_phase" and aboard(walked, "Aux V") == ""


@pytest.mark.clause("agricola.26.6.5")
def test_passengers_stay_aboard_from_turn_to_turn() -> None:
    scene = Scene(
        "caledonian", "over", romans={"3631": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"}
    )
    assert scene.state.turn == 3 and aboard(scene, "Aux V") == "Classis I"
    scene.do("dice 6 6")
    assert scene.state.active == ROMAN and aboard(scene, "Aux V") == "Classis I"


@pytest.mark.clause("agricola.26.6.6")
def test_an_attack_puts_passengers_ashore() -> None:
    scene = Scene(
        "caledonian",
        romans={"3731": "Classis I, Aux V"},
        aboard={"Classis I": "Aux V"},
        tribes={"3733": "Warband 1"},
    )
    scene.do("march 3733", "go 3731")
    assert aboard(scene, "Aux V") == "" and scene.force("roman") == {"Classis I", "Aux V"}


@pytest.mark.clause("agricola.26.6.7")
def test_nobody_stands_in_the_water() -> None:
    scene = Scene(romans={"3631": "Classis I, Aux V"}, aboard={"Classis I": "Aux V"})
    assert not scene.m_check(scene.state)
    assert scene.offers("sail 3631") and not scene.offers("march 3631")
    scene.state.aboard[owner_of("Aux V")[1]] = -1
    assert any("in the water" in line for line in scene.m_check(scene.state))


@pytest.mark.clause("agricola.26.6.8", "agricola.26.6.9")
def test_neither_fleets_nor_camps_are_carried() -> None:
    scene = Scene(romans={"3731": "Classis I, Classis II, Praesidium 1, Aux V"})
    scene.do("sail 3731")
    assert scene.choices("board") == {"Aux V"}


@pytest.mark.clause("agricola.26.6.3", "agricola.26.6.2")
def test_a_fleet_that_lies_still_puts_nobody_ashore() -> None:
    scene = Scene(
        romans={"3731": "Classis I, Aux V", "3631": "Classis II, Ala I, Ala II"},
        aboard={"Classis I": "Aux V", "Classis II": "Ala I, Ala II"},
    )
    scene.do("sail 3631", "cast", "dice 1 1", "go 3731")
    assert scene.prompt == "land" and scene.choices("land") == {"Ala I", "Ala II"}
    scene.do("ashore")
    assert (aboard(scene, "Ala II"), aboard(scene, "Aux V")) == ("", "Classis I")


@pytest.mark.clause("agricola.26.6.10", "agricola.26.7.3")
def test_the_player_says_which_ship_carries_whom() -> None:
    start = {"3731": f"Classis I, Classis II, {COHORTS}"}
    spread = Scene(romans=start).do("sail 3731")
    spread.do("board Aux V", "board Aux VI", "board Aux VII")
    ships = [aboard(spread, name) for name in ("Aux V", "Aux VI", "Aux VII")]
    assert ships == ["Classis I", "Classis II", "Classis I"], "else the one with most room"
    scene = Scene(romans=start).do("sail 3731", "ship Classis II", "board Aux V", "board Aux VI")
    assert scene.choices("ship") == {"Classis I"}
    scene.do("board Aux VII", "cast", "dice 1 1", "step 3631", "leave Classis I", "go 3630")
    assert [aboard(scene, name) for name in ("Aux V", "Aux VI", "Aux VII")] == ["Classis II"] * 3
    assert scene.at("Aux V", "Classis I") == ("3630", "3631")
    full = Scene(romans={"3731": f"Classis I, Classis II, {COHORTS}, Ala I"}).do("sail 3731")
    full.do("ship Classis II", "board Aux V", "board Aux VI", "board Aux VII")
    assert not full.offers("ship"), "only one has room"
    assert aboard(full.do("board Ala I"), "Ala I") == "Classis I", "a full ship takes no more"
    single = Scene(romans={"3731": f"Classis I, {COHORTS}"}).do("sail 3731")
    assert not single.offers("ship")


@pytest.mark.clause("agricola.26.6.10", "agricola.20.0.1")
def test_nobody_else_learns_which_ship_is_loaded() -> None:
    one, two = (
        Scene(romans={"3731": f"Classis I, Classis II, {COHORTS}"}).do("sail 3731")
        for _ in range(2)
    )
    one.do("ship Classis II", "board Aux V")
    two.do("board Aux V")
    for seat in (1, -3):
        assert one.script.view(seat) == two.script.view(seat)
    assert one.script.view(0) != two.script.view(0)


@pytest.mark.clause("agricola.26.6.10", "agricola.12.5.5")
def test_agricola_chooses_his_ship() -> None:
    scene = Scene(romans={"B": "Agricola, Classis I, Classis II, Aux V"}, ap=(0, 0))
    scene.do("free_sail")
    assert aboard(scene, "Agricola") == "Classis I" and scene.choices("board") == {"Aux V"}
    scene.do("ship Classis II")
    assert scene.choices("board") == {"Agricola", "Aux V"}
    scene.do("board Agricola")
    assert aboard(scene, "Agricola") == "Classis II" and scene.choices("board") == {"Aux V"}
    assert scene.choices("leave") == {"Classis I"}, "his own ship sails"
    paid = Scene(romans={"B": "Agricola, Classis I, Classis II"}, aboard={"Classis I": "Agricola"})
    paid.do("sail B")
    assert not paid.offers("ship"), "who embarked by choice stays where he is"


@pytest.mark.clause("agricola.26.6.10", "agricola.26.5.2")
def test_ships_are_chosen_in_a_retreat_too() -> None:
    scene = landed(f"Classis I, Classis II, {COHORTS}", RING).do("withdraw", "ship Classis II")
    scene.do("board Aux V", "board Aux VI", "board Aux VII", "retreat 3631")
    assert [aboard(scene, name) for name in ("Aux V", "Aux VI", "Aux VII")] == ["Classis II"] * 3
    assert scene.state.loading == -1


@pytest.mark.clause("agricola.27.1.8")
def test_there_is_no_fighting_in_britannia() -> None:
    scene = Scene("caledonian", romans={"B": "Aux V"}, tribes={"3833": "Warband 1"})
    scene.do("march 3833")
    assert "B" not in scene.choices("go") | scene.choices("step")
    assert not any(
        T.board.britannia in T.board.land_links[n]
        for n in range(T.board.hexes)
        if n not in T.board.south
    )
