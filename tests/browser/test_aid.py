"""The player aid: it fits one sheet of paper, opens over the table, and can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import quick_table

from ludus.games import PUBLISHED

DESK = (1440, 900)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", PUBLISHED)
def test_an_aid_is_one_printed_page(visit: Sessions, game: str, paper: str) -> None:
    page = visit(f"/aid/{game}")
    printed = page.pdf(format=paper, landscape=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_the_question_mark_opens_the_aid_and_then_the_keys(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    page.locator("#prompt").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    expect(page.locator("#aid-dialog .aid-steps")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#aid-dialog")).to_be_hidden()


@pytest.mark.parametrize("game", PUBLISHED)
def test_an_aid_fits_a_phone(visit: Sessions, game: str) -> None:
    page = visit(f"/aid/{game}", size=PHONE, phone=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("game", PUBLISHED)
def test_an_aid_is_one_screen_at_a_desk(visit: Sessions, game: str) -> None:
    page = visit(f"/aid/{game}", size=DESK)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= DESK[1]


@pytest.mark.parametrize("game", PUBLISHED)
def test_over_a_table_an_aid_is_one_screen_too(visit: Sessions, game: str) -> None:
    page = visit(f"/learn/{game}", size=DESK)
    page.get_by_role("button", name="Start").first.click()
    page.wait_for_url("**/tables/*")
    page.locator("[data-aid]:visible").first.click()
    expect(page.locator("#aid-dialog .aid-steps")).to_be_visible()
    dialog = "const dialog = document.getElementById('aid-dialog');"
    assert (
        page.evaluate(f"() => {{ {dialog} return dialog.scrollHeight - dialog.clientHeight; }}") < 2
    )


DRAWN = """() => [...document.querySelectorAll("#aid [data-position]")].every((host) => {
  const svg = host.shadowRoot?.querySelector("svg");
  if (!svg) return false;
  const { width, height } = svg.getBoundingClientRect();
  const room = host.getBoundingClientRect();
  return width > 30 && height > 30 && width <= room.width && height <= room.height;
})"""


@pytest.mark.parametrize("game", PUBLISHED)
def test_the_pictures_of_a_turn_are_drawn(visit: Sessions, game: str) -> None:
    page = visit(f"/aid/{game}", size=DESK)
    assert page.locator("#aid [data-position]").count()
    page.wait_for_function(DRAWN)
    assert page.evaluate("document.documentElement.scrollHeight") <= DESK[1]


def test_an_aid_is_as_large_as_a_screen_allows(visit: Sessions) -> None:
    page = visit("/aid/conqueror", size=DESK)
    size = "parseFloat(getComputedStyle(document.querySelector('.aid-column section')).fontSize)"
    large = page.evaluate(size)
    page.set_viewport_size({"width": DESK[0], "height": 700})
    page.wait_for_function(f"before => {size} < before", arg=large)
    cut_off = """() => [...document.querySelectorAll(".aid-column, .aid-steps > li")]
      .some((each) => each.scrollWidth > each.clientWidth)"""
    assert not page.evaluate(cut_off)
