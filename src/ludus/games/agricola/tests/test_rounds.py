"""Rounds of battle, fire and hits [15, 16.0-16.2, 17, 22.1, 28.1]."""

from __future__ import annotations

import pytest

from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.battle import modifiers
from ludus.games.agricola.rules.fire import factor
from ludus.games.agricola.tests.scene import Scene, owner_of, tables

T = tables()
OFF = {"battle_lines": "off"}
FOUGHT = {"3732": "Warband 1, Warband 2"}


def clash(
    romans: str = "II Ad A, IX H A",
    tribes: str = "Warband 1, Warband 2",
    side: str = "roman",
    spot: str = "3732",
    start: str = "3734",
    ap: tuple[int, int] = (1, 1),
    worn: str = "",
) -> Scene:
    """A battle that has just opened; the attacker has paid for his March."""
    places = (start, spot) if side == "roman" else (spot, start)
    scene = Scene(
        side, romans={places[0]: romans}, tribes={places[1]: tribes}, ap=ap, worn=worn, options=OFF
    )
    return scene.do(f"march {start}", f"go {spot}")


@pytest.mark.clause("agricola.15.0.1")
def test_no_enemy_no_battle() -> None:
    scene = Scene(romans={"3734": "II Ad A"}, tribes=FOUGHT).do("march 3734", "go 3733")
    assert scene.prompt == "march_phase" and not scene.told("battle")


@pytest.mark.clause("agricola.15.1.1", "agricola.15.1.2")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_the_marching_side_attacks(side: str) -> None:
    attacker = ROMAN if side == "roman" else CALEDONIAN
    assert clash(side=side).battle.attacker == attacker


@pytest.mark.clause("agricola.15.1.3")
def test_only_one_force_enters_a_battle() -> None:
    scene = Scene(romans={"3734": "II Ad A", "3831": "II Ad B"}, tribes=FOUGHT, options=OFF)
    scene.do("march 3734", "go 3732")
    assert scene.force("roman") == {"II Ad A"}


@pytest.mark.clause("agricola.15.2.22")
def test_two_stacks_join_and_attack_in_two_marches() -> None:
    romans = {"3831": "II Ad A", "3731": "II Ad B"}
    scene = Scene(romans=romans, tribes={"3733": "Warband 1"}, ap=(2, 0), options=OFF)
    scene.do("march 3831", "go 3731")
    assert scene.ap == (1, 0)
    scene.do("march 3731", "go 3733")
    assert scene.force("roman") == {"II Ad A", "II Ad B"} and scene.ap == (0, 0)


@pytest.mark.clause(
    "agricola.15.2.2", "agricola.15.2.3", "agricola.15.2.11", "agricola.15.2.19", "agricola.15.2.6"
)
def test_every_round_is_rolled_for_anew() -> None:
    scene = clash(ap=(1, 0)).do("dice 6 1", "fight", "dice 6 6", "dice 6 6")
    assert scene.battle.round == 2 and scene.prompt == "dice"
    scene.do("dice 1 6")
    assert scene.asked == "caledonian" and scene.prompt == "stand"
    scene.do("fight", "dice 6 6", "dice 6 6")
    told = [e.kind for e in scene.log if e.kind in ("round", "advantage", "stands", "fire")]
    assert told == ["round", "advantage", "stands", "fire", "fire"] * 2 + ["round"]
    sides = [event.facts["side"] for event in scene.told("fire")]
    assert sides == [ROMAN, CALEDONIAN, CALEDONIAN, ROMAN]
    assert [len(str(e.facts["dice"]).split(",")) for e in scene.told("advantage")] == [2, 2]


@pytest.mark.clause("agricola.15.2.4", "agricola.15.2.5")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
def test_the_attacker_declares_first_and_openly(side: str) -> None:
    other = "caledonian" if side == "roman" else "roman"
    scene = clash(side=side, ap=(2, 2))
    assert scene.prompt == "declare" and scene.asked == side
    scene.do("declare 1")
    assert scene.prompt == "declare" and scene.asked == other
    seat = 1 if side == "roman" else 0
    battle = scene.script.view(seat).battle
    assert battle is not None and battle.paid[1 - seat] == 1 and battle.paid[seat] == 0
    scene.do("declare 0")
    assert scene.prompt == "dice" and len(scene.script.decision(-1).options) == 36


@pytest.mark.clause("agricola.15.2.13")
def test_without_points_nobody_is_asked_to_spend() -> None:
    scene = clash(ap=(1, 0))
    assert scene.prompt == "dice" and modifiers(T, scene.battle) == [0, 0]
    rich = clash(ap=(2, 0)).do("declare 0")
    assert modifiers(T, rich.battle) == [0, 0] and rich.ap == (1, 0)
    paid = clash(ap=(2, 0)).do("declare 1")
    assert modifiers(T, paid.battle) == [1, 0] and paid.ap == (0, 0)


@pytest.mark.clause("agricola.15.2.10")
@pytest.mark.parametrize(("dice", "winner"), [("5 4", ROMAN), ("4 5", CALEDONIAN)])
def test_the_higher_total_has_the_advantage(dice: str, winner: int) -> None:
    scene = clash(ap=(1, 0)).do(f"dice {dice}")
    assert scene.battle.advantage == winner and scene.last("advantage", "side") == winner


@pytest.mark.clause("agricola.15.2.15", "agricola.15.2.16")
@pytest.mark.parametrize("side", ["roman", "caledonian"])
@pytest.mark.parametrize("winner", ["roman", "caledonian"])
def test_only_the_advantage_may_retreat(side: str, winner: str) -> None:
    scene = clash(side=side, ap=(1, 0) if side == "roman" else (0, 1))
    scene.do("dice 6 1" if winner == "roman" else "dice 1 6")
    assert scene.prompt == "stand" and scene.asked == winner
    assert scene.offers("fight") and scene.choices("retreat")
    scene.do("fight")
    assert scene.prompt == "dice"
    scene.do("dice 6 6", "dice 6 6")
    assert scene.battle.round == 2


@pytest.mark.clause("agricola.15.2.21", "agricola.10.3.1")
@pytest.mark.parametrize("big", [True, False])
def test_a_major_battle_rolls_two_dice(big: bool) -> None:
    legions = [f"{name} {x}" for name in ("II Ad", "IX H") for x in "ABC"] + ["XX VV A"]
    bands = [f"Warband {number}" for number in range(1, 8)]
    names = (", ".join(legions if big else legions[:6]), ", ".join(bands))
    scene = clash(*names, ap=(3, 4)).do("declare 0", "declare 0", "dice 1 6", "retreat 3731")
    assert scene.battle.major if big else scene.state.battle is None
    if big:
        scene.do("dice 4", "dice 3")
    assert scene.ap == ((6, 1) if big else (2, 4))


@pytest.mark.clause("agricola.17.1.1")
@pytest.mark.parametrize(
    ("leader", "bands", "strengths", "major"),
    [
        ("Karus", 7, (20, 21), True),
        ("Legatus XX Valeria Victrix", 8, (19, 24), False),
        ("Agricola", 6, (21, 18), False),
    ],
)
def test_a_major_battle_needs_twenty_on_each_side(
    leader: str, bands: int, strengths: tuple[int, int], major: bool
) -> None:
    legions = ", ".join(f"{name} {x}" for name in ("II Ad", "IX H") for x in "ABC")
    tribes = ", ".join(f"Warband {number}" for number in range(1, bands + 1))
    scene = clash(f"{legions}, {leader}", tribes, ap=(1, 0))
    assert scene.last("battle", "strengths") == strengths and scene.battle.major is major


@pytest.mark.clause("agricola.15.2.3", "agricola.15.2.7", "agricola.15.2.13")
def test_a_point_counts_for_one_round() -> None:
    scene = clash(ap=(3, 3)).do("declare 1", "declare 1", "dice 6 1", "fight")
    assert modifiers(T, scene.battle) == [1, 1]
    scene.do("dice 6 6", "dice 6 6")
    assert scene.battle.round == 2 and modifiers(T, scene.battle) == [0, 0]
    scene.do("declare 1", "declare 0")
    assert modifiers(T, scene.battle) == [1, 0] and scene.ap == (0, 2)


@pytest.mark.clause("agricola.15.2.23")
def test_battles_end_for_every_unit_can_hit() -> None:
    for muster in T.musters:
        for unit in muster.units:
            assert unit.strength >= 1 and (not unit.back or unit.back >= 1), unit.name
    scene = clash("Imped I", "Tribesmen 1", ap=(1, 0))
    for _ in range(20):
        scene.do("dice 6 1", "fight", "dice 6", "dice 6")
    assert scene.battle.round == 21
    scene.do("dice 6 1", "fight", "dice 1")
    assert scene.state.battle is None


@pytest.mark.clause("agricola.16.0.3")
def test_bonuses_stay_below_a_sure_hit_and_six_would_be_one() -> None:
    scene = clash("Evocati I", "Gaesatae I", ap=(1, 0))
    scene.battle.assault = scene.battle.fury = True
    scene.battle.firing = ROMAN
    assert factor(T, scene.state, scene.battle, owner_of("Evocati I")[1]) == 5
    scene.battle.firing = CALEDONIAN
    assert factor(T, scene.state, scene.battle, owner_of("Gaesatae I")[1]) == 5
    legion = max(T.rome.strength[unit] for unit in range(T.rome.count))
    furious = [s for u, s in enumerate(T.tribes.strength) if T.tribes.furious >> u & 1]
    assert max(legion, *furious) + 1 < 6


@pytest.mark.clause("agricola.16.1.1", "agricola.tec.praesidium.2")
@pytest.mark.parametrize("first", [True, False])
def test_every_fire_on_a_camp_is_halved(first: bool) -> None:
    bands = ", ".join(f"Warband {number}" for number in range(1, 6))
    scene = clash("Praesidium 1, II Ad A, IX H A, XX VV A", bands, "caledonian", ap=(0, 1))
    if first:
        scene.do("dice 1 6", "fight")
    else:
        scene.do("dice 6 1", "dice 6 6 6 6")
    scene.do("dice 1 1 1 1 1")
    assert scene.last("fire", "scored") == 5 and scene.last("fire", "hits") == 3


@pytest.mark.clause("agricola.16.1.2", "agricola.22.0.1")
def test_leaders_fight_and_fall_like_others() -> None:
    scene = clash("Karus, II Ad A", ap=(1, 0)).do("dice 1 6", "fight", "dice 3 3")
    assert scene.offers("hit Karus")
    scene.do("hit Karus", "hit II Ad A")
    assert scene.worn("Karus")
    scene.do("dice 1 6")
    assert scene.last("fire", "factors") == (1, 2) and scene.last("fire", "hits") == 1
    again = clash("Karus, II Ad A", worn="Karus", ap=(1, 0)).do("dice 1 6", "fight", "dice 3 6")
    assert again.do("hit Karus").at("Karus") == "fallen"


@pytest.mark.clause("agricola.16.1.4")
def test_the_camp_may_take_the_first_hit() -> None:
    scene = clash("Praesidium 1, II Ad A, IX H A", side="caledonian", ap=(0, 1))
    scene.do("dice 1 6", "fight", "dice 1 6", "hit Praesidium 1")
    assert scene.at("Praesidium 1") == "recruit" and not scene.worn("II Ad A")


@pytest.mark.clause("agricola.16.1.5", "agricola.17.0.1")
def test_surplus_hits_are_lost() -> None:
    scene = clash("II Ad A", "Warband 1, Warband 2, Warband 3, Warband 4, Warband 5", ap=(1, 0))
    scene.do("dice 1 6", "fight", "dice 1 1 1 1 1")
    assert scene.at("II Ad A") == "recruit" and scene.state.battle is None
    assert scene.last("battle_over", "winner") == CALEDONIAN and scene.prompt == "march_phase"


@pytest.mark.clause("agricola.16.2.2")
def test_a_unit_without_a_back_is_gone_at_once() -> None:
    scene = clash("II Ad A", "Tribesmen 1, Warband 5", ap=(1, 0)).do("dice 6 1", "fight", "dice 1")
    scene.do("hit Tribesmen 1")
    assert scene.at("Tribesmen 1", "Warband 5") == ("recruit", "3732")
    assert not scene.worn("Warband 5")


@pytest.mark.clause("agricola.17.2.4", "agricola.31.0.8", "agricola.31.0.1")
def test_points_after_a_battle_come_in_order() -> None:
    legions = [f"{name} {x}" for name in ("II Ad", "IX H") for x in "ABC"] + ["XX VV A"]
    scene = Scene(
        romans={"2631": ", ".join(legions)},
        tribes={"2632": "Warband 1, Warband 2, Warband 3, Warband 4, Warband 5, Warband 6"},
        centers={"Damnonii": "+oppidum"},
        ap=(9, 0),
        options=OFF,
    )
    scene.do("march 2631", "go 2632")
    assert scene.battle.major and scene.ap == (8, 0)
    # All have one step, and the walls are breached: one fire will do.
    scene.battle.stormed = True
    scene.do("declare 0", "dice 6 1", "fight", "dice 1 1 1 1 1 1 1")
    assert scene.at("Warband 6") == "recruit" and scene.counter("Damnonii") == ""
    scene.do("dice 4", "dice 2")
    gains = [(e.facts["side"], e.facts["now"]) for e in scene.told("points")][-3:]
    assert gains == [(ROMAN, 9), (CALEDONIAN, 0), (ROMAN, 9)]
    kinds = [event.kind for event in scene.log]
    assert kinds.index("battle_over") < kinds.index("loot")
    assert scene.last("loot", "gain") == 1


# Leaders who fall --------------------------------------------------------------------------------


@pytest.mark.clause("agricola.22.1.10")
@pytest.mark.parametrize(("name", "side"), [("Agricola", "roman"), ("Calgacus", "caledonian")])
def test_the_fall_of_a_supreme_leader_costs_points(name: str, side: str) -> None:
    if side == "roman":
        scene = clash(name, worn=name, ap=(5, 0)).do("declare 0", "dice 1 6", "fight", "dice 1 6")
        scene.do("dice 6")
        assert scene.ap == (0, 0)
    else:
        scene = clash("II Ad A", name, worn=name, ap=(1, 4))
        scene.do("declare 0", "dice 6 1", "fight", "dice 1", "dice 3")
        assert scene.ap == (0, 1)
    assert scene.at(name) == "fallen" and len(scene.told("sword")) == 1


@pytest.mark.clause("agricola.22.1.11")
def test_agricola_drowned_costs_points_too() -> None:
    scene = Scene(
        phase="attrition",
        romans={"3631": "Classis I, Agricola"},
        aboard={"Classis I": "Agricola"},
        worn="Agricola",
        ap=(4, 0),
    )
    scene.do("dice 1", "dice 3")
    assert scene.at("Agricola") == "fallen" and scene.ap == (1, 0)


@pytest.mark.clause("agricola.28.1.1", "agricola.28.1.2", "agricola.28.1.3")
@pytest.mark.parametrize(("won", "on"), [(True, True), (False, True), (True, False)])
def test_an_eagle_lost_in_a_lost_battle(won: bool, on: bool) -> None:
    scene = Scene(
        romans={"3734": "Legatus II Adiutrix, Legatus IX Hispana, II Ad A"},
        tribes={"3732": "Warband 1, Warband 2, Warband 3"},
        worn="Legatus II Adiutrix, Legatus IX Hispana",
        ap=(5, 5),
        options={"battle_lines": "off", "special_units": "on" if on else "off"},
    )
    scene.do("march 3734", "go 3732", "declare 0", "declare 0", "dice 1 6", "fight")
    scene.do("dice 1 1 6", "hit Legatus II Adiutrix", "hit Legatus IX Hispana", "dice 6")
    scene.do("declare 0", "declare 0")
    if won:
        scene.do("dice 1 6", "fight", "dice 1 1 6")
    else:
        scene.do("dice 1 6", "retreat 3731")
    change = 2 if won and on else 0
    assert scene.ap == (4 - change, 5 + change) and scene.state.battle is None


def test_a_legate_who_starves_loses_no_eagle() -> None:
    name = "Legatus II Adiutrix"
    scene = Scene(
        phase="attrition",
        romans={"3631": f"Classis I, {name}"},
        aboard={"Classis I": name},
        worn=name,
        ap=(4, 4),
    ).do("dice 2")
    assert scene.at(name) == "fallen" and scene.ap == (4, 4)
