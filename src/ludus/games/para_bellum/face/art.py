"""The symbols of the game, and the army cards built from them."""

from __future__ import annotations

from pathlib import Path

from ludus.core.content import Pack, demand
from ludus.core.pack_art import symbols_in
from ludus.core.svg import el, text
from ludus.games.para_bellum.catalog import ArmyKind, Catalog
from ludus.games.para_bellum.face.look import CREAM, GOLD, INK, LAPIS, PAINTS
from ludus.games.para_bellum.ids import BANNER_IDS, COLOUR_IDS, UNIT

WIDTH, HEIGHT = 120, 96
"""An army card."""
DIE = 31
SMALL_DIE = 44
TOP, FOOT = 21, 75
"""The band of men on a card."""
RIBBON = "#f0c552"

ART = "art.svg"
"""Drawings on cards, in the pack."""


class Art:
    """All symbols by name. Each picture defines a fixed set of them."""

    def __init__(self, symbols: dict[str, tuple[str, str]]) -> None:
        self.symbols = symbols

    @classmethod
    def load(cls, path: Path, catalog: Catalog, pack: Pack) -> Art:
        """The symbols of the game, over them those of a pack, and the army cards of a catalog.

        A Special Unit stands in the army and has a drawing of its own.
        """
        symbols = symbols_in(path, "pb-") | symbols_in(pack.path(ART), "pb-")
        for card in catalog.commands:
            drawn = card.type != UNIT or emblem(card.id) in symbols
            reason = f"card {card.id}: no drawing; draw the symbol pb-{emblem(card.id)} in {ART}"
            demand(drawn, pack.path("command.toml"), reason)
        box = f"0 0 {WIDTH} {HEIGHT}"
        for name, drawing in _card_parts().items():
            symbols[name] = (box, drawing)
        for number, kind in enumerate(catalog.army):
            start = number >= catalog.deck_kinds
            symbols[f"army-{number}"] = (box, large_card(kind, start))
            symbols[f"small-{number}"] = (box, small_card(kind, start))
        return cls(symbols)

    def definitions(self, prefix: str, without: tuple[str, ...]) -> str:
        """The definitions of a picture: all symbols but some, by how their names begin."""
        parts: list[str] = []
        for name, (box, drawing) in self.symbols.items():
            if not name.startswith(without):
                own = drawing.replace('href="#pb-', f'href="#{prefix}-')
                parts.append(el("symbol", own, id=f"{prefix}-{name}", viewBox=box))
        return el("defs", *parts)


def _inner(name: str, x: float, y: float, width: float, height: float = 0) -> str:
    return el("use", href=f"#pb-{name}", x=x, y=y, width=width, height=height or width)


def emblem(unit: str) -> str:
    """The drawing on a Special Unit; other command cards have none."""
    return f"emblem-{unit.replace('_', '-')}"


def banner_symbol(banner: int) -> str:
    return f"banner-{BANNER_IDS[banner].replace('_', '-')}"


def blazon_symbol(colour: int) -> str:
    return f"blazon-{COLOUR_IDS[colour]}"


# Army cards --------------------------------------------------------------------------------------


LINKS = ("corn", "up", "down")


def _card_parts() -> dict[str, str]:
    """What many cards have in common, so that a card is a few of these."""
    slots = "M1 32.5h14.5v31H1M119 32.5h-14.5v31H119M44.5 1v14.5h31V1M44.5 95V80.5h31V95"
    parts = {
        "plain": _plate()
        + el("rect", x=3.5, y=3.5, width=113, height=89, rx=4, fill="none", stroke="#d9c79c")
        + _inner("centurion-head", 0, 0, WIDTH, HEIGHT)
        + _inner("centurion-body", 0, 0, WIDTH, HEIGHT),
        "slots": el(
            "path",
            d=slots,
            fill=CREAM,
            fill_opacity=0.34,
            stroke=INK,
            stroke_opacity=0.8,
            stroke_dasharray="3 2.2",
        ),
    }
    for link in LINKS:
        parts[f"link-{link}"] = _links(link, False)
        parts[f"small-link-{link}"] = _links(link, True)
    for colour in range(len(COLOUR_IDS)):
        for full in (False, True):
            name = f"{COLOUR_IDS[colour]}{'-full' if full else ''}"
            parts[f"troop-{name}"] = _troop(colour, full)
            parts[f"small-troop-{name}"] = _small_troop(colour, full)
    return parts


def _look(kind: ArmyKind) -> tuple[str, str]:
    """The names of a card's troop and of what links its dice."""
    link = "corn" if kind.cornicine else {1: "up", -1: "down", 0: ""}[kind.mounted]
    return f"{COLOUR_IDS[kind.colour]}{'-full' if kind.full else ''}", link


def large_card(kind: ArmyKind, start: bool) -> str:
    """A card with its men, half centurions, slots and ribbons."""
    troop, link = _look(kind)
    names = ["plain", f"troop-{troop}", "slots", *([f"link-{link}"] if link else [])]
    parts = [_inner(name, 0, 0, WIDTH, HEIGHT) for name in names]
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
    troop, link = _look(kind)
    names = [f"small-troop-{troop}", *([f"small-link-{link}"] if link else [])]
    parts = [_inner(name, 0, 0, WIDTH, HEIGHT) for name in names]
    return "".join([*parts, _lozenge(27) if start else ""])


def _troop(colour: int, full: bool) -> str:
    """Men in two ranks, and a standard at each end."""
    parts = [_band(colour, full)]
    columns = [2 + 13 * step for step in range(9)] if full else [2, 15, 28, 80, 93, 106]
    name = f"legionary-{COLOUR_IDS[colour]}"
    for shift, y in ((0, 20.5), (1, 46.5)):
        parts += [_inner(name, x + shift, y, 12.5, 27) for x in columns]
    if not full:
        parts += [_signum(x) for x in (43, 77)]
    return "".join(parts)


def _small_troop(colour: int, full: bool) -> str:
    base, _, _, charge = PAINTS[colour]
    parts = [_plate(), _band(colour, full)]
    for x in range(4, 115, 23) if full else (15, 83):
        parts.append(el("rect", x=x + 1, y=TOP + 9, width=20, height=34, rx=5, fill=base))
        parts.append(el("rect", x=x + 8, y=TOP + 13, width=6, height=26, rx=3, fill=charge))
    if not full:
        caps = f"M41 {TOP}v{FOOT - TOP}M79 {TOP}v{FOOT - TOP}"
        parts.append(el("path", d=caps, stroke=INK, stroke_width=4))
    return "".join(parts)


def _plate() -> str:
    """The plate of a card. CSS classes do not reach into symbols, so colours are attributes."""
    return el(
        "rect", x=1, y=1, width=118, height=94, rx=6, fill=CREAM, stroke=INK, stroke_width=1.3
    )


def _band(colour: int, full: bool) -> str:
    """The troop: two halves that end at a cap, or one that runs through."""
    _, dark, tint, _ = PAINTS[colour]
    height = FOOT - TOP
    if full:
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


def _links(link: str, small: bool) -> str:
    """Gold ribbons: to both gray dice for a cornicine, to the red die for a commander."""
    parts: list[str] = []
    if link == "corn":
        parts.append(_ribbon("M4 48H116" if small else "M15.5 48H104.5", small))
    else:
        parts.append(_ribbon("M60 48V15.5" if link == "up" else "M60 48V80.5", small))
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
    name = "cornicine" if link == "corn" else "mounted"
    parts.append(_inner(name, 60 - size / 2, 48 - size / 2, size))
    if link != "corn":
        way = 1 if link == "up" else -1
        y = 48 - radius * way
        parts.append(
            el("path", d=f"M53 {y}h14l-7 {-8 * way}z", fill="#d9a136", stroke=INK, stroke_width=1.2)
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
