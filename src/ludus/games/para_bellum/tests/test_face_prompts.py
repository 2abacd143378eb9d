"""The line that says what to do, read back against the question; signs as they count here."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ludus.core.models import Wish
from ludus.core.text import plain
from ludus.games.para_bellum.board import slot_name
from ludus.games.para_bellum.ids import NONE, PLACED
from ludus.games.para_bellum.tests.scene import CATALOG, Scene, r
from ludus.games.para_bellum.tests.test_cards import victim
from ludus.games.para_bellum.tests.test_face_positions import FACE, NAMES, Look, looks

SEVERAL = ("die_raise", "die_lower", "die_reroll")
OPTIONS = ("order_option", "branch", "runner", "pay_way")


def said(look: Look) -> str:
    assert look.decision is not None
    return plain(FACE.prompt(look.view, look.decision, look.names).sentence)


def test_the_prompt_speaks_to_whoever_chooses_and_of_them_to_others() -> None:
    met: Counter[bool] = Counter()
    for look in looks():
        if look.decision is None or look.decision.seat < 0:
            continue
        name, line = look.names[look.decision.seat], said(look)
        mine = look.mine is not None
        question = look.view.question
        own = question is not None and question.target == look.decision.seat
        assert (name in line) == (not mine) or own, (look.decision.prompt, line)
        assert line.endswith((".", "?")) and "{" not in line
        met[mine] += 1
    assert met[True] and met[False]


def test_the_prompt_counts_what_is_left_to_choose() -> None:
    met: Counter[bool] = Counter()
    for look in looks():
        question = look.view.question
        if look.mine is None or question is None:
            continue
        several = look.mine.prompt in SEVERAL and question.left > 1
        line = said(look)
        assert ("left to choose" in line) == several
        assert not several or f"; {question.left} left" in line
        met[several] += 1
        if look.mine.prompt in ("die_raise", "die_lower"):
            effect = CATALOG.effects[question.effect]
            by = question.value if effect.by_roll else abs(effect.n)
            assert f" by {by}" in line
        if look.mine.prompt == "act":
            count = look.view.actions
            plural = "" if count == 1 else "s"
            wanted = f"{count} action{plural} left" if count else "No actions left."
            assert line.startswith(wanted)
        if look.mine.prompt == "discard":
            assert f"discard {question.left} of them" in line
        if look.mine.prompt == "banner_type":
            assert f"at {slot_name(question.lo)}." in line
    assert met[True] and met[False]


def test_the_prompt_names_the_card_and_whom_it_is_about() -> None:
    met: Counter[str] = Counter()
    for look in looks():
        question = look.view.question
        if look.decision is None or question is None or look.decision.seat < 0:
            continue
        prompt, line = look.decision.prompt, said(look)
        if prompt in ("order_option", "order_target", "unit_cell"):
            name = FACE.words.text(f"card.{CATALOG.commands[question.card].id}.name")
            assert name in line
            met[prompt] += 1
        if prompt in ("die_lower", "die_lose", "perm_disable", "perm_discard", "give"):
            assert question.target != NONE and look.names[question.target] in line
            met[prompt] += 1
        if prompt == "place_cell" and look.mine is not None:
            colour = FACE.words.text(f"colour.{CATALOG.army[question.card].colour}")
            assert line == f"Choose a cell for the {colour} card."
        if prompt == "runner" and look.mine is not None:
            alliance = CATALOG.alliances[look.view.alliances[look.decision.seat % 2]].id
            assert FACE.words.text(f"alliance.{alliance}.name") in line
        if prompt == "pay" and look.mine is not None:
            coins = any(option.verb == "coins" for option in look.mine.options)
            assert ("or coins" in line) == coins
            met[f"pay {coins}"] += 1
        if prompt == "take" and look.mine is not None:
            low = any(each.phase == PLACED for each in look.view.questions[-2:])
            assert ("shows 1 or 2" in line) == low
            met[f"take {low}"] += 1
    wanted = {"order_option", "order_target", "unit_cell", "die_lower", "perm_disable", "give"}
    assert wanted | {"pay True", "pay False", "take True", "take False"} <= set(met)


@pytest.mark.parametrize(("unit", "taken_off"), [("onager", True), ("balista", False)])
def test_a_result_is_picked_for_what_it_does(unit: str, taken_off: bool) -> None:
    """The one takes it off a die, the other removes a die that shows it."""
    scene = victim(Scene(), 4, 5, 6).perms((unit, (0, 1)))
    victim(scene, (6, "artifex"), (6, "veterani"), seat=0).act().pick("use").deal()
    while scene.decision.prompt != "roll":
        scene.pick(scene.decision.options[0].verb)
    scene.roll(*(4, 5, 6)[: 2 + (unit == "balista")])
    assert scene.decision.prompt == "pick"
    for viewer in (0, 1):
        line = plain(FACE.prompt(scene.view(viewer), scene.decision, NAMES[:2]).sentence)
        assert ("taken off" in line) == (taken_off and viewer == 0)
        assert ("loses a gray die" in line) == (not taken_off and viewer == 0)


def test_others_cannot_tell_a_card_that_is_chosen_from_one_that_waits() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("azure", "gold").army_phase()
    before = FACE.prompt(scene.view(1), scene.decision, NAMES[:2])
    scene.pick("card", "azure")
    assert FACE.prompt(scene.view(1), scene.decision, NAMES[:2]) == before
    assert FACE.prompt(scene.view(0), scene.decision, NAMES[:2]) != before


# Signs --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("capital", ["2", "3"])
def test_a_sign_for_two_pips_counts_as_the_table_says(capital: str) -> None:
    """Where it stands for three it is written, since there is no symbol; all others are drawn."""
    scene = Scene(capital_signs=capital).line("balista", "medicus", "onager", "bribe").act()
    shown = {card.key: card for card in FACE.dashboard(scene.view(0), None, (), NAMES[:2]).cards}
    for index, card in enumerate(("balista", "medicus", "onager")):
        template = FACE.words.template(f"card.{card}.text")
        body = shown[f"line-{index}"].body
        icons = [bit.ref for bit in body if bit.kind == "icon"]
        for sign, icon in (("red1", "pay-r1"), ("gray1", "pay-k1"), ("x", "action")):
            wanted = len(re.findall(rf"\b{sign}\b", template))
            assert icons.count(icon) == wanted, (card, sign)
        for sign, icon, die in (("red2", "pay-r2", "red"), ("gray2", "pay-k2", "gray")):
            wanted = template.count(sign)
            assert icons.count(icon) == (wanted if capital == "2" else 0)
            assert plain(body).count(f"{capital} off a {die} die") == wanted


# What is not there --------------------------------------------------------------------------------


def test_options_explain_themselves_only_while_they_are_asked_for() -> None:
    met: Counter[bool] = Counter()
    for look in looks():
        prompt = look.decision.prompt if look.decision is not None else ""
        about = FACE.about(look.view, None, "option-0", look.names)
        assert (about is not None) == (prompt in OPTIONS), prompt
        met[about is not None] += 1
    assert met[True] and met[False]


@pytest.mark.parametrize("digits", [4, 5000])
def test_a_number_that_is_far_too_long_is_no_number(digits: int) -> None:
    """Places come from a page, and anybody can write to it."""
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): 4}).hand("azure").army_phase()
    view, decision, long = scene.view(0), scene.decision, "9" * digits
    for kind in ("free-0-", "die-0-", "hand-0-", "banner-", "perm-0-"):
        assert FACE.about(view, decision, f"{kind}{long}", NAMES[:2]) is None
    for wish in (
        Wish(f"card-{long}", {"card": 1}, "free-0-14"),
        Wish("card-0", {"card": 1}, f"free-0-{long}"),
        Wish("dice", {}, f"die-0-{long}"),
    ):
        assert isinstance(FACE.follow(view, decision, wish, (), NAMES[:2]), str)


def test_a_lone_card_is_shown_with_the_cells_around_it() -> None:
    """An army in letters has three columns at least, and grows with its cards."""
    for cards, columns in (
        ({}, "DEF"),
        ({(1, 0): "azure"}, "DEF"),
        ({(1, 0): "azure", (2, 0): "azure"}, "EFG"),
        ({(1, 0): "azure", (-1, 0): "azure", (2, 0): "azure"}, "DEFG"),
        ({(-4, 0): "azure"}, "ABCDE"),
    ):
        rows = FACE.text(Scene().army(cards).act().view(0), NAMES[:2]).split("\n")
        found = [row for row in rows if re.fullmatch(r"[ A-I]+", row) and row.strip()]
        assert "".join(found[0].split()) == columns
