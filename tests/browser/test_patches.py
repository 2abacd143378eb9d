"""What a patch from the server leaves alone: open lists, menus and things that stay themselves."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sessions
from tests.browser.play import CHOICES, new_table, pick, press, quick_table, sit_down, wait


def test_an_open_list_outlasts_what_others_do(visit: Sessions) -> None:
    livia = visit()
    new_table(livia, ["me", "open"], game="hadrians_wall")
    marcus = visit(livia.locator("#w-invite-1").input_value())
    sit_down(marcus, "Marcus")
    for page in (livia, marcus):
        wait(page)
    # Both choose a path; then Livia has boxes to choose from, and Marcus goes on.
    while not livia.locator("#choice-list button").count():
        for page in (livia, marcus):
            if page.locator(CHOICES).count() and not page.locator("#choice-list button").count():
                turn = wait(page)
                press(page, turn, turn.choices[0])
    livia.keyboard.press("k")
    expect(livia.locator("#choice-list.js-open")).to_be_visible()
    before = livia.locator("#history-where").get_attribute("data-at") or ""
    turn = wait(marcus)
    press(marcus, turn, turn.choices[0])
    expect(livia.locator("#history-where")).not_to_have_attribute("data-at", before)
    expect(livia.locator("#choice-list.js-open")).to_be_visible()
    expect(livia.locator("[data-toggles=choice-list]")).to_have_attribute("aria-expanded", "true")
    livia.keyboard.press("Escape")
    expect(livia.locator("#choice-list.js-open")).to_have_count(0)


def test_things_stay_themselves_wherever_they_move(visit: Sessions) -> None:
    """An element with an id goes into a new wrapper, up, down and to another parent."""
    page = visit()
    quick_table(page)
    same, result = page.evaluate(
        """async () => {
          const script = document.querySelector("script[type=module]").src;
          const { morph } = await import(script.replace(/[^/]+$/, "morph.js"));
          const make = (html) => Object.assign(document.createElement("div"), { innerHTML: html });
          const box = make("<p id=a>a</p><p id=b>b</p><ul><li id=c>c</li></ul>");
          document.body.append(box);
          const before = ["a", "b", "c"].map((id) => document.getElementById(id));
          const next = "<section><p id=\\"a\\">a</p></section><ul><li id=\\"x\\">x</li></ul>" +
            "<div><ol><li id=\\"c\\">c!</li></ol></div><p id=\\"b\\">b</p>";
          morph(box, make(next));
          const after = ["a", "b", "c"].map((id) => document.getElementById(id));
          const answer = [before.map((one, index) => one === after[index]), box.innerHTML === next];
          box.remove();
          return answer;
        }"""
    )
    assert same == [True, True, True]
    assert result


PICTURES = """() => {
  const tidy = (element) => {
    const given = [...element.attributes].map(({ name, value }) => {
      const own = value.split(" ").filter((each) => !each.startsWith("js-")).join(" ");
      return [name, name === "class" ? own : value];
    });
    for (const [name] of given) element.removeAttribute(name);
    for (const [name, value] of given.sort()) {
      if (name !== "style" && !(name === "class" && !value)) element.setAttribute(name, value);
    }
    for (const child of element.children) tidy(child);
    return element.outerHTML;
  };
  const pictures = [...document.querySelectorAll(".world > svg")];
  return [document.querySelector("#history-where").dataset.at, ...pictures.map(
    (picture) => tidy(picture.cloneNode(true)))];
}"""
"""The position and its pictures as the server drew them, without what the scripts did to them."""


@pytest.mark.parametrize(
    ("game", "seats"),
    [("cambria", 3), ("hadrians_wall", 2), ("para_bellum", 2), ("conqueror", 3)],
)
def test_patches_leave_the_same_pictures_as_a_fresh_page(
    visit: Sessions, game: str, seats: int
) -> None:
    page, rng = visit(), random.Random(12)
    new_table(page, ["me", *["bot:easy"] * (seats - 1)], game=game)
    for _ in range(8):
        turn = wait(page)
        press(page, turn, pick(turn, rng))
    fresh = page.context.new_page()
    # Others may go on meanwhile: the two are compared once they show the same position.
    for _ in range(30):
        fresh.goto(page.url)
        one, other = page.evaluate(PICTURES), fresh.evaluate(PICTURES)
        if one[0] == other[0]:
            break
    assert one == other
