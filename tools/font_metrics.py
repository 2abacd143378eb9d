"""Measure the fonts of the pages, and write what depends on it: fonts.css and core/font_widths.py.

Until a font has arrived, a browser shows one of the reader's own. Each of those is scaled so that
our sample of text is as wide in it as in the font that it stands in for (`size-adjust`: the width
in ours divided by the width in theirs), and is given our font's ascent, descent and line gap,
divided by that scale since a browser multiplies them by it. So lines are equally high and break at
the same words, and nothing moves when the font arrives. The reader's fonts are measured in their
open twins of equal widths: Arimo for Arial and Liberation Sans, Tinos for Times New Roman and
Liberation Serif. With no kerning, as an average over text hardly shows it.

Pictures cannot break lines by themselves; for them the widths of the letters are written down.

Needs fontTools and brotli, which nothing else here needs:

    python3 -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools brotli
    /tmp/fonts/bin/python tools/font_metrics.py
"""

from __future__ import annotations

import io
import json
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.fonts import (
    ALEGREYA,
    CINZEL,
    FOLDER,
    FONTS,
    ROOT,
    SOURCE_SANS,
    Font,
    Package,
    fetch,
    member,
)

CSS = FOLDER.parent / "fonts.css"
MODULE = ROOT / "src/ludus/core/font_widths.py"
LETTERS = (
    "".join(map(chr, range(32, 127)))
    + "\u2013\u2014\u2026\u2018\u2019\u201c\u201d\u00b7\u00d7\u2212"
)
"""Those whose widths are written down. One with an accent is as wide as without."""
RANGES: Mapping[str, str] = {
    "latin-ext": "U+100-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+304, U+308, U+329, "
    "U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, "
    "U+2C60-2C7F, U+A720-A7FF",
    "latin": "U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, "
    "U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
}
"""What each subset holds, as Fontsource says. Where they overlap, the later face is asked first."""

TEXT = """
Place a warrior on a road to a fort, or move the legion there. The fort falls when all of its roads
are held. You have 2 of 5 left; next at 17. Marcus takes 3 servants and builds the granary.
Choose the cohort, then confirm. Play against bots, or invite your friends by a link. The Picts
attack from the north with 10 cards: discipline stops 6 of them. Undo the last move. New table.
Rules, log, chat and notes. Waiting for Quintus to choose a hero. It is your turn. Settings.
"""
TITLES = """
Ludus Cambria Conqueror Agricola Hadrian's Wall Para Bellum Your tables Open tables New table
Settings Keys Turn XIX The end The rules Players Piety Renown Valour Discipline Paths Prospects
"""


@dataclass(frozen=True, slots=True)
class Fallback:
    """Fonts of the reader with the same widths: their names, and where those are measured."""

    name: str
    package: Package
    local: tuple[str, ...]
    """Full names, to which " Bold" is added, or what the family calls its italic."""
    italic: str = "Italic"


ARIAL = Fallback(
    "Arial",
    Package(
        "@fontsource/arimo",
        "5.3.0",
        "nhxZ2sTVZYX8DJBgLuyX360B5vE4mxqpmjlKTRfucIqfcWRVx9vOYzWBc1IgEX0ist48VMC10PRKbFyH+4QFvQ==",
    ),
    ("Arial", "Liberation Sans", "Arimo", "Helvetica"),
)
ROBOTO = Fallback(
    "Roboto",
    Package(
        "@fontsource/roboto",
        "5.3.0",
        "BapRJOWYP+LZ21zp+wBQjfpPYKRoxc4LspJ/RLuI+HSMBD5u/X4O+ESDrSvEqDSy0rAl7GwBJ+09mdc16cVQ1Q==",
    ),
    ("Roboto",),
)
TIMES = Fallback(
    "Times",
    Package(
        "@fontsource/tinos",
        "5.3.0",
        "VVDyyZdbcsLKxo/W7rClAvacD/7DsGc7J5xzzp51Tndib8kDkEe/0bqbb3Xb3iH6+IUjt07aRsvtQ9MGeGGi4w==",
    ),
    ("Times New Roman", "Liberation Serif", "Tinos", "Times"),
)
NOTO = Fallback(
    "Noto",
    Package(
        "@fontsource/noto-serif",
        "5.3.0",
        "ZrMzjuQlBIcw+qma1slZQdU3YDJvrjLG+9CWU1bxSf3YTkucwqd3EYa/Kfo4Ts19w8IMTGAmtOE3d6wWlgnBtA==",
    ),
    ("Noto Serif",),
)
DEJAVU_SANS = Fallback(
    "DejaVu",
    Package(
        "@fontsource/dejavu-sans",
        "5.3.0",
        "F/tV+7S31Mo8jtGUhj857XfUzcDCl9JJC8bzMtZ0wcTuOm89dG4FPjAOHOesMfmoChYVQ3eg5fHafdhxFrQIxQ==",
    ),
    ("DejaVu Sans",),
    "Oblique",
)
DEJAVU_SERIF = Fallback(
    "DejaVu",
    Package(
        "@fontsource/dejavu-serif",
        "5.3.0",
        "mozsfkGAkRq8agQhJLw5xHgjX+qYr6n5zgtUxUUDNpPoY/7UGm+kMR7GaSDe/7erJXTKJ8wfWt7hW1f+SrrU9g==",
    ),
    ("DejaVu Serif",),
)
STAND_INS: Mapping[Font, tuple[Fallback, ...]] = {
    CINZEL: (TIMES, NOTO, DEJAVU_SERIF),
    ALEGREYA: (TIMES, NOTO, DEJAVU_SERIF),
    SOURCE_SANS: (ARIAL, ROBOTO, DEJAVU_SANS),
}
"""Windows, macOS and iOS have the first, Android the second, most others the first or the last."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A style of a fallback: its part of the weights, and what it is called."""

    weight: int
    style: str
    weights: str

    def local(self, fallback: Fallback) -> Iterator[str]:
        ending = "" if self.weight == 400 else " Bold"
        ending = ending if self.style == "normal" else f" {fallback.italic}"
        return (f'local("{name}{ending}")' for name in fallback.local)


REGULAR = Cut(400, "normal", "100 549")
BOLD = Cut(700, "normal", "550 900")
ITALIC = Cut(400, "italic", "100 900")


def cuts(font: Font) -> tuple[Cut, ...]:
    return (REGULAR, BOLD, ITALIC) if "italic" in font.styles else (REGULAR, BOLD)


# Measures ----------------------------------------------------------------------------------------


def opened(content: bytes) -> TTFont:
    return TTFont(io.BytesIO(content))


def ours(font: Font, cut: Cut) -> TTFont:
    """Our font at one weight."""
    found = opened((FOLDER / font.file("latin", cut.style)).read_bytes())
    return instantiateVariableFont(found, {"wght": cut.weight})


def theirs(fallback: Fallback, cut: Cut) -> TTFont:
    name = f"package/files/{fallback.package.short}-latin-{cut.weight}-{cut.style}.woff2"
    return opened(member(_tarball(fallback.package), name))


_TARBALLS: dict[str, bytes] = {}


def _tarball(package: Package) -> bytes:
    if package.name not in _TARBALLS:
        _TARBALLS[package.name] = fetch(package)
    return _TARBALLS[package.name]


def width(font: TTFont, words: str) -> float:
    """The width of a text in heights of the font, which must have all of its letters."""
    return sum(widths(font, words)) / 1000


def widths(font: TTFont, words: str) -> list[float]:
    """The widths of letters in thousandths of the font's height, with lining, tabular figures."""
    glyphs, known, figures = font["hmtx"], font.getBestCmap(), lining(font)
    unit = font["head"].unitsPerEm / 1000
    names = (known[ord(letter)] for letter in words)
    return [glyphs[figures.get(name, name)][0] / unit for name in names]


def lining(font: TTFont) -> dict[str, str]:
    """What each glyph is replaced by where figures are to be lining and tabular."""
    table = font["GSUB"].table
    found: dict[str, str] = {name: name for name in font.getGlyphOrder()}
    for tag in ("lnum", "tnum"):
        features = (f.Feature for f in table.FeatureList.FeatureRecord if f.FeatureTag == tag)
        indices = {index for feature in features for index in feature.LookupListIndex}
        for index in sorted(indices):
            for part in table.LookupList.Lookup[index].SubTable:
                changes = getattr(part, "mapping", {})
                found = {name: changes.get(now, now) for name, now in found.items()}
    return found


def sample(font: Font) -> str:
    return " ".join((TITLES if font is CINZEL else TEXT).split())


# The stylesheet ----------------------------------------------------------------------------------


def faces(font: Font) -> Iterator[str]:
    """The font itself, one rule for each of its files."""
    for style in font.styles:
        axis = opened((FOLDER / font.file("latin", style)).read_bytes())["fvar"].axes[0]
        for subset, characters in RANGES.items():
            yield rule(
                font.family,
                font_style=style,
                font_weight=f"{axis.minValue:.0f} {axis.maxValue:.0f}",
                font_display="swap",
                src=f'url("../fonts/{font.file(subset, style)}") format("woff2")',
                unicode_range=characters,
            )


def stand_ins(font: Font) -> Iterator[str]:
    """The reader's fonts, scaled to look like ours."""
    for fallback in STAND_INS[font]:
        for cut in cuts(font):
            us, them = ours(font, cut), theirs(fallback, cut)
            scale = width(us, sample(font)) / width(them, sample(font))
            head, unit = us["hhea"], us["head"].unitsPerEm * scale
            yield rule(
                f"{font.family} on {fallback.name}",
                font_style=cut.style,
                font_weight=cut.weights,
                src=", ".join(cut.local(fallback)),
                size_adjust=f"{scale:.2%}",
                ascent_override=f"{head.ascent / unit:.2%}",
                descent_override=f"{-head.descent / unit:.2%}",
                line_gap_override=f"{head.lineGap / unit:.2%}",
            )


def rule(family: str, **properties: str) -> str:
    lines = {"font-family": f'"{family}"'}
    lines |= {name.replace("_", "-"): value for name, value in properties.items()}
    inner = "".join(f"  {name}: {value};\n" for name, value in lines.items())
    return f"@font-face {{\n{inner}}}\n"


# The widths of letters ---------------------------------------------------------------------------


def tables() -> Iterator[str]:
    """The module that tells how wide letters are."""
    yield '"""How wide letters are in the fonts of the pages, in thousandths of their height.\n\n'
    yield 'Written by tools/font_metrics.py from the fonts themselves, for `lettering.py`.\n"""\n'
    yield "\nfrom __future__ import annotations\n\nfrom typing import Final\n\n"
    yield f"LETTERS: Final = (\n    {json.dumps(LETTERS[:70])}\n    {json.dumps(LETTERS[70:])}\n)\n"
    for name, font, weight in (
        ("INSCRIPTION", CINZEL, 400),
        ("INSCRIPTION_BOLD", CINZEL, 700),
        ("SERIF", ALEGREYA, 400),
        ("SERIF_BOLD", ALEGREYA, 700),
        ("SANS", SOURCE_SANS, 400),
        ("SANS_BOLD", SOURCE_SANS, 700),
    ):
        measured = widths(ours(font, Cut(weight, "normal", "")), LETTERS)
        numbers = " ".join(f"{number:.0f}" for number in measured)
        rows = textwrap.wrap(numbers, 92, drop_whitespace=False)
        inner = "\n".join(f'    "{row}"' for row in rows)
        yield f"{name}: Final = (\n{inner}\n)\n"


def main() -> None:
    rules = [rule for font in FONTS for rule in (*faces(font), *stand_ins(font))]
    CSS.write_text(
        "/* The fonts, and the reader's own in their stead until they have arrived.\n"
        "   Written by tools/font_metrics.py, which says how the measures are computed. */\n\n"
        + "\n".join(rules),
        encoding="utf-8",
    )
    MODULE.write_text("".join(tables()), encoding="utf-8")
    print(f"{CSS.name}: {len(rules)} faces; {MODULE.name}: {len(LETTERS)} letters")


if __name__ == "__main__":
    main()
