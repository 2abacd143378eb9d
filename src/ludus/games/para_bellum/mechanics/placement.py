"""Where cards may go in an army [place.4-13, su.3-10]. Cells come and go as masks."""

from __future__ import annotations

from ludus.games.para_bellum.board import COLUMNS, FIELD, NOT_LEFT, NOT_RIGHT, sides, touching


def legal_cells(army: int, same_colour: int, units: int) -> int:
    """Where an army card may go, given the army, its cards of the same colour and the units."""
    # `touching(taken)` and `sides(strange)` written out: this is asked for every card in hand.
    taken = army | units
    strange = army & ~same_colour | units
    near = taken << COLUMNS | taken >> COLUMNS | (taken & NOT_RIGHT) << 1 | (taken & NOT_LEFT) >> 1
    barred = (strange & NOT_RIGHT) << 1 | (strange & NOT_LEFT) >> 1 | units << COLUMNS
    return near & ~taken & ~barred & FIELD


def unit_cells(army: int, units: int) -> int:
    """Where a Special Unit may go."""
    taken = army | units
    return touching(taken) & ~taken & ~sides(army) & ~(army >> COLUMNS) & FIELD


def why_illegal(army: int, same_colour: int, units: int, cell: int) -> str:
    """The reason why an army card may not go to a cell, as a key; empty if it may."""
    bit = 1 << cell
    if legal_cells(army, same_colour, units) & bit:
        return ""
    taken = army | units
    if taken & bit:
        return "taken"
    if not touching(taken) & bit:
        return "apart"
    if (sides(units) | units << COLUMNS) & bit:
        return "unit"
    return "colour"
