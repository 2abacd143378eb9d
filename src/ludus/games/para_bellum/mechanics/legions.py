"""Legions and Centurions: which there are, and what one more card completes [legion, cent].

A Legion is a span: the first and the last of its cells. Its gray dice stand on the slots from the
first cell up to the one before the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.games.para_bellum.board import CELLS, COLUMNS, RED, members
from ludus.games.para_bellum.ids import ALL_COLOURS, MAX_GRAYS, MAX_REDS, NONE


def spans_at(army: int, full: int, cell: int) -> list[tuple[int, int]]:
    """The Legions that the card at a cell belongs to, left to right.

    `full` are the full-colour cards among the cells of the army: a Legion runs through them.
    """
    low = cell - cell % COLUMNS
    high = low + COLUMNS - 1
    left = cell - 1
    while left >= low and full >> left & 1:
        left -= 1
    if left < low or not army >> left & 1:
        left = NONE
    right = cell + 1
    while right <= high and full >> right & 1:
        right += 1
    if right > high or not army >> right & 1:
        right = NONE
    if full >> cell & 1:
        return [(left, right)] if left != NONE and right != NONE else []
    spans: list[tuple[int, int]] = []
    if left != NONE:
        spans.append((left, cell))
    if right != NONE:
        spans.append((cell, right))
    return spans


def all_spans(army: int, full: int) -> list[tuple[int, int]]:
    """Every completed Legion of an army."""
    found: list[tuple[int, int]] = []
    for cell in members(army & ~full):
        found.extend(span for span in spans_at(army, full, cell) if span[0] == cell)
    return found


def span_seams(lo: int, hi: int) -> int:
    """The gray slots of a Legion, as a mask."""
    return (1 << hi) - (1 << lo)


def legion_of(full: int, slot: int) -> int:
    """The gray slots of the Legion that a gray slot belongs to, as a mask."""
    lo = slot
    while full >> lo & 1:
        lo -= 1
    hi = slot + 1
    while full >> hi & 1:
        hi += 1
    return span_seams(lo, hi)


def is_big(lo: int, hi: int) -> bool:
    """A Big Legion has full-colour cards between its ends [big.1]."""
    return hi - lo > 1


def full_cards(lo: int, hi: int) -> int:
    """The full-colour cards of a Legion, which is also what its Morale tests add [morale.5]."""
    return hi - lo - 1


def new_grays(spans: Sequence[tuple[int, int]], grays: int) -> int:
    """The slots that get a gray die when these Legions are completed [legion.19], as a mask.

    From left to right, as far as dice go; `grays` is how many are in the army already.
    """
    room = MAX_GRAYS - grays
    slots = 0
    for lo, hi in spans:
        for slot in range(lo, hi):
            if room > 0:
                room -= 1
                slots |= 1 << slot
    return slots


def centurions_at(army: int, cell: int) -> list[int]:
    """The Centurions of the card at a cell, by the cells below their seams, the upper one first."""
    found: list[int] = []
    if cell + COLUMNS < CELLS and army >> (cell + COLUMNS) & 1:
        found.append(cell)
    if cell >= COLUMNS and army >> (cell - COLUMNS) & 1:
        found.append(cell - COLUMNS)
    return found


def new_reds(centurions: Sequence[int], reds: int) -> int:
    """The cells below the seams that get a red die, while there are any [cent.5], as a mask."""
    room = MAX_REDS - reds
    slots = 0
    for below in centurions:
        if room > 0:
            room -= 1
            slots |= 1 << below
    return slots


@dataclass(frozen=True, slots=True)
class Completion:
    """What a card on a cell completes."""

    kind: int
    cell: int
    spans: tuple[tuple[int, int], ...]
    grays: tuple[int, ...]
    """Slots that get a gray die, and those that get a red one."""
    reds: tuple[int, ...]
    centurions: int
    blazon: bool
    """Whether it earns the Blazon of its colour, and whether that is the last one missing."""
    fifth: bool


def completion_of(
    kind: int, colour: int, cell: int, army: int, full: int, grays: int, reds: int, blazons: int
) -> Completion:
    """What a card completes that lies at a cell.

    `army` and `full` are the masks with the card in place; `grays` and `reds` count the dice
    before it was placed, and `blazons` are those earned before.
    """
    spans = spans_at(army, full, cell)
    centurions = centurions_at(army, cell)
    blazon = bool(spans) and not blazons >> colour & 1
    return Completion(
        kind,
        cell,
        tuple(spans),
        tuple(members(new_grays(spans, grays))),
        tuple(RED + below for below in reversed(members(new_reds(centurions, reds)))),
        len(centurions),
        blazon,
        blazon and blazons | 1 << colour == ALL_COLOURS,
    )
