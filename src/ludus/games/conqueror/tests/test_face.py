"""What players are told: odds, costs, reasons and the story."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludus.core.face import Choice, scenes_of
from ludus.core.lettering import SERIF, SERIF_BOLD
from ludus.core.text import plain
from ludus.games.conqueror import GAME
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.tests.scene import FREE, Scene

FACE = GAME.open().face
NAMES = ("Livia", "Marcus", "Quinta")


def choice(scene: Scene, verb: str, name: str) -> Choice:
    decision = scene.decision()
    view = scene.rules.view(scene.state, decision.seat)
    for one in FACE.choices(view, decision, NAMES):
        if one.action.verb == verb and scene.name(one.action) == name:
            return one
    raise AssertionError(f"{verb} {name} is not offered")


def hint(scene: Scene, verb: str, name: str) -> str:
    return plain(choice(scene, verb, name).hint)


def why(scene: Scene, place: str) -> str:
    reason = FACE.why_not(scene.view("Rome"), scene.decision(), f"land-{scene.place(place)}", NAMES)
    return "" if reason is None else plain(reason)


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    ((9, 1, (100, 0, 0)), (1, 9, (0, 0, 100)), (4, 4, (36, 28, 36))),
)
def test_odds(attack: int, defence: int, expected: tuple[int, int, int]) -> None:
    assert percents(attack - defence) == expected


def test_an_attack_shows_its_odds() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    told = hint(scene, "attack", "Brundium>Sicilia")
    assert "Your strength is 3, Quinta has 3" in told and "36% win, 28% draw, 36% loss" in told


def test_a_move_shows_what_it_wins_and_costs() -> None:
    scene = Scene().army("Rome", "Sicilia", 1).army("Rome", "Rome", 7)
    told = hint(scene, "move_infantry", "Sicilia>Brundium")
    assert "It becomes yours: currency." in told
    assert "You give up Sicilia: a fort, food." in told
    assert "food for only 6 units and lose 2 units" in told
    assert "You lose your income of 1!" in told


def test_an_army_can_be_touched_as_well_as_the_land_it_covers() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    home, sicily = scene.place("Rome"), scene.place("Sicilia")
    recruit = choice(scene, "recruit_infantry", "Rome")
    assert recruit.places == (f"army-{home}", f"land-{home}")
    attack = choice(scene, "attack", "Brundium>Sicilia")
    assert attack.places[1:] == (f"army-{sicily}", f"land-{sicily}")


def test_reasons() -> None:
    scene = (
        Scene(acting=True, card="bridges_down")
        .army("Rome", "Brundium", 3)
        .army("Greece", "Sicilia", 1)
    )
    assert why(scene, "Sicilia") == "The chronicle has closed the way to Sicilia this round."
    truce = Scene(acting=True, card="olympic_truce").army("Rome", "Sicilia", 3)
    assert why(truce, "Carthage") == "A truce protects homes this round."
    assert "no unit of yours" in why(truce, "Syria")
    weak = Scene(acting=True).army("Rome", "Rome", 2).army(FREE, "Alpes", 1, 1)
    assert "with a strength of 4" in why(weak, "Alpes")
    spent = Scene(acting=True).army("Rome", "Rome", 1, spent=True)
    assert "have acted this turn" in why(spent, "Rome")


def test_the_story_of_a_battle() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    scene.fight("Brundium", "Sicilia", 4, 1)
    lines = [FACE.tell(scene.view(), event, NAMES) for event in scene.events]
    told = [plain(line.sentence) for line in lines if line is not None]
    assert "Livia attacks Quinta in Sicilia from Brundium." in told
    assert "Livia 3 + 0 + 0 + 4 = 7, Quinta 2 + 1 + 0 + 1 = 4: Livia wins by 3." in told


def drawn(scene: Scene, names: tuple[str, ...] = NAMES) -> dict[str, ElementTree.Element]:
    """What Rome sees, by id."""
    svg = scenes_of(FACE, scene.view("Rome"), None, names)[0].svg
    return {each.get("id", ""): each for each in ElementTree.fromstring(svg).iter()}


def test_a_long_name_keeps_clear_of_what_stands_beside_it() -> None:
    long = ("Maximiliana Constantina", "Marcus", "Quinta")
    peace = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    standings = drawn(peace, long)["standings"]
    war = peace.attack("Brundium", "Sicilia")
    battle = drawn(war, long)["battle"]
    for tray, font, room in ((standings, SERIF, 118), (battle, SERIF_BOLD, 176)):
        names = [each for each in tray.iter() if (each.get("class") or "").startswith("leader")]
        shown = next(each for each in names if (each.text or "").startswith("Maximiliana C"))
        size = float(shown.get("font-size", "0"))
        assert size >= 12 and font.width(shown.text or "", size) <= room + 1


def test_the_viewers_cards_can_be_read_in_full() -> None:
    scene = Scene(acting=True, card="olympic_truce").mission("carthage_must_fall")
    found = drawn(scene)
    mission = found["mission"]
    lines = [float(each.get("y", "0")) for each in mission.iter() if each.text and each.get("y")]
    assert len(lines) == 3 and len(set(lines)) == 2, "what it asks for has a line of its own"
    for name, says in (
        ("mission", "Your mission. Carthage Must Fall: Control Carthage"),
        ("chronicle", "truce"),
        ("hero-0", "costs"),
    ):
        title = next(each.text for each in found[name] if each.tag.endswith("title"))
        assert found[name].get("tabindex") == "0" and title is not None
        assert says.lower() in title.lower()


def test_the_prompts_of_a_battle_say_how_it_stands() -> None:
    """The strip below the map may be out of sight on a phone."""
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")

    def asked() -> str:
        decision = scene.decision()
        view = scene.rules.view(scene.state, decision.seat)
        return plain(FACE.prompt(view, decision, NAMES).sentence)

    scene.do("attack", "Brundium>Sicilia")
    assert "0 against 3 so far" in asked()
    scene.act("join_all")
    assert "3 against 3 before dice and heroes" in asked()
    scene.do("play")
    assert "3 against 3 before dice and heroes" in asked(), "the hero played is not given away"
    scene.do("play").roll(3, 1)
    assert "Attack 9, defence 5." in asked()
