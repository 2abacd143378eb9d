"""Gestures on the page: some units are taken and sent, by mouse, keys and touch, as one request."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import DESKTOP, PHONE, Sessions
from tests.browser.play import CHOICES
from tests.browser.test_access import check_themes
from tests.kit.toys.march import march
from tests.web.support import serving, shelf

from ludus.core.game import AnyBox

SIDEWAYS = (844, 390)


@cache
def box(name: str) -> AnyBox:
    if name != "march":
        return shelf(name)
    toy = march()
    return replace(toy, meta=msgspec.structs.replace(toy.meta, stage="table"))


@pytest.fixture(scope="module")
def camp(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a room that has the toy."""
    with serving(tmp_path_factory.mktemp("camp"), box=box) as address:
        yield address


@pytest.fixture
def visit(chromium: Browser, camp: str) -> Iterator[Sessions]:
    sessions = Sessions(chromium, camp)
    yield sessions
    sessions.close()
    # Styles are served for the games of the package; a toy has none.
    assert [fault for fault in sessions.faults if "/games/march/face.css" not in fault] == []


def open_camp(page: Page) -> list[str]:
    """A table at which one hand plays both sides; gives the addresses asked for, as they come."""
    url = page.evaluate("""async () => {
      const answer = await fetch("/tables", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ game: "march", seats: "me,me" }),
      });
      return (await answer.json()).url;
    }""")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(url)
    expect(page.locator("#gesture")).to_be_visible()
    return asked


def stands(page: Page, place: str, words: str) -> None:
    expect(page.locator(f"#{place}")).to_have_text(words)


def middle(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f"#{place}").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sent(asked: list[str]) -> int:
    return sum(each.endswith("/gesture") for each in asked)


def test_by_mouse_with_stepper_and_target(visit: Sessions) -> None:
    page = visit()
    asked = open_camp(page)
    act = page.locator("[data-gesture-do]")
    expect(act).to_be_disabled()
    expect(page.locator(".js-target")).to_have_count(0)
    more = page.get_by_role("button", name="One more: Foot")
    more.click()
    more.click()
    expect(page.locator(".pick-count")).to_have_text("2")
    expect(page.locator("#hill.js-target, #ford.js-target")).to_have_count(2)
    labels = page.locator("#labels .place-label")
    expect(labels).to_have_text(["safe", "11 %"])
    # No list lies over the map, and all options are in the list that can be opened.
    expect(page.locator("#chooser")).to_be_hidden()
    expect(page.locator(CHOICES)).to_have_count(5)
    page.mouse.move(*middle(page, "hill"))
    expect(act).to_contain_text("the hill")
    page.mouse.click(*middle(page, "hill"))
    stands(page, "hill", "hill 2")
    stands(page, "camp-foot", "foot 2")
    assert sent(asked) == 1
    expect(page.locator("#log .line")).to_have_count(1)
    # One gesture is one step to undo.
    page.keyboard.press("u")
    stands(page, "camp-foot", "foot 4")


def test_what_was_taken_last_can_be_taken_again_after_a_reload(visit: Sessions) -> None:
    page = visit()
    open_camp(page)
    again = page.get_by_role("button", name="As before")
    expect(again).to_be_hidden()
    more = page.get_by_role("button", name="One more: Foot")
    more.click()
    more.click()
    page.mouse.click(*middle(page, "hill"))
    stands(page, "hill", "hill 2")
    expect(again).to_be_visible()
    page.reload()
    expect(again).to_be_visible()
    again.click()
    expect(page.locator(".pick-count")).to_have_text("2")


def test_pieces_on_the_board_and_shortcuts(visit: Sessions) -> None:
    page = visit()
    asked = open_camp(page)
    page.mouse.click(*middle(page, "camp-horse"))
    horse = page.get_by_role("button", name="Horse", exact=True)
    expect(horse).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#camp-horse.js-taken")).to_have_count(1)
    page.mouse.click(*middle(page, "camp-horse"))
    expect(horse).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Everyone").click()
    expect(page.locator(".pick-count")).to_have_text("4")
    page.keyboard.press("Escape")
    expect(page.locator(".pick-count")).to_have_text("0")
    expect(page.locator(".js-target")).to_have_count(0)
    page.get_by_role("button", name="Everyone").click()
    page.mouse.click(*middle(page, "ford"))
    stands(page, "ford", "ford 5")
    assert sent(asked) == 1
    # Nothing is left to take.
    expect(page.locator("#gesture")).to_be_hidden()


def test_by_keys(visit: Sessions) -> None:
    page = visit()
    asked = open_camp(page)
    for key in ("+", "+", "+", "-"):
        page.keyboard.press(key)
    expect(page.locator(".pick-count")).to_have_text("2")
    # Enter goes to the targets, each a button with its note.
    page.keyboard.press("Enter")
    expect(page.locator("[data-target=hill]")).to_be_focused()
    expect(page.locator("[data-target=hill]")).to_be_in_viewport()
    page.keyboard.press("Tab")
    expect(page.locator("#ford.js-aim")).to_have_count(1)
    page.keyboard.press("Enter")
    stands(page, "ford", "ford 2")
    assert sent(asked) == 1


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_by_touch(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size, phone=True)
    asked = open_camp(page)
    page.get_by_role("button", name="All: Foot").tap()
    for control in page.locator("#gesture button:visible").all():
        box = control.bounding_box()
        assert box is not None and box["height"] >= 44 and box["width"] >= 44
    # A first tap shows what it would mean, the button does it.
    page.touchscreen.tap(*middle(page, "hill"))
    expect(page.locator("#hill.js-aim")).to_have_count(1)
    assert sent(asked) == 0
    page.locator("[data-gesture-do]").tap()
    stands(page, "hill", "hill 4")
    assert sent(asked) == 1


def test_drag_and_drop(visit: Sessions) -> None:
    page = visit()
    asked = open_camp(page)
    before = page.locator("#camp-foot").bounding_box()
    page.mouse.move(*middle(page, "camp-foot"))
    page.mouse.down()
    page.mouse.move(*middle(page, "ford"), steps=6)
    expect(page.locator("#ford.js-aim")).to_have_count(1)
    # The picture is not dragged along.
    assert page.locator("#camp-foot").bounding_box() == before
    page.mouse.up()
    stands(page, "ford", "ford 4")
    assert sent(asked) == 1
    # Let go elsewhere, it stays in the hand.
    page.mouse.move(*middle(page, "camp-horse"))
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    page.mouse.up()
    expect(page.locator("#camp-horse.js-taken")).to_have_count(1)
    assert sent(asked) == 1


def test_what_cannot_go_on_is_said(visit: Sessions) -> None:
    page = visit()
    open_camp(page)
    note = page.evaluate("""async () => {
      const { url, seat, decision } = document.querySelector("#gesture").dataset;
      const answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({
          seat: Number(seat), decision: Number(decision),
          gesture: "march", picks: { foot: 9 }, target: "hill",
        }),
      });
      return (await answer.json()).note;
    }""")
    assert note == "Only 4 foot went."
    stands(page, "hill", "hill 4")


def test_without_scripts_there_are_the_plain_choices(visit: Sessions) -> None:
    page = visit()
    open_camp(page)
    bare = visit.bare(page)
    bare.goto(page.url)
    expect(bare.locator("#gesture")).to_be_hidden()
    expect(bare.locator(CHOICES)).to_have_count(5)
    bare.locator("#choices .choice-button[value='foot:0']").press("Enter")
    expect(bare.locator("#hill")).to_have_text("hill 1")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_axe_finds_nothing(visit: Sessions, size: tuple[int, int]) -> None:
    page = visit(size=size)
    open_camp(page)
    check_themes(page)
    page.get_by_role("button", name="One more: Foot").click()
    page.get_by_role("button", name="Horse", exact=True).click()
    expect(page.locator("#labels .place-label")).to_have_count(2)
    check_themes(page)
    # Axe reads the stylesheet that is not there once more, in a way that the page forbids.
    visit.faults.clear()
