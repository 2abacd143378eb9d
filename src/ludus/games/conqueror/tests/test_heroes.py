"""Every hero, and how heroes meet each other."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE
from ludus.games.conqueror.cards import BONUS, EXTRA_KILL, NULLIFY, WON, Ability
from ludus.games.conqueror.tests.scene import CONTENTS, HEROES, Scene, T

ATTACK, DEFENCE = 0, 1
OWNER = {
    hero.id: ("Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul")[hero.faction]
    for hero in CONTENTS.heroes
}


def duel(
    attacker: str = "",
    defender: str = "",
    army: tuple[int, int] = (3, 0),
    guard: tuple[int, int] = (3, 0),
    start: str = "Illyria",
    end: str = "Thracia",
) -> Scene:
    """A battle on the grand map, heroes named on either side played, before the dice."""
    mine = OWNER.get(attacker, "Egypt" if OWNER.get(defender) == "Rome" else "Rome")
    theirs = OWNER.get(defender, "Egypt" if mine != "Egypt" else "Rome")
    others = ["Rome", "Carthage", "Greece", "Egypt", "Persia", "Gaul"]
    others.remove(mine)
    others.remove(theirs)
    scene = Scene(mine, theirs, *others, acting=True)
    scene.army(mine, start, *army).army(theirs, end, *guard)
    if attacker:
        scene.heroes(mine, attacker)
    if defender:
        scene.heroes(theirs, defender)
    scene.attack(start, end)
    for hero in (attacker, defender):
        if hero:
            scene.do("play", hero)
    assert scene.decision().seat == CHANCE
    return scene


def through(scene: Scene) -> Scene:
    """Answer everything that is still asked with the first option, until the player acts again."""
    while scene.asked() not in ("act", "plan"):
        scene.act(scene.decision().options[0].text)
    return scene


def killed(scene: Scene, seat: int) -> int:
    total = 0
    for event in scene.events:
        if event.facts.get("seat") == seat:
            if event.kind == "casualties":
                counts = (event.facts["infantry"], event.facts["cavalry"])
                total += sum(count for count in counts if isinstance(count, int))
            elif event.kind == "kill":
                total += 1
    return total


@pytest.mark.clause("conqueror.hero.barca_hamilcar", "conqueror.heroes.21")
def test_hamilcar() -> None:
    defending = duel("", "barca_hamilcar", guard=(1, 0))
    assert defending.before_die(DEFENCE) == 1 + 1 + 3 + 2
    lost = duel("", "barca_hamilcar", army=(9, 0), guard=(1, 0))
    lost.roll(4, 1)
    assert killed(lost, 0) == 1
    attacking = duel("barca_hamilcar", army=(2, 0))
    assert attacking.before_die(ATTACK) == 2 + 3
    won = through(duel("barca_hamilcar", army=(4, 0), guard=(4, 0)).roll(2, 3))
    assert killed(won, 1) == 2


@pytest.mark.clause("conqueror.hero.barca_hamilcar", "conqueror.heroes.20")
def test_nothing_dies_in_a_draw() -> None:
    scene = duel("barca_hamilcar", army=(1, 0), guard=(2, 0)).roll(1, 2)
    assert killed(scene, 0) == killed(scene, 1) == 0
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["winner"] == -1


@pytest.mark.clause("conqueror.hero.barca_hannibal")
def test_hannibal() -> None:
    scene = duel("barca_hannibal", army=(4, 0), guard=(5, 0)).roll(1, 1)
    while scene.asked() != "advance":
        scene.act(scene.decision().options[0].text)
    scene.act("advance")
    assert killed(scene, 1) == 3
    # The second attack and the gift are both still there.
    assert "Dacia" in scene.targets("move_infantry", "Thracia")
    defending = duel("", "barca_hannibal", guard=(2, 0))
    assert defending.before_die(DEFENCE) == 2 + 1 + 4
    defending.roll(1, 4)
    assert killed(defending, 0) == 3


@pytest.mark.clause("conqueror.hero.barca_hannibal", "conqueror.heroes.26")
def test_hannibal_after_a_second_attack() -> None:
    scene = Scene("Carthage", "Rome", "Greece", acting=True).army("Carthage", "Celtica", 0, 5)
    scene.army("Rome", "Averni", 1).army("Rome", "Gaul", 3).heroes("Carthage", "barca_hannibal")
    scene.attack("Celtica", "Averni").act("no_hero").roll(4, 1).act("advance")
    scene.attack("Averni", "Gaul").do("play").roll(4, 1)
    while scene.asked() != "advance":
        scene.act(scene.decision().options[0].text)
    scene.act("advance")
    assert "Celtica" in scene.targets("move_cavalry", "Gaul")
    scene.do("march", "Gaul>Celtica")
    assert scene.verbs() == {"end"}


@pytest.mark.clause("conqueror.hero.barca_hasdrubal")
def test_hasdrubal() -> None:
    scene = duel("", "barca_hasdrubal", army=(9, 0), guard=(3, 0))
    scene.army("Carthage", "Numidia", 1)
    scene.roll(1, 1)
    assert killed(scene, 1) == 1
    assert {"Numidia", "Carthage"} <= scene.offers("retreat")
    attacking = duel("barca_hasdrubal", army=(3, 0), guard=(6, 0)).roll(2, 3)
    assert killed(attacking, 0) == 1


@pytest.mark.clause("conqueror.hero.xanthippus")
def test_xanthippus() -> None:
    assert duel("xanthippus", army=(0, 4)).before_die(ATTACK) == 8 + 3 + 1
    assert duel("xanthippus", army=(0, 2)).before_die(ATTACK) == 4 + 2 + 1


@pytest.mark.clause("conqueror.hero.scipio_africanus")
@pytest.mark.parametrize(
    ("end", "start", "holder", "bonus"),
    (
        ("Carthage", "Sicilia", "Carthage", 2),
        ("Carthage", "Sicilia", "Greece", 0),
        ("Creta", "Ionian Sea", "Greece", 1),
        ("Asia Minor", "Syria", "Greece", 0),
        ("Sicilia", "Brundium", "Greece", 1),
    ),
)
def test_scipio(end: str, start: str, holder: str, bonus: int) -> None:
    scene = (
        Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", start, 3).army(holder, end, 1)
    )
    scene.heroes("Rome", "scipio_africanus").attack(start, end).do("play")
    assert scene.parts(DEFENCE)[1] == bonus and scene.before_die(ATTACK) == 7


@pytest.mark.clause("conqueror.hero.scipio_africanus", "conqueror.chronicle.siege_engines")
def test_scipio_takes_no_more_than_there_is() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True, card="siege_engines")
    scene.army("Rome", "Syria", 3).army("Greece", "Asia Minor", 1)
    scene.heroes("Rome", "scipio_africanus").attack("Syria", "Asia Minor")
    assert scene.parts(DEFENCE)[1] == 1
    assert scene.do("play").parts(DEFENCE)[1] == 0


@pytest.mark.clause("conqueror.heroes.2", "conqueror.heroes.5", "conqueror.heroes.6")
@pytest.mark.parametrize(
    ("faction", "cards"),
    (
        ("Carthage", "barca_hamilcar 3 10, barca_hannibal 4 12"),
        ("Carthage", "barca_hasdrubal 2 6, xanthippus 1 4"),
        ("Rome", "scipio_africanus 4 12, fabius_maximus 2 7"),
        ("Rome", "claudius_marcellus 3 9, gaius_duilius 1 5"),
        ("Persia", "mithridates 4 12, arsaces 3 9, tiridates 2 7, andragoras 1 5"),
        ("Greece", "pyrrhus_of_epirus 4 11, cleomenes_of_sparta 3 9"),
        ("Greece", "antigonus_gonatas 2 7, aratus_of_sicyon 1 4"),
        ("Egypt", "ptolemy_euergetes 3 10, magas_of_cyrene 3 9, berenice 2 7, sosibius 1 4"),
        ("Gaul", "brennus 4 12, viridomarus 3 9, concolitanus 2 6, ambicatus 1 5"),
    ),
)
def test_strength_and_price_of_every_hero(faction: str, cards: str) -> None:
    for name, strength, price in map(str.split, cards.split(", ")):
        hero = CONTENTS.heroes[HEROES[name]]
        assert OWNER[name] == faction and (hero.strength, hero.price) == (int(strength), int(price))


@pytest.mark.clause("conqueror.hero.fabius_maximus", "conqueror.heroes.25")
def test_fabius() -> None:
    assert duel("", "fabius_maximus", guard=(2, 0)).before_die(DEFENCE) == 2 + 1 + 2 + 2
    assert duel("fabius_maximus", army=(2, 0)).before_die(ATTACK) == 2 + 2
    scene = duel("", "fabius_maximus", army=(12, 0), guard=(2, 0)).roll(1, 1)
    assert killed(scene, 1) == 0
    through(scene)
    assert scene.size("Rome") == 2
    attacking = duel("fabius_maximus", army=(2, 0), guard=(5, 0)).roll(1, 1)
    assert killed(attacking, 0) == 2


@pytest.mark.clause("conqueror.heroes.25", "conqueror.hero.barca_hamilcar")
def test_fabius_against_killers() -> None:
    rival = Scene("Gaul", "Rome", "Carthage", "Greece", "Egypt", "Persia", acting=True)
    rival.army("Gaul", "Illyria", 12).army("Rome", "Thracia", 2)
    rival.heroes("Gaul", "viridomarus").heroes("Rome", "fabius_maximus")
    rival.attack("Illyria", "Thracia").do("play").do("play").roll(1, 1)
    assert killed(rival, 1) == 0
    unstopped = duel("barca_hamilcar", "fabius_maximus", army=(12, 0), guard=(2, 0)).roll(1, 1)
    assert killed(unstopped, 1) == 1
    # It is the loser whom Fabius spares: a winner can still fall to the hero he beat.
    victor = duel("pyrrhus_of_epirus", "fabius_maximus", army=(1, 0), guard=(9, 0)).roll(1, 4)
    assert killed(victor, 1) == 1 and sum(victor.units("Thracia")) == 8


@pytest.mark.clause("conqueror.hero.claudius_marcellus", "conqueror.heroes.17")
def test_marcellus() -> None:
    scene = duel("claudius_marcellus", army=(2, 0), guard=(3, 0)).roll(1, 1)
    assert killed(scene, 1) == 2
    assert scene.offers("retreat") and sum(scene.units("Thracia")) == 1
    assert scene.kinds().index("casualties") < scene.kinds().index("kill")
    losing = duel("claudius_marcellus", army=(1, 0), guard=(7, 0)).roll(1, 1)
    assert killed(losing, 1) == 0
    defending = duel("", "claudius_marcellus", army=(6, 0), guard=(4, 0)).roll(1, 1)
    assert killed(defending, 0) == 3


@pytest.mark.clause("conqueror.hero.gaius_duilius")
def test_duilius() -> None:
    assert duel("gaius_duilius", army=(1, 0), start="Brundium", end="Sicilia").before_die(0) == 4
    assert duel("gaius_duilius", army=(1, 0)).before_die(0) == 2
    landing = duel("gaius_duilius", army=(1, 0), start="Ionian Sea", end="Macedonia")
    assert landing.before_die(ATTACK) == 4
    sea = duel("", "gaius_duilius", guard=(1, 0), start="Macedonia", end="Ionian Sea")
    assert sea.before_die(DEFENCE) == 1 + 1 + 3


@pytest.mark.clause("conqueror.hero.mithridates")
def test_mithridates() -> None:
    scene = through(duel("mithridates", army=(4, 0), guard=(5, 0)).roll(1, 1))
    assert scene.coins("Persia") == 3 and killed(scene, 1) == 3
    defending = duel("", "mithridates", army=(4, 0), guard=(3, 0)).roll(1, 1)
    assert defending.coins("Persia") == 0 and killed(defending, 0) == 4


@pytest.mark.clause("conqueror.hero.arsaces", "conqueror.heroes.24")
def test_arsaces() -> None:
    scene = duel("arsaces", "xanthippus", guard=(0, 2))
    assert scene.before_die(DEFENCE) == 4 + 1 + 1
    hamilcar = duel("arsaces", "barca_hamilcar", army=(9, 0), guard=(1, 0))
    assert hamilcar.parts(DEFENCE)[2] == 3
    hamilcar.roll(4, 1)
    assert killed(hamilcar, 0) == 1


@pytest.mark.clause("conqueror.hero.tiridates")
def test_tiridates() -> None:
    assert duel("tiridates", army=(0, 2)).before_die(ATTACK) == 4 + 2 + 2
    assert duel("tiridates", army=(0, 4)).before_die(ATTACK) == 8 + 3 + 2
    assert duel("tiridates", army=(0, 3)).before_die(ATTACK) == 6 + 3 + 2


@pytest.mark.clause("conqueror.hero.andragoras", "conqueror.heroes.29")
@pytest.mark.parametrize(("purse", "taken"), ((5, 2), (1, 1)))
def test_andragoras(purse: int, taken: int) -> None:
    scene = duel("andragoras", army=(9, 0)).purse("Egypt", purse).roll(4, 1)
    through(scene)
    assert scene.coins("Egypt") == purse - taken and scene.coins("Persia") == 1 + taken
    defending = duel("", "andragoras", army=(1, 0)).purse("Rome", 5).roll(1, 4)
    assert defending.coins("Persia") == 2


@pytest.mark.clause("conqueror.hero.pyrrhus_of_epirus")
def test_pyrrhus() -> None:
    scene = through(duel("pyrrhus_of_epirus", army=(3, 0), guard=(5, 0)).roll(1, 1))
    assert scene.size("Greece") == 2 and killed(scene, 1) == 2
    losing = duel("pyrrhus_of_epirus", army=(1, 0), guard=(9, 0)).roll(1, 1)
    assert killed(losing, 0) == 1 and killed(losing, 1) == 1
    draw = duel("pyrrhus_of_epirus", army=(1, 0), guard=(4, 0)).roll(1, 1)
    assert killed(draw, 0) == killed(draw, 1) == 0
    last = duel("pyrrhus_of_epirus", army=(0, 1), guard=(1, 0)).roll(4, 1)
    assert last.owner("Thracia") == "" and last.coins("Greece") == 1


@pytest.mark.clause("conqueror.hero.cleomenes_of_sparta")
def test_cleomenes() -> None:
    assert duel("", "cleomenes_of_sparta", guard=(2, 0)).before_die(DEFENCE) == 2 + 2 + 1 + 3
    assert duel("", "cleomenes_of_sparta", guard=(5, 0)).before_die(DEFENCE) == 5 + 3 + 1 + 3
    assert duel("cleomenes_of_sparta", army=(2, 0)).before_die(ATTACK) == 5


@pytest.mark.clause("conqueror.hero.antigonus_gonatas")
def test_antigonus() -> None:
    scene = duel("antigonus_gonatas", army=(2, 0), guard=(3, 0)).roll(1, 1)
    assert killed(scene, 1) == 0 and scene.asked() == "retreat"
    through(scene)
    assert scene.owner("Thracia") == "Greece" and scene.coins("Greece") == 2
    defending = duel("", "antigonus_gonatas", army=(5, 0), guard=(2, 0)).roll(1, 1)
    assert defending.owner("Thracia") == "Greece" and defending.coins("Greece") == 1


@pytest.mark.clause("conqueror.hero.aratus_of_sicyon")
@pytest.mark.parametrize(("first", "second"), ((1, 4), (4, 1)))
def test_aratus(first: int, second: int) -> None:
    scene = duel("aratus_of_sicyon", army=(2, 0), guard=(6, 0)).roll(first, 2)
    assert scene.asked() == "reroll" and scene.decision().seat == scene.seat("Greece")
    scene.act("reroll").roll(second)
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["attack"] == (2, 0, 1, second)
    kept = duel("aratus_of_sicyon", army=(2, 0), guard=(6, 0)).roll(first, 2).act("keep")
    (battle,) = [event for event in kept.events if event.kind == "battle"]
    assert battle.facts["attack"] == (2, 0, 1, first)


@pytest.mark.clause("conqueror.heroes.27", "conqueror.hero.sosibius")
def test_sosibius_and_the_order_of_rerolls() -> None:
    scene = duel("aratus_of_sicyon", "sosibius").roll(4, 2)
    assert scene.decision().seat == scene.seat("Greece")
    scene.act("keep")
    assert scene.decision().seat == scene.seat("Egypt") and scene.asked() == "reroll"
    scene.act("reroll").roll(1)
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["attack"] == (3, 0, 1, 1)
    declined = duel("", "sosibius").roll(4, 2).act("keep")
    (battle,) = [event for event in declined.events if event.kind == "battle"]
    assert battle.facts["attack"] == (3, 0, 0, 4)


@pytest.mark.clause("conqueror.hero.ptolemy_euergetes")
def test_ptolemy() -> None:
    scene = through(duel("ptolemy_euergetes", army=(9, 0)).roll(4, 1))
    assert scene.coins("Egypt") == 4
    defending = duel("", "ptolemy_euergetes").roll(1, 4)
    assert defending.coins("Egypt") == 3


@pytest.mark.clause("conqueror.hero.magas_of_cyrene")
def test_magas() -> None:
    fort = duel("", "magas_of_cyrene", guard=(1, 0), start="Libya", end="Cyrene")
    assert fort.before_die(DEFENCE) == 1 + 1 + 3 + 2
    plain = duel("", "magas_of_cyrene", guard=(1, 0), start="Cyrene", end="Libya")
    assert plain.before_die(DEFENCE) == 5


@pytest.mark.clause("conqueror.hero.berenice", "conqueror.heroes.28")
def test_berenice() -> None:
    scene = duel("", "berenice", army=(12, 0), guard=(3, 0))
    scene.army("Egypt", "Thebes", 1).army("Egypt", "Aegean Sea", 1).roll(1, 1)
    assert killed(scene, 1) == 0
    assert {"Thebes", "Alexandria", "Dacia"} <= scene.offers("retreat")
    assert not scene.offers("retreat") & {"Aegean Sea", "Thracia", "Illyria"}
    attacking = duel("berenice", army=(3, 0), guard=(7, 0)).roll(1, 1)
    assert killed(attacking, 0) == 0 and attacking.units("Illyria") == (3, 0)


@pytest.mark.clause("conqueror.hero.brennus")
def test_brennus() -> None:
    scene = through(duel("brennus", army=(9, 0)).purse("Egypt", 2).roll(4, 1))
    assert scene.coins("Egypt") == 0 and scene.coins("Gaul") == 3
    rich = through(duel("brennus", army=(9, 0)).purse("Egypt", 5).roll(4, 1))
    assert rich.coins("Egypt") == 2 and rich.coins("Gaul") == 4
    defending = duel("", "brennus", army=(1, 0)).purse("Rome", 5).roll(1, 4)
    assert defending.coins("Gaul") == 0


@pytest.mark.clause("conqueror.hero.viridomarus")
def test_viridomarus() -> None:
    assert duel("viridomarus", army=(2, 0)).before_die(ATTACK) == 2 + 3 + 1
    scene = duel("viridomarus", army=(1, 0), guard=(3, 0)).roll(1, 1)
    assert killed(scene, 1) == 2


@pytest.mark.clause("conqueror.hero.concolitanus")
def test_concolitanus() -> None:
    scene = through(duel("concolitanus", army=(4, 0), guard=(3, 0)).roll(1, 1))
    assert scene.units("Thracia")[0] == 5 and scene.spent("Thracia") == 1
    horses = through(duel("concolitanus", army=(4, 0), guard=(0, 2)).roll(1, 1))
    assert horses.units("Thracia")[0] == 4
    # Hamilcar takes the one attacker after his victory: nobody stands there to be joined.
    factions = ("Gaul", "Carthage", "Rome", "Greece", "Egypt", "Persia")
    alone = Scene(*factions, acting=True, card="cavalry_charge").army("Gaul", "Illyria", 0, 1)
    alone.army("Gaul", "Gaul", 1).army("Carthage", "Thracia", 1)
    alone.heroes("Gaul", "concolitanus").heroes("Carthage", "barca_hamilcar")
    alone.attack("Illyria", "Thracia").do("play").do("play").roll(4, 1)
    assert killed(alone, 0) == killed(alone, 1) == 1
    assert alone.units("Thracia") == (0, 0) and alone.size("Gaul") == 1
    full = duel("concolitanus", army=(4, 0), guard=(3, 0)).army("Gaul", "Gaul", 6)
    full.army("Gaul", "Britannia", 2)
    assert full.quota("Gaul") == 10 and full.size("Gaul") == 12
    full.state.unsettled = 0
    through_full = full.roll(1, 1)
    while through_full.asked() == "retreat":
        through_full.act(through_full.decision().options[0].text)
    through_full.act("advance")
    assert through_full.units("Thracia")[0] == 4


@pytest.mark.clause("conqueror.hero.ambicatus", "conqueror.heroes.26")
def test_ambicatus() -> None:
    scene = Scene("Gaul", "Rome", "Carthage", "Greece", "Egypt", "Persia", acting=True)
    scene.army("Gaul", "Celtica", 0, 6).army("Rome", "Illyria", 1).army("Greece", "Thracia", 1)
    scene.army("Greece", "Dacia", 1).army("Greece", "Sarmatia", 1).heroes("Gaul", "ambicatus")
    scene.attack("Celtica", "Illyria").do("play").roll(4, 1).act("advance")
    assert "Thracia" in scene.targets("attack", "Illyria")
    scene.fight("Illyria", "Thracia", 4, 1).act("advance")
    # The second attack is used; the gift is a move or an attack.
    assert "Dacia" in scene.targets("attack", "Thracia")
    assert "Illyria" in scene.targets("move_cavalry", "Thracia")
    scene.fight("Thracia", "Dacia", 4, 1).act("advance")
    assert scene.verbs() == {"end"}
    late = Scene("Gaul", "Rome", "Carthage", "Greece", "Egypt", "Persia", acting=True)
    late.army("Gaul", "Celtica", 0, 6).army("Rome", "Illyria", 1).army("Greece", "Thracia", 1)
    late.heroes("Gaul", "ambicatus")
    late.attack("Celtica", "Illyria").act("no_hero").roll(4, 1).act("advance")
    late.attack("Illyria", "Thracia").do("play").roll(4, 1).act("advance")
    assert "Dacia" in late.targets("move_cavalry", "Thracia")
    late.do("march", "Thracia>Dacia")
    assert late.verbs() == {"end"}


@pytest.mark.clause("conqueror.heroes.26")
@pytest.mark.parametrize("card", ("golden_age", "forced_march"))
def test_a_move_with_the_gift_gives_up_the_second_attack(card: str) -> None:
    scene = Scene("Gaul", "Rome", "Carthage", "Greece", "Egypt", "Persia", acting=True, card=card)
    scene.army("Gaul", "Celtica", 0, 6).army("Rome", "Illyria", 1).army("Greece", "Thracia", 1)
    scene.heroes("Gaul", "ambicatus").attack("Celtica", "Illyria").do("play").roll(4, 1)
    scene.act("advance").do("march", "Illyria>Dacia")
    # Thracia lies next to Dacia, and there is empty land to move on to.
    assert scene.verbs() == {"end"} and scene.units("Dacia") == (0, 6)


@pytest.mark.clause("conqueror.heroes.18")
def test_the_heros_player_picks() -> None:
    scene = duel("claudius_marcellus", army=(3, 0), guard=(2, 1)).roll(1, 1)
    assert scene.asked() == "kill" and scene.decision().seat == scene.seat("Rome")
    assert scene.offers("kill") == {"0", "4"}
    scene.act("kill:4")
    assert scene.units("Thracia") == (1, 0)


@pytest.mark.clause("conqueror.heroes.19")
def test_only_units_that_fought_are_killed() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Illyria", 2, 3)
    scene.army("Carthage", "Thracia", 2).heroes("Carthage", "barca_hamilcar")
    scene.attack("Illyria", "Thracia", infantry=1, cavalry=1).do("play").roll(2, 1)
    assert scene.size("Rome") == 3
    won = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Illyria", 2, 9)
    won.army("Carthage", "Thracia", 1).heroes("Carthage", "barca_hamilcar")
    won.attack("Illyria", "Thracia", infantry=1, cavalry=4).do("play").roll(4, 1)
    assert won.asked() == "kill" and won.offers("kill") == {"0", "4"}
    won.act("kill:0")
    assert won.units("Illyria") == (1, 9)


@pytest.mark.clause("conqueror.heroes.22", "conqueror.heroes.23")
@pytest.mark.parametrize(("end", "owner"), (("Thracia", ""), ("Carthage", "Carthage")))
def test_the_last_attacker_dies_after_winning(end: str, owner: str) -> None:
    start = "Illyria" if end == "Thracia" else "Sicilia"
    scene = Scene("Rome", "Carthage", "Greece", acting=True, card="cavalry_charge")
    scene.army("Rome", start, 0, 1).army("Rome", "Rome", 1)
    scene.heroes("Carthage", "barca_hamilcar").heroes("Rome", "scipio_africanus")
    guard = 2 if end == "Thracia" else 0
    scene.army("Carthage", end, guard)
    if end == "Thracia":
        # 3 + 4 + 4 against 2 + 1 + 5 + 1.
        scene.attack(start, end).do("play").do("play").roll(4, 1)
    else:
        # 3 + 4 + 4 against 0 + 2 + 5 + 1.
        scene.attack(start, end).do("play").do("play").roll(4, 1)
    while scene.asked() != "act":
        scene.act(scene.decision().options[0].text)
    assert scene.owner(end) == owner and scene.units(end) == (0, 0)
    assert scene.coins("Rome") == 1 and scene.size("Rome") == 1
    assert len(HEROES) == 24


@pytest.mark.clause("conqueror.heroes.22", "conqueror.retreat.6")
def test_no_retreat_to_where_the_dead_attackers_came_from() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True, card="cavalry_charge")
    scene.army("Rome", "Illyria", 0, 1).army("Rome", "Rome", 1).army("Carthage", "Thracia", 3)
    scene.heroes("Carthage", "barca_hamilcar").heroes("Rome", "scipio_africanus")
    # 3 + 4 + 4 against 3 + 1 + 5 + 1: the one attacker wins and is killed.
    scene.attack("Illyria", "Thracia").do("play").do("play").roll(4, 1)
    assert scene.owner("Illyria") == "" and scene.asked() == "retreat"
    assert "Illyria" not in scene.offers("retreat")


@pytest.mark.clause("conqueror.heroes.21", "conqueror.control.3")
def test_the_last_of_the_victors_dies_in_defence() -> None:
    scene = duel("barca_hamilcar", army=(1, 0), guard=(0, 1)).roll(1, 4)
    (battle,) = [event for event in scene.events if event.kind == "battle"]
    assert battle.facts["winner"] == 1
    assert scene.owner("Thracia") == "" and scene.size("Egypt") == 0


@pytest.mark.clause("conqueror.heroes.27", "conqueror.hero.aratus_of_sicyon")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("hero", "own"), [("aratus_of_sicyon", True), ("sosibius", False)])
def test_whose_die_is_rolled_again(seat: int, hero: str, own: bool) -> None:
    """In either seat: the player's own die, or the enemy's."""
    names = [OWNER[hero], "Rome", "Carthage"]
    names.insert(seat, names.pop(0))
    scene = Scene(*names, turn=seat, acting=True).army(OWNER[hero], "Illyria", 3)
    scene.army("Rome", "Thracia", 3).heroes(OWNER[hero], hero)
    scene.attack("Illyria", "Thracia").do("play", hero).roll(2, 3)
    assert scene.asked() == "reroll"
    scene.act("reroll")
    assert scene.kinds()[-1] == "reroll" and scene.events[-1].number("yes") == 1
    scene.roll(4)
    rolled = [event for event in scene.events if event.kind == "die"][-1]
    battle = next(event for event in scene.events if event.kind == "battle")
    assert (rolled.number("seat") == seat) == own
    assert battle.numbers("attack")[3] == (4 if own else 2)
    assert battle.numbers("defence")[3] == (3 if own else 4)


@pytest.mark.clause("conqueror.heroes.17", "conqueror.heroes.18")
@pytest.mark.parametrize(("army", "asked", "dead"), [((2, 2), 2, 2), ((1, 1), 0, 1)])
def test_a_card_may_kill_more_than_one(
    monkeypatch: pytest.MonkeyPatch, army: tuple[int, int], asked: int, dead: int
) -> None:
    """Two more, each picked by the hero's player, in defence as in attack, while there are any."""
    kill = T.heroes[HEROES["pyrrhus_of_epirus"]].abilities[0]
    monkeypatch.setattr(kill, "n", 2)
    scene = duel("", "pyrrhus_of_epirus", army=army, guard=(3, 0)).roll(4, 1)
    picks = 0
    while scene.asked() == "kill":
        assert scene.decision().seat == scene.seat("Greece")
        scene.do("kill")
        picks += 1
    told = [event for event in scene.events if event.kind == "kill"]
    killed_there = [event for event in told if event.number("seat") != scene.seat("Greece")]
    assert (picks, len(killed_there)) == (asked, dead)


@pytest.mark.clause("conqueror.hero.concolitanus")
def test_concolitanus_in_defence_wins_over_where_he_stands() -> None:
    scene = duel("", "concolitanus", army=(2, 0), guard=(1, 1)).roll(1, 4)
    assert scene.units("Thracia") == (2, 1) and scene.spent("Thracia") == 0
    assert scene.kinds().count("converted") == 1


@pytest.mark.clause("conqueror.hero.concolitanus", "conqueror.food.1")
def test_nobody_is_won_over_without_food() -> None:
    scene = duel("", "concolitanus", army=(2, 0), guard=(1, 1))
    scene.army("Gaul", "Gaul", scene.quota("Gaul") - scene.size("Gaul")).roll(1, 4)
    assert scene.units("Thracia") == (1, 1) and "converted" not in scene.kinds()


@pytest.mark.clause("conqueror.heroes.29", "conqueror.hero.andragoras")
def test_a_theft_is_told_with_both_seats() -> None:
    scene = through(duel("andragoras", army=(6, 0)).purse("Egypt", 5).roll(4, 1))
    (stolen,) = [event for event in scene.events if event.kind == "stolen"]
    seats = scene.seat("Persia"), scene.seat("Egypt")
    assert (stolen.number("seat"), stolen.number("rival")) == seats
    assert stolen.number("coins") == 2 and scene.coins("Egypt") == 3


@pytest.mark.clause("conqueror.heroes.17", "conqueror.heroes.19")
def test_several_of_one_kind_are_killed_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """No card of the box does; a pack may have one, and nobody asks which of equal units dies."""
    hero = T.heroes[HEROES["scipio_africanus"]]
    monkeypatch.setattr(hero, "abilities", (Ability(EXTRA_KILL, 2, results=WON),))
    scene = duel("scipio_africanus", army=(8, 0), guard=(8, 0)).roll(2, 1)
    assert scene.kinds().count("kill") == 2
    mixed = duel("scipio_africanus", army=(4, 1), guard=(4, 2)).roll(1, 1)
    while mixed.asked() == "casualty":
        mixed.act(mixed.decision().options[0].text)
    for _ in range(2):
        assert (mixed.asked(), mixed.decision().seat) == ("kill", 0)
        mixed.do("kill")
    assert mixed.asked() != "kill"


@pytest.mark.clause("conqueror.heroes.24")
def test_two_who_silence_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two such cards, which the box does not have, neither hero has any other ability."""
    for name in ("scipio_africanus", "arsaces"):
        hero = T.heroes[HEROES[name]]
        monkeypatch.setattr(hero, "abilities", (Ability(NULLIFY), Ability(BONUS, 3)))
    scene = duel("scipio_africanus", "arsaces")
    for side, name in ((ATTACK, "scipio_africanus"), (DEFENCE, "arsaces")):
        assert scene.parts(side)[2] == T.heroes[HEROES[name]].strength
