"""How the map is drawn: coast, relief and lettering. Nothing here matters to the rules."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from ludus.core.content import Pack, demand
from ludus.games.agricola.board import Board
from ludus.games.agricola.ids import HIBERNIA

FILE: Final = "drawing.toml"
Point = tuple[float, float]
Frame = tuple[int, int, int, int]


class Struct(msgspec.Struct, forbid_unknown_fields=True):
    """Strict: a misspelt key is an error."""


class Outline(Struct):
    name: str
    points: list[Point]


class Islet(Struct):
    points: list[Point]


class Label(Struct):
    kind: str
    name: str
    hex: str
    size: int
    anchor: str
    dx: float
    dy: float


class Name(Struct):
    kind: str
    text: str
    x: float
    y: float
    size: int
    rotate: float


class Relief(Struct):
    hex: str
    mountains: list[tuple[float, float, float]]
    forest: list[Point]


class Sea(Struct):
    waves: list[Point]


class DrawingFile(Struct):
    size: tuple[int, int]
    hex: int
    britannia: tuple[int, int, int, int]
    source: str
    land: list[Outline]
    hibernia: list[Outline]
    islet: list[Islet]
    label: list[Label]
    name: list[Name]
    relief: list[Relief]
    sea: Sea


class Sheet:
    """The drawing with the middle of every hex; Britannia's box comes last."""

    def __init__(self, drawing: DrawingFile, board: Board, frame: Frame | None = None) -> None:
        self.drawing: Final = drawing
        self.board: Final = board
        self.frame: Final = frame or (0, 0, *drawing.size)
        """Left, top, width and height of what is shown."""
        size = drawing.hex
        north = min(int(name[:2]) for name in board.ids) - 1
        east = max(int(name[2:]) for name in board.ids) + 1.5
        self.middles: Final[list[Point]] = []
        for name in board.ids:
            row, column = int(name[:2]), int(name[2:])
            west = column + (0.5 if row % 2 == 0 else 0.0)
            self.middles.append(((east - west) * math.sqrt(3) * size, (row - north) * 1.5 * size))
        left, top, width, height = drawing.britannia
        self.middles.append((left + width / 2, top + height / 2))

    def part(self, board: Board) -> Sheet:
        """The drawing of a part of the map, with Britannia's box below its last row."""
        high = [self.middles[h][1] for h in range(board.hexes) if board.terrain[h] != HIBERNIA]
        left, _, width, height = self.drawing.britannia
        gap = 1.5 * self.drawing.hex
        top, bottom = int(min(high) - gap), int(max(high) + gap / 2)
        drawing = msgspec.structs.replace(
            self.drawing,
            britannia=(left, bottom, width, height),
            label=[label for label in self.drawing.label if _played_on(board, label.hex)],
            relief=[relief for relief in self.drawing.relief if _played_on(board, relief.hex)],
            # A name that would lie below the box, or stick out of it, is left out.
            name=[name for name in self.drawing.name if name.y + name.size < bottom],
        )
        # As much is below the box as on the whole map.
        margin = self.drawing.size[1] - self.drawing.britannia[1]
        return Sheet(drawing, board, (0, top, self.drawing.size[0], bottom + margin - top))

    def corners(self, place: int, size: float) -> list[Point]:
        x, y = self.middles[place]
        turns = [math.pi / 3 * k for k in range(6)]
        return [(x + size * math.sin(turn), y - size * math.cos(turn)) for turn in turns]


def _played_on(board: Board, name: str) -> bool:
    return board.terrain[board.index[name]] != HIBERNIA


def load_sheet(pack: Pack, board: Board) -> Sheet:
    drawing = pack.read(FILE, DrawingFile)
    path = pack.path(FILE)
    for label in drawing.label:
        demand(label.hex in board.index, path, f"label {label.name}: no hex {label.hex}")
    for relief in drawing.relief:
        wild = relief.hex in board.index and board.wild[board.index[relief.hex]]
        demand(wild, path, f"relief {relief.hex}: no wilderness hex")
    sheet = Sheet(drawing, board)
    width, height = drawing.size
    for name, (x, y) in zip(board.ids, sheet.middles, strict=False):
        on = 0 <= x <= width and 0 <= y <= height
        demand(on, path, f"size: hex {name} lies beyond it, at {round(x)}, {round(y)}", ("size",))
    return sheet
