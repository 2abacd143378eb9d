"""Conqueror in a real browser: the map, planning, orders and the clock."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visitors
from tests.browser.play import Choice, Turn, click, wait


def table(page: Page, *seats: str) -> None:
    """A table of Conqueror by the form, with the usual clock."""
    page.goto("/new/conqueror")
    page.locator(f"input[name=count][value='{len(seats)}']").check(force=True)
    for seat, value in enumerate(seats):
        page.locator(f"#seat-{seat}").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#stage svg").first).to_be_visible()


def of(turn: Turn, verb: str) -> list[Choice]:
    return [choice for choice in turn.choices if choice.value.split(":")[0] == verb]


def until(page: Page, *verbs: str) -> Turn:
    """Answers other questions with the first choice until one of the verbs is offered."""
    for _ in range(60):
        turn = wait(page)
        if any(of(turn, verb) for verb in verbs):
            return turn
        click(page, turn, turn.choices[-1])
    raise AssertionError(f"never asked for {verbs}")


def test_a_first_turn_by_mouse(visit: Visitors) -> None:
    page = visit()
    table(page, "me", "bot:easy", "bot:easy")
    turn = until(page, "faction")
    click(page, turn, of(turn, "faction")[0])
    turn = until(page, "collect")
    expect(page.locator("#clock")).to_contain_text("planning: 60 seconds")
    expect(page.locator("#mission")).to_be_visible()
    expect(page.locator("#hero-3")).to_be_visible()
    click(page, turn, of(turn, "collect")[0])
    turn = wait(page)
    click(page, turn, of(turn, "recruit_cavalry")[0])
    turn = wait(page)
    moves = of(turn, "move_cavalry")
    assert moves and all(choice.place.startswith("army-") for choice in moves)
    assert any("becomes yours" in choice.hint for choice in moves)
    click(page, turn, moves[0])
    turn = wait(page)
    assert not of(turn, "recruit_infantry")
    expect(page.locator("#stage svg .man.spent").first).to_be_visible()
    click(page, turn, of(turn, "end")[0])
    # The bots play, the round ends, a chronicle card is drawn and it is our turn again.
    until(page, "collect", "bid")
    expect(page.locator("#chronicle .big")).to_be_visible()


def test_two_browsers_see_the_same_clock_and_their_own_cards(visit: Visitors) -> None:
    livia = visit()
    table(livia, "me", "open", "bot:easy")
    marcus = visit(livia.locator("#w-invite-1").input_value())
    marcus.get_by_label("Your name").fill("Marcus")
    marcus.get_by_role("button", name="Sit down and play").click()
    marcus.wait_for_url("**/tables/*")
    pages = (livia, marcus)
    asked = 0
    while asked < 2:
        for page in pages:
            if page.locator("#choices button[value^='faction']").count():
                turn = wait(page)
                click(page, turn, of(turn, "faction")[0])
                asked += 1
    for page in pages:
        expect(page.locator("#mission")).to_be_visible()
        expect(page.locator("#clock")).to_contain_text("60 seconds")
    names = [page.locator("#hero-0 .line").first.text_content() for page in pages]
    assert names[0] != names[1]


def test_the_map_on_a_phone(visit: Visitors) -> None:
    page = visit(size=PHONE, phone=True)
    table(page, "me", "bot:easy", "bot:easy")
    expect(page.locator("#land-6")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
