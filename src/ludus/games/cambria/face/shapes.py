"""Small drawings that are used many times, each defined once in the picture.

Colours and letters are attributes here, not classes: style rules that name an ancestor do not reach
into a shape that is used elsewhere, while inherited variables do.
"""

from __future__ import annotations

from typing import Final

from ludus.core.svg import EAGLE, INSCRIPTION, MARKS, el, mark_shapes, text
from ludus.core.text import roman
from ludus.games.cambria.ids import NUMBERS

MARK: Final = "c-m"
"""What the ids of the seat marks begin with."""
SHADE: Final = 'opacity=".28"'


HILL: Final = (
    '<g id="c-h"><path fill="var(--hill)" d="M-10 0C-7-3-4-11-1-11.5C2-11 5-4 10 0z"/>'
    '<path fill="var(--hill-shade)" d="M-1-11.5C2-11 5-4 10 0H2C3-3 1-6-1-11.5z" opacity=".8"/>'
    '<path fill="none" stroke="var(--hill-line)" stroke-width="1.1" stroke-linecap="round"'
    ' d="M-10 0C-7-3-4-11-1-11.5C2-11 5-4 10 0M-4.5-4.5l-2 3M-2-6l-1 3.5"/></g>'
)
TREE: Final = (
    '<g id="c-t" stroke="var(--tree-line)"><path d="M0 1v-5" stroke-width="1.6"/>'
    '<path fill="var(--tree)" d="M-5-3q-2-6 2-8q3-4 6 0q4 2 2 8z"/></g>'
)
WAVE: Final = (
    '<path id="c-w" fill="none" stroke="var(--wave)" stroke-width="1.5" stroke-linecap="round"'
    ' opacity=".6" d="M-15 2q5-7 10 0q5-7 10 0q5-7 10 0M-6 9q5-6 10 0"/>'
)
GRAIN: Final = (
    '<pattern id="c-grain" width="74" height="62" patternUnits="userSpaceOnUse">'
    '<path fill="none" stroke="var(--stain)" stroke-width=".9" opacity=".2" d="M6 9l9 2M31 5l4-3'
    "M52 13l11-1M20 24l3 5M41 29l8 3M66 34l4-4M9 41l7-2M29 46l10 2M55 50l6 3M13 57l5-3M47 59l9-1"
    '"/></pattern>'
)
SLOT: Final = (
    '<g id="c-s"><rect x="-17" y="-17" width="34" height="34" rx="6" fill="var(--slot)"'
    ' stroke="var(--slot-line)" stroke-width="2.4"/>'
    '<rect x="-12" y="-12" width="24" height="24" rx="3" fill="none"'
    ' stroke="var(--slot-mark)" stroke-width="1.4" stroke-dasharray="3.4 3.4"/></g>'
)
GLOW: Final = (
    '<g id="c-g"><rect x="-26" y="-26" width="52" height="52" rx="10" fill="var(--glow)"'
    ' fill-opacity=".6" stroke="none"/>'
    '<rect x="-20" y="-20" width="40" height="40" rx="7" fill="var(--slot)"/>'
    '<rect x="-20" y="-20" width="40" height="40" rx="7"/></g>'
)
"""A road that can be chosen; how strong it glows and how it is outlined comes from outside."""
GLOW_BOAT: Final = (
    '<g id="c-gb" fill="none"><circle r="38" stroke="var(--glow)" stroke-opacity=".85"'
    ' stroke-width="10" stroke-dasharray="none"/><circle r="40"/></g>'
)
"""The same round a boat."""
SITE: Final = (
    '<g id="c-site"><circle r="30" fill="var(--land-1)" stroke="var(--road-edge)"'
    ' stroke-width="2.6"/><circle r="25" fill="none" stroke="var(--tribe)" stroke-width="1.4"'
    ' stroke-dasharray="4 4"/></g>'
)
PAINT: Final = (
    '<radialGradient id="c-token" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#cf5d43"/>'
    '<stop offset="1" stop-color="#8c2f20"/></radialGradient>'
    '<radialGradient id="c-disc" cx=".4" cy=".35" r=".8">'
    '<stop offset="0" stop-color="var(--disc-1)"/>'
    '<stop offset="1" stop-color="var(--disc-2)"/></radialGradient>'
)
BOAT: Final = (
    f'<g id="c-boat"><circle {SHADE} cx="2" cy="3.5" r="35"/><circle r="35" fill="#3f6873"/>'
    '<circle r="32" fill="url(#c-disc)"/><path d="M-14 17l-2.5 6M-5 19l-1 6M5 19l1 6M14 17l2.5 6"'
    ' stroke="#432711" stroke-width="1.6"/>'
    '<path d="M-26 10q26 14 52 0l-5 10q-21 8-42 0z" fill="#7a4a23" stroke="#432711"/>'
    '<path d="M0-29V14" stroke="#432711" stroke-width="2"/>'
    '<path d="M-18-23h36q5 15 0 32h-36q5-17 0-32z" fill="#fbf5e3" stroke="#7b2d20"'
    ' stroke-width="1.5"/></g>'
)
LEGION: Final = (
    f'<g id="c-legion"><path {SHADE} d="M-11-20q15-6 30 0v32q-15 15-30 0z"/>'
    '<path d="M-15.5-24q15.5-6 31 0v35q-15.5 15-31 0z" fill="#6d1410" stroke="#f0cf73"'
    ' stroke-width="3" stroke-linejoin="round"/>'
    f'<path d="{EAGLE}" fill="#f7dd90" transform="translate(0-4)scale(1.2)"/></g>'
)
STANDARD: Final = (
    f'<path {SHADE} d="M-36-42h78v90l-13-8l-13 8l-13-8l-13 8l-13-8l-13 8z"/>'
    '<path d="M-46-46H46" stroke="#5d400e" stroke-width="7" stroke-linecap="round"/>'
    '<path d="M-46-46H46" stroke="#e3b94b" stroke-width="3.4" stroke-linecap="round"/>'
    '<path d="M-39-44h78v90l-13-8l-13 8l-13-8l-13 8l-13-8l-13 8z" fill="#8c2a1c"/>'
    '<path d="M-34-39h68v69l-8-4l-13 8l-13-8l-13 8l-13-8l-8 4z" fill="none" stroke="#e6c15c"'
    ' stroke-width="1.8"/>'
    '<circle cy="10" r="21" fill="#a23a28" stroke="#e6c15c" stroke-width="1.5"'
    ' stroke-dasharray="3 3"/>'
)


def numeral(value: int, size: float, fill: str, y: float) -> str:
    return text(
        roman(value),
        y=y,
        text_anchor="middle",
        font_family=INSCRIPTION,
        font_weight="800",
        font_size=size,
        fill=fill,
    )


def _fort(value: int) -> str:
    """A fort token with its numeral."""
    return (
        f'<g id="c-f{value}"><circle r="27" fill="#5c1f15" stroke="#5c1f15" stroke-width="9"'
        ' stroke-dasharray="9.42 4.72"/><circle r="25.5" fill="url(#c-token)"/>'
        '<circle r="22" fill="none" stroke="#f0d9a4" stroke-width="1.5" opacity=".9"/>'
        f"{numeral(value, 26.5, '#fbeecb', 9)}</g>"
    )


def _coin(value: int) -> str:
    """A victory point token, for second place."""
    return (
        f'<g id="c-c{value}"><circle {SHADE} cx="1.5" cy="2.5" r="21.5"/>'
        '<circle r="21.5" fill="#e3b94b" stroke="#5d400e" stroke-width="1.8"/>'
        f"{numeral(value, 26.5, '#432c06', 9.2)}</g>"
    )


SIZE: Final = (3.6, 3.7, 3.7, 3.5, 3.7, 3.4)
"""How much larger than a seat mark a fort taken by that seat is drawn."""
NUMERAL_AT: Final = (9.0, 9.0, 17.0, 9.0, 9.0, 9.0)
"""Where its numeral stands; a triangle is wide at the bottom."""


def _taken(seat: int) -> str:
    """The owner's shape that lies where a fort was; its colour comes from outside."""
    shape, size = MARKS[seat], SIZE[seat]
    layers = (
        el("path", d=shape, fill="#000", opacity=".3", transform=f"translate(3 5)scale({size})"),
        el("path", d=shape, stroke="#2b2118", stroke_width="3.4", transform=f"scale({size})"),
        el("path", d=shape, stroke="#fff8e6", stroke_width="1.9", transform=f"scale({size})"),
        el(
            "path",
            d=shape,
            fill="none",
            stroke="#fff8e6",
            stroke_width=".5",
            opacity=".7",
            transform=f"scale({size * 0.8:.3g})",
        ),
    )
    return el("g", *layers, id=f"c-o{seat}", stroke_linejoin="round")


def _small(seat: int) -> str:
    """A seat mark in a segment of a ring."""
    return el("path", id=f"c-k{seat}", d=MARKS[seat], fill="#fff8e6", transform="scale(.52)")


SMALL_EAGLE: Final = el("path", id="c-ke", d=EAGLE, fill="#f7dd90", transform="scale(.62)")

ALL: Final = (
    PAINT,
    HILL,
    TREE,
    WAVE,
    GRAIN,
    SLOT,
    GLOW,
    GLOW_BOAT,
    SITE,
    BOAT,
    LEGION,
    mark_shapes(MARK),
    *(_fort(value) for value in NUMBERS),
    *(_coin(value) for value in NUMBERS[:3]),
    *(_taken(seat) for seat in range(len(MARKS))),
    *(_small(seat) for seat in range(len(MARKS))),
    SMALL_EAGLE,
)
