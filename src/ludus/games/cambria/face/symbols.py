"""The icons of Cambria, for sentences, meters and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ludus.core.models import Symbol
from ludus.core.svg import EAGLE, MARKS, el

SEAT: Final = "var(--seat-fill,currentColor)"
"""The colour of the seat that an icon stands beside, if any."""

FORT: Final = (
    f'<path fill="{SEAT}" d="M3.5 21V7h3.2v2.6h3V7h4.6v2.6h3V7h3.2v14h-6v-4.2'
    'a2.5 2.5 0 0 0-5 0V21z"/>'
)
WARRIOR: Final = (
    f'<g fill="{SEAT}"><circle cx="12" cy="6.5" r="4"/>'
    '<path d="M4.5 21c0-6 2.6-9 7.5-9s7.5 3 7.5 9z"/></g>'
)
BOAT: Final = (
    f'<g fill="{SEAT}"><path d="M2.5 15h19l-3 5.5h-13z"/>'
    '<path d="M11 2.5h1.5V14H11z"/><path d="M13.5 4.5q6 3 6.5 8.5h-6.5z"/>'
    '<path d="M10 6.5v6.5H4.5q1-4.5 5.5-6.5z"/></g>'
)
COIN: Final = (
    '<circle cx="12" cy="12" r="10.4" fill="#e3b94b" stroke="#5d400e" stroke-width="1.2"/>'
    '<circle cx="12" cy="12" r="8" fill="none" stroke="#fff1c4" stroke-width=".9"/>'
)
TOKEN: Final = (
    '<circle cx="12" cy="12" r="9.5" fill="#e3b94b" stroke="#5d400e" stroke-width="1.8"/>'
    '<path fill="#5d400e" d="M12 5.8l1.7 3.9 4.2.4-3.2 2.8 1 4.2-3.7-2.2-3.7 2.2'
    ' 1-4.2-3.2-2.8 4.2-.4z"/>'
)
LEGION: Final = (
    '<path d="M5 3.5q7-3 14 0V15q-7 7.5-14 0z" fill="#6d1410" stroke="#f0cf73"'
    ' stroke-width="1.6" stroke-linejoin="round"/>'
    f'<path d="{EAGLE}" fill="#f7dd90" transform="translate(12 10)scale(.56)"/>'
)
EAGLE_ICON: Final = (
    f'<path d="{EAGLE}" fill="currentColor" transform="translate(12 12)scale(1.1)"/>'
)
STANDARD: Final = (
    '<path d="M3.5 3.5h17" stroke="#e3b94b" stroke-width="2" stroke-linecap="round"/>'
    '<path d="M5 5h14v16l-3.5-2.5L12 21l-3.5-2.5L5 21z" fill="#8c2a1c" stroke="#e6c15c"/>'
    f'<path d="{EAGLE}" fill="#f7dd90" transform="translate(12 11.5)scale(.5)"/>'
)
RING: Final = (
    '<circle cx="12" cy="12" r="8.8" fill="none" stroke="#b99d64" stroke-width="4.2"'
    ' stroke-dasharray="2 1.5"/>'
    '<path d="M12 3.2A8.8 8.8 0 0 1 20.8 12" fill="none" stroke="var(--seat-0)"'
    ' stroke-width="4.6"/>'
    '<path d="M3.2 12A8.8 8.8 0 0 1 11 3.3" fill="none" stroke="var(--seat-1)"'
    ' stroke-width="4.6"/><circle cx="12" cy="12" r="5.2" fill="#8c2f20"/>'
)
ROAD: Final = (
    '<path d="M3 18L21 6" stroke="#4a3419" stroke-width="6"/>'
    '<path d="M3 18L21 6" stroke="#efe2c2" stroke-width="3.6"/>'
    '<path d="M8 7.5l8.5 1-1 8.5-8.5-1z" fill="#f7efd9" stroke="#4a3419" stroke-width="1.5"/>'
)
MOVE: Final = (
    '<path d="M2 12h11" stroke="currentColor" stroke-width="3.2" stroke-dasharray="3.5 2.4"/>'
    '<path d="M12.5 6.5L22 12l-9.5 5.5z" fill="currentColor"/>'
)


def _seat_mark(seat: int) -> Symbol:
    shape = el("path", d=MARKS[seat], fill=f"var(--seat-{seat})")
    return Symbol(shape, "-12 -12 24 24")


def _taken(seat: int) -> Symbol:
    """A fort that a seat has taken: its shape with a light edge inside."""
    shape = MARKS[seat]
    return Symbol(
        el("path", d=shape, fill=f"var(--seat-{seat})")
        + el(
            "path",
            d=shape,
            fill="none",
            stroke="#fff8e6",
            stroke_width="1.3",
            transform="scale(.74)",
        ),
        "-12 -12 24 24",
    )


SYMBOLS: Final[Mapping[str, Symbol]] = {
    "fort": Symbol(FORT),
    "token": Symbol(TOKEN),
    "coin": Symbol(COIN),
    "warrior": Symbol(WARRIOR),
    "boat": Symbol(BOAT),
    "legion": Symbol(LEGION),
    "eagle": Symbol(EAGLE_ICON),
    "standard": Symbol(STANDARD),
    "ring": Symbol(RING),
    "road": Symbol(ROAD),
    "move": Symbol(MOVE),
    **{f"mark-{seat}": _seat_mark(seat) for seat in range(len(MARKS))},
    **{f"taken-{seat}": _taken(seat) for seat in range(len(MARKS))},
}
