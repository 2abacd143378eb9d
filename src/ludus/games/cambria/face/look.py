"""The colours of Cambria's board, and its style sheet."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import Tones

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
    "name": ("#33200e", "#f6ead0"),
    "halo": ("#f7eed5", "#1c1710"),
    "tribe": ("#86653a", "#a8926a"),
    "tide": ("#355c68", "#86acb4"),
    "title": ("#4b2d16", "#f0dcae"),
    "title-halo": ("#eef3e4", "#16262c"),
    "frame": ("#4a3419", "#0d0a07"),
    "frame-2": ("#e0c88c", "#8a7242"),
    "tray": ("#f3e7c8", "#2a231a"),
    "tray-line": ("#b99d64", "#5d4f36"),
    "disc-1": ("#f7f0dc", "#d2c39b"),
    "disc-2": ("#d9c99c", "#a39168"),
}

CSS: Final = (
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
    # Lettering.
    ".cambria .name{font-weight:bold;font-size:21px;fill:var(--name);stroke:var(--halo);"
    "stroke-width:4.5;paint-order:stroke;stroke-linejoin:round}"
    ".cambria .tribe{fill:var(--tribe);text-anchor:middle}"
    ".cambria .tide{fill:var(--tide);text-anchor:middle}"
    ".cambria .title{fill:var(--title);stroke:var(--title-halo);stroke-width:5;"
    "paint-order:stroke;font-weight:bold;text-anchor:middle;letter-spacing:.12em}"
    ".cambria .n{text-anchor:middle;font-weight:bold}"
    # Forts, boats, standard, legion.
    ".cambria .site-n{fill:var(--tribe);font-size:23px}"
    ".cambria .fort-n{fill:#fbeecb;font-size:25px}"
    ".cambria .coin{fill:#e3b94b;stroke:#5d400e;stroke-width:1.6}"
    ".cambria .coin-n{fill:#432c06;font-size:12.5px}"
    ".cambria .boat-n{fill:#7b2418;font-size:21px}"
    ".cambria .spqr{fill:#f2d684;font-size:17px;letter-spacing:2px}"
    # The players' trays.
    ".cambria .tray{fill:var(--tray);stroke:var(--tray-line);stroke-width:2}"
    ".cambria .tray.on{stroke:var(--glow-line);stroke-width:4}"
    ".cambria .who{fill:var(--ink);font-size:21px;font-weight:bold}"
    ".cambria .pts{fill:var(--ink);font-size:27px;font-weight:bold;text-anchor:end}"
    ".cambria .sock{fill:none;stroke:var(--tray-line);stroke-width:1.4;stroke-dasharray:3 3}"
)
