"""The rules page: contents that follow, search, drawn positions, and playing on from them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import quick_table

from ludus.games import PUBLISHED


def test_the_contents_follow_the_reader_and_a_link_opens_its_clause(visit: Sessions) -> None:
    page = visit("/rules/cambria")
    page.locator("#the-end").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('the-end').scrollIntoView()")
    expect(page.locator(".rules-contents [aria-current]")).to_have_attribute("href", "#the-end")
    clause = page.locator("#cambria\\.end\\.1")
    expect(clause).to_be_hidden()
    page.locator("a.cite[href='#cambria.end.1']").first.click()
    expect(clause).to_be_visible()


def test_the_search_leads_to_a_passage(visit: Sessions) -> None:
    page = visit("/rules/cambria")
    page.keyboard.press("/")
    page.keyboard.type("absolute majority")
    page.locator("#rules-found button").first.click()
    expect(page.locator(".js-found").first).to_contain_text("absolute majority")
    page.locator("#rules-search").fill("no such words")
    expect(page.locator("#rules-found")).to_have_text("Nothing found.")


@pytest.mark.parametrize("game", PUBLISHED)
def test_a_worked_example_is_drawn_and_fits_a_phone(visit: Sessions, game: str) -> None:
    page = visit(f"/rules/{game}", size=PHONE, phone=True)
    figure = page.locator(".example:has([data-note])").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".position svg .badge").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


BROAD = """() => [...document.querySelectorAll(".chapter-beside > *")]
  .filter((each) => each.scrollWidth > each.parentElement.clientWidth + 1)
  .map((each) => each.textContent.slice(0, 60))"""
"""What is broader than the column beside a chapter."""


@pytest.mark.parametrize("game", PUBLISHED)
def test_what_stands_beside_a_chapter_fits_its_column(visit: Sessions, game: str) -> None:
    page = visit(f"/rules/{game}", size=(1440, 900))
    assert page.evaluate(BROAD) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(BROAD) == []


def test_a_phone_on_its_side_keeps_its_height_for_the_text(visit: Sessions) -> None:
    page = visit("/rules/hadrians_wall", size=(844, 390), phone=True)
    bar = page.locator(".rules-side").bounding_box()
    assert bar is not None and bar["height"] < 60
    page.locator(".rules-fold > summary").tap()
    page.locator(".rules-contents a", has_text="The attack").tap()
    expect(page.locator("#the-attack h2, h2#the-attack").first).to_be_in_viewport()


OUTSIDE = """(figure) => {
  const host = figure.querySelector(".position");
  const box = host.getBoundingClientRect();
  const inside = (each) => each.left >= box.left - 1 && each.right <= box.right + 1
    && each.top >= box.top - 1 && each.bottom <= box.bottom + 1;
  const noted = [...figure.querySelectorAll("[data-note]")].map((each) => each.dataset.note);
  const head = figure.querySelector(".example-head h3").getBoundingClientRect();
  const top = document.elementFromPoint(head.left + head.width / 2, head.top + head.height / 2);
  return [
    ...noted.filter((id) => {
      const each = host.shadowRoot.getElementById(id).getBoundingClientRect();
      // A strip along the edge of a map is shown in part.
      return each.width < box.width && !inside(each);
    }),
    ...(top.closest(".example-head") ? [] : ["the head is covered"]),
  ];
}"""
"""What an example speaks of that its picture does not show, and whether its head can be read."""
DRAWN = """(figure) => {
  const root = figure.querySelector(".position").shadowRoot;
  const numbered = figure.querySelector("[data-note]");
  return root?.querySelector(numbered ? ".badge" : "svg");
}"""
"""Whether the picture is there, with its numbers."""


@pytest.mark.parametrize(
    "game",
    [
        each
        if each in ("hadrians_wall", "para_bellum")
        else pytest.param(each, marks=pytest.mark.long)
        for each in PUBLISHED
    ],
)
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_worked_example_shows_what_it_speaks_of(visit: Sessions, game: str, phone: bool) -> None:
    page = visit(f"/rules/{game}", size=PHONE if phone else (1440, 900), phone=phone)
    found = {}
    for figure in page.locator(".example").element_handles():
        figure.scroll_into_view_if_needed()
        page.wait_for_function(DRAWN, arg=figure)
        figure.evaluate("each => each.firstElementChild.scrollIntoView({ block: 'center' })")
        if outside := figure.evaluate(OUTSIDE):
            found[figure.get_attribute("id")] = outside
    assert found == {}


def test_one_plays_on_from_an_example(visit: Sessions) -> None:
    page = visit("/rules/cambria")
    page.locator("#example-doubles button").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#prompt [data-clause='cambria.doubles.1']")).to_be_visible()


def test_the_side_tab_of_a_table_draws_them_too(visit: Sessions) -> None:
    page = visit()
    quick_table(page)
    page.keyboard.press("g")
    figure = page.locator("#rules-here .example").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".position svg .badge").first).to_be_attached()
