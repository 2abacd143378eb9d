"""The hint at the table: asked by button or key, it points at choices and plays nothing."""

from __future__ import annotations

import random

from playwright.sync_api import expect
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
