"""Take the pictures of the pages that the docs show: `PICTURES` has all of them.

Opens a server of its own, plays a little, and writes JPEG files to docs/pictures. Give subjects to
take only those.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Browser, Locator, Page, sync_playwright  # noqa: E402
from tools.browser import find  # noqa: E402

from ludus.bots import make_bot  # noqa: E402
from ludus.core.chance import SeededRng  # noqa: E402
from ludus.core.protocol import CHANCE  # noqa: E402
from ludus.core.record import read_record  # noqa: E402
from ludus.core.registry import open_box  # noqa: E402
from ludus.core.table import Table  # noqa: E402

SIZES = {"desk": (1440, 900), "phone": (390, 844), "side": (844, 390)}
PICTURES = {
    "lobby": ("desk-light", "desk-dark", "phone-light"),
    "new": ("desk-light", "phone-light"),
    "waiting": ("desk-light", "phone-light"),
    "start": ("desk-light", "phone-light"),
    "middle": ("desk-light", "desk-dark", "phone-light", "phone-dark", "side-light"),
    "hints": ("desk-light", "phone-light"),
    "recap": ("desk-light", "phone-light"),
    "history": ("desk-light", "phone-light"),
    "sheets": ("desk-light", "desk-dark", "phone-light", "side-light"),
    "forum": ("desk-light",),
    "attack": ("desk-light", "phone-light"),
    "lens": ("desk-light",),
    "legions": ("desk-light", "desk-dark", "phone-light", "side-light"),
    "conquest": ("desk-light", "desk-dark", "phone-light", "side-light"),
    "battle": ("desk-light", "phone-light"),
    "march": ("desk-light", "desk-dark", "phone-light", "side-light"),
    "combat": ("desk-light", "phone-light"),
    "winter": ("desk-light", "phone-light"),
    "end": ("desk-light", "desk-dark", "phone-light"),
    "turning": ("desk-light", "phone-light"),
    "rules": ("desk-light", "phone-light"),
    "editor": ("desk-light",),
    "card": ("desk-light",),
}
"""Each subject with its devices and themes; the docs show every one of them."""
SEED = 4
QUALITY = 88
TURNS = 12
"""No more turns are played until something is seen."""
MIDDLE = 0.55
"""How far into the game the picture of its middle is taken."""
BY_HAND = """if (location.protocol.startsWith("http")) {
  localStorage.setItem("ludus.settings", JSON.stringify({ auto: false }));
}"""
"""The page waits to be told, also where there is one option only."""
SETTLED = 2000
"""Milliseconds until cards and pictures of the editor are drawn."""
ANALYSED = 180_000
"""Milliseconds until every move of a game was looked at."""
YEAR = 4
"""The Year whose attack is shown."""


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """What a command serves, until it is no longer needed; gives its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ludus", *arguments, "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http"))
    finally:
        process.terminate()
        process.wait(timeout=20)
        process.stdout.close()


@contextmanager
def room() -> Iterator[str]:
    """A game room with an empty data folder; gives its address."""
    with tempfile.TemporaryDirectory() as data, served("serve", "--data", data) as address:
        yield address


@cache
def whole_game(game: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """A whole game between bots, always the same: its record, and what Livia was asked after how
    many moves.

    Where several may choose, the first seat comes last: it is Livia who ends a Year.
    """
    box = open_box(game)
    table = Table(box, ("Livia", "Marcus", "Quintus")[: max(box.meta.seats)])
    rng, bot = SeededRng(SEED), make_bot("greedy", box)
    asked: list[tuple[int, str]] = []
    while not table.over:
        table.settle(rng)
        if not table.over:
            decision = table.decisions()[-1]
            if decision.seat == 0:
                asked.append((len(table.record.moves), decision.prompt))
            table.play(decision.seat, bot.choose(table.view(decision.seat), decision, rng))
    return table.record.dump(), tuple(asked)


def finished_game(game: str) -> str:
    return whole_game(game)[0]


def when_asked(game: str, prompt: str, part: float) -> int:
    """After how many moves Livia is asked something, so far into all the times that she is."""
    found = [number for number, each in whole_game(game)[1] if each == prompt]
    return found[int(len(found) * part)]


def before_attack(record: str, year: int) -> int:
    """After how many moves Livia ends this Year, so that the cards of the attack are turned."""
    moves = read_record(record).moves
    ends = [
        number
        for number, (move, following) in enumerate(pairwise(moves))
        if move.act == "stop" and following.seat == CHANCE
    ]
    return ends[year - 1]


class Photographer:
    """One visitor in one browser window."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], theme: str) -> None:
        self.address = address
        self._until_taken = ExitStack()
        context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=min(size) < 500,
            is_mobile=min(size) < 500,
            reduced_motion="reduce",
        )
        context.add_init_script(BY_HAND)
        self.page = context.new_page()
        self._name("Livia")

    def _name(self, name: str) -> None:
        self.page.goto("/me")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_role("button", name="Save").click()
        self.page.wait_for_load_state()

    def open_game(self, record: str) -> None:
        self.page.goto("/")
        self.page.get_by_text("Open a saved game").click()
        self.page.locator("#upload-text").fill(record)
        self.page.get_by_role("button", name="Open it").click()
        self.page.wait_for_url("**/tables/*")

    def lobby(self, record: str) -> None:
        self.open_game(record)
        self.start(record)
        self.page.goto("/")

    def new(self, record: str) -> None:
        self.page.goto("/new/cambria")

    def rules(self, record: str) -> None:
        self.page.goto("/rules/cambria")

    def start(self, record: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name="Play against bots: Cambria").click()
        self.page.wait_for_url("**/tables/*")
        self.page.wait_for_selector("#choices .choice-button")

    def middle(self, record: str) -> None:
        """Some turns into a game, at a choice on the board, with the pointer on one place."""
        self._play_on(record)
        self._point()

    def attack(self, record: str) -> None:
        """The attack at the end of a Year, which Livia is the last to end."""
        self._play_on(record, before_attack(record, YEAR))
        self.page.locator("#choices [value=stop]").evaluate("button => button.click()")
        self.page.wait_for_selector(".moment-card", timeout=60_000)

    def legions(self, record: str) -> None:
        """A card of Para Bellum in the hand, pointed at a cell that it can go to."""
        page = self.page
        self._play_on(record, when_asked("para_bellum", "place_card", 0.6))
        page.keyboard.press("Escape")
        self._press(page.locator("#tray .js-pick").first)
        self._press(page.locator("#scene-army .js-target .ring").first, aim=True)

    def conquest(self, record: str) -> None:
        """An army of Conqueror that is taken, with what awaits it."""
        page = self.page
        self._play_on(record, when_asked("conqueror", "act", 0.75))
        page.keyboard.press("Escape")
        self._press(page.locator(".army.js-pick").first)
        page.wait_for_selector(".land.js-target")
        spots = page.locator(".land.js-target").evaluate_all(
            "all => all.map(e => e.dataset.middle)"
        )
        self._press(page.locator(f"#{spots[-1]}"), aim=True)

    def march(self, record: str) -> None:
        """A March of Agricola: the fighters of a stack, and the hex they may go to."""
        page = self.page
        self._play_on(record, when_asked("agricola", "march_phase", 0.22))
        page.keyboard.press("Escape")
        self._choose("#choices .choice-button[value^=march], #choices .choice-button[value=free]")
        page.wait_for_selector("#gesture-march:not([hidden])")
        page.locator("#gesture-march [data-shortcut]").nth(1).click()
        page.wait_for_timeout(600)  # The camera glides, and the server is asked what it means.
        self._press(page.locator("#stage .signed.js-target .far-disc").nth(4), aim=True)

    def battle(self, record: str) -> None:
        """A battle of Conqueror, while the winner is asked who moves in."""
        self._play_on(record, when_asked("conqueror", "advance", 0.0))
        self.page.wait_for_selector(".moment-card", timeout=60_000)

    def combat(self, record: str) -> None:
        """A battle of Agricola, with hits to take."""
        self._play_on(record, when_asked("agricola", "hits", 0.0))
        self.page.wait_for_selector(".moment-card", timeout=60_000)

    def winter(self, record: str) -> None:
        """Winter quarters of Agricola, with the first stack in the hand."""
        self._play_on(record, when_asked("agricola", "winter", 0.0))
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("#gesture-winter:not([hidden])")

    def _press(self, thing: Locator, *, aim: bool = False) -> None:
        """A click or tap in the middle of something; to `aim`, a pointer only goes there."""
        box = thing.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        size = self.page.viewport_size
        touch = size is not None and min(size["width"], size["height"]) < 500
        if touch:
            self.page.touchscreen.tap(x, y)
        elif aim:
            self.page.mouse.move(x, y)
        else:
            self.page.mouse.click(x, y)
        self.page.wait_for_timeout(400)

    def _play_on(self, record: str, at: int | None = None) -> None:
        """At a table that plays on from a position of a game, by default some turns into it."""
        page = self.page
        self._look_back(record, at)
        before = page.url
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_function("before => location.href !== before", arg=before)
        if at is None:
            self._to_a_place()
            # What the game stopped for covers the board.
            page.keyboard.press("Escape")
        else:
            # On a phone the choices may all be on the board.
            asked = "#choices:not(.js-busy) .choice-button"
            page.wait_for_selector(asked, state="attached", timeout=60_000)

    def _look_back(self, record: str, at: int | None = None) -> None:
        """A past position of a game that is over, by default from its middle."""
        page = self.page
        self.open_game(record)
        length = int(page.locator("#history-where").get_attribute("data-length") or "0")
        assert length, "the page does not say how long the game is"
        page.keyboard.press("Escape")  # Away with the result of the whole game.
        past = page.locator("#page-past")
        if past.is_visible():
            past.click()  # On a phone the slider has a page of its own.
        page.locator("#history-slider").fill(str(int(length * MIDDLE) if at is None else at))
        page.wait_for_selector("#history.past")

    def waiting(self, record: str) -> None:
        """A table that waits for two friends."""
        page = self.page
        page.goto("/new/cambria")
        for name, value in (("count", "3"), ("seat.1", "open"), ("seat.2", "open")):
            page.locator(f"input[name='{name}'][value='{value}']").evaluate("each => each.click()")
        page.locator("#new-table button[type=submit]:visible").first.click()
        page.wait_for_selector("#waiting")

    def hints(self, record: str) -> None:
        """Three moves drawn on the board, a few turns into a game against bots."""
        self.recap(record)
        self.page.keyboard.press("Escape")
        self.page.locator("#ask-hint").click()
        self.page.locator("#hint-list [data-hint-level=moves]").click()
        self.page.wait_for_selector("#hint-list [data-hint]", timeout=60_000)

    def recap(self, record: str) -> None:
        """One's own turn again, with what the others did meanwhile."""
        self.start(record)
        for _ in range(TURNS):
            self._to_a_place()
            if self.page.locator("#recap").is_visible():
                break
            self._choose("#choice-list button")

    def history(self, record: str) -> None:
        """The middle of a game that is over, with the curve above the slider."""
        self._look_back(record)
        self.page.wait_for_selector("#history-chart svg", state="attached")

    def forum(self, record: str) -> None:
        """The menu of exchanges at the Forum."""
        page = self.page
        self._play_on(record)
        for _ in range(TURNS):
            offered = page.locator("#choice-list button[data-places^='forum-']")
            if offered.count() > 1:
                break
            self._choose("#choice-list button")
            page.wait_for_selector("#choices:not(.js-busy) .choice-button", timeout=20_000)
        page.keyboard.press("Escape")
        place = offered.first.get_attribute("data-places") or ""
        page.locator("#section-left-buildings").click()
        page.wait_for_timeout(600)
        page.locator(f"[id='{place.split()[0]}']").click(force=True)

    def lens(self, record: str) -> None:
        """A neighbour's sheets, enlarged while the pointer rests on the panel."""
        self._play_on(record)
        self.page.locator("#panel-1").hover()
        self.page.wait_for_selector("#lens:not([hidden])")

    def _choose(self, buttons: str) -> None:
        """Plays the first choice of a kind and waits until it is answered."""
        page = self.page
        before = page.locator("#choices").get_attribute("data-decision")
        page.locator(buttons).first.evaluate("button => button.click()")
        page.wait_for_function(
            "before => document.querySelector('#choices').dataset.decision !== before", arg=before
        )

    def _to_a_place(self) -> None:
        """Rolls on until something on the board can be chosen."""
        page = self.page
        for _ in range(30):
            page.wait_for_selector("#choices:not(.js-busy) .choice-button", timeout=20_000)
            if page.locator("#choice-list button").count() > 5:
                break
            self._choose("#choices .choice-button")

    def _point(self) -> None:
        """At a desk, points at one of the choices on the board."""
        page = self.page
        size = page.viewport_size
        if size is not None and min(size["width"], size["height"]) > 500:
            place = page.locator("#choice-list button").nth(2).get_attribute("data-places") or ""
            page.locator(f"[id='{place.split()[0]}']").hover(force=True)

    def editor(self, record: str) -> None:
        """A fort of Cambria in the editor of packs."""
        self._edit("cambria", "Cefn Caer")

    def card(self, record: str) -> None:
        """A card of Para Bellum in it."""
        self._edit("para_bellum", "Contio")

    def _edit(self, game: str, item: str) -> None:
        folder = self._until_taken.enter_context(tempfile.TemporaryDirectory())
        address = self._until_taken.enter_context(
            served("edit", f"{folder}/my-{game}", "--new", game, "--no-browser")
        )
        self.page.goto(address)
        self.page.wait_for_selector("[data-ready]")
        self.page.locator("#list").get_by_role("button", name=item).first.click()
        self.page.wait_for_selector("#board svg", state="attached")
        self.page.wait_for_timeout(SETTLED)

    def end(self, record: str) -> None:
        self.open_game(record)
        self.page.wait_for_selector("#result.result")

    def turning(self, record: str) -> None:
        """The turning points of a game that is over, each on a small board."""
        self.end(record)
        self.page.locator("#find-turning").click()
        self.page.wait_for_selector(".turning-card .mini-board", timeout=ANALYSED)
        self.page.locator(".turning-cards").scroll_into_view_if_needed()

    def take(self, path: Path) -> None:
        page: Page = self.page
        page.wait_for_timeout(500)
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
        page.context.close()
        self._until_taken.close()


SUBJECTS: dict[str, Callable[[Photographer, str], None]] = {
    "lobby": Photographer.lobby,
    "new": Photographer.new,
    "waiting": Photographer.waiting,
    "start": Photographer.start,
    "middle": Photographer.middle,
    "hints": Photographer.hints,
    "recap": Photographer.recap,
    "history": Photographer.history,
    "sheets": Photographer.middle,
    "forum": Photographer.forum,
    "attack": Photographer.attack,
    "lens": Photographer.lens,
    "legions": Photographer.legions,
    "conquest": Photographer.conquest,
    "battle": Photographer.battle,
    "march": Photographer.march,
    "combat": Photographer.combat,
    "winter": Photographer.winter,
    "end": Photographer.end,
    "turning": Photographer.turning,
    "rules": Photographer.rules,
    "editor": Photographer.editor,
    "card": Photographer.card,
}

GAME = {
    **dict.fromkeys(("sheets", "forum", "attack", "lens"), "hadrians_wall"),
    **dict.fromkeys(("legions",), "para_bellum"),
    **dict.fromkeys(("conquest", "battle"), "conqueror"),
    **dict.fromkeys(("march", "combat", "winter"), "agricola"),
}
"""The game that a picture is of, if not Cambria."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", help=f"which ones: {', '.join(SUBJECTS)}")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures")
    wanted = parser.parse_args()
    unknown = set(wanted.names) - set(SUBJECTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}")
    path = find()
    if path is None:
        print("no Chromium found: run tools/browser.py --install", file=sys.stderr)
        return 1
    wanted.out.mkdir(parents=True, exist_ok=True)
    records = {name: finished_game(GAME.get(name, "cambria")) for name in wanted.names or SUBJECTS}
    with room() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(path), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in wanted.names or SUBJECTS:
            for kind in PICTURES[name]:
                device, theme = kind.split("-")
                photographer = Photographer(browser, address, SIZES[device], theme)
                SUBJECTS[name](photographer, records[name])
                target = wanted.out / f"{name}-{kind}.jpg"
                photographer.take(target)
                print(target)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
