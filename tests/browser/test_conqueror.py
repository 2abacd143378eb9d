"""Conqueror in a real browser: the map, planning, orders and the clock."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Visitors
from tests.browser.play import Choice, Turn, click, wait

BRIBE = "#choices button[value^='bribe']"


def table(page: Page, *seats: str) -> None:
    """A table of Conqueror by the form, with the usual clock."""
    page.goto("/new/conqueror")
    page.locator(f"input[name=count][value='{len(seats)}']").check(force=True)
    for seat, value in enumerate(seats):
        page.locator(f"#seat-{seat}").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#stage svg").first).to_be_visible()


def of(turn: Turn, verb: str) -> list[Choice]:
    return [choice for choice in turn.choices if choice.value.split(":")[0] == verb]


def until(page: Page, *verbs: str) -> Turn:
    """Answers other questions with the first choice until one of the verbs is offered."""
    for _ in range(60):
        turn = wait(page)
        if any(of(turn, verb) for verb in verbs):
            return turn
        click(page, turn, turn.choices[-1])
    raise AssertionError(f"never asked for {verbs}")


def test_a_first_turn_by_mouse(visit: Visitors) -> None:
    page = visit()
    table(page, "me", "bot:easy", "bot:easy")
    turn = until(page, "faction")
    click(page, turn, of(turn, "faction")[0])
    turn = until(page, "collect")
    expect(page.locator("#clock")).to_contain_text("planning: 60 seconds")
    expect(page.locator("#mission")).to_be_visible()
    expect(page.locator("#hero-3")).to_be_visible()
    click(page, turn, of(turn, "collect")[0])
    turn = wait(page)
    click(page, turn, of(turn, "recruit_cavalry")[0])
    turn = wait(page)
    moves = of(turn, "move_cavalry")
    assert moves and all(choice.place.startswith("army-") for choice in moves)
    assert any("becomes yours" in choice.hint for choice in moves)
    click(page, turn, moves[0])
    turn = wait(page)
    assert not of(turn, "recruit_infantry")
    expect(page.locator("#stage svg .man.spent").first).to_be_visible()
    click(page, turn, of(turn, "end")[0])
    # The bots play, the round ends, a chronicle card is drawn and it is our turn again.
    until(page, "collect", "bid")
    expect(page.locator("#chronicle .big")).to_be_visible()


def test_two_browsers_see_the_same_clock_and_their_own_cards(visit: Visitors) -> None:
    livia = visit()
    table(livia, "me", "open", "bot:easy")
    marcus = visit(livia.locator("#w-invite-1").input_value())
    marcus.get_by_label("Your name").fill("Marcus")
    marcus.get_by_role("button", name="Sit down and play").click()
    marcus.wait_for_url("**/tables/*")
    pages = (livia, marcus)
    asked = 0
    while asked < 2:
        for page in pages:
            if page.locator("#choices button[value^='faction']").count():
                turn = wait(page)
                click(page, turn, of(turn, "faction")[0])
                asked += 1
    for page in pages:
        expect(page.locator("#mission")).to_be_visible()
        expect(page.locator("#clock")).to_contain_text("60 seconds")
    names = [page.locator("#hero-0 .line").first.text_content() for page in pages]
    assert names[0] != names[1]


def test_the_map_on_a_phone(visit: Visitors) -> None:
    page = visit(size=PHONE, phone=True)
    table(page, "me", "bot:easy", "bot:easy")
    expect(page.locator("#land-6")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_a_bribery_race_between_two_browsers(visit: Visitors) -> None:
    """Whoever plans for a minute is bribed; of two who call at once one pays and wins."""
    livia = visit()
    table(livia, "me", "open", "open")
    pages = [livia]
    for seat in (1, 2):
        page = visit(livia.locator(f"#w-invite-{seat}").input_value())
        page.get_by_label("Your name").fill(f"Rival {seat}")
        page.get_by_role("button", name="Sit down and play").click()
        page.wait_for_url("**/tables/*")
        pages.append(page)
    # Everybody collects once; a threat in the second round is bid against with nothing.
    late = first_to_plan_with_rich_rivals(pages)
    rivals = [page for page in pages if page is not late]
    for page in rivals:
        page.locator(BRIBE).first.wait_for(state="attached", timeout=90_000)
    for page in rivals:
        page.locator(BRIBE).first.dispatch_event("click")
    for page in pages:
        expect(page.locator("#log")).to_contain_text("bribes the army in")
    assert late.locator("#log").inner_text().count("bribes the army in") == 1


def first_to_plan_with_rich_rivals(pages: list[Page]) -> Page:
    """Plays the first round; returns whoever plans in the second, when the others have coins."""
    collected: set[int] = set()
    for _ in range(400):
        for number, page in enumerate(pages):
            buttons = page.locator("#choices button.choice-button")
            values = buttons.evaluate_all("list => list.map((each) => each.value)")
            if "collect" in values and len(collected) == len(pages):
                return page
            for wanted in ("faction", "bid:0", "collect", "end"):
                found = [value for value in values if value.startswith(wanted)]
                if found:
                    turn = wait(page)
                    click(page, turn, next(c for c in turn.choices if c.value == found[0]))
                    if wanted == "collect":
                        collected.add(number)
                    break
    raise AssertionError("the second round never came")
