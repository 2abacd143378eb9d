"""Counters on the map: a stack shows its leader, its whole strength and its slowest move."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import at, el, esc, text
from ludus.games.agricola.face.symbols import COUNTERS, UNITS
from ludus.games.agricola.ids import ROMAN

SIZE: Final = 54
HALF: Final = SIZE / 2
BAND: Final = 15
"""The height of the band with the name."""

SWORDS: Final = "M-6 6L6-6M6 6L-6-6M-7 2l5 5M7 2l-5 5"
EAR: Final = (
    "M0-5q-3-2.5 0-6q3 3.5 0 6zM-.5-1.5q-5 0-5-5.5q5.5.5 5 5.5zM.5-1.5q5 0 5-5.5"
    "q-5.5.5-5 5.5zM-.5 4q-5 0-5-5.5q5.5.5 5 5.5zM.5 4q5 0 5-5.5q-5.5.5-5 5.5z"
)
STALK: Final = "M0-5V10"
STRIKE: Final = "M-8 7L8-8"
"""An ear of grain, and the stroke through it where there is no supply."""

LADDER: Final = "M-5 8L-2-8M5 8L2-8M-4.2 4h8.4M-3.4 0h6.8M-2.6-4h5.2"
FLAME: Final = "M0 8C-8 6-6-1-2-3C-3 0-1 1 0 0C2-3 0-6 1-9C6-5 9 6 0 8Z"
"""For a siege, and for land that was pillaged."""
MIST: Final = (
    "M-17-10q4-5 8.5 0t8.5 0 8.5 0 8.5 0M-21 0q4-5 8.5 0t8.5 0 8.5 0 8.5 0 8 0"
    "M-17 10q4-5 8.5 0t8.5 0 8.5 0 8.5 0"
)


def symbol_defs() -> str:
    """The symbols of units and of center counters, for `defs`."""
    drawn = [el("g", drawing, id=f"ag-{name}") for name, drawing in UNITS.items()]
    drawn += [el("g", drawing, id=f"agc-{name}") for name, drawing in COUNTERS.items()]
    return "".join(drawn)


def side_class(side: int) -> str:
    return "r" if side == ROMAN else "t"


def corner(side: int) -> int:
    """How round a counter is: a side is known by its shape as well as by its colour."""
    return 5 if side == ROMAN else 14


def plate(side: int, kind: str) -> str:
    box = {"x": -HALF, "y": -HALF, "width": SIZE, "height": SIZE}
    return el("rect", class_=f"{kind} {side_class(side)}", rx=corner(side), **box)


def under(side: int, shift: float) -> str:
    """A counter that lies below, as far as it is seen."""
    r = corner(side)
    edge = SIZE - 2 * r
    path = (
        f"M{-HALF + shift + r} {-HALF - shift}h{edge}a{r} {r} 0 0 1 {r} {r}v{edge}"
        f"a{r} {r} 0 0 1-{r} {r}h-{edge}a{r} {r} 0 0 1-{r}-{r}v-{edge}a{r} {r} 0 0 1 {r}-{r}z"
    )
    return el("path", class_=f"under {side_class(side)}", d=path)


def top_counter(
    side: int, name: str, kind: str, values: tuple[str, str], worn: bool, elite: bool
) -> str:
    """The counter that lies on top of a stack, round the origin."""
    r = corner(side)
    band = (
        f"M{-HALF} {-HALF + BAND}V{-HALF + r}a{r} {r} 0 0 1 {r}-{r}"
        f"h{SIZE - 2 * r}a{r} {r} 0 0 1 {r} {r}V{-HALF + BAND}z"
    )
    parts = [
        plate(side, "plate worn" if worn else "plate"),
        el("path", class_=f"band {side_class(side)}", d=band),
        text(name, class_="who", y=-HALF + 11.5),
        el("use", class_="sym", href=f"#ag-{kind}", transform=at(-10, -11, 0.83)),
        text(values[0], class_="num", x=-HALF + 5, y=HALF - 7),
        text(values[1], class_="num end", x=HALF - 5, y=HALF - 7),
    ]
    if worn:
        box = {"x": -HALF + 4, "y": -HALF + BAND + 2, "width": SIZE - 8, "height": SIZE - BAND - 6}
        parts.append(el("rect", class_="torn", rx=3, **box))
    if elite:
        parts.append(el("path", class_="plus", d="M0-4V4M-4 0H4", transform=at(HALF - 11, -4)))
    return "".join(parts)


def fog(side: int, title: str) -> str:
    """A stack face down, as mist: one sees whose it is, and no more."""
    shape = (
        el("rect", class_="back r", x=-HALF, y=-HALF, width=SIZE, height=SIZE, rx=9)
        if side == ROMAN
        else el("circle", class_="back t", r=HALF)
    )
    return "".join(
        (
            el("title", esc(title)),
            shape,
            el("path", class_="mist", d=MIST),
            text("?", class_="many", y=7),
        )
    )
