"""The colours of Cambria's board, and its style sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ludus.core.svg import INSCRIPTION, Tones
from ludus.games.cambria.drawing import Sheet

NAME: Final = "cambria"

TONES: Final[Tones] = {
    "sea-1": ("#c6dad6", "#203740"),
    "sea-2": ("#84abb3", "#11222a"),
    "shore": ("#f0f6ee", "#4d7682"),
    "wave": ("#54808b", "#49707b"),
    "coast": ("#513a1d", "#0b0806"),
    "rim": ("#a27c44", "#b08f56"),
    "land-1": ("#f6ebcd", "#4b4030"),
    "land-2": ("#ecdcb2", "#3f3527"),
    "land-3": ("#dcc48f", "#30281c"),
    "stain": ("#9a7434", "#0f0b06"),
    "river": ("#79a5b1", "#3f6b78"),
    "lake": ("#a9cbd0", "#2c4e59"),
    "hill": ("#dfc792", "#5d5039"),
    "hill-shade": ("#a5834f", "#2b2318"),
    "hill-line": ("#664a26", "#b09868"),
    "tree": ("#a9ac70", "#505a38"),
    "tree-line": ("#6a7040", "#8f976a"),
    "road": ("#efe2c2", "#9a8a66"),
    "road-edge": ("#4a3419", "#100c08"),
    "road-mark": ("#9b845a", "#5f5238"),
    "slot": ("#f7efd9", "#c8b88f"),
    "slot-line": ("#4a3419", "#120e09"),
    "slot-mark": ("#b09a68", "#8a7a54"),
    "free": ("#f7efd9", "#6b5e46"),
    "name": ("#33200e", "#f6ead0"),
    "halo": ("#f7eed5", "#1c1710"),
    "tribe": ("#86653a", "#a8926a"),
    "tide": ("#355c68", "#86acb4"),
    "disc-1": ("#f7f0dc", "#d2c39b"),
    "disc-2": ("#d9c99c", "#a39168"),
}

CSS: Final = (
    # On a page the land goes on to the edges of the window, whatever its shape.
    ".world .lu.cambria{overflow:visible}"
    # The land and the sea.
    ".cambria .w{fill:none;stroke:var(--shore);stroke-linejoin:round}"
    ".cambria .wb{fill:none;stroke:url(#c-sea);stroke-linejoin:round}"
    ".cambria .ld{fill:url(#c-land);stroke:var(--coast);stroke-width:3;stroke-linejoin:round}"
    ".cambria .rim{fill:none;stroke:var(--rim);opacity:.28}"
    ".cambria .stain{fill:url(#c-stain)}"
    ".cambria .river{fill:none;stroke:var(--river);stroke-width:2.4;stroke-linecap:round}"
    ".cambria .lake{fill:var(--lake);stroke:var(--river);stroke-width:1.3}"
    # Roads and their slots.
    ".cambria .re{fill:none;stroke:var(--road-edge);stroke-width:13}"
    ".cambria .rd{fill:none;stroke:var(--road);stroke-width:8.6}"
    ".cambria .rm{fill:none;stroke:var(--road-mark);stroke-width:1.3;stroke-dasharray:5 6}"
    # Lettering: sizes that can be read with the whole board on a telephone.
    ".cambria .name{font-weight:700;font-size:26.5px;fill:var(--name);stroke:var(--halo);"
    "stroke-width:5;paint-order:stroke;stroke-linejoin:round}"
    ".cambria .tribe{fill:var(--tribe);text-anchor:middle}"
    ".cambria .tide{fill:var(--tide);text-anchor:middle}"
    f".cambria .n,.cambria .spqr,.cambria .north{{font-family:{INSCRIPTION};font-weight:800;"
    "text-anchor:middle}"
    ".cambria .n{fill:#fffaf0;font-size:26.5px}"
    ".cambria .gone{fill:var(--tribe)}"
    ".cambria .boat-n{fill:#7b2418;font-size:26.5px}"
    ".cambria .spqr{fill:#f2d684;font-size:21.5px}"
    ".cambria .north{fill:var(--tide);font-size:20px;stroke:none}"
    "@media(max-width:1100px),(max-height:640px){.cambria .tribe,.cambria .tide{display:none}}"
    "@media(max-height:500px){.cambria .spqr{display:none}}"
    # The legion's segment in a ring, places that a page lights, and what would come to a place.
    ".cambria .sl{fill:#6d1410;stroke:#f0cf73;stroke-width:1.4}"
    ".cambria .js-lit,.cambria [tabindex]:focus-visible{--lit:var(--glow);--lit-width:7px}"
    ".cambria [tabindex]{outline:none}"
    ".cambria .js-muted .ring{display:none}"
    ".cambria .hit{fill:transparent}"
    ".cambria .ghost{stroke:#fff8e6;stroke-width:1.6;opacity:0;pointer-events:none}"
    ".cambria .choice:hover .ghost,.cambria .choice:focus-visible .ghost,"
    ".cambria .js-lit .ghost,.cambria .js-picked .ghost{opacity:.65}"
    # With both on a road, the page's switch says which one would come.
    ".cambria .ghost+.legion{display:none}"
    ":root:has(#mode-legion[aria-pressed=true]) .cambria .ghost{display:none}"
    ":root:has(#mode-legion[aria-pressed=true]) .cambria .ghost.legion{display:inline}"
    ".cambria .js-picked .ring{fill-opacity:1;stroke-width:4.5;stroke-dasharray:none}"
    # A finger needs 40 px.
    "@media(pointer:coarse){.cambria .hit{r:43px}}"
    "@media(pointer:coarse)and (max-height:500px){.cambria .hit{r:53px}}"
)

UPRIGHT: Final = "@media(max-aspect-ratio:1/1),(max-aspect-ratio:7/5) and (min-width:1180px)"
"""Windows too narrow to show the open sea beside the land; wide ones have players on the right."""


def near(sheets: Iterable[Sheet]) -> str:
    """Boats and standard close to the coast, on screens that show no more of the sea.

    A page has one style sheet for both sides, so each rule names its side. In the editor of packs
    all lies where a hand takes it.
    """
    moved = [
        f".cambria:not(#picture):has(.side-{sheet.side.key}) "
        f"#{place}{{transform:translate({x}px,{y}px)}}"
        for sheet in sheets
        for place, (x, y) in (
            *((f"boat-{boat}", spot.near) for boat, spot in enumerate(sheet.boats)),
            ("standard", sheet.side.standard.near),
        )
    ]
    return f"{UPRIGHT}{{{''.join(moved)}}}"
