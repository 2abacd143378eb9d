"""Every page through axe-core, in both themes; and what axe cannot see."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.play import new_table, quick_table, settle, step, until_placing, wait
from tests.browser.test_table import upload

from ludus.core.registry import find_game
from ludus.games import PUBLISHED

RULES: dict[str, object] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # To copy the styles of shadow roots axe makes style elements, which our pages forbid.
    "preload": False,
}


CONTRAST = {**RULES, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What can differ between light and dark."""


def check(page: Page, rules: dict[str, object] = RULES) -> None:
    found = Axe().run(page, options=rules).response["violations"]
    told = [
        f"{fault['id']}: {node['html'][:160]} ({node['failureSummary']})"
        for fault in found
        for node in fault["nodes"][:3]
    ]
    assert told == [], "\n".join(told)


def check_themes(page: Page) -> None:
    """Everything in the light theme, and the contrast in the dark one."""
    check(page)
    page.emulate_media(color_scheme="dark")
    settle(page)
    check(page, CONTRAST)
    page.emulate_media(color_scheme="light")
    settle(page)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new/cambria",
        "/rules/cambria",
        "/aid/cambria",
        "/aid/para_bellum",
        "/me",
        "/tables/nowhere",
    ],
)
def test_plain_pages(visit: Sessions, path: str) -> None:
    check_themes(visit(path))


@pytest.mark.parametrize("page", ["new", "rules"])
@pytest.mark.parametrize("game", [name for name in PUBLISHED if name != "cambria"])
def test_plain_pages_of_other_games(visit: Sessions, page: str, game: str) -> None:
    check(visit(f"/{page}/{game}"))


def test_table_from_start_to_end(visit: Sessions, finished_record: str) -> None:
    page, rng = visit(), random.Random(1)
    new_table(page, ["me", "open"])
    expect(page.locator("#waiting")).to_be_visible()
    check_themes(page)
    invited = visit(page.locator("#w-invite-1").input_value())
    check_themes(invited)
    page.goto("/")
    quick_table(page)
    for _ in range(3):
        step(page, rng)
    until_placing(page, rng)
    check_themes(page)
    page.keyboard.press("k")
    check_themes(page)
    page.keyboard.press("Escape")
    page.locator("[data-opens=table-dialog]").click()
    check_themes(page)
    page.keyboard.press("Escape")
    page.locator("#top [data-opens=settings]").click()
    check_themes(page)
    page.goto("/")
    upload(page, finished_record)
    expect(page.locator("#result.result")).to_be_visible()
    check_themes(page)
    page.keyboard.press("Home")
    expect(page.locator("#history.past")).to_be_visible()
    check_themes(page)


@pytest.mark.parametrize("game", [name for name in PUBLISHED if name != "cambria"])
def test_the_tables_of_other_games(visit: Sessions, game: str) -> None:
    page = visit()
    bots = ["bot:easy"] * (min(find_game(game).meta.seats) - 1)
    new_table(page, ["me", *(bots or ["bot:easy"])], game=game)
    wait(page)
    check_themes(page)


def test_phone(visit: Sessions) -> None:
    page, rng = visit(size=PHONE, phone=True), random.Random(2)
    check_themes(page)
    quick_table(page)
    until_placing(page, rng)
    check_themes(page)
    for key in ("players", "log", "past"):
        page.locator(f"#page-{key}").tap()
        check_themes(page)


def test_prompt_is_said_and_the_board_described(visit: Sessions) -> None:
    page, rng = visit(), random.Random(3)
    quick_table(page)
    turn = until_placing(page, rng)
    said = page.locator("#prompt-line")
    expect(said).to_have_attribute("aria-live", "polite")
    expect(said).to_contain_text("Your turn")
    scene = page.locator(".scene").first
    expect(scene).to_have_attribute("aria-describedby", "description")
    assert len(page.locator("#description").inner_text()) > 200
    for choice in turn.choices[:3]:
        button = page.get_by_role("button", name=choice.label, exact=True)
        assert button.count() >= 1


def test_page_works_without_scripts(visit: Sessions) -> None:
    """Choices are forms: without a script the page still plays, one load per move."""
    page = visit()
    quick_table(page)
    wait(page)
    url = page.url
    bare = visit.bare(page)
    bare.goto(url)
    before = bare.locator("#choices").get_attribute("data-decision") or ""
    bare.locator("#choices .choice-button").first.click()
    expect(bare.locator("#choices")).not_to_have_attribute("data-decision", before)


def test_escape_closes_the_list_of_choices_and_nothing_else(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    quick_table(page)
    until_placing(page, random.Random(2))
    page.locator("#page-players").click()
    page.keyboard.press("k")
    expect(page.locator("#choice-list")).to_contain_class("js-open")
    # On a phone it has one column, as wide as there is room for.
    wide = "all => all.map(each => each.getBoundingClientRect().width)"
    assert min(page.locator("#choice-list .button").evaluate_all(wide)) > PHONE[0] / 2
    page.keyboard.press("Escape")
    expect(page.locator("#choice-list")).not_to_contain_class("js-open")
    expect(page.locator("body")).to_have_attribute("data-page", "players")


@pytest.mark.parametrize("game", ["hadrians_wall", "para_bellum", "conqueror", "agricola"])
def test_the_rules_fit_their_pane(visit: Sessions, game: str) -> None:
    page = visit(size=(1366, 768))
    seats = max(2, min(find_game(game).meta.seats))
    new_table(page, ["me", *["bot:easy"] * (seats - 1)], game=game)
    page.locator("#tab-rules").click()
    expect(page.locator("#rules-here h2").first).to_be_visible()
    wide, room = page.locator("#pane-rules").evaluate("it => [it.scrollWidth, it.clientWidth]")
    assert wide <= room
