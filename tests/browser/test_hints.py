"""The hint at the table: asked by button or key, it points at choices and plays nothing."""

from __future__ import annotations

import json
import random

from playwright.sync_api import Route, expect
from tests.browser.conftest import Sessions
from tests.browser.play import answered, new_table, until_placing


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
