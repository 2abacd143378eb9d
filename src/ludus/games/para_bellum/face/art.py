"""The symbols of the game, and the army cards built from them. A picture carries what it uses."""

from __future__ import annotations

import re
from pathlib import Path

from ludus.core.svg import el, text
from ludus.games.para_bellum.board import BANNER_IDS, COLOUR_IDS
from ludus.games.para_bellum.catalog import ArmyKind
from ludus.games.para_bellum.face.look import CREAM, GOLD, INK, LAPIS, PAINTS

WIDTH, HEIGHT = 120, 96
"""An army card."""
DIE = 31
SMALL_DIE = 44
TOP, FOOT = 21, 75
"""The band of men on a card."""
RIBBON = "#f0c552"

_SYMBOL = re.compile(r'<symbol id="pb-([^"]+)" viewBox="([^"]+)">(.*)</symbol>')


class Art:
    """All symbols by name; `Palette` keeps count of those that one picture uses."""

    def __init__(self, symbols: dict[str, tuple[str, str]]) -> None:
        self.symbols = symbols

    @classmethod
    def load(cls, path: Path, army: list[ArmyKind], first_start: int) -> Art:
        symbols: dict[str, tuple[str, str]] = {}
        for line in path.read_text(encoding="utf-8").splitlines():
            found = _SYMBOL.match(line)
            if found:
                symbols[found[1]] = (found[2], found[3])
        for number, kind in enumerate(army):
            start = number >= first_start
            symbols[f"army-{number}"] = (f"0 0 {WIDTH} {HEIGHT}", large_card(kind, start))
            symbols[f"small-{number}"] = (f"0 0 {WIDTH} {HEIGHT}", small_card(kind, start))
        return cls(symbols)


class Palette:
    """The symbols that a picture uses."""

    def __init__(self, art: Art, prefix: str) -> None:
        self._art = art
        self._prefix = prefix
        """Goes before the symbols' names: two pictures on one page must not share an id."""
        self._used: dict[str, None] = {}

    def use(self, name: str, x: float, y: float, width: float, height: float = 0) -> str:
        self._note(name)
        href = f"#{self._prefix}-{name}"
        return el("use", href=href, x=x, y=y, width=width, height=height or width)

    def _note(self, name: str) -> None:
        if name in self._used:
            return
        self._used[name] = None
        for inner in re.findall(r'href="#pb-([^"]+)"', self._art.symbols[name][1]):
            self._note(inner)

    def defs(self) -> str:
        return el(
            "defs",
            *(self._symbol(name) for name in self._used),
        )

    def _symbol(self, name: str) -> str:
        box, drawing = self._art.symbols[name]
        own = drawing.replace('href="#pb-', f'href="#{self._prefix}-')
        return el("symbol", own, id=f"{self._prefix}-{name}", viewBox=box)


def _inner(name: str, x: float, y: float, width: float, height: float = 0) -> str:
    return el("use", href=f"#pb-{name}", x=x, y=y, width=width, height=height or width)


def banner_symbol(banner: int) -> str:
    return f"banner-{BANNER_IDS[banner].replace('_', '-')}"


def blazon_symbol(colour: int) -> str:
    return f"blazon-{COLOUR_IDS[colour]}"


# Army cards --------------------------------------------------------------------------------------


def large_card(kind: ArmyKind, start: bool) -> str:
    """A card with its men, half centurions, slots and ribbons."""
    colour = COLOUR_IDS[kind.colour]
    parts = [
        _plate(),
        el("rect", x=3.5, y=3.5, width=113, height=89, rx=4, fill="none", stroke="#d9c79c"),
        _inner("centurion-head", 0, 0, WIDTH, HEIGHT),
        _inner("centurion-body", 0, 0, WIDTH, HEIGHT),
        _band(kind),
    ]
    columns = [2 + 13 * step for step in range(9)] if kind.full else [2, 15, 28, 80, 93, 106]
    for shift, y in ((0, 20.5), (1, 46.5)):
        parts += [_inner(f"legionary-{colour}", x + shift, y, 12.5, 27) for x in columns]
    if not kind.full:
        parts += [_signum(x) for x in (43, 77)]
    slots = "M1 32.5h14.5v31H1M119 32.5h-14.5v31H119M44.5 1v14.5h31V1M44.5 95V80.5h31V95"
    parts.append(
        el(
            "path",
            d=slots,
            fill=CREAM,
            fill_opacity=0.34,
            stroke=INK,
            stroke_opacity=0.8,
            stroke_dasharray="3 2.2",
        )
    )
    parts.append(_links(kind, False))
    parts.append(_inner(blazon_symbol(kind.colour), 18.5, 4.5, 14))
    if start:
        dark = PAINTS[kind.colour][1]
        parts.append(
            text(
                "DVX", x=104, y=14.5, text_anchor="end", font_weight="bold", font_size=9, fill=dark
            )
        )
        parts.append(_lozenge(21))
    return "".join(parts)


def small_card(kind: ArmyKind, start: bool) -> str:
    """The same for small armies: shields in place of men, thick caps, no slots."""
    base, _, _, charge = PAINTS[kind.colour]
    parts = [_plate(), _band(kind)]
    for x in range(4, 115, 23) if kind.full else (15, 83):
        parts.append(el("rect", x=x + 1, y=TOP + 9, width=20, height=34, rx=5, fill=base))
        parts.append(el("rect", x=x + 8, y=TOP + 13, width=6, height=26, rx=3, fill=charge))
    if not kind.full:
        caps = f"M41 {TOP}v{FOOT - TOP}M79 {TOP}v{FOOT - TOP}"
        parts.append(el("path", d=caps, stroke=INK, stroke_width=4))
    parts.append(_links(kind, True))
    if start:
        parts.append(_lozenge(27))
    return "".join(parts)


def _plate() -> str:
    """Symbols are used from afar, where classes do not reach: their colours are written on them."""
    return el(
        "rect", x=1, y=1, width=118, height=94, rx=6, fill=CREAM, stroke=INK, stroke_width=1.3
    )


def _band(kind: ArmyKind) -> str:
    """The troop: two halves that end at a cap, or one that runs through."""
    _, dark, tint, _ = PAINTS[kind.colour]
    height = FOOT - TOP
    if kind.full:
        return el("rect", x=1, y=TOP, width=118, height=height, fill=tint) + el(
            "path", d=f"M1 {TOP}h118M1 {FOOT}h118", stroke=dark, stroke_width=1.8
        )
    left = f"M1 {TOP}h34a6 6 0 0 1 6 6v{height - 12}a6 6 0 0 1-6 6H1"
    right = f"M119 {TOP}h-34a6 6 0 0 0-6 6v{height - 12}a6 6 0 0 0 6 6h34"
    return el("path", d=left + right, fill=tint, stroke=dark, stroke_width=1.8)


def _signum(x: float) -> str:
    """The pole with discs at the end of a troop."""
    discs = "".join(
        el("circle", cx=x, cy=y, r=3, fill=GOLD, stroke=INK, stroke_width=0.8) for y in (23, 31, 39)
    )
    return (
        el("path", d=f"M{x} 17v60", stroke=INK, stroke_width=2.6)
        + el("path", d=f"M{x} 17v60", stroke="#a97a3e", stroke_width=1.2)
        + el("path", d=f"M{x} 10.5l3.2 5.5h-6.4z", fill=GOLD, stroke=INK, stroke_width=0.8)
        + discs
    )


def _links(kind: ArmyKind, small: bool) -> str:
    """Gold ribbons: to both gray dice for a cornicine, to the red die for a commander."""
    if not kind.cornicine and not kind.mounted:
        return ""
    parts: list[str] = []
    if kind.cornicine:
        parts.append(_ribbon("M4 48H116" if small else "M15.5 48H104.5", small))
    else:
        parts.append(_ribbon("M60 48V15.5" if kind.mounted > 0 else "M60 48V80.5", small))
        parts.append(el("path", d="M16 48H104", stroke=INK, stroke_width=5.5))
        parts.append(
            el("path", d="M16 48H104", stroke=RIBBON, stroke_width=3, stroke_dasharray="5 3")
        )
    radius = 23 if small else 17.5
    size = radius * 1.32
    parts.append(el("circle", cx=60, cy=48, r=radius, fill=CREAM, stroke=INK, stroke_width=1.5))
    parts.append(
        el("circle", cx=60, cy=48, r=radius - 2.5, fill="none", stroke="#d9a136", stroke_width=2)
    )
    name = "cornicine" if kind.cornicine else "mounted"
    parts.append(_inner(name, 60 - size / 2, 48 - size / 2, size))
    if kind.mounted:
        y = 48 - radius * kind.mounted
        tip = -8 * kind.mounted
        parts.append(
            el("path", d=f"M53 {y}h14l-7 {tip}z", fill="#d9a136", stroke=INK, stroke_width=1.2)
        )
    return "".join(parts)


def _ribbon(path: str, small: bool) -> str:
    return el("path", d=path, stroke=INK, stroke_width=9 if small else 6.5) + el(
        "path", d=path, stroke=RIBBON, stroke_width=6 if small else 4
    )


def _lozenge(radius: float) -> str:
    return el(
        "path",
        d=f"M60 {48 - radius}l{radius} {radius}-{radius} {radius}-{radius}-{radius}z",
        fill=LAPIS,
        fill_opacity=0.22,
        stroke=LAPIS,
        stroke_width=1.5,
    )
