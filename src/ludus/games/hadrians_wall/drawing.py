"""Loads `drawing.toml` and the icons: where things are on both sheets. Rules do not use it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from ludus.core.content import Pack, Source, demand
from ludus.core.pack_art import read_svg
from ludus.games.hadrians_wall.ids import SIZE_KEYS

Rect: TypeAlias = tuple[float, float, float, float]
Shape: TypeAlias = Literal[
    "square", "rect", "circle", "dashed-circle", "hex", "shield", "stake", "score"
]
Mark: TypeAlias = Literal[
    "fill", "year", "circle", "good", "favour", "choose-one", "number", "derived"
]


class Label(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Words printed on the sheet; the key of the text, its position and its style."""

    key: str
    x: float
    y: float
    size: float
    style: Literal["title", "tight", "caps", "name", "note", "limit"]
    anchor: Literal["start", "middle", "end"]


class Flag(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A printed requirement: the number that something must reach."""

    of: str
    n: int
    x: float
    y: float
    w: float
    h: float
    role: str


class Icon(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """An icon by its top left corner; a name that begins with = is text, centred."""

    name: str
    x: float
    y: float
    size: float
    tint: str = ""


class Decor(msgspec.Struct, forbid_unknown_fields=True):
    """Decoration: nothing can be marked there."""

    kind: Literal[
        "column",
        "battlement",
        "rampart",
        "stakes",
        "forest",
        "granary",
        "terrain",
        "lane",
        "medal",
        "dot",
        "penalty",
        "step",
        "payoff",
    ]
    at: Rect
    name: str = ""
    number: int = 0
    count: int = 0
    gives: list[str] = []


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line between boxes; `after` is the box that it comes from."""

    kind: Literal["column-divider", "chain-wall", "chain-cippi", "track", "joint", "unlock"]
    points: list[float]
    after: str = ""


class DrawnBox(msgspec.Struct, forbid_unknown_fields=True):
    """A box that can be marked, and what is printed in it. `year`: where the Year is written."""

    id: str
    shape: Shape
    mark: Mark
    at: Rect
    icons: list[Icon] = []
    year: Rect | None = None
    ghost: str = ""
    hit: Rect | None = None
    """Where it can be pressed, if that is larger than the box."""

    @property
    def middle(self) -> tuple[float, float]:
        x, y, w, h = self.at
        return x + w / 2, y + h / 2


class Area(msgspec.Struct, forbid_unknown_fields=True):
    key: str
    tone: str
    frame: Rect
    group: bool = False
    parent: str = ""
    labels: list[Label] = []
    flags: list[Flag] = []
    icons: list[Icon] = []
    decor: list[Decor] = []
    lines: list[Line] = []
    boxes: list[DrawnBox] = []


class DrawnSheet(msgspec.Struct, forbid_unknown_fields=True):
    key: Literal["left", "right"]
    source: Source
    view_box: Rect
    area: list[Area]


class _Drawing(msgspec.Struct, forbid_unknown_fields=True):
    sheet: list[DrawnSheet]


@dataclass(frozen=True, slots=True)
class Art:
    """Everything to draw with: both sheets, and each icon as a symbol."""

    left: DrawnSheet
    right: DrawnSheet
    symbols: dict[str, str]


def load_drawing(pack: Pack) -> list[DrawnSheet]:
    """Both sheets as they are drawn, without the figures that the rules know."""
    drawing = pack.read("drawing.toml", _Drawing)
    keys = [sheet.key for sheet in drawing.sheet]
    right = keys == ["left", "right"]
    demand(right, pack.path("drawing.toml"), "the sheets must be left and right")
    return drawing.sheet


def load_art(pack: Pack, sheets: list[DrawnSheet]) -> Art:
    """The sheets with every icon that is on them."""
    path = pack.path("drawing.toml")
    icons = pack.path("icons.svg")
    symbols = {
        found.group(1): found.group(0)
        for found in re.finditer(
            r'<symbol id="hw-([a-z-]+)".*?</symbol>', read_svg(icons), re.DOTALL
        )
    }
    demand(len(symbols) > 0, icons, "holds no <symbol> with an id that begins with hw-")
    for number, sheet in enumerate(sheets):
        _check_ids(sheet, number, path)
        for area in sheet.area:
            for icon in area.icons:
                known = icon.name.startswith("=") or icon.name in symbols
                demand(known, path, f"area {area.key}: no icon {icon.name!r}")
            for decor in area.decor:
                known = decor.kind != "granary" or decor.name in SIZE_KEYS
                demand(known, path, f"area {area.key}: no granary {decor.name!r}")
            for box in area.boxes:
                for icon in box.icons:
                    known = icon.name.startswith("=") or icon.name in symbols
                    demand(known, path, f"box {box.id}: no icon {icon.name!r}")
    left, right = sheets
    return Art(left, right, symbols)


def _check_ids(sheet: DrawnSheet, number: int, path: Path) -> None:
    """Each box has an id of its own: a player writes into it by that."""
    taken: set[str] = set()
    for place, area in enumerate(sheet.area):
        for at, box in enumerate(area.boxes):
            where = ("sheet", number, "area", place, "boxes", at)
            demand(box.id not in taken, path, f"box {box.id}: 2 boxes have this id", where)
            taken.add(box.id)
