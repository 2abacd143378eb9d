"""Roman stratagems [21, stratagem.roman.*]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, OFFICIUM, ROMAN
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.rules.markers import may_be_asked
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.scene import Scene, owner_of, place, tables

T = tables()
OFF = {"battle_lines": "off"}
PHASES = ("points", "recruit", "march", "rally")


def offered_in(side: str, marker: str, words: str, **more: object) -> set[str]:
    """The phases of a side's own turn in which an action is on offer."""
    hands = (marker, "") if side == "roman" else ("", marker)
    found = set()
    for phase in PHASES:
        scene = Scene(side, phase, hands=hands, **more)  # type: ignore[arg-type]  # short positions
        if scene.offers(words):
            found.add(phase)
    return found


# Circumnavigation --------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.roman.circumnavigation.1", "agricola.21.2.2")
def test_circumnavigation_belongs_to_the_march_phase() -> None:
    ships = {"3631": "Classis I"}
    assert offered_in("roman", "circumnavigation", "play circumnavigation", romans=ships) == {
        "march"
    }


@pytest.mark.clause(
    "agricola.stratagem.roman.circumnavigation.2",
    "agricola.stratagem.roman.circumnavigation.3",
    "agricola.stratagem.roman.circumnavigation.4",
    "agricola.stratagem.roman.circumnavigation.6",
    "agricola.21.3.2",
)
def test_circumnavigation_sails_by_four_dice() -> None:
    names = "II Ad A, IX H A, XX VV A, Ala I"
    scene = Scene(romans={"3731": f"Classis I, {names}"}, hands=("circumnavigation", ""), ap=(0, 0))
    scene.do("play circumnavigation", "sail 3731")
    scene.do("board II Ad A", "board IX H A", "board XX VV A")
    assert not scene.offers("board")
    scene.do("cast", "dice 6 5 4 3")
    assert scene.last("sailing", "total") == 18
    far = Scene(romans={"3731": "Classis I"}).do("sail 3731", "cast", "dice 6 6").choices("go")
    assert far < scene.choices("go")
    scene.do("halt", "done")
    assert scene.ap == (0, 0) and scene.gone("roman") == {"circumnavigation"}
    assert "circumnavigation" not in scene.bin("roman") | scene.held("roman")


@pytest.mark.clause("agricola.stratagem.roman.circumnavigation.5", "agricola.10.3.1")
@pytest.mark.parametrize(("end", "gain"), [("1225", 4), ("1224", 0)])
def test_ultima_thule_pays_a_die(end: str, gain: int) -> None:
    scene = Scene(romans={"1325": "Classis I"}, hands=("circumnavigation", ""), ap=(2, 0))
    scene.do("play circumnavigation", "sail 1325", "cast", "dice 1 1 1 1", f"go {end}")
    if gain:
        scene.do(f"dice {gain}")
    assert scene.ap == (2 + gain, 0) and scene.prompt == "march_phase"
    plain = Scene(romans={"1325": "Classis I"}, ap=(2, 0))
    plain.do("sail 1325", "cast", "dice 1 1", "go 1225")
    assert plain.ap == (1, 0) and plain.prompt == "march_phase"


# Imperium ----------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.roman.imperium.1", "agricola.21.2.2")
def test_imperium_belongs_to_the_point_phase() -> None:
    assert offered_in("roman", "imperium", "play imperium") == {"points"}


@pytest.mark.clause(
    "agricola.stratagem.roman.imperium.2",
    "agricola.stratagem.roman.imperium.3",
    "agricola.stratagem.roman.imperium.4",
    "agricola.stratagem.roman.imperium.5",
    "agricola.stratagem.roman.imperium.6",
    "agricola.10.3.1",
)
@pytest.mark.parametrize(
    ("second", "taken", "wins"), [(3, False, True), (4, False, False), (3, True, False)]
)
def test_imperium_rolls_against_forts(second: int, taken: bool, wins: bool) -> None:
    scene = Scene(
        phase="points",
        romans={"3327": "Praesidium 1", "2429": "Praesidium 2"},
        tribes={"3525": "Warband 1"} if taken else {},
        hands=("imperium", ""),
        ap=(6, 0),
    )
    scene.do("play imperium", f"dice 3 {second}")
    if wins:
        scene.do("dice 5")
        assert scene.ap == (9, 0) and scene.offers("take tribute")
        scene.do("take tribute")
        assert scene.held("roman") == {"tribute"} and scene.gone("roman") == {"imperium"}
    else:
        assert scene.ap == (6, 0) and "imperium" in scene.bin("roman")
        assert not scene.held("roman") and not scene.gone("roman")
    assert scene.prompt == "after_points"


@pytest.mark.clause("agricola.stratagem.roman.officium.3", "agricola.26.7.1")
def test_officium_feeds_a_fleet_at_sea() -> None:
    scene = Scene(phase="supply", romans={"3631": "Classis I"}, hands=("officium", ""), ap=(0, 0))
    scene.do("place 3631")
    assert not scene.told("supply_check")
    hungry = Scene(phase="supply", romans={"3631": "Classis I"}, hands=("officium", ""), ap=(0, 0))
    assert hungry.do("decline").told("supply_check")


@pytest.mark.clause("agricola.19.3.1", "agricola.19.3.2", "agricola.stratagem.roman.officium.3")
@pytest.mark.parametrize(("worn", "rallies"), [("Classis I", False), ("Karus", True)])
def test_at_sea_only_leaders_rally_unless_officium_feeds_them(worn: str, rallies: bool) -> None:
    afloat = {"3631": "Classis I, Karus"}
    aboard = {"Classis I": "Karus"}
    scene = Scene(phase="rally", romans=afloat, aboard=aboard, worn=worn)
    assert scene.offers("rally 3631") is rallies
    fed = Scene(phase="supply", romans=afloat, aboard=aboard, worn=worn, hands=("officium", ""))
    assert fed.do("place 3631").offers("rally 3631")


@pytest.mark.clause("agricola.21.2.2")
def test_a_marker_that_is_not_to_be_asked_about_can_be_called_back() -> None:
    romans = {"3525": "II Ad A"}
    scene = Scene(phase="supply", romans=romans, hands=("officium", ""), ap=(1, 0), worn="II Ad A")
    assert scene.prompt == "supply" and may_be_asked(scene.state, ROMAN, OFFICIUM)
    scene.do("quiet officium")
    assert scene.prompt == "rally" and not may_be_asked(scene.state, ROMAN, OFFICIUM)
    scene.do("wake officium")
    assert may_be_asked(scene.state, ROMAN, OFFICIUM) and "officium" in scene.held("roman")


@pytest.mark.clause("agricola.21.2.2")
def test_nobody_is_asked_about_a_marker_that_is_known_to_be_elsewhere() -> None:
    scene = Scene(phase="supply", romans={"3525": "II Ad A"}, hands=("officium, speech", ""))
    state, bit = scene.state, 1 << OFFICIUM
    assert may_be_asked(state, ROMAN, OFFICIUM)
    state.shelved[ROMAN] |= bit
    assert not may_be_asked(state, ROMAN, OFFICIUM)
    state.shelved[ROMAN] = 0
    state.gone[ROMAN] |= bit
    assert not may_be_asked(state, ROMAN, OFFICIUM)
    state.gone[ROMAN] = state.hand[ROMAN] = 0
    assert not may_be_asked(state, ROMAN, OFFICIUM), "nothing is left to play"


@pytest.mark.clause("agricola.stratagem.roman.imperium.2")
@pytest.mark.parametrize(("units", "wins"), [("II Ad A", False), ("Praesidium 1, II Ad A", True)])
def test_imperium_counts_camps_in_centers_not_legions(units: str, wins: bool) -> None:
    scene = Scene(phase="points", romans={"2529": units}, hands=("imperium", ""), ap=(0, 0))
    scene.do("play imperium", "dice 3 3")
    assert ("imperium" in scene.gone("roman")) is wins


# Officium ----------------------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.roman.officium.1", "agricola.stratagem.roman.officium.2", "agricola.21.3.1"
)
def test_officium_lets_any_leader_march_free() -> None:
    romans = {"3734": "Legatus IX Hispana, IX H A, IX H B", "3525": "Aux V"}
    scene = Scene(romans=romans, hands=("officium", ""), ap=(0, 0)).do("play officium")
    assert scene.choices("march") == {"3734"}
    scene.do("march 3734", "leave IX H A")
    assert not scene.offers("leave Legatus IX Hispana")
    scene.do("go 3732")
    assert scene.at("Legatus IX Hispana", "IX H B", "IX H A") == ("3732", "3732", "3734")
    assert scene.ap == (0, 0) and "officium" in scene.bin("roman")
    assert scene.state.supplied < 0
    scene.do("next")
    assert scene.prompt != "supply"


def test_officium_needs_a_leader() -> None:
    scene = Scene(romans={"3734": "IX H A"}, hands=("officium", ""), ap=(0, 0))
    assert not scene.offers("play officium")


@pytest.mark.clause("agricola.stratagem.roman.officium.2")
@pytest.mark.parametrize("carried", [True, False])
def test_officium_can_go_by_sea_with_a_leader(carried: bool) -> None:
    scene = Scene(
        romans={"3732": "Classis I, Karus, II Ad A"},
        aboard={"Classis I": "Karus"} if carried else None,
        hands=("officium", ""),
        ap=(0, 0),
    )
    scene.do("play officium", "sail 3732")
    if not carried:
        assert scene.script.offered() == [scene.text("board Karus")]
        scene.do("board Karus")
    scene.do("board II Ad A", "cast", "dice 1 1", "go 3731", "done")
    assert scene.at("Karus", "II Ad A") == ("3731", "3731") and scene.ap == (0, 0)


@pytest.mark.clause("agricola.stratagem.roman.officium.2")
def test_officium_sails_with_the_praefectus() -> None:
    romans = {"3631": "Praefectus Classiarii, Classis I", "3733": "Classis II, II Ad A"}
    scene = Scene(romans=romans, hands=("officium", ""), ap=(0, 0)).do("play officium")
    assert scene.choices("sail") == {"3631"} and not scene.choices("march")
    scene.do("sail 3631")
    assert scene.offers("leave Classis I") and not scene.offers("leave Praefectus Classiarii")


@pytest.mark.clause("agricola.stratagem.roman.officium.1", "agricola.stratagem.roman.officium.3")
def test_officium_feeds_one_force_for_the_check_and_the_rally() -> None:
    romans = {"3528": "IX H A, IX H B", "2429": "II Ad A"}
    scene = Scene(phase="supply", romans=romans, worn="IX H A, II Ad A", hands=("officium", ""))
    assert scene.prompt == "supply" and scene.choices("place") == {"3528", "2429"}
    scene.do("place 3528")
    assert unsupplied(T, scene.state, ROMAN).bit_count() == 1
    scene.do("dice 6")
    assert scene.choices("rally") == {"3528"}
    scene.do("rally 3528")
    assert not scene.worn("IX H A") and scene.worn("II Ad A") and scene.ap == (4, 5)
    scene.do("next")
    assert scene.state.supplied < 0 and "officium" in scene.bin("roman")
    assert scene.state.active == CALEDONIAN


# Siege Attack ------------------------------------------------------------------------------------


def storm(names: str, centers: str = "oppidum", tribes: str = "Warband 1, Warband 2") -> Scene:
    scene = Scene(
        romans={"2530": names},
        tribes={"2529": tribes},
        centers={"Venicones": centers},
        hands=("siege_attack", ""),
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529")
    # A side that holds any marker is asked about Tribute at an Oppidum.
    return scene.do("decline") if scene.prompt == "tribute" else scene


@pytest.mark.clause("agricola.stratagem.roman.siege-attack.1")
@pytest.mark.parametrize(
    ("names", "centers", "asked"),
    [("II Ad A", "oppidum", True), ("Aux V", "oppidum", False), ("II Ad A", "mines", False)],
)
def test_siege_attack_needs_a_legionary_and_an_oppidum(
    names: str, centers: str, asked: bool
) -> None:
    scene = storm(names, centers)
    assert (scene.prompt == "siege_attack") == asked
    if asked:
        assert scene.battle.round == 0 and scene.offers("play siege_attack")


@pytest.mark.clause(
    "agricola.stratagem.roman.siege-attack.2",
    "agricola.stratagem.roman.siege-attack.3",
    "agricola.stratagem.roman.siege-attack.4",
)
def test_siege_attack_breaks_the_walls_for_the_battle() -> None:
    legions = "II Ad A, II Ad B, II Ad C, IX H A, IX H B, IX H C"
    scene = storm(legions, tribes="Warband 1, Gaesatae I, Atecotti I, Princeps I, Calgacus")
    scene.do("play siege_attack", "dice 6 1", "fight", "dice 1 1 1 1 1 1")
    assert scene.last("fire", "hits") == 6 and "siege_attack" in scene.bin("roman")
    hits = ("Warband 1", "Gaesatae I", "Atecotti I", "Princeps I", "Calgacus", "Princeps I")
    for name in hits:
        scene.do(f"hit {name}")
    assert scene.counter("Venicones") == "+oppidum"
    scene.do("dice 6 6 6", "dice 1 6")
    # With the advantage the garrison still cannot leave.
    assert scene.battle.advantage == CALEDONIAN and scene.prompt == "dice"
    scene.do("dice 6 6 6", "dice 1 1 1 6 6 6")
    assert scene.last("fire", "scored") == scene.last("fire", "hits") == 3


# Speech ------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.roman.speech.1", "agricola.stratagem.roman.speech.4")
def test_the_defender_speaks_after_the_attacker() -> None:
    scene = Scene(
        "caledonian",
        romans={"3732": "II Ad A"},
        tribes={"3734": "Warband 1"},
        hands=("speech", "speech"),
        ap=(0, 1),
    )
    scene.do("march 3734", "go 3732")
    assert scene.asked == "caledonian" and scene.offers("declare 2")
    scene.do("declare 0")
    assert scene.asked == "roman" and scene.offers("declare 2")
    scene.do("declare 2", "pass")
    assert modifiers(T, scene.battle) == [1, 0] and "speech" in scene.bin("roman")


@pytest.mark.clause("agricola.stratagem.roman.speech.3")
def test_speeches_only_open_a_battle() -> None:
    scene = Scene(
        romans={"3734": "II Ad A"}, tribes={"3732": "Warband 1"}, hands=("speech", ""), ap=(2, 0)
    )
    scene.do("march 3734", "go 3732", "declare 0", "dice 6 1", "fight", "dice 6", "dice 6")
    assert scene.battle.round == 2 and scene.choices("declare") == {"0", "1"}
    spoken = Scene(
        romans={"3734": "II Ad A"}, tribes={"3732": "Warband 1"}, hands=("speech", ""), ap=(1, 0)
    )
    spoken.do("march 3734", "go 3732", "declare 2", "dice 4 4")
    assert spoken.battle.speech == [True, False] and spoken.last("advantage", "plus") == (1, 0)
    spoken.do("fight", "dice 6", "dice 6", "dice 4 4")
    assert spoken.battle.round == 2 and spoken.last("advantage", "plus") == (0, 0)
    silent = Scene(
        romans={"3734": "II Ad A"}, tribes={"3732": "Warband 1"}, hands=("speech", ""), ap=(1, 0)
    )
    silent.do("march 3734", "go 3732", "declare 0", "dice 6 1", "fight", "dice 6", "dice 6")
    assert silent.battle.round == 2 and silent.prompt == "dice"
    ambush = Scene(
        romans={"2530": "II Ad A"},
        centers={"Venicones": "ambush"},
        hands=("speech", ""),
        ap=(2, 0),
    )
    ambush.do("march 2530", "go 2529", "dice 1", "pick Warband 1")
    assert ambush.prompt == "stand" and ambush.asked == "caledonian"


# Treachery ---------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.roman.treachery.1")
def test_the_offer_to_step_in_returns_with_the_next_phase() -> None:
    scene = Scene(
        "caledonian",
        "recruit",
        tribes={"2529": "Warband 1"},
        hands=("treachery", "fury"),
        interrupts=True,
    )
    scene.do("decline", seat=0)
    assert [decision.seat for decision in scene.script.table.decisions()] == [1]
    scene.do("next", seat=1)
    assert scene.choices("betray", seat=0) == {"2529"}
    scene.do("quiet interrupt", seat=0)
    assert [decision.seat for decision in scene.script.table.decisions()] == [1]


@pytest.mark.clause("agricola.stratagem.roman.treachery.1", "agricola.21.2.2")
def test_a_marker_out_of_turn_is_an_optional_question() -> None:
    """In turn one must answer; out of turn nothing waits for it but what it would answer to."""
    scene = Scene(
        "caledonian",
        "recruit",
        tribes={"2529": "Warband 1"},
        hands=("treachery", "treachery"),
        interrupts=True,
    )
    menu, offer = scene.script.table.decisions()
    assert (menu.seat, menu.optional) == (1, False)
    assert (offer.seat, offer.prompt) == (0, "interrupt")
    assert [option.verb for option in offer.declines] == ["decline", "quiet"]
    scene.do("betray 2529", seat=0)
    (answer,) = scene.script.table.decisions()
    assert (answer.seat, answer.prompt, answer.optional) == (1, "cancel", False)
    assert [option.verb for option in answer.declines] == ["decline", "quiet"]
    march = Scene(
        romans={"2730": "Ala I"}, tribes={"2530": "Warband 1"}, hands=("treachery", "treachery")
    )
    march.do("march 2730", "betray 2530")
    (question,) = march.script.table.decisions()
    assert (question.seat, question.prompt) == (1, "cancel")
    assert [option.verb for option in question.declines] == ["decline", "quiet"]


@pytest.mark.clause("agricola.stratagem.roman.treachery.2", "agricola.20.0.3")
def test_only_who_plays_treachery_looks_and_only_in_this_turn() -> None:
    scene = Scene(
        "caledonian",
        "rally",
        tribes={"2529": "Warband 1"},
        hands=("treachery", ""),
        ap=(0, 1),
        interrupts=True,
    )
    scene.do("betray 2529", seat=0)
    (seen,) = scene.told("seen")
    assert seen.facts["units"] == (owner_of("Warband 1")[1],) and seen.seen_by == 1 << 0
    assert scene.state.peek[ROMAN] == place("2529")
    scene.do("next", seat=1)
    assert scene.prompt == "dice" and scene.state.peek == [-1, -1]


@pytest.mark.clause("agricola.stratagem.roman.treachery.1")
@pytest.mark.parametrize("phase", PHASES)
def test_treachery_can_look_at_any_time(phase: str) -> None:
    scene = Scene(
        "caledonian",
        phase,
        tribes={"2529": "Warband 1"},
        hands=("treachery", "fury"),
        interrupts=True,
    )
    scene.do("betray 2529", seat=0)
    assert scene.prompt == "cancel" and scene.asked == "caledonian"
    scene.do("decline")
    assert scene.script.view(0).at[CALEDONIAN][18] == place("2529")
    assert scene.asked == "caledonian"


@pytest.mark.clause("agricola.stratagem.roman.treachery.1")
def test_treachery_looks_ahead_on_the_march() -> None:
    scene = Scene(
        romans={"2730": "Ala I", "3631": "Classis I"},
        tribes={"2530": "Warband 1"},
        centers={"Venicones": "mines"},
        hands=("treachery", ""),
    )
    scene.do("march 2730", "step 2629", "betray 2529")
    assert scene.counter("Venicones") == "+mines" and scene.prompt == "march"
    scene.do("go 2529")
    assert scene.at("Ala I") == "2529" and scene.ap == (6, 5)
    afloat = Scene(
        romans={"2628": "Classis I"}, centers={"Venicones": "ambush"}, hands=("treachery", "")
    )
    afloat.do("sail 2628", "cast", "dice 1 1", "betray 2529", "go 2529", "done")
    assert afloat.counter("Venicones") == "" and not afloat.told("ambush")


def cornered(counter: str, hand: str) -> Scene:
    """Romans in 2634 with the advantage: a face-down center is the only place without enemies."""
    scene = Scene(
        "caledonian",
        romans={"2634": "II Ad A"},
        tribes={"2635": "Warband 1, Gaesatae I", "2735": "Warband 2"},
        centers={"Epidii": counter},
        hands=(hand, ""),
        ap=(0, 1),
        options=OFF,
    )
    scene.do("march 2635", "leave Warband 1", "go 2634")
    return scene.do("declare 0", "dice 6 1") if hand else scene.do("dice 6 1")


@pytest.mark.clause("agricola.stratagem.roman.treachery.1", "agricola.16.31.2")
@pytest.mark.parametrize("counter", ["mines", "wastes"])
def test_treachery_opens_a_way_out_of_a_battle(counter: str) -> None:
    scene = cornered(counter, "treachery")
    assert scene.prompt == "stand" and not scene.offers("retreat")
    assert scene.offers("betray 2534")
    scene.do("betray 2534")
    assert scene.prompt == "stand" and scene.choices("retreat") == {"2534"}
    scene.do("retreat 2534")
    assert scene.at("II Ad A") == "2534" and scene.state.battle is None


@pytest.mark.clause("agricola.stratagem.roman.treachery.1", "agricola.16.31.1")
def test_an_oppidum_that_treachery_shows_is_no_way_out() -> None:
    scene = cornered("oppidum", "treachery").do("betray 2534")
    assert scene.counter("Epidii") == "+oppidum" and scene.script.offered() == ["fight"]


@pytest.mark.clause("agricola.stratagem.roman.treachery.1", "agricola.21.2.3")
def test_the_pause_for_treachery_in_battle_tells_nothing() -> None:
    scene = cornered("mines", "speech")
    assert scene.prompt == "stand" and scene.script.offered() == ["fight"]
    assert cornered("mines", "").prompt == "dice", "who holds no marker is not asked"


@pytest.mark.clause(
    "agricola.stratagem.roman.treachery.1", "agricola.stratagem.caledonian.treachery.1"
)
def test_both_may_play_treachery_in_a_battle() -> None:
    scene = Scene(
        romans={"3734": "II Ad A, II Ad B", "3525": "Aux V"},
        tribes={"3732": "Gaesatae I", "2529": "Warband 1"},
        hands=("treachery", "treachery"),
        interrupts=True,
    )
    scene.do("march 3734", "go 3732")
    assert scene.prompt == "reserve" and scene.choices("betray", seat=0) == {"2529"}
    scene.do("betray 3525", seat=1)
    assert scene.prompt == "cancel" and scene.asked == "roman"
    scene.do("decline")
    assert scene.script.view(1).at[ROMAN][owner_of("Aux V")[1]] == place("3525")
    assert scene.prompt == "reserve" and not scene.script.view(1).pending
    scene.do("done", seat=0)
    assert scene.prompt == "declare" and scene.choices("betray", seat=0) == {"2529"}
    scene.do("betray 2529", seat=0).do("pass")
    assert scene.script.view(0).at[CALEDONIAN][owner_of("Warband 1")[1]] == place("2529")
    assert scene.prompt == "declare" and scene.battle.round == 1


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.1", "agricola.16.1.1")
def test_hits_are_taken_at_once_and_leave_no_time_for_treachery() -> None:
    scene = Scene(
        romans={"3734": "II Ad A, Ala I", "3525": "Aux V"},
        tribes={"3732": "Gaesatae I", "2529": "Warband 1"},
        hands=("treachery", "treachery"),
        ap=(1, 0),
        options=OFF,
        interrupts=True,
    )
    scene.do("march 3734", "go 3732", "declare 0", seat=0)
    scene.do("declare 0", "dice 1 6", "fight", "pass", "dice 1")
    assert scene.prompt == "hits"
    assert [each.seat for each in scene.script.table.decisions()] == [0]
    assert not scene.offers("betray")


@pytest.mark.clause(
    "agricola.stratagem.roman.treachery.3",
    "agricola.stratagem.roman.treachery.4",
    "agricola.stratagem.caledonian.treachery.6",
)
@pytest.mark.parametrize("answered", [False, True])
def test_treachery_against_fury(answered: bool) -> None:
    scene = Scene(
        romans={"3734": "II Ad A"},
        tribes={"3732": "Gaesatae I"},
        hands=("treachery", "fury, speech, treachery" if answered else "fury, speech"),
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 0", "declare 0")
    scene.do("dice 1 6", "fight", "play fury")
    assert scene.prompt == "cancel" and scene.asked == "roman"
    scene.do("play treachery")
    if answered:
        assert scene.asked == "caledonian" and scene.prompt == "cancel"
        scene.do("play treachery")
    elif scene.prompt == "cancel":
        assert not scene.offers("play treachery")
        scene.do("decline")
    assert scene.battle.fury == answered
    assert "fury" in scene.bin("caledonian") and "treachery" in scene.bin("roman")
    assert "speech" in scene.held("caledonian")


@pytest.mark.clause("agricola.stratagem.roman.treachery.4")
def test_after_a_cancelled_marker_others_may_follow() -> None:
    scene = Scene(
        romans={"3734": "II Ad A"},
        tribes={"3732": "Gaesatae I"},
        hands=("treachery", "fury, speech"),
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 3734", "go 3732", "declare 0", "declare 2", "play treachery", "pass")
    assert not scene.battle.speech[CALEDONIAN] and scene.held("caledonian") == {"fury"}
    scene.do("dice 1 6", "fight", "play fury")
    assert scene.battle.fury


@pytest.mark.clause("agricola.stratagem.roman.treachery.5")
def test_nothing_stops_the_caledonians_uniting() -> None:
    scene = Scene(
        "caledonian",
        "points",
        tribes={"2127": "Calgacus"},
        hands=("treachery", "unite"),
    )
    scene.do("show Calgacus")
    assert scene.asked == "chance"


# Tribute -----------------------------------------------------------------------------------------


def demanded(face: int, tribes: dict[str, str] | None = None, names: str = "Karus") -> Scene:
    scene = Scene(
        romans={"2530": names},
        tribes=tribes,
        centers={"Venicones": "oppidum"},
        hands=("tribute", ""),
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "go 2529")
    return scene.do("tribute 2529", f"dice {face}") if face else scene


@pytest.mark.clause("agricola.stratagem.roman.tribute.2")
def test_tribute_needs_a_leader() -> None:
    assert demanded(0).offers("tribute 2529")
    assert not demanded(0, names="II Ad A").offers("tribute 2529")


@pytest.mark.clause("agricola.stratagem.roman.tribute.5", "agricola.stratagem.roman.tribute.7")
def test_after_a_surrender_the_others_must_leave() -> None:
    scene = demanded(3, {"2529": "Warband 1, Warband 2"})
    assert scene.prompt == "flee" and scene.asked == "caledonian"
    scene.do("retreat 2428")
    assert scene.at("Warband 1", "Warband 2", "Karus") == ("2428", "2428", "2529")
    assert not scene.told("battle") and "tribute" in scene.bin("roman")
    assert scene.counter("Venicones") == "" and scene.prompt == "march_phase"


@pytest.mark.clause("agricola.stratagem.roman.tribute.5")
def test_who_cannot_leave_fights_without_the_oppidum() -> None:
    others = {"2428": "Aux V", "2429": "Aux VI", "2629": "Aux VII"}
    scene = Scene(
        romans={"2530": "Karus, II Ad A", **others},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": "oppidum"},
        hands=("tribute", ""),
        ap=(1, 0),
        options=OFF,
    )
    scene.do("march 2530", "leave II Ad A", "go 2529", "tribute 2529", "dice 1")
    assert scene.force("caledonian") == {"Warband 1"} and scene.counter("Venicones") == ""


@pytest.mark.clause("agricola.stratagem.roman.tribute.6")
def test_an_even_roll_means_battle() -> None:
    scene = demanded(2)
    assert scene.battle.place == place("2529") and scene.counter("Venicones") == "+oppidum"
    assert "tribute" in scene.bin("roman")
