"""What players are told: odds, costs, reasons and the story."""

from __future__ import annotations

import pytest

from ludus.core.face import Choice
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


def test_what_an_option_is_chosen_by() -> None:
    """Orders belong to the army that gets them, recruits to the fort that gives them."""
    scene = Scene().army("Rome", "Rome", 1).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    home, south = scene.place("Rome"), scene.place("Brundium")
    assert choice(scene, "recruit_infantry", "Rome").places == (f"fort-{home}",)
    assert choice(scene, "attack", "Brundium>Sicilia").places == (f"army-{south}",)
    assert choice(scene, "end", "0").main


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
    assert "Livia 3 + 0 + 0 + 4 = 7 against Quinta 2 + 1 + 0 + 1 = 4: Livia wins by 3." in told


def test_the_prompts_of_a_battle_say_how_it_stands() -> None:
    """The card of the battle may be folded away."""
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    scene.heroes("Rome", "gaius_duilius").heroes("Greece", "aratus_of_sicyon")

    def asked() -> str:
        decision = scene.decision()
        view = scene.rules.view(scene.state, decision.seat)
        return plain(FACE.prompt(view, decision, NAMES).sentence)

    scene.do("attack", "Brundium>Sicilia")
    assert "0 against 3 so far" in asked()
    scene.act("join_all")
    assert "3 against 3 before the dice" in asked()
    scene.do("play")
    assert "3 against 3 before the dice" in asked(), "the hero played is not given away"
    scene.do("play").roll(3, 1)
    assert "Attack 9, defence 5." in asked()
