"""What things are: told of everything in sight, by pointer, key and long press."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import new_table, play_on, quick_table, until_placing, wait

EXPLAINED = "#explain"
TOLD = (
    ("#prompt .phases", "Now: "),
    ("#panel-0 .panel-score", "Points of"),
    ("#panel-1 .panel-name", "a bot, easy"),
    ("#panel-0 .presence", "is to choose now"),
    ("#progress", "the game ends"),
)
"""What stands round the board of Cambria, with a part of what is said of it."""


@pytest.mark.parametrize(("thing", "said"), TOLD)
def test_what_stands_round_the_board_is_explained(
    visit: Sessions, finished_record: str, thing: str, said: str
) -> None:
    page = visit(size=(1440, 900))
    play_on(page, finished_record, 60, ["me", "bot:easy", "bot:easy"])
    wait(page)
    page.keyboard.press("Escape")
    page.locator(thing).hover()
    expect(page.locator(EXPLAINED)).to_contain_text(said)
    page.keyboard.press("Escape")
    expect(page.locator(EXPLAINED)).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "printed", "said"),
    [
        ("cambria", "#stage text.name", "points"),
        ("hadrians_wall", "#stage [data-about=area-mining] text", "Next: Mining"),
    ],
)
def test_names_in_a_picture_are_explained(
    visit: Sessions, game: str, printed: str, said: str
) -> None:
    page = visit(size=(1440, 900))
    new_table(page, ["me", "bot:easy"], game=game)
    wait(page)
    page.keyboard.press("Escape")
    page.locator(printed).first.hover()
    expect(page.locator(EXPLAINED)).to_contain_text(said)


def test_buttons_are_explained_by_key(visit: Sessions) -> None:
    page = visit(size=(1440, 900))
    quick_table(page)
    wait(page)
    page.keyboard.press("Escape")
    for button, said in (
        ("#choices .plain-choices .choice-button", "Roll"),
        ("#ask-hint", "the strongest bot"),
    ):
        page.locator("#prompt").focus()
        page.keyboard.press("Tab")
        page.locator(button).first.focus()
        page.keyboard.press("?")
        expect(page.locator(EXPLAINED)).to_contain_text(said)
        page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_finger_that_rests_on_a_button_reads_it_without_pressing_it(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    quick_table(page)
    wait(page)
    page.keyboard.press("Escape")
    box = page.locator("#ask-hint").bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    expect(page.locator(EXPLAINED)).to_contain_text("the strongest bot")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(EXPLAINED)).to_be_visible()
    expect(page.locator("#hint-list")).to_be_hidden()


COVERED = """() => {
  const tip = document.querySelector("#tip").getBoundingClientRect();
  return [...document.querySelectorAll(".world .js-lit")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && box.left < tip.right && box.right > tip.left
      && box.top < tip.bottom && box.bottom > tip.top;
  }).map((each) => each.id);
}"""
"""What the tip speaks of and lies over."""


def test_a_tip_covers_nothing_that_it_speaks_of(visit: Sessions) -> None:
    page, rng = visit(size=(1440, 900)), random.Random(3)
    quick_table(page)
    until_placing(page, rng)
    page.keyboard.press("Escape")
    seen = 0
    for choice in wait(page).choices:
        if choice.mode == "legion" or not choice.place.startswith("road"):
            continue
        _aside(page)
        page.mouse.move(choice.x, choice.y)
        tip = page.locator("#tip")
        expect(tip).to_be_visible()
        assert page.evaluate(COVERED) == [], choice.label
        seen += 1
    assert seen > 3


def _aside(page: Page) -> None:
    page.mouse.move(5, 400)
    expect(page.locator("#tip")).to_be_hidden()
