"""The Caledonian stratagem markers, one by one [stratagem.caledonian]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.board import (
    CALEDONIAN,
    DRUIDS,
    FURY,
    IMPERIUM,
    NOVAE_GENTES,
    OFFICIUM,
    OPPIDUM,
    ROMAN,
    SPEECH,
    TREACHERY,
    TRIBUTE,
    UNITE,
)
from ludus.games.agricola.rules.base import put, roll, strength_of
from ludus.games.agricola.state import FOR_POINTS, State
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
)
from ludus.games.agricola.view.sight import HIDDEN, View
from ludus.kit.positions import Script

OFF = {"battle_lines": "off"}
FIVE = ("2632", "2529", "2226", "1628", "3327")
"""Five center hexes, Brigantes among them."""
COHORTS = ("Aux IV", "Aux V", "Aux VI", "Aux VII", "Aux VIII")


def in_bin(script: Script[State, View], side: int, kind: int) -> bool:
    """Whether a marker lies in its bin and nowhere else."""
    state = script.state
    bit = 1 << kind
    held = bool((state.hand[side] | state.gone[side]) & bit)
    return bool(state.bin[side] & bit) and not held


def is_gone(script: Script[State, View], side: int, kind: int) -> bool:
    state = script.state
    bit = 1 << kind
    return not (state.hand[side] | state.bin[side]) & bit


QUIETLY = ("decline", "declare:0")


def on_to(script: Script[State, View], prompt: str) -> Script[State, View]:
    """Lets other windows pass until a question is asked."""
    while script.prompt() != prompt:
        script.play(next(text for text in QUIETLY if text in script.offered()))
    return script


# Caledonians Unite! -----------------------------------------------------------------------------


def uniting(phase: str = "points", spot: str = "2127", counter: str = "") -> Script[State, View]:
    """A Princeps who could call the tribes, and Romans in five centers."""
    romans = {name: [cohort] for name, cohort in zip(FIVE, COHORTS, strict=True)}
    centers = {"Vacomagi": counter} if counter else None
    tribes = {spot: ["Princeps I"]}
    state = position(
        CALEDONIAN, phase, romans, tribes, centers, points=(0, 3), hands=((), (UNITE,))
    )
    return begin(state)


@pytest.mark.clause("agricola.stratagem.caledonian.unite.1", "agricola.21.2.2")
def test_the_call_to_unite_is_of_the_action_point_phase() -> None:
    assert to("place", "2127") in uniting().offered()
    for phase in ("recruit", "march", "rally"):
        script = uniting(phase)
        assert to("place", "2127") not in script.offered()
        assert f"play:{UNITE}" not in script.offered()


@pytest.mark.clause("agricola.stratagem.caledonian.unite.2")
def test_who_calls_stands_at_a_shown_oppidum_or_monolith_or_a_site() -> None:
    here = to("place", "2129")
    assert here in uniting(spot="2129", counter="+oppidum").offered()
    assert here in uniting(spot="2129", counter="+monoliths").offered()
    assert here not in uniting(spot="2129", counter="+mines").offered()
    assert here not in uniting(spot="2129").offered()
    hidden = uniting(spot="2129", counter="oppidum")
    assert here not in hidden.offered()
    hidden.play(f"reveal:{machine().board.center_at[place('2129')]}")
    hidden.play(here)
    assert hidden.events("leader_shown")[0].facts["unit"] == unit(CALEDONIAN, "Princeps I")


@pytest.mark.clause(
    "agricola.stratagem.caledonian.unite.3",
    "agricola.stratagem.caledonian.unite.4",
    "agricola.stratagem.caledonian.unite.5",
    "agricola.stratagem.caledonian.unite.6",
)
def test_a_call_that_is_heard_brings_units_and_a_marker() -> None:
    script = uniting().play(to("place", "2127")).chance(pair(2, 3))
    draws = [f"pick:{unit(CALEDONIAN, f'Warband {n}')}" for n in range(1, 8)]
    script.chance(pair(3, 4), *draws)
    assert [where(script, CALEDONIAN, f"Warband {n}") for n in range(1, 8)] == ["2127"] * 7
    assert script.state.points[CALEDONIAN] == 3
    assert sorted(script.offered()) == sorted(
        f"take:{kind}" for kind in (FURY, DRUIDS, NOVAE_GENTES, SPEECH, TREACHERY, TRIBUTE)
    )
    script.play(f"take:{DRUIDS}")
    assert script.state.hand[CALEDONIAN] == 1 << DRUIDS
    assert is_gone(script, CALEDONIAN, UNITE)
    assert script.prompt() == "after_points"


@pytest.mark.clause(
    "agricola.stratagem.caledonian.unite.3", "agricola.stratagem.caledonian.unite.7"
)
def test_a_call_that_is_not_heard_leaves_the_marker_in_the_bin() -> None:
    script = uniting().play(to("place", "2127")).chance(pair(2, 4))
    assert in_bin(script, CALEDONIAN, UNITE)
    assert script.state.here[CALEDONIAN][place("2127")].bit_count() == 1
    # Nothing is held any more, but the phase goes on until the tribes leave it.
    assert script.prompt() == "after_points"


# Caledonian Fury --------------------------------------------------------------------------------


def raging(
    tribes: tuple[str, ...] = ("Gaesatae I", "Chariots I", "Warband 1"),
    romans: tuple[str, ...] = ("II Ad A", "II Ad B", "II Ad C"),
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), (FURY,)),
) -> Script[State, View]:
    """The tribes attack in open country."""
    state = position(
        CALEDONIAN,
        romans={"3732": romans},
        tribes={"3734": tribes},
        points=(0, 1),
        hands=hands,
        options=OFF,
    )
    script = begin(state)
    return script.play(to("march", "3734"), to("go", "3732"))


def factors(script: Script[State, View]) -> dict[int, int]:
    """What each unit of the latest fire needed."""
    facts = script.events("fire")[-1].facts
    names, needs = facts["units"], facts["factors"]
    assert isinstance(names, tuple) and isinstance(needs, tuple)
    return {int(name): int(need) for name, need in zip(names, needs, strict=True)}


@pytest.mark.clause(
    "agricola.stratagem.caledonian.fury.2",
    "agricola.stratagem.caledonian.fury.3",
    "agricola.stratagem.caledonian.fury.5",
)
def test_fury_lends_gaesatae_and_chariots_one_for_a_round() -> None:
    script = raging().chance(pair(1, 6))
    on_to(script, "stand").play("fight")
    script.play(f"play:{FURY}").chance(triple(5, 6, 6))
    assert factors(script) == {
        unit(CALEDONIAN, "Gaesatae I"): 5,
        unit(CALEDONIAN, "Chariots I"): 5,
        unit(CALEDONIAN, "Warband 1"): 3,
    }
    assert script.events("fire")[-1].facts["scored"] == 1
    assert in_bin(script, CALEDONIAN, FURY)
    script.chance(triple(6, 6, 6), pair(1, 6))
    on_to(script, "stand").play("fight").chance(triple(5, 5, 5))
    assert factors(script)[unit(CALEDONIAN, "Gaesatae I")] == 4


@pytest.mark.clause("agricola.stratagem.caledonian.fury.2")
def test_fury_works_in_defence_and_for_the_disrupted() -> None:
    state = position(
        romans={"3734": ["II Ad A", "II Ad B", "II Ad C"]},
        tribes={"3732": ["Gaesatae I", "Gaesatae II"]},
        points=(1, 0),
        hands=((), (FURY,)),
        options=OFF,
    )
    state.disrupted[CALEDONIAN] |= 1 << unit(CALEDONIAN, "Gaesatae I")
    script = begin(state).play(to("march", "3734"), to("go", "3732"))
    script.chance(pair(1, 6))
    on_to(script, "stand").play("fight", f"play:{FURY}").chance(pair(6, 6))
    found = factors(script)
    worn, whole = (found[unit(CALEDONIAN, f"Gaesatae {n}")] for n in ("I", "II"))
    band = unit(CALEDONIAN, "Gaesatae I")
    assert whole == 5 and worn == strength_of(machine(), state, CALEDONIAN, band) + 1 < 5


@pytest.mark.clause("agricola.stratagem.caledonian.fury.1")
def test_there_is_no_fury_without_a_battle() -> None:
    for phase in ("points", "recruit", "march", "rally"):
        state = position(CALEDONIAN, phase, tribes={"3734": ["Gaesatae I"]}, hands=((), (FURY,)))
        assert f"play:{FURY}" not in begin(state).offered()


@pytest.mark.clause("agricola.stratagem.caledonian.fury.4")
def test_fury_is_declared_when_the_advantage_is_known() -> None:
    script = raging(hands=((), (FURY, SPEECH)))
    assert script.prompt() == "declare"
    assert f"play:{FURY}" not in script.offered()
    script.play("declare:0").chance(pair(6, 1))
    # The Romans have the advantage, and have not yet rolled.
    on_to(script, "stand").play("fight")
    assert script.prompt() == "fury" and f"play:{FURY}" in script.offered()


# Druids -----------------------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.caledonian.druids.1", "agricola.stratagem.caledonian.druids.3"
)
def test_druids_have_the_point_die_rolled_again() -> None:
    state = position(CALEDONIAN, "recruit", points=(0, 2), hands=((), (DRUIDS,)))
    state.stack.pop()
    state.stack[-1].step = 1
    roll(state, CALEDONIAN, FOR_POINTS)
    script = begin(state).chance(die(1))
    script.play(f"play:{DRUIDS}").chance(die(5))
    assert script.state.points[CALEDONIAN] == 7
    assert in_bin(script, CALEDONIAN, DRUIDS)
    assert script.prompt() == "recruit", "with nothing held the rest of the phase is skipped"


@pytest.mark.clause("agricola.stratagem.caledonian.druids.1")
def test_druids_are_silent_in_the_roman_turn() -> None:
    state = position(
        romans={"3734": ["II Ad A"]},
        tribes={"3732": ["Warband 1", "Warband 2"]},
        points=(1, 0),
        hands=((), (DRUIDS,)),
        options=OFF,
    )
    script = begin(state).play(to("march", "3734"), to("go", "3732"))
    prompts = {script.prompt()}
    script.play("declare:0").chance(pair(1, 6))
    prompts.add(script.prompt())
    script.play("fight")
    prompts.add(script.prompt())
    script.play("decline").chance(pair(6, 6))
    prompts.add(script.prompt() if script.state.battle is None else "")
    assert "druids" not in prompts
    assert not in_bin(script, CALEDONIAN, DRUIDS)


@pytest.mark.clause("agricola.stratagem.caledonian.druids.2")
def test_a_total_is_rolled_again_whole() -> None:
    romans = {name: [cohort] for name, cohort in zip(FIVE, COHORTS, strict=True)}
    state = position(
        CALEDONIAN, "points", romans, {"2127": ["Princeps I"]}, hands=((), (UNITE, DRUIDS))
    )
    script = begin(state).play(to("place", "2127")).chance(pair(6, 5))
    script.play(f"play:{DRUIDS}").chance(pair(1, 1))
    assert script.events("unite")[-1].facts["total"] == 2


@pytest.mark.clause("agricola.stratagem.caledonian.druids.2")
def test_in_combat_one_die_is_rolled_again() -> None:
    script = raging(hands=((), (DRUIDS,)))
    script.play("declare:0").chance(pair(1, 6))
    script.play("decline")
    script.play("fight", "decline").chance(triple(6, 1, 5))
    assert script.offered(verb="reroll") == ["reroll:0", "reroll:1", "reroll:2"]
    script.play("reroll:0").chance(die(2))
    assert script.events("fire")[-1].facts["scored"] == 2


# Novae Gentes -----------------------------------------------------------------------------------


def settling(
    phase: str = "recruit", spare: bool = True, hands: tuple[int, ...] = (NOVAE_GENTES,)
) -> Script[State, View]:
    """Every center but three holds a counter; a Monolith, a Praesidium, and an empty one."""
    state = position(
        CALEDONIAN,
        phase,
        romans={"2632": ["Praesidium 1"], "3327": ["Aux V"]},
        centers={
            name: "wastes"
            for name in machine().board.center_names
            if name not in ("Damnonii", "Epidii", "Lugi", "Brigantes")
        }
        | {"Lugi": "+monoliths"},
        hands=((), hands),
    )
    state.spare = [0, 1, 1, 0, 0] if spare else [0] * 5
    return begin(state)


@pytest.mark.clause(
    "agricola.stratagem.caledonian.novae-gentes.2",
    "agricola.stratagem.caledonian.novae-gentes.3",
    "agricola.stratagem.caledonian.novae-gentes.4",
)
def test_new_tribes_settle_on_an_empty_center() -> None:
    script = settling().play(f"play:{NOVAE_GENTES}")
    assert script.offered() == [to("place", "2534")]
    script.play(to("place", "2534"))
    center = machine().board.center_names.index("Epidii")
    options = script.offered()
    assert len(options) == 2, "chance draws from what the box holds"
    script.chance(next(text for text in options if text.endswith(f":{OPPIDUM}")))
    assert script.state.center[center] == OPPIDUM
    assert not script.state.center_up >> center & 1
    assert script.view(1).center[center] == OPPIDUM and script.view(0).center[center] == HIDDEN
    assert script.state.spare == [0, 0, 1, 0, 0]
    assert in_bin(script, CALEDONIAN, NOVAE_GENTES)


@pytest.mark.clause("agricola.stratagem.caledonian.novae-gentes.2")
def test_no_new_tribes_from_an_empty_box() -> None:
    assert f"play:{NOVAE_GENTES}" not in settling(spare=False).offered()


@pytest.mark.clause("agricola.stratagem.caledonian.novae-gentes.1")
def test_new_tribes_come_while_recruiting() -> None:
    assert f"play:{NOVAE_GENTES}" in settling().offered()
    for phase in ("points", "march", "rally"):
        assert f"play:{NOVAE_GENTES}" not in settling(phase).offered()


@pytest.mark.clause("agricola.stratagem.caledonian.novae-gentes.3")
def test_brigantes_may_be_settled_when_romans_are_gone() -> None:
    script = settling()
    state = script.state.copy()
    assert script.play(f"play:{NOVAE_GENTES}").offered() == [to("place", "2534")]
    put(machine(), state, ROMAN, unit(ROMAN, "Aux V"), place("B"))
    again = begin(state).play(f"play:{NOVAE_GENTES}")
    assert to("place", "3327") in again.offered()


# Speech to the Warriors -------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.caledonian.speech.1",
    "agricola.stratagem.caledonian.speech.2",
    "agricola.stratagem.caledonian.speech.4",
    "agricola.stratagem.caledonian.speech.5",
    "agricola.stratagem.caledonian.speech.6",
    "agricola.stratagem.roman.speech.4",
)
def test_defending_warriors_hear_a_speech_after_the_attacker_has_declared() -> None:
    state = position(
        romans={"3734": ["II Ad A"]},
        tribes={"3732": ["Princeps I", "Warband 1"]},
        points=(2, 1),
        hands=((SPEECH,), (SPEECH,)),
        options=OFF,
    )
    script = begin(state).play(to("march", "3734"), to("go", "3732"))
    assert script.waiting == (0,) and "declare:3" in script.offered()
    script.play("declare:2")
    if script.prompt() == "cancel":
        script.play("decline")
    assert script.waiting == (1,)
    script.play("declare:3").chance(pair(5, 4))
    assert script.events("advantage")[-1].facts["plus"] == (1, 3)
    assert script.events("advantage")[-1].facts["side"] == CALEDONIAN
    assert in_bin(script, CALEDONIAN, SPEECH)


@pytest.mark.clause(
    "agricola.stratagem.caledonian.speech.3",
    "agricola.stratagem.roman.speech.3",
    "agricola.stratagem.roman.speech.1",
    "agricola.stratagem.caledonian.speech.4",
)
def test_speeches_are_for_the_first_round() -> None:
    script = raging(hands=((SPEECH,), (SPEECH,)))
    assert script.waiting == (1,) and "declare:2" in script.offered()
    script.play("declare:0")
    assert script.waiting == (0,) and "declare:2" in script.offered()
    script.play("declare:0").chance(pair(1, 6))
    while script.state.battle is not None and script.state.battle.round == 1:
        answers = ("fight", "decline", *script.offered(verb="hit"))
        if script.waiting[0] < 0:
            script.chance(triple(6, 6, 6))
        else:
            script.play(next(text for text in answers if text in script.offered()))
    battle = script.state.battle
    assert battle is not None and battle.round == 2
    assert script.state.hand == [1 << SPEECH, 1 << SPEECH]
    # Nobody has points, and nobody is asked: the advantage is rolled at once.
    assert script.waiting[0] < 0


@pytest.mark.clause("agricola.stratagem.roman.speech.3")
def test_no_speech_when_ambushed() -> None:
    state = position(
        romans={"2731": ["Ala I"]},
        centers={"Damnonii": "ambush"},
        points=(1, 0),
        hands=((SPEECH,), ()),
        options=OFF,
    )
    script = begin(state).play(to("march", "2731"), to("go", "2632"))
    script.chance(die(1), f"pick:{unit(CALEDONIAN, 'Warband 1')}")
    assert script.prompt() != "declare"
    battle = script.state.battle
    assert battle is not None and battle.round == 1 and battle.advantage == CALEDONIAN


# Treachery --------------------------------------------------------------------------------------


@pytest.mark.clause(
    "agricola.stratagem.caledonian.treachery.1", "agricola.stratagem.caledonian.treachery.2"
)
def test_treachery_shows_a_roman_stack_in_the_roman_turn() -> None:
    romans = {"3425": ["II Ad A", "Karus"], "B": ["Aux V"], "3525": ["Imped I"]}
    state = position(romans=romans, hands=((), (TREACHERY,)))
    state.declined = False
    script = begin(state)
    offers = script.offered(seat=1, verb="betray")
    assert offers == sorted([to("betray", "3425"), to("betray", "3525")])
    band = unit(ROMAN, "II Ad A")
    assert script.view(1).at[ROMAN][band] == HIDDEN
    script.play(to("betray", "3425"), seat=1)
    assert script.view(1).at[ROMAN][band] == place("3425")
    assert script.view(1).at[ROMAN][unit(ROMAN, "Imped I")] == HIDDEN
    assert in_bin(script, CALEDONIAN, TREACHERY)


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.4")
def test_a_betrayed_side_may_play_another_marker() -> None:
    state = position(
        romans={"3425": ["Karus"], "3830": ["Classis I"]},
        points=(0, 0),
        hands=((OFFICIUM, 0), (TREACHERY, FURY)),
    )
    script = begin(state).play(f"play:{OFFICIUM}", f"play:{TREACHERY}")
    on_to(script, "march_phase")
    assert in_bin(script, ROMAN, OFFICIUM)
    script.play("play:0")
    assert script.prompt() == "circumnavigation"


@pytest.mark.clause("agricola.stratagem.caledonian.treachery.5")
def test_imperium_cannot_be_betrayed() -> None:
    state = position(ROMAN, "points", hands=((IMPERIUM,), (TREACHERY,)))
    script = begin(state).play(f"play:{IMPERIUM}")
    assert script.waiting[0] < 0, "the dice are rolled at once"
    assert script.state.hand[CALEDONIAN] == 1 << TREACHERY


@pytest.mark.clause(
    "agricola.stratagem.caledonian.treachery.6", "agricola.stratagem.roman.treachery.3"
)
@pytest.mark.parametrize("answered", [True, False])
def test_fury_betrayed_and_the_traitor_betrayed(answered: bool) -> None:
    own = (FURY, TREACHERY) if answered else (FURY,)
    script = raging(hands=((TREACHERY,), own))
    script.chance(pair(1, 6))
    on_to(script, "stand").play("fight", f"play:{FURY}")
    assert script.prompt() == "cancel" and script.waiting == (0,)
    script.play(f"play:{TREACHERY}")
    if answered:
        assert script.prompt() == "cancel" and script.waiting == (1,)
        script.play(f"play:{TREACHERY}")
    battle = script.state.battle
    assert battle is not None and battle.fury is answered
    assert in_bin(script, CALEDONIAN, FURY) and in_bin(script, ROMAN, TREACHERY)


# Tribute ----------------------------------------------------------------------------------------


def collecting(
    spot: str = "2231", counter: str = "oppidum", leader: str = "Princeps I"
) -> Script[State, View]:
    """A band marches far from an Oppidum of the Caledonii."""
    state = position(
        CALEDONIAN,
        romans={"3425": ["Aux V"]},
        tribes={spot: [leader], "3734": ["Warband 1"]},
        centers={"Caledonii": counter},
        points=(0, 2),
        hands=((), (TRIBUTE,)),
    )
    return begin(state)


@pytest.mark.clause(
    "agricola.stratagem.caledonian.tribute.1",
    "agricola.stratagem.caledonian.tribute.2",
    "agricola.stratagem.caledonian.tribute.3",
    "agricola.stratagem.caledonian.tribute.4",
)
def test_tribute_is_collected_at_the_end_of_a_march() -> None:
    script = collecting()
    assert not script.offered(verb="tribute")
    assert script.view(0).center[3] == HIDDEN
    script.play(to("march", "3734"), to("go", "3733"))
    assert script.prompt() == "tribute" and script.offered()[0] == to("tribute", "2231")
    script.play(to("tribute", "2231"))
    shown = script.events("leader_shown")
    assert shown and shown[0].facts["unit"] == unit(CALEDONIAN, "Princeps I")
    assert script.view(0).center[3] == OPPIDUM
    script.chance(die(4), *(f"pick:{unit(CALEDONIAN, f'Warband {n}')}" for n in (2, 3, 4, 5)))
    assert [where(script, CALEDONIAN, f"Warband {n}") for n in (2, 3, 4, 5)] == ["2231"] * 4
    assert script.state.points[CALEDONIAN] == 1, "the March alone was paid for"
    assert in_bin(script, CALEDONIAN, TRIBUTE)


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.1")
def test_tribute_without_a_march_comes_at_the_end_of_the_phase() -> None:
    script = collecting()
    script.play("next")
    assert script.prompt() == "tribute" and to("tribute", "2231") in script.offered()
    script.play("decline")
    assert script.prompt() == "march_phase"


@pytest.mark.clause("agricola.stratagem.caledonian.tribute.2")
@pytest.mark.parametrize(
    ("spot", "counter", "leader"),
    [
        ("2231", "mines", "Princeps I"),
        ("2129", "oppidum", "Princeps I"),
        ("2231", "oppidum", "Warband 2"),
    ],
)
def test_tribute_needs_leader_and_oppidum_together(spot: str, counter: str, leader: str) -> None:
    script = collecting(spot, counter, leader)
    script.play(to("march", "3734"), to("go", "3733"))
    assert not script.offered(verb="tribute")
