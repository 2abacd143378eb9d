"""What is printed on a map: seas, coasts, territories, borders, bridges, the Danube and icons."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from ludus.core.svg import at, el, num, text
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.drawing import Bridge, Ground, MapDrawing, Point, Region, Sheet
from ludus.games.conqueror.face.look import SOILS
from ludus.games.conqueror.face.plates import BESIDE, FORT, REACH
from ludus.games.conqueror.face.symbols import (
    CROSS,
    EAR,
    GATE,
    HORSE,
    HOUSE,
    KEEP,
    SHIELD,
    WALLS,
)

WIDTH = 1600
HEIGHT = 1000
MARGIN = 900
"""How far sea and land go on beyond the edges, for windows of another shape."""
GLOW = ((46, 0.10), (33, 0.12), (21, 0.16), (11, 0.24))
"""Width and strength of the light along a shore."""
LEAST = 12
"""Names of ground outside the game that are set smaller than this are left out."""
ROW = 35
"""From an army to the row of icons, and from one icon to the next."""
STEP = 27
BESIDE_NAME = 70
"""A name nearer than this, sideways, has the icons on the other side."""


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
    """A surface. What ends at the edge of the map goes on beyond it, into the window round it."""
    edged = [(_beyond(x, WIDTH), _beyond(y, HEIGHT)) for x, y in outline]
    return path(edged) + "".join(path(hole) for hole in holes)


def _beyond(at: int, size: int) -> int:
    return -MARGIN if at <= 0 else size + MARGIN if at >= size else at


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
    return el("defs", *outlines, el("path", id="q-shore", d=shores), *icon_symbols())


def icon_symbols() -> list[str]:
    """Food and currency round the origin; units and buildings in a box of 24 by 24."""
    ear = el("path", class_="cq-ear", d=EAR, transform="translate(-8.4 -8.4)scale(.7)")
    coin = el("path", class_="cq-one", d="M-2.6-4h5.2M-2.6 4h5.2M0-4V4")
    drawn = [
        el("g", el("circle", class_="cq-wheat", r=12), ear, id="m-food"),
        el(
            "g",
            el("circle", class_="cq-coin", r=11.5),
            el("circle", r=7.5, class_="cq-inner"),
            coin,
            id="m-currency",
        ),
    ]
    units = (("infantry", SHIELD + CROSS), ("cavalry", HORSE))
    walls = (("fort", WALLS + GATE), ("great_fort", KEEP + GATE), ("home", HOUSE + GATE))
    for prefix, paths in (("u", units), ("w", walls)):
        for key, data in paths:
            inside = el("path", d=data, fill_rule="evenodd")
            drawn.append(
                el("symbol", inside, id=f"{prefix}-{key}", viewBox="0 0 24 24", overflow="visible")
            )
    return drawn


def printed(sheet: Sheet, board: Board) -> str:
    """Everything on the map that never changes."""
    drawing = sheet.drawing
    tones = soils(board)
    wide, high = WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN
    parts = [el("rect", class_="deep", x=-MARGIN, y=-MARGIN, width=wide, height=high)]
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
            transform=at(*label.at, turn=label.angle),
            data_ornament="",
        )
        for label in sheet.drawing.label
        if label.size >= LEAST
    ]
    for place, region in enumerate(sheet.regions):
        x, y = region.label
        sea = board.sea_mask >> place & 1
        kind = "tide" if sea else "name"
        parts.append(text(board.names[place], class_=kind, x=x, y=y + 6, data_gives_way=""))
        parts += _icons(region)
    return el("g", *parts, class_="lettering", aria_hidden="true")


def fort_spot(region: Region) -> tuple[float, float]:
    """Where the fort of a territory stands: left of the plate of its army."""
    x, y = region.stack
    return x - FORT * REACH - BESIDE, y


def icon_spots(region: Region) -> list[tuple[str, float, float]]:
    """Food and currency in a row, on the other side of the army than the name."""
    kinds = [icon.icon for icon in region.icon if icon.icon in ("food", "currency")]
    x, y = region.stack
    above = region.label[1] > y and abs(region.label[0] - x) < BESIDE_NAME
    row = y - ROW if above else y + ROW
    start = x - STEP * (len(kinds) - 1) / 2
    return [(kind, start + STEP * number, row) for number, kind in enumerate(kinds)]


def _icons(region: Region) -> list[str]:
    return [el("use", href=f"#m-{kind}", x=num(x), y=num(y)) for kind, x, y in icon_spots(region)]
