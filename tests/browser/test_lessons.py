"""Lessons in a browser: by mouse at a desk, by touch on a phone, by keys; legible all the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Sessions
from tests.browser.legibility import MAP_TEXT, Look, faults, look
from tests.browser.play import SEND, settle, soon
from tests.browser.test_access import check

from ludus.core.lessons import lessons_of
from ludus.core.registry import open_box
from ludus.games import PUBLISHED

DESK = (1440, 900)
LAPTOP = (1366, 768)
SIDE = (844, 390)

COVERED = """() => {
  const lesson = document.getElementById("lesson");
  const cut = (one, other) => ({
    left: Math.max(one.left, other.left), right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top), bottom: Math.min(one.bottom, other.bottom),
  });
  // Of a place in a window that scrolls, what can be seen of it.
  const boxOf = (element) => {
    const window_ = element.closest(".scene, .trays, .supply, .tracks") ?? element;
    return cut(element.getBoundingClientRect(), window_.getBoundingClientRect());
  };
  const over = (box) => box.right - box.left > 2 && box.bottom - box.top > 2;
  const places = (lesson.dataset.lit ?? "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id));
  // On a phone on its side the callout leaves once something can be sent.
  const sending = innerHeight > 500 ? [...document.querySelectorAll("[data-gesture-do]")] : [];
  return [...places, ...sending].filter((each) => each?.checkVisibility())
    .filter((each) => over(cut(boxOf(each), lesson.getBoundingClientRect())))
    .map((each) => each.id || each.textContent);
}"""
"""The lit places that the callout lies over, and what it covers of what sends a move."""

LIT = """() => {
  const seen = (element) => {
    if (!element?.checkVisibility()) return false;
    const windows = [document.documentElement, element.closest(".scene, .trays, .moment, #panels")];
    const box = element.getBoundingClientRect();
    const shares = (low, high, start, end) =>
      Math.min(high, end) - Math.max(low, start) > Math.min((high - low) / 2, 24);
    return windows.filter(Boolean).map((each) => each.getBoundingClientRect()).every((each) =>
      shares(box.left, box.right, each.left, each.right)
      && shares(box.top, box.bottom, each.top, each.bottom));
  };
  return (document.getElementById("lesson").dataset.lit ?? "").split(" ").filter(Boolean)
    .filter((id) => !seen(document.getElementById(id)));
}"""
"""The lit places that cannot be seen, or lie outside their window."""

CUT = """() => {
  const lesson = document.getElementById("lesson");
  const [said, head] = [".lesson-said", ".lesson-head"].map((each) => lesson.querySelector(each));
  const inside = (each) =>
    each.getBoundingClientRect().right <= lesson.getBoundingClientRect().right;
  return (said ? said.scrollHeight - said.clientHeight > 3 : false)
    || ![...head.children].every(inside);
}"""
"""Whether the callout has no room for all that it says, or for its title and its buttons."""

NAMED = """(least) => {
  if (Math.min(innerWidth, innerHeight) > 500) return true;
  const pictures = [...document.querySelectorAll("#stage .world svg")];
  return pictures.filter((svg) => svg.checkVisibility()).every((svg) => {
    const scale = svg.getScreenCTM().a;
    const sizes = [...svg.querySelectorAll("text")].filter((text) => text.checkVisibility())
      .map((text) => parseFloat(getComputedStyle(text).fontSize) * scale).sort((a, b) => a - b);
    return !sizes.length || sizes[sizes.length >> 1] >= least;
  });
}"""
"""On a phone: whether most names in the pictures are at least so many px high."""

PLACE = """() => {
  const [value] = (document.getElementById("lesson").dataset.asked ?? "").split(" ");
  const button = [...document.querySelectorAll("#choices .choice-button")]
    .find((each) => each.value === value);
  const [place] = (button.dataset.places ?? "").split(" ").filter(Boolean);
  const element = place ? document.getElementById(place) : button;
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2, place ?? ""];
}"""
"""Where the first move that is asked for can be made: on the board, or by its button."""


def at_step(page: Page, number: int | str) -> None:
    """Waits for a step, and until the others have moved."""
    page.wait_for_selector(f'#lesson[data-lesson-step="{number}"]:not([data-moving])')
    settle(page)


def start(page: Page, game: str) -> None:
    """From the lobby, by one press."""
    page.get_by_role("button", name=f"Learn in 5 minutes: {game}").click()
    page.wait_for_url("**/tables/*")
    at_step(page, 1)


def steps_of(game: str) -> int:
    return len(next(iter(lessons_of(game).values())).step)


def seen(page: Page) -> Look:
    """The page at a step: what it speaks of is in sight, and the callout is not over it."""
    page.wait_for_function(f"() => ({LIT})().length === 0 && ({COVERED})().length === 0")
    # On a phone the board goes nearer for names once the page stands still.
    soon(page, NAMED, MAP_TEXT)
    settle(page)
    assert not page.evaluate(CUT), page.locator("#lesson h2").inner_text()
    return look(page)


def test_a_lesson_by_mouse(visit: Sessions) -> None:
    page = visit(size=DESK)
    start(page, "Cambria")
    looks = []
    for number in range(1, steps_of("cambria") + 1):
        at_step(page, number)
        looks.append(seen(page))
        if page.locator("#lesson-next").count():
            page.locator("#lesson-next").click()
        else:
            x, y, _ = page.evaluate(PLACE)
            page.mouse.click(x, y)
    at_step(page, "end")
    expect(page.locator("#lesson h2")).to_have_text("Tomen y Mur is yours")
    assert list(faults(looks, "cambria", DESK)) == []
    check(page)
    lesson = page.url
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_function("old => location.href !== old", arg=lesson)
    expect(page.locator("#stage svg").first).to_be_visible()
    expect(page.locator("#lesson")).to_be_hidden()


CLICKS = 2
"""So many lead a newcomer from the lobby to the first own move of a lesson, at most."""


@pytest.mark.parametrize("game", PUBLISHED)
def test_at_most_one_step_is_read_before_the_first_own_move(game: str) -> None:
    steps = next(iter(lessons_of(game).values())).step
    assert next(number for number, step in enumerate(steps, 1) if step.asks) <= CLICKS


def test_a_newcomer_is_two_clicks_from_the_first_own_move(visit: Sessions) -> None:
    """In the game whose lesson begins with words."""
    page, game = visit(size=DESK), "agricola"
    clicks = 1
    start(page, open_box(game).meta.title)
    while page.locator("#lesson-next").count():
        page.locator("#lesson-next").click()
        clicks += 1
        at_step(page, clicks)
    assert clicks <= CLICKS
    # What is asked for is in sight and can be done.
    expect(page.locator("#lesson-show")).to_be_visible()
    assert page.evaluate(PLACE)
    seen(page)


def test_a_lesson_by_touch(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    start(page, "Hadrian's Wall")
    looks = []
    for number in range(1, steps_of("hadrians_wall") + 1):
        at_step(page, number)
        looks.append(seen(page))
        if page.locator("#lesson-next").count():
            page.locator("#lesson-next").tap()
            continue
        x, y, place = page.evaluate(PLACE)
        page.touchscreen.tap(x, y)
        if place:
            # The first tap shows what it does, the second one does it.
            page.locator("#sheet .sheet-do").tap()
    at_step(page, "end")
    expect(page.locator("#lesson h2")).to_have_text("The Wall holds")
    assert list(faults(looks, "hadrians_wall", PHONE)) == []


def test_a_lesson_on_a_phone_on_its_side(visit: Sessions) -> None:
    page = visit(size=SIDE, phone=True)
    start(page, "Hadrian's Wall")
    looks = []
    for number in range(1, steps_of("hadrians_wall") + 1):
        at_step(page, number)
        looks.append(seen(page))
        page.locator("#lesson-next, #lesson-skip").first.tap()
    at_step(page, "end")
    # The callout stands where the prompt is, which therefore need not be whole.
    found = [each for each in faults(looks, "hadrians_wall", SIDE) if "prompts" not in each]
    assert found == []


def test_a_lesson_by_keys(visit: Sessions) -> None:
    page = visit(size=DESK)
    start(page, "Cambria")
    # The focus begins at the words; one Tab, and Enter leads to the place, Enter chooses it.
    expect(page.locator("#lesson-heading")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#lesson-show")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#road-27")).to_be_focused()
    page.keyboard.press("Enter")
    at_step(page, 2)
    page.locator("#lesson-next").focus()
    page.keyboard.press("Enter")
    at_step(page, 3)
    # The words of the next step are told, and the way on is near.
    expect(page.locator("#lesson-heading")).to_be_focused()
    expect(page.locator("#lesson [aria-live]").first).to_contain_text("one roll and one action")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#choice-roll")).to_be_focused()
    # Escape closes the preview of the button, then folds the callout, then opens it again.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator(".lesson-body")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".lesson-body")).to_be_visible()
    page.keyboard.press("Enter")
    at_step(page, 4)


def test_another_move_is_answered_and_not_played(visit: Sessions) -> None:
    page = visit(size=DESK)
    start(page, "Cambria")
    page.locator("#lesson-skip").click()
    at_step(page, 2)
    page.locator("#lesson-next").click()
    at_step(page, 3)
    made = page.locator("#log .line").count()
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator("#lesson-note")).to_have_text(
        "Passing gives your turn away. Roll the dice."
    )
    assert page.locator("#log .line").count() == made
    page.locator("#lesson-why summary").click()
    expect(page.locator("#lesson-why p")).to_be_visible()
    page.locator("#lesson-back").click()
    at_step(page, 2)
    page.locator("#lesson-back").click()
    at_step(page, 1)
    expect(page.locator("#lesson-back")).to_be_disabled()


def test_people_leave_a_lesson_and_come_back(visit: Sessions) -> None:
    page = visit(size=DESK)
    start(page, "Cambria")
    page.locator("#lesson-skip").click()
    at_step(page, 2)
    table = page.url
    page.get_by_role("link", name="Leave", exact=True).click()
    page.get_by_role("button", name="Learn in 5 minutes: Cambria").click()
    page.wait_for_url(table)
    at_step(page, 2)
    # At any other table of the game, the lessons are one click away.
    page.goto("/")
    page.get_by_role("button", name="Play against bots: Cambria").click()
    page.wait_for_url("**/tables/*")
    expect(page.get_by_role("link", name="How to play")).to_have_attribute("href", "/learn/cambria")


PRESS = "#sheet .sheet-do:visible, [data-gesture-do]:visible:not([disabled])"
"""What confirms a tap, or sends what was taken."""

GONE = "(step) => document.getElementById('lesson').dataset.lessonStep !== step"
SENT_BY = """() => [...document.querySelectorAll(
    "#sheet .sheet-do, [data-gesture-do]:not([disabled])",
  )].some((each) => each.checkVisibility())"""
"""Whether a move is made, however long the others take first; and whether it can be sent."""


def by_hand(page: Page, phone: bool) -> None:
    """Does what the step asks for where a hand would do it: at its place, then confirmed."""
    before = page.locator("#lesson").get_attribute("data-lesson-step")
    button = page.locator("#lesson-next")
    if not button.count():
        x, y, _ = page.evaluate(PLACE)
        page.touchscreen.tap(x, y) if phone else page.mouse.click(x, y)
        # A bar of what can be sent may stand there already, for a place that sends by itself.
        if soon(page, GONE, before):
            return
        page.wait_for_function(f"(it) => ({GONE})(it) || ({SENT_BY})()", arg=before)
        if page.evaluate(GONE, before):
            return
        button = page.locator(PRESS)
    button.first.tap() if phone else button.first.click()


@pytest.mark.long
@pytest.mark.parametrize(("size", "phone"), [(DESK, False), (PHONE, True)], ids=["mouse", "touch"])
@pytest.mark.parametrize("game", ["cambria", "hadrians_wall", "agricola"])
def test_the_first_lesson_by_hand(
    visit: Sessions, game: str, size: tuple[int, int], phone: bool
) -> None:
    """Those of Para Bellum and Conqueror are among the tests of their pages."""
    page = visit(size=size, phone=phone)
    start(page, open_box(game).meta.title)
    looks = []
    for number in range(1, steps_of(game) + 1):
        at_step(page, number)
        looks.append(seen(page))
        by_hand(page, phone)
    at_step(page, "end")
    assert list(faults(looks, game, size)) == []


def go_to(page: Page, game: str, key: str, last: int, phone: bool) -> list[Look]:
    """Through the steps of a lesson up to one of them; what was seen at each."""
    page.goto(page.evaluate(SEND, [f"/learn/{game}", {"lesson": key}]))
    looks = []
    for number in range(1, last + 1):
        at_step(page, number)
        looks.append(seen(page))
        if number < last:
            button = page.locator("#lesson-next, #lesson-skip").first
            button.tap() if phone else button.click()
    return looks


def test_a_board_on_its_way_elsewhere_comes_to_the_lit_places(visit: Sessions) -> None:
    """A step begins while the board still glides to where the others have moved."""
    page = visit(size=PHONE, phone=True)
    go_to(page, "cambria", "your-own-turns", 3, True)


def test_a_lesson_that_goes_on_becomes_a_coached_game(visit: Sessions) -> None:
    page = visit(size=DESK)
    last = len(lessons_of("cambria")["your-own-turns"].step)
    go_to(page, "cambria", "your-own-turns", last, False)
    expect(page.get_by_role("link", name="Leave lesson")).to_be_visible()
    page.locator("#lesson-next, #lesson-skip").first.click()
    at_step(page, "end")
    page.locator("#lesson-play-on").click()
    expect(page.locator("#lesson")).to_be_hidden()
    expect(page.locator("[data-coach]")).to_be_attached()
    # There is no lesson to leave any more, here and after coming back.
    for _ in range(2):
        expect(page.get_by_role("link", name="How to play")).to_have_attribute(
            "href", "/learn/cambria"
        )
        page.reload()
    expect(page.get_by_role("button", name="Roll the dice")).to_be_visible()


def test_names_round_a_lit_place_can_be_read_on_a_phone(visit: Sessions) -> None:
    """Its place is large enough in the whole map, but the names are not; the end shows them too."""
    page = visit(size=PHONE, phone=True)
    go_to(page, "conqueror", "your-own-turn", 3, True)
    assert list(faults([seen(page)], "conqueror", PHONE)) == []
    go_to(page, "conqueror", "take-a-fort", steps_of("conqueror"), True)
    page.locator("#lesson-next, #lesson-skip").first.tap()
    at_step(page, "end")
    page.wait_for_function(NAMED, arg=MAP_TEXT)


@pytest.mark.parametrize(
    ("game", "key", "step"), [("conqueror", "your-own-turn", 3), ("agricola", "your-first-turn", 9)]
)
def test_the_board_moves_a_lit_place_from_below_the_callout(
    visit: Sessions, game: str, key: str, step: int
) -> None:
    """On a phone on its side, where what is asked for stands in the callout's column."""
    page = visit(size=SIDE, phone=True)
    go_to(page, game, key, step, True)


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [DESK, LAPTOP, PHONE, SIDE], ids=["desk", "laptop", "upright", "side"]
)
@pytest.mark.parametrize("game", PUBLISHED)
def test_every_lesson_is_in_sight(visit: Sessions, game: str, size: tuple[int, int]) -> None:
    """Every step of every lesson: what it speaks of can be seen and read, nothing lies over it."""
    phone = min(size) < 500
    for key, lesson in lessons_of(game).items():
        page = visit(size=size, phone=phone)
        looks = go_to(page, game, key, len(lesson.step), phone)
        button = page.locator("#lesson-next, #lesson-skip").first
        button.tap() if phone else button.click()
        at_step(page, "end")
        assert list(faults(looks, game, size)) == []


# A sample: each theme and each screen once.
@pytest.mark.parametrize(
    ("dark", "phone"), [(False, False), (True, True)], ids=["light-desk", "dark-phone"]
)
def test_lesson_pages_through_axe(visit: Sessions, dark: bool, phone: bool) -> None:
    page = visit("/learn", size=PHONE if phone else DESK, phone=phone, dark=dark)
    check(page)
    page.goto("/")
    start(page, "Hadrian's Wall")
    check(page)
    page.locator("#lesson-skip").click()
    at_step(page, 2)
    check(page)
