"""What is printed on a map: seas, coasts, territories, borders, bridges, the Danube and icons."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludus.core.svg import at, el, mark_shapes, num, text
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.drawing import Bridge, Ground, MapDrawing, Point, Region, Sheet
from ludus.games.conqueror.face.look import SOILS
from ludus.games.conqueror.ids import GREAT_FORT

WIDTH = 1600
HEIGHT = 1000
GLOW = ((46, 0.10), (33, 0.12), (21, 0.16), (11, 0.24))
"""Width and strength of the light along a shore."""


def path(points: Sequence[Point], closed: bool = True) -> str:
    """Path data through the points, written in small steps."""
    x, y = points[0]
    data = f"M{x} {y}l"
    row: list[str] = []
    for nx, ny in points[1:]:
        dx, dy = nx - x, ny - y
        row.append(f"{dx}{dy}" if dy < 0 else f"{dx} {dy}")
        x, y = nx, ny
    return data + " ".join(row) + ("z" if closed else "")


def area(outline: Sequence[Point], holes: Sequence[Sequence[Point]]) -> str:
    return path(outline) + "".join(path(hole) for hole in holes)


def soils(board: Board) -> list[int]:
    """A tone for every land such that neighbours differ, the rarest one first."""
    near: list[set[int]] = [set() for _ in range(board.places)]
    for a, b, _ in board.links:
        near[a].add(b)
    tones = [-1] * board.places
    used = [0] * SOILS
    lands = [place for place in range(board.places) if not board.sea_mask >> place & 1]
    for place in sorted(lands, key=lambda number: (-len(near[number]), number)):
        taken = {tones[other] for other in near[place]}
        tone = min((n for n in range(SOILS) if n not in taken), key=lambda n: (used[n], n))
        tones[place] = tone
        used[tone] += 1
    return tones


def defs(sheet: Sheet) -> str:
    """Outlines to be used again, and the icons."""
    outlines = [
        el("path", id=f"q-{place}", d=area(region.outline, region.hole))
        for place, region in enumerate(sheet.regions)
    ]
    shores = "".join(path(line, closed=False) for line in sheet.drawing.coast)
    shores += "".join(path(line) for line in sheet.drawing.islet)
    return el(
        "defs", *outlines, el("path", id="q-shore", d=shores), mark_shapes("q"), *icon_symbols()
    )


def icon_symbols() -> list[str]:
    """Fort, great fort, food and currency, round the origin."""
    walls = "M-8 8V-7.2h3.6V-4h2.6V-7.2h3.6V-4h2.6V-7.2H8V8z"
    gate = el("path", class_="cq-gate", d="M-2.3 8V2L0-.2L2.3 2V8z")
    flag = el("path", class_="cq-flag", d="M0-15l7 2.8L0-9.4z")
    ear = "M0-5.5V5.5M-3.6-5.5L0-2.5L3.6-5.5M-3.6-2.5L0 .5L3.6-2.5M-3.6.5L0 3.5L3.6.5"
    return [
        el("g", el("path", class_="cq-wall", d=walls), gate, id="i-fort"),
        el(
            "g",
            el("path", class_="cq-keep", d=walls, transform="scale(1.2)"),
            el("g", gate, transform="scale(1.2)"),
            flag,
            id="i-great_fort",
        ),
        el(
            "g",
            el("circle", class_="cq-wheat", r=8.6),
            el("path", class_="cq-ear", d=ear),
            id="i-food",
        ),
        el(
            "g",
            el("circle", class_="cq-coin", r=8.6),
            el("circle", r=5.4, fill="none", stroke="#8a6515", stroke_width=1.1),
            id="i-currency",
        ),
        el(
            "path",
            d="M-3.4 6V0a3.4 3.4 0 0 1 1.8-3a3 3 0 1 1 3.2 0a3.4 3.4 0 0 1 1.8 3V6z",
            id="i-foot",
        ),
        el(
            "path",
            d="M-6 6l1.2-5.4L-2-4.6L.4-7.4l1 2L6-2.6L5 0L1.6-.8L3 6z",
            id="i-horse",
        ),
    ]


def printed(sheet: Sheet, board: Board) -> str:
    """Everything on the map that never changes."""
    drawing = sheet.drawing
    tones = soils(board)
    parts = [el("rect", class_="deep", width=WIDTH, height=HEIGHT)]
    parts += _seas(sheet, board)
    parts += [
        el("use", href="#q-shore", class_="glow", stroke_width=w, opacity=str(o)) for w, o in GLOW
    ]
    parts += [
        el("path", class_="sl", d=path(line.line, closed=False))
        for line in drawing.border
        if line.kind == "sea"
    ]
    for ground in drawing.ground:
        if ground.kind != "sea":
            parts += _ground(ground)
    parts += [el("path", class_="islet", d=path(islet)) for islet in drawing.islet]
    for place in range(board.places):
        if not board.sea_mask >> place & 1:
            parts.append(el("use", href=f"#q-{place}", fill=f"var(--soil-{tones[place]})"))
    parts += _borders(drawing)
    parts += [el("path", class_="coast", d=path(line, closed=False)) for line in drawing.coast]
    danube = path(drawing.danube, closed=False)
    parts += [el("path", class_="d1", d=danube), el("path", class_="d2", d=danube)]
    for bridge in drawing.bridge:
        parts += _bridge(bridge)
    return el("g", *parts, id="map", aria_hidden="true")


def _seas(sheet: Sheet, board: Board) -> list[str]:
    parts = [
        el("path", class_="deep", d=area(ground.outline, ground.hole))
        for ground in sheet.drawing.ground
        if ground.kind == "sea"
    ]
    seas = [place for place in range(board.places) if board.sea_mask >> place & 1]
    for number, place in enumerate(seas):
        tone = f"var(--water-{number % 3})"
        parts.append(el("use", href=f"#q-{place}", class_="sea", fill=tone))
    return parts


def _ground(ground: Ground) -> list[str]:
    """Unplayable ground, with small strokes for what it is."""
    kinds = {"land": "waste", "desert": "sand", "mountains": "rock"}
    parts = [el("path", class_=kinds[ground.kind], d=area(ground.outline, ground.hole))]
    xs = [x for x, _ in ground.outline]
    ys = [y for _, y in ground.outline]
    small = max(xs) - min(xs) < 160 and max(ys) - min(ys) < 160
    step, rise = (16, 13) if small else (64, 46)
    strokes = {
        "land": "m-9 6l9-9m3 9l9-9",
        "desert": "m-8 3q8-10 16 0",
        "mountains": "m-7 5l7-11l7 11",
    }
    marks = ""
    for row, y in enumerate(range(min(ys) + 8, max(ys), rise)):
        for x in range(min(xs) + 9 + row % 2 * (step // 2), max(xs), step):
            if inside((x, y), ground.outline, 7):
                marks += f"M{x} {y}{strokes[ground.kind]}"
    if marks:
        parts.append(el("path", class_=_stroke_class(ground.kind), d=marks))
    return parts


def _stroke_class(kind: str) -> str:
    return {"land": "hatch", "desert": "dune", "mountains": "peak"}[kind]


def inside(point: Point, outline: Sequence[Point], margin: int) -> bool:
    """Whether a point and its surroundings lie within an outline."""
    corners = [(margin, margin), (-margin, margin), (margin, -margin), (-margin, -margin)]
    return all(_within((point[0] + dx, point[1] + dy), outline) for dx, dy in corners)


def _within(point: Point, outline: Sequence[Point]) -> bool:
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def _borders(drawing: MapDrawing) -> list[str]:
    lines = [border for border in drawing.border if border.kind == "land"]
    every = "".join(path(border.line, closed=False) for border in lines)
    inner = "".join(path(border.line, closed=False) for border in lines if border.inner)
    outer = "".join(path(border.line, closed=False) for border in lines if not border.inner)
    return [
        el("path", class_="b1", d=every),
        el("path", class_="b2", d=inner),
        el("path", class_="b3", d=outer),
    ]


def _bridge(bridge: Bridge) -> list[str]:
    (ax, ay), (bx, by) = bridge.ends
    length = hypot(bx - ax, by - ay)
    ux, uy = 5 * (bx - ax) / length, 5 * (by - ay) / length
    ends = {"x1": ax - ux, "y1": ay - uy, "x2": bx + ux, "y2": by + uy}
    return [
        el("line", class_=name, x1=ends["x1"], y1=ends["y1"], x2=ends["x2"], y2=ends["y2"])
        for name in ("p1", "p2", "p3")
    ]


def lettering(sheet: Sheet, board: Board) -> str:
    """Names and icons, which lie above the holders' tints."""
    parts = [
        text(
            label.text,
            class_="decor",
            font_size=label.size,
            transform=at(*label.at, turn=label.angle),
        )
        for label in sheet.drawing.label
    ]
    for place, region in enumerate(sheet.regions):
        x, y = region.label
        sea = board.sea_mask >> place & 1
        parts.append(text(board.names[place], class_="tide" if sea else "name", x=x, y=y + 6))
        parts += _icons(region, board, place)
    return el("g", *parts, class_="lettering", aria_hidden="true")


def _icons(region: Region, board: Board, place: int) -> list[str]:
    """A home has the great fort with its faction's colour laid over it by the pieces."""
    parts = []
    for icon in region.icon:
        kind = icon.icon
        if kind == "home":
            kind = "great_fort"
        assert kind != "great_fort" or board.fort[place] == GREAT_FORT
        x, y = icon.at
        parts.append(el("use", href=f"#i-{kind}", x=num(x), y=num(y)))
    return parts
