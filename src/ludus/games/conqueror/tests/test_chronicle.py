"""Every chronicle card that holds for a round, and how cards come and go."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE
from ludus.games.conqueror.rules import army, bribery, planning
from ludus.games.conqueror.tests.scene import CARDS, CONTENTS, FREE, Scene, T


@pytest.mark.clause(
    "conqueror.chronicles.2", "conqueror.chronicles.3", "conqueror.chronicle.plague_spreads"
)
def test_plague_spreads() -> None:
    scene = Scene(card="plague_spreads")
    for _ in range(3):
        assert not scene.verbs() & {"recruit_infantry", "recruit_cavalry"}
        assert "collect" in scene.verbs()
        scene.end()
    scene.draw("golden_age")
    assert "recruit_infantry" in scene.verbs()
    rich = Scene(card="plague_spreads").purse("Rome", 20)
    assert "buy" in rich.verbs()


@pytest.mark.clause("conqueror.chronicles.5")
def test_the_deck_is_shuffled_anew() -> None:
    scene = Scene(turn=2, round=25)
    scene.state.deck = 1 << CARDS["war_fever"]
    scene.end()
    # The last card of the deck comes before the drawn ones are shuffled.
    assert scene.offers("card") == {"war_fever"} and "reshuffle" not in scene.kinds()
    scene.draw("war_fever").end().end().end()
    assert len(scene.decision().options) == 24 and "reshuffle" in scene.kinds()


@pytest.mark.clause("conqueror.chronicles.6")
def test_the_deck() -> None:
    assert len(CONTENTS.cards) == 24
    assert [card.id for card in CONTENTS.cards if card.threat is not None] == [
        "slave_revolt", "cilician_pirates", "barbarian_migration",
    ]  # fmt: skip


@pytest.mark.clause("conqueror.chronicles.7", "conqueror.chronicle.bridges_down")
def test_bridges_down() -> None:
    scene = Scene("Rome", "Carthage", "Greece", card="bridges_down").army("Rome", "Rome", 1)
    assert "Sardinia" not in scene.targets("move_infantry", "Rome")
    cut = Scene(card="bridges_down").army("Rome", "Britannia", 1)
    assert cut.targets("move_infantry", "Britannia") == set()
    lost = Scene("Greece", "Carthage", "Rome", card="bridges_down", acting=True)
    lost.army("Greece", "Ionian Sea", 6).army("Carthage", "Sicilia", 3).fight(
        "Ionian Sea", "Sicilia", 1, 1
    )
    assert "no_retreat" in lost.kinds() and lost.size("Carthage") == 0


@pytest.mark.clause("conqueror.chronicles.8", "conqueror.chronicle.siege_engines")
def test_siege_engines() -> None:
    scene = Scene("Rome", "Carthage", "Greece", card="siege_engines").army(FREE, "Asia Minor", 0, 2)
    assert army.guard(T, scene.state, scene.place("Asia Minor")) + 1 == 6
    scene.army("Carthage", "Carthage", 1).army("Rome", "Macedonia", 1)
    assert army.strength(scene.state, scene.place("Carthage")) + scene.bonus("Carthage") == 3
    assert army.strength(scene.state, scene.place("Macedonia")) + scene.bonus("Macedonia") == 2


@pytest.mark.clause("conqueror.chronicle.age_of_heroes")
def test_age_of_heroes() -> None:
    scene = Scene("Carthage", "Rome", "Greece", card="age_of_heroes").purse("Carthage", 8)
    scene.do("buy", "barca_hamilcar")
    assert scene.coins("Carthage") == 0
    after = Scene("Carthage", "Rome", "Greece").purse("Carthage", 8)
    assert "barca_hamilcar" not in after.offers("buy")
    poor = Scene("Carthage", "Rome", "Greece", card="age_of_heroes").purse("Carthage", 2)
    assert poor.offers("buy") == {"xanthippus"}


@pytest.mark.clause("conqueror.chronicle.bountiful_harvest")
def test_bountiful_harvest() -> None:
    scene = Scene(turn=2, card="bountiful_harvest").army("Rome", "Rome", 8)
    assert scene.quota("Rome") == 8
    scene.end()
    assert scene.asked() == "trim" and scene.decision().seat == 0
    scene.do("drop_infantry").do("drop_infantry")
    assert scene.asked() == "card" and scene.size("Rome") == 6


@pytest.mark.clause("conqueror.chronicle.bountiful_harvest")
def test_everybody_trims_in_turn_order() -> None:
    scene = (
        Scene(turn=2, card="bountiful_harvest")
        .army("Rome", "Rome", 7)
        .army("Carthage", "Carthage", 7)
    )
    scene.end()
    assert scene.decision().seat == 0
    scene.do("drop_infantry")
    assert scene.decision().seat == 1
    scene.do("drop_infantry")
    assert scene.decision().seat == CHANCE


@pytest.mark.clause("conqueror.chronicle.bountiful_harvest", "conqueror.setup.11")
def test_turn_order_is_not_seat_order() -> None:
    scene = Scene(turn=1, card="bountiful_harvest")
    scene.state.order = [2, 0, 1]
    scene.state.turn = 2
    for who, place in (("Rome", "Rome"), ("Carthage", "Carthage"), ("Greece", "Macedonia")):
        scene.army(who, place, 7)
    scene.end()
    asked = []
    for _ in range(3):
        asked.append(scene.decision().seat)
        scene.do("drop_infantry")
    scene.draw("cilician_pirates").bids(0, 0, 0)
    for _ in range(3):
        asked.append(scene.decision().seat)
        scene.do("drop_infantry").do("drop_infantry")
    for _ in range(3):
        asked.append(scene.decision().seat)
        scene.end()
    assert asked == [2, 0, 1] * 3


@pytest.mark.clause("conqueror.turn.3", "conqueror.control.12", "conqueror.victory.4")
def test_the_order_of_those_who_are_left() -> None:
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", turn=3)
    scene.state.order = [1, 3, 0, 2]
    scene.state.turn = 1
    # Carthage, the first in turn, and Rome are out of the game.
    for who in ("Rome", "Carthage"):
        scene.state.alive &= ~(1 << scene.lose_home(who).seat(who))
    assert scene.end().decision().seat == 2
    assert scene.end().draw("war_fever").decision().seat == 3
    for fort in ("Asia Minor", "Thracia", "Syria", "Cyrene"):
        scene.army("Greece", fort, 1)
    scene.state.noted[2] = scene.state.held[2] & scene.board.fort_mask
    assert scene.end().winner == "Greece"


@pytest.mark.clause("conqueror.chronicle.poor_harvest")
def test_poor_harvest() -> None:
    scene = Scene(card="poor_harvest").army("Rome", "Rome", 4)
    assert "recruit_infantry" not in scene.verbs()
    full = Scene(turn=2).army("Rome", "Rome", 6).end().draw("poor_harvest")
    assert full.asked() == "plan" and full.size("Rome") == 6


@pytest.mark.clause("conqueror.chronicle.storms_at_sea")
def test_storms_at_sea() -> None:
    scene = (
        Scene(card="storms_at_sea", acting=True)
        .army("Rome", "Celtica", 1)
        .army("Rome", "Ionian Sea", 1)
    )
    scene.army("Greece", "Black Sea", 1).army("Rome", "Brundium", 1)
    moves = scene.offers("move_infantry") | scene.offers("attack")
    assert not [name for name in moves if "Sea" in name]
    assert {"Celtica>Dacia", "Celtica>Thracia", "Brundium>Sicilia"} <= moves
    lost = Scene("Rome", "Carthage", "Greece", card="storms_at_sea", acting=True)
    ways = T.law(lost.state).ways[0]
    assert all(not row for place, row in enumerate(ways) if lost.board.sea_mask >> place & 1)


@pytest.mark.clause("conqueror.chronicle.danube_in_flood")
def test_danube_in_flood() -> None:
    scene = Scene(card="danube_in_flood").army("Rome", "Celtica", 1).army("Rome", "Dacia", 1)
    assert not scene.targets("move_infantry", "Celtica") & {"Dacia", "Thracia", "Black Sea"}
    assert {"Thracia", "Black Sea"} <= scene.targets("move_infantry", "Dacia")


@pytest.mark.clause("conqueror.chronicle.trade_winds")
def test_trade_winds() -> None:
    scene = Scene(card="trade_winds").army("Rome", "Aegean Sea", 1).army("Rome", "Ionian Sea", 1)
    plain = Scene().army("Rome", "Aegean Sea", 1).army("Rome", "Ionian Sea", 1)
    assert planning.income_of(T, scene.state, 0) == planning.income_of(T, plain.state, 0) + 2


@pytest.mark.clause("conqueror.chronicle.golden_age")
def test_golden_age() -> None:
    scene = Scene(card="golden_age").army("Rome", "Brundium", 1)
    assert scene.coins("Rome") == 0
    scene.do("collect")
    assert scene.coins("Rome") == 4


@pytest.mark.clause("conqueror.chronicle.corrupt_governors")
def test_corrupt_governors() -> None:
    scene = Scene(card="corrupt_governors").army("Rome", "Brundium", 1).do("collect")
    assert scene.coins("Rome") == 1
    captor = Scene(card="corrupt_governors").army("Rome", "Carthage", 1).do("collect")
    assert captor.coins("Rome") == 2


@pytest.mark.clause("conqueror.chronicle.walls_restored")
@pytest.mark.parametrize(
    ("place", "total"), (("Sicilia", 3), ("Asia Minor", 4), ("Carthage", 6), ("Berber", 2))
)
def test_walls_restored(place: str, total: int) -> None:
    scene = Scene(card="walls_restored").army("Carthage", place, 1)
    assert 1 + scene.bonus(place) == total


@pytest.mark.clause("conqueror.chronicles.8", "conqueror.chronicle.walls_restored")
def test_walls_restored_for_independents() -> None:
    scene = Scene(card="walls_restored").army(FREE, "Asia Minor", 0, 2).army(FREE, "Berber", 1)
    assert army.guard(T, scene.state, scene.place("Asia Minor")) == 4 + 3
    assert army.guard(T, scene.state, scene.place("Berber")) == 1 + 1


@pytest.mark.clause("conqueror.chronicle.mercenaries")
def test_mercenaries() -> None:
    scene = Scene(card="mercenaries").army("Rome", "Sicilia", 1).purse("Rome", 4)
    assert scene.offers("hire") == {"Sicilia", "Rome"}
    scene.do("hire", "Sicilia")
    assert scene.units("Sicilia") == (2, 0) and scene.coins("Rome") == 2
    assert "hire" not in scene.verbs()
    assert "Sicilia" in scene.offers("recruit_infantry")
    full = Scene(card="mercenaries").army("Rome", "Rome", 6).purse("Rome", 4)
    assert "hire" not in full.verbs()
    one_left = Scene(card="mercenaries").army("Rome", "Rome", 5).purse("Rome", 4)
    assert one_left.quota("Rome") == 6 and one_left.offers("hire") == {"Rome"}
    # Each player may buy once: Carthage after Rome, too.
    assert scene.purse("Carthage", 2).end().offers("hire") == {"Carthage"}


@pytest.mark.clause("conqueror.chronicle.horse_fair")
def test_horse_fair() -> None:
    lost = (
        Scene(card="horse_fair")
        .lose_home("Rome", "Greece")
        .army("Rome", "Sicilia", 1)
        .purse("Rome", 9)
    )
    assert "hire" not in lost.verbs()
    scene = Scene(card="horse_fair").purse("Rome", 3).do("hire", "Rome")
    assert scene.units("Rome") == (0, 1) and scene.coins("Rome") == 0
    assert "hire" not in scene.purse("Rome", 9).verbs()


@pytest.mark.clause("conqueror.chronicle.olympic_truce")
def test_olympic_truce() -> None:
    scene = Scene(card="olympic_truce").army("Rome", "Sicilia", 3)
    assert "Carthage" not in scene.targets("attack", "Sicilia")
    first = Scene(turn=1, card="olympic_truce").army("Carthage", "Sardinia", 3)
    assert "Rome" not in first.targets("attack", "Sardinia")
    for fort in ("Espanga", "Gaul", "Cyrene", "Syria"):
        scene.army("Carthage", fort, 1)
    assert "Carthage" in scene.targets("attack", "Sicilia")
    captured = Scene(card="olympic_truce").army("Rome", "Sicilia", 3).army("Greece", "Carthage", 1)
    assert "Carthage" in captured.targets("attack", "Sicilia")
    free = Scene("Rome", "Greece", "Egypt", card="olympic_truce").army("Rome", "Sicilia", 0, 4)
    free.army(FREE, "Carthage", 1, 1)
    assert "Carthage" in free.targets("attack", "Sicilia")


@pytest.mark.clause("conqueror.chronicle.war_fever")
def test_war_fever() -> None:
    scene = (
        Scene(card="war_fever", acting=True)
        .army("Rome", "Brundium", 0, 4)
        .army("Greece", "Sicilia", 1)
    )
    scene.army("Greece", "Tyrrhenian Sea", 1)
    scene.fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert scene.coins("Rome") == 2
    scene.fight("Sicilia", "Tyrrhenian Sea", 4, 1).act("advance")
    assert scene.coins("Rome") == 4
    free = Scene(card="war_fever", acting=True).army("Rome", "Rome", 5).army(FREE, "Alpes", 1, 1)
    free.attack("Rome", "Alpes").act("advance")
    assert free.coins("Rome") == 0


@pytest.mark.clause("conqueror.chronicle.forced_march")
def test_forced_march() -> None:
    scene = Scene(card="forced_march").army("Rome", "Rome", 1).army("Greece", "Illyria", 1)
    scene.move("Rome", "Alpes")
    assert scene.owner("Alpes") == "Rome"
    assert "Illyria" not in scene.targets("attack", "Alpes")
    scene.move("Alpes", "Averni")
    assert scene.owner("Alpes") == "" and scene.verbs() == {"end"}
    fought = (
        Scene(card="forced_march", acting=True)
        .army("Rome", "Rome", 2)
        .army("Greece", "Brundium", 2)
    )
    fought.fight("Rome", "Brundium", 2, 1)
    assert fought.verbs() == {"end"}


@pytest.mark.clause("conqueror.chronicle.forced_march", "conqueror.action.1")
def test_which_of_two_units_marches() -> None:
    scene = Scene(card="forced_march").army("Rome", "Rome", 1).army("Rome", "Alpes", 1)
    scene.move("Rome", "Alpes").do("move_infantry", "Alpes>Averni")
    assert scene.asked() == "which" and scene.offers("which") == {"0", "1"}
    intends = scene.events[-1]
    assert intends.kind == "intends" and intends.facts["seat"] == 0
    scene.act("which:0")
    assert "Gaul" in scene.targets("move_infantry", "Averni")
    assert "Celtica" in scene.targets("move_infantry", "Alpes")


@pytest.mark.clause("conqueror.chronicle.bitter_winter")
def test_bitter_winter() -> None:
    scene = (
        Scene(card="bitter_winter", acting=True)
        .army("Rome", "Brundium", 0, 4)
        .army("Greece", "Sicilia", 1)
    )
    scene.fight("Brundium", "Sicilia", 4, 1).act("advance")
    assert scene.verbs() == {"end"}
    gift = Scene("Carthage", "Rome", "Greece", card="bitter_winter", acting=True)
    gift.army("Carthage", "Carthage", 0, 4).army("Rome", "Sicilia", 1).heroes(
        "Carthage", "barca_hannibal"
    )
    gift.attack("Carthage", "Sicilia").do("play").roll(4, 1).act("advance")
    assert gift.targets("move_cavalry", "Sicilia")


@pytest.mark.clause("conqueror.chronicle.cavalry_charge")
def test_cavalry_charge() -> None:
    scene = Scene(card="cavalry_charge").army("Rome", "Rome", 0, 2).army(FREE, "Alpes", 1, 1)
    assert scene.view("Rome").force[scene.place("Rome")] == 6
    assert "Alpes" in scene.targets("attack", "Rome")
    scene.army("Greece", "Brundium", 0, 2).attack("Rome", "Brundium")
    assert scene.parts(0)[0] == 6 and scene.parts(1)[0] == 4


@pytest.mark.clause("conqueror.chronicle.ill_omens")
def test_ill_omens() -> None:
    scene = (
        Scene(card="ill_omens")
        .army("Rome", "Rome", 2)
        .army("Greece", "Brundium", 1)
        .purse("Rome", 5)
    )
    scene.heroes("Greece", "aratus_of_sicyon").do("buy", "gaius_duilius").attack("Rome", "Brundium")
    assert scene.decision().seat == CHANCE


@pytest.mark.clause("conqueror.chronicle.spies_and_traitors", "conqueror.bribe.10")
@pytest.mark.parametrize(("infantry", "cavalry", "price"), ((1, 2, 3), (1, 0, 1)))
def test_spies_and_traitors(infantry: int, cavalry: int, price: int) -> None:
    scene = Scene(card="spies_and_traitors").army("Rome", "Sicilia", infantry, cavalry)
    assert bribery.price_of(T, scene.state, scene.place("Sicilia")) == price
    assert len(CARDS) == 24
