"""The colours of Para Bellum's table, and its style sheet.

Cards, dice and symbols keep their light plates in the dark, so no symbol needs a second version.
"""

from __future__ import annotations

from typing import Final

from ludus.core.svg import SANS, SERIF, Tones

NAME: Final = "para-bellum"
INK: Final = "#2b2118"
CREAM: Final = "#fbf5e6"
PURPLE: Final = "#6b2a4a"
CINNABAR: Final = "#b5382a"
VERDIGRIS: Final = "#377364"
"""Darker than the shared one, because text is set on it."""
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
    "cloth": ("#efe2c4", "#2a241c"),
    "cloth-line": ("#cdb98d", "#5d4f36"),
    "head": ("#5a4522", "#d9c79c"),
    "strong": ("#2b2118", "#f2e8d3"),
    "soft": ("#6a5b45", "#bfb196"),
    "edge": ("#2b2118", "#d9c7a4"),
    "legal": ("#ffe9a0", "#ffe08a"),
    "legal-line": ("#6b2a4a", "#e8a9c8"),
}

CSS: Final = (
    f".para-bellum text{{font-family:{SANS}}}"
    f".para-bellum .h,.para-bellum .hs,.para-bellum .wf,.para-bellum .pts{{font-family:{SERIF}}}"
    ".para-bellum .hs{font-weight:bold}"
    ".para-bellum .step{fill:var(--cloth-line);opacity:.55}"
    f".para-bellum .step.on{{fill:{PURPLE};opacity:1}}"
    ".para-bellum .step-name{fill:var(--strong);font-size:13px;text-anchor:middle}"
    f".para-bellum .step-name.on{{fill:{CREAM};font-weight:bold}}"
    ".para-bellum .ground{fill:var(--cloth)}"
    ".para-bellum .field{fill:var(--field)}"
    ".para-bellum .corner{fill:none;stroke:var(--field-line);stroke-width:1.2;opacity:.6}"
    ".para-bellum .cn{fill:var(--field-name);font-size:12px;font-weight:bold;text-anchor:middle}"
    ".para-bellum .cap{fill:var(--head);font-size:15px;font-weight:bold;letter-spacing:2.2px}"
    ".para-bellum .pts{fill:var(--strong);font-size:25px;font-weight:bold;text-anchor:end}"
    ".para-bellum .st{fill:var(--strong)}"
    ".para-bellum .so{fill:var(--soft)}"
    ".para-bellum .sf{fill:var(--strong)}"
    ".para-bellum .qf{fill:var(--soft)}"
    ".para-bellum .wf{fill:var(--strong);font-weight:bold}"
    ".para-bellum .tile{fill:var(--cloth);stroke:var(--cloth-line);stroke-width:1.4}"
    ".para-bellum .tile.on{stroke:var(--legal-line);stroke-width:3.4}"
    f".para-bellum .plate{{fill:{CREAM};stroke:{INK};stroke-width:1.3}}"
    f".para-bellum .t{{fill:{INK}}}"
    f".para-bellum .h{{fill:{CREAM};font-weight:bold}}"
    f".para-bellum .or{{fill:#7a6a4d;font-style:italic;text-anchor:middle;font-size:12px}}"
    ".para-bellum .thin{stroke:#b9a77d;stroke-width:1}"
    ".para-bellum .down{opacity:.55}"
    ".para-bellum .strike{stroke:#2b2118;stroke-width:1.6}"
    ".para-bellum .ring{fill:var(--legal);fill-opacity:.34;stroke:var(--legal-line);"
    "stroke-width:3;stroke-dasharray:7 4.5}"
    # It lies over print that is to be read: the outline says it, and hardly the fill.
    ".para-bellum .over.ring{fill-opacity:.06}"
    ".para-bellum .choice:hover .over.ring,.para-bellum .choice:focus .over.ring{fill-opacity:.12;"
    "stroke-width:4.5}"
    ".para-bellum .glow{fill:var(--legal)}"
    f".para-bellum .tag{{fill:{PURPLE};stroke:{CREAM};stroke-width:1.2}}"
    f".para-bellum .picked{{fill:none;stroke:{PURPLE};stroke-width:4}}"
    ".para-bellum .ghost{opacity:0;pointer-events:none}"
    ".para-bellum .choice:hover .ghost,.para-bellum .choice:focus .ghost{opacity:1}"
    ".para-bellum .choice:hover .key,.para-bellum .choice:focus .key{opacity:0}"
    f".para-bellum .box{{fill:#fff6d0;stroke:{PURPLE};stroke-width:2;stroke-dasharray:5 3}}"
    f".para-bellum .band{{fill:none;stroke:{PURPLE};stroke-width:3;stroke-dasharray:9 4}}"
    ".para-bellum .dim{opacity:.5}"
    ".para-bellum .spot{fill:#000;fill-opacity:0}"
    ".para-bellum .last{fill:none;stroke:#fff6d0;stroke-width:4}"
    ".para-bellum .fresh{fill:none;stroke:var(--legal-line);stroke-width:2;stroke-dasharray:3 3}"
    ".para-bellum .digit{fill:#fff8e8;font-weight:bold;text-anchor:middle}"
)
