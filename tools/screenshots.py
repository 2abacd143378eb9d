"""Take the pictures of the pages that the docs show, in light and dark, on desk and phone.

Opens a room of its own, plays a little, and writes JPEG files to docs/pictures. Give names to take
only those: lobby, new, waiting, start, middle, hints, recap, history, sheets, forum, attack, lens,
end, rules.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tools.browser import find  # noqa: E402

from ludus.bots import make_bot  # noqa: E402
from ludus.core.chance import SeededRng  # noqa: E402
from ludus.core.registry import open_box  # noqa: E402
from ludus.core.table import Table  # noqa: E402

SIZES = {"desk": (1440, 900), "phone": (390, 844), "side": (844, 390)}
ON_ITS_SIDE = ("middle", "sheets")
"""What is also shown on a phone that lies on its side."""
LIGHT_ONLY = ("waiting", "hints", "recap", "history", "forum", "lens")
"""What looks alike enough in both themes."""
DESK_ONLY = ("lens", "forum")
THEMES = ("light", "dark")
SEED = 4
QUALITY = 88
TURNS = 12
"""No more turns are played until something is seen."""
MIDDLE = 0.55
"""How far into the game the picture of its middle is taken."""


@contextmanager
def room() -> Iterator[str]:
    """A game room with an empty data folder; gives its address."""
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "ludus", "serve", "--port", "0", "--data", data],
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


def finished_game(game: str) -> str:
    """The record of a whole game between bots, always the same."""
    box = open_box(game)
    table = Table(box, ("Livia", "Marcus", "Quintus"))
    rng, bot = SeededRng(SEED), make_bot("greedy", box)
    while not table.over:
        table.settle(rng)
        if not table.over:
            decision = table.decisions()[0]
            table.play(decision.seat, bot.choose(table.view(decision.seat), decision, rng))
    return table.record.dump()


class Photographer:
    """One visitor in one browser window."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], theme: str) -> None:
        self.address = address
        context = browser.new_context(
            base_url=address,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=min(size) < 500,
            is_mobile=min(size) < 500,
            reduced_motion="reduce",
        )
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
        self.attack(record)
        # What the game stopped for covers the board.
        self.page.keyboard.press("Escape")
        self._point()

    def attack(self, record: str) -> None:
        """Some turns into a game, with what it last stopped for still open."""
        self.open_game(record)
        length = int(self.page.locator("#history-where").get_attribute("data-length") or "0")
        assert length, "the page does not say how long the game is"
        past = self.page.locator("#page-past")
        self.page.keyboard.press("Escape")  # Away with the result of the whole game.
        if past.is_visible():
            past.click()  # On a phone the slider has a page of its own.
        self.page.locator("#history-slider").fill(str(int(length * MIDDLE)))
        self.page.wait_for_selector("#history.past")
        before = self.page.url
        self.page.get_by_role("button", name="Play on from here").click()
        self.page.wait_for_function("before => location.href !== before", arg=before)
        self._to_a_place()

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
        """The middle of a game that is over."""
        self.open_game(record)
        length = int(self.page.locator("#history-where").get_attribute("data-length") or "0")
        self.page.keyboard.press("Escape")
        past = self.page.locator("#page-past")
        if past.is_visible():
            past.click()
        self.page.locator("#history-slider").fill(str(int(length * MIDDLE)))
        self.page.wait_for_selector("#history.past")

    def forum(self, record: str) -> None:
        """The menu of exchanges at the Forum."""
        page = self.page
        self.attack(record)
        page.keyboard.press("Escape")
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
        self.attack(record)
        self.page.keyboard.press("Escape")
        self.page.locator("#panel-1").hover()
        self.page.wait_for_timeout(1_000)

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

    def end(self, record: str) -> None:
        self.open_game(record)
        self.page.wait_for_selector("#result.result")

    def take(self, path: Path) -> None:
        page: Page = self.page
        page.wait_for_timeout(500)
        page.screenshot(path=path, type="jpeg", quality=QUALITY)
        page.context.close()


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
    "end": Photographer.end,
    "rules": Photographer.rules,
}

GAME = dict.fromkeys(("sheets", "forum", "attack", "lens"), "hadrians_wall")
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
            for device, size in SIZES.items():
                if device == "side" and name not in ON_ITS_SIDE:
                    continue
                if device != "desk" and name in DESK_ONLY:
                    continue
                for theme in THEMES[:1] if name in LIGHT_ONLY else THEMES:
                    photographer = Photographer(browser, address, size, theme)
                    SUBJECTS[name](photographer, records[name])
                    target = wanted.out / f"{name}-{device}-{theme}.jpg"
                    photographer.take(target)
                    print(target)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
