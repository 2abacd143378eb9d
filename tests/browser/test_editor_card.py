"""The editor of packs with a card: trying it, counting with it, steppers, symbols and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.conftest import GAME as LONG
from tests.browser.test_access import check as check_access
from tests.browser.test_editor import _text, a_pack, editing

CARD = "field:command.toml:card.4"
REVISION = """async () => {
  const page = document.querySelector('script[src*="editor.js"]').src;
  const editor = await import(page.replace("editor.js", "editor-state.js"));
  editor.taken(await editor.ask("reload"));
}"""


REVISION_NOW = """async () => {
  const page = document.querySelector('script[src*="editor.js"]').src;
  const editor = await import(page.replace("editor.js", "editor-state.js"));
  return editor.opened().status.revision;
}"""


@pytest.fixture
def card(tmp_path: Path, chromium: Browser) -> Iterator[tuple[Page, Path]]:
    folder = a_pack(tmp_path, "para_bellum")
    with editing(folder, chromium) as page:
        page.locator("#list").get_by_role("button", name="Contio", exact=True).click()
        yield page, folder


def pairs(page: Page) -> list[tuple[int, int]]:
    """The dice that a card changed, by what their pictures are called."""
    told = page.locator(".try-pair").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-label'))"
    )
    found = [re.search(r": (\d) to (\d)$", each) for each in told]
    return [(int(each[1]), int(each[2])) for each in found if each is not None]


def tried(page: Page) -> list[tuple[int, int]]:
    expect(page.locator(".try-body.waiting")).to_have_count(0)
    expect(page.locator(".try-board svg")).to_be_visible()
    return pairs(page)


def test_a_card_is_tried_on_an_army_with_dice(card: tuple[Page, Path]) -> None:
    """Before and after, by the rules and by what the card says now; another way and position."""
    page, _ = card
    first = tried(page)
    assert first
    assert all(after - before == 1 for before, after in first)
    expect(page.locator("#try-story")).to_contain_text("plays Contio")
    symbols = page.locator(".try-pair use").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('href'))"
    )
    assert symbols[:2] == [f"#i-die-k-{first[0][0]}", f"#i-die-k-{first[0][1]}"]
    # The same picture as it was before: other dice stand in it.
    board = page.locator(".try-board")
    after = board.inner_html()
    page.locator(".try-turn").click()
    expect(page.locator(".try-turn")).to_have_text("Before")
    assert board.inner_html() != after
    # Typing changes what happens in that position.
    moves = board.get_attribute("data-moves")
    with page.expect_response("**/trial"):
        page.locator(f'[id="{CARD}.option.0.effects.0.n"]').fill("2")
    low, _ = first[0]
    told = re.compile(rf"{low} to {min(low + 2, 6)}$")
    expect(page.locator(".try-pair").first).to_have_attribute("aria-label", told)
    assert all(after == min(before + 2, 6) for before, after in tried(page))
    assert page.locator(".try-board").get_attribute("data-moves") == moves
    with page.expect_response("**/trial"):
        page.locator("#try-panel").get_by_role("radio", name="Option 2").check(force=True)
    expect(page.locator("#try-story")).to_contain_text("Field Commander")
    before = page.locator(".try-board").inner_html()
    with page.expect_response("**/trial"):
        page.get_by_role("button", name="Another position").click()
    tried(page)
    assert page.locator(".try-board").inner_html() != before


def test_steppers_and_segments_write_what_they_show(card: tuple[Page, Path]) -> None:
    """By the mouse and by keys; what is chosen stands in the file."""
    page, folder = card
    copies = page.locator('[data-name="copies"]')
    with page.expect_response("**/change"):
        copies.get_by_role("button", name="One more: copies").click()
    assert 'id = "contio"\ntype = "order"\nsubtypes = []\ncopies = 4' in _text(
        folder, "command.toml"
    )
    expect(copies).to_contain_text("of 48")
    expect(page.locator("#demand-list")).to_contain_text("48 of 47 Command cards")
    with page.expect_response("**/change"):
        # The focus stays where it was when the form is made anew.
        page.keyboard.press("Enter")
    assert "copies = 5" in _text(folder, "command.toml")
    less = page.locator('[data-name="actions"]').get_by_role("button", name="One less: actions")
    expect(less).to_be_disabled()

    kind = page.locator('[data-name="type"]')
    expect(kind.get_by_role("radio", name="Order")).to_be_checked()
    source = page.locator('[data-name="source"]')
    with page.expect_response("**/change"):
        source.locator("label", has_text="book").click()
    text = _text(folder, "command.toml")
    assert 'copies = 5\nactions = 1\nsource = "rulebook"' in text
    with page.expect_response("**/change"):
        page.keyboard.press("ArrowLeft")
    assert 'copies = 5\nactions = 1\nsource = "rulebook"' not in _text(folder, "command.toml")
    with page.expect_response("**/change"):
        page.locator('[data-name="subtypes"]').get_by_label("via").check()
    assert 'id = "contio"\ntype = "order"\nsubtypes = ["via"]' in _text(folder, "command.toml")


def test_the_file_shows_first_what_is_not_as_it_was(card: tuple[Page, Path]) -> None:
    page, _ = card
    with page.expect_response("**/story"):
        page.locator(f'[id="{CARD}.option.1.effects.0.n"]').fill("4")
    expect(page.locator("#story del")).to_have_text("3")
    seen = """() => {
      const [text, part] = ["#story pre", "#story del"].map((each) => document.querySelector(each));
      const [outer, inner] = [text, part].map((each) => each.getBoundingClientRect());
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    }"""
    page.wait_for_function(seen)


def test_dice_and_banners_are_drawn_in_chips(card: tuple[Page, Path]) -> None:
    page, folder = card
    effect = page.locator(".effect", has=page.locator(f'[id="{CARD}.option.1.effects.0.die"]'))
    expect(effect.locator(".with-symbol use").first).to_have_attribute("href", "#i-die-k")
    price = page.locator(".effect", has=page.locator(f'[id="{CARD}.option.1.cost.0.banner"]'))
    flag = price.locator(".with-symbol use")
    expect(flag).to_have_attribute("href", "#i-banner-field-commander")
    red = colour(price)
    with page.expect_response("**/change"):
        price.locator("select").first.select_option(label="Artifex")
    expect(flag).to_have_attribute("href", "#i-banner-artifex")
    assert 'cost = [{ banner = "artifex" }]' in _text(folder, "command.toml")
    # A price has the colour of the die it is about.
    assert colour(price) != red
    with page.expect_response("**/change"):
        page.locator(f'[id="{CARD}.option.0.effects.0.up_to"]').click()
    assert "count = 3, n = 1, up_to = false" in _text(folder, "command.toml")


def colour(line: Locator) -> str:
    return str(line.evaluate("(one) => getComputedStyle(one).borderLeftColor"))


def test_what_a_check_has_found_is_listed_and_grows_old(card: tuple[Page, Path]) -> None:
    """Figures come while bots play; after an edit they say that they are from before."""
    page, _ = card
    rows = page.locator("#checked-list")
    expect(rows).to_contain_text("every icon letter is known")
    expect(rows).to_contain_text("text fits the card")
    expect(rows).to_contain_text("21 other command cards unchanged")
    expect(rows).to_contain_text("press Check")
    page.locator("#check").click()
    expect(rows).to_contain_text("random games broke nothing", timeout=LONG)
    expect(rows).to_contain_text(re.compile(r"played: \d+ of \d+ who could"), timeout=LONG)
    expect(page.locator("#problems")).to_contain_text("nothing is wrong")
    expect(page.locator("#uses-list")).to_contain_text(
        re.compile(r"Played.*by who could, \d+ games")
    )
    with page.expect_response("**/change"):
        page.locator(f'[id="{CARD}.option.0.effects.0.count"]').fill("2")
    expect(page.locator("#checked-state")).to_have_text("from before your last change")
    expect(page.locator("#problems")).not_to_contain_text("nothing is wrong")
    expect(page.locator("#check")).to_be_enabled()
    # Words with a sign that is none.
    with page.expect_response("**/change"):
        page.locator('[id="field:words.toml:card.contio.option.1"]').fill("Add 3 to one z.")
    expect(rows).to_contain_text("no symbol for z")


def told(page: Page, **what: object) -> None:
    """The next check that is asked about says this."""
    page.wait_for_function("document.body.dataset.ready")
    revision = page.evaluate(REVISION_NOW)
    empty = {"said": "", "games": 4, "moves": 240, "bots": 200, "most": 200, "problems": []}
    result = {"state": "done", "revision": revision, "counts": [], **empty, **what}
    page.route("**/checked", lambda route: route.fulfill(json={"result": result}))
    page.route("**/check", lambda route: route.fulfill(json={"result": True}))
    page.locator("#check").click()


def test_what_is_far_stronger_than_the_rest_is_pointed_out(card: tuple[Page, Path]) -> None:
    """By what bots gained with it; and what no bot could use is told."""
    page, _ = card
    plain = {str(number): {"could": 100, "used": 50, "gain": 25.0} for number in range(4)}
    strong = {"4": {"could": 100, "used": 71, "gain": 284.0}}
    told(page, counts=[plain | strong, {}, {}, {}])
    expect(page.locator("#problems")).to_contain_text("Strongest by far")
    expect(page.locator("#problems")).to_contain_text("4.0 points more")
    expect(page.locator("#list [aria-current] .count.warn")).to_be_visible()
    expect(page.locator("#uses-list")).to_contain_text("71 %")
    expect(page.locator("#uses-list")).to_contain_text("+4.0")
    page.locator("#list").get_by_role("button", name="Decimatio", exact=True).click()
    expect(page.locator("#checked-list")).to_contain_text("played: it never came up")
    with page.expect_response("**/change"):
        page.locator('[data-name="copies"]').get_by_role("button", name="One more").click()
    # It was about the cards as they were before.
    expect(page.locator("#problems")).not_to_contain_text("Strongest by far")


def test_what_breaks_in_play_is_a_problem(card: tuple[Page, Path]) -> None:
    page, _ = card
    wrong = {"text": "in play: a die shows 9", "file": "", "line": 0, "path": [], "grave": True}
    told(page, state="failed", said="in play: a die shows 9", problems=[wrong], bots=0)
    expect(page.locator("#problems .grave")).to_contain_text("a die shows 9")
    expect(page.locator("#checked-list")).to_contain_text("the check found what is wrong")
    expect(page.locator("#try")).to_be_disabled()


def test_a_card_is_edited_and_tried_by_touch(card: tuple[Page, Path], chromium: Browser) -> None:
    desk, folder = card
    context = chromium.new_context(
        viewport={"width": 390, "height": 844},
        has_touch=True,
        is_mobile=True,
        storage_state=desk.context.storage_state(),
    )
    page = context.new_page()
    page.goto(desk.url)
    page.locator("#list").get_by_role("button", name="Contio", exact=True).tap()
    tried(page)
    page.locator(".try-turn").tap()
    expect(page.locator(".try-turn")).to_have_text("Before")
    page.locator("#try-panel label", has_text="Option 2").tap()
    expect(page.locator("#try-story")).to_contain_text("Field Commander")
    with page.expect_response("**/change"):
        page.get_by_role("button", name="One more: copies").tap()
    assert "copies = 4\nactions = 1" in _text(folder, "command.toml")
    with page.expect_response("**/change"):
        page.locator('[data-name="type"] label', has_text="Unit").tap()
    assert 'id = "contio"\ntype = "special_unit"' in _text(folder, "command.toml")
    context.close()


def test_a_card_is_used_in_more_places_each_with_a_way_to_it(card: tuple[Page, Path]) -> None:
    page, _ = card
    uses = page.locator("#uses-list")
    expect(uses).to_contain_text("3 of 47")
    uses.get_by_role("button", name="Words").click()
    expect(page.locator('[id^="field:words.toml:card.contio"]:focus')).to_have_count(1)
    uses.get_by_role("button", name="pb.card.contio").click()
    expect(page.locator("#compare-dialog")).to_contain_text("Order, 3 copies")
    page.locator("#compare-close").click()
    expect(uses).to_contain_text("tests that name it")
    page.locator("#list").get_by_role("button", name="Raid", exact=True).click()
    # What works on it without naming it: it is aimed at somebody, and takes a gray die.
    expect(uses).to_contain_text("makes it dearer")
    uses.get_by_role("button", name="Castra", exact=True).click()
    expect(page.locator("#list [aria-current]")).to_have_text("Castra")
    page.locator("#list").get_by_role("button", name="Onager", exact=True).click()
    uses.get_by_role("button", name="Emblems of cards").click()
    expect(page.locator("#form-line")).to_contain_text("art.svg")


WRONG = [
    ("cambria", "drawing.toml", 'anchor = "middle"', 'anchor = "centre"'),
    ("cambria", "maps.toml", 'victory = "IV"', 'victory = "V"'),
    ("para_bellum", "events.toml", "rolls = 2", "rolls = -1"),
    ("para_bellum", "army.toml", "set = 3", "set = 5"),
    ("para_bellum", "words.toml", 'name = "Raid"', 'name = " "'),
    ("para_bellum", "words.toml", "[card.raid]", "[card.rade]"),
    ("para_bellum", "art.svg", "</svg>", "<script>1</script></svg>"),
    ("conqueror", "heroes.toml", "price = 12", "price = -1"),
    ("conqueror", "chronicle.toml", "n = 2, on_end", "n = 200, on_end"),
    ("hadrians_wall", "cards.toml", "damage = 2", "damage = 4"),
    ("hadrians_wall", "sheets.toml", "yearly = 1", "yearly = -1"),
    ("agricola", "units.toml", "strength = 3", "strength = 300"),
    ("agricola", "tables.toml", "march = 1", "march = -1"),
]


@pytest.mark.parametrize("game", sorted({game for game, *_ in WRONG}))
def test_the_list_marks_what_is_wrong_in_every_file(
    game: str, tmp_path: Path, chromium: Browser
) -> None:
    """A problem stands at its line, and goes when it is gone."""
    folder = a_pack(tmp_path, game)
    with editing(folder, chromium) as page:
        marks = page.locator("#list :is(.item, .group-title) .count")
        for _, file, old, new in (each for each in WRONG if each[0] == game):
            text = _text(folder, file)
            assert old in text
            (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
            page.evaluate(REVISION)
            expect(marks.first, f"{file}: {old} -> {new}").to_be_visible()
            # Its number is that of the problem.
            assert marks.first.inner_text() in ("1", "2")
            page.locator("#problems-next").click()
            expect(page.locator("#list .item[aria-current] .count").first).to_be_visible()
            (folder / file).write_text(text, encoding="utf-8")
            page.evaluate(REVISION)
            expect(marks).to_have_count(0)


def test_a_thing_of_two_files_is_marked_in_both(tmp_path: Path, chromium: Browser) -> None:
    """A fort that is drawn in the sea has its mark also where the map describes it."""
    folder = a_pack(tmp_path, "cambria")
    file = folder / "drawing.toml"
    text = file.read_text(encoding="utf-8")
    fort = re.search(r'id = "cefn_caer", x = ([\d.]+)', text)
    assert fort is not None
    moved = fort[0].replace(fort[1], "600")
    file.write_text(text.replace(fort[0], moved), encoding="utf-8")
    with editing(folder, chromium) as page:
        expect(page.locator("#problems")).to_contain_text("In the sea")
        line = page.locator("#list").get_by_role("button", name=re.compile("^Cefn Caer"))
        expect(line.first.locator(".count.warn")).to_have_text("1")


def test_a_board_keeps_its_room_beside_a_card(tmp_path: Path, chromium: Browser) -> None:
    """Also on a small laptop, while the card is tried."""
    folder = a_pack(tmp_path, "hadrians_wall")
    with editing(folder, chromium) as page:
        page.set_viewport_size({"width": 1366, "height": 768})
        page.locator("#list").get_by_role("button", name="Architect", exact=True).click()
        page.locator("#try-panel summary").click()
        tried(page)
        board, zooms = (page.locator(each).bounding_box() for each in ("#stage", "#zooms"))
        assert board is not None
        assert zooms is not None
        assert board["height"] > 200
        assert zooms["y"] >= board["y"]


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (390, 844)])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_editor_is_accessible_and_fits(
    card: tuple[Page, Path], size: tuple[int, int], theme: str
) -> None:
    page, _ = card
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    tried(page)
    check_access(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= size[0]
