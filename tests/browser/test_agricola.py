"""Agricola in a real browser: the fog on two pages, a March in few clicks, and the end of a war.

Both sides may owe a choice at once, and a patch may come in between any two lines; so these tests
wait for what the page shows.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import GAME, PHONE, Sessions
from tests.browser.play import POLL, Choice, Turn, click, look, new_table, wait
from tests.browser.test_conqueror import FORK, sit_down
from tests.browser.test_table import upload

from ludus.core.chance import SeededRng, pick
from ludus.core.registry import open_box
from ludus.core.table import AnyTable, Table

ROME, TRIBES = 0, 1
NAMED = re.compile(
    r"\b(?:Warband|Tribesmen|Chariots|Gaesatae|Atecotti|Light Horse|Princeps) [\dIV]+"
)
LEGIONS = re.compile(r"\b(?:II Ad|IX H|XX VV) [ABC]\b|\bAla I\b|\bAux I Batav\b|\bImped I\b")


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game, and two positions in it to play on from."""

    record: str
    first: int
    """The first Recruiting phase, with everybody set up."""
    last: int
    """The last March phase of the Romans."""


@pytest.fixture(scope="module")
def past() -> Past:
    """A war in which nobody knows what he does, from one Roman camp; always the same."""
    game: AnyTable = Table(open_box("agricola"), ("Livia", "Marcus"))
    rng = SeededRng(3)
    first = last = 0
    while not game.over:
        decisions = game.decisions()
        menu = decisions[0]
        if menu.prompt == "recruit" and not first:
            first = len(game.moves)
        if menu.prompt == "march_phase" and menu.seat == ROME:
            last = len(game.moves)
        decision = decisions[rng.below(len(decisions))]
        action = pick(decision, rng)
        if decision.prompt == "deploy":
            action = next(option for option in decision.options if option.verb == "all")
        game.play(decision.seat, action)
    return Past(game.record.dump(), first, last)


def go_on(visit: Sessions, past: Past, at: int) -> tuple[Page, Page]:
    """Two visitors play on from a position of the past war."""
    rome = visit()
    upload(rome, past.record)
    rome.goto(rome.evaluate(FORK, {"at": at, "seats": ["me", "open"]}))
    return rome, sit_down(visit, rome, TRIBES, "Marcus")


def of(turn: Turn, verb: str) -> list[Choice]:
    return [choice for choice in turn.choices if choice.value.split(":")[0] == verb]


def quiet(turn: Turn) -> Choice:
    """The answer that lets things go on."""
    calm = [*of(turn, "next"), *of(turn, "decline"), *of(turn, "done"), *of(turn, "halt")]
    return calm[0] if calm else turn.choices[-1]


def asked(verb: str, page: Page, *others: Page) -> Turn:
    """Waits until a page may answer with this verb; all else is answered quietly meanwhile."""
    stuck = time.monotonic() + GAME / 1000
    while time.monotonic() < stuck:
        for each in (page, *others):
            turn = look(each)
            if turn is None or turn.over:
                continue
            if each is page and of(turn, verb):
                return turn
            click(each, turn, quiet(turn))
        page.wait_for_timeout(POLL)
    raise AssertionError(f"never asked for {verb}")


def fog(rome: Page, tribes: Page) -> None:
    """Neither page holds a name of what its side has never seen."""
    assert not NAMED.findall(rome.content())
    assert not LEGIONS.findall(tribes.content())


def test_two_browsers_see_their_own_side_of_the_fog(visit: Sessions, past: Past) -> None:
    rome, tribes = go_on(visit, past, past.first)
    turn = asked("recruit", rome)
    assert LEGIONS.findall(rome.content()) and NAMED.findall(tribes.content())
    fog(rome, tribes)
    click(rome, turn, of(turn, "next")[0])
    # A stack, then who stays, then where to: three clicks.
    turn = asked("free", rome)
    click(rome, turn, of(turn, "free")[0])
    turn = asked("leave", rome)
    stays = of(turn, "leave")[-1]
    assert stays.place.startswith("pick-")
    click(rome, turn, stays)
    turn = asked("go", rome)
    ends = [go for go in of(turn, "go") if "battle" not in go.hint and "counter" not in go.hint]
    assert ends and all(go.place.startswith("hex-") for go in ends)
    assert rome.locator("#stage svg .far").count() >= len(ends) - 1
    click(rome, turn, ends[0])
    expect(tribes.locator("#log")).to_contain_text("The Romans march from")
    fog(rome, tribes)
    # The tribes raise a unit, and the Romans see no more than that.
    turn = asked("levy", tribes, rome)
    click(tribes, turn, of(turn, "levy")[0])
    turn = asked("place", tribes, rome)
    click(tribes, turn, of(turn, "place")[0])
    expect(rome.locator("#log")).to_contain_text("The Caledonians raise 1 unit.")
    fog(rome, tribes)


def test_the_last_turn_ends_the_war_on_both_pages(visit: Sessions, past: Past) -> None:
    rome, tribes = go_on(visit, past, past.last)
    over = rome.locator("#result.result")
    stuck = time.monotonic() + GAME / 1000
    while not over.count():
        assert time.monotonic() < stuck, "the war does not end"
        for page in (rome, tribes):
            turn = look(page)
            if turn is not None and not turn.over:
                click(page, turn, quiet(turn))
        rome.wait_for_timeout(POLL)
    for page in (rome, tribes):
        expect(page.locator("#result.result")).to_contain_text("Caledonian")


def test_the_island_on_a_phone(visit: Sessions) -> None:
    page = visit(size=PHONE, phone=True)
    new_table(page, ["me", "bot:easy"], game="agricola")
    wait(page)
    expect(page.locator("#ag-tray .plate").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
