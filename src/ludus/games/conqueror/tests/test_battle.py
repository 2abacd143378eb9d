"""Attacks and battles between players, from the units that join to the second attack."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE, EVERYONE, Event
from ludus.games.conqueror.ids import (
    CAVALRY,
    EXTRA,
    GROUPS_EACH,
    INFANTRY,
    MARCHED,
    READY,
    SPENT,
    VICTOR,
    VICTOR_EXTRA,
)
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.tests.scene import FREE, HEROES, Scene


def war(*, acting: bool = True, card: str = "", reading: str = "attack") -> Scene:
    return Scene("Rome", "Carthage", "Greece", acting=acting, card=card, second_action=reading)


def example() -> Scene:
    """The rulebook's battle: Espanga attacks Berber, which Egypt defends beside Carthage."""
    scene = Scene("Greece", "Egypt", "Carthage", acting=True).lose_home("Carthage")
    scene.army("Greece", "Espanga", 2, 2).army("Egypt", "Berber", 1, 1)
    return (
        scene.army("Egypt", "Carthage", 2)
        .heroes("Greece", "antigonus_gonatas")
        .heroes("Egypt", "sosibius")
    )


# Attacks ----------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.attack.3")
def test_attack_on_land_and_sea() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 1)
        .army("Greece", "Ionian Sea", 1)
        .army("Greece", "Sicilia", 1)
    )
    assert scene.targets("attack", "Brundium") == {"Ionian Sea", "Sicilia"}


@pytest.mark.clause("conqueror.attack.4", "conqueror.battle.5")
@pytest.mark.parametrize("count", (1, 2, 3, 4))
def test_any_number_attacks(count: int) -> None:
    scene = war().army("Rome", "Brundium", 4).army("Greece", "Sicilia", 1)
    scene.attack("Brundium", "Sicilia", infantry=count)
    assert scene.parts(0)[0] == count


@pytest.mark.clause("conqueror.attack.5", "conqueror.attack.6")
def test_one_territory_at_a_time() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 1)
        .army("Rome", "Tyrrhenian Sea", 1)
        .army("Greece", "Sicilia", 3)
    )
    scene.fight("Brundium", "Sicilia", 1, 1)
    assert scene.units("Tyrrhenian Sea") == (1, 0)
    scene.fight("Tyrrhenian Sea", "Sicilia", 1, 1)
    assert scene.kinds().count("battle") == 2
    assert [event.facts["attack"] for event in scene.events if event.kind == "battle"] == [
        (1, 0, 0, 1),
        (1, 0, 0, 1),
    ]


@pytest.mark.clause("conqueror.attack.7", "conqueror.attack.8", "conqueror.attack.10")
def test_the_advance() -> None:
    scene = war().army("Rome", "Brundium", 3).army("Greece", "Sicilia", 1)
    scene.fight("Brundium", "Sicilia", 4, 1)
    assert [action.text for action in scene.decision().options] == ["advance", "stay:0"]
    scene.act("stay:0")
    assert scene.units("Sicilia") == (2, 0) and scene.units("Brundium") == (1, 0)
    assert scene.spent("Brundium") == 1 and scene.targets("move_infantry", "Brundium") == set()
    everyone = war().army("Rome", "Brundium", 3).army("Greece", "Sicilia", 1)
    everyone.fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert everyone.units("Sicilia") == (3, 0) and everyone.owner("Brundium") == ""


@pytest.mark.clause("conqueror.attack.9")
def test_a_lone_attacker_moves_in() -> None:
    scene = war().army("Rome", "Brundium", 0, 1).army("Greece", "Sicilia", 1)
    scene.fight("Brundium", "Sicilia", 4, 1)
    assert scene.asked() == "act" and scene.units("Sicilia") == (0, 1)


@pytest.mark.clause("conqueror.attack.11")
def test_units_that_did_not_attack_keep_their_action() -> None:
    scene = war().army("Rome", "Brundium", 4).army("Greece", "Sicilia", 1)
    scene.fight("Brundium", "Sicilia", 4, 1, infantry=2).act("advance")
    assert scene.units("Brundium") == (2, 0) and scene.spent("Brundium") == 0
    assert "Rome" in scene.targets("move_infantry", "Brundium")


@pytest.mark.clause("conqueror.attack.13", "conqueror.attack.14", "conqueror.attack.15")
@pytest.mark.clause("conqueror.attack.16")
def test_the_rulebooks_moving_example() -> None:
    scene = war().army("Rome", "Rome", 5, 1).army("Greece", "Brundium", 1).army(FREE, "Alpes", 1, 1)
    assert "Sardinia" in scene.targets("move_infantry", "Rome")
    assert {"Brundium", "Alpes"} <= scene.targets("attack", "Rome")
    scene.fight("Rome", "Brundium", 4, 1).act("advance")
    assert "Alpes" in scene.targets("attack", "Brundium")


# The strength of both sides ---------------------------------------------------------------------


@pytest.mark.clause("conqueror.battle.1", "conqueror.battle.14", "conqueror.battle.15")
def test_a_battle_is_two_dice() -> None:
    scene = (
        war().army("Rome", "Brundium", 1).army("Greece", "Sicilia", 1).attack("Brundium", "Sicilia")
    )
    for _ in range(2):
        decision = scene.decision()
        assert decision.seat == CHANCE and list(decision.weights) == [2, 1, 1, 2]
        scene.roll(2)
    assert scene.asked() == "act"


@pytest.mark.clause(
    "conqueror.battle.2", "conqueror.battle.3", "conqueror.battle.4", "conqueror.battle.16"
)
@pytest.mark.parametrize(("mine", "winner", "total"), ((4, 0, 9), (3, -1, 8), (2, 2, 7)))
def test_the_higher_total_wins(mine: int, winner: int, total: int) -> None:
    scene = war().army("Rome", "Brundium", 5).army("Greece", "Sicilia", 3)
    scene.fight("Brundium", "Sicilia", mine, 4)
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["attack"] == (5, 0, 0, mine) and total == 5 + mine
    assert battle.facts["defence"] == (3, 1, 0, 4)
    assert battle.facts["winner"] == winner


@pytest.mark.clause("conqueror.battle.6")
def test_everything_in_the_target_defends() -> None:
    scene = war().army("Rome", "Brundium", 1).army("Greece", "Sicilia", 1, 1)
    assert scene.attack("Brundium", "Sicilia").parts(1)[0] == 3


@pytest.mark.clause("conqueror.battle.7", "conqueror.battle.8", "conqueror.battle.9")
def test_bonuses_do_not_add_up() -> None:
    scene = war().army("Rome", "Rome", 1).army("Greece", "Brundium", 1).attack("Rome", "Brundium")
    assert scene.parts(1)[1] == 1 and scene.before_die(1) == 2
    assert scene.parts(0)[1] == 0
    home = war().army("Rome", "Sicilia", 1).army("Carthage", "Carthage", 1)
    assert home.attack("Sicilia", "Carthage").parts(1)[1] == 4


@pytest.mark.clause("conqueror.battle.10", "conqueror.battle.11", "conqueror.battle.12")
@pytest.mark.clause("conqueror.battle.13", "conqueror.heroes.7", "conqueror.heroes.11")
def test_heroes_are_declared_in_order_and_hidden() -> None:
    scene = war().army("Rome", "Brundium", 3).army("Greece", "Sicilia", 3)
    scene.heroes("Rome", "scipio_africanus", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")
    other = war().army("Rome", "Brundium", 3).army("Greece", "Sicilia", 3)
    other.heroes("Rome", "scipio_africanus", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")
    for one, hero in ((scene, "scipio_africanus"), (other, "gaius_duilius")):
        one.attack("Brundium", "Sicilia")
        assert one.decision().seat == 0 and one.asked() == "attack_hero"
        assert one.offers("play") == {"scipio_africanus", "gaius_duilius"}
        one.do("play", hero)
        assert one.decision().seat == 2 and one.asked() == "defence_hero"
        assert one.events[-1] == Event("hero_said", {"seat": 0, "yes": 1}, bars=EVERYONE)
    assert scene.view("Greece") == other.view("Greece") and scene.view() == other.view()
    battle = scene.view("Greece").battle
    assert battle is not None and battle.hero[0] == -9
    own = scene.view("Rome").battle
    assert own is not None and own.hero == (HEROES["scipio_africanus"], -1)
    assert own.parts[0][2] == 4 and battle.parts[0][2] == 0
    scene.do("play", "aratus_of_sicyon")
    hidden = scene.view("Carthage").battle
    assert hidden is not None and hidden.hero == (-9, -9)
    assert scene.decision().seat == CHANCE
    scene.roll(1)
    shown = scene.view("Carthage").battle
    assert shown is not None and min(shown.hero) >= 0


@pytest.mark.parametrize(
    ("status", "moves", "fights"),
    (
        (READY, True, True),
        (MARCHED, True, False),
        (VICTOR, False, True),
        (VICTOR_EXTRA, True, True),
        (EXTRA, True, True),
        (SPENT, False, False),
    ),
)
def test_what_units_may_still_do(status: int, moves: bool, fights: bool) -> None:
    for kind in (INFANTRY, CAVALRY):
        scene = war().army("Rome", "Alpes").army("Greece", "Illyria", 1)
        state, place = scene.state, scene.place("Alpes")
        army.add(state, 0, place, kind, 2, status)
        assert army.movers(state, place, kind) == (2 if moves else 0)
        assert army.fighters(state, place, kind) == (2 if fights else 0)
        verb = "move_cavalry" if kind == CAVALRY else "move_infantry"
        assert bool(scene.targets(verb, "Alpes")) == moves
        assert bool(scene.targets("attack", "Alpes")) == fights
        assert scene.view("Rome").force[place] == (2 * (1 + kind) if fights else 0)


@pytest.mark.clause("conqueror.heroes.6")
def test_a_heros_strength_is_added() -> None:
    scene = war().army("Rome", "Rome", 3).army("Greece", "Brundium", 1)
    scene.heroes("Rome", "claudius_marcellus").attack("Rome", "Brundium")
    scene.do("play", "claudius_marcellus")
    assert scene.before_die(0) == 6


@pytest.mark.clause("conqueror.heroes.8", "conqueror.heroes.9", "conqueror.heroes.10")
def test_a_played_hero_is_burnt() -> None:
    scene = war().army("Rome", "Rome", 3).army("Greece", "Brundium", 3)
    scene.heroes("Rome", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")
    scene.attack("Rome", "Brundium").do("play").do("play").roll(2, 1).act("keep")
    assert scene.kinds()[-1] != "kill" and scene.state.hand == [0, 0, 0]
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["winner"] == -1
    assert scene.state.burnt[0] and scene.state.burnt[2]
    scene.purse("Rome", 20).end().end().end().draw("war_fever")
    assert "gaius_duilius" not in scene.offers("buy") and len(scene.offers("buy")) == 3
    scene.attack("Rome", "Brundium")
    assert scene.decision().seat == CHANCE


@pytest.mark.clause("conqueror.heroes.13")
def test_a_hero_fights_in_the_turn_it_was_bought() -> None:
    scene = war(acting=False).army("Rome", "Rome", 3).army("Greece", "Brundium", 1).purse("Rome", 5)
    scene.do("buy", "gaius_duilius").attack("Rome", "Brundium")
    assert scene.offers("play") == {"gaius_duilius"}


@pytest.mark.clause("conqueror.heroes.16", "conqueror.home.6")
def test_a_vacant_home_fights() -> None:
    scene = war().army("Rome", "Sicilia", 5).fight("Sicilia", "Carthage", 1, 2)
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["attack"] == (5, 0, 0, 1) and battle.facts["defence"] == (0, 4, 0, 2)
    assert battle.facts["winner"] == -1
    heroic = war().army("Rome", "Sicilia", 5).heroes("Carthage", "xanthippus")
    heroic.attack("Sicilia", "Carthage")
    assert heroic.decision().seat == heroic.seat("Carthage")
    heroic.do("play", "xanthippus")
    assert heroic.before_die(1) == 5


@pytest.mark.clause("conqueror.home.7")
def test_a_vacant_home_falls() -> None:
    scene = war().army("Rome", "Sicilia", 5).army("Carthage", "Libya", 1)
    scene.fight("Sicilia", "Carthage", 4, 2).act("advance")
    assert scene.owner("Carthage") == "Rome" and scene.coins("Rome") == 1
    assert "Libya" in scene.targets("attack", "Carthage")
    assert "casualties" not in scene.kinds() and "retreat" not in scene.kinds()


# The rulebook's battle --------------------------------------------------------------------------


@pytest.mark.clause("conqueror.battle.17", "conqueror.battle.18", "conqueror.battle.19")
@pytest.mark.clause("conqueror.battle.20", "conqueror.battle.21", "conqueror.casualty.9")
@pytest.mark.clause("conqueror.retreat.13", "conqueror.outcome.9", "conqueror.attack.17")
@pytest.mark.clause("conqueror.outcome.10")
def test_the_rulebooks_battle() -> None:
    scene = example().attack("Espanga", "Berber")
    assert scene.parts(0)[0] == 6 and scene.parts(1)[:2] == (3, 1)
    scene.act("no_hero").do("play", "sosibius")
    assert scene.before_die(1) == 5
    assert scene.decision().seat == CHANCE
    scene.roll(4, 3).act("keep")
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["winner"] == 0 and battle.facts["margin"] == 2
    (loss,) = [event for event in scene.events if event.kind == "casualties"]
    assert (loss.facts["infantry"], loss.facts["cavalry"]) == (0, 1)
    assert scene.asked() == "retreat" and scene.offers("retreat") == {"Carthage", "Numidia"}
    scene.do("retreat", "Carthage")
    assert scene.units("Carthage") == (3, 0)
    assert scene.asked() == "advance" and scene.offers("stay") == {"0", "4"}
    scene.act("stay:0")
    assert scene.units("Espanga") == (1, 0) and scene.units("Berber") == (1, 2)
    assert scene.coins("Greece") == 1
    assert "Carthage" in scene.targets("attack", "Berber")


# Casualties -------------------------------------------------------------------------------------


def beaten(infantry: int, cavalry: int, margin: int) -> Scene:
    """An army of Greece in Thracia that loses by this margin to Rome from Illyria."""
    scene = war().army("Greece", "Thracia", infantry, cavalry)
    strength = infantry + 2 * cavalry + 1 + margin
    scene.army("Rome", "Illyria", strength)
    return scene.fight("Illyria", "Thracia", 1, 1)


@pytest.mark.clause("conqueror.casualty.1", "conqueror.casualty.2")
def test_losses_for_the_margin() -> None:
    scene = beaten(3, 0, 2)
    (loss,) = [event for event in scene.events if event.kind == "casualties"]
    assert loss.facts["infantry"] == 2
    assert scene.size("Rome") == 6


@pytest.mark.clause("conqueror.casualty.3", "conqueror.casualty.5")
@pytest.mark.parametrize(
    ("army", "margin", "lost"),
    (((0, 1), 1, (0, 1)), ((1, 1), 1, (1, 0)), ((1, 1), 7, (1, 1)), ((0, 2), 3, (0, 2))),
)
def test_the_least_excess(army: tuple[int, int], margin: int, lost: tuple[int, int]) -> None:
    scene = beaten(*army, margin)
    (loss,) = [event for event in scene.events if event.kind == "casualties"]
    assert (loss.facts["infantry"], loss.facts["cavalry"]) == lost


@pytest.mark.clause("conqueror.casualty.4")
def test_the_loser_chooses() -> None:
    scene = beaten(2, 1, 2)
    assert scene.asked() == "casualty" and scene.decision().seat == scene.seat("Greece")
    assert scene.offers("lose") == {"0", "1"}
    scene.act("lose:0")
    (loss,) = [event for event in scene.events if event.kind == "casualties"]
    assert (loss.facts["infantry"], loss.facts["cavalry"]) == (2, 0)


@pytest.mark.clause("conqueror.casualty.4", "conqueror.defeat.2")
def test_a_beaten_attacker_chooses_too() -> None:
    scene = war().army("Rome", "Brundium", 2, 1).army("Greece", "Sicilia", 4)
    scene.fight("Brundium", "Sicilia", 1, 2)
    assert scene.asked() == "casualty" and scene.decision().seat == 0
    assert scene.offers("lose") == {"0", "1"}
    scene.act("lose:1")
    assert scene.units("Brundium") == (2, 0) and scene.spent("Brundium") == 2


@pytest.mark.clause("conqueror.casualty.1", "conqueror.outcome.4")
def test_losses_are_counted_once_over_ready_and_victorious_units() -> None:
    scene = war().army("Rome", "Brundium", 3).army("Greece", "Sicilia", 4)
    army.change(scene.state, scene.place("Brundium"), 0, 1, READY, VICTOR)
    # 3 against 4 + 1: with 2 and 2 the attack is lost by two.
    scene.do("attack", "Brundium>Sicilia").act("join_all").roll(2, 2)
    assert scene.units("Brundium") == (1, 0) and scene.spent("Brundium") == 1


@pytest.mark.clause("conqueror.casualty.6", "conqueror.defeat.1", "conqueror.defeat.2")
def test_only_those_who_fought_die() -> None:
    scene = war().army("Rome", "Brundium", 4).army("Greece", "Sicilia", 3)
    scene.fight("Brundium", "Sicilia", 1, 4, infantry=2)
    assert scene.units("Brundium") == (2, 0) and scene.spent("Brundium") == 0
    assert scene.owner("Sicilia") == "Greece"


@pytest.mark.clause("conqueror.casualty.7")
def test_casualties_are_worth_what_they_always_are() -> None:
    scene = war(card="cavalry_charge").army("Rome", "Brundium", 0, 2).army("Greece", "Sicilia", 4)
    scene.fight("Brundium", "Sicilia", 1, 4)
    assert scene.units("Brundium") == (0, 1)


@pytest.mark.clause("conqueror.casualty.8")
def test_the_order_of_steps() -> None:
    scene = Scene("Greece", "Rome", "Carthage", acting=True).army("Greece", "Celtica", 0, 3)
    scene.army("Rome", "Averni", 2, 2).army("Rome", "Rome", 5).army("Rome", "Alpes", 1).army(
        "Rome", "Gaul", 1
    )
    scene.heroes("Greece", "pyrrhus_of_epirus").heroes("Rome", "gaius_duilius")
    assert scene.size("Rome") == 11 and scene.quota("Rome") == 10
    scene.attack("Celtica", "Averni").do("play").do("play").roll(4, 4)
    while scene.asked() != "trim":
        scene.act(scene.decision().options[0].text)
    kinds = scene.kinds()
    order = ["battle", "casualties", "kill", "retreat", "conquest", "reward", "hunger"]
    places = [kinds.index(kind) for kind in order]
    assert places == sorted(places)


# After the battle -------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.outcome.1", "conqueror.outcome.2", "conqueror.outcome.3")
def test_the_second_attack() -> None:
    scene = war().army("Rome", "Brundium", 0, 4).army("Greece", "Sicilia", 1)
    scene.army("Carthage", "Carthage", 1).army(FREE, "Tyrrhenian Sea", 1)
    scene.fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert scene.targets("attack", "Sicilia") == {"Carthage", "Tyrrhenian Sea"}
    assert scene.targets("move_cavalry", "Sicilia") == set()
    assert scene.targets("march", "Sicilia") == set()
    assert "end" in scene.verbs()


def before_sicilia(reading: str) -> Scene:
    """Four cavalry of Rome beside Sicilia, which lies next to a land that is free and one held."""
    scene = war(reading=reading).army("Rome", "Brundium", 0, 4).army("Greece", "Sicilia", 1)
    return scene.army("Carthage", "Carthage", 1)


@pytest.mark.clause("conqueror.outcome.2", "conqueror.outcome.5")
def test_by_the_other_reading_victorious_units_may_also_move() -> None:
    scene = before_sicilia("any").fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert scene.targets("attack", "Sicilia") == {"Carthage"}
    assert "Ionian Sea" in scene.targets("move_cavalry", "Sicilia")
    scene.move("Sicilia", "Ionian Sea", "cavalry")
    # It was one action: those who moved are done, the others still have theirs.
    assert scene.targets("move_cavalry", "Ionian Sea") == set()
    assert scene.targets("attack", "Ionian Sea") == set()
    scene.fight("Sicilia", "Carthage", 4, 1).act("advance")
    assert scene.targets("move_cavalry", "Carthage") == scene.targets("attack", "Carthage") == set()


@pytest.mark.clause("conqueror.outcome.2", "conqueror.chronicle.bitter_winter")
def test_by_either_reading_a_bitter_winter_leaves_none() -> None:
    scene = before_sicilia("any").card("bitter_winter")
    scene.fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert scene.targets("move_cavalry", "Sicilia") == scene.targets("attack", "Sicilia") == set()


@pytest.mark.clause("conqueror.outcome.2", "conqueror.heroes.26")
@pytest.mark.parametrize(("reading", "left"), (("attack", False), ("any", True)))
def test_a_gift_comes_on_top_of_either_reading(reading: str, left: bool) -> None:
    """With one more action of a hero, a move gives up the second attack or is one of two."""
    scene = war(reading=reading).army("Rome", "Sardinia")
    army.add(scene.state, 0, scene.place("Sardinia"), CAVALRY, 1, VICTOR_EXTRA)
    scene.move("Sardinia", "Tyrrhenian Sea", "cavalry")
    assert bool(scene.targets("move_cavalry", "Tyrrhenian Sea")) is left


@pytest.mark.clause("conqueror.outcome.4", "conqueror.outcome.5", "conqueror.outcome.6")
@pytest.mark.clause("conqueror.currency.4")
def test_some_go_on_and_the_rest_wait() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 0, 4)
        .army("Greece", "Sicilia", 1)
        .army("Greece", "Ionian Sea", 1)
    )
    scene.army("Carthage", "Tyrrhenian Sea", 1)
    scene.fight("Brundium", "Sicilia", 4, 1).act("stay:4")
    scene.fight("Sicilia", "Ionian Sea", 4, 1, cavalry=2).act("stay:5")
    assert scene.units("Ionian Sea") == (0, 1) and scene.units("Sicilia") == (0, 2)
    assert scene.targets("attack", "Ionian Sea") == set()
    assert scene.coins("Rome") == 2
    assert "Tyrrhenian Sea" in scene.targets("attack", "Sicilia")
    scene.attack("Sicilia", "Tyrrhenian Sea")
    assert scene.parts(0)[0] == 2


@pytest.mark.clause("conqueror.outcome.7")
def test_the_second_attack_may_wait() -> None:
    scene = war().army("Rome", "Brundium", 2, 4).army("Greece", "Sicilia", 1)
    scene.fight("Brundium", "Sicilia", 4, 1, infantry=0).act("advance").move("Brundium", "Rome")
    assert "Carthage" in scene.targets("attack", "Sicilia")


@pytest.mark.clause("conqueror.outcome.8")
def test_the_loser_loses_the_territory() -> None:
    scene = beaten(3, 0, 1)
    scene.do("retreat", "Macedonia").act("advance")
    assert scene.owner("Thracia") == "Rome"


@pytest.mark.clause("conqueror.currency.5")
def test_a_won_defence_pays_nothing() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 2)
        .army("Greece", "Sicilia", 3)
        .fight("Brundium", "Sicilia", 1, 4)
    )
    assert scene.state.purse == [0, 0, 0]


@pytest.mark.clause("conqueror.draw.1", "conqueror.draw.2", "conqueror.draw.3", "conqueror.draw.4")
def test_a_draw() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 2)
        .army("Greece", "Sicilia", 1)
        .fight("Brundium", "Sicilia", 1, 1)
    )
    assert scene.units("Brundium") == (2, 0) and scene.units("Sicilia") == (1, 0)
    assert scene.owner("Sicilia") == "Greece"
    assert scene.verbs() == {"end"} and scene.spent("Brundium") == 2
    assert scene.state.purse == [0, 0, 0]


@pytest.mark.clause("conqueror.defeat.3", "conqueror.defeat.4")
def test_beaten_attackers_stay_spent() -> None:
    scene = (
        war()
        .army("Rome", "Brundium", 2)
        .army("Greece", "Sicilia", 2)
        .fight("Brundium", "Sicilia", 1, 1)
    )
    assert scene.units("Brundium") == (1, 0) and scene.verbs() == {"end"}


@pytest.mark.clause("conqueror.defeat.5")
def test_an_origin_without_survivors_is_given_up() -> None:
    scene = war().army("Rome", "Dacia", 1).army("Rome", "Rome", 7).army("Greece", "Thracia", 4)
    assert scene.size("Rome") == scene.quota("Rome")
    scene.fight("Dacia", "Thracia", 1, 4)
    assert scene.owner("Dacia") == "" and scene.asked() == "trim"
    home = (
        war().army("Rome", "Rome", 1).army("Greece", "Brundium", 4).fight("Rome", "Brundium", 1, 4)
    )
    assert home.owner("Rome") == "Rome"


# Retreats ---------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.retreat.1", "conqueror.retreat.2", "conqueror.retreat.6")
@pytest.mark.clause("conqueror.retreat.10", "conqueror.retreat.8")
def test_where_survivors_go() -> None:
    scene = (
        war().army("Greece", "Thracia", 3).army("Rome", "Illyria", 5).army("Carthage", "Dacia", 1)
    )
    scene.fight("Illyria", "Thracia", 1, 1)
    assert scene.verbs() <= {"retreat", "retreat_infantry"}
    assert scene.offers("retreat") == {"Macedonia", "Asia Minor", "Celtica"}
    rival = (
        Scene("Rome", "Greece", "Egypt", acting=True)
        .army("Rome", "Cyrene", 6)
        .army("Greece", "Libya", 3)
    )
    rival.fight("Cyrene", "Libya", 4, 4)
    assert "Alexandria" not in rival.offers("retreat") and "Thebes" in rival.offers("retreat")


@pytest.mark.clause("conqueror.retreat.6")
def test_not_where_the_attack_came_from() -> None:
    scene = war().army("Greece", "Thracia", 3).army("Rome", "Dacia", 5)
    scene.fight("Dacia", "Thracia", 1, 1)
    assert "Dacia" not in scene.offers("retreat")


@pytest.mark.clause("conqueror.retreat.3", "conqueror.retreat.5")
def test_no_retreat_from_land_to_sea() -> None:
    scene = war().army("Carthage", "Carthage", 4).army("Rome", "Sicilia", 0, 6)
    for place in ("Libya", "Numidia", "Berber"):
        scene.army("Greece", place, 1)
    scene.fight("Sicilia", "Carthage", 1, 2)
    assert "no_retreat" in scene.kinds() and scene.size("Carthage") == 0


@pytest.mark.clause("conqueror.retreat.1")
def test_one_unit_of_each_kind_retreats() -> None:
    scene = war().army("Greece", "Celtica", 2, 1).army("Rome", "Alpes", 6)
    scene.fight("Alpes", "Celtica", 1, 1)
    assert scene.units("Celtica") == (1, 1) and scene.asked() == "retreat"


@pytest.mark.clause("conqueror.retreat.4")
def test_from_the_sea_to_sea_or_land() -> None:
    scene = (
        war()
        .army("Greece", "Ionian Sea", 3)
        .army("Rome", "Brundium", 5)
        .fight("Brundium", "Ionian Sea", 1, 1)
    )
    assert {"Aegean Sea", "Creta", "Sicilia", "Egyptian Sea"} <= scene.offers("retreat")
    assert "Carthage" not in scene.offers("retreat")


@pytest.mark.clause("conqueror.retreat.7", "conqueror.retreat.9", "conqueror.retreat.12")
def test_survivors_may_split_up() -> None:
    scene = (
        war()
        .army("Greece", "Thracia", 3)
        .army("Rome", "Illyria", 5)
        .fight("Illyria", "Thracia", 1, 1)
    )
    first = scene.decision().options[0]
    assert first.verb == "retreat"
    scene.do("retreat_infantry", "Dacia").do("retreat", "Celtica").act("advance")
    assert scene.owner("Dacia") == "Greece" and scene.owner("Celtica") == "Greece"
    scene.end().end()
    assert {"Dacia", "Celtica"} <= {name.split(">")[0] for name in scene.offers("move_infantry")}


@pytest.mark.clause("conqueror.retreat.11")
def test_no_retreat_from_celtica_to_the_black_sea() -> None:
    scene = (
        war().army("Greece", "Celtica", 3).army("Rome", "Alpes", 5).fight("Alpes", "Celtica", 1, 1)
    )
    assert {"Dacia", "Thracia"} <= scene.offers("retreat")
    assert "Black Sea" not in scene.offers("retreat")


@pytest.mark.clause("conqueror.battle.2")
def test_the_sums_stay_what_they_were_when_the_dice_fell() -> None:
    """Losses after the roll change nothing of what was counted."""
    scene = Scene(acting=True).army("Rome", "Brundium", 4, 2).army("Greece", "Sicilia", 3, 2)
    scene.fight("Brundium", "Sicilia", 3, 1)
    fight = scene.view().battle
    assert fight is not None and scene.asked() == "casualty"
    before = fight.parts
    assert before == ((8, 0, 0, 3), (7, 1, 0, 1)), "11 against 9"
    scene.do("lose")
    after = scene.view().battle
    assert after is not None and after.parts == before
    assert after.counted == (8, 0, 0, 3, 4, 2, 7, 1, 0, 1, 3, 2)


@pytest.mark.clause("conqueror.independent.3", "conqueror.attack.3")
def test_no_group_is_skipped_that_is_needed_against_independents() -> None:
    """Alpes counts 4 with its bonus: two cavalry alone would not exceed it."""
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Rome", 2, 2)
    scene.army(FREE, "Alpes", 1, 1).do("attack", "Rome>Alpes")
    options = [action.text for action in scene.decision().options]
    assert options == ["join_all", "join:0"]
    scene.act("join:0")
    assert [action.text for action in scene.decision().options] == [
        "join_all",
        "join:0",
        f"join:{GROUPS_EACH}",
    ]
    assert "joined" not in scene.kinds() and scene.kinds()[-1] == "join"
    scene.act(f"join:{GROUPS_EACH}").act(f"join:{GROUPS_EACH}").act("fight")
    assert scene.kinds().index("joined") < scene.kinds().index("independents")
    assert scene.asked() == "advance" and scene.units("Alpes") == (0, 0)


@pytest.mark.clause("conqueror.retreat.1")
def test_who_retreats_alone_leaves_the_other_kind_behind() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Sicilia", 7)
    scene.army("Carthage", "Tyrrhenian Sea", 2, 2)
    scene.fight("Sicilia", "Tyrrhenian Sea", 4, 1)
    assert scene.units("Tyrrhenian Sea") == (1, 1)
    place = sorted(scene.offers("retreat_cavalry"))[0]
    scene.do("retreat_cavalry", place)
    assert scene.asked() == "retreat" and scene.units("Tyrrhenian Sea") == (1, 0)


@pytest.mark.clause("conqueror.retreat.2", "conqueror.retreat.7")
def test_who_splits_up_is_asked_until_everybody_has_gone() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Sicilia", 7)
    scene.army("Carthage", "Tyrrhenian Sea", 3, 1).fight("Sicilia", "Tyrrhenian Sea", 1, 1)
    assert scene.units("Tyrrhenian Sea") == (2, 1)
    scene.do("retreat_infantry")
    # As many of one kind as of the other are left: not nobody.
    assert scene.asked() == "retreat" and scene.units("Tyrrhenian Sea") == (1, 1)
    scene.do("retreat_infantry").do("retreat").do("advance")
    assert scene.owner("Tyrrhenian Sea") == "Rome" and scene.size("Carthage") == 3
