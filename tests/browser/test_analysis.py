"""Looking back at a finished game in the browser: asked for, made, and followed to a move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import GAME, PHONE, Sessions
from tests.browser.test_access import check
from tests.browser.test_table import upload

from ludus.bots import make_bot
from ludus.core.chance import SeededRng
from ludus.core.registry import open_box
from ludus.core.table import Table


@pytest.fixture(scope="module")
def careless_record() -> str:
    """A game in which somebody plays at random, and so makes mistakes."""
    box = open_box("cambria")
    table = Table(box, ("Livia", "Marcus"))
    rng, bots = SeededRng(2), [make_bot(name, box) for name in ("greedy:12", "random")]
    while not table.over:
        table.settle(rng)
        for decision in table.decisions()[:1]:
            view = table.view(decision.seat)
            table.play(decision.seat, bots[decision.seat].choose(view, decision, rng))
    return table.record.dump()


def test_an_analysis_is_made_on_demand_and_leads_to_its_moves(
    visit: Sessions, careless_record: str
) -> None:
    page = visit()
    upload(page, careless_record)
    page.get_by_role("link", name="Analysis").click()
    page.wait_for_url("**/analysis")
    check(page)
    page.get_by_role("button", name="Analyse this game").click()
    # The page looks by itself how far it is, and shows the result once it is there.
    expect(page.locator(".curve")).to_be_visible(timeout=GAME)
    expect(page.locator(".curve .curve-line")).to_have_count(2)
    expect(page.get_by_role("heading", name="Luck and mistakes")).to_be_visible()
    # Every mistake has its board, drawn before the move.
    boards = page.locator(".mini-board")
    assert boards.count() >= 1
    page.wait_for_function(
        "(host) => host.shadowRoot?.querySelector('svg') !== null",
        arg=boards.first.element_handle(),
    )
    check(page)
    first = page.locator(".curve a:not(.curve-strip)").first
    href = first.get_attribute("href")
    assert href is not None
    first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(re.escape(href) + "$"))
    expect(page.locator("#history-where")).to_have_attribute("data-at", href.rpartition("=")[2])


def test_on_a_phone_the_end_is_one_tap_away_and_its_analysis_fits(
    visit: Sessions, careless_record: str
) -> None:
    page = visit(size=PHONE, phone=True)
    upload(page, careless_record)
    result = page.locator("#result.result")
    result.get_by_role("button", name="Show the board").tap()
    expect(result).to_be_hidden()
    # On the page of the board, without a way through the tabs.
    page.locator("#prompt").get_by_role("button", name="Result").tap()
    expect(result).to_be_visible()
    page.goto(f"{page.url}/analysis")
    analyse = page.get_by_role("button", name="Analyse this game")
    # Another test may have asked for it.
    if analyse.count():
        analyse.tap()
    expect(page.get_by_role("heading", name="Chance to win")).to_be_visible(timeout=GAME)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


READABLE = """() => {
  const size = (text) => {
    const { a, b } = text.getScreenCTM() ?? { a: 1, b: 0 };
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
  };
  return [...document.querySelectorAll(".mini-board")].every((host) => {
    const texts = [...host.shadowRoot?.querySelectorAll("svg text") ?? []];
    const drawn = host.shadowRoot?.querySelector("svg");
    return drawn && texts.every((text) => text.textContent.trim().length < 4 || size(text) > 8.9);
  });
}"""
"""Whether all names on the small boards are large enough."""


def test_the_end_is_closed_opened_again_and_tells_turning_points(
    visit: Sessions, careless_record: str
) -> None:
    page = visit()
    upload(page, careless_record)
    result = page.locator("#result.result")
    expect(result).to_be_visible()
    page.keyboard.press("Escape")
    expect(result).to_be_hidden()
    # It stays closed on the way through the past and back.
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#history.past")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#history.past")).to_have_count(0)
    expect(result).to_be_hidden()
    page.locator("#open-result").click()
    expect(result).to_be_visible()
    page.locator("#find-turning").click()
    cards = page.locator(".turning-card")
    expect(cards.first).to_be_visible(timeout=GAME)
    assert 1 <= cards.count() <= 3
    # On a small board the places of a choice are ringed.
    page.wait_for_function(
        """() => [...document.querySelectorAll(".turning-card .mini-board")].some(
          (host) => host.shadowRoot?.querySelectorAll("svg > g > circle").length)"""
    )
    # Names on it can be read, or are not there.
    page.wait_for_function(READABLE)
    page.reload()
    expect(cards.first).to_be_visible()
