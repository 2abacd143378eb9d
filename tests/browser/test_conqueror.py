"""Conqueror in a real browser: the map, planning, orders, the clock, bribes and sealed bids.

A patch may come in between any two lines, from a bot, from a rival or from the clock; so these
tests wait for what the page shows, and no clock runs where it is not what is tested.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import GAME, PHONE, Sessions
from tests.browser.legibility import faults
from tests.browser.play import (
    DOUBLE_CLICK,
    POLL,
    Choice,
    Turn,
    answered,
    choose,
    click,
    look,
    open_table,
    press,
    settle,
    take_seats,
    wait,
)
from tests.browser.test_lessons import at_step, seen, start, steps_of
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE, CLOCK
from ludus.core.record import read_record
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table
from ludus.games.conqueror.content import load_contents
from ludus.games.conqueror.tests.scene import CARDS

DESK = (1440, 900)
SLAVE_REVOLT = f"card:{CARDS['slave_revolt']}"
TYPE = """digits => {
  for (const key of digits) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  }
}"""
"""Presses keys one right after the other: a page does not wait for the second digit for ever."""
BRIBE = "#choices button[value^='bribe']"
FORK = """async (fields) => (await (await fetch(`${location.pathname}/fork`, {
  method: "POST", body: JSON.stringify(fields),
  headers: { "Content-Type": "application/json", Accept: "application/json" },
})).json()).url"""
"""Opens a table that plays on from a finished one; its address."""


def table(page: Page, *seats: str, timer: str = "off") -> None:
    """A table of Conqueror by the form."""
    page.goto("/new/conqueror")
    take_seats(page, list(seats))
    choose(page, "option.timer", timer)
    choose(page, "option.income", "manual")
    open_table(page)
    # While a seat is open the waiting room lies over the board.
    shown = "#waiting" if "open" in seats else "#stage svg"
    expect(page.locator(shown).first).to_be_visible()


def sit_down(visit: Sessions, host: Page, seat: int, name: str) -> Page:
    """A second visitor takes an open seat by its invitation."""
    page = visit(host.locator(f"#w-invite-{seat}").input_value())
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/tables/*")
    return page


def of(turn: Turn, verb: str) -> list[Choice]:
    return [choice for choice in turn.choices if choice.value.split(":")[0] == verb]


def until(page: Page, *verbs: str) -> Turn:
    """Answers other questions with the last choice until one of the verbs is offered."""
    for _ in range(60):
        turn = wait(page)
        if any(of(turn, verb) for verb in verbs):
            return turn
        click(page, turn, turn.choices[-1])
    raise AssertionError(f"never asked for {verbs}")


def choose_factions(*pages: Page) -> None:
    """Everybody takes a faction, in whatever order the dice have said."""
    waiting = list(pages)
    stuck = time.monotonic() + GAME / 1000
    while waiting:
        assert time.monotonic() < stuck, "nobody is asked for a faction"
        for page in list(waiting):
            turn = look(page)
            if turn is not None and of(turn, "faction"):
                click(page, turn, of(turn, "faction")[0])
                waiting.remove(page)
        pages[0].wait_for_timeout(POLL)


# Past positions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game, and two positions in it to play on from."""

    record: str
    late: int
    """Where the third player of the first round has planned for too long."""
    threat: int
    """Where the slaves revolt in the second round, and everybody has to bid."""


@pytest.fixture(scope="module")
def past() -> Past:
    """A game in which everybody collects and ends; the clock and one card do as they are told."""
    names, options = ("Livia", "Marcus", "Quinta"), {"timer": "60", "round_limit": "20"}
    game: AnyTable = Table(open_box("conqueror"), names, options)
    rng = SeededRng(6)
    late = threat = collected = 0
    while not game.over:
        decision = game.decisions()[0]
        texts = [option.text for option in decision.options]
        wanted = "collect" if "collect" in texts else "end" if "end" in texts else texts[0]
        if decision.seat == CHANCE:
            wanted = pick(decision, rng).text
            if wanted.startswith("card") and not threat:
                wanted, threat = SLAVE_REVOLT, len(game.moves) + 1
        elif wanted == "collect":
            collected += 1
            if collected == 3:
                game.play(CLOCK, "time")
                late = len(game.moves)
        game.play(decision.seat, wanted)
    return Past(game.record.dump(), late, threat)


def go_on(visit: Sessions, past: Past, at: int) -> list[Page]:
    """Three visitors play on from a position of the past game."""
    host = visit()
    upload(host, past.record)
    seats = {"at": at, "seats": ["me", "open", "open"]}
    host.goto(host.evaluate(FORK, seats))
    return [host, sit_down(visit, host, 1, "Marcus"), sit_down(visit, host, 2, "Quinta")]


# The tests ---------------------------------------------------------------------------------------


def test_a_number_plays_the_choice_that_shows_it(visit: Sessions) -> None:
    """The bar has choices without a place first, whatever their numbers are."""
    page = visit()
    table(page, "me", "bot:easy", "bot:easy")
    turn = until(page, "recruit_infantry")
    values = [choice.value for choice in turn.choices]
    chosen = of(turn, "recruit_infantry")[0].value
    number = page.locator(f"#choices button[value='{chosen}']").get_attribute("data-number") or ""
    assert values.index(chosen) + 1 != int(number)
    page.evaluate(TYPE, number)
    expect(page.locator("#log")).to_contain_text("recruits")


def middle(page: Page, place: str) -> tuple[float, float]:
    """The middle of a place; of a land, where its army stands."""
    settle(page)
    spot = page.locator(f"#{place}").get_attribute("data-middle") or place
    box = page.locator(f"#{spot}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ids(page: Page, selector: str) -> list[str]:
    found = page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map((each) => each.id)", selector
    )
    return [str(each) for each in found]


def test_a_first_turn_by_mouse(visit: Sessions) -> None:
    page = visit(size=DESK)
    table(page, "me", "bot:easy", "bot:easy")
    choose_factions(page)
    turn = until(page, "collect")
    expect(page.locator("#turn")).to_contain_text("your turn")
    for card in ("chronicle", "mission", "realm", "hero-3"):
        expect(page.locator(f"#{card}")).to_be_visible()
    click(page, turn, of(turn, "collect")[0])
    # Recruits are counted at the forts, and raised with one button.
    turn = wait(page)
    page.locator("[data-gesture-tab=recruit]").click()
    page.locator("#gesture-recruit .pick-one").first.click()
    page.locator("#gesture-recruit [data-gesture-do]").click()
    answered(page, turn)
    expect(page.locator("#log")).to_contain_text("recruits")
    # An army: click it, then where it goes. No list lies over the map.
    turn = wait(page)
    page.mouse.click(*middle(page, ids(page, ".army.js-pick")[0]))
    expect(page.locator("#labels .place-label").first).to_be_visible()
    expect(page.locator("#chooser")).to_be_hidden()
    free = next(
        each for each in ids(page, ".land.js-target") if page.locator(f"#{each} .free-land").count()
    )
    page.mouse.move(*middle(page, free))
    expect(page.locator(f"#{free}.js-aim")).to_have_count(1)
    expect(page.locator("#tip")).to_be_visible()
    # What would happen is told, so a pointer that rests there is shown no second card.
    spot = page.locator(f"#{free}").get_attribute("data-middle") or free
    page.locator(f"#{spot}").hover(force=True)
    page.wait_for_timeout(1500)
    expect(page.locator("#explain")).to_be_hidden()
    page.mouse.click(*middle(page, free))
    answered(page, turn)
    expect(page.locator(f"#{free} .held")).to_have_count(1)
    expect(page.locator("#stage svg .man.spent").first).to_be_visible()
    turn = wait(page)
    assert not of(turn, "recruit_infantry")
    press(page, turn, of(turn, "end")[0])
    # The bots play, the round ends, a chronicle card is drawn and it is our turn again.
    until(page, "collect", "bid")
    expect(page.locator("#chronicle .card-title")).not_to_have_text("No card yet")


def test_two_browsers_see_the_same_clock_and_their_own_cards(visit: Sessions) -> None:
    livia = visit()
    table(livia, "me", "open", "bot:easy", timer="120")
    marcus = sit_down(visit, livia, 1, "Marcus")
    choose_factions(livia, marcus)
    for page in (livia, marcus):
        expect(page.locator("#mission")).to_be_visible()
        expect(page.locator(".panel-state").first).to_have_text("planning 120 s")
    names = [page.locator("#hero-0 .card-title").text_content() for page in (livia, marcus)]
    assert names[0] != names[1]


FREE_SPOT = """([x, y]) => document.elementFromPoint(x, y)?.closest("#stage .world") !== null"""


def marching(page: Page) -> Turn:
    """A table at which an army can go somewhere."""
    page.goto("/new/conqueror")
    take_seats(page, ["me", "bot:easy", "bot:easy"])
    choose(page, "option.timer", "off")
    open_table(page)
    turn = wait(page)
    # Factions lie on the page of one's own cards, the rest is on the map.
    while not of(turn, "move_infantry") and not of(turn, "move_cavalry"):
        press(page, turn, turn.choices[0])
        turn = wait(page)
    return turn


def lower_edge(page: Page, selector: str) -> float:
    return float(page.locator(selector).evaluate("each => each.getBoundingClientRect().bottom"))


def test_all_of_the_map_is_in_reach_above_an_open_sheet(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    marching(page)
    army = ids(page, ".army.js-pick")[0]
    before = middle(page, army)
    page.touchscreen.tap(*before)
    sheet = page.locator("#gesture")
    expect(sheet).to_be_visible()
    # What went up for the sheet comes down again when it is put away.
    page.locator("[data-gesture-drop]:visible").tap()
    expect(sheet).to_be_hidden()
    assert middle(page, army) == pytest.approx(before, abs=1)
    page.touchscreen.tap(*before)
    expect(sheet).to_be_visible()
    settle(page)
    top = sheet.evaluate("each => each.getBoundingClientRect().top")
    assert lower_edge(page, "#stage .army.js-taken") < top
    assert lower_edge(page, "#stage > .legend") < top
    for _ in range(20):
        page.keyboard.press("Shift+ArrowDown")
    settle(page)
    assert abs(lower_edge(page, "#stage .world") - top) <= 1
    page.locator("[data-gesture-drop]:visible").tap()
    expect(sheet).to_be_hidden()
    settle(page)
    assert lower_edge(page, "#stage .world") >= lower_edge(page, "#stage") - 1


def test_an_army_by_touch_on_a_phone(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    turn = marching(page)
    expect(page.locator("#stage svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    page.touchscreen.tap(*middle(page, ids(page, ".army.js-pick")[0]))
    expect(page.locator("#labels .place-label").first).to_be_visible()
    spots = {place: middle(page, place) for place in ids(page, ".land.js-target")}
    target = next(place for place, spot in spots.items() if page.evaluate(FREE_SPOT, [*spot]))
    # A first tap shows what it would mean, the button does it.
    page.touchscreen.tap(*spots[target])
    expect(page.locator(f"#{target}.js-aim")).to_have_count(1)
    page.locator("[data-gesture-do]:visible").tap()
    answered(page, turn)
    expect(page.locator("#log")).to_contain_text("moves")


def test_an_army_by_keys(visit: Sessions) -> None:
    """Enter takes it, goes on to where it can go, and goes there; no list lies over the map."""
    page = visit(size=DESK)
    turn = marching(page)
    army = page.locator(f"#{ids(page, '.army.js-pick')[0]}")
    army.focus()
    page.keyboard.press("Enter")
    expect(army).to_contain_class("js-taken")
    expect(page.locator("#chooser")).to_be_hidden()
    page.keyboard.press("Enter")
    first = page.locator(".gesture-one:not([hidden]) [data-target]").first
    expect(first).to_be_focused()
    does = first.get_attribute("data-does") or ""
    assert does.startswith(("Take ", "Join ", "Attack "))
    expect(page.locator("[data-gesture-do]:visible")).to_contain_text(does)
    page.keyboard.press("Enter")
    answered(page, turn)


def test_an_army_is_dragged_to_where_it_goes(visit: Sessions) -> None:
    """It is put down where it is let go; let go elsewhere, it stays in the hand."""
    page = visit(size=DESK)
    turn = marching(page)
    army = ids(page, ".army.js-pick")[0]
    start = middle(page, army)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] + 6, steps=3)
    expect(page.locator(f"#{army}.js-taken")).to_have_count(1)
    expect(page.locator(".gesture-hand")).to_be_visible()
    # Beyond the map nothing can go.
    page.mouse.move(5, 300, steps=3)
    page.mouse.up()
    expect(page.locator(".gesture-hand")).to_have_count(0)
    expect(page.locator(f"#{army}.js-taken")).to_have_count(1)
    now = look(page)
    assert now is not None and now.asked == turn.asked, "nothing has moved by that"
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] + 6, steps=3)
    target = next(
        each for each in ids(page, ".land.js-target") if page.locator(f"#{each} .free-land").count()
    )
    page.mouse.move(*middle(page, target), steps=6)
    expect(page.locator(f"#{target}.js-aim")).to_have_count(1)
    # An arrow leads there, without numbers.
    expect(page.locator("#overlay .way.of-hand .way-head")).to_have_count(1)
    expect(page.locator("#overlay .way.of-choice .way-disc")).to_have_count(0)
    assert middle(page, army) == pytest.approx(start, abs=1), "the map stays where it is"
    # What it would mean is told before it is let go.
    expect(page.locator("#tip")).to_be_visible()
    page.mouse.up()
    answered(page, turn)
    expect(page.locator("#log .line").last).to_contain_text(re.compile("moves|attacks"))


HALF_HIDDEN = """() => {
  const labels = [...document.querySelectorAll("#labels .place-label")]
    .map((label) => label.getBoundingClientRect());
  return [...document.querySelectorAll("#stage .lettering text")].filter((name) => {
    const box = name.getBoundingClientRect();
    return getComputedStyle(name).visibility === "visible" && labels.some((label) =>
      label.left < box.right && label.right > box.left && label.top + 5 < box.bottom
      && label.bottom - 5 > box.top);
  }).map((name) => name.textContent);
}"""
"""Names on the map that a word beside a target covers in part."""


MEETING = """() => {
  const boxes = [...document.querySelectorAll("#labels .place-label")]
    .map((label) => label.getBoundingClientRect());
  return boxes.filter((one, index) => boxes.slice(index + 1).some((other) =>
    one.left < other.right && one.right > other.left && one.top < other.bottom
    && one.bottom > other.top)).length;
}"""
"""How many words beside targets cover another one."""


def test_names_give_way_to_what_a_target_means(visit: Sessions, past: Past) -> None:
    page = visit(size=(1366, 768))
    upload(page, past.record)
    moves = read_record(past.record).moves
    at = next(at for at, move in enumerate(moves, 1) if (move.seat, move.act) == (0, "collect"))
    page.goto(page.evaluate(FORK, {"at": at, "seats": ["me", "bot:easy", "bot:easy"]}))
    wait(page)
    names = page.locator("#stage .lettering [data-gives-way]")
    hidden = page.locator("#stage .lettering .js-under")
    gave = 0
    for army in ids(page, ".army.js-pick"):
        page.mouse.click(*middle(page, army))
        expect(page.locator(f"#{army}.js-taken")).to_have_count(1)
        expect(page.locator("#labels .place-label").first).to_be_visible()
        assert page.evaluate(HALF_HIDDEN) == []
        gave += hidden.count()
        # Small lands have a word too, unless it would cover that of another.
        assert page.evaluate(MEETING) == 0
        words, targets = page.locator("#labels .place-label"), page.locator(".land.js-target")
        assert words.count() >= targets.count() - 1
        assert hidden.count() < names.count() / 2
        page.keyboard.press("Escape")
        expect(hidden).to_have_count(0)
    assert gave


IN_THE_WINDOW = """() => {
  const { top, left, right } = document.querySelector("#stage").getBoundingClientRect();
  const bottom = document.querySelector("#gesture").getBoundingClientRect().top;
  return [...document.querySelectorAll(".js-target[data-middle]")].some((land) => {
    const box = document.getElementById(land.dataset.middle).getBoundingClientRect();
    return box.left > left && box.right < right && box.top > top && box.bottom < bottom;
  });
}"""


def test_a_phone_shows_where_an_army_can_go(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    marching(page)
    page.touchscreen.tap(*middle(page, ids(page, ".army.js-pick")[0]))
    page.wait_for_function(IN_THE_WINDOW)
    # Everybody's forts and coins are in the row of players.
    briefs = page.locator(".strip-seat").first.locator(".strip-brief")
    expect(briefs).to_have_count(2)
    assert re.fullmatch(r"[0-5]/5", briefs.first.inner_text())


def test_a_bribery_race_between_two_browsers(visit: Sessions, past: Past) -> None:
    """Whoever plans for too long is bribed; of two who call at once one pays and wins."""
    pages = go_on(visit, past, past.late)
    late = next(page for page in pages if of(wait(page), "collect"))
    rivals = [page for page in pages if page is not late]
    for page in pages:
        expect(page.locator(".panel-state").first).to_have_text("out of time")
    for page in rivals:
        page.locator(BRIBE).first.wait_for(state="attached")
    for page in rivals:
        # The other's call may have settled it already, and then there is nothing left to press.
        page.evaluate(f"document.querySelector({BRIBE!r})?.click()")
    for page in pages:
        expect(page.locator("#log")).to_contain_text("bribes the army in")
    assert late.locator("#log").inner_text().count("bribes the army in") == 1
    # One army at most is lost in a planning phase, and the late player can still act.
    for page in rivals:
        expect(page.locator(BRIBE)).to_have_count(0)
    assert of(wait(late), "collect")


def test_bids_stay_sealed_until_everybody_has_bid(visit: Sessions, past: Past) -> None:
    """The page shows only who has bid; what it was shows when the last bid is made."""
    livia, marcus, quinta = go_on(visit, past, past.threat)
    pages = (livia, marcus, quinta)
    for page in pages:
        expect(page.locator("#moment")).to_contain_text("sealed bids")
        assert of(wait(page), "bid")
    turn = wait(livia)
    press(livia, turn, next(choice for choice in turn.choices if choice.value == "bid:1"))
    for page in (marcus, quinta):
        expect(page.locator("#moment .side").first).to_contain_text("sealed")
        assert (page.locator("#moment .sides").text_content() or "").count("sealed") == 1
        expect(page.locator("#log")).not_to_contain_text("The bids")
    for page in (marcus, quinta):
        turn = wait(page)
        # A bid of nothing: the stepper stays at 0.
        page.locator("#gesture-bid [data-gesture-do]").click()
    for page in pages:
        expect(page.locator("#moment")).to_be_hidden()
        expect(page.locator("#log")).to_contain_text("Together 1 of 6")


# The first lesson --------------------------------------------------------------------------------


LOOK_EVERY = 120
"""How often, in ms, a lesson looks where its places are."""


def do_step(page: Page, phone: bool) -> None:
    """Does what a step of the first lesson asks for, as a hand would: forts and armies on the map,
    heroes in their cards, the rest by its button."""
    value = (page.locator("#lesson").get_attribute("data-asked") or "").split(" ")[0]
    verb, _, number = value.partition(":")

    def hit(place: str) -> None:
        spot = middle(page, place)
        page.touchscreen.tap(*spot) if phone else page.mouse.click(*spot)

    def push(selector: str) -> None:
        button = page.locator(selector).first
        button.tap() if phone else button.click()

    if not value:
        push("#lesson-next")
    elif verb == "recruit_infantry":
        for _ in range(2):
            hit(f"fort-{number}")
            # Two at once would be a double click.
            page.wait_for_timeout(DOUBLE_CLICK)
        push("[data-gesture-do]:visible")
    elif verb in ("march", "move_infantry", "attack"):
        start, end, _ = load_contents(open_box("conqueror").pack).boards[0].links[int(number)]
        hit(f"army-{start}")
        expect(page.locator(f"#land-{end}.js-target")).to_have_count(1)
        # On a phone the board makes room for what was taken, and the callout sees to the rest.
        page.wait_for_timeout(2 * LOOK_EVERY)
        hit(f"land-{end}")
        if phone:
            push("[data-gesture-do]:visible")
    elif verb in ("buy", "play"):
        page.locator(f"#hero-{number}").scroll_into_view_if_needed()
        hit(f"hero-{number}")
        if phone:
            push("#sheet .sheet-do")
    else:
        push(f"#choices button[value='{value}']")


@pytest.mark.long
@pytest.mark.parametrize(("size", "phone"), [(DESK, False), (PHONE, True)], ids=["mouse", "touch"])
def test_the_first_lesson_by_hand(visit: Sessions, size: tuple[int, int], phone: bool) -> None:
    page = visit(size=size, phone=phone)
    start(page, "Conqueror")
    looks = []
    for number in range(1, steps_of("conqueror") + 1):
        at_step(page, number)
        looks.append(seen(page))
        do_step(page, phone)
    at_step(page, "end")
    expect(page.locator("#lesson h2")).to_have_text("Sicilia is yours")
    assert list(faults(looks, "conqueror", size)) == []
