"""Caledonian stratagems [stratagem.caledonian.*]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN, UNITE
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables

T = tables()
OFF = {"battle_lines": "off"}
PHASES = ("points", "recruit", "march", "rally")


# Caledonians Unite! ------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.caledonian.unite.1", "agricola.21.2.2")
def test_uniting_belongs_to_the_point_phase() -> None:
    for phase in PHASES:
        scene = Scene("caledonian", phase, tribes={"2127": "Calgacus"}, hands=("", "unite"))
        assert scene.offers("show Calgacus") == (phase == "points")


@pytest.mark.clause("agricola.stratagem.caledonian.unite.2")
def test_where_a_leader_can_call() -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={
            "2127": "Calgacus",
            "2529": "Princeps I",
            "2226": "Princeps II",
            "2632": "Princeps III",
            "2429": "Warband 1",
            "2530": "Princeps IV",
        },
        centers={"Venicones": "oppidum", "Taexali": "+oppidum", "Damnonii": "+monoliths"},
        hands=("", "unite"),
    )
    assert scene.choices("show") == {"Calgacus", "Princeps II", "Princeps III"}
    scene.do("reveal Venicones")
    assert "Princeps I" in scene.choices("show")
    scene.do("show Princeps I")
    shown = scene.told("leader_shown")[-1]
    assert shown.facts["unit"] == 1 and shown.facts["place"] == place("2529") and shown.seen_by < 0


@pytest.mark.clause("agricola.stratagem.caledonian.unite.8")
@pytest.mark.parametrize("name", ["Calgacus", "Princeps II"])
def test_the_caller_says_whom_they_see(name: str) -> None:
    """Of two leaders at one Site the Romans learn of the one that is named, and of no other."""
    both = {"Calgacus", "Princeps II"}
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2127": "Calgacus, Princeps II, Princeps III, Warband 1"},
        hands=("", "unite"),
    )
    assert scene.choices("show") == both, "two who are alike are one choice"
    scene.do(f"show {name}")
    assert scene.last("leader_shown", "unit") == owner_of(name)[1]
    at = scene.script.view(ROMAN).at[CALEDONIAN]
    assert at[owner_of(name)[1]] == place("2127")
    assert all(at[owner_of(other)[1]] < 0 for other in both - {name})


FIVE = {"3327": "Aux V", "2632": "Aux VI", "2226": "Aux VII", "2529": "Aux VIII", "1628": "Ala I"}


@pytest.mark.clause(
    "agricola.stratagem.caledonian.unite.3",
    "agricola.stratagem.caledonian.unite.7",
)
@pytest.mark.parametrize(("dice", "wins"), [("2 3", True), ("3 3", False)])
def test_uniting_rolls_against_lost_centers(dice: str, wins: bool) -> None:
    scene = Scene(
        "caledonian", "points", romans=FIVE, tribes={"2127": "Calgacus"}, hands=("", "unite")
    )
    scene.do("show Calgacus", f"dice {dice}")
    assert scene.last("unite", "target") == 5
    assert ("unite" in scene.gone("caledonian")) == wins
    assert ("unite" in scene.bin("caledonian")) == (not wins)
    if not wins:
        assert scene.prompt == "after_points" and scene.at("Warband 1") == "recruit"


@pytest.mark.clause(
    "agricola.stratagem.caledonian.unite.4",
    "agricola.stratagem.caledonian.unite.5",
    "agricola.stratagem.caledonian.unite.6",
)
def test_the_tribes_unite() -> None:
    scene = Scene(
        "caledonian", "points", romans=FIVE, tribes={"2127": "Calgacus"}, hands=("", "unite")
    )
    scene.do("show Calgacus", "dice 1 1", "dice 3 4")
    names = [f"Warband {number}" for number in range(1, 8)]
    scene.do(*(f"pick {name}" for name in names))
    assert scene.at(*names) == ("2127",) * 7 and scene.ap == (5, 5)
    assert scene.prompt == "take" and scene.offers("take druids") and not scene.offers("take unite")
    scene.do("take druids")
    assert scene.held("caledonian") == {"druids"} and scene.gone("caledonian") == {"unite"}


@pytest.mark.clause("agricola.stratagem.caledonian.unite.1")
def test_only_tribes_that_hold_it_unite() -> None:
    """The stratagem with the same number in a Roman hand, or another one, shows no leader."""
    tribes = {"2127": "Calgacus"}
    roman = Scene("roman", "points", romans=FIVE, tribes=tribes, hands=("imperium", "unite"))
    assert not roman.offers("show Calgacus")
    roman.state.hand[ROMAN] |= 1 << UNITE
    assert not roman.offers("show Calgacus")
    other = Scene("caledonian", "points", romans=FIVE, tribes=tribes, hands=("", "fury"))
    assert not other.offers("show Calgacus")


# Fury --------------------------------------------------------------------------------------------


def enraged(tribes: str, side: str = "roman", worn: str = "") -> Scene:
    """A battle whose first advantage the Caledonians have; they decide to fight."""
    start, spot = ("3734", "3732") if side == "roman" else ("3732", "3734")
    scene = Scene(
        side,
        romans={start: "II Ad A, IX H A, XX VV A"},
        tribes={spot: tribes},
        hands=("", "fury"),
        worn=worn,
        ap=(1, 1),
        options=OFF,
    )
    scene.do("march 3734", "go 3732")
    while scene.prompt == "declare":
        scene.do("declare 0")
    return scene


@pytest.mark.clause("agricola.stratagem.caledonian.fury.1", "agricola.stratagem.caledonian.fury.4")
def test_fury_is_declared_in_battle_once_the_advantage_is_known() -> None:
    for phase in PHASES:
        for side in ("roman", "caledonian"):
            scene = Scene(side, phase, tribes={"2127": "Gaesatae I"}, hands=("", "fury"))
            if scene.asked == "caledonian":
                assert not scene.offers("play")
    fight = enraged("Gaesatae I")
    assert fight.prompt == "dice"
    fight.do("dice 6 1")
    assert fight.prompt == "stand" and fight.asked == "roman"
    fight.do("fight")
    assert fight.prompt == "fury" and fight.battle.advantage == ROMAN


@pytest.mark.clause("agricola.stratagem.caledonian.fury.2")
def test_fury_held_back_in_the_first_round_is_not_asked_for_again() -> None:
    fight = enraged("Gaesatae I").do("dice 6 1", "fight", "decline", "dice 6 6 6", "dice 6")
    assert fight.battle.round == 2 and "fury" in fight.held("caledonian")
    while fight.prompt == "declare":
        fight.do("declare 0")
    fight.do("dice 6 1", "fight")
    assert fight.prompt == "dice"


@pytest.mark.clause(
    "agricola.stratagem.caledonian.fury.2",
    "agricola.stratagem.caledonian.fury.3",
    "agricola.stratagem.caledonian.fury.5",
)
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_fury_raises_gaesatae_and_chariots_for_a_round(side: str) -> None:
    scene = enraged("Gaesatae I, Gaesatae II, Chariots I, Warband 1", side)
    scene.do("dice 1 6", "pass", "fight", "play fury", "dice 5 6 5 4")
    assert scene.last("fire", "factors") == (5, 5, 5, 3) and scene.last("fire", "hits") == 2
    assert "fury" in scene.bin("caledonian")
    scene.do("hit II Ad A", "hit IX H A", "dice 6 6 6")
    while scene.prompt == "declare":
        scene.do("declare 0")
    scene.do("dice 1 6", "fight")
    assert scene.prompt == "dice"
    scene.do("dice 6 6 6 6")
    assert scene.last("fire", "factors") == (4, 4, 4, 3)


# Druids ------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.caledonian.druids.1", "agricola.stratagem.caledonian.druids.3"
)
def test_the_druids_roll_again_in_their_own_turn() -> None:
    scene = Scene(
        "caledonian", "turn", tribes={"2127": "Calgacus"}, hands=("", "druids"), ap=(0, 0)
    )
    scene.do("dice 1")
    assert scene.prompt == "druids" and scene.ap == (0, 0)
    scene.do("play druids", "dice 5")
    assert scene.ap == (0, 5) and "druids" in scene.bin("caledonian")
    rome = Scene("roman", "turn", hands=("", "druids"), ap=(0, 0)).do("dice 1")
    assert rome.ap == (1, 0) and rome.prompt == "recruit"
    fight = Scene(
        romans={"3734": "II Ad A"}, tribes={"3732": "Warband 1"}, hands=("", "druids"), ap=(1, 0)
    )
    fight.do("march 3734", "go 3732", "declare 0", "dice 1 6")
    assert fight.prompt == "stand"


@pytest.mark.clause("agricola.stratagem.caledonian.druids.1")
def test_the_second_result_stands() -> None:
    scene = Scene("caledonian", "turn", tribes={"2127": "Calgacus"}, hands=("", "druids, fury"))
    scene.do("dice 6", "play druids", "dice 1")
    assert scene.ap == (5, 6) and scene.prompt == "after_points"


@pytest.mark.clause("agricola.stratagem.caledonian.druids.2")
def test_a_total_is_rolled_again_whole() -> None:
    scene = Scene(
        "caledonian",
        "points",
        romans=FIVE,
        tribes={"2127": "Calgacus"},
        hands=("", "unite, druids"),
    )
    scene.do("show Calgacus", "dice 6 5", "play druids")
    assert len(scene.script.decision(-1).options) == 36
    scene.do("dice 1 1")
    assert scene.last("unite", "total") == 2


@pytest.mark.clause("agricola.stratagem.caledonian.druids.2")
def test_in_battle_one_die_of_one_unit_is_rolled_again() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A, IX H A, XX VV A"},
        tribes={"3734": "Gaesatae I, Warband 1, Tribesmen 1"},
        hands=("", "druids"),
        ap=(0, 1),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 0", "dice 1 6", "pass", "fight", "pass")
    scene.do("dice 6 3 6")
    assert scene.prompt == "druids" and scene.choices("reroll") == {"0", "1", "2"}
    scene.do("reroll 0", "dice 4")
    assert scene.last("fire", "hits") == 2
    assert scene.last("fire", "units") == (18, 31, 8)


def test_a_starving_unit_rolls_again() -> None:
    scene = Scene(
        "caledonian", "supply", tribes={"2328": "Atecotti I, Atecotti II"}, hands=("", "druids")
    )
    scene.do("dice 1 1", "reroll 1", "dice 6")
    assert scene.worn("Atecotti I", "Atecotti II") == (True, False)
    three = Scene(
        "caledonian",
        "supply",
        tribes={"2328": "Atecotti I, Atecotti II, Atecotti III"},
        hands=("", "druids"),
    )
    # The others keep their own dice.
    three.do("dice 6 1 1", "reroll 1", "dice 6")
    assert three.worn("Atecotti I", "Atecotti II", "Atecotti III") == (False, False, True)
    first = Scene(
        "caledonian", "supply", tribes={"2328": "Atecotti I, Atecotti II"}, hands=("", "druids")
    )
    first.do("dice 1 6", "reroll 0", "dice 6")
    assert first.worn("Atecotti I", "Atecotti II") == (False, False)
    assert len(first.told("supply_rolled")) == 1


def test_the_tribal_advantage_die_is_rolled_again_alone() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A"},
        tribes={"3734": "Warband 1"},
        hands=("", "druids"),
        ap=(0, 1),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 0", "dice 3 1", "play druids", "dice 5")
    assert scene.last("advantage", "dice") == (3, 5)


# Novae Gentes ------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.caledonian.novae-gentes.1", "agricola.21.2.2")
def test_new_tribes_belong_to_recruiting() -> None:
    for phase in PHASES:
        scene = Scene("caledonian", phase, hands=("", "novae_gentes"))
        assert scene.offers("play novae_gentes") == (phase == "recruit")


@pytest.mark.clause(
    "agricola.stratagem.caledonian.novae-gentes.2",
    "agricola.stratagem.caledonian.novae-gentes.3",
    "agricola.stratagem.caledonian.novae-gentes.4",
    "agricola.11.2.5",
)
def test_a_new_tribe_settles_face_down() -> None:
    scene = Scene(
        "caledonian",
        "recruit",
        romans={"2226": "Praesidium 1"},
        centers={"Venicones": "+monoliths", "Damnonii": "mines"},
        hands=("", "novae_gentes"),
        ap=(0, 0),
    )
    scene.do("play novae_gentes")
    free = {T.board.ids[spot] for spot in T.board.center_hex} - {"2529", "2632", "2226"}
    assert scene.choices("place") == free and "3327" in free
    scene.do("place 2231")
    # Drawn at random from what is left of 2, 3, 5, 4 and 2 counters.
    assert list(scene.script.decision(-1).weights) == [2, 3, 4, 4, 1]
    scene.do("deal oppidum")
    assert scene.counter("Caledonii") == "oppidum" and scene.state.spare[1] == 2
    assert scene.script.view(1).center[3] == 1 and scene.script.view(0).center[3] < -1
    assert "novae_gentes" in scene.bin("caledonian") and scene.ap == (0, 0)


@pytest.mark.clause("agricola.stratagem.caledonian.novae-gentes.2")
def test_no_new_tribe_without_a_counter() -> None:
    scene = Scene("caledonian", "recruit", hands=("", "novae_gentes"))
    scene.state.spare = [0] * 5
    assert not scene.offers("play novae_gentes")


# Speech ------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.caledonian.speech.1",
    "agricola.stratagem.caledonian.speech.2",
    "agricola.stratagem.caledonian.speech.4",
    "agricola.stratagem.caledonian.speech.6",
)
def test_the_tribes_answer_with_a_speech() -> None:
    scene = Scene(
        romans={"3734": "II Ad A"},
        tribes={"3732": "Warband 1"},
        hands=("speech", "speech"),
        ap=(2, 0),
        options=OFF,
    )
    scene.do("march 3734", "go 3732")
    assert scene.asked == "roman" and scene.choices("declare") == {"0", "1", "2", "3"}
    scene.do("declare 0")
    assert scene.asked == "caledonian"
    scene.do("declare 2", "pass", "dice 3 3")
    assert scene.last("advantage", "plus") == (0, 1)
    assert scene.battle.advantage == CALEDONIAN and "speech" in scene.bin("caledonian")


@pytest.mark.clause("agricola.stratagem.caledonian.speech.3")
def test_the_tribes_speak_in_the_first_round_only() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A"},
        tribes={"3734": "Warband 1"},
        hands=("", "speech"),
        ap=(0, 2),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 0", "dice 1 6", "pass", "fight", "pass")
    scene.do("dice 6", "pass", "dice 6")
    assert scene.battle.round == 2 and scene.choices("declare") == {"0", "1"}


@pytest.mark.clause("agricola.stratagem.caledonian.speech.5")
def test_point_elites_and_speech_make_three() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A"},
        tribes={"3734": "Warband 1, Princeps I"},
        hands=("", "speech"),
        ap=(0, 2),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 3")
    assert modifiers(T, scene.battle) == [0, 3] and scene.ap == (0, 0)


# Treachery ---------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.4")
def test_the_romans_may_play_on_after_treachery() -> None:
    scene = Scene(
        romans={"3734": "Karus", "3631": "Classis I"},
        hands=("officium, circumnavigation", "treachery"),
        ap=(0, 0),
    )
    scene.do("play officium", "play treachery", "pass")
    assert scene.prompt == "march_phase" and "officium" in scene.bin("roman")
    scene.do("play circumnavigation")
    assert scene.prompt == "circumnavigation" and scene.gone("roman") == {"circumnavigation"}


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.5")
def test_nothing_stops_imperium() -> None:
    scene = Scene(phase="points", hands=("imperium", "treachery")).do("play imperium")
    assert scene.asked == "chance" and len(scene.script.decision(-1).options) == 36


def test_a_cancelled_circumnavigation_goes_back_to_the_bin() -> None:
    scene = Scene(romans={"3631": "Classis I"}, hands=("circumnavigation", "treachery"), ap=(0, 0))
    scene.do("play circumnavigation", "play treachery", "pass")
    assert "circumnavigation" in scene.bin("roman") and not scene.gone("roman")


# Tribute -----------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.1")
def test_tribute_comes_at_the_end_of_movement() -> None:
    tribes = {"2529": "Princeps I", "2231": "Warband 1"}
    for phase in PHASES:
        scene = Scene(
            "caledonian",
            phase,
            tribes=tribes,
            centers={"Venicones": "oppidum"},
            hands=("", "tribute"),
        )
        assert not scene.offers("show") and not scene.offers("play")
    march = Scene(
        "caledonian", tribes=tribes, centers={"Venicones": "oppidum"}, hands=("", "tribute")
    )
    march.do("march 2231", "go 2331")
    assert march.prompt == "tribute" and march.choices("show") == {"Princeps I"}
    march.do("decline", "next")
    assert march.prompt != "tribute", "nothing has happened since it was asked"
    still = Scene(
        "caledonian", tribes=tribes, centers={"Venicones": "oppidum"}, hands=("", "tribute")
    )
    still.do("next")
    assert still.prompt == "tribute"
    still.do("decline")
    assert still.prompt == "rally", "that was the end of the phase"


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.2")
@pytest.mark.parametrize(("counter", "asked"), [("+oppidum", True), ("+monoliths", False)])
def test_tribute_is_asked_for_where_an_oppidum_may_be(counter: str, asked: bool) -> None:
    scene = Scene(
        "caledonian",
        tribes={"2529": "Princeps I", "2231": "Warband 1"},
        centers={"Venicones": counter},
        hands=("", "tribute"),
    )
    scene.do("march 2231", "go 2331")
    assert (scene.prompt == "tribute") is asked


def test_tribute_comes_before_the_battle() -> None:
    scene = Scene(
        "caledonian",
        romans={"2428": "II Ad A"},
        tribes={"2529": "Princeps I", "2328": "Warband 1"},
        centers={"Venicones": "oppidum"},
        hands=("", "tribute"),
    )
    scene.do("march 2328", "go 2428")
    assert scene.prompt == "tribute" and scene.state.battle is None
    scene.do("decline")
    assert scene.battle.place == place("2428")


@pytest.mark.clause(
    "agricola.stratagem.caledonian.tribute.2",
    "agricola.stratagem.caledonian.tribute.3",
    "agricola.stratagem.caledonian.tribute.4",
    "agricola.11.1.6",
)
def test_tribute_brings_units_to_the_oppidum() -> None:
    scene = Scene(
        "caledonian",
        tribes={"2529": "Princeps I", "2226": "Princeps II", "2632": "Warband 9"},
        centers={"Venicones": "oppidum", "Taexali": "mines", "Damnonii": "oppidum"},
        hands=("", "tribute"),
        ap=(0, 2),
    )
    scene.do("next")
    assert scene.choices("show") == {"Princeps I"}
    scene.do("show Princeps I", "pass")
    assert scene.script.view(0).center[2] == 1
    shown = scene.told("leader_shown")[-1]
    assert shown.facts["unit"] == 1 and shown.seen_by < 0
    scene.do("dice 4", "pass")
    names = [f"Warband {number}" for number in range(1, 5)]
    scene.do(*(f"pick {name}" for name in names))
    assert scene.at(*names) == ("2529",) * 4 and scene.ap == (0, 2)
    assert "tribute" in scene.bin("caledonian") and scene.counter("Venicones") == "+oppidum"


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.1")
def test_tribute_is_asked_for_after_concentrating() -> None:
    scene = Scene(
        "caledonian",
        tribes={"2529": "Calgacus", "2428": "Warband 1"},
        centers={"Venicones": "oppidum"},
        hands=("", "tribute"),
    )
    scene.do("concentrate", "come Warband 1", "done")
    assert scene.prompt == "tribute" and scene.choices("show") == {"Calgacus"}
    scene.do("decline", "next")
    assert scene.prompt == "rally", "it was asked, and nothing has happened since"


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.1", "agricola.32.0.9")
def test_tribute_is_asked_for_before_a_sortie() -> None:
    scene = Scene(
        "caledonian",
        romans={"2529": "Praesidium 1, II Ad A"},
        tribes={"2529": "Princeps I, Warband 1"},
        centers={"Venicones": "+oppidum"},
        sieges="2529",
        hands=("", "tribute"),
        ap=(0, 1),
        options={"siege": "on", "battle_lines": "off"},
    )
    scene.do("sortie 2529")
    assert scene.prompt == "tribute" and scene.state.battle is None and scene.ap == (0, 0)
    scene.do("show Princeps I", "dice 1", "pick Warband 2")
    inside = {"Princeps I", "Warband 1", "Warband 2", "Venicones"}
    assert scene.force("caledonian") == inside


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.1")
@pytest.mark.parametrize("stays", [False, True])
def test_tribute_is_asked_for_where_a_battle_brought_the_leader(stays: bool) -> None:
    """A retreat onto the Oppidum comes after the March's movement: the phase's end asks again."""
    scene = Scene(
        "caledonian",
        romans={"2530": "II Ad A"},
        tribes={"2430": "Princeps I, Warband 1", **({"2529": "Warband 2"} if stays else {})},
        centers={"Venicones": "oppidum"},
        hands=("", "tribute"),
        ap=(0, 1),
        options={"battle_lines": "off"},
    )
    scene.do("march 2430", "go 2530")
    assert (scene.prompt == "tribute") == stays, "nobody stands where an Oppidum may be"
    scene.do("pass", "declare 0", "dice 1 6", "pass", "retreat 2529")
    assert scene.prompt == "march_phase"
    scene.do("next")
    assert scene.prompt == "tribute" and scene.choices("show") == {"Princeps I"}
    scene.do("show Princeps I", "dice 1", "pick Warband 9")
    assert scene.at("Warband 9") == "2529"


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.5")
@pytest.mark.parametrize("name", ["Calgacus", "Princeps I"])
def test_who_collects_tribute_says_whom_they_see(name: str) -> None:
    both = {"Calgacus", "Princeps I"}
    scene = Scene(
        "caledonian",
        tribes={"2529": "Calgacus, Princeps I"},
        centers={"Venicones": "oppidum"},
        hands=("", "tribute"),
    )
    scene.do("next")
    assert scene.choices("show") == both
    scene.do(f"show {name}")
    assert scene.last("leader_shown", "unit") == owner_of(name)[1]
    at = scene.script.view(ROMAN).at[CALEDONIAN]
    assert {each for each in both if at[owner_of(each)[1]] >= 0} == {name}
