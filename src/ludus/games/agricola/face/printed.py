"""What is printed: sea, coast, highlands, forests, grid, roads, forts, centers and names."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ludus.core.lettering import SERIF_BOLD
from ludus.core.svg import at, el, num, smooth, text
from ludus.games.agricola.drawing import Point, Sheet
from ludus.games.agricola.ids import OPEN, SEA, WILDERNESS

EASE = 0.13
SHORE_LINES = (40, 27, 15)
TREE = "M-5.5-2.5q-2-6 2.5-8q3-4 6 0q4.5 2 2.5 8z"
PEAK = "M-10 0C-7-3-4-11-1-11.5C2-11 5-4 10 0"
PEAK_SHADE = "M-1-11.5C2-11 5-4 10 0L2 0C3-3 1-6-1-11.5Z"
WAVE = "M-15 2q5-7 10 0q5-7 10 0q5-7 10 0M-6 9q5-6 10 0"
NUMBER = 26
"""How far above its middle the number of a hex stands."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
TRISKELE = "M0 0a5 5 0 1 1 5 5M0 0a5 5 0 1 1-6.8 1.8M0 0a5 5 0 1 1 1.8-6.8"


def outline(points: Sequence[Point]) -> str:
    return smooth(points, True, EASE)


def hexagons(sheet: Sheet, terrain: Sequence[int], size: float) -> str:
    """Path data of all hexes of some terrains."""
    parts = []
    for place, kind in enumerate(sheet.board.terrain):
        if kind in terrain:
            corners = sheet.corners(place, size)
            parts.append("M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z")
    return "".join(parts)


def printed(sheet: Sheet) -> str:
    """The map without any piece on it; drawn once."""
    drawing = sheet.drawing
    width, height = drawing.size
    land = "".join(outline(part.points) for part in drawing.land)
    hibernia = "".join(outline(part.points) for part in drawing.hibernia)
    islets = "".join(outline(part.points) for part in drawing.islet)
    hatch = el(
        "pattern",
        el("path", d="M0 0V9", stroke="var(--hatch)", stroke_width=1.2, opacity=".4"),
        id="ag-hatch",
        width=9,
        height=9,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    clip = el("clipPath", el("path", d=land), id="ag-land")
    sheet_clip = el(
        "clipPath", el("rect", width=width, height=drawing.britannia[1] + 2), id="ag-sheet"
    )
    coasts = land + hibernia + islets
    body = [
        *(el("path", class_="foam", d=coasts, stroke_width=line) for line in SHORE_LINES),
        *(el("path", class_="wave", d=WAVE, transform=at(x, y)) for x, y in drawing.sea.waves),
        el("path", class_="hib", d=hibernia),
        el("path", class_="hib2", d=hibernia),
        el("path", class_="isle", d=islets),
        el("path", class_="soil", d=land),
        el(
            "g",
            el("path", class_="shade2", d=land),
            el("path", class_="wild", d=hexagons(sheet, (WILDERNESS,), 41)),
            clip_path="url(#ag-land)",
        ),
        el("path", class_="shore", d=land),
    ]
    return el(
        "g",
        el("defs", hatch, clip, sheet_clip),
        el("rect", class_="water", width=width, height=height),
        el("g", *body, clip_path="url(#ag-sheet)"),
        el("path", class_="grid-sea", d=hexagons(sheet, (SEA,), 40)),
        el("path", class_="grid", d=hexagons(sheet, (OPEN, WILDERNESS), 40)),
        *_relief(sheet),
        *_roads(sheet),
        *_sites(sheet),
        _numbers(sheet),
        class_="printed",
    )


def _numbers(sheet: Sheet) -> str:
    """The number of each hex, seen once somebody has come near enough to read it."""
    return el(
        "g",
        *(
            text(id, x=round(x), y=round(y - NUMBER))
            for id, (x, y) in zip(sheet.board.ids, sheet.middles, strict=False)
        ),
        class_="hex-numbers",
    )


def sea_names(sheet: Sheet) -> Iterator[tuple[Box, str]]:
    """The names of seas, isles and lands beyond the map, each with what it lies over."""
    for number, name in enumerate(sheet.drawing.name):
        kind = "sea-name" if name.kind in ("sea", "isle") else "land-name"
        spacing = name.size * (0.05 if name.kind == "isle" else 0.28)
        wide = (SERIF_BOLD.width(name.text, name.size) + spacing * len(name.text)) / 2
        turn = math.radians(name.rotate)
        along, across = abs(math.cos(turn)), abs(math.sin(turn))
        dx = wide * along + name.size * across
        dy = wide * across + name.size * along
        shown = text(
            name.text,
            class_=kind,
            font_size=name.size,
            letter_spacing=spacing,
            transform=at(name.x, name.y, 1.0, name.rotate),
            data_ornament="",
        )
        box = (name.x - dx, name.y - dy, name.x + dx, name.y + dy)
        yield box, el("g", shown, id=sea_name_id(number), class_="printed")


def sea_name_id(number: int) -> str:
    """The element id of a name beyond the lands."""
    return f"sea-name-{number}"


def _relief(sheet: Sheet) -> list[str]:
    """Hills and woods from north to south, so that the nearer ones stand in front."""
    marks: list[tuple[float, str]] = []
    for relief in sheet.drawing.relief:
        for x, y, size in relief.mountains:
            hill = el(
                "g",
                el("path", d=f"{PEAK}Z", fill="var(--peak)"),
                el("path", d=PEAK_SHADE, fill="var(--peak-2)", opacity=".8"),
                el("path", d=PEAK, fill="none", stroke="var(--peak-line)", stroke_width=1.2),
                transform=at(x, y, size / 10),
            )
            marks.append((y, hill))
        for x, y in relief.forest:
            tree = el(
                "g",
                el("path", d="M0 0v-3.5", stroke="var(--tree-line)", stroke_width=1.4),
                el("path", d=TREE, fill="var(--tree)", stroke="var(--tree-line)"),
                transform=at(x, y),
            )
            marks.append((y, tree))
    return [mark for _, mark in sorted(marks)]


def road_path(sheet: Sheet, places: Sequence[int]) -> str:
    return smooth([sheet.middles[place] for place in places], False)


def _roads(sheet: Sheet) -> list[str]:
    board = sheet.board
    bottom = sheet.drawing.britannia[1]
    paths = []
    for road in board.roads:
        points = [sheet.middles[place] for place in road]
        if board.britannia in board.road_links[road[0]]:
            points.insert(0, (points[0][0], bottom))
        paths.append(smooth(points, False))
    route = el("path", class_="route", d=road_path(sheet, board.route))
    wide = [el("path", class_="road", d=path) for path in paths]
    return [*wide, *(el("path", class_="road2", d=path) for path in paths), route]


def _sites(sheet: Sheet) -> list[str]:
    board = sheet.board
    found = []
    for place in board.fortress_hex:
        x, y = sheet.middles[place]
        found.append(el("g", fortress(), transform=at(x, y)))
    for place in board.center_hex:
        x, y = sheet.middles[place]
        ring = el("circle", r=14, fill="var(--center)", stroke="var(--center-2)", stroke_width=2)
        knot = el("path", d=TRISKELE, fill="none", stroke="#e6d9a8", stroke_width=1.9)
        found.append(el("g", ring, knot, transform=at(x, y)))
    thule = [board.thule] if board.is_sea[board.thule] else []
    for place in (*board.site_hex, *thule):
        x, y = sheet.middles[place]
        found.append(el("path", d=star(), fill="var(--star)", stroke="#6a4a12", transform=at(x, y)))
    return found


def fortress() -> str:
    """A gate with battlements."""
    battlements = "".join(
        el("rect", x=x, y=-18, width=6, height=6, fill="var(--fort-2)") for x in (-15, -3, 9)
    )
    wall = el("rect", x=-15, y=-13, width=30, height=27, fill="var(--fort)", stroke="var(--fort-2)")
    return battlements + wall + el("path", d="M-5 14v-9a5 5 0 0 1 10 0v9z", fill="#f0d9a4")


def star() -> str:
    points = []
    for corner in range(10):
        size = 13 if corner % 2 == 0 else 5.4
        turn = corner * math.pi / 5
        points.append(f"{num(size * math.sin(turn))} {num(-size * math.cos(turn))}")
    return "M" + "L".join(points) + "Z"
