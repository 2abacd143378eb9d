"""The Roman stratagem markers, one by one [stratagem.roman]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.board import (
    AMBUSH,
    CALEDONIAN,
    CIRCUMNAVIGATION,
    IMPERIUM,
    OFFICIUM,
    OPPIDUM,
    ROMAN,
    SIEGE_ATTACK,
    SPEECH,
    TREACHERY,
    TRIBUTE,
    UNITE,
)
from ludus.games.agricola.state import SUPPLY_MENU, Frame, State
from ludus.games.agricola.tests.scene import (
    begin,
    die,
    machine,
    pair,
    place,
    position,
    to,
    triple,
    unit,
    where,
    who,
    worn,
)
from ludus.games.agricola.tests.test_tribal_stratagems import in_bin, is_gone, on_to
from ludus.games.agricola.view.sight import HIDDEN, View
from ludus.kit.positions import Script

OFF = {"battle_lines": "off"}
DAMNONII = 0
PHASES = ("points", "recruit", "march", "rally")


# Circumnavigation -------------------------------------------------------------------------------


def voyage(start: str = "2632", phase: str = "march") -> Script[State, View]:
    """Two fleets and four cohorts at a coast, without a point to spend."""
    names = ["Classis I", "Aux V", "Aux VI", "Aux VII", "Aux VIII"]
    state = position(ROMAN, phase, {start: names}, points=(0, 0), hands=((CIRCUMNAVIGATION,), ()))
    return begin(state)


@pytest.mark.clause("agricola.stratagem.roman.circumnavigation.1")
def test_ships_go_around_in_the_march_phase() -> None:
    offered = [phase for phase in PHASES if "play:0" in voyage(phase=phase).offered()]
    assert offered == ["march"]


@pytest.mark.clause(
    "agricola.stratagem.roman.circumnavigation.2",
    "agricola.stratagem.roman.circumnavigation.3",
    "agricola.stratagem.roman.circumnavigation.4",
    "agricola.stratagem.roman.circumnavigation.6",
)
def test_four_dice_carry_a_fleet_far() -> None:
    script = voyage()
    assert not script.offered(verb="sail"), "an ordinary voyage would cost a point"
    script.play("play:0", to("sail", "2632"))
    for _ in range(3):
        script.play(script.offered(verb="board")[0])
    assert not script.offered(verb="board"), "a fleet carries three"
    script.play("cast").chance(triple(6, 5, 4), die(3))
    sea, britannia = machine().board.sea_links, machine().board.britannia
    reached, edge = {place("2632")}, {place("2632")}
    for _ in range(18):
        edge = {far for near in edge if near != britannia for far in sea[near]} - reached
        reached |= edge
    courses = {int(text.split(":")[1]) for text in script.offered(verb="go")}
    assert courses == reached - {place("2632")}
    assert script.state.points[ROMAN] == 0
    script.play("halt", "done")
    assert is_gone(script, ROMAN, CIRCUMNAVIGATION)


@pytest.mark.clause("agricola.stratagem.roman.circumnavigation.5")
@pytest.mark.parametrize(("end", "gain"), [("1225", 4), ("1224", 0)])
def test_ultima_thule_pays_who_ends_there(end: str, gain: int) -> None:
    script = voyage("1628").play("play:0", to("sail", "1628"), "cast")
    script.chance(triple(3, 3, 3), die(3)).play(to("go", end)).chance(die(4))
    assert script.state.points[ROMAN] == gain
    assert where(script, ROMAN, "Classis I") == end


@pytest.mark.clause("agricola.stratagem.roman.circumnavigation.5")
def test_ultima_thule_is_out_of_reach_of_britannia() -> None:
    script = voyage("B").play("play:0", to("sail", "B"), "cast")
    script.chance(triple(6, 6, 6), die(6))
    assert to("go", "1225") not in script.offered()
    assert len(script.offered(verb="go")) > 100


# Imperium ---------------------------------------------------------------------------------------


def commanding(phase: str = "points") -> Script[State, View]:
    """Five free fortresses and a Praesidium at Brigantes: six."""
    romans = {"3327": ["Praesidium 1"], "3425": ["Praesidium 2"]}
    state = position(ROMAN, phase, romans, points=(3, 0), hands=((IMPERIUM,), ()))
    return begin(state)


@pytest.mark.clause("agricola.stratagem.roman.imperium.1")
def test_imperium_is_of_the_action_point_phase() -> None:
    play = f"play:{IMPERIUM}"
    assert [phase for phase in PHASES if play in commanding(phase).offered()] == ["points"]


@pytest.mark.clause(
    "agricola.stratagem.roman.imperium.2",
    "agricola.stratagem.roman.imperium.3",
    "agricola.stratagem.roman.imperium.4",
    "agricola.stratagem.roman.imperium.5",
)
@pytest.mark.parametrize(("face", "points"), [(5, 8), (6, 9)])
def test_imperium_brings_points_and_a_marker(face: int, points: int) -> None:
    script = commanding().play(f"play:{IMPERIUM}").chance(pair(3, 3), die(face))
    assert script.events("imperium")[-1].facts["target"] == 6
    assert script.state.points[ROMAN] == points
    assert f"take:{SPEECH}" in script.offered()
    assert f"take:{IMPERIUM}" not in script.offered()
    script.play(f"take:{SPEECH}")
    assert script.state.hand[ROMAN] == 1 << SPEECH
    assert is_gone(script, ROMAN, IMPERIUM)


@pytest.mark.clause("agricola.stratagem.roman.imperium.2", "agricola.stratagem.roman.imperium.6")
def test_imperium_that_is_refused_returns() -> None:
    script = commanding().play(f"play:{IMPERIUM}").chance(pair(3, 4))
    assert script.state.points[ROMAN] == 3 and script.state.hand[ROMAN] == 0
    assert in_bin(script, ROMAN, IMPERIUM)


@pytest.mark.clause("agricola.stratagem.roman.imperium.2")
def test_a_fortress_with_tribes_in_it_is_not_roman() -> None:
    state = position(
        ROMAN, "points", tribes={"3525": ["Warband 1"]}, hands=((IMPERIUM,), ()), points=(0, 0)
    )
    script = begin(state).play(f"play:{IMPERIUM}").chance(pair(1, 1))
    assert script.events("imperium")[-1].facts["target"] == 4


# Officium ---------------------------------------------------------------------------------------


def march_by_office(leader: str) -> Script[State, View]:
    romans = {"3425": [leader, "IX H A", "IX H B"], "3624": ["Aux V"]}
    return begin(position(romans=romans, points=(0, 0), hands=((OFFICIUM,), ())))


@pytest.mark.clause("agricola.stratagem.roman.officium.1", "agricola.stratagem.roman.officium.2")
@pytest.mark.parametrize("leader", ["Legatus IX Hispana", "Karus", "Agricola"])
def test_officium_moves_a_force_with_a_leader(leader: str) -> None:
    script = march_by_office(leader).play(f"play:{OFFICIUM}")
    assert script.offered() == [to("march", "3425")]
    script.play(to("march", "3425"))
    assert who("leave", ROMAN, leader) not in script.offered()
    script.play(who("leave", ROMAN, "IX H A"), to("go", "3326"))
    assert where(script, ROMAN, leader) == where(script, ROMAN, "IX H B") == "3326"
    assert where(script, ROMAN, "IX H A") == "3425"
    assert script.state.points[ROMAN] == 0
    assert script.state.supplied < 0, "of the two effects one is chosen"
    assert f"play:{OFFICIUM}" not in script.offered()


@pytest.mark.clause("agricola.stratagem.roman.officium.2")
def test_officium_needs_a_leader() -> None:
    state = position(romans={"3624": ["Aux V"]}, points=(0, 0), hands=((OFFICIUM,), ()))
    assert f"play:{OFFICIUM}" not in begin(state).offered()


@pytest.mark.clause("agricola.stratagem.roman.officium.3", "agricola.stratagem.roman.officium.1")
def test_officium_feeds_a_force_and_lets_it_rally() -> None:
    state = position(
        romans={"2533": ["IX H A"], "2331": ["IX H B"]}, points=(1, 0), hands=((OFFICIUM,), ())
    )
    for name in ("IX H A", "IX H B"):
        state.disrupted[ROMAN] |= 1 << unit(ROMAN, name)
    state.stack.pop()
    state.stack[-1].step = 5
    state.stack.append(Frame(SUPPLY_MENU, ROMAN))
    script = begin(state).play(to("place", "2533"))
    script.chance(die(6))
    assert script.prompt() == "rally"
    assert script.offered(verb="rally") == [to("rally", "2533")]
    script.play(to("rally", "2533"))
    assert not worn(script, ROMAN, "IX H A") and worn(script, ROMAN, "IX H B")
    assert script.state.points[ROMAN] == 0
    assert in_bin(script, ROMAN, OFFICIUM)
    script.play("next")
    assert script.state.supplied < 0


# Siege Attack -----------------------------------------------------------------------------------


def storming(
    *romans: str, tribes: tuple[str, ...] = (), counter: str = "+oppidum"
) -> Script[State, View]:
    """Romans march on the Oppidum of the Damnonii."""
    state = position(
        romans={"2731": romans},
        tribes={"2632": tribes} if tribes else {},
        centers={"Damnonii": counter},
        points=(1, 0),
        hands=((SIEGE_ATTACK,), ()),
        options=OFF,
    )
    return begin(state).play(to("march", "2731"), to("go", "2632"))


PLAY_SIEGE = f"play:{SIEGE_ATTACK}"
COHORTS = ("II Ad A", "II Ad B", "II Ad C", "IX H A", "IX H B", "IX H C")
BANDS = tuple(f"Warband {n}" for n in range(1, 6))


@pytest.mark.clause("agricola.stratagem.roman.siege-attack.1")
def test_a_siege_attack_needs_a_legionary_and_an_oppidum() -> None:
    script = storming("II Ad A", "Aux V")
    on_to(script, "siege_attack")
    assert PLAY_SIEGE in script.offered()
    for script in (
        storming("Aux IV", "Aux V"),
        storming("II Ad A", tribes=("Warband 1",), counter="+monoliths"),
    ):
        seen = set()
        while script.state.battle is not None and script.waiting[0] >= 0:
            seen.add(script.prompt())
            if script.prompt() in ("declare", "tribute", "siege_attack"):
                script.play("declare:0" if script.prompt() == "declare" else "decline")
            else:
                break
        assert "siege_attack" not in seen


@pytest.mark.clause(
    "agricola.stratagem.roman.siege-attack.2", "agricola.stratagem.roman.siege-attack.4"
)
@pytest.mark.parametrize(("stormed", "hits"), [(True, 6), (False, 3)])
def test_a_siege_attack_keeps_hits_whole(stormed: bool, hits: int) -> None:
    script = storming(*COHORTS, tribes=BANDS)
    on_to(script, "siege_attack").play(PLAY_SIEGE if stormed else "decline")
    for round_ in (1, 2):
        while script.waiting[0] >= 0:
            options = ("fight", "decline", "declare:0", *script.offered(verb="hit"))
            script.play(next(text for text in options if text in script.offered()))
        script.chance(pair(6, 1))
        while script.waiting[0] >= 0:
            options = ("fight", "decline", "declare:0")
            script.play(next(text for text in options if text in script.offered()))
        battle = script.state.battle
        assert battle is not None and battle.round == round_
        script.chance(triple(1, 1, 1), triple(1, 1, 1))
        fired = [event for event in script.told if event.kind == "fire"]
        assert fired[-1].facts["hits"] == hits
        while script.state.battle is not None and script.state.battle.round == round_:
            if script.waiting[0] < 0:
                left = len(battle.rollers) - len(battle.rolled)
                script.chance({1: die(6), 2: pair(6, 6)}.get(left, triple(6, 6, 6)))
                continue
            found = script.offered(verb="hit")
            whole = [text for text in found if not worn_by(script, text)]
            script.play((whole or found or ["decline"])[0])
        assert in_bin(script, ROMAN, SIEGE_ATTACK) is stormed


def worn_by(script: Script[State, View], text: str) -> bool:
    number = int(text.split(":")[1])
    return bool(script.state.disrupted[CALEDONIAN] >> number & 1)


@pytest.mark.clause("agricola.stratagem.roman.siege-attack.3")
def test_nobody_leaves_a_standing_oppidum() -> None:
    script = storming("II Ad A", tribes=("Warband 1",))
    on_to(script, "siege_attack").play(PLAY_SIEGE)
    script.chance(pair(1, 6))
    prompts = []
    while script.waiting[0] >= 0:
        prompts.append(script.prompt())
        script.play(next(t for t in ("decline", "declare:0", "fight") if t in script.offered()))
    battle = script.state.battle
    assert battle is not None and battle.advantage == CALEDONIAN and battle.stormed
    assert "stand" not in prompts


# Treachery --------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.stratagem.roman.treachery.1", "agricola.stratagem.roman.treachery.7")
def test_treachery_in_the_tribes_own_rally_phase() -> None:
    state = position(
        CALEDONIAN, "rally", tribes={"2127": ["Galgacus", "Warband 1"]}, hands=((TREACHERY,), ())
    )
    state.declined = False
    script = begin(state)
    band = unit(CALEDONIAN, "Warband 1")
    assert script.view(0).at[CALEDONIAN][band] == HIDDEN
    script.play(to("betray", "2127"), seat=0)
    assert script.view(0).at[CALEDONIAN][band] == place("2127")
    assert in_bin(script, ROMAN, TREACHERY)


@pytest.mark.clause("agricola.stratagem.roman.treachery.2")
@pytest.mark.parametrize(("kind", "stays"), [("ambush", False), ("wastes", False), ("mines", True)])
def test_treachery_turns_up_a_center(kind: str, stays: bool) -> None:
    state = position(
        romans={"3425": ["Aux V"]},
        tribes={"2632": ["Warband 1"]},
        centers={"Damnonii": kind},
        hands=((TREACHERY,), ()),
    )
    spare = state.spare[AMBUSH]
    script = begin(state).play(to("betray", "2632"))
    assert script.events("counter_up")
    assert (script.state.center[DAMNONII] >= 0) is stays
    if kind == "ambush":
        assert script.state.spare[AMBUSH] == spare + 1
        assert script.state.battle is None
        assert script.state.here[CALEDONIAN][place("2632")].bit_count() == 1
    assert script.view(0).at[CALEDONIAN][unit(CALEDONIAN, "Warband 1")] == place("2632")


@pytest.mark.clause("agricola.stratagem.roman.treachery.4")
def test_betrayed_tribes_may_play_another_marker() -> None:
    state = position(
        CALEDONIAN,
        "recruit",
        romans={"3327": ["Aux V"]},
        hands=((TREACHERY,), (3, UNITE)),
    )
    script = begin(state).play("play:3", f"play:{TREACHERY}")
    while script.prompt() == "cancel":
        script.play("decline")
    assert in_bin(script, CALEDONIAN, 3) and script.prompt() == "recruit"
    # The marker is in the bin: picked again, it can be played again in the same phase.
    script.play("stratagems:1").chance("marker:3").play("play:3")
    assert script.prompt() in ("cancel", "novae_gentes")


@pytest.mark.clause("agricola.stratagem.roman.treachery.5")
def test_the_call_to_unite_cannot_be_betrayed() -> None:
    state = position(
        CALEDONIAN, "points", tribes={"2127": ["Princeps I"]}, hands=((TREACHERY,), (UNITE,))
    )
    script = begin(state).play(to("place", "2127"))
    assert script.waiting[0] < 0, "the dice are rolled at once"
    assert script.state.hand[ROMAN] == 1 << TREACHERY


# Tribute ----------------------------------------------------------------------------------------


def demanding(
    leader: str = "Karus",
    counter: str = "oppidum",
    tribes: tuple[str, ...] = ("Warband 1", "Warband 2"),
    hold: int = TRIBUTE,
) -> Script[State, View]:
    state = position(
        romans={"2731": [leader, "II Ad A"]},
        tribes={"2632": tribes} if tribes else {},
        centers={"Damnonii": counter},
        points=(1, 0),
        hands=((hold,), ()),
        options=OFF,
    )
    return begin(state).play(to("march", "2731"), to("go", "2632"))


ASK = to("tribute", "2632")


def fighting(script: Script[State, View]) -> bool:
    return script.state.battle is not None


@pytest.mark.clause("agricola.stratagem.roman.tribute.1", "agricola.stratagem.roman.tribute.3")
@pytest.mark.parametrize("counter", ["oppidum", "+oppidum"])
def test_tribute_is_asked_before_the_battle(counter: str) -> None:
    script = demanding(counter=counter)
    assert not fighting(script)
    assert script.prompt() == "tribute" and script.offered()[0] == ASK
    script.play("decline")
    assert fighting(script)
    while fighting(script) and script.waiting[0] >= 0:
        assert ASK not in script.offered()
        script.play(next(t for t in ("decline", "declare:0") if t in script.offered()))


@pytest.mark.clause("agricola.stratagem.roman.tribute.2")
def test_tribute_needs_a_leader() -> None:
    assert ASK not in demanding(leader="II Ad B").offered()
    assert ASK not in demanding(hold=SPEECH).offered()


@pytest.mark.clause(
    "agricola.stratagem.roman.tribute.4",
    "agricola.stratagem.roman.tribute.5",
    "agricola.stratagem.roman.tribute.7",
)
def test_an_oppidum_that_surrenders_sends_its_warriors_away() -> None:
    script = demanding()
    spare = script.state.spare[OPPIDUM]
    script.play(ASK).chance(die(3))
    assert script.state.center[DAMNONII] < 0 and script.state.spare[OPPIDUM] == spare + 1
    assert script.prompt() == "flee" and script.waiting == (1,)
    script.play(to("retreat", "2532"))
    assert [where(script, CALEDONIAN, f"Warband {n}") for n in (1, 2)] == ["2532"] * 2
    assert script.state.battle is None and script.prompt() == "march_phase"
    assert where(script, ROMAN, "Karus") == "2632"
    assert script.state.points == [0, 0], "no battle was won, nothing is looted"
    assert in_bin(script, ROMAN, TRIBUTE)


@pytest.mark.clause("agricola.stratagem.roman.tribute.5")
def test_who_cannot_leave_fights_without_the_oppidum() -> None:
    around = ("2532", "2533", "2631", "2732", "2733")
    cohorts = ("Aux IV", "Aux V", "Aux VI", "Aux VII", "Aux VIII")
    romans = {name: [each] for name, each in zip(around, cohorts, strict=True)}
    state = position(
        romans={"2731": ["Karus", "II Ad A"], **romans},
        tribes={"2632": ["Warband 1"]},
        centers={"Damnonii": "oppidum"},
        points=(1, 0),
        hands=((TRIBUTE,), ()),
        options=OFF,
    )
    script = begin(state).play(to("march", "2731"), to("go", "2632"))
    script.play(ASK).chance(die(1))
    battle = script.state.battle
    assert battle is not None
    assert battle.force[CALEDONIAN] == 1 << unit(CALEDONIAN, "Warband 1")


@pytest.mark.clause("agricola.stratagem.roman.tribute.6", "agricola.stratagem.roman.tribute.7")
def test_an_even_roll_opens_the_battle() -> None:
    script = demanding().play(ASK).chance(die(2))
    battle = script.state.battle
    assert battle is not None
    assert battle.force[CALEDONIAN].bit_count() == 3, "two warbands and the Oppidum"
    assert script.state.center[DAMNONII] == OPPIDUM
    assert in_bin(script, ROMAN, TRIBUTE)
