"""The icons of Conqueror, for sentences, meters, cards and the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludus.core.models import Symbol
from ludus.core.svg import MARKS, el

SEAT: Final = "var(--seat-fill,currentColor)"
"""The colour of the seat that an icon stands beside, if any."""
INK: Final = "#2b2118"

SHIELD: Final = "M3.5 3q8.5-2.6 17 0v8.2c0 5.6-4 8.8-8.5 11-4.5-2.2-8.5-5.4-8.5-11z"
CROSS: Final = "M10.8 6.2h2.4v3.6h3.6v2.4h-3.6v5.8h-2.4v-5.8H7.2V9.8h3.6z"
HORSE: Final = (
    "M5.6 22c-.2-4.6 1.2-7 4.6-9.2-2.2.6-3.8.8-4.8 2.2l-3-1.8c.6-2.6 2.4-4.8 5-7"
    "L8.6 2l2.6 2.4c6 .6 10 5 10 11.6V22z"
)
WALLS: Final = "M2.5 22V5.5h4V9h3V5.5h5V9h3V5.5h4V22z"
GATE: Final = "M8.9 22v-4.6a3.1 3.1 0 0 1 6.2 0V22z"
KEEP: Final = "M2.5 22V9.5h3.2V12h2.3V9.5h8V12h2.3V9.5h3.2V22zM11 9.5V1.5l7 2.6-5.4 2.4v3z"
HOUSE: Final = "M1.5 10.8L12 2l10.5 8.8H20V22H4V10.8z"
STAR: Final = "M12 5.6l1.2 2.7 2.9.2-2.2 1.9.7 2.8-2.6-1.5-2.6 1.5.7-2.8-2.2-1.9 2.9-.2z"
"""Paths in a box of 24 by 24."""

EAR: Final = (
    "M11 23V8.5h2V23zM12 9.5C9.6 7.4 9.7 3.7 12 1.5c2.3 2.2 2.4 5.9 0 8z"
    "M11.3 14.8C7.8 14.4 6 12 6.2 8.8c3.3.3 5.1 2.6 5.1 6z"
    "M12.7 14.8c3.5-.4 5.3-2.8 5.1-6-3.3.3-5.1 2.6-5.1 6z"
    "M11.3 20.3c-3.5-.4-5.3-2.8-5.1-6 3.3.3 5.1 2.6 5.1 6z"
    "M12.7 20.3c3.5-.4 5.3-2.8 5.1-6-3.3.3-5.1 2.6-5.1 6z"
)
HELMET: Final = (
    "M4 13.5C4 7.5 7.6 4.8 12.2 4.8c5 0 8.3 3.6 8.3 8.7V22h-4.3l-.9-6.2H11v3.6H7.6"
    "l-.7-2.9L4 15.6z M3 9.5C4 3.8 8.3 1 13.4 1.2c4 .2 7.2 2 8.6 5-3-1.9-6-2.8-9.3-2.7"
    "-4 .2-7.3 2.2-9.7 6z"
)
LAUREL: Final = (
    "M11.3 22C5.6 19.6 3.3 13.8 4.6 6.5l1.7.5c-1 6 .6 10.7 5 13z"
    "M12.7 22c5.7-2.4 8-8.2 6.7-15.5l-1.7.5c1 6-.6 10.7-5 13z"
    "M6 9C3.3 7.8 2.6 5.3 3.6 2.5 6.1 3.8 7 6.3 6 9zM18 9c2.7-1.2 3.4-3.7 2.4-6.5"
    "C17.9 3.8 17 6.3 18 9zM7 14.5c-3 .1-4.6-1.5-5-4.4 2.9-.2 4.7 1.5 5 4.4zM17 14.5"
    "c3 .1 4.6-1.5 5-4.4-2.9-.2-4.7 1.5-5 4.4z"
)


def _filled(path: str, colour: str = SEAT) -> str:
    return el("path", d=path, fill=colour)


def _castle(path: str, more: str = "") -> Symbol:
    """A building in the seat's colour with an open gate."""
    return Symbol(el("path", d=path + GATE + more, fill=SEAT, fill_rule="evenodd"))


def _seat_mark(seat: int) -> Symbol:
    return Symbol(el("path", d=MARKS[seat], fill=f"var(--seat-{seat})"), "-12 -12 24 24")


def _line(path: str, width: float = 2.2) -> Symbol:
    return Symbol(
        el(
            "path",
            d=path,
            fill="none",
            stroke="currentColor",
            stroke_width=str(width),
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    )


COIN: Final = (
    f'<circle cx="12" cy="12" r="9.8" fill="#e2b33a" stroke="{INK}" stroke-width="1.3"/>'
    '<circle cx="12" cy="12" r="6.4" fill="none" stroke="#8a6515" stroke-width="1.3"/>'
    f'<path d="M9.8 8.4h4.4M9.8 15.6h4.4M12 8.4v7.2" stroke="{INK}" stroke-width="1.6"/>'
)
FREE: Final = (
    '<circle cx="12" cy="12" r="8.5" fill="#fbf7ec" stroke="currentColor" stroke-width="2.4"'
    ' stroke-dasharray="4 2.68"/>'
)

SYMBOLS: Final[Mapping[str, Symbol]] = {
    "infantry": Symbol(el("path", d=SHIELD + CROSS, fill=SEAT, fill_rule="evenodd")),
    "cavalry": Symbol(_filled(HORSE)),
    "fort": _castle(WALLS),
    "no_fort": Symbol(
        el(
            "path",
            d=WALLS,
            fill="none",
            stroke="var(--line,#b99d64)",
            stroke_width="1.7",
            stroke_dasharray="2.6 1.8",
        )
    ),
    "great_fort": _castle(KEEP),
    "home": _castle(HOUSE, STAR),
    "food": Symbol(_filled(EAR, "var(--food,#5d7a2e)")),
    "coin": Symbol(COIN),
    "hero": Symbol(_filled(HELMET)),
    "laurel": Symbol(_filled(LAUREL, "currentColor")),
    "chronicle": _line("M6 3h11v14.5a3 3 0 0 0 3 3H9a3 3 0 0 1-3-3zM9.5 8h4.5M9.5 12h4.5", 2),
    "mission": _line(
        "M12 2.5a9.5 9.5 0 1 0 .01 0zM12 7a5 5 0 1 0 .01 0zM12 11.5a.6.6 0 1 0 .01 0z", 2
    ),
    "swords": _line(
        "M4 3.5l13 13M20 3.5l-13 13M3.5 16.5l4 4M20.5 16.5l-4 4M4 20.5l2-2M20 20.5l-2-2"
    ),
    "sword": _line("M12 2v14M8 16h8M12 16v5.5"),
    "move": _line("M3 12h17M14 6l6 6-6 6", 2.6),
    "clock": _line("M12 2.5a9.5 9.5 0 1 0 .01 0zM12 7v5.5l3.5 2", 2),
    "flag": Symbol(_filled("M5 2h2v20H5zM8 3h12l-3 4.5L20 12H8z", "currentColor")),
    "cross": _line("M5 5l14 14M19 5L5 19", 3),
    "free": Symbol(FREE),
    **{f"mark-{seat}": _seat_mark(seat) for seat in range(len(MARKS))},
}
