"""From the lobby to a table: against bots, with friends, and back to one's turn."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import new_table, pick, press, quick_table, sit_down, step, wait
from tests.browser.test_access import check, check_themes

from ludus.games import PUBLISHED

SMALL = """(least) => {
  const shown = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !each.closest(".hidden-label");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue.trim(), element = node.parentElement;
    if (!text || element.closest("script, style, noscript") || !shown(element)) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size < least) small.push(`${text.slice(0, 30)}: ${size}`);
  }
  return small;
}"""
"""The texts that are smaller than they may be."""

NARROW = """(least) => [...document.querySelectorAll(
    "main :is(button, a.button, summary, input:is([type=text], [type=url], [type=file]))"
  )]
  .filter((each) => each.checkVisibility())
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.width > 1 && Math.min(box.width, box.height) < least)
  .map(([box, each]) => `${each.textContent.slice(0, 30)}: ${box.width} x ${box.height}`)"""
"""What can be pressed and is smaller than a finger."""

SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"

BROKEN = """(names) => [...document.querySelectorAll(names)].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const bottoms = [...range.getClientRects()].map((box) => box.bottom);
  return Math.max(...bottoms) - Math.min(...bottoms) > 12 && !/\\s/.test(name.textContent.trim());
}).map((name) => name.textContent)"""
"""Names of one word that stand on two lines."""


SPILLING = """() => [...document.querySelectorAll("button, a.button")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
"""Buttons that are too small for what stands on them."""


def fits(page: Page, touch: bool) -> None:
    """Everything can be read and hit, and nothing leads sideways."""
    assert page.evaluate(SPILLING) == []
    assert page.evaluate(SMALL, 13 if touch else 12) == []
    assert page.evaluate(SIDEWAYS) <= 0
    assert page.evaluate(BROKEN, "h2, h3, strong, .table-name") == []
    if touch:
        assert page.evaluate(NARROW, 40) == []


@pytest.mark.parametrize("game", PUBLISHED)
def test_one_press_starts_every_game_against_bots(visit: Sessions, game: str) -> None:
    page = visit()
    card = page.locator(f"article:has(a[href='/new/{game}'])")
    card.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#waiting")).to_be_hidden()
    wait(page)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_friends_sit_down_by_link_and_a_bot_takes_the_last_seat(
    visit: Sessions, size: tuple[int, int]
) -> None:
    host = visit(size=size, phone=size == PHONE)
    host.get_by_role("button", name="With friends: Cambria").click()
    host.wait_for_url("**/tables/*")
    room = host.locator("#waiting")
    expect(room.locator("h2").first).to_have_text("2 seats are open")
    # The first thing to press is the invitation.
    expect(room.locator("button:visible").first).to_have_text("Copy link")
    code = room.locator("img.qr")
    assert code.evaluate("(each) => each.decode().then(() => each.naturalWidth > 0)")
    fits(host, size == PHONE)
    check(host)
    first, second = (host.locator(f"#w-invite-{seat}").input_value() for seat in (1, 2))
    assert first != second
    friend = visit(first, size=size, phone=size == PHONE)
    fits(friend, size == PHONE)
    sit_down(friend, "Marcus")
    expect(host.locator("#w-seat-1")).to_contain_text("Marcus")
    expect(room.locator("h2").first).to_have_text("One seat is open")
    # The next seat's link takes the large place, with the server's name before it.
    expect(room.locator(".invitation-link")).to_have_value(second)
    expect(code).to_have_attribute(
        "src", f"{second.partition('/i/')[1]}{second.partition('/i/')[2]}/qr.svg"
    )
    fits(friend, size == PHONE)
    check(friend)
    host.get_by_role("button", name="Start now").click()
    for page in (host, friend):
        expect(page.locator("#waiting")).to_be_hidden()
    expect(host.locator("#panel-2")).to_contain_text("medium")


def test_one_press_seats_the_bot_whose_face_it_bears(visit: Sessions) -> None:
    host = visit()
    new_table(host, ["me", "open", "open"])
    host.locator("#w-seat-2").get_by_role("button", name="Tiro").click()
    expect(host.locator("#w-seat-2")).to_contain_text("Tiro, easy bot")
    host.locator("#w-seat-1").get_by_role("button", name="Centurio").click()
    expect(host.locator("#waiting")).to_be_hidden()
    wait(host)


def test_a_pasted_link_leads_to_the_invitation(visit: Sessions) -> None:
    host = visit()
    new_table(host, ["me", "open"])
    friend = visit()
    friend.get_by_label("Paste an invitation link").fill(host.locator("#w-invite-1").input_value())
    friend.keyboard.press("Enter")
    friend.wait_for_url("**/i/*")
    sit_down(friend, "Marcus")
    expect(host.locator("#waiting")).to_be_hidden()


def test_my_turn_is_shown_with_the_position_and_gone_when_i_have_moved(visit: Sessions) -> None:
    page, rng = visit(), random.Random(5)
    quick_table(page)
    step(page, rng)
    wait(page)
    lobby = page.context.new_page()
    lobby.goto("/")
    turn = lobby.locator("#mine .turn")
    expect(turn).to_have_count(1)
    expect(turn.locator(".turn-ask")).not_to_be_empty()
    picture = turn.locator("img")
    assert picture.evaluate("(each) => each.decode().then(() => each.naturalWidth > 0)")
    before = picture.get_attribute("src") or ""
    expect(lobby.locator("#turns-badge")).to_have_text("1")
    # The table's own page counts the others only.
    expect(page.locator("#turns-badge")).to_be_hidden()
    asked = wait(page)
    press(page, asked, pick(asked, rng))
    wait(page)
    expect(picture).not_to_have_attribute("src", before)
    # It is not listed a second time among the tables of all.
    assert lobby.locator(f"#row-{page.url.rsplit('/', 1)[-1]}").count() == 1


@pytest.mark.parametrize("size", [DESKTOP, (1366, 768), PHONE, (844, 390)])
def test_the_lobby_and_the_form_fit_every_screen(visit: Sessions, size: tuple[int, int]) -> None:
    touch = min(size) < 500
    page = visit(size=size, phone=touch)
    fits(page, touch)
    new_table(page, ["me", "bot:easy"])
    wait(page)
    page.goto("/")
    expect(page.locator("#mine .turn")).to_have_count(1)
    fits(page, touch)
    check_themes(page)
    page.goto("/new/hadrians_wall")
    fits(page, touch)
    check_themes(page)
    new_table(page, ["me", "open", "open"])
    expect(page.locator("#waiting .bot-button").first).to_be_visible()
    fits(page, touch)


def test_the_form_says_what_was_chosen(visit: Sessions) -> None:
    page = visit("/new/cambria")
    summary = page.locator("#summary li")
    expect(summary).to_have_count(5)
    page.get_by_role("radiogroup", name="Number of players").get_by_role("radio", name="4").check()
    expect(page.locator(".seat-field:visible")).to_have_count(4)
    seat = page.get_by_role("radiogroup", name="Seat 2", exact=True)
    seat.get_by_role("radio", name="Friend").check()
    expect(summary.nth(1)).to_have_text("open, by link")
    page.get_by_role("radiogroup", name="The bot at seat 3").get_by_role(
        "radio", name="Centurio"
    ).check()
    expect(summary.nth(2)).to_have_text("Centurio")
    page.get_by_role("radio", name="Evening").check()
    expect(summary.nth(4)).to_have_text("15 min + 20 s")
    expect(page.get_by_text("When a clock runs out")).to_be_visible()
    page.get_by_role("radio", name="Cumbria (the north)").check()
    page.get_by_text("House rulings").click()
    page.locator(".rulings input:not(:checked)").first.check()
    expect(page.locator("#rulings-changed")).to_have_text("1 changed")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#w-seat-2")).to_contain_text("Centurio, hard bot")
    expect(page.locator("#w-seat-1")).to_contain_text("open seat")


def test_a_table_is_opened_without_a_script(visit: Sessions) -> None:
    page = visit.bare(visit())
    page.goto("/new/cambria")
    expect(page.locator(".seat-field:visible")).to_have_count(3)
    page.get_by_role("radiogroup", name="Number of players").get_by_role("radio", name="2").check()
    expect(page.locator(".seat-field:visible")).to_have_count(2)
    page.locator("form button[type=submit]").last.click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#panel-1")).to_be_visible()
    expect(page.locator("#panel-2")).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="With friends: Cambria").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#waiting img.qr")).to_be_visible()
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("#waiting")).to_be_hidden()
