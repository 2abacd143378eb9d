"""What a picture of an army needs to know: cells, Legions, and what a card would complete.

Worked out from a side of a view alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.games.para_bellum.board import (
    CELLS,
    COLUMNS,
    FIELD,
    GENERAL,
    RED,
    SEAMS,
    START_CELL,
    members,
    sides,
    touching,
)
from ludus.games.para_bellum.catalog import ArmyKind
from ludus.games.para_bellum.ids import COLOURS, MAX_GRAYS, MAX_REDS, NONE
from ludus.games.para_bellum.view import Side, die_face


class Field:
    """An army as masks of cells."""

    def __init__(self, side: Side, army: Sequence[ArmyKind]) -> None:
        self.side = side
        self.kinds = army
        self.army = 0
        self.full = 0
        self.units = 0
        self.by_colour = [0] * COLOURS
        for cell, kind in enumerate(side.cells):
            if kind != NONE:
                self.army |= 1 << cell
                self.by_colour[army[kind].colour] |= 1 << cell
                if army[kind].full:
                    self.full |= 1 << cell
        for card in side.in_play:
            if card.cell != NONE:
                self.units |= 1 << card.cell

    @property
    def grays(self) -> list[int]:
        """The gray slots with a die."""
        return [slot for slot in range(RED) if self.side.dice[slot]]

    @property
    def reds(self) -> list[int]:
        """The red slots with a die."""
        return [slot for slot in range(RED, GENERAL) if self.side.dice[slot]]

    @property
    def limit(self) -> int:
        """The highest result that passes a Morale test."""
        return 1 + len(self.reds)

    def spans(self) -> list[tuple[int, int]]:
        """Every completed Legion, as first and last cells."""
        found: list[tuple[int, int]] = []
        for cell in members(self.army & ~self.full):
            end = cell + 1
            while end % COLUMNS and self.full >> end & 1:
                end += 1
            if end % COLUMNS and self.army >> end & 1:
                found.append((cell, end))
        return found

    def with_card(self, kind: int, cell: int) -> Field:
        """The army with one more card."""
        other = Field(self.side, self.kinds)
        other.army |= 1 << cell
        other.by_colour[self.kinds[kind].colour] |= 1 << cell
        if self.kinds[kind].full:
            other.full |= 1 << cell
        return other

    def bounds(self, also: int = 0) -> tuple[int, int, int, int]:
        """Columns and rows to be shown: the cards, other cells, and a column on each side."""
        shown = members(self.army | self.units | also) or [START_CELL]
        columns = [cell % COLUMNS for cell in shown]
        rows = [cell // COLUMNS for cell in shown]
        left, right = min(columns) - 1, max(columns) + 1
        while right - left < 4:
            left, right = left - 1, right + 1
        return max(left, 0), min(right, COLUMNS - 1), min(*rows, 0), max(*rows, 2)

    def why_not(self, colour: int, cell: int) -> str:
        """The reason why a card of a colour cannot go to a cell; empty if it can."""
        bit = 1 << cell
        taken = self.army | self.units
        if taken & bit:
            return "taken"
        if not touching(taken) & bit:
            return "apart"
        if (sides(self.units) | (self.units << COLUMNS & FIELD)) & bit:
            return "unit"
        if sides(self.army & ~self.by_colour[colour]) & bit:
            return "colour"
        return ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a card on a cell would complete."""

    kind: int
    cell: int
    spans: tuple[tuple[int, int], ...]
    grays: tuple[int, ...]
    """Slots that would get a gray die, and those that would get a red one."""
    reds: tuple[int, ...]
    centurions: int
    blazon: bool
    fifth: bool


def preview(field: Field, kind: int, cell: int) -> Preview:
    """Look ahead one placement."""
    after = field.with_card(kind, cell)
    before = set(field.spans())
    spans = tuple(span for span in after.spans() if span not in before)
    room = MAX_GRAYS - len(field.grays)
    grays = [slot for lo, hi in spans for slot in range(lo, hi)][:room]
    centurions: list[int] = []
    for below in (cell, cell - COLUMNS):
        above = below + COLUMNS
        if below >= 0 and above < CELLS and after.army >> below & after.army >> above & 1:
            centurions.append(RED + below)
    reds = centurions[: MAX_REDS - len(field.reds)]
    colour = field.kinds[kind].colour
    earned = field.side.blazons
    new = bool(spans) and not earned >> colour & 1
    return Preview(
        kind,
        cell,
        spans,
        tuple(grays),
        tuple(reds),
        len(centurions),
        new,
        new and (earned | 1 << colour).bit_count() == COLOURS,
    )


def linked(field: Field) -> list[tuple[int, bool]]:
    """Cells whose cornicine or commander links dice now, and whether it does."""
    found: list[tuple[int, bool]] = []
    dice = field.side.dice
    for cell in members(field.army):
        kind = field.kinds[field.side.cells[cell]]
        if kind.cornicine:
            found.append((cell, all(dice[slot] for slot in members(SEAMS[cell]))))
        elif kind.mounted:
            red = RED + (cell if kind.mounted > 0 else cell - COLUMNS)
            gray = any(dice[slot] for slot in members(SEAMS[cell]))
            found.append((cell, red >= RED and bool(dice[red]) and gray))
    return found


def shown(side: Side, slot: int) -> int:
    return die_face(side.dice[slot])
