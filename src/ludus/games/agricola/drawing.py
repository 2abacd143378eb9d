"""How the map is drawn: coast, relief and lettering. Nothing here matters to the rules."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from ludus.core.content import Pack, demand
from ludus.games.agricola.board import Board

FILE: Final = "drawing.toml"
Point = tuple[float, float]


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

    def __init__(self, drawing: DrawingFile, board: Board) -> None:
        self.drawing: Final = drawing
        self.board: Final = board
        size = drawing.hex
        self.middles: Final[list[Point]] = []
        for name in board.ids:
            row, column = int(name[:2]), int(name[2:])
            west = column + (0.5 if row % 2 == 0 else 0.0)
            self.middles.append(((43.5 - west) * math.sqrt(3) * size, (row - 11) * 1.5 * size))
        left, top, width, height = drawing.britannia
        self.middles.append((left + width / 2, top + height / 2))

    def corners(self, place: int, size: float) -> list[Point]:
        x, y = self.middles[place]
        turns = [math.pi / 3 * k for k in range(6)]
        return [(x + size * math.sin(turn), y - size * math.cos(turn)) for turn in turns]


def load_sheet(pack: Pack, board: Board) -> Sheet:
    drawing = pack.read(FILE, DrawingFile)
    path = pack.path(FILE)
    for label in drawing.label:
        demand(label.hex in board.index, path, f"label {label.name}: no hex {label.hex}")
    for relief in drawing.relief:
        wild = relief.hex in board.index and board.wild[board.index[relief.hex]]
        demand(wild, path, f"relief {relief.hex}: no wilderness hex")
    return Sheet(drawing, board)
