"""Agricola in a real browser: the fog on two pages, a March in few clicks, and the end of a war.

Both sides may owe a choice at once, and a patch may come in between any two lines; so these tests
wait for what the page shows.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import GAME, PHONE, ROOT, Sessions
from tests.browser.play import (
    POLL,
    Choice,
    Turn,
    answered,
    click,
    look,
    new_table,
    press,
    settle,
    wait,
)
from tests.browser.test_conqueror import FORK, sit_down
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng, pick
from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table

ROME, TRIBES = 0, 1
GOLDEN = ROOT / "src/ludus/games/agricola/tests/golden"
DESK, LAPTOP, SIDEWAYS = (1440, 900), (1366, 768), (844, 390)
NAMED = re.compile(
    r"\b(?:Warband|Tribesmen|Chariots|Gaesatae|Atecotti|Light Horse|Princeps) [\dIV]+"
)
LEGIONS = re.compile(r"\b(?:II Ad|IX H|XX VV) [ABC]\b|\bAla I\b|\bAux I Batav\b|\bImped I\b")


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game, and two positions in it to play on from."""

    record: str
    first: int
    """The first Recruiting phase, with everybody set up."""
    last: int
    """The last March phase of the Romans."""


@pytest.fixture(scope="module")
def past() -> Past:
    """A war in which nobody knows what he does, from one Roman camp; always the same."""
    game: AnyTable = Table(open_box("agricola"), ("Livia", "Marcus"))
    rng = SeededRng(3)
    first = last = 0
    while not game.over:
        decisions = game.decisions()
        menu = decisions[0]
        if menu.prompt == "recruit" and not first:
            first = len(game.moves)
        if menu.prompt == "march_phase" and menu.seat == ROME:
            last = len(game.moves)
        decision = decisions[rng.below(len(decisions))]
        action = pick(decision, rng)
        if decision.prompt == "deploy":
            action = next(option for option in decision.options if option.verb == "all")
        game.play(decision.seat, action)
    return Past(game.record.dump(), first, last)


def go_on(visit: Sessions, past: Past, at: int) -> tuple[Page, Page]:
    """Two visitors play on from a position of the past war."""
    rome = visit()
    upload(rome, past.record)
    rome.goto(rome.evaluate(FORK, {"at": at, "seats": ["me", "open"]}))
    return rome, sit_down(visit, rome, TRIBES, "Marcus")


def of(turn: Turn, verb: str) -> list[Choice]:
    return [choice for choice in turn.choices if choice.value.split(":")[0] == verb]


def quiet(turn: Turn) -> Choice:
    """The answer that lets things go on."""
    calm = [*of(turn, "next"), *of(turn, "decline"), *of(turn, "done"), *of(turn, "halt")]
    return calm[0] if calm else turn.choices[-1]


def asked(verb: str, page: Page, *others: Page) -> Turn:
    """Waits until a page may answer with this verb; all else is answered quietly meanwhile."""
    stuck = time.monotonic() + GAME / 1000
    while time.monotonic() < stuck:
        for each in (page, *others):
            turn = look(each)
            if turn is None or turn.over:
                continue
            if each is page and of(turn, verb):
                return turn
            click(each, turn, quiet(turn))
        page.wait_for_timeout(POLL)
    raise AssertionError(f"never asked for {verb}")


def fog(rome: Page, tribes: Page) -> None:
    """Neither page holds a name of what its side has never seen."""
    assert not NAMED.findall(rome.content())
    assert not LEGIONS.findall(tribes.content())


SPOT = """(place) => {
  const box = document.getElementById(place).getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const found = document.elementFromPoint(x, y);
  return found && document.getElementById(place).contains(found) ? [x, y] : null;
}"""
"""The middle of a place, if a click there hits it."""


def spot(page: Page, place: str) -> tuple[float, float] | None:
    found = page.evaluate(SPOT, place)
    return None if found is None else (found[0], found[1])


def march(page: Page, turn: Turn) -> None:
    """A part of the leader's stack marches: the stack, who goes, and where to, in three clicks."""
    if page.locator("#recap:not([hidden])").count():
        page.keyboard.press("Escape")
    settle(page)
    stack = spot(page, of(turn, "free")[0].place)
    assert stack is not None, "the map opens where the leader is"
    page.mouse.click(*stack)
    answered(page, turn)
    turn = asked("go", page)
    expect(page.locator("#gesture")).to_be_visible()
    units = page.locator("#tray .counter.js-pick")
    expect(page.locator("#tray .counter.js-taken")).to_have_count(units.count())
    page.get_by_role("button", name="Leaders, legions").click()
    taken = page.locator("#tray .counter.js-taken").count()
    assert 0 < taken < units.count()
    targets = page.locator("#stage .js-target")
    places = [each.get_attribute("id") or "" for each in targets.all()]
    calm = {
        go.place for go in of(turn, "go") if "battle" not in go.hint and "counter" not in go.hint
    }
    goal = next(place for place in places if place in calm and spot(page, place))
    where = spot(page, goal)
    assert where is not None
    page.mouse.move(*where)
    expect(page.locator("#overlay .way.of-choice .way-line").first).to_be_attached()
    page.mouse.click(*where)
    answered(page, turn)
    # It is told, and undone, as one.
    expect(page.locator("#log .line").last).to_contain_text("goes from")


def test_two_browsers_see_their_own_side_of_the_fog(visit: Sessions, past: Past) -> None:
    rome, tribes = go_on(visit, past, past.first)
    turn = asked("recruit", rome)
    assert LEGIONS.findall(rome.content()) and NAMED.findall(tribes.content())
    fog(rome, tribes)
    click(rome, turn, of(turn, "next")[0])
    turn = asked("free", rome)
    march(rome, turn)
    expect(tribes.locator("#log")).to_contain_text("The Romans march from")
    fog(rome, tribes)
    # The tribes raise a unit, and the Romans see no more than that.
    turn = asked("levy", tribes, rome)
    click(tribes, turn, of(turn, "levy")[0])
    turn = asked("place", tribes, rome)
    press(tribes, turn, of(turn, "place")[0])
    expect(rome.locator("#log")).to_contain_text("The Caledonians raise 1 unit.")
    fog(rome, tribes)


def test_the_last_turn_ends_the_war_on_both_pages(visit: Sessions, past: Past) -> None:
    rome, tribes = go_on(visit, past, past.last)
    over = rome.locator("#result.result")
    stuck = time.monotonic() + GAME / 1000
    while not over.count():
        assert time.monotonic() < stuck, "the war does not end"
        for page in (rome, tribes):
            turn = look(page)
            if turn is not None and not turn.over:
                click(page, turn, quiet(turn))
        rome.wait_for_timeout(POLL)
    for page in (rome, tribes):
        expect(page.locator("#result.result")).to_contain_text("Caledonian")


SIZES = """() => [...document.querySelectorAll("#stage .stack")].map((stack) => {
  const box = stack.querySelector(".plate, .back")?.getBoundingClientRect();
  return box ? Math.min(box.width, box.height) : 99;
})"""
"""How large the counters on the map are, in px."""


@pytest.mark.parametrize(("size", "least"), [(DESK, 52), (LAPTOP, 52), (PHONE, 44), (SIDEWAYS, 44)])
def test_the_map_opens_near_enough(visit: Sessions, size: tuple[int, int], least: int) -> None:
    page = visit(size=size, phone=least < 52)
    new_table(page, ["me", "bot:easy"], game="agricola")
    wait(page)
    expect(page.locator("#minimap")).to_be_visible()
    assert min(page.evaluate(SIZES)) >= least
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def at_a_battle(page: Page) -> None:
    """A table at which the visitor may hold units back in a battle."""
    game = read_record((GOLDEN / "2-on-on-on-on-off-off-off-7.jsonl").read_text(encoding="utf-8"))
    at = next(number for number, move in enumerate(game.moves) if move.act.startswith("reserve:"))
    seats = ["bot:easy", "bot:easy"]
    seats[game.moves[at].seat] = "me"
    upload(page, game.dump())
    page.goto(page.evaluate(FORK, {"at": at, "seats": seats}))
    assert of(wait(page), "reserve")


@pytest.mark.parametrize("size", [DESK, (1280, 800), LAPTOP])
def test_a_battle_over_the_map_leaves_no_half_of_a_button(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit(size=size)
    at_a_battle(page)
    zoom = page.locator("#stage > .zoom")
    expect(page.locator("#moment .line-up").first).to_be_visible()
    expect(zoom).to_be_hidden()
    page.locator("#moment [data-close-moment]").first.click()
    expect(page.locator("#moment")).to_be_hidden()
    expect(zoom).to_be_visible()


def test_on_a_phone_units_are_taken_in_the_battle_line(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    at_a_battle(page)
    line = page.locator("#moment .js-pick")
    expect(line.first).to_be_in_viewport()
    expect(page.locator("#gesture .pick-pieces").first).to_be_hidden()
    line.first.tap()
    expect(page.locator("#moment .js-taken")).to_have_count(1)
    expect(page.locator("#gesture .gesture-count:visible")).to_contain_text("1 of ")
    # Once the battle is closed the dock has them.
    page.locator("#moment [data-close-moment]").first.tap()
    expect(page.locator("#gesture .pick-pieces").first).to_be_visible()


OVER = """() => [...document.querySelectorAll("#stage > :is(.legend, .zoom)")].flatMap((over) => {
  const { left, right, top, bottom } = over.getBoundingClientRect();
  return [...document.querySelectorAll("#choices > .plain-choices button, #gesture button")]
    .filter((button) => button.checkVisibility() && !button.closest(".gesture-targets"))
    .filter((button) => {
      const box = button.getBoundingClientRect();
      return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    })
    .map((button) => button.textContent);
})"""
"""The buttons of the action bar on which the legend or the button of the zoom lie."""
ROWS = """() => ["#choices > .plain-choices", "#gesture"]
  .filter((row) => document.querySelector(row)?.getBoundingClientRect().bottom
    > document.querySelector("#stage").getBoundingClientRect().bottom - 2)"""
"""What lies over the lower edge of the board."""


def test_legend_and_zoom_keep_off_the_buttons_of_a_phone(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, ["me", "bot:easy"], game="agricola")
    rows: set[str] = set()
    while len(rows) < 2:
        turn = wait(page)
        rows |= set(page.evaluate(ROWS))
        assert page.evaluate(OVER) == []
        everything = [*of(turn, "all"), *of(turn, "place")]
        press(page, turn, (everything or [quiet(turn)])[0])


def test_on_a_phone_a_march_can_go_step_by_step(visit: Sessions, past: Past) -> None:
    page = visit(size=PHONE, phone=True)
    upload(page, past.record)
    page.goto(page.evaluate(FORK, {"at": past.first, "seats": ["me", "bot:easy"]}))
    turn = asked("next", page)
    press(page, turn, of(turn, "next")[0])
    turn = asked("free", page)
    press(page, turn, of(turn, "free")[0])
    turn = asked("step", page)
    # The switch stands in the dock of the March, beside its title, and covers nothing of the map.
    page.locator("#mode-step").tap()
    expect(page.locator("#mode-step")).to_have_attribute("aria-pressed", "true")


def test_far_away_a_click_goes_nearer(visit: Sessions) -> None:
    page = visit(size=DESK)
    new_table(page, ["me", "bot:easy"], game="agricola")
    turn = wait(page)
    page.keyboard.press("f")
    page.wait_for_function("document.querySelector('#minimap').hidden")
    settle(page)
    middle = spot(page, of(turn, "place")[0].place)
    assert middle is not None
    page.mouse.click(*middle)
    expect(page.locator("#minimap")).to_be_visible()
    now = look(page)
    assert now is not None and now.asked == turn.asked, "nothing was chosen by that"


def test_the_numbers_of_hexes_show_once_somebody_has_come_near(visit: Sessions) -> None:
    page = visit(size=DESK)
    new_table(page, ["me", "bot:easy"], game="agricola")
    wait(page)
    numbers = page.locator("#stage .hex-numbers")
    expect(numbers).to_be_hidden()
    for _ in range(4):
        page.get_by_role("button", name="Zoom in").click()
    expect(numbers).to_be_visible()
    size = "e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a"
    assert numbers.locator("text").first.evaluate(size) >= 12
    page.keyboard.press("f")
    expect(numbers).to_be_hidden()


def an_empty_phase() -> tuple[str, int]:
    """A war by chance, and after how many moves the Romans have nothing to recruit with, though
    they could turn up counters as at any time.
    """
    box = open_box("agricola")
    game: AnyTable = Table(box, ("Livia", "Marcus"))
    rng, at = SeededRng(3), 0
    while not game.over:
        decisions = game.decisions()
        menu = decisions[0]
        if not at and menu.prompt == "recruit" and menu.seat == ROME and len(menu.options) > 1:
            choices = box.face.choices(game.view(ROME), menu, game.names)
            if [each.action.verb for each in choices if not each.aside] == ["next"]:
                at = len(game.moves)
        decision = decisions[rng.below(len(decisions))]
        game.play(decision.seat, pick(decision, rng))
    assert at
    return game.record.dump(), at


def test_a_phase_with_nothing_to_do_is_gone_through_by_itself(visit: Sessions) -> None:
    """Unless the player wants to go on by hand."""
    record, at = an_empty_phase()
    for auto in (False, True):
        page = visit(size=DESK, auto=auto)
        upload(page, record)
        page.goto(page.evaluate(FORK, {"at": at, "seats": ["me", "bot:easy"]}))
        if auto:
            # The next phase is asked for without a click.
            expect(page.locator(".phases .now")).to_have_text("March")
        else:
            expect(page.locator("#prompt")).to_contain_text("Nothing to recruit with: go on.")
            page.wait_for_timeout(AUTOMATIC)
            expect(page.locator(".phases .now")).to_have_text("Recruit")


AUTOMATIC = 1_500
"""Twice as long, in ms, as a page waits before it does what has one way only."""


def test_nothing_shows_from_under_what_is_told(visit: Sessions) -> None:
    page = visit(size=DESK)
    new_table(page, ["me", "bot:easy"], game="agricola")
    wait(page)
    names = page.locator("#stage :is(.britannia3, .sea-name, .land-name)")
    assert names.filter(has_text="BRITANNIA").count() > 1
    shown = "all => all.map((each) => getComputedStyle(each).visibility)"
    assert "visible" in names.evaluate_all(shown)
    recap, zoom = page.locator("#recap"), page.locator("#stage > .zoom")
    recap.evaluate("each => each.classList.add('js-shown')")
    assert set(names.evaluate_all(shown)) == {"hidden"}
    # Nor the buttons over which it lies.
    expect(zoom).to_be_visible()
    recap.evaluate("each => each.classList.add('js-below')")
    expect(zoom).to_be_hidden()


HALF_IN_SIGHT = """() => {
  const room = document.querySelector("#stage").getBoundingClientRect();
  return [...document.querySelectorAll("#stage :is(.sea-name, .land-name)")].filter((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    const meets = left < room.right && right > room.left && top < room.bottom && bottom > room.top;
    const inside = left >= room.left && right <= room.right && top >= room.top
      && bottom <= room.bottom;
    return meets && !inside && getComputedStyle(name).visibility === "visible";
  }).map((name) => name.textContent);
}"""


@pytest.mark.parametrize("size", [DESK, LAPTOP, PHONE])
def test_the_name_of_a_sea_is_whole_or_not_there(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size, phone=size == PHONE)
    new_table(page, ["me", "bot:easy"], game="agricola")
    wait(page)
    for key in ("f", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowUp"):
        page.wait_for_timeout(GLIDES)
        assert page.evaluate(HALF_IN_SIGHT) == []
        page.keyboard.press(key)


GLIDES = 700
"""Longer, in ms, than the map is on its way."""


CUT = """() => [...document.querySelectorAll(".panel-who")].flatMap((who) => {
  const room = who.getBoundingClientRect();
  return [...who.children].filter((each) => {
    const { left, right, top } = each.getBoundingClientRect();
    const seen = right > left && top < room.bottom - 1;
    return seen && !each.matches(".panel-name") && right > room.right + 1;
  }).map((each) => each.textContent);
})"""
"""Words beside a player's name of which only a part is seen."""


@pytest.mark.parametrize("size", [DESK, LAPTOP])
def test_the_side_beside_a_name_is_whole_or_not_there(
    visit: Sessions, size: tuple[int, int]
) -> None:
    page = visit("/me", size=size)
    page.get_by_label("Name").fill("Cornelia Salonina")
    page.get_by_role("button", name="Save").click()
    page.wait_for_load_state()
    new_table(page, ["bot:easy", "me"], game="agricola")
    wait(page)
    expect(page.locator("#panel-1")).to_contain_text("Caledonians")
    assert page.evaluate(CUT) == []


RUNS = """() => [...document.querySelectorAll("#log .line.js-run")]
  .map((line) => [line.dataset.step, getComputedStyle(line).display])"""


def test_tribes_are_set_up_by_hand_and_told_in_one_paragraph(visit: Sessions) -> None:
    page = visit(size=DESK)
    new_table(page, ["bot:easy", "me"], game="agricola")
    turn = wait(page)
    placed = of(turn, "place")
    assert placed, "the tribes are set up first"
    picks = page.locator("#tray .counter.js-pick")
    waiting = picks.count()
    assert waiting > 3 and page.locator("#tray .counter.js-taken").count() == 1
    # One more beside the one that is taken anyway: both go to one hex.
    page.locator("#tray .counter.js-pick:not(.js-taken)").last.click()
    target = page.locator("#stage .js-target").first.get_attribute("id") or ""
    page.locator(f"[data-target='{target}']").evaluate("button => button.click()")
    answered(page, turn)
    wait(page)
    expect(picks).to_have_count(waiting - 2)
    runs = page.evaluate(RUNS)
    assert ["counters", "inline"] in runs, runs
