"""The order of turns and phases, and Winter [7, 8, 9]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.winter import quarters
from ludus.games.agricola.tests.scene import Scene, place, tables

T = tables()
PHASES = {0: "points", 2: "recruit", 3: "march", 4: "supply", 6: "rally"}


def phases(scene: Scene) -> list[tuple[int, str]]:
    """Side and name of the phases told so far."""
    return [
        (int(str(event.facts["side"])), PHASES[int(str(event.facts["phase"]))])
        for event in scene.told("phase")
    ]


def through(scene: Scene) -> Scene:
    """Pass everything until the turn is over."""
    turn = scene.state.turn
    while scene.prompt and scene.state.turn == turn:
        scene.do("dice 1" if scene.prompt == "dice" else "next")
    return scene


@pytest.mark.clause("agricola.7.2.1", "agricola.7.2.3", "agricola.9.0.3", "agricola.9.0.1")
def test_a_campaign_turn_in_order() -> None:
    scene = Scene(phase="begin", turn=6, ap=(0, 0))
    scene.do("dice 6 6")
    through(scene)
    rows = [(side, name) for side in (ROMAN, CALEDONIAN) for name in PHASES.values()]
    assert phases(scene) == rows
    assert [event.facts["event"] for event in scene.told("event")] == [12]
    kinds = [event.kind for event in scene.log]
    assert kinds.index("event") < kinds.index("phase")


@pytest.mark.clause("agricola.9.0.1")
def test_the_event_is_the_sum_of_one_die_each() -> None:
    scene = Scene(phase="events").do("dice 3 4")
    assert scene.last("event", "event") == 7 and scene.prompt == "dice"
    assert scene.t.charts.event[7 - 2].key == "weather"


@pytest.mark.clause("agricola.7.2.2", "agricola.7.2.11")
@pytest.mark.parametrize(("turn", "asked"), [(1, False), (3, True), (5, True), (9, True)])
def test_which_turns_have_an_event(turn: int, asked: bool) -> None:
    scene = Scene(phase="begin", turn=turn, ap=(0, 0))
    two_dice = len(scene.script.decision(-1).options) == 36
    assert two_dice == asked and scene.state.turn == turn
    assert (scene.state.active == ROMAN) == (not asked)


@pytest.mark.clause("agricola.7.2.2", "agricola.8.3.1", "agricola.8.0.1")
@pytest.mark.parametrize("turn", [4, 8])
def test_a_winter_turn_has_nothing_else(turn: int) -> None:
    scene = Scene(
        phase="begin",
        turn=turn,
        romans={"2429": "II Ad A", "3525": "Karus, II Ad B"},
        tribes={"2328": "Warband 1", "2231": "Princeps I"},
        worn="II Ad B",
        fallen="Karus",
        pillaged="3525",
        ap=(4, 2),
    )
    assert scene.prompt == "winter" and scene.asked == "roman" and scene.ap == (4, 2)
    scene.do("place 3525")
    assert scene.asked == "caledonian" and scene.at("Karus") == "fallen" and scene.ap == (4, 2)
    scene.do("place 2231")
    assert scene.ap == (0, 0) and scene.at("Karus") == "recruit" and not scene.state.pillaged
    assert scene.worn("II Ad B") and scene.state.turn == turn + 1
    quiet = ("event", "phase", "points_rolled", "supply_check", "rallied", "march")
    assert not [event.kind for event in scene.log if event.kind in quiet]


@pytest.mark.clause("agricola.7.2.11")
def test_the_next_turn_begins_with_events() -> None:
    scene = Scene("caledonian", "rally", ap=(0, 1)).do("next")
    assert scene.state.turn == 3 and len(scene.script.decision(-1).options) == 36


@pytest.mark.clause("agricola.7.2.5", "agricola.ap.stratagem.1", "agricola.11.0.1")
def test_recruiting_pays_for_units_and_stratagems() -> None:
    scene = Scene(phase="recruit", ap=(3, 0))
    assert scene.offers("stratagems 1")
    scene.do("stratagems 1", "marker speech", "recruit Aux III", "place B")
    assert scene.ap == (1, 0) and scene.held("roman") == {"speech"} and scene.at("Aux III") == "B"


@pytest.mark.clause("agricola.7.2.10")
def test_rallying_may_be_left() -> None:
    scene = Scene(phase="rally", romans={"3525": "II Ad A"}, worn="II Ad A", ap=(1, 0))
    assert scene.offers("rally 3525") and scene.offers("next")
    scene.do("next")
    assert scene.worn("II Ad A") and scene.state.active == CALEDONIAN


@pytest.mark.clause("agricola.7.2.12", "agricola.stratagem.roman.tribute.1")
def test_the_end_of_movement_comes_before_the_battle() -> None:
    scene = Scene(
        romans={"2731": "Karus, II Ad A"},
        tribes={"2632": "Warband 1"},
        centers={"Damnonii": "+oppidum"},
        hands=("tribute", ""),
    )
    assert not scene.offers("tribute") and not scene.offers("play")
    scene.do("march 2731", "go 2632")
    assert scene.prompt == "tribute" and scene.state.battle is None
    scene.do("decline")
    assert scene.battle.place == place("2632") and not scene.offers("tribute")


# Winter ------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.8.1.3", "agricola.8.1.6")
def test_fleets_and_those_aboard_go_apart() -> None:
    romans = {
        "3631": "Classis I, Aux V, Aux VI, Aux VII",
        "2529": "Praesidium 1",
        "2429": "Praesidium 2",
    }
    scene = Scene(
        phase="winter",
        turn=4,
        romans=romans,
        tribes={"2231": "Calgacus"},
        aboard={"Classis I": "Aux V, Aux VI, Aux VII"},
    )
    scene.do("place 3525", "all 3127")
    assert scene.at("Aux V", "Aux VI", "Aux VII") == ("3525", "3127", "3127")
    assert scene.choices("place") == {"B", "2529"}
    scene.do("place 2529")
    assert scene.at("Classis I") == "2529" and set(scene.state.aboard) == {-1}


@pytest.mark.clause("agricola.8.1.2", "agricola.8.1.3", "agricola.8.1.8")
def test_a_lost_fortress_is_no_quarters_for_romans() -> None:
    romans = {"3425": "II Ad A", "2632": "Aux V", "3327": "Praesidium 3"}
    tribes = {"2231": "Calgacus", "3525": "Warband 1"}
    scene = Scene(phase="winter", turn=4, romans=romans, tribes=tribes)
    forts = {T.board.ids[spot] for spot in T.board.fortress_hex} - {"3525"}
    assert scene.asked == "roman" and scene.choices("place") == forts | {"B", "3327"}


def test_nobody_stays_aboard_in_a_harbour() -> None:
    romans = {"2529": "Praesidium 1, Classis I, Aux V"}
    scene = Scene(phase="winter", turn=4, romans=romans, aboard={"Classis I": "Aux V"})
    assert scene.state.turn == 5 and set(scene.state.aboard) == {-1}


@pytest.mark.clause("agricola.8.1.4", "agricola.8.1.5", "agricola.23.2.4")
def test_camps_stay_and_keep_who_is_with_them() -> None:
    romans = {
        "2529": "Praesidium 1, II Ad A",
        "2429": "Praesidium 2",
        "3327": "Praesidium 3",
        "2632": "II Ad B",
    }
    scene = Scene(phase="winter", turn=4, romans=romans, tribes={"2231": "Calgacus"})
    scene.do("place 2529")
    assert scene.state.turn == 5
    camps = scene.at("Praesidium 1", "Praesidium 2", "Praesidium 3")
    assert camps == ("2529", "2429", "3327")
    assert scene.at("II Ad A", "II Ad B") == ("2529", "2529")
    assert not scene.state.here[ROMAN][place("2632")]


@pytest.mark.clause("agricola.8.1.9")
def test_a_siege_lasts_through_the_winter() -> None:
    scene = Scene(
        phase="winter",
        turn=4,
        romans={"2632": "Praesidium 1, II Ad A"},
        tribes={"2632": "Warband 1"},
        centers={"Damnonii": "+oppidum"},
        sieges="2632",
        options={"siege": "on"},
    )
    assert scene.state.turn == 5
    assert scene.at("II Ad A", "Warband 1") == ("2632", "2632")
    assert scene.state.sieges == [place("2632")]


@pytest.mark.clause("agricola.8.1.10")
def test_there_is_always_a_center_to_go_to() -> None:
    centers = [T.board.ids[number] for number in T.board.center_hex]
    for free in centers:
        names = [*(f"Praesidium {number}" for number in range(1, 11)), "Aux V", "Aux VI"]
        romans = dict(zip([name for name in centers if name != free], names, strict=True))
        scene = Scene(romans=romans, tribes={"3033": "Warband 1"})
        assert quarters(T, scene.state, CALEDONIAN, False) == [place(free)]


@pytest.mark.clause("agricola.9.0.2")
def test_the_event_is_over_before_the_roman_turn() -> None:
    scene = Scene(phase="events", ap=(2, 2)).do("dice 3 4", "dice 5 1")
    assert scene.ap == (7, 3)
    kinds = [event.kind for event in scene.log]
    assert kinds.index("points") < kinds.index("phase")


@pytest.mark.clause("agricola.9.0.4", "agricola.11.6.1")
def test_events_lift_units_out_of_a_ring_of_enemies() -> None:
    around = ["3425", "3524", "3526", "3624", "3625", "3426"]
    tribes = {name: f"Warband {number}" for number, name in enumerate(around, 1)}
    scene = Scene(phase="events", romans={"3525": "II Ad A"}, tribes=tribes, ap=(0, 0))
    scene.do("dice 2 2", "dice 3", "unit II Ad A")
    assert scene.at("II Ad A") == "B" and scene.ap == (0, 0)
