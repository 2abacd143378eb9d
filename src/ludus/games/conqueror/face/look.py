"""The colours of Conqueror's maps, and its style sheet."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import Tones

NAME: Final = "conqueror"

SOILS: Final = 7
"""How many tones of land there are, so that neighbours differ."""

TONES: Final[Tones] = {
    "soil-0": ("#ead9b2", "#4b3f2a"),
    "soil-1": ("#e4d3aa", "#463b27"),
    "soil-2": ("#efe0bc", "#524530"),
    "soil-3": ("#e6d7b6", "#4a4030"),
    "soil-4": ("#f1e3c3", "#564934"),
    "soil-5": ("#e1d0a9", "#433926"),
    "soil-6": ("#ecdcae", "#4e422a"),
    "water-0": ("#a3c7cb", "#1d3a44"),
    "water-1": ("#8fb8c0", "#183039"),
    "water-2": ("#b0cfcf", "#23434d"),
    "abyss": ("#93aeb0", "#15262c"),
    "shore": ("#eaf4ee", "#47707b"),
    "coast": ("#4b3823", "#0c0906"),
    "border": ("#5b3f22", "#0f0c08"),
    "border-2": ("#f1e3c0", "#8a7a58"),
    "waste": ("#b9ae98", "#332c22"),
    "waste-line": ("#9d9179", "#463d30"),
    "sand": ("#d1c29d", "#463b28"),
    "sand-line": ("#a9946a", "#6d5c3d"),
    "rock": ("#a1937d", "#3a3126"),
    "rock-line": ("#4f4130", "#a8977a"),
    "river": ("#2f7ea6", "#4f9cc4"),
    "river-2": ("#dfeef0", "#14232b"),
    "plank": ("#e7cf9a", "#b59b66"),
    "plank-line": ("#3d2914", "#120d07"),
    "name": ("#2e1d0c", "#f6ead0"),
    "halo": ("#f6ead0", "#1c1710"),
    "tide": ("#123a4d", "#b8d6de"),
    "tide-halo": ("#dceef0", "#132830"),
    "decor": ("#453d30", "#b9ad95"),
    "seat-none": ("#fbf7ec", "#ece4d2"),
    "stone": ("#857b6d", "#9a8f7f"),
    "plate-line": ("#fffaf0", "#15110c"),
    "plate-ink": ("#fffaf0", "#1a1410"),
    "plate-0": ("#b5382a", "#e0705c"),
    "plate-1": ("#2f5a8f", "#7fa9dc"),
    "plate-2": ("#2f7563", "#5bb39c"),
    "plate-3": ("#8f5c09", "#dda53f"),
    "plate-4": ("#6a4bb5", "#a58ae6"),
    "plate-5": ("#686257", "#aaa498"),
}

CSS: Final = (
    ".conqueror .sea{stroke:none}"
    ".conqueror .glow{fill:none;stroke:var(--shore);stroke-linejoin:round;stroke-linecap:round}"
    ".conqueror .waste{fill:var(--waste)}.conqueror .sand{fill:var(--sand)}"
    ".conqueror .rock{fill:var(--rock)}.conqueror .deep{fill:var(--abyss)}"
    ".conqueror .hatch{fill:none;stroke:var(--waste-line);stroke-width:1.4}"
    ".conqueror .dune{fill:none;stroke:var(--sand-line);stroke-width:1.4;stroke-linecap:round}"
    ".conqueror .peak{fill:none;stroke:var(--rock-line);stroke-width:1.6;stroke-linejoin:round}"
    ".conqueror .islet{fill:var(--soil-4);stroke:var(--coast);stroke-width:1.4}"
    ".conqueror .b1{fill:none;stroke:var(--border-2);stroke-width:3.8;opacity:.6}"
    ".conqueror .b2{fill:none;stroke:var(--border);stroke-width:1.9;stroke-dasharray:7 3}"
    ".conqueror .b3{fill:none;stroke:var(--border);stroke-width:1.6}"
    ".conqueror .sl{fill:none;stroke:var(--shore);stroke-width:2.4;stroke-dasharray:9 6}"
    ".conqueror .coast{fill:none;stroke:var(--coast);stroke-width:2.3;stroke-linejoin:round}"
    ".conqueror .d1{fill:none;stroke:var(--river-2);stroke-width:7;stroke-linecap:round}"
    ".conqueror .d2{fill:none;stroke:var(--river);stroke-width:4.4;stroke-linecap:round}"
    ".conqueror .p1{stroke:var(--plank-line);stroke-width:9}"
    ".conqueror .p2{stroke:var(--plank);stroke-width:6}"
    ".conqueror .p3{stroke:var(--plank-line);stroke-width:6;stroke-dasharray:1.8 3.6;opacity:.8}"
    ".conqueror .name{font-weight:700;font-size:22px;fill:var(--name);stroke:var(--halo);"
    "stroke-width:5;paint-order:stroke;stroke-linejoin:round;text-anchor:middle}"
    ".conqueror .tide{font-style:italic;font-size:22px;fill:var(--tide);stroke:var(--tide-halo);"
    "stroke-width:4;paint-order:stroke;stroke-linejoin:round;text-anchor:middle}"
    ".conqueror .decor{font-style:italic;font-size:22px;letter-spacing:.18em;fill:var(--decor);"
    "text-anchor:middle}"
    # Who holds what.
    ".conqueror .held{opacity:.52;stroke:none}"
    ".conqueror .free-land{fill:transparent}"
    ".conqueror .rim-of{fill:none;stroke-width:5;stroke-linejoin:round;opacity:.75}"
    + "".join(
        f".conqueror .r{seat}{{stroke:var(--seat-{seat})}}"
        f".conqueror .of-{seat}{{fill:var(--plate-{seat})}}"
        for seat in range(6)
    )
    + ".conqueror .land .ring{fill-opacity:.22;stroke-width:6}"
    ".conqueror .land.choice:hover .ring,.conqueror .land.choice:focus .ring{fill-opacity:.5}"
    # Where what is taken can go: a gold band with a dashed line in it, as the page marks it.
    ".conqueror .aim{display:none}"
    ".conqueror .js-target .aim{display:inline;fill:var(--glow);fill-opacity:.14;"
    "stroke:var(--glow);stroke-width:9;stroke-linejoin:round}"
    ".conqueror .js-aim .aim{fill-opacity:.34}"
    ".conqueror .land.js-target,.conqueror .land.js-aim{filter:none}"
    ".conqueror .js-target .free-land,.conqueror .js-target .held{stroke:none}"
    # Plates and forts.
    ".conqueror .plate{stroke:var(--plate-line);stroke-width:3}"
    ".conqueror .plate.free{fill:var(--seat-none)}"
    ".conqueror .piece text{font:700 25px/1 var(--sans,'Source Sans 3',Arial,sans-serif)}"
    ".conqueror .plate-ink{fill:var(--plate-ink)}.conqueror .free-ink{fill:#2b2118}"
    ".conqueror .shape{fill:var(--plate-ink)}"
    ".conqueror .dashes{fill:none;stroke:#2b2118;stroke-width:3;stroke-dasharray:4.5 2.6}"
    ".conqueror .faded{opacity:.66}.conqueror .man.spent{opacity:.55}"
    ".conqueror .faded .man.spent{opacity:.8}"
    ".conqueror .fort{stroke:var(--plate-line);stroke-width:2.6;paint-order:stroke;"
    "stroke-linejoin:round}.conqueror .stone{fill:var(--stone)}"
    ".conqueror .counts{fill:var(--glow);stroke:#2b2118;stroke-width:2.5;stroke-linejoin:round}"
    ".conqueror .hit,.conqueror .spot{fill:transparent}"
    ".conqueror .js-pick .hit{stroke:var(--glow);stroke-width:4;stroke-dasharray:7 4}"
    ".conqueror .js-taken .hit{fill:var(--glow);stroke:var(--glow-line);stroke-width:5;"
    "stroke-dasharray:none}"
    ".conqueror .js-taken,.conqueror .js-pick{filter:none}"
    ".conqueror .price-disc{fill:#e2b33a;stroke:#2b2118;stroke-width:2}"
    ".conqueror .price text{fill:#2b2118;text-anchor:middle;"
    "font:700 22px/1 var(--sans,'Source Sans 3',Arial,sans-serif)}"
    ".conqueror .battle-line{stroke:var(--cinnabar);stroke-width:9;stroke-dasharray:16 9;fill:none}"
    ".conqueror .lettering{pointer-events:none}"
    # Inside of symbols a selector cannot look beyond them, so these names carry the game's own.
    ".cq-coin{fill:#e2b33a;stroke:#5a3f09;stroke-width:1.6}"
    ".cq-inner{fill:none;stroke:#8a6515;stroke-width:1.4}"
    ".cq-one{fill:none;stroke:#5a3f09;stroke-width:2}"
    ".cq-wheat{fill:#55702c;stroke:#24300d;stroke-width:1.6}"
    ".cq-ear{fill:#f6ebb0}"
    # A finger needs 40 px: so much is missing at the scale of a phone.
    "@media(pointer:coarse){.conqueror .hit{stroke:transparent;stroke-width:24}"
    ".conqueror .js-pick .hit{stroke-width:8}}"
)
