"""A room to play in and browsers to play with. Every page must stay free of errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)
from tools.browser import find

from ludus.bots import make_bot
from ludus.core.chance import SeededRng
from ludus.core.registry import open_box
from ludus.core.table import Table

ROOT = Path(__file__).parents[2]
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-audio-output",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP = (1280, 800)
PHONE = (390, 844)
PATIENCE = 60_000
"""How long, in ms, a page may take before a test gives up: a busy machine is slow, not wrong."""
GAME = 600_000
"""How long, in ms, bots may take to play a whole game."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            # A browser can hang or lose a page by itself. What fails twice in a row is ours.
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running room."""
    with running(tmp_path_factory.mktemp("room"), "0") as address:
        yield address


@contextmanager
def running(data: Path, *more: str) -> Iterator[str]:
    """A room in a process of its own, and its address; `more` is what `room.py` is told."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "tests/browser/room.py"), str(data), *more],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        line = process.stdout.readline()
        address = next((word for word in line.split() if word.startswith("http")), "")
        assert address, f"the room did not open: {line!r}"
        yield address
    finally:
        process.terminate()
        process.wait(timeout=60)
        process.stdin.close()
        process.stdout.close()


@pytest.fixture(scope="session")
def finished_record() -> str:
    """A whole game of Cambria, as a file."""
    box = open_box("cambria")
    table = Table(box, ("Livia", "Marcus", "Quintus"))
    rng, bot = SeededRng(11), make_bot("greedy", box)
    while not table.over:
        table.settle(rng)
        if not table.over:
            decision = table.decisions()[0]
            table.play(decision.seat, bot.choose(table.view(decision.seat), decision, rng))
    return table.record.dump()


# Playwright runs an event loop in this thread from the start of the browser to its end, so the
# browser must not outlive the module: tests elsewhere in the same process run loops of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = find()
    assert path is not None, "no Chromium: run tools/browser.py --install"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(path), args=ARGS, timeout=PATIENCE)
        yield browser
        browser.close()


SETTINGS = """
  // An empty page has no storage.
  if (location.protocol.startsWith("http")) {
    const known = JSON.parse(localStorage.getItem("ludus.settings") ?? "{}");
    localStorage.setItem("ludus.settings", JSON.stringify({ ...CHOSEN, ...known }));
  }
"""


class Sessions:
    """Opens pages, each as a visitor of its own, and listens for what goes wrong in them."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.offline = False

    def __call__(
        self,
        path: str = "/",
        size: tuple[int, int] = DESKTOP,
        *,
        phone: bool = False,
        dark: bool = False,
        calm: bool = True,
        auto: bool = False,
    ) -> Page:
        """`auto`: the page does by itself what has one way only, as it does for players.

        Otherwise it waits, so that a test knows which moves are its own. No coach holds them back.
        """
        context = self._browser.new_context(
            base_url=self._address,
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        chosen = json.dumps({"auto": auto, "coach": "never"})
        context.add_init_script(SETTINGS.replace("CHOSEN", chosen))
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("console", self._hear)
        page.goto(path)
        return page

    def bare(self, page: Page) -> Page:
        """The same visitor in a browser without scripts."""
        context = self._browser.new_context(
            base_url=self._address,
            java_script_enabled=False,
            storage_state=page.context.storage_state(),
        )
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        # A browser reports every answer above 400 and a dropped network; those are looked for by
        # the tests that cause them.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visit(chromium: Browser, room: str) -> Iterator[Sessions]:
    sessions = Sessions(chromium, room)
    yield sessions
    sessions.close()
    assert sessions.faults == []
