"""The symbols of the game for pages: those of the sheets, and a seal for each Year."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ludus.core.models import Symbol
from ludus.core.svg import el
from ludus.core.text import roman
from ludus.games.hadrians_wall.ids import YEARS

DRAWING: Final = re.compile(
    r'<symbol id="[^"]*" viewBox="(?P<box>[^"]*)">(?:<title>[^<]*</title>)?(?P<inside>.*)</symbol>',
    re.DOTALL,
)
STROKES: Final = {"I": ("M{x} 8.2v7.6", 0.0), "V": ("M{x} 8.2l2.2 7.6l2.2 -7.6", 4.4)}
"""Roman digits: a path from their left edge, and how wide it is."""
BETWEEN: Final = 2.1


def symbols_of(drawings: Mapping[str, str]) -> dict[str, Symbol]:
    """The symbols by key, from the drawings of the sheets."""
    found = {key: _symbol(drawing) for key, drawing in drawings.items()}
    seal = found["year"]
    for year in range(1, YEARS + 1):
        found[f"seal-{year}"] = Symbol(seal.drawing + _numeral(roman(year)), seal.box)
    return found


def _symbol(drawing: str) -> Symbol:
    match = DRAWING.fullmatch(drawing)
    if match is None:
        raise ValueError(f"not a symbol: {drawing[:60]!r}")
    return Symbol(match["inside"], match["box"])


def _numeral(numeral: str) -> str:
    """A Roman numeral in the middle of a seal, drawn: it must look alike in every font."""
    width = sum(STROKES[digit][1] for digit in numeral) + BETWEEN * (len(numeral) - 1)
    x = 12 - width / 2
    path = ""
    for digit in numeral:
        stroke, wide = STROKES[digit]
        path += stroke.format(x=f"{x:.2f}")
        x += wide + BETWEEN
    return el("path", d=path, fill="none", stroke="#fff6e4", stroke_width=1.5)
