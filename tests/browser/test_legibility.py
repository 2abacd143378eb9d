"""Everything on a table's page can be read and hit, all through a game, on every screen."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sessions
from tests.browser.legibility import Look, faults, look
from tests.browser.play import new_table, press, settle, wait
from tests.browser.test_whole_games import MOST, OPTIONS, company, pick

GAMES = ("cambria", "hadrians_wall", "para_bellum", "conqueror", "agricola")
SIZES = ((1440, 900), (1366, 768), (390, 844), (844, 390))
THEMES = (False, True)
SAMPLE = 4
"""So many decisions are looked at in the quick tests."""
SAMPLES = {"para_bellum": 8}
"""Where the first decisions are about cards, which have a page of their own on a phone: more."""


def looks_at(
    visit: Sessions, game: str, size: tuple[int, int], dark: bool, decisions: int
) -> list[Look]:
    """Plays against bots, and looks at every decision."""
    page, rng = visit(size=size, phone=min(size) < 500, dark=dark), random.Random(5)
    new_table(page, company(game), game=game, options=OPTIONS.get(game))
    looks: list[Look] = []
    for _ in range(decisions):
        turn = wait(page)
        if turn.over:
            break
        settle(page)
        looks.append(look(page))
        press(page, turn, pick(turn, rng))
    return looks


def name_of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


# In the sample each game is seen in both themes, at a desk and on a phone.
@pytest.mark.parametrize("size", SIZES, ids=name_of)
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_of_decisions_is_legible(
    visit: Sessions, game: str, size: tuple[int, int]
) -> None:
    dark = (GAMES.index(game) + SIZES.index(size)) % 2 == 1
    decisions = SAMPLES.get(game, SAMPLE)
    looks = looks_at(visit, game, size, dark, decisions)
    assert len(looks) == decisions
    assert list(faults(looks, game, size)) == []


NARROW = ((1180, 800), (1260, 800))
"""As narrow as a desk with three zones can be."""


@pytest.mark.parametrize("size", NARROW, ids=name_of)
@pytest.mark.parametrize("game", ["para_bellum", "conqueror", "agricola"])
def test_a_narrow_desk_is_legible(visit: Sessions, game: str, size: tuple[int, int]) -> None:
    looks = looks_at(visit, game, size, False, SAMPLES.get(game, SAMPLE))
    assert list(faults(looks, game, size)) == []


PAST = (("cambria", SIZES[1]), ("hadrians_wall", SIZES[0]), ("hadrians_wall", SIZES[2]))
COVERED = "the board has"
"""On a phone the way through the past lies over the lower half of the board."""


@pytest.mark.parametrize(("game", "size"), PAST)
def test_the_past_is_legible(visit: Sessions, game: str, size: tuple[int, int]) -> None:
    page, rng = visit(size=size, phone=min(size) < 500), random.Random(5)
    new_table(page, company(game), game=game, options=OPTIONS.get(game))
    for _ in range(SAMPLE):
        turn = wait(page)
        press(page, turn, pick(turn, rng))
    wait(page)
    page.goto(f"{page.url}?at={SAMPLE}")
    expect(page.locator("#prompt.past")).to_be_visible()
    looks = [look(page)]
    assert [each for each in faults(looks, game, size) if not each.startswith(COVERED)] == []


@pytest.mark.long
@pytest.mark.parametrize("dark", THEMES, ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=name_of)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_legible(
    visit: Sessions, game: str, size: tuple[int, int], dark: bool
) -> None:
    looks = looks_at(visit, game, size, dark, MOST)
    assert len(looks) > SAMPLE
    assert list(faults(looks, game, size)) == []
