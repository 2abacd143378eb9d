"""Whole games in a real browser."""

from __future__ import annotations

import random
import re
import time

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import GAME, PHONE, Sessions
from tests.browser.play import (
    ATTEMPTS,
    CHOICES,
    POLL,
    SENT,
    Choice,
    Turn,
    answered,
    click,
    heard,
    listen,
    look,
    new_table,
    pick,
    play_on,
    quick_table,
    settle,
    show_mode,
    sit_down,
    soon,
    step,
    until_placing,
    wait,
)
from tests.browser.test_access import check

MOST = 500
"""No game of Cambria has as many decisions as this."""
CURTAIN_REST = 800
"""Milliseconds after which a curtain can be lifted, with something to spare."""


SEATS = ["me", "open", "bot:easy"]
LEFT = 14
"""So many moves before its end a game is gone on with, where the beginning does not matter."""


@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["the-end", "whole"]
)
def test_two_browsers_and_a_bot_play_to_the_end(
    visit: Sessions, finished_record: str, whole: bool
) -> None:
    livia, rng = visit(), random.Random(1)
    if whole:
        new_table(livia, SEATS)
    else:
        play_on(livia, finished_record, LEFT, SEATS)
    expect(livia.get_by_role("heading", name="One seat is open")).to_be_visible()
    marcus = visit(livia.locator("#w-invite-1").input_value())
    sit_down(marcus, "Marcus <b>")
    expect(livia.locator("#waiting")).to_be_hidden()
    expect(livia.locator("#panel-1")).to_contain_text("Marcus <b>")
    say(livia, marcus)

    over: set[str] = set()
    stuck = time.monotonic() + GAME / 1000
    while len(over) < 2:
        assert time.monotonic() < stuck, "the game does not end"
        for name, page in (("Livia", livia), ("Marcus", marcus)):
            turn = look(page)
            if turn is not None and turn.over:
                over.add(name)
            elif turn is not None:
                click(page, turn, pick(turn, rng))
        livia.wait_for_timeout(POLL)

    verdicts = [page.locator(".verdict").inner_text() for page in (livia, marcus)]
    assert verdicts[0] == verdicts[1]
    expect(livia.locator(".standings .standing")).to_have_count(3)
    expect(livia.locator(".chart .chart-line")).to_have_count(3)
    # In the past the game can be played on from any position.
    livia.keyboard.press("Escape")
    livia.keyboard.press("ArrowLeft")
    expect(livia.locator("#fork-form button")).to_be_enabled()
    expect(livia.locator("#fork-form")).to_be_visible()
    expect(livia).to_have_title(re.compile("Cambria"))
    marcus.goto("/")
    table = livia.url.split("/tables/")[1][:12]
    row = marcus.locator(f"#finished #row-{table} .table-who")
    expect(row).to_have_attribute("title", re.compile("Marcus <b>"))


def say(one: Page, other: Page) -> None:
    """What one writes the other reads, as it was written."""
    one.locator("#tab-chat").click()
    one.locator("#chat-text").fill("Ave, <script>alert(1)</script> & co.")
    one.get_by_role("button", name="Send").click()
    expect(other.locator("#tab-chat .dot")).to_be_visible()
    other.locator("#tab-chat").click()
    expect(other.locator("#chat")).to_contain_text("Ave, <script>alert(1)</script> & co.")
    expect(one.locator("#chat-text")).to_have_value("")
    one.locator("#tab-log").click()


@pytest.mark.parametrize(
    "most", [20, pytest.param(MOST, marks=pytest.mark.long)], ids=["first-turns", "whole"]
)
def test_a_game_by_keyboard_alone(visit: Sessions, most: int) -> None:
    page, rng = visit(), random.Random(2)
    tab_to(page, "Play against bots")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    listed = numbered = 0
    for _ in range(most):
        turn = wait(page)
        if turn.over:
            break
        if turn.placed and rng.random() < 0.4:
            # From the list: K opens it, Tab goes through it, Enter chooses.
            page.keyboard.press("k")
            listed_places = sum(1 for choice in turn.choices if choice.place)
            for _ in range(rng.randrange(min(3, listed_places))):
                page.keyboard.press("Tab")
            assert page.evaluate("document.activeElement.matches('#choices *')")
            page.keyboard.press("Enter")
            listed += 1
        else:
            number = turn.choices.index(pick(turn, rng)) + 1
            page.keyboard.type(str(number))
            page.keyboard.press("Enter")
            numbered += 1
        answered(page, turn)
    assert listed > 0
    assert numbered > 0
    if most == MOST:
        expect(page.locator("#result.result")).to_be_visible()


def tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if name in page.evaluate("document.activeElement.textContent"):
            return
    raise AssertionError(f"{name!r} cannot be reached by Tab")


def slowly(route: Route) -> None:
    time.sleep(0.3)
    route.continue_()


def test_focus_stays_after_a_move(visit: Sessions) -> None:
    """Also while an answer is on its way, long enough for the browser to notice what is hidden."""
    page, rng = visit(), random.Random(11)
    quick_table(page)
    page.route("**/act", slowly)
    for _ in range(6):
        turn = wait(page)
        chosen = pick(turn, rng)
        target = f"[id='{chosen.place}']" if chosen.place else f"button[value='{chosen.value}']"
        page.locator(target).focus()
        page.keyboard.press("Enter")
        if page.locator("#chooser").is_visible():
            page.keyboard.press("Enter")
        answered(page, turn)
        page.wait_for_function("() => document.activeElement.closest('#bar, #stage') !== null")


@pytest.mark.long
def test_a_game_on_a_phone(visit: Sessions) -> None:
    page, rng = visit(size=PHONE, phone=True), random.Random(3)
    quick_table(page)
    taps = 0
    for _ in range(MOST):
        turn = wait(page)
        if turn.over:
            break
        choice = pick(turn, rng)
        if not choice.place:
            tap_button(page, turn, choice)
        else:
            taps += 1
            show_mode(page, choice)
            bring_into_view(page, choice.place)
            tap_anew(page, choice.place)
            same = [one for one in turn.choices if one.mode in ("", choice.mode)]
            if sum(one.place == choice.place for one in same) > 1:
                page.locator("#chooser button").first.tap()
            else:
                # The first tap shows what would happen; nothing is done yet.
                expect(page.locator("#sheet.js-open")).to_be_visible()
                still = look(page)
                assert still is not None
                assert still.decision == turn.decision
                if taps % 2:
                    page.locator("#sheet .sheet-do").tap()
                else:
                    tap_again(page, turn, choice.place)
        answered(page, turn)
    assert taps > 5
    expect(page.locator("#result.result")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def centre(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f"[id='{place}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def bring_into_view(page: Page, place: str) -> None:
    """Shows the whole board if the place is off the screen, as a player would."""
    settle(page)
    x, y = centre(page, place)
    stage = page.locator("#stage").bounding_box()
    assert stage is not None
    inside = (
        stage["x"] + 4 < x < stage["x"] + stage["width"] - 60
        and stage["y"] + 4 < y < stage["y"] + stage["height"] - 60
    )
    if not inside:
        page.get_by_role("button", name="Show the whole board").tap()


def tap(page: Page, place: str) -> None:
    page.touchscreen.tap(*centre(page, place))


SHOWN = """() => document.querySelector("#sheet.js-open, #chooser:not([hidden])")"""


def tap_anew(page: Page, place: str) -> None:
    """The first tap for a question. Right after a tap at the same spot it is taken for the second
    half of a double tap, and passed over: a player then taps once more.
    """
    for _ in range(ATTEMPTS):
        tap(page, place)
        if soon(page, SHOWN):
            return
    raise AssertionError(f"{place} was tapped {ATTEMPTS} times, and nothing came of it")


def tap_again(page: Page, turn: Turn, place: str) -> None:
    """The second tap goes where the first one went, though the sheet may cover it by then. If the
    board has moved in between, it is the first one for what is there now.
    """
    for _ in range(ATTEMPTS):
        tap(page, place)
        if soon(page, SENT, turn.asked):
            return
    raise AssertionError(f"{place} was tapped {ATTEMPTS} times, and nothing was done")


def tap_button(page: Page, turn: Turn, choice: Choice) -> None:
    """The same for a choice that is a button only."""
    for _ in range(ATTEMPTS):
        page.touchscreen.tap(choice.x, choice.y)
        if soon(page, SENT, turn.asked):
            return
        choice = next(one for one in wait(page).choices if one.value == choice.value)
    raise AssertionError(f"{choice.label!r} was tapped {ATTEMPTS} times, and nothing came of it")


def test_hot_seat_at_one_screen(visit: Sessions) -> None:
    page, rng = visit(), random.Random(4)
    new_table(page, ["me", "me", "me"], {1: "Marcus", 2: "Julia"})
    seats = {step(page, rng).seat for _ in range(12)}
    assert seats == {"0", "1", "2"}
    expect(page.locator("#panel-1")).to_contain_text("Marcus")
    expect(page.locator("#panel-2")).to_contain_text("Julia")


def test_undo_and_redo(visit: Sessions) -> None:
    page, rng = visit(), random.Random(5)
    new_table(page, ["me", "me", "me"])
    turn = until_placing(page, rng)
    chosen = next(choice for choice in turn.choices if choice.value.startswith("place:"))
    click(page, turn, chosen)
    piece = page.locator(f"[id='{chosen.place}-piece']")
    expect(piece).to_have_count(1)
    lines = page.locator("#log .line").count()

    page.keyboard.press("u")
    expect(piece).to_have_count(0)
    expect(page.locator("#choices")).to_have_attribute("data-seat", turn.seat)
    assert page.locator("#log .line").count() < lines

    page.keyboard.press("r")
    expect(piece).to_have_count(1)
    expect(page.locator("#log .line")).to_have_count(lines)

    page.locator("#log .undo-here").last.click(force=True)
    expect(piece).to_have_count(0)


def test_play_on_from_the_lobby_again(visit: Sessions) -> None:
    """Coming back: the table is in my list and goes on where it was."""
    page, rng = visit(), random.Random(6)
    quick_table(page)
    step(page, rng)
    wait(page)
    prompt = page.locator("#prompt-line").inner_text()
    page.goto("/")
    expect(page.locator("#mine .turn .turn-ask").first).not_to_be_empty()
    page.locator("#mine").get_by_role("link", name="Play").first.click()
    expect(page.locator("#prompt-line")).to_have_text(prompt, use_inner_text=True)


def test_spectator_sees_but_cannot_choose(visit: Sessions) -> None:
    page, rng = visit(), random.Random(7)
    quick_table(page)
    watcher = visit(page.url)
    wait(page)
    expect(watcher.locator(CHOICES)).to_have_count(0)
    expect(watcher.locator(".world .choice")).to_have_count(0)
    for _ in range(4):
        step(page, rng)
    wait(page)
    expect(watcher.locator("#log .line")).to_have_count(page.locator("#log .line").count())
    expect(watcher.locator("#chat-text")).to_have_attribute("placeholder", "Talk to the watchers")
    expect(watcher.locator("#undo")).to_be_empty()


def test_an_invitation_works_once(visit: Sessions) -> None:
    host = visit()
    new_table(host, ["me", "open", "open"])
    link = host.locator("#w-invite-1").input_value()
    first = visit(link)
    second = visit(link)
    sit_down(first, "First")
    second.get_by_label("Your name").fill("Second")
    second.get_by_role("button", name="Sit down and play").click()
    expect(second.locator(".error-card")).to_be_visible()
    expect(host.locator("#w-seat-1")).to_contain_text("First")
    third = visit(link)
    expect(third.locator(".error-card")).to_be_visible()


def test_reconnects_after_the_network_drops(visit: Sessions) -> None:
    livia, rng = visit(), random.Random(8)
    new_table(livia, ["me", "open"])
    marcus = visit(livia.locator("#w-invite-1").input_value())
    sit_down(marcus, "Marcus")
    expect(livia.locator("#waiting")).to_be_hidden()
    expect(livia.locator(".panel.to-move")).to_have_count(1)
    mine = livia.locator("#panel-0.to-move").count()
    here, away = (livia, marcus) if mine else (marcus, livia)
    wait(here)
    away.context.set_offline(True)
    expect(away.locator("#link-state")).to_contain_text("Connection lost")
    before = away.locator("#log .line").count()
    while away_waits(here, mine):
        step(here, rng)
    lines = here.locator("#log .line").count()
    assert lines > before
    assert away.locator("#log .line").count() == before
    away.context.set_offline(False)
    expect(away.locator("#link-state")).to_be_hidden()
    expect(away.locator("#log .line")).to_have_count(lines)
    step(away, rng)


def away_waits(here: Page, mine: int) -> bool:
    """Whether it is still the turn of the one who is here."""
    return here.locator(f"#panel-{0 if mine else 1}.to-move").count() > 0


def test_a_click_on_an_old_position_is_answered_with_the_new_one(visit: Sessions) -> None:
    page, rng = visit(), random.Random(9)
    quick_table(page)
    old = step(page, rng).decision
    wait(page)
    listen(page)
    # In one go: what the stream brings in between would put the new decision back.
    page.locator(CHOICES).first.evaluate(
        "(button, old) => { button.form.dataset.decision = old; button.click() }", old
    )
    heard(page, "no longer open")
    expect(page.locator("#choices")).not_to_have_attribute("data-decision", old)
    turn = wait(page)
    assert turn.decision != old
    click(page, turn, pick(turn, rng))


def test_a_bot_keeps_the_seat_and_a_rematch_follows(visit: Sessions, finished_record: str) -> None:
    page = visit()
    play_on(page, finished_record, 2 * LEFT, ["me", "bot:easy", "bot:easy"])
    wait(page)
    page.locator("[data-opens=table-dialog]").click()
    page.locator("#t-seat-0").get_by_role("button", name="Let a bot play").click()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#result.result")).to_be_visible(timeout=GAME)
    old = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_function("old => location.href !== old", arg=old)
    wait(page)


HASTY = """() => new MutationObserver((_, watch) => {
  const curtain = document.querySelector("#unveil");
  if (!curtain) return;
  watch.disconnect();
  curtain.click();
}).observe(document.body, { childList: true, subtree: true })"""
"""A hand that clicks once more than it should, at the moment the curtain falls: it stays down."""


def test_a_curtain_hides_secrets_between_players_at_one_screen(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "me"], {1: "Marcus"}, game="hadrians_wall")
    curtain = page.locator("#curtain")
    for seat, other in (("0", "1"), ("1", "0")):
        expect(curtain).to_be_visible()
        # Nothing of anybody's hand is on the page while the curtain is down.
        assert page.locator(CHOICES).count() == 0
        expect(page.locator("#unveil")).to_be_focused()
        check(page)
        page.wait_for_timeout(CURTAIN_REST)
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/tables/*?as={seat}")
        turn = wait(page)
        assert turn.seat == seat
        assert turn.seat != other
        page.evaluate(HASTY)
        page.keyboard.press("1")
    answered(page, turn)
