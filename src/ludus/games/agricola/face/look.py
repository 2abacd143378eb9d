"""The colours of Agricola's map, and its style sheet."""

from __future__ import annotations

from typing import Final

from ludus.core.svg import SANS, Tones

NAME: Final = "agricola"

TONES: Final[Tones] = {
    "sea": ("#a3c2c6", "#1d333b"),
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
    ".agricola .label{font-size:15px;text-anchor:middle;font-weight:bold;"
    "fill:var(--name);stroke:var(--halo);stroke-width:3.4;"
    "paint-order:stroke;stroke-linejoin:round}"
    ".agricola .label.area{font-weight:normal;font-style:italic}"
    ".agricola .sea-name{font-style:italic;fill:var(--sea-name);text-anchor:middle;opacity:.8}"
    ".agricola .land-name{fill:var(--hatch);text-anchor:middle;opacity:.8}"
    ".agricola .printed{pointer-events:none}"
    ".agricola .hex-numbers{display:none;font-size:9px;text-anchor:middle;fill:var(--name)}"
    ".js-near .agricola .hex-numbers{display:inline}"
    # Places.
    ".agricola .cell{fill:transparent}"
    ".agricola .place .ring{fill-opacity:.3;stroke-width:2.6}"
    ".agricola .place.choice:hover .ring,.agricola .place.choice:focus .ring{fill-opacity:.62}"
    ".agricola .place .trace{stroke-width:4}"
    ".agricola .britannia{fill:var(--box);stroke:var(--fort-2);stroke-width:3}"
    ".agricola .britannia2{fill:none;stroke:var(--box-2);stroke-width:1.6}"
    ".agricola .britannia3{fill:var(--box-2);font-size:23px;font-weight:bold;letter-spacing:6px;"
    "text-anchor:middle}"
    ".agricola .far-disc{fill:#2b2118;opacity:.86}"
    f".agricola .far{{font:bold 16px {SANS};fill:#fff8e6;text-anchor:middle}}"
    ".agricola .badge{fill:var(--cinnabar);stroke:#fff8e6;stroke-width:2}"
    ".agricola .badge+.swords{stroke:#fff8e6}"
    ".agricola .fed-line{fill:none;stroke:#5f7f34;stroke-width:5;stroke-dasharray:1 9;"
    "stroke-linecap:round}"
    ".agricola .swords{fill:none;stroke:var(--cinnabar);stroke-width:3;stroke-linecap:round}"
    ".agricola .ear{fill:var(--name);stroke:var(--halo);stroke-width:1.6;paint-order:stroke}"
    ".agricola .stalk{fill:none;stroke:var(--name);stroke-width:1.6;stroke-linecap:round}"
    ".agricola .strike{fill:none;stroke:var(--cinnabar);stroke-width:3;stroke-linecap:round}"
    ".agricola .halt{fill:var(--cinnabar);stroke:#fff8e6;stroke-width:1.4}"
    ".agricola .halt-bar{stroke:#fff8e6;stroke-width:2.6}"
    ".agricola .js-muted .ring,.agricola .js-muted .way{display:none}"
    ".agricola .far-road{fill:none;stroke:#fff8e6;stroke-width:2;stroke-linecap:round}"
    # So many hexes can be reached that each must glow but a little.
    ".lu.agricola .js-target{filter:none}"
    ".agricola .js-target .cell{stroke:var(--glow-line);stroke-width:2.6;stroke-dasharray:6 5}"
    ".agricola .apart.js-target .cell{fill:var(--glow);fill-opacity:.3}"
    ".agricola .apart:not(.js-target)>:not(.cell){display:none}"
    ".agricola .js-aim .cell{fill:var(--glow);fill-opacity:.55;stroke-dasharray:none;"
    "stroke-width:4}"
    # Stacks that can be taken on the map.
    ".agricola .js-pick .cell{stroke:var(--glow-line);stroke-width:2.6;stroke-dasharray:6 5}"
    ".agricola .js-taken{filter:none}"
    ".agricola .js-taken .cell{fill:var(--glow);fill-opacity:.6;stroke-dasharray:none;"
    "stroke-width:4}"
    ".agricola .way{fill:none;stroke:var(--name);stroke-width:2.6;stroke-linecap:round;"
    "pointer-events:none}"
    # Counters.
    ".agricola .kind{font-size:15px;font-weight:bold;text-anchor:middle;fill:#fff8e6}"
    ".agricola .plate,.agricola .under{fill:var(--counter);stroke-width:2.6}"
    ".agricola .plate.worn{fill:var(--worn)}"
    ".agricola .torn{fill:none;stroke:var(--rome);stroke-width:1.4;stroke-dasharray:4 3}"
    ".agricola .stack{pointer-events:none}"
    ".agricola .sym{color:#2b2118}.agricola .sym.pale{color:#fff8e6}"
    ".agricola .r{stroke:var(--rome)}.agricola .t{stroke:var(--tribe)}"
    ".agricola .band.r{fill:var(--rome);stroke:none}"
    ".agricola .band.t{fill:var(--tribe);stroke:none}"
    ".agricola .back.r{fill:var(--rome);stroke:var(--rome-2)}"
    ".agricola .back.t{fill:var(--tribe);stroke:var(--tribe-2)}"
    ".agricola .num{font-size:18px;font-weight:800;fill:var(--counter-ink)}"
    ".agricola .num.end{text-anchor:end}"
    f".agricola .who{{font:bold 12.1px {SANS};fill:#fff8e6;text-anchor:middle}}"
    ".agricola .mist{fill:none;stroke:#fff8e6;stroke-width:2.2;stroke-linecap:round;opacity:.38}"
    ".agricola .many{font-size:30px;font-weight:bold;fill:#fff8e6;text-anchor:middle}"
    ".agricola .known{fill:var(--card);stroke:var(--tribe);stroke-width:1.6}"
    ".agricola .known.past{stroke-dasharray:4 3}"
    f".agricola .known-t{{font:bold 12px {SANS};fill:var(--ink);text-anchor:middle}}"
    ".agricola .tally{fill:var(--counter-ink);stroke:#fff8e6;stroke-width:1.6}"
    f".agricola .tally-n{{font:bold 13px {SANS};fill:#fff8e6;text-anchor:middle}}"
    ".agricola .plus{fill:none;stroke:var(--cinnabar);stroke-width:2.6}"
    ".agricola .marker .plate{stroke:var(--cinnabar)}"
    ".agricola .siege{fill:none;stroke:var(--counter-ink);stroke-width:1.8;stroke-linecap:round}"
    ".agricola .pillaged{fill:var(--cinnabar)}"
    ".agricola .battle-mark{fill:none;stroke:var(--cinnabar);stroke-width:6;stroke-dasharray:10 6}"
)
