"""An army as a picture needs it: masks of cells, dice, and the part of the field to show."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.para_bellum.board import (
    COLUMNS,
    FIELD,
    GENERAL,
    RED,
    ROWS,
    START_CELL,
    members,
    sides,
)
from ludus.games.para_bellum.catalog import ArmyKind
from ludus.games.para_bellum.ids import COLOURS, NONE
from ludus.games.para_bellum.mechanics.dice import morale_limit
from ludus.games.para_bellum.mechanics.legions import Completion, all_spans, completion_of
from ludus.games.para_bellum.mechanics.placement import legal_cells, why_illegal
from ludus.games.para_bellum.view import Side

LEAST_COLUMNS, LEAST_ROWS = 3, 3
"""The least part of the field that is shown."""


class Field:
    """One side of a view, as masks of cells."""

    def __init__(self, side: Side, army: Sequence[ArmyKind]) -> None:
        self.side = side
        self.kinds = army
        self.army = 0
        self.full = 0
        self.units = 0
        self.up = 0
        """The kinds of face-up cards in play."""
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
            if not card.down:
                self.up |= 1 << card.kind
        self.grays = sum(1 for code in side.dice[:RED] if code)
        """How many dice there are, gray and red."""
        self.reds = sum(1 for code in side.dice[RED:GENERAL] if code)

    @property
    def limit(self) -> int:
        """The highest result that passes a Morale test."""
        return morale_limit(self.reds)

    def spans(self) -> list[tuple[int, int]]:
        """Every completed Legion, as first and last cells."""
        return all_spans(self.army, self.full)

    @property
    def around(self) -> int:
        """The cells of the cards and those that touch one: where the army can grow."""
        taken = self.army | self.units
        return (taken | sides(taken) | taken << COLUMNS | taken >> COLUMNS) & FIELD

    def bounds(self, also: int = 0) -> tuple[int, int, int, int]:
        """The first and last columns and rows of the cards and of other cells."""
        shown = members(self.army | self.units | also) or [START_CELL]
        columns = [cell % COLUMNS for cell in shown]
        rows = [cell // COLUMNS for cell in shown]
        left, right = _widened(min(columns), max(columns), LEAST_COLUMNS, COLUMNS)
        bottom, top = _widened(min(rows), max(rows), LEAST_ROWS, ROWS)
        return left, right, bottom, top

    def legal(self, colour: int) -> int:
        """Where a card of a colour may go, as a mask."""
        return legal_cells(self.army, self.by_colour[colour], self.units)

    def why_not(self, colour: int, cell: int) -> str:
        """The reason why a card of a colour cannot go to a cell, as a key; empty if it can."""
        return why_illegal(self.army, self.by_colour[colour], self.units, cell)

    def preview(self, kind: int, cell: int) -> Completion:
        """What an army card would complete at a cell."""
        card = self.kinds[kind]
        bit = 1 << cell
        return completion_of(
            kind,
            card.colour,
            cell,
            self.army | bit,
            self.full | bit if card.full else self.full,
            self.grays,
            self.reds,
            self.side.blazons,
        )


def _widened(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    """A range made at least so long, on both sides in turn, within the field."""
    while high - low < least - 1:
        low = max(low - 1, 0)
        if high - low < least - 1:
            high = min(high + 1, most - 1)
    return low, high
