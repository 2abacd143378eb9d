"""What stands round the armies: phases, counts, cards to choose from; previews and gestures."""

from __future__ import annotations

import pytest

from ludus.core.actions import Action
from ludus.core.face import scenes_of
from ludus.core.models import Gesture, Meter, Preview, Wish
from ludus.core.text import plain
from ludus.games.para_bellum.tests.scene import BOX, Scene, card_kind, k, r
from ludus.games.para_bellum.tests.test_face import NAMES, cards, dashboard

FACE = BOX.face


def gestures(scene: Scene) -> list[Gesture]:
    decision = scene.deal().decision
    view = scene.view(decision.seat)
    names = NAMES[: view.seats]
    return list(FACE.gestures(view, decision, FACE.choices(view, decision, names), names))


def follow(scene: Scene, wish: Wish, *done: Action) -> Action | str | None:
    decision = scene.decision
    return FACE.follow(scene.view(decision.seat), decision, wish, done, NAMES[:2])


def preview(scene: Scene, label: str) -> Preview:
    decision = scene.deal().decision
    view = scene.view(decision.seat)
    choices = {choice.label: choice for choice in FACE.choices(view, decision, NAMES[:2])}
    return FACE.preview(view, decision, choices[label], NAMES[:2])


def test_every_cell_tells_what_each_card_would_bring() -> None:
    scene = Scene(battle="thapsus").army({(0, 1): "gold", (1, 1): "gold full", (2, 0): "azure"})
    scene.army({(1, 0): "azure"}).hand("gold", "azure").army_phase()
    gold = next(each for each in gestures(scene) if each.title == "Gold")
    targets = {target.label: [plain(chip) for chip in target.chips] for target in gold.targets}
    assert targets["G3"] == [
        "new die new die Big Legion",
        "gold 2 of 5",
        "new die + banner",
        "Battle Bonus No Quarter",
        "Morale test 1 test at +1",
        "point 0 \u2192 about 7",
    ]
    assert targets["E1"] == ["new die + banner"]
    drawn = scenes_of(FACE, scene.view(0), scene.decision, NAMES[:2])[0].svg
    for kind in ("gold", "azure"):
        assert f'class="ghost" data-gesture-of="card-{card_kind(kind)}"' in drawn


def test_a_card_and_its_cell_are_one_gesture() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("azure", "gold").army_phase()
    offered = {gesture.key: gesture for gesture in gestures(scene)}
    key = f"card-{card_kind('azure')}"
    assert len(offered) == 2 and offered[key].picks[0].places[0].startswith("hand-0-")
    target = offered[key].targets[-1].key
    wish = Wish(key, {"card": 1}, target)
    first = follow(scene, wish)
    assert isinstance(first, Action) and first.verb == "card"
    scene.pick("card", "azure")
    second = follow(scene, wish, first)
    assert isinstance(second, Action) and second.verb == "cell"
    assert target == f"free-0-{second.arg}"
    assert follow(scene, wish, first, second) is None


def test_the_button_says_what_placing_costs() -> None:
    army = {(0, 1): "gold"}
    scene = Scene().army(army).hand("azure").army_phase()
    assert [each.verb for each in gestures(scene)] == ["Place"]
    scene = Scene(event="night_march").army(army).hand("azure").act().pick("march")
    assert [each.verb for each in gestures(scene)] == ["Pay 1, place"]
    scene = Scene(event="night_march").army(army).hand("azure").commands("forced_march").act()
    scene.pick("command", "forced_march")
    assert scene.decision.prompt == "place_card"
    assert [each.verb for each in gestures(scene)] == ["Place"], "the Order is paid for already"


def test_a_wish_for_a_cell_that_the_card_cannot_go_to_is_refused() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("azure").army_phase()
    key = f"card-{card_kind('azure')}"
    assert follow(scene, Wish(key, {"card": 1}, "free-0-0")) == "That card cannot go to A1."
    assert isinstance(follow(scene, Wish(key, {}, "free-0-14")), str)
    assert isinstance(follow(scene, Wish("card-999", {"card": 1}, "free-0-14")), str)


def test_the_phases_and_the_own_counts() -> None:
    scene = Scene().coins(3).army({(1, 0): "azure"}).dice({r(0, 0): (4, "warlord")}).act()
    board = dashboard(scene, 0)
    assert board.steps is not None and board.steps.names[board.steps.at] == "Action"
    counts = {meter.key: meter for meter in board.supply}
    assert counts["actions"].value == 3 and counts["actions"].icons == ("action",) * 3
    assert counts["coins-0"].value == 3
    assert counts["morale-0"].shown == "\u22642"
    assert "banner-warlord" not in counts["banners"].icons and counts["banners"].value == 5


def test_what_is_not_in_sight_is_offered_as_cards() -> None:
    scene = Scene().army({(1, 0): "azure", (-1, 0): "azure"}).commands("contio")
    scene.dice({k(0, 0): 2, k(-1, 0): (3, "veterani"), r(0, 0): (4, "field_commander")})
    scene.act().pick("command", "contio").deal()
    assert scene.decision.prompt == "order_option"
    offer = next(tray for tray in dashboard(scene, 0).trays if tray.brief)
    assert [plain(card.body) for card in offer.cards] == [
        "Add 1 to each of up to three of your gray dice.",
        "banner Field Commander: add 3 to one gray die.",
    ]
    assert not any(tray.brief for tray in dashboard(scene, 1).trays)


def test_a_rivals_army_comes_to_the_front_when_it_is_struck_at() -> None:
    scene = Scene(3).commands("raid").coins(2).army({(1, 0): "gold"}, seat=1)
    scene.dice({k(0, 0): 4, k(1, 0): 3}, seat=1).act().pick("command", "raid").deal()
    while scene.decision.prompt != "die_lose":
        scene.pick(scene.decision.options[0].verb, scene.decision.options[0].arg).deal()
    scenes = scenes_of(FACE, scene.view(0), scene.decision, NAMES[:3])
    assert [(each.seat, each.rank) for each in scenes] == [(-1, 0), (1, 1), (2, 0)]


def test_a_preview_pays_before_it_plays() -> None:
    scene = Scene().commands("stipendium").perms().act()
    seen = preview(scene, "Play Stipendium")
    assert seen.verb == "Pay 1, play" and seen.changes == (("actions", -1),)
    scene = Scene().army({(0, 1): "gold"}).coins(1).dice({r(0, 0): 4}).act().pick("consult")
    seen = preview(scene, "Pay with Centurion die 4 at E2/E3")
    assert [plain(chip) for chip in seen.chips] == ["4 \u2192 3"]


def test_army_cards_lie_in_the_hand_as_drawings() -> None:
    scene = Scene().hand("gold corn", "azure").army_phase()
    shown = cards(scene, 0)
    assert [shown[f"hand-0-{index}"].title for index in (0, 1)] == ["Azure", "Gold"]
    assert all("<use " in shown[f"hand-0-{index}"].art for index in (0, 1))
    assert f"army-{card_kind('azure')}" in FACE.symbols


def test_the_panels_of_a_camp_stand_together() -> None:
    """Each with its runner, and what the camp has together."""
    view = Scene(4).act().view(1)
    panels = FACE.panels(view, NAMES)
    assert [(panel.seat, panel.camp) for panel in panels] == [
        (1, "Camp of Pompeius"),
        (3, "Camp of Pompeius"),
        (0, "Camp of Caesar"),
        (2, "Camp of Caesar"),
    ]
    for panel in panels:
        seats = (panel.seat, panel.seat ^ 2)
        assert panel.camp_score == sum(view.sides[seat].total for seat in seats)
        assert f"runner-{panel.seat}" in {meter.key for meter in panel.meters}
    assert {panel.camp for panel in FACE.panels(Scene(2).act().view(0), NAMES[:2])} == {""}


@pytest.mark.clause("pb.team.3")
def test_the_hand_of_the_ally_stands_in_the_panel() -> None:
    scene = Scene(4).hand("gold", "azure", seat=2).commands("raid", "medicus", seat=2).act()

    def held(viewer: int) -> dict[str, Meter]:
        panels = {panel.seat: panel for panel in FACE.panels(scene.view(viewer), NAMES)}
        return {meter.key: meter for meter in panels[2].meters if meter.group == 2}

    shown = held(0)
    assert shown["held-2"].icons == ("blazon-azure", "blazon-gold")
    assert [shown[f"command-2-{index}"].shown for index in (0, 1)] == ["Raid", "Medicus"]
    about = FACE.about(scene.view(0), None, "meter-held-2", NAMES)
    assert about is not None and [plain(line) for line in about.body] == [
        "azure, ordinary",
        "gold, ordinary",
    ]
    for viewer in (1, 3, -1):
        assert held(viewer) == {}
        assert FACE.about(scene.view(viewer), None, "meter-held-2", NAMES) is None
