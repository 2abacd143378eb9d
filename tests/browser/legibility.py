"""What a player can read and hit on a table's page, measured in the browser.

A look takes every text that can be seen, with its real size on the screen: text in a picture is as
large as the picture's scale makes it. `faults` holds a series of looks against the limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playwright.sync_api import Page

SMALL_SHARE = 0.02
"""So many of the characters at most may be smaller than they should be."""
DESK_TEXT, TOUCH_TEXT, MAP_TEXT = 12.0, 13.0, 10.0
"""The least size of text, in px, at a desk, by touch, and of names and numerals on a map."""
TARGET = 40.0
"""The least side, in px, of what can be tapped."""
TOUCH_SHARE = 0.35
BOARD_SHARE = {
    "cambria": 0.45,
    "hadrians_wall": 0.40,
    "para_bellum": 0.33,
    "conqueror": 0.44,
    "agricola": 0.41,
}
"""The least share of a desk's window that the main board has, from 1400 px on."""
WIDE = 1400
NAMED = 5
"""So many examples of each fault are named."""

LOOK = r"""() => {
  const CALLOUTS = "#lesson, #explain";
  const width = innerWidth, height = innerHeight;
  const shown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const cut = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const area = (box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  const plain = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
  const screen = { left: 0, right: width, top: 0, bottom: height };

  // The boxes that cut off what is inside them, from an element outwards.
  const frames = new Map();
  const framesOf = (element) => {
    if (!element || element === document.documentElement) return [screen];
    if (!frames.has(element)) {
      const style = getComputedStyle(element);
      const outer = framesOf(element.parentElement);
      const cuts = style.overflow !== "visible" || element.tagName === "svg";
      const gone = style.clipPath.startsWith("inset(50%");
      const own = gone ? { left: 0, right: 0, top: 0, bottom: 0 } : element.getBoundingClientRect();
      frames.set(element, cuts || gone ? [...outer, own] : outer);
    }
    return frames.get(element);
  };

  const grounds = new Map();
  const opaque = (element) => {
    if (!grounds.has(element)) {
      const colour = getComputedStyle(element).backgroundColor;
      grounds.set(element, colour.startsWith("rgb(") || /, (0\.9\d*|1)\)$/.test(colour));
    }
    return grounds.get(element);
  };
  const kin = (a, b) => a.contains(b) || b.contains(a);
  // Whether something that is not see-through lies over the middle of a text.
  const covered = (element, box) => {
    const picture = element.closest("svg");
    for (const over of document.elementsFromPoint(
      (box.left + box.right) / 2, (box.top + box.bottom) / 2)) {
      if (kin(over, element) || (picture && over.closest("svg") === picture)) return false;
      if (opaque(over) || over.closest("dialog, [popover], [role=dialog]")) return true;
    }
    return false;
  };

  const texts = [];
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const words = node.nodeValue.replace(/\s+/g, " ").trim();
    const element = node.parentElement;
    if (!words || element.closest("script, style, title, desc, noscript, [inert]")) continue;
    if (element.closest(".visually-hidden") || !shown(element)) continue;
    const picture = element.closest("svg");
    const matrix = picture ? element.getScreenCTM?.() : null;
    const scale = matrix ? Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : 1;
    const style = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = picture ? [element.getBoundingClientRect()] : [...range.getClientRects()];
    for (const whole of boxes.map(plain)) {
      const seen = framesOf(element).reduce(cut, whole);
      if (area(whole) < 1 || area(seen) < 0.6 * area(whole) || covered(element, seen)) continue;
      texts.push({
        words: words.slice(0, 40), count: words.length, size: parseFloat(style.fontSize) * scale,
        map: Boolean(picture && element.closest("#stage")), faint: Number(style.opacity) < 0.35,
        element, picture, whole,
      });
    }
  }

  const named = ({ words, element }) => {
    const near = element.closest("[id]");
    return near && near !== document.body ? `${words} (#${near.id})` : words;
  };
  const overlaps = [];
  // From top to bottom, so that each text is held against its neighbours only.
  const sorted = texts.toSorted((one, two) => one.whole.top - two.whole.top);
  sorted.forEach((one, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const two = sorted[next];
      if (two.whole.top >= one.whole.bottom) break;
      const both = area(cut(one.whole, two.whole));
      if (both < 4 || both <= 0.2 * Math.min(area(one.whole), area(two.whole))) continue;
      // The same words twice are a text and its outline.
      if (one.words === two.words || one.faint || two.faint) continue;
      if (kin(one.element, two.element)) continue;
      // Callouts lie over the page as dialogs do: what is below them is covered.
      if (one.element.closest(CALLOUTS) !== two.element.closest(CALLOUTS)) continue;
      const line = one.element.closest("text");
      if (line && line === two.element.closest("text")) continue;
      overlaps.push(`${named(one)} / ${named(two)}`);
    }
  });

  const fields = new Map();
  const fieldsOf = (picture) => {
    if (!fields.has(picture)) {
      fields.set(picture, [...picture.querySelectorAll("rect")]
        .filter((rect) => shown(rect) && getComputedStyle(rect).fill !== "none")
        .map((rect) => plain(rect.getBoundingClientRect())));
    }
    return fields.get(picture);
  };
  // The card, button or field that a text is meant to stay in.
  const home = ({ element, picture, whole }) => {
    if (!picture) return element.closest("button, .card, article, td, li")?.getBoundingClientRect();
    const x = whole.left + Math.min(3, (whole.right - whole.left) / 2);
    const y = (whole.top + whole.bottom) / 2, tall = whole.bottom - whole.top;
    return fieldsOf(picture)
      .filter((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
        && area(box) >= 2 * tall * tall && box.right - box.left < 0.6 * width)
      .sort((a, b) => area(a) - area(b))[0];
  };
  const spills = texts.filter((text) => {
    const box = home(text), { left, right, bottom } = text.whole;
    return box && box.right - box.left > 12
      && (right > box.right + 2 || left < box.left - 2 || bottom > box.bottom + 3);
  }).map(named);

  const targets = [...document.querySelectorAll(
    "button, a[href], select, textarea, [data-choice], [role=button], [role=tab], input",
  )].filter((each) => shown(each) && !each.closest("[inert]") && each.type !== "radio"
    && each.type !== "checkbox" && getComputedStyle(each).display !== "inline")
    // What is folded away for keys and screen readers cannot be tapped.
    .filter((each) => area(framesOf(each).reduce(cut, plain(each.getBoundingClientRect()))) > 1)
    .map((each) => {
      const { width: wide, height: high } = each.getBoundingClientRect();
      const name = each.id || each.getAttribute("class") || each.textContent.trim().slice(0, 20);
      return [name, Math.min(wide, high)];
    });

  const stage = document.querySelector("#stage"), window_ = plain(stage.getBoundingClientRect());
  const board = [...stage.querySelectorAll("svg")].find(shown);
  const part = board ? area(cut(cut(plain(board.getBoundingClientRect()), window_), screen)) : 0;
  const { x, y, width: wide, height: high } = stage.getBoundingClientRect();
  const words = document.querySelector("#prompt .prompt-words");
  return {
    texts: texts.map(({ words, count, size, map }) => [words, count, size, map]),
    overlaps, spills, targets, board: part / (width * height),
    cut: words && words.scrollHeight > words.clientHeight + 1 ? words.textContent.trim() : "",
    prompt: Math.round(document.querySelector("#prompt").getBoundingClientRect().height),
    stage: [x, y, wide, high].map(Math.round),
  };
}"""

READY = "async () => { await document.fonts.ready; }"


@dataclass(frozen=True, slots=True)
class Look:
    """What a page showed at one decision."""

    texts: Sequence[tuple[str, int, float, bool]]
    """Words, how many characters, size in px, whether in the board's picture."""
    overlaps: Sequence[str]
    spills: Sequence[str]
    targets: Sequence[tuple[str, float]]
    board: float
    cut: str
    """The prompt, if its row has no room for all of it."""
    prompt: int
    stage: Sequence[int]


def look(page: Page) -> Look:
    """Measure the page as it is now."""
    page.evaluate(READY)
    return Look(**page.evaluate(LOOK))


def small_texts(looks: Sequence[Look], touch: bool) -> list[tuple[str, int, float]]:
    """Texts that are smaller than they should be."""
    least = TOUCH_TEXT if touch else DESK_TEXT
    return [
        (words, count, size)
        for seen in looks
        for words, count, size, on_map in seen.texts
        if size < (MAP_TEXT if on_map else least) - 0.05
    ]


def faults(looks: Sequence[Look], game: str, size: tuple[int, int]) -> Iterator[str]:
    """The limits that a series of looks breaks, with examples."""
    touch = min(size) < 500
    small = small_texts(looks, touch)
    share = sum(row[1] for row in small) / sum(row[1] for seen in looks for row in seen.texts)
    if share > SMALL_SHARE:
        texts = sorted({f"{words} {px:.1f}" for words, _, px in small})
        yield f"{share:.1%} of the characters are too small: {_some(texts)}"
    for what, found in (
        ("texts overlap", {words for seen in looks for words in seen.overlaps}),
        ("texts leave their box", {words for seen in looks for words in seen.spills}),
        ("prompts are cut off", {seen.cut for seen in looks if seen.cut}),
    ):
        if found:
            yield f"{what}: {_some(sorted(found))}"
    heights = sorted({seen.prompt for seen in looks})
    if len(heights) > 1:
        yield f"the prompt has several heights: {heights}"
    windows = sorted({tuple(seen.stage) for seen in looks})
    if len(windows) > 1:
        yield f"the board's window moves: {_some([str(window) for window in windows])}"
    board = sum(seen.board for seen in looks) / len(looks)
    least = TOUCH_SHARE if touch else BOARD_SHARE[game] if size[0] >= WIDE else 0.0
    if round(board, 2) < least:
        yield f"the board has {board:.0%} of the window, not {least:.0%}"
    if touch:
        tight = {name for seen in looks for name, side in seen.targets if side < TARGET - 0.5}
        if tight:
            yield f"too small to be tapped: {_some(sorted(tight))}"


def _some(found: Sequence[str]) -> str:
    more = f"; and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return "; ".join(found[:NAMED]) + more
