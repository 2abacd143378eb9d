"""Counters: type symbol, strength, movement, elite mark; backs of hidden stacks."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import at, el, esc, text
from ludus.games.agricola.board import Unit
from ludus.games.agricola.ids import ROMAN

SIZE: Final = 38
HALF: Final = SIZE / 2

ROOMY: Final = 11
NARROW: Final = 15
"""Letters that fit the band of a counter, as they are and drawn narrower."""
SQUEEZED: Final = "spacingAndGlyphs"

SWORDS: Final = "M-6 6L6-6M6 6L-6-6M-7 2l5 5M7 2l-5 5"

EAR: Final = (
    "M0-5q-3-2.500 0-6q3 3.500 0 6zM-.5-1.500q-5 0-5-5.500q5.500.5 5 5.500zM.5-1.500q5 0 5-5.500"
    "q-5.500.5-5 5.500zM-.5 4q-5 0-5-5.500q5.500.5 5 5.500zM.5 4q5 0 5-5.500q-5.500.5-5 5.500z"
)
STALK: Final = "M0-5V10"
STRIKE: Final = "M-8 7L8-8"
"""An ear of grain, and the stroke through it where there is no supply."""

LADDER: Final = "M-5 8L-2-8M5 8L2-8M-4.200 4h8.400M-3.400 0h6.800M-2.600-4h5.200"
FLAME: Final = "M0 8C-8 6-6-1-2-3C-3 0-1 1 0 0C2-3 0-6 1-9C6-5 9 6 0 8Z"
"""For a siege, and for land that was pillaged."""

SYMBOLS: Final = {
    "supreme": ("M0-7l2.2 4.6 5 .6-3.7 3.4 1 5L0 3.2-4.5 5.6l1-5-3.7-3.4 5-.6z", True),
    "leader": ("M-6 5h12M-4 5V-1a4 4 0 0 1 8 0V5M0-5v-3M-3-8h6", False),
    "legate": ("M0 7V-7M-4-7h8v6h-8zM-3 2h6", False),
    "praefectus": ("M-8 2h16l-3 4h-10zM0 2V-7M0-7l6 4-6 2", False),
    "legionary": ("M-5-7q5 2.500 10 0q2 7 0 14q-5-2.500-10 0q-2-7 0-14zM0-7v14M-6 0h12", False),
    "praetorian": ("M-5-7q5 2.500 10 0q2 7 0 14q-5-2.500-10 0q-2-7 0-14zM-3-3h6M-3 3h6", False),
    "singulares": ("M-8 4q4-8 10-6l3-4 2 3-2 3q0 5-3 7M-4 1l-3 6M2 2l2 5M-7-7h6", False),
    "auxiliary": ("M0-8q7 3 6 8q-1 5-6 8q-5-3-6-8q-1-5 6-8z", False),
    "equitata": ("M-6-5h6v10h-6zM2 4q1-7 5-6l2-2-1 4q0 3-2 5", False),
    "cavalry": ("M-8 4q4-8 10-6l3-4 2 3-2 3q0 5-3 7M-4 1l-3 6M2 2l2 5", False),
    "exploratores": ("M-7 0q7-7 14 0q-7 7-14 0zM-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0", False),
    "impedimenta": ("M-8-4h14v7h-14zM-5 6a2 2 0 1 0 .1 0M3 6a2 2 0 1 0 .1 0M6 0h3", False),
    "fleet": ("M-9 1h18l-3 6h-12zM0 1V-8M0-8q6 1 6 6h-6", False),
    "praesidium": ("M-8 7V-3h3v-3h3v3h4v-3h3v3h3V7z", False),
    "atecotti": ("M-6 7L6-7M6-7l-4 1M6-7l-1 4M6 7L-6-7M-6-7l4 1M-6-7l1 4", False),
    "gaesatae": ("M-5 7L5-7M5-7l-4 2 3 2z", False),
    "chariots": ("M-4 3a4 4 0 1 0 .1 0M-8 0q0-5 6-5h4v5M2 0h7", False),
    "warband": ("M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0M0-8v3M0 5v3M-8 0h3M5 0h3", False),
    "tribesmen": ("M-4-4a2 2 0 1 0 .1 0M4-4a2 2 0 1 0 .1 0M-7 6q3-7 6 0M1 6q3-7 6 0", False),
    "oppidum": ("M-9 6q9-8 18 0M-6 2V-4M0 0V-7M6 2V-4M-8-4h4M-2-7h4M4-4h4", False),
}
"""By type: path data in a box from -9 to 9, and whether it is filled."""


def symbol_defs() -> str:
    """The symbols, for `defs`."""
    shapes = [
        el("path", class_="ag-fill" if filled else "ag-sym", d=path, id=f"ag-{name}")
        for name, (path, filled) in SYMBOLS.items()
    ]
    return "".join(shapes)


def side_class(side: int) -> str:
    return "r" if side == ROMAN else "t"


def counter(unit: Unit, kind: str, worn: bool, title: str) -> str:
    """A counter face up, round the origin."""
    side = side_class(unit.side)
    strength = unit.back if worn else unit.strength
    plate = "plate worn" if worn else "plate"
    parts = [
        el("title", esc(title)),
        el("rect", class_=f"{plate} {side}", x=-HALF, y=-HALF, width=SIZE, height=SIZE, rx=4),
        el("rect", class_=f"band {side}", x=-HALF, y=-HALF, width=SIZE, height=9, rx=3),
        _name(unit.name),
        el("use", href=f"#ag-{kind}", transform=at(0, -1.5, 0.8)),
        text(str(strength), class_="num", x=-HALF + 3.5, y=HALF - 3.5),
    ]
    if unit.move:
        shown = "~" if unit.move < 0 else str(unit.move)
        parts.append(text(shown, class_="num", x=HALF - 3.5, y=HALF - 3.5, text_anchor="end"))
    if unit.elite:
        parts.append(text("+", class_="plus", x=HALF - 9, y=-1))
    return "".join(parts)


def _name(name: str) -> str:
    """The name on the band: drawn narrower if it is long, cut if it is longer still."""
    if len(name) <= ROOMY:
        return text(name, class_="who", y=-HALF + 7)
    shown = name if len(name) <= NARROW else name[: ROOMY - 1] + "."
    return text(shown, class_="who", y=-HALF + 7, textLength=SIZE - 3, lengthAdjust=SQUEEZED)


def back(side: int, title: str) -> str:
    """A stack face down: one sees whose it is, and no more."""
    return (
        el("title", esc(title))
        + el(
            "rect",
            class_=f"back {side_class(side)}",
            x=-HALF + 4,
            y=-HALF - 3,
            width=SIZE,
            height=SIZE,
            rx=4,
        )
        + el(
            "rect",
            class_=f"back {side_class(side)}",
            x=-HALF,
            y=-HALF,
            width=SIZE,
            height=SIZE,
            rx=4,
        )
        + text("?", class_="many", y=6)
    )
