"""Boxes, counters and the words of the rulebook [2.2, 3, 4]."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng
from ludus.core.table import Table
from ludus.games.agricola.ids import CALEDONIAN, FURY, ROMAN
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.rules.recruiting import deployments
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables, the_box

T = tables()
OFF = {"battle_lines": "off"}


@pytest.mark.clause("agricola.2.2.1", "agricola.6.0.14", "agricola.6.0.18", "agricola.6.0.2")
def test_what_is_not_set_up_lies_in_the_box() -> None:
    table = Table(the_box(), ("Aulus", "Bruna"), {})
    table.settle(SeededRng(3))
    for center in T.board.dealt[:4]:
        for _ in range(3):
            table.play(1, f"place:{T.board.center_hex[center]}")
    table.play(0, f"all:{T.board.britannia}")
    state = table.state
    listed = {u.number for u in T.rome.units if u.start != "recruit"}
    boxed = {u for u in range(T.rome.count) if state.at[ROMAN][u] == T.board.recruit}
    assert boxed == set(range(T.rome.count)) - listed and len(boxed) == 24
    assert sum(1 for u in T.rome.units if u.legion and u.start == "base") == 12
    assert state.bin[ROMAN].bit_count() == 7 and not state.hand[ROMAN]
    assert state.disrupted == [0, 0]


@pytest.mark.clause("agricola.2.2.2", "agricola.event.8.1", "agricola.event.8.2")
def test_the_pool_is_the_box() -> None:
    tribes = {"2231": "Calgacus, Warband 1, Warband 2, Princeps I"}
    scene = Scene(phase="events", tribes=tribes, centers={"Taexali": "oppidum"})
    scene.do("dice 4 4", "dice 3")
    assert scene.choices("unit") == {"Warband 1", "Warband 2"}
    scene.do("unit Warband 1", "unit Warband 2")
    assert scene.at("Warband 1", "Warband 2") == ("recruit", "recruit")
    assert scene.at("Calgacus", "Princeps I") == ("2231", "2231")
    assert scene.counter("Taexali") == "oppidum" and scene.state.active == ROMAN


@pytest.mark.clause("agricola.2.2.5", "agricola.event.8.3")
def test_the_tribes_go_home_once() -> None:
    scene = Scene(phase="events", tribes={"2231": "Calgacus, Warband 1"})
    scene.do("dice 4 4", "dice 1", "unit Warband 1")
    again = Scene(phase="events", tribes={"2231": "Calgacus, Warband 1"})
    again.state.tribes_home = True
    again.do("dice 4 4")
    assert scene.state.tribes_home and scene.at("Warband 1") == "recruit"
    assert again.at("Warband 1") == "2231" and again.last("no_effect", "event") == 8


@pytest.mark.clause("agricola.2.2.3", "agricola.4.0.13", "agricola.recruit.roman.12")
def test_a_drawn_marker_waits_in_the_hand() -> None:
    scene = Scene(phase="recruit", ap=(1, 0)).do("stratagems 1", "marker officium")
    assert scene.held("roman") == {"officium"} and "officium" not in scene.bin("roman")
    assert len(scene.bin("roman")) == 6 and len(scene.bin("caledonian")) == 7
    assert scene.ap == (0, 0)


@pytest.mark.clause("agricola.3.3.3", "agricola.15.2.9", "agricola.15.2.14")
def test_a_plus_counts_even_disrupted() -> None:
    fought = {"3732": "Warband 1"}
    plain = Scene(romans={"3734": "II Ad A"}, tribes=fought, options=OFF).do("march 3734")
    plain.do("go 3732")
    assert modifiers(T, plain.battle) == [0, 0]
    proud = Scene(romans={"3734": "Aux I Batav"}, tribes=fought, worn="Aux I Batav")
    proud.do("march 3734", "go 3732")
    assert modifiers(T, proud.battle) == [1, 0]


@pytest.mark.clause("agricola.3.4.5", "agricola.16.2.7")
def test_a_disrupted_unit_fights_with_its_back() -> None:
    scene = Scene(romans={"3734": "II Ad A, II Ad B"}, tribes={"3732": "Atecotti I"}, options=OFF)
    scene.do("march 3734", "go 3732", "declare 0", "declare 0", "dice 6 1", "fight", "dice 1 6")
    assert scene.worn("Atecotti I") and scene.at("Atecotti I") == "3732"
    scene.do("dice 2")
    assert scene.last("fire", "factors") == (1,) and scene.last("fire", "hits") == 0


@pytest.mark.clause("agricola.4.0.1", "agricola.4.0.2", "agricola.tec.center.4")
def test_who_controls_a_center() -> None:
    scene = Scene(romans={"2226": "Classis I", "3327": "Exploratores"})
    free = deployments(T, scene.state, CALEDONIAN, owner_of("Warband 1")[1], 1)
    centers = set(T.board.center_hex)
    assert set(free) == centers - {place("2226"), place("3327")}


@pytest.mark.clause("agricola.4.0.3")
def test_more_elites_give_one() -> None:
    scene = Scene(
        romans={"3734": "Karus, Evocati I, Evocati II"},
        tribes={"3732": "Atecotti I, Princeps I"},
        options=OFF,
    )
    scene.do("march 3734", "go 3732")
    assert modifiers(T, scene.battle) == [1, 0]


@pytest.mark.clause("agricola.4.0.5", "agricola.13.1.1", "agricola.7.2.6")
def test_a_march_is_one_force_and_one_battle() -> None:
    romans = {"3734": "Ala I", "3733": "Ala II"}
    tribes = {"3732": "Tribesmen 1", "3731": "Tribesmen 2"}
    scene = Scene(romans=romans, tribes=tribes, ap=(1, 0), options=OFF).do("march 3734")
    assert scene.prompt == "march" and not scene.offers("march") and not scene.offers("leave")
    scene.do("go 3732", "dice 6 1", "fight", "dice 1")
    kinds = [event.kind for event in scene.log]
    assert kinds.index("moved") < kinds.index("battle") and kinds.count("battle") == 1
    assert scene.at("Ala II", "Tribesmen 2") == ("3733", "3731")
    assert scene.prompt == "march_phase" and scene.state.battle is None


@pytest.mark.clause("agricola.4.0.6")
def test_there_is_no_passing_a_battle() -> None:
    scene = Scene(romans={"3734": "Ala I"}, tribes={"3732": "Warband 1"}, ap=(1, 0), options=OFF)
    scene.do("march 3734", "go 3732")
    assert scene.prompt == "dice" and scene.battle.place == place("3732")


@pytest.mark.clause("agricola.4.0.7", "agricola.5.2.6")
def test_one_warband_occupies_a_fortress() -> None:
    scene = Scene(tribes={"3525": "Warband 1"})
    assert scene.script.view(1).score[1][0] == 3


@pytest.mark.clause("agricola.4.0.9", "agricola.event.2.1", "agricola.event.2.2")
def test_to_select_is_to_choose_from_all() -> None:
    scene = Scene(phase="events", hands=("speech", "")).do("dice 1 1", "dice 3 4")
    assert scene.asked == "roman"
    assert scene.choices("take") == {"0", "1", "2", "3", "5", "6"}
    scene.do("take imperium")
    assert scene.held("roman") == {"speech", "imperium"}


@pytest.mark.clause("agricola.21.2.3")
def test_which_marker_comes_or_goes_is_told_to_its_owner_alone() -> None:
    scene = Scene(phase="events", hands=("", "fury, druids")).do("dice 1 1", "dice 3 4")
    scene.do("take imperium", "give druids")
    (known,) = scene.told("marker_known")
    (back,) = scene.told("marker_back")
    assert known.facts["marker"] == 1 and known.seen_by == 1 << 0
    assert back.facts["marker"] == 2 and back.seen_by == 1 << 1
    for event in (*scene.told("marker_taken"), *scene.told("marker_returned")):
        assert "marker" not in event.facts


@pytest.mark.clause("agricola.event.2.3", "agricola.21.2.3")
def test_with_an_empty_hand_everybody_knows_where_the_markers_are() -> None:
    scene = Scene(phase="events", hands=("", "fury")).do("dice 1 1", "dice 1 4", "take speech")
    assert not scene.state.shelved[CALEDONIAN] >> FURY & 1
    scene.do("give fury")
    assert scene.held("caledonian") == set()
    assert scene.state.shelved[CALEDONIAN] == scene.state.bin[CALEDONIAN] != 0


@pytest.mark.clause("agricola.event.2.3")
@pytest.mark.parametrize("held", [True, False])
def test_an_even_omen_takes_a_held_marker(held: bool) -> None:
    hands = ("", "fury, druids" if held else "")
    scene = Scene(phase="events", hands=hands).do("dice 1 1", "dice 1 4", "take speech")
    if held:
        assert scene.asked == "caledonian" and not scene.offers("give tribute")
        scene.do("give druids")
        assert "druids" in scene.bin("caledonian")
    assert scene.held("caledonian") == ({"fury"} if held else set())
    assert scene.state.active == ROMAN


@pytest.mark.clause(
    "agricola.4.0.10",
    "agricola.20.0.3",
    "agricola.stratagem.caledonian.treachery.2",
    "agricola.stratagem.caledonian.treachery.1",
)
def test_treachery_shows_the_units_of_a_hex() -> None:
    romans = {"3525": "II Ad A, Karus", "3624": "Aux V", "B": "Ala I"}
    scene = Scene(romans=romans, hands=("", "treachery"), interrupts=True)
    assert scene.choices("betray", seat=1) == {"3525", "3624"}
    scene.do("betray 3525", seat=1)
    at = scene.script.view(1).at[ROMAN]
    seen = {u.name for u in T.rome.units if at[u.number] == place("3525")}
    assert seen == {"II Ad A", "Karus"} and at[owner_of("Aux V")[1]] < 0
    assert "treachery" in scene.bin("caledonian")


@pytest.mark.clause(
    "agricola.4.0.11", "agricola.4.0.12", "agricola.battle-results.1", "agricola.16.0.2"
)
@pytest.mark.parametrize("name", ["Imped I", "Ala I", "II Ad A", "Evocati I"])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_up_to_the_factor_hits(name: str, face: int) -> None:
    scene = Scene(romans={"3734": name}, tribes={"3732": "Warband 1, Warband 2"}, ap=(1, 0))
    scene.do("march 3734", "go 3732", "dice 6 1", "fight").dice(face)
    strength = T.rome.strength[owner_of(name)[1]]
    assert scene.last("fire", "hits") == (1 if face <= strength else 0)


@pytest.mark.clause("agricola.4.0.14")
def test_every_unit_is_of_one_side_or_the_other() -> None:
    assert [muster.side for muster in T.musters] == [ROMAN, CALEDONIAN]
    for muster in T.musters:
        assert {unit.side for unit in muster.units} == {muster.side}


@pytest.mark.clause("agricola.counter.1", "agricola.22.1.14", "agricola.11.3.1")
@pytest.mark.parametrize("name", ["Karus", "Legatus IX Hispana"])
def test_leaders_come_back_after_winter_for_three(name: str) -> None:
    scene = Scene(phase="winter", turn=4, romans={"3525": name}, ap=(0, 0), fallen=name)
    scene.do("dice 6 6", "dice 4")
    assert scene.prompt == "recruit" and scene.at(name) == "recruit"
    assert scene.offers(f"recruit {name}") and scene.offers("recruit Aux III")
    scene.do(f"recruit {name}", "place B")
    assert scene.ap == (1, 0) and scene.at(name) == "B"


@pytest.mark.clause("agricola.3.5.1", "agricola.20.2.1", "agricola.6.0.3")
def test_a_stack_under_a_marker_is_the_stack_itself() -> None:
    names = "II Ad A, II Ad B, Karus, Ala I"
    state = Scene("caledonian", romans={"3732": names}, tribes={"3734": "Warband 1"})
    assert state.script.view(1).veiled[ROMAN] == (place("3732"),)
    state.do("march 3734", "go 3732")
    assert state.force("roman") == {"II Ad A", "II Ad B", "Karus", "Ala I"}


@pytest.mark.clause("agricola.3.5.3", "agricola.3.5.4", "agricola.3.5.5")
def test_what_markers_show_is_kept_by_hex() -> None:
    scene = Scene(
        romans={"2632": "Praesidium 1", "2531": "II Ad A"},
        centers={"Damnonii": "+oppidum"},
        road=2,
        sieges="2632",
        pillaged="3525, 3127, 3830",
    )
    for seat in (0, 1):
        view = scene.script.view(seat)
        assert T.board.route[view.road] == place("2531")
        assert view.sieges == (place("2632"),)
        assert view.pillaged == tuple(sorted(place(name) for name in ("3525", "3127", "3830")))
