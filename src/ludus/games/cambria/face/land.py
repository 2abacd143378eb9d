"""The printed board: everything that never changes in a game. Drawn once per side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.svg import at, el, num, smooth, text
from ludus.games.cambria.board import Board
from ludus.games.cambria.drawing import FortSpot, Lettering, RoadSpot, Sheet, SideDrawing

BEYOND: Final = (-1028, -772, 3800, 2540)
"""How far sea and land are drawn, so that they fill a window of any shape."""
WATERLINES = (66, 45, 27)
"""Widths of the engraved lines that follow the coast."""
GLOW = ((50, 0.10), (34, 0.16), (20, 0.24))
STAINS = (
    (0.62, 0.2, 0.3),
    (0.9, 0.55, 0.28),
    (0.55, 0.62, 0.26),
    (0.78, 0.9, 0.3),
    (0.35, 0.8, 0.2),
)
"""Soft patches on the parchment: middle and size, as parts of the sheet."""


def defs(sheet: Sheet) -> Sequence[str]:
    """Gradients, the coast, and hills in their sizes."""
    x, y, width, height = sheet.side.view_box
    sea = el(
        "radialGradient",
        _stop(0, "sea-1"),
        _stop(1, "sea-2"),
        id="c-sea",
        gradientUnits="userSpaceOnUse",
        cx=x + width * 0.2,
        cy=y + height * 0.45,
        r=width * 0.75,
    )
    land = el(
        "linearGradient",
        _stop(0, "land-1"),
        _stop(0.55, "land-2"),
        _stop(1, "land-3"),
        id="c-land",
        gradientUnits="userSpaceOnUse",
        x1=x,
        y1=y,
        x2=x + width,
        y2=y + height,
    )
    stain = el("radialGradient", _stop(0, "stain", 0.2), _stop(1, "stain", 0), id="c-stain")
    coast = " ".join(smooth(shape) for shape in sheet.side.land)
    shore = el("path", id="c-coast", d=coast)
    clip = el("clipPath", el("use", href="#c-coast"), id="c-clip")
    sizes = sorted({size for _, _, size in sheet.side.hills})
    hills = [
        el("use", href="#c-h", id=f"c-h{size}", transform=f"scale({size / 10:g})") for size in sizes
    ]
    return (sea, land, stain, shore, clip, *hills)


def _stop(offset: float, tone: str, opacity: float | None = None) -> str:
    shown = None if opacity is None else f"{opacity:g}"
    return el("stop", offset=f"{offset:g}", stop_color=f"var(--{tone})", stop_opacity=shown)


def printed(sheet: Sheet, board: Board) -> str:
    """Sea, land, hills, roads and lettering, in the order in which they cover each other."""
    side = sheet.side
    x, y, width, height = BEYOND
    return "".join(
        (
            el("rect", x=x, y=y, width=width, height=height, fill="url(#c-sea)"),
            *_water(side),
            *_ground(side),
            *(_lettering(name) for name in side.region),
            *_roads(sheet),
            *(
                _name(spot, number, board.site_name[number])
                for number, spot in enumerate(sheet.forts)
            ),
            _lettering(side.sea_name, "italic"),
            _compass(side),
        )
    )


def _water(side: SideDrawing) -> Sequence[str]:
    """Engraved lines along the coast, a glow on them, and sparse waves."""
    parts: list[str] = []
    for width in WATERLINES:
        parts.append(el("use", href="#c-coast", class_="w", stroke_width=width, opacity=".5"))
        parts.append(el("use", href="#c-coast", class_="wb", stroke_width=width - 2.4))
    parts += [
        el("use", href="#c-coast", class_="w", stroke_width=width, opacity=f"{strength:g}")
        for width, strength in GLOW
    ]
    parts += [el("use", href="#c-w", x=x, y=y) for x, y in side.waves]
    return parts


def _ground(side: SideDrawing) -> Sequence[str]:
    x, y, width, height = side.view_box
    inside = [
        el(
            "circle",
            class_="stain",
            cx=x + width * across,
            cy=y + height * down,
            r=width * size,
        )
        for across, down, size in STAINS
    ]
    left, top, wide, high = BEYOND
    inside.append(el("rect", x=left, y=top, width=wide, height=high, fill="url(#c-grain)"))
    inside.append(el("use", href="#c-coast", class_="rim", stroke_width=18))
    inside.append(el("use", href="#c-coast", class_="rim", stroke_width=8))
    rivers = " ".join(smooth(river.points, closed=False) for river in side.river)
    lakes = " ".join(smooth(lake.points) for lake in side.lake)
    hills = sorted(side.hills, key=lambda hill: hill[1])
    return (
        el("use", href="#c-coast", class_="ld"),
        el("g", *inside, clip_path="url(#c-clip)"),
        el("path", class_="river", d=rivers),
        el("path", class_="lake", d=lakes),
        *(el("use", href="#c-t", x=x, y=y) for x, y in side.trees),
        *(el("use", href=f"#c-h{size}", x=x, y=y) for x, y, size in hills),
    )


def _lettering(name: Lettering, style: str | None = None) -> str:
    return text(
        name.text,
        class_="tribe" if name.kind == "land" else "tide",
        transform=at(name.x, name.y, turn=name.rotate),
        font_size=name.size,
        letter_spacing=name.size * 0.22,
        font_style=style,
        data_ornament="",
    )


def _roads(sheet: Sheet) -> Sequence[str]:
    """Double lines with paving between; all edges first, so that crossings stay open."""
    forts = {spot.id: spot for spot in sheet.forts}
    lines = "".join(_line(road, forts[road.a], forts[road.b]) for road in sheet.roads)
    return (
        el("g", el("path", id="c-roads", d=lines), class_="re"),
        el("use", href="#c-roads", class_="rd"),
        el("use", href="#c-roads", class_="rm"),
    )


def _line(road: RoadSpot, a: FortSpot, b: FortSpot) -> str:
    bend = "L" if road.control is None else f"Q{num(road.control[0])} {num(road.control[1])} "
    return f"M{a.x} {a.y}{bend}{b.x} {b.y}"


def _name(spot: FortSpot, site: int, name: str) -> str:
    x, y = spot.x + spot.label[0], spot.y + spot.label[1]
    return text(name, class_="name", x=x, y=y, text_anchor=spot.anchor, data_about=f"fort-{site}")


def _compass(side: SideDrawing) -> str:
    spot = side.compass
    points = "".join(
        f'<path transform="rotate({turn})" d="M0-34L6-6L0 0z" fill="var(--halo)"/>'
        f'<path transform="rotate({turn})" d="M0-34L-6-6L0 0z" fill="var(--tide)"/>'
        for turn in (0, 90, 180, 270)
    )
    return el(
        "g",
        el("circle", r=24, fill="none"),
        points,
        text("N", class_="north", y=-39),
        transform=at(spot.x, spot.y, spot.size / 34),
        stroke="var(--tide)",
    )
