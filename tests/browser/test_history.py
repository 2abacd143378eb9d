"""The past of a game: what it looks like, ways through it, and the way back to the present."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import CHOICES, new_table, pick, press, wait
from tests.browser.test_access import check_themes
from tests.browser.test_table import BEAT, at, upload

SIDEWAYS = (844, 390)


def play_on(page: Page, turns: int = 3) -> None:
    """A table of Cambria against bots, some decisions into the game."""
    rng = random.Random(5)
    new_table(page, ["me", "bot:easy"])
    for _ in range(turns):
        turn = wait(page)
        press(page, turn, pick(turn, rng))
    wait(page)


def stand_at(page: Page, position: int) -> None:
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(position))


@pytest.mark.parametrize("key", ["Escape", "End"])
def test_the_past_says_so_and_one_key_leads_back(visit: Sessions, key: str) -> None:
    page = visit()
    play_on(page)
    now, stage = at(page), page.locator("#stage").bounding_box()
    page.keyboard.press("ArrowLeft")
    stand_at(page, now - 1)
    banner = page.locator("#prompt.past")
    expect(banner).to_contain_text("The past")
    expect(banner).to_contain_text(f"move {now - 1} of {now}")
    expect(banner.locator("#turn-waits")).to_be_visible()
    expect(page.locator(CHOICES)).to_have_count(0)
    # The board's window stays where it is; a column beside it tells of the move.
    beside = page.locator("#past-side").bounding_box()
    assert stage and beside
    narrower = {**stage, "width": stage["width"] - beside["width"]}
    assert page.locator("#stage").bounding_box() == narrower
    page.keyboard.press(key)
    expect(page.locator("body")).not_to_contain_class("js-past")
    expect(page.locator(CHOICES).first).to_be_attached()
    assert page.locator("#stage").bounding_box() == stage


def test_dice_of_a_past_roll_stand_on_one_line(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    where = page.locator("#history-where")
    eagle = page.locator("#prompt.past .die:has(svg)")
    numeral = page.locator("#prompt.past .die:not(:has(svg))")
    # An eagle is drawn and a numeral is written: their own base lines differ.
    while eagle.count() != 1 or numeral.count() != 1:
        before = int(where.get_attribute("data-at") or 0)
        assert before > 0, "nobody rolled an eagle with a numeral"
        page.keyboard.press("ArrowLeft")
        stand_at(page, before - 1)
    first, second = eagle.bounding_box(), numeral.bounding_box()
    assert first and second
    assert first["y"] == pytest.approx(second["y"], abs=0.5)


def test_the_count_of_moves_grows_with_the_game(visit: Sessions) -> None:
    page, rng = visit(), random.Random(7)
    play_on(page)
    other = page.context.new_page()
    other.goto(page.url)

    def go_on() -> int:
        turn = wait(other)
        press(other, turn, pick(turn, rng))
        wait(other)
        return at(other)

    slider = page.locator("#history-slider")
    slider.focus()
    now = go_on()
    expect(slider).to_have_js_property("value", str(now))
    page.locator("#step-back").click()
    stand_at(page, now - 1)
    words = f"ove {now - 1} of {go_on()}"
    for told in ("#history-where", "#prompt .past-move", "#past-side h2 small"):
        expect(page.locator(told)).to_contain_text(words)


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desk", "phone"])
def test_the_same_position_is_seen_as_somebody_else(
    visit: Sessions, finished_record: str, size: tuple[int, int]
) -> None:
    """Whether the page was opened there or went there since."""
    page = visit(size=size, phone=size == PHONE)
    upload(page, finished_record)
    end, phone = at(page), size == PHONE
    page.keyboard.press("Escape")
    assert end > 20
    page.locator("#history-slider").evaluate(GO_TO, 20)
    stand_at(page, 20)
    seats = page.locator(".history-viewpoint" if phone else ".viewpoint")
    for seat in (1, 2):
        if not seats.nth(seat).is_visible():
            page.locator("#page-past").tap()
        seats.nth(seat).click()
        page.wait_for_url(f"**as={seat}**")
        stand_at(page, 20)
        expect(page.locator("#prompt.past")).to_contain_text(f"20 of {end}")
        expect(seats.nth(seat)).to_have_attribute("aria-current", "true")


GO_TO = """(slider, to) => {
  slider.value = String(to);
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_a_phone_is_never_trapped_in_the_past(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size, phone=True)
    play_on(page)
    page.locator("#page-past").tap()
    for _ in range(2):
        page.locator("#step-back").tap()
    expect(page.locator("#prompt.past")).to_be_visible()
    for control in page.locator("#history button:visible, #to-present").all():
        box = control.bounding_box()
        assert box is not None and box["height"] >= 40 and box["width"] >= 40
    # From any other page too.
    page.locator("#page-log").tap()
    page.locator("#to-present").tap()
    expect(page.locator("body")).not_to_contain_class("js-past")
    expect(page.locator(CHOICES).first).to_be_attached()


def test_the_log_marks_the_position_and_fades_what_came_later(visit: Sessions) -> None:
    page = visit()
    play_on(page)
    line = page.locator("#log .line:has(p)").nth(2)
    number = int(line.get_attribute("data-number") or "0")
    page.locator("#history-slider").fill(str(number))
    stand_at(page, number)
    here = page.locator("#log .js-here")
    expect(here).to_have_attribute("data-number", str(number))
    words = (here.locator("p").text_content() or "").strip()
    expect(page.locator("#prompt .prompt-words")).to_contain_text(words.lstrip("0123456789"))
    later = page.locator("#log .line.js-later:has(p)")
    numbers = later.evaluate_all("all => all.map((each) => Number(each.dataset.number))")
    assert numbers and min(numbers) > number
    page.keyboard.press("End")
    expect(page.locator("#log .js-later, #log .js-here")).to_have_count(0)


def test_steps_go_by_turn_as_the_log_has_headings(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    headings = page.locator("#log .line.opens").evaluate_all(
        "all => [...new Set(all.map((each) => Number(each.dataset.number)))]"
    )
    page.keyboard.press("Home")
    stand_at(page, 0)
    page.get_by_role("group", name="Step by").get_by_role("button", name="Turn", exact=True).click()
    page.locator("body").click(position={"x": 700, "y": 20})
    ahead = [number for number in headings if number > 0]
    for number in ahead[:3]:
        page.keyboard.press("ArrowRight")
        stand_at(page, number)
    page.keyboard.press("ArrowLeft")
    stand_at(page, ahead[1])


def test_play_at_the_last_move_starts_from_the_beginning(
    visit: Sessions, finished_record: str
) -> None:
    page = visit()
    page.clock.install()
    upload(page, finished_record)
    last = at(page)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.locator("#step-play").evaluate("each => each.click()")
    stand_at(page, 0)
    page.clock.run_for(BEAT)
    stand_at(page, 1)
    # Four times as fast.
    speed = page.locator("#history-speed")
    speed.click()
    speed.click()
    expect(speed).to_have_text("4\u00d7")
    page.clock.run_for(BEAT)
    stand_at(page, 2)
    page.clock.run_for(BEAT // 4 + 1)
    stand_at(page, 3)
    assert last > 3


def test_a_position_has_an_address_to_share(visit: Sessions) -> None:
    page = visit()
    play_on(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    url, now = page.url, at(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    stand_at(page, now - 2)
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".toast")).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{url}?at={now - 2}"
    page.goto(copied)
    stand_at(page, now - 2)
    expect(page.locator("#prompt.past")).to_be_visible()
    # The log goes on past the position, so that one can step by turns from here.
    expect(page.locator("#log .js-later").first).to_be_attached()
    page.locator("#to-present").click()
    page.wait_for_url(url)
    expect(page.locator(CHOICES).first).to_be_attached()


def test_turning_points_are_marked_and_can_be_gone_to(
    visit: Sessions, finished_record: str
) -> None:
    page = visit()
    upload(page, finished_record)
    points = [{"number": 9, "seat": 1, "swing": -0.2}, {"number": 5, "seat": 0, "swing": 0.1}]
    answer = {"html": "", "ended": True, "points": points}
    page.route("**/turning", lambda route: route.fulfill(json=answer))
    page.goto(f"{page.url}?at=2")
    expect(page.locator("#history-points .history-point")).to_have_count(2)
    for position in (5, 9, 5):
        page.keyboard.press("t")
        stand_at(page, position)
    # In the list beside the board each is told as in the log, with its symbols and without numbers.
    rows = page.locator("#past-points .past-point")
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row.locator(".past-point-words > span")).not_to_be_empty()
    symbols = page.locator("#past-points .past-point-words :is(.mark, .die, .ic)")
    expect(symbols.first).to_be_attached()
    expect(page.locator("#past-points .line-number")).to_have_count(0)
    page.get_by_role("button", name="Turning point").click()
    page.locator("#step-forward").click()
    stand_at(page, 9)
    page.locator("#step-back").click()
    stand_at(page, 5)


LONGEST = """length => [...document.querySelectorAll("#log .line")]
  .filter((line) => line.querySelector("p") && Number(line.dataset.number) < length)
  .sort((one, other) => other.textContent.length - one.textContent.length)[0].dataset.number"""
CUT = "each => each.scrollHeight - each.clientHeight"


@pytest.mark.parametrize("size", [PHONE, (844, 390)])
def test_on_a_phone_what_happened_is_told_whole(
    visit: Sessions, finished_record: str, size: tuple[int, int]
) -> None:
    page = visit(size=size, phone=True)
    upload(page, finished_record)
    page.goto(f"{page.url}?at={page.evaluate(LONGEST, at(page))}")
    told = page.locator("#prompt.past .prompt-words")
    expect(told).to_be_visible()
    assert told.evaluate(CUT) <= 1
    banner, back = told.bounding_box(), page.locator("#to-present").bounding_box()
    assert banner and back and banner["y"] >= 0 and banner["x"] + banner["width"] <= back["x"]


def test_axe_finds_nothing_in_the_past(visit: Sessions) -> None:
    page = visit()
    play_on(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#prompt.past")).to_be_visible()
    expect(page.locator("#log .js-later").first).to_be_attached()
    check_themes(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.locator("#page-past").click()
    check_themes(page)


def test_a_past_move_is_told_beside_the_board(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    moves = at(page)
    page.keyboard.press("Escape")
    for position in (moves - 1, moves - 2):
        page.keyboard.press("ArrowLeft")
        stand_at(page, position)
        column = page.locator("#past-side")
        expect(column).to_contain_text(f"move {position} of {moves}")
        told = page.locator(f"#log .line[data-number='{position}'] p").all_inner_texts()
        for line in told:
            expect(column.locator(".past-card").first).to_contain_text(line.split()[0])
    # Without an analysis, points: one line for each player, and their sums now.
    expect(page.locator("#history-chart .curve-line")).to_have_count(3)
    expect(page.locator("#past-change .past-score")).to_have_count(3)
    scores = page.locator(".panel .score").all_inner_texts()
    shown = [text.split()[-1] for text in page.locator("#past-change b").all_inner_texts()]
    assert shown == scores
    # Nobody wrote a note, and nothing was analysed.
    expect(page.locator("#past-note")).to_be_hidden()
    expect(page.locator("#past-points")).to_be_hidden()
    # A tablet has no such column; what to do with a position is below the board, above the tabs.
    page.set_viewport_size({"width": 1024, "height": 768})
    expect(column).to_be_hidden()
    page.locator("#fork-form button").click(trial=True)
    page.locator("#history-share").click(trial=True)


def test_ones_own_note_stands_beside_the_past(visit: Sessions) -> None:
    page = visit()
    play_on(page, 2)
    page.locator("#tab-notes").click()
    page.locator("#notes-text").fill("Guard Alabum.")
    page.locator("#step-back").click()
    expect(page.locator("#past-note")).to_contain_text("Guard Alabum.")
