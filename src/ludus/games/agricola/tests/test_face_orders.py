"""Buttons and lines of Agricola's table: orders, ways out of a battle, odds, units set down."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from ludus.core.face import Choice
from ludus.core.models import Wish
from ludus.core.protocol import Event
from ludus.core.text import plain
from ludus.games.agricola.drawing import load_sheet
from ludus.games.agricola.face.counters import HALF
from ludus.games.agricola.face.names import bearing
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.mechanics import rolls_ahead
from ludus.games.agricola.tests.scene import Scene, place, tables, the_box, unit
from ludus.games.agricola.tests.test_face_models import (
    FACE,
    NAMES,
    battle,
    carry,
    dashboard,
    gesture,
    takes,
)


def choices(scene: Scene, seat: int = 0) -> Sequence[Choice]:
    view, decision = scene.script.view(seat), scene.script.decision(seat)
    return FACE.choices(view, decision, NAMES)


# Orders -------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.12.5.1")
def test_an_order_shows_its_price_and_keeps_its_whole_name() -> None:
    scene = Scene(romans={"3525": "Agricola, II Ad A"}, ap=(2, 0))
    paid = next(each for each in choices(scene) if each.action.verb == "march")
    assert not paid.places and paid.label.endswith("for 1 AP")
    assert plain(paid.brief) == "March Eboracum 1 AP"
    assert "still unused" in plain(paid.hint)
    free = next(each for each in choices(scene) if each.action.verb == "free")
    assert free.places and not free.brief


def test_of_many_like_buttons_only_the_first_has_a_word() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, ap=(0, 2))
    shown = {each.action.text: (plain(each.brief), each.label) for each in choices(scene, 1)}
    assert shown["levy:1"] == ("units Raise 1", "Raise 1 unit")
    assert shown["levy:2"] == ("units 2", "Raise 2")
    assert shown["stratagems:2"][0] == "stratagems 2"


@pytest.mark.clause("agricola.15.2.15")
def test_ways_out_of_a_battle_are_buttons_and_fighting_is_the_main_one() -> None:
    scene = battle().do("declare 0", "dice 6 1")
    ways = [each for each in choices(scene) if each.action.verb == "retreat"]
    assert ways and not any(each.places for each in ways)
    for each in ways:
        assert each.lights == (f"hex-{each.action.arg}",)
        assert plain(each.brief)[0] in "\u2190\u2192\u2196\u2197\u2198\u2199"
    fight = next(each for each in choices(scene) if each.action.verb == "fight")
    assert fight.main


def test_an_arrow_points_where_the_neighbour_lies_on_the_map() -> None:
    board = tables().board
    middles = load_sheet(the_box().pack, board).middles
    seen = 0
    for start in range(board.hexes):
        for end in board.around[start]:
            if end >= board.hexes:
                continue
            (x, y), (to_x, to_y) = middles[start], middles[end]
            level = round((to_y - y) / 10)
            right = to_x > x
            arrow = {
                -1: "\u2197" if right else "\u2196",
                0: "\u2192" if right else "\u2190",
                1: "\u2198" if right else "\u2199",
            }[(level > 0) - (level < 0)]
            assert bearing(board, start, end) == arrow
            seen += 1
    assert seen > 1000
    assert bearing(board, place("3525"), place("3525")) == ""
    assert bearing(board, place("3525"), place("B")) == ""
    assert bearing(board, place("B"), place("3525")) == ""


# Odds ---------------------------------------------------------------------------------------------


@pytest.mark.clause("agricola.15.2.4", "agricola.15.2.12")
@pytest.mark.parametrize(
    ("plus", "tie", "rolls"),
    [((0, 0), ROMAN, 21), ((0, 0), CALEDONIAN, 15), ((1, 0), ROMAN, 26), ((0, 2), ROMAN, 10)],
)
def test_so_many_of_36_rolls_give_the_romans_the_advantage(
    plus: tuple[int, int], tie: int, rolls: int
) -> None:
    assert rolls_ahead(*plus, tie) == rolls


@pytest.mark.clause("agricola.15.2.4")
def test_before_the_roll_a_bar_tells_who_may_strike_first() -> None:
    scene = battle()
    moment = dashboard(scene).moment
    assert moment is not None and moment.row_label == "Who strikes first, as it stands"
    # Agricola is the only elite, and on open ground a tie is the Romans'.
    romans = rolls_ahead(1, 0, ROMAN)
    share = round(100 * romans / 36)
    assert plain(moment.row) == f"Romans: {share} of 100 rolls to strike first"
    assert moment.row[0].ref == f"{share}=Romans {share} %|0=|{100 - share}=Caledonians " + (
        f"{100 - share} %|0=1"
    )
    hints = {each.action.text: plain(each.hint) for each in choices(scene)}
    more = round(100 * rolls_ahead(2, 0, ROMAN) / 36)
    assert hints["declare:0"].endswith(f"in {share} of 100 rolls, as it stands.")
    assert hints["declare:1"].endswith(f"in {more} of 100 rolls, as it stands.")


# The log ------------------------------------------------------------------------------------------


def told(scene: Scene, kind: str, seat: int, **facts: int) -> str:
    line = FACE.tell(scene.script.view(seat), Event(kind, dict(facts)), NAMES)
    return "" if line is None else plain(line.sentence)


def test_hits_are_one_step_of_the_log() -> None:
    scene = Scene()
    events = [
        Event("disrupted", {"side": ROMAN, "unit": 3}),
        Event("eliminated", {"side": ROMAN, "unit": 4}),
    ]
    lines = [FACE.tell(scene.script.view(0), event, NAMES) for event in events]
    assert all(line is not None and line.step == "losses" for line in lines)
    volley = scene_line(battle().do("declare 0", "dice 6 1", "fight", "dice 1 6 2"), "fire")
    assert volley == ""


def scene_line(scene: Scene, kind: str) -> str:
    line = FACE.tell(scene.script.view(0), scene.told(kind)[0], NAMES)
    assert line is not None
    return line.step


def test_a_recruit_is_told_once_and_by_name_to_its_own_side() -> None:
    scene = Scene(romans={"3525": "Agricola"})
    facts = {"side": ROMAN, "unit": unit(ROMAN, "Ala I")}
    assert told(scene, "recruited", 0, side=ROMAN, place=NONE) == ""
    assert told(scene, "recruited_unit", 0, **facts) == "The Romans recruit Ala I."
    assert told(scene, "recruited", 1, side=ROMAN, place=NONE) == "The Romans recruit a unit."
    # The enemy sees which one it is only of a Praesidium and of who came back.
    assert told(scene, "recruited_unit", 1, **facts) == "The recruit is Ala I."


# Units set down -----------------------------------------------------------------------------------


@pytest.mark.clause("agricola.11.1.8")
def test_drawn_units_are_placed_in_any_order_and_several_at_once() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, ap=(0, 3))
    scene.do("levy 3")
    for name in ("Warband 1", "Warband 2", "Chariots I"):
        scene.script.chance(f"pick:{unit(CALEDONIAN, name)}")
    assert scene.script.decision(1).prompt == "place"
    offered = gesture(scene, "place", 1)
    assert [pick.start for pick in offered.picks].count(1) == 1
    assert offered.targets and not offered.shortcuts[-1].picks
    wish = Wish("place", takes(CALEDONIAN, "Chariots I", "Warband 2"), f"hex-{place('2231')}")
    assert carry(scene, wish, 1) == ""
    assert scene.at("Chariots I", "Warband 2") == ("2231", "2231")
    assert scene.script.decision(1).prompt == "place"
    assert not FACE.gestures(scene.script.view(1), scene.script.decision(1), (), NAMES)


def test_who_is_in_hand_is_placed_first() -> None:
    scene = Scene("caledonian", "recruit", tribes={"2231": "Calgacus"}, ap=(0, 3))
    scene.do("levy 2")
    for name in ("Warband 1", "Chariots I"):
        scene.script.chance(f"pick:{unit(CALEDONIAN, name)}")
    held = next(o for o in scene.script.decision(1).options if o.verb == "unit")
    scene.script.play(held.text, seat=1)
    other = next(n for n in ("Warband 1", "Chariots I") if unit(CALEDONIAN, n) != held.arg)
    spot = f"hex-{place('2231')}"
    assert carry(scene, Wish("place", takes(CALEDONIAN, other), spot), 1).startswith("First set")
    assert carry(scene, Wish("place", {}, spot), 1) == "Choose at least one unit."
    assert carry(scene, Wish("place", {str(held.arg): 1}, "hex-0"), 1).startswith(
        "There is no room"
    )


# Counters on the map ------------------------------------------------------------------------------


def test_a_hungry_stack_can_still_be_read() -> None:
    """The ear of grain lies on the edge, above the figures, and the count above the counter."""
    scene = Scene(romans={"2226": "II Ad A, II Ad B"})
    drawn = FACE.scenes(scene.script.view(0), None, (), NAMES)[0].svg
    count = re.search(r'class="tally" r="10" cx="(-?[\d.]+)" cy="(-?[\d.]+)"', drawn)
    assert count is not None and float(count[1]) == 0 and float(count[2]) < -HALF
    ear = re.search(r'translate\((-?[\d.]+) (-?[\d.]+)\)"><title>Out of supply', drawn)
    assert ear is not None
    figure = re.search(r'class="num" x="(-?[\d.]+)" y="(-?[\d.]+)"', drawn)
    assert figure is not None
    assert float(ear[1]) + 8 <= float(figure[1]) + 2 and float(ear[2]) + 10 < float(figure[2]) - 12
