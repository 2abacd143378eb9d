"""Small drawings that are used many times, each defined once in the picture.

Colours are attributes here, not classes: style rules that name an ancestor do not reach into a
shape that is used elsewhere, while inherited variables do.
"""

from __future__ import annotations

from typing import Final

from ludus.core.svg import EAGLE, mark_shapes

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
    '<g id="c-s"><rect x="-15" y="-15" width="30" height="30" rx="5" fill="var(--slot)"'
    ' stroke="var(--slot-line)" stroke-width="2.2"/>'
    '<rect x="-10.5" y="-10.5" width="21" height="21" rx="3" fill="none"'
    ' stroke="var(--slot-mark)" stroke-width="1.2" stroke-dasharray="3 3"/></g>'
)
SITE: Final = (
    '<g id="c-site"><circle r="27" fill="var(--land-1)" stroke="var(--road-edge)"'
    ' stroke-width="2.6"/><circle r="22" fill="none" stroke="var(--tribe)" stroke-width="1.4"'
    ' stroke-dasharray="4 4"/></g>'
)
PAINT: Final = (
    '<radialGradient id="c-token" cx=".38" cy=".32" r=".8"><stop offset="0" stop-color="#cf5d43"/>'
    '<stop offset="1" stop-color="#8c2f20"/></radialGradient>'
    '<radialGradient id="c-disc" cx=".4" cy=".35" r=".8">'
    '<stop offset="0" stop-color="var(--disc-1)"/>'
    '<stop offset="1" stop-color="var(--disc-2)"/></radialGradient>'
)
FORT: Final = (
    f'<g id="c-fort"><circle {SHADE} cx="2.5" cy="4" r="32"/>'
    '<circle r="28.5" fill="#5c1f15" stroke="#5c1f15" stroke-width="10"'
    ' stroke-dasharray="9.92 5"/>'
    '<circle r="29" fill="#5c1f15"/><circle r="26" fill="url(#c-token)"/>'
    '<circle r="22" fill="none" stroke="#f0d9a4" stroke-width="1.6" opacity=".9"/></g>'
)
BOAT: Final = (
    f'<g id="c-boat"><circle {SHADE} cx="2" cy="3.5" r="34"/><circle r="34" fill="#3f6873"/>'
    '<circle r="31" fill="url(#c-disc)"/><path d="M-14 17l-2.5 6M-5 19l-1 6M5 19l1 6M14 17l2.5 6"'
    ' stroke="#432711" stroke-width="1.6"/>'
    '<path d="M-26 9q26 14 52 0l-5 10q-21 8-42 0z" fill="#7a4a23" stroke="#432711"/>'
    '<path d="M0-28V13" stroke="#432711" stroke-width="2"/>'
    '<path d="M-15-21h30q5 14 0 29h-30q5-15 0-29z" fill="#fbf5e3" stroke="#7b2d20"'
    ' stroke-width="1.5"/></g>'
)
LEGION: Final = (
    f'<g id="c-legion"><path {SHADE} d="M-10-16q12-5 24 0v26q-12 12-24 0z"/>'
    '<path d="M-12.5-19.5q12.5-5 25 0v28q-12.5 12-25 0z" fill="#6d1410" stroke="#f0cf73"'
    ' stroke-width="2.6" stroke-linejoin="round"/>'
    f'<path d="{EAGLE}" fill="#f7dd90" transform="translate(0-3.5)scale(.95)"/></g>'
)
STANDARD: Final = (
    f'<path {SHADE} d="M-39-39h84v87l-14-8l-14 8l-14-8l-14 8l-14-8l-14 8z"/>'
    '<path d="M-50-44H50" stroke="#5d400e" stroke-width="7" stroke-linecap="round"/>'
    '<path d="M-50-44H50" stroke="#e3b94b" stroke-width="3.4" stroke-linecap="round"/>'
    '<path d="M-42-42h84v84l-14-8l-14 8l-14-8l-14 8l-14-8l-14 8z" fill="#8c2a1c"/>'
    '<path d="M-36-37h72v63l-8-4l-14 8l-14-8l-14 8l-14-8l-8 4z" fill="none" stroke="#e6c15c"'
    ' stroke-width="1.8"/>'
    '<circle cy="4" r="20" fill="#a23a28" stroke="#e6c15c" stroke-width="1.5"'
    ' stroke-dasharray="3 3"/>'
)

ALL: Final = (PAINT, HILL, TREE, WAVE, GRAIN, SLOT, SITE, FORT, BOAT, LEGION, mark_shapes(MARK))
