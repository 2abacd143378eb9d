"""The fog of war, center counters and Treachery [20, 24, stratagem.*.treachery]."""

from __future__ import annotations

import pytest

from ludus.core.text import plain
from ludus.games.agricola.board import (
    AMBUSH,
    CALEDONIAN,
    MINES,
    OFFICIUM,
    ROMAN,
    TREACHERY,
    WASTES,
)
from ludus.games.agricola.tests.scene import (
    begin,
    die,
    machine,
    place,
    position,
    the_box,
    to,
    unit,
    where,
)
from ludus.games.agricola.view.sight import HIDDEN

COUNTS = machine().contents.counters

SPECTATOR = -3


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.5", "agricola.20.1.1")
def test_enemy_stacks_lie_face_down() -> None:
    tribes = {"2328": ["Warband 1", "Warband 2"]}
    script = begin(position(romans={"3525": ["II Ad A"]}, tribes=tribes))
    band = unit(CALEDONIAN, "Warband 1")
    assert script.view(0).at[CALEDONIAN][band] == HIDDEN
    assert script.view(0).veiled[CALEDONIAN] == (place("2328"),)
    assert script.view(1).at[CALEDONIAN][band] == place("2328")
    assert script.view(SPECTATOR).at[CALEDONIAN][band] == HIDDEN
    assert script.view(1).at[ROMAN][unit(ROMAN, "II Ad A")] == HIDDEN


@pytest.mark.clause("agricola.20.0.4")
def test_tribes_see_romans_in_center_hexes() -> None:
    script = begin(position(romans={"3327": ["II Ad A"], "3326": ["II Ad B"]}))
    at = script.view(1).at[ROMAN]
    assert at[unit(ROMAN, "II Ad A")] == place("3327")
    assert at[unit(ROMAN, "II Ad B")] == HIDDEN


@pytest.mark.clause("agricola.15.2.1", "agricola.20.0.2")
def test_a_battle_shows_both_sides() -> None:
    state = position(romans={"3734": ["II Ad A"]}, tribes={"3732": ["Warband 1"]}, points=(1, 0))
    script = begin(state)
    script.play(to("march", "3734"), to("go", "3732"))
    assert script.view(0).at[CALEDONIAN][unit(CALEDONIAN, "Warband 1")] == place("3732")
    assert script.view(1).at[ROMAN][unit(ROMAN, "II Ad A")] == place("3732")


@pytest.mark.clause("agricola.24.1.1", "agricola.24.2.1", "agricola.24.2.2", "agricola.24.3.14")
def test_entering_a_center_turns_its_counter_up() -> None:
    state = position(romans={"2731": ["Ala I"]}, centers={"Damnonii": "mines"}, points=(3, 0))
    script = begin(state)
    assert script.view(0).center[0] == HIDDEN
    script.play(to("march", "2731"))
    assert to("step", "2632") not in script.offered()
    script.play(to("go", "2632"))
    assert script.events("counter_up")
    assert script.state.points[ROMAN] == 4
    assert script.state.center[0] < 0 and script.state.spare[MINES] == COUNTS[MINES] - 1


@pytest.mark.clause("agricola.24.3.1", "agricola.24.3.2", "agricola.24.3.3", "agricola.24.3.4")
def test_an_ambush_strikes_first() -> None:
    state = position(romans={"2731": ["Ala I"]}, centers={"Damnonii": "ambush"}, points=(1, 0))
    script = begin(state)
    script.play(to("march", "2731"), to("go", "2632")).chance(die(1), "pick:20")
    battle = script.state.battle
    assert battle is not None and battle.advantage == CALEDONIAN and not battle.dice
    assert script.state.spare[AMBUSH] == COUNTS[AMBUSH]


@pytest.mark.clause("agricola.24.3.17", "agricola.24.2.4", "agricola.tec.tribal.1")
def test_trackless_wastes_only_stop() -> None:
    state = position(romans={"2731": ["Ala I"]}, centers={"Damnonii": "wastes"}, points=(1, 0))
    script = begin(state)
    script.play(to("march", "2731"), to("go", "2632"))
    assert script.state.battle is None and script.state.spare[WASTES] == COUNTS[WASTES]
    assert script.state.points[ROMAN] == 0


@pytest.mark.clause("agricola.24.2.7")
def test_the_tribes_turn_up_a_counter_in_the_roman_turn() -> None:
    state = position(romans={"2731": ["Ala I"]}, centers={"Damnonii": "oppidum"})
    state.declined = False
    script = begin(state)
    assert script.waiting == (0, 1)
    script.play("reveal:0", seat=1)
    assert script.view(0).center[0] == 1


@pytest.mark.clause(
    "agricola.stratagem.caledonian.treachery.3",
    "agricola.stratagem.caledonian.treachery.7",
    "agricola.stratagem.roman.officium.4",
    "agricola.stratagem.roman.treachery.6",
)
@pytest.mark.parametrize("answered", [False, True])
def test_treachery_sends_a_marker_back_unless_betrayed(answered: bool) -> None:
    own = (OFFICIUM, TREACHERY) if answered else (OFFICIUM,)
    state = position(romans={"3425": ["Karus"]}, points=(0, 0), hands=(own, (TREACHERY,)))
    script = begin(state)
    script.play(f"play:{OFFICIUM}")
    assert script.prompt() == "cancel" and script.waiting == (1,)
    script.play(f"play:{TREACHERY}")
    if answered:
        script.play(f"play:{TREACHERY}")
        script.play(to("march", "3425"), to("go", "3326"))
        assert where(script, ROMAN, "Karus") == "3326"
    else:
        assert script.prompt() == "march_phase"
    assert script.state.bin[ROMAN] >> OFFICIUM & 1
    assert script.state.bin[CALEDONIAN] >> TREACHERY & 1


@pytest.mark.clause("agricola.21.2.3")
def test_held_markers_are_counted_but_not_named() -> None:
    script = begin(position(hands=((OFFICIUM, TREACHERY), ())))
    assert script.view(1).hands[ROMAN] == 2 and script.view(1).hand == 0
    assert script.view(0).hand == 1 << OFFICIUM | 1 << TREACHERY


@pytest.mark.clause(
    "agricola.stratagem.caledonian.treachery.1", "agricola.stratagem.roman.treachery.1"
)
def test_the_offer_to_step_in_rests_during_a_march_and_comes_back() -> None:
    state = position(romans={"3425": ["Karus"]}, hands=((), (TREACHERY,)))
    state.declined = False
    script = begin(state)
    both = (0, 1)
    assert script.waiting == both and not script.view(1).pending
    script.play(to("march", "3425"))
    assert 1 not in script.waiting
    assert [script.view(seat).pending for seat in (0, 1, SPECTATOR)] == [False, True, False]
    told = the_box().face.panels(script.view(1), ("Livia", "Marcus"))[1].lines
    assert any("step in again" in plain(line) for line in told)
    script.play(to("go", "3326"))
    assert script.waiting == both and not script.view(1).pending
    script.play("decline", seat=1)
    script.play(to("march", "3326"))
    assert not script.view(1).pending


def test_whoever_holds_anything_is_asked_alike() -> None:
    for kind in (TREACHERY, 0):
        state = position(romans={"3425": ["Karus"]}, hands=((OFFICIUM,), (kind,)))
        script = begin(state)
        script.play(f"play:{OFFICIUM}")
        assert script.waiting == (1,) and script.prompt() == "cancel"
