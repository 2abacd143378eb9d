"""Drawing for all faces: escaped elements, curves, the common colours, seat marks and dice.

A picture made here works as a file, in a page and in a notebook, in light and dark: its style is
embedded, colours are CSS variables, and `data-theme="light"` or `"dark"` on an ancestor overrides
the system's setting. A face uses `picture` for the frame and style, `el` for elements, and `offer`
for what can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Final, TypeAlias

from ludus.core.errors import RulesBug
from ludus.core.face import Choice, Picture
from ludus.core.text import plain

Attribute: TypeAlias = str | float | None
Point: TypeAlias = tuple[float, float]
Tones: TypeAlias = Mapping[str, tuple[str, str]]
"""CSS variables by name, without the dashes, each with its light and its dark value."""


# Elements ----------------------------------------------------------------------------------------


def esc(text: str) -> str:
    """Text escaped for markup and for attributes in double quotes."""
    # Most values need no escaping, and a picture has a thousand of them.
    if "&" in text or "<" in text or ">" in text or '"' in text:
        return escape(text, quote=False).replace('"', "&quot;")
    return text


# The same coordinates recur in every picture of a game.
@lru_cache(8192)
def num(value: float) -> str:
    """A coordinate with at most one decimal, as short as possible."""
    if isinstance(value, int):
        return str(value)
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


_OPENINGS: Final[dict[str, str]] = {}
"""The start of each attribute by its Python name: ` stroke-width="` for `stroke_width`."""


def _opening(name: str) -> str:
    if name == "style":
        raise RulesBug("there is no style attribute; use presentation attributes or a class")
    shown = _OPENINGS[name] = f' {name.rstrip("_").replace("_", "-")}="'
    return shown


def el(tag: str, *children: str, **attributes: Attribute) -> str:
    """An element. Names of attributes: `_` stands for `-`, and a `_` at the end is dropped.

    Children are markup; attribute values are escaped here, and None omits one. There is no `style`:
    a page's Content-Security-Policy would block it, and attributes like `fill="var(--ink)"` do the
    same.
    """
    shown = f"<{tag}"
    # A picture has a thousand elements, so `esc` is inlined and calls are kept to a minimum.
    for name, value in attributes.items():
        if value is None:
            continue
        if not isinstance(value, str):
            value = num(value)
        elif "&" in value or "<" in value or ">" in value or '"' in value:
            value = esc(value)
        try:
            shown += f'{_OPENINGS[name]}{value}"'
        except KeyError:
            shown += f'{_opening(name)}{value}"'
    if not children:
        return f"{shown}/>"
    inner = "".join(children)
    return f"{shown}>{inner}</{tag}>" if inner else f"{shown}/>"


def text(words: str, **attributes: Attribute) -> str:
    """A text element; the words are escaped."""
    return el("text", esc(words), **attributes)


def at(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A transform that puts the origin there."""
    moved = f"translate({num(x)} {num(y)})" if x or y else ""
    if turn:
        moved += f"rotate({num(turn)})"
    if scale != 1.0:
        moved += f"scale({scale:.3g})"
    return moved


# Curves ------------------------------------------------------------------------------------------


def smooth(points: Sequence[Point], closed: bool = True, ease: float = 1 / 6) -> str:
    """Path data of a smooth curve through all the points, written in small steps."""
    pen = _Pen(*points[0])
    count = len(points)
    for step in range(count if closed else count - 1):
        a, b, c, d = (_point(points, step + shift, closed) for shift in (-1, 0, 1, 2))
        pen.curve(
            (b[0] + (c[0] - a[0]) * ease, b[1] + (c[1] - a[1]) * ease),
            (c[0] - (d[0] - b[0]) * ease, c[1] - (d[1] - b[1]) * ease),
            c,
        )
    return pen.path + ("Z" if closed else "")


def _point(points: Sequence[Point], index: int, closed: bool) -> Point:
    if closed:
        return points[index % len(points)]
    return points[max(0, min(len(points) - 1, index))]


class _Pen:
    """Writes relative curves. Rounding errors do not add up: each step starts at the true point."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = round(x, 1), round(y, 1)
        self.path = f"M{num(x)} {num(y)}"

    def curve(self, *points: Point) -> None:
        steps = [round(value, 1) for x, y in points for value in (x - self.x, y - self.y)]
        self.path += "c" + _row(steps)
        self.x, self.y = round(self.x + steps[-2], 1), round(self.y + steps[-1], 1)


def _row(values: Iterable[float]) -> str:
    """Numbers in a row; a minus sign separates them as well as a space does."""
    row = ""
    for value in values:
        shown = num(value)
        row += shown if not row or shown.startswith("-") else f" {shown}"
    return row


# The common colours ------------------------------------------------------------------------------

# What is called as in the pages' tokens.css has the same values there; a test compares them.
COMMON_TONES: Final[Tones] = {
    "paper": ("#f3e9d2", "#1f1b16"),
    "card": ("#fffaf0", "#2c261e"),
    "ink": ("#2b2118", "#efe6d2"),
    "quiet": ("#66573f", "#bdae92"),
    "rule": ("#d9c8a0", "#463c2d"),
    "purple": ("#6b2a4a", "#c78bae"),
    "cinnabar": ("#b5382a", "#e0705c"),
    "ochre": ("#c98a1b", "#dda53f"),
    "verdigris": ("#3f7d6e", "#6cb5a2"),
    "lapis": ("#2f5a8f", "#7fa9dc"),
    "ash": ("#8a8478", "#aaa498"),
    "glow": ("#ffd23f", "#ffd964"),
    "glow-line": ("#6b2a4a", "#fff3c4"),
    # Seat colours for marks, and the same for text, where ochre and ash must be deeper.
    "seat-0": ("#b5382a", "#d9604d"),
    "seat-1": ("#2f5a8f", "#6f9fdb"),
    "seat-2": ("#2f7563", "#5bb39c"),
    "seat-3": ("#ae710e", "#dda53f"),
    "seat-4": ("#6a4bb5", "#a58ae6"),
    "seat-5": ("#7b756a", "#aaa498"),
    "seat-0-ink": ("#a02e22", "#ee8b79"),
    "seat-1-ink": ("#2a5384", "#8fb8ec"),
    "seat-2-ink": ("#24604f", "#7ccbb6"),
    "seat-3-ink": ("#7d5208", "#e8b95c"),
    "seat-4-ink": ("#5a3da3", "#bfa8f4"),
    "seat-5-ink": ("#5d574d", "#bdb7aa"),
}

INSCRIPTION: Final = "var(--inscription,Cinzel,'Times New Roman','Liberation Serif',serif)"
SERIF: Final = "var(--serif,Alegreya,'Times New Roman','Liberation Serif',serif)"
SANS: Final = "var(--sans,'Source Sans 3',Calibri,Carlito,Arial,sans-serif)"
"""The families of lettering: for titles and numerals, for names and figures, for text.

`lettering` has their widths. A page has its fonts in these variables. A file on its own names the
same fonts, in case the reader has them, and then those whose widths are nearest.
"""


def tones_css(selector: str, tones: Tones) -> str:
    """The variables for elements that match `selector`, light and dark."""
    light = ";".join(f"--{name}:{pair[0]}" for name, pair in tones.items())
    dark = ";".join(f"--{name}:{pair[1]}" for name, pair in tones.items())
    return (
        f"{selector}{{{light}}}"
        f"@media(prefers-color-scheme:dark){{{selector}:not([data-theme=light] *){{{dark}}}}}"
        f"[data-theme=dark] {selector}{{{dark}}}"
    )


BASE_CSS: Final = (
    f".lu{{display:block;font-family:{SERIF}}}"
    ".lu text{user-select:none;font-variant-numeric:lining-nums tabular-nums}"
    + "".join(f".lu .s{seat}{{fill:var(--seat-{seat})}}" for seat in range(6))
    + ".lu .mark{stroke:#fff8e6;stroke-width:1.6;stroke-linejoin:round}"
    ".lu .die{fill:#fdf6e3;stroke:#5a3a22;stroke-width:1}"
    ".lu .face{fill:#7b2418}"
    ".lu .shade{fill:#000;opacity:.28}"
    ".lu .ring{fill:var(--glow);fill-opacity:.55;stroke:var(--glow-line);stroke-width:3.2;"
    "stroke-dasharray:7 5}"
    ".lu .choice{cursor:pointer;outline:none}"
    ".lu .choice:hover .ring,.lu .choice:focus .ring{fill-opacity:1}"
    ".lu .choice:focus-visible .ring{stroke-width:5;stroke-dasharray:none}"
    ".lu .trace{fill:none;stroke:var(--glow-line);stroke-width:2.4;opacity:.85}"
    ".lu .trace.from{stroke-dasharray:2 5;stroke-linecap:round}"
    ".lu .lit{filter:drop-shadow(0 0 3px var(--glow)) drop-shadow(0 0 7px var(--glow))}"
)
"""Classes that all games share. A page sets `lit` on a place to highlight it."""


def picture(
    *parts: str,
    name: str,
    title: str,
    view_box: Sequence[float],
    tones: Tones,
    css: str = "",
) -> Picture:
    """A whole picture with its style. `name` is the game: a class for the game's CSS.

    A live page is sent only the parts that differ from the last position; so give parts one by one,
    always the same number, each an element with an id.
    """
    opening = _frame(name, title, tuple(view_box))
    return Picture((opening, _style(name, tuple(tones.items()), css), *parts, "</svg>"))


def group(*parts: str, **attributes: Attribute) -> list[str]:
    """A group as pieces of a picture: its opening tag, the parts one by one, its closing tag.

    A page can then be sent single parts of it. Like the parts of the picture itself, each should
    be an element with an id; empty ones are left out.
    """
    opening = el("g", "\0", **attributes)
    front, _, back = opening.partition("\0")
    return [front, *(part for part in parts if part), back]


@lru_cache(200)
def _frame(name: str, title: str, view_box: tuple[float, ...]) -> str:
    shape = " ".join(num(value) for value in view_box)
    # Not the role "img": that would hide the buttons inside from screen readers.
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shape}" class="lu {name}" '
        f'role="group" aria-label="{esc(title)}">'
    )


@cache
def _style(name: str, tones: tuple[tuple[str, tuple[str, str]], ...], css: str) -> str:
    return el("style", tones_css(f".lu.{name}", {**COMMON_TONES, **dict(tones)}) + BASE_CSS + css)


# What can be chosen ------------------------------------------------------------------------------


def by_place(choices: Iterable[Choice]) -> dict[str, list[Choice]]:
    """The choices that each place stands for."""
    offered: dict[str, list[Choice]] = {}
    for choice in choices:
        for place in choice.places:
            offered.setdefault(place, []).append(choice)
    return offered


def offer(choices: Sequence[Choice]) -> dict[str, Attribute]:
    """The attributes of a place where these can be chosen; empty without choices.

    One choice goes into `data-action`, several into `data-actions`, separated by spaces.
    """
    if not choices:
        return {}
    actions = " ".join(choice.action.text for choice in choices)
    label = " ".join(_label(choice) for choice in choices)
    key = "data_action" if len(choices) == 1 else "data_actions"
    return {key: actions, "tabindex": "0", "role": "button", "aria_label": label}


READABLE: Final[Mapping[str, Attribute]] = {"tabindex": "0", "role": "img"}
"""Attributes of a place with a title but no room for its text: it can be focused, and a page then
shows the title or the game's explanation."""


def _label(choice: Choice) -> str:
    return f"{choice.label}. {plain(choice.hint)}".rstrip(". ") + "."


# Seat marks and dice -----------------------------------------------------------------------------

MARKS: Final = (
    "M-8.5-8.5h17v17h-17z",
    "M-9.6 0a9.6 9.6 0 1 1 19.2 0a9.6 9.6 0 1 1-19.2 0z",
    "M0-10.6L10.6 8.4H-10.6z",
    "M0-11.4L11.4 0L0 11.4L-11.4 0z",
    "M-5.2-9.4H5.2L10.6 0L5.2 9.4H-5.2L-10.6 0z",
    "M-3.6-10h7.2v6.4h6.4v7.2h-6.4v6.4h-7.2v-6.4h-6.4v-7.2h6.4z",
)
"""Square, disc, triangle, diamond, hexagon, cross: path data in a box from -10 to 10 or so."""

EAGLE: Final = (
    "M0-9.6c1.2 0 2.1.8 2.2 1.9l1.7.9l-1.7.5c0 .9-.3 1.5-.8 2.1c2.2-1.5 5-3.5 9.6-4.2"
    "c.1 2.4-.5 4.3-1.6 5.9l.7 1.3c-.9.9-1.8 1.4-2.7 1.7l.2 1.3c-1.2.6-2.2.8-3.2.8"
    "c-.7.9-1.5 1.5-2.2 1.9l2.4 4.9l-2.2-.6l-.9 1.9L0 8.9l-1.5.9l-.9-1.9l-2.2.6l2.4-4.9"
    "c-.7-.4-1.5-1-2.2-1.9c-1 0-2-.2-3.2-.8l.2-1.3c-.9-.3-1.8-.8-2.7-1.7l.7-1.3"
    "c-1.1-1.6-1.7-3.5-1.6-5.9c4.6.7 7.4 2.7 9.6 4.2c-.5-.6-.8-1.2-.8-2.1"
    "C-2.2-8.5-1.4-9.6 0-9.6z"
)
"""The legion's eagle, in the same box."""

PIPS: Final[Mapping[str, tuple[Point, ...]]] = {
    "1": ((0, 0),),
    "2": ((-5, -5), (5, 5)),
    "3": ((-5, -5), (0, 0), (5, 5)),
    "4": ((-5, -5), (5, -5), (-5, 5), (5, 5)),
    "5": ((-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5)),
    "6": ((-5, -5), (5, -5), (-5, 0), (5, 0), (-5, 5), (5, 5)),
}


def mark(seat: int, **attributes: Attribute) -> str:
    """The mark of a seat, about 20 units across, around the origin."""
    return el("path", class_=f"mark s{seat}", d=MARKS[seat], **attributes)


def mark_shapes(prefix: str) -> str:
    """The marks with a shadow each, for `defs`; `piece` uses them."""
    shapes = (
        el(
            "g",
            el("path", d=path, fill="#000", stroke="none", opacity=".28", transform=at(1.6, 2.4)),
            el("path", d=path),
            id=f"{prefix}{seat}",
        )
        for seat, path in enumerate(MARKS)
    )
    return "".join(shapes)


def piece(prefix: str, seat: int, **attributes: Attribute) -> str:
    """A piece of a seat: its mark with a shadow, which a page animates."""
    return el("use", href=f"#{prefix}{seat}", class_=f"piece mark s{seat}", **attributes)


def die(face: str, **attributes: Attribute) -> str:
    """A die, 24 units across, around the origin: pips for "1" to "6", an eagle, or letters."""
    box = el("rect", class_="die", x=-12, y=-12, width=24, height=24, rx=4.5)
    return el("g", box, _die_face(face), **attributes)


def _die_face(face: str) -> str:
    if face in PIPS:
        spots = "".join(
            f"M{num(x)} {num(y)}m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0" for x, y in PIPS[face]
        )
        return el("path", class_="face", d=spots)
    if face == "eagle":
        return el("path", class_="face", d=EAGLE, transform="scale(.82)")
    size = 13 if len(face) < 3 else 11.5
    return text(
        face, class_="face", y=size * 0.34, text_anchor="middle", font_size=size, font_weight="bold"
    )
