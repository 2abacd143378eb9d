"""Small screens: all is in reach, however many sit at the table and whatever their names are."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import (
    SENT,
    answered,
    look,
    new_table,
    pick,
    press,
    quick_table,
    soon,
    until_placing,
    wait,
)
from tests.browser.test_together import sit_together
from tests.browser.test_trouble import LONG, OUTSIDE, table_of_long_names


@pytest.mark.parametrize("size", [PHONE, (360, 640), (844, 390)])
def test_many_viewpoints_leave_room_for_players_and_tabs(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit(size=size)
    table_of_long_names(page)
    expect(page.locator(".viewpoint")).to_have_count(5)
    page.locator("#page-players").click()
    expect(page.locator(".panel.to-move")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#tabs")).to_be_in_viewport(ratio=0.9)
    page.locator("#page-log").click()
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-text")).to_be_in_viewport(ratio=0.9)


NARROW = """() => {
  const list = document.querySelector("#choice-list").getBoundingClientRect();
  return [...document.querySelectorAll("#choice-list .button")].filter((button) => {
    const { width, left, right } = button.getBoundingClientRect();
    return width < 0.8 * list.width || left < 0 || right > innerWidth;
  }).map((button) => button.textContent.trim());
}"""
"""Choices of the list that leave much of its width unused, or reach beyond the screen."""


@pytest.mark.parametrize("game", ["para_bellum", "conqueror", "agricola"])
def test_the_list_of_places_has_the_width_of_a_phone(visit: Sessions, game: str) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, ["me", *["bot:easy"] * (2 if game == "conqueror" else 1)], game=game)
    turn = wait(page)
    while sum(1 for choice in turn.choices if choice.place) < 2:
        press(page, turn, turn.choices[0])
        turn = wait(page)
    page.keyboard.press("k")
    expect(page.locator("#choice-list")).to_contain_class("js-open")
    assert page.locator("#choice-list .button").count() > 1
    assert page.evaluate(NARROW) == []


def test_whoever_is_to_move_is_in_sight(visit: Sessions) -> None:
    page, rng = visit(size=(360, 640)), random.Random(2)
    table_of_long_names(page)
    movers: set[str] = set()
    while len(movers) < 5:
        turn = wait(page)
        expect(page.locator(".strip-seat.to-move")).to_be_in_viewport(ratio=0.9)
        expect(page.locator(f".strip-seat:nth-child({int(turn.seat) + 1})")).to_contain_class(
            "to-move"
        )
        movers.add(turn.seat)
        press(page, turn, pick(turn, rng))


@pytest.mark.parametrize("seats", [["me", "bot:easy"], ["me", "me"]])
def test_pages_of_a_phone_leave_the_board_where_it_is(visit: Sessions, seats: list[str]) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, seats, game="para_bellum")
    expect(page.locator(".scenes.several")).to_have_count(1)
    stage = page.locator("#stage")
    before = stage.bounding_box()
    # By the button itself: a curtain may hang before it.
    for key, part in (("players", "#panels"), ("log", "#pane-log"), ("past", "#history-slider")):
        page.locator(f"#page-{key}").evaluate("each => each.click()")
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
        assert stage.bounding_box() == before
    # The same button once more closes the page.
    page.locator("#page-past").evaluate("each => each.click()")
    expect(page.locator("#page-board")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#tabs")).to_be_in_viewport(ratio=0.9)


def test_the_present_is_one_tap_away_from_the_past(visit: Sessions) -> None:
    page, rng = visit(size=PHONE, phone=True), random.Random(3)
    quick_table(page)
    turn = wait(page)
    press(page, turn, pick(turn, rng))
    wait(page)
    page.locator("#page-past").tap()
    page.locator("#step-back").tap()
    expect(page.locator("body")).to_contain_class("js-past")
    page.locator("#page-board").tap()
    expect(page.locator("body")).not_to_contain_class("js-past")
    wait(page)


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_a_tapped_place_tells_how_things_would_stand_there(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit(size=size, phone=True)
    new_table(page, ["me", "bot:easy"])
    turn = until_placing(page, random.Random(3))
    choice = next(each for each in turn.choices if each.place)
    page.touchscreen.tap(choice.x, choice.y)
    # No tip has room beside a place: one line for each fort at the road, in the sheet.
    rows = page.locator("#sheet .tip-rows li")
    expect(rows.first).to_be_in_viewport(ratio=1)
    assert " : " in rows.first.inner_text()


def test_escape_closes_the_legend_that_lies_over_the_board(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    quick_table(page)
    legend = page.locator("#legend")
    legend.locator("summary").tap()
    expect(legend).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(legend).not_to_have_attribute("open", "")


def test_long_names_fit_into_an_invitation_and_the_lobby(visit: Sessions) -> None:
    host = visit("/me", size=(360, 640), phone=True)
    host.get_by_label("Name").fill(LONG[0])
    host.get_by_role("button", name="Save").click()
    expect(host.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    new_table(host, ["me", "open"])
    friend = visit(host.locator("#w-invite-1").input_value(), size=(360, 640), phone=True)
    expect(friend.locator("h1")).to_contain_text(LONG[0])
    assert friend.evaluate(OUTSIDE, ".invite") == []
    friend.goto("/")
    expect(friend.locator("#open")).to_contain_text(LONG[0])
    assert friend.evaluate(OUTSIDE, "#open") == []


def test_a_finger_that_rests_on_a_button_reads_it(visit: Sessions) -> None:
    page, rng = visit(size=PHONE, phone=True), random.Random(6)
    # What has one way only is not to be done before it was read.
    page.evaluate("localStorage.setItem('ludus.settings', JSON.stringify({ auto: false }))")
    quick_table(page)
    button = page.locator("#bar .choice-button:visible:has(.choice-hint)").first
    turn = wait(page)
    while not button.count():
        press(page, turn, pick(turn, rng))
        turn = wait(page)
    box = button.bounding_box()
    assert box is not None
    finger = page.context.new_cdp_session(page)
    points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    sheet = page.locator("#sheet.js-open")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text(button.locator(".choice-label").inner_text())
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert not soon(page, SENT, turn.asked)
    expect(sheet).to_be_visible()
    sheet.locator(".sheet-do").tap()
    answered(page, turn)


OVER_THE_WORDS = """() => {
  const words = document.querySelector("#prompt").getBoundingClientRect();
  const over = [...document.querySelectorAll("#bar .button")].filter((button) => {
    const box = button.getBoundingClientRect();
    return box.width > 1 && box.left < words.right && box.right > words.left
      && box.top < words.bottom - 1 && box.bottom > words.top + 1;
  });
  return over.map((button) => button.textContent);
}"""
"""The buttons of the bar that cover the prompt."""


@pytest.mark.parametrize("size", [PHONE, (640, 360), (667, 375), (844, 390)])
@pytest.mark.parametrize("game", ["cambria", "agricola"])
def test_buttons_leave_the_words_their_room(
    visit: Sessions, game: str, size: tuple[int, int]
) -> None:
    page, rng = visit(size=size, phone=True), random.Random(7)
    new_table(page, ["me", "bot:easy"], game=game)
    for _ in range(4):
        turn = wait(page)
        box = page.locator("#prompt").bounding_box()
        assert box is not None
        assert box["width"] > 130
        assert box["height"] < size[1] / 3
        assert page.evaluate(OVER_THE_WORDS) == []
        press(page, turn, pick(turn, rng))


BOXES = 5
"""So many choices there are once boxes of the sheet are filled."""


@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_a_phone_on_its_side_shows_the_log_and_comes_near_to_choices(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page, rng = visit(size=size, phone=True), random.Random(8)
    new_table(page, ["me", "bot:easy"], game="hadrians_wall")
    page.locator("#page-log").tap()
    side = page.locator("#pane-log").bounding_box()
    assert side is not None
    assert side["height"] > size[1] / 2
    page.locator("#page-board").tap()
    turn = wait(page)
    while len(turn.choices) < BOXES:
        press(page, turn, pick(turn, rng))
        turn = wait(page)
    box = page.locator(f"#{next(choice.place for choice in turn.choices if choice.place)}")
    expect(box).to_be_in_viewport()
    near = box.bounding_box()
    assert near is not None
    assert max(near["width"], near["height"]) > 20


_SCALE = """() => new DOMMatrix(getComputedStyle(
  document.querySelector(".scene:not(.js-away) .world")).transform).a"""


def test_a_phone_keeps_its_part_of_a_sheet_while_others_act(visit: Sessions) -> None:
    livia, marcus = sit_together(visit, PHONE, game="hadrians_wall")
    rng = random.Random(3)
    near = 0.0
    for _ in range(40):
        for page in (marcus, livia):
            turn = look(page)
            if turn is None or not turn.choices:
                continue
            stop = next((each for each in turn.choices if each.value == "stop"), None)
            if page == livia and stop:
                near = livia.evaluate(_SCALE)
            # Marcus goes on for as long as he can: Livia has to wait for him.
            others = [each for each in turn.choices if each != stop]
            if page == marcus and near:
                continue
            press(page, turn, stop if page == livia and stop else rng.choice(others))
        if near:
            break
        livia.wait_for_timeout(300)
    assert near
    expect(livia.locator("#choices .choice-button")).to_have_count(0)
    # Whatever changes the size of the window, as a keyboard does, does not zoom out either.
    livia.set_viewport_size({"width": PHONE[0], "height": PHONE[1] - 60})
    livia.wait_for_timeout(600)
    assert livia.evaluate(_SCALE) > 0.9 * near
