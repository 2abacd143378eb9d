"""Armies and forts on the map: a plate with the holder's shape and counts, a building beside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from ludus.core.svg import MARKS, at, el, text
from ludus.games.conqueror.ids import GREAT_FORT

HIGH: Final = 40
"""The height of a plate; 24 px where the whole map fits a desk."""
PAD: Final = 9
MARK: Final = 22
ICON: Final = 24
DIGIT: Final = 13.5
GAP: Final = 8
FORT: Final = 56
REACH: Final = 0.42
BESIDE: Final = 27
"""The size of a fort's picture, how far its walls reach from the middle, as a part of that, and how
far to the left of an army they end."""

FLAG: Final = el("path", class_="counts", d="M0-24v-26l24 7-20 7v12z")
"""On the forts that win the game if they are kept."""

DISC: Final = 14
"""The radius of a price, and where it may stand beside a plate, the best place first."""
HEIGHTS: Final = (-HIGH / 2, HIGH / 2, 0.0)
PRICE: Final = 24
"""How far it stands out beside the plate."""
LETTER: Final = 5.3
"""Half the width of a letter of a name, about."""
ASIDE: Final = tuple(sign * step for step in range(0, 66, 6) for sign in (1, -1))
"""How far a plate may go aside, the best way first."""

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Group = tuple[str, int, bool]
"""Units of a kind: its icon, how many, and whether they are spent."""


def width_of(groups: tuple[Group, ...]) -> float:
    """How wide a plate is."""
    inside = sum(GAP + ICON + 3 + DIGIT * len(str(count)) for _, count, _ in groups)
    return PAD * 2 + MARK + inside


@lru_cache(4096)
def plate(owner: int, groups: tuple[Group, ...], centre: float) -> str:
    """A plate round the given centre; `owner` is a seat, or below 0 for independents."""
    width = width_of(groups)
    left = centre - width / 2
    spent = bool(groups) and all(tired for _, _, tired in groups)
    kind = f"plate of-{owner}" if owner >= 0 else "plate free"
    parts = [el("rect", class_=kind, x=left, y=-HIGH / 2, width=width, height=HIGH, rx=9)]
    x = left + PAD + MARK / 2
    if owner >= 0:
        parts.append(el("path", class_="shape", d=MARKS[owner], transform=at(x, 0)))
    else:
        parts.append(el("circle", class_="dashes", cx=x, r=9))
    x += MARK / 2
    for icon, count, tired in groups:
        x += GAP
        shown = el("use", href=f"#u-{icon}", x=x, y=-ICON / 2, width=ICON, height=ICON)
        x += ICON + 3
        number = text(str(count), x=x, y=9)
        x += DIGIT * len(str(count))
        parts.append(el("g", shown, number, class_="man spent" if tired else "man"))
    ink = "free-ink" if owner < 0 else "plate-ink"
    return el("g", *parts, class_=f"piece {ink}{' faded' if spent else ''}")


@lru_cache(256)
def price(coins: int, x: float, y: float) -> str:
    """What an army costs to bribe, at the right edge of its plate."""
    disc = el("circle", class_="price-disc", r=DISC)
    return el("g", disc, text(str(coins), y=8), class_="price", transform=at(x, y))


def aside(
    x: float,
    y: float,
    width: float,
    names: Iterable[tuple[str, tuple[float, float]]],
    plates: Iterable[Box] = (),
) -> float:
    """How far from its middle a plate stands, so that it covers none of the names, with room for
    its price; where there is no room for that, none in the line of its numbers. It goes nowhere
    where another plate lies.
    """
    half = width / 2
    boxes = [
        (abs(line - y), middle - LETTER * len(name) - x, middle + LETTER * len(name) - x)
        for name, (middle, line) in names
    ]
    taken = [
        (left - x, right - x)
        for left, top, right, bottom in plates
        if top < y + HIGH / 2 and bottom > y - HIGH / 2
    ]
    for more in (PRICE, 0):
        for reach in (HIGH / 2 + 9, HIGH / 2):
            near = [(left - more, right) for away, left, right in boxes if away < reach]
            near += taken
            for step in ASIDE:
                if all(step + half <= left or step - half >= right for left, right in near):
                    return step
    return 0


def price_height(
    x: float,
    y: float,
    names: Iterable[tuple[str, tuple[float, float]]],
    plates: Iterable[Box] = (),
) -> float:
    """How high beside a plate its price stands: at a corner where it covers none of the names, and
    where no other plate covers it if there is one.
    """
    near = [
        line - y
        for name, (middle, line) in names
        if abs(middle - x) < LETTER * len(name) + DISC - 2
    ]
    over = [
        (top - y, bottom - y)
        for left, top, right, bottom in plates
        if left < x + DISC and right > x - DISC
    ]
    free = [
        height
        for height in HEIGHTS
        if all(height + DISC <= line - 8 or height - DISC >= line + 9 for line in near)
    ]
    clear = (
        height
        for height in free
        if all(height + DISC <= top or height - DISC >= bottom for top, bottom in over)
    )
    return next(clear, free[0] if free else HEIGHTS[0])


@lru_cache(256)
def fort(owner: int, great: int, home: bool) -> str:
    """Fort, great fort or home round the origin, with the holder's shape in the gate."""
    key = "home" if home else "great_fort" if great == GREAT_FORT else "fort"
    kind = f"fort of-{owner}" if owner >= 0 else "fort stone"
    half = FORT / 2
    drawn = el("use", href=f"#w-{key}", x=-half, y=-half, width=FORT, height=FORT, class_=kind)
    if owner < 0:
        return drawn
    return drawn + el("path", class_="shape", d=MARKS[owner], transform=at(0, half - 16, 0.95))
