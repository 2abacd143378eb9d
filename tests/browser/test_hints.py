"""The hint at the table: asked by button or key, it points at choices and plays nothing."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Route, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import answered, new_table, settle, until_placing


def test_a_hint_points_at_choices_and_goes_with_the_decision(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "bot:easy"])
    turn = until_placing(page, random.Random(3))
    page.keyboard.press("h")
    hints = page.locator("#hint-list [data-hint]")
    # First only a nudge: it lights places and names no move.
    expect(page.locator("#hint-list [data-hint-level=nudge]")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(hints).to_have_count(0)
    assert page.locator(".world .js-lit").count() >= 1
    page.keyboard.press("h")
    expect(page.locator("#hint-list [data-hint-level=idea]")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(hints).to_have_count(0)
    page.keyboard.press("h")
    expect(hints.first).to_be_visible()
    assert 1 <= hints.count() <= 3
    expect(page.locator("#overlay .of-hint").first).to_be_visible()
    best = hints.first.get_attribute("data-hint")
    assert best in {choice.value for choice in turn.choices}
    expect(hints.first).to_contain_text("%")
    # It leads to the choice itself, and does not play it.
    hints.first.click()
    expect(page.locator(f"[id='choice-{best}']")).to_be_focused()
    expect(page.locator("#choices")).to_have_attribute("data-decision", turn.decision)
    page.keyboard.press("Enter")
    answered(page, turn)
    expect(hints).to_have_count(0)


def test_escape_closes_a_hint_and_others_at_the_table_mean_none(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "bot:easy"])
    page.locator("#ask-hint").click()
    page.locator("#hint-list [data-hint-level=moves]").click()
    expect(page.locator("#hint-list [data-hint]").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#hint-list")).to_be_empty()
    new_table(page, ["me", "open"])
    expect(page.locator("#ask-hint")).to_have_count(0)


def test_who_closes_a_hint_before_it_is_there_does_not_get_it(visit: Sessions) -> None:
    page = visit()
    new_table(page, ["me", "bot:easy"])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/hint", hold)
    with page.expect_request("**/hint"):
        page.locator("#ask-hint").click()
    expect(page.locator("#hint-list")).to_have_text("Thinking …")
    page.keyboard.press("Escape")
    expect(page.locator("#hint-list")).to_be_empty()
    with page.expect_response("**/hint"):
        held[0].continue_()
    expect(page.locator("#ask-hint")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#hint-list")).to_be_empty()


@pytest.mark.parametrize(
    ("worth", "said"),
    [((0.3, 0.304), "Equally good."), ((0.31, 0.3), "Your chance to win after it")],
)
def test_moves_that_are_equally_good_are_told_so(
    visit: Sessions, worth: tuple[float, float], said: str
) -> None:
    page = visit()
    new_table(page, ["me", "bot:easy"])
    turn = until_placing(page, random.Random(3))

    def answer(route: Route) -> None:
        nothing = {"why": [], "goal": [], "sure": True, "area": []}
        choices = [
            {"action": choice.value, "label": choice.label, "places": [choice.place]}
            | {"worth": own, "chances": [own, 1 - own]}
            | nothing
            for choice, own in zip(turn.choices, worth, strict=False)
        ]
        route.fulfill(json={"choices": choices})

    page.route("**/hint", answer)
    page.locator("#ask-hint").click()
    page.locator("#hint-list [data-hint-level=moves]").click()
    expect(page.locator("#hint-list .hint-note")).to_contain_text(said)


LAID_OUT = """() => {
  const box = (element) => element.getBoundingClientRect();
  const [card, stage] = ["#hint-list", "#stage"].map((each) => box(document.querySelector(each)));
  const play = box(document.querySelector("#play-hint"));
  const top = document.elementFromPoint(play.x + play.width / 2, play.y + play.height / 2);
  const letters = [...document.querySelectorAll("#overlay .of-hint circle")].map(box);
  return {
    play: top?.id, beside: card.left >= stage.right - 1,
    covered: letters.filter(({ bottom }) => bottom > card.top + 1).length,
    highest: Math.min(...letters.map(({ top }) => top)) - stage.top,
  };
}"""


@pytest.mark.parametrize(
    ("size", "phone"), [(PHONE, True), ((844, 390), True), ((1024, 768), False)]
)
def test_a_hint_lies_beside_the_moves_that_it_speaks_of(
    visit: Sessions, size: tuple[int, int], phone: bool
) -> None:
    page = visit(size=size, phone=phone)
    new_table(page, ["me", "bot:easy"])
    until_placing(page, random.Random(3))
    page.locator("#ask-hint").click()
    # What is said at first is in sight too, above the tabs of the page.
    said = page.locator("#hint-list > p")
    expect(said).not_to_have_text("Thinking …")
    tabs = page.locator(".page-tabs").bounding_box()
    words = said.bounding_box()
    assert tabs and words and words["y"] + words["height"] <= tabs["y"]
    page.locator("#hint-list [data-hint-level=moves]").click()
    expect(page.locator("#overlay .of-hint").first).to_be_visible()
    settle(page)
    found = page.evaluate(LAID_OUT)
    assert found["play"] == "play-hint"
    assert found["beside"] == (size[1] < 500)
    # Moves from one end of the map to the other cannot all be above the card.
    assert found["beside"] or not found["covered"] or found["highest"] < 60, found


ALWAYS = "localStorage.setItem('ludus.settings', JSON.stringify({auto: false, coach: 'always'}))"


def test_the_coach_holds_back_what_gives_away_much_until_it_is_played_anyway(
    visit: Sessions,
) -> None:
    page = visit()
    page.add_init_script(ALWAYS)
    page.clock.install()
    asked: list[dict[str, object]] = []

    def coach(route: Route) -> None:
        """Everything but the last choice is doubtful, whatever the position."""
        sent = json.loads(route.request.post_data or "{}")
        asked.append(sent)
        values = page.locator("#choices .choice-button").evaluate_all(
            "all => all.map(b => b.value)"
        )
        better = {"action": values[-1], "label": "The last one", "worth": 0, "chances": []}
        better |= {"why": [], "places": [], "goal": [], "sure": True, "area": []}
        why = [{"kind": "text", "text": "With another move you would lead.", "ref": ""}]
        answer = {"decision": 1, "doubtful": values[:-1]}
        if "action" in sent:
            answer |= {"why": why, "better": better}
        route.fulfill(json=answer)

    new_table(page, ["me", "bot:easy"])
    turn = until_placing(page, random.Random(3))
    page.route("**/coach", coach)
    with page.expect_response("**/coach"):
        page.reload()
    doubtful, *_, fine = (choice.value for choice in turn.choices)
    # A choice waits half a second for the coach: by a clock that stands still, as long as it takes.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.locator(f"[id='choice-{doubtful}']").dispatch_event("click")
    expect(page.locator("#hint-list")).to_contain_text("With another move you would lead.")
    expect(page.locator("#choices")).to_have_attribute("data-decision", turn.decision)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#hint-list [data-hint]")).to_have_attribute("data-hint", fine)
    # Once it has been looked at again, one click plays it.
    page.locator(f"[id='choice-{doubtful}']").dispatch_event("click")
    page.get_by_role("button", name="Play it anyway").click()
    page.clock.resume()
    answered(page, turn)
    assert [each["action"] for each in asked if "action" in each][:2] == [doubtful] * 2
