"""Dice that show another face than before, for authors of packs who try a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.core.models import Altered
from ludus.games.para_bellum.board import SLOTS, die_letter, slot_name
from ludus.games.para_bellum.ids import FACE
from ludus.games.para_bellum.view.view import View


def altered(before: View, after: View) -> Sequence[Altered]:
    """The dice of all armies that changed, came or went."""
    return [
        change
        for old, new in zip(before.sides, after.sides, strict=True)
        for change in _dice(old.dice, new.dice)
    ]


def _dice(before: Sequence[int], after: Sequence[int]) -> Iterator[Altered]:
    for slot in range(SLOTS):
        old, new = before[slot] & FACE, after[slot] & FACE
        if old != new:
            yield Altered(
                slot_name(slot), _die(slot, old), _die(slot, new), str(old or ""), str(new or "")
            )


def _die(slot: int, face: int) -> str:
    """The symbol of a die; nothing where there is none."""
    return f"die-{die_letter(slot)}-{face}" if face else ""
