"""Since your last turn: what others did, told in steps when it is one's turn again."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import answered, new_table, pick, press, until_placing, wait
from tests.browser.test_access import check, check_themes
from tests.browser.test_clicks import at_hand

SEATS = ["me", "bot:easy", "bot:easy"]
NUMBERS = """() => [...document.querySelectorAll("#overlay .way-number")]
  .map((each) => Number(each.textContent))"""

ON_RECAP = """([x, y]) => {
  const top = document.elementFromPoint(x, y);
  return Boolean(top?.closest("#recap")) && !top?.closest("button");
}"""


def steps_told(page: Page) -> list[str]:
    return page.locator("#recap .recap-step .recap-words").all_text_contents()


def until_told(page: Page) -> None:
    """Plays on to a turn before which others did more than one thing."""
    rng = random.Random(7)
    for _ in range(12):
        turn = wait(page)
        if page.locator("#recap").is_visible():
            return
        press(page, turn, pick(turn, rng))
    raise AssertionError("nothing was told in twelve decisions")


def test_steps_have_the_numbers_of_the_arrows(visit: Sessions) -> None:
    page = visit()
    new_table(page, SEATS)
    stage = page.locator("#stage").bounding_box()
    until_told(page)
    recap = page.locator("#recap")
    steps = recap.locator(".recap-step")
    count = steps.count()
    assert 2 <= count <= 6
    assert steps.locator(".line-number").all_text_contents() == [
        str(number) for number in range(1, count + 1)
    ]
    drawn = page.evaluate(NUMBERS)
    assert drawn and set(drawn) <= set(range(1, count + 1))
    # It lies over the board and moves nothing.
    assert page.locator("#stage").bounding_box() == stage

    page.keyboard.press("Escape")
    expect(recap).to_be_hidden()
    page.keyboard.press("v")
    expect(recap.locator(".recap-step.now")).to_have_count(1)
    recap.get_by_role("button", name="Got it").click()
    expect(recap).to_be_hidden()
    assert page.evaluate(NUMBERS) == drawn


def test_it_goes_by_itself_with_the_first_thing_one_does(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, SEATS)
    until_told(page)
    rng = random.Random(1)
    told = steps_told(page)
    for _ in range(6):
        turn = wait(page)
        press(page, turn, pick(turn, rng))
        if turn.placed:
            # What is told now, if anything, is what others did afterwards.
            wait(page)
            assert steps_told(page) != told
            return
        # A roll of one's own does not put it away, for there is nothing to see of it on the board.
        # It may have no room beside the places that can be chosen then.
        wait(page)
        assert steps_told(page) in (told, [])
    raise AssertionError("nothing was placed")


def test_on_a_phone_it_is_one_row(visit: Sessions) -> None:
    """The board stays in sight, and the row can be moved without a finger."""
    page = visit(size=PHONE, phone=True)
    new_table(page, SEATS)
    until_told(page)
    steps = page.locator("#recap .recap-step").evaluate_all(
        "all => all.map((each) => Math.round(each.getBoundingClientRect().top))"
    )
    assert len(steps) > 1 and len(set(steps)) == 1
    check(page)


def test_a_click_on_it_goes_to_what_can_be_chosen_below(visit: Sessions) -> None:
    page = visit()
    new_table(page, SEATS)
    rng = random.Random(1)
    for _ in range(10):
        until_told(page)
        turn = until_placing(page, rng)
        if page.locator("#recap").is_visible():
            break
        press(page, turn, pick(turn, rng))
    # What a click would reach without it: the board may be larger than its window.
    open_places = {each.place for each in at_hand(page, turn)}
    # Over everything, wherever it was put.
    page.locator("#recap").evaluate("""each => {
      each.style.top = each.style.left = each.style.right = each.style.bottom = "0";
    }""")
    placed = [each.place for each in turn.choices]
    choice = next(
        each
        for each in turn.choices
        if each.place in open_places
        and placed.count(each.place) == 1
        and page.evaluate(ON_RECAP, [each.x, each.y])
    )
    page.mouse.click(choice.x, choice.y)
    answered(page, turn)


def test_it_can_be_switched_off(visit: Sessions) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('ludus.settings', JSON.stringify({ recap: false }))")
    new_table(page, SEATS)
    rng = random.Random(7)
    for _ in range(8):
        turn = wait(page)
        assert page.locator("#recap").is_hidden()
        press(page, turn, pick(turn, rng))


def test_axe_finds_nothing(visit: Sessions) -> None:
    page = visit()
    new_table(page, SEATS)
    until_told(page)
    check_themes(page)
