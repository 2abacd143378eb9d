"""What a table sounds like."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.conftest import Sessions
from tests.browser.play import quick_table, step, wait

COUNT = """() => {
  window.struck = 0;
  const { prototype } = BaseAudioContext;
  for (const source of ["createOscillator", "createBufferSource"]) {
    const make = prototype[source];
    prototype[source] = function (...given) {
      window.struck += 1;
      return make.apply(this, given);
    };
  }
}"""
"""Counts the notes that are struck from here on."""
TURNS = 12


def struck(page: Page) -> int:
    return int(page.evaluate("window.struck"))


def test_moves_are_heard_until_sounds_are_turned_off(visit: Sessions) -> None:
    page, rng = visit(), random.Random(5)
    quick_table(page)
    page.evaluate(COUNT)
    # A browser lets a page sound from some time after its visitor has touched it.
    for _ in range(TURNS):
        step(page, rng)
        wait(page)
        if struck(page):
            break
    assert struck(page)

    page.locator("#top [data-opens=settings]").click()
    page.locator("#settings-form [name=sound]").click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.evaluate("window.struck = 0")
    for _ in range(2):
        step(page, rng)
        wait(page)
    assert not struck(page)
