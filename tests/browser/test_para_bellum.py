"""Para Bellum in a real browser: whole games for two and for teams, and what is where."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import Choice, Turn, answered, heard, listen, new_table, press, settle, wait
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.games.para_bellum.view import View

MOST = 900
"""No game of Para Bellum has as many decisions of one player as this."""


def open_table(page: Page, seats: list[str]) -> None:
    new_table(page, seats, game="para_bellum")
    expect(page.locator("#stage svg").first).to_be_visible()


def some(turn: Turn, rng: random.Random) -> Choice:
    """Anything, but rather something than the end of the turn."""
    active = [choice for choice in turn.choices if choice.value != "end"]
    if active and rng.random() < 0.8:
        return rng.choice(active)
    return rng.choice(turn.choices)


def play_to_the_end(page: Page, rng: random.Random) -> int:
    for count in range(MOST):
        turn = wait(page)
        if turn.over:
            return count
        press(page, turn, some(turn, rng))
    raise AssertionError(f"no end after {MOST} decisions")


def test_a_game_for_two(visit: Sessions) -> None:
    page = visit()
    open_table(page, ["me", "bot:easy"])
    assert play_to_the_end(page, random.Random(5)) > 30
    expect(page.locator(".standings .standing")).to_have_count(2)


def test_a_game_of_teams(visit: Sessions) -> None:
    page = visit()
    open_table(page, ["me", "bot:easy", "bot:easy", "bot:easy"])
    assert play_to_the_end(page, random.Random(6)) > 30
    expect(page.locator(".standings .standing")).to_have_count(4)
    expect(page.locator(".verdict")).to_contain_text("together")


def test_both_pictures_side_by_side_and_in_turn(visit: Sessions) -> None:
    wide = visit(size=(1600, 900))
    open_table(wide, ["me", "bot:easy", "bot:easy"])
    wait(wide)
    expect(wide.locator("#scene-army svg")).to_be_visible()
    expect(wide.locator("#scene-table svg")).to_be_visible()
    phone = visit(size=PHONE, phone=True)
    open_table(phone, ["me", "bot:easy"])
    wait(phone)
    expect(phone.locator("#scene-army svg")).to_be_visible()
    phone.locator("#scene-tab-table").tap()
    expect(phone.locator("#scene-table svg")).to_be_visible()


def test_a_card_is_placed_by_hand(visit: Sessions) -> None:
    """Card in hand, then cell: the cell shows beforehand what lies there afterwards."""
    page, rng = visit(), random.Random(7)
    open_table(page, ["me", "bot:easy"])
    for _ in range(MOST):
        turn = wait(page)
        cells = [choice for choice in turn.choices if choice.value.startswith("cell:")]
        if cells:
            target = page.locator(f"[id='{cells[0].place}']")
            expect(target.locator(".ghost")).to_have_count(1)
            target.focus()
            page.keyboard.press("Enter")
            answered(page, turn)
            card = cells[0].place.replace("free-", "cell-")
            expect(page.locator(f"[id='{card}'] title")).to_have_count(1)
            return
        press(page, turn, some(turn, rng))
    raise AssertionError("no card was placed")


def cards_in_play() -> str:
    """A game begun by chance, up to where the first seat has a Permanent and a Special Unit."""
    table, rng = Table(open_box("para_bellum"), ("Livia", "Marcus")), SeededRng(1)
    while True:
        table.settle(rng)
        view = table.view(0)
        assert isinstance(view, View)
        cells = [card.cell for card in view.sides[0].in_play]
        decision = table.decisions()[0]
        if decision.seat == 0 and min(cells, default=0) < 0 < max(cells, default=0):
            return table.record.dump()
        some = [option for option in decision.options if option.verb == "deploy"]
        some = some or [option for option in decision.options if option.verb != "end"]
        some = some or list(decision.options)
        table.play(decision.seat, some[rng.below(len(some))])


def open_record(page: Page, record: str) -> None:
    upload(page, record)
    # All seats are the visitor's, and a curtain hides each hand from the others.
    page.goto(f"{page.url}?as=0")
    expect(page.locator("#stage svg").first).to_be_visible()


def test_a_card_in_play_is_read_by_touch_and_by_key(visit: Sessions) -> None:
    """It is drawn as a name; its price and text come up where it is tapped or has the focus."""
    record = cards_in_play()
    phone = visit(size=PHONE, phone=True)
    open_record(phone, record)
    cards = phone.locator("#scene-army [id^=perm-0-][tabindex='0']:not(.choice)")
    expect(cards).to_have_count(2)
    phone.locator("[data-zoom=fit]").tap()
    listen(phone)
    for index in range(2):
        card = cards.nth(index)
        settle(phone)
        name = (card.locator("title").text_content() or "").split(".")[0]
        card.tap()
        heard(phone, f"{name}\n")
        said = phone.evaluate(
            "name => [...window.heard].find((each) => each.startsWith(name))", name
        )
        assert re.match(rf"{name}\n.* · \d actions?\n", said)
    desk = visit()
    open_record(desk, record)
    card = desk.locator("#scene-army [id^=perm-0-][tabindex='0']").first
    listen(desk)
    desk.keyboard.press("Tab")
    card.focus()
    heard(desk, "action")
