"""Tribal Center counters [24] and Treachery against them."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables

T = tables()
OFF = {"battle_lines": "off"}


@pytest.mark.clause("agricola.24.1.2")
def test_a_counter_turned_up_stays_up() -> None:
    scene = Scene(
        romans={"2530": "II Ad A"},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": "oppidum"},
        ap=(2, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529", "declare 0", "dice 6 1", "retreat 2530")
    assert scene.at("II Ad A") == "2530" and scene.counter("Venicones") == "+oppidum"
    assert scene.script.view(0).center[2] == 1


@pytest.mark.clause("agricola.24.2.5", "agricola.24.3.6")
def test_an_ambush_joins_the_warbands_that_are_there() -> None:
    scene = Scene(
        romans={"2530": "II Ad A"},
        tribes={"2529": "Warband 1, Warband 2"},
        centers={"Venicones": "ambush"},
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529", "dice 2")
    assert scene.state.battle is None
    scene.do("pick Tribesmen 1", "pick Gaesatae I")
    assert scene.force("caledonian") == {"Warband 1", "Warband 2", "Tribesmen 1", "Gaesatae I"}
    assert scene.prompt == "stand" and scene.asked == "caledonian"
    scene.do("fight", "dice 1 1 6 6")
    assert scene.prompt == "march_phase" and scene.at("II Ad A") == "recruit"
    assert scene.at("Tribesmen 1", "Gaesatae I") == ("2529", "2529")
    assert scene.counter("Venicones") == ""


@pytest.mark.clause("agricola.24.2.2", "agricola.24.2.9")
def test_tribes_leave_their_counters_face_down() -> None:
    scene = Scene("caledonian", tribes={"2428": "Warband 1"}, centers={"Venicones": "ambush"})
    scene.do("march 2428", "go 2529")
    assert scene.counter("Venicones") == "ambush" and not scene.told("counter_up")


@pytest.mark.clause("agricola.24.3.3")
def test_the_advantage_of_an_ambush_lasts_a_round() -> None:
    scene = Scene(
        romans={"2530": "II Ad A, IX H A"},
        centers={"Venicones": "ambush"},
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529", "dice 1", "pick Warband 1", "fight", "dice 6", "dice 6 6")
    assert scene.battle.round == 2 and scene.prompt == "dice"
    scene.do("dice 6 1")
    assert scene.battle.advantage == ROMAN and scene.asked == "roman"


@pytest.mark.clause(
    "agricola.24.2.6",
    "agricola.24.3.5",
    "agricola.stratagem.roman.treachery.2",
    "agricola.stratagem.roman.treachery.7",
)
@pytest.mark.parametrize(
    ("kind", "left"),
    [
        ("ambush", ""),
        ("wastes", ""),
        ("oppidum", "+oppidum"),
        ("mines", "+mines"),
        ("monoliths", "+monoliths"),
    ],
)
def test_roman_treachery_turns_a_counter_up(kind: str, left: str) -> None:
    scene = Scene(
        tribes={"2529": "Warband 1"}, centers={"Venicones": kind}, hands=("treachery", "")
    )
    box = scene.state.here[CALEDONIAN][T.board.recruit]
    scene.do("betray 2529")
    assert scene.counter("Venicones") == left
    at = scene.script.view(0).at[CALEDONIAN]
    assert at[owner_of("Warband 1")[1]] == place("2529")
    assert scene.state.here[CALEDONIAN][T.board.recruit] == box and scene.state.battle is None
    assert scene.prompt == "march_phase" and "treachery" in scene.bin("roman")


@pytest.mark.clause("agricola.24.2.8", "agricola.stratagem.roman.tribute.3")
def test_the_order_of_things_in_a_center() -> None:
    scene = Scene(
        romans={"2530": "Karus, II Ad A"},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": "oppidum"},
        hands=("tribute", ""),
        options={**OFF, "siege": "on"},
    )
    scene.do("march 2530", "go 2529")
    assert scene.prompt == "tribute" and scene.counter("Venicones") == "+oppidum"
    scene.do("tribute 2529", "dice 2")
    assert scene.prompt == "besiege" and scene.state.battle is None
    scene.do("attack")
    kinds = [event.kind for event in scene.log]
    order = [kinds.index(kind) for kind in ("counter_up", "tribute_roll", "siege_choice", "battle")]
    assert order == sorted(order)


# Monoliths ---------------------------------------------------------------------------------------

STONES = {"Venicones": "+monoliths"}


@pytest.mark.clause("agricola.24.3.7")
@pytest.mark.parametrize(
    ("kind", "points", "asked"), [("+monoliths", 1, True), ("monoliths", 1, False)]
)
def test_a_leader_may_ask_a_revealed_monolith(kind: str, points: int, asked: bool) -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2529": "Princeps I"},
        centers={"Venicones": kind},
        hands=("", "fury"),
        ap=(0, points),
    )
    assert scene.offers("monolith Venicones") == asked
    if asked:
        scene.do("monolith Venicones", "dice 4", "decline")
        assert scene.ap == (0, 0) and scene.prompt == "recruit"


def test_a_monolith_needs_a_leader_and_a_point() -> None:
    for names, points in (("Warband 1", 1), ("Princeps I", 0)):
        scene = Scene(
            "caledonian",
            "points",
            tribes={"2529": names},
            centers=STONES,
            hands=("", "fury"),
            ap=(0, points),
        )
        assert not scene.offers("monolith Venicones")


@pytest.mark.clause("agricola.24.3.8", "agricola.24.3.9")
@pytest.mark.parametrize("face", [3, 4])
def test_an_odd_roll_exchanges_a_marker(face: int) -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2529": "Princeps I"},
        centers=STONES,
        hands=("", "fury, druids"),
        ap=(0, 2),
    )
    scene.do("monolith Venicones", f"dice {face}")
    if scene.prompt == "druids":
        scene.do("decline")
    if face % 2:
        assert scene.choices("give") == {"1", "2"}
        scene.do("give fury")
        assert scene.offers("take fury") and scene.offers("take unite")
        scene.do("take unite")
    assert scene.held("caledonian") == ({"druids", "unite"} if face % 2 else {"druids", "fury"})
    assert scene.ap == (0, 1)


@pytest.mark.clause("agricola.24.3.10")
def test_without_a_marker_nobody_asks_a_monolith() -> None:
    scene = Scene("caledonian", "after", tribes={"2529": "Princeps I"}, centers=STONES, ap=(0, 2))
    assert scene.prompt == "recruit"


@pytest.mark.clause("agricola.24.3.10")
def test_druids_may_be_the_last_marker() -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2529": "Princeps I"},
        centers=STONES,
        hands=("", "druids"),
        ap=(0, 1),
    )
    scene.do("monolith Venicones", "dice 4", "play druids", "dice 1")
    assert scene.prompt == "recruit" and not scene.held("caledonian")


@pytest.mark.clause("agricola.24.3.11")
def test_one_monolith_a_phase() -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2529": "Princeps I", "2226": "Princeps II"},
        centers={**STONES, "Taexali": "+monoliths"},
        hands=("", "fury"),
        ap=(0, 3),
    )
    assert scene.offers("monolith Taexali")
    scene.do("monolith Venicones", "dice 2", "decline")
    assert scene.prompt == "recruit" and scene.ap == (0, 2)


@pytest.mark.clause("agricola.24.3.12")
def test_romans_ask_monoliths_too() -> None:
    scene = Scene(
        phase="points",
        romans={"2529": "Legatus IX Hispana"},
        centers=STONES,
        hands=("speech", ""),
        ap=(1, 0),
    )
    scene.do("monolith Venicones", "dice 1", "give speech", "take imperium")
    assert scene.held("roman") == {"imperium"} and scene.ap == (0, 0)


@pytest.mark.clause("agricola.24.3.13")
def test_a_monolith_takes_no_hits() -> None:
    scene = Scene(
        romans={"2530": "II Ad A, IX H A"},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": "monoliths"},
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529")
    assert scene.force("caledonian") == {"Warband 1"}
    scene.do("dice 6 1", "fight", "dice 1 1")
    assert scene.state.battle is None and scene.counter("Venicones") == "+monoliths"
    assert scene.at("II Ad A") == "2529"


# Mines -------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.24.3.15")
def test_mines_that_paid_never_come_back() -> None:
    scene = Scene(romans={"2530": "II Ad A"}, centers={"Venicones": "mines"}, ap=(1, 0))
    before = scene.state.spare[:]
    scene.do("march 2530", "go 2529")
    assert scene.ap == (2, 0) and scene.counter("Venicones") == ""
    assert scene.state.spare == before
    last = Scene("caledonian", "recruit", hands=("", "novae_gentes"))
    last.state.spare[2] = 0
    last.do("play novae_gentes", "place 2529")
    assert "deal:2" not in [option.text for option in last.script.decision(-1).options]


def test_an_ambush_brings_no_more_than_the_box_holds() -> None:
    names = [unit.name for unit in T.tribes.units if unit.move and unit.name != "Tribesmen 1"]
    scene = Scene(
        romans={"2530": "II Ad A"},
        tribes={"2231": ", ".join(names)},
        centers={"Venicones": "ambush"},
        ap=(1, 0),
    )
    scene.do("march 2530", "go 2529", "dice 6", "pick Tribesmen 1")
    assert scene.force("caledonian") == {"Tribesmen 1"}
    assert scene.state.here[ROMAN][place("2529")]
