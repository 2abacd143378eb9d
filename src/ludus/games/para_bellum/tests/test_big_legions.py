"""Big Legions: their bonuses on each battle card, and Morale tests."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.tests.scene import CATALOG, Cell, Scene, k, r


def big(colour: str, battle: str, seats: int = 2, event: str = "") -> Scene:
    """One card short of a Big Legion of three in row 1; the player started with another colour."""
    start = "azure" if colour != "azure" else "crimson"
    scene = Scene(seats, battle, event, start=start)
    return scene.army({(-1, 1): colour, (0, 1): f"{colour} full", (1, 0): start, (2, 0): start})


def complete(scene: Scene, colour: str, *rolls: int) -> Scene:
    """Place the last card, above nothing, and roll for both slots."""
    return scene.hand(colour).army_phase().place(colour, (1, 1)).roll(*rolls)


def closed(colour: str, battle: str, *rolls: int, seats: int = 2, event: str = "") -> Scene:
    """The same with the Centurion on the way, its banner put on the new red die."""
    scene = big(colour, battle, seats, event)
    return finish(complete(scene, colour, *(rolls or (4, 4))))


def finish(scene: Scene) -> Scene:
    return scene.roll(3).picks(("die", r(1, 0)), ("banner", "warlord"))


@pytest.mark.clause("pb.big.1", "pb.big.2", "pb.big.8")
def test_what_is_big() -> None:
    for length in range(2, 9):
        row: dict[Cell, str] = {(c, 0): "azure full" for c in range(1, length - 1) if c < 4}
        if length - 1 > 4:
            continue
        row[(length - 1, 0)] = "azure"
        scene = Scene().army(row)
        ((lo, hi),) = scene.spans()
        fulls = (scene.player().full >> lo & (1 << (hi - lo)) - 1).bit_count()
        assert (hi - lo + 1 >= 3) == (fulls >= 1)
        assert scene.player().big == int(length >= 3)
    gap: dict[Cell, str] = {(-2, 0): "azure", (-1, 0): "azure full", (1, 0): "azure full"}
    scene = Scene().army({**gap, (2, 0): "azure"})
    assert scene.player().big == 2


@pytest.mark.clause("pb.big.8")
def test_a_full_card_in_the_gap_makes_one_long_legion() -> None:
    row: dict[Cell, str] = {
        (-2, 1): "gold",
        (-1, 1): "gold full",
        (1, 1): "gold full",
        (2, 1): "gold",
    }
    scene = Scene(battle="pharsalus").army({**row, (-1, 0): "azure", (1, 0): "azure"})
    scene.hand("gold full").army_phase().place("gold full", (0, 1)).roll(4, 4, 4, 4)
    scene.roll(3).picks(("die", r(0, 0)), ("banner", "warlord"))
    assert scene.player().legions[3] == 1 and len(scene.grays()) == 4
    scene.roll(6)
    assert scene.last("morale")["plus"] == 3


@pytest.mark.clause("pb.big.5", "pb.morale.1", "pb.morale.4", "pb.morale.13")
def test_a_bonus_and_a_test_per_opponent() -> None:
    scene = closed("purple", "pharsalus", seats=3)
    assert scene.told("bonus") == ["bonus"]
    assert scene.decision.prompt == "roll" and len(scene.decision.options) == 6
    scene.army({(1, 0): "crimson", (2, 0): "crimson"}, seat=1).dice(
        {k(0, 0): 5, k(1, 0): 2}, seat=1
    )
    scene.roll(6)
    assert scene.asked == (1, "die_morale"), "the next player finishes before the one after rolls"
    scene.pick("die", k(1, 0)).roll(1)
    tested = [event.facts["seat"] for event in scene.story if event.kind == "morale"]
    assert tested == [1, 2]


@pytest.mark.clause("pb.morale.13")
def test_tests_go_round_from_the_active_player() -> None:
    scene = Scene(3, "pharsalus", start="azure")
    for cell, look in {(0, 1): "purple", (1, 1): "purple full", (1, 0): "crimson"}.items():
        scene.army({cell: look}, seat=1)
    scene.hand("purple", seat=1).army_phase(1).place("purple", (2, 1)).roll(4, 4, 1, 1)
    tested = [event.facts["seat"] for event in scene.story if event.kind == "morale"]
    assert tested == [2, 0]


@pytest.mark.clause("pb.big.7")
def test_two_big_legions_at_once() -> None:
    row: dict[Cell, str] = {(-2, 1): "purple", (-1, 1): "purple full", (1, 1): "purple full"}
    scene = Scene(battle="pharsalus").army(
        {**row, (2, 1): "purple full", (3, 1): "purple", (-1, 0): "azure", (1, 0): "azure"}
    )
    scene.hand("purple").army_phase().place("purple", (0, 1)).roll(4, 4, 4, 4, 4)
    scene.roll(3).picks(("die", r(0, 0)), ("banner", "warlord"))
    assert scene.asked == (0, "legion_order")
    scene.pick("legion", 1).roll(1, 1)
    assert scene.told("bonus", "morale") == ["bonus", "morale", "bonus", "morale"]
    plus = [event.facts["plus"] for event in scene.story if event.kind == "morale"]
    assert plus == [2, 1], "the one that was named comes first"
    assert scene.player().coins == 2 + 3 + 3


@pytest.mark.clause("pb.bonus.2", "pb.battle.pharsalus.purple")
def test_the_bonus_of_its_colour() -> None:
    scene = closed("purple", "pharsalus")
    assert scene.player().coins == 5, "no other bonus was asked for"


@pytest.mark.clause("pb.bonus.3", "pb.bonus.4", "pb.bonus.5")
def test_any_bonus_for_the_starting_colour() -> None:
    scene = Scene(2, "pharsalus", start="gold").army(
        {(0, 1): "gold", (1, 1): "gold full", (1, 0): "gold"}
    )
    scene.army({(1, 0): "crimson"}, seat=1).dice({k(0, 0): 5}, seat=1)
    scene.dice({k(0, 0): 4, r(0, 0): 4}).hand("gold").army_phase()
    scene.place("gold", (2, 1)).roll(4, 4)
    assert scene.asked == (0, "bonus"), "the Legion need not hold the starting card"
    assert scene.options() == list(COLOUR_IDS), "and there is no way to decline"
    own = Scene(2, "pharsalus", start="gold").army({(1, 0): "gold full"}).hand("gold").army_phase()
    own.army({(1, 0): "crimson"}, seat=1).dice({k(0, 0): 5}, seat=1)
    own.place("gold", (2, 0)).roll(4, 4)
    assert own.options() == list(COLOUR_IDS)
    bare = Scene(2, "pharsalus", start="gold").army({(1, 0): "gold full"}).hand("gold").army_phase()
    bare.place("gold", (2, 0)).roll(4, 4)
    assert "azure" not in bare.options(), "without a gray die to hit it can do nothing"


@pytest.mark.clause("pb.bonus.5")
def test_a_bonus_that_can_do_nothing() -> None:
    scene = closed("azure", "pharsalus")
    assert scene.told("no_bonus") == ["no_bonus"]


@pytest.mark.clause("pb.bonus.8", "pb.battle.dyrrhachium.verdant")
def test_an_action_before_the_action_phase() -> None:
    scene = closed("verdant", "dyrrhachium").roll(1)
    assert scene.asked == (0, "act") and scene.state.actions == 4
    scene.pick("end").deal()
    assert scene.action_phase(0).state.actions == 3


# Morale ------------------------------------------------------------------------------------------


def ambush(banner: bool = False, reds: int = 0, seats: int = 2, event: str = "") -> Scene:
    """Seat 0 ambushes seat 1, who has gray dice 6, 3 and 1 and so many red ones."""
    scene = Scene(seats, event=event).commands("ambush")
    if banner:
        scene.army({(1, 0): "azure"}).dice({k(0, 0): (4, "speculatore")})
    row: dict[Cell, str] = {(c, 0): "crimson" for c in (1, 2, 3)}
    scene.army({**row, (0, 1): "gold", (0, 2): "gold", (0, -1): "gold", (1, 1): "purple"}, seat=1)
    scene.dice({k(0, 0): 6, k(1, 0): 3, k(2, 0): 1}, seat=1)
    slots = (r(0, 0), r(0, 1), r(0, -1), r(1, 0))
    scene.dice(dict.fromkeys(slots[:reds], 1), seat=1)
    scene.act().pick("command", "ambush")
    if seats == 3:
        scene.pick("target", 1)
    if banner:
        scene.pick("option", 1)
    return scene


@pytest.mark.clause("pb.morale.2", "pb.team.7")
def test_allies_do_not_test() -> None:
    scene = closed("purple", "pharsalus", seats=4).roll(1, 1)
    tested = [event.facts["seat"] for event in scene.story if event.kind == "morale"]
    assert tested == [1, 3]
    raid = Scene(4).commands("raid")
    for seat in (1, 2, 3):
        raid.army({(1, 0): COLOUR_IDS[raid.player(seat).colour]}, seat=seat).dice(
            {k(0, 0): 5}, seat=seat
        )
    raid.act().pick("command", "raid")
    assert raid.options() == [1, 3]


@pytest.mark.clause("pb.morale.3", "pb.morale.11", "pb.card.ambush")
def test_a_card_calls_for_a_test() -> None:
    scene = ambush(reds=2).roll(2)
    assert scene.last("morale") == {"seat": 1, "roll": 2, "plus": 1, "limit": 3, "passed": 1}
    harder = ambush(banner=True, reds=2).roll(2)
    assert harder.last("morale")["plus"] == 3
    assert harder.asked == (1, "die_morale")


@pytest.mark.clause("pb.morale.5", "pb.morale.6")
def test_full_colour_cards_add_up() -> None:
    scene = Scene(2, "pharsalus").army(
        {(0, 1): "purple", (1, 1): "purple full", (2, 1): "purple full"}
    )
    scene.army({(1, 0): "azure", (2, 0): "azure"}).dice({r(0, 0): 3, r(1, 0): 3, r(2, 0): 3})
    scene.hand("purple").army_phase().place("purple", (3, 1)).roll(4, 4, 4).roll(3)
    assert scene.last("morale")["plus"] == 2
    for rolled, passed in ((2, 1), (3, 0)):
        again = big("purple", "pharsalus")
        again.army({(0, 1): "gold", (0, 2): "gold"}, seat=1).dice({r(0, 0): 5, r(0, 1): 5}, seat=1)
        finish(complete(again, "purple", 4, 4)).roll(rolled)
        facts = again.last("morale")
        assert (facts["plus"], facts["limit"], facts["passed"]) == (1, 3, passed)


@pytest.mark.clause("pb.morale.7")
def test_the_number_of_dice_counts() -> None:
    scene = ambush(reds=3)
    scene.general(1, seat=1).roll(3)
    assert scene.last("morale")["limit"] == 4


@pytest.mark.clause("pb.morale.8", "pb.morale.9", "pb.lose.3")
def test_a_failed_test_costs_a_gray_die() -> None:
    scene = ambush().roll(6)
    assert scene.asked == (1, "die_morale")
    assert scene.options() == [k(0, 0), k(1, 0), k(2, 0)]
    scene.pick("die", k(0, 0))
    assert scene.grays(1) == [3, 1], "a die of any value can go"


@pytest.mark.clause("pb.morale.10")
def test_nothing_to_lose() -> None:
    scene = Scene().commands("ambush").goals("terror").act().pick("command", "ambush").roll(6)
    assert scene.last("morale")["passed"] == 0
    assert scene.told("die_lost") == [] and scene.scored() == {"terror": 4}


@pytest.mark.clause("pb.morale.12", "pb.card.aquilifer", "pb.event.mutinous_mood")
def test_changes_add_up() -> None:
    scene = big("purple", "pharsalus", event="mutinous_mood")
    scene.perms("aquilifer", seat=1)
    finish(complete(scene, "purple", 4, 4)).roll(4)
    facts = scene.last("morale")
    assert facts["roll"] + facts["plus"] == 4 + 1 + 2 - 2


@pytest.mark.clause("pb.morale.14")
def test_five_red_dice() -> None:
    for rolled, passed in ((5, 1), (6, 0)):
        scene = big("purple", "pharsalus")
        column: dict[Cell, str] = {(0, 1): "gold", (0, 2): "gold", (0, -1): "gold", (1, 1): "gold"}
        scene.army({**column, (1, 0): "crimson"}, seat=1)
        scene.dice(dict.fromkeys((r(0, 0), r(0, 1), r(0, -1), r(1, 0), r(1, 1)), 2), seat=1)
        finish(complete(scene, "purple", 4, 4)).roll(rolled)
        assert scene.last("morale")["passed"] == passed


# Battle cards ------------------------------------------------------------------------------------


@pytest.mark.clause("pb.battle.dyrrhachium.crimson", "pb.mix.19")
def test_experienced_builders() -> None:
    # The die in the row below is bare too, but it is not of this Legion.
    scene = big("crimson", "dyrrhachium").dice({k(0, 0): 2})
    finish(complete(scene, "crimson", 4, 4))
    assert scene.options("die") == [k(-1, 1), k(0, 1)]
    # What is asked names the Legion by its ends: a mask of slots would be too large for learners.
    assert scene.state.stack[-1].value == 0
    scene.pick("die", k(0, 1))
    assert scene.options("banner") == ["artifex", "veterani", "speculatore"]
    scene.pick("banner", "veterani")
    assert scene.flag(k(0, 1)) == "veterani"
    eagles = big("crimson", "dyrrhachium").goals("eagles_raised")
    eagles.dice({k(0, 0): (2, "artifex"), k(1, 0): (2, "speculatore")})
    eagles.dice({r(0, 0): (1, "strategist")})
    complete(eagles, "crimson", 4, 4).roll(3).picks(("die", r(1, 0)), ("banner", "warlord"))
    assert eagles.scored() == {"eagles_raised": 0}
    eagles.pick("die", k(0, 1))
    assert eagles.flag(k(0, 1)) == "veterani" and eagles.scored() == {"eagles_raised": 2}


@pytest.mark.clause("pb.battle.dyrrhachium.crimson")
def test_experienced_builders_without_a_banner_left() -> None:
    scene = big("crimson", "dyrrhachium").army({(3, 0): "azure"})
    scene.dice({k(0, 0): (2, "artifex"), k(1, 0): (2, "speculatore"), k(2, 0): (2, "veterani")})
    complete(scene, "crimson", 4, 4).roll(3).pick("banner", "warlord")
    assert scene.told("no_bonus") == ["no_bonus"]


@pytest.mark.clause("pb.battle.dyrrhachium.azure", "pb.cmd.2", "pb.mix.8")
def test_rushed_construction() -> None:
    scene = big("azure", "dyrrhachium").commands("castra", "raid")
    finish(complete(scene, "azure", 4, 4)).roll(1)
    assert scene.in_play() == ["castra"] and scene.asked == (0, "act")
    assert scene.state.actions == 3
    unit = big("azure", "dyrrhachium").commands("balista")
    finish(complete(unit, "azure", 4, 4))
    assert unit.asked == (0, "unit_cell")
    assert (0, 2) in unit.options() and (1, 2) in unit.options()
    unit.pick("cell", (1, 2)).roll(1)
    unit.hand("gold").army_phase().pick("card", "gold")
    assert not {(0, 2), (2, 2)} & set(unit.options("cell"))
    army = Scene().commands("raid", "castra").hand("azure").army_phase()
    assert army.verbs() == {"card"}, "command cards wait for the Action Phase"


@pytest.mark.clause("pb.battle.dyrrhachium.gold")
def test_good_commander() -> None:
    scene = big("gold", "dyrrhachium").dice({k(0, 0): 1})
    finish(complete(scene, "gold", 3, 6))
    assert scene.asked == (0, "die_reroll")
    scene.pick("die", k(0, 0))
    assert scene.options("die") == [k(-1, 1), k(0, 1)]
    scene.pick("die", k(-1, 1)).roll(5, 4)
    assert (scene.face(k(0, 0)), scene.face(k(-1, 1)), scene.face(k(0, 1))) == (5, 4, 6)


@pytest.mark.clause("pb.battle.dyrrhachium.purple")
def test_engineering_corps() -> None:
    scene = big("purple", "dyrrhachium").line("contio", "castra", "raid", "medicus")
    finish(complete(scene, "purple", 4, 4))
    scene.deal()
    assert scene.held() == ["castra"] and len(scene.in_line()) == 4
    bare = big("purple", "dyrrhachium").line("contio", "bribe", "raid", "medicus")
    finish(complete(bare, "purple", 3, 4))
    assert bare.asked == (0, "die_raise")
    bare.pick("die", k(-1, 1))
    assert bare.face(k(-1, 1)) == 6


@pytest.mark.clause("pb.battle.pharsalus.crimson")
def test_third_line() -> None:
    scene = big("crimson", "pharsalus").dice({k(0, 0): 2})
    finish(complete(scene, "crimson", 3, 5))
    assert (scene.face(k(-1, 1)), scene.face(k(0, 1)), scene.face(k(0, 0))) == (5, 6, 2)
    # A small Legion that goes on from its last card has a die of its own.
    longer = big("crimson", "pharsalus").army({(2, 1): "crimson"})
    finish(complete(longer, "crimson", 3, 4, 4))
    assert [longer.face(k(column, 1)) for column in (-1, 0, 1)] == [5, 6, 4]


@pytest.mark.clause("pb.battle.pharsalus.azure")
def test_hidden_cohort() -> None:
    scene = big("azure", "pharsalus", seats=3).perms("castra", seat=1)
    scene.army({(1, 0): "azure", (2, 0): "azure"}, seat=1)
    scene.dice({k(0, 0): (2, "veterani"), k(1, 0): 5}, seat=1)
    finish(complete(scene, "azure", 4, 4)).pick("die", k(0, 0))
    assert scene.grays(1) == [5] and scene.banners(1) == set()
    assert not scene.player(1).shielded, "a die lowered to nothing is not removed"


@pytest.mark.clause("pb.battle.pharsalus.verdant")
def test_cavalry_screen() -> None:
    scene = closed("verdant", "pharsalus").roll(1)
    assert scene.asked == (0, "act")
    assert (scene.state.actions, scene.player().coins) == (4, 3)


@pytest.mark.clause("pb.battle.pharsalus.gold")
def test_aim_for_the_faces() -> None:
    scene = big("gold", "pharsalus").army({(1, 0): "crimson", (2, 0): "crimson"}, seat=1)
    scene.dice({k(0, 0): 6, k(1, 0): 1}, seat=1)
    finish(complete(scene, "gold", 4, 4)).pick("die", k(0, 0)).roll(2)
    assert scene.grays(1) == [2, 1] and scene.told("takes") == []


@pytest.mark.clause("pb.battle.thapsus.crimson")
def test_against_the_elephants() -> None:
    scene = big("crimson", "thapsus", seats=3).perms(("onager", (0, 1)), seat=2)
    finish(complete(scene, "crimson", 4, 4))
    assert scene.in_play(2) == [] and scene.player(2).units == 0
    assert scene.discarded() == ["onager"] and scene.player().points == 0
    assert closed("crimson", "thapsus").player().points == 2


@pytest.mark.clause("pb.battle.thapsus.azure")
def test_trumpets_sound() -> None:
    scene = big("azure", "thapsus").dice({k(0, 0): 1})
    finish(complete(scene, "azure", 3, 6))
    assert scene.options("die") == [k(-1, 1), k(0, 1)], "a die alone in its Legion has no pair"
    scene.pick("die", k(-1, 1))
    assert scene.grays() == [1, 6, 6]


@pytest.mark.clause("pb.battle.thapsus.verdant", "pb.gloss.3")
def test_landing_party() -> None:
    scene = big("verdant", "thapsus").deck("gold", "azure")
    finish(complete(scene, "verdant", 4, 4)).draw("gold", "azure")
    assert scene.looks() == ["azure", "gold"]
    assert scene.state.ending == 0


@pytest.mark.clause("pb.battle.thapsus.gold")
def test_no_quarter() -> None:
    scene = big("gold", "thapsus").army({(0, 1): "purple", (0, 2): "purple"}, seat=1)
    scene.dice({r(0, 0): 3, r(0, 1): 3}, seat=1)
    finish(complete(scene, "gold", 4, 4)).roll(1)
    facts = scene.last("morale")
    assert (facts["plus"], facts["limit"], facts["passed"]) == (3, 3, 0)
    scene.commands("ambush").act().pick("command", "ambush").roll(1)
    assert scene.last("morale")["plus"] == 1, "later tests are not touched"


@pytest.mark.clause("pb.battle.thapsus.purple")
def test_veterans_lead() -> None:
    scene = big("purple", "thapsus")
    complete(scene, "purple", 6, 3).roll(2).picks(("die", r(1, 0)), ("banner", "warlord"))
    assert scene.face(r(1, 0)) == 5
    assert scene.face(k(0, 1)) == 4, "the only gray die below 6"
    nobody = Scene(battle="thapsus").army(
        {(-1, -1): "purple", (0, -1): "purple full", (1, 0): "azure"}
    )
    nobody.hand("purple").army_phase().place("purple", (1, -1)).roll(6, 3)
    nobody.roll(6).picks(("die", r(1, -1)), ("banner", "warlord"))
    assert nobody.face(r(1, -1)) == 6 and nobody.face(k(0, -1)) == 4


def test_bonus_programs_are_all_reached() -> None:
    assert all(len(battle.bonuses) == 5 for battle in CATALOG.battles)
