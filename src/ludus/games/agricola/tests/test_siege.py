"""Sieges [32]."""

from __future__ import annotations

import pytest

from ludus.core.protocol import EVERYONE
from ludus.games.agricola.board import units
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.scene import Scene, place, tables

T = tables()
ON = {"siege": "on", "battle_lines": "off"}
LEGION = "II Ad A, II Ad B, IX H A"


def siege(
    side: str = "roman",
    phase: str = "march",
    camp: str = "Praesidium 1, II Ad A, II Ad B, IX H A",
    inside: str = "Warband 1, Warband 2",
    romans: dict[str, str] | None = None,
    tribes: dict[str, str] | None = None,
    hands: tuple[str, str] = ("", ""),
    worn: str = "",
    ap: tuple[int, int] = (1, 1),
) -> Scene:
    """The Venicones under siege in their Oppidum at 2529."""
    return Scene(
        side,
        phase,
        romans={"2529": camp, **(romans or {})},
        tribes={"2529": inside, **(tribes or {})},
        centers={"Venicones": "+oppidum"},
        sieges="2529",
        hands=hands,
        worn=worn,
        ap=ap,
        options=ON,
    )


@pytest.mark.clause("agricola.32.0.1")
def test_a_legion_may_settle_down_before_an_oppidum() -> None:
    scene = Scene(
        romans={"2530": LEGION},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": "oppidum"},
        ap=(2, 0),
        options=ON,
    )
    scene.do("march 2530", "go 2529", "besiege")
    assert scene.ap == (0, 0) and scene.state.sieges == [place("2529")]
    assert scene.at("Praesidium 1", "II Ad A", "Warband 1") == ("2529",) * 3
    assert scene.prompt == "march_phase" and not scene.told("battle")


@pytest.mark.clause("agricola.32.0.1")
@pytest.mark.parametrize(
    ("names", "points", "option"),
    [("Aux V", 2, "on"), ("II Ad A", 1, "on"), ("II Ad A", 2, "off")],
)
def test_what_a_siege_needs(names: str, points: int, option: str) -> None:
    scene = Scene(
        romans={"2530": names},
        centers={"Venicones": "oppidum"},
        ap=(points, 0),
        options={**ON, "siege": option},
    )
    scene.do("march 2530", "go 2529")
    assert scene.prompt != "besiege" and scene.battle.attacker == ROMAN


@pytest.mark.clause("agricola.32.0.1")
@pytest.mark.parametrize("counter", ["+mines", "mines", "monoliths", ""])
def test_only_an_oppidum_is_besieged(counter: str) -> None:
    scene = Scene(
        romans={"2530": LEGION},
        tribes={"2529": "Warband 1"},
        centers={"Venicones": counter} if counter else {},
        ap=(2, 0),
        options=ON,
    )
    scene.do("march 2530", "go 2529")
    assert scene.prompt != "besiege" and scene.battle.attacker == ROMAN


@pytest.mark.clause("agricola.32.0.2")
def test_the_besieged_cannot_leave() -> None:
    scene = siege("caledonian", tribes={"2428": "Warband 3"})
    assert scene.choices("march") == {"2428"} and scene.offers("sortie 2529")


@pytest.mark.clause("agricola.32.0.3", "agricola.32.0.11", "agricola.32.0.12")
def test_a_relief_force_must_attack_alone_and_without_the_oppidum() -> None:
    bands = "Atecotti I, Atecotti II, Atecotti III"
    scene = siege("caledonian", tribes={"2428": bands}, ap=(0, 1)).do("march 2428")
    assert not scene.offers("step 2529")
    scene.do("go 2529")
    assert scene.force("caledonian") == set(bands.split(", "))
    assert scene.battle.attacker == CALEDONIAN
    assert "Praesidium 1" in scene.force("roman")
    scene.do("dice 6 1", "dice 1 1 1 1")
    assert scene.last("fire", "scored") == 4 and scene.last("fire", "hits") == 4
    # The first and the last hit fall among units that are alike.
    scene.do("hit Atecotti II", "hit Atecotti III")
    scene.do("dice 6 6", "dice 1 6")
    assert scene.prompt == "stand" and scene.offers("retreat 2428")
    scene.do("retreat 2428")
    assert scene.at("Warband 1", "Atecotti II") == ("2529", "2428")
    assert scene.state.sieges == [place("2529")] and scene.prompt == "march_phase"


@pytest.mark.clause("agricola.32.0.4")
def test_more_romans_stop_and_join() -> None:
    scene = siege(romans={"2530": "Ala I"}).do("march 2530")
    assert not scene.offers("step 2529")
    scene.do("go 2529")
    assert scene.prompt == "march_phase" and scene.at("Ala I") == "2529"
    assert not scene.told("battle")


@pytest.mark.clause("agricola.32.0.5", "agricola.32.0.16")
def test_the_camp_alone_keeps_up_the_siege() -> None:
    scene = siege(ap=(1, 0)).do("march 2529", "go 2530", "next", "dice 6 6 6")
    assert scene.at("II Ad A", "Praesidium 1") == ("2530", "2529")
    assert scene.state.sieges == [place("2529")] and scene.state.active == CALEDONIAN
    scene.do("dice 6", "next")
    assert not scene.offers("march") and scene.state.sieges == [place("2529")]


@pytest.mark.clause("agricola.20.0.2", "agricola.32.0.5")
def test_who_leaves_a_siege_is_seen_by_both() -> None:
    scene = siege(ap=(1, 0)).do("march 2529", "go 2530")
    assert scene.told("moved_units")[-1].seen_by == EVERYONE
    hidden = Scene(romans={"3425": LEGION}, ap=(1, 0)).do("march 3425", "go 3426")
    assert hidden.told("moved_units")[-1].seen_by == 1 << 0


@pytest.mark.clause("agricola.32.0.6")
def test_both_may_sit_still() -> None:
    scene = siege(ap=(0, 0)).do("next")
    assert scene.state.active == CALEDONIAN and not scene.told("battle")


@pytest.mark.clause("agricola.32.0.7", "agricola.32.0.8")
def test_legionaries_fight_better_against_the_besieged() -> None:
    scene = siege(worn="II Ad B", camp="Praesidium 1, II Ad A, II Ad B, Aux V", ap=(1, 0))
    scene.do("assault 2529")
    assert scene.ap == (0, 0)
    scene.do("dice 6 1", "dice 4 3 3 3")
    assert scene.last("fire", "factors") == (4, 3, 2, 2)
    assert scene.last("fire", "scored") == 2 and scene.last("fire", "hits") == 1
    miss = siege(camp="Praesidium 1, II Ad A", ap=(1, 0)).do("assault 2529", "dice 6 1")
    assert miss.do("dice 5 6").last("fire", "scored") == 0


@pytest.mark.clause("agricola.32.0.9", "agricola.32.0.10", "agricola.32.0.20")
def test_a_sortie_costs_a_point_and_meets_the_camp() -> None:
    inside = "Calgacus, Warband 1, Warband 2, Warband 3"
    scene = siege("caledonian", inside=inside, ap=(0, 1))
    assert not scene.offers("free")
    scene.do("sortie 2529")
    assert scene.ap == (0, 0) and scene.battle.attacker == CALEDONIAN
    scene.do("dice 1 6", "dice 1 1 1 1 6")
    assert scene.last("fire", "scored") == 4 and scene.last("fire", "hits") == 2
    poor = siege("caledonian", inside=inside, ap=(0, 0))
    assert not poor.offers("sortie 2529") and not poor.offers("free")


@pytest.mark.clause("agricola.32.0.13")
def test_a_victorious_relief_ends_the_siege() -> None:
    scene = siege(
        "caledonian",
        camp="Praesidium 1, Aux V",
        worn="Aux V",
        tribes={"2428": "Warband 3, Warband 4, Warband 5"},
        ap=(0, 1),
    )
    scene.do("march 2428", "go 2529", "dice 1 6", "fight", "dice 1 1 1")
    assert scene.at("Praesidium 1", "Aux V") == ("recruit", "recruit")
    assert not scene.state.sieges and scene.told("siege_over")


@pytest.mark.clause("agricola.32.0.14", "agricola.32.0.15")
def test_the_besieged_starve_and_the_besiegers_do_not() -> None:
    scene = siege(inside="Warband 1, Princeps I")
    hungry = {T.tribes.units[unit].name for unit in units(unsupplied(T, scene.state, CALEDONIAN))}
    assert hungry == {"Warband 1", "Princeps I"}
    assert unsupplied(T, scene.state, ROMAN) == 0


@pytest.mark.clause("agricola.32.0.14", "agricola.19.3.1", "agricola.32.0.15")
def test_the_besieged_cannot_rally_and_the_besiegers_can() -> None:
    besieged = siege("caledonian", "rally", inside="Atecotti I, Princeps I", worn="Atecotti I")
    assert not besieged.offers("rally 2529")
    assert siege(phase="rally", worn="II Ad A").offers("rally 2529")


@pytest.mark.clause("agricola.32.0.17")
@pytest.mark.parametrize("leave", [True, False])
def test_without_the_camp_the_romans_leave_or_attack(leave: bool) -> None:
    scene = siege(phase="recruit", ap=(1, 0)).do("dismantle 2529")
    assert scene.prompt == "break_siege" and not scene.state.sieges
    assert {option.verb for option in scene.script.decision(0).options} == {"attack", "retreat"}
    if leave:
        scene.do("retreat 2530")
        assert scene.at("II Ad A", "IX H A") == ("2530", "2530") and scene.prompt == "recruit"
    else:
        scene.do("attack")
        assert scene.battle.attacker == ROMAN and not scene.battle.assault and scene.ap == (1, 0)


@pytest.mark.clause("agricola.32.0.18")
def test_a_lost_camp_ends_the_siege_in_mid_battle() -> None:
    scene = siege("caledonian", inside="Warband 1, Warband 2, Warband 3", ap=(0, 1))
    scene.do("sortie 2529", "dice 1 6", "dice 1 6 6 6", "hit Praesidium 1", "dice 6 6 6")
    scene.do("dice 1 6", "dice 1 1 1 1")
    assert scene.last("fire", "scored") == scene.last("fire", "hits") == 4
    scene.do("hit II Ad A", "hit II Ad B", "hit IX H A", "hit IX H A", "dice 6 6")
    scene.do("dice 6 1")
    assert scene.prompt == "stand" and scene.asked == "roman" and scene.offers("retreat 2530")
    scene.do("retreat 2530")
    assert not scene.state.sieges and scene.prompt == "march_phase"


@pytest.mark.clause("agricola.32.0.19")
def test_siege_attack_works_on_the_besieged() -> None:
    scene = siege(hands=("siege_attack", ""), camp="Praesidium 1, II Ad A, IX H A", ap=(1, 0))
    scene.do("assault 2529", "play siege_attack", "dice 6 1", "dice 4 4 1")
    assert scene.last("fire", "factors") == (4, 4, 2)
    assert scene.last("fire", "scored") == scene.last("fire", "hits") == 3


@pytest.mark.clause("agricola.stratagem.roman.siege-attack.1")
def test_no_siege_attack_against_a_sortie() -> None:
    scene = siege("caledonian", hands=("siege_attack", ""), ap=(0, 1)).do("sortie 2529")
    assert scene.battle.attacker == CALEDONIAN and scene.prompt != "siege_attack"


@pytest.mark.clause("agricola.32.0.9", "agricola.32.0.7")
def test_forts_do_not_attack_by_themselves() -> None:
    assert not siege(camp="Praesidium 1").offers("assault 2529")
    assert siege(camp="Praesidium 1, Aux V").offers("assault 2529")
    empty = Scene(
        "caledonian",
        romans={"2529": "Praesidium 1"},
        centers={"Venicones": "+oppidum"},
        sieges="2529",
        options=ON,
    )
    assert not empty.offers("sortie 2529")


@pytest.mark.clause("agricola.stratagem.roman.tribute.5")
@pytest.mark.parametrize("shut", [True, False])
def test_a_surrender_ends_the_siege(shut: bool) -> None:
    ring = {"2428": "Aux V", "2429": "Aux VI", "2530": "Aux VII", "2629": "Aux VIII"}
    scene = siege(camp="Praesidium 1, Karus", romans=ring if shut else {}, hands=("tribute", ""))
    scene.do("march 2529", "halt", "tribute 2529", "dice 1")
    assert not scene.state.sieges and scene.counter("Venicones") == ""
    if shut:
        assert scene.force("caledonian") == {"Warband 1", "Warband 2"}
    else:
        scene.do("retreat 2428")
        assert scene.prompt == "march_phase" and scene.at("Warband 1") == "2428"
