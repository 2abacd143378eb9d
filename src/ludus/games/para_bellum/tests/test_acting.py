"""What is done for an action in one movement of the hand, and how few clicks a turn takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import pytest

from ludus.bots import make_bot
from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.models import Gesture, Target, Wish
from ludus.core.protocol import Decision
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.para_bellum.board import RED
from ludus.games.para_bellum.tests.scene import BOX, Scene, card_kind, k, r, slot_of
from ludus.games.para_bellum.tests.test_face import NAMES, dashboard
from ludus.games.para_bellum.tests.test_face_models import FACE, follow, gestures
from ludus.games.para_bellum.view import View


def offered(scene: Scene, key: str) -> Gesture:
    """The gesture with a key, or the one whose title it is."""
    return next(each for each in gestures(scene) if key in (each.key, each.title))


def meant(targets: Sequence[Target]) -> dict[str, list[str]]:
    return {each.label: [plain(chip) for chip in each.chips] for each in targets}


def carry_out(scene: Scene, wish: Wish) -> list[str]:
    """Plays a wish to its end, as a table does; gives what was played."""
    done: list[Action] = []
    while True:
        option = follow(scene, wish, *done)
        if option is None:
            return [each.text for each in done]
        assert isinstance(option, Action), option
        scene.pick(option.verb, scene.name(option))
        done.append(option)


# One movement each --------------------------------------------------------------------------------


def two_reds() -> Scene:
    """Three cards in a column with a red die on each seam, and a fourth beside the middle one."""
    scene = Scene().army({(0, 1): "gold", (0, 2): "azure", (1, 1): "gold"}).coins(1)
    return scene.dice({r(0, 0): 4, r(0, 1): 6, k(0, 1): 2}).general(4)


def test_a_command_card_goes_to_what_pays_for_it() -> None:
    """pb.basic.9: a red die or a coin pays for Consult."""
    scene = two_reds().act()
    medicus = offered(scene, "Medicus")
    assert [pick.places for pick in medicus.picks] == [("line-2",)]
    assert meant(medicus.targets) == {
        "E2/E3": ["4 \u2192 3"],
        "E3/E4": ["6 \u2192 5"],
        "1 coin": ["1 coin"],
    }
    wish = Wish(medicus.key, {"card": 1}, f"die-0-{slot_of(r(0, 1))}")
    assert len(carry_out(scene, wish)) == 3
    assert scene.face(r(0, 1)) == 5 and "medicus" in scene.held()
    scene = two_reds().act()
    assert len(carry_out(scene, Wish(medicus.key, {"card": 1}, "meter-coins-0"))) == 3
    assert scene.player().coins == 0 and "medicus" in scene.held()


def test_where_an_event_spares_the_price_the_action_alone_is_the_goal() -> None:
    scene = Scene(event="envoys_of_the_senate").coins(0).act()
    card = offered(scene, "Contio")
    assert [target.key for target in card.targets] == ["act-consult"]
    assert len(carry_out(scene, Wish(card.key, {"card": 1}, "act-consult"))) == 2
    assert "contio" in scene.held()


def test_a_red_die_is_raised_by_a_click() -> None:
    """pb.basic.8: not one that shows 6."""
    scene = two_reds().act()
    dice = offered(scene, "dice")
    assert dice.picks == ()
    empower = {each: chips for each, chips in meant(dice.targets).items() if "Empower" in each}
    assert empower == {"Empower E2/E3": ["4 \u2192 3", "4 \u2192 6"]}
    wish = Wish("dice", {}, f"die-0-{slot_of(r(0, 0))}")
    carry_out(scene, wish)
    assert scene.face(r(0, 0)) == 6 and scene.face("b") == 3


def test_a_gray_die_is_rolled_again_by_a_click() -> None:
    """pb.basic.10: the red die below its card pays."""
    scene = two_reds().act()
    targets = meant(offered(scene, "dice").targets)
    assert targets["Motivate E3/F3"] == ["4 \u2192 3", "2 rolls again"]
    carry_out(scene, Wish("dice", {}, f"die-0-{slot_of(k(0, 1))}"))
    scene.roll(5)
    assert scene.face(k(0, 1)) == 5 and scene.face(r(0, 0)) == 3
    assert "dice" not in {each.key for each in gestures(Scene().act())}


def test_the_red_die_in_the_corner_of_the_field_is_raised_too() -> None:
    row = [(column, 0) for column in range(-4, 0)]
    scene = Scene().army(dict.fromkeys([(-4, -1), *row], "gold")).dice({r(-4, -1): 3}).act()
    assert slot_of(r(-4, -1)) == RED
    carry_out(scene, Wish("dice", {}, f"die-0-{RED}"))
    assert scene.face(r(-4, -1)) == 5


def test_an_empty_place_of_the_line_is_no_card() -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 4}).line("medicus", "bribe").act()
    titles = [each.title for each in gestures(scene) if each.key.startswith("consult-")]
    assert sorted(titles) == ["Bribe", "Medicus"]


@pytest.mark.parametrize("side", [-1, 0])
def test_of_two_dice_on_a_card_the_one_that_was_clicked_rolls(side: int) -> None:
    """Also where both cards beside it have a red die: the higher one pays, though it is then the
    lower one.
    """
    scene = Scene().army({(0, 1): "gold", (1, 1): "gold", (-1, 1): "gold", (1, 0): "azure"})
    scene.dice({r(0, 0): 4, r(1, 0): 4, k(0, 1): 1, k(-1, 1): 2}).act()
    carry_out(scene, Wish("dice", {}, f"die-0-{slot_of(k(side, 1))}"))
    scene.roll(6)
    assert scene.face(k(side, 1)) == 6
    assert {scene.face(k(-1, 1)), scene.face(k(0, 1))} == {6, 1 if side else 2}


def test_an_army_card_is_put_back_or_marches() -> None:
    scene = two_reds().hand("azure", "gold").act()
    azure = offered(scene, "Azure")
    assert meant(azure.targets) == {"Requisition": ["+1 coin"]}
    assert carry_out(scene, Wish(azure.key, {"card": 1}, "act-requisition")) == [
        "requisition",
        f"card:{card_kind('azure')}",
    ]
    assert scene.player().coins == 2
    scene = Scene(event="night_march").army({(0, 1): "gold"}).hand("azure", "gold").act()
    azure = offered(scene, "Azure")
    cells = [target.key for target in azure.targets if target.key.startswith("free-")]
    assert cells and azure.targets[-1].key == "act-requisition"
    assert len(carry_out(scene, Wish(azure.key, {"card": 1}, cells[0]))) == 3
    assert scene.player().marched


def test_a_banner_goes_to_the_die_that_shows_most_unless_another_is_named() -> None:
    """pb.banner.3-4: die and banner with one click."""
    scene = Scene().army({(1, 0): "azure", (0, 1): "gold"})
    scene.dice({k(0, 0): 4, r(0, 0): 6}).hand("purple").army_phase()
    scene.place("purple", (0, -1)).roll(2)
    banners = offered(scene, "banner")
    assert meant(banners.targets) == {
        **{name: ["on 6"] for name in ("Strategist", "Field Commander", "Warlord")},
        **{name: ["on 4"] for name in ("Artifex", "Veterani", "Speculatore")},
    }
    shown = next(tray for tray in dashboard(scene, 0).trays if tray.key == "banners")
    assert [card.title for card in shown.cards] == [each.label for each in banners.targets]
    carry_out(scene, Wish("banner", {}, banners.targets[2].key))
    assert scene.flag(r(0, 0)) == "warlord" and scene.banners() == {"warlord"}


def test_what_a_hand_can_take_is_told_as_open() -> None:
    """Cards of the Battle Line, army cards and dice are no choices of their own."""
    scene = two_reds().hand("azure").act()

    def state(place: str) -> str:
        about = FACE.about(scene.view(0), scene.decision, place, NAMES[:2])
        assert about is not None and (bool(about.state) != bool(about.why_not))
        return about.state

    for place in ("line-2", "hand-0-0", f"die-0-{slot_of(r(0, 0))}"):
        assert state(place) == "you may choose it", place
    scene = two_reds().hand("azure").act(actions=0)
    assert state("hand-0-0") == ""


@pytest.mark.parametrize(
    "wish",
    [
        Wish("consult-999", {"card": 1}, "meter-coins-0"),
        Wish("dice", {}, "die-0-999"),
        Wish("dice", {}, "die-1-0"),
        Wish("dice", {}, ""),
        Wish("banner", {}, "banner-0"),
        Wish(f"card-{card_kind('gold')}", {"card": 1}, "act-requisition"),
    ],
)
def test_what_is_not_on_offer_is_refused_before_anything_is_paid(wish: Wish) -> None:
    assert follow(two_reds().act(), wish) == "That cannot be done now."


# A usual turn -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A decision of a game, and whether chance came between it and the next one."""

    view: View
    decision: Decision
    action: Action
    last: bool


def turns(level: str, seats: int, seed: int) -> Iterator[list[Step]]:
    """Every whole turn of a game between bots: what the player whose turn it is decided."""
    table, rng = Table(BOX, NAMES[:seats]), SeededRng(seed)
    bots = [make_bot(level, BOX) for _ in range(seats)]
    steps: list[Step] = []
    now = (-1, 0)
    while True:
        table.settle(rng)
        if table.over:
            return
        decision = table.decisions()[0]
        view = table.view(decision.seat)
        if (view.turn, view.round) != now:
            if steps:
                yield steps
            now, steps = (view.turn, view.round), []
        action = bots[decision.seat].choose(view, decision, rng)
        table.play(decision.seat, action)
        after = table.decisions()
        chance = not after or after[0].seat != decision.seat
        if decision.seat == view.turn:
            steps.append(Step(view, decision, action, chance))


def clicks_of(steps: Sequence[Step]) -> int:
    """As few as a hand needs for these choices. What has one way only is done by the page."""
    count = at = 0
    while at < len(steps):
        step = steps[at]
        if len(step.decision.options) == 1:
            at += 1
            continue
        clicks, length = min(
            ((clicks, length) for clicks, length in movements(steps[at:])),
            key=lambda each: each[0] / each[1],
            default=(1, 1),
        )
        if clicks > length:
            clicks, length = 1, 1
        count, at = count + clicks, at + length
    return count


def movements(steps: Sequence[Step]) -> Iterator[tuple[int, int]]:
    """Gestures that do what was chosen: their clicks, and how many of the choices they make."""
    view, decision = steps[0].view, steps[0].decision
    names = NAMES[: view.seats]
    soon = {str(step.action.arg) for step in steps[:4]}

    def fits(key: str) -> bool:
        """Whether it is about something that is chosen soon; only these are worth a look."""
        number = key.rpartition("-")[2]
        return not number.isdecimal() or number in soon

    for gesture in FACE.gestures(view, decision, (), names):
        if not fits(gesture.key):
            continue
        picks = {pick.key: 1 for pick in gesture.picks}
        for target in gesture.targets:
            coins = target.key.startswith("meter-")
            if not coins and not fits(target.key):
                continue
            length = followed(Wish(gesture.key, picks, target.key), steps)
            if length:
                yield len(picks) + 1, length


def followed(wish: Wish, steps: Sequence[Step]) -> int:
    """How many of the choices a wish makes; 0 if it makes other ones."""
    done: list[Action] = []
    for step in steps:
        names = NAMES[: step.view.seats]
        option = FACE.follow(step.view, step.decision, wish, done, names)
        if not isinstance(option, Action):
            break
        if option != step.action:
            return 0
        done.append(option)
        if step.last:
            break
    return len(done)


@pytest.mark.parametrize(
    ("level", "seats", "seeds"), [("greedy:1", 2, 6), ("greedy:7", 2, 4), ("random", 4, 2)]
)
def test_a_usual_turn_takes_at_most_eight_clicks(level: str, seats: int, seeds: int) -> None:
    """The dice of an Order, of a Centurion and of a low roll among them."""
    found = [clicks_of(steps) for seed in range(seeds) for steps in turns(level, seats, seed)]
    assert len(found) > 15 * seeds
    assert median(found) <= 8
