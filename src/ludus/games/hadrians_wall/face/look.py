"""Colours and styles of Hadrian's Wall, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ludus.core.svg import INSCRIPTION, SANS, SERIF, Tones

NAME: Final = "hw"

AREAS: Final[dict[str, tuple[tuple[str, str], tuple[str, str], tuple[str, str]]]] = {
    "plain": (("#fdf6e6", "#2f2920"), ("#cdb88e", "#5b4f39"), ("#6b5b3e", "#d3c19b")),
    "paper": (("#fff9ec", "#332c22"), ("#cdb88e", "#5b4f39"), ("#6b5b3e", "#d3c19b")),
    "cinnabar": (("#f5dccd", "#3f2620"), ("#b5382a", "#a2523f"), ("#8e2a1f", "#eda18c")),
    "field": (("#efe3c6", "#2c271d"), ("#b79f6d", "#64573c"), ("#5a4a2e", "#dccaa0")),
    "ash": (("#ece5d6", "#2e2a24"), ("#b3a88f", "#5d5648"), ("#5f584b", "#cfc5b2")),
    "ochre": (("#f8e7c0", "#382d17"), ("#c79a45", "#7d6129"), ("#7a4f0c", "#e8bf6c")),
    "stone": (("#e9e4d9", "#2d2b27"), ("#a89f8c", "#5e5a50"), ("#544d40", "#d0cabb")),
    "renown": (("#f6dfa2", "#443613"), ("#f6dfa2", "#443613"), ("#7a4f0c", "#f0c868")),
    "piety": (("#ebcfdc", "#3d2431"), ("#ebcfdc", "#3d2431"), ("#6b2a4a", "#e3a9c6")),
    "valour": (("#d9d4cd", "#34332f"), ("#d9d4cd", "#34332f"), ("#3c3b42", "#d2d0d4")),
    "discipline": (("#cfdeee", "#1f2e3f"), ("#cfdeee", "#1f2e3f"), ("#234a7a", "#9cc2ee")),
    "trader": (("#d3e0ef", "#1f2b3a"), ("#5f86b3", "#42638b"), ("#2f5a8f", "#94bdec")),
    "performer": (("#f3dae3", "#3b232d"), ("#bd7590", "#84475e"), ("#94405f", "#eda5c0")),
    "priest": (("#e3dfd6", "#2f2d29"), ("#989080", "#615c51"), ("#5f594d", "#d0c9ba")),
    "apparitor": (("#d2e6de", "#1d312b"), ("#5c9686", "#3d7365"), ("#2c6355", "#8fd0bd")),
    "patrician": (("#efdcc6", "#38291a"), ("#b18357", "#7d5833"), ("#7a4520", "#e3b083")),
}
"""Panels by tone: ground, edge, and the strong colour of titles and key flags."""

TONES: Final[Tones] = {
    **{f"a-{name}": pair[0] for name, pair in AREAS.items()},
    **{f"e-{name}": pair[1] for name, pair in AREAS.items()},
    **{f"t-{name}": pair[2] for name, pair in AREAS.items()},
    "sheet": ("#f6ecd4", "#25201a"),
    "sheet-edge": ("#8f7747", "#6b5c3c"),
    "line": ("#b79f6d", "#6b5c3c"),
    "earth": ("#94703c", "#a3824f"),
    "box": ("#fffdf6", "#40382c"),
    "box-line": ("#2b2118", "#a89a7e"),
    "shut": ("#f0e7d0", "#322c23"),
    "shut-line": ("#8d7d5f", "#6e634d"),
    "done": ("#5a4632", "#c2a877"),
    "done-line": ("#7b6247", "#a98f60"),
    "done-ink": ("#ffe9b8", "#2a2015"),
    "legal": ("#ffe48f", "#6d5410"),
    "legal-line": ("#8e2a1f", "#ffd964"),
    "picked": ("#ffd34d", "#8a6a14"),
    "chained": ("#f3d3e2", "#5a2f47"),
    "halo": ("#f2b01e", "#d79a12"),
    "circle-line": ("#8e2a1f", "#ff9c86"),
    "limit": ("#8e2a1f", "#f0a08f"),
    "note": ("#5c4d35", "#c6b797"),
    "flag": ("#e6cb93", "#8a7344"),
    "flag-infra": ("#eda350", "#b8762b"),
    "flag-point": ("#b5382a", "#a2402f"),
    "veil": ("#e9dcbd", "#1c1813"),
    "veil-line": ("#a58a58", "#5f5136"),
    "column": ("#f9f0da", "#2a251d"),
    "wall-stone": ("#d6cbb4", "#3d382f"),
    "rampart": ("#dcbd8c", "#4a3d28"),
    "land": ("#c9d8b4", "#2c3826"),
    "land-box": ("#f3f6e4", "#3a4333"),
    "leaf": ("#9cba8f", "#5d7d58"),
    "granary": ("#f7ead0", "#332b1e"),
    "granary-built": ("#f1d48d", "#5f4b1c"),
    "hw-cream": ("#fbf3df", "#e8dcc0"),
    "hw-charcoal": ("#55545c", "#86858f"),
    "hw-skin": ("#f0d3ac", "#e0bd90"),
    "hw-steel": ("#e4ded0", "#cfc8b8"),
}

MONO: Final = (
    "charcoal lapis purple ochre cinnabar verdigris ash ash-light ash-dark cream orange rose umber "
    "skin steel good tan tint"
)


HATCHED: Final = ("left", "right", "map")
"""The pictures that have filled boxes; only the Wall has columns behind a veil."""

CSS: Final = "".join(
    (
        ".hw .sheet{fill:var(--sheet);stroke:var(--sheet-edge);stroke-width:2}",
        f".hw text{{fill:var(--ink);font-family:{SANS}}}",
        f".hw .h1{{font-family:{INSCRIPTION};letter-spacing:.3em;font-weight:600;"
        "text-transform:uppercase;fill:var(--purple)}",
        # A phone has the sheet's name among its tabs, and shows a part of the sheet at a time.
        "@media(max-width:699px),(max-height:500px){#stage .hw .h1{display:none}}",
        f".hw .yr,.hw .t-title,.hw .t-tight,.hw .t-caps{{font-family:{SERIF};font-weight:700}}",
        ".hw .t-title,.hw .t-tight,.hw .t-caps{fill:var(--strong,var(--ink))}",
        ".hw .t-title{letter-spacing:.06em}.hw .t-caps{letter-spacing:.1em}",
        ".hw .t-name{font-weight:700}.hw .t-note{fill:var(--note)}",
        ".hw .t-limit{font-weight:700;fill:var(--limit)}",
        ".hw .num{font-weight:700}.hw .yr{font-weight:700}",
        ".hw .fl{stroke:var(--box-line);stroke-width:1.1;stroke-linejoin:round}",
        ".hw .pole{stroke:var(--box-line);stroke-width:2.4;stroke-linecap:round}",
        ".hw .bx{fill:var(--box);stroke:var(--box-line);stroke-width:1.5;stroke-linejoin:round}",
        ".hw .bx.dash{stroke-dasharray:4 3}.hw .bx.land{fill:var(--land-box)}",
        ".hw .bx.score{fill:var(--card);stroke:var(--purple);stroke-width:1.8}",
        ".hw .bx.derived{stroke-dasharray:2 3}",
        ".hw .bx.shut{fill:var(--shut);stroke:var(--shut-line);stroke-width:1.3;"
        "stroke-dasharray:.1 3.4;stroke-linecap:round}.hw .dim{opacity:.6}",
        ".hw .bx.fil{fill:var(--done)}",
        ".hw .hatch{opacity:.5;pointer-events:none}",
        "".join(f".hw .hatch.{key}{{fill:url(#ht-{key})}}" for key in HATCHED),
        ".hw .hit{fill:transparent}",
        ".hw .choice .bx{fill:var(--legal);stroke:var(--legal-line);stroke-width:2.4;"
        "stroke-dasharray:5 3}",
        ".hw .halo{fill:var(--halo);opacity:.5}",
        ".hw .choice:hover .bx,.hw .choice:focus .bx,.hw .lit .bx,.hw .js-lit .bx{"
        "stroke:var(--purple);stroke-width:4.6;stroke-dasharray:none}",
        ".hw .choice:hover .bx,.hw .choice:focus .bx,.hw .choice.js-lit .bx{fill:var(--picked)}",
        ".hw .choice:hover .halo,.hw .choice:focus .halo,.hw .choice.js-lit .halo{opacity:1;"
        "fill:var(--purple)}",
        ".hw .js-lit .hit{fill:var(--chained);fill-opacity:.45;stroke:var(--purple);"
        "stroke-width:3}",
        ".hw .new .bx{stroke:var(--glow-line);stroke-width:3}",
        ".hw .split{stroke:var(--box-line);stroke-width:1.1;stroke-dasharray:3 2.5}",
        ".hw .split.sf{stroke:var(--done-ink)}",
        ".hw .ring{fill:none;stroke:var(--circle-line);stroke-width:3.4;stroke-linecap:round;"
        "stroke-dasharray:none}",
        ".hw .tick{fill:none;stroke:var(--done-ink);stroke-width:3.2;stroke-linecap:round;"
        "stroke-linejoin:round}",
        ".hw .inked{fill:var(--done-ink)}.hw .pale{fill:#fff6e4}.hw .onkey{fill:var(--paper)}",
        ".hw .chain0{stroke:var(--sheet);stroke-width:6;fill:none}",
        ".hw .chain{stroke-width:3;fill:none;stroke:var(--earth)}",
        ".hw .chain.cippi{stroke-dasharray:5 3.4;stroke:var(--verdigris)}",
        ".hw .chain.ready{stroke:var(--ink)}.hw .chead{fill:var(--earth)}",
        ".hw .chead.ready{fill:var(--ink)}",
        ".hw .veil{fill:url(#vl-left);pointer-events:none}",
        ".hw .lock{fill:var(--card);stroke:var(--earth);stroke-width:1.6}",
        ".hw .panel{stroke-width:1.3}.hw .chip{fill:var(--card);stroke:var(--rule)}",
        ".hw .divider{stroke:var(--earth);stroke-width:2.4;stroke-linecap:round;"
        "stroke-dasharray:9 4}.hw .divider.open{stroke-dasharray:2 7}",
        ".hw .turn{display:none}.hw .turn.js-turned{display:inline}",
        ".hw .turner{cursor:pointer;outline:none}.hw .knob{stroke:var(--line);stroke-width:1.6}",
        ".hw .turner:hover .knob,.hw .turner:focus-visible .knob{stroke:var(--purple);"
        "stroke-width:3}.hw .turner.js-turned .knob{fill:var(--legal);stroke:var(--legal-line);"
        "stroke-width:3}",
        ".hw .js-lit .land{fill:var(--leaf)}",
        ".hw .ink{fill:var(--ink)}.hw .onink{--ink:var(--paper)}",
        ".hw .rule{stroke:var(--line);stroke-width:1.2;fill:none}",
        ".hw .mono{--ink:var(--done-ink);"
        + "".join(f"--hw-{name}:transparent;" for name in MONO.split())
        + "opacity:.85}",
        ".hw .red{--hw-tint:#c4493a}.hw .blue{--hw-tint:#4a80bd}",
        ".hw .m1{fill:var(--done);stroke:var(--done);stroke-width:8;stroke-linejoin:round;"
        "opacity:.84}",
        ".hw .m2{fill:none;stroke:var(--circle-line);stroke-width:6}",
        "".join(
            f".hw .g-{name}{{fill:var(--a-{name});stroke:var(--e-{name})}}"
            f".hw .w-{name}{{--strong:var(--t-{name})}}"
            for name in AREAS
        ),
    )
)


def definitions(symbols: Mapping[str, str], names: Iterable[str], key: str) -> list[str]:
    """Icons and patterns that a picture uses, named after it."""
    drawn = [
        symbols[name].replace(f'id="hw-{name}"', f'id="{key}-{name}"', 1) for name in sorted(names)
    ]
    if key in HATCHED:
        drawn.append(
            f'<pattern id="ht-{key}" width="7" height="7" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(45)"><path d="M0 0V7" stroke="var(--done-line)" '
            'stroke-width="2.2"/></pattern>'
        )
    if key == "left":
        drawn.append(
            '<pattern id="vl-left" width="14" height="14" patternUnits="userSpaceOnUse" '
            'patternTransform="rotate(-45)"><rect width="14" height="14" fill="var(--veil)" '
            'opacity=".45"/><path d="M0 0V14" stroke="var(--veil-line)" stroke-width="2.6" '
            'opacity=".5"/></pattern>'
        )
    return drawn
