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


def test_the_armies_of_rivals_are_at_hand(visit: Sessions) -> None:
    """At a desk small in their panels, and large after a click; on a phone as pages."""
    desk = visit(size=(1440, 900))
    open_table(desk, ["me", "bot:easy", "bot:easy"])
    wait(desk)
    expect(desk.locator("#scene-army svg")).to_be_visible()
    copies = desk.locator(".panel .panel-scene svg")
    expect(copies).to_have_count(2)
    desk.locator(".panel-scene").first.click()
    expect(desk.locator("#scene-army-1 svg")).to_be_visible()
    expect(desk.locator("#scene-army svg")).to_be_hidden()
    desk.locator(".panel-scene").first.click()
    expect(desk.locator("#scene-army svg")).to_be_visible()
    phone = visit(size=PHONE, phone=True)
    open_table(phone, ["me", "bot:easy"])
    wait(phone)
    expect(phone.locator("#scene-army svg")).to_be_visible()
    phone.locator("#scene-tab-army-1").tap()
    expect(phone.locator("#scene-army-1 svg")).to_be_visible()


def until_placing(page: Page, rng: random.Random) -> Turn:
    """Plays on until two different army cards can be placed."""
    for _ in range(MOST):
        turn = wait(page)
        if len(page.locator("#gesture [data-gesture]").all()) > 1:
            return turn
        press(page, turn, some(turn, rng))
    raise AssertionError("there was no choice of cards to place")


def test_a_card_is_placed_by_hand(visit: Sessions) -> None:
    """A card, another one without undo, then a cell that shows beforehand what lies there."""
    page = visit(size=(1440, 900))
    open_table(page, ["me", "bot:easy"])
    turn = until_placing(page, random.Random(7))
    settle(page)
    close = page.locator("#recap .button:not(.primary)")
    if close.first.is_visible():
        close.first.click()
    cards = page.locator("#tray .js-pick")
    cards.first.click()
    expect(cards.first).to_have_class(re.compile("js-taken"))
    cards.last.click()
    expect(cards.last).to_have_class(re.compile("js-taken"))
    expect(cards.first).not_to_have_class(re.compile("js-taken"))
    target = page.locator("#scene-army .js-target").first
    place = target.get_attribute("id") or ""
    box = target.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    expect(target.locator(".ghost.js-now")).to_have_count(1)
    expect(page.locator("#gesture .gesture-one:visible .gesture-chips li").first).to_be_visible()
    page.mouse.click(*at)
    answered(page, turn)
    expect(page.locator(f"[id='{place.replace('free-', 'cell-')}'] title")).to_have_count(1)


def cards_in_play() -> str:
    """A game begun by chance, up to where the first seat has a Permanent and a Special Unit.

    It is to place an army card, so that nothing in play can be chosen.
    """
    table, rng = Table(open_box("para_bellum"), ("Livia", "Marcus")), SeededRng(1)
    while True:
        table.settle(rng)
        view = table.view(0)
        assert isinstance(view, View)
        cells = [card.cell for card in view.sides[0].in_play]
        decision = table.decisions()[0]
        both = min(cells, default=0) < 0 < max(cells, default=0)
        if decision.seat == 0 and decision.prompt == "place_card" and both:
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
    """It is shown as a name; its price and text come up where it is tapped, or by a key."""
    record = cards_in_play()
    phone = visit(size=PHONE, phone=True)
    open_record(phone, record)
    listen(phone)
    permanent = phone.locator("#tray [id^=perm-0-]").first
    unit = phone.locator("#scene-army [id^=perm-0-]").first
    names = (
        permanent.locator(".card-title").text_content(),
        unit.locator("title").text_content(),
    )
    for name, card in zip(names, (permanent, unit), strict=True):
        assert name
        settle(phone)
        card.tap()
        heard(phone, name)
        said = phone.evaluate(
            "name => [...window.heard].find((each) => each.startsWith(name))", name
        )
        assert re.match(rf"{name}.* · \d", said), "its type and price come after its name"
    desk = visit()
    open_record(desk, record)
    card = desk.locator("#tray [id^=perm-0-]").first
    listen(desk)
    desk.keyboard.press("Tab")
    card.focus()
    desk.keyboard.press("?")
    heard(desk, "action")
