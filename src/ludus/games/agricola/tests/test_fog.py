"""The fog of war, center counters and Treachery [20, 24, stratagem.*.treachery]."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ludus.games.agricola.ids import (
    AMBUSH,
    CALEDONIAN,
    HIDDEN,
    MINES,
    OFFICIUM,
    ROMAN,
    TREACHERY,
    WASTES,
)
from ludus.games.agricola.tests.scene import (
    Scene,
    begin,
    die,
    place,
    position,
    tables,
    the_box,
    to,
    unit,
    where,
)

COUNTS = tables().contents.counters

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
    told = the_box().face.panels(script.view(1), ("Livia", "Marcus"))
    assert [panel.state for panel in told] == ["", "may step in"]
    script.play(to("go", "3326"))
    assert script.waiting == both and not script.view(1).pending
    script.play("decline", seat=1)
    script.play(to("march", "3326"))
    assert not script.view(1).pending


def test_any_held_marker_brings_the_same_questions() -> None:
    for kind in (TREACHERY, 0):
        state = position(romans={"3425": ["Karus"]}, hands=((OFFICIUM,), (kind,)))
        script = begin(state)
        script.play(f"play:{OFFICIUM}")
        assert script.waiting == (1,) and script.prompt() == "cancel"


WATCHER = -3
BARE = {"3525": "Agricola"}


def alike_for(scenes: Sequence[Scene], *seats: int) -> None:
    """Positions that differ in secrets only look the same from these seats."""
    one, two = scenes
    assert one.state != two.state
    for seat in seats:
        assert one.script.view(seat) == two.script.view(seat), seat


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.5")
def test_a_face_down_counter_looks_like_any_other() -> None:
    one, two = (Scene(romans=BARE, centers={"Venicones": kind}) for kind in ("oppidum", "mines"))
    alike_for((one, two), 0, WATCHER)
    assert one.script.view(1).center != two.script.view(1).center


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.4")
def test_tribes_in_a_center_are_hidden_and_romans_there_are_not() -> None:
    names = ("Warband 1", "Gaesatae I")
    alike_for([Scene(romans=BARE, tribes={"2529": name}) for name in names], 0, WATCHER)
    legions = [Scene(romans={**BARE, "2529": name}) for name in ("II Ad A", "Aux V")]
    alike_for(legions, WATCHER)
    assert legions[0].script.view(1) != legions[1].script.view(1)


@pytest.mark.clause("agricola.21.2.3")
def test_held_markers_are_for_their_owner() -> None:
    alike_for([Scene(romans=BARE, hands=(name, "")) for name in ("speech", "tribute")], 1, WATCHER)
    alike_for([Scene(romans=BARE, hands=("", name)) for name in ("fury", "tribute")], 0, WATCHER)


@pytest.mark.clause("agricola.20.0.3")
def test_what_one_player_was_shown_no_watcher_sees() -> None:
    scenes = [Scene(romans={**BARE, "3527": name}) for name in ("II Ad A", "Aux V")]
    for scene in scenes:
        scene.state.peek[CALEDONIAN] = place("3527")
        scene.state.known[CALEDONIAN] |= scene.state.here[ROMAN][place("3527")]
    alike_for(scenes, WATCHER)


@pytest.mark.clause("agricola.20.0.1")
def test_who_is_left_behind_on_a_march_is_not_told() -> None:
    scenes = []
    for name in ("II Ad A", "Aux V"):
        scene = Scene(romans={**BARE, "3527": "II Ad A, Aux V, Ala I"}, ap=(1, 0))
        scenes.append(scene.do("march 3527", f"leave {name}"))
    alike_for(scenes, 1, WATCHER)


@pytest.mark.clause("agricola.20.0.1", "agricola.18.2.1")
def test_whose_supply_die_is_whose_is_not_told() -> None:
    scenes = []
    for dice in ("dice 1 6", "dice 6 1"):
        tribes = {"3734": "Warband 1, Gaesatae I"}
        scene = Scene("caledonian", "attrition", tribes=tribes, hands=("", "druids"))
        scenes.append(scene.do(dice))
        assert scene.prompt == "druids"
    alike_for(scenes, 0, WATCHER)
