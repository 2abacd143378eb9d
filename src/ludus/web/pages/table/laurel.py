"""The winner's wreath: two branches of leaves that meet in a knot.

It is drawn into the page rather than kept with the icons, since only the end of a game needs it.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Final

from ludus.web.pages.html import Markup, Tag, g, path, svg

MIDDLE: Final = 60
RADIUS: Final = 42
FIRST: Final = 22
"""The angle of the lowest leaves, counted from the knot upwards."""
STEP: Final = 23
PAIRS: Final = 6
LEAN: Final = 32
"""By so many degrees a leaf leans away from its branch."""
LEAF: Final = "#5f9f8e"
LINE: Final = "#2b1d17"

ellipse = Tag("ellipse")


@cache
def laurel() -> Markup:
    """Leaves in pairs up both branches, and one at each tip."""
    return svg(
        g(
            (_leaf(side, FIRST + STEP * pair, out) for side, pair, out in _pairs()),
            (_leaf(side, FIRST + STEP * PAIRS, 0) for side in (-1, 1)),
            fill=LEAF,
            stroke=LINE,
            stroke_width=3,
        ),
        path(
            d=f"M{MIDDLE} 95v14M{MIDDLE - 12} 102h24",
            fill="none",
            stroke=LINE,
            stroke_width=7,
            stroke_linecap="round",
        ),
        viewBox="0 0 120 120",
        aria_hidden="true",
    )


def _pairs() -> list[tuple[int, int, int]]:
    """The side, the pair and whether outwards, from the knot up: upper leaves cover lower ones."""
    return [(side, pair, out) for pair in range(PAIRS) for side in (-1, 1) for out in (-1, 1)]


def _leaf(side: int, angle: int, out: int) -> Markup:
    """A leaf at an angle of the ring, outside of the branch (1), inside (-1) or at its tip (0)."""
    distance = RADIUS + 7 * out
    x = MIDDLE + side * distance * sin(radians(angle))
    y = MIDDLE + distance * cos(radians(angle))
    turned = side * (-angle + LEAN * out)
    return ellipse(
        rx=11,
        ry=6.5,
        transform=f"translate({x:.1f} {y:.1f}) rotate({turned})",
    )
