"""Playing through a page: what a hand at the mouse, a finger or the keys would do."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Page, TimeoutError, expect

STATE = """() => {
  // A page that is still being read has buttons before it has the places they stand for.
  if (document.readyState !== "complete") return null;
  const form = document.querySelector("#choices");
  if (document.querySelector("#result.result")) return { over: true, choices: [] };
  if (form.classList.contains("js-busy")) return null;
  const choices = [...form.querySelectorAll(".choice-button")].map((button) => {
    const place = button.dataset.places?.split(" ")[0] ?? "";
    const target = place ? document.getElementById(place) : button;
    const box = target.getBoundingClientRect();
    return {
      value: button.value, label: button.ariaLabel, place,
      hint: button.querySelector(".choice-hint")?.textContent ?? "",
      mode: button.dataset.inMode ?? "",
      x: box.x + box.width / 2, y: box.y + box.height / 2,
    };
  });
  if (!choices.length) return null;
  return { over: false, choices, seat: form.dataset.seat, decision: form.dataset.decision };
}"""
"""What there is to choose now; null while others choose or an answer is on its way."""

GONE = """([seat, decision]) => {
  const { dataset } = document.querySelector("#choices");
  return document.querySelector("#result.result") !== null
    || dataset.seat !== seat || dataset.decision !== decision;
}"""
"""Whether a decision is no longer on the page. Two seats at one screen may count alike."""

SENT = f"""before => ({GONE})(before)
  || document.querySelector("#choices").classList.contains("js-busy")"""
"""Whether a decision was answered, or its answer is on its way."""

EFFECT = f"""before => {{
  if (({SENT})(before)) return "sent";
  return document.querySelector("#chooser").hidden ? "none" : "menu";
}}"""
"""What came of a click, which the page takes up at once: an answer, a menu, or nothing."""

SOON = """async (arg) => {
  const holds = %s;
  for (let looks = 0; looks < 20 && !holds(arg); looks += 1) {
    await new Promise((go) => setTimeout(go, 25));
  }
  return holds(arg);
}"""
"""Whether something holds within half a second of the page's own time, if it is slow or stopped.

That is longer than the time within which a browser takes two taps for a double tap.
"""

FRAME = """() => new Promise((go) => {
  requestAnimationFrame(() => setTimeout(go));
  setTimeout(go, 2000);
})"""
"""One picture later everything is where it stays: a new prompt may leave the board less room.

A browser without a screen sometimes draws no more pictures; nobody waits for one for ever.
"""

PRESS = f"""([before, value]) => {{
  if (({GONE})(before)) return;
  const buttons = [...document.querySelectorAll("#choices .choice-button")];
  buttons.find((button) => button.value === value).click();
}}"""
"""Clicks the button of a choice, in one go: nothing can come in between. What is gone is gone."""

LISTEN = """() => {
  window.heard = new Set();
  const listen = () => {
    for (const each of document.querySelectorAll(".toast, #explain:not([hidden])")) {
      window.heard.add(each.textContent);
    }
  };
  listen();
  new MutationObserver(listen).observe(document.body, {
    attributes: true, childList: true, subtree: true,
  });
}"""
"""Keeps what the page says in passing, however long a test takes to come and look."""

CHOICES = "#choices .choice-button"
POLL = 15
MENU = 3_000
"""Milliseconds until a menu that was seen to be open can be clicked."""
ATTEMPTS = 9
DOUBLE_CLICK = 600
"""Longer than the time, in ms, within which a browser takes two clicks for a double click."""


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    hint: str
    place: str
    x: float
    y: float
    mode: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision as the page offers it."""

    over: bool
    choices: tuple[Choice, ...] = ()
    seat: str = ""
    decision: str = ""

    @property
    def asked(self) -> list[str]:
        """What tells this decision from all others."""
        return [self.seat, self.decision]

    @property
    def placed(self) -> bool:
        """Whether something on the board can be chosen."""
        return any(choice.place for choice in self.choices)


def quick_table(page: Page) -> None:
    """From the lobby to a table of Cambria against two bots, by its one button."""
    page.get_by_role("button", name="Play against bots: Cambria").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#stage svg").first).to_be_visible()


SEND = """async ([url, fields]) => {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(fields) });
  return (await answer.json()).url;
}"""
"""Sends a request as the page would, and gives the address that comes back."""

PLAIN = ("cambria", "hadrians_wall")
"""Games whose form proposes nothing that a request without options does not have too."""


def new_table(
    page: Page,
    seats: list[str],
    names: dict[int, str] | None = None,
    game: str = "cambria",
    options: dict[str, str] | None = None,
) -> None:
    """A new table; seats are `me`, `open` or `bot:easy` and so on."""
    called = names or {}
    if game in PLAIN and not options:
        given = [called.get(seat, "") for seat in range(len(seats))]
        wish = {"game": game, "seats": seats, "names": given}
        page.goto(page.evaluate(SEND, ["/tables", wish]))
        return
    page.goto(f"/new/{game}")
    take_seats(page, seats)
    for key, value in (options or {}).items():
        choose(page, f"option.{key}", value)
    for seat, name in called.items():
        page.get_by_label(f"Name at seat {seat + 1}").fill(name)
    open_table(page)


def play_on(page: Page, record: str, left: int, seats: list[str]) -> None:
    """A table that plays on from a finished game in which so many moves were left."""
    finished = page.evaluate(SEND, ["/upload", {"record": record}])
    at = record.count("\n") - 1 - left
    page.goto(page.evaluate(SEND, [f"{finished}/fork", {"at": at, "seats": seats}]))


def sit_down(page: Page, name: str) -> None:
    """Takes the seat of an invitation."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down and play").click()
    page.wait_for_url("**/tables/*")


def take_seats(page: Page, seats: list[str]) -> None:
    """In the form for a new table: so many seats, taken like this."""
    # A game for one number of players does not ask for it.
    if page.locator("input[type=radio][name=count]").count():
        choose(page, "count", str(len(seats)))
    for seat, value in enumerate(seats):
        kind, _, level = value.partition(":")
        choose(page, f"seat.{seat}", kind)
        if level:
            choose(page, f"level.{seat}", level)


def choose(page: Page, name: str, value: str) -> None:
    """Chooses one of several radio buttons in the form for a new table, wherever it lies."""
    page.locator(f"#new-table input[name='{name}'][value='{value}']").evaluate(
        "each => each.click()"
    )


def open_table(page: Page) -> None:
    """Sends the form for a new table; seats for friends stay open."""
    page.locator("#new-table button[type=submit]:visible").first.click()
    page.wait_for_url("**/tables/*")


def look(page: Page) -> Turn | None:
    """What there is to choose right now, if anything."""
    return _turn(page.evaluate(STATE))


def wait(page: Page) -> Turn:
    """Waits for the next decision, or for the end."""
    found = _turn(page.wait_for_function(STATE, polling=POLL).json_value())
    assert found is not None
    return found


def _turn(found: dict[str, object] | None) -> Turn | None:
    if found is None:
        return None
    if found["over"]:
        return Turn(over=True)
    listed = found["choices"]
    assert isinstance(listed, list)
    choices = tuple(Choice(**one) for one in listed)
    return Turn(False, choices, str(found["seat"]), str(found["decision"]))


def pick(turn: Turn, rng: random.Random) -> Choice:
    """Something that brings the game forward: rather a capture, never a pass."""
    active = [choice for choice in turn.choices if choice.value not in ("pass", "end")]
    best = [choice for choice in active if "capture" in choice.hint]
    return rng.choice(best or active or turn.choices)


def answered(page: Page, turn: Turn) -> None:
    """Waits until a decision is gone from the page."""
    page.wait_for_function(GONE, arg=turn.asked, polling=POLL)


def settle(page: Page) -> None:
    """Waits until things stand where they stay."""
    page.evaluate(FRAME)


ON_TOP = """([x, y]) => {
  const top = document.elementFromPoint(x, y);
  return top && `${top.cloneNode().outerHTML} in #${top.closest("[id]")?.id}`;
}"""


def click(page: Page, turn: Turn, choice: Choice) -> None:
    """By mouse: on the board where the choice has a place, else on its button.

    Other players, bots and clocks go on meanwhile. A patch between two of these lines may move the
    choice or close its menu: then it is clicked again where it is now. It may also take the whole
    decision away; then there is nothing left to do.
    """
    for _ in range(ATTEMPTS):
        settle(page)
        now = look(page)
        if now is None or now.asked != turn.asked:
            return
        choice = next(one for one in now.choices if one.value == choice.value)
        show_mode(page, choice)
        page.mouse.click(choice.x, choice.y)
        effect = page.evaluate(EFFECT, turn.asked)
        if effect == "menu":
            menu = page.locator("#chooser:not([hidden])")
            named = menu.get_by_role("menuitem", name=choice.label, exact=True)
            entry = named.or_(
                menu.locator("[role=menuitem]").filter(
                    has=page.get_by_text(choice.label, exact=True)
                )
            )
            # A menu that is gone by now was closed by a patch.
            with suppress(TimeoutError):
                entry.first.click(timeout=MENU)
            effect = page.evaluate(EFFECT, turn.asked)
        if effect == "sent":
            answered(page, turn)
            return
        # A click that follows at once counts as the second half of a double click.
        page.wait_for_timeout(DOUBLE_CLICK)
    on_top = page.evaluate(ON_TOP, [choice.x, choice.y])
    raise AssertionError(
        f"{choice.label!r} was clicked {ATTEMPTS} times, and nothing came of it; on top: {on_top}"
    )


def show_mode(page: Page, choice: Choice) -> None:
    """Turns the switch of the action bar to where the choice belongs."""
    switch = page.locator(f"#mode-{choice.mode}[aria-pressed=false]") if choice.mode else None
    if switch is not None and switch.is_visible():
        switch.click()


def press(page: Page, turn: Turn, choice: Choice) -> None:
    """By the choice's own button, which works wherever the choice lies in the pictures.

    Others may have taken the decision away meanwhile; then there is nothing left to do.
    """
    page.evaluate(PRESS, [turn.asked, choice.value])
    answered(page, turn)


def listen(page: Page) -> None:
    """From here on, what the page says in passing is kept."""
    page.evaluate(LISTEN)


def heard(page: Page, words: str = "") -> None:
    """Waits until the page has said something in passing, with these words in it."""
    page.wait_for_function(
        "words => [...window.heard].some((each) => each.includes(words))", arg=words, polling=POLL
    )


def soon(page: Page, condition: str, arg: object = None) -> bool:
    """Whether a function of the page's gives true by now, or very soon."""
    return bool(page.evaluate(SOON % condition, arg))


def step(page: Page, rng: random.Random) -> Turn:
    """Answers the next decision by mouse."""
    turn = wait(page)
    if not turn.over:
        click(page, turn, pick(turn, rng))
    return turn


def until_placing(page: Page, rng: random.Random) -> Turn:
    """Plays on to a decision that is made on the board, and leaves it open."""
    while True:
        turn = wait(page)
        assert not turn.over
        if turn.placed:
            settle(page)
            return turn
        click(page, turn, pick(turn, rng))
