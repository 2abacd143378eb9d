"""The colours of Conqueror's maps, and its style sheet."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import Tones

NAME: Final = "conqueror"

SOILS: Final = 7
"""How many tones of land there are, so that neighbours differ."""

TONES: Final[Tones] = {
    "soil-0": ("#dfc08a", "#5b4a30"),
    "soil-1": ("#c3c996", "#4c5236"),
    "soil-2": ("#d9b095", "#5f4436"),
    "soil-3": ("#b6c3a8", "#43503f"),
    "soil-4": ("#e6d6b0", "#665a42"),
    "soil-5": ("#cdb79b", "#54483a"),
    "soil-6": ("#d2c077", "#5e5430"),
    "water-0": ("#a3c7cb", "#1d3a44"),
    "water-1": ("#8fb8c0", "#183039"),
    "water-2": ("#b0cfcf", "#23434d"),
    "abyss": ("#93aeb0", "#15262c"),
    "shore": ("#eaf4ee", "#47707b"),
    "coast": ("#4b3823", "#0c0906"),
    "rim": ("#6d4d28", "#12100b"),
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
    "frame": ("#4b3823", "#0d0a07"),
    "frame-2": ("#cdae72", "#8a7242"),
    "tray": ("#f3e7c8", "#2a231a"),
    "tray-line": ("#b99d64", "#5d4f36"),
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
    ".conqueror .rim{fill:none;stroke:var(--rim);opacity:.16;stroke-linejoin:round}"
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
    ".conqueror .name{font-weight:bold;font-size:19px;fill:var(--name);stroke:var(--halo);"
    "stroke-width:4;paint-order:stroke;stroke-linejoin:round;text-anchor:middle}"
    ".conqueror .tide{font-style:italic;font-size:19px;fill:var(--tide);stroke:var(--tide-halo);"
    "stroke-width:3.4;paint-order:stroke;stroke-linejoin:round;text-anchor:middle}"
    ".conqueror .decor{font-style:italic;fill:var(--decor);text-anchor:middle}"
    ".conqueror .frame{fill:none;stroke:var(--frame)}"
    ".conqueror .frame2{fill:none;stroke:var(--frame-2)}"
    # Who holds what.
    ".conqueror .held{opacity:.5;stroke:none}"
    ".conqueror .free{fill:transparent}"
    ".conqueror .free-mark{fill:var(--seat-none);stroke:#4b3823;stroke-width:1.6}"
    ".conqueror .land .ring{fill-opacity:.22;stroke-width:4.5}"
    ".conqueror .land.choice:hover .ring,.conqueror .land.choice:focus .ring{fill-opacity:.5}"
    ".conqueror .army{font-weight:bold;text-anchor:middle}"
    ".conqueror .power{font-size:19px;fill:#fff;stroke:#2b2118;stroke-width:3;paint-order:stroke}"
    ".conqueror .tally{font-size:14.5px;fill:var(--name);stroke:var(--halo);stroke-width:3.4;"
    "paint-order:stroke;text-anchor:start;font-weight:bold}"
    ".conqueror .man{fill:var(--name);stroke:var(--halo);stroke-width:1.1}"
    ".conqueror .man.spent{opacity:.55}"
    ".conqueror .battle-line{stroke:var(--cinnabar);stroke-width:6;stroke-dasharray:12 7;fill:none}"
    # The strip below the map.
    ".conqueror .tray{fill:var(--tray);stroke:var(--tray-line);stroke-width:2}"
    ".conqueror .tray.on{stroke:var(--glow-line);stroke-width:4}"
    ".conqueror .head{fill:var(--quiet);font-size:16px;letter-spacing:.14em;font-weight:bold}"
    ".conqueror .big{fill:var(--ink);font-size:22px;font-weight:bold}"
    ".conqueror .leader{fill:var(--ink)}.conqueror .bold{font-weight:bold}"
    ".conqueror .line{fill:var(--ink);font-size:17px}"
    ".conqueror .dim{fill:var(--quiet);font-size:15px}"
    ".conqueror .fine{fill:var(--ink);font-size:16px}"
    ".conqueror .lettering{pointer-events:none}"
    ".conqueror .end{text-anchor:end}.conqueror .mid{text-anchor:middle}"
    # Inside of symbols a selector cannot look beyond them, so these names carry the game's own.
    ".cq-coin{fill:#e2b33a;stroke:#5a3f09;stroke-width:1.3}"
    ".cq-coin-n{fill:#432c06;font-size:11px;font-weight:bold;text-anchor:middle}"
    ".cq-wheat{fill:#6f8b3a;stroke:#24300d;stroke-width:1.2}"
    ".cq-ear{fill:none;stroke:#f6ebb0;stroke-width:1.4;stroke-linecap:round}"
    ".cq-wall{fill:#8d8578;stroke:#1f160c;stroke-width:1.3;stroke-linejoin:round}"
    ".cq-keep{fill:#6e6355;stroke:#1f160c;stroke-width:1.3;stroke-linejoin:round}"
    ".cq-flag{fill:#f3d04e;stroke:#1f160c;stroke-width:.8}"
    ".cq-gate{fill:#1f160c}"
    ".conqueror .steel{fill:var(--cinnabar);stroke:var(--ink);stroke-width:.8}"
    ".conqueror .gone{opacity:.45}"
)
