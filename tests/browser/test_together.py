"""What players settle among themselves: takebacks, clocks, bots for the absent, giving up."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import (
    CHOICES,
    SEND,
    click,
    heard,
    listen,
    new_table,
    open_table,
    pick,
    sit_down,
    step,
    take_seats,
    wait,
)
from tests.browser.test_access import check


def sit_together(
    visit: Sessions, size: tuple[int, int] = DESKTOP, **fields: str
) -> tuple[Page, Page]:
    """Livia and Marcus at a table, of Cambria unless the fields say otherwise."""
    livia = visit(size=size, phone=size == PHONE)
    wanted = {"game": "cambria", "seats": "me,open", **fields}
    livia.goto(livia.evaluate(SEND, ["/tables", wanted]))
    marcus = visit(livia.locator("#w-invite-1").input_value())
    sit_down(marcus, "Marcus")
    return livia, marcus


def two(visit: Sessions, **fields: str) -> tuple[Page, Page]:
    """Two at a table that has begun, whoever is to move first."""
    livia, marcus = sit_together(visit, DESKTOP, **fields)
    for page in (livia, marcus):
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator(".panel.to-move")).to_have_count(1)
    first = livia.locator("#panel-0.to-move").count()
    return (livia, marcus) if first else (marcus, livia)


def at(page: Page) -> str:
    return page.locator("#history-where").get_attribute("data-at") or ""


def ask_for_a_takeback(page: Page) -> None:
    page.locator("#undo-more summary").click()
    page.get_by_role("button", name="Ask for a takeback").click()
    page.locator("dialog.confirm").get_by_role("button", name="Yes").click()


def test_a_takeback_is_asked_for_refused_and_accepted(visit: Sessions) -> None:
    mover, rival = two(visit)
    turn = wait(mover)
    before = at(mover)
    # The dice are rolled by it, so it is no longer the mover's alone to take it back.
    click(mover, turn, turn.choices[0])
    expect(mover.locator("#undo-more")).to_be_visible()
    after = at(mover)
    ask_for_a_takeback(mover)
    expect(mover.locator("#notice")).to_contain_text("You ask to take back move")
    expect(rival.locator("#notice")).to_contain_text("asks to take back move")
    assert mover.locator("#notice").get_by_role("button", name="Agree").count() == 0
    for page in (mover, rival):
        check(page)

    rival.locator("#notice").get_by_role("button", name="Refuse").click()
    for page in (mover, rival):
        expect(page.locator("#notice")).to_be_empty()
        expect(page.locator("#chat")).to_contain_text("does not agree to the takeback")
    assert at(mover) == after

    ask_for_a_takeback(mover)
    expect(rival.locator("#notice")).to_contain_text("asks to take back move")
    mover.locator("#notice").get_by_role("button", name="Withdraw").click()
    for page in (mover, rival):
        expect(page.locator("#notice")).to_be_empty()
        expect(page.locator("#chat")).to_contain_text("no longer asks")
    assert at(mover) == after

    ask_for_a_takeback(mover)
    rival.locator("#notice").get_by_role("button", name="Agree").click()
    for page in (mover, rival):
        expect(page.locator("#notice")).to_be_empty()
        expect(page.locator("#history-where")).to_have_attribute("data-at", before)
    again = wait(mover)
    assert [(one.value, one.label, one.hint, one.place) for one in again.choices] == [
        (one.value, one.label, one.hint, one.place) for one in turn.choices
    ]


def test_a_clock_runs_while_its_player_thinks(visit: Sessions) -> None:
    mover, rival = two(visit, pace="bank:600:0")
    for page in (mover, rival):
        times = page.locator(".panel .clock .clock-time")
        expect(times).to_have_count(2)
        running = page.locator(".panel .clock.running .clock-time")
        expect(running).to_have_count(1)
        now = running.inner_text()
        expect(running).not_to_have_text(now)
    expect(mover.locator(".panel.mine .clock.running")).to_have_count(1)
    expect(rival.locator(".panel.mine .clock.running")).to_have_count(0)


def test_a_clock_at_zero_ends_the_game(visit: Sessions) -> None:
    for page in sit_together(visit, pace="decision:2", at_zero="forfeit"):
        expect(page.locator(".verdict")).to_contain_text("ran out of time")
        expect(page.locator(CHOICES)).to_have_count(0)


def test_a_rival_who_is_out_of_time_is_played_by_a_bot(visit: Sessions) -> None:
    mover, rival = two(visit, pace="decision:1", at_zero="bot")
    expect(mover.locator(".panel.mine.to-move")).to_have_count(1)
    rival.get_by_role("button", name="Let a bot play on").click()
    expect(mover.locator("#notice")).to_contain_text("A bot plays for")
    expect(rival.locator("#panels")).to_contain_text("a bot keeps it for")


def test_a_seat_is_left_to_a_bot_and_taken_back(visit: Sessions) -> None:
    mover, rival = two(visit)
    wait(mover)
    mover.locator("[data-opens=table-dialog]").click()
    mover.locator("#about").get_by_role("button", name="Let a bot play").click()
    mover.get_by_role("button", name="Close").click()
    expect(mover.locator("#notice")).to_contain_text("A bot plays for")
    expect(rival.locator("#panels")).to_contain_text("a bot keeps it for")
    # The bot goes on until it is the rival's turn.
    expect(rival.locator(CHOICES).first).to_be_attached()
    expect(mover.locator(CHOICES)).to_have_count(0)
    mover.get_by_role("button", name="Take the seat back").click()
    expect(mover.locator("#notice")).to_be_empty()
    expect(rival.locator("#panels")).not_to_contain_text("a bot keeps it for")
    rng = random.Random(1)
    while not mover.locator(CHOICES).count():
        step(rival, rng)
        expect(mover.locator("#history-where")).to_have_attribute("data-at", at(rival))
    turn = wait(mover)
    click(mover, turn, pick(turn, rng))


def test_giving_up_ends_the_game(visit: Sessions) -> None:
    mover, rival = two(visit)
    mover.locator("[data-opens=table-dialog]").click()
    mover.locator("#about").get_by_role("button", name="Give up").click()
    mover.locator("dialog.confirm").get_by_role("button", name="Cancel").click()
    expect(mover.locator("dialog.confirm")).to_have_count(0)
    expect(mover.locator("#result.result")).to_have_count(0)
    mover.locator("#about").get_by_role("button", name="Give up").click()
    mover.locator("dialog.confirm").get_by_role("button", name="Yes").click()
    for page in (mover, rival):
        expect(page.locator(".verdict")).to_contain_text("gave up")
    expect(rival.locator(".standings .winner")).to_have_count(1)


NOTICES = """() => {
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title, { body }) { window.notices.push(`${title}: ${body}`); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
}"""
"""Notes what a hidden page would tell its visitor by the system."""


def turn_on_notices(page: Page) -> None:
    page.locator("#top [data-opens=settings]").click()
    page.locator("#settings-form [name=notify]").click()


def test_notices_come_when_the_browser_allows_them(visit: Sessions) -> None:
    mover, rival = two(visit)
    rival.context.grant_permissions(["notifications"])
    turn_on_notices(rival)
    expect(rival.locator("#settings-form [name=notify]")).to_be_checked()
    rival.keyboard.press("Escape")
    rival.evaluate(NOTICES)
    rng = random.Random(2)
    while not rival.locator(CHOICES).count():
        step(mover, rng)
        expect(rival.locator("#history-where")).to_have_attribute("data-at", at(mover))
    notices = rival.evaluate("window.notices")
    assert len(notices) == 1
    assert notices[0].startswith("Your turn: ")


def test_a_browser_that_forbids_notices_is_believed(visit: Sessions) -> None:
    page = visit()
    page.evaluate("() => { Notification.requestPermission = async () => 'denied' }")
    listen(page)
    turn_on_notices(page)
    heard(page, "does not allow")
    expect(page.locator("#settings-form [name=notify]")).not_to_be_checked()


def test_a_browser_without_notices_says_so(visit: Sessions) -> None:
    page = visit()
    page.evaluate("() => { delete window.Notification }")
    listen(page)
    turn_on_notices(page)
    heard(page, "does not support notifications")
    expect(page.locator("#settings-form [name=notify]")).not_to_be_checked()


def test_a_private_table_opens_by_its_watch_link_alone(visit: Sessions) -> None:
    host = visit()
    host.goto("/new/cambria")
    host.locator("input[name=private]").check(force=True)
    take_seats(host, ["me", "bot:easy"])
    open_table(host)
    wait(host)
    host.locator("[data-opens=table-dialog]").click()
    link = host.locator("#watch-link").input_value()
    stranger = visit(host.url)
    expect(stranger.locator(".error-card")).to_contain_text("private")
    watcher = visit(link)
    expect(watcher.locator("#stage svg").first).to_be_visible()
    expect(watcher.locator(CHOICES)).to_have_count(0)
    host.keyboard.press("Escape")
    step(host, random.Random(3))
    expect(watcher.locator("#history-where")).not_to_have_attribute("data-at", "0")
    watcher.reload()
    expect(watcher.locator("#stage svg").first).to_be_visible()


def test_new_tables_are_public_unless_asked_for(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "open"])
    watcher = visit(page.url)
    expect(watcher.locator("#waiting")).to_be_visible()


def test_those_who_wait_can_talk(visit: Sessions) -> None:
    livia = visit()
    new_table(livia, ["me", "open", "open"])
    address = livia.locator("#w-invite-1").input_value()
    livia.locator("#waiting-chat").click()
    livia.locator("#chat-text").fill("Salve, Marce!")
    livia.keyboard.press("Enter")
    expect(livia.locator("#chat")).to_contain_text("Salve, Marce!")
    livia.keyboard.press("Escape")
    livia.keyboard.press("Escape")
    expect(livia.locator("#chat-text")).to_be_hidden()
    marcus = visit(address, size=PHONE, phone=True)
    sit_down(marcus, "Marcus")
    marcus.locator("#waiting-chat").click()
    expect(marcus.locator("#chat")).to_contain_text("Salve, Marce!")
    marcus.locator("#chat-text").fill("Ave!")
    marcus.keyboard.press("Enter")
    expect(livia.locator("#waiting-chat .dot")).to_be_visible()
    livia.locator("#waiting-chat").click()
    expect(livia.locator("#chat").get_by_text("Ave!")).to_be_visible()
