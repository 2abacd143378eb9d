"""The editor of packs in a browser: what its parts do. `test_owner` goes all the way to a table."""

from __future__ import annotations

import math
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE
from tests.browser.play import settle

from ludus.core.pack_words import copy_pack
from ludus.core.registry import find_game


@contextmanager
def editing(folder: Path, chromium: Browser) -> Iterator[Page]:
    """A page with the editor of a pack; it must stay free of errors."""
    command = [sys.executable, "-m", "ludus", "edit", str(folder), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http\S+", process.stdout.readline())
        assert found is not None
        context = chromium.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(found[0])
        expect(page.locator("body[data-ready]")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("#picture")).to_be_attached(timeout=PATIENCE)
        yield page
        context.close()
        assert errors == []
    finally:
        process.terminate()
        process.communicate()


def a_pack(tmp_path: Path, game: str) -> Path:
    folder = tmp_path / f"my-{game}"
    copy_pack(find_game(game), folder)
    return folder


@pytest.fixture
def cambria(tmp_path: Path, chromium: Browser) -> Iterator[tuple[Page, Path]]:
    folder = a_pack(tmp_path, "cambria")
    with editing(folder, chromium) as page:
        yield page, folder


def test_problems_are_counted_marked_and_found(cambria: tuple[Page, Path]) -> None:
    """In the bar, in the list and on the map; from the bar one goes from each to the next."""
    page, _ = cambria
    # It opens with something on the board.
    expect(page.locator("#list [aria-current] .line")).to_have_text("Segontium")
    button = page.locator("#problems-next")
    expect(button).to_have_text("No problems")
    expect(button).to_be_disabled()
    page.locator("#list").get_by_role("button", name="Isca", exact=True).click()
    with page.expect_response("**/change"):
        page.locator("#form").get_by_role("radio", name="VI", exact=True).check()
    # The numeral does not count the roads, and there are not enough tokens of that numeral.
    expect(button).to_have_text("21Problems")
    expect(page.locator("#overlay .badge.bad text")).to_have_text("1")
    expect(page.locator("#list [aria-current] .count.bad")).to_have_text("1")
    expect(page.locator("#problem-count")).to_have_text("2 errors, 1 warning")
    page.locator("#list").get_by_role("button", name="Deva", exact=True).click()
    button.click()
    expect(page.locator("#list [aria-current]")).to_contain_text("Isca")
    button.click()
    expect(page.locator("#list [aria-current]")).to_contain_text("Cambria")
    with page.expect_response("**/undo"):
        page.locator("#undo").click()
    expect(button).to_have_text("No problems")
    expect(page.locator("#overlay .badge")).to_have_count(0)


def test_a_fort_is_moved_taken_back_and_joined(cambria: tuple[Page, Path]) -> None:
    """The bar below the board says what follows; a road is Roman or a track; chips part again."""
    page, folder = cambria
    before = {name: _text(folder, name) for name in ("maps.toml", "drawing.toml")}
    drag(page, "Fort: cefn_caer", (-60, 30))
    hand = page.locator("#hand")
    expect(hand).to_contain_text("3 roads follow")
    expect(page.locator("#overlay .follows")).to_have_count(3)
    assert _text(folder, "drawing.toml") != before["drawing.toml"]
    with page.expect_response("**/undo"):
        hand.get_by_role("button", name="Back").click()
    expect(hand).to_be_hidden()
    assert _text(folder, "drawing.toml") == before["drawing.toml"]
    drag(page, "Fort: cefn_caer", (-20, 10))
    hand.get_by_role("button", name="Leave it here").click()
    expect(page.locator("#overlay .ghost")).to_have_count(0)
    assert _text(folder, "drawing.toml") != before["drawing.toml"]

    # Titles are words, and roads go by the names of their ends.
    expect(page.locator("#list")).to_contain_text("Alabum – Bremia")
    expect(page.locator("#demand-list")).to_contain_text("16 forts")
    page.locator("#tools").get_by_role("button", name="Join", exact=True).click()
    for name in ("Fort: bremia", "Fort: moridunum"):
        page.get_by_role("button", name=name, exact=True).click()
    with page.expect_response("**/change"):
        page.locator("#kinds").get_by_role("button", name="Track").click()
    assert 'a = "bremia", b = "moridunum", roman = false' in _text(folder, "maps.toml")
    page.locator("#list").get_by_role("button", name="Bremia", exact=True).click()
    expect(page.locator("#form").get_by_role("radio", name="III", exact=True)).to_be_checked()
    with page.expect_response("**/change"):
        page.get_by_role("button", name="Part from Moridunum").click()
    assert _text(folder, "maps.toml") == before["maps.toml"]
    page.get_by_role("button", name="With pieces").click()
    expect(page.locator("#picture")).to_be_attached()


def test_words_are_written_from_what_a_card_does(tmp_path: Path, chromium: Browser) -> None:
    """An effect in a line of chips; where it is used; the file against the built-in one."""
    folder = a_pack(tmp_path, "para_bellum")
    with editing(folder, chromium) as page:
        expect(page.locator("#list summary").first).to_contain_text("Orders")
        page.locator("#list").get_by_role("button", name="Sabotage", exact=True).click()
        expect(page.locator("#uses-list")).to_contain_text("2 of 47")
        page.locator("#list").get_by_role("button", name="Contio", exact=True).click()
        expect(page.locator("#form-line")).to_contain_text("command.toml, line")
        expect(page.locator('[data-name="id"] + .row-of .field')).to_have_value("Contio")
        expect(page.locator("#form .signs")).to_contain_text("red1")
        with page.expect_response("**/change"):
            page.locator('[id="field:command.toml:card.4.option.1.effects.0.n"]').fill("5")
        expect(page.locator("#story")).to_contain_text("1 line differs")
        expect(page.locator("#story del")).to_have_text("3")
        expect(page.locator("#problems")).to_contain_text("described by the words of the game")
        with page.expect_response("**/change"):
            page.locator("#problems").get_by_role("button", name="Fix").click()
        words = _text(folder, "words.toml")
        assert 'option.1 = "Field Commander: add 5 to one of your ks."' in words
        expect(page.locator("#cards-view .enlarged")).to_contain_text("add 5")
        expect(page.locator("#problems")).not_to_contain_text("described by the words")


def test_hexes_are_painted_a_center_is_moved_and_a_road_is_drawn(
    tmp_path: Path, chromium: Browser
) -> None:
    """On Agricola's map: a stroke of the brush is one change; Escape calls it off."""
    folder = a_pack(tmp_path, "agricola")
    before = _text(folder, "map.toml")
    with editing(folder, chromium) as page:
        x, y = page.wait_for_function(MIDDLE, arg="Center: Damnonii").json_value()
        size = tomllib.loads(_text(folder, "drawing.toml"))["hex"]
        hex = math.sqrt(3) * size * page.evaluate("overlay.getScreenCTM().a")
        across = 2.1 * hex
        page.get_by_role("button", name="Paint", exact=True).click()
        page.get_by_role("button", name="wilderness", exact=True).click()
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + across, y)
        expect(page.locator("#overlay .brushed")).to_have_count(3)
        page.keyboard.press("Escape")
        expect(page.locator("#overlay .brushed")).to_have_count(0)
        page.mouse.up()
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + across, y)
        with page.expect_response("**/change"):
            page.mouse.up()
        painted = _text(folder, "map.toml")
        assert changed_lines(before, painted) == 1
        with page.expect_response("**/undo"):
            page.locator("#undo").click()
        assert _text(folder, "map.toml") == before

        # A center snaps to the hex on which it is dropped.
        page.get_by_role("button", name="Move", exact=True).click()
        drag(page, "Center: Damnonii", (round(hex), 0))
        moved = _text(folder, "map.toml")
        assert changed_lines(before, moved) == 1

        # A road goes on to the hex that is clicked.
        page.locator("#list").get_by_role("button", name="Dere Street").first.click()
        page.get_by_role("button", name="Road", exact=True).click()
        page.wait_for_function(MIDDLE, arg="Center: Damnonii")
        x, y = page.evaluate(MIDDLE, "Center: Damnonii")
        with page.expect_response("**/change"):
            page.mouse.click(x, y)
        assert changed_lines(moved, _text(folder, "map.toml")) == 1


def changed_lines(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one.splitlines(), other.splitlines(), strict=True))


MIDDLE = """(name) => {
  const box = document.querySelector(`#overlay [aria-label="${name}"]`)?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def drag(page: Page, name: str, by: tuple[int, int]) -> None:
    """Take something on the board elsewhere."""
    # The board may just be drawn anew, or have got more room.
    settle(page)
    x, y = page.wait_for_function(MIDDLE, arg=name).json_value()
    with page.expect_response("**/change"):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by[0], y + by[1], steps=3)
        page.mouse.up()


def _text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")
