"""Para Bellum in a real browser: games for two and for teams, and what is where."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.legibility import faults
from tests.browser.play import Choice, Turn, answered, heard, listen, new_table, press, settle, wait
from tests.browser.play import play_on as resume
from tests.browser.test_lessons import PLACE, at_step, seen, start, steps_of
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng
from ludus.core.registry import open_box
from ludus.core.table import Table
from ludus.games.para_bellum.view import View

MOST = 900
"""No game of Para Bellum has as many decisions of one player as this."""
AWAY = (700, 20)
"""In the top bar, where a pointer asks for nothing."""
SAMPLE = 12
"""So many decisions are about two turns."""


def open_table(page: Page, seats: list[str]) -> None:
    new_table(page, seats, game="para_bellum")
    expect(page.locator("#stage svg").first).to_be_visible()


def some(turn: Turn, rng: random.Random) -> Choice:
    """Anything, but rather something than the end of the turn."""
    active = [choice for choice in turn.choices if choice.value != "end"]
    if active and rng.random() < 0.8:
        return rng.choice(active)
    return rng.choice(turn.choices)


def play_on(page: Page, rng: random.Random, most: int) -> int:
    """Plays until the end, or so many decisions; gives how many there were before the end."""
    for count in range(most):
        turn = wait(page)
        if turn.over:
            return count
        press(page, turn, some(turn, rng))
    return most


@pytest.mark.long
def test_a_game_for_two(visit: Sessions) -> None:
    page = visit()
    open_table(page, ["me", "bot:easy"])
    assert 30 < play_on(page, random.Random(5), MOST) < MOST
    expect(page.locator(".standings .standing")).to_have_count(2)


@pytest.mark.long
def test_a_game_of_teams(visit: Sessions) -> None:
    page = visit()
    open_table(page, ["me", "bot:easy", "bot:easy", "bot:easy"])
    assert 30 < play_on(page, random.Random(6), MOST) < MOST
    expect(page.locator(".standings .standing")).to_have_count(4)
    expect(page.locator(".verdict")).to_contain_text("together")


@pytest.mark.parametrize("rivals", [1, 3], ids=["for two", "teams"])
def test_the_first_turns(visit: Sessions, rivals: int) -> None:
    page = visit()
    open_table(page, ["me", *["bot:easy"] * rivals])
    assert play_on(page, random.Random(5), SAMPLE) == SAMPLE
    wait(page)
    expect(page.locator("#stage svg").first).to_be_visible()


def last_decision(seats: int) -> tuple[str, int, str]:
    """A game by chance up to the decision that ends it, whose that is, and what ends it."""
    names = ("Livia", "Marcus", "Aelia", "Gaius")[:seats]
    table, rng = Table(open_box("para_bellum"), names), SeededRng(1)
    while True:
        table.settle(rng)
        before, decision = table.fork(), table.decisions()[0]
        option = decision.options[rng.below(len(decision.options))]
        table.play(decision.seat, option)
        if table.over:
            return before.record.dump(), decision.seat, str(option)


@pytest.mark.parametrize("seats", [2, 4], ids=["for two", "teams"])
def test_the_last_decision(visit: Sessions, seats: int) -> None:
    """After it the page names the winner, and in a game of teams both of them."""
    record, seat, last = last_decision(seats)
    page = visit()
    open_record(page, record, seat)
    turn = wait(page)
    press(page, turn, next(choice for choice in turn.choices if choice.value == last))
    assert wait(page).over
    expect(page.locator(".standings .standing")).to_have_count(seats)
    expect(page.locator("#result")).to_contain_text("together" if seats == 4 else "wins")


@pytest.mark.parametrize("size", [(1366, 768), (1180, 800)], ids=["laptop", "narrow"])
def test_all_counts_are_in_sight(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size)
    new_table(page, ["me", "bot:easy"], game="para_bellum")
    wait(page)
    # Six banners are left, so the row is as long as it gets.
    expect(page.locator("#supply .pill").nth(3).locator(".icon-row .ic")).to_have_count(6)
    wide, room = page.locator("#supply").evaluate("row => [row.scrollWidth, row.clientWidth]")
    assert wide <= room


def a_full_hand() -> tuple[str, int]:
    """A whole game by chance, and how many moves are left where the first seat can act with five
    army cards, two command cards, and cards in play.
    """
    table, rng = Table(open_box("para_bellum"), ("Livia", "Marcus")), SeededRng(29)
    at = -1
    while True:
        table.settle(rng)
        if table.over:
            break
        view, decision = table.view(0), table.decisions()[0]
        assert isinstance(view, View)
        side = view.sides[0]
        cards = len(side.hand or ()), len(side.commands or ()), len(side.in_play)
        if at < 0 and cards == (5, 2, 2) and decision.seat == 0 and decision.prompt == "act":
            at = len(table.record.moves)
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    assert at >= 0
    return table.record.dump(), len(table.record.moves) - at


OUT_OF_SIGHT = """() => {
  const { left, right } = document.querySelector("#tray").getBoundingClientRect();
  return [...document.querySelectorAll("#tray .card-face")].filter((card) => {
    const box = card.getBoundingClientRect();
    const over = document.elementFromPoint(box.right - 3, box.top + box.height / 2);
    return box.left < left || box.right > right || !card.contains(over);
  }).map((card) => card.id);
}"""
"""Cards of one's own that are cut off, or of which something covers the right edge."""


@pytest.mark.parametrize(
    "size", [(1440, 900), (1366, 768), (1180, 800)], ids=["desk", "laptop", "narrow"]
)
def test_hand_and_actions_are_in_sight_without_a_scroll(
    visit: Sessions, size: tuple[int, int]
) -> None:
    record, left = a_full_hand()
    page = visit(size=size)
    resume(page, record, left, ["me", "bot:easy"])
    wait(page)
    expect(page.locator("#tray .card-face")).to_have_count(14)
    settle(page)
    assert page.evaluate(OUT_OF_SIGHT) == []


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
        if page.locator("#gesture.of-pieces:not(.beside) [data-gesture]").count() > 1:
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
    # What can be taken is explained to a pointer that rests on it, enlarged.
    cards.last.hover()
    expect(page.locator("#explain")).to_contain_text("you may choose it")
    cards.first.click()
    expect(page.locator("#explain")).to_be_hidden()
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


def a_legion_to_come() -> tuple[str, int, str]:
    """A whole game by chance, how many moves are left where the first seat can complete a Legion
    with an army card, and the choice that does it.
    """
    table, rng = Table(open_box("para_bellum"), ("Livia", "Marcus")), SeededRng(6)
    at, wanted = -1, ""
    while True:
        table.settle(rng)
        if table.over:
            break
        decision = table.decisions()[0]
        if at < 0 and decision.seat == 0 and decision.prompt == "place_cell":
            for option in decision.options:
                after = table.fork()
                after.play(0, option)
                after.settle(SeededRng(1))
                told = after.events(0, len(table.moves), len(after.moves))
                if any(event.kind == "legion" for _, event in told):
                    at, wanted = len(table.moves), str(option)
                    break
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    assert at >= 0
    return table.record.dump(), len(table.record.moves) - at, wanted


FALLEN = """() => [...document.querySelectorAll("#scene-army .rolled")].map((roll) => {
  const { left, right, top, bottom } = roll.parentElement.getBoundingClientRect();
  const cards = [...document.querySelectorAll("#scene-army [id^=cell-0-]")].filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
  return [getComputedStyle(roll).animationName, cards.length];
})"""
"""Each die that was rolled: how it moves, and on how many cards it lies."""


def test_dice_roll_on_their_seam_and_a_legion_lights_up(visit: Sessions) -> None:
    record, left, wanted = a_legion_to_come()
    page = visit(size=(1440, 900), calm=False)
    resume(page, record, left, ["me", "bot:easy"])
    turn = wait(page)
    expect(page.locator("#scene-army .rolled")).to_have_count(0)
    press(page, turn, next(choice for choice in turn.choices if choice.value == wanted))
    expect(page.locator("#scene-army .legion")).to_have_count(1)
    assert page.locator("#scene-army .legion").evaluate(MOVES) == "pb-light"
    rolled = page.evaluate(FALLEN)
    assert rolled and all(how == "pb-roll" and cards >= 2 for how, cards in rolled), rolled


MOVES = "each => getComputedStyle(each).animationName"


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


def one_action_left() -> tuple[str, int]:
    """A whole game by chance, and how many moves are left where the first seat can empower with its
    last action.
    """
    table, rng = Table(open_box("para_bellum"), ("Livia", "Marcus")), SeededRng(3)
    at = -1
    while True:
        table.settle(rng)
        if table.over:
            break
        view, decision = table.view(0), table.decisions()[0]
        assert isinstance(view, View)
        verbs = {option.verb for option in decision.options}
        if decision.seat == 0 and "empower" in verbs and view.actions == 1 and at < 0:
            at = len(table.record.moves)
        table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    assert at >= 0
    return table.record.dump(), len(table.record.moves) - at


def test_a_turn_ends_by_itself_after_a_last_look(visit: Sessions) -> None:
    """While the last action can be taken back, the page waits longer, and any key stops it."""
    record, left = one_action_left()
    page = visit(size=(1440, 900), auto=True)
    resume(page, record, left, ["me", "bot:easy"])
    choices = page.locator("#choices .choice-button")

    def empower() -> None:
        turn = wait(page)
        settle(page)
        page.mouse.click(*page.evaluate(RED_DIE))
        answered(page, turn)

    page.evaluate(LAST_LOOK, True)
    empower()
    assert page.evaluate("window.stopped") == "gone"
    expect(choices).to_have_count(1)
    page.keyboard.press("u")
    expect(choices).not_to_have_count(1)
    page.evaluate(LAST_LOOK, False)
    empower()
    assert page.evaluate("window.stopped") == "seen"
    expect(page.locator("#log .line").filter(has_text="draws").last).to_be_visible()


LAST_LOOK = """stop => {
  window.stopped = new Promise((go) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(".choice-button[value=end].js-closing")) return;
      watch.disconnect();
      if (!stop) return go("seen");
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
      go(document.querySelector(".js-closing") ? "still there" : "gone");
    });
    watch.observe(document.querySelector("#bar"), {
      attributes: true, childList: true, subtree: true,
    });
  });
}"""
"""Waits for the time of the last look, in the page's own time, and presses a key if told to."""
RED_DIE = """() => [...document.querySelectorAll("#gesture [data-target]")]
  .filter((each) => each.textContent.includes("Empower"))
  .map((each) => document.getElementById(each.dataset.target).querySelector("use:last-of-type"))
  .map((each) => each.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])[0]"""
"""Where the first die is that Empower can raise."""


ZOOM = """() => {
  const world = document.querySelector("#scene-army .world");
  const { a } = new DOMMatrix(getComputedStyle(world).transform);
  return Math.round(1000 * a);
}"""


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["upright", "side"])
def test_no_zoom_stays_once_a_die_was_chosen(visit: Sessions, size: tuple[int, int]) -> None:
    page, rng = visit(size=size, phone=True), random.Random(4)
    open_table(page, ["me", "bot:easy"])
    chosen = 0
    while chosen < 2:
        turn = wait(page)
        assert not turn.over
        settle(page)
        before = page.evaluate(ZOOM)
        dice = [choice for choice in turn.choices if choice.place.startswith("die-")]
        paid = [choice for choice in turn.choices if choice.value in ("motivate", "consult")]
        press(page, turn, rng.choice(dice or paid or turn.choices))
        if dice:
            wait(page)
            settle(page)
            assert page.evaluate(ZOOM) == before
            chosen += 1


def open_record(page: Page, record: str, seat: int = 0) -> None:
    upload(page, record)
    # All seats are the visitor's, and a curtain hides each hand from the others.
    page.goto(f"{page.url}?as={seat}")
    expect(page.locator("#stage svg").first).to_be_visible()


def told(page: Page, name: str) -> None:
    """Waits until a card is explained: its type, its price in actions, and what it does."""
    heard(page, name)
    said = page.evaluate("name => [...window.heard].find((each) => each.startsWith(name))", name)
    assert re.match(rf"{name}.* · \d.*[a-z]", said), "type, price and text come after its name"
    expect(page.locator("#explain use[href='#i-action']").first).to_be_visible()


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
        told(phone, name)
    desk = visit()
    open_record(desk, record)
    card = desk.locator("#tray [id^=perm-0-]").first
    listen(desk)
    desk.keyboard.press("Tab")
    card.focus()
    desk.keyboard.press("?")
    assert names[0]
    told(desk, names[0])


@pytest.mark.parametrize(
    "size",
    [
        (1440, 900),
        pytest.param((390, 844), marks=pytest.mark.long),
        pytest.param((844, 390), marks=pytest.mark.long),
    ],
    ids=["desk", "upright", "side"],
)
def test_the_first_lesson(visit: Sessions, size: tuple[int, int]) -> None:
    """Card and cell one by one, by mouse or touch; no callout lies over what it speaks of."""
    touch = min(size) < 500
    page = visit(size=size, phone=touch)
    start(page, "Para Bellum")
    looks = []
    for number in range(1, steps_of("para_bellum") + 1):
        at_step(page, number)
        expect(page.locator("#gesture [data-gesture]")).to_have_count(0)
        if not touch:
            # What is told of the thing below the pointer may lie over the names of columns.
            page.mouse.move(*AWAY)
            expect(page.locator("#tip")).to_be_hidden()
        looks.append(seen(page))
        button = page.locator("#lesson-next")
        if button.count():
            button.click()
            continue
        x, y, place = page.evaluate(PLACE)
        if not touch:
            page.mouse.click(x, y)
            continue
        page.touchscreen.tap(x, y)
        if place:
            # The first tap shows what it does, the second one does it.
            page.locator("#sheet .sheet-do").tap()
    at_step(page, "end")
    expect(page.locator("#lesson h2")).to_have_text("Your first Legion")
    # On its side the callout stands where the prompt is, which therefore need not be whole.
    found = [each for each in faults(looks, "para_bellum", size) if "prompts" not in each]
    assert found == []
