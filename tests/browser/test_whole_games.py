"""Whole games of every kind in a real browser: a visitor against bots, at a desk or on a phone.

Those that stand on the new table are also played by keys alone and by touch alone.
"""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import (
    ATTEMPTS,
    GONE,
    Choice,
    Turn,
    answered,
    new_table,
    press,
    settle,
    show_mode,
    soon,
    wait,
)
from tests.browser.test_access import check
from tests.browser.test_game import SHOWN
from tests.browser.test_patches import PICTURES

from ludus.core.registry import all_games, find_game

pytestmark = pytest.mark.long

MOST = 5_000
"""No game has as many decisions of one player as this."""
ENDINGS = ("pass", "end", "stop")
GLIDE = 500
"""Longer than the board takes, in ms, to show all of itself."""


def pick(turn: Turn, rng: random.Random) -> Choice:
    """Anything, but rather something than the end of the turn."""
    active = [choice for choice in turn.choices if choice.value not in ENDINGS]
    return rng.choice(active if active and rng.random() < 0.8 else turn.choices)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("fewest", [True, False], ids=["few", "many"])
@pytest.mark.parametrize("game", all_games())
def test_a_game_from_start_to_end(visit: Sessions, game: str, fewest: bool, phone: bool) -> None:
    counts = find_game(game).meta.seats
    seats = max(2, min(counts)) if fewest else max(counts)
    page, rng = visit(size=PHONE if phone else DESKTOP, phone=phone), random.Random(21)
    new_table(page, ["me", *["bot:easy"] * (seats - 1)], game=game)
    for _ in range(MOST):
        turn = wait(page)
        if turn.over:
            break
        press(page, turn, pick(turn, rng))
    expect(page.locator("#result.result .verdict")).to_be_visible()
    expect(page.locator(".standings .standing")).to_have_count(seats)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # After all patches the page is the one that a visitor who comes now is sent.
    fresh = page.context.new_page()
    fresh.goto(page.url)
    assert page.evaluate(PICTURES) == fresh.evaluate(PICTURES)


MOVED = ("cambria", "hadrians_wall", "para_bellum", "conqueror", "agricola")
OPTIONS = {"agricola": {"scenario": "short"}}
"""Of these games a short one is played."""


def company(game: str) -> list[str]:
    """Up to three seats: the visitor's, and easy bots."""
    return ["me", *["bot:easy"] * (min(3, max(find_game(game).meta.seats)) - 1)]


LOOK_AT = 15
"""The decision in the middle of a game at which the page goes through axe."""


def by_keys(page: Page, turn: Turn, rng: random.Random) -> None:
    """By the number of a choice, or from the list of places."""
    placed = sum(1 for choice in turn.choices if choice.place)
    if placed and rng.random() < 0.3:
        page.keyboard.press("k")
        for _ in range(rng.randrange(min(4, placed))):
            page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.matches('#choices *')")
        page.keyboard.press("Enter")
    else:
        number = turn.choices.index(pick(turn, rng)) + 1
        page.keyboard.type(str(number))
        # A number that cannot become a longer one is acted on at once.
        if number * 10 <= len(turn.choices):
            page.keyboard.press("Enter")
    answered(page, turn)


@pytest.mark.parametrize("game", MOVED)
def test_a_whole_game_by_keys(visit: Sessions, game: str) -> None:
    page, rng = visit(size=DESKTOP), random.Random(22)
    new_table(page, company(game), game=game, options=OPTIONS.get(game))
    for number in range(MOST):
        turn = wait(page)
        if turn.over:
            break
        if number == LOOK_AT:
            check(page)
        by_keys(page, turn, rng)
    expect(page.locator("#result.result .verdict")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#result")).to_be_hidden()


WHERE = """place => {
  const found = document.getElementById(place);
  // What glows is what a finger goes for: beside it a cell may draw what lying there would bring.
  const box = (found.querySelector(":scope > .ring") ?? found).getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const hit = document.elementFromPoint(x, y);
  const inside = box.width > 0 && hit !== null && (found.contains(hit) || hit.contains(found)
    && hit.closest(`[id='${place}']`) !== null);
  const scene = found.closest(".scene"), turn = found.closest("[data-turn]:not(.js-turned)");
  const key = scene?.clientWidth === 0 ? scene.dataset.key : "";
  return { x, y, inside, key, turn: turn?.dataset.turn ?? "" };
}"""
"""Where a place is, whether a finger there hits it, and the picture that has to be shown first, or
the way that a tile has to be turned.
"""


NEARER = "place => document.getElementById(place).scrollIntoView({ block: 'nearest' })"


def bring(page: Page, place: str, scrolls: bool) -> bool:
    """Whether a finger hits a place once all is still; a card is scrolled to."""
    if scrolls:
        page.evaluate(NEARER, place)
    settle(page)
    return bool(page.evaluate(WHERE, place)["inside"])


def show(page: Page, place: str) -> tuple[float, float]:
    """Brings a place under the finger, as a player would: its picture, its part, or all of it."""
    # Cards lie in a row below the board, or on a page of their own.
    own = page.locator(f":is(#mine, #common, #tray) #{place}").count()
    for name in ("mine", "board") if own else ("board",):
        tab = page.locator(f"#tabs [data-page={name}][aria-pressed=false]")
        if not bring(page, place, own > 0) and tab.is_visible():
            tab.tap()
            bring(page, place, own > 0)
    at = page.evaluate(WHERE, place)
    for away in (".moment [data-close-moment]:visible", "#recap .button:not(.primary)"):
        if not at["inside"] and page.locator(away).first.is_visible():
            page.locator(away).first.tap()
            at = page.evaluate(WHERE, place)
    if at["key"]:
        page.locator(f"#scene-tab-{at['key']}").tap()
        settle(page)
        at = page.evaluate(WHERE, place)
    if at["turn"]:
        page.locator(f".world [data-turns='{at['turn']}']").tap()
        settle(page)
        at = page.evaluate(WHERE, place)
    if not at["inside"] and page.locator("[data-zoom=fit]").is_visible():
        page.locator("[data-zoom=fit]").tap()
        page.wait_for_timeout(GLIDE)
        at = page.evaluate(WHERE, place)
    assert at["inside"], f"{place} cannot be tapped"
    return at["x"], at["y"]


LIFTED = 10_000
"""Milliseconds after which a browser that has not said that a finger was lifted will not."""


def lift(button: Locator) -> None:
    """Taps a button that ends a decision.

    Where the page changes below the finger, the browser may never say that it was lifted. What
    counts is that the decision goes away, for which everybody who calls this waits.
    """
    expect(button).to_be_visible()
    with suppress(TimeoutError):
        button.tap(timeout=LIFTED)


def put_down(page: Page, turn: Turn, rng: random.Random) -> None:
    """By touch: something that can be taken, a place where it can go, and the button for that."""
    taken = page.locator("#tray .js-pick")
    taken.nth(rng.randrange(taken.count())).tap()
    target = rng.choice(page.locator("#stage .js-target").all()).get_attribute("id")
    assert target
    act = page.locator("#gesture [data-gesture-do]:visible")
    for _ in range(ATTEMPTS):
        page.touchscreen.tap(*show(page, target))
        # Where all of the army was shown, the first tap goes nearer.
        if soon(page, f"() => ({HAND})()?.ready"):
            break
    lift(act)
    answered(page, turn)


HAND = """() => {
  const act = [...document.querySelectorAll("[data-gesture-do]")]
    .find((each) => each.checkVisibility());
  if (!act) return null;
  const targets = [...document.querySelectorAll("#stage .js-target")];
  return { ready: !act.disabled, spots: targets.map((each) => each.dataset.middle ?? each.id) };
}"""
"""What a hand has taken: whether it can be put down, and the places where."""
MORE = (
    "#gesture :is(.more, .pick-one):visible:not(:disabled),#moment .js-pick:not(.js-taken):visible"
)
"""What takes one thing more: a button of the dock, or a unit in a battle line."""
NEAR = """spots => spots.map((spot) => {
  const { x, y, width, height } = document.getElementById(spot).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}).filter(([x, y]) => document.elementFromPoint(x, y)?.closest("#stage .scene"))"""
"""The middles of those places on which nothing lies."""


def by_hand(page: Page, turn: Turn, rng: random.Random) -> bool:
    """Carries out a gesture: counts until there is enough, then goes to a place that glows. False
    if there is none on the page.
    """
    for _ in range(3 * ATTEMPTS):
        hand = page.evaluate(HAND)
        if hand is None:
            return False
        if hand["ready"]:
            lift(page.locator("[data-gesture-do]:visible").first)
            if soon(page, GONE, turn.asked):
                return True
        elif hand["spots"]:
            # What is behind the dock, or beyond the window, is not for this finger.
            near = page.evaluate(NEAR, hand["spots"])
            if not near:
                return False
            page.touchscreen.tap(*rng.choice(near))
        else:
            more = page.locator(MORE)
            more.nth(rng.randrange(more.count())).tap()
        settle(page)
    return False


def by_touch(page: Page, turn: Turn, choice: Choice, rng: random.Random) -> None:
    """A tap on the place and one on the button that does it; or one on the choice's own button.

    What is carried or counted out is taken at the place, and goes where a hand would put it.
    """
    if not choice.place and page.evaluate(HAND) is not None and by_hand(page, turn, rng):
        return
    if not choice.place:
        button = page.locator(f"#choices .choice-button[value='{choice.value}']")
        lift(button)
        # A tap that follows the last one at once, at the same spot, is the second half of a double
        # tap. While an answer is on its way, another tap does nothing.
        if not soon(page, GONE, turn.asked) and button.is_visible():
            lift(button)
        answered(page, turn)
        return
    board = page.locator("#tabs [data-page=board][aria-pressed=false]")
    if choice.mode and board.is_visible():
        # The switch belongs to the board, and the page may have opened one's cards.
        board.tap()
    show_mode(page, choice)
    for _ in range(ATTEMPTS):
        page.touchscreen.tap(*show(page, choice.place))
        if soon(page, f"() => ({SHOWN})() ?? ({HAND})()"):
            break
    sheet = page.locator("#sheet.js-open .sheet-do")
    if sheet.is_visible():
        sheet.tap()
        answered(page, turn)
        return
    if page.evaluate(HAND) is not None:
        if not by_hand(page, turn, rng):
            # It was refused, as a few units against independents are.
            press(page, turn, choice)
        return
    menu = page.locator("#chooser:not([hidden]) [role=menuitem]")
    if menu.count():
        lift(menu.first)
    else:
        lift(page.locator("#sheet .sheet-do"))
    answered(page, turn)


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=["upright", "side"])
@pytest.mark.parametrize("game", MOVED)
def test_a_whole_game_by_touch(visit: Sessions, game: str, size: tuple[int, int]) -> None:
    page, rng = visit(size=size, phone=True), random.Random(23)
    new_table(page, company(game), game=game, options=OPTIONS.get(game))
    for number in range(MOST):
        turn = wait(page)
        if turn.over:
            break
        if number == LOOK_AT:
            check(page)
        if page.locator("#gesture.of-pieces:not(.beside) [data-gesture]").count():
            put_down(page, turn, rng)
        else:
            by_touch(page, turn, pick(turn, rng), rng)
    expect(page.locator("#result.result .verdict")).to_be_visible()
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
