"""Nothing moves when the fonts arrive: the reader's own fonts stand in with their measures."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import quick_table, wait

from ludus.core.lettering import (
    INSCRIPTION,
    INSCRIPTION_BOLD,
    SANS,
    SANS_BOLD,
    SERIF,
    SERIF_BOLD,
    Lettering,
)
from ludus.web.assets import assets

MEASURES = re.compile(r"\s*(?:size-adjust|(?:ascent|descent|line-gap)-override): [^;]+;")
FONTS = "**/static/fonts/*.woff2"
PAGES = ("/", "/new/cambria", "/rules/cambria", "/me")
WATCHED = (
    "h1, h2, h3, p:not(#log *), legend, .brand, .top a, .button, .card, #prompt, .panel, svg.lu"
)
"""Not the log, which differs from game to game: a line that just fits may break elsewhere."""
NEAR = 1.0
"""In px: what nobody sees move."""

_FIND = """watched => {
  window.watched = [...document.querySelectorAll(watched)].filter((it) => {
    const { top, bottom, height } = it.getBoundingClientRect();
    return height && top < innerHeight && bottom > 0;
  });
}"""
"""Remembers what is to be seen in the window."""

_BOXES = """() => window.watched.map((it) => {
  const { top, height } = it.getBoundingClientRect();
  return [`${it.tagName} ${it.textContent.trim().slice(0, 30)}`, top, height];
})"""

_LOADED = """() => [...document.fonts]
  .filter(face => face.status === "loaded" && !face.family.includes(" on "))
  .map(face => face.family.replaceAll('"', ""))"""


class Box(NamedTuple):
    name: str
    top: float
    height: float


class Held:
    """Keeps the fonts of a page back until they are let through."""

    def __init__(self, page: Page) -> None:
        self._routes: list[Route] = []
        self._open = False
        page.route(FONTS, self._asked)

    def _asked(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._routes.append(route)

    def let_through(self) -> None:
        self._open = True
        for route in self._routes:
            route.continue_()


def boxes(page: Page) -> list[Box]:
    return [Box(*box) for box in page.evaluate(_BOXES)]


def moved(page: Page, path: str) -> list[str]:
    """What stands elsewhere, or has another height, once the fonts are there."""
    held = Held(page)
    # The page is not "loaded" while fonts are on their way.
    page.goto(path, wait_until="domcontentloaded")
    page.wait_for_function("document.querySelector('.top')?.offsetHeight > 0")
    assert page.evaluate(_LOADED) == []
    page.evaluate(_FIND, WATCHED)
    before = boxes(page)
    assert len(before) > 5
    held.let_through()
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready.then(() => 0)")
    assert "Source Sans 3" in page.evaluate(_LOADED)
    after = boxes(page)
    page.unroute(FONTS)
    return [
        f"{was} -> {now}"
        for was, now in zip(before, after, strict=True)
        if abs(was.top - now.top) > NEAR or abs(was.height - now.height) > NEAR
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_nothing_moves_when_the_fonts_arrive(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size, phone=size == PHONE)
    for path in PAGES:
        assert moved(page, path) == [], path
    page.goto("/")
    quick_table(page)
    wait(page)
    assert moved(page, page.url) == []


def test_without_the_measures_pages_would_move(visit: Sessions) -> None:
    """So the test above sees what it looks for."""
    page = visit(size=PHONE, phone=True)
    plain = MEASURES.sub("", assets().text("page.css"))
    page.route(
        "**/static/*/page.css", lambda route: route.fulfill(body=plain, content_type="text/css")
    )
    for path in ("/", "/rules/cambria"):
        assert moved(page, path), path


_WIDTHS = """async ([family, weight, words]) => {
  await document.fonts.load(`${weight} 100px ${family}`);
  const line = document.body.appendChild(document.createElement("span"));
  line.style.cssText = `position: absolute; white-space: pre; font-family: ${family};
    font-size: 500px; font-weight: ${weight}; font-kerning: none; font-variant-ligatures: none`;
  line.textContent = words;
  return line.getBoundingClientRect().width;
}"""


@pytest.mark.parametrize(
    ("family", "weight", "lettering"),
    [
        ("Cinzel", 400, INSCRIPTION),
        ("Cinzel", 700, INSCRIPTION_BOLD),
        ("Alegreya", 400, SERIF),
        ("Alegreya", 700, SERIF_BOLD),
        ("'Source Sans 3'", 400, SANS),
        ("'Source Sans 3'", 700, SANS_BOLD),
    ],
)
def test_the_table_of_widths_is_that_of_the_fonts(
    visit: Sessions, family: str, weight: int, lettering: Lettering
) -> None:
    page = visit("/me")
    for words in ("Livia holds 17 of 204 forts - “so far”", "Moridunum", "1234567890"):
        drawn = page.evaluate(_WIDTHS, [family, weight, words])
        # A browser may round the width of each letter to a pixel.
        assert lettering.width(words, 500) == pytest.approx(drawn, abs=0.51 * len(words)), words
