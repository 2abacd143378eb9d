"""The map to lay a pattern on: one way to turn it at a time, with buttons to turn and mirror it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from ludus.core.face import Choice
from ludus.core.svg import el, offer
from ludus.core.text import Words
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.drawing import Rect
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.shapes import icon, label, pattern_shape
from ludus.games.hadrians_wall.ids import ABOUT, CELLS, COLUMNS, ITEM_KEYS, MAP, NONE, ROWS

Drawn: TypeAlias = tuple[list[str], Rect]
"""A picture: its pieces, each an element with an id, and its view box."""
Changed: TypeAlias = Callable[[int], frozenset[tuple[int, int]]]

CELL = 112
LEFT, TOP = 40, 60
BOTTOM = TOP + ROWS * CELL
WIDE = 2 * LEFT + COLUMNS * CELL


def scouting(context: Context, offered: Mapping[str, Sequence[Choice]], seat: int) -> Drawn:
    """The viewer's map, large; a layer of places for each way to turn the pattern."""
    board, sheet, words = context.board, context.sheets[seat], context.words
    pattern = board.card_pattern[context.card(seat, sheet[ABOUT])]
    parts = [label(words.text("screen.turn_pattern"), LEFT, 38, 19, "t-title", "start")]
    parts += [_cell(board, sheet[MAP], cell) for cell in range(CELLS)]
    ways = ways_of(board, pattern)
    for turn in range(len(ways)):
        numbers = [n for n in board.places_of[pattern] if board.place_turn[n] == turn]
        spots = [_spot(board, number, offered) for number in numbers]
        parts.append(
            el(
                "g",
                *spots,
                id=f"turn-{turn}",
                class_="turn",
                data_turn=turn,
                data_next=next_way(ways, turn, rotated),
                data_mirror=next_way(ways, turn, mirrored),
            )
        )
    parts += _controls(context.words, ways)
    return parts, (0, 0, WIDE, BOTTOM + 230)


def _cell(board: Board, filled: int, cell: int) -> str:
    x, y = LEFT + cell % COLUMNS * CELL, TOP + cell // COLUMNS * CELL
    full = filled >> cell & 1
    drawn = el(
        "rect", x=x, y=y, width=CELL, height=CELL, rx=6, class_="bx fil" if full else "bx land"
    )
    if full:
        drawn += el("rect", x=x, y=y, width=CELL, height=CELL, rx=6, class_="hatch map")
    gives = board.cell_gives[cell]
    if gives != NONE and not full:
        drawn += icon(ITEM_KEYS[gives], x + CELL / 2 - 30, y + CELL / 2 - 30, 60)
    # Both corners are marked, so that a small screen shows the whole map beside the choices.
    corner = "" if cell in (0, CELLS - 1) else None
    return el("g", drawn, id=f"lay-cell-{cell}", data_beside=corner)


def anchor(mask: int) -> int:
    """The cell to click for a laid pattern, different for each place within one turn."""
    cells = [cell for cell in range(CELLS) if mask >> cell & 1]
    return cells[1]


def _spot(board: Board, number: int, offered: Mapping[str, Sequence[Choice]]) -> str:
    """A cell to click; the cells that it would fill light up."""
    choices = offered.get(f"lay-{number}", ())
    if not choices:
        return ""
    cell = anchor(board.places[number])
    x, y = LEFT + cell % COLUMNS * CELL, TOP + cell // COLUMNS * CELL
    dot = el("circle", cx=x + 26, cy=y + 26, r=13, class_="bx")
    halo = el("circle", cx=x + 26, cy=y + 26, r=19, class_="halo")
    area = el("rect", x=x, y=y, width=CELL, height=CELL, fill="transparent")
    return el("g", area, halo, dot, id=f"lay-{number}", class_="choice", **offer(choices))


# Turning -----------------------------------------------------------------------------------------


def ways_of(board: Board, pattern: int) -> list[int]:
    """The pattern turned each way, in the top left corner, in the order of its turns."""
    ways: dict[int, int] = {}
    for number in board.places_of[pattern]:
        ways.setdefault(board.place_turn[number], board.places[number])
    return [ways[turn] for turn in sorted(ways)]


def _cells(mask: int) -> list[tuple[int, int]]:
    return [divmod(cell, COLUMNS) for cell in range(CELLS) if mask >> cell & 1]


def _corner(cells: Sequence[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def rotated(mask: int) -> frozenset[tuple[int, int]]:
    """The cells after a quarter turn."""
    return _corner([(column, -row) for row, column in _cells(mask)])


def mirrored(mask: int) -> frozenset[tuple[int, int]]:
    return _corner([(row, -column) for row, column in _cells(mask)])


def next_way(ways: Sequence[int], turn: int, change: Changed) -> int:
    """The number of the way that a turned or mirrored pattern lies."""
    wanted = change(ways[turn])
    return next(way for way, mask in enumerate(ways) if _corner(_cells(mask)) == wanted)


def _controls(words: Words, ways: Sequence[int]) -> list[str]:
    """Buttons to turn and mirror, and a small picture of each way."""
    y = BOTTOM + 20
    parts: list[str] = []
    buttons = (("next", "turn", LEFT), ("mirror", "mirror", LEFT + 150))
    for key, name, x in buttons:
        if len(ways) == 1:
            break
        title = words.text(f"screen.{name}")
        parts.append(
            el(
                "g",
                el("rect", x=x, y=y, width=138, height=52, rx=12, class_="chip knob"),
                icon(name, x + 12, y + 10, 32),
                label(title, x + 52, y + 33, 19, "num", "start"),
                class_="turner",
                data_turns=key,
                role="button",
                tabindex="0",
                aria_label=title,
            )
        )
    for way, mask in enumerate(ways):
        x = LEFT + way * 70
        parts.append(
            el(
                "g",
                el("rect", x=x, y=y + 72, width=64, height=76, rx=8, class_="chip knob"),
                pattern_shape(mask, x + 8, y + 80, 14 if len(ways) > 1 else 12),
                class_="turner",
                data_turns=str(way),
                role="button",
                tabindex="0",
                aria_label=words.text("screen.way", n=way + 1),
            )
        )
    return parts
