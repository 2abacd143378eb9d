"""As few clicks as a hand would need: a turn of Cambria one or two, a box of a sheet one.

A card of Para Bellum takes two, each of its other decisions one; an army of Conqueror three, and so
does any part of a stack of Agricola. The clicks of a usual turn of Para Bellum are counted over
hundreds of turns beside its face: the few that a browser has time for tell nothing of a median.
"""

from __future__ import annotations

import random
from collections import Counter
from statistics import median

from playwright.sync_api import Page, expect
from tests.browser.conftest import Sessions
from tests.browser.play import (
    SENT,
    Choice,
    Turn,
    answered,
    look,
    new_table,
    press,
    settle,
    soon,
    wait,
)
from tests.browser.test_whole_games import pick

DESK = (1440, 900)
TURNS, BOXES, ARMIES = 6, 6, 3
CARDS, ROUNDS = 4, 8
"""Cards and other decisions of Para Bellum, unless the game ends before."""
WHOLE = 4
"""Turns of Para Bellum."""

IN_SIGHT = """([x, y, place]) => {
  const found = document.elementFromPoint(x, y), target = document.getElementById(place);
  return found !== null && target.contains(found) && !target.classList.contains("js-muted");
}"""
"""Whether a click there hits the place: boards can be larger than their window, and places of the
other mode do not answer."""


def one_click(page: Page, turn: Turn, choice: Choice) -> bool:
    """Clicks a place once; whether that was enough."""
    page.mouse.click(choice.x, choice.y)
    if not soon(page, SENT, turn.asked):
        return False
    answered(page, turn)
    return True


def at_hand(page: Page, turn: Turn) -> list[Choice]:
    """The choices whose place can be clicked as the page stands; it may have moved meanwhile."""
    settle(page)
    now = look(page)
    if now is None or now.asked != turn.asked:
        return []
    return [
        choice
        for choice in now.choices
        if choice.place and page.evaluate(IN_SIGHT, [choice.x, choice.y, choice.place])
    ]


def test_a_usual_turn_of_cambria_takes_one_or_two_clicks(visit: Sessions) -> None:
    page, rng = visit(size=DESK, auto=True), random.Random(4)
    new_table(page, ["me", "bot:easy", "bot:easy"])
    clicks: Counter[str] = Counter()
    while len(clicks) <= TURNS:
        turn = wait(page)
        assert not turn.over
        clicks[page.locator("#turn").inner_text()] += 1
        places = at_hand(page, turn)
        if places:
            assert one_click(page, turn, rng.choice(places))
        else:
            press(page, turn, pick(turn, rng))
    # The last turn may have more to come.
    assert median(list(clicks.values())[:TURNS]) <= 2


def test_a_box_of_a_sheet_takes_one_click(visit: Sessions) -> None:
    page, rng = visit(size=DESK, auto=True), random.Random(4)
    new_table(page, ["me", "bot:easy", "bot:easy"], game="hadrians_wall")
    filled = 0
    while filled < BOXES:
        turn = wait(page)
        assert not turn.over
        places = at_hand(page, turn)
        if places:
            assert one_click(page, turn, rng.choice(places))
            filled += 1
        else:
            press(page, turn, pick(turn, rng))


PLACED = """() => {
  const card = document.querySelector("#tray .js-pick");
  if (!card) return null;
  card.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = card.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where the first card that can be placed lies; null if none is to be placed."""
CELL = """() => {
  const box = document.querySelector("#scene-army .js-target .ring").getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where the first cell is that it can go to."""


PLACING = "#gesture.of-pieces:not(.beside) [data-gesture]"
"""Gestures where nothing else can be chosen: an army card is to be placed."""


def place_a_card(page: Page, turn: Turn) -> None:
    """A card of the hand, then a cell: two clicks, one right after the other.

    Nothing moves in between, and what was told of the others gives way.
    """
    page.mouse.click(*page.evaluate(PLACED))
    page.mouse.click(*page.evaluate(CELL))
    answered(page, turn)


def test_a_card_of_para_bellum_takes_two_clicks_and_every_other_decision_one(
    visit: Sessions,
) -> None:
    """How many decisions a turn has is up to the rules and the player; each is made at once."""
    page, rng = visit(size=DESK, auto=True), random.Random(4)
    new_table(page, ["me", "bot:easy"], game="para_bellum")
    cards = decisions = 0
    while cards < CARDS or decisions < ROUNDS:
        turn = wait(page)
        if turn.over:
            break
        if page.locator(PLACING).count():
            place_a_card(page, turn)
            cards += 1
            continue
        # A card, a die, a cell or a button.
        places = at_hand(page, turn)
        if places:
            chosen = rng.choice(places)
            assert one_click(page, turn, chosen), (chosen, page.locator("#prompt").inner_text())
            decisions += 1
        else:
            press(page, turn, pick(turn, rng))
    assert cards and decisions


OPEN = """selector => [...document.querySelectorAll(selector)].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}).filter(([x, y]) => document.elementFromPoint(x, y)?.closest(selector))"""
"""Where things of a kind can be clicked."""
GOALS = "#stage .js-target, #supply .js-target, #tray .js-target"


def by_gesture(page: Page, turn: Turn, rng: random.Random) -> int:
    """Something for an action: a die, or a card of the Battle Line and what pays for it.

    Gives the clicks it took; 0 if there is nothing of the kind in sight.
    """
    settle(page)
    spots = page.evaluate(OPEN, GOALS)
    cards = page.evaluate(OPEN, "#common .js-pick")
    if not spots and not cards:
        return 0
    clicks = 1
    if not spots or (cards and rng.random() < 0.6):
        page.mouse.click(*rng.choice(cards))
        spots, clicks = page.evaluate(OPEN, GOALS), 2
    page.mouse.click(*rng.choice(spots))
    answered(page, turn)
    return clicks


def test_turns_of_para_bellum_are_made_by_hand_and_end_by_themselves(visit: Sessions) -> None:
    """What is left to one choice is answered without a click, the end of a turn among it."""
    page, rng = visit(size=DESK, auto=True), random.Random(5)
    new_table(page, ["me", "bot:easy"], game="para_bellum")
    turns: set[str] = set()
    by_hand: Counter[int] = Counter()
    while len(turns) <= WHOLE:
        turn = wait(page)
        assert not turn.over
        if len(turn.choices) == 1:
            answered(page, turn)
            continue
        turns.add(page.locator("#turn").inner_text())
        if page.locator(PLACING).count():
            place_a_card(page, turn)
            continue
        made = by_gesture(page, turn, rng)
        by_hand[made] += 1
        if not made:
            places = at_hand(page, turn)
            if not places or not one_click(page, turn, rng.choice(places)):
                press(page, turn, pick(turn, rng))
    assert by_hand[1] or by_hand[2]


def test_an_army_of_conqueror_takes_at_most_three_clicks(visit: Sessions) -> None:
    """The army, one unit less where there are several, and the land it goes to."""
    page = visit(size=DESK, auto=True)
    new_table(page, ["me", "bot:easy", "bot:easy"], game="conqueror")
    sent = 0
    while sent < ARMIES:
        turn = wait(page)
        assert not turn.over
        army = page.locator(".army.js-pick").first
        if not army.count():
            press(page, turn, turn.choices[-1])
            continue
        # What was told of the others is put away by then.
        for _ in range(3):
            page.keyboard.press("Escape")
        clicks = 1
        page.mouse.click(*centre(page, ".army.js-pick"))
        strength = page.locator(".gesture-one:not([hidden]) .gesture-sum b")
        whole = int(strength.inner_text())
        assert whole > 0
        less = page.locator(".gesture-one:not([hidden]) .less:not(:disabled)").first
        if less.count():
            less.click()
            clicks += 1
            assert int(strength.inner_text()) < whole
        spot = page.locator(".land.js-target").first.get_attribute("data-middle")
        page.mouse.click(*centre(page, f"#{spot}"))
        answered(page, turn)
        assert clicks + 1 <= 3
        sent += 1


def test_a_part_of_a_stack_of_agricola_takes_three_clicks(visit: Sessions) -> None:
    """The stack, the part of it that goes, and the hex it goes to."""
    page = visit(size=DESK, auto=True)
    new_table(page, ["me", "bot:easy"], game="agricola", options={"scenario": "short"})
    while True:
        turn = wait(page)
        free = [choice for choice in turn.choices if choice.value == "free"]
        if free:
            break
        every = [choice for choice in turn.choices if choice.value.startswith("all:")]
        press(page, turn, every[0] if every else turn.choices[-1])
    page.evaluate(COUNT_TAKEN)
    page.mouse.click(*centre(page, f"#{free[0].place}"))
    answered(page, turn)
    turn = wait(page)
    # What lay over the board to be read gave way with the first click.
    page.wait_for_function("window.taken > 0", polling=STILL)
    units = page.locator("#tray .counter.js-pick").count()
    page.get_by_role("button", name="Leaders, legions").click()
    assert 0 < page.locator("#tray .counter.js-taken").count() < units
    page.mouse.click(*page.wait_for_function(OPEN_HEX, polling=STILL).json_value())
    answered(page, turn)
    expect(page.locator("#log .line").last).to_contain_text("goes from")


COUNT_TAKEN = """() => {
  window.taken = 0;
  document.addEventListener("taken", () => { window.taken += 1; });
}"""
"""Counts from here on how often the page says that something is in the hand."""
STILL = 150
"""Milliseconds between two looks at a hex."""
OPEN_HEX = """() => {
  for (const hex of document.querySelectorAll("#stage .js-target")) {
    const box = hex.getBoundingClientRect();
    const at = [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    const still = String(at) === hex.dataset.was;
    hex.dataset.was = String(at);
    if (still && hex.querySelector(".far-disc") && hex.contains(document.elementFromPoint(...at)))
      return at;
  }
  return null;
}"""
"""A hex in sight without an enemy that the march can end in, once the map stands still."""


def centre(page: Page, selector: str) -> tuple[float, float]:
    settle(page)
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
