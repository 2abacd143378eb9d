"""The table page's own things: history, board, list, tips, panes, settings."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import (
    CHOICES,
    POLL,
    answered,
    click,
    heard,
    listen,
    new_table,
    pick,
    press,
    quick_table,
    settle,
    step,
    until_placing,
    wait,
)


def upload(page: Page, record: str) -> None:
    page.get_by_text("Open a saved game").click()
    page.locator("#upload-text").fill(record)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/tables/*")


def test_a_saved_file_can_be_opened(visit: Sessions, finished_record: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(finished_record, encoding="utf-8")
    page = visit()
    page.get_by_text("Open a saved game").click()
    page.locator("#upload-file").set_input_files(file)
    expect(page.locator("#upload-text")).not_to_be_empty()
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/tables/*")
    assert at(page) == finished_record.count("\n") - 1


def at(page: Page) -> int:
    return int(page.locator("#history-where").get_attribute("data-at") or "-1")


def test_replay_by_slider_keys_and_log(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    length = at(page)
    assert length == finished_record.count("\n") - 1
    expect(page.locator("#result.result")).to_be_visible()

    page.keyboard.press("ArrowLeft")
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(length - 1))
    expect(page.locator("#result.result")).to_have_count(0)
    page.keyboard.press("Home")
    expect(page.locator("#history-where")).to_have_attribute("data-at", "0")
    expect(page.locator(".world [id^='road-'][id$='-piece']")).to_have_count(0)

    page.locator("#history-slider").fill(str(length // 2))
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(length // 2))
    pieces = page.locator(".world [id^='road-'][id$='-piece']").count()
    assert pieces > 2

    line = page.locator("#log .line[data-number]").nth(6)
    number = line.get_attribute("data-number")
    line.click()
    expect(page.locator("#history-where")).to_have_attribute("data-at", number or "")
    expect(page.locator("#log .js-here")).to_have_count(1)

    page.keyboard.press("End")
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(length))
    expect(page.locator("#result.result")).to_be_visible()


BEAT = 1350
"""Milliseconds between two positions while a game is played back without motion."""


def test_play_button_steps_through_the_game(visit: Sessions, finished_record: str) -> None:
    page = visit()
    page.clock.install()
    upload(page, finished_record)
    page.keyboard.press("Home")
    expect(page.locator("#history-where")).to_have_attribute("data-at", "0")
    # The page's clock stands still but for what it is told to run.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    play = page.get_by_role("button", name="Play (Space)")
    play.click()
    for position in ("1", "2"):
        page.clock.run_for(BEAT)
        expect(page.locator("#history-where")).to_have_attribute("data-at", position)
    play.click()
    page.clock.run_for(BEAT * 9)
    # The slider goes at once where it is sent.
    assert page.locator("#history-slider").input_value() == "2"
    assert at(page) == 2


def test_the_long_key_does_not_leave_a_running_game(visit: Sessions) -> None:
    page, rng = visit(), random.Random(4)
    quick_table(page)
    step(page, rng)
    wait(page)
    playing = page.locator("#history.js-playing")
    page.keyboard.press("Space")
    assert playing.count() == 0
    assert page.locator("body.js-past").count() == 0
    # Somebody who looks back already does mean it.
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    assert playing.count() == 1


def test_play_on_from_a_past_position(visit: Sessions, finished_record: str) -> None:
    page, rng = visit(), random.Random(1)
    upload(page, finished_record)
    old, length = page.url, at(page)
    page.locator("#history-slider").fill(str(length // 3))
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(length // 3))
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_function("old => location.pathname !== new URL(old).pathname", arg=old)
    assert at(page) >= length // 3
    if page.locator(CHOICES).count():
        step(page, rng)


def test_download_is_the_record(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert saved.splitlines()[1:] == finished_record.splitlines()[1:] or len(
        saved.splitlines()
    ) == len(finished_record.splitlines())


def test_looking_at_the_past_of_a_live_game(visit: Sessions) -> None:
    page, rng = visit(), random.Random(2)
    quick_table(page)
    for _ in range(4):
        step(page, rng)
    wait(page)
    now = at(page)
    page.keyboard.press("Home")
    expect(page.locator("#prompt")).to_have_class("prompt past")
    expect(page.locator(CHOICES)).to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("#history-where")).to_have_attribute("data-at", str(now))
    step(page, rng)


def test_an_answer_to_a_late_choice_is_not_put_over_what_came_since(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    wait(page)
    old = {"id": "prompt", "html": '<div id="prompt">as it was once</div>'}
    late = {"error": "too late", "position": 1, "title": "once", "turn": True, "parts": [old]}
    page.route("**/act", lambda route: route.fulfill(status=409, json=late))
    listen(page)
    with page.expect_request("**/stream*"):
        page.evaluate("document.querySelector('#choices .choice-button').click()")
    heard(page, "too late")
    expect(page.locator("#prompt")).not_to_contain_text("as it was once")
    page.unroute("**/act")
    turn = wait(page)
    click(page, turn, turn.choices[0])
    wait(page)


WORLD = "document.querySelector('.world').getBoundingClientRect()"
ON_THE_STAGE = f"""() => {{
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const {{ x, y, width, height }} = {WORLD};
  return [x - stage.x, y - stage.y, width, height];
}}"""


def test_board_zooms_pans_and_fits(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    wait(page)
    settle(page)
    # The page opens where the action is; a key shows all of it.
    page.keyboard.press("f")
    settle(page)
    whole = page.locator(".world").first.bounding_box()
    assert whole is not None
    page.mouse.move(whole["x"] + whole["width"] / 2, whole["y"] + whole["height"] / 2)
    page.mouse.wheel(0, -600)
    page.wait_for_function(f"least => {WORLD}.width > least", arg=whole["width"] * 1.5)
    near = page.locator(".world").first.bounding_box()
    assert near is not None
    page.mouse.down()
    page.mouse.move(whole["x"] + whole["width"] / 2 + 80, whole["y"] + whole["height"] / 2 + 40)
    page.mouse.up()
    page.wait_for_function(f"x => Math.abs({WORLD}.x - x) < 2", arg=near["x"] + 80)
    page.keyboard.press("f")
    page.wait_for_function(f"width => Math.abs({WORLD}.width - width) < 1", arg=whole["width"])


def test_zoom_is_kept_when_the_position_changes(visit: Sessions) -> None:
    page, rng = visit(), random.Random(3)
    quick_table(page)
    wait(page)
    page.get_by_role("button", name="Zoom in").click()
    settle(page)
    before = page.evaluate(ON_THE_STAGE)
    step(page, rng)
    wait(page)
    settle(page)
    assert page.evaluate(ON_THE_STAGE) == before


def test_tip_lights_and_reasons(visit: Sessions) -> None:
    page, rng = visit(), random.Random(4)
    quick_table(page)
    until_placing(page, rng)
    choice = page.locator("#choice-list button").first
    place = (choice.get_attribute("data-places") or "").split()[0]
    light = (choice.get_attribute("data-lights") or "").split()[0]
    page.locator(f"[id='{place}']").hover(force=True)
    # The action bar names what would be done, the tip what stands there afterwards.
    named = page.locator("#sheet .preview-title")
    expect(named).to_be_visible()
    assert named.inner_text() in (choice.get_attribute("aria-label") or "?")
    expect(page.locator("#tip")).to_contain_text(named.inner_text())
    lit = page.locator(f"[id='{light}']")
    expect(lit).to_have_class(re.compile(r"\bjs-lit\b"))
    page.mouse.move(2, 2)
    expect(page.locator("#tip")).to_be_hidden()
    # A fort can never be chosen; the game says why.
    listen(page)
    page.locator(f"[id='{light}']").click(force=True)
    heard(page)


def test_what_others_did_is_numbered_on_the_board_and_in_the_log(visit: Sessions) -> None:
    page, rng = visit(), random.Random(6)
    quick_table(page)
    # Whoever only passes leaves nothing to show; sooner or later somebody places a warrior.
    while not page.locator("#overlay .way-disc").count():
        step(page, rng)
        wait(page)
    numbers = page.locator("#log .line-number").all_inner_texts()
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert set(page.locator("#overlay .way-number").all_text_contents()) <= set(numbers)


def test_a_picked_choice_is_confirmed_in_the_action_bar(visit: Sessions) -> None:
    page, rng = visit(), random.Random(4)
    page.evaluate("localStorage.setItem('ludus.settings', JSON.stringify({ confirm: true }))")
    page.reload()
    quick_table(page)
    turn = wait(page)
    while not turn.placed:
        press(page, turn, pick(turn, rng))
        turn = wait(page)
    settle(page)
    shown = next(choice for choice in turn.choices if choice.place)
    page.mouse.click(shown.x, shown.y)
    confirm = page.locator("#sheet .sheet-do")
    expect(confirm).to_be_visible()
    page.keyboard.press("Escape")
    expect(confirm).to_be_hidden()
    page.mouse.move(2, 2)
    page.mouse.click(shown.x, shown.y)
    confirm.click()
    answered(page, turn)


def test_one_thing_at_a_time_lies_over_the_board(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "bot:easy"])
    until_placing(page, random.Random(3))
    page.locator("[data-toggles=choice-list]").click()
    listed, menu = page.locator("#choice-list"), page.locator("#undo-more")
    expect(listed).to_have_class(re.compile("js-open"))
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    expect(listed).not_to_have_class(re.compile("js-open"))
    page.locator("[data-toggles=choice-list]").click()
    expect(listed).to_have_class(re.compile("js-open"))
    expect(menu).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(listed).not_to_have_class(re.compile("js-open"))


def test_log_lights_places(visit: Sessions, finished_record: str) -> None:
    page = visit()
    upload(page, finished_record)
    page.get_by_role("button", name="Show the board", exact=True).click()
    spoken = page.locator("#log [data-place^='road-']").last
    spoken.scroll_into_view_if_needed()
    spoken.hover()
    place = spoken.get_attribute("data-place") or ""
    expect(page.locator(f"[id='{place}']")).to_have_class(re.compile(r"\bjs-lit\b"))


def test_clause_link_opens_the_rule_beside_the_board(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    wait(page)
    link = page.locator("#prompt .clause")
    clause = link.get_attribute("data-clause")
    link.click()
    expect(page.locator(f"#pane-rules [id='{clause}']")).to_be_visible()


def test_notes_are_kept(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    page.locator("#tab-notes").click()
    page.locator("#notes-text").fill("Watch <b>Deva</b>")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notes-saved")).to_have_text("Saved.")
    page.reload()
    page.locator("#tab-notes").click()
    expect(page.locator("#notes-text")).to_have_value("Watch <b>Deva</b>")


def test_settings_last(visit: Sessions) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.locator("input[name=theme][value=dark]").check(force=True)
    page.get_by_label("Sounds").uncheck()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()


def test_recovery_link_carries_the_seat(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    url = page.url
    page.locator("[data-opens=table-dialog]").click()
    page.get_by_role("button", name="Make a recovery link").click()
    link = page.locator("#recovery-link-field").input_value()
    other = visit(link)
    other.get_by_role("button", name="Take my seats here").click()
    other.wait_for_url(url)
    wait(other)
    expect(other.locator("#panel-0")).to_contain_text("you")


def test_pieces_glide_and_things_stay_themselves(visit: Sessions) -> None:
    """Elements keep their identity over a move, and what moves is animated."""
    page, rng = visit(calm=False), random.Random(5)
    quick_table(page)
    turn = until_placing(page, rng)
    page.evaluate(
        """() => {
          window.kept = document.querySelector("[id='fort-0']");
          window.flights = 0;
          window.dice = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (...args) {
            if (this.closest(".world")) window.flights += 1;
            if (this.matches(".die")) window.dice.push("opacity" in args[0]);
            return animate.apply(this, args);
          };
        }"""
    )
    click(page, turn, pick(turn, rng))
    page.wait_for_function("() => window.flights > 0")
    assert page.evaluate("window.kept === document.querySelector(\"[id='fort-0']\")")
    # The next player rolls: the dice are seen from the start.
    page.wait_for_function("() => window.dice.length > 0")
    assert not any(page.evaluate("window.dice"))


def shown(page: Page) -> list[str]:
    """The pictures in front, by their keys."""
    scenes = page.locator(".scene:not(.js-away)")
    keys: list[str] = scenes.evaluate_all("all => all.map(scene => scene.dataset.key)")
    return keys


def test_several_pictures_side_by_side_or_one_by_one(visit: Sessions) -> None:
    page = visit(size=(2400, 1200))
    new_table(page, ["me", "bot:easy"], game="hadrians_wall")
    wait(page)
    pair = shown(page)
    assert len(pair) == 2
    # Whatever is in front, something of it can be chosen.
    assert page.locator(".scene:not(.js-away) .choice, #offer .choice").count() > 0
    page.keyboard.press("]")
    assert shown(page) != pair
    page.set_viewport_size({"width": 900, "height": 800})
    page.wait_for_function(
        "() => document.querySelectorAll('.scene:not(.js-away)').length === 1", polling=POLL
    )
    tab = page.locator("#scene-tabs .scene-tab:visible").last
    tab.click()
    expect(tab).to_have_attribute("aria-pressed", "true")
    assert shown(page) == [tab.get_attribute("data-scene")]


@pytest.mark.parametrize("size", [(360, 640), PHONE, (844, 390), (1024, 768), (3840, 2160)])
def test_board_has_room_at_every_size(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size)
    quick_table(page)
    wait(page)
    box = page.locator("#stage").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] > size[0] * size[1] * 0.3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, select, a.button")]
          .filter((element) => element.checkVisibility() && element.offsetWidth > 1)
          .filter((element) => !element.closest("#choice-list, .undo-here"))
          .filter((element) => element.getBoundingClientRect().height < 39.5)
          .map((element) => element.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_log_follows_the_game_unless_somebody_reads(visit: Sessions) -> None:
    page, rng = visit(size=(1200, 500)), random.Random(6)
    quick_table(page)
    at_end = """() => {
      const box = document.querySelector("#pane-log");
      return box.scrollHeight - box.scrollTop - box.clientHeight < 60;
    }"""
    while page.locator("#log .line").count() < 14:
        step(page, rng)
    wait(page)
    page.wait_for_function(at_end)
    # A page hears of the scrolling with its next picture.
    page.locator("#pane-log").evaluate(
        """box => new Promise((seen) => {
          box.addEventListener("scroll", seen, { once: true });
          box.scrollTop = 0;
        })"""
    )
    step(page, rng)
    wait(page)
    assert not page.evaluate(at_end)
