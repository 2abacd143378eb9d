"""What people do that nobody planned for: long names, double clicks, a network that fails."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Visitors
from tests.browser.play import (
    click,
    heard,
    listen,
    new_table,
    quick_table,
    until_placing,
    wait,
)

LONG = [f"{letter}{'olfeschlegelsteinhausenbergerdo'}" for letter in "WXYZQ"]
"""As long as names may be, without a place to break them."""

OUTSIDE = """(frame) => {
  const room = document.querySelector(frame).getBoundingClientRect();
  return [...document.querySelectorAll(`${frame} *`)]
    .filter((element) => element.checkVisibility() && !element.closest(".hidden-label"))
    .filter((element) => element.getBoundingClientRect().right > room.right + 1)
    .map((element) => element.outerHTML.slice(0, 120));
}"""
"""What sticks out of a frame at its right side."""

OVER = """(rows) => [...document.querySelectorAll(rows)].filter((row) => {
  const words = row.querySelector("strong");
  const button = row.querySelector(".seat-actions .button");
  if (!button) return false;
  const range = document.createRange();
  range.selectNodeContents(words);
  const [one, other] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
  return one.right > other.left + 1 && one.bottom > other.top + 1 && other.bottom > one.top + 1;
}).length"""
"""How many names of seats run into the buttons beside them."""


def table_of_long_names(page: Page, seats: int = 5) -> None:
    names = dict(enumerate(LONG[1:seats], 1))
    page.goto("/me")
    page.get_by_label("Name").fill(LONG[0])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    new_table(page, ["me"] * seats, names)
    wait(page)


def test_long_names_stay_in_their_panels(visit: Visitors) -> None:
    page = visit()
    table_of_long_names(page)
    assert page.evaluate(OUTSIDE, "#side") == []
    assert page.evaluate(OUTSIDE, "#top") == []
    expect(page.locator(".panel-score").first).to_be_in_viewport(ratio=1)


def test_long_names_leave_room_for_the_score_on_a_phone(visit: Visitors) -> None:
    page = visit(size=PHONE, phone=True)
    table_of_long_names(page)
    first = page.locator(".panel").first
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport(ratio=1)
    expect(first.locator(".panel-score")).to_be_in_viewport(ratio=1)
    page.locator("[data-opens=table-dialog]").click()
    assert page.evaluate(OVER, "#about .seat-row") == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_long_names_leave_the_buttons_of_the_waiting_room_alone(
    visit: Visitors, size: tuple[int, int]
) -> None:
    page = visit("/me", size=size)
    page.get_by_label("Name").fill(LONG[0])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    new_table(page, ["me", "open"])
    expect(page.locator("#w-seat-0")).to_contain_text(LONG[0])
    assert page.evaluate(OVER, "#waiting .seat-row") == 0
    assert page.evaluate(OUTSIDE, ".waiting-card") == []


def test_a_double_click_sits_down_once(visit: Visitors) -> None:
    host = visit()
    new_table(host, ["me", "open"])
    friend = visit(host.locator("#w-invite-1").input_value())
    friend.get_by_label("Your name").fill("Marcus")
    stopped = friend.locator("main form").evaluate(
        """(form) => {
          const stopped = [];
          addEventListener("submit", (event) => stopped.push(event.defaultPrevented));
          form.requestSubmit();
          form.requestSubmit();
          return stopped;
        }"""
    )
    assert stopped == [False, True]
    friend.wait_for_url("**/tables/*")
    expect(friend.locator("#panel-1")).to_contain_text("Marcus (you)")


def test_what_is_said_in_a_dialog_is_said_in_front_of_it(visit: Visitors) -> None:
    page = visit()
    quick_table(page)
    page.locator("[data-opens=table-dialog]").click()
    page.locator("#about").get_by_role("button", name="Copy").first.click()
    toast = page.locator("#table-dialog .toast")
    expect(toast).to_have_text("Copied.")
    assert toast.evaluate(
        """(line) => {
          const { x, y, width, height } = line.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === line;
        }"""
    )
    page.get_by_role("button", name="Close").click()
    expect(page.locator("body > #toasts")).to_have_count(1)


def open_chat(page: Page) -> None:
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-text")).to_be_visible()


def test_a_line_that_is_sent_twice_at_once_is_said_once(visit: Visitors) -> None:
    page = visit()
    quick_table(page)
    open_chat(page)
    page.locator("#chat-text").fill("Salve!")
    page.evaluate(
        """() => {
          const form = document.querySelector(".chat-form");
          form.requestSubmit();
          document.querySelector("#chat-text").value = "Salve!";
          form.requestSubmit();
        }"""
    )
    expect(page.locator("#chat .said")).to_have_count(1)
    # Whatever else was sent would be here before this one.
    expect(page.locator(".chat-form")).not_to_have_class("js-busy")
    page.locator("#chat-text").fill("Vale!")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat .said").last).to_contain_text("Vale!")
    expect(page.locator("#chat .said")).to_have_count(2)


def test_a_line_that_could_not_be_sent_is_not_lost(visit: Visitors) -> None:
    page = visit()
    quick_table(page)
    open_chat(page)
    listen(page)
    page.context.set_offline(True)
    page.locator("#chat-text").fill("Can you hear me?")
    page.locator("#chat-text").press("Enter")
    heard(page, "No connection")
    expect(page.locator("#chat-text")).to_have_value("Can you hear me?")
    page.context.set_offline(False)
    expect(page.locator("#link-state")).to_be_hidden()
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat .said")).to_contain_text("Can you hear me?")
    expect(page.locator("#chat-text")).to_have_value("")


def test_an_undo_that_is_refused_says_why(visit: Visitors) -> None:
    page, rng = visit(), random.Random(5)
    new_table(page, ["me", "me", "me"])
    turn = until_placing(page, rng)
    chosen = next(choice for choice in turn.choices if choice.value.startswith("place:"))
    click(page, turn, chosen)
    listen(page)
    page.route(
        "**/undo", lambda route: route.fulfill(status=409, json={"error": "Somebody was first."})
    )
    page.locator("#log .undo-here").last.click(force=True)
    heard(page, "Somebody was first.")
