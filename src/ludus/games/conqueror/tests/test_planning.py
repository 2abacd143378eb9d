"""Planning: forts, recruits, food, income, heroes on sale; units, coins, homes."""

from __future__ import annotations

import pytest

from ludus.core.errors import IllegalAction
from ludus.core.protocol import may_see
from ludus.core.text import plain
from ludus.games.conqueror.ids import CAVALRY, INFANTRY
from ludus.games.conqueror.mechanics.costs import coins
from ludus.games.conqueror.rules import army, planning
from ludus.games.conqueror.tests.scene import CONTENTS, FREE, HEROES, Scene, T, started, the_box
from ludus.kit.positions import Script


@pytest.mark.clause("conqueror.planning.1")
def test_what_planning_offers() -> None:
    scene = Scene().army("Rome", "Rome", 1).purse("Rome", 12)
    assert scene.verbs() == {
        "collect", "recruit_infantry", "recruit_cavalry", "buy", "move_infantry", "end",
    }  # fmt: skip
    scene = Scene(card="mercenaries").army("Rome", "Rome", 1).purse("Rome", 12)
    assert "hire" in scene.verbs()


@pytest.mark.clause("conqueror.fort.1", "conqueror.fort.3")
def test_a_fort_gives_one_infantry() -> None:
    scene = Scene().army("Rome", "Sicilia", 1)
    assert "Sicilia" in scene.offers("recruit_infantry")
    assert "Sicilia" not in scene.offers("recruit_cavalry")
    scene.do("recruit_infantry", "Sicilia")
    assert "Sicilia" not in scene.offers("recruit_infantry")


@pytest.mark.clause("conqueror.fort.2")
def test_recruits_appear_at_their_fort() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Espanga", 1)
    scene.do("recruit_infantry", "Sicilia").do("recruit_infantry", "Espanga")
    assert scene.units("Sicilia") == (2, 0) and scene.units("Espanga") == (2, 0)


@pytest.mark.clause("conqueror.fort.4", "conqueror.fort.5", "conqueror.planning.9")
def test_what_is_not_used_is_lost() -> None:
    scene = Scene(round=1).army("Rome", "Sicilia", 2)
    scene.move("Sicilia", "Brundium").end().end().end().draw("war_fever")
    assert scene.decision().seat == 0
    scene.do("recruit_infantry", "Sicilia")
    assert "Sicilia" not in scene.offers("recruit_infantry")
    scene.do("collect")
    assert scene.coins("Rome") == 2


@pytest.mark.clause("conqueror.fort.1", "conqueror.great_fort.1", "conqueror.great_fort.2")
def test_forts_recruit_anew_in_every_turn() -> None:
    scene = Scene(round=1).army("Rome", "Sicilia", 1).army("Rome", "Creta", 1)
    scene.do("recruit_infantry", "Sicilia").do("recruit_infantry", "Rome")
    scene.end().end().end().draw("war_fever")
    assert scene.offers("recruit_infantry") == {"Sicilia", "Rome"}
    assert scene.offers("recruit_cavalry") == {"Rome"}


@pytest.mark.clause("conqueror.fort.6", "conqueror.great_fort.5", "conqueror.home.3")
@pytest.mark.parametrize(("place", "total"), (("Sicilia", 2), ("Asia Minor", 3), ("Rome", 5)))
def test_defence_before_the_die(place: str, total: int) -> None:
    scene = Scene("Carthage", "Rome", "Greece", acting=True).army("Rome", place, 1)
    start = {"Sicilia": "Carthage", "Asia Minor": "Syria", "Rome": "Brundium"}[place]
    scene.army("Carthage", start, 3).attack(start, place)
    assert scene.before_die(1) == total


@pytest.mark.clause("conqueror.fort.7", "conqueror.food.7")
def test_a_fort_taken_in_action_recruits_next_time() -> None:
    scene = Scene().army("Rome", "Brundium", 6)
    assert scene.quota("Rome") == 6 and scene.size("Rome") == 6
    scene.move("Brundium", "Sicilia")
    assert "recruit_infantry" not in scene.verbs()
    assert scene.quota("Rome") == 8
    scene.end().end().end().draw("war_fever")
    scene.do("recruit_infantry", "Sicilia").do("recruit_cavalry", "Rome")
    assert scene.size("Rome") == 8
    assert "recruit_infantry" not in scene.verbs()


@pytest.mark.clause("conqueror.fort.8")
def test_forts_of_nobody_recruit_for_nobody() -> None:
    scene = Scene().army(FREE, "Alpes", 1, 1)
    assert scene.offers("recruit_infantry") == {"Rome"}


@pytest.mark.clause("conqueror.great_fort.1", "conqueror.great_fort.2")
def test_a_great_fort_gives_two_infantry_or_one_cavalry() -> None:
    scene = Scene().army("Rome", "Asia Minor", 1)
    assert {"Asia Minor", "Rome"} == scene.offers("recruit_cavalry")
    scene.do("recruit_infantry", "Asia Minor")
    assert "Asia Minor" not in scene.offers("recruit_cavalry")
    scene.do("recruit_infantry", "Asia Minor")
    assert "Asia Minor" not in scene.offers("recruit_infantry")
    scene.do("recruit_cavalry", "Rome")
    assert scene.offers("recruit_infantry") == set()


@pytest.mark.clause("conqueror.great_fort.3")
def test_great_fort_recruits_stay_there() -> None:
    scene = Scene().army("Rome", "Asia Minor", 1)
    scene.do("recruit_infantry", "Asia Minor").do("recruit_infantry", "Asia Minor")
    assert scene.units("Asia Minor") == (3, 0)


@pytest.mark.clause("conqueror.great_fort.4")
def test_room_for_one() -> None:
    scene = Scene().army("Rome", "Brundium", 5)
    assert scene.offers("recruit_infantry") == scene.offers("recruit_cavalry") == {"Rome"}
    scene.do("recruit_infantry", "Rome")
    assert "recruit_infantry" not in scene.verbs()


@pytest.mark.clause("conqueror.great_fort.6", "conqueror.home.4")
def test_a_captor_defends_a_home_with_the_great_fort_only() -> None:
    scene = Scene("Greece", "Rome", "Carthage", acting=True)
    scene.army("Rome", "Carthage", 1).army("Greece", "Sicilia", 3)
    scene.attack("Sicilia", "Carthage")
    assert scene.before_die(1) == 3


@pytest.mark.clause("conqueror.food.2")
def test_a_cavalry_takes_one_place() -> None:
    scene = Scene().army("Rome", "Brundium", 5).do("recruit_cavalry", "Rome")
    assert scene.size("Rome") == 6


@pytest.mark.clause("conqueror.food.6")
def test_no_recruit_beyond_food() -> None:
    scene = Scene().army("Rome", "Brundium", 6)
    assert not scene.verbs() & {"recruit_infantry", "recruit_cavalry"}


@pytest.mark.clause("conqueror.food.15", "conqueror.food.16", "conqueror.food.17")
@pytest.mark.clause("conqueror.food.8", "conqueror.food.9")
def test_the_rulebooks_food_example() -> None:
    """Gaul, Averni and Espanga feed 8; when Averni falls, 7 units are left and one must go."""
    scene = Scene("Rome", "Carthage", "Greece").lose_home("Carthage")
    scene.army("Carthage", "Gaul", 3).army("Carthage", "Averni", 1).army("Carthage", "Espanga", 4)
    assert scene.quota("Carthage") == 8 and scene.size("Carthage") == 8
    planner = Scene("Carthage", "Rome", "Greece").lose_home("Carthage")
    planner.army("Carthage", "Gaul", 3).army("Carthage", "Averni", 1).army("Carthage", "Espanga", 4)
    assert "recruit_infantry" not in planner.verbs()
    scene.army("Rome", "Celtica", 0, 3).fight("Celtica", "Averni", 1, 4)
    scene.act("advance")
    assert scene.quota("Carthage") == 6 and scene.size("Carthage") == 7
    assert scene.asked() == "trim" and scene.decision().seat == scene.seat("Carthage")
    assert [decision.seat for decision in scene.decisions()] == [scene.seat("Carthage")]
    scene.do("drop_infantry", "Espanga")
    assert scene.units("Espanga") == (3, 0) and scene.size("Carthage") == 6
    assert scene.decision().seat == scene.seat("Rome")


@pytest.mark.clause("conqueror.food.10")
def test_every_unit_can_be_given_up() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Creta", 3, 1).army("Rome", "Rome", 3)
    assert scene.size("Rome") == scene.quota("Rome") == 8
    scene.move("Sicilia", "Brundium")
    assert scene.offers("drop_infantry") == {"Brundium", "Creta", "Rome"}
    assert scene.offers("drop_cavalry") == {"Creta"}
    scene.do("drop_infantry", "Creta").do("drop_infantry", "Rome")
    assert scene.asked() == "act" and scene.size("Rome") == 6


@pytest.mark.clause("conqueror.food.11")
def test_a_territory_emptied_by_hunger_is_given_up() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Creta", 1).army("Rome", "Rome", 1, 5)
    scene.move("Sicilia", "Brundium").do("drop_infantry", "Creta")
    assert scene.owner("Creta") == ""
    scene.do("drop_infantry", "Rome")
    assert scene.owner("Rome") == "Rome"


@pytest.mark.clause("conqueror.food.12")
def test_giving_up_food_asks_for_more() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Illyria", 1).army("Rome", "Rome", 8)
    assert scene.quota("Rome") == 10
    scene.move("Sicilia", "Brundium")
    scene.do("drop_infantry", "Illyria")
    assert scene.size("Rome") == 9 and scene.quota("Rome") == 6
    for _ in range(3):
        assert scene.asked() == "trim"
        scene.do("drop_infantry", "Rome")
    assert scene.asked() == "act"


@pytest.mark.clause("conqueror.food.13")
def test_walking_out_of_food() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Rome", 7)
    scene.move("Sicilia", "Brundium")
    assert scene.asked() == "trim"
    kept = Scene().army("Rome", "Sicilia", 1).army("Rome", "Rome", 7)
    kept.army("Rome", "Sicilia", 0, 0).move("Sicilia", "Tyrrhenian Sea")
    assert kept.asked() == "trim"
    entered = Scene().army("Rome", "Illyria", 1).army("Rome", "Rome", 7).move("Illyria", "Dacia")
    assert entered.asked() == "act"


@pytest.mark.clause("conqueror.food.14")
def test_food_won_by_a_retreat_counts() -> None:
    scene = Scene("Rome", "Carthage", "Greece").army("Rome", "Celtica", 0, 4)
    scene.army("Carthage", "Averni", 3).army("Carthage", "Carthage", 5).army("Rome", "Espanga", 1)
    scene.army("Rome", "Alpes", 1)
    assert scene.size("Carthage") == scene.quota("Carthage") == 8
    scene.fight("Celtica", "Averni", 1, 4)
    assert scene.owner("Gaul") == "Carthage"
    scene.act("advance")
    assert scene.asked() == "act" and scene.quota("Carthage") == 8


@pytest.mark.clause("conqueror.currency.1", "conqueror.currency.2", "conqueror.currency.3")
def test_income() -> None:
    scene = Scene().army("Rome", "Brundium", 1).army("Rome", "Aegean Sea", 1)
    scene.do("collect")
    assert scene.coins("Rome") == 3
    assert "collect" not in scene.verbs()
    scene.end().do("collect").end().end().draw("war_fever").do("collect")
    assert scene.coins("Rome") == 6 and scene.coins("Carthage") == 1


@pytest.mark.clause("conqueror.home.5", "conqueror.control.11")
def test_a_vacant_home_pays_and_recruits() -> None:
    scene = Scene()
    assert scene.size("Rome") == 0
    assert scene.offers("recruit_infantry") == scene.offers("recruit_cavalry") == {"Rome"}
    scene.do("collect")
    assert scene.coins("Rome") == 1
    scene.do("recruit_infantry").do("recruit_infantry")
    assert scene.units("Rome") == (2, 0)


@pytest.mark.clause("conqueror.unit.1", "conqueror.unit.3")
def test_strength_of_units() -> None:
    scene = Scene().army("Rome", "Rome", 3).army("Rome", "Brundium", 0, 2)
    assert army.strength(scene.state, scene.place("Rome")) == 3
    assert army.strength(scene.state, scene.place("Brundium")) == 4


@pytest.mark.clause("conqueror.unit.2", "conqueror.unit.4", "conqueror.unit.5")
def test_units_are_never_exchanged() -> None:
    scene = Scene(card="horse_fair").army("Rome", "Rome", 2, 1).purse("Rome", 9)
    before = scene.units("Rome")
    for action in list(scene.decision().options):
        if action.verb in ("recruit_infantry", "recruit_cavalry", "hire"):
            other = Scene(card="horse_fair").army("Rome", "Rome", 2, 1).purse("Rome", 9)
            other.act(action.text)
            after = other.units("Rome")
            assert sorted((after[0] - before[0], after[1] - before[1])) == [0, 1]
    assert (INFANTRY, CAVALRY) == (0, 1)


@pytest.mark.clause("conqueror.unit.6")
def test_no_limit_on_pieces() -> None:
    scene = Scene(card="forced_march").army("Rome", "Sicilia", 3).army("Rome", "Illyria", 3)
    scene.army("Rome", "Brundium", 4)
    scene.do("march", "Sicilia>Brundium")
    assert scene.units("Brundium") == (7, 0)


@pytest.mark.clause("conqueror.coin.1")
@pytest.mark.parametrize("purse", (0, 1, 4, 5, 9, 23))
def test_purses_are_drawn_with_coins(purse: int) -> None:
    row = coins(purse)
    assert sum(row) == purse and set(row) <= {1, 2, 5}


@pytest.mark.clause("conqueror.coin.2", "conqueror.coin.5")
def test_nobody_can_hand_anything_over() -> None:
    known = {
        "die", "card", "mission", "time", "faction", "bid", "more", "collect", "recruit_infantry",
        "recruit_cavalry", "hire", "buy", "move_infantry", "move_cavalry", "march", "attack", "end",
        "which", "join_all", "join", "fight", "no_hero", "play", "keep", "reroll", "lose", "kill",
        "retreat", "retreat_infantry", "retreat_cavalry", "advance", "stay", "drop_infantry",
        "drop_cavalry", "wait", "warn", "bribe",
    }  # fmt: skip
    assert set(T.actions.verbs) == known


@pytest.mark.clause("conqueror.coin.4")
def test_purses_lie_open() -> None:
    scene = Scene().purse("Rome", 4).purse("Greece", 7)
    assert scene.view("Carthage").purse == (4, 0, 7)


@pytest.mark.clause("conqueror.heroes.1", "conqueror.planning.8")
def test_heroes_are_bought_in_planning_only() -> None:
    scene = Scene().purse("Rome", 5).army("Rome", "Rome", 2)
    assert scene.offers("buy") == {"gaius_duilius"}
    scene.move("Rome", "Brundium")
    assert "buy" not in scene.verbs()


@pytest.mark.clause("conqueror.heroes.2")
def test_heroes_cost_their_price() -> None:
    scene = Scene("Carthage", "Rome", "Greece").purse("Carthage", 12).do("buy", "barca_hamilcar")
    assert scene.coins("Carthage") == 2
    poor = Scene("Carthage", "Rome", "Greece").purse("Carthage", 9)
    assert "barca_hamilcar" not in poor.offers("buy")


@pytest.mark.clause("conqueror.heroes.3")
def test_only_the_own_heroes_are_on_sale() -> None:
    scene = Scene().purse("Rome", 50)
    assert scene.offers("buy") == {
        "scipio_africanus", "fabius_maximus", "claudius_marcellus", "gaius_duilius",
    }  # fmt: skip


@pytest.mark.clause("conqueror.heroes.4", "conqueror.heroes.5")
def test_hero_cards() -> None:
    assert len(HEROES) == 24
    for hero in CONTENTS.heroes:
        assert 1 <= hero.strength <= 4 and 4 <= hero.price <= 12
        assert hero.abilities and hero.name and 0 <= hero.faction < 6


@pytest.mark.clause("conqueror.heroes.12")
def test_several_heroes_at_once() -> None:
    scene = Scene("Persia", "Rome", "Carthage", "Greece", "Egypt").purse("Persia", 12)
    scene.do("buy", "andragoras").do("buy", "tiridates")
    assert scene.view("Persia").hand_sizes[0] == 2 and scene.coins("Persia") == 0


@pytest.mark.clause("conqueror.heroes.14")
def test_which_heroes_are_held_is_hidden() -> None:
    one = Scene().heroes("Rome", "scipio_africanus")
    two = Scene().heroes("Rome", "gaius_duilius")
    one.state.burnt[0] = two.state.burnt[0] = 2
    assert one.view("Greece") == two.view("Greece")
    assert one.view() == two.view() and one.view().hand == 0
    assert one.view("Greece").hand_sizes == (1, 0, 0)
    assert one.view("Greece").burnt == (2, 0, 0)
    assert one.view("Rome") != two.view("Rome")


@pytest.mark.clause("conqueror.heroes.14")
def test_the_price_of_a_hero_is_told_to_all_and_its_name_to_the_buyer() -> None:
    price = CONTENTS.heroes[HEROES["scipio_africanus"]].price
    scene = Scene().purse("Rome", 20).do("buy", "scipio_africanus")
    bought, named = scene.events
    assert (bought.kind, named.kind) == ("hero_bought", "hero_name")
    assert dict(bought.facts) == {"seat": 0, "price": price} and may_see(bought.seen_by, 2)
    assert named.facts["hero"] == HEROES["scipio_africanus"]
    assert may_see(named.seen_by, 0) and not may_see(named.seen_by, 2)


@pytest.mark.clause("conqueror.heroes.15")
def test_the_own_heroes_are_always_shown() -> None:
    scene = Scene(turn=1).heroes("Rome", "scipio_africanus")
    scene.state.burnt[0] = 2
    board = the_box().face.dashboard(scene.view("Rome"), None, (), ("a", "b", "c"))
    heroes = {card.title: plain(card.foot) for card in board.cards if card.icon == "hero"}
    assert set(heroes) == {
        "Scipio Africanus",
        "Fabius Maximus",
        "Claudius Marcellus",
        "Gaius Duilius",
    }
    assert heroes["Scipio Africanus"] == "in your hand"
    assert heroes["Fabius Maximus"] == "played"


@pytest.mark.clause("conqueror.food.10", "conqueror.food.13")
def test_of_units_alike_the_spent_one_is_given_up() -> None:
    scene = Scene().army("Rome", "Illyria", 1).army("Rome", "Dacia", 1).army("Rome", "Brundium", 8)
    assert scene.size("Rome") == scene.quota("Rome") == 10
    assert scene.move("Dacia", "Illyria").asked() == "trim"
    scene.do("drop_infantry", "Illyria")
    assert scene.units("Illyria") == (1, 0) and scene.spent("Illyria") == 0


@pytest.mark.clause("conqueror.planning.5", "conqueror.planning.6", "conqueror.planning.7")
def test_a_march_of_all_units_ends_planning_too() -> None:
    scene = Scene().army("Rome", "Brundium", 2).do("march", "Brundium>Adriatic Sea")
    assert scene.state.acting and scene.asked() == "act"
    assert not scene.verbs() & {"collect", "recruit_infantry", "recruit_cavalry", "buy"}


@pytest.mark.clause("conqueror.planning.2")
def test_planning_in_any_order() -> None:
    scene = Scene("Rome", "Carthage", "Greece").army("Rome", "Brundium", 1).purse("Rome", 3)
    assert "buy" not in scene.verbs()
    scene.do("collect")
    scene.do("buy", "gaius_duilius").do("recruit_infantry", "Rome")
    assert scene.coins("Rome") == 0


@pytest.mark.clause("conqueror.planning.5", "conqueror.turn.2")
def test_the_first_action_ends_planning() -> None:
    scene = Scene().army("Rome", "Rome", 2).army("Carthage", "Sardinia", 1)
    assert scene.asked() == "plan"
    scene.move("Rome", "Brundium")
    assert scene.asked() == "act" and scene.state.acting
    other = Scene().army("Rome", "Rome", 2).army("Carthage", "Sardinia", 1)
    other.attack("Rome", "Sardinia").roll(1, 4)
    assert other.asked() == "act"


@pytest.mark.clause("conqueror.planning.6", "conqueror.planning.7")
def test_no_recruit_and_no_income_after_planning() -> None:
    scene = Scene().army("Rome", "Rome", 2).move("Rome", "Brundium")
    assert not scene.verbs() & {"collect", "recruit_infantry", "recruit_cavalry"}
    script = Script.at(the_box(), scene.state, 3, {"timer": "off"})
    with pytest.raises(IllegalAction):
        script.table.play(0, "collect")
    assert scene.coins("Rome") == 0


@pytest.mark.clause("conqueror.planning.10")
def test_automatic_income_is_an_option() -> None:
    assert "collect" in Scene().verbs()
    scene = Scene(turn=2, income="automatic").army("Rome", "Brundium", 1)
    scene.state.round = 1
    scene.end().draw("war_fever")
    assert scene.coins("Rome") == 2 and "collect" not in scene.verbs()
    view = Scene().army("Rome", "Rome", 2).view("Rome")
    decision = Scene().army("Rome", "Rome", 2).decision()
    face = the_box().face
    assert "Collect" in "".join(bit.text for bit in face.prompt(view, decision, "abc").sentence)


@pytest.mark.clause("conqueror.planning.11")
def test_recruits_act_at_once() -> None:
    scene = Scene().do("recruit_infantry", "Rome")
    assert "Brundium" in scene.targets("move_infantry", "Rome")


@pytest.mark.clause("conqueror.planning.12", "conqueror.turn.4")
def test_a_turn_can_end_at_any_time() -> None:
    scene = Scene().end()
    assert scene.decision().seat == 1 and scene.asked() == "plan"
    ready = Scene().army("Rome", "Rome", 2).move("Rome", "Brundium").end()
    assert ready.decision().seat == 1


@pytest.mark.clause("conqueror.turn.1")
def test_only_the_player_in_turn_moves() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Greece", "Creta", 1)
    script = Script.at(the_box(), scene.state, 3, {"timer": "off"})
    with pytest.raises(IllegalAction, match="nothing to choose"):
        script.table.play(2, "end")


@pytest.mark.clause("conqueror.turn.3")
def test_a_round_is_one_turn_of_everybody() -> None:
    scene = started(4, "Rome", "Carthage", "Greece", "Egypt")
    for _ in range(4):
        assert scene.state.round == 1
        scene.end()
    assert scene.state.round == 2


@pytest.mark.clause("conqueror.turn.5")
def test_with_nothing_left_to_do_only_the_end_is_offered() -> None:
    scene = Scene().army("Rome", "Rome", 1).move("Rome", "Brundium")
    assert [action.text for action in scene.decision().options] == ["end"]
    assert planning.income_of(T, scene.state, 0) == 2
