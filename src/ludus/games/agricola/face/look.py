"""The colours of Agricola's map, and its style sheet."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import SANS, Tones

NAME: Final = "agricola"

TONES: Final[Tones] = {
    "sea": ("#a3c2c6", "#1d333b"),
    "deep": ("#82aab3", "#162930"),
    "foam": ("#eef5ef", "#2c4c56"),
    "wave": ("#5f8a94", "#44707b"),
    "land": ("#eee0ba", "#4a4030"),
    "land-2": ("#e2cf9f", "#3d3527"),
    "coast": ("#5b4425", "#0e0b07"),
    "wild": ("#a9b683", "#3c4a30"),
    "hibernia": ("#d5ccb4", "#2f2b24"),
    "hatch": ("#8d8268", "#514a3d"),
    "grid": ("#4a3a20", "#b9a67d"),
    "grid-sea": ("#4f7985", "#4f7985"),
    "peak": ("#cdbb88", "#6d6147"),
    "peak-2": ("#8d7a4a", "#453c28"),
    "peak-line": ("#5c4a2a", "#c1ab7c"),
    "tree": ("#7f9457", "#5a6e3e"),
    "tree-line": ("#4f6234", "#202a14"),
    "road": ("#5a1f14", "#0d0604"),
    "road-2": ("#efd9b0", "#b59c6b"),
    "route": ("#8a3323", "#e08a6c"),
    "name": ("#3a2611", "#f3e6c6"),
    "halo": ("#f5ecd2", "#1b1711"),
    "sea-name": ("#2f5a66", "#9fc4cc"),
    "fort": ("#a8382a", "#c4523f"),
    "fort-2": ("#6b1f15", "#3a0f0a"),
    "center": ("#2f5d50", "#3f7d6c"),
    "center-2": ("#17342c", "#0c1d18"),
    "star": ("#e0b545", "#d0a540"),
    "rome": ("#a8382a", "#b5452f"),
    "rome-2": ("#5f1a10", "#2e0b06"),
    "tribe": ("#2f5a8f", "#3d6ca8"),
    "tribe-2": ("#152f52", "#0a1828"),
    "counter": ("#fbf3df", "#f3e7ca"),
    "worn": ("#d9c9a6", "#b7a683"),
    "counter-ink": ("#2b2118", "#2b2118"),
    "box": ("#8c2a1c", "#5e1c12"),
    "box-2": ("#f2d684", "#e6c15c"),
    "tray": ("#f3e7c8", "#2a231a"),
    "tray-line": ("#b99d64", "#5d4f36"),
    "frame": ("#4a3419", "#0d0a07"),
}

CSS: Final = (
    ".agricola .water{fill:var(--sea)}"
    ".agricola .foam{fill:none;stroke:var(--foam);stroke-linejoin:round;opacity:.2}"
    ".agricola .wave{fill:none;stroke:var(--wave);stroke-width:1.5;stroke-linecap:round;opacity:.5}"
    ".agricola .soil{fill:var(--land)}.agricola .shade2{fill:none;stroke:var(--land-2);"
    "stroke-width:14;opacity:.8}"
    ".agricola .shore{fill:none;stroke:var(--coast);stroke-width:2.6;stroke-linejoin:round}"
    ".agricola .isle{fill:var(--land-2);stroke:var(--coast);stroke-width:1.6}"
    ".agricola .hib{fill:var(--hibernia);stroke:var(--coast);stroke-width:2.4}"
    ".agricola .hib2{fill:url(#ag-hatch)}"
    ".agricola .wild{fill:var(--wild);opacity:.75}"
    ".agricola .grid{fill:none;stroke:var(--grid);stroke-width:1.1;opacity:.42}"
    ".agricola .grid-sea{fill:none;stroke:var(--grid-sea);stroke-width:.9;opacity:.38}"
    ".agricola .road{fill:none;stroke:var(--road);stroke-width:8;stroke-linecap:round}"
    ".agricola .road2{fill:none;stroke:var(--road-2);stroke-width:4.4;stroke-linecap:round}"
    ".agricola .route{fill:none;stroke:var(--route);stroke-width:3.4;stroke-dasharray:9 8;"
    "stroke-linecap:round}"
    ".agricola .label{font-weight:bold;fill:var(--name);stroke:var(--halo);stroke-width:3.4;"
    "paint-order:stroke;stroke-linejoin:round}"
    ".agricola .label.area{font-weight:normal;font-style:italic}"
    ".agricola .sea-name{font-style:italic;fill:var(--sea-name);text-anchor:middle;opacity:.8}"
    ".agricola .land-name{fill:var(--hatch);text-anchor:middle;opacity:.8}"
    ".agricola .id{font-size:8.5px;text-anchor:middle;fill:var(--grid);opacity:.75;"
    f"font-family:{SANS}}}"
    ".agricola .id.wet{fill:var(--wave)}"
    ".agricola .printed{pointer-events:none}"
    # Places.
    ".agricola .cell{fill:transparent}"
    ".agricola .place .ring{fill-opacity:.3}"
    ".agricola .place.choice:hover .ring,.agricola .place.choice:focus .ring{fill-opacity:.62}"
    ".agricola .place .trace{stroke-width:4}"
    ".agricola .britannia{fill:var(--box);stroke:var(--fort-2);stroke-width:3}"
    ".agricola .britannia2{fill:none;stroke:var(--box-2);stroke-width:1.6}"
    ".agricola .britannia3{fill:var(--box-2);font-size:30px;font-weight:bold;letter-spacing:12px;"
    "text-anchor:middle}"
    ".agricola .far{font-size:15px;font-weight:bold;fill:var(--name);stroke:var(--halo);"
    "stroke-width:3;paint-order:stroke}"
    ".agricola .swords{fill:none;stroke:var(--cinnabar);stroke-width:3;stroke-linecap:round}"
    ".agricola .ear{fill:var(--name);stroke:var(--halo);stroke-width:1.6;paint-order:stroke}"
    ".agricola .stalk{fill:none;stroke:var(--name);stroke-width:1.6;stroke-linecap:round}"
    ".agricola .strike{fill:none;stroke:var(--cinnabar);stroke-width:3;stroke-linecap:round}"
    ".agricola .snow{fill:none;stroke:var(--ink);stroke-width:1.6;stroke-linecap:round}"
    ".agricola .halt{fill:var(--name);stroke:var(--halo);stroke-width:2}"
    ".agricola .way{fill:none;stroke:var(--name);stroke-width:2.6;stroke-linecap:round;"
    "pointer-events:none}"
    ".agricola .struck{fill:none;stroke:var(--cinnabar);stroke-width:3}"
    # Counters.
    ".agricola .fan{transition:transform .25s}"
    + "".join(
        f".agricola .stack:hover .f{n}{{transform:translate({n % 6 * 38}px,{n // 6 * 42}px)}}"
        for n in range(1, 30)
    )
    + "@media(prefers-reduced-motion:reduce){.agricola .fan{transition:none}}"
    ".agricola .note{text-anchor:start}"
    ".agricola .kind{font-size:11px;font-weight:bold;text-anchor:middle;fill:#fff8e6}"
    ".agricola .kind.up{fill:var(--counter-ink)}"
    ".agricola .plate{fill:var(--counter);stroke-width:2.4}"
    ".agricola .plate.worn{fill:var(--worn);stroke-dasharray:5 3}"
    ".agricola .r{stroke:var(--rome)}.agricola .t{stroke:var(--tribe)}"
    ".agricola .band.r{fill:var(--rome);stroke:none}"
    ".agricola .band.t{fill:var(--tribe);stroke:none}"
    ".agricola .back.r{fill:var(--rome);stroke:var(--rome-2)}"
    ".agricola .back.t{fill:var(--tribe);stroke:var(--tribe-2)}"
    ".agricola .num{font-size:13px;font-weight:bold;fill:var(--counter-ink)}"
    ".agricola .who{font-size:6.6px;fill:#fff8e6;text-anchor:middle;font-weight:bold}"
    ".agricola .many{font-size:15px;font-weight:bold;fill:#fff8e6;text-anchor:middle}"
    ".agricola .tally{fill:var(--counter-ink);stroke:#fff8e6;stroke-width:1.2}"
    ".agricola .tally-n{font-size:12px;font-weight:bold;fill:#fff8e6;text-anchor:middle}"
    ".agricola .plus{font-size:13px;font-weight:bold;fill:var(--cinnabar)}"
    ".agricola .marker .plate{stroke:var(--cinnabar)}"
    ".agricola .siege{fill:none;stroke:var(--counter-ink);stroke-width:1.8;stroke-linecap:round}"
    ".agricola .pillaged{fill:var(--cinnabar)}"
    ".agricola .battle-mark{fill:none;stroke:var(--cinnabar);stroke-width:6;stroke-dasharray:10 6}"
    # Inside of symbols a selector cannot look beyond them, so these names carry the game's own.
    ".ag-sym{fill:none;stroke:#2b2118;stroke-width:1.7;stroke-linejoin:round;stroke-linecap:round}"
    ".ag-fill{fill:#2b2118;stroke:none}"
    # The table beside the map.
    ".agricola .tray{fill:var(--tray);stroke:var(--tray-line);stroke-width:2}"
    ".agricola .tray.on{stroke:var(--glow-line);stroke-width:4}"
    ".agricola .head{fill:var(--quiet);font-size:17px;letter-spacing:.14em;font-weight:bold}"
    ".agricola .line{fill:var(--ink);font-size:18px}"
    ".agricola .fine{fill:var(--quiet);font-size:14px}"
    ".agricola .mid{text-anchor:middle}"
    ".agricola .slot{fill:var(--card);stroke:var(--tray-line);stroke-width:1.4}"
    ".agricola .slot.winter{fill:var(--foam)}"
    ".agricola .slot.now{stroke:var(--glow-line);stroke-width:4}"
    ".agricola .slot-n{fill:var(--ink);font-size:17px;text-anchor:middle}"
    ".agricola .chip{fill:var(--card);stroke:var(--purple);stroke-width:2}"
    ".agricola .chip-t{fill:var(--ink);font-size:15px;text-anchor:middle}"
    ".agricola .frame{fill:none;stroke:var(--frame);stroke-width:5}"
)
