"""What people do that nobody planned for: long names, double clicks, a network that fails."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import (
    POLL,
    click,
    heard,
    listen,
    new_table,
    open_table,
    pick,
    press,
    quick_table,
    sit_down,
    take_seats,
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
  // A name that is too long for its line ends in dots, where its element ends.
  const right = Math.min(one.right, words.getBoundingClientRect().right);
  return right > other.left + 1 && one.bottom > other.top + 1 && other.bottom > one.top + 1;
}).length"""
"""How many names of seats run into the buttons beside them."""


IN_FRONT = """() => {
  window.inFront = [];
  const look = () => {
    for (const line of document.querySelectorAll("#table-dialog .toast")) {
      const { x, y, width, height } = line.getBoundingClientRect();
      const front = document.elementFromPoint(x + width / 2, y + height / 2);
      if (front === line) window.inFront.push(line.textContent);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""From here on, what is said in front of the dialog is kept: it does not stay for long."""


def table_of_long_names(page: Page, seats: int = 5) -> None:
    names = dict(enumerate(LONG[1:seats], 1))
    page.goto("/me")
    page.get_by_label("Name").fill(LONG[0])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    new_table(page, ["me"] * seats, names)
    wait(page)


def test_long_names_stay_in_their_panels(visit: Sessions) -> None:
    page = visit()
    table_of_long_names(page)
    assert page.evaluate(OUTSIDE, "#side") == []
    assert page.evaluate(OUTSIDE, "#top") == []
    expect(page.locator(".panel.to-move .panel-score")).to_be_in_viewport(ratio=0.9)


LINES = """who => {
  const text = [...who.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
  const words = document.createRange();
  words.selectNodeContents(text);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""In how many lines a name is written."""
TIGHT = """who => {
  const room = document.createElement("div"), copy = who.cloneNode(true);
  room.style.cssText = "display: grid; grid-template-columns: min-content";
  room.append(copy);
  document.body.append(room);
  copy.id = "tight";
}"""
"""Puts a copy of a name into a column that is as narrow as what is in it lets it be."""


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_a_short_name_is_not_broken(visit: Sessions, size: tuple[int, int]) -> None:
    """Neither where a line ends nor where there is little room."""
    page = visit(size=size, phone=size == PHONE)
    new_table(page, ["me", "bot:easy", "bot:easy"], game="conqueror")
    wait(page)
    if size == PHONE:
        page.locator("#page-log").tap()
    # All have rolled for the order.
    names = page.locator("#log .who").filter(has_text="Marcus")
    expect(names.first).to_be_visible()
    for width in range(120, 300, 2):
        page.locator("#log").evaluate("(log, width) => { log.style.width = `${width}px`; }", width)
        assert names.first.evaluate(LINES) == 1, f"in a log of {width} px"
    names.first.evaluate(TIGHT)
    assert page.locator("#tight").evaluate(LINES) == 1


def test_long_names_leave_room_for_the_score_on_a_phone(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    table_of_long_names(page)
    page.locator("#page-players").tap()
    first = page.locator(".panel").first
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport(ratio=0.9)
    expect(first.locator(".panel-score")).to_be_in_viewport(ratio=0.9)
    page.locator("[data-opens=table-dialog]").click()
    assert page.evaluate(OVER, "#about .seat-row") == 0


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_long_names_leave_the_buttons_of_the_waiting_room_alone(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit("/me", size=size)
    page.get_by_label("Name").fill(LONG[0])
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text="Saved")).to_be_visible()
    new_table(page, ["me", "open"])
    expect(page.locator("#w-seat-0")).to_contain_text(LONG[0])
    assert page.evaluate(OVER, "#waiting .round-seat") == 0
    assert page.evaluate(OUTSIDE, ".waiting-room") == []


def test_a_double_click_sits_down_once(visit: Sessions) -> None:
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
    expect(friend.locator("#panel-1")).to_contain_text("Marcus you")


def test_what_is_said_in_a_dialog_is_said_in_front_of_it(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    page.locator("[data-opens=table-dialog]").click()
    page.evaluate(IN_FRONT)
    page.locator("#about").get_by_role("button", name="Copy").first.click()
    page.wait_for_function("() => window.inFront.includes('Copied.')", polling=POLL)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("body > #toasts")).to_have_count(1)


def open_chat(page: Page) -> None:
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-text")).to_be_visible()


def test_a_line_that_is_sent_twice_at_once_is_said_once(visit: Sessions) -> None:
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
    expect(page.locator(".chat-form")).not_to_have_class(re.compile("js-busy"))
    page.locator("#chat-text").fill("Vale!")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat .said").last).to_contain_text("Vale!")
    expect(page.locator("#chat .said")).to_have_count(2)


def test_a_line_that_could_not_be_sent_is_not_lost(visit: Sessions) -> None:
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


def test_an_undo_that_is_refused_says_why(visit: Sessions) -> None:
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


def test_the_host_frees_a_seat_once_its_player_is_gone(visit: Sessions) -> None:
    host = visit()
    new_table(host, ["me", "open"])
    table = host.url
    old = host.locator("#w-invite-1").input_value()
    friend = visit(old)
    sit_down(friend, "Marcus")
    expect(host.locator("#panel-1")).to_contain_text("Marcus")
    listen(host)
    free_the_seat(host)
    heard(host, "Marcus is here")
    friend.goto("about:blank")
    expect(host.locator("#panel-1")).to_have_class(re.compile("away"))
    free_the_seat(host)
    # The host stays where the host was.
    expect(host.locator("#t-invite-1")).not_to_have_value(old)
    assert host.url == table
    # The friend finds a spectator's page, and sits down again, for the seat is open.
    friend.goto(table)
    expect(friend.locator("#notes-text")).to_have_count(0)
    expect(friend.locator("#chat-text")).to_have_attribute("placeholder", "Talk to the watchers")
    friend.locator("#w-seat-1").get_by_role("button", name="Sit here").click()
    expect(friend.locator("#panel-1")).to_contain_text("Marcus you")
    expect(friend.locator("#notes-text")).to_have_count(1)


def free_the_seat(host: Page) -> None:
    if not host.locator("#about").is_visible():
        host.locator("[data-opens=table-dialog]").click()
    host.locator("#about").get_by_role("button", name="Free the seat").click()
    host.locator("dialog.confirm").get_by_role("button", name="Yes").click()


def carry_away(friend: Page, phone: Page) -> None:
    """The friend's seats go to another device, while the page here is open."""
    site = friend.evaluate("location.origin")
    made = friend.request.post(f"{friend.url}/recovery", headers={"Origin": site}, data={})
    used = phone.request.post(f"{site}{made.json()['url']}", headers={"Origin": site}, data={})
    assert used.ok, used.text()


def test_whose_seat_is_carried_to_another_device_is_told(visit: Sessions) -> None:
    host = visit()
    new_table(host, ["me", "open"])
    friend = visit(host.locator("#w-invite-1").input_value())
    sit_down(friend, "Marcus")
    friend.locator("#tab-notes").click()
    expect(friend.locator("#notes-text")).to_be_visible()
    carry_away(friend, visit())
    expect(friend.locator(".toast")).to_contain_text("You no longer have a seat here")
    expect(friend.locator("#notes-text")).to_have_count(0)
    expect(friend.locator("#chat-text")).to_have_attribute("placeholder", "Talk to the watchers")
    friend.locator(".toast").get_by_role("button", name="Close").click()
    expect(friend.locator(".toast")).to_have_count(0)


def test_who_has_no_seat_at_a_private_table_any_more_is_told_for_good(visit: Sessions) -> None:
    host = visit("/new/cambria")
    host.locator("input[name=private]").check(force=True)
    take_seats(host, ["me", "open"])
    open_table(host)
    friend = visit(host.locator("#w-invite-1").input_value())
    sit_down(friend, "Marcus")
    expect(host.locator("#panel-1")).to_contain_text("Marcus")
    carry_away(friend, visit())
    expect(friend.locator("#link-state")).to_contain_text("This table is private")
    # Nothing that wakes a connection up brings this one back.
    friend.evaluate(
        "() => { dispatchEvent(new Event('offline')); dispatchEvent(new Event('online')) }"
    )
    expect(friend.locator("#link-state")).to_contain_text("This table is private")


def test_a_host_is_warned_that_an_address_is_for_this_computer_only(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "open"])
    expect(page.locator("#waiting .only-here")).to_be_visible()
    page.evaluate("document.documentElement.classList.remove('js-only-here')")
    expect(page.locator("#waiting .only-here")).to_be_hidden()


FULL_BAR = """(frame) => {
  const choice = '<button class="button choice-button"><kbd>10</kbd>'
    + '<span class="choice-label">Draw 1 stratagem</span></button>';
  const choices = document.querySelector("#choices");
  // More buttons than fit beside the prompt stand in the action bar, and scroll inside of it.
  choices.className = "choices many";
  choices.innerHTML =
    `<div class="plain-choices">${choice.repeat(6)}</div>`
    + '<button class="button quiet list-toggle"><span class="count">12</span>'
    + '<span class="wide-only"> places</span></button>';
  document.querySelector("#undo").innerHTML =
    '<form><button class="button"><span>Undo</span><kbd>U</kbd></button></form>'
    + '<details class="menu"><summary class="button quiet square">…</summary></details>';
  const inside = (part) => {
    const box = part.getBoundingClientRect();
    const room = document.querySelector(frame).getBoundingClientRect();
    const across = box.left >= room.left - 1 && box.right <= room.right + 1;
    return across && box.bottom <= room.bottom + 1;
  };
  const parts = ["#prompt", "#undo", "#choices"].map((id) => document.querySelector(id));
  return parts.filter((part) => !inside(part)).map((part) => part.id);
}"""
"""The most that a bar holds, put there and looked at before anything else can happen."""


@pytest.mark.parametrize("width", [1000, 1280])
def test_what_can_be_done_keeps_to_its_bar(visit: Sessions, width: int) -> None:
    page = visit(size=(width, 800))
    quick_table(page)
    wait(page)
    assert page.evaluate(FULL_BAR, "#main") == []


TABS = 7
"""More than a browser has connections to one server."""


def test_a_browser_with_many_tabs_still_plays(visit: Sessions) -> None:
    """Streams leave connections for moves, and the tab that is used has one."""
    first, rng = visit(), random.Random(4)
    new_table(first, ["me", "me"])
    tabs = [first]
    for _ in range(TABS - 1):
        tabs.append(first.context.new_page())
        tabs[-1].goto(first.url)
    paused = [tab for tab in tabs if tab.locator("#link-state").is_visible()]
    assert paused == tabs[: TABS - 4]
    for tab in (tabs[-1], first, tabs[1]):
        # Whoever comes back sees the table as it is now.
        tab.bring_to_front()
        tab.keyboard.press("Shift")
        expect(tab.locator("#link-state")).to_be_hidden()
        turn = wait(tab)
        press(tab, turn, pick(turn, rng))
    expect(tabs[-1].locator("#history-where")).to_have_attribute(
        "data-at", tabs[1].locator("#history-where").get_attribute("data-at") or ""
    )
    # Where there is room again, the others go on by themselves.
    for tab in tabs[3:]:
        tab.close()
    expect(tabs[2].locator("#link-state")).to_be_hidden()
