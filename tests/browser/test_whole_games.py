"""Whole games of every kind in a real browser: a visitor against bots, at a desk or on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import Choice, Turn, new_table, press, wait
from tests.browser.test_patches import PICTURES

from ludus.core.registry import all_games, find_game

pytestmark = pytest.mark.long

MOST = 5_000
"""No game has as many decisions of one player as this."""
ENDINGS = ("pass", "end", "stop")


def pick(turn: Turn, rng: random.Random) -> Choice:
    """Anything, but rather something than the end of the turn."""
    active = [choice for choice in turn.choices if choice.value not in ENDINGS]
    return rng.choice(active if active and rng.random() < 0.8 else turn.choices)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("fewest", [True, False], ids=["few", "many"])
@pytest.mark.parametrize("game", all_games())
def test_a_game_from_start_to_end(visit: Sessions, game: str, fewest: bool, phone: bool) -> None:
    counts = find_game(game).meta.seats
    seats = max(2, min(counts)) if fewest else max(counts)
    page, rng = visit(size=PHONE if phone else DESKTOP, phone=phone), random.Random(21)
    new_table(page, ["me", *["bot:easy"] * (seats - 1)], game=game)
    for _ in range(MOST):
        turn = wait(page)
        if turn.over:
            break
        press(page, turn, pick(turn, rng))
    expect(page.locator("#result.result .verdict")).to_be_visible()
    expect(page.locator(".standings .standing")).to_have_count(seats)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # After all patches the page is the one that a visitor who comes now is sent.
    fresh = page.context.new_page()
    fresh.goto(page.url)
    assert page.evaluate(PICTURES) == fresh.evaluate(PICTURES)
