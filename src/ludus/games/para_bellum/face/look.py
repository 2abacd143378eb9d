"""The colours of Para Bellum's table, and its style sheet.

Cards, dice and symbols keep their light plates in the dark, so no symbol needs a second version.
"""

from __future__ import annotations

from typing import Final

from ludus.core.svg import SANS, Tones

NAME: Final = "para-bellum"
INK: Final = "#2b2118"
CREAM: Final = "#fbf5e6"
PURPLE: Final = "#6b2a4a"
LAPIS: Final = "#2f5a8f"
GOLD: Final = "#c98a1b"

PAINTS: Final = (
    ("#a5283c", "#6a1424", "#e6b3ae", "#fbf0dc"),
    ("#3b7fb3", "#1d4d77", "#b9d5e6", "#fbf0dc"),
    ("#548f48", "#2b5a26", "#c3dab3", "#fbf0dc"),
    ("#dba42c", "#7d540a", "#f3dd9f", "#4a3005"),
    ("#7d4894", "#482257", "#d6bede", "#fbf0dc"),
)
"""Per army colour: base, dark, tint, and the charge on its shields."""

TONES: Final[Tones] = {
    "field": ("#b4ba92", "#343a2b"),
    "field-line": ("#6e7550", "#6c7458"),
    "field-name": ("#3f4529", "#b9c19c"),
    "legal": ("#ffe9a0", "#ffe08a"),
    "legal-line": ("#6b2a4a", "#e8a9c8"),
}

CSS: Final = (
    # Also where a panel has a copy of it in a window of another shape.
    "svg.para-bellum{overflow:visible}"
    f".para-bellum text{{font-family:{SANS}}}"
    ".para-bellum .field{fill:var(--field)}"
    ".para-bellum .tuft{fill:none;stroke:var(--field-line);stroke-width:1.1;opacity:.5}"
    ".para-bellum .corner{fill:none;stroke:var(--field-line);stroke-width:1.2;opacity:.6}"
    ".para-bellum .cn{fill:var(--field-name);font-size:14px;font-weight:bold;text-anchor:middle}"
    f".para-bellum .plate{{fill:{CREAM};stroke:{INK};stroke-width:1.3}}"
    f".para-bellum .t{{fill:{INK}}}"
    f".para-bellum .h{{fill:{CREAM};font-weight:bold}}"
    ".para-bellum .down{opacity:.55}"
    ".para-bellum .ring{fill:var(--legal);fill-opacity:.34;stroke:var(--legal-line);"
    "stroke-width:3;stroke-dasharray:7 4.5}"
    ".para-bellum .over.ring{fill-opacity:.06}"
    ".para-bellum .choice:hover .over.ring,.para-bellum .choice:focus .over.ring{fill-opacity:.12;"
    "stroke-width:4.5}"
    ".para-bellum .glow{fill:var(--legal)}"
    f".para-bellum .tag{{fill:{PURPLE};stroke:{CREAM};stroke-width:1.2}}"
    ".para-bellum .ghost{opacity:0;pointer-events:none}"
    ".para-bellum .choice:hover .ghost,.para-bellum .choice:focus .ghost,"
    ".para-bellum .js-aim .ghost.js-now{opacity:1}"
    ".para-bellum .choice:hover .key,.para-bellum .choice:focus .key{opacity:0}"
    f".para-bellum .box{{fill:#fff6d0;stroke:{PURPLE};stroke-width:2;stroke-dasharray:5 3}}"
    f".para-bellum .band{{fill:none;stroke:{PURPLE};stroke-width:3;stroke-dasharray:9 4}}"
    ".para-bellum .spot{fill:#000;fill-opacity:0}"
    # A cell that a card of the hand can go to shows nothing until that card is taken.
    ".para-bellum .target .ring{opacity:0}.para-bellum .js-target .ring{opacity:1}"
    ".para-bellum .gains{display:none}.para-bellum .js-target .gains.js-now{display:inline}"
    ".para-bellum .js-aim .gains.js-now{display:none}"
    ".para-bellum .last{fill:none;stroke:#fff6d0;stroke-width:4}"
    ".para-bellum .fresh{fill:none;stroke:var(--legal-line);stroke-width:2;stroke-dasharray:3 3}"
    ".para-bellum .digit{fill:#fff8e8;font-weight:bold;text-anchor:middle}"
    ".para-bellum .legion{fill:none;stroke:var(--glow);stroke-width:5}"
    "@media(prefers-reduced-motion:no-preference){"
    ".para-bellum .rolled{transform-box:fill-box;transform-origin:center;"
    "animation:pb-roll .7s cubic-bezier(.2,.8,.3,1)}"
    ".para-bellum .legion{animation:pb-light 1.1s 3}}"
    "@keyframes pb-roll{0%{transform:translateY(-26px) rotate(-300deg) scale(.5);opacity:.3}"
    "70%{transform:rotate(12deg) scale(1.15)}100%{transform:none}}"
    "@keyframes pb-light{50%{stroke-width:11;opacity:.55}}"
)
