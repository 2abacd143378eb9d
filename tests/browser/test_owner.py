"""An owner's edition, from the operator's link to the end of a game: the whole way in a browser."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.browser.conftest import GAME as LONG
from tests.browser.conftest import PATIENCE, PHONE, ROOT, Sessions, running
from tests.browser.play import open_table, press, settle, take_seats, wait
from tests.web.test_operator import free_port

from ludus.core.record import read_record
from ludus.core.registry import find_game
from ludus.core.table import Table

DESK = (1440, 900)
PACK = "my-conqueror"
SAMPLE = 3
"""Decisions of the game that is played in part."""
MOST = 5_000
SEATS = ["me", "bot:easy", "bot:easy"]
HERO = "heroes.toml:hero.1"


@dataclass(frozen=True, slots=True)
class Server:
    """A server whose operator has a folder for packs."""

    address: str
    packs: Path
    link: str


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    data, packs = tmp_path / "data", tmp_path / "packs"
    packs.mkdir()
    port, operator = free_port(), free_port()
    with running(data, str(port), str(packs), str(operator)) as address:
        order = [sys.executable, "-m", "ludus", "admin", "link", "--data", str(data)]
        told = subprocess.run(order, capture_output=True, text=True, check=True, cwd=ROOT)
        yield Server(address, packs, told.stdout.split()[-1])


class Hand:
    """A hand at the mouse, or a finger."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self._finger: CDPSession | None = page.context.new_cdp_session(page) if touch else None

    def take(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Something is taken from one place to another."""
        if self._finger is None:
            self.page.mouse.move(*start)
            self.page.mouse.down()
            self.page.mouse.move(*end, steps=3)
            self.page.mouse.up()
            return
        self._touch("touchStart", start)
        for part in (0.3, 0.7, 1.0):
            self._touch("touchMove", _between(start, end, part))
        self._touch("touchEnd")

    def tap(self, point: tuple[float, float]) -> None:
        if self._finger is None:
            self.page.mouse.click(*point)
        else:
            self.page.touchscreen.tap(*point)

    def press(self, name: str, within: str = "body") -> None:
        """A button is pressed where it is."""
        button = self.page.locator(within).get_by_role("button", name=name, exact=True).first
        button.tap() if self._finger is not None else button.click()

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        assert self._finger is not None
        touches = [{"x": x, "y": y} for x, y in points]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def _between(
    start: tuple[float, float], end: tuple[float, float], part: float
) -> tuple[float, float]:
    return (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))


MIDDLE = """(name) => {
  const handle = document.querySelector(`#overlay [aria-label="${name}"]`);
  handle?.scrollIntoView({ block: "center", inline: "center" });
  const box = handle?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where something on the board is; it may just be drawn anew."""
    settle(page)
    page.wait_for_function(MIDDLE, arg=name)
    settle(page)
    x, y = page.evaluate(MIDDLE, name)
    return x, y


def begin(page: Page, server: Server) -> Path:
    """The operator starts a pack, and its editor opens."""
    page.goto(server.link)
    page.goto(server.link.partition("?")[0] + "packs/")
    page.locator("select[name=game]").select_option("conqueror")
    page.locator("input[name=name]").fill(PACK)
    page.get_by_role("button", name="Start it").click()
    page.wait_for_url(f"**/packs/{PACK}/")
    expect(page.locator("body[data-ready]")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#picture")).to_be_attached(timeout=PATIENCE)
    return server.packs / PACK


def change_the_map(hand: Hand, folder: Path) -> None:
    """A name goes elsewhere, and a land gets more food."""
    page = hand.page
    before = lines(folder, "drawing.toml")
    x, y = middle(page, "Name: Gaul")
    with page.expect_response("**/change"):
        hand.take((x, y), (x - 15, y - 10))
    expect(page.locator("#hand")).to_contain_text("Gaul")
    hand.press("Leave it here")
    assert len(set(lines(folder, "drawing.toml")) - set(before)) == 1
    hand.press("Paint")
    hand.press("food 2")
    x, y = middle(page, "Units: Gaul")
    with page.expect_response("**/change"):
        hand.tap((x, y))
    assert '{ id = "Gaul", kind = "land", fort = "fort", food = 2,' in text(folder, "maps.toml")


def change_a_card(hand: Hand, folder: Path) -> None:
    """Another name and another price; a price that is none is refused where it was typed."""
    page = hand.page
    hand.press("Fabius Maximus", "#list")
    price = page.locator(f'[id="field:{HERO}.price"]')
    for typed in ("-1", "8"):
        with page.expect_response("**/change"):
            price.fill(typed)
        told = page.locator("#problems .grave")
        if typed == "-1":
            expect(told).to_contain_text("Price is -1, it must be at least 0")
            hand.press("Go to problem 1")
            expect(price).to_be_focused()
        else:
            expect(told).to_have_count(0)
    with page.expect_response("**/change"):
        page.locator(f'[id="field:{HERO}.name"]').fill("Quintus Fabius")
    assert 'name = "Quintus Fabius"\nstrength = 2\nprice = 8\n' in text(folder, "heroes.toml")
    shown = page.locator("#cards-view .enlarged")
    expect(shown).to_contain_text("Quintus Fabius")
    expect(shown).to_contain_text("8")


def check_and_install(hand: Hand) -> None:
    """It is checked, and from then on everybody can choose it."""
    page = hand.page
    with page.expect_response("**/check", timeout=LONG):
        hand.press("Check")
    expect(page.locator("#problems")).to_contain_text("nothing is wrong", timeout=PATIENCE)
    hand.press("Try it at a table")
    page.wait_for_url(f"**/new/conqueror?pack={PACK}", timeout=LONG)


def play(page: Page, decisions: int) -> None:
    """Somebody else chooses it in the form for a new table, and plays."""
    take_seats(page, SEATS)
    page.get_by_text("My Conqueror", exact=True).first.click()
    open_table(page)
    expect(page.locator("#stage svg").first).to_be_visible()
    expect(page.locator("body")).to_contain_text("My Conqueror")
    rng = random.Random(21)
    for _ in range(decisions):
        turn = wait(page)
        if turn.over:
            return
        active = [choice for choice in turn.choices if choice.value not in ("pass", "end")]
        press(page, turn, rng.choice(active or turn.choices))


def the_record_names_it(page: Page, folder: Path) -> None:
    """What is downloaded replays with the pack, and with nothing else."""
    answer = page.request.get(f"{page.url.partition('?')[0]}/record")
    record = read_record(answer.text())
    box = find_game("conqueror").open(folder)
    assert (record.header.pack, record.header.content) == (PACK, box.content_hash)
    table = Table.replay(box, record)
    printed = box.face.printed(table.view(-1), table.record.header.seats)
    assert printed["heroes.toml:fabius_maximus"].title == "Quintus Fabius"


def text(folder: Path, name: str) -> str:
    return (folder / name).read_text(encoding="utf-8")


def lines(folder: Path, name: str) -> list[str]:
    return text(folder, name).splitlines()


def the_whole_way(chromium: Browser, server: Server, size: tuple[int, int], decisions: int) -> Page:
    phone = size == PHONE
    visit = Sessions(chromium, server.address)
    page = visit(size=size, phone=phone)
    hand = Hand(page, phone)
    folder = begin(page, server)
    change_the_map(hand, folder)
    change_a_card(hand, folder)
    check_and_install(hand)
    guest = visit("/new/conqueror", size=size, phone=phone)
    play(guest, decisions)
    assert visit.faults == []
    return guest


def test_an_edition_is_edited_checked_installed_and_played(
    chromium: Browser, server: Server
) -> None:
    """The first moves of the game; all of it is played in the long test."""
    the_whole_way(chromium, server, DESK, SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "touch"])
def test_a_whole_game_of_an_own_edition(
    chromium: Browser, server: Server, size: tuple[int, int]
) -> None:
    guest = the_whole_way(chromium, server, size, MOST)
    expect(guest.locator("#result.result .verdict")).to_be_visible()
    the_record_names_it(guest, server.packs / PACK)
