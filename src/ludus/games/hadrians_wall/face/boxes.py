"""A box of a sheet: how it is printed, and how it looks with what has been marked in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache

from ludus.core.face import Choice
from ludus.core.svg import el, num, offer
from ludus.core.text import roman
from ludus.games.hadrians_wall.drawing import DrawnBox
from ludus.games.hadrians_wall.face.marks import Marks
from ludus.games.hadrians_wall.face.shapes import art, icon, label, named, outline, tick
from ludus.games.hadrians_wall.ids import GOODS, YEARS

PRINTED = "production-1"
"""The circle that is printed as filled."""
CIRCLED = ("circle", "favour", "choose-one")
"""Boxes that are circled, and some of them crossed out later."""
CORNER = 4
"""The radius of the corners of a mark on a small sheet."""
FINGER = 48
"""The least width and height of what can be pressed; a phone shows about 0.86 px a unit."""
JUST_FILLED = 0
"""The number of a box that is filled with no number in it."""


class BoxArt:
    """One box of sheet `key`. Its usual looks are drawn in advance."""

    def __init__(self, box: DrawnBox, key: str) -> None:
        self.box = box
        self._key = key
        self.open = self._drawn(None)
        """The box while nothing is marked, closed or offered."""
        self._shut = self._drawn(None, shut=True)
        kinds = (False, True) if box.mark in CIRCLED else ()
        self._ringed = [self._drawn(None, circled=True, spent=spent) for spent in kinds]
        self._filled = {number: self._drawn(number) for number in _numbers(box)}
        # The same few things are offered in a box again and again.
        self._glowing = lru_cache(16)(self._drawn)

    def shown(
        self,
        marks: Marks,
        closed: set[str],
        offered: Mapping[str, Sequence[Choice]],
        fresh: Set[str],
    ) -> str:
        """The box with its marks, or closed; one that can be chosen glows and is a button.

        It is asked of such boxes alone: all others are as they are printed, `open`.
        """
        place = self.box.id
        number = marks.filled.get(place)
        circled = place in marks.circled
        shut = place in closed and not circled
        if place in offered or place in fresh:
            spent = place in marks.spent
            choices = tuple(offered.get(place, ()))
            return self._glowing(number, shut, circled, spent, place in fresh, choices)
        if number is not None:
            return self._filled.get(number) or self._drawn(number, shut)
        if circled:
            return self._ringed[place in marks.spent]
        return self._shut

    def _drawn(
        self,
        number: int | None,
        shut: bool = False,
        circled: bool = False,
        spent: bool = False,
        fresh: bool = False,
        choices: Sequence[Choice] = (),
    ) -> str:
        box = self.box
        filled = number is not None
        dark = filled and box.mark != "number"
        group = "choice" if choices else ""
        if fresh:
            group = f"{group} new".strip()
        parts = [_reach(box), outline(box, "halo", 4.5)] if choices else []
        if not (filled or shut or circled or group):
            # It looks as it is printed below; only the pointer has to find it.
            parts.append(outline(box, "hit"))
        else:
            css = "bx" + _shape_class(box) + (" fil" if dark else " shut" if shut else "")
            parts.append(outline(box, css))
            if dark:
                parts.append(outline(box, f"hatch {self._key}"))
            parts.append(_inside(box, number, shut))
            parts.append(_rings(box, circled, spent))
        drawing = el("g", *parts, id=box.id, class_=group or None, **offer(choices))
        return named(drawing, self._key)


def _reach(box: DrawnBox) -> str:
    """What can be pressed of a box, large enough for a finger on a phone."""
    x, y, w, h = box.hit or box.at
    wide, high = max(w, FINGER), max(h, FINGER)
    left, top = x - (wide - w) / 2, y - (high - h) / 2
    return el("rect", x=left, y=top, width=wide, height=high, class_="hit")


def _numbers(box: DrawnBox) -> range:
    """The numbers that are written into a box in play, JUST_FILLED among them."""
    if box.mark == "number":
        return range(0)
    if box.year is not None:
        return range(JUST_FILLED, YEARS + 1)
    return range(JUST_FILLED, GOODS + 1) if box.mark == "good" else range(JUST_FILLED, 1)


def _inside(box: DrawnBox, written: int | None, shut: bool) -> str:
    """Icons and numbers; `written` is None for a box that is not filled."""
    x, y = box.middle
    filled, number = written is not None, written or 0
    drawn = _split(box, filled)
    inner = _icons(box, filled)
    if inner:
        css = "mono" if filled and box.mark != "number" else "dim" if shut and not filled else None
        drawn += el("g", inner, class_=css)
    if box.year is not None:
        drawn += _year(box.year, number)
    elif box.mark == "good":
        drawn += label(str(number), x, y + 9, 25, "yr inked") if number else _good(box)
    elif box.mark == "number":
        high = box.at[3] > 45
        drawn += label(signed(number), x, y + (9 if high else 7), 26 if high else 20, "yr")
    elif box.id == PRINTED:
        drawn += _printed(box)
    elif filled and is_ticked(box):
        drawn += tick(x, y, min(box.at[2], box.at[3]))
    return drawn


def _rings(box: DrawnBox, circled: bool, spent: bool) -> str:
    """The circle around a box, and the line through one that is used up."""
    drawn = ""
    if circled:
        x, y = box.middle
        radius = min(box.at[2], box.at[3]) / 2 - (5 if box.mark == "circle" else 1)
        drawn += el("circle", cx=x, cy=y, r=radius, class_="ring")
    if spent:
        left, top, w, h = box.at
        line = f"M{num(left + 4)} {num(top + 4)}l{num(w - 8)} {num(h - 8)}"
        drawn += el("path", d=line, class_="ring")
    return drawn


def small_writing(box: DrawnBox, number: int) -> str:
    """A number in a box of a small sheet."""
    return label(str(number), *_spot(box), 24, "yr" + _inked(box))


def empty_box(box: DrawnBox) -> str:
    """A box as it is printed."""
    drawn = outline(box, "bx" + _shape_class(box)) + _split(box, False) + _icons(box, False)
    if box.year is not None:
        drawn += _year(box.year, 0)
    elif box.mark == "good":
        drawn += _good(box)
    elif box.id == PRINTED:
        drawn += _printed(box)
    return drawn


def _split(box: DrawnBox, filled: bool) -> str:
    """The line between the two halves of a box that takes a Year."""
    if box.year is None or box.year[2] >= box.at[2]:
        return ""
    left = box.year[0] if box.year[0] > box.at[0] else box.year[0] + box.year[2]
    line = f"M{num(left)} {num(box.at[1] + 3)}v{num(box.at[3] - 6)}"
    return el("path", d=line, class_="split sf" if filled else "split")


def _icons(box: DrawnBox, filled: bool) -> str:
    inner = "".join(art(piece, "inked" if filled else "") for piece in box.icons)
    if box.ghost and not filled:
        size = box.at[2] - 14
        inner += el("g", icon(box.ghost, box.at[0] + 7, box.at[1] + 7, size), opacity=0.4)
    return inner


def _good(box: DrawnBox) -> str:
    x, y = box.middle
    return el("g", icon("good", x - 14, y - 14, 28), opacity=0.4)


def _printed(box: DrawnBox) -> str:
    x, y = box.middle
    return el("circle", cx=x, cy=y, r=box.at[2] / 2, class_="ink") + el(
        "g", icon("resource", x - 12, y - 12, 24), class_="mono onink"
    )


def patch(box: DrawnBox) -> str:
    """A box as a piece of a path, so that all marks of a small sheet are one element."""
    x, y, w, h = box.at
    if box.shape in ("circle", "dashed-circle"):
        r = num(w / 2 - CORNER)
        return f"M{num(x + CORNER)} {num(y + h / 2)}a{r} {r} 0 1 1 0 .1z"
    # The line round it is broad, and rounds its corners.
    wide = num(w - 2 * CORNER)
    return f"M{num(x + CORNER)} {num(y + CORNER)}h{wide}v{num(h - 2 * CORNER)}h-{wide}z"


def is_ticked(box: DrawnBox) -> bool:
    """Whether a filled box has nothing in it but a tick."""
    return not box.icons and box.mark in ("fill", "circle") and box.id != PRINTED and not box.year


def _spot(box: DrawnBox) -> tuple[float, float]:
    if box.year is not None:
        x, y, w, h = box.year
        return x + w / 2, y + h / 2 + 8
    return box.middle[0], box.middle[1] + 8


def _inked(box: DrawnBox) -> str:
    return "" if box.mark == "number" else " inked"


def _shape_class(box: DrawnBox) -> str:
    css = ""
    if box.shape == "dashed-circle":
        css += " dash"
    if box.shape == "score":
        css += " score"
    if box.mark == "derived":
        css += " derived"
    if box.id.startswith("scout-r") and not box.id.startswith("scout-row"):
        css += " land"
    return css


def _year(part: tuple[float, float, float, float], year: int) -> str:
    x, y, w, h = part
    if year:
        return label(roman(year), x + w / 2, y + h / 2 + 6.5, min(20, h * 0.8), "yr inked")
    size = min(22, h - 4, w - 4)
    return icon("hash", x + (w - size) / 2, y + (h - size) / 2, size)


def signed(number: int) -> str:
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)
