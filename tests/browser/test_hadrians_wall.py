"""Hadrian's Wall in real browsers: several players at once, one of them on a phone."""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import GAME, PHONE, Sessions
from tests.browser.play import (
    POLL,
    Choice,
    Turn,
    answered,
    click,
    look,
    new_table,
    play_on,
    press,
    settle,
    sit_down,
    wait,
)
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng
from ludus.core.chance import pick as anything
from ludus.core.registry import open_box
from ludus.core.table import Table

STOP = 0.3
"""How often a player stops for the Year although something could be done."""


def open_table(page: Page, seats: list[str]) -> None:
    new_table(page, seats, game="hadrians_wall")
    expect(page.locator("#stage svg:visible").first).to_be_visible()


def pick(turn: Turn, rng: random.Random) -> Choice:
    """Anything that can be done; now and then, to stop."""
    stops = [choice for choice in turn.choices if choice.value == "stop"]
    others = [choice for choice in turn.choices if choice.value != "stop"]
    if stops and (not others or rng.random() < STOP):
        return stops[0]
    return rng.choice(others)


def on_the_sheet(page: Page, turn: Turn, choice: Choice) -> bool:
    """By the box itself, if it is in a picture that is in front and stands for nothing else."""
    stage = page.locator("#stage").bounding_box()
    alone = sum(one.place == choice.place for one in turn.choices) == 1
    if not choice.place or not alone or stage is None:
        return False
    inside = (
        stage["x"] + 8 < choice.x < stage["x"] + stage["width"] - 90
        and stage["y"] + 8 < choice.y < stage["y"] + stage["height"] - 90
    )
    if not inside:
        return False
    click(page, turn, choice)
    return True


SEATS = ["me", "open", "bot:easy"]
LEFT = 90
"""So many moves before its end a game is gone on with, where the beginning does not matter."""


@pytest.mark.parametrize(
    "whole", [False, pytest.param(True, marks=pytest.mark.long)], ids=["the-end", "whole"]
)
def test_desk_and_phone_and_a_bot_play_side_by_side(visit: Sessions, whole: bool) -> None:
    livia, rng = visit(), random.Random(5)
    if whole:
        open_table(livia, SEATS)
    else:
        play_on(livia, record("-", ("Livia", "Marcus", "Quintus")), LEFT, SEATS)
    marcus = visit(livia.locator("#w-invite-1").input_value(), size=PHONE, phone=True)
    sit_down(marcus, "Marcus")
    boxes = 0
    over: set[str] = set()
    stuck = time.monotonic() + GAME / 1000
    while len(over) < 2:
        assert time.monotonic() < stuck, "the game does not end"
        for name, page in (("Livia", livia), ("Marcus", marcus)):
            turn = look(page)
            if turn is None:
                continue
            if turn.over:
                over.add(name)
                continue
            choice = pick(turn, rng)
            if name == "Livia" and on_the_sheet(page, turn, choice):
                boxes += 1
            else:
                press(page, turn, choice)
        livia.wait_for_timeout(POLL)
    assert boxes > (5 if whole else 0), "boxes can be filled by clicking on them"
    verdicts = [page.locator(".verdict").inner_text() for page in (livia, marcus)]
    assert verdicts[0] == verdicts[1]
    assert marcus.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_alone_to_a_rank(visit: Sessions) -> None:
    page, rng = visit(dark=True), random.Random(8)
    play_on(page, record("-"), 25, ["me"])
    while not (turn := wait(page)).over:
        press(page, turn, pick(turn, rng))
    expect(page.locator(".verdict")).to_contain_text("point")


def take(page: Page, *wanted: str) -> str:
    """Answers the next decision by the first of these that is offered, or by what is offered first.

    What is offered first is to stop, or an answer that brings the Year to its end.
    """
    turn = wait(page)
    offered = {choice.value: choice for choice in turn.choices}
    value = next((each for each in (*wanted, "stop") if each in offered), turn.choices[0].value)
    press(page, turn, offered[value])
    return value


def test_a_pattern_is_turned_and_mirrored_by_button_and_key(visit: Sessions) -> None:
    page = visit(size=(1440, 900))
    open_table(page, ["me"])
    turn = wait(page)
    press(page, turn, turn.choices[0])
    scouting = ("pattern:0", "pattern:1", "pattern:2")
    # Two Civilians become Patricians, this Year or the next; a Soldier is left each Year.
    while take(page, *scouting, "citizen:4") not in scouting:
        pass
    wait(page)
    expect(page.locator("#scene-map")).to_be_visible()
    layers = page.locator("#scene-map [data-turn]")
    front = page.locator("#scene-map [data-turn].js-turned")
    expect(front).to_have_count(1)
    ways = layers.count()
    if ways > 1:
        page.keyboard.press("t")
        expect(front).to_have_attribute("data-turn", layers.first.get_attribute("data-next") or "")
        before = front.get_attribute("data-mirror") or ""
        page.get_by_role("button", name="Mirror").click()
        expect(front).to_have_attribute("data-turn", before)
    spot = front.locator(".choice").first
    place = spot.get_attribute("id")
    spot.hover()
    expect(page.locator("#scene-map .js-lit .land")).to_have_count(4)
    turn = wait(page)
    spot.click()
    answered(page, turn)
    expect(page.locator("#scene-map")).to_be_hidden()
    assert place is not None
    assert wait(page).decision != turn.decision


def test_one_may_look_at_other_sheets_while_bots_act(visit: Sessions) -> None:
    page = visit(size=(1440, 900))
    open_table(page, ["me", "bot:medium", "bot:medium", "bot:medium"])
    turn = wait(page)
    press(page, turn, turn.choices[0])
    wait(page)
    others = page.locator("#scene-tab-seat-1")
    others.click()
    # The bots' own moves bring patches; they must not take the sheets away again. The Year goes on
    # until this player stops too, so in the end all three bots wait.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".panel")].filter(
            (panel) => panel.textContent.includes("done")).length === 3""",
        polling=100,
        timeout=GAME,
    )
    expect(others).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#scene-seat-1")).to_be_visible()
    for printed in ("ground-left", "print-left", "ground-right", "print-right"):
        expect(page.locator(f"#scene-seat-1 use[href='#{printed}']")).to_have_count(1)


def record(until: str, names: tuple[str, ...] = ("Maximiliana Constantina",)) -> str:
    """A game played by chance alone, up to a question, or to its end if that never comes."""
    table, rng = Table(open_box("hadrians_wall"), names), SeededRng(5)
    while not table.over:
        table.settle(rng)
        for decision in table.decisions()[:1]:
            if decision.prompt == until:
                return table.record.dump()
            table.play(decision.seat, anything(decision, rng))
    return table.record.dump()


IN_SIGHT = """() => {
  const room = document.querySelector("#scene-map").getBoundingClientRect();
  const wanted = "#scene-map :is([id^=lay-cell], [data-turns], .choice)";
  const boxes = [...document.querySelectorAll(wanted)]
    .map((each) => each.getBoundingClientRect()).filter((box) => box.width);
  return boxes.length > 24 && boxes.every((box) => box.left >= room.left - 1
    && box.right <= room.right + 1 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1);
}"""


def test_on_a_phone_the_map_and_what_turns_a_pattern_are_in_sight(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    upload(page, record("place"))
    expect(page.locator("#scene-map")).to_be_visible()
    settle(page)
    page.wait_for_function(IN_SIGHT)


def test_on_a_phone_the_score_is_in_sight_whatever_the_names(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    upload(page, record("-"))
    total = page.locator("#result .standing-score").first
    expect(total).to_be_visible()
    box = total.bounding_box()
    assert box is not None and box["x"] + box["width"] <= PHONE[0]


def test_a_neighbours_sheet_is_enlarged_from_their_panel(visit: Sessions) -> None:
    """A pointer that rests opens it until it goes, a click keeps it, Escape closes it."""
    page = visit(size=(1440, 900))
    new_table(page, ["me", "bot:easy", "bot:easy"], game="hadrians_wall")
    wait(page)
    lens = page.locator("#lens")
    page.locator("#panel-1 .panel-name").hover()
    expect(lens).to_be_visible()
    expect(lens.locator(".lens-picture svg use")).to_have_count(1)
    expect(lens.locator(".lens-side .meter").first).to_be_visible()
    page.mouse.move(500, 20)
    expect(lens).to_be_hidden()
    page.locator("#panel-1 .panel-name").click()
    page.mouse.move(500, 20)
    page.wait_for_timeout(600)
    expect(lens).to_be_visible()
    page.keyboard.press("Escape")
    expect(lens).to_be_hidden()
    # One's own sheets are on the board.
    page.locator("#panel-0 .panel-name").click()
    expect(lens).to_be_hidden()


MARKS = """() => [...document.querySelectorAll("#scene-seat-1 [data-marks]")]
  .map((each) => each.getAttribute("d")).join()"""
"""What the first neighbour has filled."""
DECISIONS = 40
"""So many decisions at most until a neighbour has filled something."""


def test_what_a_neighbour_filled_since_one_last_looked_is_ringed(visit: Sessions) -> None:
    page, rng = visit(size=(1440, 900)), random.Random(2)
    new_table(page, ["me", "bot:easy", "bot:easy"], game="hadrians_wall")
    wait(page)
    lens, name = page.locator("#lens"), page.locator("#panel-1 .panel-name")
    name.click()
    expect(lens).to_be_visible()
    expect(lens.locator(".lens-new")).to_have_count(0)
    page.keyboard.press("Escape")
    before = page.evaluate(MARKS)
    for _ in range(DECISIONS):
        if page.evaluate(MARKS) != before:
            break
        turn = wait(page)
        press(page, turn, rng.choice(turn.choices))
    page.keyboard.press("Escape")
    name.click()
    expect(lens.locator(".lens-new").first).to_be_visible()
    expect(lens.locator(".lens-side")).to_contain_text("ringed")
    # Looked at once more, nothing is new.
    page.keyboard.press("Escape")
    name.click()
    expect(lens).to_be_visible()
    expect(lens.locator(".lens-new")).to_have_count(0)


def test_a_neighbours_sheet_on_a_phone(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, ["me", "bot:easy"], game="hadrians_wall")
    wait(page)
    page.locator("#page-players").tap()
    page.locator("#panel-1 .panel-name").tap()
    expect(page.locator("#lens .lens-picture svg")).to_be_visible()
    page.locator("#lens").get_by_role("button", name="Close").tap()
    expect(page.locator("#lens")).to_be_hidden()


CHANGES = """() => {
  const box = (each) => each.getBoundingClientRect();
  const apart = (one, two) => one.right <= two.left || two.right <= one.left;
  const out = (one, two) => one.right > two.right + 1 || one.bottom > two.bottom + 1;
  const pills = [...document.querySelectorAll(".supply .pill:has(.delta)")];
  const over = (pill) => !apart(box(pill.querySelector(".delta")), box(pill.querySelector("b")));
  const sheet = box(document.querySelector(".sheet-words"));
  const steps = [...document.querySelectorAll(".sheet .chips li, .sheet .preview-points")];
  const hidden = (each) => out(box(each), box(each.parentElement)) || out(box(each), sheet);
  return {
    changed: pills.length, covered: pills.filter(over).length,
    steps: steps.length, hidden: steps.filter(hidden).length,
  };
}"""
"""Which counts of the supply a change lies over, and which steps of the preview are cut off."""


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["upright", "side"])
def test_on_a_phone_a_preview_covers_no_count_and_shows_every_step(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit("/rules/hadrians_wall", size=size, phone=True)
    page.locator("#example-defender form button").click()
    page.wait_for_url("**/tables/*")
    turn = wait(page)
    settle(page)
    wall = next(choice for choice in turn.choices if choice.value == "wall")
    page.touchscreen.tap(wall.x, wall.y)
    expect(page.locator(".supply .pill .delta")).to_have_count(2)
    expect(page.locator(".sheet .preview-points")).to_be_visible()
    shown = page.evaluate(CHANGES)
    assert shown == {"changed": 2, "covered": 0, "steps": 4, "hidden": 0}


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["upright", "side"])
def test_on_a_phone_the_cohorts_in_an_attack_can_be_seen(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit("/rules/hadrians_wall", size=size, phone=True)
    page.locator("#example-favour form button").click()
    page.wait_for_url("**/tables/*")
    flanks = page.locator("#moment .side.drawn > svg")
    expect(flanks).to_have_count(3)
    expect(flanks.first).to_be_visible()
    widths = [each.bounding_box() for each in flanks.all()]
    assert all(box is not None and box["width"] >= 120 for box in widths), widths
    if size == PHONE:
        moment, last = page.locator("#moment").bounding_box(), widths[-1]
        assert moment is not None and last is not None
        assert last["y"] + last["height"] <= moment["y"] + moment["height"]
