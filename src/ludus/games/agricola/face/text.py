"""The board as plain text, for a terminal."""

from __future__ import annotations

from typing import Final

from ludus.games.agricola.board import units
from ludus.games.agricola.face.describe import describe
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.ids import (
    CALEDONIAN,
    HIBERNIA,
    HIDDEN,
    NONE,
    OPEN,
    ROMAN,
    SEA,
    WILDERNESS,
)
from ludus.games.agricola.view import View

LAND: Final = {OPEN: ".", WILDERNESS: "^", SEA: " ", HIBERNIA: "#"}


def text(view: View, names: Names) -> str:
    """Rows of hexes: sea blank, open land, wilderness, forts and centers, and who stands there."""
    board = names.board
    rows: dict[int, list[tuple[int, str]]] = {}
    for place, name in enumerate(board.ids):
        letter = _letter(view, names, place)
        rows.setdefault(int(name[:2]), []).append((-int(name[2:]), letter))
    lines = []
    for row, cells in sorted(rows.items()):
        shift = " " if row % 2 else ""
        lines.append(f"{row} {shift}" + " ".join(letter for _, letter in sorted(cells)).rstrip())
    return describe(view, names) + "\n\n" + "\n".join(lines)


def _letter(view: View, names: Names, place: int) -> str:
    board = names.board
    if place in view.stacks[ROMAN]:
        return "R"
    if place in view.stacks[CALEDONIAN]:
        return "C"
    rome = names.contents.musters[ROMAN]
    if any(view.at[ROMAN][unit] == place for unit in units(rome.praesidia)):
        return "P"
    if board.is_fortress[place]:
        return "F"
    center = board.center_at[place]
    if center != NONE:
        kind = view.center[center]
        return "?" if kind == HIDDEN else "o"
    return LAND[board.terrain[place]]
