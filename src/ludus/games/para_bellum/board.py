"""The field of an army: 9 by 4 cells around the starting card, and the seams where dice stand.

A cell is a number, column by column along the rows from the lowest one; a set of cells is a mask.
A gray die stands on the upright seam right of its cell, a red die on the level seam above its cell.
"""

from __future__ import annotations

from typing import Final

COLUMN_NAMES: Final = "ABCDEFGHI"
COLUMNS: Final = 9
ROWS: Final = 4
CELLS: Final = COLUMNS * ROWS
LEFTMOST: Final = -4
LOWEST: Final = -1
FIELD: Final = (1 << CELLS) - 1
START_CELL: Final = -LOWEST * COLUMNS - LEFTMOST

# Slots of dice: the gray seams, the red seams, the General.
RED: Final = CELLS
GENERAL: Final = 2 * CELLS
SLOTS: Final = 2 * CELLS + 1


_LEFT_EDGE: Final = sum(1 << row * COLUMNS for row in range(ROWS))
_RIGHT_EDGE: Final = _LEFT_EDGE << (COLUMNS - 1)
NOT_LEFT: Final = FIELD & ~_LEFT_EDGE
NOT_RIGHT: Final = FIELD & ~_RIGHT_EDGE


def row_of(cell: int) -> int:
    return cell // COLUMNS + LOWEST


def cell_name(cell: int) -> str:
    """`E2` for the starting card: columns A to I, rows 1 to 4."""
    return f"{COLUMN_NAMES[cell % COLUMNS]}{cell // COLUMNS + 1}"


def slot_name(slot: int) -> str:
    """A die's place by the two cells it joins."""
    if slot == GENERAL:
        return cell_name(START_CELL)
    if slot >= RED:
        return f"{cell_name(slot - RED)}/{cell_name(slot - RED + COLUMNS)}"
    return f"{cell_name(slot)}/{cell_name(slot + 1)}"


def die_letter(slot: int) -> str:
    """The letter of the die that a slot is for: `k` for gray, `r` for red, `b` for the General."""
    if slot < RED:
        return "k"
    return "r" if slot < GENERAL else "b"


def sides(cells: int) -> int:
    """The cells left and right of these."""
    return (cells & NOT_RIGHT) << 1 | (cells & NOT_LEFT) >> 1


def touching(cells: int) -> int:
    """The cells above, below, left and right of these."""
    return ((cells << COLUMNS) & FIELD) | cells >> COLUMNS | sides(cells)


def members(mask: int) -> list[int]:
    """The numbers in a mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _seams_of(cell: int) -> int:
    mask = 0
    if cell % COLUMNS < COLUMNS - 1:
        mask |= 1 << cell
    if cell % COLUMNS > 0:
        mask |= 1 << (cell - 1)
    return mask


SEAMS: Final = tuple(_seams_of(cell) for cell in range(CELLS))
"""The gray slots on the two sides of each cell, as a mask."""
ABOVE: Final = tuple(
    SEAMS[cell + COLUMNS] if cell + COLUMNS < CELLS else 0 for cell in range(CELLS)
)
"""The gray slots of the card above each red seam: what Motivate can reroll."""
READING_ORDER: Final = tuple(
    row * COLUMNS + column for row in range(ROWS - 1, -1, -1) for column in range(COLUMNS)
)
"""Rows from the top, each from left to right."""
